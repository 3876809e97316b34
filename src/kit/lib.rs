//! What every rule system shares: ground and paths, the ledger, tables, sight, decks, deals, the
//! calendar.
//!
//! Everything here is pure: no file, no clock, no chance but what the [`ledger`] is seeded with.
//!
//! Not here: units, combat, turn order. A rule stays with its game; a thing moves here only when a
//! second rule system needs it unchanged.

extern crate self as kit; // What is derived names the crate.

pub mod annals;
pub mod area;
pub mod battlefield;
pub mod bounds;
pub mod calendar;
pub mod chart;
pub mod deal;
pub mod decision;
pub mod deck;
pub mod declared;
pub mod ground;
pub mod groups;
pub mod headline;
pub mod hex;
pub mod hidden_characters;
pub mod ledger;
pub mod masked;
pub mod names;
pub mod newspaper;
pub mod page;
pub mod path;
pub mod placed;
pub mod proof;
pub mod relations;
pub mod rule;
pub mod script;
pub mod shelf;
pub mod sight;
pub mod square;
pub mod table;
pub mod traced_text;
pub mod verdict;
