//! A depot is deployed where the force stands, and never moves again (§15.2).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/deploy.yaml")]
#![doc = "```"]

use sheet::keys::{Field, Kind, Value};

const KEYS: &[Field] = &[Field {
    key: "what",
    value: Value::Word(&["depot"]),
    doc: "A depot, out of those that are at hand.",
}];

pub const KIND: Kind = Kind {
    key: "deploy",
    value: Value::Short(KEYS),
    doc: "Deploys a depot in the hex where the force then stands. It takes no place: march there \
          first.",
    rule: "K05 §15.2",
};
