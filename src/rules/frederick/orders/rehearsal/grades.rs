//! How certain each part of an entry is, and on what it depends.
//!
//! A part counts for the case that its entry is taken up and what stands before it is done, or is not for
//! the reason that its line tells. What is so of all of them stands once at the head of the receipt. What
//! this says is held against many seasons in `tests/frederick/promise.rs`.

use super::Walk;
use crate::orders::causes::Cause;
use crate::orders::plan::Entry;
use play::{Grade, ReceiptLine};
use std::collections::BTreeSet;

/// Said once in a sheet, where it matters first: entries with one force are not played in their order, since an
/// entry waits for its `if`.
const WAITS: &str = "an entry whose `if` does not hold waits while others are played; so each is told from where its \
                     units stand now, though another may have moved them by then: here";

/// What a part of an entry comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub words: String,
    grade: Grade,
    causes: BTreeSet<Cause>,
}

impl Told {
    fn new(words: impl Into<String>, grade: Grade, causes: &[Cause]) -> Self {
        Self { words: words.into(), grade, causes: causes.iter().copied().collect() }
    }

    /// It is done.
    pub fn sure(words: impl Into<String>) -> Self {
        Self::new(words, Grade::Sure, &[])
    }

    /// It is done, if these allow it.
    pub fn only_if(words: impl Into<String>, causes: &[Cause]) -> Self {
        Self::new(words, Grade::If, causes)
    }

    /// It is not done.
    pub fn refused(words: impl Into<String>, cause: Cause) -> Self {
        Self::new(words, Grade::Refused, &[cause])
    }

    /// What it asks cannot be known.
    pub fn not_known(words: impl Into<String>) -> Self {
        Self::new(words, Grade::NotKnown, &[])
    }

    /// Whether it is done, whatever happens that can be known.
    pub fn is_sure(&self) -> bool {
        self.grade == Grade::Sure
    }

    /// The same, but it depends on something too.
    pub fn depends_on(mut self, cause: Cause) -> Self {
        self.causes.insert(cause);
        if self.grade == Grade::Sure {
            self.grade = Grade::If;
        }
        self
    }

    /// The same, if the force is where it is told to be; what the rules forbid they forbid all the same.
    pub fn may_be_otherwise(mut self) -> Self {
        if self.grade == Grade::NotKnown || self.causes.contains(&Cause::Rules) {
            return self;
        }
        self.grade = Grade::If;
        self.causes.extend([Cause::Own, Cause::Points, Cause::Others]);
        self
    }

    /// The same in other words.
    pub fn in_words(self, words: String) -> Self {
        Self { words, ..self }
    }

    /// It as the line of a part.
    pub fn line(self, part: u16) -> ReceiptLine {
        let causes = self.causes.iter().map(|cause| cause.word()).collect();
        let (words, grade) = (self.words, self.grade);
        ReceiptLine { step: Some(part), words, grade, causes, ..ReceiptLine::default() }
    }
}

/// Notes in each walk which entries may come before it and mean units of its own, or bring some to where it
/// starts.
pub(super) fn after_each_other(entries: &[Entry], walks: &mut [Walk]) {
    let touched: Vec<(BTreeSet<String>, Option<_>)> = walks
        .iter()
        .map(|walk| {
            (walk.units.iter().chain(&walk.others).cloned().collect(), walk.path.last().copied())
        })
        .collect();
    let mut is_told = false;
    for (at, walk) in walks.iter_mut().enumerate() {
        let own = &touched[at].0;
        let mut steps = walk.lines.iter().filter(|line| line.step.is_some()).peekable();
        let cannot_begin = steps.peek().is_some() && steps.all(|line| line.grade == Grade::Refused);
        let (mut before, mut perhaps) = (vec![], vec![]);
        for (other, (entry, (units, end))) in entries.iter().zip(&touched).enumerate() {
            let comes = end.is_some() && *end == walk.path.first().copied();
            let meets = comes || units.iter().any(|unit| own.contains(unit));
            // An entry that cannot begin now waits until another has brought its force elsewhere.
            let open = entries[at].condition.is_some() || walk.units.is_empty() || cannot_begin;
            if other == at || !meets || (other > at && !open) {
                continue;
            }
            let follows = other < at && entry.condition.is_none();
            if follows { before.push(entry.number) } else { perhaps.push(entry.number) }
        }
        if before.is_empty() && perhaps.is_empty() {
            continue;
        }
        for line in walk.lines.iter_mut().chain(&mut walk.after) {
            if cannot_begin && line.step.is_some() && line.grade == Grade::Refused {
                if let Some(asked) = line.words.strip_suffix("; not done") {
                    line.words = format!("{asked}; not from where they stand now");
                }
                line.grade = Grade::If;
            }
            shaken(line);
        }
        walk.order = (!before.is_empty()).then(|| format!("after {}", numbers(&before)));
        if !perhaps.is_empty() && !std::mem::replace(&mut is_told, true) {
            walk.lines.insert(0, format!("{WAITS} {}", numbers(&perhaps)).into());
        }
    }
}

/// A line that counts on another entry. What the rules forbid they forbid all the same.
fn shaken(line: &mut ReceiptLine) {
    let rules = line.grade == Grade::Refused && line.causes.contains(&Cause::Rules.word());
    if line.step.is_none() || rules || line.grade == Grade::NotKnown {
        return;
    }
    line.grade = Grade::If;
    // After another entry they stand elsewhere, are others, or have other points.
    for cause in [Cause::Own, Cause::Points, Cause::Earlier] {
        if !line.causes.contains(&cause.word()) {
            line.causes.push(cause.word());
        }
    }
}

fn numbers(all: &[u16]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    match all.as_slice() {
        [one] => format!("entry {one}"),
        all => format!("entries {}", all.join(", ")),
    }
}
