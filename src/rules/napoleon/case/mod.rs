//! Cases: setting one up, and telling what happened as facts.
//!
//! A case begins at the first stop of a scenario, with changes, or at a position that was kept
//! whole; its sheet answers that stop.
//!
//! Not here: reading the Markdown, playing and comparing, which is the same for every game
//! ([`play::case`]).

pub mod facts;
pub mod position;
pub mod probes;
pub mod setup;
pub mod vocabulary;
