//! A condition as it can be written again, and which of its parts fail.

use super::{Condition, Operand, Senses, Term, Truth};
use std::fmt::{Display, Formatter, Result};

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Operand::Number(number) => write!(f, "{number}"),
            Operand::Named(name) => write!(f, "{name}"),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Term::Flag(flag) => write!(f, "{flag}"),
            Term::FlagAt(flag, of) => write!(f, "{flag} {of}"),
            Term::Odds(how, ours, theirs) => write!(f, "odds {} {ours}:{theirs}", how.sign()),
            Term::Compare(name, how, with) => write!(f, "{name} {} {with}", how.sign()),
            Term::CompareOf(name, of, how, with) => write!(f, "{name} {of} {} {with}", how.sign()),
            Term::Is(subject, value) => write!(f, "{subject} is {value}"),
            Term::Unknown(subject) => write!(f, "{subject} is unknown"),
            Term::Whose { place, ours } => {
                write!(f, "{place} is {}", if *ours { "ours" } else { "theirs" })
            }
            Term::At { who, place } => write!(f, "{who} at {place}"),
            Term::Within { who, steps, place } => write!(f, "{who} within {steps} of {place}"),
            Term::Inside(who) => write!(f, "{who} is inside"),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Condition::Always => write!(f, "always"),
            Condition::Never => write!(f, "never"),
            Condition::Not(inner) => write!(f, "not {}", inner.grouped()),
            Condition::All(parts) => write!(f, "{}", together(parts, " and ")),
            Condition::Any(parts) => write!(f, "{}", together(parts, " or ")),
            Condition::Term(term, _) => write!(f, "{term}"),
        }
    }
}

fn together(parts: &[Condition], joint: &str) -> String {
    parts.iter().map(Condition::grouped).collect::<Vec<_>>().join(joint)
}

impl Condition {
    /// As it is written where others stand beside it: what `and` or `or` join is in brackets.
    fn grouped(&self) -> String {
        match self {
            Condition::All(_) | Condition::Any(_) => format!("({self})"),
            Condition::Always | Condition::Never | Condition::Not(_) | Condition::Term(..) => {
                self.to_string()
            }
        }
    }

    /// Of several parts that `and` joins those that do not hold; none if there is one part alone.
    pub fn failing(&self, senses: &dyn Senses) -> Vec<&Condition> {
        match self {
            Condition::All(parts) => {
                parts.iter().filter(|part| part.ask(senses) == Truth::No).collect()
            }
            Condition::Always
            | Condition::Never
            | Condition::Not(_)
            | Condition::Any(_)
            | Condition::Term(..) => vec![],
        }
    }
}
