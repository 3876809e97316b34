//! What happened, in the order in which it happened: past tense, complete, without prose.
//!
//! What happens on map and board is told as the sequence tells it; the state changes by
//! [`Event::Stood`] alone, which has the campaign as it stands then. Events are kept for good, so a
//! variant is never renamed and never loses a field.

use super::score::Score;
use super::state::State;
use crate::board::Region;
use crate::board::insight::Insight;
use crate::board::news::News;
use crate::board::rout::End;
use crate::book::plans::PlanId;
use crate::book::tables::Withdrawal;
use crate::orders::causes::Cause;
use crate::orders::told::{AfterTold, Lasting};
use crate::record::force::{ForceId, Punch, Side};
use crate::sequence::Happened;
use crate::sequence::answer::Mover;
use crate::sequence::name::StopName;
use kit::declared::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The answer to a stop is played.
    SeasonBegan { season: StopName, title: String },
    /// Whose orders are played.
    Ordered { power: String, by: String, entries: Vec<String> },
    /// A letter was carried.
    Letter { from: String, to: String, text: String },
    /// The umpire's word on a choice.
    Ruled { power: String, topic: String, choice: String, key: String, reason: String },
    /// The umpire's word on a fact.
    Decreed { words: String, reason: String, told: Vec<String> },
    /// Something happened on the map, with the dice that were rolled for it.
    #[told("")]
    Map {
        #[told("")]
        what: Happened,
        dice: Vec<u8>,
    },
    /// Something happened on the board.
    #[told("")]
    Board { what: News },
    /// A stop at which the player is not asked came, and was played from the doctrine or by the
    /// default.
    Passed { title: String, doctrine: bool },
    /// The campaign stood so.
    Stood {
        #[told("title")]
        after: Box<State>,
    },
    /// Something happened at one table of a race.
    #[told("")]
    AtTable {
        table: String,
        #[told("")]
        what: Box<Event>,
    },
    /// Something that these of the staff learned of.
    #[told("")]
    Seen {
        by: BTreeSet<String>,
        #[told("")]
        what: Box<Event>,
    },
    /// What one of the staff said for later stops; at other tables, what is said by now of the end of the turn.
    Said {
        power: String,
        #[told("")]
        lasting: Lasting,
        #[told("")]
        after: Option<AfterTold>,
    },
    /// Who of the staff is asked now.
    #[told("asked of")]
    Asked { powers: BTreeSet<String> },
    /// What became of a step of an entry.
    Step {
        power: String,
        entry: u16,
        step: u16,
        #[told("cause")]
        became: StepEnd,
    },
    /// How the tables of a race compare.
    Scores { tables: Vec<Score> },
    /// The next stop is reached.
    SeasonEnded { season: StopName, over: bool },
}

/// What became of a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepEnd {
    Done,
    NotDone(Cause),
    /// The season was over before it came to this step.
    NotReached,
}

impl Event {
    /// What happened, wherever it was.
    pub fn itself(&self) -> &Event {
        match self {
            Event::AtTable { what, .. } | Event::Seen { what, .. } => what.itself(),
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Map { .. }
            | Event::Board { .. }
            | Event::Passed { .. }
            | Event::Stood { .. }
            | Event::Said { .. }
            | Event::Step { .. }
            | Event::Asked { .. }
            | Event::Scores { .. }
            | Event::SeasonEnded { .. } => self,
        }
    }

    /// What happened on the map, if that is it.
    pub fn on_map(&self) -> Option<&Happened> {
        if let Event::Map { what, .. } = self.itself() { Some(what) } else { None }
    }

    /// The table of a race at which it happened.
    pub fn table(&self) -> Option<&str> {
        match self {
            Event::AtTable { table, .. } => Some(table),
            Event::SeasonBegan { .. }
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Map { .. }
            | Event::Board { .. }
            | Event::Passed { .. }
            | Event::Stood { .. }
            | Event::Seen { .. }
            | Event::Said { .. }
            | Event::Step { .. }
            | Event::Asked { .. }
            | Event::Scores { .. }
            | Event::SeasonEnded { .. } => None,
        }
    }
}

play::common_events!(Event, Event);

// How what stands in an event is told, in the words of cases: see `case/facts.rs`.
kit::plain_words!(
    Cause, StepEnd, StopName, ForceId, PlanId, Punch, Region, Side, Mover, Insight, End, Withdrawal
);
