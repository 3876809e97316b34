//! Umpire runs a strategic wargame by mail.

pub mod kit;
pub mod store;
