//! Forces: operations, marches, checks and losses (§12 to §16).

use crate::book::troops::Grade;
use crate::record::unit::{Force, Sort, Unit};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with forces on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum ForceEvent {
    /// Somebody had an operation (§12.1).
    OperationBegan {
        number: u16,
        go_around: u16,
        #[told("seat, leader, height, fleet")]
        force: Force,
        at: Space,
        /// Whether thaler were spent for it; if not, it is checked for attrition (§12.2).
        paid: bool,
    },
    /// Somebody passed (§12.1).
    Passed { seat: String, go_around: u16 },
    /// A force went into a square (§16.2).
    Moved {
        #[told("seat, leader, height, fleet")]
        force: Force,
        from: Space,
        to: Space,
    },
    /// Units stayed behind on the way (§16.5).
    Dropped {
        #[told("seat, leader, height, fleet")]
        force: Force,
        at: Space,
    },
    /// A force stopped on its way.
    Halted { seat: String, at: Space, why: Halt },
    /// Forces met and showed all their units to each other (§14.2).
    Met {
        at: Space,
        seats: Vec<String>,
        /// Seat to what it showed.
        #[told("shown")]
        stacks: BTreeMap<String, Vec<Sort>>,
    },
    /// A force was checked for attrition (§12.3).
    AttritionChecked {
        seat: String,
        at: Space,
        die: u8,
        modifiers: Vec<Modifier>,
        /// The share that is lost, in per cent.
        share: u32,
        losses: usize,
    },
    /// A unit was removed; what is removed is seen by all.
    Lost {
        seat: String,
        at: Space,
        #[told("unit, power")]
        sort: Sort,
        unit: String,
        why: Cause,
        /// Whether its counter goes back to the pool of leaders (§23.10).
        to_pool: bool,
    },
    /// A unit was taken prisoner (§35.1).
    Captured {
        seat: String,
        /// The seat that took it.
        by: String,
        at: Space,
        #[told("unit, power")]
        sort: Sort,
        unit: String,
    },
    /// A mercenary who was taken prisoner went over to the captor (§35.4).
    WentOver {
        seat: String,
        by: String,
        at: Space,
        #[told("unit, power")]
        sort: Sort,
        unit: String,
    },
    /// A prisoner came home (§35.3).
    Released {
        seat: String,
        /// The seat that held them.
        by: String,
        at: Space,
        #[told("unit, power")]
        unit: Unit,
    },
    /// A leader who would have been lost saved himself (§23.5).
    LeaderSaved { seat: String, leader: String, die: u8, to: Space },
    /// A leader who was lost did not save himself (§23.5).
    LeaderNotSaved { seat: String, leader: String, die: u8 },
    /// A unit appeared on the map.
    Raised {
        seat: String,
        at: Space,
        #[told("unit, power")]
        unit: Unit,
        /// What brought it: `thaler`, `levy`, `card`, `event`, or a marker by name.
        #[serde(default)]
        by: String,
    },
    /// A leader came out of the pool (§23.2).
    LeaderCame { seat: String, major: String, leader: String, at: Space },
    /// A unit went up a grade (§24.1).
    Promoted {
        seat: String,
        at: Space,
        unit: String,
        grade: Grade,
        /// What it is for: `thaler`, `card`, `battle`, or a marker by name.
        #[serde(default)]
        by: String,
    },
    /// Somebody tried to pillage (§21.2).
    PillageTried { seat: String, at: Space, die: u8, strength: u32, works: bool },
    /// A square was pillaged.
    Pillaged { seat: String, at: Space, fieldworks: bool },
    /// The fieldworks of a square are gone (§26.6).
    FieldworksLost { at: Space },
}

/// Why a force stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// It came into mountains (§16.7).
    Mountain,
    /// It has no movement points left.
    OutOfPoints,
    /// It stopped before others who stand in its way.
    BeforeOthers,
    /// It came upon others (§13.2).
    Met,
    /// The border of neutrals is before it (§4.4).
    Border,
    /// There is no way.
    NoWay,
    /// It left the map and came back in another sea (§25.9).
    Transit,
    /// It came into an area off the map (§27.4).
    Box,
    /// Units went aboard or ashore where there is no port (§25.7, §25.10).
    Coast,
}

/// Why a unit was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Attrition (§12.3).
    Attrition,
    /// A battle (§18).
    Battle,
    /// A retreat through others, or without a way (§18.8).
    Retreat,
    /// An overrun (§33.1).
    Overrun,
    /// The besieged cannot retreat (§34.2).
    Besieged,
    /// Hunger (§22.6).
    Hunger,
    /// Its marker went back to the pool (§9.8).
    Unattended,
    /// Its owner demobilized it (§11.8).
    Demobilized,
    /// It had to leave a land that became neutral, and had no fortress to go to (§28.6).
    Evicted,
    /// An event of the balance of power (§6).
    Event,
}

/// A modifier of a check for attrition (§12.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Modifier {
    Leader { leader: String, by: i8 },
    HalfGood { by: i8 },
    Mountain { by: i8 },
    Many { by: i8 },
    Levy { by: i8 },
    SeveralPowers { by: i8 },
}

impl Modifier {
    /// What it adds to the die.
    pub fn by(&self) -> i8 {
        match self {
            Modifier::Leader { by, .. }
            | Modifier::HalfGood { by }
            | Modifier::Mountain { by }
            | Modifier::Many { by }
            | Modifier::Levy { by }
            | Modifier::SeveralPowers { by } => *by,
        }
    }

    /// It in words, with its sign.
    pub fn words(&self) -> String {
        let what = match self {
            Modifier::Leader { leader, .. } => leader.as_str(),
            Modifier::HalfGood { .. } => "half are good troops",
            Modifier::Mountain { .. } => "mountains",
            Modifier::Many { .. } => "five units or more",
            Modifier::Levy { .. } => "general levy",
            Modifier::SeveralPowers { .. } => "several powers",
        };
        format!("{:+} {what}", self.by())
    }
}

kit::plain_words!(Halt, Cause, Modifier);
