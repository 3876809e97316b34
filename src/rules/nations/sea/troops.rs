//! Troops on board: loading, landing, the landing that is thrown back, what goes down with a ship
//! (NIA §5.3.3, §8.3.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.3.3.

use super::super::book::Book;
use super::super::orders::drop::leave;
use super::retreat::{self, Haven};
use super::voyage::Voyage;
use super::{harbour, squad};
use crate::decisions::Topic;
use crate::land::combat::{self, losses};
use crate::land::contact;
use crate::land::joining;
use crate::land::movement::may_land;
use crate::land::reckon::sea::Room;
use crate::land::siege;
use crate::land::stacking;
use crate::land::supply::Moment;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::words::{Pick, meant};
use crate::position::Position;
use crate::record::event::{Cause, ForceEvent, Parting, PassageEvent, Reason};
use crate::record::state::{Anchorage, EmbarkedForce, Force, ForceId, Hold, Ship, State};
use crate::season::victory;
use crate::turn::Turn;
use crate::turn::activation::Activation;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::keys::Filled;

const TRANSPORT: Rule = Rule("NIA §5.3.3");
const BY_SHIP: Rule = Rule("NIA §8.3.2");

/// How much a fleet carries: steps, support units and the marker, a piece each.
pub fn load(state: &State, ship: &Ship) -> u32 {
    let weight = |hold: &Hold| {
        let steps: u32 = hold.units.iter().map(|unit| u32::from(unit.steps)).sum();
        steps + u32::from(hold.trains + hold.engineers) + u32::from(hold.army)
    };
    state.cargo(ship).map(|(_, hold)| weight(hold)).sum()
}

/// The room that is left in a fleet (NIA §5.3.3).
fn room(book: &Book, state: &State, ship: &Ship) -> Room {
    let mut room = Room::of(book.sea.carries);
    for (_, hold) in state.cargo(ship) {
        let steps: u8 = hold.units.iter().map(|unit| unit.steps).sum();
        let support = hold.trains + hold.engineers + u8::from(hold.army);
        room.steps = room.steps.saturating_sub(steps);
        room.support = room.support.saturating_sub(support);
    }
    room
}

/// Stows a force in fleets, the heaviest with the admiral; or returns the excess load.
fn stow(book: &Book, state: &State, ships: &[Ship], force: &Force) -> Result<Vec<Hold>, Reason> {
    let fleets = squad::ranked(book, ships).into_iter().filter(|ship| !squad::is_decoy(book, ship));
    let mut holds: Vec<(Room, Hold)> = fleets
        .map(|ship| (room(book, state, &ship), Hold { ship: Some(ship), ..Hold::default() }))
        .collect();
    let pieces = u32::from(force.trains + force.engineers) + u32::from(force.army.is_some());
    let space: u32 = holds.iter().map(|(room, _)| u32::from(room.steps + room.support)).sum();
    let full = || Reason::Overladen { has: force.steps() + pieces, room: space };
    let mut units = force.units.clone();
    units.sort_by_key(|unit| std::cmp::Reverse(unit.steps));
    for unit in units {
        let fits = |(room, _): &&mut (Room, Hold)| room.steps >= unit.steps;
        let (room, hold) = holds.iter_mut().find(fits).ok_or_else(full)?;
        room.steps -= unit.steps;
        hold.units.push(unit);
    }
    let mut support = |count: u8, put: fn(&mut Hold)| {
        for _ in 0..count {
            let fits = |(room, _): &&mut (Room, Hold)| room.support > 0;
            let (room, hold) = holds.iter_mut().find(fits).ok_or_else(full)?;
            room.support -= 1;
            put(hold);
        }
        Ok(())
    };
    support(u8::from(force.army.is_some()), |hold| hold.army = true)?;
    support(force.trains, |hold| hold.trains += 1)?;
    support(force.engineers, |hold| hold.engineers += 1)?;
    let first = holds.first_mut().ok_or_else(full)?;
    first.1.leaders.clone_from(&force.leaders);
    let empty = |hold: &Hold| Hold { ship: hold.ship.clone(), ..Hold::default() } == *hold;
    Ok(holds.into_iter().map(|(_, hold)| hold).filter(|hold| !empty(hold)).collect())
}

/// Whether ships that lie somewhere take troops of a hex on board: those in the same harbour, or at sea those
/// of an island (NIA §5.3.3).
pub fn boards(book: &Book, lies: &Anchorage, space: Space) -> bool {
    match lies {
        Anchorage::Harbour(harbour) => space == *harbour,
        Anchorage::Sea(sea) => is_island(book, space) && book.atlas.hex_seas(space).contains(sea),
        Anchorage::Blockading(_) | Anchorage::Corsairs => false,
    }
}

