//! Troops that go over the sea without ships of their own, by a rule of the scenario (NIA §21.3.2,
//! §21.3.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.1.1, §21.3.2, §21.3.4.

use crate::book::Book;
use crate::book::atlas::Town;
use crate::land::movement::Mover;
use crate::land::{joining, siege, stacking};
use crate::orders::{Entry, Step, transport};
use crate::position::{Afloat, Position, Standing};
use crate::record::event::{ForceEvent, OrderEvent, Parting, Reason};
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Marker};
use crate::sea::troops;
use crate::season::entries;
use crate::turn::Turn;
use kit::ground::Space;
use sheet::keys::Filled;

/// What a side may transport at each of its naval markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lift<'b> {
    pub steps: u32,
    /// Whose units alone go; everybody's, if none is named.
    nations: &'b [String],
    /// The sea between whose harbours they go; any, if none is named.
    sea: Option<&'b str>,
}

impl<'b> Lift<'b> {
    /// What a side may transport in this scenario, if it may.
    pub fn of(book: &'b Book, side: Bloc) -> Option<Self> {
        let mut rules = book.scenario.special.iter().filter_map(|rule| rule.transport.as_ref());
        let rule = rules.find(|rule| rule.side.bloc() == side)?;
        let (nations, sea) = (rule.nations.as_slice(), rule.sea.as_deref());
        Some(Self { steps: u32::from(rule.steps), nations, sea })
    }

    /// Whether the rule is for the units of a force.
    pub fn takes(&self, force: &Force) -> bool {
        self.nations.is_empty()
            || force.units.iter().all(|unit| self.nations.contains(&unit.nation))
    }

    /// Whether a place is a harbour between which the rule lets them go.
    pub fn serves(&self, book: &Book, at: Space) -> bool {
        let lies = |town: &Town| self.sea.is_none_or(|sea| town.seas.iter().any(|one| one == sea));
        book.atlas.town(at).is_some_and(|town| town.harbour && lies(town))
    }
}

/// Whether an entry may be played on this marker, and by which force; nothing on a land marker or on
/// one of another side.
pub fn wake(
    turn: &Turn,
    power: &str,
    entry: &Entry,
    marker: Marker,
) -> Result<Option<ForceId>, Reason> {
    if !matches!(marker, Marker::Naval(..)) {
        return Ok(None);
    }
    let force = entries::named(turn, power, entry)?;
    if let Some(rule) = &force.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    if !entry.on.is_empty() && !entry.on.iter().any(|on| entries::is_named(on, marker)) {
        return Err(Reason::OtherMarker);
    }
    if force.leaders.iter().skip(1).any(|leader| *leader == entry.who) {
        let of = force.army.clone().unwrap_or_else(|| turn.name(force));
        return Err(Reason::Subordinate { of });
    }
    entries::may_begin(turn, power, (force, entry), marker)?;
    Ok(Some(force.id))
}

/// Plays an entry: the first step takes the force over the sea, and no other is done (NIA §21.3.4).
pub fn run(turn: &mut Turn, power: &str, entry: &Entry, id: ForceId) {
    for (number, step) in (1..).zip(&entry.steps) {
        let to = step.filled.name("to").unwrap_or_default();
        let goal = turn.book.atlas.place(to);
        let done = match goal {
            _ if is_beside_others(&entry.steps, number) => Err(Reason::TransportAlone),
            Some(goal) => go(turn, id, goal, &step.filled),
            None => Err(Reason::NotThere { name: to.to_owned() }),
        };
        if let Err(reason) = done {
            let who = turn.state.forces.get(&id).map(|force| turn.name(force));
            let who = who.unwrap_or_else(|| entry.who.clone());
            let (power, order, entry) = (power.to_owned(), step.key.to_owned(), entry.number);
            turn.record(OrderEvent::NotDone { power, entry, step: number, order, who, reason });
        }
    }
    siege::hold(turn);
    joining::crowds(turn);
}

