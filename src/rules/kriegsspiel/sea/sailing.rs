//! Ships sail from area to area, in the clock of the marches (§13.3, §13.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3, §13.5.

use super::{harbour, meeting};
use crate::book::Book;
use crate::march::roll::Roll;
use crate::orders::fleets::{FleetEntry, SailStep};
use crate::orders::sea_senses::SeaCommander;
use crate::record::event::{Halt, OrderEvent, Reason, SeaEvent};
use crate::record::sea::{Berth, FleetKind, Group, Navy};
use crate::season::turn::Turn;
use kit::ground::Space;
use sheet::condition::{Truth, WhyNot};
use std::collections::VecDeque;

/// Who acts by an entry for ships: an admiral with the fleets they lead, or a fleet by itself. A fleet that its admiral
/// leads alone stands for both, so that nobody is left at sea without a ship.
pub fn acting(navy: &Navy, power: &str, who: &str) -> Option<Group> {
    let group = navy.group(power, who)?;
    let alone = group.fleets.first().and_then(|name| navy.fleets.get(name));
    let leader = alone.filter(|_| group.admiral.is_none()).and_then(|one| navy.leader(one));
    match leader.filter(|admiral| navy.led(admiral).count() == 1) {
        Some(admiral) => navy.group(power, &admiral.name),
        None => Some(group),
    }
}

/// What an entry for ships costs in action points: a fleet by itself, or a grand fleet by its admiral (§13.5).
pub fn price(book: &Book, navy: &Navy, group: &Group, entry: &FleetEntry) -> u32 {
    if entry.sails.is_empty() {
        return 0;
    }
    let admiral = group.admiral.as_ref().and_then(|name| navy.admirals.get(name));
    admiral.map_or(book.navies.as_ref().map_or(0, |all| all.points), |one| one.points)
}

/// Everybody who acts in a group, by name.
pub fn names(group: &Group) -> Vec<String> {
    group.fleets.iter().chain(&group.admiral).cloned().collect()
}

/// How many areas a group enters in a turn: as many as its slowest ship (§13.3).
pub fn pace(book: &Book, navy: &Navy, group: &Group) -> u32 {
    let fleets = group.fleets.iter().filter_map(|name| navy.fleets.get(name));
    book.navies.as_ref().map_or(0, |all| all.pace(fleets.flat_map(|one| one.kinds())))
}

/// Takes up an entry for ships: who acts by it, or why nobody does.
pub fn take_up(
    roll: &mut Roll,
    book: &Book,
    navy: &Navy,
    power: &str,
    entry: &FleetEntry,
) -> Result<Group, Reason> {
    let group = acting(navy, power, &entry.who).ok_or(Reason::NoForce)?;
    roll.enter(&names(&group), price(book, navy, &group, entry), !entry.sails.is_empty())?;
    Ok(group)
}

/// A leg of a way: the next area, or a harbour on the area where the ships are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leg {
    Area(String),
    Port(Space),
}

/// The legs from one berth to another; none, if no way leads there.
pub fn legs(book: &Book, from: &Berth, to: &Berth) -> Option<Vec<Leg>> {
    let areas = book.navies.as_ref()?.waters.way(from, to)?;
    let port = match to {
        Berth::Port(port) if from != to => Some(Leg::Port(*port)),
        Berth::Port(_) | Berth::Sea(_) => None,
    };
    Some(areas.into_iter().map(Leg::Area).chain(port).collect())
}

/// The pulse in which ships of a pace enter their next area, having entered so many (§13.3).
pub fn due(pulses: u32, entered: u32, pace: u32) -> u32 {
    (pulses * (entered + 1)).div_ceil(pace.max(1))
}

/// Ships under way.
pub struct Sailor {
    group: Group,
    /// The entry that they follow; captured ships sail home without one.
    entry: Option<u16>,
    pace: u32,
    entered: u32,
    steps: VecDeque<(u16, SailStep)>,
    way: VecDeque<Leg>,
    on: Option<u16>,
    done: bool,
}

/// Ships that set out by an entry.
pub fn sailor(turn: &Turn, group: Group, entry: &FleetEntry) -> Sailor {
    let pace = pace(turn.book, &turn.state.navy, &group);
    let steps = entry.numbered().map(|(number, step)| (number, step.clone())).collect();
    let (entry, way) = (Some(entry.number), VecDeque::new());
    Sailor { group, entry, pace, entered: 0, steps, way, on: None, done: false }
}

