//! What a player knows: everything at their table, since map, board and purses lie open (§2, §4). In
//! a race nobody sees another table.
//!
//! What has not happened yet is in no state: the cups are drawn from when they are needed.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::record::event::Event;
use crate::record::score::Score;
use crate::record::state::State;
use crate::record::tables::Tables;
use crate::season::staff;
use kit::ledger::{Entry, Shown};
use play::audience::Audience;
use serde::{Deserialize, Serialize};

/// What the player, or the umpire, knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub power: String,
    pub state: State,
    /// What happened in the last season.
    pub events: Vec<Event>,
    pub dice: Vec<Shown>,
    /// How the tables of a race compare, as far as that is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Score>,
}

impl Known {
    /// Knows where a campaign stands, and nothing of how it came to that.
    pub fn new(power: &str, state: State) -> Self {
        Self { power: power.to_owned(), state, events: vec![], dice: vec![], scores: vec![] }
    }

    /// Learns of an event.
    pub fn learn(&mut self, event: Event) {
        if let Event::SeasonBegan { .. } = &event {
            self.events.clear();
            self.dice.clear();
        }
        match event {
            Event::Stood { after } => self.state = *after,
            Event::Scores { tables } => self.scores = tables,
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Map { .. }
            | Event::Board { .. }
            | Event::Passed { .. }
            | Event::AtTable { .. }
            | Event::Seen { .. }
            | Event::Said { .. }
            | Event::Step { .. }
            | Event::Asked { .. }
            | Event::SeasonEnded { .. } => self.events.push(event),
        }
    }

    /// Whether a season was played at all.
    pub fn played(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::SeasonBegan { .. }))
    }
}

/// Who learns of an event: everybody in a campaign of one player; in a race those at its table, of a
/// staff those who saw it, and everybody of what is common to all.
pub fn audience(state: &Tables, event: &Event) -> Audience {
    let these = |eyes: &[&String]| Audience::These(eyes.iter().copied().cloned().collect());
    if let Tables::One(_) = state {
        return Audience::Everybody;
    }
    match event {
        Event::SeasonBegan { .. }
        | Event::Asked { .. }
        | Event::Scores { .. }
        | Event::SeasonEnded { .. } => Audience::Everybody,
        Event::Ordered { power, .. }
        | Event::Ruled { power, .. }
        | Event::Said { power, .. }
        | Event::Step { power, .. } => these(&[power]),
        Event::Letter { from, to, .. } => these(&[from, to]),
        Event::Decreed { told, .. } => Audience::These(told.iter().cloned().collect()),
        Event::AtTable { table, .. } => these(&[table]),
        Event::Seen { by, .. } => Audience::These(by.clone()),
        // A staff learns its part of it; at a race it happens at a table.
        Event::Stood { .. } => match state {
            Tables::Staff { .. } => Audience::Everybody,
            Tables::One(_) | Tables::Race { .. } => these(&[]),
        },
        Event::Map { .. } | Event::Board { .. } | Event::Passed { .. } => these(&[]),
    }
}

/// Whether an event is one that a die or a draw decides: whatever happens at its table.
pub fn decides(entry: &Entry, event: &Event) -> bool {
    let is_there = event.table().is_none_or(|table| entry.lane() == Some(table));
    is_there
        && match event.itself() {
            Event::Map { .. }
            | Event::Board { .. }
            | Event::Passed { .. }
            | Event::Step { .. }
            | Event::Stood { .. }
            | Event::SeasonEnded { .. } => true,
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::AtTable { .. }
            | Event::Seen { .. }
            | Event::Said { .. }
            | Event::Asked { .. }
            | Event::Scores { .. } => false,
        }
}

/// What one pair of eyes learns of an event: what happened at their own table is told as if there
/// were no other, and of the map one of a staff learns what they see.
pub fn witness(
    book: &Book,
    tables: &Tables,
    event: &Event,
    eye: &str,
    known: Option<&Known>,
) -> Option<Event> {
    if let Audience::These(eyes) = audience(tables, event)
        && !eyes.contains(eye)
    {
        return None;
    }
    let Some(officer) = tables.officer(eye) else { return Some(event.itself().clone()) };
    match event.itself() {
        Event::Stood { after } => {
            let known = staff::state(book, (eye, officer), &known?.state, after);
            Some(Event::Stood { after: Box::new(known) })
        }
        // It stands in the position.
        Event::Said { .. } => None,
        told @ (Event::SeasonBegan { .. }
        | Event::Ordered { .. }
        | Event::Letter { .. }
        | Event::Ruled { .. }
        | Event::Decreed { .. }
        | Event::Map { .. }
        | Event::Board { .. }
        | Event::Passed { .. }
        | Event::AtTable { .. }
        | Event::Seen { .. }
        | Event::Step { .. }
        | Event::Asked { .. }
        | Event::Scores { .. }
        | Event::SeasonEnded { .. }) => Some(told.clone()),
    }
}

/// What the umpire sees: all that happened. The position is that of the first table that is still
/// played; the figures of the others stand beside it.
pub fn of_umpire(book: &Book, tables: &Tables, events: &[Event]) -> Known {
    let present = tables.present().clone();
    let mut known = Known::new(PLAYER, present.clone());
    events.iter().for_each(|event| known.learn(event.clone()));
    let scores = match tables {
        Tables::One(_) | Tables::Staff { .. } => vec![],
        Tables::Race { tables } => {
            tables.iter().map(|(table, state)| Score::of(book, table, state)).collect()
        }
    };
    Known { state: present, scores, ..known }
}
