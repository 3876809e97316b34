//! `keep`: money that is held back (NIA §12).

use super::{Item, LineKind, Lines, MOST_POUNDS, Outcome, Settled};
use crate::record::event::{Shortfall, SpendingEvent};
use sheet::keys::{Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "keep",
        rule: "NIA §12",
        value: Value::Number(1, MOST_POUNDS),
        doc: "Holds so many pounds back from what stands behind it. What is left of the year is lost at the next spring, but in Britain.",
    },
    settled: Settled::InTurn(keep),
    offered: |_| true,
    price: None,
    for_countries: false,
    nothing: None,
};

/// Holds back what there is of it; that it is less is told.
fn keep(lines: &mut Lines, item: &Item) -> Outcome {
    let wanted = i32::try_from(item.own_number()).unwrap_or(i32::MAX);
    let pounds = lines.works.hold_back(wanted);
    let kept = SpendingEvent::Kept { purse: lines.purse(), line: item.number, pounds };
    let all = || Shortfall::NotAllowed { why: format!("£{pounds} is all that is left to keep") };
    let short = (pounds < wanted).then(all);
    (vec![kept], short)
}
