//! The shape of a sheet: bytes to a tree of places, within bounds.
//!
//! No recursion and no copy of the text beyond the scalars: a hostile sheet costs a few
//! milliseconds and ends in a diagnostic. Plain YAML only: no tags, anchors, aliases, directives,
//! and one document.

use super::diagnostic::{Diagnostic, Diagnostics};
use granit_parser::{ErrorKind as Problem, Event, Parser, Span};
pub use kit::bounds::SHEET_BYTES as MAX_BYTES;
use kit::bounds::{PAGE_ITEMS, PAGE_NODES, SHEET_DEPTH as MAX_DEPTH, SHEET_ITEMS, SHEET_NODES};
use kit::traced_text::NOT_READ;
use std::collections::BTreeSet;
use std::ops::Range;

/// A sheet that was read as far as its shape, so that nobody has to do it again.
#[derive(Debug, Clone, Copy)]
pub struct Shaped<'a> {
    pub text: &'a str,
    /// None if it cannot be read.
    pub root: Option<&'a Node>,
    /// What is wrong with its shape.
    pub faults: &'a Diagnostics,
}

/// How much a text may hold, and what it is called.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    what: &'static str,
    nodes: usize,
    items: usize,
}

impl Limits {
    /// Those of an order sheet.
    pub const SHEET: Limits = Limits { what: "sheet", nodes: SHEET_NODES, items: SHEET_ITEMS };
    /// Those of a page of a scenario folder.
    pub const PAGE: Limits = Limits { what: "page", nodes: PAGE_NODES, items: PAGE_ITEMS };
}

/// One piece of a sheet and where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Bytes in the sheet.
    pub at: Range<usize>,
    pub kind: Kind,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Scalar(String),
    Seq(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(text) => Some(text),
            Kind::Seq(_) | Kind::Map(_) => None,
        }
    }

    /// The value under a key of a map.
    pub fn get(&self, name: &str) -> Option<&Node> {
        let Kind::Map(pairs) = &self.kind else { return None };
        pairs.iter().find(|(key, _)| key.text() == Some(name)).map(|(_, value)| value)
    }

    /// The value under a key of a map that is written with capitals.
    pub fn get_in_capitals(&self, name: &str) -> Option<&Node> {
        let Kind::Map(pairs) = &self.kind else { return None };
        let is = |key: &Node| key.text().is_some_and(|key| key.to_lowercase() == name);
        pairs.iter().find(|(key, _)| is(key)).map(|(_, value)| value)
    }

    /// Whether nothing was written: `key:` with no value, or `~`.
    pub fn is_nothing(&self) -> bool {
        matches!(self.text(), Some("" | "~" | "null"))
    }

    /// What this node is, in words for a diagnostic.
    pub fn in_words(&self) -> &'static str {
        match &self.kind {
            Kind::Scalar(text) if text.is_empty() => "nothing",
            Kind::Scalar(_) => "a single value",
            Kind::Seq(_) => "a list",
            Kind::Map(_) => "a map of keys",
        }
    }
}

