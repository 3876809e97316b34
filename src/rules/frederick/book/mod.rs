//! The book: map, units, cards, markers, tables and one scenario, read once.
//!
//! Every page is a file under `campaigns/frederick`. A page is whole or it does not load.

pub mod abilities;
pub mod atlas;
pub mod cards;
pub mod guide;
pub mod options;
pub mod tables;
pub mod troops;

use crate::Frederick;
use crate::record::unit::Unit;
use abilities::Ability;
use atlas::Atlas;
use cards::Cards;
use kit::ground::Space;
use kit::names::capital;
use kit::names::plain;
use kit::page::Declared;
use kit::shelf::Shelf;
use options::Choices;
use play::Ruleset;
use play::other_names::OtherNames;
use play::pages::yaml;
use play::{BookError, Options};
use serde::Deserialize;
use std::collections::BTreeMap;
use tables::{Seats, Tables};
use troops::{Grade, Kind, Leader, Troops};

/// Where a value of the book is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The rules print it.
    Text,
    /// A worked example of the rules has it.
    Example,
    /// It is known from elsewhere: geography, history.
    Public,
    /// The rules do not print it, and it was made up to fit them.
    Reconstructed,
    /// It is that of a scenario of somebody's own.
    Ours,
}

/// The page of a scenario (§31).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    #[serde(rename = "rules")]
    #[declared(skip)]
    _rules: Option<String>,
    /// the scenario's name, as reports print it
    pub title: String,
    /// the first year
    #[declared(1700..=1999)]
    pub first: u16,
    /// the last year
    #[declared(1700..=1999)]
    pub last: u16,
    /// powers whose units stand elsewhere than on their cards: place to units, such as
    /// `infantry veteran`, `garrison 1` or a leader
    #[serde(default)]
    #[declared(keys = "power", keys = "square", items = 0..=60)]
    pub units: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// treasuries at the start
    #[serde(default)]
    #[declared(keys = "power", 0..=99)]
    pub thaler: BTreeMap<String, u32>,
    /// squares with fieldworks at the start
    #[serde(default)]
    #[declared("square", items = 0..=60)]
    pub fieldworks: Vec<String>,
    /// where it is from
    #[declared(text)]
    pub source: Origin,
}

/// The book, open at one scenario.
#[derive(Debug, Clone)]
pub struct Book {
    /// The scenario: `first-silesian-war`.
    pub name: String,
    pub options: Choices,
    pub scenario: Scenario,
    pub atlas: Atlas,
    pub troops: Troops,
    pub other_names: OtherNames,
    pub cards: Cards,
    pub tables: Tables,
    abilities: BTreeMap<String, Ability>,
    /// Counter to its kind of unit (§9.8).
    mercenaries: BTreeMap<String, String>,
    /// Seat to the majors that it leads, in this campaign.
    pub seats: Seats,
}

/// What places, powers and leaders are called in other tongues.
fn other_names(
    shelf: &Shelf,
    atlas: &Atlas,
    troops: &Troops,
    cards: &Cards,
) -> Result<OtherNames, BookError> {
    let is_name = |name: &str| {
        let same = |other: &String| plain(other) == plain(name);
        let mut powers = cards.majors.keys().chain(cards.minors.keys()).chain(cards.states.keys());
        powers.any(same)
            || atlas.find(name).is_some()
            || troops.leaders.iter().any(|one| same(&one.name))
    };
    OtherNames::read(shelf, Frederick::OTHER_NAMES, is_name)
}

/// The German and Italian States, which everybody may enter (§4.5).
pub const STATES: [&str; 2] = ["german states", "italian states"];
/// Units without a country (§9.8).
pub const MERCENARY: &str = "mercenary";

impl Book {
    /// Reads the book and one scenario from the shelf.
    pub fn read(shelf: &Shelf, name: &str, options: &Options) -> Result<Self, BookError> {
        let options = Choices::read(options);
        let page = format!("frederick/{name}/scenario.yaml");
        let scenario: Scenario = yaml(shelf, &page)?;
        let tables = Tables::read(shelf)?;
        let wrong = |page: &str, why: String| BookError::Page { page: page.to_owned(), why };
        let seats = tables.figures.seats.get(&options.players).cloned();
        let seats = seats.ok_or_else(|| {
            wrong("frederick/book/figures.yaml", format!("no line for {} seats", options.players))
        })?;
        let cards = Cards::read(shelf)?;
        if let Some(why) = cards.beyond_mix() {
            return Err(wrong("frederick/book/cards.yaml", why));
        }
        let (atlas, troops) = (Atlas::read(shelf)?, Troops::read(shelf)?);
        let book = Self {
            name: name.to_owned(),
            options,
            scenario,
            other_names: other_names(shelf, &atlas, &troops, &cards)?,
            atlas,
            troops,
            cards,
            tables,
            abilities: yaml(shelf, "frederick/book/abilities.yaml")?,
            mercenaries: yaml(shelf, "frederick/book/mercenaries.yaml")?,
            seats,
        };
        book.whole().map_err(|why| wrong(&page, why))?;
        Ok(book)
    }

