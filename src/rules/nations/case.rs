//! Cases of Nations in Arms: setting one up, and telling what happened as facts.
//!
//! A setup is a scenario with changes, or only the forces that matter on the real map, all of it
//! in play; what is not named is absent. Play ends after the last chit of the ledger, unless the
//! setup says `to: end of season`.
//!
//! Not here: reading the Markdown, playing and comparing, which is the same for every game
//! ([`case`](play::case)).

mod draws;
pub(crate) mod facts;
mod influence;
mod peace;
pub mod position;
pub mod probes;
mod production;
pub mod setup;
mod supply;
pub(crate) mod told;
mod treasury;
pub mod vocabulary;

pub use vocabulary::vocabulary;
