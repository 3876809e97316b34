//! What of the map an event changes, so that it is looked at anew there and nowhere else.
//!
//! Each event names it; one that does not, does not compile. It is found out before the event is
//! written into the state, since who was somewhere matters as much as who is there now.

use crate::record::event::{Event, Losses};
use crate::record::state::State;
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
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Worded { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Spent { .. }
            | Event::Misread { .. }
            | Event::Understood { .. }
            | Event::Halted { .. }
            | Event::Decided { .. }
            | Event::StoodOff { .. }
            | Event::BrokeOff { .. }
            | Event::BattleEnded { .. }
            | Event::Withstood { .. }
            | Event::DeathChecked { .. }
            | Event::Scored { .. }
            | Event::NotDone { .. }
            | Event::SeasonEnded { .. } => {}
            Event::Raided { .. }
            | Event::Chanced { .. }
            | Event::Reformed { .. }
            | Event::Submitted { .. } => touched.published = true,
            Event::Captured { at, power, from, .. } | Event::Reverted { at, power, from, .. } => {
                touched.published = true;
                touched.hexes.insert(*at);
                touched.owners.extend([power.clone(), from.clone()]);
            }
            Event::Deployed { power, at } | Event::DepotLost { power, at, .. } => {
                touched.hexes.insert(*at);
                touched.owners.insert(power.clone());
            }
            Event::GeneralPlaced { general, .. } | Event::Succeeded { general, .. } => {
                touched.general(state, &general.name);
                touched.hexes.insert(general.at);
                touched.owners.insert(general.power.clone());
            }
            Event::GeneralLost { general, power, .. } => {
                touched.general(state, general);
                touched.owners.insert(power.clone());
                let led =
                    state.formations.values().filter(|one| one.under.as_ref() == Some(general));
                touched.formations.extend(led.map(|one| one.name.clone()));
            }
            Event::Placed { formation, .. } => {
                touched.formation(state, &formation.name);
                touched.hexes.insert(formation.at);
                touched.owners.insert(formation.power.clone());
            }
            Event::Assigned { formation, .. } => touched.formation(state, formation),
            Event::Reshaped { power, formations, gone } => {
                touched.owners.insert(power.clone());
                touched.hexes.extend(formations.iter().map(|one| one.at));
                let names = formations.iter().map(|one| &one.name).chain(gone);
                names.for_each(|name| touched.formation(state, name));
            }
            Event::Supplied { fed, unfed, .. } => {
                fed.iter().chain(unfed).for_each(|name| touched.formation(state, name));
            }
            Event::Moved { formations, general, to, .. } => {
                touched.force(state, formations, general.as_slice(), *to);
            }
            Event::Set { formations, generals, to, .. }
            | Event::Retreated { formations, generals, to, .. } => {
                touched.force(state, formations, generals, *to);
            }
            Event::Taken { lost, .. }
            | Event::ForceMarched { lost, .. }
            | Event::Starved { lost, .. }
            | Event::Harried { lost, .. } => touched.losses(state, lost),
            Event::Invested { at, lost, .. } | Event::Surrendered { at, lost, .. } => {
                touched.hexes.insert(*at);
                touched.losses(state, lost);
            }
            Event::Fought(day) => {
                touched.losses(state, &day.attacker_lost);
                touched.losses(state, &day.defender_lost);
            }
        }
        touched
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
