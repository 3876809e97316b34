//! What of the map an event changes, so that it is looked at anew there and nowhere else.
//!
//! Each event names it; one that does not, does not compile. It is found out before the event is
//! written into the state, since who was somewhere matters as much as who is there now.

use crate::record::event::{Event, ForceEvent, Losses, PublicEvent, WarEvent};
use crate::record::state::{General, State};
use kit::ground::Space;
use std::collections::BTreeSet;

/// What an event changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Hexes where somebody or something is, was, or is otherwise than before.
    pub hexes: BTreeSet<Space>,
    pub formations: BTreeSet<String>,
    pub generals: BTreeSet<String>,
    /// The powers whose own these are, and whose depots and losses change.
    pub owners: BTreeSet<String>,
    /// What everybody reads changes: who holds what, the reforms, the harvest, who has submitted.
    pub published: bool,
}

impl Touched {
    /// What an event will change, with the state as it is before it.
    pub fn by(event: &Event, state: &State) -> Self {
        let mut touched = Self::default();
        match event {
            // Nothing but the words of it.
            Event::Order(_) => {}
            Event::Public(event) => touched.by_public(event, state),
            Event::Force(event) => touched.by_force(event, state),
            Event::War(event) => touched.by_war(event, state),
        }
        touched
    }

    fn by_public(&mut self, event: &PublicEvent, state: &State) {
        match event {
            PublicEvent::SeasonBegan { .. }
            | PublicEvent::BattleEnded { .. }
            | PublicEvent::Scored { .. }
            | PublicEvent::SeasonEnded { .. } => {}
            PublicEvent::Raided { .. }
            | PublicEvent::Chanced { .. }
            | PublicEvent::Reformed { .. }
            | PublicEvent::Submitted { .. } => self.published = true,
            PublicEvent::Captured { at, power, from, .. }
            | PublicEvent::Reverted { at, power, from, .. } => {
                self.published = true;
                self.hexes.insert(*at);
                self.owners.extend([power.clone(), from.clone()]);
            }
            PublicEvent::GeneralLost { general, power, .. } => {
                self.general(state, general);
                self.owners.insert(power.clone());
                let led =
                    state.formations.values().filter(|one| one.under.as_ref() == Some(general));
                self.formations.extend(led.map(|one| one.name.clone()));
            }
        }
    }

    fn by_force(&mut self, event: &ForceEvent, state: &State) {
        match event {
            ForceEvent::Halted { .. } => {}
            ForceEvent::Deployed { power, at } | ForceEvent::DepotLost { power, at, .. } => {
                self.hexes.insert(*at);
                self.owners.insert(power.clone());
            }
            ForceEvent::GeneralPlaced { general, .. } => self.new_general(general, state),
            ForceEvent::Placed { formation, .. } => {
                self.formation(state, &formation.name);
                self.hexes.insert(formation.at);
                self.owners.insert(formation.power.clone());
            }
            ForceEvent::Assigned { formation, .. } => self.formation(state, formation),
            ForceEvent::Reshaped { power, formations, gone } => {
                self.owners.insert(power.clone());
                self.hexes.extend(formations.iter().map(|one| one.at));
                let names = formations.iter().map(|one| &one.name).chain(gone);
                names.for_each(|name| self.formation(state, name));
            }
            ForceEvent::Supplied { fed, unfed, .. } => {
                fed.iter().chain(unfed).for_each(|name| self.formation(state, name));
            }
            ForceEvent::Moved { formations, general, to, .. } => {
                self.force(state, formations, general.as_slice(), *to);
            }
            ForceEvent::Set { formations, generals, to, .. } => {
                self.force(state, formations, generals, *to);
            }
            ForceEvent::Taken { lost, .. }
            | ForceEvent::ForceMarched { lost, .. }
            | ForceEvent::Starved { lost, .. }
            | ForceEvent::Harried { lost, .. } => self.losses(state, lost),
        }
    }

    fn by_war(&mut self, event: &WarEvent, state: &State) {
        match event {
            WarEvent::Decided { .. }
            | WarEvent::StoodOff { .. }
            | WarEvent::BrokeOff { .. }
            | WarEvent::Withstood { .. }
            | WarEvent::DeathChecked { .. } => {}
            WarEvent::Succeeded { general, .. } => self.new_general(general, state),
            WarEvent::Retreated { formations, generals, to, .. } => {
                self.force(state, formations, generals, *to);
            }
            WarEvent::Invested { at, lost, .. } | WarEvent::Surrendered { at, lost, .. } => {
                self.hexes.insert(*at);
                self.losses(state, lost);
            }
            WarEvent::Fought(day) => {
                self.losses(state, &day.attacker_lost);
                self.losses(state, &day.defender_lost);
            }
        }
    }

    fn new_general(&mut self, general: &General, state: &State) {
        self.general(state, &general.name);
        self.hexes.insert(general.at);
        self.owners.insert(general.power.clone());
    }

    /// Whether nothing that can be looked at changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn force(&mut self, state: &State, formations: &[String], generals: &[String], to: Space) {
        formations.iter().for_each(|name| self.formation(state, name));
        generals.iter().for_each(|name| self.general(state, name));
        self.hexes.insert(to);
    }

    fn formation(&mut self, state: &State, name: &str) {
        if let Some(one) = state.formations.get(name) {
            self.hexes.insert(one.at);
            self.owners.insert(one.power.clone());
        }
        self.formations.insert(name.to_owned());
    }

    fn general(&mut self, state: &State, name: &str) {
        if let Some(one) = state.generals.get(name) {
            self.hexes.insert(one.at);
            self.owners.insert(one.power.clone());
        }
        self.generals.insert(name.to_owned());
    }

    fn losses(&mut self, state: &State, lost: &Losses) {
        lost.keys().for_each(|name| self.formation(state, name));
    }
}
