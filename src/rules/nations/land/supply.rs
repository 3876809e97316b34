//! Supply: the chain of places that feeds a force (NIA §6.2, §6.2.1, §6.2.2).
//!
//! A [`Land`] is one power's side of the map, made once from the state or from what a power knows;
//! every question is asked of it, so that a receipt and the game trace a line by the same code. A
//! line is sought from link to link, and from each no further than a link may lie.
//!
//! Not here: when supply is looked at, and what a force without it suffers (§6.1.1, §6.1.2); the
//! flow of battles and marches asks. Who keeps what under a mandatory peace (§13.3.2.2) is not
//! played.
//!
//! # Our reading
//!
//! - §6.2, national territory: the provinces to which a power has the title; those of a country that
//!   follows it are an allied minor's. Where a scenario's page names no countries, what a minor
//!   country owned in 1792 among a power's provinces is such a minor. Where a scenario gives no
//!   territory, the owner of 1792 holds a province.
//! - §6.2, capitals of allied minors: the country's own province as the scenario gave it. A capital
//!   that was captured and armed again is a link, as the printed season has Turin.
//! - §6.2, the capital of a force's own country feeds it without a fortress, as long as its power
//!   holds it.
//! - §6.2, "each power its own line": an ally's fortresses are links, his depots and detachments are
//!   not.
//! - §6.2.1, detachments: any force of the power with a detachment in it, but not behind walls that
//!   are besieged.
//! - §6.2.1, enemy units: a leader alone, trains and engineers do not cut; what stands inside a
//!   besieged fortress does not either. Of an enemy stack that only the map shows, the worst is
//!   taken to be true.
//! - §6.2.1, the zone of an army: its hex and the six around it. An army in disorder or shut up in
//!   a fortress has none.
//! - §6.2.1, bridges: engineers on their bridge side serve unless they were last found out of supply.
//! - §6.2.2, by sea: neither harbour may be blockaded, and the far one must be fed over land. Who is fed
//!   so behind besieged walls is not checked for attrition, however many they are.
//! - §21.3.3, §21.3.4: where a scenario names the sources of a nation, its troops are fed by these alone,
//!   as long as its side holds them; a minor's troops by their own capital or those of their power.
//!   An army uses those of its power (§6.2.1). A mixed force without a marker is fed if the line of
//!   one of its nations is open.
//! - §5.3.4: supply passes the Bosphorus where ships of the power would pass it without being asked.

mod sites;

use crate::book::Book;
use crate::book::special::Sources;
use crate::book::units::{Size, Unit};
use crate::land::borders::Borders;
use crate::land::movement::{self, Mover};
use crate::land::nationality::nations;
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Fort, State, Titles};
use crate::sea::squad;
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::ground::Space;
use kit::relations::Relations;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::sync::LazyLock;

pub use crate::land::nationality::nation;

/// The most movement points between one link and the next (NIA §6.2.1).
pub const SPAN: u32 = 4;

/// What is going on while supply is asked.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    /// Where a battle is fought: armies in it have no zone.
    pub battle: Option<Space>,
    /// Hexes of contact that block.
    pub contact: Vec<Space>,
}

/// One power's side of the map, as far as supply asks.
pub struct Land<'a> {
    pub(super) book: &'a Book,
    season: Season,
    power: &'a str,
    relations: &'a Relations<Bloc>,
    titles: &'a Titles,
    borders: Borders,
    held: &'a BTreeMap<Space, String>,
    forts: &'a BTreeMap<Space, Fort>,
    mover: Mover,
    capital: Option<Space>,
    /// Where enemies stand who cut.
    enemies: BTreeSet<Space>,
    /// Where enemy armies stand that have a zone.
    armies: Vec<Space>,
    /// Enemy places that our side besieges.
    invested: BTreeSet<Space>,
    /// Places of our side that the enemy besieges.
    besieged: BTreeSet<Space>,
    /// Steps of our side behind walls, by their place.
    garrisons: BTreeMap<Space, u32>,
    /// Own detachments and depots.
    posts: BTreeSet<Space>,
    depots: BTreeSet<Space>,
    bridges: Vec<(Space, Space)>,
    /// Squadrons of both sides, and whether they are an enemy's; neutrals are left out.
    ships: Vec<(bool, &'a Anchorage)>,
}

