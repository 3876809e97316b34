//! Quarters and years, as far as a season's name needs them.
//!
//! Not here: games that count weeks or operations; they name their seasons themselves. Deadlines
//! are the desk's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A quarter of a year.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quarter {
    Spring,
    Summer,
    Autumn,
    Winter,
}

impl Quarter {
    /// All four in the year's order.
    pub const ALL: [Quarter; 4] =
        [Quarter::Spring, Quarter::Summer, Quarter::Autumn, Quarter::Winter];

    /// Gives the word for this quarter.
    pub fn word(self) -> &'static str {
        match self {
            Quarter::Spring => "spring",
            Quarter::Summer => "summer",
            Quarter::Autumn => "autumn",
            Quarter::Winter => "winter",
        }
    }
}

impl fmt::Display for Quarter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Quarter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Quarter::ALL.into_iter().find(|q| q.word().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| format!("`{text}` is not spring, summer, autumn or winter"))
    }
}

/// A quarter of a certain year: `spring 1800`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Season {
    pub year: u16,
    pub quarter: Quarter,
}

impl Season {
    /// The next spring, which is never this season.
    pub fn next_spring(self) -> Season {
        let mut season = self.next();
        while season.quarter != Quarter::Spring {
            season = season.next();
        }
        season
    }

    /// Gives the season after this one; winter ends the year.
    pub fn next(self) -> Season {
        match self.quarter {
            Quarter::Spring => Season { quarter: Quarter::Summer, ..self },
            Quarter::Summer => Season { quarter: Quarter::Autumn, ..self },
            Quarter::Autumn => Season { quarter: Quarter::Winter, ..self },
            Quarter::Winter => Season { year: self.year + 1, quarter: Quarter::Spring },
        }
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.quarter, self.year))
    }
}

impl FromStr for Season {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("`{text}` is not a season; write it like `spring 1800`");
        let (quarter, year) = text.trim().split_once(char::is_whitespace).ok_or_else(fault)?;
        Ok(Season { year: year.trim().parse().map_err(|_| fault())?, quarter: quarter.parse()? })
    }
}

impl TryFrom<String> for Season {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Season> for String {
    fn from(season: Season) -> String {
        season.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str]) {
        for line in lines {
            let (text, expected) = line.split_once(" -> ").unwrap();
            let next = text.parse::<Season>().map(|season| season.next().to_string());
            assert_eq!(next.unwrap_or_else(|_| "fault".into()), expected, "{line}");
        }
    }

    #[test]
    fn the_year_turns_after_winter() {
        check(&[
            "spring 1800 -> summer 1800",
            "SUMMER  1800 -> autumn 1800",
            "Winter 1799 -> spring 1800",
            "fall 1800 -> fault",
            "spring -> fault",
            "spring 18OO -> fault",
        ]);
    }

    #[test]
    fn seasons_follow_each_other() {
        let season: Season = serde_json::from_str("\"winter 1799\"").unwrap();
        assert!(season < season.next());
        assert_eq!(serde_json::to_string(&season).unwrap(), "\"winter 1799\"");
    }
}
