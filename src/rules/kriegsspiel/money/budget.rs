//! What a budget says: who is fed first, how many action points are had, what is bought, what is kept as money
//! (§15.1, §16.5, §18).

use super::purchase::Purchase;
use crate::record::state::Formation;

/// Whom a line feeds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Whom {
    /// Generals with those under them, and formations, the first first.
    pub first: Vec<String>,
    /// Whether all others are fed as well.
    pub others: bool,
}

impl Whom {
    /// Everybody, in the order that the rules give.
    pub fn all() -> Self {
        Self { first: vec![], others: true }
    }

    /// Whether nobody is fed by it.
    pub fn is_nobody(&self) -> bool {
        self.first.is_empty() && !self.others
    }

    /// The place of a formation among those that are named, by its own name or by that of the general over it.
    pub fn place_of(&self, one: &Formation) -> Option<usize> {
        let means = |name: &String| *name == one.name || one.under.as_ref() == Some(name);
        self.first.iter().position(means)
    }

    /// Whether a formation may be fed by it at all.
    pub fn covers(&self, one: &Formation) -> bool {
        self.others || self.place_of(one).is_some()
    }

    /// Feeds those of another line as well, behind its own.
    pub fn add(&mut self, more: Self) {
        self.first.extend(more.first);
        self.others |= more.others;
    }
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Supply(Whom),
    /// So many at the most; as many as the orders need, where nothing is said.
    ActionPoints(Option<u32>),
    Buy(Purchase),
    /// A purchase with a fault, which buys nothing where it stands.
    NoPurchase,
    /// Dollars that the lines behind it leave.
    Keep(u32),
}

/// The lines of a budget, each with its place in the sheet's list, with what is done where it says nothing: before the
/// first purchase, or behind all lines, all are fed, then all orders are paid for.
pub fn whole(said: &[Line]) -> Vec<(Option<usize>, Line)> {
    let feeds = said.iter().any(|line| matches!(line, Line::Supply(_)));
    let marches = said.iter().any(|line| matches!(line, Line::ActionPoints(_)));
    let unsaid = [(!feeds, Line::Supply(Whom::all())), (!marches, Line::ActionPoints(None))];
    let unsaid = unsaid.into_iter().filter_map(|(lacks, line)| lacks.then_some((None, line)));
    let said = said.iter().enumerate().map(|(nth, line)| (Some(nth), line.clone()));
    let mut lines: Vec<_> = said.collect();
    let buys = lines.iter().position(|(_, line)| matches!(line, Line::Buy(_) | Line::NoPurchase));
    let at = buys.unwrap_or(lines.len());
    lines.splice(at..at, unsaid);
    lines
}
