//! The JSON Schema of a sheet and the guide to it, with examples out of the players' manual in
//! `orders/napoleon`.

use super::grammar::GRAMMAR;
use super::keys::{ACTS, BUYS, PLANS, SHEET};
use crate::book::figures::Figures;
use kit::shelf::Shelf;
use serde_json::Value as Json;
use sheet::guide::Guide;
use sheet::{frame, schema};
use std::sync::LazyLock;

static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../orders/napoleon");

/// Made once: the post asks for its keys with every mail.
static SCHEMA: LazyLock<Json> = LazyLock::new(make);

/// The JSON Schema of a sheet.
pub fn schema() -> Json {
    SCHEMA.clone()
}

fn make() -> Json {
    let title = "Order sheet of Field Commander: Napoleon";
    let mut json = schema::document(title, SHEET, &GRAMMAR);
    let is_step = |key: &str| PLANS.iter().chain(&ACTS).chain(&BUYS).any(|kind| kind.key == key);
    let frame = (String::new(), frame::EXAMPLE.to_owned());
    for (own, page) in std::iter::once(frame).chain(pages()) {
        let sheet: Json = serde_yaml::from_str(&page).expect("the manual is checked by tests");
        schema::exemplify(&mut json, &sheet, &|key| key == own || own.is_empty() || !is_step(key));
    }
    json
}

/// The sheets of the players' manual, each with its name.
fn pages() -> Vec<(String, String)> {
    let manual = Shelf::embedded(&ORDERS);
    let names = manual.names("").into_iter().filter(|name| name.ends_with(".yaml"));
    let page = |name: String| {
        let page = manual.text(&name).unwrap_or_default().to_owned();
        (name.trim_end_matches(".yaml").replace('-', " "), page)
    };
    names.map(page).collect()
}

/// The guide to a sheet, as lines that are not broken yet.
pub fn guide() -> Vec<String> {
    let mut examples = pages();
    examples.push(("frame".to_owned(), frame::EXAMPLE.to_owned()));
    let figures = Figures::read(&crate::shelf());
    let figures = figures.expect("the book in the binary is checked by tests");
    let limits = ("REGIONS AND PLANS", super::primer::limits(&figures));
    Guide { sheet: SHEET, grammar: &GRAMMAR, examples: &examples, limits }.lines()
}
