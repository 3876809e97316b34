//! What the war is fought for: the count of the scenario, with what everybody can see of it.
//!
//! Who holds a town is public, so that is told; corps destroyed and armies in disorder are counted
//! at the end (NIA §21.1).

use crate::book::spelling::place;
use crate::book::terms::{Otherwise, Score, Term, Verdict, Victory as Terms, What, When};
use crate::book::{Book, Fog};
use crate::money::treasury::scene::Told;
use crate::position::{Position, Situation};
use crate::record::event::Point;
use crate::record::state::Bloc;
use crate::season::verdict::{self, Stand};
use crate::sight::known::Known;
use crate::sight::news::{LandNews, SeenEvent, TableNews, WarNews};
use kit::names;
use kit::newspaper::EVERYBODY;
use serde::Serialize;
use std::collections::BTreeMap;

/// The count.
#[derive(Debug, Serialize)]
pub struct Victory {
    /// Who needs how many points, and what happens else.
    pub terms: String,
    pub rows: Vec<Row>,
    /// The same in a line.
    pub told: String,
    /// Each way to win by conditions.
    pub ways: Vec<Way>,
    /// The sum, once it was counted; before that what the places come to, which everybody sees.
    pub total: String,
}

/// One line of it.
#[derive(Debug, Serialize)]
pub struct Row {
    pub what: String,
    pub points: String,
    /// How it stands, as far as that is public.
    pub now: String,
}

/// One way to win by conditions, with each of them.
#[derive(Debug, Serialize)]
pub struct Way {
    pub wins: String,
    pub terms: Vec<Line>,
}

/// A condition, and how it stands.
#[derive(Debug, Serialize)]
pub struct Line {
    pub what: String,
    pub now: String,
}

/// Lays out the count, if the scenario has one.
pub fn victory(book: &Book, known: &Known) -> Option<Victory> {
    let terms = book.scenario.victory.as_ref()?;
    if !terms.conditions.is_empty() {
        return Some(by_conditions(book, known, terms));
    }
    let who = match (terms.either, terms.side) {
        (false, Some(side)) => format!("The {} wins", side.bloc().word()),
        _ => "A side wins".to_owned(),
    };
    let last = book.scenario.last;
    let otherwise = match terms.otherwise {
        Otherwise::Empire => "else the empire does",
        Otherwise::Coalition => "else the coalition does",
        Otherwise::Draw => "else nobody does",
    };
    let (rows, total): (Vec<Row>, String) = match scored(&known.seen_events) {
        Some((points, total, needed)) => {
            (points.iter().map(counted).collect(), format!("In all {total} of {needed}."))
        }
        None => (
            terms.points.iter().flat_map(|score| open(book, known, score)).collect(),
            so_far(book, known, terms),
        ),
    };
    let row = |row: &Row| match row.now.as_str() {
        "" => format!("{} {}", row.points, row.what),
        now => format!("{} {} ({now})", row.points, row.what),
    };
    Some(Victory {
        told: rows.iter().map(row).collect::<Vec<_>>().join("; "),
        terms: format!("{who} with {} points at the end of {last}, {otherwise}.", terms.needed),
        rows,
        ways: vec![],
        total,
    })
}

/// Lays out the conditions, each with how it stands (NIA §16, §21.3).
fn by_conditions(book: &Book, known: &Known, terms: &Terms) -> Victory {
    let situation = Situation::of(book, known);
    let line = |term: &Term| {
        let stand = verdict::stand(term, &situation);
        let held: Vec<String> = stand.held.iter().map(|at| place(book, *at)).collect();
        let whose = term.side.bloc().word();
        let holds = told_now(term, &stand, is_unseen(book, known.bloc(&known.power), term));
        let (holds, has) = match is_hidden_from_all(book, known, term, stand.holds) {
            true => ("not publicly known;".to_owned(), "has"),
            false => {
                (format!("{holds}:"), if term.asks_of_troops() { "occupies" } else { "holds" })
            }
        };
        let now = match held.as_slice() {
            [] => holds.trim_end_matches([':', ';']).to_owned(),
            held => format!("{holds} the {whose} {has} {}", held.join(", ")),
        };
        let empty: Vec<String> = stand.empty.iter().map(|at| place(book, *at)).collect();
        let now = match empty.is_empty() {
            true => now,
            false => {
                format!("{now}; nobody stands at {}, so it does not count", names::listed(&empty))
            }
        };
        let now = match stand.missing.as_slice() {
            [] => now,
            missing => format!("{now}; {}", missing.join("; ")),
        };
        Line { what: verdict::sentence(book, term), now }
    };
    let way = |verdict: &Verdict| {
        let when = match verdict.asked {
            When::AtTheEnd => format!("at the end of {}", book.scenario.last),
            When::EverySeason => "at the end of a season".to_owned(),
        };
        let when = match verdict.from {
            Some(from) if verdict.asked == When::EverySeason => format!("{when} from {from} on"),
            _ => when,
        };
        let unless = if verdict.yields { ", unless the other side wins" } else { "" };
        let all = match verdict.all.len() {
            0 | 1 => "",
            2 => " both of these hold",
            _ => " all of these hold",
        };
        Way {
            wins: format!("The {} wins if {when}{all}{unless}:", verdict.winner.bloc().word()),
            terms: verdict.all.iter().map(line).collect(),
        }
    };
    let else_ = match terms.otherwise {
        Otherwise::Empire => "the empire wins",
        Otherwise::Coalition => "the coalition wins",
        Otherwise::Draw => "nobody wins",
    };
    Victory {
        terms: format!(
            "A side wins if its conditions hold and the other side's do not; else {else_}."
        ),
        rows: vec![],
        told: String::new(),
        ways: terms.conditions.iter().map(way).collect(),
        total: decided(&known.seen_events).unwrap_or_default(),
    }
}