/// Whether a step, counted from 1, cannot be done because the entry has others beside its `transport`:
/// the first alone goes over the sea, and behind another step nobody goes on board (NIA §21.3.4).
pub fn is_beside_others(steps: &[Step], number: u16) -> bool {
    let is_lift = |step: Option<&Step>| step.is_some_and(|one| one.key == transport::STEP.kind.key);
    let this = steps.get(usize::from(number).saturating_sub(1));
    number > 1 && (is_lift(steps.first()) || is_lift(this))
}

fn go(turn: &mut Turn, id: ForceId, to: Space, filled: &Filled) -> Result<(), Reason> {
    let force = turn.state.force(id).clone();
    let (stays, goes) = divided(turn.book, turn.new_id(&force.power), &force, filled)?;
    may_go(turn.book, &turn.state, &goes, to, turn.transported)?;
    let (id, steps, from) = (goes.id, goes.steps(), goes.at);
    if let Some(force) = stays {
        turn.record(ForceEvent::Parted { force, new: goes, how: Parting::Dropped });
    }
    turn.transported += steps;
    turn.record(ForceEvent::Transported { force: id, from, to });
    Ok(())
}

/// What of a force stays, if anything, and what goes over the sea: the units and the leader that the step
/// names, or all of it (NIA §21.3.4, §4.1.1).
pub fn divided(
    book: &Book,
    id: ForceId,
    force: &Force,
    filled: &Filled,
) -> Result<(Option<Force>, Force), Reason> {
    if filled.names("units").is_empty() && filled.name("leader").is_none() {
        return Ok((None, force.clone()));
    }
    let (stays, goes) = troops::part(book, id, force, filled)?;
    if !stays.iter().chain([&goes]).all(|part| stacking::fits(book, part)) {
        return Err(Reason::NoRoom { name: "what stays".to_owned() });
    }
    Ok((stays, goes))
}

/// Why a force may not go over the sea to a harbour, if it may not; `gone` steps of its side have gone
/// on this marker (NIA §21.3.2, §21.3.4).
pub fn may_go(
    book: &Book,
    position: &dyn Position,
    force: &Force,
    to: Space,
    gone: u32,
) -> Result<(), Reason> {
    let lift = Lift::of(book, position.common().bloc(&force.power)).ok_or(Reason::NoTransport)?;
    if !lift.takes(force) {
        return Err(Reason::NoTransport);
    }
    for at in [force.at, to] {
        if !lift.serves(book, at) || !is_open(book, position, &force.power, at) {
            return Err(Reason::ForeignHarbour { at });
        }
    }
    if !Mover::of(book, position, force).keeps_to(book, force.at, to) {
        return Err(Reason::NoSeaWay { to: book.atlas.name(to) });
    }
    let room = lift.steps.saturating_sub(gone);
    if force.steps() > room {
        return Err(Reason::TransportFull { has: force.steps(), room });
    }
    if force.at == to || !has_room(position, force, to) {
        return Err(Reason::NoRoom { name: force.name(&book.atlas, &book.units) });
    }
    Ok(())
}

/// Whether a harbour is of the power's side, and nobody besieges or blockades it.
fn is_open(book: &Book, position: &dyn Position, power: &str, at: Space) -> bool {
    let common = position.common();
    let friends = |other: &str| common.relations.friends(other, power);
    // What is only remembered may have gone.
    let shuts = |ships: &Afloat| {
        ships.is_there()
            && matches!(ships.at, Anchorage::Blockading(harbour) if *harbour == at)
            && common.relations.at_war(power, ships.power)
    };
    let hinders =
        |one: &Standing| one.is_there() && (one.besieging || one.hinders && !friends(one.power));
    common.holder(book, at).is_some_and(friends)
        && book.scenario.in_play(at)
        && !position.afloat().any(|ships| shuts(&ships))
        && !position.standing().filter(|one| one.at == at).any(|one| hinders(&one))
}

fn has_room(position: &dyn Position, force: &Force, to: Space) -> bool {
    if force.units.is_empty() {
        return true;
    }
    let there: Vec<Standing> =
        position.standing().filter(|one| one.at == to && one.power == force.power).collect();
    let troops = there.iter().filter(|one| one.has_units());
    let armies = troops.clone().filter(|one| one.army).count();
    match force.army {
        Some(_) => armies == troops.count() && armies < stacking::MOST_ARMIES,
        None => troops.count() == 0,
    }
}
