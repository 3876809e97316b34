//! Supply: the chain of places that feeds a force (NIA §6.2, §6.2.1, §6.2.2).
//!
//! A [`Land`] is one power's side of a [`Position`], collected once for all questions. A line is
//! searched from link to link, and from each no further than the next link may be.
//!
//! Not here: when supply is looked at, and what a force without it suffers (§6.1.1, §6.1.2); the
//! flow of battles and marches asks. Who may cross whose land under a
//! mandatory peace (§13.3.2.2) is a matter of relations, which borders ask.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.3.4, §6.2, §6.2.1, §6.2.2, §21.3.3, §21.3.4.

mod sites;

use crate::book::Book;
use crate::book::special::Sources;
use crate::book::units::{Size, Unit};
use crate::land::borders::Borders;
use crate::land::guests;
use crate::land::movement::{self, Mover};
use crate::land::nationality::nations;
use crate::politics::revolts;
use crate::position::{Common, Position, Standing};
use crate::record::state::{Anchorage, Bloc, Force, ForceId};
use crate::sea::squad;
use kit::ground::Space;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::rc::Rc;

pub use crate::land::nationality::nation;

/// The most movement points between one link and the next (NIA §6.2.1).
pub const SPAN: u32 = 4;

/// Whether a force lengthens a line for its own power by where it stands: a depot or a detachment (NIA §6.2.1).
pub fn is_post(book: &Book, force: &Force) -> bool {
    let is_detachment = |unit: &Unit| book.units.kind(&unit.kind).size == Size::Detachment;
    force.depots > 0 || force.units.iter().any(is_detachment)
}

/// What is going on while supply is asked.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    /// Where a battle is fought: armies in it have no zone.
    pub battle: Option<Space>,
    /// Hexes of contact that block.
    pub contact: Vec<Space>,
}

impl Moment {
    /// Whether no battle is fought, so that only what is on the map bars a line.
    fn is_quiet(&self) -> bool {
        self.battle.is_none() && self.contact.is_empty()
    }
}

/// One power's side of the map, as far as supply asks.
pub struct Land<'a> {
    pub(super) book: &'a Book,
    common: Common<'a>,
    power: &'a str,
    borders: Borders,
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
    /// Results of [`Land::near`] outside battles, by place.
    nears: RefCell<BTreeMap<Space, Rc<[Space]>>>,
    /// Squadrons of both sides, and whether they are an enemy's; neutrals are left out.
    ships: Vec<(bool, &'a Anchorage)>,
}

impl<'a> Land<'a> {
    /// One power's side of a position.
    pub fn of(book: &'a Book, position: &'a dyn Position, power: &'a str) -> Self {
        let mut land = Self::empty(book, position.common(), power);
        for one in position.standing().filter(Standing::is_there) {
            if land.hostile(one.power) {
                land.meet(&one);
            } else if let Some(force) = one.whole.filter(|_| land.friendly(one.power)) {
                land.join(force);
            }
        }
        let ships = position.afloat().filter(|ships| ships.is_there());
        let ships = ships.filter(|ships| !land.neutral(ships.power));
        land.ships = ships.map(|ships| (land.hostile(ships.power), ships.at)).collect();
        land
    }

    /// Puts down a depot on paper; whether there was none.
    pub fn lay_depot(&mut self, at: Space) -> bool {
        self.posts.insert(at);
        self.depots.insert(at)
    }

    /// Puts a detachment somewhere on paper; whether there was no post.
    pub fn lay_post(&mut self, at: Space) -> bool {
        self.posts.insert(at)
    }

    /// Takes away a detachment that was put somewhere on paper.
    pub fn lift_post(&mut self, at: Space) {
        self.posts.remove(&at);
    }

    /// Takes up a depot that was put down on paper.
    pub fn lift_depot(&mut self, at: Space) {
        self.posts.remove(&at);
        self.depots.remove(&at);
    }

    fn empty(book: &'a Book, common: Common<'a>, power: &'a str) -> Self {
        let seat = book.people.powers.iter().find(|seat| seat.name == power);
        let seat = seat.and_then(|seat| seat.capital.as_deref());
        Self {
            book,
            common,
            power,
            borders: Borders::of(book, common, power),
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
            nears: RefCell::default(),
            ships: vec![],
        }
    }