impl<'a> Land<'a> {
    /// The map as it truly is.
    pub fn of_state(book: &'a Book, state: &'a State, power: &'a str) -> Self {
        let mut land = Self::empty(book, state.season, power, &state.relations);
        land.titles = &state.titles;
        (land.held, land.forts) = (&state.held, &state.forts);
        let lands = (&state.titles, &state.held);
        land.borders = Borders::of(book, lands, &state.relations, power);
        for force in state.forces.values() {
            if land.hostile(&force.power) {
                land.meet(force);
            } else if state.friends(power, &force.power) {
                land.join(force);
            }
        }
        let ships = state.squadrons.iter().filter(|ship| !land.neutral(&ship.power));
        land.ships = ships.map(|ship| (land.hostile(&ship.power), &ship.at)).collect();
        land
    }

    /// The map as one power knows it.
    pub fn of_known(book: &'a Book, known: &'a Known) -> Self {
        let mut land = Self::empty(book, known.season, &known.power, &known.relations);
        land.titles = &known.titles;
        (land.held, land.forts) = (&known.held, &known.forts);
        land.borders = Borders::of_known(book, known);
        for force in known.ours.values() {
            land.join(force);
        }
        for stack in known.enemies().filter(|stack| known.is_foe(&stack.power)) {
            if stack.besieging {
                land.besieged.insert(stack.at);
            }
            if !stack.inside {
                land.enemies.insert(stack.at);
            }
            if stack.army && !stack.inside && !stack.demoralized {
                land.armies.push(stack.at);
            }
        }
        let own = known.squadrons.iter().map(|ship| (false, &ship.at));
        let sails = known.enemy_ships().filter(|sail| known.is_foe(&sail.power));
        let sails = sails.map(|sail| (true, &sail.at));
        land.ships = own.chain(sails).collect();
        land
    }

    /// Puts down a depot on paper; whether there was none.
    pub fn lay_depot(&mut self, at: Space) -> bool {
        self.posts.insert(at);
        self.depots.insert(at)
    }

    /// Takes up a depot that was put down on paper.
    pub fn lift_depot(&mut self, at: Space) {
        self.posts.remove(&at);
        self.depots.remove(&at);
    }

    fn empty(
        book: &'a Book,
        season: Season,
        power: &'a str,
        relations: &'a Relations<Bloc>,
    ) -> Self {
        static NONE: (BTreeMap<Space, String>, BTreeMap<Space, Fort>) =
            (BTreeMap::new(), BTreeMap::new());
        static AS_AT_THE_START: LazyLock<Titles> = LazyLock::new(Titles::default);
        let seat = book.people.powers.iter().find(|seat| seat.name == power);
        let seat = seat.and_then(|seat| seat.capital.as_deref());
        Self {
            book,
            season,
            power,
            relations,
            titles: &AS_AT_THE_START,
            borders: Borders::default(),
            held: &NONE.0,
            forts: &NONE.1,
            // Nobody in particular: the costs of plain units without engineers.
            mover: Mover::new(book, &Force::new(ForceId(0), power, Space(0))),
            capital: seat.and_then(|name| book.atlas.named(name)),
            enemies: BTreeSet::new(),
            armies: vec![],
            invested: BTreeSet::new(),
            besieged: BTreeSet::new(),
            garrisons: BTreeMap::new(),
            posts: BTreeSet::new(),
            depots: BTreeSet::new(),
            bridges: vec![],
            ships: vec![],
        }
    }

    /// Counts an enemy force.
    fn meet(&mut self, force: &Force) {
        if force.siege.is_some() && !force.inside {
            self.besieged.insert(force.at);
        }
        if force.fights() && !force.inside {
            self.enemies.insert(force.at);
        }
        if force.army.is_some() && !force.inside && !force.demoralized {
            self.armies.push(force.at);
        }
    }

    /// Counts a force of our side.
    fn join(&mut self, force: &Force) {
        if force.siege.is_some() && !force.inside {
            self.invested.insert(force.at);
        }
        if force.inside {
            *self.garrisons.entry(force.at).or_default() += force.steps();
        }
        if let (Some(over), false) = (force.bridge, force.unsupplied) {
            self.bridges.push((force.at, over));
        }
        if force.power != self.power {
            return;
        }
        let kind = |kind: &str| self.book.units.kind(kind).size;
        if force.depots > 0 {
            self.depots.insert(force.at);
        }
        if force.depots > 0 || force.units.iter().any(|unit| kind(&unit.kind) == Size::Detachment) {
            self.posts.insert(force.at);
        }
    }

