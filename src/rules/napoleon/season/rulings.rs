//! The umpire's rulings on facts: what they can correct on the map, and how it is played.
//!
//! A fact is one key and what belongs to it: `supply: {french: 5}`. It waits in the ledger for its
//! place in the sequence, the number of a stop of the season, and becomes the campaign as it stands
//! then. In a battle the map is corrected and the board is not. In a race it says whose map is meant:
//! `supply: {table: table-2, french: 5}`.

use crate::Napoleon;
use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::record::event::Event;
use crate::record::state::State;
use crate::season::Turn;
use crate::sequence::saved::{Saved, place};
use crate::theatre::{Place, Theatre};
use kit::ledger::Now;
use play::table::{self, Decree, one_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::Value;

/// An example of each fact, with a word on it.
pub const FACTS: &str = "\
supply: {french: 5, enemy: 2}    # the purses, or one; in a race each fact has `table: table-2` besides
scouts: {has: 2}    # how many there are
force: {name: Augereau, at: Turin, reduced: yes}    # `at` may be `pool`, `cup` or `aside`
napoleon: {at: Nice}    # where he is
tell: {text: A courier is late.}    # the player is told
";

/// The keys of facts, as a mistake is told.
const KEYS: [&str; 5] = ["supply", "scouts", "force", "napoleon", "tell"];

/// `supply: {french: 5, enemy: 2}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Purses {
    french: Option<u32>,
    enemy: Option<u32>,
}

/// `scouts: {has: 2}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scouts {
    has: u32,
}

/// `force: {name: Augereau, at: Turin, reduced: yes}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Force {
    name: String,
    at: Option<String>,
    #[serde(default)]
    reduced: Option<bool>,
}

/// `napoleon: {at: Nice}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Napoleons {
    at: String,
}

/// `tell: {text: A courier is late.}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tell {
    text: String,
}

/// Says whether a fact is written as one.
pub fn check(book: &Book, text: &str) -> Result<(), String> {
    let (_, text) = at_table(book, text)?;
    corrected(book, &mut Theatre::set_up(book), &text, false).map(|_| ())
}

/// At which table of a race a fact is, and the fact without that.
pub fn at_table(book: &Book, text: &str) -> Result<(Option<String>, String), String> {
    if !book.options.is_race() {
        return Ok((None, text.to_owned()));
    }
    let (key, mut body) = one_key(text, &KEYS, &book.other_names)?;
    let powers = book.powers();
    let table = body.as_mapping_mut().and_then(|body| body.remove("table"));
    let table = table.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
    if !powers.contains(&table) {
        return Err(format!("{key}: name the table, `table: {}`", powers.join("` or `table: ")));
    }
    let fact = Value::Mapping([(Value::from(key), body)].into_iter().collect());
    let text = serde_yaml::to_string(&fact).map_err(|error| error.to_string())?;
    Ok((Some(table), text))
}

/// Plays the facts whose place has come.
pub fn play(turn: &mut Turn, now: Now) {
    table::facts::<Napoleon>(turn, now);
}

/// What a fact comes to, as things stand now.
pub fn decree(turn: &mut Turn, text: &str) -> Result<Decree<Event>, String> {
    let book = turn.book;
    let (table, text) = at_table(book, text)?;
    let power = table.clone().unwrap_or_else(|| PLAYER.to_owned());
    let state = turn.state.of(&power).ok_or_else(|| format!("there is no table {power}"))?;
    let mut campaign = state.campaign(book);
    let words = corrected(book, &mut campaign.theatre, &text, true)?;
    let state = State { campaign: Saved::of(book, &campaign), ..state.clone() };
    let stood = Event::Stood { after: Box::new(state) };
    let event = match table {
        Some(table) => Event::AtTable { table, what: Box::new(stood) },
        None => stood,
    };
    Ok(Decree { words, told: vec![power], events: vec![event] })
}

fn typed<T: DeserializeOwned>(key: &str, body: &Value) -> Result<T, String> {
    let body = play::case::flags(body);
    serde_yaml::from_value(body).map_err(|fault| format!("{key}: {fault}"))
}

/// Corrects a map by a fact, and says in words what it came to.
fn corrected(book: &Book, theatre: &mut Theatre, text: &str, held: bool) -> Result<String, String> {
    let (key, body) = one_key(text, &KEYS, &book.other_names)?;
    match key.as_str() {
        "supply" => {
            let Purses { french, enemy } = typed(&key, &body)?;
            if french.is_none() && enemy.is_none() {
                return Err("supply: name `french` or `enemy`".to_owned());
            }
            theatre.french_supply = french.unwrap_or(theatre.french_supply);
            theatre.enemy_supply = enemy.unwrap_or(theatre.enemy_supply);
            let (ours, theirs) = (theatre.french_supply, theatre.enemy_supply);
            Ok(format!("the French have {ours} supply points, the enemy {theirs}"))
        }
        "scouts" => {
            let Scouts { has } = typed(&key, &body)?;
            let most = book.figures.most_scouts;
            if has > most {
                return Err(format!("scouts: there are {most}"));
            }
            theatre.scouts = has;
            Ok(format!("there are {has} scouts"))
        }
        "force" => force(book, theatre, typed(&key, &body)?),
        "napoleon" => {
            let Napoleons { at: name } = typed(&key, &body)?;
            let at = book.map.find(&name).ok_or_else(|| format!("no area is called `{name}`"))?;
            theatre.napoleon = Some(at);
            if held && theatre.napoleon_alone() {
                return Err(format!("no French force stands at {name}"));
            }
            Ok(format!("Napoleon is at {}", book.map.name(at)))
        }
        _ => {
            let Tell { text } = typed(&key, &body)?;
            Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

fn force(book: &Book, theatre: &mut Theatre, fact: Force) -> Result<String, String> {
    let Force { name, at, reduced } = fact;
    let force = *book.force(&name).ok_or_else(|| format!("no force is called `{name}`"))?;
    let mut words = name.clone();
    if let Some(at) = at {
        match place(book, &at)? {
            Place::Late(_) => return Err("late forces come by the scenario".to_owned()),
            place => theatre.put(force.id, place),
        }
        words = format!("{words} is at {at}");
    }
    if let Some(reduced) = reduced {
        if reduced && force.back.is_none() {
            return Err(format!("{name} has no reduced side"));
        }
        if let Some(force) = theatre.forces.get_mut(force.id.index()) {
            force.reduced = reduced;
        }
        words = format!("{words}{}", if reduced { ", reduced" } else { ", full" });
    }
    Ok(words)
}
