//! Ships sail from area to area, in the clock of the marches (§13.3, §13.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3, §13.5.

use super::boarding::{self, Load};
use super::{harbour, meeting};
use crate::book::Book;
use crate::march::roll::Roll;
use crate::orders::fleets::{FleetEntry, KIND, LAND, SailStep};
use crate::orders::sea_senses::SeaCommander;
use crate::position::Position;
use crate::record::event::{Halt, OrderEvent, Reason, SeaEvent};
use crate::record::sea::{Berth, Fleet, FleetKind, Group, Navy};
use crate::record::state::{Formation, General};
use crate::season::turn::Turn;
use kit::ground::Space;
use sheet::condition::{Truth, WhyNot};
use std::collections::{BTreeMap, VecDeque};

/// Who acts by an entry for ships: an admiral with the fleets they lead, or a fleet by itself. A fleet that its admiral
/// leads alone stands for both, so that nobody is left at sea without a ship.
pub fn acting(navy: &Navy, power: &str, who: &str) -> Option<Group> {
    let group = navy.group(power, who).filter(|group| !group.fleets.is_empty())?;
    let alone = group.fleets.first().and_then(|name| navy.fleets.get(name));
    let leader = alone.filter(|_| group.admiral.is_none()).and_then(|one| navy.leader(one));
    match leader.filter(|admiral| navy.led(admiral).count() == 1) {
        Some(admiral) => navy.group(power, &admiral.name),
        None => Some(group),
    }
}

/// What an entry for ships costs in action points: nothing without a step.
pub fn price(book: &Book, navy: &Navy, group: &Group, entry: &FleetEntry) -> u32 {
    if entry.sails.is_empty() { 0 } else { fare(book, navy, group) }
}

/// What it costs to move ships: a fleet by itself, or a grand fleet by its admiral (§13.5).
pub fn fare(book: &Book, navy: &Navy, group: &Group) -> u32 {
    let admiral = group.admiral.as_ref().and_then(|name| navy.admirals.get(name));
    admiral.map_or(book.navies.as_ref().map_or(0, |all| all.points), |one| one.points)
}

/// Everybody who acts in a group, by name.
pub fn names(group: &Group) -> Vec<String> {
    group.fleets.iter().chain(&group.admiral).cloned().collect()
}

/// How many areas a group enters in a turn: as many as its slowest ship (§13.3).
pub fn pace(book: &Book, navy: &Navy, group: &Group) -> u32 {
    let fleets = navy.of_group(group);
    book.navies.as_ref().map_or(0, |all| all.pace(fleets.flat_map(|one| one.kinds())))
}

/// Takes up an entry for ships: who acts by it and who goes aboard, or why nobody does.
pub fn take_up(
    roll: &mut Roll,
    book: &Book,
    navy: &Navy,
    forces: (&BTreeMap<String, Formation>, &BTreeMap<String, General>),
    (power, entry): (&str, &FleetEntry),
) -> Result<(Group, Vec<Load>), Untaken> {
    let whole = |reason| Untaken { reason, carry: false };
    let is_admiral = navy.admirals.get(&entry.who).is_some_and(|one| one.power == power);
    let nobody = if is_admiral { Reason::NoShips } else { Reason::NoForce };
    let group = acting(navy, power, &entry.who).ok_or(whole(nobody))?;
    let names = names(&group);
    let price = price(book, navy, &group, entry);
    roll.admits(&names, price).map_err(whole)?;
    let loads = match entry.carry.is_empty() {
        true => vec![],
        false => boarding::loads(book, navy, forces, (&group, entry), roll)
            .map_err(|reason| Untaken { reason, carry: true })?,
    };
    roll.enter(&names, price, !entry.sails.is_empty()).map_err(whole)?;
    let aboard = loads.iter().flat_map(|one| one.formations.iter().chain(&one.generals));
    roll.embark(aboard.cloned());
    Ok((group, loads))
}

/// Why an entry for ships is not taken up, and whether it is for those who were to go aboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untaken {
    pub reason: Reason,
    pub carry: bool,
}

/// A leg of a way: the next area, or a harbour on the area where the ships are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leg {
    Area(String),
    Port(Space),
    /// Those aboard land there.
    Land(Space),
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

/// The legs to the area before a harbour, or from within it, and the landing there.
pub fn legs_to_land(book: &Book, from: &Berth, port: Space) -> Option<Vec<Leg>> {
    let waters = &book.navies.as_ref()?.waters;
    let areas = waters.way(from, &Berth::Port(port))?;
    Some(areas.into_iter().map(Leg::Area).chain([Leg::Land(port)]).collect())
}

/// The legs of a step: to each of its goals after the other.
pub fn legs_of(book: &Book, from: &Berth, step: &SailStep) -> Option<Vec<Leg>> {
    let (mut at, mut all) = (from.clone(), vec![]);
    for to in &step.to {
        all.extend(match to {
            Berth::Port(port) if step.lands => legs_to_land(book, &at, *port)?,
            Berth::Port(_) | Berth::Sea(_) => legs(book, &at, to)?,
        });
        at = to.clone();
    }
    Some(all)
}

