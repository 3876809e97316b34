//! What a power knows, as the file that goes with its report.
//!
//! The file says which game it belongs to, so that a player can check a sheet with it and nothing
//! else.

use crate::CheckError;
use kit::bounds::{FOLDER_BYTES, FOLDER_PAGES};
use play::{Options, PlayerGame, PlayerReferee, books};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A power's known with all that is needed to read it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KnownFile {
    pub campaign: String,
    pub rules: String,
    pub edition: String,
    pub scenario: String,
    pub options: Options,
    /// The digest of the book that was used.
    pub book: String,
    /// The season that orders are now written for.
    pub season: String,
    pub power: String,
    /// The season since which its standing orders hold, if it has any.
    #[serde(default)]
    pub standing: Option<String>,
    pub known: Json,
    /// The address to which sheets are mailed, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The pages of the book that are not the program's own, by what they are called.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, String>,
}

impl KnownFile {
    /// Reads the file.
    pub fn read(text: &str) -> Result<KnownFile, CheckError> {
        serde_json::from_str(text).map_err(|error| {
            CheckError::refused(format!("this is not a file of what a power knows ({error})"))
                .hint("take the `.known.json` that came with the report")
        })
    }

    /// Writes the file.
    pub fn write(&self) -> String {
        let text = serde_json::to_string(self).expect("our own documents have string keys");
        text + "\n"
    }

    /// Opens the game it belongs to, which is of this rule system; says in a sentence if the books
    /// differ.
    pub fn game(
        &self,
        referee: &'static dyn PlayerReferee,
    ) -> Result<(Box<dyn PlayerGame>, Option<String>), CheckError> {
        let bytes: usize = self.pages.values().map(String::len).sum();
        if self.pages.len() > FOLDER_PAGES || bytes > FOLDER_BYTES {
            return Err(CheckError::refused("the file has more pages than a book may have"));
        }
        let mut shelf = play::shelf_of(&[referee]);
        for (name, text) in &self.pages {
            shelf.lay(&books::place(name, &self.rules, &self.scenario), text.clone());
        }
        let game = referee.open_for_player(&shelf, &self.scenario, &self.options)?;
        let same = game.book_digest() == self.book && referee.edition() == self.edition;
        let note = "The campaign is played with another edition of the rules or its own pages of \
                    the book; the receipt may differ.";
        Ok((game, (!same).then(|| note.to_owned())))
    }

    /// The document itself.
    pub fn document(&self) -> String {
        self.known.to_string()
    }
}
