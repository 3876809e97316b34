//! `names:` of a book: what places, powers and leaders are called in other tongues.
//!
//! They are read wherever a name is read, and printed nowhere: what is read is at once the name
//! that the book itself has.

use crate::BookError;
use crate::pages::yaml;
use kit::names::plain;
use kit::shelf::Shelf;
use serde::Deserialize;
use serde_yaml::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The places that all games on the map of Europe have.
pub const PLACES: &str = "europe/names.yaml";

/// The words between a force and its place.
const JOINT: &str = " at ";

/// A page of them: each name of the book with its others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    names: BTreeMap<String, Vec<String>>,
}

/// Other names, each with the name that the book has.
#[derive(Debug, Clone, Default)]
pub struct OtherNames {
    own: BTreeMap<String, String>,
}

impl OtherNames {
    /// Reads these pages, as far as they lie on the shelf: books that were kept before have none.
    ///
    /// A name must be one of the book, and another name nothing else's there or here.
    pub fn read(
        shelf: &Shelf,
        pages: &[&str],
        is_name: impl Fn(&str) -> bool,
    ) -> Result<OtherNames, BookError> {
        let mut own: BTreeMap<String, String> = BTreeMap::new();
        for page in pages.iter().filter(|page| shelf.text(page).is_some()) {
            let wrong = |why: String| BookError::Page { page: (*page).to_owned(), why };
            let Page { names } = yaml(shelf, page)?;
            for (name, others) in names {
                if !is_name(&name) {
                    return Err(wrong(format!("there is no `{name}` in the book")));
                }
                for other in others {
                    if is_name(&other) {
                        return Err(wrong(format!("`{other}` is a name of the book itself")));
                    }
                    if let Some(twin) = own.insert(plain(&other), name.clone())
                        && twin != name
                    {
                        return Err(wrong(format!("`{other}` would be {twin} and {name}")));
                    }
                }
            }
        }
        Ok(OtherNames { own })
    }

    /// The same unchecked, for those who have no book at hand.
    pub fn of_pages(shelf: &Shelf, pages: &[&str]) -> OtherNames {
        let pages = pages.iter().filter_map(|page| yaml::<Page>(shelf, page).ok());
        let pairs = pages.flat_map(|page| page.names).flat_map(|(name, others)| {
            others.into_iter().map(move |other| (plain(&other), name.clone()))
        });
        OtherNames { own: pairs.collect() }
    }

    /// What was written, with the book's own name for each that it has another for.
    pub fn own<'w>(&self, written: &'w str) -> Cow<'w, str> {
        if let Some(name) = self.own.get(&plain(written)) {
            return Cow::Owned(name.clone());
        }
        let Some((who, place)) = written.split_once(JOINT) else { return written.into() };
        let both = [who, place].map(|part| self.own.get(&plain(part)));
        match both {
            [None, None] => written.into(),
            [own, at] => {
                let who = own.map_or(who, String::as_str);
                let place = at.map_or(place, String::as_str);
                format!("{who}{JOINT}{place}").into()
            }
        }
    }

    /// A value with the book's own names in it, at any depth; a text stays as it is.
    pub fn in_value(&self, value: Value) -> Value {
        match value {
            Value::String(written) => Value::String(self.own(&written).into_owned()),
            Value::Sequence(items) => items.into_iter().map(|item| self.in_value(item)).collect(),
            Value::Mapping(map) => {
                let own = |(key, value): (Value, Value)| {
                    let is_text = key.as_str() == Some("text");
                    let value = if is_text { value } else { self.in_value(value) };
                    (self.in_value(key), value)
                };
                Value::Mapping(map.into_iter().map(own).collect())
            }
            value => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(page: &str) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.lay("x/book/names.yaml", page.to_owned());
        shelf
    }

    fn read(page: &str) -> Result<OtherNames, BookError> {
        let is_name = |name: &str| ["liege", "brussels", "murat"].contains(&plain(name).as_str());
        OtherNames::read(&shelf(page), &["x/book/names.yaml", "europe/none.yaml"], is_name)
    }

    #[test]
    fn other_names_are_read_as_the_books_own() {
        let names = read("names: {Liege: [Lüttich, Luik], Brussels: [Brüssel]}").unwrap();
        assert_eq!(names.own("LUTTICH"), "Liege");
        assert_eq!(names.own("Liège"), "Liège", "it is the book's");
        assert_eq!(names.own("detachment at Brüssel"), "detachment at Brussels");
        assert_eq!(names.own("Murat at Ulm"), "Murat at Ulm");
    }

    #[test]
    fn names_in_a_value_are_the_books_own_and_texts_stay() {
        let names = read("names: {Liege: [Lüttich, Luik]}").unwrap();
        let read = |text: &str| serde_yaml::from_str::<Value>(text).unwrap();
        let own = names.in_value(read("{to: Luik, by: [Lüttich, {at: Ulm}], text: Luik, Luik: 3}"));
        assert_eq!(own, read("{to: Liege, by: [Liege, {at: Ulm}], text: Luik, Liege: 3}"));
    }

    #[test]
    fn a_page_whose_names_are_not_clear_is_refused() {
        let why = |page: &str| read(page).unwrap_err().to_string();
        assert!(why("names: {Ghent: [Gent]}").contains("there is no `Ghent`"));
        assert!(why("names: {Liege: [Brussels]}").contains("a name of the book itself"));
        let two = why("names: {Liege: [Luik], Brussels: [Luik]}");
        assert!(two.contains("would be"), "{two}");
        assert!(why("towns: {}").contains("names"));
    }
}
