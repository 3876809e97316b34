//! Which ships an entry wakes, and on which markers (NIA §5.1.1).

use super::super::book::Book;
use super::super::orders::Entry;
use super::squad;
use super::voyage::scene;
use crate::orders::senses::{Commander, Scene};
use crate::record::event::Reason;
use crate::record::state::{Anchorage, Marker, Ship, Squadron, State};
use crate::season::entries;
use crate::turn::Turn;

/// Whether an entry of ships may be played on this marker, and by which fleets (NIA §5.1.1).
pub fn wake(
    turn: &Turn,
    power: &str,
    entry: &Entry,
    marker: Marker,
) -> Result<Option<Vec<String>>, Reason> {
    if !matches!(marker, Marker::Naval(..) | Marker::NeutralNaval) {
        return Ok(None);
    }
    if !entry.on.is_empty() && !entry.on.iter().any(|on| is_on(turn, on, marker)) {
        return Err(Reason::OtherMarker);
    }
    let fleets = meant(turn.book, &turn.state, power, entry)?;
    if fleets.iter().any(|fleet| turn.sailed.contains(&Ship::new(power, fleet))) {
        return Err(Reason::HasActed);
    }
    entries::card_of(turn, power, entry, None)?;
    if let Some(condition) = &entry.condition {
        let scene = scene(turn.book, &turn.state, turn.known(power), power, &fleets);
        Commander::new(turn.book, turn.known(power), None, marker, 0)
            .amid(scene)
            .holds(condition)?;
    }
    let known = turn.known(power);
    let ships: Vec<Ship> = fleets.iter().map(|fleet| Ship::new(power, fleet)).collect();
    entries::begins(entry.steps.iter(), |step| {
        let seen = scene(turn.book, &turn.state, known, power, &fleets);
        let scene = Scene { left: squad::factor(turn.book, &ships), ..seen };
        Commander::new(turn.book, known, None, marker, 0).amid(scene).may(step)
    })?;
    Ok(Some(fleets))
}

/// Whether a word of `on:` names this marker; `last` is the last of its side.
fn is_on(turn: &Turn, on: &str, marker: Marker) -> bool {
    if on == "last" {
        let Marker::Naval(bloc, _) = marker else { return true };
        return !turn.pool.iter().any(|left| matches!(left, Marker::Naval(b, _) if *b == bloc));
    }
    let name = marker.to_string();
    name == on || name.split_once(' ').is_some_and(|(_, short)| short == on)
}

/// The squadron of a power that goes by a name: one of its fleets, or `squadron at` its place.
pub fn called<'a>(
    book: &Book,
    squadrons: &'a [Squadron],
    power: &str,
    who: &str,
) -> Option<&'a Squadron> {
    let place = who.strip_prefix("squadron at ");
    let is_at = |at: &Anchorage| match (place, at) {
        (Some(place), Anchorage::Sea(sea)) => sea == place,
        (Some(place), Anchorage::Harbour(at) | Anchorage::Blockading(at)) => {
            book.atlas.code(place) == Some(*at)
        }
        _ => false,
    };
    let mut own = squadrons.iter().filter(|squadron| squadron.power == power);
    own.find(|squadron| squadron.fleets.iter().any(|fleet| fleet == who) || is_at(&squadron.at))
}

/// The fleets that an entry means: those it names, or all of the squadron.
fn meant(book: &Book, state: &State, power: &str, entry: &Entry) -> Result<Vec<String>, Reason> {
    let missing = || Reason::NoSquadron { name: entry.who.clone() };
    let squadron = called(book, &state.squadrons, power, &entry.who).ok_or_else(missing)?;
    if entry.fleets.is_empty() {
        return Ok(squadron.fleets.clone());
    }
    match entry.fleets.iter().find(|fleet| !squadron.fleets.contains(fleet)) {
        Some(stranger) => Err(Reason::NoSquadron { name: stranger.clone() }),
        None => Ok(entry.fleets.clone()),
    }
}