/// The text of a sheet as it is read: within bounds, valid UTF-8, without a byte order mark.
///
/// Bytes that are no UTF-8 become `U+FFFD` and a remark, since one bad byte in a letter should
/// not cost a season.
pub fn text(bytes: &[u8], faults: &mut Diagnostics) -> Option<String> {
    if bytes.len() > MAX_BYTES {
        faults.push(
            Diagnostic::fault(
                "sheet-too-large",
                0..0,
                format!("a sheet may have {MAX_BYTES} bytes"),
            )
            .help("send the orders alone, without pictures or old mail"),
        );
        return None;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    if let Some(at) = text.find('\u{fffd}') {
        faults.push(
            Diagnostic::remark(
                "not-utf-8",
                at..at + 3,
                "this is not UTF-8; read as well as it could be",
            )
            .help("send the sheet as UTF-8"),
        );
    }
    Some(text.into_owned())
}

/// Reads the shape of a sheet; every fault is in `faults`, and without a tree there is nothing more.
pub fn shape(sheet: &str, faults: &mut Diagnostics) -> Option<Node> {
    shape_within(sheet, Limits::SHEET, faults)
}

/// The same within other limits.
pub fn shape_within(sheet: &str, limits: Limits, faults: &mut Diagnostics) -> Option<Node> {
    let mut builder = Builder::default();
    match builder.read(sheet, limits, faults) {
        Ok(()) => {}
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    }
    if builder.root.is_none() {
        let text = match limits.what {
            "sheet" => "there is no order sheet in this text".to_owned(),
            what => format!("there is nothing in this {what}"),
        };
        faults.push(Diagnostic::fault("sheet-empty", 0..0, text));
    }
    if let Some(root) = &builder.root {
        tell_cuts(sheet, root, faults);
    }
    builder.root
}

/// The code of a fault where an order was cut off on its way ([`NOT_READ`]).
pub const CUT_OFF: &str = "cut-off";

/// Tells where orders were cut off: at the last that is left of each.
fn tell_cuts(sheet: &str, root: &Node, faults: &mut Diagnostics) {
    for (cut, _) in sheet.match_indices(NOT_READ) {
        let Some(last) = last_before(root, cut) else { continue };
        let text = "lines below this one were not read, so the order is cut before this line";
        let fault = Diagnostic::fault(CUT_OFF, last.at.clone(), text);
        faults.push(fault.help(
            "send the whole sheet again, without a `>` before its lines and without a line between \
             them that begins a quotation or a signature",
        ));
    }
}

/// The last scalar that begins before a place.
fn last_before(root: &Node, place: usize) -> Option<&Node> {
    let (mut last, mut open): (Option<&Node>, Vec<&Node>) = (None, vec![root]);
    while let Some(node) = open.pop() {
        match &node.kind {
            Kind::Scalar(_) if node.at.start < place && !node.at.is_empty() => {
                last = last.filter(|last| last.at.start >= node.at.start).or(Some(node));
            }
            Kind::Scalar(_) => {}
            Kind::Seq(items) => open.extend(items),
            Kind::Map(pairs) => open.extend(pairs.iter().flat_map(|(key, value)| [key, value])),
        }
    }
    last
}

/// The tree while it grows: what is open, and the key that waits for its value.
#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    root: Option<Node>,
    count: usize,
    items: usize,
}

/// A list or map whose end has not come yet.
struct Open {
    node: Node,
    key: Option<Node>,
    seen: BTreeSet<String>,
}

