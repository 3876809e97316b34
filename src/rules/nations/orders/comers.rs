//! Who comes when the season begins, and which troops leave, as far as their power knows: for orders that
//! name them, and for forms, receipts and reports that tell of them (NIA §21.D).
//!
//! The places, the room and what stands next door are worked out by the functions that the season asks. What
//! nobody can know before is left out: an enemy whom nobody sees, and another power's choice.

use crate::book::Book;
use crate::book::scenario::Entry;
use crate::book::spelling;
use crate::book::units;
use crate::book::withdrawal::Withdrawal;
use crate::cards::risings;
use crate::money::treasury::conscripts::has_lowered;
use crate::orders::Sheet;
use crate::position::Position;
use crate::record::state::{Force, ForceId};
use crate::season::arrivals::{room_in, site_for, split};
use crate::season::places::open;
use crate::season::setup;
use crate::season::withdrawals::{self, Called};
use crate::sight::known::Known;
use kit::ground::Space;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is known when the season begins: without the troops that are called away then, and with the forces
/// that come, where the sheet places them.
pub fn at_the_start<'k>(book: &Book, known: &'k Known, sheet: Option<&Sheet>) -> Cow<'k, Known> {
    let mut then = before_they_come(book, known);
    let comers: Vec<Force> =
        comers(book, &then, sheet).into_iter().map(|(_, force)| force).collect();
    if !comers.is_empty() {
        let then = then.to_mut();
        for force in comers {
            then.coming.insert(force.id);
            then.ours.insert(force.id, force);
        }
    }
    let ready = sheet.map(|sheet| &*sheet.cards).unwrap_or_default();
    let hand = if ready.is_empty() { vec![] } else { known.hand(book) };
    let held = ready.iter().filter(|card| hand.contains(*card));
    if let Some(rule) = risings::opened(book, &*then, &known.power, held) {
        then.to_mut().begun.insert(rule);
    }
    then
}

/// What is known when those come who are due: without the troops that are called away, and with the leaders
/// of the year in the pool.
fn before_they_come<'k>(book: &Book, known: &'k Known) -> Cow<'k, Known> {
    let mut then = with_new_leaders(book, known);
    let leaving = if known.cabinet { vec![] } else { leaving(book, &then, false) };
    for Called { left, units } in leaving.into_iter().flat_map(|(_, called)| called) {
        let then = then.to_mut();
        then.going.entry(left.id).or_default().extend(units);
        part(then, &left);
    }
    then
}

/// What the season makes of a line of those who come, where that is not what the sheet says: who of the
/// chosen leaders cannot come and who does, and where the troops stand beside their place.
pub fn otherwise(book: &Book, known: &Known, sheet: &Sheet, key: &str) -> Vec<String> {
    let then = before_they_come(book, known);
    let all = comers(book, &then, Some(sheet));
    let of_line: Vec<&Force> =
        all.iter().filter(|(entry, _)| entry.key == key).map(|(_, force)| force).collect();
    let line = due(book, &then).find(|entry| entry.key == key);
    let Some((entry, first)) = line.zip(of_line.first()) else { return vec![] };
    let mut told = vec![];
    let filled = said(entry, Some(sheet));
    let named = filled.map(|filled| filled.names("leaders")).unwrap_or_default();
    let leads = |name: &str| {
        let mut leaders = of_line.iter().flat_map(|force| &force.leaders);
        leaders.any(|leader| leader == name)
    };
    let missing: Vec<&str> = named.iter().copied().filter(|name| !leads(name)).collect();
    if !missing.is_empty() {
        let printed =
            |name: &&String| entry.commander.iter().chain(&entry.leaders).any(|one| one == *name);
        let instead: Vec<&str> = of_line
            .iter()
            .flat_map(|force| &force.leaders)
            .filter(|name| !named.contains(&name.as_str()) && !printed(name))
            .map(String::as_str)
            .collect();
        let instead = match instead.as_slice() {
            [] => "nobody".to_owned(),
            instead => instead.join(" and "),
        };
        told.push(format!("{} cannot be chosen, so {instead} comes", missing.join(" and ")));
    }
    let at = place(book, &then, entry, Some(sheet), None);
    let wished = filled.and_then(|filled| book.atlas.code(filled.names("at").first()?));
    let why = match wished {
        Some(wished) if at != Some(wished) => Some((wished, "is not open to them")),
        _ => at.filter(|at| *at != first.at).map(|at| (at, "has no room for them")),
    };
    told.extend(why.map(|(at, why)| {
        let (at, to) = (spelling::place(book, at), spelling::place(book, first.at));
        format!("{at} {why}; as things stand they come to {to}")
    }));
    told
}

/// The leaders whom a line of those who come brings if nothing is said of it.
pub fn leaders_by_default(book: &Book, known: &Known, entry: &Entry) -> Vec<String> {
    let then = before_they_come(book, known);
    let mut force = Force::new(next_id(book, &then), &entry.power, Space(0));
    let is_free = |name: &&String| then.with_leader(name).is_none();
    force.leaders.extend(entry.commander.iter().chain(&entry.leaders).filter(is_free).cloned());
    setup::leaders_to_come(book, &*then, entry, &force, &[])
}

