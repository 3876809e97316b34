//! A season from its orders to its reports: played ([`play`]) with the umpire's rulings
//! ([`rulings`]), explained ([`explain`]), looked over in one evening
//! ([`tonight`]), published ([`publish`]) or rolled back ([`rollback`]).

pub mod cases;
pub mod explain;
pub(crate) mod force;
pub mod pace;
pub mod play;
pub mod publish;
pub mod questions;
pub mod rollback;
pub mod rulings;
pub mod tonight;
