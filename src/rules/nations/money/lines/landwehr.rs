//! `landwehr`: steps that cost nothing (NIA §14.5.3).

use super::{AT, Item, LineKind, Lines, Outcome, Settled, raised};
use crate::book::Book;
use crate::record::event::Shortfall;
use sheet::keys::{Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "landwehr",
        rule: "NIA §14.5.3",
        value: Value::Short(&[AT]),
        doc: "Where the three infantry steps of the landwehr go, which cost nothing.",
    },
    settled: Settled::InTurn(landwehr),
    offered: |offer| steps(offer.book, offer.power) > 0,
    price: None,
    for_countries: false,
    nothing: None,
};

/// Infantry steps of a landwehr in a spring (NIA §14.5.3).
const STEPS: u8 = 3;

/// The steps of landwehr that a power gets for nothing (NIA §14.5.3).
pub fn steps(book: &Book, power: &str) -> u8 {
    let terms = book.scenario.money.as_ref();
    let called = terms.is_some_and(|terms| terms.landwehr.iter().any(|one| one == power));
    if called { STEPS } else { 0 }
}

/// Three infantry steps for nothing: they fill reduced corps at sites, else they are detachments
/// (NIA §14.5.3).
fn landwehr(lines: &mut Lines, item: &Item) -> Outcome {
    let mut done = vec![];
    if lines.landwehr == 0 {
        let why = "no landwehr has been called for this purse".to_owned();
        return (done, Some(Shortfall::NotAllowed { why }));
    }
    let places = lines.places(item.filled());
    while lines.landwehr > 0 {
        let at = places.get(done.len()).or(places.last()).copied();
        match lines.works.free_step(at) {
            Ok(built) => done.push(raised(lines.purse(), item.number, built)),
            Err(why) => return (done, Some(why)),
        }
        lines.landwehr -= 1;
    }
    (done, None)
}
