//! What a line of a receipt may depend on, and why part of an order was not carried out: one closed
//! list, which the receipt names beforehand and the report afterwards.

use crate::record::event::Why;

/// What part of an order depends on that its writer cannot be certain of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The `if:` of an entry, a step or a line.
    Condition,
    /// Whether a turn comes to it.
    Turn,
    /// Where others stand, come and fight, and whose the land is.
    Others,
    /// Where one's own are by then, and who is left of them.
    Own,
    /// The points that are left by then.
    Points,
    /// The markers of one's hand by then.
    Marker,
    /// Whether somebody cancels the marker.
    Cancelled,
    /// The thaler that are left by then.
    Money,
    /// Whether a counter, a prisoner or a marker is left.
    Left,
    /// Whether another sheet has the same deal.
    Deal,
    /// Another entry, or what stands before it in its own.
    Earlier,
    /// What the rules do not allow; the receipt has a remark on it.
    Rules,
}

impl Cause {
    /// Its word in `--json` and in the record.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Condition => "condition",
            Cause::Turn => "turn",
            Cause::Others => "others",
            Cause::Own => "own",
            Cause::Points => "points",
            Cause::Marker => "marker",
            Cause::Cancelled => "cancelled",
            Cause::Money => "money",
            Cause::Left => "left",
            Cause::Deal => "deal",
            Cause::Earlier => "earlier",
            Cause::Rules => "rules",
        }
    }

    /// What kept a line of the court from being carried out. Who has a minor power by then is the others'
    /// affair.
    pub fn of_line(key: &str, why: Why) -> Self {
        match why {
            Why::NotThere if key == "diplomacy" => Cause::Others,
            why => Cause::of(why),
        }
    }

    /// What kept part of an order from being carried out.
    pub fn of(why: Why) -> Self {
        match why {
            Why::NeverFitted | Why::Condition => Cause::Condition,
            Why::NoTurn => Cause::Turn,
            Why::NobodyThere
            | Why::NoEnemy
            | Why::Border
            | Why::Barred
            | Why::Pillaged
            | Why::Ambushed
            | Why::Beaten
            | Why::Besieged
            | Why::Seized => Cause::Others,
            // Ways by land do not change: the force is elsewhere.
            Why::NoForce
            | Why::NoWay
            | Why::ThereAlready
            | Why::CannotMove
            | Why::NotHeld
            | Why::NotTogether
            | Why::NoRoom
            | Why::NoTrain
            | Why::NoLeader => Cause::Own,
            Why::Short | Why::MoveOver => Cause::Points,
            Why::NoMarker => Cause::Marker,
            Why::Cancelled => Cause::Cancelled,
            Why::NoMoney => Cause::Money,
            Why::NoneLeft => Cause::Left,
            Why::NotMet | Why::NotAll => Cause::Deal,
            Why::OperationOver | Why::Full | Why::AnotherLine => Cause::Earlier,
            Why::NotBySecond
            | Why::WrongPlace
            | Why::Quiet
            | Why::NotThere
            | Why::NotAshore
            | Why::FleetsAlone
            | Why::Unread => Cause::Rules,
        }
    }
}
