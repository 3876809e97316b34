//! The court's part of the order form: a line for each key, with the seat's own markers and cities in it.
//!
//! Every line is a comment, so that the form as it stands plays the defaults.

use super::initiative::highest;
use super::mobilization::playable;
use super::mobilization::raise::is_quiet;
use super::taxation::{restoring, taxes};
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::troops::Kind;
use crate::position::Position;
use crate::record::state::Captive;
use crate::sight::Known;
use kit::ground::Space;
use sheet::frame::{comment, comment_between};
use std::collections::BTreeSet;

/// How many cities the form names.
const MOST: usize = 8;
/// How many places besides the first it names for a marker.
const OTHERS: usize = 4;
/// Writes the lines.
pub fn lines(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let most = highest(book, &known.open, &known.power);
    comment(&format!("Take the `#` away before what you order. You can bid up to {most}."), line);
    let taxes: u32 = taxes(book, known, &known.power).values().map(|(thaler, _)| thaler).sum();
    comment(&format!("Taxes come in after the bids: {taxes} thaler as things stand."), line);
    line("# initiative: [{bid: 0}]");
    let hand: Vec<&str> = known.markers.own.iter().map(|one| kind_of(one)).collect();
    if hand.contains(&"Mercantilism") {
        line("# tax: {mercantilism: yes}");
    }
    let restored = |at: &&Space| restoring(book, known, &known.power, **at).is_ok();
    let waste = known.open.pillaged.iter().filter(restored);
    for at in waste {
        line(&format!("# clear: [{}]", book.atlas.name(*at)));
    }
    comment("The market, lot by lot: each bid at most `up to`, all together `spend`.", line);
    line("# market: {up to: 2, spend: 4, keep: 4}");
    let other = known.open.seats.iter().find(|seat| **seat != known.power);
    if let Some(other) = other {
        comment("A deal needs the same line in both sheets, `give` and `get` exchanged.", line);
        line("# deals:");
        line(&format!("# - {{name: ours, with: {other}, give: {{thaler: 1}}}}"));
    }
    let holds = |one: &&Captive| one.by == known.power;
    if let Some(one) = known.open.prisoners.iter().find(holds)
        && let Some(seat) = known.open.controller(&one.sort.power)
    {
        let who = one.sort.words();
        line(&format!("# - {{name: cartel, with: {seat}, give: {{prisoners: [{who}]}}}}"));
    }
    let alliances = hand.iter().filter_map(|kind| kind.strip_prefix("Alliance "));
    let alliances: Vec<String> = alliances.map(str::to_lowercase).collect();
    if !alliances.is_empty() {
        line("# diplomacy:");
    }
    for minor in alliances {
        line(&format!("# - {{alliance: {minor}}}"));
    }
    let (majors, year) = (book.majors(&known.power), known.open.season.year);
    let raises = majors.iter().find(|major| !is_quiet(book, year, major));
    if let Some(power) = raises {
        let of = if Some(power) == majors.first() { "" } else { &format!(", of: {power}") };
        comment("Units in the order in which you want them, while the thaler last:", line);
        comment(&left_to_raise(book, known, &known.power), line);
        line("# mobilize:");
        for name in cities(book, known) {
            line(&format!("# - {{infantry: 1{of}, at: {name}}}"));
        }
    } else {
        comment("This year no units are raised for thaler; markers and a levy may.", line);
    }
    line("# keep: 4");
    plays(book, known, line);
    comment("There are also `promote`, `demobilize`, `fieldworks`, `levy` and `peace`.", line);
}

/// How many counters of each kind the seat's own powers have left to raise (§11.14).
fn left_to_raise(book: &Book, position: &impl Position, seat: &str) -> String {
    let of = |major: &String| {
        let kinds = Kind::TROOPS.into_iter().filter(|kind| book.cards.mix(major, *kind) > 0);
        let left = kinds.filter_map(|kind| {
            Some(format!("{} {}", position.counters_left(book, major, kind)?, kind.word()))
        });
        format!("{} {}", book.title(major), left.collect::<Vec<_>>().join(", "))
    };
    let all: Vec<String> = book.majors(seat).iter().map(of).collect();
    format!("Counters left: {}.", all.join("; "))
}

/// The markers of the hand that the mobilization plays, each where it can be played as things stand, the
/// cities of the seat first.
fn plays(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let kinds: BTreeSet<&str> = known.markers.own.iter().map(|one| kind_of(one)).collect();
    let cities = cities(book, known);
    let (mut lines, mut nowhere) = (vec![], vec![]);
    for kind in kinds {
        let Ok(places) = playable::places(book, known, &known.power, kind) else { continue };
        let mut names: Vec<&str> = places.into_iter().map(|at| book.atlas.name(at)).collect();
        let rank = |name: &&str| cities.iter().position(|city| city == name).unwrap_or(MOST);
        names.sort_by_key(rank);
        match names.split_first() {
            Some((first, others)) => {
                lines.push(format!("# - {{marker: {kind}, at: {first}}}"));
                let others: Vec<&str> = others.iter().copied().take(OTHERS).collect();
                if !others.is_empty() {
                    let told = format!("or at {}", others.join(", "));
                    comment_between(&told, &mut |one: &str| lines.push(one.to_owned()));
                }
            }
            None => nowhere.push(kind),
        }
    }
    if !lines.is_empty() {
        line("# play:");
        lines.iter().for_each(|one| line(one));
    }
    if !nowhere.is_empty() {
        comment(
            &format!("Cannot be played anywhere as things stand: {}.", nowhere.join(", ")),
            line,
        );
    }
}

/// The cities and fortresses that a seat holds, the richest first.
pub fn cities(book: &Book, known: &Known) -> Vec<String> {
    let mut all: Vec<(u32, String)> = known
        .own
        .spaces()
        .filter(|at| !known.open.pillaged.contains(at))
        .filter(|at| known.occupier(*at).as_deref() == Some(&known.power))
        .filter_map(|at| Some((book.atlas.city(at)?.tax, book.atlas.name(at).to_owned())))
        .collect();
    all.sort_by_key(|(tax, name)| (std::cmp::Reverse(*tax), name.clone()));
    all.into_iter().take(MOST).map(|(_, name)| name).collect()
}
