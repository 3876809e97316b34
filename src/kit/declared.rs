//! What a type says of itself: its name in words, its fields, and its doc comment.
//!
//! An event is declared once, as a variant with its doc comment. What a case may name, and what
//! `umpire case --list` and `umpire resolve --explain` say of it, come from there.

use crate::calendar::Season;
use crate::ground::Space;
use crate::ledger::Source;
use std::collections::{BTreeMap, BTreeSet};

pub use declare::Words;

/// One variant of an enum, or a struct.
pub struct Variant {
    /// In words, `taken up`; a struct has none.
    pub name: &'static str,
    /// Its doc comment on one line.
    pub doc: &'static str,
    pub fields: &'static [Field],
}

/// A field.
pub struct Field {
    /// As it is in the code.
    pub name: &'static str,
    pub doc: &'static str,
    /// Under which words it is told, by its name.
    pub words: fn(&str) -> Vec<String>,
}

/// A type whose values are told under words.
///
/// Derived, it lists what an enum or a struct has. By hand, `words` says how a value is told.
pub trait Words {
    const VARIANTS: &'static [Variant] = &[];
    /// Whether a value is told under the name of its field, besides what it has.
    const ITSELF: bool = true;

    /// The words under which a field of this type is told: its own name, and what stands in it.
    fn words(field: &str) -> Vec<String> {
        let itself = Self::ITSELF.then(|| spaced(field));
        unique(itself.into_iter().chain(Self::VARIANTS.iter().flat_map(Variant::words)))
    }
}

impl Variant {
    /// The words under which its fields are told.
    pub fn words(&self) -> Vec<String> {
        unique(self.fields.iter().flat_map(|field| (field.words)(field.name)))
    }
}

/// Words that are listed with commas.
pub fn listed(words: &str) -> Vec<String> {
    words.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The name of a field in words: `into_box` as `into box`.
pub fn spaced(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn unique(words: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// Types of one value, told under the name of their field.
#[macro_export]
macro_rules! plain_words {
    ($($name:ty),+ $(,)?) => { $(impl $crate::declared::Words for $name {})+ };
}

plain_words!(bool, u8, u16, u32, u64, usize, i8, i32, i64, String, Season, Space, Source);

impl<T: Words> Words for Option<T> {
    fn words(field: &str) -> Vec<String> {
        T::words(field)
    }
}

impl<T: Words> Words for Box<T> {
    const VARIANTS: &'static [Variant] = T::VARIANTS;
    const ITSELF: bool = T::ITSELF;

    fn words(field: &str) -> Vec<String> {
        T::words(field)
    }
}

// Of several the names are told, all under one word.
impl<T> Words for Vec<T> {}
impl<T> Words for BTreeSet<T> {}
impl<K, V> Words for BTreeMap<K, V> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why one halted.
    #[allow(dead_code)]
    #[derive(Words)]
    enum Halt {
        OutOfPoints { needed: u32 },
        NoWay { to: Space },
    }

    #[allow(dead_code)]
    #[derive(Words)]
    struct Day {
        at: Space,
        lots: Vec<Halt>,
    }

    #[allow(dead_code)]
    #[derive(Words)]
    enum Event {
        /// A force
        /// went on (§1).
        WentOn {
            at: Space,
            into_box: bool,
            /// Why it stopped.
            halt: Option<Halt>,
        },
        #[told("Napoleon came")]
        Came(#[told("to, by")] u8),
        Hidden {
            #[told("")]
            rest: u8,
        },
        Fought(Box<Day>),
    }

    #[test]
    fn a_declaration_says_its_names_its_fields_and_its_sentence() {
        let all: Vec<String> = Event::VARIANTS
            .iter()
            .map(|one| format!("{}: {} - {}", one.name, one.words().join(", "), one.doc))
            .collect();
        let meant = [
            "went on: at, into box, halt, needed, to - A force went on (§1).",
            "Napoleon came: to, by - ",
            "hidden:  - ",
            "fought: at, lots - ",
        ];
        assert_eq!(all, meant);
        assert_eq!(Event::VARIANTS[0].fields[2].doc, "Why it stopped.");
    }
}
