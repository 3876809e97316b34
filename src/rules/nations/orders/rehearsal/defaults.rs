//! What a receipt says of the decisions that can undo a plan, where no reaction of the sheet answers them.

use crate::book::Book;
use crate::decisions::Topic;
use crate::orders::choices::of_force;
use crate::record::state::Force;
use play::{BY_DEFAULT, UnderstoodEntry};
use sheet::keys::Filled;

/// The decisions that can undo a plan.
const TOLD: [Topic; 6] = [
    Topic::Entered,
    Topic::Intercept,
    Topic::SoundOfTheGuns,
    Topic::SecondRound,
    Topic::Retreat,
    Topic::Pursuit,
];

/// Most forces that a line names.
const MOST_NAMES: usize = 4;

/// Tells what each of them comes to for the forces that no reaction speaks of.
pub fn tell(book: &Book, own: &[&Force], reactions: &[Filled]) -> Option<UnderstoodEntry> {
    let with_units: Vec<&&Force> = own.iter().filter(|force| !force.units.is_empty()).collect();
    let lines: Vec<String> =
        TOLD.iter().filter_map(|topic| line(book, &with_units, reactions, *topic)).collect();
    (!lines.is_empty()).then(|| UnderstoodEntry::plain(BY_DEFAULT, lines))
}

/// One decision: `retreat (Junot, Dupont): two hexes rather than one`.
fn line(book: &Book, own: &[&&Force], reactions: &[Filled], topic: Topic) -> Option<String> {
    let key = topic.path().0;
    let is_silent = |force: &&&&Force| {
        let all = of_force(book, reactions, force);
        // Who slips away answers an enemy who comes, too.
        let is_answer = |map: &Filled| {
            map.get(key).is_some() || key == "entered" && map.get("avoid battle").is_some()
        };
        !all.iter().any(|(_, map)| is_answer(map))
    };
    let silent: Vec<&&&Force> = own.iter().filter(is_silent).collect();
    let names = silent.iter().map(|force| force.name(&book.atlas, &book.units));
    let told = match silent.len() {
        0 => return None,
        all if all == own.len() => String::new(),
        many => {
            let names: Vec<String> = names.take(MOST_NAMES).collect();
            let more = match many.saturating_sub(MOST_NAMES) {
                0 => String::new(),
                more => format!(", {more} more"),
            };
            format!(" ({}{more})", names.join(", "))
        }
    };
    Some(format!("{key}{told}: {}", topic.decision().default))
}
