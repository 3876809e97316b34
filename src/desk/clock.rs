//! The time of day: the only clock of the program, and times as people write them.

use crate::DeskError;
use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use std::time::SystemTime;

/// What tells the time: the wall clock, or one that stands still so that all comes out the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Wall,
    Fixed(Timestamp),
}

impl Clock {
    /// Tells the time as it is kept: whole seconds, UTC.
    pub fn now(self) -> String {
        let now = match self {
            // Without a clock that is right nothing is opened; see `check`.
            Clock::Wall => wall(SystemTime::now()).unwrap_or(Timestamp::MAX),
            Clock::Fixed(at) => at,
        };
        format!("{}", now.strftime("%Y-%m-%dT%H:%M:%SZ"))
    }

    /// Refuses a wall clock that is not between the years 1970 and 9999.
    pub fn check(self) -> Result<(), DeskError> {
        match self {
            Clock::Wall => wall(SystemTime::now()).map(drop),
            Clock::Fixed(_) => Ok(()),
        }
    }
}

/// The wall clock's time, if times can be kept of it.
fn wall(now: SystemTime) -> Result<Timestamp, DeskError> {
    let read = Timestamp::try_from(now).ok().filter(|at| *at >= Timestamp::UNIX_EPOCH);
    read.ok_or_else(|| {
        DeskError::refused("the clock of this machine is not between the years 1970 and 9999")
            .hint("set it first")
    })
}

/// Reads a time as a person writes it, `2026-12-01 18:00` or `2026-12-01`, in a zone.
///
/// A day alone is meant whole, so it ends with it.
pub fn read(written: &str, zone: &TimeZone) -> Option<String> {
    let written = written.trim();
    let time = match written.parse::<civil::Date>() {
        Ok(day) if written.len() <= 10 => day.at(23, 59, 59, 0),
        _ => civil::DateTime::strptime("%Y-%m-%d %H:%M", written).ok()?,
    };
    let at = time.to_zoned(zone.clone()).ok()?.timestamp();
    Some(Clock::Fixed(at).now())
}

/// Shows a kept time in a zone; what is no time is shown as it is.
pub fn show(kept: &str, zone: &TimeZone) -> String {
    match kept.parse::<Timestamp>() {
        Ok(at) => format!("{}", at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M %Z")),
        Err(_) => kept.to_owned(),
    }
}

/// A kept time so many hours later; an invalid time stays as it is.
pub fn later(kept: &str, hours: u32) -> String {
    moved(kept, i64::from(hours))
}

/// A kept time so many minutes later, or the last there is; an invalid time stays as it is.
pub fn minutes_later(kept: &str, minutes: i64) -> String {
    let later = kept
        .parse::<Timestamp>()
        .map(|at| at.checked_add(SignedDuration::from_mins(minutes)).unwrap_or(Timestamp::MAX));
    later.map_or_else(|_| kept.to_owned(), |at| Clock::Fixed(at).now())
}

/// A kept time so many hours earlier.
pub fn earlier(kept: &str, hours: u32) -> String {
    moved(kept, -i64::from(hours))
}

fn moved(kept: &str, hours: i64) -> String {
    let moved = kept.parse::<Timestamp>().ok();
    let moved = moved.and_then(|at| at.checked_add(SignedDuration::from_hours(hours)).ok());
    moved.map_or_else(|| kept.to_owned(), |at| Clock::Fixed(at).now())
}

/// When a mail arrived, as it is kept: by our server's word, but not in the future.
pub fn arrived(seconds: i64, now: &str) -> String {
    let told = Timestamp::from_second(seconds).map(|at| Clock::Fixed(at).now());
    told.ok().filter(|at| at.as_str() < now).unwrap_or_else(|| now.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_their_zone() {
        let zone = TimeZone::get("Europe/Rome").unwrap();
        let at = |written| read(written, &zone).unwrap_or_else(|| "no time".into());
        assert_eq!(at("2026-12-01 18:00"), "2026-12-01T17:00:00Z");
        assert_eq!(at("2026-12-01"), "2026-12-01T22:59:59Z");
        assert_eq!(at("tomorrow"), "no time");
        assert_eq!(show("2026-12-01T17:00:00Z", &zone), "2026-12-01 18:00 CET");
        assert_eq!(later("2026-12-01T17:00:00Z", 8), "2026-12-02T01:00:00Z");
        assert_eq!(earlier("2026-12-01T17:00:00Z", 1), "2026-12-01T16:00:00Z");
        let now = "2026-12-01T17:00:00Z";
        assert_eq!(arrived(1_795_280_400, now), "2026-11-21T17:00:00Z");
        assert_eq!(arrived(9_999_999_999, now), now);
    }

    #[test]
    fn a_clock_beyond_all_years_is_a_sentence() {
        use std::time::Duration;
        for seconds in [253_402_300_800, 400_000_000_000, u64::from(u32::MAX) * 4000] {
            let why = wall(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap_err();
            assert!(why.to_string().contains("between the years 1970 and 9999"), "{why}");
        }
        assert!(wall(SystemTime::UNIX_EPOCH - Duration::from_secs(1)).is_err());
        assert!(Clock::Wall.check().is_ok());
        let last = Clock::Fixed(Timestamp::MAX).now();
        assert_eq!(minutes_later(&last, 60), last);
        assert_eq!(minutes_later("2026-12-01T17:00:00Z", 60), "2026-12-01T18:00:00Z");
        assert_eq!(later(&last, 60), last);
    }
}
