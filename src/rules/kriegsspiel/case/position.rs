//! A moment of a turn as a case: from which position it comes about again.
//!
//! A turn is played whole, so every such case begins where the turn did.

use super::super::book::Book;
use super::super::book::scenario::Body;
use super::facts;
use super::setup::place;
use crate::Kriegsspiel;
use crate::record::event::{Event, PublicEvent};
use crate::record::money::Purse;
use crate::record::state::{Formation, General, State};
use crate::season::setup::general;
use crate::sight::intel_levels::Intel;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::ledger::Entry;
use play::case::Fact;
use play::case::written::{
    All, KNEW, Own, Plot, expected, mapping, only_fields, put, rulings, sheet,
};
use play::{Ruleset, STANDING_MARK};
use serde_yaml::{Mapping, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The positions from which the last of the events may come about again: those who are near it, with
/// all whom their generals lead; and everybody.
pub fn plots(book: &Book, before: State, events: &[Event], all: &All) -> Result<Vec<Plot>, String> {
    let Some((last, earlier)) = events.split_last() else { return Ok(vec![]) };
    let mut state = before.clone();
    earlier.iter().for_each(|event| state.apply(event));
    let fact = facts::tell(book, last);
    let random =
        events.iter().any(|event| matches!(event, Event::Public(PublicEvent::Chanced { .. })));
    let mut sheets = BTreeMap::new();
    for (power, text) in all.sheets {
        sheets.insert(power.clone(), sheet(text, STANDING_MARK)?);
    }
    let plot = |near: Option<&BTreeSet<String>>| {
        let mut setup = position(book, &before, near);
        put(&mut setup, "random event", random);
        put(&mut setup, "rulings", rulings(all.answers).unwrap_or_default());
        let mut sheets = sheets.clone();
        if let Some(near) = near {
            let there = general_names(&before, near);
            sheets.values_mut().for_each(|sheet| keep_entries(book, sheet, near, &there));
        }
        let (answers, expect) = (all.answers.to_vec(), vec![expected(&fact)]);
        Plot { setup, sheets, answers, expect, ..Plot::default() }
    };
    let near = near(book, last, &state, &before);
    Ok(near.iter().map(Some).chain([None]).map(plot).collect())
}

/// The formations near an event, with all that their generals lead; none, if it has no place.
fn near(book: &Book, event: &Event, state: &State, before: &State) -> Option<BTreeSet<String>> {
    let document = serde_json::to_value(event).ok()?;
    let fields = document.as_object()?.values().next()?;
    let space = |key: &str| fields.get(key)?.as_u64().and_then(|number| u16::try_from(number).ok());
    let at = Space(["at", "to", "from"].into_iter().find_map(space)?);
    let close = |one: &&Formation| book.atlas.distance(one.at, at) <= 1;
    let now = state.formations.values().filter(close);
    let here: Vec<&Formation> = now.chain(before.formations.values().filter(close)).collect();
    let generals = state.generals.values().filter(|one| book.atlas.distance(one.at, at) <= 1);
    let chiefs: BTreeSet<&String> = here
        .iter()
        .filter_map(|one| one.under.as_ref())
        .chain(generals.map(|one| &one.name))
        .collect();
    let led = before
        .formations
        .values()
        .filter(|one| one.under.as_ref().is_some_and(|u| chiefs.contains(u)));
    let mut near: BTreeSet<String> =
        here.iter().copied().chain(led).map(|one| one.name.clone()).collect();
    near.retain(|name| before.formations.contains_key(name));
    Some(near)
}

/// The generals of some formations.
fn general_names(state: &State, near: &BTreeSet<String>) -> BTreeSet<String> {
    near.iter().filter_map(|name| state.formations.get(name)?.under.clone()).collect()
}

/// Keeps the entries of a sheet that are for these formations or generals.
fn keep_entries(
    book: &Book,
    sheet: &mut Mapping,
    near: &BTreeSet<String>,
    there: &BTreeSet<String>,
) {
    let person =
        |name: &str| book.troops.person(name).map_or(name.to_owned(), |one| one.name.clone());
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    if let Some(Value::Sequence(entries)) = sheet.get_mut("orders") {
        entries.retain(|entry| match (text(entry, "army"), text(entry, "formation")) {
            (Some(army), _) => there.contains(&person(&army)),
            (_, Some(formation)) => near.contains(&formation),
            (None, None) => true,
        });
    }
    for other in ["letters", "organise", "words"] {
        sheet.remove(other);
    }
}

/// A position as the keys of a setup.
fn position(book: &Book, state: &State, near: Option<&BTreeSet<String>>) -> Mapping {
    let mut setup = mapping([
        ("scenario", format!("{}/{}", Kriegsspiel::NAME, book.name).into()),
        ("only these", true.into()),
        ("season", state.season.to_string().into()),
    ]);
    match book.intel {
        Intel::Scouted => {}
        Intel::Vague => put(&mut setup, "intel", "vague"),
        Intel::Open => put(&mut setup, "intel", "open"),
        Intel::Estimates => put(&mut setup, "intel", "estimates"),
    }
    put(&mut setup, "directive", book.directive);
    put(&mut setup, "forces", forces(book, state, near));
    let at = |places: &BTreeMap<Space, String>| {
        let called = |(at, power): (&Space, &String)| (called(book, *at), power.clone());
        value(&places.iter().map(called).collect::<BTreeMap<_, _>>())
    };
    put(&mut setup, "held", at(&state.held));
    put(&mut setup, "depots", at(&state.depots));
    put(&mut setup, "stores", value(&state.stores));
    put(&mut setup, "reformed", value(&state.reformed));
    put(&mut setup, "harvest", state.harvest);
    put(&mut setup, "fallen", value(&state.fallen));
    put(&mut setup, "lost", value(&state.lost));
    let raided = if state.money.played { &state.money.raids } else { &state.raided };
    put(&mut setup, "raided", value(raided));
    if state.money.played {
        purses(state, &mut setup);
    }
    setup
}

/// The keys of a setup that are about money; those of whom no purse is known have none.
fn purses(state: &State, setup: &mut Mapping) {
    let each = |of: fn(&Purse) -> u32| {
        let sums = state.money.purses.iter().map(|(power, purse)| (power, of(purse)));
        value(&sums.collect::<BTreeMap<_, _>>())
    };
    setup.insert("money".into(), each(|purse| purse.bank));
    put(setup, "resource points", each(|purse| purse.points));
    put(setup, "manpower", each(|purse| purse.manpower));
    put(setup, "titles", value(&state.money.titles));
}

/// What formations of one line have in common.
type Common<'s> = (&'s String, Space, Option<&'s String>, bool, Option<Space>);

fn forces(book: &Book, state: &State, near: Option<&BTreeSet<String>>) -> Vec<Value> {
    let mut lines: BTreeMap<Common, Vec<&Formation>> = BTreeMap::new();
    let kept =
        state.formations.values().filter(|one| near.is_none_or(|near| near.contains(&one.name)));
    for one in kept {
        let came = state.came.get(&one.name).copied();
        let common = (&one.power, one.at, one.under.as_ref(), one.fed, came);
        lines.entry(common).or_default().push(one);
    }
    let there = near.map(|near| general_names(state, near));
    let mut placed: BTreeSet<&String> = BTreeSet::new();
    let mut forces = vec![];
    for ((power, at, under, fed, came), bodies) in &lines {
        let mut line =
            mapping([("power", (*power).clone().into()), ("at", called(book, *at).into())]);
        if let Some(name) = under {
            match state.generals.get(*name).filter(|one| one.at == *at && placed.insert(name)) {
                Some(general) => put_general(book, &mut line, general),
                None => put(&mut line, "under", (*name).clone()),
            }
        }
        put(&mut line, "out of supply", !fed);
        put(&mut line, "came from", came.map(|at| called(book, at)).unwrap_or_default());
        let bodies: Vec<Value> = bodies.iter().map(|one| body(book, one).into()).collect();
        put(&mut line, "formations", bodies);
        forces.push(line.into());
    }
    let others = state.generals.values().filter(|one| !placed.contains(&one.name));
    for general in others.filter(|one| there.as_ref().is_none_or(|there| there.contains(&one.name)))
    {
        let mut line = mapping([
            ("power", general.power.clone().into()),
            ("at", called(book, general.at).into()),
        ]);
        put_general(book, &mut line, general);
        forces.push(line.into());
    }
    forces
}

/// A general by name, with what the lists have otherwise.
fn put_general(book: &Book, line: &mut Mapping, one: &General) {
    put(line, "general", one.name.clone());
    let listed = general(book, &one.name, &one.power, one.at);
    if listed.as_ref() == Some(one) {
        return;
    }
    put(line, "rank", one.rank.clone());
    put(line, "ratings", vec![Value::from(one.battle), Value::from(one.command)]);
    line.insert("combat".into(), one.combat.into());
    put(line, "extra", one.extra.map(|extra| extra.word()).unwrap_or_default());
}

/// A formation whole, or with the hits that are left of it.
fn body(book: &Book, one: &Formation) -> Mapping {
    let mut body = mapping([("name", one.name.clone().into()), ("kind", one.kind.word().into())]);
    let units: BTreeMap<String, u32> = one
        .units
        .iter()
        .map(|(kind, hits)| (kind.clone(), hits / book.troops.kind(kind).hits.max(1)))
        .collect();
    let whole = Body { name: one.name.clone(), kind: one.kind, units: units.clone() };
    let whole = whole.formation((&book.lands, &book.troops), &one.power, one.at, None);
    match whole.is_ok_and(|whole| whole.units == one.units) {
        true => put(&mut body, "units", value(&units)),
        false => put(&mut body, "hits", value(&one.units)),
    }
    body
}

/// What a power can write of a piece of its news: what it knew, with its orders and the dice that it
/// was shown; if that does not bring it about, what it knew alone. With the news in words.
pub fn own_plots(
    book: &Book,
    [before, after]: [&Known; 2],
    own: &Own,
) -> Result<(String, Vec<Plot>), String> {
    let told = facts::news(book, after).into_iter().nth(own.news);
    let told = told.ok_or("there is no such news")?;
    let power = before.power.as_str();
    let setup = position(book, &as_known(book, before), None);
    let mut sheets = BTreeMap::new();
    if let Some(text) = own.sheet {
        sheets.insert(power.to_owned(), sheet(text, STANDING_MARK)?);
    }
    let known = |fact: &Fact| {
        let known = mapping([(power, expected(fact))]);
        Value::from(mapping([("known", known.into())]))
    };
    let mut with_chance = setup.clone();
    let chanced = |event: &Event| matches!(event, Event::Public(PublicEvent::Chanced { .. }));
    put(&mut with_chance, "random event", after.seen_events.iter().take(own.news + 1).any(chanced));
    let answers: Vec<Entry> = after.dice.iter().filter_map(Entry::of_shown).collect();
    let whole = Plot {
        setup: with_chance,
        sheets,
        answers: answers.clone(),
        expect: vec![known(&told)],
        ..Plot::default()
    };
    let own_side = |fact: &Fact| fact.name == "formation" || fact.name == "general";
    let forces = facts::known_facts(book, before).into_iter().filter(own_side);
    // The turn is played, and who is not fed in it loses men.
    let forces = forces.map(|force| only_fields(force, &["name", "power", "at", "kind", "rank"]));
    let expect = forces.map(|force| known(&force)).collect();
    let (shown, note) = (answers.clone(), KNEW);
    let alone = Plot { setup, answers, expect, shown, note, ..Plot::default() };
    Ok((told.to_string(), vec![whole, alone]))
}

/// The position as far as a power knows it: its own side, and generals of others who are in sight.
fn as_known(book: &Book, known: &Known) -> State {
    let mut state = State::new(book);
    state.season = known.season;
    state.relations.clone_from(&known.relations);
    state.formations = known.formations.clone().into();
    state.generals = known.generals.clone().into();
    for marker in known.markers.iter().filter(|marker| marker.last.is_none()) {
        let name = marker.general.as_deref();
        if let Some(one) = name.and_then(|name| general(book, name, &marker.power, marker.at)) {
            state.generals.insert(one.name.clone(), one);
        }
    }
    state.held.clone_from(&known.held);
    state.depots.clone_from(&known.depots);
    state.stores.clone_from(&known.stores);
    state.reformed.clone_from(&known.reformed);
    state.harvest = known.harvest;
    state.lost.clone_from(&known.lost);
    state.money.clone_from(&known.money);
    state
}

/// A place by its name, if that is read as the same place; else by its number.
fn called(book: &Book, space: Space) -> String {
    let name = book.atlas.name(space);
    if place(book, &name) == Ok(space) { name } else { book.atlas.number(space) }
}

fn value(document: &impl serde::Serialize) -> Value {
    serde_yaml::to_value(document).unwrap_or_default()
}