    fn bloc(&self, power: &str) -> Bloc {
        self.relations.group(power).copied().unwrap_or(Bloc::Neutral)
    }

    fn friendly(&self, power: &str) -> bool {
        self.relations.friends(power, self.power)
    }

    fn hostile(&self, power: &str) -> bool {
        !self.friendly(power) && !self.neutral(power)
    }

    /// Whether a power has no part in a war of ours: it or we are neutral (NIA §5.1.2).
    fn neutral(&self, power: &str) -> bool {
        let neutral = |power: &str| self.bloc(power) == Bloc::Neutral;
        !self.friendly(power) && (neutral(power) || neutral(self.power))
    }

    /// Who holds a place.
    fn holder(&self, at: Space) -> Option<&str> {
        if let Some(power) = self.held.get(&at) {
            return Some(power);
        }
        let province = self.book.atlas.province(at)?;
        let master = self.titles.master(self.book, &province.name);
        if master.is_some() || self.book.scenario.has_owners() {
            return master;
        }
        let mut powers = self.relations.parties().map(String::as_str);
        powers.find(|power| self.book.people.title(power) == province.owner)
    }

    /// The level of a fortress that is in order; 0 where there is none.
    fn level(&self, at: Space) -> u8 {
        let empty = self.forts.get(&at).is_some_and(|fort| fort.empty);
        if empty { 0 } else { self.book.atlas.town(at).map_or(0, |town| town.fortress) }
    }

    /// Whether a place feeds units of a nation by itself: the power's own, or a minor's (NIA §6.2).
    pub fn is_source(&self, nation: &str, at: Space) -> bool {
        if self.besieged.contains(&at) {
            return false;
        }
        let scenario = &self.book.scenario;
        if let Some(named) = scenario.sources(nation) {
            return self.is_named_source(named, at);
        }
        if let Some(named) = scenario.sources(self.power) {
            let own = nation != self.power && self.seat_of(nation) == Some(at);
            let held = self.holder(at) == Some(self.power);
            return (own && held) || self.is_named_source(named, at);
        }
        self.is_ordinary_source(nation, at)
    }

    /// Whether it is one of those that the scenario names (NIA §21.3.3, §21.3.4).
    fn is_named_source(&self, named: &Sources, at: Space) -> bool {
        let Some(town) = self.book.atlas.town(at) else { return false };
        let friendly = self.holder(at).is_some_and(|power| self.friendly(power));
        let listed = named.places.contains(&town.name);
        let by_sea = || {
            named.harbours
                && town.harbour
                && self.over_sea(self.power, at, &Moment::default()).is_some()
        };
        (friendly && (listed || by_sea()))
            || (named.own_too && self.is_ordinary_source(self.power, at))
    }

    /// Whether a nation's troops need no line where they stand (NIA §21.3.4).
    fn is_home(&self, nation: &str, at: Space) -> bool {
        let home = |named: &Sources| {
            let province = self.book.atlas.province(at);
            province.is_some_and(|province| named.home.contains(&province.name))
        };
        self.book.scenario.sources(nation).is_some_and(home)
    }

    fn is_ordinary_source(&self, nation: &str, at: Space) -> bool {
        if self.besieged.contains(&at) || self.holder(at) != Some(self.power) {
            return false;
        }
        if self.capital == Some(at) || (nation != self.power && self.seat_of(nation) == Some(at)) {
            return true;
        }
        let Some(province) = self.book.atlas.province(at).filter(|_| self.level(at) > 0) else {
            return false;
        };
        match self.titles.master(self.book, &province.name) {
            None if !self.book.scenario.has_owners() => {
                return self.book.people.title(self.power) == province.owner;
            }
            master if master != Some(self.power) => return false,
            _ => {}
        }
        let country = self.country(&province.name, &province.owner);
        country.is_none_or(|country| self.book.country_seat(country) == Some(at))
    }

