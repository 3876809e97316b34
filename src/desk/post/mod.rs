//! Mail and pages that go out: composed (`outgoing`), sent ([`send`]), and what they are made of:
//! welcomes, reports and receipts (`notices`), maps (`picture`), forms, the guide.

pub mod form;
pub mod guide;
pub mod narrate;
pub(in crate::desk) mod notices;
pub(in crate::desk) mod outgoing;
pub(in crate::desk) mod picture;
pub mod preview;
pub mod printer;
pub mod remind;
pub(in crate::desk) mod report_page;
pub(in crate::desk) mod resend;
pub mod send;
