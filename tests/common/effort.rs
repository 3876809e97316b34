//! How much the tests try: `UMPIRE_CASES`, or little where nobody says.

/// From this many cases on, tests run in full, which takes minutes to hours: `.ci/long`, by hand.
const LONG: u32 = 3_000;

/// As many as somebody asked for.
pub fn count() -> Option<u32> {
    std::env::var("UMPIRE_CASES").ok().and_then(|cases| cases.parse().ok())
}

/// Whether somebody asked for more than `cargo test` does by itself, as `.ci/run` does in a release build.
#[allow(dead_code)] // Not every test binary has such a test.
pub fn is_more() -> bool {
    count().is_some()
}

/// Whether this is a long run.
pub fn is_long() -> bool {
    count().is_some_and(|cases| cases >= LONG)
}
