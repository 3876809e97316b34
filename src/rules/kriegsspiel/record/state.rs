//! Everything that is so between two events: formations, generals, cities, depots.
//!
//! The state changes by [`State::apply`] alone.

use crate::book::troops::{Arm, Extra};
use crate::book::{Book, Lands, Troops};
use crate::record::money::Money;
use crate::record::politics::Politics;
use crate::record::sea::Navy;
use kit::calendar::Season;
use kit::ground::Space;
use kit::page::Declared;
use kit::placed::{Placed, Stands};
use kit::relations::Relations;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a formation is (§10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Corps,
    Brigade,
    /// Outside the command structure (§10.4).
    Marauders,
    /// Troops of a feudal power, which form neither corps nor brigades (§10.1).
    Levy,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Corps => "corps",
            Kind::Brigade => "brigade",
            Kind::Marauders => "marauders",
            Kind::Levy => "levy",
        }
    }
}

/// Units by their kind, counted in hits: a double battalion has two (§10.5).
pub type Units = BTreeMap<String, u32>;

/// One corps, brigade or band of marauders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    pub name: String,
    pub power: String,
    pub kind: Kind,
    pub units: Units,
    pub at: Space,
    /// The general who commands it.
    pub under: Option<String>,
    /// Whether the last check found it in supply.
    pub fed: bool,
}

/// What a brigade of infantry holds (§10.3).
pub const FOOT_BRIGADE: &str = "infantry has up to 6 battalions and 1 field battery";
/// What a brigade of cavalry holds (§10.3).
pub const HORSE_BRIGADE: &str = "cavalry has up to 4 regiments and 1 horse battery";

impl Formation {
    /// How many hits it can take.
    pub fn hits(&self) -> u32 {
        self.units.values().sum()
    }

    /// How many battalions, regiments and batteries there are, of those that pass.
    fn counted(&self, troops: &Troops, passes: impl Fn(&str) -> bool) -> u32 {
        let units = self.units.iter().filter(|(kind, _)| passes(kind));
        units.map(|(kind, hits)| hits.div_ceil(troops.kind(kind).hits)).sum()
    }

    /// How many battalions, regiments and batteries there are.
    pub fn count(&self, troops: &Troops) -> u32 {
        self.counted(troops, |_| true)
    }

    /// How many there are of an arm.
    pub fn of_arm(&self, troops: &Troops, arm: Arm) -> u32 {
        self.counted(troops, |kind| troops.kind(kind).arm == arm)
    }

    /// How many scouts there are.
    pub fn scouts(&self, troops: &Troops) -> u32 {
        self.counted(troops, |kind| troops.kind(kind).scout)
    }

    /// The combat value (§10.4): a battalion fights whole until it is gone.
    pub fn combat(&self, troops: &Troops) -> u32 {
        let value = |(kind, hits): (&String, &u32)| {
            let kind = troops.kind(kind);
            hits.div_ceil(kind.hits) * kind.combat
        };
        self.units.iter().map(value).sum()
    }

    /// The sum of the morale of all units.
    pub fn morale(&self, troops: &Troops) -> u32 {
        let value = |(kind, hits): (&String, &u32)| {
            let kind = troops.kind(kind);
            hits.div_ceil(kind.hits) * kind.morale
        };
        self.units.iter().map(value).sum()
    }

    /// Whether there is nobody in it but marauders, whatever kind it is (§10.4).
    pub fn is_of_marauders(&self, troops: &Troops) -> bool {
        !self.units.is_empty() && self.units.keys().all(|kind| troops.kind(kind).marauder)
    }

    /// How far it marches: as far as its slowest unit (§12.1).
    pub fn pace(&self, troops: &Troops) -> u32 {
        self.units.keys().map(|kind| troops.kind(kind).pace).min().unwrap_or(0)
    }

