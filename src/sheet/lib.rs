//! Order sheets: one YAML document for one power and one season, read as people write it.
//!
//! A sheet is read in three stages. [`shape`] parses the bytes into a tree in which every leaf knows
//! its place; it is the only stage that gets untrusted input, so all the bounds are there. [`keys`]
//! checks the tree against a description of the keys that a rule system has and collects all faults
//! at once. What an order means in a game is that game's affair.
//!
//! The same description also writes the JSON Schema ([`schema`]), so a key cannot be read
//! without being published.
//!
//! Not here: which orders there are (`rules/<system>/orders`), and finding the sheet in a mail.
//!
//! Why no serde for orders: it stops at the first fault of an order, and the short forms
//! (`absorb: Moncey` beside `absorb: {force: Moncey, leader: stays}`) need untagged enums, which
//! lose the places in the text.

pub mod condition;
pub mod diagnostic;
pub mod frame;
pub mod guide;
pub mod keys;
mod loose;
pub mod manual;
mod needs;
pub mod public;
pub mod reach;
pub mod schema;
pub mod shape;
mod shorthand;
pub mod standing;
pub mod vocabulary;
pub mod written;

pub use diagnostic::{Diagnostic, Diagnostics, Weight};
pub use shape::Node;
