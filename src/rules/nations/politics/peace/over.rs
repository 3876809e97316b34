//! The end of a peace: who must have left by then, and an alliance that follows (NIA §13.3.2.2, §13.3.2.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.2, §13.3.2.3.

use super::loan;
use crate::land::combat::losses;
use crate::money::treasury::Scene;
use crate::politics::allegiance::{self, Turned};
use crate::record::event::{Cause, CourtEvent, Term};
use crate::record::state::peaces::Treaty;
use crate::record::state::{Bloc, ForceId};
use crate::turn::Turn;

/// Ends the peaces whose last season is over.
pub fn play(turn: &mut Turn) {
    let next = turn.state.season.next();
    let over = turn.state.titles.peaces.lasting().filter(|treaty| treaty.until <= next);
    for treaty in over.cloned().collect::<Vec<_>>() {
        end(turn, &treaty);
    }
}

fn end(turn: &mut Turn, treaty: &Treaty) {
    loan::home(turn, treaty);
    let bound = binds(turn, treaty);
    if bound.is_none() {
        for id in guests(turn, treaty) {
            losses::destroy(turn, id, Cause::PeaceOver);
        }
    }
    record(turn, treaty);
    if let Some(bloc) = bound {
        let (power, from) = (treaty.beaten.clone(), turn.state.bloc(&treaty.beaten));
        turn.turned.push(Turned::Power(power.clone()));
        turn.record(CourtEvent::PowerTurned { power, bloc, from });
    }
    allegiance::follow(turn);
}

/// Ends a peace before its time, since the beaten power goes to war with those who have it.
pub fn break_off(turn: &mut Turn, treaty: &Treaty) {
    loan::home(turn, treaty);
    record(turn, treaty);
}

fn record(turn: &mut Turn, treaty: &Treaty) {
    let (power, with) = (treaty.beaten.clone(), treaty.with.iter().cloned().collect());
    turn.record(CourtEvent::PeaceEnded { power, with });
}

/// The side that a beaten power joins by a condition of its peace, if it is still neutral and that side still is one.
fn binds(turn: &Turn, treaty: &Treaty) -> Option<Bloc> {
    let bloc = turn.state.bloc(treaty.has(Term::Alliance)?);
    let free = turn.state.bloc(&treaty.beaten) == Bloc::Neutral;
    (free && bloc != Bloc::Neutral).then_some(bloc)
}

/// Troops of those who have the peace that still stand on the land of the beaten power or of its minor allies.
fn guests(turn: &Turn, treaty: &Treaty) -> Vec<ForceId> {
    let scene = Scene::of(turn.book, &turn.state);
    let all = turn.state.forces.values();
    let there = all.filter(|force| {
        let of_victor = treaty.with.contains(&force.power);
        of_victor
            && !turn.state.friends(&force.power, &treaty.beaten)
            && scene.holder(force.at) == Some(treaty.beaten.as_str())
    });
    there.map(|force| force.id).collect()
}
