//! Cases: setting one up, and telling what happened as facts.
//!
//! A setup is a scenario with changes, or only the forces that matter on the whole map; what is not
//! named is absent and in supply. A turn is played without its random event, unless the setup says
//! `random event: yes`.
//!
//! Not here: reading the Markdown, playing and comparing, which is the same for every game
//! ([`case`](play::case)).

pub(crate) mod facts;
pub mod position;
pub mod probes;
pub mod purses;
pub mod setup;
pub mod setup_keys;
pub mod vocabulary;

pub use vocabulary::vocabulary;
