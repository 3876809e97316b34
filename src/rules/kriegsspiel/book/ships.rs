//! Ships, what they sail in, and admirals (§10.1, §13, §19.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.1, §13.2, §13.4.

use super::troops::Person;
use super::waters::{TradeBox, Waters};
use super::{Atlas, Troops};
use crate::book::figures::BattleTable;
use crate::record::sea::{Admiral, Berth, FleetKind, Ships};
use kit::ground::Space;
use kit::names::{nearest, plain};
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::Deserialize;
use std::collections::BTreeMap;

const PAGE: &str = "kriegsspiel/book/ships.yaml";
/// The morale of nations that a kind does not name.
const OTHERS: &str = "others";

/// One kind of ship.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipKind {
    pub name: String,
    /// What one costs in dollars.
    pub cost: u32,
    pub combat: u32,
    /// How many sea areas it sails in a turn.
    pub pace: u32,
    /// Whether it is a man of war.
    #[serde(default)]
    pub line: bool,
    #[serde(default)]
    pub scout: bool,
    /// Whether it takes troops aboard.
    #[serde(default)]
    pub carries: bool,
    morale: BTreeMap<String, u32>,
    #[serde(rename = "source")]
    _source: String,
}

impl ShipKind {
    /// The morale of a nation's ships of this kind.
    pub fn morale(&self, nation: &str) -> u32 {
        let own = self.morale.get(nation).or_else(|| self.morale.get(OTHERS));
        own.copied().unwrap_or(0)
    }
}

/// What of ships sails together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub kind: FleetKind,
    pub least: u32,
    pub most: u32,
    pub ships: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
}

/// Where a storm leaves a fleet (§13.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weathered {
    /// In the nearest friendly harbour.
    Harbour,
    Stays,
    /// In an area beside its own, by lot.
    Driven,
}

/// A line of the storm table.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StormLine {
    from: u16,
    to: u16,
    pub loss: u32,
    pub then: Weathered,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    kinds: Vec<ShipKind>,
    bodies: Vec<Body>,
    points: u32,
    naval: BTreeMap<String, i32>,
    combat: BTreeMap<String, u32>,
    admirals: Vec<Person>,
    boxes: Vec<TradeBox>,
    #[serde(rename = "home ports")]
    home_ports: Vec<String>,
    storm: Vec<StormLine>,
}

/// All that the book says of the sea.
#[derive(Debug)]
pub struct Navies {
    pub kinds: Vec<ShipKind>,
    bodies: Vec<Body>,
    /// The action points of a fleet, a squadron or transports that sail by themselves (§13.2).
    pub points: u32,
    naval: BTreeMap<String, i32>,
    /// What an admiral of a rank adds as a subordinate.
    combat: BTreeMap<String, u32>,
    pub admirals: Vec<Person>,
    storm: Vec<StormLine>,
    pub waters: Waters,
    pub table: BattleTable,
}

impl Navies {
    /// Reads the page, the sea areas and the battle table.
    pub fn read(shelf: &Shelf, atlas: &Atlas, troops: &Troops) -> Result<Self, BookError> {
        let page: Page = yaml(shelf, PAGE)?;
        let wrong = |why: String| BookError::Page { page: PAGE.to_owned(), why };
        let waters = Waters::read(shelf, atlas, page.boxes, &page.home_ports).map_err(wrong)?;
        let table = yaml(shelf, "kriegsspiel/book/tables/sea.yaml")?;
        let rolls = page.storm.iter().flat_map(|line| line.from..=line.to);
        if !rolls.eq(2..=12) {
            return Err(wrong("the storm has a line for each sum of two dice".to_owned()));
        }
        let ranks = page.admirals.iter().map(|one| &one.rank).chain(page.combat.keys());
        for rank in ranks {
            troops.rank(rank).map_err(wrong)?;
        }
        let named = |kind: &String| page.kinds.iter().any(|one| one.name == *kind);
        if let Some(kind) = page.bodies.iter().flat_map(|one| &one.ships).find(|one| !named(one)) {
            return Err(wrong(format!("unknown kind of ship `{kind}`")));
        }
        Ok(Self {
            kinds: page.kinds,
            bodies: page.bodies,
            points: page.points,
            naval: page.naval,
            combat: page.combat,
            admirals: page.admirals,
            storm: page.storm,
            waters,
            table,
        })
    }

