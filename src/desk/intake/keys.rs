//! How a sheet is told from the other text of a mail.

use checker::read_sheet::ReadSheet;
use kit::names::nearest;
use mail::find::Found;
use mail::mend::{self, Sieve};
use rules::Referee;
use sheet::Diagnostics;
use sheet::shape::{self, Kind, Node};
use std::collections::BTreeSet;

/// A sheet as it was found in a mail.
pub(crate) fn read_sheet(found: &Found) -> ReadSheet {
    let mut sentence = format!("Read from {}", found.place);
    for note in &found.notes {
        sentence.push_str(", ");
        sentence.push_str(note);
    }
    let mut read = ReadSheet::new(found.sheet.clone());
    read.found = Some(sentence + ".");
    read.liberties.clone_from(&found.liberties);
    read.unread.clone_from(&found.unread);
    read.quoted.clone_from(&found.quoted);
    read.in_texts.clone_from(&found.in_texts);
    if found.perhaps_broken {
        read.broken = mend::broken(read.text());
    }
    read
}

/// What tells a sheet from other text, for one rule system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    /// The keys at the outermost level; none if they are not known.
    pub known: BTreeSet<String>,
}

impl Keys {
    /// The keys of a game's sheets.
    pub fn of(referee: &dyn Referee) -> Keys {
        Keys { known: referee.keys().into_iter().map(str::to_lowercase).collect() }
    }
}

impl Sieve for Keys {
    fn shape(&self, text: &str) -> Option<String> {
        let mut faults = Diagnostics::default();
        let root = shape::shape(text, &mut faults)?;
        let is_sheet = matches!(root.kind, Kind::Map(_)) && !faults.has_faults();
        if !is_sheet {
            return None;
        }
        let mut tree = String::new();
        outline(&root, &mut tree);
        Some(tree)
    }

    fn has(&self, key: &str) -> bool {
        self.known.contains(key)
    }

    fn keys(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.known.iter().map(String::as_str))
    }

    fn knows(&self, key: &str) -> bool {
        self.known.is_empty()
            || self.known.contains(key)
            || nearest(key, self.known.iter().map(String::as_str)).is_some()
    }
}

/// Writes the tree without its places: equal trees order the same.
fn outline(node: &Node, tree: &mut String) {
    match &node.kind {
        Kind::Scalar(text) => tree.push_str(&format!("{text:?}")),
        Kind::Seq(items) => {
            tree.push('[');
            for item in items {
                outline(item, tree);
                tree.push(',');
            }
            tree.push(']');
        }
        Kind::Map(pairs) => {
            tree.push('{');
            for (key, value) in pairs {
                outline(key, tree);
                tree.push(':');
                outline(value, tree);
                tree.push(',');
            }
            tree.push('}');
        }
    }
}
