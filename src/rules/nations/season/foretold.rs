//! What the start will make of a set-up sheet, told when the sheet comes in (NIA §21.C).
//!
//! The same functions set up that the start asks, with this sheet and with the scenario's own places
//! for the others, whose sheets nobody may know of. What is closed so is a fault; what the choice of
//! another power may still close is told as a condition, and so is what it may open.
//!
//! Not here: the start itself (`setup.rs`), and where a line may stand (`places.rs`).

use crate::book::Book;
use crate::book::scenario::{At, Entry};
use crate::decisions::Topic;
use crate::orders::Sheet;
use crate::season::places::legal;
use crate::season::setup::{SET_UP, begun, holders, in_order, place};
use crate::sight::known::Known;
use kit::ground::Space;
use kit::ledger::{Ledger, Source, What};
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

/// Sets up as this sheet says, and tells what of it would be refused; none of that is left in it.
pub fn foretell(book: &Book, known: &Known, sheet: &mut Sheet, faults: &mut Diagnostics) {
    if !known.setting_up || sheet.placings.is_empty() {
        return;
    }
    let alone = Trial::of(book, known, sheet, false);
    let printed = Trial::of(book, known, sheet, true);
    let own = |key: &str| {
        let is_own = |entry: &&Entry| entry.key == key && entry.power == known.power;
        book.scenario.forces.iter().find(is_own)
    };
    sheet.placings.retain(|(key, filled)| {
        let Some(entry) = own(key) else { return true };
        let refused = refused(book, entry, filled, (&printed, &alone));
        let is_sound = refused.is_empty();
        if is_sound {
            told(book, entry, filled, &printed).into_iter().for_each(|remark| faults.push(remark));
        }
        refused.into_iter().for_each(|fault| faults.push(fault));
        is_sound
    });
}

/// A set-up on paper.
struct Trial {
    ledger: Ledger,
    /// Where the first force of each own line stands.
    stands: BTreeMap<String, Space>,
}

impl Trial {
    /// Sets up by a sheet; with the open lines of others at the scenario's places, or without them.
    fn of(book: &Book, known: &Known, sheet: &Sheet, others: bool) -> Trial {
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let mut turn = begun(book, &mut ledger);
        turn.sheets.insert(known.power.clone(), sheet.clone());
        holders(&mut turn);
        let mut stands = BTreeMap::new();
        for entry in in_order(book) {
            let is_own = entry.power == known.power;
            if !is_own && !others && entry.at.is_open() {
                continue;
            }
            let before: BTreeSet<_> = turn.state.forces.keys().copied().collect();
            place(&mut turn, entry, SET_UP, false);
            let new = turn.state.forces.values().find(|force| !before.contains(&force.id));
            if let Some(force) = new.filter(|_| is_own) {
                stands.insert(entry.key.clone(), force.at);
            }
        }
        drop(turn);
        Trial { ledger, stands }
    }

    /// How a question about a line was answered, and what was open to it.
    fn asked(&self, entry: &Entry, what: &str) -> Option<(Source, &[String])> {
        let ask = format!("/{}/{what}/{}/", entry.key, Topic::SetUp.decision().topic());
        // Lines of two powers may have one name.
        self.ledger.entries().iter().find_map(|answer| match &answer.what {
            What::Decision { decider, options, .. }
                if *decider == entry.power && answer.key.contains(&ask) =>
            {
                Some((answer.source, options.as_slice()))
            }
            _ => None,
        })
    }
}

/// What a line of a sheet names, each with the question that it answers.
fn answers<'f>(entry: &Entry, filled: &'f Filled) -> impl Iterator<Item = (&'f Given, String)> {
    let at = |index: usize| match (&entry.at, index) {
        (At::AnySea { .. }, index) => format!("fleet {}", index + 1),
        (_, 0) => "place".to_owned(),
        (_, 1) => "place of the rest".to_owned(),
        (_, index) => format!("place {}", index + 1),
    };
    let places = filled.list("at").iter().enumerate();
    let leaders = filled.list("leaders").iter().enumerate();
    let places = places.map(|(index, given)| (given, at(index))).collect::<Vec<_>>();
    places.into_iter().chain(leaders.map(|(index, given)| (given, format!("leader {}", index + 1))))
}

/// What a sheet says of a line of the set-up and the rules do not grant.
fn refused(
    book: &Book,
    entry: &Entry,
    filled: &Filled,
    (printed, alone): (&Trial, &Trial),
) -> Vec<Diagnostic> {
    let mut refused = vec![];
    for (given, what) in answers(entry, filled) {
        let Some(name) = given.name() else { continue };
        let is_leader = what.starts_with("leader");
        let (text, help) = match printed.asked(entry, &what) {
            Some((Source::Entry, _)) => continue,
            Some((_, options)) if is_leader => {
                (format!("{name} cannot come with {}", entry.key), open("it may be", options))
            }
            Some((_, options)) => {
                let options = near(book, name, options);
                let is_open = alone.asked(entry, &what).is_some_and(|(by, _)| by == Source::Entry);
                let may_open = is_open && !is_always_closed(book, entry, name);
                let unless = if may_open { UNLESS } else { "" };
                let help = format!("{}{}{unless}", why(entry), open("it may stand at", &options));
                (format!("{} cannot be set up at {}", entry.key, called(book, name)), help)
            }
            // Its own place may be written out.
            None if !entry.at.is_open() && is_printed(book, entry, name) => continue,
            None if is_leader => {
                (format!("{} takes no leader more: {name}", entry.key), "leave it out".into())
            }
            None => {
                let text = format!("{} has no place for {}", entry.key, called(book, name));
                (text, "leave it out".into())
            }
        };
        let fault = Diagnostic::fault("set-up", given.at.clone(), text).rule(SET_UP.0);
        refused.push(fault.help(help.trim()));
    }
    let other = filled.get("other units").filter(|_| filled.flag("other units"));
    if let Some(given) = other.filter(|_| entry.other.is_empty()) {
        let text = format!("{} has no other units to choose", entry.key);
        refused.push(Diagnostic::fault("set-up", given.at.clone(), text).rule(SET_UP.0));
    }
    refused
}

