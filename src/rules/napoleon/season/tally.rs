//! What becomes of each step of the sheets of a season, while it is played.
//!
//! A step is done if any part of the answer that comes from it was done; else its cause is that of the
//! first part that was not.

use crate::orders::causes::Cause;
use crate::orders::steps::{LASTING, OF_LASTING, Origins, Part, StepOf, Written};
use crate::record::event::{Event, StepEnd};
use crate::sequence::answer::Ask;
use crate::sequence::item::{End, Item};
use std::collections::{BTreeMap, BTreeSet};

/// The steps of a season.
#[derive(Debug, Default)]
pub struct Tally {
    /// Where the parts of the answers come from that are played.
    open: BTreeMap<Item, StepOf>,
    /// All steps of the entries that were played.
    all: BTreeSet<StepOf>,
    /// Whether what is said of the end of the French half was said before battles that were fought since.
    after_battles: bool,
    /// The parts that were decided at the present stop.
    decided: BTreeSet<Item>,
    /// What became of the steps since the last word.
    ends: BTreeMap<StepOf, End>,
}

/// The same with the steps of somebody's sheet.
pub fn of_sheet(origins: Origins<Part>, power: &str, written: &Written) -> Origins<StepOf> {
    let numbered = |(entry, step)| StepOf { power: power.to_owned(), entry, step };
    let step = |part| written.step(part).map(numbered);
    Origins {
        all: written.all.iter().copied().map(numbered).collect(),
        of: origins.of.into_iter().filter_map(|(item, part)| Some((item, step(part)?))).collect(),
        none: origins.none.into_iter().filter_map(|(part, why)| Some((step(part)?, why))).collect(),
    }
}

impl Tally {
    /// An answer to a stop is played. What an earlier one said of the battles and the scouts counts until
    /// another one says something of them.
    pub fn begin(&mut self, ask: Ask, origins: Origins<StepOf>, after_battles: bool) {
        self.after_battles = after_battles;
        let said = |of: &dyn Fn(&Item) -> bool| origins.of.iter().any(|(item, _)| of(item));
        let battles = said(&|item| *item == Item::Battles);
        let scouts = said(&|item| matches!(item, Item::Scout(_)));
        self.open.retain(|item, _| match item {
            Item::Battles => !battles,
            Item::Scout(_) => !scouts,
            item => item.ask() != Some(ask),
        });
        self.all.extend(origins.all);
        let nothing = |step: &StepOf| origins.none.iter().any(|(one, _)| one == step);
        self.open.extend(origins.of.into_iter().filter(|(_, step)| !nothing(step)));
        let later = ask == Ask::After && after_battles;
        let why = |why| if later && why != Cause::Condition { Cause::Battles } else { why };
        self.ends.extend(origins.none.into_iter().map(|(step, cause)| (step, Err(why(cause)))));
    }

    /// What became of a part of a step: that it was done counts before why it was not, and what nobody
    /// could know before all else.
    fn note(&mut self, step: StepOf, end: End) {
        let so_far = self.ends.entry(step).or_insert(end);
        if end.is_ok() || so_far.is_err() && end.is_err_and(Cause::is_of_enemy) {
            *so_far = end;
        }
    }

    /// What became of a part of an answer.
    pub fn decided(&mut self, item: Item, end: End) {
        if let Some(step) = self.open.get(&item).cloned() {
            self.decided.insert(item);
            let later = self.after_battles && item.ask() == Some(Ask::After);
            // What it could not be after the battles was said before them.
            self.note(step, if later { end.map_err(|_| Cause::Battles) } else { end });
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
        if matches!(ask, Ask::Deploy | Ask::BattleTurn) {
            // The battle was over before it came to these.
            let of_stop = |item: &Item| item.ask() == Some(ask) && !self.decided.contains(item);
            let open = self.open.iter().filter(|(item, _)| of_stop(item));
            let open: Vec<StepOf> = open.map(|(_, step)| step.clone()).collect();
            open.into_iter().for_each(|step| self.note(step, Err(Cause::Over)));
        }
        self.decided.clear();
        self.told()
    }

    /// What became of the rest, now that the season is over: what nobody needed, and what is still to come.
    pub fn end(&mut self, told: &[Event]) -> Vec<Event> {
        let open = std::mem::take(&mut self.open);
        let mut rest: BTreeMap<StepOf, StepEnd> = BTreeMap::new();
        for step in std::mem::take(&mut self.all) {
            let mut items = open.iter().filter(|(_, one)| **one == step).map(|(item, _)| item);
            let end = match items.next() {
                Some(Item::Battles) => StepEnd::NotDone(Cause::NoBattle),
                Some(Item::Scout(_)) => StepEnd::NotDone(Cause::NoRoll),
                Some(_) | None => StepEnd::NotReached,
            };
            rest.insert(step, end);
        }
        for event in told {
            if let Event::Step { power, entry, step, .. } = event.itself() {
                rest.remove(&StepOf { power: power.clone(), entry: *entry, step: *step });
            }
        }
        let told =
            |(StepOf { power, entry, step }, became)| Event::Step { power, entry, step, became };
        rest.into_iter().map(told).collect()
    }

    fn told(&mut self) -> Vec<Event> {
        let ends = std::mem::take(&mut self.ends).into_iter();
        let told = |(StepOf { power, entry, step }, end): (StepOf, End)| {
            let became = end.map_or_else(StepEnd::NotDone, |()| StepEnd::Done);
            Event::Step { power, entry, step, became }
        };
        ends.map(told).collect()
    }
}
