//! News of the war on land, as one power may hear it.
//!
//! A roll is open to both sides; what it was modified by is the roller's own affair, but in battle,
//! where both sides see each other's troops (NIA §1.3).

mod sea;

use crate::book::units::Unit;
use crate::record::event::{Cause, Fate, Fighter, Modifier, Occasion, Party, Point, Throw, Winner};
use crate::record::state::Bloc;
use crate::sight::known::Who;
use kit::calendar::Season;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

pub use sea::SeaNews;

/// One piece of news; each is told by the event of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandNews {
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
    Intercepted {
        who: Who,
        whom: Who,
        at: Space,
        throw: Throw,
        succeeded: bool,
    },
    Avoided {
        who: Who,
        at: Space,
        to: Space,
        throw: Throw,
        succeeded: bool,
    },
    WentInside {
        who: Who,
        at: Space,
    },
    Overrun {
        who: Who,
        at: Space,
    },
    Guns {
        who: Who,
        to: Space,
        throw: Throw,
        succeeded: bool,
    },
    CameUp {
        who: Who,
        from: Space,
        to: Space,
    },
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
    Retreated {
        who: Who,
        from: Space,
        to: Space,
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
    CardPlayed {
        power: String,
        card: String,
        who: String,
        ruling: Option<String>,
    },
    Promised {
        key: String,
        season: Season,
    },
    Scored {
        points: Vec<Point>,
        total: i32,
        needed: i32,
        winner: Option<Bloc>,
    },
}
