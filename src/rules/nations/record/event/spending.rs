//! Events of money that is spent, and of what it buys (NIA §12.3, §12.4).

use crate::book::units::Unit;
use crate::record::state::{Force, ForceId, Squadron};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// Whose money it is: a power, or a minor country for which a power spends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    /// The power whose list says what is done.
    pub power: String,
    /// The power itself, or the minor country.
    pub owner: String,
}

impl Words for Purse {
    fn words(_: &str) -> Vec<String> {
        ["power", "purse"].map(str::to_owned).into()
    }
}

/// What a line of a budget cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bill {
    pub pounds: i32,
    /// Recruits, and how many of them ride.
    #[serde(default)]
    pub recruits: u32,
    #[serde(default)]
    pub cavalry: u32,
}

/// Why a line was not carried out, or not wholly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Shortfall {
    /// There is not so much money.
    Money { needed: i32, left: i32 },
    /// An attempt was made, with less in bribes than was asked for.
    Bribes { needed: i32, left: i32 },
    /// There are not so many recruits this year.
    Recruits { needed: u32, left: u32 },
    /// Not so many of them ride.
    Cavalry { needed: u32, left: u32 },
    /// All counters of the sort are on the map.
    Counters { what: String },
    /// Nothing can be raised there.
    NoSite { at: Space },
    /// No place of the land is free to raise troops in.
    NoSites,
    /// The place is full.
    NoRoom { at: Space },
    /// The force is not in supply, or in no place where it can be filled.
    OutOfReach { who: String },
    /// Nothing of it is reduced.
    Whole { who: String },
    /// It is not there.
    NotThere { who: String },
    /// No shipyard, or one that has built its fleet.
    NoYard { at: Space },
    /// The fortress is armed, or not ours.
    NotToArm { at: Space },
    /// A force of two steps under a leader who may command an army is missing.
    NoArmy { who: String },
    /// Nobody of that name waits in the pool.
    NotInPool { who: String },
    /// More than they earn, with what others have given them.
    Limit { most: i32 },
    /// More than one power may give another in a year; `most` is what is left of it.
    GiftLimit { most: i32, limit: i32 },
    /// More than is owed.
    Debt { most: i32 },
    /// The rule is not for this power, or not now.
    NotAllowed { why: String },
    /// The `if:` did not hold.
    NotSo,
}

/// Money that was spent (NIA §12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SpendingEvent {
    /// Units were raised; the force in which they stand, as it is now.
    Raised {
        purse: Purse,
        line: u16,
        units: Vec<Unit>,
        force: Force,
        /// Whether the force is new.
        formed: bool,
        bill: Bill,
    },

    /// A unit got a step; as it was, and the force as it is now.
    Refilled { purse: Purse, line: u16, unit: Unit, force: Force, bill: Bill },

    /// An army marker was set up.
    ArmySetUp { purse: Purse, line: u16, force: Force, bill: Bill },

    /// Trains or engineers were raised.
    SupportRaised { purse: Purse, line: u16, what: String, force: Force, formed: bool, bill: Bill },

    /// A fleet was built; the squadron in the harbour as it is now.
    FleetBuilt { purse: Purse, line: u16, fleet: String, at: Space, squadron: Squadron, bill: Bill },

    /// A corsair was fitted out.
    CorsairFitted { purse: Purse, line: u16, corsair: String, bill: Bill },

    /// A fortress was armed again.
    FortressArmed { purse: Purse, line: u16, at: Space, power: String, bill: Bill },

    /// Money went from one purse to another; as a loan, or as what was lent.
    Paid { purse: Purse, line: u16, to: String, pounds: i32, loan: bool, back: bool },

    /// An event card was sold for its price (NIA §11.1).
    CardBought { purse: Purse, line: u16, card: String, from: String, pounds: i32 },

    /// The credit of an allied power was raised for money (NIA §15.1).
    CreditRaised { purse: Purse, line: u16, of: String, bill: Bill },

    /// Units or fleets went to a war outside the map; what is left where they were (NIA §14.1).
    SentAbroad {
        purse: Purse,
        line: u16,
        war: String,
        units: Vec<Unit>,
        fleets: Vec<String>,
        at: Space,
        gone: Option<ForceId>,
        #[told("")]
        rest: Option<Force>,
    },

    /// What was not sent was paid for; the rest is owed to the next spring (NIA §14.1).
    PaidForAbroad { purse: Purse, line: u16, war: String, owed: i32, bill: Bill },

    /// Money stays in the purse.
    Kept { purse: Purse, line: u16, pounds: i32 },

    /// Reduced corps of a force became fewer whole ones.
    CorpsMerged { purse: Purse, line: u16, force: Force },

    /// A leader of the pool came onto the map; the force as it is now.
    LeaderPosted {
        purse: Purse,
        line: u16,
        leader: String,
        force: Force,
        formed: bool,
        /// Who went back to the pool for them.
        dismissed: Option<String>,
    },

    /// A line was not carried out, or not wholly; the owner of the purse is told.
    NotCarriedOut { purse: Purse, line: u16, list: String, order: String, reason: Shortfall },

    /// What each purse has when its lists are done.
    AccountClosed { purse: Purse, pounds: i32, recruits: u32, cavalry: u32 },
}

