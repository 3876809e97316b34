//! `train` and `engineer` (NIA §12.3).

use super::{AT, Item, LineKind, Lines, Outcome, Settled};
use crate::book::money::Ware;
use crate::money::cabinet::works::Built;
use crate::record::event::SpendingEvent;
use sheet::keys::{Kind, Value};

pub const TRAIN: LineKind = LineKind {
    kind: Kind {
        key: "train",
        rule: "NIA §12.3",
        value: Value::Short(&[AT]),
        doc: "Raises a supply train.",
    },
    settled: Settled::InTurn(|lines, item| support(lines, item, Ware::Train)),
    offered: |_| true,
    price: Some(("a train", Ware::Train)),
    for_countries: false,
    nothing: None,
};

pub const ENGINEER: LineKind = LineKind {
    kind: Kind {
        key: "engineer",
        rule: "NIA §12.3",
        value: Value::Short(&[AT]),
        doc: "Raises engineers.",
    },
    settled: Settled::InTurn(|lines, item| support(lines, item, Ware::Engineers)),
    offered: |_| true,
    price: Some(("engineers", Ware::Engineers)),
    for_countries: false,
    nothing: None,
};

fn support(lines: &mut Lines, item: &Item, ware: Ware) -> Outcome {
    let at = lines.places(item.filled()).first().copied();
    match lines.works.support(ware, at) {
        Ok(Built { force, new: formed, bill, .. }) => {
            let what = if ware == Ware::Train { "train" } else { "engineers" }.to_owned();
            let (purse, line) = (lines.purse(), item.number);
            (vec![SpendingEvent::SupportRaised { purse, line, what, force, formed, bill }], None)
        }
        Err(why) => (vec![], Some(why)),
    }
}
