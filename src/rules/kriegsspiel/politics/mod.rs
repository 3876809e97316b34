//! What powers agree on, declare, and are forced to: deals in every season, the council before each winter, and peace
//! (§6, §16.8, §20).

pub mod council;
pub mod deals;
pub mod submission;
