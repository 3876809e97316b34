//! Voyages in words.

#![deny(clippy::wildcard_enum_match_arm)]

use super::story::sorts;
use crate::book::Book;
use crate::record::event::SeaEvent;

/// A deed of fleets in a sentence.
pub fn sentence(book: &Book, event: &SeaEvent) -> String {
    let place = |at| book.atlas.name(at).to_owned();
    let title = |seat: &str| book.seat_title(seat);
    match event {
        SeaEvent::Boarded { force, at, sorts: who, .. } => {
            format!("{} takes {} aboard at {}.", title(&force.seat), sorts(who), place(*at))
        }
        SeaEvent::Sailed { from, to, transit, .. } => {
            let over = if *transit { ", off the map and back" } else { "" };
            format!("The fleet sails from {} to {}{over}.", place(*from), place(*to))
        }
        SeaEvent::Landed { force, at, sorts: who } => {
            let who = match (&force.leader, who.is_empty()) {
                (_, false) => sorts(who),
                (Some(leader), true) => format!("{leader}, {}", force.height.words()),
                (None, true) => force.height.words().to_owned(),
            };
            format!("{} lands {who} at {}.", title(&force.seat), place(*at))
        }
        SeaEvent::Sought { seat, at, die, found } => {
            let found = if *found { "they meet" } else { "they miss each other" };
            format!(
                "The fleet of {} looks for others at {}: die {die}, {found}.",
                title(seat),
                place(*at)
            )
        }
    }
}
