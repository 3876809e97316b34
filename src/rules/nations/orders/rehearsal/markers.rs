//! On which markers an entry acts (NIA §5.1.1, §5.1.3).

use crate::book::Book;
use crate::land::initiative;
use crate::orders::words::meant;
use crate::orders::{Entry, Sheet};
use crate::position::Position;
use crate::record::state::{Bloc, Force, Marker};
use crate::season::entries::is_named;
use crate::season::initiative::{First, first, may_add_second};
use crate::sight::known::Known;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

/// The line on which markers an entry acts, with a remark if none of them can wake it.
pub fn woken(wakes: Result<String, String>, entry: &Entry, faults: &mut Diagnostics) -> String {
    wakes.unwrap_or_else(|why| {
        let told = format!("this entry {why}");
        faults.push(Diagnostic::remark("never", entry.head(), told).rule("NIA §5.1.3"));
        why
    })
}

/// The initiative by which an entry acts on land: that of whom it names, with the force as it is known.
pub(super) fn initiative_of(book: &Book, entry: &Entry, force: Option<&Force>) -> u8 {
    let printed = book.people.leader(&entry.who).map(|leader| leader.initiative);
    let with = |force: &Force| {
        let named = force.leaders.iter().find(|leader| **leader == entry.who);
        match named.map(String::as_str).or(force.commander()) {
            Some(leader) => initiative::of(book, force, leader),
            None => initiative::without_leader(book, force),
        }
    };
    force.map(with).or(printed).unwrap_or(1)
}

/// The land markers of its side that can wake an entry of troops, by their numbers; none, if it waits for one of them to
/// be the last.
pub fn land_markers(book: &Book, known: &Known, entry: &Entry) -> BTreeSet<u8> {
    let bloc = known.bloc(&known.power);
    let force = meant(&book.atlas, &book.units, &entry.who, known.own());
    let is_on = |value: &u8| {
        let is = |on: &String| is_named(on, Marker::Land(bloc, *value));
        entry.on.is_empty() || entry.on.iter().any(is)
    };
    let by_land = !entry.at_sea() && !entry.is_transport();
    let can = (1..=4).filter(|value| by_land && *value <= initiative_of(book, entry, force));
    can.filter(is_on).collect()
}

/// The first marker of the season, if its author knows it beforehand, and the entries that act on it: of each
/// force the first that fits (NIA §3.2, §5.1.3).
pub fn on_the_first(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
) -> Option<(Marker, BTreeMap<String, u16>)> {
    let marker = match first(book, known.season, |power| known.bloc(power)) {
        First::Fixed(marker) => marker,
        First::Chosen { by, default } if by == known.power => sheet.first_marker.unwrap_or(default),
        First::Chosen { .. } | First::Drawn => return None,
    };
    let Marker::Land(bloc, value) = marker else { return None };
    if bloc != known.bloc(&known.power) {
        return None;
    }
    let mut acts: BTreeMap<String, u16> = BTreeMap::new();
    for entry in sheet.entries.iter().filter(|entry| !entry.at_sea() && !entry.is_transport()) {
        let force = meant(&book.atlas, &book.units, &entry.who, known.own());
        let is_on = entry.on.is_empty() || entry.on.iter().any(|on| is_named(on, marker));
        let waits = entry.condition.is_some() || entry.card.is_some() || !is_on;
        if !waits && initiative_of(book, entry, force) >= value {
            acts.entry(entry.who.clone()).or_insert(entry.number);
        }
    }
    Some((marker, acts))
}

/// The one marker on which a neutral power acts, or why an entry of it does not (NIA §17.4.5).
fn of_neutrals(entry: &Entry) -> Result<Marker, String> {
    let marker = if entry.at_sea() { Marker::NeutralNaval } else { Marker::NeutralLand };
    match entry.on.is_empty() || entry.on.iter().any(|on| is_named(on, marker)) {
        true => Ok(marker),
        false => Err(format!("never acts: a neutral power acts on the marker `{marker}` alone")),
    }
}

