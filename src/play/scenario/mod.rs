//! The page of a scenario: its keys, declared once by each rule system, to be checked by
//! ([`check`]) and to be explained from ([`explain`]).
//!
//! A scenario that somebody wrote is checked against the declaration before it is read into its type,
//! since serde stops at the first fault and does not know which names the book has. A test in each
//! rule system compares the declared keys with those of the type.
//!
//! Not here: what the keys mean in a game (each rule system's `book`), and reading a folder
//! (`desk`).

pub mod check;
pub mod explain;

use kit::names::nearest;
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

/// A key of a page.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    pub name: &'static str,
    pub shape: Shape,
    /// Whether it must stand there.
    pub needed: bool,
    /// What it means.
    pub says: &'static str,
}

impl Key {
    /// A key that must stand there.
    pub const fn needed(name: &'static str, shape: Shape, says: &'static str) -> Key {
        Key { name, shape, needed: true, says }
    }

    /// A key that may be left out.
    pub const fn may(name: &'static str, shape: Shape, says: &'static str) -> Key {
        Key { name, shape, needed: false, says }
    }
}

/// What stands under a key.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    Text,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number from the first to the last.
    Number(i64, i64),
    /// `true` or `false`.
    Flag,
    /// A quarter and a year.
    Season,
    /// A name of this sort, which the book has.
    Name(&'static str),
    /// So many of a shape.
    List(&'static Shape, usize, usize),
    /// A map of these keys.
    Keys(&'static [Key]),
    /// Names of this sort, each with a shape.
    Map(&'static str, &'static Shape),
    /// One of several maps of keys, told apart by the first key of each.
    Forms(&'static [&'static [Key]]),
}

/// The most items of a list that has no other bound.
pub const MANY: usize = 1000;

impl Shape {
    /// Any number of a shape.
    pub const fn some(of: &'static Shape) -> Shape {
        Shape::List(of, 0, MANY)
    }
}

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

/// Says which keys a type reads that are not declared, and which are declared that it does not read;
/// `also` are read and not declared here.
pub fn strays<T: serde::de::DeserializeOwned>(keys: &[Key], also: &[&str]) -> Vec<String> {
    // A reader that meets a key it does not have names all that it has.
    let said = match serde_yaml::from_str::<T>("'a stray key': 0") {
        Ok(_) => return vec!["it reads every key".to_owned()],
        Err(error) => error.to_string(),
    };
    let named = said.split_once("expected").map(|(_, names)| names).unwrap_or_default();
    let read: Vec<&str> = named.split('`').skip(1).step_by(2).collect();
    let is_declared = |name: &&&str| keys.iter().any(|key| key.name == **name);
    let told = |name: &&&str| !is_declared(name) && !also.contains(*name);
    let untold = read.iter().filter(told).map(|name| format!("`{name}` is not explained"));
    let unread = keys.iter().filter(|key| !read.contains(&key.name));
    untold.chain(unread.map(|key| format!("`{}` is not read", key.name))).collect()
}
