//! The court: bids, money, deals, minor powers and mobilization (§7 to §11, §28).

use crate::record::state::Promise;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with the court and with treasuries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CourtEvent {
    /// The bids for the initiative were opened, in thaler (§7.1).
    InitiativeTaken { seat: String, bids: BTreeMap<String, u32>, paid: u32 },
    /// A marker took the initiative before the bids (§7.3).
    InitiativeSeized { seat: String },
    /// Taxes came in (§8.3).
    Taxed {
        seat: String,
        /// The major whose treasury it is.
        to: String,
        halves: u32,
        /// How many cities paid.
        cities: u32,
    },
    /// Money was spent.
    Spent {
        seat: String,
        /// The major whose treasury it was.
        from: String,
        halves: u32,
        /// What for.
        on: String,
    },
    /// Money came in otherwise.
    Gained { seat: String, to: String, halves: u32, on: String },
    /// A pillaged square was restored (§21.7).
    PillageCleared { seat: String, at: Space },
    /// The seats bid for a lot of the market, once round the table (§9.3).
    LotBid { lot: u16, round: u16, bids: BTreeMap<String, u32> },
    /// A lot went to the highest bid (§9.3).
    LotSold { lot: u16, seat: String, paid: u32 },
    /// Nobody bid for a lot, and it went back to the pool (§9.3).
    LotUnsold { lot: u16 },
    /// A deal was made, since both sheets had it alike (§10.2).
    DealMade {
        name: String,
        /// The two seats.
        parties: Vec<String>,
        /// Seat to what it gives, in words.
        gives: BTreeMap<String, String>,
        promises: Vec<Promise>,
    },
    /// A deal was not made; its writer alone is told.
    DealNotMade { seat: String, name: String, words: String },
    /// A promise was kept to its end or broken (§10.3).
    PromiseEnded {
        #[told("promise")]
        promise: Promise,
        kept: bool,
    },
    /// War was declared on a neutral minor power (§28.5).
    WarDeclared { seat: String, minor: String },
    /// A minor power came to a seat, or became neutral (§28.3, §28.6).
    ControlChanged {
        minor: String,
        /// The seat that had it.
        before: Option<String>,
        /// The seat that has it now.
        seat: Option<String>,
        /// Its units that went elsewhere with it.
        moved: BTreeMap<String, Space>,
    },
    /// A major power called its general levy (§11.4).
    LevyCalled { seat: String, major: String, dice: Vec<u8>, sum: u32 },
    /// What was left of a levy is forfeit (§11.5).
    LevyOver { seat: String, major: String, left: u32 },
    /// Fieldworks were built (§26.2).
    FieldworksBuilt { seat: String, at: Space },
}
