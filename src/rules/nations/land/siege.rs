//! Sieges: laying one, the attempts and what they come to, assaults, raising it (NIA §9).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.3.1, §8.3.4, §9.1, §9.2, §9.3, §9.4.

use crate::book::war::{BattleSize, Cell, SiegeResult};
use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::losses::{self, Bill};
use crate::land::combat::round::{casualties, choose_lead, choose_morale, throw};
use crate::land::combat::{self, leaders};
use crate::land::movement;
use crate::land::reckon::host::Host;
use crate::land::reckon::morale;
use crate::land::reckon::round::{self as figures, Crossing, Front, Setting};
use crate::land::reckon::siege::{self as works, Besieger, Works};
use crate::land::reform;
use crate::land::weakness::stands_before;
use crate::orders::choices as will;
use crate::orders::choices::{OwnWords, Will};
use crate::orders::senses::{Met, Scene};
use crate::position::Position;
use crate::record::event::{
    BattleEvent, Cause, ContactEvent, Fighter, ForceEvent, Reason, SiegeEvent, Throw, Winner,
};
use crate::record::state::{Force, ForceId, State};
use crate::turn::Turn;
use crate::turn::activation::Activation;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::keys::Filled;

pub use crate::land::weakness::{hold, too_weak};

const ATTEMPT: Rule = Rule("NIA §9.2");
const ROLL: Rule = Rule("NIA §8.2.4");
const LEAD: Rule = Rule("NIA §8.2.3");
const RESULT: Rule = Rule("NIA §9.3");

/// Settles what a march finds in the hex where it is: open towns are taken, walls stop it (NIA
/// §5.2.4, §5.2.10, §9.1).
pub fn arrive(acting: &mut Activation, from: Space) -> Result<(), Reason> {
    let at = acting.force().at;
    let (book, state) = (acting.turn.book, &acting.turn.state);
    if !movement::ends_march(book, state, &acting.power, at) {
        return Ok(());
    }
    let level = enemy_fortress(state, book, &acting.power, at);
    let friends = outside(acting.turn, &acting.power, at);
    if let Some(reason) = too_weak(acting.turn, &friends, level) {
        for force in std::iter::once(acting.force).chain(acting.group.clone()) {
            // Who raised a siege to come here may find its garrison before the walls (§9.4).
            match acting.turn.state.enemy_at(&acting.power, from) && !stands_before(acting, from) {
                true => combat::retreat::redeploy(acting.turn, force),
                false => {
                    acting.turn.record(ContactEvent::Retreated { force, from: at, to: from });
                }
            }
        }
        raise(acting.turn, at);
        acting.over = true;
        return Err(reason);
    }
    let force = acting.force;
    acting.turn.record(SiegeEvent::SiegeMarked { force, at, level: 0 });
    acting.laid = Some(at);
    Ok(())
}

/// A side's forces before the walls of a hex.
pub(super) fn outside(turn: &Turn, power: &str, at: Space) -> Vec<ForceId> {
    let own = |force: &&Force| !force.inside && turn.state.friends(&force.power, power);
    turn.state.at(at).filter(own).map(|force| force.id).collect()
}

/// The level of an active fortress that is not ours; 0 if there is none.
pub fn enemy_fortress(state: &State, book: &crate::book::Book, power: &str, at: Space) -> u8 {
    let common = state.common();
    let foreign = common.holder(book, at).is_some_and(|holder| common.are_shut(holder, power));
    if foreign { state.fortress(book, at) } else { 0 }
}

