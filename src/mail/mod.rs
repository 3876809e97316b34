//! The letterbox: where order sheets come in, as bytes with a name and a time, and where mail is
//! composed and leaves the house.
//!
//! Not here: who sent them and what they are worth; that is the desk's, which keeps the bytes
//! before it looks into them. What goes out is kept before it is sent, by the desk too.

pub mod compose;
pub mod html;
pub mod source;
