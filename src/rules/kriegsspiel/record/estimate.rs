//! Estimates: what is told of others where no exact figure is (§3), as it stands in what is known and in events.
//!
//! How a figure becomes an estimate stands in `book/estimates.rs`, who makes whom out in
//! `sight/intel_levels.rs`, and what becomes of events in `sight/made_out.rs`.

use crate::record::event::{BattleKind, Host, Losses, with_parts};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The bounds of a figure, and the round figure that is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The round figure that is told.
    pub about: u32,
    pub low: u32,
    pub high: u32,
}

impl Span {
    /// The round figure with its bounds, in words.
    pub fn told(self) -> String {
        format!("about {} ({self})", self.about)
    }

    /// Whether a figure may be the true one.
    pub fn has(self, figure: u32) -> bool {
        (self.low..=self.high).contains(&figure)
    }

    /// The bounds of a sum of two.
    pub fn plus(self, other: Span) -> Span {
        let Span { about, low, high } = other;
        Span { about: self.about + about, low: self.low + low, high: self.high + high }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} to {}", self.low, self.high))
    }
}

/// Who tells how strong others are, the best first; what each is worth stands in `estimates.yaml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Informant {
    Battle,
    Contact,
    Allies,
    Cavalry,
    Pickets,
    Townsfolk,
}

impl Informant {
    /// All of them, the best first.
    pub const ALL: [Informant; 6] = [
        Informant::Battle,
        Informant::Contact,
        Informant::Allies,
        Informant::Cavalry,
        Informant::Pickets,
        Informant::Townsfolk,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Informant::Battle => "battle",
            Informant::Contact => "contact",
            Informant::Allies => "allies",
            Informant::Cavalry => "cavalry",
            Informant::Pickets => "pickets",
            Informant::Townsfolk => "townsfolk",
        }
    }
}

/// An estimated strength, and who estimated it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Estimate {
    pub by: Informant,
    /// Battalions, regiments and batteries.
    pub units: Span,
    /// The combat value, if they can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat: Option<Span>,
}

/// The losses of a side, as a share of its troops, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Toll {
    None,
    Light,
    Moderate,
    Heavy,
    Ruinous,
}

impl Toll {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Toll::None => "none",
            Toll::Light => "light",
            Toll::Moderate => "moderate",
            Toll::Heavy => "heavy",
            Toll::Ruinous => "ruinous",
        }
    }
}

/// How the dice of a battle fell for the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fell {
    Well,
    Evenly,
    Ill,
}

impl Fell {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Fell::Well => "well",
            Fell::Evenly => "evenly",
            Fell::Ill => "ill",
        }
    }
}

/// One side of a battle, as somebody in it makes it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostMadeOut {
    pub power: String,
    pub powers: Vec<String>,
    pub commander: Option<String>,
    /// The exact figures, if all its troops are the reader's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<Host>>,
    /// Else an estimate, and its losses in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toll: Option<Toll>,
    /// Hits that the reader's own troops lost.
    pub lost: Losses,
    /// Whether it must go.
    pub goes: bool,
}

impl HostMadeOut {
    /// Who fights, by the commander or the power.
    pub fn name(&self) -> &str {
        self.commander.as_deref().unwrap_or(&self.power)
    }
}

/// A day of battle, as somebody in it makes it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
pub struct DayMadeOut {
    pub at: Space,
    pub kind: BattleKind,
    pub day: u32,
    pub attacking: HostMadeOut,
    pub defending: HostMadeOut,
    pub fell: Fell,
}

// How what stands in an event is told, in the words of cases: see `case/facts.rs`.
kit::plain_words!(Fell, Toll, Span);

impl Words for HostMadeOut {
    fn words(field: &str) -> Vec<String> {
        with_parts(field, &["powers", "combat", "units", "lost", "toll", "goes"])
    }
}