/// The step `siege`: so many attempts, while points last and its condition holds (NIA §9.1).
pub fn lay(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let attempts = filled.number("attempts").unwrap_or(1);
    let keep = filled.number("keep mp").and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    for nth in 0..attempts {
        let again = nth == 0 || filled.condition("if").is_none_or(|c| acting.says(c));
        let at = acting.force().at;
        if nth == 0 && acting.over {
            return Err(acting.ended());
        }
        if !again || acting.over || !acting.turn.state.forces.contains_key(&acting.force) {
            return Ok(());
        }
        let level = enemy_fortress(&acting.turn.state, acting.turn.book, &acting.power, at);
        if level == 0 {
            return if nth == 0 { Err(Reason::NoFortress) } else { Ok(()) };
        }
        let friends = outside(acting.turn, &acting.power, at);
        if let Some(reason) = too_weak(acting.turn, &friends, level) {
            return if nth == 0 { Err(reason) } else { Ok(()) };
        }
        match price(acting, at, u32::from(level), keep) {
            Ok(cost) => attempt(acting, filled, cost),
            Err(reason) if nth == 0 => return Err(reason),
            Err(_) => return Ok(()),
        }
        if !acting.turn.state.forces.contains_key(&acting.force) {
            return Err(Reason::LastStepLost);
        }
    }
    Ok(())
}

/// Whether a force makes an attempt for nothing: it has laid the siege in this activation, has not tried
/// yet, and its points pay for none (NIA §9.1).
pub fn is_for_nothing(laid: bool, tried: bool, (left, level): (u32, u32)) -> bool {
    laid && !tried && left < level
}

/// What the next attempt costs, already paid (NIA §9.1).
fn price(acting: &mut Activation, at: Space, level: u32, keep: u32) -> Result<u32, Reason> {
    if acting.won_at == Some(at) {
        // Without a point left for going on, the attempt is free all the same.
        let _ = acting.go_on();
        acting.won_at = None;
        return Ok(0);
    }
    let left = acting.left();
    if left >= level + keep {
        acting.spent += level;
        acting.unchecked = true;
        acting.tried = true;
        return Ok(level);
    }
    if is_for_nothing(acting.laid == Some(at), acting.tried, (left, level)) {
        acting.tried = true;
        acting.over = true;
        return Ok(0);
    }
    Err(Reason::OutOfPoints { needed: level + keep, left })
}

/// One attempt of the force that acts.
fn attempt(acting: &mut Activation, filled: &Filled, cost: u32) {
    let (id, spent) = (acting.force, acting.spent);
    if attempts(acting.turn, id, Some(filled), cost, spent) {
        acting.laid = None; // What stopped the march is no more (§9.1).
    }
}

/// The screen's one attempt, after the main force has ended; by default it is made (§5.2.10).
pub fn screen(turn: &mut Turn, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    if enemy_fortress(&turn.state, turn.book, &force.power, force.at) == 0 {
        return;
    }
    let said = Will::default().wants(turn, &force, Topic::Screen.path());
    let rule = Rule("NIA §5.2.10");
    if will::yes(turn, rule, &force, Topic::Screen, true, said) {
        attempts(turn, id, None, 0, 0);
    }
}

/// Those who are shut up in a fortress.
fn garrison(turn: &Turn, at: Space) -> Vec<ForceId> {
    turn.state.at(at).filter(|force| force.inside).map(|force| force.id).collect()
}

