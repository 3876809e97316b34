//! The JSON Schema of a sheet and the guide to it, with examples out of the players' manual in `orders/nations`.
//!
//! Not here: the keys and their descriptions; they stand with each order, and in [`SHEET`].

use super::grammar::GRAMMAR;
use super::{SHEET, STEPS, limits};
use crate::book::Book;
use crate::book::figures::{FIGURES, Figures};
use crate::book::yaml;
use crate::money::cabinet::List;
use kit::shelf::Shelf;
use serde_json::Value as Json;
use sheet::guide::Chapter;
use sheet::manual::Manual;

static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../orders/nations");

/// The JSON Schema of a sheet. A step gets its examples from the sheet of its name, every other key from all
/// sheets.
pub fn schema() -> Json {
    let is_step = |key: &str| STEPS.iter().any(|step| step.kind.key == key);
    manual().schema(|own, key| key == own || !is_step(key))
}

fn manual() -> Manual {
    let orders = Shelf::embedded(&ORDERS);
    Manual { title: "Order sheet of Nations in Arms", sheet: SHEET, grammar: &GRAMMAR, orders }
}

/// The figures of the book; the guide is the same for every campaign.
fn figures() -> Figures {
    let shelf = play::shelf::<crate::Nations>();
    yaml(&shelf, FIGURES).expect("the book in the binary is checked by tests")
}

/// The keys of a whole sheet that can do nothing in a campaign: lists of money where there is none, and lists of other
/// courts where the diplomacy track is not played.
pub fn unused(book: &Book) -> Vec<&'static str> {
    let money = (!book.has_money()).then_some([List::Budget, List::Muster]);
    let courts = book.scenario.track.is_none().then_some([List::Politics, List::Peace]);
    money.into_iter().chain(courts).flatten().map(List::word).collect()
}

/// The guide to a sheet.
pub fn guide() -> Vec<Chapter> {
    manual().guide((limits::HEADING, limits::lines(&figures())))
}
