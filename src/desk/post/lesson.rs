//! What a new player reads before the first sheet: how a season goes, and a sheet for their own
//! forces.
//!
//! Not here: the reference to every key (`guide.rs`), the form.

use crate::DeskError;
use crate::post::guide::laid_out;
use crate::post::notices::{title, with_token};
use rules::Game;
use std::collections::BTreeMap;

/// The page on a season, and an example sheet for each of a player's powers, with what each knows.
pub(crate) fn lesson(
    game: &dyn Game,
    (campaign, season): (&str, &str),
    token: &str,
    powers: &[String],
    known: &BTreeMap<String, String>,
) -> Result<String, DeskError> {
    let own: Vec<(&String, &String)> =
        powers.iter().filter_map(|power| known.get_key_value(power)).collect();
    let Some((_, known)) = own.first() else { return Ok(String::new()) };
    let mut text = laid_out(&game.primer(known)?);
    // Who plays alone has nobody to write to.
    if game.card().powers.len() > 1 {
        text.push_str(&laid_out(&letters(game, season)));
    }
    for (power, known) in own {
        let example = with_token(&game.example(known, campaign)?, token);
        text.push_str(&format!("\nAN EXAMPLE SHEET FOR {}\n\n{example}", power.to_uppercase()));
        let form = format!(
            "The form for {} is attached: the same sheet with all of your forces in it, every order \
             behind a `#`.",
            title(power)
        );
        text.push_str(&laid_out(&[String::new(), form]));
    }
    Ok(text)
}

/// When letters arrive.
fn letters(game: &dyn Game, season: &str) -> Vec<String> {
    let when = match game.letters_at_once(season) {
        true => "go on as soon as they come",
        false => "go with the report of the season",
    };
    let told = format!(
        "  Write `letter to POWER` into the subject of a mail, or `letters:` into a sheet. Letters of \
         {season} {when}."
    );
    vec!["LETTERS".to_owned(), String::new(), told]
}
