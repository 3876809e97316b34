//! What happened, in the order it happened: facts in the past tense, complete, without prose.
//!
//! Events are kept for good: a variant is never renamed and never loses a field. Where a force
//! changes, the event carries it as it is afterwards, so that applying it needs no rule.
//!
//! They are in groups, a file or two for each part of the game. What applies, sees or tells events
//! names every variant of a group, so that the compiler asks for a new one everywhere.

mod court;
mod land;
mod money;
mod orders;
mod reasons;
mod sea;
mod sequence;
mod spending;
mod war;

use crate::book::countries::CountryStatus;
use crate::book::money::Recruits;
use crate::book::units::Unit;
use crate::record::state::peaces::Condition;
use crate::record::state::{
    Anchorage, Bloc, EmbarkedForce, Force, ForceId, Marker, Ship, Squadron,
};
use kit::declared::Words;
use kit::groups;
use serde::{Deserialize, Serialize};

pub use court::{CourtEvent, Rival, Term};
pub(crate) use court::{after_peace, of_conquest, of_peace, of_sides, of_troops};
pub use land::ForceEvent;
pub use money::{CreditCause, Line, MoneyEvent, Revenue};
pub use orders::OrderEvent;
pub use reasons::{Halt, Joining, Leaving, Over, Parting, Reason};
pub use sea::{FleetEvent, PassageEvent, SeaBattleEvent};
pub use sequence::SequenceEvent;
pub use spending::{Bill, Purse, Shortfall, SpendingEvent};
pub use war::{BattleEvent, ContactEvent, LossEvent, PlayedTactic, SiegeEvent};

/// One modifier of a roll: what it is for, and how much it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    pub what: String,
    pub by: i32,
}

/// Dice with their modifiers and the sum of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    pub dice: Vec<u8>,
    pub modifiers: Vec<Modifier>,
    pub total: i32,
}

/// By what troops were lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// NIA §7.4.
    Attrition,
    /// A supply unit was spent on a check (NIA §7.4) or a fortress (NIA §9.3).
    Spent,
    /// NIA §8.2.4.
    Battle,
    /// Five to one or more (NIA §8.1.4).
    Odds,
    /// NIA §5.2.8.
    Overrun,
    /// Support that an enemy came upon (NIA §1.1.3.1, §1.1.3.2).
    Taken,
    /// NIA §8.3.2.
    Retreat,
    /// No way to retreat (NIA §8.3.2).
    Trapped,
    /// NIA §8.3.3.1.
    Pursuit,
    /// Demoralized a second time (NIA §8.3.3.1).
    Broken,
    /// An assault on a fortress (NIA §9.2).
    Assault,
    /// A siege attempt that was repulsed (NIA §9.2).
    Repulse,
    /// The fortress fell (NIA §9.3).
    Fall,
    /// No room (NIA §4.1.1).
    Stacking,
    /// The ship that carried them went down (NIA §5.3.3).
    Sunk,
    /// They were still on board when the marches were over (NIA §5.3.3).
    NotLanded,
    /// Their harbour fell and there was no other to go to (NIA §5.3).
    NoHarbour,
    /// They still stood on the land of a beaten power when its peace was over (NIA §13.3.2.2).
    PeaceOver,
}

/// What asks for an attrition check (NIA §7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    OutOfSupply,
    ForcedMarch,
    ExtendedMarch,
    Demoralized,
    Besieged,
    /// A card (C-17).
    CampFever,
}

/// How a casualty check ended (NIA §8.2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    Unharmed,
    Wounded,
    Killed,
}

/// One side of a round of battle, as the table was read for it (NIA §8.1, §8.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    pub power: String,
    pub force: ForceId,
    /// Who commands, or what the troops are called.
    pub name: String,
    pub steps: u32,
    /// Guns that count (NIA §8.1.5).
    pub guns: u32,
    /// Cavalry points that count, in halves (NIA §8.1.6).
    pub cavalry_halves: u32,
    pub morale: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Unit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subordinate: Option<String>,
    pub throw: Throw,
    /// The cell that was read: what the enemy loses.
    pub result: String,
}

