//! The letterbox: where order sheets come in, as bytes with a name and a time.
//!
//! Not here: who sent them and what they are worth; that is the desk's, which keeps the bytes
//! before it looks into them.

pub mod source;
