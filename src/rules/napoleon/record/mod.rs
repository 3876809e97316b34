//! What is kept of a campaign: the state between stops, and what happened in a season.

pub mod event;
pub mod force;
pub mod score;
pub mod state;
pub mod tables;