/// The step `carry`: takes a force, or units of it, on board (NIA §5.3.3).
pub fn carry(voyage: &mut Voyage, filled: &Filled) -> Result<(), Reason> {
    let name = filled.name("force").unwrap_or_default();
    let at = voyage.at();
    let book = voyage.turn.book;
    let state = &voyage.turn.state;
    let here = state
        .forces
        .values()
        .filter(|force| boards(book, &at, force.at) && state.friends(&force.power, &voyage.power));
    let force = meant(&book.atlas, &book.units, name, here);
    let force = force.ok_or_else(|| Reason::NotHere { name: name.to_owned() })?.clone();
    if let Some(rule) = &force.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    if force.power != voyage.power {
        let said = Will::default().wants(voyage.turn, &force, Topic::Board.path());
        if !will::yes(voyage.turn, TRANSPORT, &force, Topic::Board, false, said) {
            return Err(Reason::WillNotBoard);
        }
    }
    let id = voyage.turn.new_id(&force.power);
    let (stays, goes) = part(book, id, &force, filled)?;
    let holds = stow(book, &voyage.turn.state, &voyage.ships(), &goes)?;
    if matches!(at, Anchorage::Sea(_)) {
        let cost = book.sea.points.enter;
        voyage.spend(cost)?;
    }
    if let Some(stays) = stays {
        let (force, new, how) = (stays, goes.clone(), Parting::Dropped);
        voyage.turn.record(ForceEvent::Parted { force, new, how });
    }
    let at = goes.at;
    voyage.loaded.push((goes.id, at));
    voyage
        .turn
        .record(PassageEvent::Embarked { passage: EmbarkedForce { force: goes, holds }, at });
    siege::raise(voyage.turn, at);
    Ok(())
}

/// Puts those ashore again whom an entry took on board in the harbour where it broke off (NIA §5.3.3).
pub fn unload(voyage: &mut Voyage) {
    let Anchorage::Harbour(harbour) = voyage.at() else { return };
    let (ships, spent) = (voyage.ships(), voyage.spent);
    let turn = &mut *voyage.turn;
    if !squad::friendly_harbour(turn.book, turn.state.common(), &voyage.power, harbour) {
        return;
    }
    let here = voyage.loaded.iter().filter(|(_, at)| *at == harbour).map(|(id, _)| *id);
    let back: Vec<ForceId> = here.filter(|id| turn.state.aboard.contains_key(id)).collect();
    if back.is_empty() {
        return;
    }
    for id in back {
        let mut force = turn.state.aboard[&id].force.clone();
        force.at = harbour;
        force.settle();
        let ships = ships.clone();
        turn.record(PassageEvent::Landed { force, ships, against: false, cost: 0, spent });
    }
    joining::crowds(turn);
}

/// What of a force stays behind, if anything, and what goes: the units, leader and support that the
/// step names, or all but the depots, which cannot move (NIA §1.1.3.2). A part has the new number.
pub fn part(
    book: &Book,
    id: ForceId,
    force: &Force,
    filled: &Filled,
) -> Result<(Option<Force>, Force), Reason> {
    let picks = filled.names("units");
    if picks.is_empty() && force.depots == 0 {
        return Ok((None, force.clone()));
    }
    let mut stays = force.clone();
    let mut goes = Force::new(id, &force.power, force.at);
    (goes.activations, goes.unsupplied) = (force.activations, force.unsupplied);
    goes.demoralized = force.demoralized;
    if picks.is_empty() {
        goes = Force { depots: 0, id: goes.id, ..force.clone() };
        stays = Force { depots: force.depots, ..Force::new(force.id, &force.power, force.at) };
    }
    for written in picks {
        let pick = Pick::read(written, &book.units, &book.people);
        let pick = pick.map_err(|_| Reason::HasNone { what: written.to_owned() })?;
        leave(book, &mut stays, &mut goes, &pick)?;
    }
    if let Some(leader) = filled.name("leader") {
        let at = stays.leaders.iter().position(|name| name == leader);
        let at = at.ok_or_else(|| Reason::NotHere { name: leader.to_owned() })?;
        if at == 0 && stays.army.is_some() {
            return Err(Reason::CommandsArmy);
        }
        goes.leaders.push(stays.leaders.remove(at));
    }
    goes.depots = 0;
    goes.settle();
    stacking::give_up_marker(book, &mut stays)?;
    Ok(((!stays.is_empty()).then_some(stays), goes))
}

