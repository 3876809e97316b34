//! A sheet held against what its power knows: judged ([`verdicts`]), answered ([`receipt`]), and
//! composed ([`composer`]) with the guide at hand ([`guide`]).
//!
//! All of it is made from the file that goes with a report ([`known`]) and from the sheet. Nothing here
//! reads a file, so that it runs in a browser as it does in intake. Which rule system is meant, the
//! caller says: nothing here knows which there are.
//!
//! Not here: campaigns, deadlines, tokens (`desk`).

pub mod check;
pub mod composer;
mod error;
pub mod folder;
pub mod guide;
pub mod head;
pub mod known;
pub mod read_sheet;
pub mod receipt;
pub mod verdicts;

use kit::names::plain;
use play::PlayerReferee;

pub use error::CheckError;

/// The columns that every mail program shows.
pub const MAIL_COLUMNS: usize = 72;

/// A name in another tongue as the book of a rule system has it.
pub fn own_name(referee: &'static dyn PlayerReferee, written: &str) -> String {
    referee.other_names(&play::shelf_of(&[referee])).own(written).into_owned()
}

/// A name as it may stand in a file's name: `spring-1800`.
pub fn slug(name: &str) -> String {
    let kept: String = plain(name)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect();
    let words: Vec<&str> = kept.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}
