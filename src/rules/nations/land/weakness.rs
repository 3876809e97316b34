//! Besiegers who are too few for walls (NIA §9.1, §9.4).

use crate::land::combat;
use crate::land::siege::{enemy_fortress, outside, raise};
use crate::record::event::Reason;
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use crate::turn::activation::Activation;
use kit::ground::Space;

/// Why some forces cannot besiege a fortress: steps of its level, an army for a citadel (§9.1).
pub fn too_weak(turn: &Turn, ids: &[ForceId], level: u8) -> Option<Reason> {
    too_few(ids.iter().filter_map(|id| turn.state.forces.get(id)), level)
}

/// The same of forces that one knows.
pub fn too_few<'f>(forces: impl Iterator<Item = &'f Force> + Clone, level: u8) -> Option<Reason> {
    let steps: u32 = forces.clone().map(Force::steps).sum();
    if level >= 3 && !forces.clone().any(|force| force.army.is_some()) {
        return Some(Reason::NeedsArmy);
    }
    (steps < u32::from(level))
        .then_some(Reason::TooFewSteps { has: steps, needs: u32::from(level) })
}

/// Whether all enemies in a hex are shut up in its fortress.
pub(super) fn stands_before(acting: &Activation, at: Space) -> bool {
    let state = &acting.turn.state;
    let foe = |force: &&Force| state.at_war(&force.power, &acting.power) && force.fights();
    state.at(at).filter(foe).all(|force| force.inside)
}

/// Besiegers whom losses have left too weak fall back to the nearest supply (NIA §9.4).
pub fn hold(turn: &mut Turn) {
    let weak: Vec<ForceId> = turn
        .state
        .forces
        .values()
        .filter(|force| force.siege.is_some() && !force.inside)
        .filter(|force| {
            let level = enemy_fortress(&turn.state, turn.book, &force.power, force.at);
            let friends = outside(turn, &force.power, force.at);
            level > 0 && too_weak(turn, &friends, level).is_some()
        })
        .map(|force| force.id)
        .collect();
    for id in weak {
        let at = turn.state.force(id).at;
        combat::retreat::redeploy(turn, id);
        raise(turn, at);
    }
    let shut_up = turn.state.forces.values().filter(|force| force.inside && force.siege.is_some());
    let places: Vec<Space> = shut_up.map(|force| force.at).collect();
    places.into_iter().for_each(|at| raise(turn, at));
}
