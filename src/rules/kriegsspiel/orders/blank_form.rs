//! The order form that goes with a report: a sheet with the power's own forces in it, to be filled in.
//!
//! Every line but the head is a comment, so that the form as it stands orders nothing. It is made from
//! the known of its power and the book.

use super::fleets::{self, berth_told};
use super::organise::KINDS;
use super::within_reach::Forces;
use super::{STEPS, politics, terms};
use crate::book::Book;
use crate::book::troops::Arm;
use crate::money::purchase;
use crate::record::sea::{Berth, FleetKind, Group, Ships, add};
use crate::record::state::{Formation, General};
use crate::sea::sailing;
use crate::season::setup;
use crate::sight::known::Known;
use crate::view::{briefing, forces, money};
use kit::ground::Space;
use play::OwnForce;
use sheet::frame::{comment, head, quoted};
use sheet::guide::crib;
use sheet::reach::{self, Detail, Reach, Room};
use std::collections::BTreeSet;

/// Writes the form.
pub fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
    let known = &setup::expected(book, known);
    let forces = Forces::new(book, known);
    Room::fitting(|room| write(&forces, (campaign, last), room))
}

/// Writes the form with so much of each force.
fn write(forces: &Forces, (campaign, last): (&str, Option<&str>), room: Room) -> String {
    let (book, known) = (forces.book, forces.known);
    let mut text = head(campaign, known.moment(), &known.power);
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    if known.politics.conquered.contains(&known.power) {
        comment("You are conquered and out of the war: no sheet is asked of you.", &mut line);
        letters(known, &mut line);
        return text;
    }
    if known.politics.council {
        politics::form(known, &mut line);
        terms::form(book, known, &mut line);
        letters(known, &mut line);
        return text;
    }
    comment(&allowance(book, known), &mut line);
    briefing::held_for_now(book, known).iter().for_each(|said| comment(said, &mut line));
    comment(
        "To order a force, take the `#` away from all lines of its entry and delete what you do not \
         want: an empty `march: []` is a fault.",
        &mut line,
    );
    comment(goals_in_words(room), &mut line);
    let steps = STEPS.iter().filter(|kind| book.navies.is_some() || !fleets::is_of_ships(kind.key));
    let kinds: Vec<_> = steps.chain(&KINDS).copied().collect();
    comment(&crib(&kinds), &mut line);
    if last.is_some_and(|sheet| sheet.contains("\nstanding:")) {
        line("# Your standing orders go on unless a sheet brings new ones.");
    }
    if known.money.played {
        budget(book, known, &mut line);
    }
    line("# organise:");
    line("# - assign: {formation: , to: }");
    line("orders:");
    let mut named = vec![];
    for (nth, general) in known.own_generals().enumerate() {
        match room.of(nth) {
            Detail::Named => named.push(format!("`army: {}`", quoted(&general.name))),
            detail => army(forces, general, detail, &mut line),
        }
    }
    let led = known.own_generals().count();
    for (nth, one) in known.own().filter(|one| one.under.is_none()).enumerate() {
        match room.of(led + nth) {
            Detail::Named => {
                named.push(format!("`formation: {}`", quoted(book.given(&one.name))));
            }
            detail => alone(forces, one, detail, &mut line),
        }
    }
    ships(book, known, &mut line);
    reach::write_named(&named, &mut line);
    line("#");
    line("# words: |");
    line("#   What cannot be said otherwise; the umpire interprets it.");
    if known.politics.played {
        terms::form(book, known, &mut line);
        politics::form_of_deals(known, &mut line);
    }
    letters(known, &mut line);
    text
}

/// An entry for each group of ships.
fn ships(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    for group in own_groups(known) {
        line("#");
        comment(&about_ships(book, known, &group), line);
        line(&format!("# - fleet: {}", quoted(book.given(&group.who))));
        line("#   at sea: evade");
        let (room, steps) = (room(book, known, &group), "#   steps:");
        match (room, &group.at) {
            (0, _) => [steps, "#   - sail: []"].into_iter().for_each(&mut *line),
            (_, Berth::Port(_)) => {
                ["#   carry: []", steps, "#   - land:"].into_iter().for_each(&mut *line);
            }
            (_, Berth::Sea(_)) => [steps, "#   - land:"].into_iter().for_each(&mut *line),
        }
    }
}

/// The groups that can be ordered: grand fleets, and fleets by themselves. Captured ships sail home by themselves.
pub fn own_groups(known: &Known) -> Vec<Group> {
    let navy = &known.navy;
    let own = navy.fleets.values().filter(|one| one.power == known.power);
    let own = own.filter(|one| one.kind != FleetKind::Prizes);
    let names: BTreeSet<&str> = own.map(|one| navy.group_of(one)).collect();
    names.into_iter().filter_map(|who| navy.group(&known.power, who)).collect()
}

/// How many transports of a group have room.
fn room(book: &Book, known: &Known, group: &Group) -> u32 {
    let fleets = known.navy.of_group(group);
    let room = |one| book.navies.as_ref().map_or(0, |all| all.room(one));
    fleets.map(|one| room(&one.ships)).sum()
}

