//! The turn at a glance for the umpire, who sees all of it; every event in a sentence; and what they
//! should look at.

use super::story::Marches;
use super::{remark, story};
use crate::book::Book;
use crate::record::event::{Event, ForceEvent, OrderEvent, PublicEvent, Reason, WarEvent};
use play::SummaryLine;

/// Lines for the umpire, in the order of what happened, each with the number of its event.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let mut lines = vec![];
    let mut marches = Marches::of(events);
    for (event, number) in events.iter().zip(1..) {
        let text = match event {
            Event::Force(ForceEvent::Moved { who, power, .. }) => marches.told(book, who, power),
            Event::Force(ForceEvent::Supplied { unfed, .. }) if unfed.is_empty() => None,
            Event::Public(PublicEvent::SeasonBegan { .. } | PublicEvent::SeasonEnded { .. })
            | Event::Order(
                OrderEvent::Letter { .. }
                | OrderEvent::CutShort { .. }
                | OrderEvent::NotAsked { .. },
            ) => None,
            Event::Order(_)
            | Event::Public(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Money(_)
            | Event::Council(_)
            | Event::Sea(_) => Some(story::whole(book, event)),
        };
        let first = matches!(
            event,
            Event::Order(
                OrderEvent::Ordered { .. } | OrderEvent::Worded { .. } | OrderEvent::Spent { .. }
            )
        );
        let text = text.map(|text| if first { text } else { format!("  {text}") });
        lines.extend(text.map(|text| SummaryLine { event: number, text }));
    }
    lines
}

/// What of a turn he should look at: orders that came to nothing, but for conditions.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let told = |event: &Event| match event {
        Event::Order(OrderEvent::NotDone {
            reason: Reason::NotSo | Reason::Otherwise { known: true } | Reason::Stopped,
            ..
        }) => None,
        Event::Order(OrderEvent::NotDone { power, .. }) => {
            let told = remark::remark(book, event).unwrap_or_default();
            Some(format!("{power}: {told}"))
        }
        Event::War(WarEvent::Surrendered { .. }) => story::own(book, event),
        Event::Order(_)
        | Event::Public(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Money(_)
        | Event::Council(_)
        | Event::Sea(_) => None,
    };
    events.iter().filter_map(told).collect()
}
