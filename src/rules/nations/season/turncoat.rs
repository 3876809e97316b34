//! A leader who leaves one country for another in the middle of the game, by an optional rule (NIA §15.4).
//!
//! The counter that leaves is called away like other leaders (`withdrawals.rs`); this module brings the new one.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.4.

use crate::book::countries::CountryStatus;
use crate::land::combat::guns;
use crate::record::event::ForceEvent;
use crate::record::state::Force;
use crate::turn::Turn;

/// Brings the leader to the capital of the country, once the season is over and it is on somebody's side.
pub fn come(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let Some(change) = book.optional.change.as_ref() else { return };
    let is_there = state.leaders().contains(&change.becomes);
    if state.season < change.after || is_there || state.dead.contains(&change.leader) {
        return;
    }
    let power = match state.titles.status(book, &change.country) {
        Some(CountryStatus::Allied(power) | CountryStatus::Satellite(power)) => power.clone(),
        Some(CountryStatus::Neutral | CountryStatus::Conquered(_)) | None => return,
    };
    let leader = change.becomes.clone();
    let seat = state.titles.seat(book, &change.country);
    let is_ours = |holder: &str| state.friends(holder, &power);
    let seat = seat.filter(|at| state.holder(book, *at).is_some_and(is_ours));
    let Some(at) = seat.filter(|at| !state.enemy_at(&power, *at) && !state.besieged(*at)) else {
        turn.record(ForceEvent::LeaderPooled { power, leader });
        return;
    };
    let resident = state.at(at).find(|force| force.power == power && !force.units.is_empty());
    let resident = resident.map(|force| force.id);
    let mut force = Force::new(turn.new_id(&power), &power, at);
    force.leaders = vec![leader];
    let id = force.id;
    turn.record(ForceEvent::Placed { force, arrival: true });
    if let Some(resident) = resident {
        guns::unite(turn, resident, id);
    }
}
