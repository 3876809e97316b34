//! Land movement: what each hex costs, where a force may go, and the cheapest way (NIA §5.2).
//!
//! Costs are functions of the book, the season and the mover alone. A way is planned from what the
//! mover's power knows and walked hex by hex against the state, so that a plan is no spy.
//!
//! Not here: how a way is sought (`routes.rs`); taking in and leaving units on the way (`stacking.rs`), and the orders themselves
//! (`orders/`); what is met in a hex (`contact.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.1, §5.2.10, §5.2.11, §5.2.12, §14.3, §17.4.2, §21.2.4, §21.3.2.

use crate::book::Book;
use crate::book::atlas::Terrain;
use crate::land::guests;
use crate::land::orders_of_war::{self, Goal};
use crate::land::routes::Routes;
use crate::politics::instability;
use crate::politics::levies;
use crate::politics::liberation;
use crate::politics::revolts;
use crate::position::{Position, Standing};
use crate::record::event::{Halt, Reason};
use crate::record::state::{Anchorage, Force};
use kit::calendar::Season;
use kit::ground::Space;
use std::collections::BTreeSet;
use std::sync::Arc;

const BRITAIN: &str = "britain";
/// Where British militia may serve beside its own country (NIA §5.2.12).
const MALTA: &str = "Malta";

/// How a force moves, as far as costs and limits ask.
#[derive(Debug, Clone)]
pub struct Mover {
    pub power: String,
    /// Points an activation has (NIA §1.1.1.2).
    pub factor: u32,
    engineers: bool,
    /// A bridge that the rehearsal of a sheet has laid on paper (NIA §5.2.10).
    pub bridge: Option<(Space, Space)>,
    /// Units without a leader, or on an extended march, shun the enemy (NIA §5.2.1, §5.2.5).
    pub shy: bool,
    /// The lands that guerrillas, militia and troops in revolt cannot leave (NIA §5.2.12, §14.3).
    confined: Option<Vec<String>>,
    /// Provinces that a rule of the scenario shuts to its troops (NIA §21.3.2).
    shut: Vec<String>,
    /// Guides take it through woods, swamps and passes (C-3).
    pub guided: bool,
    /// No river hinders it (I-4).
    pub crosses: bool,
    /// Rivers count as bridged for it (R-13, I-8).
    pub bridged: bool,
    /// A hex of the land that it may not leave (NIA §14.4.2).
    home: Option<Space>,
    /// The provinces to which it keeps (NIA §14.5.1).
    march: Option<BTreeSet<String>>,
    /// How far each hex is from the bank to which it must keep (NIA §21.3.2).
    far: Option<Arc<Vec<u16>>>,
    /// The town that it must take first: each hex brings it nearer (NIA §21.2.2).
    goal: Option<Goal>,
    /// Provinces of an ally or a host that this force may not enter, because of troops in it (NIA §14.4.1, §21.2.4).
    kept_out: Option<BTreeSet<String>>,
}

impl Mover {
    /// How a force moves.
    pub fn new(book: &Book, force: &Force) -> Self {
        let fights =
            force.units.iter().any(|unit| !matches!(unit.kind.as_str(), "Cos" | "G" | "feudal"));
        Self {
            power: force.power.clone(),
            factor: factor(book, force),
            engineers: force.has_engineers(),
            bridge: None,
            shy: force.leaders.is_empty() && fights,
            confined: confined(book, force),
            shut: shut(book, force),
            guided: false,
            crosses: false,
            bridged: false,
            home: None,
            march: None,
            far: None,
            goal: None,
            kept_out: None,
        }
    }

    /// How it moves under the rules of the scenario that hold now.
    pub fn of(book: &Book, position: &dyn Position, force: &Force) -> Self {
        let home = liberation::holds(book, position, force).then_some(force.at);
        let common = position.common();
        let march = levies::march(book, common.titles, force);
        let march = march.or_else(|| orders_of_war::home(book, common, force));
        let goal = orders_of_war::goal(book, common, force).cloned();
        let kept_out = instability::shut_to(book, common, force);
        let kept_out = kept_out.or_else(|| guests::shut_to(book, common, force));
        let new = Self::new(book, force).under(book, force, common.begun);
        Self { home, march, goal, kept_out, ..new }
    }