    /// Counts an enemy.
    fn meet(&mut self, one: &Standing) {
        if one.besieging {
            self.besieged.insert(one.at);
        }
        if one.fights && !one.inside {
            self.enemies.insert(one.at);
        }
        if one.army && !one.inside && !one.demoralized {
            self.armies.push(one.at);
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
        if force.depots > 0 {
            self.depots.insert(force.at);
        }
        if is_post(self.book, force) {
            self.posts.insert(force.at);
        }
    }

    fn friendly(&self, power: &str) -> bool {
        self.common.relations.friends(power, self.power)
    }

    fn hostile(&self, power: &str) -> bool {
        !self.friendly(power) && !self.neutral(power)
    }

    /// Whether a power has no part in a war of ours: it or we are neutral (NIA §5.1.2).
    fn neutral(&self, power: &str) -> bool {
        let neutral = |power: &str| self.common.bloc(power) == Bloc::Neutral;
        !self.friendly(power) && (neutral(power) || neutral(self.power))
    }

    /// Who holds a place.
    fn holder(&self, at: Space) -> Option<&str> {
        let holder = self.common.holder(self.book, at);
        if holder.is_some() || self.book.scenario.has_owners() {
            return holder;
        }
        let province = self.book.atlas.province(at)?;
        let mut powers = self.common.relations.parties().map(String::as_str);
        powers.find(|power| self.book.people.title(power) == province.owner)
    }

    /// The level of a fortress that is in order; 0 where there is none.
    fn level(&self, at: Space) -> u8 {
        self.common.fortress(self.book, at)
    }

    /// Whether a place feeds units of a nation by itself: the power's own, or a minor's (NIA §6.2).
    pub fn is_source(&self, nation: &str, at: Space) -> bool {
        if self.besieged.contains(&at) {
            return false;
        }
        if self.common.titles.peaces.lends(nation, self.power) {
            return self.feeds_its_own(nation, at);
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

    /// Whether a place of another power feeds the troops that it lends: its capital, or a fortress of its own land (NIA
    /// §13.3.2.3).
    fn feeds_its_own(&self, nation: &str, at: Space) -> bool {
        let own = || {
            let province = self.book.atlas.province(at);
            province.and_then(|one| self.owner(&one.name)) == Some(nation)
        };
        self.holder(at) == Some(nation)
            && (self.seat(nation) == Some(at) || (self.level(at) > 0 && own()))
    }

    /// Whether it is one of those that the scenario names (NIA §21.3.3, §21.3.4).
    fn is_named_source(&self, named: &Sources, at: Space) -> bool {
        let Some(town) = self.book.atlas.town(at) else { return false };
        let friendly = self.holder(at).is_some_and(|power| self.friendly(power));
        let listed = named.places.contains(&town.name);
        let by_sea = || named.harbours && town.harbour && self.over_sea(self.power, at).is_some();
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
        match self.common.titles.master(self.book, &province.name) {
            None if !self.book.scenario.has_owners() => {
                return self.book.people.title(self.power) == province.owner;
            }
            master if master != Some(self.power) => return false,
            _ => {}
        }
        let country = self.country(&province.name, &province.owner);
        country.is_none_or(|country| self.country_seat(country) == Some(at))
    }

    /// The minor country whose land a province of the power's side is; none, if it is the power's
    /// national territory.
    fn country<'l>(&'l self, province: &str, in_1792: &'l str) -> Option<&'l str> {
        let owner = self.common.titles.owner(self.book, province);
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
        self.country_seat(country)
    }

    /// The capital of a country as it is now.
    pub fn country_seat(&self, country: &str) -> Option<Space> {
        self.common.titles.seat(self.book, country)
    }

    /// All the places that feed the power's units, in the order of the map.
    pub fn sources(&self) -> impl Iterator<Item = Space> + '_ {
        let towns = self.book.atlas.towns().map(|(at, _)| at);
        towns.filter(|at| self.book.scenario.in_play(*at) && self.is_source(self.power, *at))
    }

    /// Whether a place lengthens a line (NIA §6.2.1).
    pub fn is_link(&self, at: Space) -> bool {
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
    pub fn cost(&self, from: Space, to: Space) -> Option<u32> {
        let bridged = |a, b| self.bridges.contains(&(a, b)) || self.bridges.contains(&(b, a));
        let strait = || self.book.atlas.strait(from, to).is_some_and(|sea| self.is_shut(sea));
        if self.book.atlas.edge(from, to).strait && strait() {
            return None;
        }
        if !self.borders.are_open(self.book, to) {
            return None;
        }
        movement::cost(self.book, self.common.season, &self.mover, from, to, bridged)
    }

    /// What lies within a link's span of a place, nearest first; the place itself is left out.
    ///
    /// The same few links are asked for each force, so results are kept.
    pub(super) fn near(&self, start: Space, moment: &Moment) -> Rc<[Space]> {
        if !moment.is_quiet() {
            return self.search(start, moment).into();
        }
        if let Some(near) = self.nears.borrow().get(&start) {
            return Rc::clone(near);
        }
        let near: Rc<[Space]> = self.search(start, moment).into();
        self.nears.borrow_mut().insert(start, Rc::clone(&near));
        near
    }

    fn search(&self, start: Space, moment: &Moment) -> Vec<Space> {
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
            for next in near.iter().filter(|next| self.is_link(**next) && **next != at) {
                before.entry(*next).or_insert_with(|| {
                    open.push_back(*next);
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
        let gate = squad::passage(
            self.book,
            self.common.relations,
            |at| self.holder(at),
            (from, to),
            self.power,
        );
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

    /// The line from a harbour with a depot over the sea to one that is a source (NIA §6.2.2).
    fn over_sea(&self, nation: &str, from: Space) -> Option<Vec<Space>> {
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
        let mut sources = harbours.filter(touches).filter(|at| self.is_source(nation, *at));
        sources.next().map(|at| vec![at])
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
        land.over_sea(nation, depot)
    };
    let mut line = land.chain(at, moment, |space| over_sea(space).is_some())?;
    line.extend(line.last().copied().and_then(over_sea).into_iter().flatten());
    Some(line)
}

/// Whether a force is in supply (NIA §6.2).
pub fn supplied(book: &Book, position: &dyn Position, force: &Force, moment: &Moment) -> bool {
    feeds(&Land::of(book, position, &force.power), force, moment)
}

/// A force as it is when it acts, for then its supply is looked at (NIA §6.1.1).
pub fn when_it_acts((land, moment): (&Land, &Moment), force: Force) -> Force {
    // What feeds an activation feeds it from its beginning (NIA §21.2.4).
    let acting = Force { activations: force.activations.max(1), ..force.clone() };
    let unsupplied = !feeds(land, &acting, moment);
    Force { unsupplied, ..force }
}

/// Whether a force of the land's power is in supply, as far as the land shows (NIA §6.2).
///
/// Behind besieged walls it is, if the fortress can feed all the steps in it, or if a depot in the
/// harbour is fed over the sea.
pub fn feeds(land: &Land, force: &Force, moment: &Moment) -> bool {
    if land.book.scenario.fed {
        return !force.unsupplied;
    }
    let of_itself = || guests::feeds(land.book, land.common, force);
    if force.fed || is_always_fed(land.book, force) || of_itself() {
        return true;
    }
    if force.inside && land.besieged.contains(&force.at) {
        let steps = land.garrisons.get(&force.at).copied().unwrap_or_default();
        return steps <= u32::from(land.level(force.at)) || by_sea(land, force);
    }
    line_of(land, force, moment).is_some()
}

/// Whether supply is never asked of a force: it is guerrillas and nothing else (NIA §7.1), or all its troops are in
/// revolt (NIA §14.3).
pub fn is_always_fed(book: &Book, force: &Force) -> bool {
    let guerrillas = |unit: &Unit| book.units.kind(&unit.kind).class == "guerrillas";
    let live_off_the_land =
        !force.units.is_empty() && force.leaders.is_empty() && force.units.iter().all(guerrillas);
    live_off_the_land || revolts::is_all(force)
}

/// The chain that feeds a force, by the first of its nations that has one (NIA §6.2.1).
pub fn line_of(land: &Land, force: &Force, moment: &Moment) -> Option<Vec<Space>> {
    let mut nations = nations(land.book, land.common.titles, force).into_iter();
    nations.find_map(|nation| line(land, nation, force.at, moment))
}

/// Whether a depot in the harbour where a force stands is fed over the sea (NIA §6.2.2).
fn by_sea(land: &Land, force: &Force) -> bool {
    land.depots.contains(&force.at) && land.over_sea(nation(land.book, force), force.at).is_some()
}

/// Whether a besieged force is fed over the sea, so that nobody in it is one too many (NIA §6.2.2).
pub fn fed_by_sea(book: &Book, position: &dyn Position, force: &Force) -> bool {
    by_sea(&Land::of(book, position, &force.power), force)
}

/// How many steps a besieged fortress feeds (NIA §6.2).
pub fn fed_inside(book: &Book, position: &dyn Position, at: Space) -> u32 {
    u32::from(position.common().fortress(book, at))
}

/// Points from every hex to the power's nearest source, over ground that its side can use.
///
/// Where an enemy stands, where his walls or the hexes of contact are, the hex has its distance, but
/// no way leads through it.
pub fn distance(
    book: &Book,
    position: &dyn Position,
    power: &str,
    moment: &Moment,
) -> BTreeMap<Space, u32> {
    let land = Land::of(book, position, power);
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