    /// Why it breaks the bounds of its kind, if it does (§10.2, §10.3, §10.4).
    pub fn too_large(&self, lands: &Lands, troops: &Troops) -> Option<String> {
        let of = |arm| self.of_arm(troops, arm);
        let (foot, horse) = (of(Arm::Infantry), of(Arm::Cavalry));
        let (field, light) = (of(Arm::FieldArtillery), of(Arm::HorseArtillery));
        match self.kind {
            _ if self.units.is_empty() => Some("there are no troops in it".to_owned()),
            Kind::Corps => {
                let most = lands.nation(&self.power).map_or(0, |n| n.corps.most_units);
                let count = self.count(troops);
                (count > most).then(|| format!("{count} units, and a corps of theirs has {most}"))
            }
            Kind::Brigade if foot > 0 && horse > 0 => {
                Some("a brigade has infantry or cavalry, not both".to_owned())
            }
            Kind::Brigade if foot + horse == 0 => {
                Some("a brigade has a battalion or a regiment at least".to_owned())
            }
            Kind::Brigade if horse > 0 => (horse > 4 || light > 1 || field > 0)
                .then(|| format!("a brigade of {HORSE_BRIGADE}")),
            Kind::Brigade => {
                (foot > 6 || field > 1 || light > 0).then(|| format!("a brigade of {FOOT_BRIGADE}"))
            }
            Kind::Levy => {
                let (most, count) = (troops.levy, self.count(troops));
                (count > most).then(|| format!("{count} units, and a levy has {most}"))
            }
            Kind::Marauders => {
                let others = self.units.keys().any(|kind| !troops.kind(kind).marauder);
                others.then(|| "only marauders stand outside the command".to_owned())
            }
        }
    }
}

impl Stands for Formation {
    fn space(&self) -> Space {
        self.at
    }
}

/// A general (§10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct General {
    pub name: String,
    pub power: String,
    /// A letter; A is the highest.
    pub rank: String,
    pub battle: u32,
    pub command: u32,
    pub combat: u32,
    /// What it costs to move his army.
    pub points: u32,
    pub extra: Option<Extra>,
    pub at: Space,
}

/// The ratings of a general or an admiral in words: in battle, in command, what they add as a subordinate, and what it costs
/// to move them.
pub fn ratings_told(
    rank: &str,
    [battle, command, combat, points]: [u32; 4],
    extra: Option<Extra>,
) -> String {
    let extra = match extra {
        Some(Extra::Morale) => ", +1 morale",
        Some(Extra::Battle) => ", +1 in battle",
        None => "",
    };
    let unit = if points == 1 { "point" } else { "points" };
    format!(
        "rank {rank}, battle {battle}, command {command}, adds {combat}{extra}, {points} action {unit}"
    )
}

impl Stands for General {
    fn space(&self) -> Space {
        self.at
    }
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub season: Season,
    #[serde(rename = "sides")]
    pub relations: Relations<String>,
    pub formations: Placed<Formation>,
    pub generals: Placed<General>,
    /// Cities in other hands than their nation's.
    pub held: BTreeMap<Space, String>,
    pub depots: BTreeMap<Space, String>,
    /// Depots that can still be deployed.
    pub stores: BTreeMap<String, u8>,
    /// Nations that have learned to form corps.
    pub reformed: BTreeSet<String>,
    /// What the harvest adds to the forage of this turn.
    pub harvest: i8,
    /// Hits lost so far, by power and kind: every man is accounted for.
    pub lost: BTreeMap<String, Units>,
    pub fallen: BTreeSet<String>,
    /// Resource points that raids have cost, by nation, where no money is played; else they stand with it.
    pub raided: BTreeMap<String, u32>,
    /// Nations that have submitted.
    pub submitted: BTreeSet<String>,
    /// Whose a city is by the umpire's last ruling on it (§3).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ruled: BTreeMap<Space, String>,
    /// By which side each formation came into the hex where it stands beside the enemy (§19.5).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub came: BTreeMap<String, Space>,
    #[serde(default, skip_serializing_if = "Money::is_not_played")]
    pub money: Money,
    /// Councils and passages; what powers are to each other stands in `relations`.
    #[serde(default, skip_serializing_if = "Politics::is_not_played")]
    pub politics: Politics,
    /// Fleets and admirals.
    #[serde(default, skip_serializing_if = "Navy::is_not_played")]
    pub navy: Navy,
}

/// Who holds a city: whoever took it, else its nation; for a position see [`Position::holder`].
///
/// [`Position::holder`]: crate::position::Position::holder
pub fn holder<'h>(book: &'h Book, held: &'h BTreeMap<Space, String>, at: Space) -> Option<&'h str> {
    let city = book.city(at)?;
    Some(held.get(&at).unwrap_or(&city.nation))
}

impl State {
    /// Where a general or a formation stands.
    pub fn place_of(&self, who: &str) -> Option<Space> {
        let general = self.generals.get(who).map(|one| one.at);
        general.or_else(|| self.formations.get(who).map(|one| one.at))
    }

