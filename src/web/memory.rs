//! The memory that a page and this module share. The only place where the compiler cannot check that
//! what is read was written.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    /// What the page has written, and what it is told.
    static ASKED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TOLD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes; gives where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ASKED.with_borrow_mut(|asked| {
        asked.clear();
        asked.resize(length, 0);
        asked.as_mut_ptr()
    })
}

/// Answers the request that was written into the room.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    std::panic::set_hook(Box::new(|panic| {
        let text = format!("{panic}").replace('\n', ": ");
        tell(format!("{{\"error\": {}}}", serde_json::Value::from(text)));
    }));
    let asked = ASKED.take();
    tell(super::answer(&asked));
}

fn tell(text: String) {
    TOLD.set(text.into_bytes());
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> *const u8 {
    TOLD.with_borrow(|told| told.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn told_length() -> usize {
    TOLD.with_borrow(Vec::len)
}
