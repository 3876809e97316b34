//! How events change the state: the only writer.

use crate::record::event::{Event, Losses};
use crate::record::state::{Formation, State};
use kit::ground::Space;

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
                self.formations.edit(formation, |one| one.under.clone_from(under));
            }
            Event::Reshaped { formations, gone, .. } => {
                for name in gone {
                    self.formations.remove(name);
                }
                for formation in formations {
                    self.formations.insert(formation.name.clone(), formation.clone());
                }
            }
            Event::Moved { formations, general, from, to, .. } => {
                self.relocate(formations, general.as_slice(), *to);
                self.came.extend(formations.iter().map(|name| (name.clone(), *from)));
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
                        self.formations.edit(name, |one| one.fed = is_fed);
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
                let led = |one: &&Formation| one.under.as_ref() == Some(general);
                let led = self.formations.values().filter(led).map(|one| one.name.clone());
                for name in led.collect::<Vec<_>>() {
                    self.formations.edit(&name, |one| one.under = None);
                }
            }
            _ => self.apply_to_lands(event),
        }
    }

    fn apply_to_lands(&mut self, event: &Event) {
        match event {
            Event::Captured { at, power, ruled, .. } => {
                self.held.insert(*at, power.clone());
                self.ruled.extend(ruled.then(|| (*at, power.clone())));
            }
            Event::Reverted { at, power, ruled, .. } => {
                self.held.remove(at);
                self.ruled.extend(ruled.then(|| (*at, power.clone())));
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
            Event::SeasonEnded { season, .. } => {
                self.season = season.next();
                self.forget_ways();
            }
            _ => {}
        }
    }

    /// By which side somebody came matters only while the enemy is there too (§19.5).
    fn forget_ways(&mut self) {
        let mut came = std::mem::take(&mut self.came);
        came.retain(|name, _| {
            let one = self.formations.get(name);
            one.is_some_and(|one| self.enemy_at(one.at, &one.power))
        });
        self.came = came;
    }

    fn relocate(&mut self, formations: &[String], generals: &[String], to: Space) {
        for name in formations {
            self.came.remove(name);
            self.formations.edit(name, |one| one.at = to);
        }
        for name in generals {
            self.generals.edit(name, |one| one.at = to);
        }
    }

    /// Takes losses off the formations and keeps count of them.
    fn lose(&mut self, lost: &Losses) {
        for (name, units) in lost {
            let Some(formation) = self.formations.get(name) else { continue };
            let count = self.lost.entry(formation.power.clone()).or_default();
            let left = self.formations.edit(name, |formation| {
                for (kind, hits) in units {
                    if let Some(left) = formation.units.get_mut(kind) {
                        let gone = *hits.min(left);
                        *left -= gone;
                        *count.entry(kind.clone()).or_default() += gone;
                    }
                }
                formation.units.retain(|_, hits| *hits > 0);
                !formation.units.is_empty()
            });
            if left == Some(false) {
                self.formations.remove(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;
    use crate::record::state::Kind;
    use kit::calendar::{Quarter, Season};
    use std::collections::BTreeMap;

    #[test]
    fn the_way_in_is_kept_for_as_long_as_the_enemy_is_there() {
        let season = Season { year: 1806, quarter: Quarter::Summer };
        let sides =
            [("a", "france"), ("b", "austria")].map(|(s, p)| (s.to_owned(), vec![p.to_owned()]));
        let shelf = play::shelf::<crate::Kriegsspiel>();
        let book = Book::of_case(&shelf, season, sides.into()).unwrap();
        let mut state = State::new(&book);
        let (from, to) = (book.atlas.find("E0926").unwrap(), book.atlas.find("E1025").unwrap());
        for (name, power, at) in [("F", "france", from), ("A", "austria", to)] {
            let one = Formation {
                name: name.to_owned(),
                power: power.to_owned(),
                kind: Kind::Brigade,
                units: BTreeMap::from([("line infantry".to_owned(), 2)]),
                at,
                under: None,
                fed: true,
            };
            state.formations.insert(name.to_owned(), one);
        }
        let who = "F".to_owned();
        let formations = vec![who.clone()];
        let power = "france".to_owned();
        state.apply(&Event::Moved { who, power, formations, general: None, from, to, spent: 1 });
        state.apply(&Event::SeasonEnded { season, over: false });
        assert_eq!(state.came.get("F"), Some(&from));
        state.formations.remove("A");
        state.apply(&Event::SeasonEnded { season, over: false });
        assert!(state.came.is_empty());
    }
}