    /// How it moves where it gives way: what it must take does not keep it (NIA §21.2.2).
    pub fn giving_way(book: &Book, position: &dyn Position, force: &Force) -> Self {
        Self { goal: None, ..Self::of(book, position, force) }
    }

    /// The same under the rules of the scenario that have begun to hold.
    fn under(mut self, book: &Book, force: &Force, begun: &BTreeSet<String>) -> Self {
        let rules = book.scenario.special.iter().filter(|rule| begun.contains(&rule.id));
        let mut streams = rules.filter_map(|rule| rule.stream.as_ref());
        let bound = streams.find(|stream| stream.binds(&book.people, force));
        self.far = bound.map(|stream| Arc::clone(&stream.far));
        self
    }
}

impl Mover {
    /// Whether the rules about provinces and rivers let it come from one place to another.
    pub fn keeps_to(&self, book: &Book, from: Space, to: Space) -> bool {
        let province = book.atlas.province(to);
        let shut = province.is_some_and(|province| self.shut.contains(&province.name));
        let shut = shut || !self.is_allowed(book, to);
        let far = |at: Space| self.far.as_ref().and_then(|far| far.get(at.index()).copied());
        let abroad = self.home.is_some_and(|home| {
            let owner = |at: Space| {
                let province = book.atlas.province(at)?;
                book.scenario.owner(&province.name)
            };
            owner(to) != owner(home)
        });
        let is_in = |at: Space, all: &BTreeSet<String>| {
            book.atlas.province(at).is_some_and(|province| all.contains(&province.name))
        };
        let leaves = |all: &BTreeSet<String>| is_in(from, all) && !is_in(to, all);
        let enters = |all: &BTreeSet<String>| !is_in(from, all) && is_in(to, all);
        let off =
            self.march.as_ref().is_some_and(leaves) || self.kept_out.as_ref().is_some_and(enters);
        let nears = self.goal.as_ref().is_none_or(|(_, far)| far[to.index()] < far[from.index()]);
        !shut && !abroad && !off && nears && far(to) <= far(from)
    }

    /// Whether guerrillas, militia and troops in revolt may be in a place, if it has any (NIA §5.2.12, §14.3).
    fn is_allowed(&self, book: &Book, at: Space) -> bool {
        let province = book.atlas.province(at);
        // The land of a nation that only revolts is a province of another.
        let is_of =
            |home: &String| province.is_some_and(|one| one.owner == *home || one.name == *home);
        self.confined.as_ref().is_none_or(|homes| homes.iter().any(is_of))
    }

    /// Whether the bridge on paper lies on this hexside.
    pub(super) fn spans(&self, from: Space, to: Space) -> bool {
        self.bridge.is_some_and(|(a, b)| (a, b) == (from, to) || (b, a) == (from, to))
    }
}

/// The movement factor: the slowest part decides (NIA §1.1.1.2, §1.1.4).
pub fn factor(book: &Book, force: &Force) -> u32 {
    let factors = &book.figures.factors;
    if force.units.is_empty() && force.trains + force.engineers == 0 {
        return factors.leaders;
    }
    let cavalry_leader = force.commander().is_some_and(|name| book.people.known(name).cavalry);
    let of = |kind: &str| match book.units.kind(kind).class.as_str() {
        "cossacks" => factors.cossacks,
        "guerrillas" => factors.guerrillas,
        class if cavalry_leader && (class.contains("cavalry") || class == "cuirassiers") => {
            factors.cavalry
        }
        _ => book.units.kind(kind).movement.min(factors.units),
    };
    let units = force.units.iter().map(|unit| of(&unit.kind));
    let support = (force.trains + force.engineers > 0).then_some(factors.units);
    units.chain(support).min().unwrap_or(factors.units)
}

/// The provinces that the scenario shuts to a force for the nation of a unit or a leader of it.
fn shut(book: &Book, force: &Force) -> Vec<String> {
    let rules = book.scenario.special.iter().filter_map(|rule| rule.bounds.as_ref());
    let of = |nation: &str| {
        force.units.iter().any(|unit| unit.nation == nation)
            || force
                .leaders
                .iter()
                .any(|name| book.people.leader(name).is_some_and(|leader| leader.nation == nation))
    };
    rules.filter(|rule| of(&rule.nation)).flat_map(|rule| rule.provinces.clone()).collect()
}