/// Whether a hex has the sea on all sides.
fn is_island(book: &Book, at: Space) -> bool {
    let land = |space: &Space| book.atlas.hex(*space).terrain.is_land();
    land(&at) && !book.atlas.around(at).iter().any(land)
}

/// Whether ships of a power may put troops ashore in a place: a harbour, a town on the coast or an island whose
/// land is open to it (NIA §5.3.3, §17.4.5).
pub fn landing_place(
    book: &Book,
    position: &dyn Position,
    power: &str,
    at: Space,
) -> Result<(), Reason> {
    let (town, common) = (book.atlas.town(at), position.common());
    let coast = !book.atlas.hex_seas(at).is_empty() && (town.is_some() || is_island(book, at));
    if !coast || !book.scenario.in_play(at) {
        return Err(Reason::NoLandingPlace { at });
    }
    let is_theirs = harbour::is_hostile(book, common, power, at).is_ok();
    if is_theirs && harbour::is_sheltered(book, position, at) {
        return Err(Reason::Sheltered { at });
    }
    if common.may_enter(book, power, at) { Ok(()) } else { Err(Reason::AtPeace) }
}

/// The step `land`: puts troops ashore, in a harbour, a town on the coast or an island (NIA §5.3.3).
pub fn land(voyage: &mut Voyage, filled: &Filled) -> Result<(), Reason> {
    let (book, written) = (voyage.turn.book, filled.name("at").unwrap_or_default());
    let at = book.atlas.place(written);
    let at = at.ok_or_else(|| Reason::NotThere { name: written.to_owned() })?;
    let aboard = on_board(voyage, filled.name("force"));
    if aboard.is_empty() {
        return Err(Reason::NotAboard);
    }
    let state = &voyage.turn.state;
    let holder = state.holder(book, at);
    let foreign = holder.is_some_and(|holder| !state.friends(holder, &voyage.power));
    landing_place(book, state, &voyage.power, at)?;
    let enemies =
        state.at(at).any(|force| state.at_war(&force.power, &voyage.power) && force.fights());
    let walls = foreign && state.fortress(book, at) > 0;
    let against = enemies || walls;
    for id in &aboard {
        may_land(book, state, &state.aboard[id].force, at)?;
    }
    let fresh = |id: &ForceId| state.aboard[id].force.activations == 0;
    if against && !aboard.iter().all(fresh) {
        return Err(Reason::HasMarker);
    }
    approach(voyage, at, foreign)?;
    let ashore =
        aboard.into_iter().filter(|id| voyage.turn.state.aboard.contains_key(id)).collect();
    come_ashore(voyage, at, ashore, against, filled)
}

/// Those of the power's and its allies' troops that are in the fleets of the voyage.
fn on_board(voyage: &Voyage, name: Option<&str>) -> Vec<ForceId> {
    let ships = voyage.ships();
    let (book, state) = (voyage.turn.book, &voyage.turn.state);
    let ours = |passage: &&EmbarkedForce| {
        passage.holds.iter().any(|hold| hold.ship.as_ref().is_some_and(|ship| ships.contains(ship)))
    };
    let wanted = |passage: &&EmbarkedForce| {
        let force = std::iter::once(&passage.force);
        name.is_none_or(|name| meant(&book.atlas, &book.units, name, force).is_some())
    };
    state.aboard.values().filter(ours).filter(wanted).map(|passage| passage.force.id).collect()
}

/// Brings the ships to where they can land: into a harbour of their side, past the guns of an
/// enemy's, or off a coast (NIA §5.3.3, §10.4).
fn approach(voyage: &mut Voyage, at: Space, foreign: bool) -> Result<(), Reason> {
    let book = voyage.turn.book;
    if voyage.at() == Anchorage::Harbour(at) {
        return Ok(());
    }
    let harbour = book.atlas.town(at).is_some_and(|town| town.harbour);
    if harbour && !foreign {
        return voyage.sail(&book.atlas.number(at));
    }
    if harbour {
        voyage.may_come_to(at)?;
    }
    let cost = book.sea.points.land;
    if voyage.at() != Anchorage::Blockading(at) {
        voyage.make_for(at, cost)?;
    }
    voyage.spend(cost)?;
    if harbour {
        let from = voyage.at();
        voyage.go(&Anchorage::Harbour(at), cost);
        if !harbour::storm(voyage, at, &from)? {
            return Err(Reason::Beaten);
        }
    }
    Ok(())
}