/// Whether a condition holds now, in words.
fn told_now(term: &Term, stand: &Stand, unseen: bool) -> String {
    let as_known = if term.asks_of_troops() { ", as far as is known" } else { "" };
    match stand.holds {
        Told::Yes | Told::Doubt if unseen => {
            "nobody can tell now: no unit of theirs is in sight there".to_owned()
        }
        Told::Yes => format!("this is so now{as_known}"),
        Told::No => format!("this is not so now{as_known}"),
        Told::Doubt => format!("you cannot tell {}", names::listed(&stand.not_known)),
    }
}

/// How many conditions of a side's hold as things stand, as everybody can see it.
pub fn met(book: &Book, known: &Known) -> BTreeMap<Bloc, i64> {
    let mut all = BTreeMap::new();
    let verdicts = book.scenario.victory.iter().flat_map(|terms| &terms.conditions);
    let situation = Situation::of(book, known);
    for verdict in verdicts {
        let holds = verdict
            .all
            .iter()
            .filter(|term| verdict::stand(term, &situation).holds == Told::Yes)
            .count();
        *all.entry(verdict.winner.bloc()).or_default() += i64::try_from(holds).unwrap_or(i64::MAX);
    }
    all
}

/// Who has won, once that was decided.
fn decided(season: &[SeenEvent]) -> Option<String> {
    season.iter().find_map(|seen_event| {
        let SeenEvent::War(WarNews::Land(news)) = seen_event else { return None };
        let LandNews::Table(TableNews::GameDecided { winner, .. }) = &**news else { return None };
        let who = winner.map_or("nobody".to_owned(), |bloc| format!("the {}", bloc.word()));
        Some(format!("It is decided: {who} wins."))
    })
}

/// The count in sentences, the places by who holds them.
pub fn told(book: &Book, known: &Known) -> Vec<String> {
    let Some(terms) = &book.scenario.victory else { return vec![] };
    let Some(Victory { terms: who, rows, ways, total, .. }) = victory(book, known) else {
        return vec![];
    };
    let row = |Row { what, points, now }: Row| match now.is_empty() {
        true => format!("{what}: {points}"),
        false => format!("{what}: {points}, {now}"),
    };
    let mut lines = vec![who];
    if !ways.is_empty() {
        for Way { wins, terms } in ways {
            lines.push(wins);
            lines.extend(terms.into_iter().map(|line| format!("{}: {}", line.what, line.now)));
        }
        lines.extend(Some(total).filter(|total| !total.is_empty()));
        return lines;
    }
    if scored(&known.seen_events).is_some() {
        lines.extend(rows.into_iter().map(row));
    } else {
        let (places, rest): (Vec<&Score>, Vec<&Score>) =
            terms.points.iter().partition(|score| score.what == What::Control);
        lines.extend(holdings(book, known, &places));
        lines.extend(rest.into_iter().flat_map(|score| open(book, known, score)).map(row));
    }
    lines.push(total);
    lines
}

/// Which of the places that count each power holds.
fn holdings(book: &Book, known: &Known, places: &[&Score]) -> Vec<String> {
    let mut held: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for score in places {
        for name in &score.places {
            let at = book.atlas.named(name);
            let holder = at.and_then(|at| known.holder(book, at));
            let whose = holder.map_or("nobody", |power| book.people.title(power));
            held.entry(whose).or_default().push(format!("{name} ({:+})", score.each));
        }
    }
    held.into_iter().map(|(who, places)| format!("{who} holds {}", places.join(", "))).collect()
}

