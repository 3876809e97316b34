//! The lines of `politics:`: attempts, embassies, declarations of war and satellites (NIA §11.2, §11.3).
//!
//! To add one, name its constant in [`POLITICS`]; who plays it is told by its kind.

use crate::money::lines::{LineKind, Settled};
use crate::orders::words::money::{ALLY, COUNTRY, RECEIVER};
use sheet::keys::{Field, Kind, Value};

/// Every kind of line, in the order of the manual.
pub const POLITICS: &[&LineKind] = &[&INFLUENCE, &EMBASSY, &DECLARE, &SATELLITE];

/// Most pounds that bribes of one attempt can cost.
const MOST_BRIBE: i64 = 8;

const ATTEMPT: &[Field] = &[
    Field {
        key: "on",
        value: Value::Needed(&Value::Name(&RECEIVER)),
        doc: "The minor country, or the neutral power that nobody plays.",
    },
    Field {
        key: "bribe",
        value: Value::Number(0, MOST_BRIBE),
        doc: "Pounds that go to the court, 1 on the dice for each £2 toward a country and each £4 toward a power, at most 2.",
    },
    Field {
        key: "as",
        value: Value::Name(&ALLY),
        doc: "An allied power that nobody plays, in whose name and with whose money it is made.",
    },
];

pub const INFLUENCE: LineKind = line(Kind {
    key: "influence",
    rule: "NIA §11.2.2",
    value: Value::Short(ATTEMPT),
    doc: "Tries to win a minor country, one a season and for nothing, or a neutral power that nobody plays, each for £4: two dice with what changes them must come to 12.",
});

pub const EMBASSY: LineKind = line(Kind {
    key: "embassy",
    rule: "NIA §11.2.2",
    value: Value::Short(ATTEMPT),
    doc: "A second attempt for £4, made when all have made their first.",
});

pub const DECLARE: LineKind = line(Kind {
    key: "declare war",
    rule: "NIA §11.3",
    value: Value::Short(&[Field {
        key: "on",
        value: Value::Needed(&Value::Name(&RECEIVER)),
        doc: "A neutral country or power, or from a neutral power one that is at war.",
    }]),
    doc: "Declares war, before any attempt is made: whoever was neutral of the two joins a side against the other.",
});

pub const SATELLITE: LineKind = line(Kind {
    key: "satellite",
    rule: "NIA §11.2.2",
    value: Value::Short(&[Field {
        key: "of",
        value: Value::Needed(&Value::Name(&COUNTRY)),
        doc: "An ally of France that has a border with her, or a new state.",
    }]),
    doc: "Makes an allied country a satellite when winter is over: nobody tries for it any more.",
});

const fn line(kind: Kind) -> LineKind {
    LineKind {
        kind,
        settled: Settled::AtCourt,
        offered: |_| true,
        price: None,
        for_countries: false,
        nothing: None,
    }
}
