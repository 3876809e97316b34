//! Events of money: what comes in, and what is lost.
//!
//! `who` has the purse, a power or a minor country; `keeper` is the power that spends it.

use crate::book::money::Recruits;
use crate::book::units::Unit;
use crate::record::event::Throw;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What money comes from, or is lost by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Revenue {
    /// The budget of the chart (NIA §12).
    Chart,
    /// An income that the scenario sets.
    Preset,
    /// An own province that an enemy holds (NIA §12.2.1).
    Held,
    /// A province that was won (NIA §12.2.1).
    Won,
    /// A province that another has now (NIA §12.2.1).
    Ceded,
    /// A minor country that is part of the power's own land now (NIA §12.2.2).
    Annexed,
    /// What was owed for troops that were not sent abroad (NIA §14.1).
    Owed,
    /// What a peace brings or costs (NIA §12.2.6).
    Indemnity,
    /// A harbour (NIA §12.2.3).
    Trade,
    /// What corsairs take from trade (NIA §12.2.3.1).
    Corsairs,
    /// Gold from the New World (NIA §12.2.4).
    Gold,
    /// What an event card brings or costs (NIA §11.1).
    Card,
    /// Troops in revolt in a province (NIA §14.3).
    Revolt,
}

impl Revenue {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Revenue::Chart => "chart",
            Revenue::Preset => "preset",
            Revenue::Held => "held",
            Revenue::Won => "won",
            Revenue::Ceded => "ceded",
            Revenue::Annexed => "annexed",
            Revenue::Owed => "owed",
            Revenue::Indemnity => "indemnity",
            Revenue::Trade => "trade",
            Revenue::Corsairs => "corsairs",
            Revenue::Gold => "gold",
            Revenue::Card => "card",
            Revenue::Revolt => "revolt",
        }
    }
}

/// A line of an income.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub what: Revenue,
    /// The province, the country, the harbour or the corsair.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    /// Below zero if it is lost.
    pub pounds: i32,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.of.is_empty() { "" } else { " " };
        write!(f, "{}{gap}{} {:+}", self.what.word(), self.of, self.pounds)
    }
}

/// Money comes in and goes (NIA §12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum MoneyEvent {
    /// What was not spent in a year is lost (NIA §12, §12.2.2).
    Forfeited { who: String, keeper: String, pounds: i32 },

    /// The income of a spring came in, and so many steps may be raised (NIA §12.2).
    Collected { who: String, keeper: String, lines: Vec<Line>, pounds: i32, recruits: Recruits },

    /// A corsair robbed British trade, of what was left of it (NIA §12.2.3.1).
    Raided { corsair: String, throw: Throw, pounds: i32 },

    /// France called her conscripts: money came in, and so many steps may be raised (NIA §12.1).
    Conscripted {
        who: String,
        keeper: String,
        year: u16,
        pounds: i32,
        recruits: Recruits,
        /// Whether it was the last call, which lowers her line corps.
        last: bool,
    },

    /// A war outside the map began; who is there when the game begins (NIA §14.1).
    WarBegan { war: String, power: String, since: u16, units: Vec<Unit>, fleets: Vec<String> },

    /// A die for the end of a war outside the map, and what it needed (NIA §14.1).
    WarTried { war: String, power: String, throw: Throw, needed: u8, ends: bool },

    /// It is over: a die for each step and each fleet, and who is left (NIA §14.1).
    WarEnded {
        war: String,
        power: String,
        dice: Vec<u8>,
        steps: u32,
        sunk: u32,
        units: Vec<Unit>,
        fleets: Vec<String>,
    },

    /// Who was left of it came back to the map.
    CameHome { war: String, power: String },

    /// The umpire gave money to a purse, or took it (below zero).
    Decided { who: String, keeper: String, pounds: i32 },

    /// An event card was played that counts in somebody's next budget (NIA §11.1).
    CardNoted { who: String, card: String },

    /// Pounds went to a court: for an embassy, for an attempt on a power, and as bribes (NIA §11.2).
    FavourBought { who: String, on: String, pounds: i32 },

    /// A die for a fleet that costs nothing, by an optional rule (NIA §15.2).
    FreeFleetTried { power: String, at: Space, die: u8, built: bool },

    /// The credit of an alliance rose or fell; `now`: what it is since (NIA §15.1).
    CreditChanged { power: String, change: i32, now: i32, reason: CreditCause },
}

/// Why the credit of an alliance changed (NIA §15.1). Each of them is about the power itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CreditCause {
    /// It joined a side.
    Joined,
    /// The umpire decided it, as after a peace that was refused.
    Decided,
    /// Its friends paid for it.
    Paid,
    /// The enemy refused a peace that it offered.
    PeaceRefused,
    /// The enemy took the capital of a minor country that follows it.
    MinorLost { country: String },
    /// The enemy took its own capital.
    CapitalLost,
    /// The enemy took the capital of another power of its side.
    AllyLost { capital: String },
    /// Its troops took the capital of an enemy power.
    CapitalTaken { capital: String },
    /// Its troops took the capital of a minor country that follows an enemy.
    MinorTaken { country: String },
    /// Its troops were beaten in a major battle and lost their order.
    Disordered,
    /// Its troops won a major battle, and the enemy lost their order.
    EnemyDisordered,
    /// Its side won a major battle without it.
    WonByOthers,
    /// Its side lost a major battle without it.
    LostByOthers,
    /// An enemy army marker was lost in a battle with its troops.
    EnemyArmyLost,
    /// An army marker with its troops was lost.
    ArmyLost,
}

impl MoneyEvent {
    /// As others hear it: how many are abroad is open, and who they are is not (NIA §1.3).
    pub fn for_others(&self) -> Self {
        let mut told = self.clone();
        if let MoneyEvent::WarBegan { units, fleets, .. }
        | MoneyEvent::WarEnded { units, fleets, .. } = &mut told
        {
            (*units, *fleets) = (vec![], vec![]);
        }
        told
    }

    /// The power that spends the money, if it is somebody's.
    pub fn keeper(&self) -> Option<&str> {
        match self {
            MoneyEvent::Forfeited { keeper, .. }
            | MoneyEvent::Collected { keeper, .. }
            | MoneyEvent::Decided { keeper, .. }
            | MoneyEvent::Conscripted { keeper, .. } => Some(keeper),
            MoneyEvent::WarBegan { power, .. }
            | MoneyEvent::FreeFleetTried { power, .. }
            | MoneyEvent::WarTried { power, .. }
            | MoneyEvent::WarEnded { power, .. }
            | MoneyEvent::CameHome { power, .. } => Some(power),
            MoneyEvent::CardNoted { who, .. } | MoneyEvent::FavourBought { who, .. } => Some(who),
            MoneyEvent::Raided { .. } | MoneyEvent::CreditChanged { .. } => None,
        }
    }
}
