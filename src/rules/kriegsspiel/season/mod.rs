//! A turn from its beginning to its end: the sequence of play and what belongs to no march.

pub mod chance;
pub mod directive;
pub mod free_words;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod territory;
pub mod turn;
