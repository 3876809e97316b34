//! What proves a game: the leaves that sheets are promised by ([`leaves`]), what a report carries
//! (`basis`), what is told of secret shuffles ([`shuffles`]), the check of a player's mails ([`proven`]) and of the umpire's file ([`verify`]).

pub(crate) mod basis;
pub mod leaves;
pub mod proven;
pub mod shuffles;
pub mod verify;
