//! What a power's own leaders are worth, for the guide: rank, initiative, combat value, and the army that they can lead
//! (NIA §1.1.3, §4.1.1).

use crate::book::Book;
use crate::land::stacking;
use crate::position::Position;
use crate::sight::known::Known;
use std::cmp::Reverse;

/// The heading of the chapter.
pub const HEADING: &str = "YOUR LEADERS";

/// A line a leader, those of high rank first; nothing for a power without leaders.
pub fn lines(book: &Book, known: &Known) -> Vec<String> {
    let on_map = known.own().flat_map(|force| &force.leaders).map(|name| (name, ""));
    let pool = known.pool(&known.power).into_iter().flatten().map(|name| (name, " (in the pool)"));
    let mut all: Vec<(&String, &str)> = on_map.chain(pool).collect();
    if all.is_empty() {
        return vec![];
    }
    let worth = |name: &str| {
        let leader = book.people.known(name);
        (Reverse(stacking::stars(book, name)), Reverse(leader.initiative), Reverse(leader.combat))
    };
    all.sort_by_key(|(name, _)| (worth(name), name.as_str()));
    let line = |(name, where_to): (&String, &str)| {
        let leader = book.people.known(name);
        let stars = "*".repeat(usize::from(stacking::stars(book, name)));
        let army = match leader.capacity {
            Some(capacity) => format!(", can lead an army of {capacity} steps"),
            None => String::new(),
        };
        let (initiative, combat) = (leader.initiative, leader.combat);
        format!("{name}{stars}{where_to}: initiative {initiative}, combat value {combat}{army}.")
    };
    let head = "The stars are the rank. The combat value is added to the dice of battles; a leader without an army has \
                the steps that their rank allows.";
    std::iter::once(head.to_owned()).chain(all.into_iter().map(line)).collect()
}