impl Builder {
    fn read(
        &mut self,
        sheet: &str,
        limits: Limits,
        faults: &mut Diagnostics,
    ) -> Result<(), Diagnostic> {
        let Limits { what, nodes, items } = limits;
        let options = granit_parser::options! {
            flow_nesting_limit: MAX_DEPTH, block_nesting_limit: MAX_DEPTH, disallow_directives: true
        };
        for event in Parser::new_from_str_with_options(sheet, options) {
            let (event, span) = event.map_err(|error| no_yaml(sheet, &error))?;
            self.count += 1;
            if self.count > nodes {
                let text = format!("a {what} may have {nodes} keys and values");
                return Err(Diagnostic::fault("sheet-too-large", bytes(&span), text));
            }
            if event.tag().is_some() || event.is_alias() || event.anchor_id().is_some() {
                let text =
                    format!("tags (!), anchors (&) and aliases (*) are not allowed in a {what}");
                return Err(Diagnostic::fault("not-plain-yaml", bytes(&span), text)
                    .help("put quotes around a text that begins with one of these signs"));
            }
            self.take(event, &span, what, faults)?;
            if self.items > items {
                let text = format!("the lists of a {what} may have {items} items together");
                return Err(Diagnostic::fault("sheet-too-large", bytes(&span), text));
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        event: Event,
        span: &Span,
        what: &str,
        faults: &mut Diagnostics,
    ) -> Result<(), Diagnostic> {
        let start = |kind| Node { at: bytes(span), kind };
        let done = match event {
            Event::DocumentStart(..) if self.root.is_some() => {
                let text = match what {
                    "sheet" => "one mail holds one sheet; this begins a second document".to_owned(),
                    _ => format!("a {what} is one document; this begins a second"),
                };
                return Err(Diagnostic::fault("two-documents", bytes(span), text)
                    .help("remove the line `---`"));
            }
            Event::SequenceStart(..) => {
                self.begin(start(Kind::Seq(vec![])));
                return Ok(());
            }
            Event::MappingStart(..) => {
                self.begin(start(Kind::Map(vec![])));
                return Ok(());
            }
            Event::Scalar(text, ..) => start(Kind::Scalar(text.into_owned())),
            Event::SequenceEnd | Event::MappingEnd => {
                let open = self.open.pop().expect("the parser ends only what it began");
                closed(open.node, span)
            }
            _ => return Ok(()),
        };
        self.place(done, faults);
        Ok(())
    }

    fn begin(&mut self, node: Node) {
        self.open.push(Open { node, key: None, seen: BTreeSet::new() });
    }

    fn place(&mut self, done: Node, faults: &mut Diagnostics) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(done);
            return;
        };
        match (&mut open.node.kind, open.key.take()) {
            (Kind::Seq(items), _) => {
                items.push(done);
                self.items += 1;
            }
            (Kind::Map(pairs), Some(key)) => pairs.push((key, done)),
            (Kind::Map(_), None) => {
                if let Some(name) = done.text()
                    && !open.seen.insert(name.to_owned())
                {
                    faults.push(
                        Diagnostic::fault(
                            "key-twice",
                            done.at.clone(),
                            format!("`{name}` appears here twice"),
                        )
                        .help("only the first one counts; remove the other"),
                    );
                }
                open.key = Some(done);
            }
            (Kind::Scalar(_), _) => unreachable!("scalars are never open"),
        }
    }
}

/// Sets where a list or map ends: a flow one at its bracket, a block one where its last child does.
fn closed(mut node: Node, span: &Span) -> Node {
    let last = match &node.kind {
        Kind::Seq(items) => items.last().map(|item| item.at.end),
        Kind::Map(pairs) => pairs.last().map(|(key, value)| value.at.end.max(key.at.end + 1)),
        Kind::Scalar(_) => None,
    };
    let end = if span.is_empty() { last.unwrap_or(node.at.start) } else { bytes(span).end };
    node.at.end = end.max(node.at.start);
    node
}

fn bytes(span: &Span) -> Range<usize> {
    span.byte_range().unwrap_or(0..0)
}

