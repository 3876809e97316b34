//! Cases of the rulebook: a position, sheets, dice, and what must come of it.

pub mod facts;
pub mod position;
pub mod probes;
pub mod setup;
pub mod vocabulary;
