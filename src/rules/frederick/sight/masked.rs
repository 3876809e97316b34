//! What of an event somebody is told: everything that lies open, and of their own everything.

#![deny(clippy::wildcard_enum_match_arm)]

use super::known::Known;
use super::{UMPIRE, court};
use crate::book::troops::Kind;
use crate::record::event::{
    Battle, Event, ForceEvent, Host, MarkerEvent, OrderEvent, SeaEvent, WarEvent, YearEvent,
};
use crate::record::unit::Force;
use kit::deck::{Change, Place};
use kit::ground::Space;
use std::collections::BTreeMap;

/// The event as somebody is told of it; nothing, if they are not.
pub fn masked(event: &Event, eye: &str, known: Option<&Known>) -> Option<Event> {
    let eyes = Eyes { eye, known };
    match event {
        Event::Order(event) => eyes.order(event).then(|| event.clone().into()),
        Event::Year(event) => match event {
            YearEvent::SeasonBegan { .. }
            | YearEvent::OperationsEnded { .. }
            | YearEvent::BalanceRolled { .. }
            | YearEvent::EventWaits { .. }
            | YearEvent::EventComes { .. }
            | YearEvent::Harvested { .. }
            | YearEvent::Voted { .. }
            | YearEvent::Provisioned { .. }
            | YearEvent::VictoryChecked { .. }
            | YearEvent::YearEnded { .. }
            | YearEvent::GameOver { .. }
            | YearEvent::SeasonEnded { .. } => Some(event.clone().into()),
        },
        Event::Court(event) => court::masked(event, &|seat| eyes.is(seat)).map(Event::from),
        Event::Marker(event) => eyes.marker(event).map(Event::from),
        Event::Force(event) => eyes.force(event).map(Event::from),
        Event::War(event) => eyes.war(event).map(Event::from),
        Event::Sea(event) => eyes.sea(event).map(Event::from),
    }
}

/// Whether somebody sees the dice and draws on which an event rests.
pub fn shows_dice(event: &Event, eye: &str) -> bool {
    match event {
        Event::Marker(event) => match event {
            // Who takes a marker out of a hand by lot does not see what else is in it.
            MarkerEvent::Deck(Change::Moved { from, .. }) => eye == UMPIRE || from.is_seen_by(eye),
            MarkerEvent::Deck(change) => eye == UMPIRE || shows(change, eye),
            MarkerEvent::Played { .. } | MarkerEvent::GoBack { .. } => true,
            MarkerEvent::Spied { seat, .. } => eye == UMPIRE || seat == eye,
        },
        Event::Order(_) => false,
        Event::Year(_) | Event::Court(_) | Event::Force(_) | Event::War(_) | Event::Sea(_) => true,
    }
}

/// Whether somebody may know which counter it is. What a hand gives back is its holder's secret, though
/// everybody may know what lies open: it is mixed into the pool unseen (§9.11).
fn shows(change: &Change, eye: &str) -> bool {
    match change {
        Change::Moved { from, to: Place::Discard, .. } => from.is_seen_by(eye),
        Change::Shuffled { .. } | Change::Drawn { .. } | Change::Moved { .. } => {
            change.shows_card_to(eye)
        }
    }
}

struct Eyes<'a> {
    eye: &'a str,
    known: Option<&'a Known>,
}