    /// The minor country whose land a province of the power's side is; none, if it is the power's
    /// national territory.
    fn country<'l>(&'l self, province: &str, in_1792: &'l str) -> Option<&'l str> {
        let owner = self.titles.owner(self.book, province);
        if owner != Some(self.power) {
            return owner;
        }
        // A page without countries has those of its allies among the power's own provinces.
        let scenario = &self.book.scenario;
        let given = scenario.countries.is_empty() && scenario.owner(province) == owner;
        let national = self.book.people.powers.iter().any(|power| power.title == in_1792);
        (given && !national).then_some(in_1792)
    }

    /// The capital of the country that a nation's units come from.
    fn seat_of(&self, nation: &str) -> Option<Space> {
        let country = self.book.people.nation(nation)?.country.as_deref()?;
        self.book.country_seat(country)
    }

    /// All the places that feed the power's units, in the order of the map.
    pub fn sources(&self) -> impl Iterator<Item = Space> + '_ {
        let towns = self.book.atlas.towns().map(|(at, _)| at);
        towns.filter(|at| self.book.scenario.in_play(*at) && self.is_source(self.power, *at))
    }

    /// Whether a place lengthens a line (NIA §6.2.1).
    pub(super) fn is_link(&self, at: Space) -> bool {
        let fortress = || self.level(at) > 0 && self.holder(at).is_some_and(|p| self.friendly(p));
        !self.besieged.contains(&at) && (self.posts.contains(&at) || fortress())
    }

    /// Whether an enemy's troops or his walls stand there (NIA §6.2.1).
    pub(super) fn is_barred(&self, at: Space) -> bool {
        let walls = || self.level(at) > 0 && self.holder(at).is_some_and(|p| self.hostile(p));
        self.enemies.contains(&at) || (walls() && !self.invested.contains(&at))
    }

    /// Whether a line may come into a hex (NIA §6.2.1).
    pub(super) fn lets_through(&self, at: Space, moment: &Moment) -> bool {
        let zone =
            |army: &Space| moment.battle != Some(*army) && self.book.atlas.distance(*army, at) <= 1;
        !self.is_barred(at) && !moment.contact.contains(&at) && !self.armies.iter().any(zone)
    }

    /// Points to enter a neighbour.
    pub(super) fn cost(&self, from: Space, to: Space) -> Option<u32> {
        let bridged = |a, b| self.bridges.contains(&(a, b)) || self.bridges.contains(&(b, a));
        let strait = || self.book.atlas.strait(from, to).is_some_and(|sea| self.is_shut(sea));
        if self.book.atlas.edge(from, to).strait && strait() {
            return None;
        }
        if !self.borders.are_open(self.book, to) {
            return None;
        }
        movement::cost(self.book, self.season, &self.mover, from, to, bridged)
    }

    /// What lies within a link's span of a place, nearest first; the place itself is left out.
    pub(super) fn near(&self, start: Space, moment: &Moment) -> Vec<Space> {
        let mut best = BTreeMap::from([(start, 0)]);
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        let mut near = vec![];
        while let Some(Reverse((spent, at))) = open.pop() {
            if best[&at] < spent {
                continue;
            }
            near.push(at);
            for next in self.book.atlas.around(at) {
                let Some(cost) = self.cost(at, next).map(|cost| spent + cost) else { continue };
                let nearer = best.get(&next).is_none_or(|known| cost < *known);
                if cost <= SPAN && nearer && self.lets_through(next, moment) {
                    best.insert(next, cost);
                    open.push(Reverse((cost, next)));
                }
            }
        }
        near.split_off(1)
    }

    /// The chain over land from a place to the first that ends it, with as few links as can be.
    pub(super) fn chain(
        &self,
        at: Space,
        moment: &Moment,
        ends: impl Fn(Space) -> bool,
    ) -> Option<Vec<Space>> {
        if ends(at) {
            return Some(vec![at]);
        }
        let mut before: BTreeMap<Space, Space> = BTreeMap::new();
        let mut open = VecDeque::from([at]);
        while let Some(link) = open.pop_front() {
            let near = self.near(link, moment);
            if let Some(end) = near.iter().find(|space| ends(**space)) {
                let mut chain = vec![*end];
                let mut last = link;
                while last != at {
                    chain.push(last);
                    last = before[&last];
                }
                chain.reverse();
                return Some(chain);
            }
            for next in near.into_iter().filter(|next| self.is_link(*next) && *next != at) {
                before.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    link
                });
            }
        }
        None
    }

    /// Whether an enemy alone is at sea there (NIA §6.2.2).
    fn is_shut(&self, sea: &str) -> bool {
        squad::is_shut(self.ships.iter().copied(), sea)
    }

    /// Whether ships may go from one sea to the next (NIA §5.3.4).
    fn passes(&self, from: &str, to: &str) -> bool {
        let gate =
            squad::passage(self.book, self.relations, |at| self.holder(at), (from, to), self.power);
        gate.is_none_or(|gate| gate.is_open())
    }

    /// The seas on which a harbour of our side opens; none, where it is blockaded (NIA §6.2.2).
    fn seas(&self, at: Space) -> &'a [String] {
        let blockaded =
            self.ships.iter().any(|(theirs, ship)| *theirs && **ship == Anchorage::Blockading(at));
        let ours = self.holder(at).is_some_and(|power| self.friendly(power));
        let harbour = self.book.atlas.town(at).filter(|town| town.harbour && ours && !blockaded);
        harbour.map_or(&[], |town| &town.seas)
    }

    /// The line from a harbour with a depot over the sea to one that is fed over land (NIA §6.2.2).
    fn over_sea(&self, nation: &str, from: Space, moment: &Moment) -> Option<Vec<Space>> {
        let open = |sea: &&String| !self.is_shut(sea);
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut ahead: Vec<&String> = self.seas(from).iter().filter(open).collect();
        while let Some(sea) = ahead.pop() {
            if reached.insert(sea) {
                let area = self.book.atlas.seas.iter().find(|area| area.name == *sea);
                let next = area.into_iter().flat_map(|area| &area.adjacent);
                ahead.extend(next.filter(open).filter(|next| self.passes(sea, next)));
            }
        }
        let touches = |at: &Space| self.seas(*at).iter().any(|sea| reached.contains(sea.as_str()));
        let harbours = self.book.atlas.towns().map(|(at, _)| at).filter(|at| *at != from);
        let fed = |at| {
            let mut line = self.chain(at, moment, |space| self.is_source(nation, space))?;
            if line[0] != at {
                line.insert(0, at);
            }
            Some(line)
        };
        harbours.filter(touches).find_map(fed)
    }
}