/// The lines of who is called away in the season, with the forces from which troops leave as things stand
/// (NIA §21.D).
pub fn leaving<'b>(
    book: &'b Book,
    known: &Known,
    at_the_end: bool,
) -> Vec<(&'b Withdrawal, Vec<Called>)> {
    let mut due = withdrawals::due(book, known.season, at_the_end);
    due.retain(|line| line.power == known.power);
    if due.is_empty() || known.setting_up {
        return vec![];
    }
    let mut then = known.clone();
    let mut leave = |line| {
        let called = withdrawals::called_away(book, &then, line);
        called.iter().for_each(|one| part(&mut then, &one.left));
        (line, called)
    };
    due.into_iter().map(&mut leave).collect()
}

fn part(known: &mut Known, rest: &Force) {
    let rest = withdrawals::rest(rest.clone());
    match rest.is_empty() {
        true => known.ours.remove(&rest.id),
        false => known.ours.insert(rest.id, rest),
    };
}

/// What is known when money is spent, before anybody comes: with the leaders of the year in the pool.
pub fn with_new_leaders<'k>(book: &Book, known: &'k Known) -> Cow<'k, Known> {
    let aboard = known.aboard.values().flat_map(|passage| &passage.force.leaders);
    let on_land = known.ours.values().flat_map(|force| &force.leaders);
    let placed = on_land.chain(aboard).chain(&known.pool).collect();
    let new = setup::comes_of_age(book, known.common(), &known.power, &placed);
    if known.setting_up || new.is_empty() {
        return Cow::Borrowed(known);
    }
    let mut then = known.clone();
    then.pool.extend(new);
    Cow::Owned(then)
}

/// The lines of the season's arrivals for a power.
pub fn due<'b>(book: &'b Book, known: &'b Known) -> impl Iterator<Item = &'b Entry> {
    let conditional = book.scenario.conditional.iter().map(|conditional| &conditional.entry);
    let all = book.scenario.arrivals.iter().chain(conditional);
    all.filter(|entry| {
        let when = known.promised().get(&entry.key).copied().or(entry.when);
        entry.power == known.power && when == Some(known.season)
    })
}

/// The forces that come, each with the line it is of. What has no room beside the rest of its line is a
/// force of its own.
pub fn comers<'b>(
    book: &'b Book,
    known: &'b Known,
    sheet: Option<&Sheet>,
) -> Vec<(&'b Entry, Force)> {
    if known.setting_up || known.cabinet || due(book, known).next().is_none() {
        return vec![];
    }
    let mut then = known.clone();
    let mut all: Vec<(&Entry, Force)> = vec![];
    let mut placed: BTreeMap<&str, Space> = BTreeMap::new();
    for entry in due(book, known) {
        let Some(force) = force(book, &then, entry, sheet) else { continue };
        let other = entry.apart.as_deref().and_then(|key| placed.get(key).copied());
        let chosen = place(book, &then, entry, sheet, other);
        let Some(at) = site_for(book, &then, entry, chosen) else { continue };
        placed.insert(&entry.key, at);
        let stands =
            if force.units.is_empty() { at } else { room_in(book, &then, &entry.power, at) };
        let (first, rest) = split(book, Force { at: stands, ..force });
        for mut part in std::iter::once(first).chain(rest) {
            part.id = next_id(book, &then);
            if then.ours.values().any(|one| one.at == part.at && one.power == part.power)
                && !part.units.is_empty()
            {
                part.at = room_in(book, &then, &entry.power, part.at);
            }
            then.ours.insert(part.id, part.clone());
            all.push((entry, part));
        }
    }
    all
}

/// A number that no force of the power has had.
fn next_id(book: &Book, known: &Known) -> ForceId {
    ForceId::of(book, &known.power, known.last_number(&known.power) + 1)
}

/// Where the sheet puts a line, or else the page.
fn place(
    book: &Book,
    known: &Known,
    entry: &Entry,
    sheet: Option<&Sheet>,
    other: Option<Space>,
) -> Option<Space> {
    let (open, default) = open(book, known, entry, other)?;
    let said = said(entry, sheet);
    let said = said.and_then(|filled| book.atlas.code(filled.names("at").first()?));
    Some(said.filter(|at| open.contains(at)).unwrap_or(default))
}

fn said<'s>(entry: &Entry, sheet: Option<&'s Sheet>) -> Option<&'s sheet::keys::Filled> {
    let mut placings = sheet?.placings.iter();
    placings.find(|(key, _)| *key == entry.key).map(|(_, filled)| filled)
}

/// The force of a line as it would come; none, if it brings ships or steps alone.
fn force(book: &Book, known: &Known, entry: &Entry, sheet: Option<&Sheet>) -> Option<Force> {
    let said = said(entry, sheet);
    let mut force = Force::new(next_id(book, known), &entry.power, Space(0));
    force.army.clone_from(&entry.army);
    let is_free = |name: &&String| known.with_leader(name).is_none();
    force.leaders.extend(entry.commander.iter().chain(&entry.leaders).filter(is_free).cloned());
    let named = said.map(|filled| filled.names("leaders")).unwrap_or_default();
    let chosen = setup::leaders_to_come(book, known, entry, &force, &named);
    force.leaders.extend(chosen);
    let takes_other = said.is_some_and(|filled| filled.flag("other units"));
    let units = if takes_other && !entry.other.is_empty() { &entry.other } else { &entry.counted };
    force.units.clone_from(units);
    if has_lowered(book, &known.money, &entry.power) {
        units::lower(&mut force.units, &entry.power);
    }
    (force.trains, force.engineers, force.depots) = (entry.trains, entry.engineers, entry.depots);
    force.activations = entry.activations;
    force.reserve.clone_from(&entry.reserve);
    (!force.is_empty()).then_some(force)
}
