//! What a player reads before their first orders, and the calendar of every mail.

use super::forces::{self, ForceLine};
use super::table;
use crate::book::Book;
use crate::record::season::LAST_PART;
use crate::sight::Known;
use kit::names::capital;
use play::Briefing;

/// The page for a seat.
pub fn briefing(book: &Book, known: &Known) -> Briefing {
    let mut own = forces::forces(book, known);
    own.sort_by_key(|line| std::cmp::Reverse(line.strength));
    let told = |line: &ForceLine| format!("{}: {}", line.place, line.units);
    let aim = table::victory(book, known);
    let hand = table::hand(known);
    let hand = (!hand.is_empty()).then(|| format!("Your hand: {}.", hand.join(", ")));
    Briefing::new(aim, own.iter().map(told).collect(), hand.into_iter().collect())
}

/// Which season of how many this is, what ends a year early, and what silence costs.
pub fn calendar(book: &Book, known: &Known) -> Vec<String> {
    let (season, last) = (known.open.season, book.scenario.last);
    let name = capital(&season.to_string());
    let years = match last.saturating_sub(season.year) {
        0 => "This is the last year.".to_owned(),
        1 => format!("One more year follows, {last}."),
        more => format!("{more} more years follow, to {last}."),
    };
    let then = match season.part {
        0 => format!("After it come {LAST_PART} seasons of operations this year."),
        LAST_PART => {
            "It is the last of the year: then units are fed and victory is checked.".into()
        }
        part if LAST_PART - part == 1 => "One more season of operations comes this year.".into(),
        part => format!("{} more seasons of operations come this year.", LAST_PART - part),
    };
    let early = match season.is_court() {
        true => "Thaler are spent in the court alone, but for operations and food.",
        false => "If a whole season passes without an operation, the year is over.",
    };
    let silence = match season.is_court() {
        true => "Without a sheet you bid, buy and raise nothing until the next court.",
        false => "Without a sheet your standing orders are played; without those you pass.",
    };
    vec![format!("{name}. {then} {early} {years}"), silence.to_owned()]
}