    /// Before anybody is on the map.
    pub fn new(book: &Book) -> Self {
        let reformed = book.lands.realms().iter().filter(|nation| nation.corps.from_start);
        Self {
            season: book.scenario.first,
            relations: book.scenario.relations(),
            formations: Placed::default(),
            generals: Placed::default(),
            held: book.scenario.held.clone(),
            depots: book.scenario.deployed.clone(),
            stores: book.scenario.depots.clone(),
            reformed: reformed.map(|nation| nation.name.clone()).collect(),
            harvest: 0,
            lost: BTreeMap::new(),
            fallen: BTreeSet::new(),
            raided: BTreeMap::new(),
            submitted: BTreeSet::new(),
            ruled: BTreeMap::new(),
            came: BTreeMap::new(),
            money: Money::new(
                book.scenario.money.as_ref(),
                book.scenario.powers().iter().map(|(power, _)| power),
            ),
            politics: Politics::new(book.scenario.politics, book.scenario.first),
            navy: Navy::new(book.navies.is_some()),
        }
    }

    /// The formations in a hex.
    pub fn at(&self, at: Space) -> impl Iterator<Item = &Formation> {
        self.formations.at(at)
    }

    /// The highest of a power's generals in a hex.
    pub fn commander_at(&self, troops: &Troops, at: Space, power: &str) -> Option<&General> {
        let here = self.generals.at(at).filter(|one| one.power == power);
        here.min_by_key(|one| one.seniority(troops))
    }

    /// The formations that a general leads: those under him that stand with him.
    pub fn led<'s>(&'s self, general: &'s General) -> impl Iterator<Item = &'s Formation> {
        self.at(general.at).filter(|one| general.leads(one))
    }

    /// Hits on the map and lost, by power and kind.
    pub fn roll_call(&self) -> BTreeMap<String, Units> {
        let mut all = self.lost.clone();
        for formation in self.formations.values().chain(self.navy.troops_aboard()) {
            let units = all.entry(formation.power.clone()).or_default();
            for (kind, hits) in &formation.units {
                *units.entry(kind.clone()).or_default() += hits;
            }
        }
        all
    }

    /// Holds what must always be so; a state that breaks it is a fault of ours.
    pub fn check(&self, book: &Book) {
        if let Err(why) = self.is_sound(book) {
            panic!("{why}");
        }
    }

    /// Says what of that which must always be so is not.
    pub fn is_sound(&self, book: &Book) -> Result<(), String> {
        let must = |holds: bool, why: &dyn Fn() -> String| if holds { Ok(()) } else { Err(why()) };
        for formation in self.formations.values() {
            let name = &formation.name;
            must(formation.units.values().all(|hits| *hits > 0), &|| {
                format!("{name} has empty ranks")
            })?;
            must(!formation.units.is_empty(), &|| format!("{name} is empty"))?;
            must(book.in_play(formation.at), &|| format!("{name} stands where nobody may stand"))?;
            if let Some(general) = &formation.under {
                let aboard = || self.navy.generals_aboard().find(|one| one.name == *general);
                let general = self.generals.get(general).or_else(aboard);
                must(general.is_some_and(|general| general.power == formation.power), &|| {
                    format!("{name} has no such general")
                })?;
            }
        }
        Ok(())
    }
}

impl General {
    /// Whether a formation follows: it is under this general, and stands with them.
    pub fn leads(&self, one: &Formation) -> bool {
        one.under.as_ref() == Some(&self.name) && one.at == self.at
    }

    /// Who is above whom: by rank, then battle and command ratings (§10.1). Others are equals.
    pub fn standing(&self) -> (&str, std::cmp::Reverse<(u32, u32)>) {
        (&self.rank, std::cmp::Reverse((self.battle, self.command)))
    }

    /// The place in the book's list of generals; successors come behind it, by the alphabet.
    pub fn listed(&self, troops: &Troops) -> (usize, &str) {
        let place = troops.people.iter().position(|person| person.name == self.name);
        (place.unwrap_or(usize::MAX), &self.name)
    }

    /// Who goes before whom: as they stand, and equals by the list.
    pub fn seniority<'g>(&'g self, troops: &Troops) -> impl Ord + 'g {
        (self.standing(), self.listed(troops))
    }
}
