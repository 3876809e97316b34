//! What a player can prove with nothing but their mails, and the secret and the history that are
//! told at the end: that their sheets were in, that every die they were shown is the promised one,
//! and that all players were told of the same game.
//!
//! What is wrong is a fault. What would have to be there to show something, and is not, is named as
//! not shown: a mail may be lost without anybody having cheated.
//!
//! Each file has a part: what the mails hold (`mails.rs`), one season of one power (`season.rs`), the
//! seasons together (`chain.rs`), secret shuffles (`shuffles.rs`), what was told at the end (`revealed.rs`). What all of it does not
//! prove stands in PROOF.md.

mod chain;
mod mails;
pub mod revealed;
mod season;
mod shuffles;

use crate::DeskError;
use kit::proof;
use mails::Found;
use serde::Serialize;
use std::path::Path;

/// What was found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Proven {
    /// How many mails were read.
    pub mails: usize,
    pub campaigns: Vec<Game>,
    /// Files that are not mails, a sentence each.
    pub notes: Vec<String>,
}

/// One campaign as its mails show it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Game {
    pub campaign: String,
    /// Whether the secret is the one that was promised; none without a welcome or a secret.
    pub promised: Option<bool>,
    pub seasons: Vec<Checked>,
    pub faults: Vec<String>,
    /// What could not be shown, since a mail is not there.
    pub not_shown: Vec<String>,
    pub notes: Vec<String>,
}

/// One season of one power.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Checked {
    pub season: String,
    pub power: String,
    /// How many dice and chits follow from the seed, and how many the umpire had forced.
    pub dice: usize,
    pub forced: usize,
    pub notes: Vec<String>,
    pub not_shown: Vec<String>,
    pub faults: Vec<String>,
}

/// What the checks come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All of it was shown, and all of it is right.
    Proved,
    /// Something is wrong.
    Fault,
    /// Nothing is wrong, and something could not be shown or was not played again.
    NotShown,
}

impl Verdict {
    /// The verdict on what was found.
    pub fn of(faults: bool, not_shown: bool) -> Verdict {
        match (faults, not_shown) {
            (true, _) => Verdict::Fault,
            (false, true) => Verdict::NotShown,
            (false, false) => Verdict::Proved,
        }
    }

    /// The exit code of `umpire verify`; 2 is for a command that was called wrongly.
    pub fn code(self) -> u8 {
        match self {
            Verdict::Proved => 0,
            Verdict::Fault => 1,
            Verdict::NotShown => 3,
        }
    }

    /// The same in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Verdict::Proved => "Proved: everything that was checked is right.",
            Verdict::Fault => "FAULT FOUND: what is marked above is wrong.",
            Verdict::NotShown => {
                "Nothing is wrong, but not everything was shown: see what is named above."
            }
        }
    }
}

impl Proven {
    /// What all of it comes to.
    pub fn verdict(&self) -> Verdict {
        let seasons = || self.campaigns.iter().flat_map(|game| &game.seasons);
        let faults = self.campaigns.is_empty()
            || self.campaigns.iter().any(|game| !game.faults.is_empty())
            || seasons().any(|season| !season.faults.is_empty());
        let not_shown = self.campaigns.iter().any(|game| !game.not_shown.is_empty())
            || seasons().any(|season| !season.not_shown.is_empty());
        Verdict::of(faults, not_shown)
    }
}

/// Checks the mails of a folder; `secret` is the one to check with, if no mail tells it.
pub fn check(folder: &Path, secret: Option<&str>) -> Result<Proven, DeskError> {
    let given = secret.map(|digits| {
        proof::from_hex(digits.trim()).ok_or_else(|| {
            DeskError::refused("a secret has 64 hexadecimal digits, and this has not")
        })
    });
    let given = given.transpose()?;
    let (found, mails, notes) = Found::read(folder)?;
    let names = found.campaigns();
    if names.is_empty() {
        return Err(DeskError::refused("the folder holds no report with a proof").hint(
            "save the mails of the game there with their attachments, as .eml files or as a \
             Maildir",
        ));
    }
    let campaigns = names.iter().map(|name| found.game(name, given)).collect();
    Ok(Proven { mails, campaigns, notes })
}
