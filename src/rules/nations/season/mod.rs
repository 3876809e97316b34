//! A season from the first marker to the last: the sequence of play and what it calls upon.

pub mod abroad;
pub mod activation;
pub mod allegiance;
pub mod arrivals;
pub mod cabinet;
pub mod cards;
pub mod commands;
pub mod credit;
pub mod deck;
pub mod favours;
pub mod initiative;
pub mod levies;
pub mod liberation;
pub mod places;
pub mod recall;
pub mod restraints;
pub mod returns;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod transport;
pub mod treasury;
pub mod turn;
pub mod verdict;
pub mod victory;
pub mod withdrawals;
