//! How well one power sees another's force.
//!
//! Not here: who sees what. Each rule system decides that in its own `sight.rs`.

use serde::{Deserialize, Serialize};

/// The grades of sight, from nothing to everything.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    #[default]
    Unseen,
    Remembered,
    Sighted,
    Banded,
    Counted,
    Full,
}

impl Sight {
    /// All grades, the least first.
    pub const ALL: [Sight; 6] = [
        Sight::Unseen,
        Sight::Remembered,
        Sight::Sighted,
        Sight::Banded,
        Sight::Counted,
        Sight::Full,
    ];

    /// Says in a few words what this grade tells.
    pub fn words(self) -> &'static str {
        match self {
            Sight::Unseen => "nothing is known",
            Sight::Remembered => "out of sight, as last seen",
            Sight::Sighted => "somebody is there",
            Sight::Banded => "a rough strength",
            Sight::Counted => "leader and strength",
            Sight::Full => "everything",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_rise() {
        assert!(Sight::ALL.is_sorted());
        assert_eq!(serde_json::to_string(&Sight::Sighted).unwrap(), "\"sighted\"");
    }
}
