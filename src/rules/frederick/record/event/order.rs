//! Sheets, letters and rulings.

use kit::declared::Words;
use play::reactions::{Hearing, Times};
use serde::{Deserialize, Serialize};
use sheet::condition::WhyNot;

/// What has to do with sheets and the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum OrderEvent {
    /// Whose orders are played.
    Ordered { power: String, by: String, entries: Vec<String> },
    /// A letter was carried.
    Letter { from: String, to: String, text: String },
    /// The umpire's word on a choice.
    Ruled { power: String, topic: String, choice: String, key: String, reason: String },
    /// The umpire's word on a fact.
    Decreed { words: String, reason: String, told: Vec<String> },
    /// An entry of the operations was taken up.
    TakenUp { seat: String, entry: u16 },
    /// Part of an order was not carried out.
    NotDone {
        seat: String,
        entry: u16,
        step: String,
        why: Why,
        /// Its number among all that stands in the entry, from 1; 0 if it is the entry or a line at court.
        #[serde(default, skip_serializing_if = "is_none")]
        number: u16,
        /// What of its condition failed; older seasons do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<WhyNot>,
    },
    /// What stands in an entry behind something that was not done, and hangs on it.
    NotReached { seat: String, entry: u16, parts: Vec<u16> },
    /// How often a reaction was asked, by what came of it: it applied, did not apply, or was unknown.
    Reacted {
        seat: String,
        reaction: u16,
        /// For whom it speaks.
        whose: String,
        what: String,
        #[serde(flatten)]
        times: Times,
        heard: Vec<Hearing>,
    },
}

fn is_none(number: &u16) -> bool {
    *number == 0
}

/// Why part of an order was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The entry never came to be played this season.
    NeverFitted,
    /// No turn came to the entry any more.
    NoTurn,
    /// No other sheet had the same deal, or one of the two could not keep it (§10.2).
    NotMet,
    /// Not every seat said yes (§10.2).
    NotAll,
    /// Another line counted in its place.
    AnotherLine,
    /// A marker took the initiative before the bids (§7.3).
    Seized,
    /// The line could not be read.
    Unread,
    /// The force was not there or has no such units.
    NoForce,
    /// Nobody of it can move.
    CannotMove,
    /// There is no way to the place.
    NoWay,
    /// The place lies in neutral land, or in a siege of others (§4.4, §34.2).
    Border,
    /// The force stood at its goal already.
    ThereAlready,
    /// The points did not reach (§16.1).
    Short,
    /// Others stood in the way (§13.2).
    Barred,
    /// The force was ambushed (§20.7).
    Ambushed,
    /// The condition of the step did not hold.
    Condition,
    /// There is nobody to attack.
    NobodyThere,
    /// No enemy was there to offer honours to, or to besiege.
    NoEnemy,
    /// A second force does not do it (§9.13, Thurn & Taxis).
    NotBySecond,
    /// Nobody of the force was left for it: they stayed behind.
    OperationOver,
    /// The force was beaten, or lost.
    Beaten,
    /// There is no such marker in the hand.
    NoMarker,
    /// There is not enough money.
    NoMoney,
    /// Units of others hold the square, or nobody does (§11.9).
    NotHeld,
    /// Such units are not raised in such a square (§11.3).
    WrongPlace,
    /// The power raises nothing for thaler in this year (§31.7).
    Quiet,
    /// The rules do not allow it there.
    NotThere,
    /// No such counter is left.
    NoneLeft,
    /// The square takes no more this year (§11.9).
    Full,
    /// The square is pillaged already (§21.5).
    Pillaged,
    /// Somebody cancelled it (§9.13).
    Cancelled,
    /// Fleet and units were not in one square when the operation began (§25.5).
    NotTogether,
    /// The fleets carry no more (§25.5).
    NoRoom,
    /// There is no land where units may go ashore (§25.10).
    NotAshore,
    /// A march for fleets, or a voyage without one (§25.2).
    FleetsAlone,
    /// The move of the fleets was over (§25.9).
    MoveOver,
    /// The force is besieged and cannot leave (§34.2).
    Besieged,
    /// No siege train of the seat is there (§34.1).
    NoTrain,
    /// No leader is with the force (§20.4).
    NoLeader,
}

kit::plain_words!(Why);
