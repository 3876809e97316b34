//! How certain each line of a receipt is, and on what it depends.
//!
//! A step counts for the case that its entry is taken up and the steps before it are done. What is so
//! of all of them stands once at the head of the receipt. What this says is held against many seasons
//! in `tests/kriegsspiel/promise.rs`.

use crate::orders::causes::Cause;
use play::{Grade, ReceiptLine};
use std::collections::BTreeSet;

/// What ends a line whose order is not carried out.
pub const NOT_DONE: &str = ": not done, see below";

/// What is told of one step: its line, and what else is to be said below it.
#[derive(Debug, Default)]
pub struct Told {
    pub words: String,
    pub below: Vec<String>,
    refused: bool,
    asks_unknown: bool,
    causes: BTreeSet<Cause>,
}

impl Told {
    /// A step that is done as its line says.
    pub fn sure(words: String) -> Self {
        Self { words, ..Self::default() }
    }

    /// A step that is not done, as a remark says.
    pub fn refused(words: String, cause: Cause) -> Self {
        Self { words, refused: true, causes: BTreeSet::from([cause]), ..Self::default() }
    }

    /// A step that asks what nobody can know.
    pub fn not_known(words: String, cause: Cause) -> Self {
        Self { words, asks_unknown: true, causes: BTreeSet::from([cause]), ..Self::default() }
    }

    /// The same, but done only if something is so.
    pub fn only_if(&mut self, cause: Cause) {
        self.causes.insert(cause);
    }

    /// The same, but not done.
    pub fn refuse(&mut self, cause: Cause) {
        self.refused = true;
        self.causes.insert(cause);
    }

    /// The same, but what refuses it may be gone by then.
    pub fn may_be_undone_by(&mut self, cause: Cause) {
        self.refused = false;
        self.causes.insert(cause);
    }

    /// Whether it is not done for one reason alone.
    pub fn is_refused_for(&self, cause: Cause) -> bool {
        self.refused && self.causes.iter().all(|one| *one == cause)
    }

    /// Whether it is not done.
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    fn grade(&self) -> Grade {
        match (self.refused, self.asks_unknown) {
            (true, _) => Grade::Refused,
            (false, true) => Grade::NotKnown,
            (false, false) if self.causes.is_empty() => Grade::Sure,
            (false, false) => Grade::If,
        }
    }

    /// The lines of the step with this number; what stands below the first is about no step.
    pub fn lines(self, step: u16) -> impl Iterator<Item = ReceiptLine> {
        let (grade, causes) =
            (self.grade(), self.causes.iter().map(|cause| cause.word()).collect());
        let first = ReceiptLine {
            step: Some(step),
            words: self.words,
            grade,
            causes,
            ..ReceiptLine::default()
        };
        std::iter::once(first).chain(self.below.into_iter().map(ReceiptLine::from))
    }
}
