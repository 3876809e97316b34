//! Who sees dice, lots and markers as they are drawn (FRW §14.1).
//!
//! Dice lie open, and so does a lot among seats, minor powers, leaders and places: everybody sees it as
//! it falls. A lot drawn from a hand would show the hand, and a marker that is drawn is its new
//! holder's: they are seen with the marker that moves.

use crate::record::event::{Event, MarkerEvent};
use kit::deck::{Change, Place};
use kit::ledger::{Entry, Shown, What};
use play::Chance;

/// Who sees what chance answered.
pub fn chance(entry: &Entry) -> Chance {
    let rule = entry.rule();
    let from_hand = ["FRW §9.11", "FRW §9.13", "FRW §38"].contains(&rule)
        || (rule == "FRW §6.3" && entry.place() == INTRIGUE);
    match &entry.what {
        What::Draw { .. } if !from_hand => Chance::Open,
        What::Dice { .. } => Chance::Open,
        What::Draw { .. } | What::Card { .. } => Chance::WithEvent,
        What::Shuffle { .. } | What::Decision { .. } | What::Fact { .. } => Chance::Hidden,
    }
}

/// Where the lot of an intrigue is drawn, in its key.
pub const INTRIGUE: &str = "intrigue";

/// Whether a marker moves by the lot or the draw of a card: what waits is nothing else.
pub fn decides(entry: &Entry, event: &Event) -> bool {
    let Event::Marker(MarkerEvent::Deck(change)) = event else { return false };
    match change {
        Change::Drawn { card: drawn, .. } => {
            matches!(&entry.what, What::Card { card, .. } if card == drawn)
        }
        Change::Moved { card, from: Place::Hand(_), .. } => {
            matches!(entry.what, What::Draw { .. }) && entry.what.answer() == *card
        }
        Change::Moved { from: Place::Pool | Place::Table | Place::Discard, .. }
        | Change::Shuffled { .. } => false,
    }
}

/// Whether the first edition drew from options in that order, which was not the alphabet's: seats stood
/// as they play, clockwise from the one that has the initiative, and the cities of a riot as they lie
/// on the map.
pub fn had_order(drawn: &Shown, seats: &[&str]) -> bool {
    let options = drawn.options();
    if drawn.key.contains("/FRW §6.3/riot/") {
        return true;
    }
    let places: Option<Vec<usize>> =
        options.iter().map(|one| seats.iter().position(|seat| seat == one)).collect();
    // Going round the table once, the places fall at most once.
    places.is_some_and(|places| {
        let falls = places.windows(2).filter(|two| two[0] > two[1]).count();
        falls == 0 || falls == 1 && places.last() < places.first()
    })
}
