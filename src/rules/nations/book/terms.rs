//! The terms of a scenario: how it is won, by points or by conditions, what its special rules wait for, who comes on a condition
//! (NIA §21.1).

use super::atlas::Atlas;
use super::scenario::Entry;
use super::special::Controls;
use super::{Book, People};
use crate::record::state::Bloc;
use kit::calendar::Season;
use kit::ground::Space;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How a game is won: points are counted at its end (NIA §21.1.1, §21.1.3), or conditions decide it
/// (NIA §16, §21.3).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// `points` are counted at the end, or `conditions` decide
    kind: Kind,
    /// with `points`: when
    #[serde(rename = "counted", default)]
    _counted: Counted,
    /// with `conditions`: each way to win. Whose condition alone holds has won
    #[serde(default)]
    #[declared(items = 1..=20)]
    pub conditions: Vec<Verdict>,
    /// the one side that counts; or `either side`
    pub side: Option<Side>,
    /// `true`: both sides count for themselves
    #[serde(rename = "either side", default)]
    pub either: bool,
    /// with `points`: the points that win
    #[serde(rename = "wins with", default)]
    #[declared(1..=999)]
    pub needed: i32,
    /// what it is if no side alone has the points or its conditions
    pub otherwise: Otherwise,
    /// what is counted, a line each
    #[serde(default)]
    #[declared(items = 1..=60)]
    pub points: Vec<Score>,
}

/// A way to win: all of it must hold.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// who wins if all of it holds
    pub winner: Side,
    /// when it is looked at: at the end, as is meant without it, or each season, and then the game
    /// is over as soon as it holds
    #[serde(default)]
    pub asked: When,
    /// it is not looked at before this season
    pub from: Option<Season>,
    /// what must hold
    #[declared(items = 1..=20)]
    pub all: Vec<Term>,
    /// `true`: it counts only while no way to win of the other side holds
    // NIA §21.3.3.
    #[serde(rename = "unless the other side wins", default)]
    pub yields: bool,
    /// where that is from
    #[serde(rename = "source", default)]
    _source: String,
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Declared)]
pub enum When {
    #[default]
    #[serde(rename = "end of the last season")]
    AtTheEnd,
    /// The game ends with the season in which it holds.
    #[serde(rename = "end of every season")]
    EverySeason,
}

/// Something that a side must hold, or must not.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// who
    pub side: Side,
    /// it holds each of these towns
    #[serde(rename = "holds all", default)]
    #[declared("place")]
    pub all: Vec<String>,
    /// it holds one of these towns at least
    #[serde(rename = "holds one of", default)]
    #[declared("place")]
    pub any: Vec<String>,
    /// it holds no armed fortress in these provinces
    #[serde(rename = "holds no fortress in", default)]
    #[declared("province")]
    pub none_in: Vec<String>,
    /// each of these towns is its own, with a fed unit of it there or an armed fortress
    // NIA §13.3.1.
    #[serde(rename = "occupies all", default)]
    #[declared("place")]
    pub occupies: Vec<String>,
    /// the same of one of these towns at least
    #[serde(rename = "occupies one of", default)]
    #[declared("place")]
    pub occupies_any: Vec<String>,
    /// the same does not hold of all of these towns
    #[serde(rename = "does not occupy all", default)]
    #[declared("place")]
    pub not_all: Vec<String>,
    /// it occupies the capital of each of these countries and holds all their fortresses
    // NIA §13.1.
    #[serde(rename = "has conquered", default)]
    #[declared("country")]
    pub conquered: Vec<String>,
    /// what those provinces are called together in reports
    pub called: Option<String>,
    /// with `occupies all`: one town fewer for each army of that power in disorder or lost
    #[serde(rename = "one less for each beaten army of")]
    #[declared("power")]
    pub less: Option<String>,
    /// with `occupies all`: towns that are needed all the same
    #[serde(rename = "never without", default)]
    #[declared("place")]
    pub never_without: Vec<String>,
    /// none of its troops in supply are in these towns
    #[serde(rename = "no troops in supply at", default)]
    #[declared("place")]
    pub clear_of: Vec<String>,
    /// none of its units stand in these provinces
    #[serde(rename = "no units in", default)]
    #[declared("province")]
    pub no_units: Vec<String>,
    /// each armed fortress that it holds in these provinces is besieged
    #[serde(rename = "no free fortress in", default)]
    #[declared("province")]
    pub no_free: Vec<String>,
    /// it holds no town in these provinces
    #[serde(rename = "holds no town in", default)]
    #[declared("province")]
    pub no_town: Vec<String>,
    /// it occupies no town in these provinces: none that it holds has a fed unit of it or an armed
    /// fortress
    // NIA §13.3.1, §21.3.5.
    #[serde(rename = "occupies no town in", default)]
    #[declared("province")]
    pub no_occupied: Vec<String>,
    /// it occupies no fortress in these provinces, armed or not: the same of their fortresses alone
    // NIA §21.2.4.
    #[serde(rename = "occupies no fortress in", default)]
    #[declared("province")]
    pub no_occupied_fortress: Vec<String>,
    /// it holds the capital of this power, all its harbours and those that its special rule
    /// `liberation war` names
    // NIA §14.4.2.
    #[serde(rename = "has conquered in a liberation war")]
    #[declared("power")]
    pub subdued: Option<String>,
    /// so many winters have ended with the Continental System in effect; with `track` and `money`
    // NIA §12.2.3, §16.1.
    #[serde(rename = "winters of the Continental System")]
    #[declared(1..=9)]
    pub system_winters: Option<u8>,
    /// each of these powers has lost the towns that force it to make peace, and has made it or fights on; with `track`
    // NIA §13.3.1, §16.
    #[serde(rename = "has beaten", default)]
    #[declared("power")]
    pub beaten: Vec<String>,
    /// each of these has been beaten so, or is on its side
    // NIA §16.1.
    #[serde(rename = "has beaten or is allied to", default)]
    #[declared("power")]
    pub beaten_or_ally: Vec<String>,
    /// no power of the side is at war with one of these
    // NIA §16.1.
    #[serde(rename = "is at peace with", default)]
    #[declared("power")]
    pub peace: Vec<String>,
    /// each of these provinces is its own or its allies', and no enemy controls it
    // NIA §12.2.1, §21.2.2.
    #[serde(rename = "keeps the provinces", default)]
    #[declared("province")]
    pub keeps: Vec<String>,
    /// it controls so many of some provinces of others
    // NIA §12.2.1, §21.2.3.
    #[serde(rename = "controls provinces")]
    pub controls: Option<Controls>,
    /// no unit of these nations is left
    // NIA §21.2.3.
    #[serde(rename = "has destroyed all of", default)]
    #[declared("nation")]
    pub destroyed: Vec<String>,
    /// this leader of its was killed
    #[serde(rename = "lost by death")]
    #[declared("leader")]
    pub dead: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, Declared)]
