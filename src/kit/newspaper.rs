//! One issue of the newspaper: what everybody may know of a season, in no game's words.
//!
//! A rule system fills an [`Issue`] from what the public eye knows and from the book, as it fills
//! [`Annals`](super::annals::Annals) for a power. The public eye is called [`EVERYBODY`]: it owns
//! nothing and is nobody's friend, so it learns of an event only what every power learns.
//!
//! Not here: the umpire's words, the map (a [`Chart`](super::chart::Chart)), how a page looks.

use crate::names::sentence;
use crate::page::Declared;
use serde::{Deserialize, Serialize};

/// The name of the public eye; no power is called so.
pub const EVERYBODY: &str = "everybody";

/// The headline of a season of which everybody knows nothing.
pub const QUIET: &str = "All is quiet, as far as everybody knows";

/// Whether a scenario has a newspaper: `newspaper: no` in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Newspaper {
    #[default]
    Yes,
    No,
}

/// One issue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issue {
    /// The name of the paper.
    pub paper: String,
    pub scenario: String,
    pub season: String,
    /// What matters most, a sentence each, the most important first.
    pub headlines: Vec<String>,
    /// The news, who holds what, the score.
    pub parts: Vec<Part>,
    /// What in this campaign is told to everybody, and what is not.
    pub note: String,
}

/// Lines under a heading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub heading: String,
    pub lines: Vec<String>,
}

impl Part {
    /// Lines under a heading; each begins with a capital and ends as a sentence.
    pub fn new(heading: &str, lines: Vec<String>) -> Part {
        Part {
            heading: heading.to_owned(),
            lines: lines.iter().map(|line| sentence(line)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sentences() {
        let part = Part::new("News", vec!["vienna falls".into(), "Peace!".into()]);
        assert_eq!(part.lines, ["Vienna falls.", "Peace!"]);
    }
}