/// The chain that feeds units of a nation: the links from them to the source, or nothing (NIA §6.2).
///
/// The nation is the power itself or a minor country whose troops serve it. Who stands on a source
/// is fed by it.
pub fn line(land: &Land, nation: &str, at: Space, moment: &Moment) -> Option<Vec<Space>> {
    if land.is_home(nation, at) {
        return Some(vec![at]);
    }
    if let Some(line) = land.chain(at, moment, |space| land.is_source(nation, space)) {
        return Some(line);
    }
    if land.depots.is_empty() {
        return None;
    }
    let over_sea = |space: Space| {
        let depot = land.depots.contains(&space).then_some(space)?;
        land.over_sea(nation, depot, moment)
    };
    let mut line = land.chain(at, moment, |space| over_sea(space).is_some())?;
    line.extend(line.last().copied().and_then(over_sea).into_iter().flatten());
    Some(line)
}

/// Whether a force is in supply (NIA §6.2).
pub fn supplied(book: &Book, state: &State, force: &Force, moment: &Moment) -> bool {
    feeds(&Land::of_state(book, state, &force.power), force, moment)
}

/// Whether a force of the land's power is in supply, as far as the land shows (NIA §6.2).
///
/// Behind besieged walls it is, if the fortress can feed all the steps in it, or if a depot in the
/// harbour is fed over the sea.
pub fn feeds(land: &Land, force: &Force, moment: &Moment) -> bool {
    if land.book.scenario.fed {
        return !force.unsupplied;
    }
    if force.fed || lives_off_the_land(land.book, force) {
        return true;
    }
    if force.inside && land.besieged.contains(&force.at) {
        let steps = land.garrisons.get(&force.at).copied().unwrap_or_default();
        return steps <= u32::from(land.level(force.at)) || by_sea(land, force, moment);
    }
    line_of(land, force, moment).is_some()
}

