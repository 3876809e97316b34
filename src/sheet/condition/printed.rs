//! A condition as it can be written again, and which of its parts fail.

use super::{Condition, Operand, Senses, Term, Truth};
use kit::declared::Words;
use serde::{Deserialize, Serialize};
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

/// Why a condition did not hold, as whom it was asked knew it then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyNot {
    /// Whether it failed; else it asked what was not known.
    pub is_known: bool,
    /// Its parts that did, as they are written, with their figures.
    pub parts: Vec<String>,
}

impl Words for WhyNot {}

impl WhyNot {
    /// Its parts in one line.
    pub fn told(&self) -> String {
        self.parts.join(", ")
    }
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

    /// Why it does not hold: the parts that fail, each with the figures that it asks for; if none fails, those
    /// that are not known.
    pub fn why_not(
        &self,
        senses: &dyn Senses,
        figures: impl Fn(&Condition) -> Vec<String>,
    ) -> WhyNot {
        let so = |truth: Truth| {
            self.joined().iter().filter(move |part| part.ask(senses) == truth).collect::<Vec<_>>()
        };
        let fails = so(Truth::No);
        let is_known = !fails.is_empty();
        let parts = if is_known { fails } else { so(Truth::Unknown) };
        let told = |part: &Condition| part.with_figures(figures(part));
        WhyNot { is_known, parts: parts.into_iter().map(told).collect() }
    }

    /// As it is written, with figures behind it: `` `own steps >= 4` (own steps 3)``.
    pub fn with_figures(&self, figures: Vec<String>) -> String {
        match figures.is_empty() {
            true => format!("`{self}`"),
            false => format!("`{self}` ({})", figures.join(", ")),
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
