//! The order form: a sheet with a power's own forces in it, ready to be filled in.

use super::book::Book;
use super::known::Known;
use super::plan::place;
use super::state::Force;
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
    line("# Entries are played in this order, one a leader and marker. Take away the `#` and the");
    line("# blank behind it, and write where to go: `march: [Turin, W3533]`.");
    line("activations:");
    let mut own: Vec<&Force> = known.own().collect();
    own.sort_by_key(|force| (force.army.is_none(), force.leaders.is_empty(), force.id));
    for force in own {
        entry(book, force, &mut line);
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

fn entry(book: &Book, force: &Force, line: &mut impl FnMut(&str)) {
    let name = force.name(&book.atlas, &book.units);
    let key = if force.leaders.is_empty() { "force" } else { "leader" };
    let (initiative, factor) = match force.commander() {
        Some(leader) => {
            (book.people.known(leader).initiative, super::movement::factor(book, force))
        }
        None if force.units.is_empty() => return,
        None => (1, super::movement::factor(book, force)),
    };
    let army = force.army.as_ref().map(|army| format!("{army}, ")).unwrap_or_default();
    let reserve = if force.reserve.is_some() { "in reserve; " } else { "" };
    line(&format!(
        "# - {key}: {name:<26} # {reserve}{army}{}; {}; initiative {initiative}, {factor} points",
        place(book, force.at),
        match units(book, force) {
            none if none.is_empty() => "no units".to_owned(),
            units => units,
        },
    ));
    if force.leaders.len() > 1 {
        line(&format!("#   # under him: {}", force.leaders[1..].join(", ")));
    }
    line("#   steps: [{march: []}]");
}

/// The lines of the set-up that are still open, while nothing has been played.
fn set_up(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    if known.season != book.scenario.first || !known.tales.is_empty() {
        return;
    }
    if book.scenario.initiative.as_deref() == Some(&known.power) {
        line(&format!("# first marker: {} land 4", known.bloc(&known.power).word()));
    }
    let open = book.scenario.forces.iter().filter(|entry| entry.power == known.power);
    let open: Vec<_> = open.filter(|entry| entry.at.is_open() || entry.chosen.is_some()).collect();
    if open.is_empty() {
        return;
    }
    line("# set-up:                # where the scenario leaves it open; the defaults stand here");
    for entry in open {
        let (_, default) = super::setup::legal(book, entry);
        let at =
            default.map(|space| book.atlas.name(space)).unwrap_or_else(|| "a sea area".to_owned());
        line(&format!("#   {}: {at}", entry.key));
    }
}
