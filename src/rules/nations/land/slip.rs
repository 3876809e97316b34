//! Where a force can slip away from an enemy who enters its hex, and why not elsewhere (NIA §5.2.7).

use crate::decisions::Topic;
use crate::land::combat::{Battle, guns};
use crate::land::movement::{self, Mover};
use crate::land::reckon::contact as figures;
use crate::land::reckon::host::Host;
use crate::land::supply::{self, Moment};
use crate::orders::choices::Will;
use crate::record::state::Force;
use crate::turn::Turn;
use kit::ground::Space;

/// The hexes into which a force can slip away, best first.
pub fn ways(turn: &Turn, battle: &Battle, force: &Force, will: &Will) -> Vec<Space> {
    let (book, state) = (turn.book, &turn.state);
    let near = supply::distance(book, state, &force.power, &Moment::default());
    let wished = wished(turn, force, will);
    let goal = goal(turn, force, will);
    let around = book.atlas.around(force.at).into_iter();
    let mut able: Vec<Space> =
        around.filter(|to| bar(turn, battle, force, *to).is_none()).collect();
    let enemy_near = |space: Space| {
        book.atlas
            .around(space)
            .into_iter()
            .filter(|near| state.enemy_at(&force.power, *near))
            .count()
    };
    able.sort_by_key(|space| {
        let place = wished.iter().position(|wish| wish == space).unwrap_or(wished.len());
        let to_goal = goal.map(|goal| book.atlas.distance(*space, goal));
        let supply = near.get(space).copied().unwrap_or(u32::MAX);
        (place, to_goal, supply, enemy_near(*space), *space)
    });
    able
}

/// The hexes that a sheet names under `to`.
fn wished(turn: &Turn, force: &Force, will: &Will) -> Vec<Space> {
    let named = will.named(turn, force, Topic::AvoidBattle.under("to"));
    named.iter().filter_map(|place| turn.book.atlas.code(place)).collect()
}

/// The place that a sheet names under `toward`.
fn goal(turn: &Turn, force: &Force, will: &Will) -> Option<Space> {
    let atlas = &turn.book.atlas;
    let word = will.named(turn, force, Topic::AvoidBattle.under("toward")).into_iter().next()?;
    atlas.place(&word)
}

/// Tells a power why a force has slipped away to another hex than its sheet wished.
pub fn tell_overruled(turn: &Turn, battle: &Battle, force: &Force, (will, to): (&Will, Space)) {
    let atlas = &turn.book.atlas;
    let hear = |key, why: &str| {
        let topic = Topic::AvoidBattle.under(key);
        will.hear(turn, force, topic, (Some(false), vec![why.to_owned()]));
    };
    let wished = wished(turn, force, will);
    if let Some(first) = wished.first().filter(|_| !wished.contains(&to)) {
        hear("to", bar(turn, battle, force, *first).unwrap_or("it lies elsewhere"));
    }
    let Some(goal) = goal(turn, force, will) else { return };
    let far = |space: Space| atlas.distance(space, goal);
    let nearer = atlas.around(force.at).into_iter().filter(|space| far(*space) < far(to));
    let best = nearer.min_by_key(|space| (far(*space), *space));
    if let Some(why) = best.and_then(|best| bar(turn, battle, force, best)) {
        hear("toward", why);
    }
}

/// Why a force cannot slip away into a hex, if so it is.
fn bar(turn: &Turn, battle: &Battle, force: &Force, to: Space) -> Option<&'static str> {
    let (book, state) = (turn.book, &turn.state);
    let mover = Mover::giving_way(book, state, force);
    let bridged = guns::friends_bridge(turn, &force.power, force.at, to);
    let edge = book.atlas.edge(force.at, to);
    let wet = edge.river && !edge.bridge && !bridged;
    let friends = |power: &str| state.friends(power, &force.power);
    if book.atlas.distance(force.at, to) != 1 {
        return Some("it is not next to where they stood");
    }
    let passable =
        movement::cost(book, state.season, &mover, force.at, to, |_, _| bridged).is_some();
    if !passable || !state.may_enter(book, &force.power, to) {
        return Some("no way leads there");
    }
    if movement::strait_shut(book, state, &mover, force.at, to) {
        return Some("the strait is shut");
    }
    if wet && !force.has_engineers() {
        return Some("a river without a bridge lies between");
    }
    if battle.contact.contains(&to) {
        return Some("it lies on the side from which the enemy came");
    }
    held(turn, battle, force, to, &friends)
}

/// Who holds a hex against a force that slips away.
fn held(
    turn: &Turn,
    battle: &Battle,
    force: &Force,
    to: Space,
    friends: &impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let (book, state) = (turn.book, &turn.state);
    let walled = state.fortress(book, to) > 0
        && state.holder(book, to).is_some_and(|power| !friends(power))
        && !state
            .at(to)
            .any(|other| other.siege.is_some() && !other.inside && friends(&other.power));
    if walled {
        return Some("enemy walls are there");
    }
    let zone = state.forces.values().any(|other| {
        other.army.is_some()
            && !other.demoralized
            && !other.inside
            && !friends(&other.power)
            && !battle.attackers.contains(&other.id)
            && book.atlas.distance(other.at, to) == 1
    });
    if zone {
        return Some("it is beside another army of the enemy's");
    }
    let weak = |other: &Force| figures::overrun(&Host::of(book, force), &Host::of(book, other));
    let mut held =
        state.at(to).filter(|other| !friends(&other.power) && other.fights() && !other.inside);
    if !held.all(weak) {
        return Some("enemies stand there");
    }
    let mut room =
        state.at(to).filter(|other| other.power == force.power && !other.inside && other.fights());
    let moved = Force { at: to, ..force.clone() };
    let fits = |other: &Force| {
        (other.army.is_some() && force.army.is_some()) || guns::fits_together(turn, other, &moved)
    };
    (!room.all(fits)).then_some("there is no room for both")
}
