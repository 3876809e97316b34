//! The time of day: the only clock of the house, and times as people write them.

use jiff::{Timestamp, civil, tz::TimeZone};

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
            Clock::Wall => Timestamp::now(),
            Clock::Fixed(at) => at,
        };
        format!("{}", now.strftime("%Y-%m-%dT%H:%M:%SZ"))
    }
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
    }
}
