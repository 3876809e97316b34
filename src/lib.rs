//! Umpire runs a strategic wargame by mail.

pub mod kit;
pub mod rules;
pub mod sheet;
pub mod store;
