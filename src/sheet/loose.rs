//! Steps in a looser shape than the manual has, put into it where they can mean one thing only.
//!
//! `march Hanover` for `march: Hanover`, `attack: Melas if odds >= 1:1` for the same in braces, an
//! `if:` below its step in place of within it, and steps without a `-` before each. A remark says
//! how each was read.

use super::diagnostic::Diagnostic;
use super::keys::{Field, Kind, Value};
use super::shape::{Kind as Shape, Node};
use std::ops::Range;

/// The joint between a goal and its condition.
const IF: &str = " if ";
/// The joint before what is done otherwise.
const ELSE: &str = " else ";

/// A shape as the manual has it, and what is said about it.
pub(super) type Tidied = (Node, Vec<Diagnostic>);

/// A list of steps, if something else stands there that can be read as one.
pub(super) fn steps(node: &Node) -> Option<Tidied> {
    let items = match &node.kind {
        Shape::Seq(_) => return None,
        Shape::Scalar(_) => vec![node.clone()],
        Shape::Map(pairs) => pairs.iter().map(alone).collect(),
    };
    let at = node.at.start..node.at.start + 1;
    let text = "read as a list of steps; put `- ` before each";
    let remark = Diagnostic::remark("read-as", at, text);
    Some((Node { at: node.at.clone(), kind: Shape::Seq(items) }, vec![remark]))
}

/// One line of a map as a map of its own.
fn alone((key, value): &(Node, Node)) -> Node {
    let at = key.at.start..value.at.end.max(key.at.end);
    Node { at, kind: Shape::Map(vec![(key.clone(), value.clone())]) }
}

