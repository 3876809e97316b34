//! What a new player reads before the first sheet, on one page: who they are, what they fight for,
//! their forces, what decides the season, the calendar, and a sheet that can be sent as it is.
//!
//! Not here: how everything else is looked up (`guide.rs`), the form.

use crate::DeskError;
use crate::post::notices::{title, with_token};
use rules::{Asks, Game};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The page for each of a player's powers, from what each knows.
pub(crate) fn first_pages(
    (game, asks): (&dyn Game, &Asks),
    campaign: &str,
    token: &str,
    powers: &[String],
    known: &BTreeMap<String, String>,
) -> Result<Vec<Json>, DeskError> {
    let own = powers.iter().filter_map(|power| known.get_key_value(power));
    let page = |(power, known): (&String, &String)| {
        Ok(json!({
            "power": power,
            "title": title(power),
            "ward": asks.keeper(power).map(of_ward),
            "briefing": game.briefing(known)?,
            "calendar": game.calendar(known)?,
            "example": with_token(&game.example(known, campaign)?, token),
        }))
    };
    own.map(page).collect()
}

/// What is said of a power that its reader writes for as the player of another.
fn of_ward(keeper: &str) -> String {
    let keeper = title(keeper);
    format!(
        "Nobody plays it now: as the player of {keeper} you write its sheets and read its reports."
    )
}

/// When letters arrive; nothing is said to who plays alone.
pub(crate) fn letters(game: &dyn Game, season: &str) -> Option<String> {
    let when = match game.letters_at_once(season) {
        true => "go on as soon as they come",
        false => "go with the report of the season",
    };
    (game.card().powers.len() > 1).then(|| {
        format!(
            "Write to another player with the subject `letter to POWER`, or under `letters:` in a \
             sheet. Letters of {season} {when}."
        )
    })
}
