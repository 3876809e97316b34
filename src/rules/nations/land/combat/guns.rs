//! Marching to the sound of the guns, and forces that come to be one in a fight (NIA §8.1.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.1.1, §5.1.6, §8.1.1.

use crate::book::units::{Size, Unit};
use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::leaders;
use crate::land::combat::{Battle, Side, round};
use crate::land::movement::{self, is_bridged};
use crate::land::reckon::contact::{Chance, guns_march};
use crate::land::stacking::{self, Joined};
use crate::orders::choices as will;
use crate::record::event::{ContactEvent, ForceEvent, Joining, Leaving, Parting, Throw};
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::keys::Given;

const GUNS: Rule = Rule("NIA §8.1.1");

/// Lets both sides call up those next door, the attacker's first (NIA §8.1.1).
pub fn march(turn: &mut Turn, battle: &mut Battle) {
    for side in [Side::Attacker, Side::Defender] {
        for id in able(turn, battle, side) {
            if turn.state.forces.contains_key(&id) {
                attempt(turn, battle, side, id);
            }
        }
    }
}

/// Leaders of a side next to the battle who may try, in the order in which they do.
fn able(turn: &Turn, battle: &Battle, side: Side) -> Vec<ForceId> {
    let ids = battle.forces(turn, side);
    let Some(power) = ids.first().map(|id| turn.state.force(*id).power.clone()) else {
        return vec![];
    };
    let near = turn.book.atlas.around(battle.at);
    let mut able: Vec<&Force> = turn
        .state
        .forces
        .values()
        .filter(|force| near.contains(&force.at) && turn.state.friends(&force.power, &power))
        .filter(|force| !force.leaders.is_empty() && !force.units.is_empty())
        .filter(|force| !force.inside && force.reserve.is_none())
        .filter(|force| !battle.came_from.contains_key(&force.id))
        .filter(|force| crossing(turn, force, battle.at).is_some())
        .filter(|force| room(turn, battle, side, force))
        .collect();
    let order = wished_order(turn, &power);
    able.sort_by_key(|force| {
        let leader = force.commander().unwrap_or_default();
        let wished = order.iter().position(|name| name == leader).unwrap_or(order.len());
        (wished, -total(&chance(turn, battle, side, force)), force.id)
    });
    able.into_iter().map(|force| force.id).collect()
}

fn total(chance: &Chance) -> i32 {
    chance.modifiers.iter().map(|modifier| modifier.by).sum()
}

/// The order in which a power's sheet lets its leaders try.
fn wished_order(turn: &Turn, power: &str) -> Vec<String> {
    let lists = turn.sheets.get(power).map(|sheet| &sheet.reactions[..]).unwrap_or_default();
    let list = lists.iter().find_map(|map| map.get("guns order").map(|_| map.list("guns order")));
    list.unwrap_or_default().iter().filter_map(Given::name).map(str::to_owned).collect()
}

/// Whether a river without a bridge lies between; nothing where no army can cross at all.
fn crossing(turn: &Turn, force: &Force, to: Space) -> Option<bool> {
    let book = turn.book;
    let mover = movement::Mover::of(book, &turn.state, force);
    let bridged = friends_bridge(turn, &force.power, force.at, to);
    if book.atlas.is_box(force.at) || book.atlas.is_box(to) {
        return None; // Not between the map and a box (§5.2.11).
    }
    if !turn.state.may_enter(book, &force.power, to) {
        return None;
    }
    movement::cost(book, turn.state.season, &mover, force.at, to, |_, _| bridged)?;
    let edge = book.atlas.edge(force.at, to);
    Some(edge.river && !edge.bridge && !bridged)
}

/// Whether engineers of a power's side have laid a bridge over a hexside.
pub fn friends_bridge(turn: &Turn, power: &str, from: Space, to: Space) -> bool {
    let state = &turn.state;
    let friends = state.forces.values().filter(|force| state.friends(&force.power, power));
    is_bridged(friends, from, to)
}

/// Whether somebody who comes up has a place in the hex (NIA §4.1.1).
fn room(turn: &Turn, battle: &Battle, side: Side, comer: &Force) -> bool {
    let ids = battle.forces(turn, side);
    let own = ids.iter().map(|id| turn.state.force(*id)).filter(|f| f.power == comer.power);
    let armies = ids.iter().filter(|id| turn.state.force(**id).army.is_some()).count();
    let mut own = own.peekable();
    if own.peek().is_none() {
        return true; // Allies of another power stand beside each other.
    }
    let comer = &trimmed(turn, comer).0;
    own.any(|force| stacking::united(turn.book, force, comer).is_some())
        || (comer.army.is_some() && armies < 3 && armies == ids.len())
}

/// A force that marches to others with its corps alone, and the detachment that stays behind, since
/// an army has no place for it (NIA §4.1.1).
fn trimmed(turn: &Turn, force: &Force) -> (Force, Option<Force>) {
    let book = turn.book;
    let small = |unit: &Unit| book.units.kind(&unit.kind).size == Size::Detachment;
    let (stays, goes): (Vec<Unit>, Vec<Unit>) = force.units.iter().cloned().partition(small);
    if stays.len() != 1 || goes.is_empty() {
        return (force.clone(), None);
    }
    let mut behind = Force::new(turn.new_id(&force.power), &force.power, force.at);
    behind.units = stays;
    (behind.demoralized, behind.unsupplied) = (force.demoralized, force.unsupplied);
    (Force { units: goes, ..force.clone() }, Some(behind))
}

