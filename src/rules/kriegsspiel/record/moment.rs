//! Exchanges of mail by their names: the turns, and the council before each winter in which wars are declared (§6).
//!
//! `council 1805` is played before `winter 1805`. Within the rules it belongs to that winter, so the state's season
//! is a quarter all the time.

use kit::calendar::{Quarter, Season};
use std::fmt;
use std::str::FromStr;

const COUNCIL: &str = "council";

/// One exchange: sheets in, played, reports out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The turn, or the winter that comes after the council.
    pub season: Season,
    /// Turns come after councils.
    phase: Phase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Council,
    Turn,
}

impl Moment {
    /// The turn of a season, or the council before it.
    pub fn of(season: Season, council: bool) -> Self {
        Self { season, phase: if council { Phase::Council } else { Phase::Turn } }
    }

    /// The turn of a season.
    pub fn turn(season: Season) -> Self {
        Self::of(season, false)
    }

    pub fn is_council(self) -> bool {
        self.phase == Phase::Council
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.phase {
            Phase::Council => f.pad(&format!("{COUNCIL} {}", self.season.year)),
            Phase::Turn => self.season.fmt(f),
        }
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let (word, year) = written.trim().split_once(char::is_whitespace).unwrap_or((written, ""));
        if !word.eq_ignore_ascii_case(COUNCIL) {
            return written.parse().map(Self::turn);
        }
        let year = year.trim().parse();
        year.map(|year| Self::of(Season { year, quarter: Quarter::Winter }, true))
            .map_err(|_| format!("`{written}` is not a season; write it like `council 1805`"))
    }
}
