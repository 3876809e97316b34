//! What becomes of each step of the sheets of a season, while it is played.
//!
//! A step is done if any part of the answer that comes from it was done; else its cause is that of the
//! first part that was not.

use crate::orders::causes::Cause;
use crate::orders::steps::{LASTING, OF_LASTING, Origins, Part, StepOf, Written};
use crate::record::event::Event;
use crate::sequence::answer::Ask;
use crate::sequence::item::{End, Item};
use std::collections::BTreeMap;

/// The steps of a season.
#[derive(Debug, Default)]
pub struct Tally {
    /// Where the parts of the answers come from that are played.
    open: BTreeMap<Item, StepOf>,
    /// What became of the steps since the last word.
    ends: BTreeMap<StepOf, End>,
}

/// The same with the steps of somebody's sheet.
pub fn of_sheet(origins: Origins<Part>, power: &str, written: &Written) -> Origins<StepOf> {
    let (power, entry) = (power.to_owned(), written.entry);
    let step = |part| written.step(part).map(|step| StepOf { power: power.clone(), entry, step });
    Origins {
        of: origins.of.into_iter().filter_map(|(item, part)| Some((item, step(part)?))).collect(),
        none: origins.none.into_iter().filter_map(|(part, why)| Some((step(part)?, why))).collect(),
    }
}

impl Tally {
    /// An answer to a stop is played. What an earlier one said of the battles and the scouts counts until
    /// another one says something of them.
    pub fn begin(&mut self, ask: Ask, origins: Origins<StepOf>) {
        let said = |of: &dyn Fn(&Item) -> bool| origins.of.iter().any(|(item, _)| of(item));
        let battles = said(&|item| *item == Item::Battles);
        let scouts = said(&|item| matches!(item, Item::Scout(_)));
        self.open.retain(|item, _| match item {
            Item::Battles => !battles,
            Item::Scout(_) => !scouts,
            item => item.ask() != Some(ask),
        });
        for (step, why) in origins.none {
            self.ends.insert(step, Err(why));
        }
        self.open.extend(origins.of);
    }

    /// What became of a part of an answer.
    pub fn decided(&mut self, item: Item, end: End) {
        if let Some(step) = self.open.get(&item) {
            let so_far = self.ends.entry(step.clone()).or_insert(end);
            if end.is_ok() {
                *so_far = end;
            }
        }
    }

    /// What a sheet says of all later stops is taken down: the doctrine, who asks, the ties.
    pub fn lasting(&mut self, power: &str, said: [bool; 3]) {
        for step in OF_LASTING.into_iter().zip(said).filter(|(_, said)| *said).map(|(step, _)| step)
        {
            self.ends.insert(StepOf { power: power.to_owned(), entry: LASTING, step }, Ok(()));
        }
    }

    /// What became of the steps, now that a stop is over.
    pub fn close(&mut self, ask: Ask) -> Vec<Event> {
        let late = matches!(ask, Ask::Deploy | Ask::BattleTurn);
        let open: Vec<StepOf> = match late {
            true => {
                let open = self.open.iter().filter(|(item, _)| item.ask() == Some(ask));
                open.map(|(_, step)| step.clone()).collect()
            }
            false => vec![],
        };
        for step in open {
            // The battle was over before it came to that.
            self.ends.entry(step).or_insert(Err(Cause::Enemy));
        }
        self.told()
    }

    /// What became of the rest, now that the season is over: what nobody needed.
    pub fn end(&mut self, told: &[Event]) -> Vec<Event> {
        for (item, step) in &self.open {
            let why = match item {
                Item::Battles => Cause::NoBattle,
                Item::Scout(_) => Cause::NoRoll,
                _ => continue,
            };
            let was_told = told.iter().any(|event| match event.itself() {
                Event::Step { power, entry, step: number, .. } => {
                    (power, *entry, *number) == (&step.power, step.entry, step.step)
                }
                _ => false,
            });
            if !was_told {
                self.ends.entry(step.clone()).or_insert(Err(why));
            }
        }
        self.open.clear();
        self.told()
    }

    fn told(&mut self) -> Vec<Event> {
        let ends = std::mem::take(&mut self.ends).into_iter();
        let told = |(StepOf { power, entry, step }, end): (StepOf, End)| Event::Step {
            power,
            entry,
            step,
            cause: end.err(),
        };
        ends.map(told).collect()
    }
}
