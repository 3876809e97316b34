//! What is so and what happened: the state, the events, and how events change the state.

pub mod apply;
pub mod estimate;
pub mod event;
pub mod moment;
pub mod money;
pub mod politics;
pub mod sea;
pub mod state;
