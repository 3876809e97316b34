//! Voyages in words.

#![deny(clippy::wildcard_enum_match_arm)]

use super::story::sorts;
use crate::book::Book;
use crate::record::event::SeaEvent;
use kit::ground::Space;

/// A voyage from square to square, told as one.
#[derive(Debug, Clone, Copy)]
pub struct Voyage {
    from: Space,
    to: Space,
    squares: u32,
    transit: bool,
}

impl Voyage {
    /// The step that an event tells of, if it is one of a fleet.
    pub fn of(event: &SeaEvent) -> Option<Voyage> {
        match event {
            SeaEvent::Sailed { from, to, transit, .. } => {
                Some(Voyage { from: *from, to: *to, squares: 1, transit: *transit })
            }
            SeaEvent::Boarded { .. } | SeaEvent::Landed { .. } | SeaEvent::Sought { .. } => None,
        }
    }

    /// Both in one, if the other goes on from where this ends.
    pub fn with(self, next: Voyage) -> Option<Voyage> {
        (self.to == next.from).then_some(Voyage {
            to: next.to,
            squares: self.squares + next.squares,
            transit: self.transit || next.transit,
            ..self
        })
    }

    /// It in a sentence.
    pub fn words(self, book: &Book) -> String {
        let [from, to] = [self.from, self.to].map(|at| book.atlas.name(at));
        let far = match self.squares {
            1 => String::new(),
            squares => format!(", {squares} squares"),
        };
        let over = if self.transit { ", off the map and back" } else { "" };
        format!("The fleet sails from {from} to {to}{far}{over}.")
    }
}

/// A deed of fleets in a sentence.
pub fn sentence(book: &Book, event: &SeaEvent) -> String {
    let place = |at| book.atlas.name(at).to_owned();
    let title = |seat: &str| book.seat_title(seat);
    match event {
        SeaEvent::Boarded { force, at, sorts: who, .. } => {
            format!("{} takes {} aboard at {}.", title(&force.seat), sorts(who), place(*at))
        }
        SeaEvent::Sailed { .. } => Voyage::of(event).map(|it| it.words(book)).unwrap_or_default(),
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