/// The lands that some troops may not leave (NIA §5.2.12, §14.3).
fn confined(book: &Book, force: &Force) -> Option<Vec<String>> {
    if let Some(land) = revolts::land(book, force) {
        return Some(vec![land.to_owned()]);
    }
    let nations = ["france", "russia", "portuguese", "spain", BRITAIN];
    let bound = |unit: &&crate::book::units::Unit| match unit.kind.as_str() {
        "G" => true,
        "MilC" => nations.contains(&unit.nation.as_str()),
        _ => false,
    };
    let unit = force.units.iter().find(bound)?;
    let nation = book.people.nation(&unit.nation)?;
    let own = || book.people.title(&nation.name).to_owned();
    let too = (nation.name == BRITAIN).then(|| MALTA.to_owned());
    Some(nation.country.clone().or_else(|| Some(own())).into_iter().chain(too).collect())
}

/// Why a force may not be in a place for the troops in it, if it may not (NIA §5.2.12, §14.3).
pub fn may_serve(book: &Book, force: &Force, at: Space) -> Result<(), Reason> {
    match Mover::new(book, force).is_allowed(book, at) {
        true => Ok(()),
        false => Err(Reason::KeepsHome { at }),
    }
}

/// Why a force may not land at a place for the troops in it, if it may not (NIA §5.2.12, §14.3, §14.4.2, §14.5.1).
pub fn may_land(
    book: &Book,
    position: &dyn Position,
    force: &Force,
    at: Space,
) -> Result<(), Reason> {
    may_serve(book, force, at)?;
    let is_home_bound = liberation::keeps_from(book, position, force, at)
        || levies::keeps_from(book, position.common().titles, force, at);
    if is_home_bound { Err(Reason::HomeBound { at }) } else { Ok(()) }
}

/// Points to enter a neighbour; `None` where no army can go (NIA §5.2.1, §5.2.10, §5.2.11).
///
/// `bridged` tells whether engineers have laid a bridge over this hexside.
pub fn cost(
    book: &Book,
    season: Season,
    mover: &Mover,
    from: Space,
    to: Space,
    bridged: impl Fn(Space, Space) -> bool,
) -> Option<u32> {
    let (atlas, figures) = (&book.atlas, &book.figures);
    if !atlas.is_box(to) && !book.scenario.in_play(to) {
        return None;
    }
    let edge = atlas.edge(from, to);
    let terrain = atlas.hex(to).terrain;
    let province = atlas.province(to);
    let russia = season.year >= 1798 && province.is_some_and(|province| province.owner == "Russia");
    if edge.sea || !mover.keeps_to(book, from, to) {
        return None;
    }
    let mut points = figures.enter(terrain, russia)?;
    let mountain = terrain == Terrain::Mountain;
    if mover.guided && matches!(terrain, Terrain::Woods | Terrain::Swamp) {
        points = 1;
    }
    if edge.pass && (mountain || edge.mountain) {
        points = if mover.guided { 1 } else { figures.pass() };
    } else if edge.mountain && !mountain {
        points += figures.sides.mountain;
    }
    if edge.river && mover.crosses {
        // It has a bridge of its own.
    } else if edge.river && (edge.bridge || mover.bridged) {
        points += figures.sides.bridge;
    } else if edge.river && !bridged(from, to) && !mover.spans(from, to) {
        points +=
            if mover.engineers { figures.sides.river_with_engineers } else { figures.sides.river };
    }
    if edge.strait {
        points += figures.sides.strait;
    }
    if atlas.is_box(from) {
        points += figures.boxes.leave;
    }
    Some(points)
}

/// Whether engineers of these forces bridge a hexside, from either bank (NIA §5.2.10).
pub fn is_bridged<'f>(mut forces: impl Iterator<Item = &'f Force>, from: Space, to: Space) -> bool {
    forces.any(|force| {
        let lies = |a, b| force.at == a && force.bridge == Some(b);
        lies(from, to) || lies(to, from)
    })
}

/// One hex of a way and what it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    pub to: Space,
    pub cost: u32,
}