    /// A kind that is known to exist, since what sails was read by this page.
    pub fn kind(&self, name: &str) -> &ShipKind {
        self.find(name).expect("fleets are made of kinds that the book has")
    }

    /// A kind by its name.
    pub fn find(&self, name: &str) -> Option<&ShipKind> {
        let wanted = plain(name);
        self.kinds.iter().find(|kind| plain(&kind.name) == wanted)
    }

    /// The kind that was probably meant.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.kinds.iter().map(|kind| kind.name.as_str()))
    }

    /// An admiral of the list.
    pub fn admiral(&self, name: &str) -> Option<&Person> {
        let wanted = plain(name);
        self.admirals.iter().find(|one| plain(&one.name) == wanted)
    }

    /// An admiral as the list has them.
    pub fn appointed(&self, troops: &Troops, name: &str, at: Berth) -> Option<Admiral> {
        let person = self.admiral(name)?;
        let ratings = troops.ranks.get(&person.rank)?;
        Some(Admiral {
            name: person.name.clone(),
            power: person.nation.clone(),
            rank: person.rank.clone(),
            battle: ratings.battle,
            command: ratings.command,
            combat: self.combat.get(&person.rank).copied().unwrap_or(0),
            points: ratings.points,
            extra: ratings.extra,
            at,
        })
    }

    /// A sea area, or a harbour by the name of its place.
    pub fn berth(&self, written: &str, place: impl Fn(&str) -> Option<Space>) -> Option<Berth> {
        if let Some(area) = self.waters.find(written) {
            return Some(Berth::Sea(area.to_owned()));
        }
        let port = place(written).filter(|at| !self.waters.opens(*at).is_empty());
        port.map(Berth::Port)
    }

    /// The naval rating of a nation (§13.1).
    pub fn rating(&self, nation: &str) -> i32 {
        self.naval.get(nation).copied().unwrap_or(0)
    }

    /// Why ships do not fit into a body, if they do not (§13.2).
    pub fn unfit(&self, kind: FleetKind, ships: &Ships) -> Option<String> {
        let body = self.bodies.iter().find(|body| body.kind == kind)?;
        let count: u32 = ships.values().sum();
        if let Some(stranger) = ships.keys().find(|name| !body.ships.contains(name)) {
            let stranger = several(self.kind(stranger));
            return Some(format!("{stranger} do not sail in {}", kind.one()));
        }
        let fits = (body.least..=body.most).contains(&count);
        (!fits).then(|| {
            format!("{count} ships, and {} has {} to {}", kind.one(), body.least, body.most)
        })
    }

    /// What so many ships that fight sail in: the smallest body that holds them.
    pub fn body_of(&self, ships: &Ships) -> Option<FleetKind> {
        let kinds = [FleetKind::Squadron, FleetKind::Fleet, FleetKind::Transports];
        kinds.into_iter().find(|kind| self.unfit(*kind, ships).is_none())
    }

    /// The room of some ships, in halves of a transport (§13.6).
    pub fn room(&self, ships: &Ships) -> u32 {
        ships.iter().filter(|(kind, _)| self.kind(kind).carries).map(|(_, count)| 2 * count).sum()
    }

    /// How far ships sail: as far as the slowest (§13.3).
    pub fn pace<'s>(&self, ships: impl IntoIterator<Item = &'s String>) -> u32 {
        ships.into_iter().map(|kind| self.kind(kind).pace).min().unwrap_or(0)
    }

    /// What a storm does by the sum of two dice (§13.8).
    pub fn storm(&self, roll: u16) -> StormLine {
        let line = self.storm.iter().find(|line| (line.from..=line.to).contains(&roll));
        *line.expect("there is a line for every roll")
    }

    /// So many ships in words: `22 men of war, 4 frigates`.
    pub fn told(&self, ships: &Ships) -> String {
        let of = |kind: &ShipKind| {
            let count = ships.get(&kind.name).copied().filter(|count| *count > 0)?;
            Some(format!("{count} {}", if count == 1 { kind.name.clone() } else { several(kind) }))
        };
        let all: Vec<String> = self.kinds.iter().filter_map(of).collect();
        if all.is_empty() { "no ships".to_owned() } else { all.join(", ") }
    }
}

/// The name of several ships of a kind.
fn several(kind: &ShipKind) -> String {
    match kind.name.strip_prefix("man of ") {
        Some(rest) => format!("men of {rest}"),
        None => format!("{}s", kind.name),
    }
}
