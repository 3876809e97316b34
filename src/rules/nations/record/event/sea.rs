//! Events of the war at sea.

use crate::book::units::Unit;
use crate::record::event::{Cause, Party, Throw, Volley, Winner};
use crate::record::state::{
    Anchorage, Bloc, EmbarkedForce, Force, ForceId, Marker, Ship, Squadron,
};
use kit::calendar::Season;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// Where ships are, and whom they meet (NIA §5.3, §12.2.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum FleetEvent {
    /// A squadron came onto the map (NIA §21).
    SquadronPlaced { squadron: Squadron },

    /// The umpire moved fleets, put them on the map or took them off.
    ShipsSet { power: String, fleets: Vec<String>, from: Option<Anchorage>, to: Option<Anchorage> },

    /// Ships became active (NIA §5.1.1).
    SquadronActivated { power: String, fleets: Vec<String>, at: Anchorage, marker: Marker },

    /// Fleets went from one place to the next (NIA §5.3).
    Sailed {
        power: String,
        fleets: Vec<String>,
        from: Anchorage,
        to: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// Other fleets of the place joined a voyage (NIA §5.3).
    FleetsJoined {
        power: String,
        fleets: Vec<String>,
        joined: Vec<String>,
        at: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// Ships tried to intercept others that came into their sea or out of a harbour (NIA §5.3.1,
    /// §5.3.2); without dice where it is certain.
    SeaIntercepted {
        ships: Vec<Ship>,
        movers: Vec<Ship>,
        at: Anchorage,
        throw: Throw,
        automatic: bool,
        succeeded: bool,
    },

    /// Ships tried to avoid battle (NIA §5.3.1).
    SeaAvoided { ships: Vec<Ship>, at: Anchorage, to: Anchorage, throw: Throw, succeeded: bool },

    /// Beaten fleets went away (NIA §10.3).
    SeaRetreated {
        power: String,
        fleets: Vec<String>,
        from: Anchorage,
        to: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// A French corsair is in its box when the game begins (NIA §10.7).
    CorsairPlaced { corsair: String },

    /// A fleet looked for a corsair, and fired on it if it found one (NIA §12.2.3).
    CorsairHunted {
        power: String,
        fleet: String,
        corsair: String,
        search: Throw,
        found: bool,
        shot: Option<Throw>,
        sunk: bool,
    },

    /// The holder of the Bosphorus shut it to another; a neutral who does is at war (NIA §5.3.4).
    BosphorusShut { by: String, against: String, joins: Option<Bloc> },
}

/// Battles at sea (NIA §10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SeaBattleEvent {
    /// A round of a battle at sea was fought (NIA §10.1, §10.4).
    SeaFought {
        at: Anchorage,
        round: u8,
        attacker: Box<Volley>,
        defender: Box<Volley>,
        winner: Winner,
    },

    /// A fleet is no more (NIA §10.1, §10.6).
    FleetSunk { power: String, fleet: String, at: Anchorage, decoy: bool, cause: Cause },

    /// An admiral was checked: whether they went down with their fleet (NIA §10.5).
    AdmiralChecked { power: String, admiral: String, dice: u8, killed: bool },

    /// A battle at sea is over (NIA §10.1); the fleets that each side lost.
    SeaBattleEnded {
        at: Anchorage,
        attacker: Party,
        defender: Party,
        winner: Winner,
        #[told("attacker lost, defender lost")]
        lost: (u32, u32),
    },
}

/// Troops on board (NIA §5.3.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum PassageEvent {
    /// Troops were lost with the ship that carried them; the passage as it is afterwards (NIA §5.3.3).
    CargoLost {
        force: ForceId,
        power: String,
        leaders: Vec<String>,
        units: Vec<Unit>,
        trains: u8,
        engineers: u8,
        corps: u8,
        army: Option<String>,
        #[told("")]
        rest: Option<EmbarkedForce>,
        cause: Cause,
    },

    /// Troops went on board (NIA §5.3.3).
    Embarked { passage: EmbarkedForce, at: Space },

    /// Troops came ashore (NIA §5.3.3).
    Landed { force: Force, ships: Vec<Ship>, against: bool, cost: u32, spent: u32 },

    /// A landing was thrown back; who is left comes again in a spring (NIA §5.3.3).
    LandingRepulsed {
        force: ForceId,
        power: String,
        at: Space,
        leader: Option<String>,
        units: Vec<Unit>,
        back: Season,
    },
}
