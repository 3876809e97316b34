//! Conditions that cannot hold as long as the enemy's strength is not known.

use super::{Condition, Grammar, Operand, Term};

/// What a condition might be answered with, whatever else turns out to be so.
#[derive(Debug, Clone, Copy, Default)]
struct Answers {
    yes: bool,
    no: bool,
    unknown: bool,
}

impl Answers {
    const YES: Self = Self { yes: true, no: false, unknown: false };
    const NO: Self = Self { yes: false, no: true, unknown: false };
    const UNKNOWN: Self = Self { yes: false, no: false, unknown: true };
    const OPEN: Self = Self { yes: true, no: true, unknown: false };

    fn not(self) -> Self {
        Self { yes: self.no, no: self.yes, unknown: self.unknown }
    }

    fn and(self, other: Self) -> Self {
        let known = |one: Self| one.yes || one.unknown;
        Self {
            yes: self.yes && other.yes,
            no: self.no || other.no,
            unknown: (self.unknown && known(other)) || (other.unknown && known(self)),
        }
    }
}

/// What is not known where a condition is asked.
#[derive(Clone, Copy)]
struct Hidden<'h> {
    numbers: &'h [&'h str],
    odds: bool,
}

impl Condition {
    /// Whether it can hold only where the enemy's strength is known.
    pub fn needs_strength(&self, grammar: &Grammar) -> bool {
        let answers = self.answers(Hidden { numbers: grammar.strengths, odds: true });
        !answers.yes && (answers.unknown || self.denies_ignorance(grammar))
    }

    /// Whether it can hold only where one of these numbers is known.
    pub fn needs_one_of(&self, numbers: &[&str]) -> bool {
        let answers = self.answers(Hidden { numbers, odds: false });
        !answers.yes && answers.unknown
    }

    /// Whether it asks that the strength be known, in so many words.
    fn denies_ignorance(&self, grammar: &Grammar) -> bool {
        match self {
            Condition::Always | Condition::Never => false,
            Condition::Not(inner) => inner.denies_ignorance(grammar),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().any(|part| part.denies_ignorance(grammar))
            }
            Condition::Term(term, _) => {
                matches!(term, Term::Unknown(name) if grammar.strengths.contains(name))
            }
        }
    }

    fn answers(&self, hidden: Hidden<'_>) -> Answers {
        match self {
            Condition::Always => Answers::YES,
            Condition::Never => Answers::NO,
            Condition::Not(inner) => inner.answers(hidden).not(),
            Condition::All(parts) => {
                let parts = parts.iter().map(|part| part.answers(hidden));
                parts.fold(Answers::YES, Answers::and)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|part| part.answers(hidden).not());
                parts.fold(Answers::YES, Answers::and).not()
            }
            Condition::Term(term, _) => of_term(term, hidden),
        }
    }
}

fn of_term(term: &Term, Hidden { numbers, odds }: Hidden<'_>) -> Answers {
    let hidden = |name: &&str| numbers.contains(name);
    match term {
        Term::Odds(..) if odds => Answers::UNKNOWN,
        Term::Compare(left, _, right) => {
            let right = match right {
                Operand::Named(name) => hidden(name),
                Operand::Number(_) => false,
            };
            if hidden(left) || right { Answers::UNKNOWN } else { Answers::OPEN }
        }
        Term::Unknown(name) if hidden(name) => Answers::YES,
        Term::Odds(..)
        | Term::Flag(_)
        | Term::FlagAt(..)
        | Term::CompareOf(..)
        | Term::Is(..)
        | Term::Unknown(_)
        | Term::Whose { .. }
        | Term::At { .. }
        | Term::Within { .. }
        | Term::Inside(_) => Answers::OPEN,
    }
}
