//! The JSON Schema of a sheet and the guide to it, with examples out of the players' manual in `orders/kriegsspiel`.
//!
//! Not here: the keys and their descriptions; they stand with each order, and in [`SHEET`].

use super::grammar::GRAMMAR;
use super::organise::KINDS;
use super::{SHEET, STEPS, budget, limits};
use crate::book::figures::Figures;
use kit::shelf::Shelf;
use serde_json::Value as Json;
use sheet::guide::Chapter;
use sheet::manual::Manual;

static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../orders/kriegsspiel");

/// The JSON Schema of a sheet. A step gets its examples from the sheet of its name, every other key from all
/// sheets.
pub fn schema() -> Json {
    let lines = || KINDS.iter().chain(&budget::KINDS);
    let is_step = |key: &str| STEPS.iter().chain(lines()).any(|kind| kind.key == key);
    let lists = ["organise", "budget"];
    manual().schema(|own, key| key == own || lists.contains(&own) || !is_step(key))
}

fn manual() -> Manual {
    let orders = Shelf::embedded(&ORDERS);
    Manual {
        title: "Order sheet of the Kriegsspiel of 1805",
        sheet: SHEET,
        grammar: &GRAMMAR,
        orders,
    }
}

/// The guide to a sheet.
pub fn guide() -> Vec<Chapter> {
    let figures = Figures::read(&play::shelf::<crate::Kriegsspiel>());
    let figures = figures.expect("the book in the binary is checked by tests");
    manual().guide((limits::HEADING, limits::lines(&figures)))
}