/// Where ships are, what they are, what they cost to move, and how far they sail.
pub fn about_ships(book: &Book, known: &Known, group: &Group) -> String {
    let navy = &known.navy;
    let fleets = navy.of_group(group);
    let mut all = Ships::new();
    fleets.for_each(|one| add(&mut all, &one.ships));
    let ships = book.navies.as_ref().map(|navies| navies.told(&all)).unwrap_or_default();
    let (points, pace) = (sailing::fare(book, navy, group), sailing::pace(book, navy, group));
    let unit = if points == 1 { "point" } else { "points" };
    format!("{}: {ships}; {points} action {unit}, {pace} sea areas", berth_told(book, &group.at))
}

/// A budget, with something to buy where troops can appear.
fn budget(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    line("# budget:");
    line("# - supply: all");
    line("# - action points: as needed");
    let mut kinds = purchase::sold(book, &known.power);
    if let Some(at) = purchase::homes(book, known, &known.power).first()
        && let Some(kind) = kinds.find(|kind| kind.arm == Arm::Infantry)
    {
        let sort = if purchase::is_feudal(book, &known.power) { "levy" } else { "brigade" };
        let (at, kind) = (book.atlas.name(*at), &kind.name);
        line("# - buy:");
        line(&format!("#     {sort}:"));
        line(&format!("#     at: {at}"));
        line(&format!("#     units: {{{kind}: 1}}"));
    }
}

fn letters(known: &Known, line: &mut impl FnMut(&str)) {
    if let Some(other) = known.relations.correspondent(&known.power) {
        line("# letters:");
        line(&format!("# - to: {other}"));
        line("#   text: |");
        line("#     ...");
    }
}

/// Where a player finds the places that a force reaches.
fn goals_in_words(room: Room) -> &'static str {
    match room.of(0) {
        Detail::Named | Detail::Bare => {
            "A mail with the subject `form NAME` gets the places that a force reaches, with the movement points."
        }
        Detail::Short | Detail::Whole => {
            "Above each entry: places it reaches, with the movement points. A mail with the subject \
             `form NAME` gets the whole list of a force."
        }
    }
}

/// What the marches are paid with.
fn allowance(book: &Book, known: &Known) -> String {
    let most = || format!("You have {} action points.", book.action_points(&known.power));
    money::allowance(book, known).unwrap_or_else(most)
}

fn army(forces: &Forces, general: &General, detail: Detail, line: &mut impl FnMut(&str)) {
    let (names, about) = leads(forces, general);
    line("#");
    comment(&about, line);
    if !names.is_empty() && detail == Detail::Whole {
        comment(&names, line);
    }
    let reach = forces.of_army(general);
    reach.write_goals_by(|goal| forces.rank(goal), detail, line);
    line(&format!("# - army: {}", quoted(&general.name)));
    line("#   steps:");
    line("#   - march: []");
    reach.write_deeds(detail, line);
    line("#   stance: attack");
}

/// Whom a general leads, and where they are.
fn leads(forces: &Forces, general: &General) -> (String, String) {
    let (book, known) = (forces.book, forces.known);
    let led: Vec<&Formation> = known.led(general).collect();
    let names = book.given_names(led.iter().map(|one| &one.name));
    let pace = led.iter().map(|one| one.pace(&book.troops)).min();
    let pace = pace.unwrap_or(book.figures.general_pace);
    let place = book.atlas.place(general.at);
    let unit = if general.points == 1 { "point" } else { "points" };
    let about = format!("{place}; {} action {unit}, {pace} movement points", general.points);
    (names, about)
}

/// What a formation by itself is.
fn about(forces: &Forces, one: &Formation) -> String {
    let book = forces.book;
    let (pace, units) = (one.pace(&book.troops), forces::units(book, one));
    format!("{}; {pace} movement points; {units}", book.atlas.place(one.at))
}

/// The forces of a power, each with its entry, as the form has them.
pub fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
    let known = &setup::expected(book, known);
    let forces = Forces::new(book, known);
    let one = |name: &str, key: &str, at: Space, about: String, reach: Reach| OwnForce {
        name: book.given(name).to_owned(),
        at: Some(at),
        about,
        list: "orders",
        entry: vec![format!("- {key}: {}", quoted(book.given(name))), "  steps:".to_owned()],
        go: "  - march: [PLACES]",
        through: true,
        reach,
    };
    let armies = known.own_generals().map(|general| {
        let (names, place) = leads(&forces, general);
        let about = if names.is_empty() { place } else { format!("{place}; {names}") };
        one(&general.name, "army", general.at, about, forces.of_army(general))
    });
    let mut all: Vec<OwnForce> = armies.collect();
    let alone = known.own().filter(|one| one.under.is_none());
    all.extend(alone.map(|each| {
        let (about, reach) = (about(&forces, each), forces.of_formation(each));
        one(&each.name, "formation", each.at, about, reach)
    }));
    all
}

fn alone(forces: &Forces, one: &Formation, detail: Detail, line: &mut impl FnMut(&str)) {
    line("#");
    comment(&about(forces, one), line);
    let reach = forces.of_formation(one);
    reach.write_goals_by(|goal| forces.rank(goal), detail, line);
    line(&format!("# - formation: {}", quoted(forces.book.given(&one.name))));
    line("#   steps:");
    line("#   - march: []");
    reach.write_deeds(detail, line);
    line("#   stance: attack");
}
