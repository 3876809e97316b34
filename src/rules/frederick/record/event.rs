//! What happened, in the order in which it happened: past tense, complete, without prose.
//!
//! Events are kept for good, so a variant is never renamed and never loses a field. Each group has a
//! file; where events are matched, each group is asked about every variant of its own.

mod court;
mod force;
mod marker;
mod order;
mod sea;
mod war;
mod year;

pub use court::CourtEvent;
pub use force::{Cause, ForceEvent, Halt, Modifier};
pub use marker::{MarkerEvent, Return};
pub use order::{OrderEvent, Why};
pub use sea::SeaEvent;
pub use war::{Battle, Host, Line, WarEvent};
pub use year::YearEvent;

kit::groups! {
    declared;
    /// One thing that happened.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Event {
        Order(OrderEvent),
        Year(YearEvent),
        Court(CourtEvent),
        Marker(MarkerEvent),
        Force(ForceEvent),
        War(WarEvent),
        Sea(SeaEvent),
    }
}

impl Event {
    /// The event, if it is one of the calendar.
    pub fn of_year(&self) -> Option<&YearEvent> {
        match self {
            Event::Year(event) => Some(event),
            Event::Order(_)
            | Event::Court(_)
            | Event::Marker(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Sea(_) => None,
        }
    }
}

play::common_events!(Event, OrderEvent);
