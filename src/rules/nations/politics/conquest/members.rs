//! How new states fall: land by land, with their capital, or as a whole (NIA §19.2 to §19.4, §19.6, §19.8, §19.9).
//!
//! A land of a new state that falls for itself is called by its name, which is that of the country that it was, or of a
//! province.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.2, §19.3, §19.4, §19.6, §19.8, §19.9.

use super::land;
use crate::book::Book;
use crate::book::countries::{Country, CountryStatus};
use crate::book::new_states::{Falls, NewState};
use crate::money::treasury::Scene;
use crate::politics::allegiance;
use crate::record::event::CourtEvent;
use crate::turn::Turn;
use kit::ground::Space;

/// The new state to which a land belongs that falls for itself.
pub fn state_of<'a>(scene: &Scene<'a>, name: &str) -> Option<&'a NewState> {
    let page = scene.book.track.state(scene.owner_of(name)?)?;
    (page.falls == Some(Falls::Each)).then_some(page)
}

/// What falls of a country: its lands one by one, or all of it.
pub fn falling(scene: &Scene, country: &str) -> Vec<String> {
    let page = scene.book.track.state(country);
    match page.and_then(|page| page.falls) {
        Some(Falls::Each) => land(scene, country).iter().map(|one| one.name.clone()).collect(),
        Some(Falls::Capital | Falls::Whole) | None => vec![country.to_owned()],
    }
}

/// The power that is followed by a country, or by the new state to which a land belongs.
pub fn leader<'a>(scene: &Scene<'a>, name: &str) -> Option<&'a str> {
    let country = state_of(scene, name).map_or(name, |page| page.state.as_str());
    scene.common.titles.status(scene.book, country)?.power()
}

/// The capital of a country, or of a land that falls for itself.
pub fn seat(scene: &Scene, name: &str) -> Option<Space> {
    match state_of(scene, name) {
        Some(_) => scene.book.country_seat(name),
        None => scene.seat(name),
    }
}

/// Why a power says nothing of what becomes of a new state: it ends when it falls.
pub fn bar(book: &Book, country: &str) -> Option<String> {
    let page = book.track.state(country)?;
    Some(match page.falls? {
        Falls::Each => format!(
            "{country} is a new state, and each of its lands is conquered for itself ({})",
            page.rule
        ),
        Falls::Capital => format!(
            "{country} is a new state that ends with its capital, and its lands are neutral then ({})",
            page.rule
        ),
        Falls::Whole => format!(
            "{country} is a new state that ends when it is conquered, and its land is the conqueror's ({})",
            page.rule
        ),
    })
}

/// Whether a country is a new state, or a land is of one that falls for itself.
pub fn is_of_new_state(scene: &Scene, name: &str) -> bool {
    state_of(scene, name).is_some() || super::is_new_state(scene, name)
}

/// A new state loses a land that is conquered, or ends.
pub fn lose(turn: &mut Turn, name: &str, power: &str) {
    let (state, provinces, falls, founder) = {
        let scene = Scene::of(turn.book, &turn.state);
        let page = state_of(&scene, name).or_else(|| turn.book.track.state(name));
        let Some(page) = page else { return };
        let provinces = match page.falls {
            Some(Falls::Each) => vec![name.to_owned()],
            Some(Falls::Capital | Falls::Whole) | None => {
                land(&scene, name).iter().map(|one| one.name.clone()).collect()
            }
        };
        (page.state.clone(), provinces, page.falls, page.by.clone())
    };
    let is_freed = falls == Some(Falls::Capital);
    for province in provinces {
        let country = country_of(turn.book, &province);
        let to = if is_freed { &founder } else { power };
        let owner = country.clone().unwrap_or_else(|| to.to_owned());
        let from = state.clone();
        turn.record(CourtEvent::ProvinceTitled { province, owner, from });
        let Some(country) = country else { continue };
        let status = match is_freed {
            true => CountryStatus::Neutral,
            false => CountryStatus::Conquered(power.to_owned()),
        };
        if turn.state.titles.status(turn.book, &country) != Some(&status) {
            allegiance::found_country(turn, &country, status);
        }
    }
    let is_over = land(&Scene::of(turn.book, &turn.state), &state).is_empty();
    if is_over {
        allegiance::found_country(turn, &state, CountryStatus::Conquered(power.to_owned()));
    }
    allegiance::follow(turn);
}

/// The country that a land becomes again when it leaves a new state; none, if it is only a province.
fn country_of(book: &Book, province: &str) -> Option<String> {
    let page = book.countries.get(province)?;
    page.provinces.iter().any(|name| name == province).then(|| page.name.clone())
}

/// The provinces that fall together with the capital of a new state, if it ends with it.
pub fn core<'a>(scene: &Scene<'a>, page: &Country) -> Option<&'a str> {
    let state = scene.book.track.state(&page.name)?;
    let seat = scene.book.atlas.province(scene.seat(&page.name)?)?;
    (state.falls == Some(Falls::Capital)).then_some(seat.name.as_str())
}
