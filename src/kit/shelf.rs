//! Books, templates and example sheets: named texts, most of them in the binary.
//!
//! Not here: reading files. The shell reads a campaign's own files and lays them over ours.

use std::borrow::Cow;
use std::collections::BTreeMap;

use include_dir::{Dir, DirEntry};

use crate::kit::proof::{hex, sha256};

/// A set of named texts, each found by its path from the shelf's root.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl Shelf {
    /// Puts up all texts of a folder in the binary; what is not UTF-8 is left out.
    pub fn embedded(dir: &'static Dir<'static>) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.add(dir);
        shelf
    }

    fn add(&mut self, dir: &'static Dir<'static>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(folder) => self.add(folder),
                DirEntry::File(file) => {
                    if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                        self.texts.insert(path.replace('\\', "/"), Cow::Borrowed(text));
                    }
                }
            }
        }
    }

    /// Lays a text over the one of the same path, if there is one.
    pub fn lay(&mut self, path: &str, text: String) {
        self.texts.insert(path.to_owned(), Cow::Owned(text));
    }

    /// Gives the text at a path.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    /// Lists the paths in a folder and the folders below it, sorted; `""` is the whole shelf.
    pub fn names(&self, under: &str) -> Vec<String> {
        self.under(under).map(|(path, _)| path.clone()).collect()
    }

    /// Digests the paths and texts below a folder; each part is preceded by its length.
    pub fn digest(&self, under: &str) -> String {
        let mut bytes = Vec::new();
        for (path, text) in self.under(under) {
            for part in [path.as_str(), text] {
                bytes.extend((part.len() as u64).to_be_bytes());
                bytes.extend(part.as_bytes());
            }
        }
        hex(&sha256(&bytes))
    }

    fn under(&self, folder: &str) -> impl Iterator<Item = (&String, &str)> {
        let folder = folder.trim_end_matches('/').to_owned();
        self.texts
            .iter()
            .filter(move |(path, _)| {
                folder.is_empty()
                    || path.strip_prefix(&folder).is_some_and(|rest| rest.starts_with('/'))
            })
            .map(|(path, text)| (path, text.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static KIT: Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/src");

    #[test]
    fn a_laid_text_hides_the_embedded_one() {
        let mut shelf = Shelf::embedded(&KIT);
        assert!(shelf.text("kit/shelf.rs").unwrap().contains("a_laid_text"));
        let before = shelf.digest("kit");
        let whole = shelf.names("").len();
        shelf.lay("kit/shelf.rs", "ours".into());
        assert_eq!(shelf.text("kit/shelf.rs"), Some("ours"));
        assert_eq!(shelf.names("").len(), whole);
        assert_ne!(shelf.digest("kit"), before);
    }

    #[test]
    fn a_folder_is_not_a_prefix() {
        let mut shelf = Shelf::default();
        for path in ["book/b.yaml", "book/tables/a.yaml", "bookish.yaml"] {
            shelf.lay(path, path.into());
        }
        assert_eq!(shelf.names("book"), ["book/b.yaml", "book/tables/a.yaml"]);
        assert_eq!(shelf.names("book/"), shelf.names("book"));
        assert_eq!(shelf.text("book"), None);
    }
}
