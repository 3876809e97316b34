//! The treasury: what powers and minor countries have each spring (NIA §12).
//!
//! [`income`](income::income) says it of a position as it is or as a power knows it; [`collect`](collect::collect)
//! plays it. What the money is spent on is not here.

pub mod collect;
pub mod conscripts;
pub mod income;
pub mod scene;
pub mod trade;

pub use collect::collect;
pub use income::{Income, income};
pub use scene::Scene;
