//! What a player reads before their first orders, and the calendar of every mail.

use super::forces::{self, ForceLine, IntelLine};
use crate::book::Book;
use crate::sight::known::Known;
use kit::names::capital;
use play::Briefing;

/// The page for a power.
pub fn briefing(book: &Book, known: &Known) -> Briefing {
    let mut own = forces::forces(book, known, |power| power == known.power);
    own.sort_by_key(|line| std::cmp::Reverse(line.combat));
    let told =
        |line: &ForceLine| format!("{}: combat strength {}, {}", line.name, line.combat, line.at);
    let aim = format!(
        "At the end of {} each power has a point for each victory city above those it began with. {}.",
        book.scenario.last,
        super::victory(book, known).join("; ")
    );
    let sides = known.relations.told(&known.power, |power| book.title(power));
    let points = format!("You have {} action points each turn.", book.action_points(&known.power));
    let seen = forces::intel(book, known).iter().map(in_sight).collect();
    Briefing::new(vec![sides, aim, points], own.iter().map(told).collect(), seen)
}

fn in_sight(line: &IntelLine) -> String {
    let more = if line.more.is_empty() { String::new() } else { format!(" ({})", line.more) };
    format!("{}: {}{more} at {}, {}.", line.power, line.band, line.at, line.how)
}

/// Which turn of how many this is, what follows, and what silence costs.
pub fn calendar(book: &Book, known: &Known) -> Vec<String> {
    let (season, last) = (known.season, book.scenario.last);
    let turns = std::iter::successors(Some(season), |one| Some(one.next()));
    let more = turns.take_while(|one| *one <= last).count().saturating_sub(1);
    let name = capital(&season.to_string());
    let when = match more {
        0 => format!("{name} is the last turn."),
        1 => format!("{name} and one more turn: the last is {last}."),
        more => format!("{name} and {more} more turns: the last is {last}."),
    };
    vec![
        format!("{when} It ends early with the turn in which a great power loses its capital."),
        "Without a sheet your standing orders are played; without those your forces stay where they \
         are, and action points that are not spent are lost."
            .to_owned(),
    ]
}