    /// Says what of the scenario and the cards does not fit the map.
    fn whole(&self) -> Result<(), String> {
        if self.scenario.last < self.scenario.first {
            return Err("the last year comes before the first".into());
        }
        for power in self.cards.majors.keys().chain(self.cards.minors.keys()) {
            for (place, units) in self.setup(power) {
                let at = self.atlas.find(place);
                at.ok_or_else(|| format!("{power}: no place `{place}`"))?;
                for unit in units {
                    if let troops::Written::Leader(name) = troops::written(unit)
                        && self.troops.leader(&name).is_none()
                    {
                        return Err(format!("{power}: `{name}` is neither a unit nor a leader"));
                    }
                }
            }
        }
        let strange = self.mercenaries.iter().find(|(_, kind)| Kind::read(kind).is_none());
        if let Some((counter, kind)) = strange {
            return Err(format!("{counter}: `{kind}` is not a kind of unit"));
        }
        for (power, ability) in &self.abilities {
            let (places, kinds) = ability.names();
            if let Some(place) = places.into_iter().find(|name| self.atlas.find(name).is_none()) {
                return Err(format!("{power}: no place `{place}`"));
            }
            if let Some(kind) = kinds.into_iter().find(|kind| Kind::read(kind).is_none()) {
                return Err(format!("{power}: `{kind}` is not a kind of unit"));
            }
        }
        let lost = self.scenario.fieldworks.iter().find(|name| self.atlas.find(name).is_none());
        lost.map_or(Ok(()), |name| Err(format!("fieldworks: no place `{name}`")))
    }

    /// What the card of a power gives besides units; nothing, if it has none.
    pub fn ability(&self, power: &str) -> &Ability {
        static NONE: std::sync::LazyLock<Ability> = std::sync::LazyLock::new(Ability::default);
        self.abilities.get(power).unwrap_or(&NONE)
    }

    /// Whether the card of one of the majors that a seat leads allows something.
    pub fn card_allows(&self, seat: &str, what: impl Fn(&Ability) -> bool) -> bool {
        self.majors(seat).iter().any(|major| what(self.ability(major)))
    }

    /// The kind of a mercenary counter; none, if it is a leader.
    pub fn mercenary(&self, counter: &str) -> Option<Kind> {
        self.mercenaries.get(counter).and_then(|kind| Kind::read(kind))
    }

    /// Where the units of a power stand at the start.
    pub fn setup(&self, power: &str) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let own = self.scenario.units.get(power).or_else(|| self.cards.setup(power));
        own.into_iter().flatten()
    }

    /// The seats in the order round the table (§31.1).
    pub fn seats(&self) -> Vec<String> {
        let seats = self.tables.figures.clockwise.iter();
        seats.filter(|major| self.seats.control.contains_key(*major)).cloned().collect()
    }

    /// The majors of a seat.
    pub fn majors(&self, seat: &str) -> &[String] {
        self.seats.control.get(seat).map_or(&[], Vec::as_slice)
    }

    /// The seat that leads a major.
    pub fn seat_of_major(&self, major: &str) -> Option<&str> {
        let found = self.seats.control.iter().find(|(_, all)| all.iter().any(|one| one == major));
        found.map(|(seat, _)| seat.as_str())
    }

    /// Whether a power is a major one.
    pub fn is_major(&self, power: &str) -> bool {
        self.cards.majors.contains_key(power)
    }

    /// The leader that a unit is.
    pub fn leader(&self, unit: &Unit) -> Option<&Leader> {
        if unit.kind == Kind::Leader { self.troops.leader(&unit.id) } else { None }
    }

    /// The combat strength of a unit.
    pub fn strength(&self, unit: &Unit) -> u32 {
        self.troops.strength(&unit.power, unit.kind, unit.grade, &unit.id)
    }

    /// Whether the strength of a unit counts where it is: not that of units aboard, but of admirals (§25.13).
    pub fn counts(&self, unit: &Unit) -> bool {
        unit.aboard.is_none() || self.is_admiral(unit)
    }

    /// Whether a unit is an admiral.
    pub fn is_admiral(&self, unit: &Unit) -> bool {
        self.leader(unit).is_some_and(|leader| leader.admiral)
    }

    /// The movement points of a unit on land.
    pub fn moves(&self, unit: &Unit) -> u32 {
        self.troops.moves(&unit.power, unit.kind)
    }

    /// Whether a unit is of those that keep a force from wasting away (§12.3 with the answer to
    /// question 3): leaders, light troops, veterans and guards.
    pub fn is_good(&self, unit: &Unit) -> bool {
        let grade = matches!(unit.grade, Grade::Veteran | Grade::Guard);
        grade || matches!(unit.kind, Kind::Leader | Kind::LightTroops)
    }

    /// How people call a power.
    pub fn title(&self, power: &str) -> String {
        let words = power.split(' ').map(capital);
        words.collect::<Vec<_>>().join(" ")
    }

    /// How people call a seat: its majors.
    pub fn seat_title(&self, seat: &str) -> String {
        let majors: Vec<String> = self.majors(seat).iter().map(|one| self.title(one)).collect();
        if majors.is_empty() { self.title(seat) } else { majors.join(" and ") }
    }

    /// How many units a square feeds (§22.2, §22.3), and none if it is pillaged (§22.7).
    pub fn forage(&self, at: Space, pillaged: bool, fieldworks: bool) -> u32 {
        if pillaged || !self.atlas.is_land(at) {
            return 0;
        }
        let terrain = &self.tables.terrain;
        let ground = if self.atlas.square(at).mountain { terrain.mountain } else { terrain.clear };
        let city = self.atlas.city(at).map_or(0, |city| city.tax.min(terrain.city_forage));
        ground.forage + city + if fieldworks { terrain.fieldworks_forage } else { 0 }
    }
}
