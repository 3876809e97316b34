//! What becomes of a mail and of the sheet in it.

use std::fmt;

/// What became of a mail or of the sheet in it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    Accepted,
    AcceptedWithRemarks,
    Rejected,
    Duplicate,
    Late,
    NeedsUmpire,
    /// For a season that was taken back: it is read when that season opens again.
    Kept,
    Ignored,
}

impl Verdict {
    pub const ALL: [Verdict; 8] = [
        Verdict::Accepted,
        Verdict::AcceptedWithRemarks,
        Verdict::Rejected,
        Verdict::Duplicate,
        Verdict::Late,
        Verdict::NeedsUmpire,
        Verdict::Kept,
        Verdict::Ignored,
    ];

    /// Gives the word itself.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::AcceptedWithRemarks => "accepted with remarks",
            Verdict::Rejected => "rejected",
            Verdict::Duplicate => "duplicate",
            Verdict::Late => "late",
            Verdict::NeedsUmpire => "needs the umpire",
            Verdict::Kept => "kept",
            Verdict::Ignored => "ignored",
        }
    }

    /// Finds the verdict with this word.
    pub fn of(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// The verdict after `it`: `was rejected`, `needs the umpire`.
    pub fn in_the_past(self) -> &'static str {
        match self {
            Verdict::Accepted => "was accepted",
            Verdict::AcceptedWithRemarks => "was accepted with remarks",
            Verdict::Rejected => "was rejected",
            Verdict::Duplicate => "was a duplicate",
            Verdict::Late => "was late",
            Verdict::NeedsUmpire => "needs the umpire",
            Verdict::Kept => "is kept",
            Verdict::Ignored => "was ignored",
        }
    }

    /// Says whether a sheet with this verdict is played.
    pub fn is_played(self) -> bool {
        matches!(self, Verdict::Accepted | Verdict::AcceptedWithRemarks)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.word())
    }
}
