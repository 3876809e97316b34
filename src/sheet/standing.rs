//! Standing orders in the words of the sheet, for its receipt.
//!
//! What they reach and cost is reckoned when they are played, from where the forces stand then. So a
//! receipt repeats them as they were read, and nothing more.

use crate::shape::{Kind, Node};

/// Most lines that a receipt gives them.
const MOST_LINES: usize = 60;

/// A line for each entry: `operations 2: force: Saxe; steps: [attack: Brussels]`.
pub fn told(standing: &Node) -> Vec<String> {
    let Kind::Map(pairs) = &standing.kind else { return vec![flow(standing)] };
    let mut lines = vec![];
    for (key, value) in pairs {
        let key = flow(key);
        match &value.kind {
            Kind::Seq(items) => {
                let numbered = (1..).zip(items);
                lines.extend(numbered.map(|(nth, item)| format!("{key} {nth}: {}", open(item))));
            }
            Kind::Scalar(_) | Kind::Map(_) => lines.push(format!("{key}: {}", open(value))),
        }
    }
    let more = lines.len().saturating_sub(MOST_LINES);
    if more > 0 {
        lines.truncate(MOST_LINES);
        lines.push(format!("and {more} more"));
    }
    lines
}

/// A node without the brackets around it.
fn open(node: &Node) -> String {
    match &node.kind {
        Kind::Map(pairs) => joined(pairs, "; "),
        Kind::Scalar(_) | Kind::Seq(_) => flow(node),
    }
}

fn flow(node: &Node) -> String {
    match &node.kind {
        // A text of several lines stays in its line of the receipt.
        Kind::Scalar(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Kind::Seq(items) => {
            let items: Vec<String> = items.iter().map(in_list).collect();
            format!("[{}]", items.join(", "))
        }
        Kind::Map(pairs) => format!("{{{}}}", joined(pairs, ", ")),
    }
}

/// An item of a list: a map of one pair needs no brackets.
fn in_list(node: &Node) -> String {
    match &node.kind {
        Kind::Map(pairs) if pairs.len() == 1 => joined(pairs, ", "),
        _ => flow(node),
    }
}

fn joined(pairs: &[(Node, Node)], between: &str) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{}: {}", flow(key), flow(value))).collect();
    pairs.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Diagnostics;
    use crate::shape::shape;

    fn lines(text: &str) -> Vec<String> {
        told(&shape(text, &mut Diagnostics::default()).unwrap())
    }

    #[test]
    fn each_entry_is_a_line() {
        let text = "operations:\n  - force: Saxe # the best\n    if: odds >= 2:1\n    steps:\n      \
                    - attack: {at: Brussels, then: stay}\n      - march: [Lille]\nnote: |\n  one\n\n  LINE\n";
        assert_eq!(
            lines(text),
            [
                "operations 1: force: Saxe; if: odds >= 2:1; steps: [attack: {at: Brussels, then: \
                 stay}, march: [Lille]]",
                "note: one LINE"
            ]
        );
    }

    #[test]
    fn they_have_a_bound() {
        let text = format!("orders:\n{}", "  - army: Mack\n".repeat(MOST_LINES + 3));
        let lines = lines(&text);
        assert_eq!(lines.len(), MOST_LINES + 1);
        assert_eq!(lines[MOST_LINES], "and 3 more");
    }
}
