//! Books, templates and example sheets: text files by path, most of them embedded in the binary.
//!
//! A [`Shelf`] is such a set of files; a campaign's own files are laid over ours of the same path.
//!
//! Not here: reading files from disk, which the shell does.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use include_dir::{Dir, DirEntry};

use crate::proof::{hex, sha256};

/// A set of named texts, each found by its path from the shelf's root.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    texts: BTreeMap<String, Cow<'static, str>>,
    /// The paths of the pages that were read since [`Shelf::note_pages`].
    read: RefCell<BTreeSet<String>>,
    /// What was made of the pages, and of which: see [`Shelf::once`].
    made: RefCell<BTreeMap<TypeId, Made>>,
}

/// What was made of some pages.
#[derive(Debug, Clone)]
struct Made {
    value: Arc<dyn Any + Send + Sync>,
    pages: BTreeSet<String>,
}

/// The pages that a game was read from, each under its logical name.
///
/// A logical name says what the page is for the game, not where it lies: a page that is moved to
/// another folder keeps its name, and so does the digest of all pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookPages {
    pages: BTreeMap<String, Cow<'static, str>>,
}

impl BookPages {
    /// Adds a page under its logical name.
    pub fn add(&mut self, name: &str, text: impl Into<Cow<'static, str>>) {
        self.pages.insert(name.to_owned(), text.into());
    }

    /// Lists the pages by their logical names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pages.iter().map(|(name, text)| (name.as_str(), text.as_ref()))
    }

    /// Names the pages that are not the program's own.
    pub fn laid_over(&self) -> impl Iterator<Item = &str> {
        let is_own = |(_, text): &(&String, &Cow<'static, str>)| matches!(text, Cow::Owned(_));
        self.pages.iter().filter(is_own).map(|(name, _)| name.as_str())
    }

    /// Says whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Digests the logical names and the texts; each part is preceded by its length.
    pub fn digest(&self) -> String {
        digest(self.iter())
    }
}

