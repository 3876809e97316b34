//! Seasons and years.

use crate::book::tables::Balance;
use crate::record::season::Season;
use crate::record::state::{Outcome, Standing};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with the sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum YearEvent {
    /// A season began.
    SeasonBegan { season: Season },
    /// The operations of a year are over, with this season or before it (§12.1).
    OperationsEnded { year: u16 },
    /// The table of the balance of power was rolled on (§6.1).
    BalanceRolled {
        seat: String,
        year: u16,
        dice: Vec<u8>,
        balance: Balance,
        /// Whether that event had come already, so that it was rolled again (§6.2).
        again: bool,
    },
    /// An event that was rolled at the start waits for the sheets of the first court (§3.2).
    EventWaits { seat: String, balance: Balance },
    /// It is carried out.
    EventComes { seat: String, balance: Balance },
    /// The harvest changes the forage of the year (§6.1).
    Harvested { by: i8 },
    /// The electorates were counted (§29.2).
    Voted { votes: BTreeMap<String, u32>, seat: Option<String> },
    /// Units above the forage of a square were fed for thaler (§22.4).
    Provisioned { seat: String, at: Space, units: usize },
    /// The conditions of victory were checked (§30.1).
    VictoryChecked {
        #[told("standings")]
        standings: Vec<Standing>,
    },
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

kit::plain_words!(Outcome, Balance);
