//! The seasons of a year: the court, then three of operations (FRW §3.2).
//!
//! `court 1741`, `operations 1741`, `operations 1741 (2)`, `operations 1741 (3)`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A season by its year and its part: 0 is the court, 1 to 3 are operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Season {
    pub year: u16,
    pub part: u8,
}

/// The last part of a year.
pub const LAST_PART: u8 = 3;

impl Season {
    /// The court of a year.
    pub fn court(year: u16) -> Season {
        Season { year, part: 0 }
    }

    pub fn is_court(self) -> bool {
        self.part == 0
    }

    /// Whether the year may end with this season, and its units be fed then: with the last of operations,
    /// and with one in which nobody acts any more (§12.1).
    pub fn may_end_the_year(self) -> bool {
        !self.is_court()
    }

    /// The season after this one.
    pub fn next(self) -> Season {
        if self.part < LAST_PART {
            return Season { part: self.part + 1, ..self };
        }
        self.next_court()
    }

    /// The court of the year after this one.
    pub fn next_court(self) -> Season {
        Season::court(self.year + 1)
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Season { year, part } = self;
        match part {
            0 => f.pad(&format!("court {year}")),
            1 => f.pad(&format!("operations {year}")),
            part => f.pad(&format!("operations {year} ({part})")),
        }
    }
}

impl FromStr for Season {
    type Err = String;

    fn from_str(written: &str) -> Result<Season, String> {
        let wrong =
            || format!("`{written}` is not a season; one is `court 1741` or `operations 1741 (2)`");
        let mut words = written.split_whitespace();
        let (kind, year, part) = (words.next(), words.next(), words.next());
        if words.next().is_some() {
            return Err(wrong());
        }
        let year: u16 = year.and_then(|year| year.parse().ok()).ok_or_else(wrong)?;
        let parts = [
            ("court", None, 0),
            ("operations", None, 1),
            ("operations", Some("(1)"), 1),
            ("operations", Some("(2)"), 2),
            ("operations", Some("(3)"), 3),
        ];
        let is_it = |(a, b, _): &&(&str, Option<&str>, u8)| (Some(*a), *b) == (kind, part);
        let (.., part) = parts.iter().find(is_it).ok_or_else(wrong)?;
        Ok(Season { year, part: *part })
    }
}

impl Serialize for Season {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Season {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

kit::plain_words!(Season);
