//! What a line of a receipt may depend on, and why an order was not carried out: one closed list,
//! which the receipt names beforehand and the report afterwards.
//!
//! # How orders are numbered
//!
//! An entry has its number in `orders:`, and entry 0 is the order of battle. The steps of an entry
//! are numbered as they are written, and so are the changes of the order of battle. Behind its last
//! step come its stance, break off and retreat, as far as they are written: see [`Entry::parts`]. The
//! budget is entry [`BUDGET`], and its lines are the steps of that; so are [`DEALS`], [`POLITICS`] and [`TERMS`].
//!
//! [`Entry::parts`]: super::Entry::parts

use crate::record::event::{Halt, Reason};

/// The number of the budget among the entries, behind all that a list can have.
pub const BUDGET: u16 = 1000;
/// The same of the deals, and of what a sheet does in a council.
pub const DEALS: u16 = 1001;
pub const POLITICS: u16 = 1002;
/// The same of the terms of a peace.
pub const TERMS: u16 = 1003;

/// What an order depends on that its writer cannot be certain of, or why it is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The `if:` of a step.
    Condition,
    /// Enemies who come into the way, leave it, or go elsewhere; and their fortresses.
    Enemy,
    /// Where others of one's own side stand by then.
    Friends,
    /// Which of one's own commands where several stand together.
    Command,
    /// Allies of higher rank, who command where they stand too.
    Ally,
    /// Movement or action points, money or manpower that are left.
    Points,
    /// Depots that are left, and one to a hex.
    Depots,
    /// The sheet of the other power, which must have the same deal or chooses too, and what the two have in the bank.
    Deal,
    /// A step before it.
    Earlier,
    /// The die for a subordinate who is out of reach of a senior.
    Die,
    /// What the rules do not allow; the receipt has a remark on it.
    Rules,
}

impl Cause {
    /// Its word in `--json` and in the record.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Condition => "condition",
            Cause::Enemy => "enemy",
            Cause::Friends => "friends",
            Cause::Command => "command",
            Cause::Ally => "ally",
            Cause::Points => "points",
            Cause::Depots => "depots",
            Cause::Deal => "deal",
            Cause::Earlier => "earlier",
            Cause::Die => "die",
            Cause::Rules => "rules",
        }
    }

    /// What kept an order of a power from being carried out.
    pub fn of(reason: &Reason, power: &str) -> Self {
        match reason {
            Reason::NotSo | Reason::NotKnown | Reason::Otherwise { .. } => Cause::Condition,
            Reason::NoWay { .. } | Reason::Detour { .. } | Reason::NotSeen { .. } => Cause::Enemy,
            Reason::HasDepot { of } if of != power => Cause::Enemy,
            Reason::NoDepot | Reason::HasDepot { .. } => Cause::Depots,
            Reason::NoPoints { .. } | Reason::NoMoney { .. } | Reason::NoManpower { .. } => {
                Cause::Points
            }
            Reason::Stopped | Reason::NobodyAboard => Cause::Earlier,
            Reason::Misread => Cause::Die,
            Reason::Overruled { of, .. } if of != power => Cause::Ally,
            Reason::Overruled { .. } => Cause::Command,
            Reason::Apart => Cause::Friends,
            Reason::NoForce
            | Reason::NoSeaWay
            | Reason::NotInHarbour { .. }
            | Reason::NoRoom { .. }
            | Reason::Aboard
            | Reason::AtWar { .. }
            | Reason::Allied { .. }
            | Reason::NotAllied { .. }
            | Reason::Peace { .. }
            | Reason::Gone { .. }
            | Reason::Shut { .. }
            | Reason::ShutToDepots { .. }
            | Reason::Twice
            | Reason::NoTroops
            | Reason::Command { .. }
            | Reason::Bounds { .. }
            | Reason::NoCorps
            | Reason::NotHome { .. }
            | Reason::NotHomePort { .. }
            | Reason::NoHomePort
            | Reason::NoShips
            | Reason::NoHome
            | Reason::TooFew { .. } => Cause::Rules,
        }
    }

    /// What ended a march before its goal.
    pub fn of_halt(halt: &Halt) -> Self {
        match halt {
            Halt::Enemy
            | Halt::Held
            | Halt::Zone
            | Halt::Barred { .. }
            | Halt::AtSea
            | Halt::Unescorted { .. } => Cause::Enemy,
            Halt::Points { .. } | Halt::Areas { .. } => Cause::Points,
            Halt::Border { .. } | Halt::Harbour { .. } => Cause::Rules,
            Halt::Misread => Cause::Die,
        }
    }
}