/// The troops leave the ships, and fight for the place if they must.
fn come_ashore(
    voyage: &mut Voyage,
    at: Space,
    ashore: Vec<ForceId>,
    against: bool,
    filled: &Filled,
) -> Result<(), Reason> {
    let (ships, spent) = (voyage.ships(), voyage.spent);
    let mut landed = vec![];
    for id in ashore {
        let mut force = voyage.turn.state.aboard[&id].force.clone();
        force.at = at;
        force.settle();
        let (ships, cost) = (ships.clone(), 0);
        voyage.turn.record(PassageEvent::Landed { force, ships, against, cost, spent });
        landed.push(id);
    }
    let friends = friends_before(voyage.turn, &voyage.power, at, &landed);
    let held = if against && !friends { invade(voyage, at, &landed, filled) } else { true };
    for id in landed {
        let marker = voyage.marker;
        if let Some(force) = voyage.turn.state.forces.get(&id) {
            let power = force.power.clone();
            let mut acting = Activation::ashore(voyage.turn, &power, id, marker);
            acting.settle();
        }
    }
    victory::occupy(voyage.turn, at);
    joining::crowds(voyage.turn);
    if held { Ok(()) } else { Err(Reason::Repulsed) }
}

/// Whether friends stand before a place already, so that landing there is no attack.
fn friends_before(turn: &Turn, power: &str, at: Space, landed: &[ForceId]) -> bool {
    let state = &turn.state;
    state.at(at).any(|force| {
        state.friends(&force.power, power)
            && !force.inside
            && !force.units.is_empty()
            && !landed.contains(&force.id)
    })
}

/// A landing against an enemy: the battle, then two attempts on his walls. Whether it held; those
/// who hold the place have been active once (NIA §5.3.3).
fn invade(voyage: &mut Voyage, at: Space, landed: &[ForceId], filled: &Filled) -> bool {
    let Some(first) = landed.first().copied() else { return false };
    let marker = voyage.marker;
    let power = voyage.turn.state.force(first).power.clone();
    let won = {
        let mut acting = Activation::ashore(voyage.turn, &power, first, marker);
        acting.group = landed[1..].to_vec();
        contact::landed(&mut acting, filled).is_ok()
    };
    let held = won && take_walls(voyage, at, landed, filled);
    for id in landed {
        if !voyage.turn.state.forces.contains_key(id) {
            continue;
        }
        if held {
            voyage.turn.record(ForceEvent::Activated { force: *id, marker, activations: 1 });
        } else {
            repulse(voyage.turn, *id);
        }
    }
    siege::raise(voyage.turn, at);
    held
}

/// The two attempts that follow a landing; whether the place is taken or has no walls (NIA §5.3.3).
fn take_walls(voyage: &mut Voyage, at: Space, landed: &[ForceId], filled: &Filled) -> bool {
    const ATTEMPTS: usize = 2;
    let turn = &mut *voyage.turn;
    for _ in 0..ATTEMPTS {
        let there = |id: &&ForceId| turn.state.forces.get(id).is_some_and(Force::fights);
        let Some(id) = landed.iter().find(there).copied() else { return false };
        let power = turn.state.force(id).power.clone();
        let level = siege::enemy_fortress(&turn.state, turn.book, &power, at);
        if level == 0 {
            return true;
        }
        let here: Vec<ForceId> = landed.iter().filter(there).copied().collect();
        let marker = turn.marker.expect("a voyage has a marker");
        let wants = filled
            .condition("siege")
            .is_none_or(|condition| Activation::ashore(turn, &power, id, marker).says(condition));
        if !wants || siege::too_weak(turn, &here, level).is_some() {
            return false;
        }
        if siege::attempts(turn, id, Some(filled), 0, 0) {
            return true;
        }
    }
    let holder = landed.iter().find_map(|id| turn.state.forces.get(id)).map(|f| f.power.clone());
    holder.is_some_and(|power| siege::enemy_fortress(&turn.state, turn.book, &power, at) == 0)
}

/// Takes a landing force that was thrown back off the map; it comes again in spring (NIA §5.3.3).
pub fn repulse(turn: &mut Turn, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    if force.units.is_empty() {
        return losses::destroy(turn, id, Cause::Trapped);
    }
    let back = turn.state.season.next_spring();
    let Force { power, at, leaders, units, .. } = force;
    let leader = leaders.into_iter().next();
    turn.record(PassageEvent::LandingRepulsed { force: id, power, at, leader, units, back });
}

