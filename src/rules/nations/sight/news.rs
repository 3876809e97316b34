//! News of the war on land, as one power may hear it. Each group tells of the events of its name.
//!
//! A roll is open to both sides; what it was modified by is the roller's own affair, but in battle,
//! where both sides see each other's troops (NIA §1.3).

mod sea;
mod seen;
mod stored;

use crate::book::units::Unit;
use crate::record::event::{
    Cause, CourtEvent, Fate, Fighter, Modifier, MoneyEvent, Occasion, Party, PlayedTactic, Point,
    SpendingEvent, Throw, Winner,
};
use crate::record::state::Bloc;
use crate::sight::known::Who;
use kit::calendar::Season;
use kit::ground::Space;
use kit::groups;
use serde::{Deserialize, Serialize};

use stored::{CourtNews, SpendingNews};

pub use sea::{FleetNews, PassageNews, SeaBattleNews, SeaNews};
pub use seen::{ForceNews, OrderNews, SeenEvent, SequenceNews, WarNews};

groups! {
    /// One piece of news; each is told by the event of the same name.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum LandNews {
        Loss(LossNews),
        Contact(ContactNews),
        Battle(BattleNews),
        Siege(SiegeNews),
        Table(TableNews),
        Money(MoneyEvent),
        Told(Told),
    }
    old { CourtNews, SpendingNews }
}

/// An event that is told as it is; the fields that its reader may not know are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    Court {
        event: CourtEvent,
        /// The name by which the reader knows the troops.
        who: Option<Who>,
    },
    Spending {
        event: SpendingEvent,
        /// How many were sent abroad, for readers who are not told which.
        sent: Option<Sent>,
    },
}

/// The number of steps and ships that were sent abroad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    pub steps: u32,
    pub ships: u32,
}

/// News of supply, attrition and losses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LossNews {
    Supply {
        who: Who,
        at: Space,
        supplied: bool,
    },
    Attrition {
        who: Who,
        at: Space,
        occasions: Vec<Occasion>,
        column: String,
        throw: Throw,
        result: String,
        star: Option<u8>,
        steps: u8,
    },
    Lost {
        who: Who,
        at: Space,
        units: Vec<Unit>,
        trains: u8,
        depots: u8,
        engineers: u8,
        army: Option<String>,
        cause: Cause,
    },
    Destroyed {
        who: Who,
        at: Space,
        army: Option<String>,
        units: Vec<Unit>,
        cause: Cause,
    },
}

/// News of forces that meet, avoid each other or come to help.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactNews {
    Intercepted { who: Who, whom: Who, at: Space, throw: Throw, succeeded: bool },
    Avoided { who: Who, at: Space, to: Space, throw: Throw, succeeded: bool },
    WentInside { who: Who, at: Space },
    Overrun { who: Who, at: Space },
    Guns { who: Who, to: Space, throw: Throw, succeeded: bool },
    CameUp { who: Who, from: Space, to: Space },
    Retreated { who: Who, from: Space, to: Space },
}

/// News of battles and of what follows from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleNews {
    Fought {
        at: Space,
        round: u8,
        size: String,
        odds: String,
        assault: bool,
        attacker: Box<Fighter>,
        defender: Box<Fighter>,
        winner: Winner,
    },
    TacticsDrawn {
        at: Space,
        power: String,
        name: String,
        tactics: Vec<String>,
    },
    TacticPlayed {
        at: Space,
        power: String,
        name: String,
        #[serde(flatten)]
        played: PlayedTactic,
    },
    LeaderChecked {
        leader: String,
        power: String,
        at: Space,
        die: u8,
        fate: Fate,
        back: Option<Season>,
    },
    Succeeded {
        who: Who,
        leader: String,
        after: String,
    },
    BattleEnded {
        at: Space,
        attacker: Party,
        defender: Party,
        size: String,
        winner: Winner,
    },
    Morale {
        who: Who,
        at: Space,
        die: u8,
        target: i32,
        modifiers: Vec<Modifier>,
        demoralized: bool,
    },
    Disordered {
        who: Who,
        at: Space,
        demoralized: bool,
    },
    Pursued {
        who: Who,
        at: Space,
        steps: u8,
    },
    Rallied {
        who: Who,
        at: Space,
        die: u8,
        target: i32,
        succeeded: bool,
    },
    WentOn {
        who: Who,
        at: Space,
    },
}

/// News of sieges and fortresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiegeNews {
    SiegeMarked {
        who: Who,
        at: Space,
        level: u8,
    },
    SiegeAttempted {
        who: Who,
        at: Space,
        fortress: u8,
        throw: Throw,
        result: String,
        star: Option<u8>,
    },
    GarrisonChecked {
        at: Space,
        power: String,
        die: u8,
        target: i32,
        surrenders: bool,
    },
    WallsBroken {
        at: Space,
        points: u8,
    },
    Captured {
        at: Space,
        power: String,
        empty: bool,
        /// Whether it was theirs before.
        stays: bool,
    },
    HonoursOfWar {
        who: Who,
        at: Space,
        units: Vec<Unit>,
        back: Season,
    },
    Rearmed {
        at: Space,
        power: String,
        with: Option<String>,
    },
}

/// News of cards, promises and points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableNews {
    CardPlayed { power: String, card: String, who: String, ruling: Option<String> },
    CardDrawn { power: String, card: Option<String> },
    Promised { key: String, season: Season },
    RuleBegun { rule: String },
    Scored { points: Vec<Point>, total: i32, needed: i32, winner: Option<Bloc> },
    GameDecided { winner: Option<Bloc>, winners: Vec<String>, conditions: Vec<String> },
}
