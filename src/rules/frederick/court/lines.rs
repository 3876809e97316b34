//! The lines of a sheet for the court: read in their order, each asked when its turn comes.

use super::keys::COURT;
use crate::record::event::Why;
use crate::turn::{About, Turn};
use sheet::keys::{Filled, Given};

/// One line of a list of the court.
#[derive(Debug, Clone)]
pub struct Line {
    pub seat: String,
    /// The key of the list.
    pub key: &'static str,
    /// Its number in the list, from 1.
    pub number: u16,
    pub map: Filled,
}

/// The lines of a list, as a seat wrote them. A line whose condition cannot be read, or that lacks a key,
/// does not count, since it would do more than was meant.
pub fn lines(turn: &Turn<'_>, seat: &str, key: &'static str) -> Vec<Line> {
    let sheet = turn.sheet(seat);
    let maps = sheet.court.list(key).iter().map(Given::map);
    let line = |(number, map): (u16, Option<&Filled>)| {
        let map = map.filter(|map| is_sound(map))?.clone();
        Some(Line { seat: seat.to_owned(), key, number, map })
    };
    (1..).zip(maps).filter_map(line).collect()
}

/// Whether a line can be read, its condition too.
pub fn is_sound(map: &Filled) -> bool {
    map.is_whole() && (!map.is_written("if") || map.get("if").is_some())
}

/// Tells of the lines that could not be read.
pub fn unread(turn: &mut Turn<'_>) {
    for seat in turn.state.seats.clone() {
        let court = turn.sheet(&seat).court;
        for field in COURT {
            for (number, given) in (1..).zip(court.list(field.key)) {
                if given.map().is_some_and(|map| !is_sound(map)) {
                    turn.not_done(&seat, number, field.key, Why::Unread);
                }
            }
        }
    }
}

impl Line {
    /// Whether its condition holds now.
    pub fn holds(&self, turn: &Turn<'_>) -> bool {
        turn.holds(&self.seat, self.map.condition("if"), &About::default())
    }

    /// Tells its writer why it was not carried out.
    pub fn refuse(&self, turn: &mut Turn<'_>, why: Why) {
        turn.not_done(&self.seat, self.number, self.key, why);
    }

    /// A number that was written.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.map.number(key).and_then(|number| u32::try_from(number).ok())
    }
}

/// The first line that holds now; of the others their writer is told why they do not count.
pub fn first(turn: &mut Turn<'_>, seat: &str, key: &'static str) -> Option<Line> {
    let all = lines(turn, seat, key);
    first_of(turn, all)
}

/// The same of some lines of a list.
pub fn first_of(turn: &mut Turn<'_>, all: Vec<Line>) -> Option<Line> {
    let mut found = None;
    let mut before = vec![];
    for line in all {
        let holds = line.holds(turn);
        if !holds {
            line.refuse(turn, Why::Condition);
        } else if is_taken(&before) == Some(true) {
            line.refuse(turn, Why::AnotherLine);
        } else {
            found = Some(line);
        }
        before.push(Some(holds));
    }
    found
}

/// Whether an earlier line counts instead of the next one, where the first line that holds counts; not known if it is not known whether some earlier line holds.
pub fn is_taken(before: &[Option<bool>]) -> Option<bool> {
    if before.contains(&Some(true)) {
        return Some(true);
    }
    if before.contains(&None) { None } else { Some(false) }
}

/// Whether a line is known to hold before its turn comes: if it has no condition.
pub fn surely_holds(map: &Filled) -> Option<bool> {
    if map.get("if").is_some() { None } else { Some(true) }
}
