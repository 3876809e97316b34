//! The season at a glance for the umpire, every event in a sentence, and what to look at.

use super::doctrine::Refusals;
use super::{once_each, story};
use crate::book::Book;
use crate::record::event::Event;
use crate::sequence::Happened;
use play::SummaryLine;

/// Lines for the umpire, each with the number of the event with which it begins.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let line = |(event, heading, text): (u32, bool, String)| {
        let text = if heading { text } else { format!("  {text}") };
        SummaryLine { event, text }
    };
    story::numbered(book, events).into_iter().map(line).collect()
}

/// What of a sheet came to nothing, once each. What a line of a doctrine could not do is no fault: its
/// player is told of it with the doctrine.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let mut refusals = Refusals::default();
    let told = events.iter().filter(|event| refusals.tells(event));
    let refused = told
        .filter(|event| matches!(event.itself(), Event::Map { what: Happened::Refused(_), .. }));
    once_each(refused.map(|event| story::sentence(book, event)))
}
