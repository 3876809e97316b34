//! Units and leaders as the book has them: strength, movement, values (FRW §2.8 to §2.12, §23.1, §24.3).

use super::Origin;
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a unit is (§2.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Infantry,
    Cavalry,
    LightTroops,
    SiegeTrain,
    Garrison,
    Fleet,
    Leader,
}

impl Kind {
    /// All kinds but leaders.
    pub const TROOPS: [Kind; 6] = [
        Kind::Infantry,
        Kind::Cavalry,
        Kind::LightTroops,
        Kind::SiegeTrain,
        Kind::Garrison,
        Kind::Fleet,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::LightTroops => "light troops",
            Kind::SiegeTrain => "siege train",
            Kind::Garrison => "garrison",
            Kind::Fleet => "fleet",
            Kind::Leader => "leader",
        }
    }

    /// The kind of a word.
    pub fn read(word: &str) -> Option<Kind> {
        Kind::TROOPS.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether it has recruits and veterans.
    pub fn is_graded(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry | Kind::LightTroops)
    }
}

/// The side of a counter that lies up (§2.11, §11.11, §24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Leaders, siege trains and fleets have one.
    Plain,
    Recruit,
    Veteran,
    Guard,
    /// A garrison of 1.
    Reduced,
    /// A garrison of 2.
    Full,
}

impl Grade {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Grade::Plain => "",
            Grade::Recruit => "recruit",
            Grade::Veteran => "veteran",
            Grade::Guard => "guard",
            Grade::Reduced => "reduced",
            Grade::Full => "full",
        }
    }

    /// The grade of a unit as it is raised.
    pub fn raised(kind: Kind) -> Grade {
        match kind {
            Kind::Infantry | Kind::Cavalry | Kind::LightTroops => Grade::Recruit,
            Kind::Garrison => Grade::Reduced,
            Kind::SiegeTrain | Kind::Fleet | Kind::Leader => Grade::Plain,
        }
    }
}

/// A unit as the book writes it: a leader by name, or a kind with its grade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    Leader(String),
    Troops(Kind, Grade),
}

/// Reads a unit of a set-up: `infantry veteran`, `garrison 1`, `Frederick II`.
pub fn written(text: &str) -> Written {
    for kind in Kind::TROOPS {
        let Some(rest) = text.strip_prefix(kind.word()) else { continue };
        let grade = match rest.trim() {
            "veteran" => Grade::Veteran,
            "guard" => Grade::Guard,
            "2" => Grade::Full,
            "" | "recruit" | "1" => Grade::raised(kind),
            _ => continue,
        };
        return Written::Troops(kind, grade);
    }
    Written::Leader(text.to_owned())
}

/// A leader (§2.10, §23).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub name: String,
    pub power: String,
    pub value: u8,
    #[serde(default)]
    pub sovereign: bool,
    /// No battle markers by this leader (§23.11).
    #[serde(default)]
    pub political: bool,
    #[serde(default)]
    pub admiral: bool,
    /// Goes back to the pool when lost (§23.10).
    #[serde(default)]
    pub generic: bool,
    pub source: Origin,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Values {
    #[serde(default)]
    recruit: Option<u32>,
    #[serde(default)]
    veteran: Option<u32>,
    #[serde(default)]
    guard: Option<u32>,
    #[serde(default)]
    plain: Option<u32>,
    #[serde(default)]
    sovereign: Option<u32>,
    #[serde(default)]
    reduced: Option<u32>,
    #[serde(default)]
    full: Option<u32>,
    #[serde(rename = "move")]
    moves: u32,
    #[serde(rename = "source")]
    _source: Origin,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    power: String,
    kind: String,
    strength: u32,
    #[serde(rename = "move", default)]
    moves: Option<u32>,
    #[serde(rename = "source")]
    _source: Origin,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsPage {
    kinds: BTreeMap<String, Values>,
    powers: Vec<Other>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeadersPage {
    leaders: Vec<Leader>,
}

/// What units are worth.
#[derive(Debug, Clone)]
pub struct Troops {
    units: UnitsPage,
    pub leaders: Vec<Leader>,
}

const UNITS: &str = "frederick/book/units.yaml";
const LEADERS: &str = "frederick/book/leaders.yaml";

impl Troops {
    /// Reads both pages; each kind and grade has its figure.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let units: UnitsPage = yaml(shelf, UNITS)?;
        let LeadersPage { leaders } = yaml(shelf, LEADERS)?;
        let troops = Self { units, leaders };
        let all = [
            (Kind::Infantry, &[Grade::Recruit, Grade::Veteran, Grade::Guard][..]),
            (Kind::Cavalry, &[Grade::Recruit, Grade::Veteran, Grade::Guard]),
            (Kind::LightTroops, &[Grade::Recruit, Grade::Veteran]),
            (Kind::SiegeTrain, &[Grade::Plain]),
            (Kind::Garrison, &[Grade::Reduced, Grade::Full]),
            (Kind::Fleet, &[Grade::Plain]),
            (Kind::Leader, &[Grade::Plain]),
        ];
        for (kind, grades) in all {
            for grade in grades {
                if troops.printed(kind, *grade).is_none() {
                    let why = format!("{} {} has no strength", kind.word(), grade.word());
                    return Err(BookError::Page { page: UNITS.to_owned(), why });
                }
            }
        }
        let mut names: Vec<&str> = troops.leaders.iter().map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let why = format!("two leaders are called {}", pair[0]);
            return Err(BookError::Page { page: LEADERS.to_owned(), why });
        }
        Ok(troops)
    }

    fn values(&self, kind: Kind) -> Option<&Values> {
        self.units.kinds.get(kind.word())
    }

    fn printed(&self, kind: Kind, grade: Grade) -> Option<u32> {
        let values = self.values(kind)?;
        match grade {
            Grade::Plain => values.plain,
            Grade::Recruit => values.recruit,
            Grade::Veteran => values.veteran,
            Grade::Guard => values.guard,
            Grade::Reduced => values.reduced,
            Grade::Full => values.full,
        }
    }

    /// The leader of a name.
    pub fn leader(&self, name: &str) -> Option<&Leader> {
        self.leaders.iter().find(|leader| leader.name == name)
    }

    fn other(&self, power: &str, kind: Kind) -> Option<&Other> {
        self.units.powers.iter().find(|one| one.power == power && one.kind == kind.word())
    }

    /// The combat strength of a unit; `name` is that of a leader.
    pub fn strength(&self, power: &str, kind: Kind, grade: Grade, name: &str) -> u32 {
        if kind == Kind::Leader
            && self.leader(name).is_some_and(|leader| leader.sovereign)
            && let Some(strength) = self.values(kind).and_then(|values| values.sovereign)
        {
            return strength;
        }
        if matches!(grade, Grade::Recruit | Grade::Plain)
            && let Some(other) = self.other(power, kind)
        {
            return other.strength;
        }
        self.printed(kind, grade).unwrap_or(0)
    }

    /// How many movement points a unit has on land.
    pub fn moves(&self, power: &str, kind: Kind) -> u32 {
        let other = self.other(power, kind).and_then(|other| other.moves);
        other.unwrap_or_else(|| self.values(kind).map_or(0, |values| values.moves))
    }
}
