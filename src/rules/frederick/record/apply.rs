//! What each event changes, and nothing else changes the state.

#![deny(clippy::wildcard_enum_match_arm)]

use super::event::{Cause, Event, ForceEvent, MarkerEvent, OrderEvent, SeaEvent, WarEvent};
use super::state::{Captive, Siege, State};
use super::unit::{Force, Sort, Unit};
use crate::book::troops::{Grade, Kind};
use kit::deck::Change;
use kit::ground::Space;

impl State {
    /// Writes an event into the state.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Order(event) => match event {
                OrderEvent::Ordered { .. }
                | OrderEvent::Letter { .. }
                | OrderEvent::Ruled { .. }
                | OrderEvent::Decreed { .. }
                | OrderEvent::TakenUp { .. }
                | OrderEvent::NotDone { .. }
                | OrderEvent::NotReached { .. }
                | OrderEvent::Reacted { .. } => {}
            },
            Event::Year(event) => self.apply_year(event),
            Event::Court(event) => self.apply_court(event),
            Event::Marker(event) => self.apply_marker(event),
            Event::Force(event) => self.apply_force(event),
            Event::Sea(event) => self.apply_sea(event),
            Event::War(event) => match event {
                WarEvent::Retreated { force, to, .. } => self.go(force, *to),
                WarEvent::SiegeBegan { at, seat, of } => {
                    let (by, of) = (seat.clone(), of.clone());
                    self.sieges.insert(*at, Siege { by, of });
                }
                WarEvent::SiegeEnded { at, .. } => {
                    self.sieges.remove(at);
                }
                WarEvent::HonoursTried { .. }
                | WarEvent::Overran { .. }
                | WarEvent::Fought(_)
                | WarEvent::Rewarded { .. }
                | WarEvent::LeaderDie { .. } => {}
            },
        }
    }

    fn apply_marker(&mut self, event: &MarkerEvent) {
        match event {
            MarkerEvent::Deck(change) => self.change_deck(change),
            MarkerEvent::Played { .. } | MarkerEvent::GoBack { .. } | MarkerEvent::Spied { .. } => {
            }
        }
    }

    fn change_deck(&mut self, change: &Change) {
        self.markers.apply(change).expect("the rules ask for what the markers allow");
    }

    fn apply_force(&mut self, event: &ForceEvent) {
        match event {
            ForceEvent::OperationBegan { .. } => self.year.operations += 1,
            ForceEvent::Passed { .. }
            | ForceEvent::Dropped { .. }
            | ForceEvent::Halted { .. }
            | ForceEvent::Met { .. }
            | ForceEvent::AttritionChecked { .. }
            | ForceEvent::LeaderNotSaved { .. }
            | ForceEvent::PillageTried { .. } => {}
            ForceEvent::Moved { force, to, .. } => self.go(force, *to),
            ForceEvent::Lost { unit, to_pool, sort, why, .. } => {
                if *why == Cause::Demobilized {
                    self.dismissed.push((sort.power.clone(), sort.kind));
                }
                self.lose(unit, *to_pool);
            }
            ForceEvent::Captured { by, sort, unit, .. } => {
                self.units.remove(unit);
                self.prisoners.push(Captive { by: by.clone(), sort: sort.clone() });
                self.prisoners.sort();
            }
            ForceEvent::WentOver { by, unit, .. } => {
                self.units.edit(unit, |unit| {
                    (unit.owner, unit.aboard) = (Some(by.clone()), None);
                });
            }
            ForceEvent::Released { by, unit, .. } => self.release(by, unit),
            ForceEvent::LeaderSaved { leader, to, .. } => {
                self.units.edit(leader, |unit| (unit.at, unit.aboard) = (*to, None));
            }
            ForceEvent::Raised { unit, .. } => {
                self.count_up(unit);
                self.units.insert(unit.id.clone(), unit.clone());
            }
            ForceEvent::LeaderCame { major, leader, at, .. } => {
                self.leader_came(major, leader, *at)
            }
            ForceEvent::Promoted { unit, grade, .. } => {
                self.units.edit(unit, |unit| unit.grade = *grade);
            }
            ForceEvent::Pillaged { at, fieldworks, .. } => {
                self.pillaged.insert(*at);
                if *fieldworks {
                    self.fieldworks.remove(at);
                }
            }
            ForceEvent::FieldworksLost { at } => {
                self.fieldworks.remove(at);
            }
        }
    }

    fn release(&mut self, by: &str, unit: &Unit) {
        let one = Captive { by: by.to_owned(), sort: Sort::of(unit) };
        if let Some(found) = self.prisoners.iter().position(|other| *other == one) {
            self.prisoners.remove(found);
        }
        self.count_up(unit);
        self.units.insert(unit.id.clone(), unit.clone());
    }

    fn leader_came(&mut self, major: &str, leader: &str, at: Space) {
        if let Some(pool) = self.pools.get_mut(major) {
            pool.retain(|name| name != leader);
        }
        let unit = Unit {
            id: leader.to_owned(),
            power: major.to_owned(),
            kind: Kind::Leader,
            grade: Grade::Plain,
            at,
            aboard: None,
            raised: self.season.year,
            owner: None,
        };
        self.units.insert(unit.id.clone(), unit);
    }

    fn apply_sea(&mut self, event: &SeaEvent) {
        match event {
            SeaEvent::Boarded { carriers, .. } => {
                for (id, fleet) in carriers {
                    self.units.edit(id, |unit| unit.aboard = Some(fleet.clone()));
                }
            }
            SeaEvent::Sailed { force, to, .. } => self.go(force, *to),
            SeaEvent::Landed { force, .. } => {
                for id in &force.units {
                    self.units.edit(id, |unit| unit.aboard = None);
                }
            }
            SeaEvent::Sought { .. } => {}
        }
    }

    /// A force goes to a square, with whatever it carries; who leaves its fleet is no longer aboard.
    fn go(&mut self, force: &Force, to: Space) {
        let carried =
            |unit: &&Unit| unit.aboard.as_ref().is_some_and(|on| force.units.contains(on));
        let cargo: Vec<String> =
            self.units.values().filter(carried).map(|unit| unit.id.clone()).collect();
        for id in force.units.iter().filter(|id| !cargo.contains(id)) {
            self.units.edit(id, |unit| (unit.at, unit.aboard) = (to, None));
        }
        for id in &cargo {
            self.units.edit(id, |unit| unit.at = to);
        }
    }

    /// A unit is gone; a leader without a name of history can come again (§23.10).
    fn lose(&mut self, id: &str, to_pool: bool) {
        let Some(unit) = self.units.remove(id) else { return };
        if to_pool && let Some(pool) = self.pools.get_mut(&unit.power) {
            pool.push(unit.id);
            pool.sort();
        }
    }
}
