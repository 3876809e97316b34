//! Mail: where order sheets come in, as bytes with a name and a time, and where mail is composed and
//! sent.
//!
//! A mail is taken apart ([`message`]), its envelope read ([`envelope`]), and the sheets in it are
//! found ([`find`], [`sheet_lines`]) and mended ([`mend`]) with their places kept.
//!
//! Not here: who sent them and what they are worth; that is the desk's, which keeps the bytes
//! before it looks into them. What goes out is kept before it is sent, by the desk too.

pub mod certificate;
pub mod charset;
pub mod compose;
pub mod cuts;
#[cfg(feature = "dkim")]
pub mod dkim;
pub mod envelope;
pub mod find;
pub mod html;
pub mod markup;
pub mod mend;
pub mod message;
pub mod outbox;
pub mod readable;
pub mod results;
pub mod saved;
pub mod sheet_lines;
pub mod source;
pub mod text;