/// One siege attempt (NIA §9.2); true if the fortress fell.
pub fn attempts(
    turn: &mut Turn,
    id: ForceId,
    step: Option<&Filled>,
    cost: u32,
    spent: u32,
) -> bool {
    let book = turn.book;
    let force = turn.state.force(id).clone();
    let at = force.at;
    let inside = garrison(turn, at);
    let besieged = host(turn, &inside, at);
    let level = turn.state.fortress(book, at);
    let level = level + if level > 0 { cards::strengthened(turn, at) } else { 0 };
    let marker = turn.state.siege_marker(at).unwrap_or(0);
    let works = Works {
        level,
        walls: turn.state.walls(book, at),
        marker,
        besieger_combat: leaders::commander_value(turn, &[id]),
        besieged_combat: leaders::commander_value(turn, &inside),
        besiegers: besiegers(turn, id),
        besieged,
    };
    let mut modifiers = works::modifiers(book, &works, turn.state.season);
    modifiers.extend(cards::sappers(turn, &force));
    let ask = |turn: &Turn| ATTEMPT.by(turn.name(turn.state.force(id))).at(book.atlas.name(at));
    let roll = ask(turn);
    let throw = throw(turn.ledger.dice(roll, 2, 6).faces, modifiers);
    let result = book.war.siege(level, throw.total);
    let starred = result == SiegeResult::RepulsedStar;
    let star = starred.then(|| ask(turn)).map(|roll| turn.ledger.dice(roll, 1, 6).faces[0]);
    turn.record(SiegeEvent::SiegeAttempted {
        force: id,
        at,
        fortress: level,
        throw,
        result: result.to_string(),
        star,
        cost,
        spent,
    });
    match result {
        SiegeResult::NoEffect | SiegeResult::Repulsed => {}
        SiegeResult::RepulsedStar => {
            let steps = u32::from(star.is_some_and(|die| book.war.siege_star.costs(die, false)));
            let bill = Bill::of(steps, Cause::Repulse, ATTEMPT);
            losses::suffer(turn, &[id], &Will::default(), &bill);
        }
        SiegeResult::Assault => {
            if assault(turn, id, at, step, false) {
                return true;
            }
        }
        SiegeResult::Breach => return assault(turn, id, at, step, true),
        SiegeResult::Honours => {
            march_out(turn, inside, at);
            take(turn, &turn.state.force(id).power.clone(), at);
            return true;
        }
    }
    go_on(turn, id, &force.power, (at, marker + 1));
    false
}

/// The siege goes on with a higher marker while anybody is left before the walls, and any walls (NIA
/// §9.2, §9.4).
fn go_on(turn: &mut Turn, id: ForceId, power: &str, (at, level): (Space, u8)) {
    let mut left = outside(turn, power, at);
    left.retain(|id| turn.state.force(*id).fights());
    left.sort_by_key(|other| *other != id);
    let walls = turn.state.fortress(turn.book, at) > 0;
    match left.first().copied().filter(|_| walls) {
        Some(force) => turn.record(SiegeEvent::SiegeMarked { force, at, level }),
        None => raise(turn, at),
    }
}

/// All before the walls, first who makes the attempt (NIA §9.2).
fn besiegers(turn: &Turn, id: ForceId) -> Vec<Besieger> {
    let force = turn.state.force(id);
    let mut all = outside(turn, &force.power, force.at);
    all.sort_by_key(|other| *other != id);
    let besieger = |id: &ForceId| {
        let force = turn.state.force(*id);
        let engineers = if force.bridge.is_some() { 0 } else { force.engineers };
        Besieger { host: Host::of(turn.book, force), engineers }
    };
    all.iter().map(besieger).collect()
}

/// A garrison goes home with the honours of war, and is back in spring (NIA §9.3).
fn march_out(turn: &mut Turn, inside: Vec<ForceId>, at: Space) {
    let back = turn.state.season.next_spring();
    for force in inside {
        let Force { power, leaders, units, .. } = turn.state.force(force).clone();
        let leader = leaders.into_iter().next();
        turn.record(SiegeEvent::HonoursOfWar { force, power, at, leader, units, back });
    }
}

/// The besieged with the permanent points of their fortress (NIA §9.2).
fn host(turn: &Turn, inside: &[ForceId], at: Space) -> Host {
    let mut host = combat::host(turn, inside);
    host.walls = turn.state.walls(turn.book, at);
    host.supplied = true; // The penalty is not theirs behind walls (§6.2).
    host
}

