//! A moment of a season as a case: the position whole, as it was when the season began. Everything is
//! open, so the player's case is the same. A table of a race is a campaign of one player with the
//! same dice, and is written as one.

use super::facts;
use crate::Napoleon;
use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::book::options::Ties;
use crate::record::event::Event;
use crate::record::state::State;
use crate::record::tables::Tables;
use crate::season::rulings::at_table as at_table_of;
use crate::sequence::answer::Stops;
use crate::sight::Known;
use kit::ledger::{Entry, What};
use play::case::written::{All, Own, Plot, expected, mapping, put, rulings, sheet};
use play::linked::{Carried, LOG};
use play::{Ruleset, STANDING_MARK};
use serde_yaml::{Mapping, Value};
use std::collections::BTreeMap;

/// The position from which the last of the events comes about again.
pub fn plots(
    book: &Book,
    before: &Tables,
    events: &[Event],
    all: &All<'_>,
) -> Result<Vec<Plot>, String> {
    let Some(last) = events.last() else { return Ok(vec![]) };
    let race = book.options.is_race();
    let table = last.table().map(str::to_owned).or_else(|| before.racing().first().cloned());
    let power = table.clone().unwrap_or_else(|| PLAYER.to_owned());
    let state = before.of(&power).ok_or_else(|| format!("there is no table {power}"))?;
    let mut sheets = BTreeMap::new();
    if let Some(text) = all.sheets.get(&power) {
        sheets.insert(PLAYER.to_owned(), sheet(text, STANDING_MARK)?);
    }
    let answers: Vec<Entry> = match race {
        false => all.answers.to_vec(),
        true => all.answers.iter().filter_map(|entry| at_table(book, entry, &power)).collect(),
    };
    let mut setup = position(book, state)?;
    put(&mut setup, "rulings", rulings(&answers).unwrap_or_default());
    let expect = vec![expected(&facts::tell(book, last.itself()))];
    Ok(vec![Plot { setup, sheets, answers, expect, ..Plot::default() }])
}

/// An answer of a table of a race, as the campaign of one player has it.
fn at_table(book: &Book, entry: &Entry, power: &str) -> Option<Entry> {
    let What::Fact { at, text, reason, words } = &entry.what else { return entry.of_lane(power) };
    let (table, text) = at_table_of(book, text).ok()?;
    let (at, reason, words) = (at.clone(), reason.clone(), words.clone());
    let what = What::Fact { at, text, reason, words };
    (table.as_deref() == Some(power)).then(|| Entry { what, ..entry.clone() })
}

fn position(book: &Book, state: &State) -> Result<Mapping, String> {
    // By way of JSON, whose enums are maps, since a case is written in plain YAML.
    let position = serde_json::to_value(state).map_err(|error| error.to_string())?;
    let position = serde_yaml::to_value(position).map_err(|error| error.to_string())?;
    let mut setup = mapping([("scenario", format!("{}/{}", Napoleon::NAME, book.name).into())]);
    let mut options = Mapping::new();
    match book.options.stops {
        Stops::BattleTurns => {}
        Stops::Battles => put(&mut options, "stops", "battles"),
        Stops::Turns => put(&mut options, "stops", "turns"),
    }
    match book.options.ties {
        Ties::Lot => {}
        Ties::Player => put(&mut options, "ties", "player"),
        Ties::Harsh => put(&mut options, "ties", "harsh"),
        Ties::Umpire => put(&mut options, "ties", "umpire"),
    }
    if let Some(log) = &book.log {
        // Where it is from is no part of the position.
        let log = serde_json::to_value(log).map_err(|error| error.to_string())?;
        let (after, digest) = (String::new(), String::new());
        put(&mut options, LOG, Carried { after, digest, log }.written());
    }
    put(&mut setup, "options", options);
    setup.insert("position".into(), position);
    Ok(setup)
}

/// What the player can write of a piece of the news.
pub fn own_plots(
    book: &Book,
    [before, after]: [&Known; 2],
    own: &Own<'_>,
) -> Result<(String, Vec<Plot>), String> {
    let event = after.events.get(own.news).ok_or("there is no such news")?;
    let told = facts::tell(book, event);
    let mut sheets = BTreeMap::new();
    if let Some(text) = own.sheet {
        sheets.insert(PLAYER.to_owned(), sheet(text, STANDING_MARK)?);
    }
    let known = mapping([(PLAYER, expected(&told))]);
    let expect = vec![Value::from(mapping([("known", known.into())]))];
    let answers: Vec<Entry> = after.dice.iter().filter_map(Entry::of_shown).collect();
    let setup = position(book, &before.state)?;
    Ok((told.to_string(), vec![Plot { setup, sheets, answers, expect, ..Plot::default() }]))
}
