//! What a budget says: who is fed first, how many action points are had, what is kept as money (§15.1, §16.5).

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
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Supply(Whom),
    /// So many at the most; as many as the orders need, where nothing is said.
    ActionPoints(Option<u32>),
    /// Dollars that the lines behind it leave.
    Keep(u32),
}

/// The lines of a budget, with what is done where it says nothing: all are fed, then all orders are paid for.
pub fn whole(said: &[Line]) -> Vec<Line> {
    let feeds = said.iter().any(|line| matches!(line, Line::Supply(_)));
    let marches = said.iter().any(|line| matches!(line, Line::ActionPoints(_)));
    let mut lines = said.to_vec();
    lines.extend((!feeds).then_some(Line::Supply(Whom::all())));
    lines.extend((!marches).then_some(Line::ActionPoints(None)));
    lines
}
