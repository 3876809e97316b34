//! Numbered steps, at each of which a test can have the program killed.
//!
//! A step stands before and after whatever must not be half done: each commit, each rename, each
//! word of a server. In a release build it is nothing at all.

/// Passes a step; in a build for tests the process is killed at the one that
/// `UMPIRE_KILL_AT` numbers, counted from 1 in each run.
pub fn step(name: &str) {
    #[cfg(debug_assertions)]
    count(name);
    #[cfg(not(debug_assertions))]
    let _ = name;
}

#[cfg(debug_assertions)]
fn count(name: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static TAKEN: AtomicU32 = AtomicU32::new(0);
    static LAST: OnceLock<Option<u32>> = OnceLock::new();
    let taken = TAKEN.fetch_add(1, Ordering::SeqCst) + 1;
    let last = LAST.get_or_init(|| std::env::var("UMPIRE_KILL_AT").ok()?.parse().ok());
    if *last == Some(taken) {
        eprintln!("killed at step {taken}: {name}");
        let own = std::process::id().to_string();
        // The shell's own kill is everywhere; it gives this process no chance to tidy up.
        let _ = std::process::Command::new("sh").args(["-c", &format!("kill -9 {own}")]).status();
        std::process::abort();
    }
}
