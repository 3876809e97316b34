//! The season at a glance for the umpire, and what they should look at.

use super::story;
use crate::book::Book;
use crate::record::event::{Event, ForceEvent, MarkerEvent, OrderEvent, YearEvent};
use kit::deck::Change;
use play::SummaryLine;

/// Lines for the umpire, in the order of what happened, each with the number of its event.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let mut lines = vec![];
    for (number, event) in (1..).zip(events) {
        match event {
            Event::Year(YearEvent::SeasonBegan { .. } | YearEvent::SeasonEnded { .. })
            | Event::Order(
                OrderEvent::Letter { .. }
                | OrderEvent::TakenUp { .. }
                | OrderEvent::NotDone { .. }
                | OrderEvent::NotReached { .. }
                | OrderEvent::Reacted { .. },
            )
            | Event::Marker(MarkerEvent::Deck(Change::Shuffled { .. })) => continue,
            Event::Year(_)
            | Event::Order(_)
            | Event::Marker(_)
            | Event::Court(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Sea(_) => {}
        }
        let heads = matches!(event, Event::Force(ForceEvent::OperationBegan { .. }));
        let text = story::whole(book, event);
        let text = if heads { text } else { format!("  {text}") };
        lines.push(SummaryLine { event: number, text });
    }
    lines
}

/// What of a season the umpire should look at: orders that came to nothing.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let is_odd = |event: &&Event| {
        use crate::record::event::Why;
        matches!(
            event,
            Event::Order(OrderEvent::NotDone {
                why: Why::NoForce | Why::NoWay | Why::Border | Why::CannotMove,
                ..
            })
        )
    };
    events.iter().filter(is_odd).map(|event| story::whole(book, event)).collect()
}
