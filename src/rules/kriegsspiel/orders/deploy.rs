//! A depot is deployed where the force stands, and never moves again (§15.2).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/deploy.yaml")]
#![doc = "```"]

use sheet::keys::{Field, Kind, Value};
use sheet::shape::{Kind as NodeKind, Node};
use sheet::{Diagnostic, Diagnostics};

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

/// Says how a depot comes to a place, where a faulty step seems to name one.
pub fn say_where(root: &Node, faults: &mut Diagnostics) {
    let steps = items(root.get("orders")).iter().flat_map(|entry| items(entry.get("steps")));
    let wrong: Vec<usize> = steps
        .filter(|step| step.get("deploy").is_some_and(|what| faults.fault_within(&what.at)))
        .map(|step| step.at.start)
        .collect();
    for at in wrong {
        let text = "a depot is deployed where the force stands when the step begins";
        let said = Diagnostic::remark("deploy-where", at..at + 1, text).rule("K05 §15.2");
        faults.push(said.help(
            "to have it elsewhere, march there first: `- march: PLACE`, then `- deploy: depot`",
        ));
    }
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Seq(items)) => items,
        _ => &[],
    }
}
