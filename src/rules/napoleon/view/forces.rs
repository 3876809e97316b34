//! The map as a table: each area with its holder and who stands there; what can be bought; the
//! objectives and what a victory scores now.

use super::board::short;
use super::words::punch;
use crate::book::Book;
use crate::book::scenario::When;
use crate::record::force::{Force, Side, strength};
use crate::theatre::holding::{Outcome, victory};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// So many supply points, in words.
pub fn points(many: u32) -> String {
    if many == 1 { "1 supply point".to_owned() } else { format!("{many} supply points") }
}

/// An area of the map.
#[derive(Debug, Clone, Serialize)]
pub struct AreaLine {
    pub name: String,
    pub objective: bool,
    pub city: bool,
    pub holder: String,
    /// Who stands there, a line a side.
    pub ours: String,
    pub theirs: String,
    /// The areas next to it.
    pub next: String,
}

fn forces(book: &Book, theatre: &Theatre, side: Side, at: Space) -> String {
    let here = theatre.forces_at(side, at);
    if here.is_empty() {
        return String::new();
    }
    let one = |force: &Force| {
        let mark = if force.reduced { "-" } else { "" };
        let name = short(book.name(force.id));
        // Counters that are alike have a number, which says nothing here.
        let alike = force.recruit || !force.kind.is_mobile();
        let name =
            if alike { name.trim_end_matches(|sign: char| sign.is_ascii_digit()) } else { name };
        let name = name.trim_end();
        format!("{name} {}{mark}", punch(force.face().punch))
    };
    let mut names: Vec<(String, usize)> = vec![];
    for name in here.iter().map(one) {
        match names.last_mut() {
            Some((last, many)) if *last == name => *many += 1,
            _ => names.push((name, 1)),
        }
    }
    let many = |(name, many): (String, usize)| match many {
        1 => name,
        many => format!("{many} times {name}"),
    };
    let names: Vec<String> = names.into_iter().map(many).collect();
    format!("{}: {}", strength(&here), names.join(", "))
}

fn line(book: &Book, theatre: &Theatre, at: Space, unseen: &BTreeSet<Space>) -> AreaLine {
    let mut ours = forces(book, theatre, Side::French, at);
    if theatre.napoleon == Some(at) {
        ours = if ours.is_empty() { "Napoleon".to_owned() } else { format!("{ours}, Napoleon") };
    }
    let next = book.map.neighbours(at);
    let next: Vec<&str> = next.into_iter().map(|next| book.map.name(next)).collect();
    let holder = match theatre.holder(at) {
        Some(Side::French) => "yours",
        Some(Side::Enemy) => "the enemy's",
        None => "nobody's",
    };
    let memory = if unseen.contains(&at) { ", as last seen" } else { "" };
    AreaLine {
        name: book.map.name(at).to_owned(),
        objective: book.campaign.objectives.contains(&at),
        city: book.map.is_city(at),
        holder: format!("{holder}{memory}"),
        ours,
        theirs: forces(book, theatre, Side::Enemy, at),
        next: next.join(", "),
    }
}

/// The areas with forces, and the objectives.
pub fn areas(book: &Book, theatre: &Theatre, unseen: &BTreeSet<Space>) -> Vec<AreaLine> {
    let all = book.map.all().map(|at| line(book, theatre, at, unseen));
    all.filter(|line| line.objective || !line.ours.is_empty() || !line.theirs.is_empty()).collect()
}

/// What can be bought, with its price.
pub fn wares(book: &Book, theatre: &Theatre) -> Vec<String> {
    let mut sorts: BTreeMap<(bool, String, u32), usize> = BTreeMap::new();
    for force in theatre.for_sale() {
        let common = force.recruit || !force.kind.is_mobile();
        let name = match (force.recruit, common) {
            (true, _) => format!("recruit {}", force.kind.word()),
            (false, true) => force.kind.word().to_owned(),
            (false, false) => book.name(force.id).to_owned(),
        };
        *sorts.entry((common, name, force.price())).or_default() += 1;
    }
    let line = |((_, name, price), many): ((bool, String, u32), usize)| {
        let many = if many > 1 { format!(", {many} of them") } else { String::new() };
        format!("{name} for {price} points{many}")
    };
    sorts.into_iter().map(line).collect()
}

/// So many scouts in words.
pub fn scouts(many: u32) -> String {
    match many {
        0 => "no scout".to_owned(),
        1 => "one scout".to_owned(),
        many => format!("{many} scouts"),
    }
}