/// One step, if it is not a map with one key and one value as the manual has it.
pub(super) fn step(node: &Node, kinds: &[&'static Kind], extra: &[Field]) -> Option<Tidied> {
    let mut remarks = vec![];
    let mut whole = node.clone();
    if let Some(node) = spelt_out(&whole, kinds, &mut remarks) {
        whole = node;
    }
    if let Some(node) = gathered(&whole, kinds, extra, &mut remarks) {
        whole = node;
    }
    if let Some(node) = parted(&whole, kinds, extra, &mut remarks) {
        whole = node;
    }
    (!remarks.is_empty()).then_some((whole, remarks))
}

/// `march Hanover` as `march: Hanover`.
fn spelt_out(node: &Node, kinds: &[&'static Kind], remarks: &mut Vec<Diagnostic>) -> Option<Node> {
    let text = node.text()?;
    let lower = text.to_lowercase();
    let begins =
        |key: &str| lower.strip_prefix(key).is_some_and(|r| r.is_empty() || r.starts_with(' '));
    let keys = kinds.iter().map(|kind| kind.key).filter(|key| begins(key));
    let key = keys.max_by_key(|key| key.len())?;
    let rest = text.get(key.len()..)?.trim();
    let written = format!("{key}: {}", if rest.is_empty() { "{}" } else { rest });
    remarks.push(read_as(&node.at, &written));
    let begins = text.len() - rest.len();
    let value = Node { at: within(node, begins..text.len()), kind: Shape::Scalar(rest.to_owned()) };
    let key = Node { at: within(node, 0..key.len()), kind: Shape::Scalar(key.to_owned()) };
    Some(Node { at: node.at.clone(), kind: Shape::Map(vec![(key, value)]) })
}

/// A step with an `if:` below it, or with a key of its own, with these in its braces.
fn gathered(
    node: &Node,
    kinds: &[&'static Kind],
    extra: &[Field],
    remarks: &mut Vec<Diagnostic>,
) -> Option<Node> {
    let Shape::Map(pairs) = &node.kind else { return None };
    let named = |key: &Node| key.text().map(str::to_lowercase).unwrap_or_default();
    let kind_of = |(key, _): &(Node, Node)| kinds.iter().find(|kind| kind.key == named(key));
    let fields: &[Field] = match pairs.first().and_then(kind_of).map(|kind| &kind.value) {
        Some(Value::Short(fields) | Value::Map(fields)) => fields,
        _ => &[],
    };
    let is_extra = |pair: &&(Node, Node)| {
        let named = named(&pair.0);
        extra.iter().any(|field| field.key == named)
            || (kind_of(pair).is_none() && fields.iter().any(|field| field.key == named))
    };
    let (more, own): (Vec<_>, Vec<_>) = pairs.iter().partition(is_extra);
    let ([(key, value)], false) = (own.as_slice(), more.is_empty()) else { return None };
    let mut keys = match &value.kind {
        Shape::Map(keys) => keys.clone(),
        Shape::Scalar(_) | Shape::Seq(_) if value.is_nothing() => vec![],
        Shape::Scalar(_) | Shape::Seq(_) => vec![first(key, value, kinds)?],
    };
    for (extra, _) in &more {
        let (extra, own) = (extra.text().unwrap_or_default(), key.text().unwrap_or_default());
        let text = format!("`{extra}:` is read as a part of `{own}:`; it belongs into its braces");
        remarks.push(Diagnostic::remark("read-as", more[0].0.at.clone(), text));
    }
    keys.extend(more.into_iter().cloned());
    let value = Node { at: value.at.start..node.at.end, kind: Shape::Map(keys) };
    Some(Node { at: node.at.clone(), kind: Shape::Map(vec![((*key).clone(), value)]) })
}

/// `Melas if odds >= 1:1` as `{at: Melas, if: odds >= 1:1}`.
fn parted(
    node: &Node,
    kinds: &[&'static Kind],
    extra: &[Field],
    remarks: &mut Vec<Diagnostic>,
) -> Option<Node> {
    let Shape::Map(pairs) = &node.kind else { return None };
    let [(key, value)] = pairs.as_slice() else { return None };
    let text = value.text()?;
    extra.iter().find(|field| field.key == "if")?;
    let at = text.to_lowercase().find(IF)?;
    let (goal, asked) = (text.get(..at)?.trim(), text.get(at + IF.len()..)?);
    let part = |range: Range<usize>, text: &str| Node {
        at: within(value, range),
        kind: Shape::Scalar(text.to_owned()),
    };
    let own = first(key, &part(0..goal.len(), goal), kinds)?;
    remarks.push(read_as(&value.at, &format!("{{{}: {goal}, if: {asked}}}", own.0.text()?)));
    let condition = part(at + IF.len()..text.len(), asked);
    let keys = vec![own, (part(at + 1..at + 3, "if"), condition)];
    let value = Node { at: value.at.clone(), kind: Shape::Map(keys) };
    Some(Node { at: node.at.clone(), kind: Shape::Map(vec![(key.clone(), value)]) })
}

/// `attack if odds >= 2:1 else defend` as `{is: attack, if: odds >= 2:1, else: defend}`.
pub(super) fn sentence(node: &Node, fields: &[Field]) -> Option<Tidied> {
    let text = node.text()?;
    let has = |key: &str| fields.iter().any(|field| field.key == key);
    let name = fields.first()?.key;
    let lower = text.to_lowercase();
    let at = lower.find(IF).filter(|_| has("if") && name != "if")?;
    let asked = at + IF.len();
    let other = lower.get(asked..)?.find(ELSE).filter(|_| has("else")).map(|at| asked + at);
    let end = other.unwrap_or(text.len());
    let pair = |key: &str, part: Range<usize>| -> Option<(Node, Node)> {
        let value = Shape::Scalar(text.get(part.clone())?.trim().to_owned());
        let at = within(node, part);
        let key = Node { at: at.clone(), kind: Shape::Scalar(key.to_owned()) };
        Some((key, Node { at, kind: value }))
    };
    let mut keys = vec![pair(name, 0..at)?, pair("if", asked..end)?];
    if let Some(other) = other {
        keys.push(pair("else", other + ELSE.len()..text.len())?);
    }
    let told = |(key, value): &(Node, Node)| {
        format!("{}: {}", key.text().unwrap_or_default(), value.text().unwrap_or_default())
    };
    let told: Vec<String> = keys.iter().map(told).collect();
    let remark = read_as(&node.at, &format!("{{{}}}", told.join(", ")));
    Some((Node { at: node.at.clone(), kind: Shape::Map(keys) }, vec![remark]))
}

/// `{attack: if odds >= 2:1, else: defend}` and `{attack: {if: odds >= 2:1}, else: defend}` as
/// `{is: attack, if: odds >= 2:1, else: defend}`, where the first key takes one of some words.
pub(super) fn worded(node: &Node, fields: &[Field]) -> Option<Tidied> {
    let Shape::Map(pairs) = &node.kind else { return None };
    let [first, ..] = fields else { return None };
    let (name, Value::Word(words)) = (first.key, first.takes()) else { return None };
    let is_word = |key: &Node| {
        let text = key.text().map(str::to_lowercase);
        text.is_some_and(|text| words.contains(&text.as_str()))
    };
    let (own, others): (Vec<_>, Vec<_>) = pairs.iter().partition(|(key, _)| is_word(key));
    let [(word, asked)] = own.as_slice() else { return None };
    let scalar = |at: &Range<usize>, text: &str| Node {
        at: at.clone(),
        kind: Shape::Scalar(text.to_owned()),
    };
    let mut keys = vec![(scalar(&word.at, name), word.clone())];
    match &asked.kind {
        Shape::Map(inner) => keys.extend(inner.iter().cloned()),
        Shape::Scalar(text) => {
            let bare = text.trim_start().strip_prefix("if ").unwrap_or(text).trim();
            let end = text.trim_end().len();
            let at = within(asked, end - bare.len()..end);
            keys.push((scalar(&asked.at, "if"), scalar(&at, bare)));
        }
        Shape::Seq(_) => return None,
    }
    keys.extend(others.into_iter().cloned());
    let told = |(key, value): &(Node, Node)| {
        let value = value.text().unwrap_or("...");
        format!("{}: {value}", key.text().unwrap_or_default())
    };
    let told: Vec<String> = keys.iter().map(told).collect();
    let remark = read_as(&node.at, &format!("{{{}}}", told.join(", ")));
    Some((Node { at: node.at.clone(), kind: Shape::Map(keys) }, vec![remark]))
}

/// A bare value under the first key of its kind.
fn first(key: &Node, value: &Node, kinds: &[&'static Kind]) -> Option<(Node, Node)> {
    let written = key.text()?.to_lowercase();
    let kind = kinds.iter().find(|kind| kind.key == written)?;
    let (Value::Short(fields) | Value::Map(fields)) = kind.value else { return None };
    let name = Shape::Scalar(fields.first()?.key.to_owned());
    Some((Node { at: value.at.clone(), kind: name }, value.clone()))
}

/// Where a part of a scalar stands; one in quotes or over several lines is marked as a whole.
fn within(node: &Node, part: Range<usize>) -> Range<usize> {
    let plain = node.text().is_some_and(|text| text.len() == node.at.len());
    if plain { node.at.start + part.start..node.at.start + part.end } else { node.at.clone() }
}

fn read_as(at: &Range<usize>, meant: &str) -> Diagnostic {
    Diagnostic::remark("read-as", at.clone(), format!("read as `{meant}`"))
}
