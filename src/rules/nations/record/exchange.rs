//! Exchanges of mail by their names: the seasons of the year, and the cabinet that comes before a
//! spring in which there is money to spend (NIA §2, §12).
//!
//! `cabinet 1806` is played before `spring 1806`. Within the rules a cabinet is part of that spring,
//! so that the state's season is a quarter all the time.

use kit::calendar::{Quarter, Season};
use serde::{Deserialize, Deserializer};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// One exchange: sheets in, played, reports out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exchange {
    /// What powers do with their money before the spring of a year.
    Cabinet(u16),
    Quarter(Season),
}

const CABINET: &str = "cabinet";

impl Exchange {
    /// The exchange for a season, or for the cabinet before it.
    pub fn of(season: Season, cabinet: bool) -> Exchange {
        if cabinet { Exchange::Cabinet(season.year) } else { Exchange::Quarter(season) }
    }

    /// The season that it is, or that comes after the cabinet.
    pub fn season(self) -> Season {
        match self {
            Exchange::Cabinet(year) => Season { year, quarter: Quarter::Spring },
            Exchange::Quarter(season) => season,
        }
    }

    pub fn is_cabinet(self) -> bool {
        matches!(self, Exchange::Cabinet(_))
    }

    fn place(self) -> (u16, Option<Quarter>) {
        match self {
            Exchange::Cabinet(year) => (year, None),
            Exchange::Quarter(season) => (season.year, Some(season.quarter)),
        }
    }
}

impl Ord for Exchange {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Exchange {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'de> Deserialize<'de> for Exchange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exchange::Cabinet(year) => f.pad(&format!("{CABINET} {year}")),
            Exchange::Quarter(season) => season.fmt(f),
        }
    }
}

impl FromStr for Exchange {
    type Err = String;

    fn from_str(written: &str) -> Result<Exchange, String> {
        let (word, year) = written.trim().split_once(char::is_whitespace).unwrap_or((written, ""));
        if !word.eq_ignore_ascii_case(CABINET) {
            return written.parse().map(Exchange::Quarter);
        }
        let year = year.trim().parse();
        year.map(Exchange::Cabinet)
            .map_err(|_| format!("`{written}` is not a season; write it like `cabinet 1806`"))
    }
}
