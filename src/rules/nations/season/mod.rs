//! A season from the first marker to the last: the sequence of play, the orders that markers wake,
//! and who comes, goes and wins (NIA §2, §3, §5.1, §16, §21).
//!
//! Begin with [`sequence`]. What lasts while a season is played is in `turn`; money, politics and
//! event cards have folders of their own.

pub mod armies;
pub mod arrivals;
pub mod commands;
pub mod entries;

pub mod foretold;
pub mod initiative;
pub mod places;
pub mod recall;
pub mod restraints;
pub mod returns;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod transport;
pub mod verdict;
pub mod victory;
pub mod withdrawals;