impl Words for Bill {
    fn words(_: &str) -> Vec<String> {
        ["pounds", "recruits", "cavalry"].map(str::to_owned).into()
    }
}

impl SpendingEvent {
    /// Whose money it is, and whose list.
    pub fn purse(&self) -> &Purse {
        match self {
            SpendingEvent::Raised { purse, .. }
            | SpendingEvent::Refilled { purse, .. }
            | SpendingEvent::ArmySetUp { purse, .. }
            | SpendingEvent::SupportRaised { purse, .. }
            | SpendingEvent::FleetBuilt { purse, .. }
            | SpendingEvent::CorsairFitted { purse, .. }
            | SpendingEvent::FortressArmed { purse, .. }
            | SpendingEvent::Paid { purse, .. }
            | SpendingEvent::CardBought { purse, .. }
            | SpendingEvent::CreditRaised { purse, .. }
            | SpendingEvent::SentAbroad { purse, .. }
            | SpendingEvent::PaidForAbroad { purse, .. }
            | SpendingEvent::Kept { purse, .. }
            | SpendingEvent::CorpsMerged { purse, .. }
            | SpendingEvent::LeaderPosted { purse, .. }
            | SpendingEvent::NotCarriedOut { purse, .. }
            | SpendingEvent::AccountClosed { purse, .. } => purse,
        }
    }

    /// The force that it changes, and whether it is new.
    pub fn force(&self) -> Option<(&Force, bool)> {
        match self {
            SpendingEvent::Raised { force, formed, .. }
            | SpendingEvent::SupportRaised { force, formed, .. }
            | SpendingEvent::LeaderPosted { force, formed, .. } => Some((force, *formed)),
            SpendingEvent::Refilled { force, .. }
            | SpendingEvent::ArmySetUp { force, .. }
            | SpendingEvent::CorpsMerged { force, .. } => Some((force, false)),
            SpendingEvent::FleetBuilt { .. }
            | SpendingEvent::CorsairFitted { .. }
            | SpendingEvent::FortressArmed { .. }
            | SpendingEvent::CardBought { .. }
            | SpendingEvent::Paid { .. }
            | SpendingEvent::CreditRaised { .. }
            | SpendingEvent::SentAbroad { .. }
            | SpendingEvent::PaidForAbroad { .. }
            | SpendingEvent::Kept { .. }
            | SpendingEvent::NotCarriedOut { .. }
            | SpendingEvent::AccountClosed { .. } => None,
        }
    }

    /// What it cost, and whose purse paid.
    pub fn bill(&self) -> Option<(&Purse, Bill)> {
        match self {
            SpendingEvent::Raised { purse, bill, .. }
            | SpendingEvent::Refilled { purse, bill, .. }
            | SpendingEvent::ArmySetUp { purse, bill, .. }
            | SpendingEvent::SupportRaised { purse, bill, .. }
            | SpendingEvent::FleetBuilt { purse, bill, .. }
            | SpendingEvent::CorsairFitted { purse, bill, .. }
            | SpendingEvent::CreditRaised { purse, bill, .. }
            | SpendingEvent::PaidForAbroad { purse, bill, .. }
            | SpendingEvent::FortressArmed { purse, bill, .. } => Some((purse, *bill)),
            SpendingEvent::Paid { purse, pounds, .. }
            | SpendingEvent::CardBought { purse, pounds, .. } => {
                Some((purse, Bill { pounds: *pounds, ..Bill::default() }))
            }
            SpendingEvent::SentAbroad { .. }
            | SpendingEvent::Kept { .. }
            | SpendingEvent::CorpsMerged { .. }
            | SpendingEvent::LeaderPosted { .. }
            | SpendingEvent::NotCarriedOut { .. }
            | SpendingEvent::AccountClosed { .. } => None,
        }
    }
}