/// Captured ships sail to the nearest home port, without orders and without action points (§19.6).
pub fn homeward(turn: &Turn) -> Vec<Sailor> {
    let (book, state) = (turn.book, &turn.state);
    let convoys = state.navy.fleets.values().filter(|one| one.kind == FleetKind::Prizes);
    let sails = |convoy: &crate::record::sea::Fleet| {
        let (port, _) = harbour::nearest_home(book, state, &convoy.power, &convoy.at)?;
        let way = legs(book, &convoy.at, &Berth::Port(port))?.into();
        let group = state.navy.group(&convoy.power, &convoy.name)?;
        let pace = pace(book, &state.navy, &group);
        let (steps, on) = (VecDeque::new(), None);
        Some(Sailor { group, entry: None, pace, entered: 0, steps, way, on, done: false })
    };
    convoys.filter_map(sails).collect()
}

impl Sailor {
    fn power(&self) -> &str {
        &self.group.power
    }

    /// The place in the order of those who act in one pulse.
    pub fn rank(&self, turn: &Turn) -> (u32, Option<u16>, String) {
        (turn.initiative(self.power()), self.entry, self.group.who.clone())
    }

    fn not_done(&self, turn: &mut Turn, number: u16, reason: Reason, failed: Option<WhyNot>) {
        let (power, who) = (self.group.power.clone(), self.group.who.clone());
        let (entry, step, order) = (self.entry, Some(number), "sail".to_owned());
        turn.record(OrderEvent::NotDone { power, entry, step, order, who, reason, failed });
    }

    /// Ends the way, and with it the steps behind it.
    fn halt(&mut self, turn: &mut Turn, halt: Halt) {
        let begun = self.on.filter(|_| !self.way.is_empty());
        let step = begun.or_else(|| self.steps.pop_front().map(|(number, _)| number));
        if let (Some(entry), Some(step)) = (self.entry, step) {
            let (power, who) = (self.group.power.clone(), self.group.who.clone());
            turn.record(OrderEvent::CutShort { power, entry, step, who, halt });
        }
        self.give_up(turn);
    }

    fn give_up(&mut self, turn: &mut Turn) {
        self.way.clear();
        self.done = true;
        for (number, _) in std::mem::take(&mut self.steps) {
            self.not_done(turn, number, Reason::Stopped, None);
        }
    }

    /// Begins the next step; whether there was one.
    fn begin(&mut self, turn: &mut Turn) -> bool {
        let Some((number, step)) = self.steps.pop_front() else { return false };
        self.on = Some(number);
        if let Some(condition) = &step.condition {
            let asked = SeaCommander::under_way(turn.book, turn.known(self.power()), &self.group);
            let reason = match condition.ask(&asked) {
                Truth::Yes => None,
                Truth::No => Some(Reason::NotSo),
                Truth::Unknown => Some(Reason::NotKnown),
            };
            if let Some(reason) = reason {
                let failed = Some(asked.why_not(condition));
                self.not_done(turn, number, reason, failed);
                return true;
            }
        }
        let mut at = self.group.at.clone();
        for to in step.to {
            match legs(turn.book, &at, &to) {
                Some(legs) => self.way.extend(legs),
                None => {
                    self.not_done(turn, number, Reason::NoSeaWay, None);
                    self.give_up(turn);
                    return false;
                }
            }
            at = to;
        }
        true
    }

    /// Records that the ships are in another berth.
    fn go(&mut self, turn: &mut Turn, to: Berth) {
        let from = std::mem::replace(&mut self.group.at, to.clone());
        turn.record(SeaEvent::Sailed {
            who: self.group.who.clone(),
            power: self.group.power.clone(),
            fleets: self.group.fleets.clone(),
            admiral: self.group.admiral.clone(),
            from,
            to,
            areas: self.entered,
        });
    }
}

/// Sails on as far as this pulse allows.
pub fn advance(turn: &mut Turn, sailor: &mut Sailor, (pulse, pulses): (u32, u32)) {
    let key = (sailor.group.power.clone(), sailor.group.who.clone());
    loop {
        if sailor.done {
            return;
        }
        if turn.sea.stopped.contains(&key) {
            return sailor.halt(turn, Halt::AtSea);
        }
        while sailor.way.is_empty() {
            if !sailor.begin(turn) {
                return;
            }
        }
        match sailor.way.front().cloned() {
            None => return,
            Some(Leg::Port(port)) => {
                if !harbour::may_lie(turn.book, &turn.state, sailor.power(), port) {
                    return sailor.halt(turn, Halt::Harbour { at: port });
                }
                sailor.way.pop_front();
                sailor.go(turn, Berth::Port(port));
            }
            Some(Leg::Area(area)) => {
                if sailor.entered == sailor.pace {
                    return sailor.halt(turn, Halt::Areas { pace: sailor.pace });
                }
                if due(pulses, sailor.entered, sailor.pace) > pulse {
                    return;
                }
                sailor.way.pop_front();
                sailor.entered += 1;
                sailor.go(turn, Berth::Sea(area.clone()));
                meeting::enter(turn, &key, &area);
            }
        }
    }
}
