//! What became of each line of the doctrine, by battle, with how often and why.

use crate::book::Book;
use crate::orders::causes::Cause;
use crate::orders::receipt;
use crate::orders::steps::LASTING;
use crate::record::event::{Event, StepEnd};
use crate::sequence::Happened;
use crate::sequence::answer::{Ask, Fault};
use crate::sight::Known;
use kit::ground::Space;
use kit::names::listed;
use std::collections::BTreeMap;

/// How often a line was done in a battle, and how often it was not for each cause.
#[derive(Default)]
struct Count {
    done: u32,
    not: BTreeMap<Cause, u32>,
}

/// A sentence for each line of the doctrine that was asked, in the words of its receipt.
pub fn told(book: &Book, known: &Known) -> Vec<String> {
    let mut counts: BTreeMap<(u16, u16), BTreeMap<u32, Count>> = BTreeMap::new();
    let mut battles = Battles::default();
    for event in known.events.iter().map(Event::itself) {
        battles.pass(event);
        let Event::Step { power, entry, step, became } = event else { continue };
        if *power != known.power || *entry <= LASTING {
            continue;
        }
        let all = counts.entry((*entry, *step)).or_default();
        let count = all.entry(battles.answered).or_default();
        match became {
            StepEnd::Done => count.done += 1,
            StepEnd::NotDone(why) => *count.not.entry(*why).or_default() += 1,
            StepEnd::NotReached => {}
        }
    }
    let words = receipt::doctrine_words(book, &known.state.lasting);
    let line = |(number, counts): (&(u16, u16), &BTreeMap<u32, Count>)| {
        let (asked, stop_of) = words.get(number)?;
        let all = battles.told(book, counts, *stop_of);
        let doctrine = number.0 - LASTING;
        let by_battle = battles.at.len() > 1;
        let stop = if by_battle { "." } else { ":" };
        (!all.is_empty()).then(|| format!("Doctrine {doctrine}, {asked}{stop} {}.", all.join(". ")))
    };
    counts.iter().filter_map(line).collect()
}

impl Count {
    fn told(&self, stop: Ask) -> String {
        let done = (self.done > 0).then(|| format!("done {}", times(self.done)));
        // An insight that has worked is not to be tried again.
        let tells = |why: &Cause| *why != Cause::Used || self.done == 0;
        let not = self.not.iter().filter(|(why, _)| tells(why)).map(|(why, many)| {
            let when = match (*why == Cause::Condition, stop) {
                (false, _) => "",
                (true, Ask::Deploy) => " when it was asked, before the battle",
                (true, _) => " when it was asked, as the turn of battle began",
            };
            format!("not done {}, {}{when}", times(*many), why.afterwards())
        });
        done.into_iter().chain(not).collect::<Vec<_>>().join("; ")
    }
}

/// The battles of a season as its events come to them.
#[derive(Default)]
struct Battles {
    /// Where each of them is; one that began before the season is the first.
    at: Vec<Space>,
    /// The number of the one in which the present stop is answered.
    answered: u32,
}

impl Battles {
    /// Takes note of an event. What became of the steps of a stop is told after all that it led to, the fog
    /// of the next battle included: so what counts is where it was when the stop began.
    fn pass(&mut self, event: &Event) {
        if let Event::Passed { .. } = event {
            self.answered = self.number();
        } else if let Some(Happened::Fog { at, scout: false, .. }) = event.on_map() {
            self.at.push(*at);
        } else if let Some(
            Happened::Event { at, .. }
            | Happened::Deployed { at, .. }
            | Happened::BattleTurn { at, .. },
        ) = event.on_map()
            && self.at.is_empty()
        {
            self.at.push(*at);
            self.answered = self.number();
        }
    }

    fn number(&self) -> u32 {
        u32::try_from(self.at.len()).unwrap_or(u32::MAX)
    }

    /// What became of a line, once for all battles in which it became the same.
    fn told(&self, book: &Book, counts: &BTreeMap<u32, Count>, stop: Ask) -> Vec<String> {
        let mut ends: Vec<(String, Vec<String>)> = vec![];
        for (battle, count) in counts {
            let end = count.told(stop);
            let name = self.name(book, *battle);
            match ends.iter_mut().find(|(one, _)| *one == end) {
                _ if end.is_empty() => {}
                Some((_, names)) => names.push(name),
                None => ends.push((end, vec![name])),
            }
        }
        let line = |(end, names): (String, Vec<String>)| match names.concat().is_empty() {
            true => end,
            false => format!("At {}: {end}", listed(&names)),
        };
        ends.into_iter().map(line).collect()
    }

    /// How a battle is named before what became of a line in it; not at all, if it is the only one.
    fn name(&self, book: &Book, number: u32) -> String {
        let before = usize::try_from(number).unwrap_or(usize::MAX);
        let Some((at, earlier)) = self.at.get(..before).and_then(<[Space]>::split_last) else {
            return String::new();
        };
        let again = earlier.iter().filter(|one| *one == at).count();
        match (self.at.len(), again) {
            (1, _) => String::new(),
            (_, 0) => book.map.name(*at).to_owned(),
            (_, again) => format!("{} (battle {})", book.map.name(*at), again + 1),
        }
    }
}

/// Whether what was refused stands in the account of the doctrine; each event is passed in its order.
#[derive(Default)]
pub struct Refusals {
    by_doctrine: bool,
}

impl Refusals {
    /// Whether an event is a refusal that is told as such.
    pub fn tells(&mut self, event: &Event) -> bool {
        if let Event::Passed { doctrine, .. } = event.itself() {
            self.by_doctrine = *doctrine;
        }
        match event.on_map() {
            Some(Happened::Refused(
                Fault::Fog(_)
                | Fault::Plans(_)
                | Fault::Insight(_)
                | Fault::Place(_)
                | Fault::Plan(_)
                | Fault::Act(..),
            )) => !self.by_doctrine,
            _ => true,
        }
    }
}

fn times(many: u32) -> String {
    match many {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{many} times"),
    }
}
