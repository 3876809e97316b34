//! `conscripts`: more recruits and money, for a price (NIA §12.1).

use super::{LineKind, Settled};
use crate::money::treasury::conscripts::may_call;
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "conscripts",
        rule: "NIA §12.1",
        value: Value::Short(&[Field {
            key: "call",
            value: Value::Flag,
            doc: "`no` calls nobody.",
        }]),
        doc: "Calls conscripts: twice the recruits, though no more cavalry, and half as much money again comes in. It holds for the whole list. Twice in a game, not two years running; from the second call on line corps of +2 count +1, and a bonus against attrition is lost.",
    },
    settled: Settled::First,
    offered: |offer| {
        may_call(offer.book, offer.common.money, offer.power, offer.common.season.year).is_ok()
    },
    price: None,
    for_countries: false,
    nothing: None,
};