/// What a fleet carries is lost with it (NIA §5.3.3).
pub fn go_down(turn: &mut Turn, ship: &Ship) {
    let ids: Vec<ForceId> = turn.state.cargo(ship).map(|(id, _)| id).collect();
    for id in ids {
        lose(turn, id, Cause::Sunk, |hold| hold.ship.as_ref() == Some(ship));
    }
}

/// Those who are on board when the marches are over are lost (NIA §5.3.3).
pub fn not_landed(turn: &mut Turn) {
    let ids: Vec<ForceId> = turn.state.aboard.keys().copied().collect();
    for id in ids {
        lose(turn, id, Cause::NotLanded, |_| true);
    }
}

/// Takes some holds of a passage away, with all that is in them.
fn lose(turn: &mut Turn, id: ForceId, cause: Cause, gone: impl Fn(&Hold) -> bool) {
    let Some(passage) = turn.state.aboard.get(&id).cloned() else { return };
    let (lost, holds): (Vec<Hold>, Vec<Hold>) = passage.holds.into_iter().partition(gone);
    let mut force = passage.force;
    let mut units = vec![];
    let (mut trains, mut engineers, mut leaders, mut army) = (0, 0, vec![], None);
    for hold in lost {
        for unit in hold.units {
            if let Some(at) = force.units.iter().position(|other| *other == unit) {
                force.units.remove(at);
            }
            units.push(unit);
        }
        trains += hold.trains;
        engineers += hold.engineers;
        leaders.extend(hold.leaders);
        if hold.army {
            army = force.army.take();
        }
    }
    force.trains -= trains;
    force.engineers -= engineers;
    force.leaders.retain(|leader| !leaders.contains(leader));
    let corps = losses::corps(turn.book, &units);
    let power = force.power.clone();
    let rest = (!holds.is_empty()).then_some(EmbarkedForce { force, holds });
    turn.record(PassageEvent::CargoLost {
        force: id,
        power,
        leaders,
        units,
        trains,
        engineers,
        corps,
        army,
        rest,
        cause,
    });
}

/// The fleets that could carry a beaten force out of its harbour to another one (NIA §8.3.2).
pub fn ferry(turn: &Turn, force: &Force) -> Option<Vec<Ship>> {
    let (book, state) = (turn.book, &turn.state);
    if !squad::friendly_harbour(book, state.common(), &force.power, force.at) {
        return None;
    }
    let here = Anchorage::Harbour(force.at);
    let own = state.ships(&here, |power| power == force.power);
    let allied = |power: &str| power != force.power && state.friends(power, &force.power);
    let allied = squad::ranked(book, &state.ships(&here, allied));
    let ships: Vec<Ship> = squad::ranked(book, &own).into_iter().chain(allied).collect();
    let load = Force { depots: 0, ..force.clone() };
    let enough = (1..=ships.len()).map(|count| &ships[..count]);
    let go = enough.into_iter().find(|go| stow(book, state, go, &load).is_ok())?.to_vec();
    let leave = book.sea.points.leave;
    let most = squad::factor(book, &go);
    let ways = retreat::havens(turn, &go, here.seas(&book.atlas), true);
    let lands = |at: Space| may_land(book, state, &load, at).is_ok();
    let reaches = |way: &Haven| way.at != force.at && way.cost + leave <= most && lands(way.at);
    ways.iter().any(reaches).then_some(go)
}

/// Carries a beaten force to another harbour (NIA §8.3.2).
pub fn evacuate(turn: &mut Turn, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let Some(ships) = ferry(turn, &force) else { return };
    let Ok(holds) = stow(turn.book, &turn.state, &ships, &force) else { return };
    let (at, load) = (force.at, Force { bridge: None, ..force });
    let passage = EmbarkedForce { force: load.clone(), holds };
    turn.record(PassageEvent::Embarked { passage, at });
    let goal = retreat::flee(turn, (&ships, Some(&load)), at, BY_SHIP, Topic::SeaRetreat);
    let Some(to) = goal else {
        // The blockade has driven the ships back, and the land is the enemy's.
        return lose(turn, id, Cause::Trapped, |_| true);
    };
    if let Some(passage) = turn.state.aboard.get(&id).cloned() {
        let force = Force { at: to, ..passage.force };
        turn.record(PassageEvent::Landed { force, ships, against: false, cost: 0, spent: 0 });
        combat::assess(turn, &[id], &Moment::default());
        joining::crowds(turn);
    }
}
