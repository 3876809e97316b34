//! `merge`: reduced corps become whole ones (NIA §12.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3.

use super::{Item, LineKind, Lines, Outcome, Settled};
use crate::orders::words::money::TROOPS;
use crate::record::event::{Shortfall, SpendingEvent};
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "merge",
        rule: "NIA §12.3",
        value: Value::Short(&[Field {
            key: "who",
            value: Value::Needed(&Value::Name(&TROOPS)),
            doc: "A force, or `all`: of two reduced corps of one sort in it one becomes whole.",
        }]),
        doc: "Puts reduced corps of one sort together.",
    },
    settled: Settled::InTurn(merge),
    offered: |_| true,
    price: None,
    for_countries: false,
    nothing: None,
};

fn merge(lines: &mut Lines, item: &Item) -> Outcome {
    let who = item.name("who").unwrap_or_default();
    let forces = match lines.forces(who) {
        Ok(forces) => forces,
        Err(why) => return (vec![], Some(why)),
    };
    let merged = forces.into_iter().filter_map(|id| lines.works.merge(id)).collect::<Vec<_>>();
    if merged.is_empty() {
        return (vec![], Some(Shortfall::Whole { who: who.to_owned() }));
    }
    let (purse, line) = (lines.purse(), item.number);
    let event = |force| SpendingEvent::CorpsMerged { purse: purse.clone(), line, force };
    (merged.into_iter().map(event).collect(), None)
}
