//! Where beaten ships go, who follows them, and ships whose harbour falls (NIA §10.3, §10.4, §5.3).

use super::super::book::Book;
use super::choice::Choice;
use super::meet::{self, Met};
use super::route::{self, Chart};
use super::{battle, harbour, squad};
use crate::decisions::Topic;
use crate::land::movement;
use crate::position::Position;
use crate::record::event::{Cause, FleetEvent};
use crate::record::state::{Anchorage, Force, Ship};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use std::collections::BTreeSet;

pub const RETREAT: Rule = Rule("NIA §10.3");
const FLIGHT: Rule = Rule("NIA §5.3");

/// A harbour that ships can reach, the areas on the way and the points it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Haven {
    pub at: Space,
    /// The areas to pass, the first where the way begins.
    pub seas: Vec<String>,
    pub cost: u32,
}

/// A place as a sheet names it: the harbour's or the sea's own name.
pub fn place_named(book: &Book, written: &str) -> Option<String> {
    let space = book.atlas.place(written);
    let sea = || book.atlas.sea(written).map(|sea| sea.name.clone());
    space.map(|space| book.atlas.name(space)).or_else(sea)
}

/// The harbours that ships can reach from some seas, nearest first and their own power's before an
/// ally's, those that are blockaded last: not past seas that are the enemy's alone, unless they may be stopped there (NIA §10.3).
pub fn havens(turn: &Turn, ships: &[Ship], from: &[String], stopped: bool) -> Vec<Haven> {
    let (book, state) = (turn.book, &turn.state);
    let Some(power) = ships.first().map(|ship| ship.power.as_str()) else { return vec![] };
    let closed = route::closed(book, state, power);
    let shunned = closed.clone();
    let chart = Chart {
        book,
        position: state,
        ships,
        power,
        barred: None,
        shunned,
        never: !stopped,
        asks: false,
    };
    let points = book.sea.points;
    let most = squad::factor(book, ships);
    let mut havens = vec![];
    for sea in book.atlas.seas.iter().map(|area| &area.name) {
        if !stopped && closed.contains(sea) && !from.contains(sea) {
            continue;
        }
        let Some((start, way)) = chart.between(from, std::slice::from_ref(sea)) else { continue };
        let cost = u32::try_from(way.len()).unwrap_or(u32::MAX) * points.area + points.enter;
        if cost > most {
            continue;
        }
        let seas: Vec<String> = std::iter::once(start).chain(way).collect();
        for at in squad::havens(turn, power, sea, ships.len()) {
            havens.push(Haven { at, seas: seas.clone(), cost });
        }
    }
    havens.sort_by_key(|haven| {
        let own = state.holder(book, haven.at) == Some(power);
        // Among the nearest a shipyard is more of a home than another harbour.
        let yard = book.atlas.town(haven.at).is_some_and(|town| town.shipyard);
        (state.blockaded(power, haven.at), haven.cost, !own, !yard, book.atlas.name(haven.at))
    });
    let mut seen = BTreeSet::new();
    havens.retain(|haven| seen.insert(haven.at));
    havens
}

/// Sends beaten ships of the side that does not sail away from where they were (NIA §10.3). Without
/// a harbour they make for a sea beside, and without that they are lost. `victors` may follow.
pub fn away(
    turn: &mut Turn,
    ships: &[Ship],
    at: &Anchorage,
    seas: &[String],
    victors: Option<&[Ship]>,
) {
    if ships.is_empty() {
        return;
    }
    let havens = havens(turn, ships, seas, false);
    let names: Vec<String> = havens.iter().map(|haven| turn.book.atlas.name(haven.at)).collect();
    if !havens.is_empty() {
        let theirs = victors.map_or(0, <[Ship]>::len);
        let choice = Choice::facing(ships, at, theirs);
        let haven = havens[pick(turn, &choice, RETREAT, Topic::SeaRetreat, &names)].clone();
        go(turn, ships, at, &Anchorage::Harbour(haven.at), haven.cost, 0);
        return;
    }
    match beside(turn, ships, seas) {
        Some(sea) => go(turn, ships, at, &Anchorage::Sea(sea), 0, 0),
        None => ships.iter().for_each(|ship| battle::sink(turn, ship, Cause::Trapped)),
    }
}

