//! The names a sheet may use: leaders, places, forces, whatever a rule system has.
//!
//! The words come from the book and from what the author knows, never from the state of the game:
//! a suggestion must not reveal a name that they have not met.

/// A sort of name: what to call it in a diagnostic and in the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noun {
    /// "leader", "place": the word for one of them.
    pub name: &'static str,
    /// What may be written here.
    pub doc: &'static str,
}

/// What a written name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The name as the game writes it.
    One(String),
    /// Nobody of that name; the nearest one known, if any is near.
    Nobody { nearest: Option<String> },
    /// The name fits several; it needs to be said more exactly.
    Several(Vec<String>),
    /// The name is known, and this is why it cannot stand here.
    Unfit(String),
}

/// The names that one author may use.
pub trait Vocabulary {
    /// Finds a name, with or without accents and capitals.
    fn find(&self, noun: &Noun, written: &str) -> Found;

    /// Whether a key of the sheet is for another season, and is not named among those that are allowed.
    fn is_later(&self, _key: &str) -> bool {
        false
    }
}
