//! Why an order was not carried out.

use kit::calendar::Season;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// Why an order was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The force no longer exists.
    NoForce,
    /// The action points are spent (K05 §17).
    NoPoints { needed: u32, left: u32 },
    /// The condition was false.
    NotSo,
    /// Whether it held could not be told.
    NotKnown,
    /// The condition was false, or not known, so the step's `else` was done.
    Otherwise { known: bool },
    /// No way leads there.
    NoWay { to: Space },
    /// The way round the enemy is more than twice the direct one.
    Detour { to: Space },
    /// Every way leads through the land of a neutral that lets none of its troops through, or ends in it
    /// (K05 §6).
    Shut { of: String },
    /// The force moves already, by an entry before this one.
    Twice,
    /// Nobody knows where they stand.
    NotSeen { whom: String },
    /// No depot is left to deploy.
    NoDepot,
    /// The hex has a depot already (K05 §15.2).
    HasDepot { of: String },
    /// A general without troops deploys no depot (K05 §15.2).
    NoTroops,
    /// The hex lies in the land of a neutral, which is shut to the force (K05 §6).
    ShutToDepots { of: String },
    /// They do not stand in one hex.
    Apart,
    /// The general commands as many as they can (K05 §10.1).
    Command { rating: u32 },
    /// It is more than there may be, or of another kind (K05 §10).
    Bounds {
        why: String,
        /// Of what: said of purchases alone.
        #[serde(default, skip_serializing_if = "Limit::is_of_size")]
        of: Limit,
    },
    /// The nation does not form corps (K05 §10.2).
    NoCorps,
    /// It costs more dollars than are left (K05 §16.5).
    NoMoney { needed: u32, left: u32 },
    /// It takes more manpower than is left (K05 §16.1).
    NoManpower { needed: u32, left: u32 },
    /// New troops cannot appear there. They need a victory city that their power owns and holds, with no enemy in it
    /// (K05 §18).
    NotHome { at: Space },
    /// No home port, so that no new ships appear there (K05 §13.2).
    NotHomePort { at: Space },
    /// There is none, or the ships do not lie in one (K05 §13.2).
    NoHomePort,
    /// No fleet is with the admiral (K05 §13.5).
    NoShips,
    /// Their power has no city where they would appear (K05 §18).
    NoHome,
    /// There are not so many of them.
    TooFew { kind: String, are: u32 },
    /// The two powers are at war already (K05 §6).
    AtWar { with: String },
    /// The two powers are allies; the alliance must be broken first (K05 §6).
    Allied { with: String },
    /// One of the two has submitted to the other, and must keep peace up to and with that turn (K05 §20.1).
    Peace { with: String, until: Season },
    /// The other is conquered, and out of the game (K05 §20.2).
    Gone { who: String },
    /// The two powers are not allies (K05 §6).
    NotAllied { with: String },
    /// They do not lie in the harbour where the ships lie when the turn begins (K05 §13.6).
    NotInHarbour { who: String },
    /// The transports have room for fewer (K05 §13.6).
    NoRoom { needed: u32, room: u32 },
    /// They are aboard, or go aboard (K05 §13.6).
    Aboard,
    /// Nobody is aboard who could land (K05 §13.6).
    NobodyAboard,
    /// No way over the sea leads there (K05 §13.3).
    NoSeaWay,
    /// The force had stopped before.
    Stopped,
    /// The order came too late (K05 §2).
    Misread,
    /// Another commands there, and their stance is that of the side (K05 §19.1).
    Overruled {
        by: String,
        /// The power of that general; older turns do not say it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        of: String,
    },
}

impl Reason {
    /// A bound of the size of a formation.
    pub fn bounds(why: String) -> Self {
        Reason::Bounds { why, of: Limit::Size }
    }

    /// The same bound, of something else.
    pub fn of(self, of: Limit) -> Self {
        match self {
            Reason::Bounds { why, .. } => Reason::Bounds { why, of },
            other => other,
        }
    }
}

/// What has bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Formations (K05 §10.3).
    #[default]
    Size,
    /// Names (K05 §10).
    Name,
    /// The order of battle of a levy (K05 §10.1).
    Levy,
    /// Who serves whom, and how many of a sort there may be (K05 §10.5).
    Service,
    /// Depots at hand (K05 §15.2).
    Depots,
    /// Generals (K05 §19.7).
    Generals,
}

impl Limit {
    fn is_of_size(&self) -> bool {
        *self == Limit::Size
    }

    /// The paragraph that sets it.
    pub fn rule(self) -> &'static str {
        match self {
            Limit::Size => "K05 §10.3",
            Limit::Name => "K05 §10",
            Limit::Levy => "K05 §10.1",
            Limit::Service => "K05 §10.5",
            Limit::Depots => "K05 §15.2",
            Limit::Generals => "K05 §19.7",
        }
    }
}
