//! Reading the pages of a book: YAML and plain CSV, each with a sentence on what is wrong.
//!
//! Not here: what stands on a page. Each rule system says so in its own `book`.

use super::BookError;
use kit::shelf::Shelf;
use serde::de::DeserializeOwned;

/// Reads a page that must be there.
pub fn page<'a>(shelf: &'a Shelf, name: &str) -> Result<&'a str, BookError> {
    shelf.page(name).ok_or_else(|| BookError::NoPage(name.to_owned()))
}

/// Reads a YAML page into its type.
pub fn yaml<T: DeserializeOwned>(shelf: &Shelf, name: &str) -> Result<T, BookError> {
    serde_yaml::from_str(page(shelf, name)?)
        .map_err(|error| BookError::Page { page: name.to_owned(), why: error.to_string() })
}

/// Reads a CSV page: `#` comments, one line of column names, and as many cells in every line.
///
/// The pages have no quotes and no commas within a cell, so that a person can mend them anywhere.
pub fn csv<'a, const N: usize>(
    shelf: &'a Shelf,
    name: &str,
    columns: [&str; N],
) -> Result<Vec<[&'a str; N]>, BookError> {
    let wrong = |line: usize, why: String| BookError::Page {
        page: name.to_owned(),
        why: format!("line {}: {why}", line + 1),
    };
    let mut lines = page(shelf, name)?
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.starts_with('#') && !l.is_empty());
    let (at, head) = lines.next().ok_or_else(|| wrong(0, "the page is empty".into()))?;
    if head.split(',').ne(columns) {
        return Err(wrong(at, format!("the columns are {}", columns.join(","))));
    }
    lines
        .map(|(at, line)| {
            let mut cells = [""; N];
            let mut count = 0;
            for cell in line.split(',') {
                if let Some(place) = cells.get_mut(count) {
                    *place = cell.trim();
                }
                count += 1;
            }
            if count == N { Ok(cells) } else { Err(wrong(at, format!("{count} cells, not {N}"))) }
        })
        .collect()
}