impl Shelf {
    /// A shelf with all texts of a folder in the binary.
    pub fn embedded(dir: &'static Dir<'static>) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.embed("", dir);
        shelf
    }

    /// Puts up all texts of a folder in the binary, below `under`; what is not UTF-8 is left out.
    pub fn embed(&mut self, under: &str, dir: &'static Dir<'static>) {
        self.made.take();
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(folder) => self.embed(under, folder),
                DirEntry::File(file) => {
                    if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                        let path = format!("{under}/{}", path.replace('\\', "/"));
                        let path = path.trim_start_matches('/').to_owned();
                        self.texts.insert(path, Cow::Borrowed(text));
                    }
                }
            }
        }
    }

    /// Puts up one text of the binary.
    pub fn put(&mut self, path: &str, text: &'static str) {
        self.made.take();
        self.texts.insert(path.to_owned(), Cow::Borrowed(text));
    }

    /// Lays a text over the one of the same path, if there is one.
    pub fn lay(&mut self, path: &str, text: String) {
        self.made.take();
        self.texts.insert(path.to_owned(), Cow::Owned(text));
    }

    /// Gives the text at a path.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    /// Begins a new list of the pages that are read.
    pub fn note_pages(&self) {
        self.read.take();
    }

    /// Gives the text at a path and notes that it was read.
    pub fn page(&self, path: &str) -> Option<&str> {
        let text = self.text(path)?;
        if !self.read.borrow().contains(path) {
            self.read.borrow_mut().insert(path.to_owned());
        }
        Some(text)
    }

    /// Reads a part of a book, or gives what was read of it before: a map takes longer to read than
    /// most seasons to play.
    ///
    /// `read` must be the only way to make a `T` of a shelf, and ask nothing but the shelf. Its pages
    /// count as read each time.
    pub fn once<T: Any + Send + Sync, E>(
        &self,
        read: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let known = self.made.borrow().get(&TypeId::of::<T>()).cloned();
        if let Some(Made { value, pages }) = known {
            self.read.borrow_mut().extend(pages);
            return Ok(value.downcast().expect("it is kept under its own type"));
        }
        let before = self.read.take();
        let value = read(self).map(Arc::new);
        let pages = self.read.replace(before);
        self.read.borrow_mut().extend(pages.iter().cloned());
        let value = value?;
        let made = Made { value: value.clone(), pages };
        self.made.borrow_mut().insert(TypeId::of::<T>(), made);
        Ok(value)
    }

    /// Gives the pages that were read since [`Shelf::note_pages`], each under the name that
    /// `logical` makes of its path.
    pub fn pages_read(&self, logical: impl Fn(&str) -> String) -> BookPages {
        let mut pages = BookPages::default();
        for path in self.read.borrow().iter() {
            if let Some(text) = self.texts.get(path) {
                pages.add(&logical(path), text.clone());
            }
        }
        pages
    }

    /// Lists the paths in a folder and the folders below it, sorted; `""` is the whole shelf.
    pub fn names(&self, under: &str) -> Vec<String> {
        self.under(under).map(|(path, _)| path.clone()).collect()
    }

    /// Digests the paths and texts below a folder; each part is preceded by its length.
    pub fn digest(&self, under: &str) -> String {
        digest(self.under(under).map(|(path, text)| (path.as_str(), text)))
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

fn digest<'a>(texts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut bytes = Vec::new();
    for (name, text) in texts {
        for part in [name, text] {
            bytes.extend((part.len() as u64).to_be_bytes());
            bytes.extend(part.as_bytes());
        }
    }
    hex(&sha256(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    static LEDGER: Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/ledger");

    #[test]
    fn a_laid_text_hides_the_embedded_one() {
        let mut shelf = Shelf::default();
        shelf.embed("ledger", &LEDGER);
        assert!(shelf.text("ledger/keyed.rs").unwrap().contains("keyed"));
        let before = shelf.digest("ledger");
        let whole = shelf.names("").len();
        shelf.lay("ledger/keyed.rs", "ours".into());
        assert_eq!(shelf.text("ledger/keyed.rs"), Some("ours"));
        assert_eq!(shelf.names("").len(), whole);
        assert_ne!(shelf.digest("ledger"), before);
    }

    #[test]
    fn pages_are_named_by_what_they_are_and_not_by_where_they_lie() {
        let mut shelf = Shelf::default();
        for path in ["old/map.csv", "new/map.csv", "old/other.csv"] {
            shelf.lay(path, "a page".into());
        }
        let named = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        shelf.page("old/other.csv");
        shelf.note_pages();
        shelf.page("old/map.csv");
        shelf.page("old/none.csv");
        let old = shelf.pages_read(named);
        shelf.note_pages();
        shelf.page("new/map.csv");
        let new = shelf.pages_read(named);
        assert_eq!(old.iter().collect::<Vec<_>>(), [("map.csv", "a page")]);
        assert_eq!(old.digest(), new.digest());
        shelf.lay("new/map.csv", "another".into());
        assert_ne!(shelf.pages_read(named).digest(), old.digest());
    }

    #[test]
    fn what_is_read_once_is_read_again_when_a_page_changes() {
        let mut shelf = Shelf::default();
        shelf.lay("a", "1".into());
        let number = |shelf: &Shelf| shelf.once(|shelf| shelf.page("a").unwrap().parse::<u32>());
        let one = number(&shelf).unwrap();
        assert!(Arc::ptr_eq(&one, &number(&shelf).unwrap()));
        shelf.note_pages();
        number(&shelf).unwrap();
        assert_eq!(shelf.pages_read(str::to_owned).iter().count(), 1, "it counts as read");
        shelf.lay("a", "x".into());
        assert!(number(&shelf).is_err() && number(&shelf).is_err(), "a fault is not kept");
        shelf.lay("a", "2".into());
        assert_eq!(*number(&shelf).unwrap(), 2);
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