/// One round on the skirmish column (NIA §9.2); true if the fortress fell.
fn assault(turn: &mut Turn, id: ForceId, at: Space, step: Option<&Filled>, breach: bool) -> bool {
    let inside = garrison(turn, at);
    let power = turn.state.force(id).power.clone();
    let words = step.map(|step| OwnWords::new(&power, step));
    let ours = side(turn, &[id], at, words, false);
    let theirs = side(turn, &inside, at, None, true);
    let setting = Setting {
        terrain: turn.book.atlas.hex(at).terrain,
        pass: false,
        season: turn.state.season,
        assault: true,
        first_round: true,
        crossing: Crossing::None,
        reformed: reform::is_done(turn.book, turn.state.common()),
    };
    let reckoning = figures::reckon(turn.book, &setting, &ours.front, &theirs.front);
    if reckoning.destroyed == Some(Winner::Attacker) {
        record(turn, at, &reckoning, [(&ours, None), (&theirs, None)], Winner::Attacker);
        fall(turn, &power, at);
        return true;
    }
    let our_throw = roll(turn, &ours, at, reckoning.attacker.clone());
    let their_throw = roll(turn, &theirs, at, reckoning.defender.clone());
    let cell = |turn: &Turn, throw: &Throw| turn.book.war.combat(BattleSize::Skirmish, throw.total);
    let (our_cell, their_cell) = (cell(turn, &our_throw), cell(turn, &their_throw));
    let winner = match figures::winner(our_cell, their_cell) {
        Winner::Attacker => Winner::Attacker,
        Winner::Defender | Winner::Nobody => Winner::Defender,
    };
    let throws = [(&ours, Some((our_throw, our_cell))), (&theirs, Some((their_throw, their_cell)))];
    record(turn, at, &reckoning, throws, winner);
    let to_them = figures::inflicted(our_cell, &ours.front.host);
    let to_us = figures::inflicted(their_cell, &theirs.front.host);
    let lost_inside = lose_inside(turn, &inside, &theirs, at, to_them, our_cell);
    let lost = lose_outside(turn, id, &ours, to_us, their_cell);
    casualties(turn, ours.parts(), their_cell, reckoning.attacker_safe);
    casualties(turn, theirs.parts(), our_cell, reckoning.defender_safe);
    let attacker_lives = turn.state.forces.get(&id).is_some_and(Force::fights);
    let dead = turn.state.walls(turn.book, at) == 0
        && !garrison(turn, at).iter().any(|id| turn.state.force(*id).fights());
    if !attacker_lives && !breach {
        // With nobody left to take it, the place stays theirs, empty if its points are gone too.
        if dead {
            let holder = turn.state.holder(turn.book, at).map(str::to_owned);
            if let Some(power) = holder {
                let from = Some(power.clone());
                turn.record(SiegeEvent::Captured { at, power, from, empty: true });
            }
        }
        raise(turn, at);
        return false;
    }
    // After a breach nobody asks whether they lose heart (§9.3).
    let falls = breach
        || dead
        || (winner == Winner::Attacker
            && surrenders(turn, &garrison(turn, at), &theirs, at, (lost_inside, lost)));
    if falls {
        fall(turn, &power, at);
        return true;
    }
    false
}

/// Whether besieged who lost an assault lose heart (NIA §9.3).
fn surrenders(
    turn: &mut Turn,
    inside: &[ForceId],
    side: &AssaultSide,
    at: Space,
    (theirs, ours): (u32, u32),
) -> bool {
    if turn.state.fortress(turn.book, at) >= 3 {
        return false; // A citadel holds to its last point.
    }
    let commander = leaders::commander_value(turn, inside);
    let difference = i32::try_from(theirs).unwrap_or(0) - i32::try_from(ours).unwrap_or(0);
    let already = inside.iter().any(|id| turn.state.force(*id).demoralized);
    let (target, modifiers) =
        morale::demoralization((side.morale, 0), commander, false, difference, already);
    let ask = RESULT.by(&side.front.commander_name).at(turn.book.atlas.name(at));
    let die = turn.ledger.dice(ask, 1, 6).faces[0];
    let demoralized = morale::breaks(die, target);
    if let Some(force) = inside.first().copied() {
        turn.record(BattleEvent::MoraleChecked { force, die, target, modifiers, demoralized });
    } else {
        let power = turn.state.holder(turn.book, at).unwrap_or_default().to_owned();
        let surrenders = demoralized;
        turn.record(SiegeEvent::GarrisonChecked { at, power, die, target, modifiers, surrenders });
    }
    demoralized
}

