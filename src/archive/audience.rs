//! Who something is prepared for: a power, the umpire, or everybody.

use kit::names::plain;

/// Who looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// One power: what it knew, wrote and was told, and nothing else.
    Power(String),
    /// The umpire, who sees all, the mails too.
    Umpire,
    /// Everybody, once the fog has been lifted: all that was played and written, but no mails.
    Everybody,
}

impl Audience {
    /// The power whose eyes these are.
    pub fn power(&self) -> Option<&str> {
        match self {
            Audience::Power(power) => Some(power),
            Audience::Umpire | Audience::Everybody => None,
        }
    }

    /// Who it is, in a word.
    pub fn word(&self) -> &str {
        match self {
            Audience::Power(power) => power,
            Audience::Umpire => "the umpire",
            Audience::Everybody => "everybody",
        }
    }

    /// The name of its index. What the umpire alone may read must not even weigh in another's.
    pub(super) fn index(&self) -> &str {
        match self {
            Audience::Power(power) => power,
            Audience::Umpire => "umpire",
            Audience::Everybody => "everybody",
        }
    }

    /// Whether what a power wrote or got may be shown.
    pub(super) fn reads(&self, power: &str) -> bool {
        self.power().is_none_or(|own| plain(own) == plain(power))
    }
}