/// Which markers can wake an entry, or why none can (NIA §5.1.1, §5.1.3).
pub fn wakes(
    book: &Book,
    known: &Known,
    text: &str,
    entry: &Entry,
    force: Option<&Force>,
) -> Result<String, String> {
    let own = known.bloc(&known.power).word();
    let asked = entry.asked.clone().zip(entry.condition.as_ref());
    let asked = asked.map(|(at, condition)| format!(", {}", condition.when(&text[at])));
    let condition = asked.unwrap_or_default();
    if known.bloc(&known.power) == Bloc::Neutral {
        return of_neutrals(entry)
            .map(|marker| format!("acts on the marker `{marker}`{condition}"));
    }
    let short = |on: &String| on.strip_prefix(own).unwrap_or(on).trim().to_owned();
    let wanted: Vec<String> = entry.on.iter().map(short).collect();
    let last = wanted.iter().any(|word| word == "last");
    let fits = |marker: &String| wanted.is_empty() || wanted.contains(marker);
    if entry.is_transport() {
        let naval = ["naval 1", "naval 2"].map(str::to_owned).iter().any(fits);
        return match naval {
            true => Ok(format!("acts on a naval marker of {own}{condition}")),
            false => Err("never acts: troops are transported on naval markers alone".to_owned()),
        };
    }
    if entry.at_sea() {
        let bloc = known.bloc(&known.power);
        let most = if may_add_second(book, known.common(), bloc) { 2 } else { 1 };
        let markers = (1..=most).map(|value| format!("naval {value}"));
        let fitting: Vec<String> = markers.filter(|marker| last || fits(marker)).collect();
        return match &fitting[..] {
            [] if most == 1 => Err("never acts: ships act on naval 1 alone this season".to_owned()),
            [] => Err("never acts: ships act on naval markers alone".to_owned()),
            [one] => Ok(format!("acts on {own} {one}{condition}")),
            _ if last => Ok(format!("acts on the last {own} naval marker{condition}")),
            _ => Ok(format!("acts on {own} naval 1 or 2{condition}")),
        };
    }
    let initiative = initiative_of(book, entry, force);
    let can = (1..=4).filter(|value| *value <= initiative);
    let markers: Vec<String> = can.map(|value| format!("land {value}")).collect();
    let can = markers.join(", ");
    if last {
        let named = markers.iter().filter(|marker| wanted.contains(marker));
        let named: String = named.map(|marker| format!("{marker}, or on ")).collect();
        return Ok(format!("acts on {named}the last of {own} {can} to be drawn{condition}"));
    }
    let fitting: Vec<String> = markers.iter().filter(|marker| fits(marker)).cloned().collect();
    if fitting.is_empty() {
        return Err(format!("never wakes: with initiative {initiative} only {can} can"));
    }
    Ok(format!("acts on {own} {}{condition}", fitting.join(", ")))
}

/// The land markers that wake an entry, and whether it waits for something else too.
#[derive(Debug)]
pub(super) struct Wakes {
    pub on: BTreeSet<u8>,
    pub waits: bool,
}

/// Why an entry may be played before those that lead another force away.
#[derive(Clone, Copy)]
pub(super) enum Sooner {
    /// The others wait for a condition or a card.
    TheyWait,
    /// This land marker, the lowest such, wakes the entry and none of the others.
    OnLand(u8),
}

/// Why an entry that these markers wake may be played before those that lead another force away, if it may.
pub(super) fn sooner(
    all: &[(String, Wakes)],
    own: &BTreeSet<u8>,
    leads: impl Fn(&str) -> bool,
) -> Option<Sooner> {
    let by = all.iter().filter(|(whom, _)| leads(whom)).map(|(_, wakes)| wakes);
    let surely: Vec<&BTreeSet<u8>> =
        by.filter(|wakes| !wakes.waits).map(|wakes| &wakes.on).collect();
    let sooner = |value: &&u8| surely.iter().all(|on| !on.contains(value));
    let value = own.iter().find(sooner).copied()?;
    let they_wait = surely.iter().all(|on| on.is_empty());
    Some(if they_wait { Sooner::TheyWait } else { Sooner::OnLand(value) })
}