/// The count at the end, if it is over.
fn scored(season: &[SeenEvent]) -> Option<(&[Point], i32, i32)> {
    season.iter().find_map(|seen_event| {
        let SeenEvent::War(WarNews::Land(news)) = seen_event else { return None };
        let LandNews::Table(TableNews::Scored { points, total, needed, .. }) = &**news else {
            return None;
        };
        Some((points.as_slice(), *total, *needed))
    })
}

/// What the places come to as they are held now, for each side that counts.
fn so_far(book: &Book, known: &Known, terms: &Terms) -> String {
    let each = points(book, known, terms).into_iter();
    let each: Vec<String> =
        each.map(|(side, sum)| format!("{sum} for the {}", side.word())).collect();
    format!("So far by the places: {}; {} win.", each.join(", "), terms.needed)
}

/// The points of each side that counts, by the places that it holds.
pub fn points(book: &Book, eye: &dyn Position, terms: &Terms) -> Vec<(Bloc, i32)> {
    let common = eye.common();
    let held = |side: Bloc| {
        let places = terms.points.iter().filter(|score| matches!(score.what, What::Control));
        let ours = |name: &&String| {
            let at = book.atlas.named(name);
            at.and_then(|at| common.holding_bloc(book, at)) == Some(side)
        };
        let points = |score: &Score| {
            score.each * i32::try_from(score.places.iter().filter(ours).count()).unwrap_or(i32::MAX)
        };
        places.map(points).sum::<i32>()
    };
    terms.counting().into_iter().map(|side| (side, held(side))).collect()
}

/// Whether the reader's side cannot tell that a condition holds: that no unit is in sight does not say
/// that there is none (§1.3).
pub fn is_unseen(book: &Book, reader: Bloc, term: &Term) -> bool {
    !term.no_units.is_empty() && reader != term.side.bloc() && book.fog == Fog::Contact
}

/// Whether the newspaper cannot tell how a condition stands: it sees neither troops nor who feeds them, and
/// under `fog: contact` not who besieges. That nobody of a side holds a place is public.
fn is_hidden_from_all(book: &Book, known: &Known, term: &Term, holds: Told) -> bool {
    if holds == Told::Doubt && known.power == EVERYBODY {
        return true;
    }
    let holds = holds == Told::Yes;
    if known.power != EVERYBODY || !term.asks_of_troops() {
        return false;
    }
    let occupies = [&term.occupies, &term.occupies_any, &term.conquered];
    let by_troops = !term.no_units.is_empty() || !term.no_free.is_empty() || term.less.is_some();
    let by_holders =
        holds && occupies.iter().any(|list| !list.is_empty()) || !holds && !term.not_all.is_empty();
    let by_control = holds && !term.keeps.is_empty() || term.controls.is_some();
    let by_contact = by_troops || by_holders || by_control;
    !term.clear_of.is_empty() || book.fog == Fog::Contact && by_contact
}

/// A line as it was counted.
fn counted(point: &Point) -> Row {
    let now = if point.times == 1 { String::new() } else { format!("{} times", point.times) };
    Row { what: point.what.clone(), points: format!("{:+}", point.times * point.each), now }
}

/// The lines of one kind before the count.
fn open(book: &Book, known: &Known, score: &Score) -> Vec<Row> {
    let points = format!("{:+}", score.each);
    let one = |what: String, now: String| vec![Row { what, points: points.clone(), now }];
    let each = "counted at the end".to_owned();
    match score.what {
        What::Control => {
            let held = |name: &String| {
                let at = book.atlas.named(name);
                let holder = at.and_then(|at| known.holder(book, at));
                let now = holder.map_or("nobody".to_owned(), |power| {
                    format!("{} holds it", book.people.title(power))
                });
                let what = at.map_or(name.clone(), |at| place(book, at));
                Row { what, points: points.clone(), now }
            };
            score.places.iter().map(held).collect()
        }
        What::EnemyArmyDemoralized => one("each enemy army in disorder".into(), each),
        What::OwnArmyDemoralized => one("each army of its own in disorder".into(), each),
        What::EnemyCorpsDestroyed => one("each enemy corps destroyed".into(), each),
        What::OwnCorpsDestroyed => one("each corps of its own destroyed".into(), each),
        What::LeaderRemoved => {
            let name = score.leader.clone().unwrap_or_default();
            one(format!("{name} off the map"), each)
        }
    }
}
