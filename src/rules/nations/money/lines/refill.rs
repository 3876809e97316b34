//! `refill`: reduced units get steps (NIA §12.3).

use super::{FOR, Item, LineKind, Lines, Outcome, Settled};
use crate::book::units::Unit;
use crate::orders::words::money::{NEW_UNIT, TROOPS};
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "refill",
        rule: "NIA §12.3",
        value: Value::Short(&[
            Field {
                key: "who",
                value: Value::Needed(&Value::Name(&TROOPS)),
                doc: "A force whose reduced units get a step each, or `all`.",
            },
            Field {
                key: "with",
                value: Value::List(&Value::Name(&NEW_UNIT)),
                doc: "The units that are filled, if not all of them: `+2 InfC`.",
            },
            FOR,
        ]),
        doc: "Fills reduced units: at a reinforcement site as many as you like, two steps a year for each army in supply.",
    },
    settled: Settled::InTurn(refill),
    offered: |_| true,
    price: None,
    for_countries: true,
    nothing: Some("nothing is reduced that could be filled"),
};

fn refill(lines: &mut Lines, item: &Item) -> Outcome {
    let who = item.name("who").unwrap_or_default();
    let wanted: Vec<Unit> = item
        .filled()
        .map(|filled| filled.names("with"))
        .unwrap_or_default()
        .into_iter()
        .flat_map(|written| lines.works.meant(written))
        .collect();
    lines.fill(who, &wanted, item.number)
}