enum Kind {
    #[serde(rename = "points")]
    Points,
    #[serde(rename = "conditions")]
    Conditions,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, Declared)]
enum Counted {
    #[default]
    #[serde(rename = "end of the last season")]
    AtTheEnd,
}

/// Who wins if nobody has the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Otherwise {
    Empire,
    Coalition,
    Draw,
}

/// One line of the count.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// what points are given for; `control`: each of `places` that a power of the side holds
    #[serde(rename = "for")]
    pub what: What,
    /// the points of one
    #[declared(-99..=99)]
    pub each: i32,
    /// with `control`: the towns
    #[serde(default)]
    #[declared("place")]
    pub places: Vec<String>,
    /// with armies: of this power alone
    #[declared("power")]
    pub of: Option<String>,
    /// with `leader removed from the map`: who
    #[declared("leader")]
    pub leader: Option<String>,
    /// garrisons that marched out are not destroyed
    #[serde(rename = "honours of war count", default)]
    #[declared(false)]
    honours: bool,
    /// where the figure is from
    #[serde(rename = "source", default)]
    _source: String,
}

/// What points are given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
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
    /// The blocs that count their points.
    pub fn counting(&self) -> Vec<Bloc> {
        self.side.map_or(vec![Bloc::Empire, Bloc::Coalition], |side| vec![side.bloc()])
    }

    /// Whether it asks who holds a place.
    pub fn counts(&self, book: &Book, at: Space) -> bool {
        let mut terms = self.conditions.iter().flat_map(|verdict| &verdict.all);
        self.names(book, at) || terms.any(|term| term.asks_of_land(book, at))
    }

    /// Whether it asks who holds a place that a side has just taken. Where it asks for armed fortresses alone,
    /// one that has come to that side counts only once it is armed.
    pub fn counts_for(&self, book: &Book, at: Space, taker: Bloc, is_armed: bool) -> bool {
        let mut terms = self.conditions.iter().flat_map(|verdict| &verdict.all);
        let asks = |term: &Term| {
            let of_walls = Term { none_in: vec![], no_free: vec![], ..term.clone() };
            let is_idle = term.side.bloc() == taker && !is_armed;
            if is_idle { of_walls.asks_of_land(book, at) } else { term.asks_of_land(book, at) }
        };
        self.names(book, at) || terms.any(asks)
    }

    /// Whether it names a place.
    pub fn names(&self, book: &Book, at: Space) -> bool {
        let names = |names: &[String]| names.iter().any(|name| book.atlas.named(name) == Some(at));
        let mut terms = self.conditions.iter().flat_map(|verdict| &verdict.all);
        self.points.iter().any(|score| names(&score.places))
            || terms.any(|term| term.towns().into_iter().any(names))
    }

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
        if let Some(name) = self.destroyed.iter().find(|name| people.nation(name).is_none()) {
            return Err(format!("no nation `{name}`"));
        }
        let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
        let controlled = self.controls.iter().flat_map(|one| one.of.iter().chain(&one.among));
        let lands = self.lands().into_iter().flatten();
        match lands.chain(controlled).find(|name| !known(name)) {
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

    /// Whether it asks who holds a town since that lies in a land that it names.
    fn asks_of_land(&self, book: &Book, at: Space) -> bool {
        let (Some(town), Some(province)) = (book.atlas.town(at), book.atlas.province(at)) else {
            return false;
        };
        let within = |names: &[String]| names.contains(&province.name);
        let country = |name: &String| {
            let country = book.countries.get(name);
            country.is_some_and(|one| one.capital == town.name || within(&one.provinces))
        };
        let walled = town.fortress > 0;
        within(&self.no_town)
            || within(&self.no_occupied)
            || within(&self.keeps)
            || self.controls.as_ref().is_some_and(|one| within(&one.of))
            || walled
                && [&self.none_in, &self.no_free, &self.no_occupied_fortress]
                    .into_iter()
                    .any(|names| within(names))
            || (walled || town.capital) && self.conquered.iter().any(country)
    }

    /// The lists of provinces.
    fn lands(&self) -> [&Vec<String>; 7] {
        let Self { none_in, no_units, no_free, no_town, no_occupied, keeps, .. } = self;
        [none_in, no_units, no_free, no_town, no_occupied, &self.no_occupied_fortress, keeps]
    }

    /// The powers that it asks for.
    pub fn powers(&self) -> impl Iterator<Item = &String> {
        self.beaten.iter().chain(&self.beaten_or_ally).chain(&self.peace)
    }

    /// Whether it asks for nothing.
    fn is_empty(&self) -> bool {
        self.towns().iter().all(|list| list.is_empty())
            && self.lands().iter().all(|list| list.is_empty())
            && self.conquered.is_empty()
            && self.powers().next().is_none()
            && self.dead.is_none()
            && self.controls.is_none()
            && self.destroyed.is_empty()
            && self.subdued.is_none()
            && self.system_winters.is_none()
    }

    /// Whether it asks where troops are and who feeds them, which the enemy does not know.
    pub fn asks_of_troops(&self) -> bool {
        let lists =
            [&self.clear_of, &self.occupies, &self.occupies_any, &self.not_all, &self.conquered];
        let lists = lists.into_iter().chain([&self.no_units, &self.no_free, &self.keeps]);
        lists.into_iter().any(|list| !list.is_empty()) || self.controls.is_some()
    }
}

