//! What the cells of the tables of war mean, and how they are printed.

use std::fmt;
use std::str::FromStr;

/// The three sizes of a battle (NIA §8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BattleSize {
    Skirmish,
    Minor,
    Major,
}

impl BattleSize {
    /// All three, in the order of the table's columns.
    pub const ALL: [BattleSize; 3] = [BattleSize::Skirmish, BattleSize::Minor, BattleSize::Major];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            BattleSize::Skirmish => "skirmish",
            BattleSize::Minor => "minor",
            BattleSize::Major => "major",
        }
    }
}

/// What a roll costs the enemy (NIA §8.2.4): `4CL`, `2+C`, `0+`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cell {
    /// Steps that the enemy loses.
    pub losses: u8,
    /// It breaks a tie (NIA §8.3.1).
    pub plus: bool,
    /// One of the steps is cavalry, if there is any.
    pub cavalry: bool,
    /// The enemy's lowest leader is checked for casualty (NIA §8.2.5).
    pub leader: bool,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |is_set: bool, mark: &'static str| if is_set { mark } else { "" };
        let (plus, cavalry) = (mark(self.plus, "+"), mark(self.cavalry, "C"));
        f.pad(&format!("{}{plus}{cavalry}{}", self.losses, mark(self.leader, "L")))
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("`{text}` is not a result of battle like 4CL, 2+C or 0+");
        let (rest, leader) = cut(text.trim(), 'L');
        let (rest, cavalry) = cut(rest, 'C');
        let (rest, plus) = cut(rest, '+');
        let losses = digits(rest).ok_or_else(fault)?;
        Ok(Cell { losses, plus, cavalry, leader })
    }
}

/// What a check for attrition costs (NIA §7.4): `-`, `2`, `*`, `1*`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Toll {
    pub steps: u8,
    /// One step more, if a die says so.
    pub star: bool,
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.steps, self.star) {
            (0, false) => f.pad("-"),
            (0, true) => f.pad("*"),
            (steps, false) => f.pad(&steps.to_string()),
            (steps, true) => f.pad(&format!("{steps}*")),
        }
    }
}

impl FromStr for Toll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (steps, star) = cut(text.trim(), '*');
        let steps = match steps {
            "-" if !star => 0,
            "" if star => 0,
            steps => digits(steps).ok_or_else(|| {
                format!("`{text}` is not a result of attrition like -, 2, * or 1*")
            })?,
        };
        Ok(Toll { steps, star })
    }
}

/// How an attempt on a fortress ends (NIA §9.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiegeResult {
    NoEffect,
    Repulsed,
    /// Repulsed, and perhaps the besieger loses a step.
    RepulsedStar,
    Assault,
    Honours,
    Breach,
}

impl SiegeResult {
    const ALL: [SiegeResult; 6] = [
        SiegeResult::NoEffect,
        SiegeResult::Repulsed,
        SiegeResult::RepulsedStar,
        SiegeResult::Assault,
        SiegeResult::Honours,
        SiegeResult::Breach,
    ];

    fn mark(self) -> &'static str {
        match self {
            SiegeResult::NoEffect => "NE",
            SiegeResult::Repulsed => "R",
            SiegeResult::RepulsedStar => "R*",
            SiegeResult::Assault => "A",
            SiegeResult::Honours => "H",
            SiegeResult::Breach => "B",
        }
    }
}

impl fmt::Display for SiegeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.mark())
    }
}

impl FromStr for SiegeResult {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = SiegeResult::ALL.into_iter().find(|result| result.mark() == text.trim());
        found.ok_or_else(|| format!("`{text}` is none of NE, R, R*, A, H and B"))
    }
}

/// Cuts a mark off the end, and says whether it was there.
fn cut(text: &str, mark: char) -> (&str, bool) {
    text.strip_suffix(mark).map_or((text, false), |rest| (rest, true))
}

/// A number without sign.
fn digits(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