/// Whether supply is never asked of a force: it is guerrillas and nothing else (NIA §7.1).
fn lives_off_the_land(book: &Book, force: &Force) -> bool {
    let guerrillas = |unit: &Unit| book.units.kind(&unit.kind).class == "guerrillas";
    !force.units.is_empty() && force.leaders.is_empty() && force.units.iter().all(guerrillas)
}

/// The chain that feeds a force, by the first of its nations that has one (NIA §6.2.1).
pub fn line_of(land: &Land, force: &Force, moment: &Moment) -> Option<Vec<Space>> {
    let mut nations = nations(land.book, force).into_iter();
    nations.find_map(|nation| line(land, nation, force.at, moment))
}

/// Whether a depot in the harbour where a force stands is fed over the sea (NIA §6.2.2).
fn by_sea(land: &Land, force: &Force, moment: &Moment) -> bool {
    land.depots.contains(&force.at)
        && land.over_sea(nation(land.book, force), force.at, moment).is_some()
}

/// Whether a besieged force is fed over the sea, so that nobody in it is one too many (NIA §6.2.2).
pub fn fed_by_sea(book: &Book, state: &State, force: &Force) -> bool {
    by_sea(&Land::of_state(book, state, &force.power), force, &Moment::default())
}

/// How many steps a besieged fortress feeds (NIA §6.2).
pub fn fed_inside(book: &Book, state: &State, at: Space) -> u32 {
    u32::from(state.fortress(book, at))
}