/// Puts the parser's complaint into a diagnostic of ours.
fn no_yaml(sheet: &str, error: &granit_parser::ScanError) -> Diagnostic {
    let mut at = error.marker().byte_offset().unwrap_or(0).min(sheet.len());
    while !sheet.is_char_boundary(at) {
        at -= 1;
    }
    let line = sheet[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let tab = sheet[line..].bytes().take_while(|&b| b == b' ' || b == b'\t').any(|b| b == b'\t');
    let (text, help) = match error.kind() {
        _ if tab => TAB,
        kind => in_plain_words(kind),
    };
    Diagnostic::fault("no-yaml", at..at, format!("the text cannot be read: {text}")).help(help)
}

/// What is wrong where tabs are, and what to do.
const TAB: (&str, &str) = ("a tab stands where only spaces may", "indent with spaces");

/// What is wrong, without a word that only the parser knows, and what to do.
fn in_plain_words(kind: &Problem) -> (&'static str, &'static str) {
    match kind {
        Problem::TabNotAllowed
        | Problem::TabInBlockIndentation
        | Problem::TabAtBlockScalarStart
        | Problem::TabInIndentation
        | Problem::TabInPlainScalar => TAB,
        Problem::UnexpectedEofFlowSequence
        | Problem::UnexpectedEofFlowMapping
        | Problem::UnexpectedEofImplicitFlowMapping
        | Problem::ExpectedFlowMappingSeparator
        | Problem::ExpectedFlowSequenceSeparator
        | Problem::MisplacedFlowCollectionEnd
        | Problem::MismatchedFlowCollectionEnd { .. }
        | Problem::UnclosedFlowCollection { .. } => (
            "a bracket does not fit",
            "count the brackets `[ ]` and braces `{ }` here and above, and look for a comma that \
             is missing between two things in them",
        ),
        Problem::UnclosedQuotedScalar
        | Problem::DocumentIndicatorInQuotedScalar
        | Problem::InvalidQuotedScalarIndent
        | Problem::InvalidTrailingSingleQuotedScalar
        | Problem::InvalidTrailingDoubleQuotedScalar => (
            "a quotation mark does not fit",
            "end what begins with a quotation mark with the same one, and write nothing behind it",
        ),
        Problem::MappingValueNotAllowed | Problem::InvalidColonPlacement => (
            "there is a colon too many",
            "put quotation marks around a text that has `: ` in it, and write each key on a line \
             of its own",
        ),
        Problem::SimpleKeyExpected => {
            ("a key has no colon behind it", "write `key: value`, with a blank behind the colon")
        }
        Problem::RecursionLimitExceeded => (
            "too many lists and maps lie in one another",
            "close a bracket, or set the line in less",
        ),
        // The crate may find new ones; what helps is the same for all the others.
        _ => (
            "this line does not fit the lines above it",
            "look at how far it and the line above it are set in, and for a colon, a bracket or a \
             hyphen too many or too few",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(sheet: &str) -> Vec<&'static str> {
        let mut faults = Diagnostics::default();
        shape(sheet, &mut faults);
        faults.iter().map(|fault| fault.code).collect()
    }

    #[test]
    fn plain_yaml_has_places() {
        let sheet = "a: {b: [0425, no]}\nc: 1e3\n";
        let mut faults = Diagnostics::default();
        let root = shape(sheet, &mut faults).expect("this is YAML");
        assert!(faults.is_empty());
        let list = root.get("a").and_then(|a| a.get("b")).expect("b is there");
        assert_eq!(&sheet[list.at.clone()], "[0425, no]");
        assert_eq!(root.get("c").and_then(Node::text), Some("1e3"));
    }

    #[test]
    fn hostile_sheets_end_in_a_diagnostic() {
        let started = std::time::Instant::now();
        let bomb = "a: &a [x]\nb: [*a, *a]\n";
        assert_eq!(codes(bomb), ["not-plain-yaml"]);
        assert_eq!(codes(&"[".repeat(100_000)), ["no-yaml"]);
        assert_eq!(codes(&"{a: ".repeat(100_000)), ["no-yaml"]);
        assert_eq!(codes(&"- ".repeat(100_000)), ["no-yaml"]);
        assert_eq!(codes(&"- a\n".repeat(100_000)), ["sheet-too-large"]);
        assert_eq!(codes("a: 1\na: 2\n"), ["key-twice"]);
        assert_eq!(codes("a: !!binary x\n"), ["not-plain-yaml"]);
        assert_eq!(codes("%YAML 1.2\n---\na: b\n"), ["no-yaml"]);
        assert_eq!(codes("a: b\n---\nc: d\n"), ["two-documents"]);
        assert_eq!(codes("a: \"\0\"\n").len(), 1);
        assert_eq!(codes(""), ["sheet-empty"]);
        assert_eq!(codes("a:\n\t- b\n"), ["no-yaml"]);
        let mut faults = Diagnostics::default();
        assert_eq!(text(&vec![b'a'; 100 << 20], &mut faults), None);
        // A debug build on a busy machine; the point is that none of it grows with the input.
        assert!(started.elapsed().as_secs() < 5);
    }

    #[test]
    fn bytes_that_are_no_text_are_read_as_well_as_they_can_be() {
        let mut faults = Diagnostics::default();
        assert_eq!(text(b"\xef\xbb\xbfa: \xe9", &mut faults).as_deref(), Some("a: \u{fffd}"));
        assert_eq!(faults.iter().map(|f| f.code).collect::<Vec<_>>(), ["not-utf-8"]);
    }
}
