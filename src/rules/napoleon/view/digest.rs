//! The season at a glance for the umpire, every event in a sentence, and what to look at.

use super::story;
use crate::book::Book;
use crate::record::event::Event;
use crate::sequence::Happened;
use play::SummaryLine;

/// Lines for the umpire, each with the number of its event.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let mut lines = vec![];
    for (event, number) in events.iter().zip(1..) {
        let text = match event {
            Event::Map { what: Happened::Turn(_), .. }
            | Event::SeasonBegan { .. }
            | Event::SeasonEnded { .. }
            | Event::Letter { .. }
            | Event::Stood { .. } => continue,
            Event::Board { .. } => format!("    {}", story::sentence(book, event)),
            Event::Map { .. } => format!("  {}", story::sentence(book, event)),
            Event::Ordered { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Passed { .. } => story::sentence(book, event),
        };
        if !text.trim().is_empty() {
            lines.push(SummaryLine { event: number, text });
        }
    }
    lines
}

/// What of a sheet came to nothing.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let refused = events
        .iter()
        .filter(|event| matches!(event, Event::Map { what: Happened::Refused(_), .. }));
    refused.map(|event| story::sentence(book, event)).collect()
}
