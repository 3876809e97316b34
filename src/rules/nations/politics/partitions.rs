//! A country that its neighbours part among themselves, in the conquest phase of a winter (NIA §19.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.6, §21.2.1.

use crate::book::countries::CountryStatus;
use crate::book::first_coalition::Partition;
use crate::politics::allegiance;
use crate::record::event::CourtEvent;
use crate::turn::Turn;

/// Plays what is due when a winter is over: each land that the country still has goes to its new owner.
pub fn play(turn: &mut Turn) {
    let book = turn.book;
    let season = turn.state.season;
    let due = book.scenario.partitions().filter(|one| one.season == season);
    for Partition { of, gives, .. } in due {
        for (province, owner) in gives {
            if turn.state.titles.owner(book, province) == Some(of) {
                let (province, owner, from) = (province.clone(), owner.clone(), of.clone());
                turn.record(CourtEvent::ProvinceTitled { province, owner, from });
            }
        }
        disappears(turn, of);
    }
}

/// A country without land is out of the game: it counts as conquered by whoever has its capital.
fn disappears(turn: &mut Turn, country: &str) {
    let (book, titles) = (turn.book, &turn.state.titles);
    let has_land = book.atlas.provinces.iter().any(|one| titles.has(book, country, one));
    let seat = book.country_seat(country).and_then(|seat| book.atlas.province(seat));
    let heir = seat.and_then(|one| titles.owner(book, &one.name)).map(str::to_owned);
    if let Some(heir) = heir.filter(|_| !has_land) {
        allegiance::turn_country(turn, country, CountryStatus::Conquered(heir));
    }
}
