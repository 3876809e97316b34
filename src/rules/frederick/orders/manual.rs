//! The JSON Schema of a sheet and the guide to it, with examples out of the players' manual in
//! `orders/frederick`.

use super::grammar::GRAMMAR;
use super::keys::{SHEET, STEPS};
use super::primer;
use crate::book::Book;
use kit::shelf::Shelf;
use play::Options;
use serde_json::Value as Json;
use sheet::guide::Chapter;
use sheet::manual::Manual;

static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../orders/frederick");

/// The JSON Schema of a sheet. A step gets its examples from the sheet of its name, every other key from all
/// sheets.
pub fn schema() -> Json {
    let is_step = |key: &str| STEPS.iter().any(|kind| kind.key == key);
    manual().schema(|own, key| key == own || own.is_empty() || !is_step(key))
}

fn manual() -> Manual {
    let orders = Shelf::embedded(&ORDERS);
    Manual { title: "Order sheet of Frederick's War", sheet: SHEET, grammar: &GRAMMAR, orders }
}

/// The guide to a sheet.
pub fn guide() -> Vec<Chapter> {
    let shelf = play::shelf::<crate::Frederick>();
    let book = Book::read(&shelf, "first-silesian-war", &Options::new());
    let book = book.expect("the book in the binary is checked by tests");
    manual().guide(("LIMITS", primer::limits(&book)))
}
