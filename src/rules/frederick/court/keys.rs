//! The keys of a sheet for the court. The other keys are in `orders/keys.rs`.

use sheet::keys::{Field, Value};

const INITIATIVE: &[Field] = &[
    Field {
        key: "bid",
        value: Value::Number(0, 99),
        doc: "Thaler for the first operation of the year; only the highest bid is paid.",
    },
    Field { key: "if", value: Value::Condition, doc: "The bid counts only if this holds." },
];

/// The keys of the court.
pub const COURT: &[Field] = &[Field {
    key: "initiative",
    value: Value::List(&Value::Map(INITIATIVE)),
    doc: "A sealed bid, or several lines of which the first that holds counts; without it 0. \
          (FRW §7.1)",
}];
