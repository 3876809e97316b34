//! What is wrong with a case, and where in its file that stands.

use super::{Case, Outcome};
use sheet::Diagnostics;
use sheet::shape::{Kind, Node, shape};
use std::collections::BTreeMap;

/// Where the parts of a case stand: lines of its file.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The fence of the setup, and the text below it.
    pub setup: (u32, String),
    /// The line before the sheet of each power.
    pub orders: BTreeMap<String, u32>,
    /// The fence of the ledger.
    pub ledger: u32,
    /// Each line of what is expected.
    pub expected: Vec<u32>,
}

/// Why a case cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayError {
    spot: Spot,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Spot {
    /// Keys of the setup and items of its lists, the outermost first.
    Setup(Vec<Step>),
    /// A line of the file.
    Line(u32),
}

/// One step into a setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Item(usize),
}

impl From<String> for PlayError {
    fn from(why: String) -> Self {
        Self { spot: Spot::Setup(vec![]), why }
    }
}

impl From<&str> for PlayError {
    fn from(why: &str) -> Self {
        why.to_owned().into()
    }
}

impl PlayError {
    /// A fault under a key of the setup.
    pub fn key(key: &str, why: impl Into<String>) -> Self {
        Self::from(why.into()).below(Step::Key(key.to_owned()))
    }

    /// A fault in an item of a list of the setup.
    pub fn item(key: &str, at: usize, why: impl Into<String>) -> Self {
        Self::from(why.into()).below(Step::Item(at)).below(Step::Key(key.to_owned()))
    }

    /// A fault in a line of the file.
    pub fn line(line: u32, why: impl Into<String>) -> Self {
        Self { spot: Spot::Line(line), why: why.into() }
    }

    /// The same fault, one step further out.
    pub fn below(mut self, step: Step) -> Self {
        if let Spot::Setup(steps) = &mut self.spot {
            steps.insert(0, step);
        }
        self
    }
}

impl Case {
    /// The outcome of a case that cannot be played.
    pub(super) fn refuse(&self, error: &PlayError) -> Outcome {
        let line = match &error.spot {
            Spot::Line(line) => *line,
            Spot::Setup(steps) => {
                let (fence, text) = &self.places.setup;
                fence + line_of(text, steps).unwrap_or(0)
            }
        };
        Outcome { refused: Some((line, error.why.clone())), ..Outcome::default() }
    }

    /// The ledger, with its lines numbered as those of the file.
    pub fn ledger_in_place(&self) -> String {
        "\n".repeat(self.places.ledger as usize) + &self.ledger
    }
}

/// The line of a text, from 1, on which something stands; none if it is not to be found.
fn line_of(text: &str, steps: &[Step]) -> Option<u32> {
    let root = shape(text, &mut Diagnostics::default())?;
    let (mut node, mut at) = (&root, root.at.start);
    for step in steps {
        // What is not there, is wrong with what it should be in.
        let Some((inner, start)) = inside(node, step) else { break };
        (node, at) = (inner, start);
    }
    Some(line_at(text, at))
}

fn inside<'n>(node: &'n Node, step: &Step) -> Option<(&'n Node, usize)> {
    match (&node.kind, step) {
        (Kind::Map(pairs), Step::Key(key)) => {
            let (key, value) = pairs.iter().find(|(name, _)| name.text() == Some(key))?;
            Some((value, key.at.start))
        }
        (Kind::Seq(items), Step::Item(at)) => items.get(*at).map(|item| (item, item.at.start)),
        (Kind::Scalar(_) | Kind::Seq(_) | Kind::Map(_), Step::Key(_) | Step::Item(_)) => None,
    }
}

/// The line, from 1, of a place in a text.
pub(super) fn line_at(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or(text);
    u32::try_from(before.matches('\n').count()).unwrap_or(0) + 1
}
