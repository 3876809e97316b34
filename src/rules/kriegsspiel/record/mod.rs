//! What is so and what happened: the state, the events, and how events change the state.

pub mod apply;
pub mod estimate;
pub mod event;
pub mod money;
pub mod state;
