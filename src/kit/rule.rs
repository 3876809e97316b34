//! A rule's citation, and who asks the ledger in its name.
//!
//! Not here: the text of any rule, nor which numbers there are.

use std::fmt;

/// A rule as the rulebook numbers it: `Rule("NIA §9.4")`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule(pub &'static str);

impl Rule {
    /// Starts a question to the ledger: this rule, for this leader, unit or power.
    pub fn by(self, who: impl Into<String>) -> Ask {
        Ask { rule: self, who: who.into(), at: String::new() }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Who asks for a die, a chit or a decision: the rule, the name it concerns and the place.
///
/// Names and places are the stable ones of the game, so that a die keeps its key for ever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ask {
    pub rule: Rule,
    pub who: String,
    pub at: String,
}

impl Ask {
    /// Adds the place.
    pub fn at(self, place: impl Into<String>) -> Ask {
        Ask { at: place.into(), ..self }
    }
}
