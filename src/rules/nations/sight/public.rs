//! What everybody may know at an opening: where the newspaper's knowledge begins.
//!
//! The public eye owns nothing and is nobody's friend. A set-up is shown to it piece by piece, as it
//! is to a power, and by the same witness: with `fog: rules` every stack's hex and leader, with
//! `fog: contact` no more than who holds which place.

use crate::book::Book;
use crate::record::event::{Event, FleetEvent, ForceEvent};
use crate::record::state::State;
use crate::sight::known::Known;
use kit::newspaper::EVERYBODY;

/// What everybody may know of a position that was just set up.
pub fn opening(book: &Book, state: &State) -> Known {
    let held = state.held.iter();
    let held = held.map(|(place, power)| ForceEvent::Held { place: *place, power: power.clone() });
    let forces = state.forces.values();
    let forces = forces.map(|force| ForceEvent::Placed { force: force.clone(), arrival: false });
    let ships = state.squadrons.iter();
    let ships = ships.map(|squadron| FleetEvent::SquadronPlaced { squadron: squadron.clone() });
    let corsairs = state.corsairs.iter();
    let corsairs = corsairs.map(|corsair| FleetEvent::CorsairPlaced { corsair: corsair.clone() });
    let ships = ships.chain(corsairs);
    let known = Known::new(EVERYBODY, state.season, &state.relations);
    let mut known = Known { titles: state.titles.clone(), ..known };
    for event in held.chain(forces).map(Event::from).chain(ships.map(Event::from)) {
        if let Some(seen) = super::witness(book, &event, state, EVERYBODY) {
            known.learn(book, seen);
        }
    }
    known
}
