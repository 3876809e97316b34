//! The choices that the rules of a game leave to people, each declared once.
//!
//! A game lists with [`asked!`](crate::asked) those that the ledger is asked while a season is
//! played, which get a name in its `Topic`, and with [`ordered!`](crate::ordered) those that an order
//! of the sheet makes by itself. A [`Question`](crate::ledger::Question) holds its decision, so
//! nothing can be asked that is not listed; that no topic is listed and never asked is a test
//! (`tests/tidy.rs`).
//! The guide, `umpire rules decisions` and the keys of the sheet come from the same list.
//!
//! Not here: what the answer does.

use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;

/// Where in a sheet a decision is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// With an entry or one of its steps.
    Entry,
    /// With a reaction or another policy.
    Reaction,
    /// With a key of the sheet itself, or in the set-up.
    SetUp,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Place::Entry => "entry",
            Place::Reaction => "reaction",
            Place::SetUp => "set-up",
        })
    }
}

/// A choice that the rules leave to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// The paragraphs that leave it open, separated by commas.
    pub rule: &'static str,
    /// What is decided, in words.
    pub decision: &'static str,
    pub decider: &'static str,
    /// What may be chosen, in words.
    pub options: &'static str,
    /// What is done when nobody says anything, in words; `-` if nothing is.
    pub default: &'static str,
    /// The key of the sheet that answers it; `-` if none does.
    pub key: &'static str,
    #[serde(rename = "in")]
    pub place: Place,
    /// The word for it in the keys of the ledger; none where the ledger is not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<&'static str>,
}

/// A key of the sheet, and a key under it.
pub type Path<'a> = (&'a str, Option<&'a str>);

impl Decision {
    /// The word for it in the ledger, by which a ruling or a case answers it too.
    pub fn topic(&self) -> &'static str {
        self.topic.unwrap_or_default()
    }

    /// The key of the sheet: `losses`, or `besieged` with `sortie` for `besieged: {sortie}`.
    pub fn path(&self) -> Path<'static> {
        let (key, rest) = self.key.split_once(':').unwrap_or((self.key, ""));
        let inner = rest.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        (key, inner.filter(|inner| !inner.contains(',')))
    }

    /// Another key under the same key of the sheet.
    pub fn under<'a>(&self, inner: &'a str) -> Path<'a> {
        (self.path().0, Some(inner))
    }

    /// The numbers of its paragraphs.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.rule.split(',').map(str::trim)
    }

    /// Compares by the first paragraph, number by number.
    fn by_rule(&self, other: &Decision) -> Ordering {
        let numbers = |decision: &Decision| -> Vec<u32> {
            let first = decision.rules().next().unwrap_or_default();
            first.split('.').map(|part| part.parse().unwrap_or(u32::MAX)).collect()
        };
        numbers(self).cmp(&numbers(other))
    }
}

/// Lists decisions by their paragraphs; of one paragraph those that the ledger is asked come first.
pub fn by_rule(asked: &[Decision], ordered: &[Decision]) -> Vec<Decision> {
    let mut all: Vec<Decision> = asked.iter().chain(ordered).copied().collect();
    all.sort_by(Decision::by_rule);
    all
}

/// Declares the choices that the ledger is asked while a season is played, as `enum Topic`.
///
/// ```
/// mod garden {
///     use kit::decision::{Decision, by_rule};
///
///     kit::asked! {
///         Tree = "tree" in SetUp "tree" {
///             rule: "1",
///             decision: "which tree is planted",
///             decider: "owner",
///             options: "oak, lime",
///             default: "oak",
///         }
///     }
///
///     const ORDERED: &[Decision] = kit::ordered! {
///         Entry "water" {
///             rule: "2",
///             decision: "how much water each tree gets",
///             decider: "owner",
///             options: "0 to 3",
///             default: "0",
///         }
///     };
///
///     pub fn tree() -> &'static Decision {
///         Topic::Tree.decision()
///     }
///
///     pub fn decisions() -> Vec<Decision> {
///         by_rule(Topic::ASKED, ORDERED)
///     }
/// }
/// assert_eq!(garden::tree().topic(), "tree");
/// assert_eq!(garden::decisions().len(), 2);
/// ```
#[macro_export]
macro_rules! asked {
    ($($name:ident = $topic:literal in $place:ident $key:literal { $($words:tt)* })*) => {
        /// A choice that the ledger is asked while a season is played.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Topic {
            $($name,)*
        }

        impl Topic {
            pub const ASKED: &'static [$crate::decision::Decision] = &[
                $($crate::decision::Decision {
                    topic: Some($topic),
                    key: $key,
                    place: $crate::decision::Place::$place,
                    $($words)*
                },)*
            ];

            /// What the list says of it.
            pub fn decision(self) -> &'static $crate::decision::Decision {
                &Self::ASKED[self as usize]
            }
        }

        impl ::std::ops::Deref for Topic {
            type Target = $crate::decision::Decision;

            fn deref(&self) -> &Self::Target {
                self.decision()
            }
        }
    };
}

/// Lists the choices that an order of the sheet makes by itself, as a constant.
#[macro_export]
macro_rules! ordered {
    ($($place:ident $key:literal { $($words:tt)* })*) => {
        &[
            $($crate::decision::Decision {
                topic: None,
                key: $key,
                place: $crate::decision::Place::$place,
                $($words)*
            },)*
        ]
    };
}
