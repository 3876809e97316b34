//! Commands that run until a signal ends them.

use super::Outcome;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How long one pause is; a signal is obeyed within it.
const BLINK: Duration = Duration::from_millis(200);
/// Pauses in a minute.
const BLINKS: u32 = 300;

/// A flag that is set when the process gets a signal to end. The first call installs the handler.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    static ENDED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(ended) = ENDED.get() {
        return Ok(Arc::clone(ended));
    }
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    Ok(Arc::clone(ENDED.get_or_init(|| ended)))
}

/// Says whether the process was asked to end.
pub fn ended() -> io::Result<bool> {
    Ok(flag()?.load(Ordering::Relaxed))
}

/// Does something now and once a minute, until a signal ends it between two times.
pub fn each_minute(mut work: impl FnMut() -> Outcome) -> Outcome {
    loop {
        work()?;
        for _ in 0..BLINKS {
            if ended()? {
                return Ok(());
            }
            std::thread::sleep(BLINK);
        }
    }
}
