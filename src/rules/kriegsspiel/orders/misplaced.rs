//! What new players write in the wrong place, and where it belongs.
//!
//! The reading of a sheet has already reported that such a key or value is not valid; this says what to
//! write instead. It changes nothing of what is read.

use super::{STANCES, STEPS};
use sheet::shape::{Kind as NodeKind, Node};
use sheet::{Diagnostic, Diagnostics};

/// Says for each of these faults how the order is written.
pub fn explain(root: &Node, faults: &mut Diagnostics) {
    let mut said = vec![];
    for entry in items(root.get("orders")) {
        let outside = STEPS.iter().filter_map(|kind| Some((kind.key, entry.get(kind.key)?)));
        for (key, value) in outside {
            let text = format!("`{key}:` is a step of an entry, and stands in the list `steps:`");
            said.push(remark(
                "step-outside",
                value,
                text,
                &format!("write `steps: [{{{key}: ...}}]`"),
            ));
        }
        for step in items(entry.get("steps")) {
            said.extend(stance(step));
            said.extend(place_of_depot(step, faults));
        }
    }
    said.into_iter().for_each(|one| faults.push(one));
}

/// A stance that is written as a step.
fn stance(step: &Node) -> Option<Diagnostic> {
    let steps = |word: &&&str| STEPS.iter().all(|kind| kind.key != **word);
    let word = STANCES.iter().filter(steps).find(|word| step.get(word).is_some())?;
    let text = format!("`{word}` is a stance: what a force does where it has marched");
    let help = format!("go there by `- attack: PLACE`, and put `stance: {word}` beside `steps:`");
    Some(remark("stance-as-step", step, text, &help))
}

/// A depot that is given a place.
fn place_of_depot(step: &Node, faults: &Diagnostics) -> Option<Diagnostic> {
    step.get("deploy").filter(|what| faults.fault_within(&what.at))?;
    let text = "a depot is deployed where the force stands when the step begins".to_owned();
    let help = "to have it elsewhere, march there first: `- march: PLACE`, then `- deploy: depot`";
    Some(remark("deploy-where", step, text, help))
}

fn remark(code: &'static str, at: &Node, text: String, help: &str) -> Diagnostic {
    Diagnostic::remark(code, at.at.start..at.at.start + 1, text).help(help)
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Seq(items)) => items,
        _ => &[],
    }
}
