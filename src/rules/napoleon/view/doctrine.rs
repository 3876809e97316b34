//! What became of each line of the doctrine, by battle, with how often and why.

use crate::book::Book;
use crate::orders::causes::Cause;
use crate::orders::receipt;
use crate::orders::steps::{self, LASTING};
use crate::orders::told::Lasting;
use crate::record::event::{Event, StepEnd};
use crate::sequence::Happened;
use crate::sequence::answer::{Ask, Fault};
use crate::sight::Known;
use kit::ground::Space;
use kit::names::listed;
use std::collections::{BTreeMap, BTreeSet};

/// How often a line was done in a battle, and how often it was not for each cause.
#[derive(Default)]
struct Count {
    done: u32,
    not: BTreeMap<Cause, u32>,
}

/// A sentence for each line of the doctrine that was asked, in the words of its receipt.
pub fn told(book: &Book, known: &Known) -> Vec<String> {
    let mut counts: BTreeMap<(u16, u16), BTreeMap<u32, Count>> = BTreeMap::new();
    let (mut battles, mut turns) = (Battles::default(), vec![]);
    for event in known.events.iter().map(Event::itself) {
        battles.pass(event);
        turn_of(event, battles.answered, &mut turns);
        let Event::Step { power, entry, step, became } = event else { continue };
        if *power != known.power || *entry <= LASTING {
            continue;
        }
        if let Some(turn) = turns.last_mut().filter(|_| *became != StepEnd::NotReached) {
            turn.entries.insert(*entry);
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
    let lines = counts.iter().filter_map(line);
    lines.chain(left(book, &known.state.lasting, &battles, &turns)).collect()
}

/// A turn of battle at which the player was not asked.
struct TurnOf {
    battle: u32,
    /// Its number; none before it has begun.
    turn: Option<u32>,
    /// Whether the battle had not begun then.
    deploys: bool,
    doctrine: bool,
    /// The lines of the doctrine of which something was asked in it.
    entries: BTreeSet<u16>,
}

/// Takes note of the turns of battle as the events come to them.
fn turn_of(event: &Event, battle: u32, turns: &mut Vec<TurnOf>) {
    if let Event::Passed { doctrine, .. } = event {
        let (turn, entries) = (None, BTreeSet::new());
        turns.push(TurnOf { battle, turn, deploys: false, doctrine: *doctrine, entries });
    } else if let Some(last) = turns.last_mut() {
        match event.on_map() {
            Some(Happened::Deployed { .. }) if last.turn.is_none() => last.deploys = true,
            Some(Happened::BattleTurn { turn, .. }) if !last.deploys => {
                last.turn = last.turn.or(Some(*turn));
            }
            _ => {}
        }
    }
}

/// The turns of battle in which no line of the doctrine fitted, and those in which a line was not asked any more
/// that was asked before in the same battle.
fn left(book: &Book, lasting: &Lasting, battles: &Battles, turns: &[TurnOf]) -> Vec<String> {
    let mut told = vec![];
    if lasting.doctrine.iter().all(|line| line.fight.is_none()) {
        return told;
    }
    let mut numbers: Vec<u32> = turns.iter().map(|turn| turn.battle).collect();
    numbers.dedup();
    for battle in numbers {
        let of_battle = || turns.iter().filter(|one| one.battle == battle);
        let place = format!("At {}", battles.place(book, battle));
        let none = of_battle().filter(|one| !one.doctrine).filter_map(|one| one.turn);
        told.extend(in_turns(none).map(|turns| {
            format!(
                "{place}, {turns}: no line of the doctrine fitted, and the defaults were played."
            )
        }));
        for (number, line) in lasting.doctrine.iter().enumerate() {
            let entry = steps::doctrine(number);
            let first =
                of_battle().position(|one| one.turn.is_some() && one.entries.contains(&entry));
            let (Some(first), None, Some(words)) = (first, line.turn, &line.condition) else {
                continue;
            };
            let later = of_battle().skip(first).filter(|one| one.doctrine);
            let later = later.filter(|one| !one.entries.contains(&entry));
            told.extend(in_turns(later.filter_map(|one| one.turn)).map(|turns| {
                format!(
                    "{place}, {turns}: doctrine {} was not asked any more, since `{words}` did not hold or \
                     earlier lines said all.",
                    number + 1
                )
            }));
        }
    }
    told
}

/// Some turns in words, if there are any.
fn in_turns(turns: impl Iterator<Item = u32>) -> Option<String> {
    let turns: Vec<String> = turns.map(|turn| turn.to_string()).collect();
    match turns.len() {
        0 => None,
        1 => Some(format!("turn {}", listed(&turns))),
        _ => Some(format!("turns {}", listed(&turns))),
    }
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
        if self.at.len() == 1 { String::new() } else { self.place(book, number) }
    }

    /// Where a battle is, and which of those there.
    fn place(&self, book: &Book, number: u32) -> String {
        let before = usize::try_from(number).unwrap_or(usize::MAX);
        let Some((at, earlier)) = self.at.get(..before).and_then(<[Space]>::split_last) else {
            return String::new();
        };
        let again = earlier.iter().filter(|one| *one == at).count();
        match again {
            0 => book.map.name(*at).to_owned(),
            again => format!("{} (battle {})", book.map.name(*at), again + 1),
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