/// The harbour in which ships lie now, if they do.
pub fn harbour_of(turn: &Turn, ships: &[Ship]) -> Option<Space> {
    match ships.first().and_then(|ship| turn.state.anchorage(ship)) {
        Some(Anchorage::Harbour(at)) => Some(*at),
        _ => None,
    }
}

/// The one of several goals that the reaction names, or the first; its place in the list.
pub fn pick(turn: &mut Turn, choice: &Choice, rule: Rule, topic: Topic, names: &[String]) -> usize {
    let wishes = choice.named(turn, topic);
    let named = wishes.iter().find_map(|wish| place_named(turn.book, wish));
    let said = match named {
        Some(name) => Some(name),
        // `nearest home harbour` is the default, said aloud.
        None => wishes.first().and(names.first().cloned()),
    };
    let said = said.map(|name| (name, Source::Reaction));
    let chosen = choice.choose(turn, rule, topic, names, &names[0], said).choice;
    names.iter().position(|name| *name == chosen).unwrap_or(0)
}

/// A sea beside others that is free of enemies and has room; by name.
fn beside(turn: &Turn, ships: &[Ship], seas: &[String]) -> Option<String> {
    let (book, state) = (turn.book, &turn.state);
    let power = &ships[0].power;
    let areas = seas.iter().filter_map(|sea| book.atlas.sea(sea));
    let mut next: Vec<&String> = areas.flat_map(|area| &area.adjacent).collect();
    next.sort();
    let fits = |sea: &&&String| {
        let at = Anchorage::Sea((**sea).clone());
        let from = |start: &String| {
            squad::gate(book, state.common(), (start, sea), power).is_none_or(|gate| gate.is_open())
        };
        state.foes_at(power, &at).is_empty()
            && state.berths(power, &at) >= ships.len()
            && !squad::out_of_bounds(book, state, ships, sea)
            && seas.iter().any(from)
    };
    next.iter().find(fits).map(|sea| (*sea).clone())
}

/// Records a retreat, power by power.
pub fn go(
    turn: &mut Turn,
    ships: &[Ship],
    from: &Anchorage,
    to: &Anchorage,
    cost: u32,
    spent: u32,
) {
    for (power, fleets) in squad::by_power(ships) {
        let (from, to) = (from.clone(), to.clone());
        turn.record(FleetEvent::SeaRetreated { power, fleets, from, to, cost, spent });
    }
}

/// Lets victors who do not sail follow the beaten to their harbour and blockade it (NIA §10.3).
pub fn follow(turn: &mut Turn, victors: &[Ship], at: &Anchorage, beaten: &[Ship]) {
    let goal = beaten.first().and_then(|ship| turn.state.anchorage(ship).cloned());
    let (Some(Anchorage::Harbour(goal)), Some(power)) = (goal, victors.first()) else { return };
    let power = power.power.clone();
    let (book, state) = (turn.book, &turn.state);
    let place = Anchorage::Blockading(goal);
    if *at == place || !squad::enemy_harbour(book, state.common(), &power, goal) {
        return;
    }
    let chart = Chart {
        book,
        position: state,
        ships: victors,
        power: &power,
        barred: None,
        shunned: route::closed(book, state, &power),
        never: false,
        asks: false,
    };
    let Some((_, way)) = chart.between(at.seas(&book.atlas), place.seas(&book.atlas)) else {
        return;
    };
    let points = book.sea.points;
    let cost = u32::try_from(way.len()).unwrap_or(u32::MAX) * points.area + points.blockade;
    let room = state.berths(&power, &place) >= victors.len();
    let choice = Choice::facing(victors, at, beaten.len());
    if room
        && cost <= squad::factor(book, victors)
        && choice.yes(turn, RETREAT, Topic::SeaPursue, false)
    {
        harbour::invest(turn, victors, at, goal, (cost, cost), false);
    }
}

