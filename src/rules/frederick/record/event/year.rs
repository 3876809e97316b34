//! Seasons and years.

use crate::record::season::Season;
use crate::record::state::Outcome;
use kit::declared::Words;
use serde::{Deserialize, Serialize};

/// What has to do with the sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum YearEvent {
    /// A season began.
    SeasonBegan { season: Season },
    /// The operations of a year are over, with this season or before it (§12.1).
    OperationsEnded { year: u16 },
    /// A year is over (§3.2).
    YearEnded { year: u16 },
    /// The game is over (§30).
    GameOver {
        #[told("outcome, seat")]
        outcome: Outcome,
    },
    /// A season is over.
    SeasonEnded { season: Season, next: Season, over: bool },
}

kit::plain_words!(Outcome);
