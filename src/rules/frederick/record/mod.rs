//! What is kept: the state, the events by which alone it changes, and the names of seasons.

pub mod apply;
mod apply_court;
pub mod event;
pub mod season;
pub mod state;
pub mod unit;