/// Sends ships to a harbour, past whoever stops them: out of a harbour that fell, or beaten in it
/// (NIA §5.3, §10.4). A blockade stops them without dice. Whether they have got there.
///
/// With troops on board they make for harbours where those may land.
pub fn flee(
    turn: &mut Turn,
    (ships, load): (&[Ship], Option<&Force>),
    from: Space,
    rule: Rule,
    topic: Topic,
) -> Option<Space> {
    let here = Anchorage::Harbour(from);
    let mut left = ships.to_vec();
    let leave = turn.book.sea.points.leave;
    let most = squad::factor(turn.book, &left);
    let mut ways = havens(turn, &left, here.seas(&turn.book.atlas), true);
    ways.retain(|haven| haven.cost + leave <= most && haven.at != from);
    ways.retain(|haven| {
        load.is_none_or(|load| movement::may_land(turn.book, &turn.state, load, haven.at).is_ok())
    });
    // Nobody runs past an enemy who need not (§5.3).
    let foes = |haven: &Haven| {
        haven.seas.iter().filter(|sea| squad::is_theirs(&turn.state, &left[0].power, sea)).count()
    };
    ways.sort_by_key(foes);
    if ways.is_empty() {
        left.iter().for_each(|ship| battle::sink(turn, ship, Cause::NoHarbour));
        return None;
    }
    let names: Vec<String> = ways.iter().map(|haven| turn.book.atlas.name(haven.at)).collect();
    let choice = Choice::facing(&left, &here, 0);
    let haven = ways[pick(turn, &choice, rule, topic, &names)].clone();
    let (mut at, mut spent) = (here, 0);
    if meet::break_out(turn, &mut left, from) == Met::Beaten {
        driven_back(turn, &left, from);
        return None;
    }
    for sea in &haven.seas {
        if left.is_empty() {
            return None;
        }
        spent += if matches!(at, Anchorage::Harbour(_)) { leave } else { 1 };
        let to = Anchorage::Sea(sea.clone());
        sail(turn, &left, &at, &to, spent);
        at = to;
        // Beaten on the way, they run on: where they are going is their retreat.
        let _: Met = meet::entered(turn, &mut left, sea);
    }
    if left.is_empty() {
        return None;
    }
    sail(turn, &left, &at, &Anchorage::Harbour(haven.at), spent + 1);
    Some(haven.at)
}

/// Ships that a blockade has beaten can only go back into their harbour; without it they are lost (NIA
/// §10.3, §5.3).
fn driven_back(turn: &mut Turn, ships: &[Ship], harbour: Space) {
    let Some(power) = ships.first().map(|ship| ship.power.clone()) else { return };
    if !squad::friendly_harbour(turn.book, turn.state.common(), &power, harbour) {
        ships.iter().for_each(|ship| battle::sink(turn, ship, Cause::Trapped));
    }
}

fn sail(turn: &mut Turn, ships: &[Ship], from: &Anchorage, to: &Anchorage, spent: u32) {
    for (power, fleets) in squad::by_power(ships) {
        let (from, to) = (from.clone(), to.clone());
        turn.record(FleetEvent::Sailed { power, fleets, from, to, cost: 1, spent });
    }
}

/// Ships leave a harbour whose side they do not share any more, whether they fight it or not.
pub fn harbour_shut(turn: &mut Turn, at: Space) {
    let Some(holder) = turn.state.holder(turn.book, at).map(str::to_owned) else { return };
    let strange = |power: &str| !turn.state.friends(&holder, power);
    let here = turn.state.squadrons.iter().filter(|one| one.at == Anchorage::Harbour(at));
    let here = here.filter(|squadron| strange(&squadron.power));
    let ships: Vec<Ship> =
        here.flat_map(|one| one.fleets.iter().map(|fleet| Ship::new(&one.power, fleet))).collect();
    if !ships.is_empty() {
        flee(turn, (&ships, None), at, FLIGHT, Topic::SeaFlight);
    }
}

/// Ships in a harbour that has fallen put to sea at once (NIA §5.3).
pub fn harbour_fell(turn: &mut Turn, at: Space) {
    let Some(captor) = turn.state.holder(turn.book, at).map(str::to_owned) else { return };
    let ships = turn.state.foes_at(&captor, &Anchorage::Harbour(at));
    if ships.is_empty() {
        return;
    }
    flee(turn, (&ships, None), at, FLIGHT, Topic::SeaFlight);
}