/// Plans the way to a place with the points that are left; `None` if there is none. Marches are planned in what the power
/// knows.
pub fn plan(
    book: &Book,
    position: &dyn Position,
    mover: &Mover,
    (from, goal): (Space, Space),
    left: u32,
) -> Option<Vec<Leg>> {
    Routes::new(book, position, mover).plan(from, goal, left)
}

/// What bars the way into a hex, if anything (NIA §5.2.1, §5.2.4, §5.2.10).
pub fn barrier(
    book: &Book,
    position: &dyn Position,
    mover: &Mover,
    from: Space,
    to: Space,
) -> Option<Halt> {
    let border = border(book, position, mover, to);
    border.or_else(|| Barriers::of(book, position, &mover.power).bar(mover, from, to))
}

/// Whether a fortress ends the march of whoever comes before it: it is armed and an enemy holds it, and no friend
/// besieges it yet (NIA §5.2.10).
pub fn ends_march(book: &Book, position: &dyn Position, power: &str, at: Space) -> bool {
    let common = position.common();
    let friends = |other: &str| common.relations.friends(other, power);
    let foreign = || common.holder(book, at).is_some_and(|holder| common.are_shut(holder, power));
    let besieges = |one: Standing| one.at == at && one.in_siege() && friends(one.power);
    common.fortress(book, at) > 0 && foreign() && !position.standing().any(besieges)
}

/// The hexes of troops that bar the ways of a power, collected once for searches over many hexes.
/// Borders are not among them.
pub(super) struct Barriers<'a> {
    book: &'a Book,
    position: &'a dyn Position,
    /// Hexes with troops that stop a march.
    hinder: BTreeSet<Space>,
    /// Hexes with enemies that fight.
    fight: BTreeSet<Space>,
}

impl<'a> Barriers<'a> {
    pub(super) fn of(book: &'a Book, position: &'a dyn Position, power: &str) -> Self {
        let (mut hinder, mut fight) = (BTreeSet::new(), BTreeSet::new());
        let common = position.common();
        let strange = |one: &Standing| one.is_there() && !common.may_share(one.power, power);
        for one in position.standing().filter(strange) {
            hinder.extend(one.hinders.then_some(one.at));
            let is_enemy = one.fights && common.relations.at_war(one.power, power);
            fight.extend(is_enemy.then_some(one.at));
        }
        Self { book, position, hinder, fight }
    }

    /// What bars a step to a neighbour, if anything.
    pub(super) fn bar(&self, mover: &Mover, from: Space, to: Space) -> Option<Halt> {
        let Self { book, position, .. } = *self;
        if self.hinder.contains(&to) {
            return Some(Halt::EnemyAhead { at: to });
        }
        if ends_march(book, position, &mover.power, to) {
            return Some(Halt::FortressAhead { at: to });
        }
        let near = |near: &Space| self.fight.contains(near);
        if mover.shy && book.atlas.around(to).iter().any(near) {
            return Some(Halt::EnemyNear { at: to });
        }
        strait_shut(book, position, mover, from, to).then_some(Halt::StraitShut { at: to })
    }
}

/// The border that keeps a force out of a hex, if one does (NIA §17.4.5).
pub fn border(book: &Book, position: &dyn Position, mover: &Mover, to: Space) -> Option<Halt> {
    let common = position.common();
    let of = || common.holder(book, to).unwrap_or_default().to_owned();
    (!common.may_enter(book, &mover.power, to)).then(|| Halt::Border { at: to, of: of() })
}

/// Whether an enemy fleet shuts the strait on this hexside (NIA §5.2.10).
pub fn strait_shut(
    book: &Book,
    position: &dyn Position,
    mover: &Mover,
    from: Space,
    to: Space,
) -> bool {
    let sea = book.atlas.edge(from, to).strait.then(|| book.atlas.strait(from, to)).flatten();
    let at_war = |power: &str| position.common().relations.at_war(power, &mover.power);
    sea.is_some_and(|sea| {
        let lies = |at: &Anchorage| matches!(at, Anchorage::Sea(name) if name == sea);
        position.afloat().any(|ships| ships.is_there() && lies(ships.at) && at_war(ships.power))
    })
}