/// What must be true for a special rule or an arrival; all that is named must hold.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// who does it
    #[declared("power")]
    pub power: String,
    /// troops of that power stand in this province
    #[declared("province")]
    pub enters: Option<String>,
    /// that power holds all these towns
    #[serde(default)]
    #[declared("place")]
    pub holds: Vec<String>,
    /// that power holds or besieges each of these towns
    #[serde(rename = "holds or besieges", default)]
    #[declared("place")]
    pub besieges: Vec<String>,
    /// this country is its ally or satellite
    #[serde(rename = "is followed by")]
    #[declared("country")]
    pub followed: Option<String>,
    /// nothing of it, once this event card has left the game
    #[serde(rename = "unless played")]
    #[declared("card")]
    pub unless_played: Option<String>,
    /// `true`: this is looked at when a season's marches begin, not after each marker
    #[serde(rename = "from the next season", default)]
    pub from_next: bool,
    /// `true`: an army marker of that power is lost, or its army in disorder
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
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Recall {
    /// who is taken off the map, into the pool
    #[declared("leader")]
    pub leader: String,
    /// whose he is
    #[declared("power")]
    pub power: String,
    /// when none of these towns is held by his side
    #[declared("place")]
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
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    /// whose armies
    #[declared("power")]
    pub power: String,
    /// a leader of so many stars, if one waits in the pool
    #[declared(1..=4)]
    pub stars: u8,
}

/// Who may follow a leader who is killed or wounded (NIA §21.1.3).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Successors {
    /// from when to when they serve; this or the next
    #[declared(1700..=1999, items = 2..=2)]
    pub years: Option<[u16; 2]>,
    /// `true`: one of the fewest stars among those who wait
    // NIA §21.3.3.
    #[serde(rename = "fewest stars first", default)]
    pub fewest_stars: bool,
    /// leaders who are left out
    #[serde(default)]
    #[declared(keys = "power", "leader")]
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
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Conditional {
    /// when it is looked at: they come at once, or at the start of the next season
    pub asked: Asked,
    /// one of these must be true
    #[declared(items = 1..=20)]
    pub any: Vec<Release>,
    /// who comes: the keys of a line of `forces`
    pub entry: Entry,
}

/// When a condition is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
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
