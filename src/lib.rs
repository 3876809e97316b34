//! Umpire runs a strategic wargame by mail.

pub mod kit;
