//! Troops on the march: the order of battle, movement, supply, and what all of it costs.

pub mod borders;
pub mod depots;
pub mod losses;
pub mod movement;
pub mod organise;
pub mod roll;
pub mod routes;
pub mod supply;
