//! Who may act on a marker, and the acting itself, step by step (NIA §5.1).
//!
//! # Our reading
//!
//! - §5.1.3 activates a leader; a force moves by its commander's initiative, an army by its
//!   commander's. A subordinate moves by his own, and only when he is sent off first (§4.2.5).
//! - §5.2.1 gives units without a leader an initiative of 1; cossacks and guerrillas have their own.
//! - §5.1.10: a detachment that marches alone gets no marker, so nothing but the marker's number
//!   limits it; we let it march once a marker like anybody.
//! - A card for a third activation is an event whose effect is code with the war on land; until
//!   then an entry with a card waits like any second march.

use super::event::{Event, Reason};
use super::joining;
use super::known::Known;
use super::movement::{self, Mover};
use super::orders::{self, Entry};
use super::senses::Commander;
use super::state::{Force, ForceId, Marker};
use super::turn::Turn;
use super::words::meant;
use crate::kit::rule::Rule;
use crate::sheet::condition::Truth;

/// An activation under way: whose, with what force, and what it has spent.
pub struct Activation<'t, 'b> {
    pub turn: &'t mut Turn<'b>,
    pub power: String,
    /// Whom the entry names.
    pub who: String,
    /// Whether the force has given itself to another, which ends the entry.
    pub ended: bool,
    pub entry: u16,
    pub step: u16,
    pub force: ForceId,
    pub marker: Marker,
    pub spent: u32,
    /// Whether it has entered a hex.
    pub moved: bool,
    /// Whether no later step of the entry marches on, so that the force will stay where it stops.
    pub stays: bool,
    /// Forces that parted from this one during the activation.
    pub parted: Vec<ForceId>,
    /// Armies that march along (NIA §5.2.3).
    pub group: Vec<ForceId>,
}

/// Whether an entry may be played on this marker, and by which force. `None`: not a land marker.
pub fn wake(
    turn: &Turn,
    power: &str,
    entry: &Entry,
    marker: Marker,
) -> Result<Option<ForceId>, Reason> {
    let (Marker::Land(_, value), false) = (marker, entry.at_sea()) else {
        return naval(turn, entry, marker);
    };
    let not_there = || Reason::NotThere { name: entry.who.clone() };
    let own = turn.state.forces.values().filter(|force| force.power == power);
    let force = meant(&turn.book.atlas, &turn.book.units, &entry.who, own).ok_or_else(not_there)?;
    if force.units.is_empty() && force.leaders.is_empty() {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    }
    if let Some(rule) = &force.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    if force.inside {
        return Err(Reason::Besieged);
    }
    let has = initiative(turn, force, entry);
    if has < value {
        return Err(Reason::Initiative { has, needs: value });
    }
    if !entry.on.is_empty() && !entry.on.iter().any(|on| is_on(turn, on, marker, has)) {
        return Err(Reason::OtherMarker);
    }
    let subordinate = force.leaders.iter().skip(1).any(|leader| *leader == entry.who);
    if subordinate && !entry.begins_with_detach() {
        let of = force.army.clone().unwrap_or_else(|| turn.name(force));
        return Err(Reason::Subordinate { of });
    }
    if would_be_forced(force) {
        return Err(Reason::ForcedMarch);
    }
    if turn.active.contains(&force.id) {
        return Err(Reason::HasActed);
    }
    if let Some(condition) = &entry.condition {
        let commander = Commander::new(turn.book, turn.known(power), Some(force), marker, 0);
        match condition.ask(&commander) {
            Truth::Yes => {}
            Truth::No => return Err(Reason::ConditionFalse),
            Truth::Unknown => return Err(Reason::ConditionUnknown),
        }
    }
    Ok(Some(force.id))
}

/// On naval markers squadrons act; this edition keeps them where they are.
fn naval(turn: &Turn, entry: &Entry, marker: Marker) -> Result<Option<ForceId>, Reason> {
    let naval = matches!(marker, Marker::Naval(..) | Marker::NeutralNaval);
    if naval && entry.at_sea() && !turn.state.squadrons.is_empty() {
        return Err(Reason::NotPlayed { rule: "NIA §5.3".to_owned() });
    }
    Ok(None)
}

/// A second march comes with attrition; leaders alone march on every marker (NIA §5.1.4, §5.2.9).
pub fn would_be_forced(force: &Force) -> bool {
    let leader_alone =
        force.units.is_empty() && force.army.is_none() && force.trains + force.engineers == 0;
    force.activations > 0 && !leader_alone
}

/// The initiative a force is activated by (NIA §5.1.3, §5.2.1, §1.1.3).
pub fn initiative(turn: &Turn, force: &Force, entry: &Entry) -> u8 {
    let subordinate = force.leaders.iter().find(|leader| **leader == entry.who);
    match subordinate.map(String::as_str).or(force.commander()) {
        Some(leader) => turn.book.people.known(leader).initiative,
        None => {
            let own =
                force.units.iter().filter_map(|unit| turn.book.units.kind(&unit.kind).initiative);
            own.min().unwrap_or(1)
        }
    }
}