/// Leaves behind the detachment for which there is no place where a force goes.
fn trim(turn: &mut Turn, battle: &Battle, side: Side, id: ForceId) {
    let force = turn.state.force(id).clone();
    let ids = battle.forces(turn, side);
    let own = ids.iter().map(|id| turn.state.force(*id)).filter(|f| f.power == force.power);
    let whole = own.clone().count() == 0
        || own.clone().any(|f| stacking::united(turn.book, f, &force).is_some());
    if let ((force, Some(new)), false) = (trimmed(turn, &force), whole) {
        turn.record(ForceEvent::Parted { force, new, how: Parting::Dropped });
    }
}

/// Whether two forces can be one (NIA §4.1.1).
pub fn fits_together(turn: &Turn, here: &Force, comer: &Force) -> bool {
    stacking::united(turn.book, here, comer).is_some()
}

/// Makes one force of two that stand in one hex, and tells which is left (NIA §5.1.6, §8.3.3.1).
pub fn unite(turn: &mut Turn, here: ForceId, comer: ForceId) -> Option<ForceId> {
    let (a, b) = (turn.state.forces.get(&here)?.clone(), turn.state.forces.get(&comer)?.clone());
    let (Joined { mut force, pooled }, gone) = stacking::united(turn.book, &a, &b)?;
    force.activations = a.activations.max(b.activations);
    force.siege = a.siege;
    for leader in pooled {
        let power = if b.leaders.contains(&leader) { &b.power } else { &a.power }.clone();
        let at = force.at;
        turn.record(ForceEvent::LeaderLeft { power, leader, at, why: Some(Leaving::NoRoom) });
    }
    let id = force.id;
    let of = if gone == a.id { &a } else { &b }.commander().map(str::to_owned);
    turn.record(ForceEvent::Joined {
        force,
        gone,
        of,
        how: Joining::Integrated,
        cost: 0,
        spent: 0,
    });
    Some(id)
}

fn chance(turn: &Turn, battle: &Battle, side: Side, force: &Force) -> Chance {
    let ids = battle.forces(turn, side);
    let army = ids.iter().map(|id| turn.state.force(*id)).find(|other| {
        other.army.is_some()
            && other.power == force.power
            && stacking::united(turn.book, other, &trimmed(turn, force).0)
                .is_some_and(|(joined, _)| joined.force.army.is_some())
    });
    let commander = army.and_then(Force::commander).map(|leader| leaders::combat(turn, leader));
    let own = force.commander().map_or(0, |leader| leaders::combat(turn, leader));
    let river = crossing(turn, force, battle.at).unwrap_or(false);
    let engineers = force.has_engineers();
    guns_march(turn.book, own, commander, river, engineers, force.demoralized, force.unsupplied)
}

/// One leader's attempt, if he wants to.
fn attempt(turn: &mut Turn, battle: &mut Battle, side: Side, id: ForceId) {
    let force = turn.state.force(id).clone();
    let will = round::will(turn, battle, side);
    let scene = crate::orders::senses::Scene { halves: None, losses: None, ..will.scene };
    let will = will::Will::seeing(scene);
    let helped = leaders::overall(turn, &battle.forces(turn, side));
    let disorder = helped.is_some_and(|id| turn.state.force(id).demoralized) && !force.demoralized;
    let holds = turn.state.walls(turn.book, force.at) > 0;
    let default = force.siege.is_none() && !holds && !disorder;
    let said = match will.named(turn, &force, Topic::SoundOfTheGuns.under("for")).first() {
        Some(whom) if !helps(turn, battle, side, whom) => Some(false),
        _ => will.wants(turn, &force, Topic::SoundOfTheGuns.path()),
    };
    if !will::yes(turn, GUNS, &force, Topic::SoundOfTheGuns, default, said) {
        return;
    }
    let name = turn.name(&force);
    if cards::is_kept_away(turn, &battle.powers(turn, side.other()), &name) {
        return;
    }
    let chance = chance(turn, battle, side, &force);
    let ask = GUNS.by(turn.name(&force)).at(turn.book.atlas.name(battle.at));
    let dice = turn.ledger.dice(ask, 2, 6).faces;
    let throw: Throw = round::throw(dice, chance.modifiers.clone());
    let succeeded = chance.reached_by(throw.total);
    turn.record(ContactEvent::MarchedToGuns { force: id, to: battle.at, throw, succeeded });
    if succeeded {
        come_up(turn, battle, side, id);
    }
}

/// Whether a leader or army named in a sheet stands in the battle.
fn helps(turn: &Turn, battle: &Battle, side: Side, whom: &str) -> bool {
    battle.forces(turn, side).iter().any(|id| {
        let force = turn.state.force(*id);
        whom == "any"
            || force.army.as_deref() == Some(whom)
            || force.leaders.iter().any(|name| name == whom)
    })
}

/// Brings a force into the hex of a battle and joins it to its friends there.
pub fn come_up(turn: &mut Turn, battle: &mut Battle, side: Side, id: ForceId) {
    trim(turn, battle, side, id);
    crate::land::combat::shed(turn, id);
    let from = turn.state.force(id).at;
    let besieged = turn.state.force(id).siege.is_some();
    turn.record(ContactEvent::CameUp { force: id, from, to: battle.at });
    if besieged {
        crate::land::siege::raise(turn, from);
    }
    battle.came_from.insert(id, from);
    let power = turn.state.force(id).power.clone();
    let friends: Vec<ForceId> = battle
        .forces(turn, side)
        .into_iter()
        .filter(|other| *other != id && turn.state.force(*other).power == power)
        .collect();
    let ids = match side {
        Side::Attacker => &mut battle.attackers,
        Side::Defender => &mut battle.defenders,
    };
    ids.push(id);
    for friend in friends {
        let both_armies =
            turn.state.force(friend).army.is_some() && turn.state.force(id).army.is_some();
        if both_armies {
            continue;
        }
        if unite(turn, friend, id).is_some() {
            battle.came_from.remove(&id);
            break;
        }
    }
}
