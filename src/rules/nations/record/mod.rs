//! What is so and what happened: the state, the events, and how events change the state.

pub(crate) mod apply;
pub mod event;
pub mod exchange;
pub mod state;
