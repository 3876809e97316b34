//! A moment of a season as a case: the position whole, as it was when the season began.
//!
//! What one seat knows leaves out what is in the stacks, hands and sheets of others, and a season is
//! played whole: no case can be written from it alone.

use super::facts;
use crate::Frederick;
use crate::book::Book;
use crate::book::options::{Extra, Fog};
use crate::record::event::Event;
use crate::record::state::State;
use crate::sight::Known;
use play::case::written::{All, Own, Plot, expected, mapping, put, rulings, sheet};
use play::{Ruleset, STANDING_MARK};
use serde_yaml::Mapping;
use std::collections::BTreeMap;

/// The position from which the last of the events comes about again.
pub fn plots(
    book: &Book,
    before: &State,
    events: &[Event],
    all: &All<'_>,
) -> Result<Vec<Plot>, String> {
    let Some(last) = events.last() else { return Ok(vec![]) };
    let mut sheets = BTreeMap::new();
    for (power, text) in all.sheets {
        sheets.insert(power.clone(), sheet(text, STANDING_MARK)?);
    }
    let position = serde_json::to_value(before).map_err(|error| error.to_string())?;
    let position = serde_yaml::to_value(position).map_err(|error| error.to_string())?;
    let name = format!("{}/{}", Frederick::NAME, book.name);
    let mut setup = mapping([("scenario", name.into())]);
    let mut options = Mapping::new();
    let choices = book.options;
    put(&mut options, "players", choices.players.to_string());
    put(&mut options, "fog", if choices.fog == Fog::Near { "near" } else { "table" });
    let go_arounds = if choices.free { "free".to_owned() } else { choices.go_arounds.to_string() };
    put(&mut options, "go-arounds", go_arounds);
    for extra in Extra::ALL.into_iter().filter(|extra| choices.has(*extra)) {
        put(&mut options, extra.word(), "on");
    }
    put(&mut setup, "options", options);
    setup.insert("position".into(), position);
    put(&mut setup, "rulings", rulings(all.answers).unwrap_or_default());
    let expect = vec![expected(&facts::tell(book, last))];
    Ok(vec![Plot { setup, sheets, answers: all.answers.to_vec(), expect, ..Plot::default() }])
}

/// Nothing: what one seat knows is not enough to play a season again.
pub fn own_plots(
    _book: &Book,
    _known: [&Known; 2],
    _own: &Own<'_>,
) -> Result<(String, Vec<Plot>), String> {
    Err("what one seat knows leaves out hands, stacks and sheets of others; only the umpire can \
         write a case of this game"
        .to_owned())
}
