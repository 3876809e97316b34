//! The terms of a scenario: how it is won, by points or by conditions, what its special rules wait for, who comes on a condition
//! (NIA §21.1).

use super::People;
use super::atlas::Atlas;
use super::scenario::Entry;
use crate::record::state::Bloc;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How a game is won: points are counted at its end (NIA §21.1.1, §21.1.3), or conditions decide it
/// (NIA §16, §21.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    kind: Kind,
    #[serde(rename = "counted", default)]
    _counted: Counted,
    /// The side that counts; nobody, if either may win.
    #[serde(default)]
    pub side: Option<Bloc>,
    #[serde(rename = "wins with", default)]
    pub needed: i32,
    /// Whether both sides count for themselves.
    #[serde(rename = "either side", default)]
    pub either: bool,
    pub otherwise: Otherwise,
    #[serde(default)]
    pub points: Vec<Score>,
    /// Each way to win by conditions.
    #[serde(default)]
    pub conditions: Vec<Verdict>,
}

/// A way to win: all of it must hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    pub winner: Side,
    #[serde(default)]
    pub asked: When,
    pub all: Vec<Term>,
    /// Whether it counts only while no way to win of the other side holds (NIA §21.3.3).
    #[serde(rename = "unless the other side wins", default)]
    pub yields: bool,
    #[serde(rename = "source", default)]
    _source: String,
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Empire,
    Coalition,
}

impl Side {
    /// Its bloc.
    pub fn bloc(self) -> Bloc {
        match self {
            Side::Empire => Bloc::Empire,
            Side::Coalition => Bloc::Coalition,
        }
    }
}

/// When a way to win is looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum When {
    #[default]
    #[serde(rename = "end of the last season")]
    AtTheEnd,
    /// The game ends with the season in which it holds.
    #[serde(rename = "end of every season")]
    EverySeason,
}

/// Something that a side must hold, or must not.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub side: Side,
    #[serde(rename = "holds all", default)]
    pub all: Vec<String>,
    #[serde(rename = "holds one of", default)]
    pub any: Vec<String>,
    /// Towns in which it has a fed unit or an armed fortress (NIA §13.3.1).
    #[serde(rename = "occupies all", default)]
    pub occupies: Vec<String>,
    #[serde(rename = "occupies one of", default)]
    pub occupies_any: Vec<String>,
    /// Towns of which it does not occupy all.
    #[serde(rename = "does not occupy all", default)]
    pub not_all: Vec<String>,
    /// Countries that it has conquered (NIA §13.1).
    #[serde(rename = "has conquered", default)]
    pub conquered: Vec<String>,
    /// Provinces in which it holds no place that the map prints as a fortress.
    #[serde(rename = "holds no fortress in", default)]
    pub none_in: Vec<String>,
    /// What those provinces are called together.
    #[serde(default)]
    pub called: Option<String>,
    /// Towns in which it has no troops in supply.
    #[serde(rename = "no troops in supply at", default)]
    pub clear_of: Vec<String>,
    /// Provinces in which it has no units.
    #[serde(rename = "no units in", default)]
    pub no_units: Vec<String>,
    /// Provinces in which it holds no armed fortress that nobody besieges.
    #[serde(rename = "no free fortress in", default)]
    pub no_free: Vec<String>,
    /// Provinces in which it holds no town.
    #[serde(rename = "holds no town in", default)]
    pub no_town: Vec<String>,
    /// The power that it has conquered in a war for its liberation (NIA §14.4.2).
    #[serde(rename = "has conquered in a liberation war", default)]
    pub subdued: Option<String>,
    /// The leader it has lost for good.
    #[serde(rename = "lost by death", default)]
    pub dead: Option<String>,
    /// The power each of whose armies that is in disorder or lost makes it one town less.
    #[serde(rename = "one less for each beaten army of", default)]
    pub less: Option<String>,
    /// Towns that are never left out.
    #[serde(rename = "never without", default)]
    pub never_without: Vec<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
enum Kind {
    #[serde(rename = "points")]
    Points,
    #[serde(rename = "conditions")]
    Conditions,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
enum Counted {
    #[default]
    #[serde(rename = "end of the last season")]
    AtTheEnd,
}

/// Who wins if nobody has the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Otherwise {
    Empire,
    Coalition,
    Draw,
}

/// One line of the count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    #[serde(rename = "for")]
    pub what: What,
    pub each: i32,
    #[serde(default)]
    pub places: Vec<String>,
    /// The one power whose armies count.
    #[serde(default)]
    pub of: Option<String>,
    #[serde(default)]
    pub leader: Option<String>,
    /// Garrisons that marched out with honours are not destroyed; only `false` is known.
    #[serde(rename = "honours of war count", default)]
    honours: bool,
    #[serde(rename = "source", default)]
    _source: String,
}

/// What points are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum What {
    #[serde(rename = "control")]
    Control,
    #[serde(rename = "enemy army demoralized")]
    EnemyArmyDemoralized,
    #[serde(rename = "own army demoralized")]
    OwnArmyDemoralized,
    #[serde(rename = "enemy corps destroyed")]
    EnemyCorpsDestroyed,
    #[serde(rename = "own corps destroyed")]
    OwnCorpsDestroyed,
    #[serde(rename = "leader removed from the map")]
    LeaderRemoved,
}