impl Eyes<'_> {
    fn is(&self, seat: &str) -> bool {
        self.eye == UMPIRE || self.eye == seat
    }

    /// Whether a square is in sight.
    fn sees(&self, at: Space) -> bool {
        let field = self.known.and_then(|known| known.field.as_ref());
        field.is_none_or(|field| field.contains(&at))
    }

    /// Sheets and letters are for those alone whose they are.
    fn order(&self, event: &OrderEvent) -> bool {
        match event {
            OrderEvent::Ordered { power, .. } | OrderEvent::Ruled { power, .. } => self.is(power),
            OrderEvent::Letter { from, to, .. } => self.is(from) || self.is(to),
            OrderEvent::Decreed { told, .. } => told.iter().any(|power| self.is(power)),
            OrderEvent::TakenUp { seat, .. }
            | OrderEvent::NotDone { seat, .. }
            | OrderEvent::NotReached { seat, .. }
            | OrderEvent::Reacted { seat, .. } => self.is(seat),
        }
    }

    fn marker(&self, event: &MarkerEvent) -> Option<MarkerEvent> {
        match event {
            MarkerEvent::Deck(change) => Some(MarkerEvent::Deck(self.change(change))),
            MarkerEvent::Played { .. } | MarkerEvent::GoBack { .. } => Some(event.clone()),
            MarkerEvent::Spied { seat, .. } => self.is(seat).then(|| event.clone()),
        }
    }

    /// A change of the deck without what is hidden: the order of the pool, and counters in hands of others.
    fn change(&self, change: &Change) -> Change {
        let shown = self.eye == UMPIRE || shows(change, self.eye);
        match change {
            Change::Shuffled { key, .. } => Change::Shuffled { key: key.clone(), order: vec![] },
            Change::Drawn { to, .. } if !shown => {
                Change::Drawn { card: String::new(), to: to.clone() }
            }
            Change::Moved { from, to, .. } if !shown => {
                Change::Moved { card: String::new(), from: from.clone(), to: to.clone() }
            }
            Change::Drawn { .. } | Change::Moved { .. } => change.clone(),
        }
    }

    /// The same without which of several alike a unit is; a captor knows its own mercenary.
    fn unnamed(&self, event: &ForceEvent) -> ForceEvent {
        let mut event = event.clone();
        if let ForceEvent::Lost { unit, .. } | ForceEvent::Captured { unit, .. } = &mut event {
            unit.clear();
        } else if let ForceEvent::WentOver { unit, by, .. } = &mut event
            && !self.is(by)
        {
            unit.clear();
        }
        event
    }

    fn outside(&self, force: &Force) -> Force {
        if self.is(&force.seat) { force.clone() } else { force.from_outside() }
    }

    fn force(&self, event: &ForceEvent) -> Option<ForceEvent> {
        let all = || Some(event.clone());
        match event {
            ForceEvent::OperationBegan { number, go_around, force, at, paid } => {
                let (number, go_around, at, paid) = (*number, *go_around, *at, *paid);
                let mut force = self.outside(force);
                if !self.sees(at) && !self.is(&force.seat) {
                    (force.leader, force.fleet) = (None, false);
                }
                Some(ForceEvent::OperationBegan { number, go_around, force, at, paid })
            }
            ForceEvent::Moved { force, from, to } => {
                let (from, to) = (*from, *to);
                let seen = self.is(&force.seat) || self.sees(from) || self.sees(to);
                seen.then(|| ForceEvent::Moved { force: self.outside(force), from, to })
            }
            ForceEvent::Dropped { force, at } => {
                let seen = self.is(&force.seat) || self.sees(*at);
                seen.then(|| ForceEvent::Dropped { force: self.outside(force), at: *at })
            }
            ForceEvent::Halted { seat, .. } => self.is(seat).then(|| event.clone()),
            ForceEvent::Met { at, seats, stacks } => {
                let party = self.eye == UMPIRE || seats.iter().any(|seat| seat == self.eye);
                let stacks = if party { stacks.clone() } else { BTreeMap::new() };
                Some(ForceEvent::Met { at: *at, seats: seats.clone(), stacks })
            }
            // What it was is seen by all; which of several alike is its owner's.
            ForceEvent::Lost { seat, .. }
            | ForceEvent::Captured { seat, .. }
            | ForceEvent::WentOver { seat, .. } => {
                Some(if self.is(seat) { event.clone() } else { self.unnamed(event) })
            }
            // Who comes home was seen by all; which number its counter gets now is its owner's.
            ForceEvent::Released { seat, by, at, unit } => {
                let mut unit = unit.clone();
                if !self.is(seat) && unit.kind != Kind::Leader {
                    unit.id.clear();
                }
                let (seat, by) = (seat.clone(), by.clone());
                Some(ForceEvent::Released { seat, by, at: *at, unit })
            }
            // What is raised and promoted is its owner's; others see that a stack has grown.
            ForceEvent::Raised { seat, .. } | ForceEvent::Promoted { seat, .. } => {
                self.is(seat).then(|| event.clone())
            }
            ForceEvent::Passed { .. }
            | ForceEvent::AttritionChecked { .. }
            | ForceEvent::LeaderSaved { .. }
            | ForceEvent::LeaderNotSaved { .. }
            | ForceEvent::LeaderCame { .. }
            | ForceEvent::PillageTried { .. }
            | ForceEvent::Pillaged { .. }
            | ForceEvent::FieldworksLost { .. } => all(),
        }
    }

    /// What is aboard is its owner's affair; who lands is seen by their height and leader.
    fn sea(&self, event: &SeaEvent) -> Option<SeaEvent> {
        match event {
            SeaEvent::Boarded { force, .. } => self.is(&force.seat).then(|| event.clone()),
            SeaEvent::Sailed { force, from, to, transit } => {
                let (from, to, transit) = (*from, *to, *transit);
                let seen = self.is(&force.seat) || self.sees(from) || self.sees(to);
                let force = self.outside(force);
                seen.then_some(SeaEvent::Sailed { force, from, to, transit })
            }
            SeaEvent::Landed { force, at, sorts } => {
                let own = self.is(&force.seat);
                let (at, sorts) = (*at, if own { sorts.clone() } else { vec![] });
                let force = self.outside(force);
                (own || self.sees(at)).then_some(SeaEvent::Landed { force, at, sorts })
            }
            SeaEvent::Sought { seat, at, .. } => {
                (self.is(seat) || self.sees(*at)).then(|| event.clone())
            }
        }
    }

    fn war(&self, event: &WarEvent) -> Option<WarEvent> {
        match event {
            WarEvent::Fought(battle) => Some(WarEvent::Fought(self.battle(battle))),
            WarEvent::Retreated { force, from, to, squares } => Some(WarEvent::Retreated {
                force: self.outside(force),
                from: *from,
                to: *to,
                squares: *squares,
            }),
            WarEvent::Overran { force, at, loser, units, ours, theirs } => {
                let party = self.is(&force.seat) || self.is(loser);
                Some(WarEvent::Overran {
                    force: self.outside(force),
                    at: *at,
                    loser: loser.clone(),
                    units: *units,
                    ours: ours.filter(|_| party),
                    theirs: *theirs,
                })
            }
            WarEvent::HonoursTried { .. }
            | WarEvent::SiegeBegan { .. }
            | WarEvent::SiegeEnded { .. }
            | WarEvent::Rewarded { .. }
            | WarEvent::LeaderDie { .. } => Some(event.clone()),
        }
    }

    /// Who did not fight is told what was played, what the die said and what came of it.
    fn battle(&self, battle: &Battle) -> Battle {
        let fought = self.is(&battle.attacker.seat) || self.is(&battle.defender.seat);
        if fought {
            return battle.clone();
        }
        let outside = |host: &Host| Host { lines: vec![], sum: 0, units: 0, ..host.clone() };
        Battle {
            attacker: outside(&battle.attacker),
            defender: outside(&battle.defender),
            ..battle.clone()
        }
    }
}
