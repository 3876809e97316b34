//! One season as one pair of eyes knows it, in no game's words: what the archive is made of.
//!
//! A rule system fills [`Annals`] from what a power knows and from the book, as it fills a
//! [`Chart`](super::chart::Chart); what stands where is told by the chart, what happened by this.
//! Who may know what was settled before: annals cannot betray what is not in them.
//!
//! Not here: letters and sheets, which the campaign keeps; how anything looks on a page.

use serde::{Deserialize, Serialize};

/// A season as it is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annals {
    /// What mattered, in a few sentences.
    pub headline: Vec<String>,
    /// Whose orders were played, in words; empty for one who gives none.
    pub orders: String,
    /// What happened, in the order in which it happened.
    pub parts: Vec<Part>,
    /// What the umpire decided, as far as it was told.
    pub rulings: Vec<String>,
    /// Figures that can be followed through the seasons.
    pub counts: Vec<Count>,
    /// Leaders who fell, with their power and where: `Desaix (France) at Marengo`.
    #[serde(default)]
    pub fallen: Vec<String>,
}

/// A part of the sequence: a marker, a step, a round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub heading: String,
    pub lines: Vec<Line>,
}

/// One line of it; a battle has its sums besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub text: String,
    pub fight: Option<Fight>,
}

/// A round or a day of battle with every sum that can be checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// `Battle at Genoa W3633 (3:1)`.
    pub title: String,
    /// The paragraph it was fought by.
    pub rule: String,
    pub sides: Vec<Side>,
    /// Sums that belong to neither side: the odds, one roll for both.
    pub sums: Vec<String>,
    /// How it ended.
    pub verdict: String,
}

/// One side of a battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub name: String,
    pub strength: String,
    /// Its dice and modifiers with the total; empty if it rolled none.
    pub sum: String,
    /// What it lost, or what it did to the other, in words; may be empty.
    pub result: String,
}

/// A figure of one party at a season's end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// What is counted: `steps in the field`. The same words in every season.
    pub what: String,
    /// Whose it is.
    pub whose: String,
    pub number: i64,
}

/// Somebody or something with a name of its own, as the book has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Subject {
    pub kind: Kind,
    /// As people read it: `France`, `Masséna`.
    pub name: String,
    /// As the campaign keeps it: `france`; for all but powers the name once more.
    pub key: String,
}

impl Subject {
    /// Somebody who is kept under the name that people read.
    pub fn new(kind: Kind, name: &str) -> Subject {
        Subject { kind, name: name.to_owned(), key: name.to_owned() }
    }

    /// A power by its name and title.
    pub fn power(key: &str, title: &str) -> Subject {
        Subject { kind: Kind::Power, name: title.to_owned(), key: key.to_owned() }
    }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Power,
    Leader,
    Place,
    /// A body of troops or ships with a name that lasts.
    Force,
}

impl Kind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Kind; 4] = [Kind::Power, Kind::Leader, Kind::Place, Kind::Force];

    /// The kind in a word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Power => "power",
            Kind::Leader => "leader",
            Kind::Place => "place",
            Kind::Force => "force",
        }
    }
}

impl Annals {
    /// All lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.parts.iter().flat_map(|part| &part.lines)
    }

    /// All battles, in order, each with its number from 1.
    pub fn fights(&self) -> impl Iterator<Item = (usize, &Fight)> {
        (1..).zip(self.lines().filter_map(|line| line.fight.as_ref()))
    }
}
