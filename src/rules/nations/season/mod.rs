//! A season from the first marker to the last: the sequence of play, how markers activate orders, who
//! arrives and leaves, and victory (NIA §2, §3, §5.1, §16, §21).
//!
//! Start reading with [`sequence`]. `turn` has the state of a season while it is played; money,
//! politics and event cards have folders of their own.

pub mod armies;
pub mod arrivals;
pub mod commands;
pub mod entries;
pub mod foretold;
pub mod initiative;
pub mod orders_of_war;
pub mod places;
pub mod recall;
pub mod replenishment;
pub mod restraints;
pub mod returns;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod transport;
pub mod turncoat;
pub mod verdict;
pub mod victory;
pub mod withdrawals;
