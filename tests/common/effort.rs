//! How much the tests try: `UMPIRE_CASES`, or little where nobody says.

/// From so many on a test tries all that it can, for minutes and hours: `.ci/long`, by hand.
const LONG: u32 = 3_000;

/// As many as somebody asked for.
pub fn count() -> Option<u32> {
    std::env::var("UMPIRE_CASES").ok().and_then(|cases| cases.parse().ok())
}

/// Whether it was asked for all.
pub fn is_long() -> bool {
    count().is_some_and(|cases| cases >= LONG)
}
