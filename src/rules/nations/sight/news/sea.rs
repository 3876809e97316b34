//! News of the war at sea, as one power may hear it.
//!
//! A battle opens both sides to everybody, as on land (NIA §1.3). Else the enemy's ships are a
//! number of fleets, and his dice are told without what they were modified by, unless he used his
//! admiral's manoeuvre and so showed it (NIA §5.3.1).

use crate::book::units::Unit;
use crate::record::event::{Cause, Party, Throw, Volley, Winner};
use crate::record::state::Anchorage;
use crate::sight::known::Who;
use kit::calendar::Season;
use kit::ground::Space;
use kit::groups;
use serde::{Deserialize, Serialize};

groups! {
    /// One piece of news; each is told by the event of the same name.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum SeaNews {
        Fleet(FleetNews),
        Battle(SeaBattleNews),
        Passage(PassageNews),
    }
}

/// News of ships under way, and of whom they meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FleetNews {
    Sailed {
        who: Who,
        from: Anchorage,
        to: Anchorage,
        spent: Option<u32>,
    },
    Joined {
        who: Who,
        joined: Vec<String>,
        at: Anchorage,
    },
    Intercepted {
        who: Who,
        whom: Who,
        at: Anchorage,
        throw: Throw,
        automatic: bool,
        succeeded: bool,
    },
    Avoided {
        who: Who,
        at: Anchorage,
        to: Anchorage,
        throw: Throw,
        succeeded: bool,
    },
    Retreated {
        who: Who,
        from: Anchorage,
        to: Anchorage,
    },
    Hunted {
        who: Who,
        corsair: String,
        search: Throw,
        found: bool,
        shot: Option<Throw>,
        sunk: bool,
    },
    BosphorusShut {
        by: String,
        against: String,
        joins: Option<String>,
    },
}

/// News of battles at sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeaBattleNews {
    Fought {
        at: Anchorage,
        round: u8,
        attacker: Box<Volley>,
        defender: Box<Volley>,
        winner: Winner,
    },
    Sunk {
        power: String,
        name: String,
        at: Anchorage,
        decoy: bool,
        cause: Cause,
    },
    AdmiralChecked {
        power: String,
        admiral: String,
        dice: u8,
        killed: bool,
    },
    Ended {
        at: Anchorage,
        attacker: Party,
        defender: Party,
        winner: Winner,
        lost: (u32, u32),
    },
}

/// News of troops on board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageNews {
    CargoLost {
        who: Who,
        units: Vec<Unit>,
        trains: u8,
        engineers: u8,
        army: Option<String>,
        cause: Cause,
    },
    Embarked {
        who: Who,
        at: Space,
        ships: Vec<String>,
    },
    Landed {
        who: Who,
        at: Space,
        against: bool,
    },
    Repulsed {
        who: Who,
        at: Space,
        units: Vec<Unit>,
        back: Season,
    },
}
