//! The JSON Schema of a sheet and the guide to it, with examples out of the players' manual in
//! `orders/napoleon`.

use super::grammar::GRAMMAR;
use super::keys::{ACTS, BUYS, KEEP_COMMANDERS, OF_DEPLOY, OF_TURN, PLANS, SHEET};
use crate::book::Book;
use crate::book::figures::Figures;
use crate::sequence::answer::Ask;
use kit::shelf::Shelf;
use serde_json::Value as Json;
use sheet::guide::Chapter;
use sheet::manual::Manual;

static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../orders/napoleon");

/// The JSON Schema of a sheet. A step gets its examples from the sheet of its name, every other key from all
/// sheets.
pub fn schema() -> Json {
    let is_step = |key: &str| PLANS.iter().chain(&ACTS).chain(&BUYS).any(|kind| kind.key == key);
    manual().schema(|own, key| key == own || own.is_empty() || !is_step(key))
}

fn manual() -> Manual {
    let orders = Shelf::embedded(&ORDERS);
    Manual {
        title: "Order sheet of Field Commander: Napoleon",
        sheet: SHEET,
        grammar: &GRAMMAR,
        orders,
    }
}

/// The guide to a sheet.
pub fn guide() -> Vec<Chapter> {
    let figures = Figures::read(&crate::shelf());
    let figures = figures.expect("the book in the binary is checked by tests");
    manual().guide(("REGIONS AND PLANS", super::primer::limits(&figures)))
}

/// The keys of a whole sheet that can do nothing in a campaign: letters of a player who is alone, answers at stops
/// that it does not have, counters of a campaign before it where none was.
pub fn unused(book: &Book) -> Vec<&'static str> {
    let stops = |ask| book.options.stops.includes(ask);
    let mut unused = vec![];
    unused.extend((book.powers().len() < 2).then_some("letters"));
    unused.extend(book.log.is_none().then_some(KEEP_COMMANDERS));
    unused.extend(OF_DEPLOY.into_iter().filter(|_| !stops(Ask::Deploy)));
    unused.extend(OF_TURN.into_iter().filter(|_| !stops(Ask::BattleTurn)));
    unused.extend((!stops(Ask::Deploy)).then_some("ask"));
    unused
}
