//! The end of a peace: who must have left by then, and an alliance that follows (NIA §13.3.2.2, §13.3.2.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.2, §13.3.2.3.

use super::loan;
use crate::land::combat::losses;
use crate::money::treasury::Scene;
use crate::politics::allegiance;
use crate::record::event::{Cause, CourtEvent, Term};
use crate::record::state::peaces::Treaty;
use crate::record::state::{Bloc, ForceId};
use crate::turn::Turn;
use std::collections::BTreeSet;

/// Ends the peaces whose last season is over.
pub fn play(turn: &mut Turn) {
    let next = turn.state.season.next();
    let over = turn.state.titles.peaces.lasting().filter(|treaty| treaty.until <= next);
    for treaty in over.cloned().collect::<Vec<_>>() {
        end(turn, &treaty);
    }
}

fn end(turn: &mut Turn, treaty: &Treaty) {
    let bound = binds(turn, treaty);
    break_off(turn, treaty);
    if let Some(bloc) = bound {
        allegiance::turn_power(turn, &treaty.beaten, bloc);
    }
    for id in guests(turn, treaty) {
        losses::destroy(turn, id, Cause::PeaceOver);
    }
    allegiance::follow(turn);
}

/// Ends a peace: troops on loan go home, and what the two are to each other is said by their sides again.
pub fn break_off(turn: &mut Turn, treaty: &Treaty) {
    loan::home(turn, treaty);
    let (power, with) = (treaty.beaten.clone(), treaty.with.iter().cloned().collect());
    turn.record(CourtEvent::PeaceEnded { power, with });
}

/// Ends the peaces of a power with those whose side it joins: allies need none.
pub fn among_allies(turn: &mut Turn, power: &str, side: Bloc) {
    if side == Bloc::Neutral {
        return;
    }
    let ends = |treaty: &Treaty| {
        let of = treaty.beaten == power || treaty.with.contains(power);
        let is_on_it = |other: &String| other == power || turn.state.bloc(other) == side;
        let with: BTreeSet<String> = match of && is_on_it(&treaty.beaten) {
            true => treaty.with.iter().filter(|other| is_on_it(other)).cloned().collect(),
            false => BTreeSet::new(),
        };
        (!with.is_empty()).then(|| Treaty { with, ..treaty.clone() })
    };
    let over: Vec<Treaty> = turn.state.titles.peaces.lasting().filter_map(ends).collect();
    for treaty in over {
        break_off(turn, &treaty);
    }
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
