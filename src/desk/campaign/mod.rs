//! A campaign's life apart from its seasons: it is made ([`new`]), players join ([`players`]), it
//! starts ([`start`]) and ends ([`ending`]); its settings, files, deadlines and where it stands.

pub(crate) mod asks;
pub mod away;
pub(crate) mod beginning;
pub mod book;
pub mod deadline;
pub mod demo;
pub mod ending;
pub(crate) mod files;
pub mod invite;
mod linked;
pub mod new;
pub mod own_scenario;
pub mod players;
pub(crate) mod promptness;
pub(crate) mod replace;
pub mod roster;
pub(crate) mod settings;
pub mod start;
pub mod status;
pub mod trust;
pub(crate) mod wards;
pub mod workbench;