struct AssaultSide {
    ids: Vec<ForceId>,
    front: Front,
    will: Will,
    morale: u8,
}

impl AssaultSide {
    fn parts(&self) -> (&[ForceId], &Front, &Will) {
        (&self.ids, &self.front, &self.will)
    }
}

fn side(
    turn: &mut Turn,
    ids: &[ForceId],
    at: Space,
    words: Option<OwnWords>,
    inside: bool,
) -> AssaultSide {
    let (book, town) = (turn.book, turn.book.atlas.name(at));
    let host = if inside { host(turn, ids, at) } else { combat::host(turn, ids) };
    let enemy = turn.state.at(at).find(|force| force.inside != inside && !ids.contains(&force.id));
    let scene = Scene { met: enemy.map(Met::of), ..Scene::default() };
    let will = Will { scene, words };
    let (morale, _) = if ids.is_empty() {
        (host.morale(book, turn.state.season).first().copied().unwrap_or(3), false)
    } else {
        choose_morale(turn, ids, &host, &will)
    };
    let key = if inside { Topic::BesiegedLosses.under("assault lead") } else { Topic::Lead.path() };
    let lead = choose_lead(turn, ids, &will, key, true);
    let subordinate = leaders::subordinate(turn, ids, &will, LEAD);
    let subordinate = subordinate.map(|name| {
        let value = leaders::combat(turn, &name);
        (name, value)
    });
    let commander_name = match leaders::overall(turn, ids) {
        Some(id) => turn.name(turn.state.force(id)),
        None => format!("garrison of {town}"),
    };
    let front = Front {
        host,
        commander: leaders::commander_value(turn, ids),
        commander_name,
        lead,
        spared: false,
        second: None,
        tactician: None,
        subordinate,
        intercepted: false,
        avoidance_failed: false,
    };
    AssaultSide { ids: ids.to_vec(), front, will, morale }
}

fn roll(
    turn: &mut Turn,
    side: &AssaultSide,
    at: Space,
    modifiers: Vec<crate::record::event::Modifier>,
) -> Throw {
    let ask = ROLL.by(&side.front.commander_name).at(turn.book.atlas.name(at));
    throw(turn.ledger.dice(ask, 2, 6).faces, modifiers)
}

fn record(
    turn: &mut Turn,
    at: Space,
    reckoning: &figures::Reckoning,
    sides: [(&AssaultSide, Option<(Throw, Cell)>); 2],
    winner: Winner,
) {
    let holder = turn.state.holder(turn.book, at).unwrap_or_default().to_owned();
    let [attacker, defender] = sides.map(|(side, throw)| {
        let force = leaders::overall(turn, &side.ids).unwrap_or(ForceId(0));
        let power = turn.state.forces.get(&force).map_or(holder.clone(), |f| f.power.clone());
        let (throw, result) = match throw {
            Some((throw, cell)) => (throw, cell.to_string()),
            None => (Throw::default(), "-".to_owned()),
        };
        Fighter {
            power,
            force,
            name: side.front.commander_name.clone(),
            steps: side.front.host.steps(),
            guns: 0,
            cavalry_halves: 0,
            morale: side.morale,
            lead: side.front.lead.clone(),
            subordinate: side.front.subordinate.as_ref().map(|(name, _)| name.clone()),
            throw,
            result,
        }
    });
    let attacker = Fighter { guns: reckoning.guns.0, ..attacker };
    let defender = Fighter { guns: reckoning.guns.1, ..defender };
    let (size, odds) = (reckoning.size.word().to_owned(), reckoning.odds.to_string());
    turn.record(BattleEvent::Fought {
        at,
        round: 1,
        size,
        odds,
        assault: true,
        attacker: Box::new(attacker),
        defender: Box::new(defender),
        winner,
    });
}

