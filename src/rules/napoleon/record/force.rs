//! Forces: what is printed on a counter, and what a hit does to it (§5, §6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.

use kit::page::Declared;
use serde::{Deserialize, Serialize};

/// A counter, by its place in the campaign's list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u16);

impl ForceId {
    /// Gives its place in a list that has one item a counter.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The two sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    French,
    Enemy,
}

impl Side {
    /// Gives the other side.
    pub fn opponent(self) -> Side {
        match self {
            Side::French => Side::Enemy,
            Side::Enemy => Side::French,
        }
    }
}

/// The type of a counter (§6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Infantry,
    Cavalry,
    Cannon,
    Garrison,
    Fortification,
}

impl Kind {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Kind; 5] =
        [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Garrison, Kind::Fortification];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Cannon => "cannon",
            Kind::Garrison => "garrison",
            Kind::Fortification => "fortification",
        }
    }

    /// Whether it moves, on the map and on the board (§6.1, §6.2).
    pub fn is_mobile(self) -> bool {
        match self {
            Kind::Infantry | Kind::Cavalry | Kind::Cannon => true,
            Kind::Garrison | Kind::Fortification => false,
        }
    }

    /// Whether it has formations, and gets plans that do not say otherwise (§11.8, §12.1).
    pub fn manoeuvres(self) -> bool {
        match self {
            Kind::Infantry | Kind::Cavalry => true,
            Kind::Cannon | Kind::Garrison | Kind::Fortification => false,
        }
    }

    /// Whether it attacks from afar (§12.7).
    pub fn is_artillery(self) -> bool {
        match self {
            Kind::Cannon | Kind::Fortification => true,
            Kind::Infantry | Kind::Cavalry | Kind::Garrison => false,
        }
    }
}

/// How good a force is, from the weakest to the strongest (§5.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Skill {
    Conscript,
    #[serde(rename = "poor line")]
    PoorLine,
    Line,
    Veteran,
    Elite,
}

impl Skill {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Skill::Conscript => "conscript",
            Skill::PoorLine => "poor line",
            Skill::Line => "line",
            Skill::Veteran => "veteran",
            Skill::Elite => "elite",
        }
    }
}

/// The nations of the counters (§5.2); statics and recruits of the enemy have none of their own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    French,
    Austrian,
    British,
    Mameluke,
    Ottoman,
    Russian,
    Piedmont,
    Spanish,
    Swedish,
    Prussian,
    Polish,
    Enemy,
}

impl Nation {
    /// The side on which it fights.
    pub fn side(self) -> Side {
        if self == Nation::French { Side::French } else { Side::Enemy }
    }
}

/// A combat value with its superscript, or what is added to one (§5.3, §12.8).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Punch {
    pub combat: i8,
    pub superscript: i8,
}

impl Punch {
    /// Adds a modifier to both numbers; no superscript counts as 0 (§12.8).
    pub fn plus(self, more: Punch) -> Punch {
        Punch {
            combat: self.combat.saturating_add(more.combat),
            superscript: self.superscript.saturating_add(more.superscript),
        }
    }

    /// How many hits a roll scores (§12.6).
    pub fn hits(self, roll: u8) -> u8 {
        let within = |value: i8| i16::from(roll) <= i16::from(value);
        u8::from(within(self.combat.max(self.superscript))) + u8::from(within(self.superscript))
    }
}

/// One side of a counter (§5.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    pub activation: u8,
    pub punch: Punch,
}

/// A counter and which side of it is up.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub id: ForceId,
    pub nation: Nation,
    pub kind: Kind,
    pub skill: Skill,
    pub recruit: bool,
    pub front: Face,
    pub back: Option<Face>,
    pub reduced: bool,
}

impl Force {
    /// The side on which it fights.
    pub fn side(&self) -> Side {
        self.nation.side()
    }

    /// The side of the counter that is up.
    pub fn face(&self) -> Face {
        self.back.filter(|_| self.reduced).unwrap_or(self.front)
    }

    /// Its printed combat value, without the superscript.
    pub fn combat(&self) -> u32 {
        self.face().punch.combat.unsigned_abs().into()
    }

    /// What it costs to buy as it lies: its combat value (§5.3, §14.5).
    pub fn price(&self) -> u32 {
        self.combat()
    }

    /// Takes one hit, and says whether it lives on (§5.5).
    pub fn take_hit(&mut self) -> bool {
        let lives = !self.reduced && self.back.is_some();
        self.reduced |= lives;
        lives
    }
}

/// Adds up the combat values of forces (§11.2, §13.11).
pub fn strength<'f>(forces: impl IntoIterator<Item = &'f Force>) -> u32 {
    forces.into_iter().map(Force::combat).sum()
}

/// Says which of two sums is so weak that its side is enveloped or routed: so many times as much
/// stands against it (§11.2, §13.11).
pub fn outweighed(french: u32, enemy: u32, times: u32) -> Option<Side> {
    if french == enemy {
        None
    } else if enemy >= times * french {
        Some(Side::French)
    } else if french >= times * enemy {
        Some(Side::Enemy)
    } else {
        None
    }
}