/// What is said of a place that others may open until the start.
const UNLESS: &str = "; it is open only if another power, which sets up before, chooses other places \
                      than the scenario's";

/// Whether a name is that of the only place that a line has.
fn is_printed(book: &Book, entry: &Entry, name: &str) -> bool {
    let (open, _) = legal(book, entry);
    let is_sea = matches!(&entry.at, At::Sea { sea } if sea == name);
    is_sea || book.atlas.code(name).is_some_and(|at| open.contains(&at))
}

/// A place as people call it.
fn called(book: &Book, name: &str) -> String {
    book.atlas.code(name).map_or(name.into(), |at| book.atlas.name(at))
}

/// Options by name, those nearest to what was asked for first.
fn near(book: &Book, asked: &str, options: &[String]) -> Vec<String> {
    let mut options: Vec<&String> = options.iter().collect();
    if let Some(asked) = book.atlas.code(asked) {
        let far =
            |one: &&String| book.atlas.code(one).map_or(0, |at| book.atlas.distance(asked, at));
        options.sort_by_key(far);
    }
    options.into_iter().map(|one| called(book, one)).collect()
}

/// The most options that a help names.
const MOST: usize = 8;

/// What is open to a line, in words.
fn open(begin: &str, options: &[String]) -> String {
    let more = if options.len() > MOST { " and others" } else { "" };
    match options.get(..options.len().min(MOST)).unwrap_or_default() {
        [] => "nothing is open to it".to_owned(),
        some => format!("{begin} {}{more}", some.join(", ")),
    }
}

/// Why a place may be closed to a line.
fn why(entry: &Entry) -> &'static str {
    match &entry.at {
        At::Clear { empty: true, .. } => {
            "it has to be where nobody stands, next to no enemy unit, and neither in nor next to an \
             enemy's fortress; "
        }
        At::Clear { .. } => {
            "it has to be next to no enemy unit, and neither in nor next to an enemy's fortress; "
        }
        _ => "",
    }
}

/// What is said of a line that will be set up, if it depends on others or stands elsewhere.
fn told(book: &Book, entry: &Entry, filled: &Filled, printed: &Trial) -> Option<Diagnostic> {
    let given = filled.list("at").first()?;
    let at = book.atlas.code(given.name()?)?;
    let (key, name) = (&entry.key, book.atlas.name(at));
    let stands = printed.stands.get(key);
    let elsewhere = stands.filter(|other| **other != at).map(|at| book.atlas.name(*at));
    // Troops close more than a train does.
    let foes = closers(book, entry, at).max_by_key(|line| reach(book, entry, line));
    if let Some(other) = foes {
        let text = format!(
            "{key} stands at {name} unless the place that is chosen for {} closes it",
            other.key
        );
        let remark = Diagnostic::remark("set-up", given.at.clone(), text).rule(SET_UP.0);
        return Some(remark.help("else it stands at the nearest place that is open"));
    }
    let other = elsewhere?;
    let text = format!("{name} has no room for {key} beside your other forces");
    let remark = Diagnostic::remark("set-up", given.at.clone(), text).rule(SET_UP.0);
    Some(remark.help(format!("it stands at {other}")))
}

/// Whether a line of another power, set up before, closes a place wherever that chooses.
fn is_always_closed(book: &Book, entry: &Entry, name: &str) -> bool {
    let Some(at) = book.atlas.code(name) else { return false };
    closers(book, entry, at).any(|line| {
        let reach = reach(book, entry, line);
        legal(book, line)
            .0
            .iter()
            .all(|other| reach.is_some_and(|reach| book.atlas.distance(*other, at) <= reach))
    })
}

/// The open lines of other powers, set up before, that may close a place.
fn closers<'b>(book: &'b Book, entry: &'b Entry, at: Space) -> impl Iterator<Item = &'b Entry> {
    let is_it = |line: &Entry| line.key == entry.key && line.power == entry.power;
    let before = in_order(book).take_while(move |line| !is_it(line));
    before.filter(|line| line.power != entry.power && line.at.is_open()).filter(move |line| {
        let reach = reach(book, entry, line);
        reach.is_some_and(|reach| {
            legal(book, line).0.iter().any(|other| book.atlas.distance(*other, at) <= reach)
        })
    })
}

/// From how far off the troops of another line close a place; none if they never do.
fn reach(book: &Book, entry: &Entry, other: &Entry) -> Option<u16> {
    let is_foe = book.scenario.side(&other.power) != book.scenario.side(&entry.power);
    let fights = !other.counted.is_empty() || other.depots > 0;
    match &entry.at {
        At::Clear { .. } if is_foe && fights => Some(1),
        At::Clear { empty: true, .. } if fights || other.trains > 0 => Some(0),
        _ => (is_foe && fights).then_some(0),
    }
}