/// Points from every hex to the power's nearest source, over ground that its side can use.
///
/// Where an enemy stands, where his walls or the hexes of contact are, the hex has its distance, but
/// no way leads through it.
pub fn distance(book: &Book, state: &State, power: &str, moment: &Moment) -> BTreeMap<Space, u32> {
    let land = Land::of_state(book, state, power);
    let mut best: BTreeMap<Space, u32> = land.sources().map(|at| (at, 0)).collect();
    let mut open: BinaryHeap<_> = best.keys().map(|at| Reverse((0, *at))).collect();
    while let Some(Reverse((spent, at))) = open.pop() {
        let through = spent == 0 || !(land.is_barred(at) || moment.contact.contains(&at));
        if best[&at] < spent || !through {
            continue;
        }
        for from in book.atlas.around(at) {
            if !book.atlas.is_box(from) && !book.scenario.in_play(from) {
                continue;
            }
            let Some(cost) = land.cost(from, at).map(|cost| spent + cost) else { continue };
            if best.get(&from).is_none_or(|known| cost < *known) {
                best.insert(from, cost);
                open.push(Reverse((cost, from)));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::state::Squadron;
    use crate::season::setup;
    use kit::ledger::Ledger;
    use std::fmt::Write;

    fn book() -> Book {
        Book::read(&play::shelf::<crate::Nations>(), "marengo-1800", &BTreeMap::new()).unwrap()
    }

    /// The printed spring of 1800 as it is set up.
    fn spring(book: &Book) -> State {
        setup::opening(book, &BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32])).state
    }

    fn hex(book: &Book, code: &str) -> Space {
        book.atlas.code(code).unwrap()
    }

    fn told(book: &Book, line: Option<Vec<Space>>) -> String {
        let mut told = String::new();
        let Some(line) = line else { return "none".to_owned() };
        line.iter().for_each(|at| write!(told, "{} ", book.atlas.number(*at)).unwrap());
        told.trim_end().to_owned()
    }

    /// The line from a hex in a state.
    fn from(book: &Book, state: &State, power: &str, code: &str) -> String {
        let land = Land::of_state(book, state, power);
        told(book, line(&land, power, hex(book, code), &Moment::default()))
    }

    fn put(state: &mut State, force: Force) {
        state.forces.insert(force.id, force);
    }

    fn depot(book: &Book, state: &mut State, power: &str, code: &str) {
        let number = u32::try_from(state.forces.len()).unwrap();
        let id = ForceId::of(book, power, 1_000 + number);
        let mut force = Force::new(id, power, hex(book, code));
        force.depots = 1;
        put(state, force);
    }

    fn goes(state: &mut State, leader: &str, to: Space) {
        let id = state.with_leader(leader).unwrap().id;
        state.forces.get_mut(&id).unwrap().at = to;
    }

    #[test]
    fn the_lines_of_the_printed_spring() {
        let book = book();
        let mut state = spring(&book);
        let bonaparte = hex(&book, "W3130");
        let land = Land::of_state(&book, &state, "france");
        assert_eq!(land.cost(bonaparte, hex(&book, "W3129")), Some(1), "Besançon is next door");
        drop(land);
        assert_eq!(from(&book, &state, "france", "W3130"), "W3129");
        let turin = hex(&book, "W3432");
        assert_eq!(from(&book, &state, "austria", "W3633"), "W3432", "Ott; Turin is as near");
        state.forts.insert(turin, Fort { lost: 0, empty: true });
        assert_eq!(from(&book, &state, "austria", "W3633"), "W3732", "Ott is fed from Milan");
        state.forts.remove(&turin);
        assert_eq!(from(&book, &state, "france", "W3219"), "W2821", "Augereau, from Amsterdam");

        assert_eq!(from(&book, &state, "france", "W3431"), "none", "too far without a depot");
        depot(&book, &mut state, "france", "W3331");
        assert_eq!(from(&book, &state, "france", "W3331"), "W3129");
        assert_eq!(from(&book, &state, "france", "W3431"), "W3331 W3129");
    }

    /// After Marengo: Melas beaten at Milan, Turin armed again, Bonaparte before Genoa.
    #[test]
    fn the_line_from_genoa_over_turin() {
        let book = book();
        let mut state = spring(&book);
        depot(&book, &mut state, "france", "W3331");
        let (milan, genoa) = (hex(&book, "W3732"), hex(&book, "W3633"));
        goes(&mut state, "Melas", hex(&book, "W3632"));
        goes(&mut state, "Kollowrat", milan);
        let ott = state.with_leader("Ott").unwrap().id;
        state.forces.remove(&ott);
        let masséna = state.with_leader("Masséna").unwrap().id;
        state.forces.remove(&masséna);
        state.forts.insert(genoa, Fort { lost: 0, empty: true });
        state.held.insert(hex(&book, "W3432"), "france".to_owned());
        assert_eq!(from(&book, &state, "france", "W3633"), "none", "Melas has his zone");
        let melas = state.with_leader("Melas").unwrap().id;
        state.forces.get_mut(&melas).unwrap().demoralized = true;
        goes(&mut state, "Melas", milan);
        assert_eq!(from(&book, &state, "france", "W3633"), "W3432 W3331 W3129");
        let turin = hex(&book, "W3432");
        state.forts.insert(turin, Fort { lost: 0, empty: true });
        assert_eq!(from(&book, &state, "france", "W3633"), "none", "an empty Turin is no link");
    }

    #[test]
    fn what_cuts_a_line() {
        let book = book();
        let mut state = spring(&book);
        depot(&book, &mut state, "france", "W3331");
        let at = hex(&book, "W3431");
        let feeds = |state: &State, moment: &Moment| {
            let land = Land::of_state(&book, state, "france");
            line(&land, "france", at, moment).is_some()
        };
        let quiet = Moment::default();
        assert!(feeds(&state, &quiet));
        let contact = Moment { contact: vec![hex(&book, "W3331")], ..Moment::default() };
        assert!(!feeds(&state, &contact), "the hex of contact of a leader");

        let melas = state.with_leader("Melas").unwrap().at;
        goes(&mut state, "Melas", at);
        assert!(!feeds(&state, &quiet), "the zone, even from the same hex");
        let battle = Moment { battle: Some(at), ..Moment::default() };
        assert!(feeds(&state, &battle), "an army in a battle has no zone");
        goes(&mut state, "Melas", melas);

        // A train of the enemy does no harm, a detachment does.
        let mut other =
            Force::new(ForceId::of(&book, "austria", 900), "austria", hex(&book, "W3331"));
        other.trains = 1;
        put(&mut state, other.clone());
        assert!(feeds(&state, &quiet));
        other.depots = 1;
        put(&mut state, other);
        assert!(!feeds(&state, &quiet), "an enemy depot");
    }

    #[test]
    fn a_besieged_place_feeds_its_own_level() {
        let book = book();
        let mut state = spring(&book);
        let masséna = state.with_leader("Masséna").unwrap().id;
        let moment = Moment::default();
        assert!(
            supplied(&book, &state, state.force(masséna), &moment),
            "one step in a level of two"
        );
        let unit = state.force(masséna).units[0].clone();
        let inside = &mut state.forces.get_mut(&masséna).unwrap().units;
        inside.extend([unit.clone(), unit]);
        assert!(!supplied(&book, &state, state.force(masséna), &moment), "three steps");
        assert_eq!(fed_inside(&book, &state, hex(&book, "W3633")), 2);
    }

    #[test]
    fn a_minors_capital_feeds_its_own_troops_alone() {
        let book = book();
        let state = spring(&book);
        let munich = hex(&book, "W3826");
        let land = Land::of_state(&book, &state, "austria");
        assert!(land.is_source("bavarian", munich));
        assert!(!land.is_source("austria", munich), "it has no fortress");
        assert!(land.is_source("austria", hex(&book, "W3732")), "Milan");
        assert!(land.is_source("austria", hex(&book, "W3432")), "Turin, with its fortress");
        let de_wrede = state.with_leader("De Wrede").unwrap();
        assert_eq!(nation(&book, de_wrede), "bavarian");
        assert!(supplied(&book, &state, de_wrede, &Moment::default()));
    }

    #[test]
    fn a_power_traces_what_it_knows() {
        let book = book();
        let opening =
            setup::opening(&book, &BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32]));
        for (power, known) in &opening.known {
            let (truth, hearsay) =
                (Land::of_state(&book, &opening.state, power), Land::of_known(&book, known));
            for force in known.own() {
                let line = |land| line(land, nation(&book, force), force.at, &Moment::default());
                assert_eq!(line(&truth), line(&hearsay), "{:?}", force.leaders);
                let feeds = |land| feeds(land, force, &Moment::default());
                assert_eq!(feeds(&truth), feeds(&hearsay), "{:?}", force.leaders);
            }
        }
    }

    #[test]
    fn an_allys_depot_is_no_link() {
        let book = book();
        let mut state = spring(&book);
        state.relations.join("britain", Bloc::Empire);
        depot(&book, &mut state, "britain", "W3331");
        assert_eq!(from(&book, &state, "france", "W3431"), "none");
        state.relations.join("austria", Bloc::Empire);
        let turin = hex(&book, "W3432");
        assert!(Land::of_state(&book, &state, "france").is_link(turin), "his fortress is one");
    }

    #[test]
    fn a_depot_in_a_harbour_is_fed_by_sea() {
        let book = book();
        let mut state = spring(&book);
        let (naples, london) = (hex(&book, "E0538"), hex(&book, "W2123"));
        state.forts.insert(naples, Fort { lost: 0, empty: true });
        assert_eq!(from(&book, &state, "britain", "E0538"), "none");
        depot(&book, &mut state, "britain", "E0538");
        let by_sea = from(&book, &state, "britain", "E0538");
        assert!(by_sea.starts_with("E0538 ") && by_sea != "none", "{by_sea}");
        // French ships alone on the waters before Naples shut it off.
        let seas = book.atlas.town(naples).unwrap().seas.clone();
        state
            .squadrons
            .retain(|ship| !matches!(&ship.at, Anchorage::Sea(sea) if seas.contains(sea)));
        for sea in &seas {
            let at = Anchorage::Sea(sea.clone());
            state.squadrons.push(Squadron::new("france", &at, &[]));
        }
        assert_eq!(from(&book, &state, "britain", "E0538"), "none");
        assert!(Land::of_state(&book, &state, "britain").is_source("britain", london));
    }

    #[test]
    fn distances_to_the_nearest_source() {
        let book = book();
        let state = spring(&book);
        let far = distance(&book, &state, "france", &Moment::default());
        assert_eq!(far[&hex(&book, "W3129")], 0);
        assert_eq!(far[&hex(&book, "W3130")], 1);
        assert_eq!(far[&hex(&book, "W3331")], 4);
        let austria = distance(&book, &state, "austria", &Moment::default());
        assert_eq!(austria[&hex(&book, "W3633")], 2);
        let source =
            |at: &Space| Land::of_state(&book, &state, "austria").is_source("austria", *at);
        assert!(austria.iter().all(|(at, points)| (*points == 0) == source(at)));
    }
}
