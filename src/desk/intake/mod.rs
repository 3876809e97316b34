//! Mail and sheets that come in, in the order in which they are looked at.
//!
//! A mailbox is read ([`mailbox`]) and each mail is kept and judged ([`receive`]): what is in it
//! (`reading`), who wrote it (`identity`), what comes of it (`letterbox`), what its sheet is
//! worth (`answer`) and what its writer is told (`receipt`, `mail_notices`).

pub(in crate::desk) mod answer;
pub mod check;
pub(in crate::desk) mod dkim;
pub(in crate::desk) mod head;
pub(in crate::desk) mod identity;
pub mod known;
pub(in crate::desk) mod letterbox;
pub(in crate::desk) mod letters;
pub(in crate::desk) mod mail_notices;
pub mod mailbox;
pub(in crate::desk) mod read_sheet;
pub(in crate::desk) mod reading;
pub(in crate::desk) mod receipt;
pub mod receive;
pub(in crate::desk) mod rejudge;
pub(in crate::desk) mod requests;
pub(in crate::desk) mod signed;
pub(in crate::desk) mod verdicts;
pub(in crate::desk) mod without_sheet;