impl Victory {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        match self.kind {
            Kind::Points if self.either == self.side.is_some() => {
                return Err("victory: either one `side:` counts or `either side:` does".to_owned());
            }
            Kind::Points if self.points.is_empty() || self.needed < 1 => {
                return Err("victory: `points:` and `wins with:` are missing".to_owned());
            }
            Kind::Conditions if self.conditions.is_empty() => {
                return Err("victory: `conditions:` are missing".to_owned());
            }
            Kind::Points | Kind::Conditions => {}
        }
        for term in self.conditions.iter().flat_map(|verdict| &verdict.all) {
            term.check(atlas, people).map_err(|why| format!("victory: {why}"))?;
        }
        for score in &self.points {
            places(atlas, &score.places).map_err(|why| format!("victory: {why}"))?;
            if score.honours {
                return Err("victory: honours of war do not count as destruction".to_owned());
            }
            if let Some(name) = score.leader.iter().find(|name| people.leader(name).is_none()) {
                return Err(format!("victory: no leader `{name}`"));
            }
            let whole = match score.what {
                What::Control => !score.places.is_empty(),
                What::LeaderRemoved => score.leader.is_some(),
                _ => true,
            };
            if !whole {
                return Err(format!("victory: {:?} does not say of what", score.what));
            }
        }
        Ok(())
    }
}

impl Term {
    fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        for names in self.towns() {
            places(atlas, names)?;
        }
        if let Some(name) = self.dead.iter().find(|name| people.leader(name).is_none()) {
            return Err(format!("no leader `{name}`"));
        }
        if let Some(name) = self.never_without.iter().find(|name| !self.occupies.contains(name)) {
            return Err(format!("`never without: {name}` is not among those to be occupied"));
        }
        let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
        match self.lands().into_iter().flatten().find(|name| !known(name)) {
            Some(name) => Err(format!("no province `{name}`")),
            None if self.is_empty() => Err("a condition does not say what must be".to_owned()),
            None => Ok(()),
        }
    }

    fn towns(&self) -> [&[String]; 7] {
        [
            &self.all,
            &self.any,
            &self.clear_of,
            &self.occupies,
            &self.occupies_any,
            &self.not_all,
            &self.never_without,
        ]
    }

    /// The lists of provinces.
    fn lands(&self) -> [&Vec<String>; 4] {
        [&self.none_in, &self.no_units, &self.no_free, &self.no_town]
    }

    /// Whether it asks for nothing.
    fn is_empty(&self) -> bool {
        self.towns().iter().all(|list| list.is_empty())
            && self.lands().iter().all(|list| list.is_empty())
            && self.conquered.is_empty()
            && self.dead.is_none()
            && self.subdued.is_none()
    }

    /// Whether it asks where troops are and who feeds them, which the enemy does not know.
    pub fn asks_of_troops(&self) -> bool {
        let lists =
            [&self.clear_of, &self.occupies, &self.occupies_any, &self.not_all, &self.conquered];
        let lists = lists.into_iter().chain([&self.no_units, &self.no_free]);
        lists.into_iter().any(|list| !list.is_empty())
    }
}

/// What must be true for a special rule or an arrival; all that is named must hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    pub power: String,
    /// Troops of that power stand in this province.
    #[serde(default)]
    pub enters: Option<String>,
    /// That power holds all these places.
    #[serde(default)]
    pub holds: Vec<String>,
    /// That power holds or besieges each of these places.
    #[serde(rename = "holds or besieges", default)]
    pub besieges: Vec<String>,
    /// An army marker of that power is off the map, or its army in disorder.
    #[serde(rename = "army lost or demoralized", default)]
    pub army_lost: bool,
}

impl Release {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas) -> Result<(), String> {
        let known = |name: &String| atlas.provinces.iter().any(|province| province.name == *name);
        if let Some(name) = self.enters.iter().find(|name| !known(name)) {
            return Err(format!("no province `{name}`"));
        }
        places(atlas, &self.holds)?;
        places(atlas, &self.besieges)
    }
}

/// A leader who is taken off the map when his power has lost all of some places (NIA §21.3.1).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recall {
    pub leader: String,
    pub power: String,
    pub lost: Vec<String>,
}

impl Recall {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        if people.leader(&self.leader).is_none() {
            return Err(format!("no leader `{}`", self.leader));
        }
        places(atlas, &self.lost)
    }
}

/// Who may replace a leader who commands an army of a power: one of so many stars, if one waits (NIA
/// §21.3.1).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    pub power: String,
    pub stars: u8,
}

/// Who may follow a leader who is killed or wounded (NIA §21.1.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Successors {
    /// The years in which he must be available, from the first to the last.
    #[serde(default)]
    pub years: Option<[u16; 2]>,
    /// Whether those of the fewest stars come first (NIA §21.3.3).
    #[serde(rename = "fewest stars first", default)]
    pub fewest_stars: bool,
    /// Power to leaders who are left out.
    #[serde(default)]
    pub except: BTreeMap<String, Vec<String>>,
}

impl Successors {
    /// Checks every name.
    pub fn check(&self, people: &People) -> Result<(), String> {
        if self.years.is_none() && !self.fewest_stars {
            return Err("say `years:` or `fewest stars first:`".to_owned());
        }
        let stranger = self.except.values().flatten().find(|name| people.leader(name).is_none());
        stranger.map_or(Ok(()), |name| Err(format!("no leader `{name}`")))
    }
}

/// An arrival that waits for a condition (NIA §21.1.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditional {
    pub asked: Asked,
    /// One of these must be true.
    pub any: Vec<Release>,
    pub entry: Entry,
}

/// When a condition is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Asked {
    /// Then the troops come at once.
    #[serde(rename = "start of a season")]
    Start,
    /// Then they come at the start of the next.
    #[serde(rename = "end of a season")]
    End,
}

/// Whether all of these are towns.
pub(super) fn places(atlas: &Atlas, names: &[String]) -> Result<(), String> {
    let stranger = names.iter().find(|name| atlas.named(name).is_none());
    stranger.map_or(Ok(()), |name| Err(format!("no place `{name}`")))
}
