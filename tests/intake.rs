//! Mail as it comes in: a folder of odd ones with their verdicts, forgeries, mangled sheets, every
//! source, and a process that is killed at each of its steps.

mod corpus;
mod desk;
#[cfg(feature = "dkim")]
mod dkim;
mod example_sheets;
mod forgery;
mod fuzz;
mod house;
mod invite;
mod killed;
mod letterbox;
mod loss;
mod mangles;
mod needed;
mod options;
mod pace;
#[cfg(feature = "pgp")]
mod pgp;
mod signed;
mod sources;
mod tongues;
mod tonight;
pub mod width;
