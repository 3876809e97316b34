//! The pages that a game was read from: what they are called, wherever they lie, and what books were
//! called before.
//!
//! Not here: what stands on a page (each rule system's `book`) and how it is read (`pages.rs`).

use super::{EUROPE, Ruleset};
use kit::shelf::{BookPages, Shelf};

/// Digests of books as an earlier version of the program made them, over whole folders, each with the
/// digest of the pages that a scenario's game read from that book.
pub const FORMER: &[(&str, &str)] = &[
    // nations/italy-1796 and nations/marengo-1800
    (
        "b7320fe1febdfd23a050ce8bf5338f5ae338a2319e77c68a04b5e74cc0635285",
        "61319375590c2d42c8e7e97bbd37e8739e4c7931dadf93ae30123e543d51d596",
    ),
    (
        "b7320fe1febdfd23a050ce8bf5338f5ae338a2319e77c68a04b5e74cc0635285",
        "3fdc9c47475c9ceb66e0f1d2c4b8f798a02bbe1fe67f01120bbab1edab7c719a",
    ),
    // kriegsspiel/danube-1805
    (
        "034d18072ec9eb9a3042df005cfbecb7f41999e016edb17b64385edfd11f7cba",
        "5acbf8af291cda1b512451dd17736f82a349fe745502f1ddd273ad93b094d234",
    ),
];

/// Says whether a book was called by that digest in an earlier version of the program.
pub fn was_called(former: &str, now: &str) -> bool {
    FORMER.contains(&(former, now))
}

/// The logical name of a scenario's page.
const SCENARIO: &str = crate::scenario::PAGE;

/// Where a page of the map lies: the campaign's own, or that of Europe.
pub fn map_page<R: Ruleset>(shelf: &Shelf, name: &str) -> String {
    let own = format!("{}/book/map/{name}", R::NAME);
    if shelf.text(&own).is_some() { own } else { format!("{EUROPE}/{name}") }
}

/// What a page is called, wherever it lies: `units.yaml`, `map/hexes.csv`, `scenario.yaml`.
pub fn logical(path: &str, rules: &str, scenario: &str) -> String {
    let below = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
    let map = below(EUROPE).map(|page| format!("map/{page}"));
    let own = || below(&format!("{rules}/book")).or_else(|| below(&format!("{rules}/{scenario}")));
    map.or_else(|| own().map(str::to_owned)).unwrap_or_else(|| path.to_owned())
}

/// Where a page lies on the shelf, by its logical name.
pub fn place(name: &str, rules: &str, scenario: &str) -> String {
    let folder = if name == SCENARIO { scenario } else { "book" };
    format!("{rules}/{folder}/{name}")
}

/// The pages that are not, word for word, those of this shelf.
pub fn other_than(pages: &BookPages, rules: &str, shelf: &Shelf) -> Vec<(String, String)> {
    let is_ours = |name: &str, text: &str| {
        let map = name.strip_prefix("map/").map(|page| format!("{EUROPE}/{page}"));
        let own = shelf.text(&format!("{rules}/book/{name}"));
        own.or_else(|| shelf.text(&map?)) == Some(text)
    };
    let others = pages.iter().filter(|(name, text)| !is_ours(name, text));
    others.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// Lays pages that a campaign has kept onto an empty shelf, where their game looks for them.
pub(super) fn lay(pages: &BookPages, rules: &str, scenario: &str) -> Shelf {
    let mut shelf = Shelf::default();
    for (name, text) in pages.iter() {
        shelf.lay(&place(name, rules, scenario), text.to_owned());
        // A game that is played on the map of Europe finds it where that lies.
        if let Some(page) = name.strip_prefix("map/") {
            shelf.lay(&format!("{EUROPE}/{page}"), text.to_owned());
        }
    }
    shelf
}
