//! The page of a scenario: its keys, declared by the types of each rule system that read it, to be
//! checked by ([`check`]) and to be explained from ([`explain`]).
//!
//! A scenario that somebody wrote is checked against the declaration before it is read into its type,
//! since serde stops at the first fault and does not know which names the book has.
//!
//! Not here: what the keys mean in a game (each rule system's `book`), and reading a folder
//! (`desk`).

pub mod check;
pub mod explain;

use kit::names::nearest;
use kit::page::{Key, Shape};
use sheet::{Diagnostics, Node};
use std::ops::RangeInclusive;

/// The name of a scenario's page.
pub const PAGE: &str = "scenario.yaml";

/// The key that says which rule system a scenario is for.
pub const RULES: Key = Key {
    name: "rules",
    shape: Shape::Text,
    needed: false,
    says: "the rule system; without it, give `--rules` to `umpire new`",
};

/// A name that the book does not have, or that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    pub why: String,
    /// What to do about it, in a sentence.
    pub help: Option<String>,
}

impl Wrong {
    /// A name that is not in a list; offers the one that was probably meant.
    pub fn unknown<'a>(
        sort: &str,
        written: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Wrong {
        let why = format!("no {sort} is called `{written}`");
        let likely = nearest(written, known.clone()).map(|name| format!("did you mean `{name}`?"));
        let few = || {
            let all: Vec<&str> = known.into_iter().collect();
            let listed = format!("there are {}", all.join(", "));
            let told = format!("`umpire rules scenario {}` lists them", listing(sort));
            Some(if all.len() <= 12 { listed } else { told })
        };
        Wrong { why, help: likely.or_else(few) }
    }
}

/// What the command that lists a sort calls it: `leaders`, `provinces`.
pub fn listing(sort: &str) -> String {
    let word = sort.replace(' ', "-");
    match word.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{word}s"),
    }
}

/// The names that the pages may use.
pub trait KnownNames {
    /// Says why a name of this sort cannot stand there, if so it is.
    fn wrong(&self, sort: &str, written: &str) -> Option<Wrong>;
    /// The sorts that can be listed.
    fn sorts(&self) -> &'static [&'static str];
    /// All names of a sort, each with a word on it.
    fn list(&self, sort: &str) -> Vec<(String, String)>;
}

/// A name that stands on a page: of which sort, under which keys, and where.
#[derive(Debug, Clone, Copy)]
pub struct Found<'p> {
    pub sort: &'static str,
    /// The first key of the page above it.
    pub under: &'static str,
    pub node: &'p Node,
    pub text: &'p str,
}

/// A page that is being checked.
pub struct Checking<'p> {
    pub root: &'p Node,
    pub found: Vec<Found<'p>>,
    pub faults: Diagnostics,
}

impl<'p> Checking<'p> {
    /// Adds a fault at a node.
    pub fn fault(&mut self, at: &Node, text: impl Into<String>, help: impl Into<String>) {
        let help = help.into();
        let fault = sheet::Diagnostic::fault("scenario", at.at.clone(), text);
        self.faults.push(if help.is_empty() { fault } else { fault.help(help) });
    }

    /// The items of a list under a key of the page; none, if there is no such list.
    pub fn items(&self, key: &str) -> &'p [Node] {
        items(self.root.get(key))
    }
}

/// The items of a list; none, if it is none.
pub fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.kind) {
        Some(sheet::shape::Kind::Seq(items)) => items,
        _ => &[],
    }
}

/// The pairs of a map; none, if it is none.
pub fn pairs(node: Option<&Node>) -> &[(Node, Node)] {
    match node.map(|node| &node.kind) {
        Some(sheet::shape::Kind::Map(pairs)) => pairs,
        _ => &[],
    }
}

/// The text under a key of a map.
pub fn word<'p>(node: &'p Node, key: &str) -> Option<&'p str> {
    node.get(key)?.text()
}

/// The number under a key of a map.
pub fn number(node: &Node, key: &str) -> Option<i64> {
    word(node, key)?.parse().ok()
}

/// What a rule system says of the pages of a scenario.
#[derive(Debug, Clone, Copy)]
pub struct Guide {
    /// The keys of the page.
    pub keys: &'static [Key],
    /// What stands above the keys, in Markdown.
    pub intro: &'static str,
    /// A small complete page.
    pub example: &'static str,
    /// What each sort of name is, for the shapes: `("hex", "a number, such as `W3432`")`.
    pub sorts: &'static [(&'static str, &'static str)],
}

/// A fault of a page of a scenario, ready to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFault {
    /// The page as it lies in the folder: `scenario.yaml`, `book/units.yaml`.
    pub page: String,
    pub line: usize,
    pub column: usize,
    /// What is wrong, with the line and a mark under the place.
    pub text: String,
}

/// Faults below each other, without their pages.
pub fn listed(faults: &[PageFault]) -> String {
    faults.iter().map(|fault| format!("\n\n{}", fault.text)).collect()
}

/// The years that a season can have: what comes after it must have a name too.
pub const YEARS: RangeInclusive<u16> = 1700..=1999;
