//! How events change the state: the only writer.

use super::event::{Event, Losses};
use super::state::State;
use crate::kit::ground::Space;

impl State {
    /// Writes an event into the state.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::GeneralPlaced { general, .. } | Event::Succeeded { general, .. } => {
                self.generals.insert(general.name.clone(), general.clone());
            }
            Event::Placed { formation, .. } => {
                self.formations.insert(formation.name.clone(), formation.clone());
            }
            Event::Assigned { formation, under, .. } => {
                if let Some(formation) = self.formations.get_mut(formation) {
                    formation.under.clone_from(under);
                }
            }
            Event::Reshaped { formations, gone, .. } => {
                for name in gone {
                    self.formations.remove(name);
                }
                for formation in formations {
                    self.formations.insert(formation.name.clone(), formation.clone());
                }
            }
            Event::Moved { formations, general, to, .. } => {
                self.relocate(formations, general.as_slice(), *to);
            }
            Event::Retreated { formations, generals, to, .. }
            | Event::Set { formations, generals, to, .. } => {
                self.relocate(formations, generals, *to);
            }
            Event::Deployed { power, at } => {
                self.depots.insert(*at, power.clone());
                if let Some(left) = self.stores.get_mut(power) {
                    *left = left.saturating_sub(1);
                }
            }
            Event::DepotLost { at, .. } => {
                self.depots.remove(at);
            }
            Event::Supplied { fed, unfed, .. } => {
                for (names, is_fed) in [(fed, true), (unfed, false)] {
                    for name in names {
                        if let Some(formation) = self.formations.get_mut(name) {
                            formation.fed = is_fed;
                        }
                    }
                }
            }
            Event::ForceMarched { lost, .. }
            | Event::Starved { lost, .. }
            | Event::Harried { lost, .. }
            | Event::Invested { lost, .. }
            | Event::Taken { lost, .. }
            | Event::Surrendered { lost, .. } => self.lose(lost),
            Event::Fought(day) => {
                self.lose(&day.attacker_lost);
                self.lose(&day.defender_lost);
            }
            Event::GeneralLost { general, .. } => {
                self.generals.remove(general);
                self.fallen.insert(general.clone());
                for formation in self.formations.values_mut() {
                    formation.under.take_if(|under| under == general);
                }
            }
            _ => self.apply_to_lands(event),
        }
    }

    fn apply_to_lands(&mut self, event: &Event) {
        match event {
            Event::Captured { at, power, .. } => {
                self.held.insert(*at, power.clone());
            }
            Event::Reverted { at, .. } => {
                self.held.remove(at);
            }
            Event::Raided { nation, cost, .. } => {
                *self.raided.entry(nation.clone()).or_default() += cost;
            }
            Event::Chanced { word, .. } => self.harvest = word.harvest(),
            Event::Reformed { nation } => {
                self.reformed.insert(nation.clone());
            }
            Event::Submitted { nation, .. } => {
                self.submitted.insert(nation.clone());
            }
            Event::SeasonEnded { season, .. } => self.season = season.next(),
            _ => {}
        }
    }

    fn relocate(&mut self, formations: &[String], generals: &[String], to: Space) {
        for name in formations {
            if let Some(formation) = self.formations.get_mut(name) {
                formation.at = to;
            }
        }
        for name in generals {
            if let Some(general) = self.generals.get_mut(name) {
                general.at = to;
            }
        }
    }

    /// Takes losses off the formations and keeps count of them.
    fn lose(&mut self, lost: &Losses) {
        for (name, units) in lost {
            let Some(formation) = self.formations.get_mut(name) else { continue };
            let count = self.lost.entry(formation.power.clone()).or_default();
            for (kind, hits) in units {
                if let Some(left) = formation.units.get_mut(kind) {
                    let gone = *hits.min(left);
                    *left -= gone;
                    *count.entry(kind.clone()).or_default() += gone;
                }
            }
            formation.units.retain(|_, hits| *hits > 0);
        }
        self.formations.retain(|_, formation| !formation.units.is_empty());
    }
}