/// Both purses, scouts, and what comes in.
pub fn purse(book: &Book, theatre: &Theatre) -> Vec<String> {
    let scouts = scouts(theatre.scouts);
    vec![
        format!(
            "You have {} and {scouts}; the enemy has {}.",
            points(theatre.french_supply),
            points(theatre.enemy_supply)
        ),
        format!(
            "Income as things stand: {}. A refit costs {}, a scout {}, a forced march {}.",
            theatre.income(book),
            book.figures.refit,
            book.figures.scout,
            book.figures.forced_march
        ),
    ]
}

/// What the campaigns before this one leave: points, and who may keep the counter of the last one.
pub fn before(book: &Book, theatre: &Theatre) -> Vec<String> {
    let Some(log) = &book.log else { return vec![] };
    let past = |past: &crate::book::log::Past| format!("{}: {} points", past.title, past.points);
    let won: Vec<String> = log.won.iter().map(past).collect();
    let mut lines = vec![format!("Won before: {}.", won.join(", "))];
    let years = *book.tables.linked.fame.read(log.points());
    lines.push(format!(
        "Together {} points, {years} years of fame; the chart is for all eleven campaigns.",
        log.points()
    ));
    let face = |force: &Force| {
        let face = force.face();
        format!("activation {}, combat {}", face.activation, punch(face.punch))
    };
    for force in &theatre.forces {
        let Some((old, year)) = book.veteran(force.id) else { continue };
        let name = book.name(force.id);
        if theatre.veterans.contains(&force.id) {
            lines.push(format!("{name} has the counter of {year}."));
        } else if theatre.may_keep(book, force.id) {
            lines.push(format!(
                "{name} may keep the counter of {year} ({}) in place of that of {} ({}): `keep \
                 commanders: [{name}]` with the first moves. The enemy gets an upgrade for it.",
                face(&old),
                book.campaign.year,
                face(force)
            ));
        }
    }
    lines
}

/// Who comes later, where, and when (§7.6).
fn still_to_come(book: &Book, theatre: &Theatre) -> Vec<String> {
    let mut lines = vec![];
    for (number, late) in book.campaign.late.iter().enumerate() {
        let waits = |force: &&Force| theatre.place(force.id) == Place::Late(number);
        let waiting: Vec<&Force> = theatre.forces.iter().filter(waits).collect();
        if waiting.is_empty() {
            continue;
        }
        let names: Vec<&str> = waiting.iter().map(|force| book.name(force.id)).collect();
        let when = match &late.when {
            When::Turn(turn) => {
                let name = book.campaign.track.get(turn.saturating_sub(1));
                let name = name.map_or_else(String::new, |found| format!(", {}", found.turn));
                format!("in turn {turn}{name}")
            }
            When::Entered(areas) => {
                let areas: Vec<&str> = areas.iter().map(|at| book.map.name(*at)).collect();
                format!("as soon as French forces stand in {}", either(&areas))
            }
        };
        lines.push(format!(
            "Still to come, at {} {when}: {} ({} together).",
            book.map.name(late.at),
            names.join(", "),
            strength(waiting)
        ));
    }
    lines
}

/// Names with an `or` before the last.
fn either(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Who holds the objectives, and, unless the campaign is over, what a victory now would score.
pub fn objectives(book: &Book, theatre: &Theatre, over: bool) -> Vec<String> {
    let names = |list: Vec<Space>| {
        let names: Vec<&str> = list.into_iter().map(|at| book.map.name(at)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let disputed = book.campaign.objectives.iter().copied();
    let disputed: Vec<Space> = disputed.filter(|at| theatre.holder(*at).is_none()).collect();
    let mut lines = vec![
        format!("Yours: {}.", names(theatre.objectives(book, Side::French))),
        format!("The enemy's: {}.", names(theatre.objectives(book, Side::Enemy))),
    ];
    if !disputed.is_empty() {
        lines.push(format!("Nobody's: {}.", names(disputed)));
    }
    if over {
        return lines;
    }
    let track = &book.campaign.track;
    let (turn, all) = (theatre.turn, track.len());
    let worth = match victory(track, turn) {
        Outcome::Won { points, word } => format!("{points} points, {word:?}"),
        Outcome::Lost(_) => "defeat, since it is too early".to_owned(),
    };
    lines.push(format!("All of them this turn: {worth}. This is turn {turn} of {all}."));
    lines.push(format!(
        "Lost with fewer than {} from the end of the French half of turn {} on, with Napoleon alone, \
         when a retreat from a battle finds no area, or when the turns are over. A battle that is \
         still to be fought for an objective comes before the look; where both encamp nobody holds it.",
        book.campaign.fewest_objectives, book.campaign.fewest_from_turn
    ));
    lines.extend(still_to_come(book, theatre));
    lines
}
