//! `landwehr`: steps that cost nothing (NIA §14.5.3).

use super::{AT, Item, LineKind, Lines, Outcome, Settled, raised};
use crate::book::Book;
use crate::position::{Common, Position};
use crate::record::event::{SequenceEvent, Shortfall};
use crate::turn::Turn;
use sheet::keys::{Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "landwehr",
        rule: "NIA §14.5.3",
        value: Value::Short(&[AT]),
        doc: "Where the three infantry steps of the landwehr go, which cost nothing.",
    },
    settled: Settled::InTurn(landwehr),
    offered: |offer| steps(offer.book, offer.common, offer.power) > 0,
    price: None,
    for_countries: false,
    nothing: None,
};

/// Infantry steps of a landwehr in a spring (NIA §14.5.3).
const STEPS: u8 = 3;

/// What stands before the name of the power in the name of the rule that it has called its landwehr.
const CALLED: &str = "landwehr of ";

/// The steps of landwehr that a power gets for nothing, since the scenario says so or a card was played (NIA §14.5.3).
pub fn steps(book: &Book, common: Common, power: &str) -> u8 {
    let terms = book.scenario.money.as_ref();
    let at_first = terms.is_some_and(|terms| terms.landwehr.iter().any(|one| one == power));
    let called = at_first || common.begun.contains(&format!("{CALLED}{power}"));
    if called { STEPS } else { 0 }
}

/// Calls the landwehr of a power, if that is not done.
pub fn call(turn: &mut Turn, power: &str) {
    if steps(turn.book, turn.state.common(), power) == 0 {
        turn.record(SequenceEvent::RuleBegun { rule: format!("{CALLED}{power}") });
    }
}

/// What has begun, if a power has called its landwehr.
pub fn begun_in_words(book: &Book, rule: &str) -> Option<String> {
    let title = book.people.title(rule.strip_prefix(CALLED)?);
    Some(format!(
        "{title} has called its landwehr: three steps of infantry each spring for nothing (NIA §14.5.3)."
    ))
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
