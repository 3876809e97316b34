//! Money: what comes in each spring, and what it is spent on (NIA §12).

pub mod cabinet;
pub mod expected;
pub mod lines;
pub mod treasury;
