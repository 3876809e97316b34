//! The lines of a sheet that were not done, in the words of the receipt where these are known.

use crate::book::Book;
use crate::orders::causes::Cause;
use crate::orders::receipt;
use crate::orders::steps;
use crate::orders::told::AfterTold;
use crate::record::event::{Event, StepEnd};
use crate::sequence::Happened;
use crate::sequence::answer::Purchase;
use kit::names::capital;
use std::collections::BTreeMap;

/// The lines of what was said of the end of the French half, by their numbers.
#[derive(Default)]
pub struct Quotes(BTreeMap<u16, String>);

impl Quotes {
    /// The words of what was said.
    pub fn of(book: &Book, after: Option<&AfterTold>) -> Self {
        Self(after.map(|after| receipt::after_words(book, after)).unwrap_or_default())
    }

    /// A step as a report names it.
    fn name(&self, (entry, step): (u16, u16)) -> String {
        match self.0.get(&step).filter(|_| entry == steps::AFTER) {
            Some(words) => format!("after the battles, {words}"),
            None => steps::in_words(entry, step),
        }
    }

    fn not_done(&self, step: (u16, u16), why: &str) -> String {
        format!("Not done, {}: {why}.", self.name(step))
    }

    /// What became of a step.
    pub fn step(&self, step: (u16, u16), became: StepEnd) -> String {
        match became {
            StepEnd::NotDone(Cause::Condition) if step.0 == steps::AFTER => self.not_done(
                step,
                "its `if:` did not hold when it was asked, after the battles and before the income of the \
                 month",
            ),
            StepEnd::Done => format!("{}: done.", capital(&self.name(step))),
            StepEnd::NotDone(why) => self.not_done(step, why.afterwards()),
            StepEnd::NotReached => format!("{}: still to come.", capital(&self.name(step))),
        }
    }
}

/// The steps of a sheet that were not done, each with its reason, also where the dice tell it.
pub fn undone(book: &Book, events: &[Event], scouts_left: u32) -> Vec<String> {
    let uses = |what: &Happened| {
        matches!(
            what,
            Happened::Fog { scout: true, .. }
                | Happened::Ordered { scout: true, .. }
                | Happened::Tried { .. }
                | Happened::Bought(Purchase::Scout)
        )
    };
    let had_scouts = scouts_left > 0 || events.iter().filter_map(Event::on_map).any(uses);
    let mut told = vec![];
    let mut quotes = Quotes::default();
    for event in events.iter().map(Event::itself) {
        if let Event::Said { after, .. } = event {
            quotes = Quotes::of(book, after.as_ref());
        }
        if let Event::Step { entry, step, became: became @ StepEnd::NotDone(why), .. } = event {
            let by_dice = *why == Cause::Dice || why.is_of_place();
            let tells = steps::is_of_sheet(*entry) && (by_dice || !is_told(*why));
            let text = match *why == Cause::NoRoll && !had_scouts {
                true => quotes.not_done((*entry, *step), "you had no scout"),
                false => quotes.step((*entry, *step), *became),
            };
            told.extend(tells.then_some(text));
        }
    }
    told
}

/// Whether what happened in its place tells why a step was not done.
pub fn is_told(why: Cause) -> bool {
    match why {
        Cause::Dice
        | Cause::Range
        | Cause::Target
        | Cause::NoTarget
        | Cause::NoRoom
        | Cause::NoCavalry
        | Cause::Full
        | Cause::Engaged
        | Cause::Reserve
        | Cause::Counters
        | Cause::Insight
        | Cause::Idle
        | Cause::Away
        | Cause::Battles
        | Cause::NoPlace
        | Cause::Rules => true,
        Cause::Condition
        | Cause::Enemy
        | Cause::Over
        | Cause::Destroyed
        | Cause::Routed
        | Cause::Melee
        | Cause::Moved
        | Cause::Plan
        | Cause::Fog
        | Cause::NoBattle
        | Cause::NoRoll
        | Cause::Supply
        | Cause::Sale
        | Cause::NoUse
        | Cause::Used
        | Cause::There
        | Cause::Nobody
        | Cause::Swept
        | Cause::Gone
        | Cause::Earlier => false,
    }
}