/// How far ships have come in a turn.
#[derive(Debug, Clone, Copy)]
pub struct Run<'r> {
    pub power: &'r str,
    pub entered: u32,
    pub pace: u32,
    /// Whether nobody is aboard but generals.
    pub generals_alone: bool,
}

/// Whether ships may go on by a leg: into a harbour that is open to them, ashore where those aboard may land, and into no
/// more areas than their pace (§13.3, §13.6).
pub fn may_go(book: &Book, position: &impl Position, run: Run<'_>, leg: &Leg) -> Result<(), Halt> {
    let Run { power, entered, pace, generals_alone } = run;
    match leg {
        Leg::Port(at) if !harbour::may_lie(book, position, power, *at) => {
            Err(Halt::Harbour { at: *at })
        }
        Leg::Land(at) => harbour::may_land(book, position, (power, generals_alone), *at),
        Leg::Area(_) if entered == pace => Err(Halt::Areas { pace }),
        Leg::Port(_) | Leg::Area(_) => Ok(()),
    }
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
    /// The key of the step that is told.
    order: &'static str,
    done: bool,
}

/// Ships that set out by an entry.
pub fn sailor(turn: &Turn, group: Group, entry: &FleetEntry) -> Sailor {
    let pace = pace(turn.book, &turn.state.navy, &group);
    let steps = entry.numbered().map(|(number, step)| (number, step.clone())).collect();
    Sailor { entry: Some(entry.number), steps, ..Sailor::new(group, pace) }
}

/// Captured ships sail to the nearest home port, without orders and without action points (§19.6).
pub fn homeward(turn: &Turn) -> Vec<Sailor> {
    let (book, state) = (turn.book, &turn.state);
    let convoys = state.navy.fleets.values().filter(|one| one.kind == FleetKind::Prizes);
    let sails = |convoy: &Fleet| {
        let port = harbour::nearest_home(book, state, &convoy.power, &convoy.at)?;
        let way = legs(book, &convoy.at, &Berth::Port(port))?.into();
        let group = state.navy.group(&convoy.power, &convoy.name)?;
        let pace = pace(book, &state.navy, &group);
        Some(Sailor { way, ..Sailor::new(group, pace) })
    };
    convoys.filter_map(sails).collect()
}

impl Sailor {
    /// Ships without a goal.
    fn new(group: Group, pace: u32) -> Self {
        let (steps, way, order) = (VecDeque::new(), VecDeque::new(), KIND.key);
        Self { group, entry: None, pace, entered: 0, steps, way, on: None, order, done: false }
    }

    fn power(&self) -> &str {
        &self.group.power
    }

    /// The place in the order of those who act in one pulse.
    pub fn rank(&self, turn: &Turn) -> (u32, Option<u16>, String) {
        (turn.initiative(self.power()), self.entry, self.group.who.clone())
    }

    fn not_done(&self, turn: &mut Turn, number: u16, reason: Reason, failed: Option<WhyNot>) {
        let (power, who) = (self.group.power.clone(), self.group.who.clone());
        let (entry, step, order) = (self.entry, Some(number), self.order.to_owned());
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
        self.order = if step.lands { LAND.key } else { KIND.key };
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
        let navy = &turn.state.navy;
        let empty = navy.of_group(&self.group).all(|one| one.cargo.is_empty());
        let reason = match legs_of(turn.book, &self.group.at, &step) {
            Some(_) if step.lands && empty => Reason::NobodyAboard,
            Some(legs) => {
                self.way.extend(legs);
                return true;
            }
            None => Reason::NoSeaWay,
        };
        self.not_done(turn, number, reason, None);
        self.give_up(turn);
        false
    }

    /// Whether the ships may go on by a leg.
    fn may_go(&self, turn: &Turn, leg: &Leg) -> Result<(), Halt> {
        let (power, entered, pace) = (self.power(), self.entered, self.pace);
        let mut fleets = turn.state.navy.of_group(&self.group);
        let generals_alone = fleets.all(|one| one.cargo.formations.is_empty());
        may_go(turn.book, &turn.state, Run { power, entered, pace, generals_alone }, leg)
    }

    /// Puts ashore all who are aboard.
    fn land(&self, turn: &mut Turn, port: Space) {
        let fleets = turn.state.navy.of_group(&self.group);
        let fleets: Vec<Fleet> = fleets.filter(|one| !one.cargo.is_empty()).cloned().collect();
        fleets.iter().for_each(|fleet| harbour::land(turn, fleet, port));
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
        let Some(leg) = sailor.way.front().cloned() else { return };
        if let Err(halt) = sailor.may_go(turn, &leg) {
            return sailor.halt(turn, halt);
        }
        if matches!(leg, Leg::Area(_)) && due(pulses, sailor.entered, sailor.pace) > pulse {
            return;
        }
        sailor.way.pop_front();
        match leg {
            Leg::Port(port) => sailor.go(turn, Berth::Port(port)),
            Leg::Land(port) => sailor.land(turn, port),
            Leg::Area(area) => {
                sailor.entered += 1;
                sailor.go(turn, Berth::Sea(area.clone()));
                meeting::enter(turn, &key, &area);
            }
        }
    }
}
