//! The umpire's rulings on facts: what they can correct on the map, and how it is played.
//!
//! A fact is one key and what belongs to it: `move: {force: Mack, to: Augsburg}`. It waits in the
//! ledger for its place in the sequence, is held against the position as it is then, and becomes
//! events like everything else, so that each power learns of it what it could have seen.
//!
//! Not here: orders in words, which are a decision (`free_words.rs`), and forced dice, which the
//! ledger gives by their keys.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3, §8.

use crate::Kriegsspiel;
use crate::book::Book;
use crate::book::troops::Arm;
use crate::money::income;
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, Losses, PublicEvent};
use crate::record::state::Formation;
use crate::season::free_words as umpire;
use crate::season::turn::Turn;
use kit::ground::Space;
use kit::ledger::Now;
use kit::names::plain;
use play::table::{self, Decree, one_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// An example of each fact, with a word on it.
pub const FACTS: &str = "\
move: {force: Mack, to: Augsburg}    # a general with those he leads, or one formation
remove: {formation: VI Corps, hits: {line infantry: 3}}    # without `hits`, all of it
control: {place: Ulm, power: austria}    # a city is held by that power
title: {province: Venetia, power: france}    # a province is ceded, where money is played
grant: {power: france, orders: [{army: Ney, steps: [{march: Ulm}]}]}    # before step 4
tell: {to: [france], text: A courier is late.}    # without `to`, all powers
";

/// The keys of facts, as a mistake is told.
const KEYS: [&str; 6] = ["move", "remove", "control", "title", "grant", "tell"];

/// A fact as it is written.
enum Written {
    Move(Move),
    Remove(Remove),
    Control(Control),
    Title(Title),
    Grant { power: String, sheet: String },
    Tell(Tell),
}

/// `move: {force: Mack, to: Augsburg}`: a general with those he leads, or one formation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    force: String,
    to: String,
}

/// `remove: {formation: VI Corps, hits: {line infantry: 3}}`; without `hits`, all of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Remove {
    formation: String,
    #[serde(default)]
    hits: BTreeMap<String, u32>,
}

/// `control: {place: Ulm, power: austria}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    place: String,
    power: String,
}

/// `title: {province: Venetia, power: france}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    province: String,
    power: String,
}

/// `grant: {power: france, orders: [{army: Ney, steps: [{march: Ulm}]}]}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grant {
    power: String,
    orders: Value,
}

/// `tell: {to: [france], text: A courier is late.}`; without `to`, all powers are told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tell {
    #[serde(default)]
    to: Vec<String>,
    text: String,
}

/// Says whether a fact is written as one.
pub fn check(book: &Book, text: &str) -> Result<(), String> {
    read(book, text).map(|_| ())
}

/// Plays the facts whose place has come.
pub fn play(turn: &mut Turn, now: Now) {
    table::facts::<Kriegsspiel>(turn, now);
}

fn typed<T: DeserializeOwned>(key: &str, body: Value) -> Result<T, String> {
    serde_yaml::from_value(body).map_err(|fault| format!("{key}: {fault}"))
}

fn read(book: &Book, text: &str) -> Result<Written, String> {
    let (key, body) = one_key(text, &KEYS, &book.other_names)?;
    let written = match key.as_str() {
        "move" => Written::Move(typed(&key, body)?),
        "remove" => Written::Remove(typed(&key, body)?),
        "control" => Written::Control(typed(&key, body)?),
        "title" => Written::Title(typed(&key, body)?),
        "grant" => {
            let Grant { power, orders } = typed(&key, body)?;
            let sheet = BTreeMap::from([("orders", orders)]);
            let sheet = serde_yaml::to_string(&sheet).map_err(|fault| fault.to_string())?;
            Written::Grant { power, sheet }
        }
        "tell" => Written::Tell(typed(&key, body)?),
        other => return Err(format!("`{other}` is not a fact")),
    };
    match &written {
        Written::Move(Move { to, .. }) => place(book, to).map(|_| ())?,
        Written::Control(Control { place: at, power }) => {
            city(book, at)?;
            named(book, power)?;
        }
        Written::Title(Title { province, power }) => {
            income::named(book, province)?;
            named(book, power)?;
        }
        Written::Grant { power, .. } => named(book, power)?,
        Written::Tell(Tell { to, .. }) => to.iter().try_for_each(|power| named(book, power))?,
        Written::Remove(_) => {}
    }
    Ok(written)
}

fn named(book: &Book, power: &str) -> Result<(), String> {
    match book.scenario.plays(power) {
        true => Ok(()),
        false => Err(format!("`{power}` plays no part here")),
    }
}

fn place(book: &Book, written: &str) -> Result<Space, String> {
    let found = book.atlas.find(written).ok_or_else(|| format!("there is no place `{written}`"))?;
    if book.in_play(found) {
        return Ok(found);
    }
    Err(format!("nobody can stand at {written}"))
}

fn city(book: &Book, written: &str) -> Result<Space, String> {
    let at = place(book, written)?;
    book.city(at).map(|_| at).ok_or_else(|| format!("{written} is not a city"))
}