/// Which side a round or a battle went to (NIA §8.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    Attacker,
    Defender,
    Nobody,
}

/// A side of a battle by its power and its commander.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    pub power: String,
    pub name: String,
}

/// The die of one fleet in a battle at sea, and its admiral's bonus (NIA §10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    pub ship: Ship,
    pub die: u8,
    pub bonus: i32,
}

/// The guns of a fortress over its harbour: a die of their own if no fleet lies there (NIA §10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battery {
    pub points: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    pub bonus: i32,
}

/// All that one side fires in a round at sea (NIA §10.1, §10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub power: String,
    /// The admiral in command, or the fortress.
    pub name: String,
    pub shots: Vec<Shot>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battery: Option<Battery>,
    pub total: i32,
}

/// A line of the count of victory points (NIA §21.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    pub what: String,
    pub times: i32,
    pub each: i32,
}

groups! {
    declared;
    /// What happened.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Event {
        Order(OrderEvent),
        Sequence(SequenceEvent),
        Force(ForceEvent),
        Loss(LossEvent),
        Contact(ContactEvent),
        Battle(BattleEvent),
        Siege(SiegeEvent),
        Fleet(FleetEvent),
        SeaBattle(SeaBattleEvent),
        Passage(PassageEvent),
        Court(CourtEvent),
        Money(MoneyEvent),
        Spending(SpendingEvent),
    }
}

impl Event {
    /// Whether the game is over with it.
    pub fn ends_the_game(&self) -> bool {
        matches!(self, Event::Sequence(SequenceEvent::SeasonEnded { scenario_over: true, .. }))
    }
}

play::common_events!(Event, OrderEvent);

// How what stands in an event is told, in the words of cases: see `case/facts.rs`.
kit::plain_words!(
    Rival,
    Condition,
    Unit,
    Modifier,
    Point,
    Bloc,
    Marker,
    Anchorage,
    CountryStatus,
    Recruits
);

impl Words for ForceId {
    /// The force that acts is told with its power and its leader, another by its name.
    fn words(field: &str) -> Vec<String> {
        let words: &[&str] = if field == "force" { &["who", "leader", "power"] } else { &[field] };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

impl Words for Force {
    /// As it is afterwards; a new one with what it has.
    fn words(field: &str) -> Vec<String> {
        let new = ["new", "units", "activations"];
        let words = if field == "new" { &new[..] } else { &["who", "leader", "power", "at"] };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

impl Words for Squadron {
    fn words(_: &str) -> Vec<String> {
        ["power", "at", "blockading", "fleets"].map(str::to_owned).into()
    }
}

impl Words for EmbarkedForce {
    fn words(_: &str) -> Vec<String> {
        ["who", "power", "ships"].map(str::to_owned).into()
    }
}

impl Words for Throw {
    fn words(field: &str) -> Vec<String> {
        let whose = if field == "throw" { String::new() } else { format!("{field} ") };
        ["roll", "modifiers", "modifier", "total"].map(|what| format!("{whose}{what}")).into()
    }
}

impl Words for Party {
    fn words(field: &str) -> Vec<String> {
        side(field, &["power"])
    }
}

impl Words for Fighter {
    fn words(field: &str) -> Vec<String> {
        let has = [
            "power",
            "steps",
            "guns",
            "cavalry halves",
            "morale",
            "lead",
            "subordinate",
            "roll",
            "modifiers",
            "modifier",
            "total",
            "result",
        ];
        side(field, &has)
    }
}

impl Words for Volley {
    fn words(field: &str) -> Vec<String> {
        side(field, &["power", "shots", "guns", "total"])
    }
}

/// A side by its name, and what it has by its name and the word for it.
fn side(name: &str, has: &[&str]) -> Vec<String> {
    let has = has.iter().map(|what| format!("{name} {what}"));
    std::iter::once(name.to_owned()).chain(has).collect()
}
