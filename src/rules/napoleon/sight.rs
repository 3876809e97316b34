//! What the player knows: everything, since map, board and purses lie open (§2, §4).
//!
//! What has not happened yet is in no state: the cups are drawn from when they are needed.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::record::event::Event;
use crate::record::state::State;
use crate::recorded::PLAYER;
use kit::ledger::Shown;
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
}

impl Known {
    /// Knows where a campaign stands, and nothing of how it came to that.
    pub fn new(state: State) -> Self {
        Self { power: PLAYER.to_owned(), state, events: vec![], dice: vec![] }
    }

    /// Learns of an event.
    pub fn learn(&mut self, event: Event) {
        if let Event::SeasonBegan { .. } = &event {
            self.events.clear();
            self.dice.clear();
        }
        match event {
            Event::Stood { after } => self.state = *after,
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Map { .. }
            | Event::Board { .. }
            | Event::Passed { .. }
            | Event::SeasonEnded { .. } => self.events.push(event),
        }
    }

    /// Whether a season was played at all.
    pub fn played(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::SeasonBegan { .. }))
    }
}
