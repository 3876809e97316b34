//! `guerrilla`: the hexes for guerrillas that a budget raises without a place (NIA §14.4.2).

use super::{Item, LineKind, Settled};
use crate::book::Book;
use crate::money::cabinet::works::GUERRILLA;
use crate::orders::words::PLACE;
use kit::ground::Space;
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "guerrilla",
        rule: "NIA §14.4.2",
        value: Value::Short(&[Field {
            key: "at",
            value: Value::Needed(&Value::List(&Value::Name(&PLACE))),
            doc: "The hexes for guerrillas that the budget raises without a place: one each.",
        }]),
        doc: "Says where guerrillas rise.",
    },
    settled: Settled::LookedUp,
    offered: |offer| {
        let mut sorts = offer.book.pools.sorts(offer.power, &offer.book.units);
        sorts.any(|unit| unit.kind == GUERRILLA)
    },
    price: None,
    for_countries: false,
    nothing: None,
};

/// The hexes that a muster names for guerrillas.
pub fn rising(book: &Book, muster: &[Item]) -> Vec<Space> {
    let lines = muster.iter().filter(|item| item.is(&LINE)).filter_map(Item::filled);
    let names = lines.flat_map(|filled| filled.names("at"));
    names.filter_map(|name| book.atlas.code(name)).collect()
}
