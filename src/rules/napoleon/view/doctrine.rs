//! What became of each line of the doctrine, with how often and why.

use crate::book::Book;
use crate::orders::causes::Cause;
use crate::orders::receipt;
use crate::orders::steps::LASTING;
use crate::record::event::{Event, StepEnd};
use crate::sight::Known;
use std::collections::BTreeMap;

/// How often a line was done, and how often it was not for each cause.
#[derive(Default)]
struct Count {
    done: u32,
    not: BTreeMap<Cause, u32>,
}

/// A sentence for each line of the doctrine that was asked, in the words of its receipt.
pub fn told(book: &Book, known: &Known) -> Vec<String> {
    let mut counts: BTreeMap<(u16, u16), Count> = BTreeMap::new();
    for event in known.events.iter().map(Event::itself) {
        let Event::Step { power, entry, step, became } = event else { continue };
        if *power != known.power || *entry <= LASTING {
            continue;
        }
        let count = counts.entry((*entry, *step)).or_default();
        match became {
            StepEnd::Done => count.done += 1,
            StepEnd::NotDone(why) => *count.not.entry(*why).or_default() += 1,
            StepEnd::NotReached => {}
        }
    }
    let words = receipt::doctrine_words(book, &known.state.lasting);
    let line = |(number, count): (&(u16, u16), &Count)| {
        let asked = words.get(number)?;
        let done = (count.done > 0).then(|| format!("done {}", times(count.done)));
        let not = count.not.iter().map(|(why, many)| {
            let when = match *why == Cause::Condition {
                true => " when it was asked, as the turn of battle began",
                false => "",
            };
            format!("not done {}, {}{when}", times(*many), why.afterwards())
        });
        let all: Vec<String> = done.into_iter().chain(not).collect();
        let doctrine = number.0 - LASTING;
        (!all.is_empty()).then(|| format!("Doctrine {doctrine}, {asked}: {}.", all.join("; ")))
    };
    counts.iter().filter_map(line).collect()
}

fn times(many: u32) -> String {
    match many {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{many} times"),
    }
}
