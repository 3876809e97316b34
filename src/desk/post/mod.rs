//! Mail and pages that go out: composed (`outgoing`), sent ([`send`]), and what they are made of:
//! a player's first mail (`greeting`), reports and receipts (`notices`), proofs for those who no
//! longer write for a power (`takeover`), maps (`picture`), forms, deadlines (`calendar_file`), what
//! a new player reads (`lesson`), the guide.

pub(crate) mod calendar_file;
pub(crate) mod epilogue;
pub(crate) mod first_page;
pub mod form;
pub(crate) mod greeting;
pub mod guide;
pub mod narrate;
pub(crate) mod newspaper;
pub(crate) mod notices;
pub(crate) mod outgoing;
pub(crate) mod picture;
pub mod preview;
pub mod printer;
pub mod remind;
pub(crate) mod report_page;
pub(crate) mod resend;
pub mod send;
pub(crate) mod taken_back;
pub(crate) mod takeover;