/// Whether a word of `on:` names this marker; `last` is the last that can still wake him.
fn is_on(turn: &Turn, on: &str, marker: Marker, initiative: u8) -> bool {
    let name = marker.to_string();
    if on == "last" {
        let Marker::Land(bloc, _) = marker else { return false };
        let wakes =
            |left: &&Marker| matches!(left, Marker::Land(b, n) if *b == bloc && *n <= initiative);
        return turn.pool.iter().find(wakes).is_none();
    }
    name == on || name.split_once(' ').is_some_and(|(_, short)| short == on)
}

/// Plays an entry: activates its force and goes through its steps (NIA §5.1.3, §5.2.4).
pub fn run(turn: &mut Turn, power: &str, entry: &Entry, force: ForceId, marker: Marker) {
    let mut acting = Activation {
        turn,
        power: power.to_owned(),
        who: entry.who.clone(),
        ended: false,
        entry: entry.number,
        step: 0,
        force,
        marker,
        spent: 0,
        moved: false,
        stays: false,
        parted: vec![],
        group: vec![],
    };
    // A subordinate is activated with what he takes along, his army is not (§4.2.5, §5.1.9).
    if !entry.begins_with_detach() {
        acting.activate();
    }
    for (step, written) in (1..).zip(&entry.steps) {
        acting.step = step;
        acting.stays =
            entry.steps.iter().skip(usize::from(step)).all(|later| later.key != written.key);
        if !acting.turn.state.forces.contains_key(&acting.force) {
            break;
        }
        let done = match acting.holds(written) {
            Ok(()) => orders::play(&mut acting, written),
            Err(reason) => Err(reason),
        };
        if let Err(reason) = done {
            acting.not_done(written.key, reason);
            // Without its detach the entry has nobody who was activated (§4.2.5).
            let no_detach = step == 1 && entry.begins_with_detach();
            if !written.go_on || no_detach {
                break;
            }
        }
        if acting.ended {
            break;
        }
    }
    acting.finish();
}

impl Activation<'_, '_> {
    /// The force as it is now.
    pub fn force(&self) -> &Force {
        self.turn.state.force(self.force)
    }

    /// What its power knows now.
    pub fn known(&self) -> &Known {
        self.turn.known(&self.power)
    }

    /// Points that are left (NIA §5.2.4). Who leaves his units behind keeps what he has spent.
    pub fn left(&self) -> u32 {
        movement::factor(self.turn.book, self.force()).saturating_sub(self.spent)
    }

    /// How the force moves.
    pub fn mover(&self) -> Mover {
        Mover::new(self.turn.book, self.force())
    }

    /// Spends points, or says how many are missing.
    pub fn spend(&mut self, points: u32) -> Result<(), Reason> {
        let left = self.left();
        if points > left {
            return Err(Reason::OutOfPoints { needed: points, left });
        }
        self.spent += points;
        Ok(())
    }

    /// The ledger's question for this force, under a rule.
    pub fn ask(&self, rule: Rule) -> crate::kit::rule::Ask {
        let force = self.force();
        rule.by(self.turn.name(force)).at(self.turn.book.atlas.name(force.at))
    }

    /// Activates the force; leaders alone and detachments get no marker (NIA §5.1.4, §5.1.10).
    pub fn activate(&mut self) {
        let force = self.force();
        let combat = !force.units.is_empty() || force.trains + force.engineers > 0;
        let detachment = force.leaders.is_empty()
            && force.units.iter().all(|unit| {
                self.turn.book.units.kind(&unit.kind).size == super::book::units::Size::Detachment
            });
        let activations = force.activations + u8::from(combat && !detachment);
        self.turn.active.insert(self.force);
        let (force, marker) = (self.force, self.marker);
        self.turn.record(Event::Activated { force, marker, activations });
    }

    /// What its commander can tell now.
    pub fn commander(&self) -> Commander<'_> {
        let (book, known) = (self.turn.book, self.known());
        Commander::new(book, known, Some(self.force()), self.marker, self.left())
    }

    /// Whether a step's own condition holds.
    fn holds(&self, step: &orders::Step) -> Result<(), Reason> {
        let Some(condition) = &step.condition else { return Ok(()) };
        match condition.ask(&self.commander()) {
            Truth::Yes => Ok(()),
            Truth::No => Err(Reason::ConditionFalse),
            Truth::Unknown => Err(Reason::ConditionUnknown),
        }
    }

    /// Records that a step was not done.
    pub fn not_done(&mut self, order: &str, reason: Reason) {
        let forces = &self.turn.state.forces;
        let who = forces.get(&self.force).map(|force| self.turn.name(force)).unwrap_or_default();
        let (power, entry, step) = (self.power.clone(), self.entry, self.step);
        self.turn.record(Event::NotDone {
            power,
            entry,
            step,
            order: order.to_owned(),
            who,
            reason,
        });
    }

    /// Settles the hex where the march ended: who commands, and what has no room (NIA §4.1.1).
    fn finish(&mut self) {
        let Some(force) = self.turn.state.forces.get(&self.force).cloned() else { return };
        let at = force.at;
        let others: Vec<ForceId> = self
            .turn
            .state
            .at(at)
            .filter(|other| other.id != force.id && other.power == force.power && !other.inside)
            .filter(|other| other.army.is_none() || force.army.is_none())
            // Trains, depots and engineers stack freely (§4.1.1).
            .filter(|other| !other.units.is_empty() || !other.leaders.is_empty())
            .filter(|other| other.reserve.is_none())
            .map(|other| other.id)
            .collect();
        for other in others {
            joining::settle(self, other);
        }
    }
}
