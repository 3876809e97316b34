//! Runs what may find that a position holds what no game can have, and gives its words.
//!
//! The rules check a position by assertions: in a game that the program played itself a broken one
//! is a bug. A scenario that somebody wrote, or a file that somebody changed, may have one all the
//! same; then the words belong into a sentence, and not above it as the report of a crash.

use crate::DeskError;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// The words of the last assertion that failed, while this thread listens for one.
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something; if an assertion fails in it, gives the assertion's words.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let listens = HEARD.with_borrow_mut(|heard| match heard {
                Some(words) => {
                    panic.payload_as_str().unwrap_or_default().clone_into(words);
                    true
                }
                None => false,
            });
            if !listens {
                before(panic);
            }
        }));
    });
    HEARD.set(Some(String::new()));
    let ran = catch_unwind(AssertUnwindSafe(run));
    let words = HEARD.take().unwrap_or_default();
    ran.map_err(|_| words)
}

/// Runs something with a file of what a power knows; says in a sentence if it does not fit its book.
pub(crate) fn with_known<T>(run: impl FnOnce() -> Result<T, DeskError>) -> Result<T, DeskError> {
    caught(run).unwrap_or_else(|words| {
        let what = format!("the file does not fit the book of its scenario ({words})");
        Err(DeskError::refused(what).hint("take the `.known.json` that came with the report"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_assertion_are_given() {
        assert_eq!(caught(|| 1), Ok(1));
        let steps = 9;
        let broken = caught(|| assert!(steps < 5, "a corps has {steps} steps"));
        assert_eq!(broken, Err("a corps has 9 steps".to_owned()));
        assert_eq!(caught(|| 2), Ok(2), "and afterwards all is as before");
    }
}
