//! What powers agree on and declare: deals in every season, and the council before each winter (§6, §16.8).

pub mod council;
pub mod deals;
