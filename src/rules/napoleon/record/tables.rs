//! Where a campaign stands at each of its tables: one player has one, a race has several.
//!
//! In a race each player leads France at a table of their own, with the same dice. Nothing that
//! happens at one table changes another.

use super::event::Event;
use super::state::State;
use crate::book::Book;
use crate::sequence::name::StopName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A state for each table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tables {
    /// A campaign of one player.
    One(Box<State>),
    /// A race.
    Race { tables: BTreeMap<String, State> },
}

impl Tables {
    /// Every table before its first turn.
    pub fn set_up(book: &Book) -> Self {
        let state = State::set_up(book);
        if !book.options.is_race() {
            return Self::One(Box::new(state));
        }
        let powers = book.options.powers();
        Self::Race { tables: powers.into_iter().map(|power| (power, state.clone())).collect() }
    }

    /// The table of a power.
    pub fn of(&self, power: &str) -> Option<&State> {
        match self {
            Self::One(state) => Some(state),
            Self::Race { tables } => tables.get(power),
        }
    }

    /// All tables, in the order in which they are played.
    pub fn all(&self) -> Vec<&State> {
        match self {
            Self::One(state) => vec![state],
            Self::Race { tables } => tables.values().collect(),
        }
    }

    /// Who plays a campaign that is not over; in a race, where tables end at different times.
    pub fn racing(&self) -> Vec<String> {
        match self {
            Self::One(_) => vec![],
            Self::Race { tables } => {
                let on = tables.iter().filter(|(_, state)| state.outcome().is_none());
                on.map(|(power, _)| power.clone()).collect()
            }
        }
    }

    /// A table that is still played, else the one that was played longest: they go from turn to
    /// turn together.
    pub fn present(&self) -> &State {
        let all = self.all();
        let on = all.iter().find(|state| state.outcome().is_none());
        let last = || all.iter().max_by_key(|state| state.season);
        on.or_else(last).expect("a campaign has a table")
    }

    pub fn season(&self) -> StopName {
        self.present().season
    }

    /// Whether the campaign is over at every table.
    pub fn is_over(&self) -> bool {
        self.all().iter().all(|state| state.outcome().is_some())
    }

    /// Writes an event into the table it happened at.
    pub fn apply(&mut self, event: &Event) {
        match (self, event) {
            (Self::One(state), Event::Stood { after }) => state.clone_from(after),
            (Self::Race { tables }, Event::AtTable { table, what }) => {
                if let (Some(state), Event::Stood { after }) = (tables.get_mut(table), &**what) {
                    state.clone_from(after);
                }
            }
            (
                Self::One(_) | Self::Race { .. },
                Event::SeasonBegan { .. }
                | Event::Ordered { .. }
                | Event::Letter { .. }
                | Event::Ruled { .. }
                | Event::Decreed { .. }
                | Event::Map { .. }
                | Event::Board { .. }
                | Event::Passed { .. }
                | Event::Stood { .. }
                | Event::AtTable { .. }
                | Event::Scores { .. }
                | Event::SeasonEnded { .. },
            ) => {}
        }
    }
}
