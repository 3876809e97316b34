//! Mail as it comes in: a folder of odd ones with their verdicts, forgeries, mangled sheets, every
//! source, and a process that is killed at each of its steps.

#[path = "intake/corpus.rs"]
mod corpus;
#[path = "intake/desk.rs"]
mod desk;
#[cfg(feature = "dkim")]
#[path = "intake/dkim.rs"]
mod dkim;
#[path = "intake/example_sheets.rs"]
mod example_sheets;
#[path = "intake/forgery.rs"]
mod forgery;
#[path = "intake/fuzz.rs"]
mod fuzz;
#[path = "intake/house.rs"]
mod house;
#[path = "intake/invite.rs"]
mod invite;
#[path = "intake/killed.rs"]
mod killed;
#[path = "intake/letterbox.rs"]
mod letterbox;
#[path = "intake/loss.rs"]
mod loss;
#[path = "intake/mangles.rs"]
mod mangles;
#[path = "intake/needed.rs"]
mod needed;
#[path = "intake/options.rs"]
mod options;
#[path = "intake/pace.rs"]
mod pace;
#[cfg(feature = "pgp")]
#[path = "intake/pgp.rs"]
mod pgp;
#[path = "intake/signed.rs"]
mod signed;
#[path = "intake/sources.rs"]
mod sources;
#[path = "intake/tongues.rs"]
mod tongues;
#[path = "intake/tonight.rs"]
mod tonight;
#[path = "intake/width.rs"]
mod width;