/// What a fact comes to, as things stand now.
pub fn decree(turn: &mut Turn, text: &str) -> Result<Decree<Event>, String> {
    let (words, told, events) = match read(turn.book, text)? {
        Written::Move(fact) => moved(turn, &fact)?,
        Written::Remove(fact) => removed(turn, &fact)?,
        Written::Control(fact) => controlled(turn, &fact)?,
        Written::Title(fact) => ceded(turn, &fact)?,
        Written::Grant { power, sheet } => granted(turn, &power, &sheet)?,
        Written::Tell(Tell { to, text }) => {
            let all = || turn.state.relations.parties().cloned().collect();
            let to = if to.is_empty() { all() } else { to };
            (text, to, vec![])
        }
    };
    Ok(Decree { words, told, events })
}

type Word = (String, Vec<String>, Vec<Event>);

fn moved(turn: &Turn, Move { force, to }: &Move) -> Result<Word, String> {
    let (book, state) = (turn.book, &turn.state);
    let to = place(book, to)?;
    let wanted = plain(force);
    let general = state.generals.values().find(|one| plain(&one.name) == wanted);
    let formation = called(turn, &wanted);
    let (name, power, from, formations, generals) = match (general, formation) {
        (Some(one), _) => {
            let led = state.led(one).map(|one| one.name.clone()).collect();
            (&one.name, &one.power, one.at, led, vec![one.name.clone()])
        }
        (None, Some(one)) => (&one.name, &one.power, one.at, vec![one.name.clone()], vec![]),
        (None, None) => return Err(format!("there is no force `{force}`")),
    };
    let words = format!("{} is set at {}", book.given(name), book.atlas.place(to));
    let power = power.clone();
    let event = ForceEvent::Set { power: power.clone(), formations, generals, from, to };
    Ok((words, vec![power], vec![event.into()]))
}

/// The formation of that name, or the only one that is told by it (see `Book::given`).
fn called<'t>(turn: &'t Turn, wanted: &str) -> Option<&'t Formation> {
    let all = || turn.state.formations.values();
    let mut told = all().filter(|one| plain(turn.book.given(&one.name)) == wanted);
    let exactly = all().find(|one| plain(&one.name) == wanted);
    exactly.or_else(|| told.next().filter(|_| told.next().is_none()))
}

fn removed(turn: &Turn, Remove { formation, hits }: &Remove) -> Result<Word, String> {
    let wanted = plain(formation);
    let one = called(turn, &wanted);
    let one = one.ok_or_else(|| format!("there is no formation `{formation}`"))?;
    let mut gone = one.units.clone();
    if !hits.is_empty() {
        gone.clear();
        for (written, count) in hits {
            let kind = turn.book.troops.find(written);
            let kind = kind.ok_or_else(|| format!("there are no troops `{written}`"))?;
            let has = one.units.get(&kind.name).copied().unwrap_or(0);
            if has < *count {
                return Err(format!("{} has {has} hits of {}", one.name, kind.name));
            }
            gone.insert(kind.name.clone(), *count);
        }
    }
    let list: Vec<String> = gone.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let words = format!("{} loses {}", turn.book.given(&one.name), list.join(", "));
    let lost = Losses::from([(one.name.clone(), gone)]);
    let power = one.power.clone();
    Ok((words, vec![power.clone()], vec![ForceEvent::Taken { power, lost }.into()]))
}

fn controlled(turn: &Turn, Control { place, power }: &Control) -> Result<Word, String> {
    let at = city(turn.book, place)?;
    let from = turn.state.holder(turn.book, at).unwrap_or_default().to_owned();
    if from == *power {
        return Err(format!("{power} holds {place} already"));
    }
    let nation = turn.state.owner(turn.book, at) == Some(power);
    let (power, told) = (power.clone(), vec![power.clone(), from.clone()]);
    let words = format!("{} is held by {power}", turn.book.atlas.place(at));
    let event = if nation {
        PublicEvent::Reverted { at, power, from, ruled: true }
    } else {
        PublicEvent::Captured { at, power, from, ruled: true }
    };
    Ok((words, told, vec![event.into()]))
}

fn ceded(turn: &Turn, Title { province, power }: &Title) -> Result<Word, String> {
    let (book, state) = (turn.book, &turn.state);
    let event = income::ceded(book, state, (province, power))?;
    let mut events = vec![event.clone().into()];
    // Who stays in a city of theirs occupies it now.
    if let PublicEvent::TitlePassed { from, cities, .. } = event {
        let stays = |at: &Space| {
            let foot = |one: &Formation| one.of_arm(&book.troops, Arm::Infantry) > 0;
            let mut there = state.at(*at);
            state.holder(book, *at) == Some(&from)
                && there.any(|one| one.power == from && foot(one))
        };
        events.extend(cities.into_iter().filter(stays).map(|at| {
            let (power, from) = (from.clone(), power.clone());
            PublicEvent::Captured { at, power, from, ruled: true }.into()
        }));
    }
    let words = format!("{province} belongs to {power}");
    let told = state.relations.parties().cloned().collect();
    Ok((words, told, events))
}

/// Orders that the umpire grants take the place of an entry for the same force.
fn granted(turn: &mut Turn, power: &str, sheet: &str) -> Result<Word, String> {
    if !turn.order.is_empty() {
        return Err("the marches of this turn are over".to_owned());
    }
    let sheet = umpire::sheet(turn.book, turn.known(power), sheet)?;
    let names: Vec<String> = sheet.entries.iter().map(|entry| entry.who.clone()).collect();
    turn.take_orders(power, sheet.entries);
    Ok((format!("orders are granted to {}", names.join(", ")), vec![power.to_owned()], vec![]))
}
