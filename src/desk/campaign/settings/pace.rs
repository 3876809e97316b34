//! How much of a campaign is automatic: the pace, and the rhythm of its deadlines.

use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The most minutes to wait after the last sheet: a week.
const LONGEST_WAIT: u32 = 7 * 24 * 60;
/// The most days that a rhythm or a reminder may have: a year.
const LONGEST: u32 = 366;

/// What is done as soon as everything for it has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Pace {
    /// Nothing: the umpire resolves and publishes.
    #[default]
    #[serde(rename = "by hand")]
    ByHand,
    /// The season is drafted, and the umpire is told.
    #[serde(rename = "when all are in")]
    WhenAllAreIn,
    /// The season is resolved, published and sent.
    #[serde(rename = "at once")]
    AtOnce,
}

/// The rhythm of every season's deadline, or of each kind of season.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a rhythm such as `7 days`, or kinds of seasons with a rhythm each")]
pub(crate) enum Deadline {
    All(String),
    Each(BTreeMap<String, String>),
}

impl Deadline {
    /// What is written for a kind of season.
    pub fn of(&self, kind: &str) -> Option<&str> {
        match self {
            Deadline::All(written) => Some(written),
            Deadline::Each(kinds) => kinds.get(kind).map(String::as_str),
        }
    }

    /// The kinds that are named.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        let kinds = match self {
            Deadline::All(_) => None,
            Deadline::Each(kinds) => Some(kinds),
        };
        kinds.into_iter().flat_map(BTreeMap::keys).map(String::as_str)
    }

    fn rhythms(&self) -> Vec<&str> {
        match self {
            Deadline::All(written) => vec![written],
            Deadline::Each(kinds) => kinds.values().map(String::as_str).collect(),
        }
    }
}

/// When the deadline of the next season is, as it is written: `7 days`, `every Sunday 20:00`,
/// `every second Sunday 20:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rhythm {
    Days(u32),
    Weekly { weeks: u8, day: Weekday, time: Time },
}

impl Rhythm {
    /// Reads one, or says how it is written.
    pub fn read(written: &str) -> Result<Rhythm, String> {
        let wrong = || {
            format!(
                "has a `deadline` that is not a rhythm: `{written}`; write it like `7 days`, \
                 `every Sunday 20:00` or `every second Sunday 20:00`"
            )
        };
        let words: Vec<&str> = written.split_whitespace().collect();
        match words[..] {
            [count, "day" | "days"] => {
                let days = count.parse().ok().filter(|days| (1..=LONGEST).contains(days));
                days.map(Rhythm::Days).ok_or_else(wrong)
            }
            ["every", day, time] => weekly(1, day, time).ok_or_else(wrong),
            ["every", "second", day, time] => weekly(2, day, time).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }

    /// The deadline of a season that opens now. One of a weekday leaves a day at least, and every
    /// second one a week and a day.
    pub fn after(self, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        match self {
            Rhythm::Days(days) => {
                let later = now.to_zoned(zone.clone()).checked_add(i64::from(days).days()).ok()?;
                Some(later.timestamp())
            }
            Rhythm::Weekly { weeks, day, time } => {
                let least = SignedDuration::from_hours(24 * (7 * i64::from(weeks - 1) + 1));
                let first = (now + least).to_zoned(zone.clone()).date();
                (0..8).find_map(|days| {
                    let date = first.checked_add(i64::from(days).days()).ok()?;
                    let at = date.to_datetime(time).to_zoned(zone.clone()).ok()?.timestamp();
                    (date.weekday() == day && at >= now + least).then_some(at)
                })
            }
        }
    }
}

fn weekly(weeks: u8, day: &str, time: &str) -> Option<Rhythm> {
    let day = match day.to_lowercase().as_str() {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    };
    let time = Time::strptime("%H:%M", time).ok()?;
    Some(Rhythm::Weekly { weeks, day, time })
}

/// Says what of these settings is out of bounds.
pub(crate) fn check(wait: u32, deadline: Option<&Deadline>, idle: &[u32]) -> Result<(), String> {
    if wait > LONGEST_WAIT {
        return Err(format!("waits {wait} minutes; {LONGEST_WAIT}, a week, is the most"));
    }
    if idle.len() > 10 || idle.iter().any(|days| !(1..=LONGEST).contains(days)) {
        return Err("has a `remind.idle` that is not up to ten numbers of days, 1 to 366".into());
    }
    let rhythms = deadline.map(Deadline::rhythms).unwrap_or_default();
    rhythms.into_iter().try_for_each(|written| Rhythm::read(written).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(written: &str, now: &str) -> String {
        let zone = TimeZone::get("Europe/Rome").unwrap();
        let at = Rhythm::read(written).unwrap().after(now.parse().unwrap(), &zone).unwrap();
        at.to_string()
    }

    #[test]
    fn a_rhythm_gives_the_next_deadline() {
        // 2026-11-22 is a Sunday; Rome is an hour before UTC.
        assert_eq!(after("7 days", "2026-11-22T10:00:00Z"), "2026-11-29T10:00:00Z");
        assert_eq!(after("every Sunday 20:00", "2026-11-22T10:00:00Z"), "2026-11-29T19:00:00Z");
        assert_eq!(after("every sunday 20:00", "2026-11-21T18:00:00Z"), "2026-11-22T19:00:00Z");
        assert_eq!(
            after("every second Sunday 20:00", "2026-11-22T10:00:00Z"),
            "2026-12-06T19:00:00Z"
        );
        // Over the change of the clocks it stays eight in the evening.
        assert_eq!(after("every Sunday 20:00", "2026-10-19T10:00:00Z"), "2026-10-25T19:00:00Z");
        assert_eq!(after("7 days", "2026-10-19T10:00:00Z"), "2026-10-26T11:00:00Z");
    }

    #[test]
    fn what_is_no_rhythm_is_told_how_one_is_written() {
        for wrong in
            ["", "weekly", "0 days", "400 days", "every Sunday", "every third Sunday 20:00"]
        {
            assert!(Rhythm::read(wrong).unwrap_err().contains("every second Sunday 20:00"));
        }
        assert!(Rhythm::read("every Sunday 25:00").is_err());
        assert!(check(20_000, None, &[]).is_err() && check(0, None, &[0]).is_err());
    }
}
