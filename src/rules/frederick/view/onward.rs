//! Events that go on with the one before: told together, they are one sentence.

#![deny(clippy::wildcard_enum_match_arm)]

use super::sea::Voyage;
use super::story::on_the_way;
use crate::book::Book;
use crate::record::event::{CourtEvent, Event, ForceEvent};
use kit::ground::Space;

/// What an event tells that the next may go on with.
#[derive(Debug, Clone)]
pub enum Onward {
    Voyage(Voyage),
    /// Who marches, and by which squares.
    March(String, Vec<Space>),
    /// Lots for which nobody bids, from one to another.
    NoBid(u16, u16),
    Unsold(u16),
}

impl Onward {
    pub fn of(event: &Event) -> Option<Onward> {
        match event {
            Event::Sea(event) => Voyage::of(event).map(Onward::Voyage),
            Event::Force(ForceEvent::Moved { force, from, to }) => {
                Some(Onward::March(on_the_way(force), vec![*from, *to]))
            }
            Event::Court(CourtEvent::LotBid { lot, round: 1, bids }) if bids.is_empty() => {
                Some(Onward::NoBid(*lot, *lot))
            }
            Event::Court(CourtEvent::LotUnsold { lot }) => Some(Onward::Unsold(*lot)),
            Event::Court(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Order(_)
            | Event::Year(_)
            | Event::Marker(_) => None,
        }
    }

    /// Both in one, if the next goes on with this.
    pub fn with(&self, next: &Onward) -> Option<Onward> {
        match (self, next) {
            (Onward::Voyage(one), Onward::Voyage(next)) => one.with(*next).map(Onward::Voyage),
            (Onward::March(who, path), Onward::March(other, next)) => {
                (who == other && path.last() == next.first()).then(|| {
                    let path = path.iter().chain(&next[1..]).copied().collect();
                    Onward::March(who.clone(), path)
                })
            }
            (Onward::NoBid(first, last), Onward::NoBid(next, _)) => {
                (*next == last + 1).then_some(Onward::NoBid(*first, *next))
            }
            (Onward::NoBid(first, last), Onward::Unsold(lot)) => {
                (lot == last).then_some(Onward::NoBid(*first, *last))
            }
            (Onward::Voyage(_) | Onward::March(..) | Onward::NoBid(..) | Onward::Unsold(_), _) => {
                None
            }
        }
    }

    /// It in a sentence.
    pub fn words(&self, book: &Book) -> String {
        let place = |at: &Space| book.atlas.name(*at).to_owned();
        match self {
            Onward::Voyage(voyage) => voyage.words(book),
            Onward::March(who, path) => {
                let [from, by @ .., to] = path.as_slice() else { return String::new() };
                let by: Vec<String> = by.iter().map(place).collect();
                let by =
                    if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
                format!("{who} goes from {}{by} to {}.", place(from), place(to))
            }
            Onward::NoBid(first, last) if first == last => {
                format!("Lot {first}: no bid; it goes back to the pool.")
            }
            Onward::NoBid(first, last) => {
                format!("Lots {first} to {last}: no bid; they go back to the pool.")
            }
            Onward::Unsold(lot) => format!("Lot {lot} goes back to the pool."),
        }
    }
}
