//! The order form: a sheet with a power's own forces in it, ready to be filled in.

use super::book::Book;
use super::book::scenario::{At, Entry};
use super::known::Known;
use super::plan::place;
use super::sea::squad;
use super::state::{Force, Ship, Squadron};
use super::view::forces::units;

/// Writes the form for the season to come.
pub fn form(book: &Book, known: &Known, campaign: &str) -> String {
    let mut text = String::new();
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    line(&format!("campaign: {campaign}"));
    line(&format!("season: {}", known.season));
    line(&format!("power: {}", known.power));
    line("# token:                 # only if it is not in the address or the subject");
    set_up(book, known, &mut line);
    line("");
    line("# Entries are played in this order, one a leader and marker. Take away the");
    line("# `#` and the blank behind it, and write where to go: `march: [Turin]`.");
    line("activations:");
    let mut own: Vec<&Force> = known.own().collect();
    own.sort_by_key(|force| (force.army.is_none(), force.leaders.is_empty(), force.id));
    for force in own {
        entry(book, force, &mut line);
    }
    for squadron in known.squadrons.iter().filter(|squadron| squadron.power == known.power) {
        ships(book, squadron, &mut line);
    }
    line("");
    line("# reactions:");
    line("# - who: any");
    line("#   met: {stop: {if: always}}");
    line("# letters:");
    line(&format!("# - to: {}", others(known)));
    line("#   text: |");
    line("#     Sire, ...");
    line("# note to umpire: |");
    line("#   ...");
    text
}

/// Somebody to write to.
fn others(known: &Known) -> &str {
    let other = known.sides.keys().find(|power| **power != known.power);
    other.map_or("...", String::as_str)
}

/// One force: what it is in comments, and an entry for it to be filled in.
fn entry(book: &Book, force: &Force, line: &mut impl FnMut(&str)) {
    let name = force.name(&book.atlas, &book.units);
    let key = if force.leaders.is_empty() { "force" } else { "leader" };
    let initiative = match force.commander() {
        Some(leader) => book.people.known(leader).initiative,
        None if force.units.is_empty() => return,
        None => 1,
    };
    let factor = super::movement::factor(book, force);
    let mut about = vec![place(book, force.at)];
    about.extend(force.army.clone());
    about.push(match units(book, force) {
        none if none.is_empty() => "no units".to_owned(),
        units => units,
    });
    if force.leaders.len() > 1 {
        about.push(format!("under him {}", force.leaders[1..].join(", ")));
    }
    about.push(format!("initiative {initiative}, {factor} points"));
    if force.reserve.is_some() {
        about.push("held in reserve".to_owned());
    }
    line("#");
    comment(&about.join("; "), line);
    line(&format!("# - {key}: {name}"));
    line("#   steps: [{march: []}]");
}

/// One squadron: where it lies in a comment, and an entry for it to be filled in.
fn ships(book: &Book, squadron: &Squadron, line: &mut impl FnMut(&str)) {
    let ships: Vec<Ship> =
        squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet)).collect();
    let chief = squad::commander(book, &ships);
    let mut about = vec![super::view::sea::whereabouts(book, &squadron.at)];
    let others: Vec<&str> =
        squadron.fleets.iter().filter(|f| **f != chief.fleet).map(String::as_str).collect();
    if !others.is_empty() {
        about.push(format!("with {}", others.join(", ")));
    }
    about.push(format!("on naval markers, {} points", squad::factor(book, &ships)));
    line("#");
    comment(&about.join("; "), line);
    line(&format!("# - squadron: {}", chief.fleet));
    line("#   steps: [{sail: []}]");
}

/// Writes a comment, a line at most 78 letters long.
fn comment(text: &str, line: &mut impl FnMut(&str)) {
    let mut written = String::from("#  ");
    for word in text.split(' ') {
        if written.chars().count() + 1 + word.chars().count() > 78 {
            line(&written);
            written = String::from("#    ");
        }
        written.push(' ');
        written.push_str(word);
    }
    line(&written);
}

/// What the sheet can still place: the set-up while nothing has been played, then the arrivals.
fn set_up(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let first = known.season == book.scenario.first && known.tales.is_empty();
    if first && book.scenario.initiative.as_deref() == Some(&known.power) {
        line(&format!("# first marker: {} land 4", known.bloc(&known.power).word()));
    }
    let mut lines = vec![];
    if first {
        let own = book.scenario.forces.iter().filter(|entry| entry.power == known.power);
        let open = own.filter(|entry| entry.at.is_open() || entry.chosen.is_some());
        lines.extend(open.map(|entry| placing(book, entry)));
    }
    let coming = super::setup::coming(book, known).into_iter().filter(|(_, _, open)| *open);
    lines.extend(coming.map(|(key, at, _)| format!("{key}: {at}")));
    if lines.is_empty() {
        return;
    }
    let until = if first { ", until the umpire starts the game" } else { "" };
    line(&format!("# set-up:     # where you may choose{until}; the defaults stand here"));
    for written in lines {
        line(&format!("#   {written}"));
    }
}

/// A line of the set-up with its defaults: a place, fleets, leaders to be chosen.
fn placing(book: &Book, entry: &Entry) -> String {
    let (_, default) = super::setup::legal(book, entry);
    let at = match (&entry.at, default) {
        (At::AnySea { defaults, default, .. }, _) => {
            let seas: Vec<&str> = defaults.iter().chain(default).map(String::as_str).collect();
            format!("[{}]", seas.join(", "))
        }
        (_, Some(space)) => book.atlas.name(space),
        (_, None) => String::new(),
    };
    match &entry.chosen {
        None => format!("{}: {at}", entry.key),
        Some(chosen) => {
            let at = if entry.at.is_open() { format!("at: {at}, ") } else { String::new() };
            format!("{}: {{{at}leaders: [{}]}}", entry.key, chosen.default.join(", "))
        }
    }
}
