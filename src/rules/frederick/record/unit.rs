//! A unit on the map, and a force as others see it (FRW §2.8, §12.5, §14).

use crate::book::troops::{Grade, Kind};
use kit::declared::Words;
use kit::ground::Space;
use kit::placed::Stands;
use serde::{Deserialize, Serialize};

/// One counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// A leader's name, a mercenary's marker, else power, kind and a number: `prussia infantry 3`.
    pub id: String,
    /// Whose unit it is: a major or minor power, states, or `mercenary`.
    pub power: String,
    pub kind: Kind,
    pub grade: Grade,
    pub at: Space,
    /// The fleet that carries it (§25.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<String>,
    /// The year in which it was raised (§24.1).
    pub raised: u16,
    /// The seat that has it, if its power does not say so: mercenaries and garrisons of states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

impl Stands for Unit {
    fn space(&self) -> Space {
        self.at
    }
}

impl Unit {
    /// What it is in words: `veteran infantry`, `garrison of 2`, `Frederick II`.
    pub fn words(&self) -> String {
        Sort::of(self).words()
    }
}

/// What can be seen of a unit that is looked at: everything but which of several alike it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    pub power: String,
    pub kind: Kind,
    pub grade: Grade,
    /// The name of a leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
}

impl Sort {
    /// What a unit is.
    pub fn of(unit: &Unit) -> Sort {
        let leader = (unit.kind == Kind::Leader).then(|| unit.id.clone());
        Sort { power: unit.power.clone(), kind: unit.kind, grade: unit.grade, leader }
    }

    /// In words, without its power.
    pub fn words(&self) -> String {
        if let Some(leader) = &self.leader {
            return leader.clone();
        }
        match (self.kind, self.grade) {
            (kind, Grade::Plain) => kind.word().to_owned(),
            (_, Grade::Reduced) => "garrison of 1".to_owned(),
            (_, Grade::Full) => "garrison of 2".to_owned(),
            (kind, grade) => format!("{} {}", grade.word(), kind.word()),
        }
    }
}

/// How high a stack is, as everybody sees it (§14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Height {
    /// One or two counters.
    Low,
    /// Three to five.
    Middle,
    /// Six or more.
    High,
}

impl Height {
    /// The height of so many counters.
    pub fn of(count: usize) -> Height {
        match count {
            0..=2 => Height::Low,
            3..=5 => Height::Middle,
            6.. => Height::High,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Height::Low => "1-2 units",
            Height::Middle => "3-5 units",
            Height::High => "6 or more units",
        }
    }
}

/// A force in an event: what everybody sees of it, and for its owner the units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub seat: String,
    /// The highest leader, whose counter lies on top.
    pub leader: Option<String>,
    pub height: Height,
    /// Which units they are; told to its owner alone.
    pub units: Vec<String>,
    /// Whether it is of fleets; who is aboard is not in `units`, but in the height.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fleet: bool,
}

impl Force {
    /// The same as others see it.
    pub fn from_outside(&self) -> Force {
        Force { units: vec![], ..self.clone() }
    }
}

kit::plain_words!(Kind, Grade, Height, Sort);
