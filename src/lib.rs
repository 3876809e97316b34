//! Umpire runs a strategic wargame by mail.

pub mod archive;
pub mod cli;
pub mod desk;
pub mod kit;
pub mod mail;
pub mod report;
pub mod rules;
pub mod sheet;
pub mod store;
