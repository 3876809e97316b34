//! The order form that goes with a report: the keys of the season, with a seat's own forces in it.
//!
//! Every line but the head is a comment, so that the form as it stands plays the defaults.

use super::keys::{BESIEGE, STEPS};
use super::own_forces::{Own, all_stacks, reach};
use crate::book::Book;
use crate::book::options::Extra;
use crate::court;
use crate::sight::Known;
use crate::view::money;
use sheet::frame::{comment, head};
use sheet::guide::crib;
use sheet::keys::Kind;
use sheet::reach::{Detail, Room};

/// How many stacks the form has at the most; others can be ordered like them.
const MOST: usize = 12;

/// Writes the form.
pub fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
    Room::fitting(|room| write((book, known), (campaign, last), room))
}

/// Writes the form with so much of each stack.
fn write(
    (book, known): (&Book, &Known),
    (campaign, last): (&str, Option<&str>),
    room: Room,
) -> String {
    let mut text = head(campaign, known.open.season, &known.power);
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    if known.open.is_over() {
        comment("The game is over.", &mut line);
        return text;
    }
    let purse = book.majors(&known.power).iter().map(|major| {
        let halves = known.open.treasury.get(major).copied().unwrap_or(0);
        format!("{} {}", book.title(major), money(halves))
    });
    let purse: Vec<String> = purse.collect();
    comment(&format!("Thaler: {}.", purse.join(", ")), &mut line);
    if last.is_some_and(|sheet| sheet.contains("\nstanding:")) {
        comment("Your standing orders go on unless a sheet brings new ones.", &mut line);
    }
    match known.open.season.is_court() {
        true => court::form::lines(book, known, &mut line),
        false => operations(book, known, room, &mut line),
    }
    line("#");
    comment("What is done when you are not asked:", &mut line);
    line("# reactions:");
    line("# - who: any");
    line("#   losses: [recruit, garrison]");
    if !known.open.season.is_court() {
        line("#   provision: {keep: 0}  # thaler that food leaves");
    }
    let other = known.open.seats.iter().find(|seat| **seat != known.power);
    if let Some(other) = other {
        line("# letters:");
        line(&format!("# - to: {other}"));
        line("#   text: |");
        line("#     ...");
    }
    text
}

fn operations(book: &Book, known: &Known, room: Room, line: &mut impl FnMut(&str)) {
    comment(
        "In each go-around the first entry that fits is played; an entry whose `if:` does not hold \
         waits. Take the `#` away from all lines of an entry, and delete what you do not want: an \
         empty `march: []` or `sail: []` is a fault.",
        line,
    );
    comment(
        "Above each entry: the squares it reaches in one operation, each with the points it costs, \
         halves rounded up; \
         for fleets, which have no limit, with the number of squares. \
         A mail with the subject `form NAME` gets the whole list of a force.",
        line,
    );
    let has = |extra: Extra| book.options.has(extra);
    let siege = |kind: &&&Kind| kind.key != BESIEGE.key || has(Extra::FormalSieges);
    let steps: Vec<&Kind> = STEPS.iter().filter(siege).copied().collect();
    comment(&crib(&steps), line);
    if has(Extra::Overrun) {
        let text = "An entry with `overrun: no` fights where it could overrun.";
        comment(text, line);
    }
    line("operations:");
    let all = all_stacks(book, known);
    let (fleets, land): (Vec<&Own<'_>>, Vec<&Own<'_>>) = all.iter().partition(|own| own.fleet);
    let ships = fleets.len().min(MOST / 3);
    let told = land.iter().take(MOST - ships).chain(fleets.iter().take(ships));
    let told: Vec<(usize, &&Own<'_>)> =
        told.enumerate().filter(|(nth, _)| room.of(*nth) > Detail::Named).collect();
    for (nth, own) in &told {
        line("#");
        comment(&own.about, line);
        let reach = reach(book, known, own);
        reach.write_goals(room.of(*nth), line);
        for head in own.head() {
            line(&format!("# {head}"));
        }
        line(if own.fleet { "#   - sail: []" } else { "#   - march: []" });
        reach.write_deeds(room.of(*nth), line);
        line("#   pay: thaler");
    }
    if all.len() > told.len() {
        comment(&format!("{} other stacks can be ordered alike.", all.len() - told.len()), line);
    }
}
