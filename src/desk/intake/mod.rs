//! Mail and sheets that come in, in the order in which they are looked at.
//!
//! A mailbox is read ([`mailbox`]) and each mail is kept and judged ([`receive`]): what is in it
//! (`reading`), who wrote it (`identity`), what comes of it (`letterbox`), what its sheet is
//! worth (`answer`) and what its writer is told (`mail_notices`; the receipt: crate `checker`).

pub(crate) mod answer;
pub(crate) mod changes;
pub mod check;
pub(crate) mod context;
pub(crate) mod dkim;
pub(crate) mod glance;
pub(crate) mod identity;
pub mod keys;
pub(crate) mod letterbox;
pub(crate) mod letters;
pub(crate) mod mail_notices;
pub mod mailbox;
pub(crate) mod postponed;
pub(crate) mod reading;
pub mod receive;
pub(crate) mod rejudge;
pub(crate) mod requests;
pub(crate) mod routing;
pub mod settle;
pub(crate) mod signed;
pub(crate) mod standing;
pub(crate) mod without_sheet;