/// The besieged pay with steps or with permanent points (NIA §9.2).
fn lose_inside(
    turn: &mut Turn,
    inside: &[ForceId],
    side: &AssaultSide,
    at: Space,
    steps: u32,
    cell: Cell,
) -> u32 {
    let walls = u32::from(turn.state.walls(turn.book, at));
    let troops: u32 = inside.iter().map(|id| turn.state.force(*id).steps()).sum();
    let options = ["fortress points", "steps"];
    let mut first = options[0].to_owned();
    if let Some(id) = inside.first().filter(|_| troops > 0 && walls > 0 && steps > 0) {
        let force = turn.state.force(*id).clone();
        let wish = side.will.named(turn, &force, Topic::BesiegedLosses.path()).into_iter().next();
        let said = wish.map(|wish| {
            let choice = if wish == options[0] { options[0] } else { options[1] };
            (choice.to_owned(), kit::ledger::Source::Reaction)
        });
        first =
            will::choose(turn, RESULT, &force, Topic::BesiegedLosses, &options, options[0], said)
                .choice;
    }
    let spare = if troops > 0 { walls.saturating_sub(1) } else { walls };
    let points = if first == options[0] {
        steps.min(spare)
    } else {
        steps.saturating_sub(troops).min(walls)
    };
    let of_troops = (steps - points).min(troops);
    let points = (steps - of_troops).min(walls);
    if points > 0 {
        let points = u8::try_from(points).unwrap_or(u8::MAX);
        turn.record(SiegeEvent::WallsBroken { at, points });
    }
    let lead = side.front.lead.clone().filter(|_| of_troops > 0);
    let bill = Bill { lead, cavalry: cell.cavalry, ..Bill::of(of_troops, Cause::Assault, ROLL) };
    points + losses::suffer(turn, inside, &side.will, &bill)
}

fn lose_outside(turn: &mut Turn, id: ForceId, side: &AssaultSide, steps: u32, cell: Cell) -> u32 {
    let lead = side.front.lead.clone();
    let bill = Bill { lead, cavalry: cell.cavalry, ..Bill::of(steps, Cause::Assault, ROLL) };
    losses::suffer(turn, &[id], &side.will, &bill)
}

/// The fortress falls: who is left inside is destroyed (NIA §9.3).
fn fall(turn: &mut Turn, power: &str, at: Space) {
    for id in garrison(turn, at) {
        losses::destroy(turn, id, Cause::Fall);
    }
    take(turn, power, at);
}

/// The place is the captor's, as a simple city until it is armed again (NIA §9.3).
fn take(turn: &mut Turn, power: &str, at: Space) {
    let from = turn.state.holder(turn.book, at).map(str::to_owned);
    let empty = turn.book.atlas.town(at).is_some_and(|town| town.fortress > 0);
    turn.record(SiegeEvent::Captured { at, power: power.to_owned(), from, empty });
    crate::sea::retreat::harbour_fell(turn, at);
}

/// When the last besieger has left, those inside are free again (NIA §9.4).
pub fn raise(turn: &mut Turn, at: Space) {
    if turn.state.besieged(at) {
        return;
    }
    let inside: Vec<Force> = turn.state.at(at).filter(|force| force.inside).cloned().collect();
    for mut force in inside {
        if turn
            .state
            .at(at)
            .any(|other| !turn.state.friends(&other.power, &force.power) && other.fights())
        {
            continue;
        }
        force.inside = false;
        force.siege = None;
        turn.record(ForceEvent::Changed { force, why: "the siege is raised".to_owned() });
    }
}
