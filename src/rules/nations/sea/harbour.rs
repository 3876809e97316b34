//! Blockades, and attacks on a harbour under its guns (NIA §5.3.2, §10.4, §15.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.2.

use super::battle::{self, Clash};
use super::choice::Choice;
use super::voyage::Voyage;
use super::{retreat, squad};
use crate::book::Book;
use crate::decisions::Topic;
use crate::position::{Common, Position};
use crate::record::event::{FleetEvent, Reason, Winner};
use crate::record::state::{Anchorage, Ship};
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;

const BLOCKADE: Rule = Rule("NIA §5.3.2");
const RETREAT: Rule = Rule("NIA §10.4");

/// Brings ships before a harbour; those inside may come out and fight, unless others blockade it
/// already (NIA §5.3.2). What is left of them, and whether the blockade stands.
pub fn invest(
    turn: &mut Turn,
    ships: &[Ship],
    from: &Anchorage,
    harbour: Space,
    (cost, spent): (u32, u32),
    sails: bool,
) -> (Vec<Ship>, bool) {
    let place = Anchorage::Blockading(harbour);
    let power = ships[0].power.clone();
    let relieves = !turn.state.friends_at(&power, &place).is_empty();
    for (power, fleets) in squad::by_power(ships) {
        let (from, to) = (from.clone(), place.clone());
        turn.record(FleetEvent::Sailed { power, fleets, from, to, cost, spent });
    }
    let inside = turn.state.foes_at(&power, &Anchorage::Harbour(harbour));
    if relieves || inside.is_empty() {
        return (ships.to_vec(), true);
    }
    let choice = Choice::facing(&inside, &Anchorage::Harbour(harbour), ships.len());
    if !choice.yes(turn, BLOCKADE, Topic::ContestBlockade, inside.len() > ships.len()) {
        return (ships.to_vec(), true);
    }
    let mut clash = Clash::at_sea(place.clone(), &inside, ships);
    clash.attacker_sails = !sails;
    let winner = battle::fight(turn, &mut clash);
    let left = clash.defenders;
    if winner == Winner::Defender || left.is_empty() {
        return (left, winner == Winner::Defender);
    }
    // Beaten, they lie in the sea from which they came (§5.3.2).
    let here = place.seas(&turn.book.atlas).to_vec();
    let came = from.seas(&turn.book.atlas).iter().find(|sea| here.contains(sea)).cloned();
    let sea = came.or_else(|| here.first().cloned());
    let room = |sea: &String| turn.state.berths(&power, &Anchorage::Sea(sea.clone())) >= left.len();
    match sea.filter(room) {
        Some(sea) => retreat::go(turn, &left, &place, &Anchorage::Sea(sea), 0, spent),
        None => retreat::away(turn, &left, &place, &here, None),
    }
    (left, false)
}

/// Whether ships may act against a harbour: it must be an enemy's (NIA §5.3.2).
pub fn is_hostile(
    book: &Book,
    common: Common<'_>,
    power: &str,
    harbour: Space,
) -> Result<(), Reason> {
    if squad::friendly_harbour(book, common, power, harbour) {
        return Err(Reason::OwnHarbour { at: harbour });
    }
    match squad::enemy_harbour(book, common, power, harbour) {
        true => Ok(()),
        false => Err(Reason::AtPeace),
    }
}

/// Whether ships may come into an enemy's harbour against its guns (NIA §5.3.2, §15.2).
pub fn may_storm(
    book: &Book,
    position: &dyn Position,
    power: &str,
    harbour: Space,
) -> Result<(), Reason> {
    is_hostile(book, position.common(), power, harbour)?;
    match is_sheltered(book, position, harbour) {
        true => Err(Reason::Sheltered { at: harbour }),
        false => Ok(()),
    }
}

/// Whether no enemy ships come into a harbour: by an optional rule, while its power holds it and nobody besieges
/// it (NIA §15.2).
pub fn is_sheltered(book: &Book, position: &dyn Position, harbour: Space) -> bool {
    let Some(sheltered) = book.optional.harbour.as_ref().filter(|one| one.at == harbour) else {
        return false;
    };
    let besieged = || position.standing().any(|one| one.at == harbour && one.besieging);
    position.common().holder(book, harbour) == Some(&*sheltered.power) && !besieged()
}

/// The step `blockade` (NIA §5.3.2).
pub fn blockade(voyage: &mut Voyage, harbour: Space) -> Result<(), Reason> {
    let power = voyage.power.clone();
    is_hostile(voyage.turn.book, voyage.turn.state.common(), &power, harbour)?;
    let place = Anchorage::Blockading(harbour);
    if voyage.at() == place {
        return Ok(());
    }
    voyage.may_come_to(harbour)?;
    if voyage.turn.state.berths(&power, &place) < voyage.fleets.len() {
        return Err(Reason::NoBerth { at: place.name(&voyage.turn.book.atlas) });
    }
    let cost = voyage.turn.book.sea.points.blockade;
    voyage.make_for(harbour, cost)?;
    voyage.spend(cost)?;
    let (ships, from, spent) = (voyage.ships(), voyage.at(), voyage.spent);
    let (_, stands) = invest(voyage.turn, &ships, &from, harbour, (cost, spent), true);
    voyage.repelled = (!stands).then_some(harbour).or(voyage.repelled);
    voyage.count(stands)
}

/// The step `enter`: into an enemy harbour, against its ships and its guns (NIA §5.3.2, §10.4).
pub fn enter(voyage: &mut Voyage, harbour: Space) -> Result<(), Reason> {
    let power = voyage.power.clone();
    may_storm(voyage.turn.book, &voyage.turn.state, &power, harbour)?;
    let place = Anchorage::Harbour(harbour);
    if voyage.at() == place {
        return Ok(());
    }
    voyage.may_come_to(harbour)?;
    let blockading = voyage.at() == Anchorage::Blockading(harbour);
    let points = voyage.turn.book.sea.points;
    let cost = points.attack + if blockading { 0 } else { points.blockade };
    if !blockading {
        voyage.make_for(harbour, cost)?;
    }
    voyage.spend(cost)?;
    let from = voyage.at();
    voyage.go(&place, cost);
    if storm(voyage, harbour, &from)? { Ok(()) } else { Err(Reason::Beaten) }
}

/// Fights the ships and the guns of a harbour, from where the squadron came; whether it won, and so
/// may lie there (NIA §10.4).
pub fn storm(voyage: &mut Voyage, harbour: Space, from: &Anchorage) -> Result<bool, Reason> {
    let place = Anchorage::Harbour(harbour);
    let power = voyage.power.clone();
    let inside = voyage.turn.state.foes_at(&power, &place);
    let holder = voyage.turn.state.holder(voyage.turn.book, harbour).map(str::to_owned);
    let guns = voyage.turn.state.walls(voyage.turn.book, harbour) > 0;
    voyage.came = Some(from.clone());
    if inside.is_empty() && !guns {
        return Ok(true);
    }
    let mut clash = Clash::at_sea(place.clone(), &voyage.ships(), &inside);
    clash.harbour = Some(harbour);
    clash.fortress = holder.unwrap_or_default();
    let winner = battle::fight(voyage.turn, &mut clash);
    voyage.keep(&clash.attackers);
    if winner == Winner::Attacker {
        if !clash.defenders.is_empty() {
            let goal = retreat::flee(
                voyage.turn,
                (&clash.defenders, None),
                harbour,
                RETREAT,
                Topic::SeaRetreat,
            );
            voyage.quarry = goal;
        }
        voyage.won();
        return Ok(true);
    }
    if voyage.is_gone() {
        return Ok(false);
    }
    voyage.repelled = Some(harbour);
    // Who came from a blockade takes it up again (§10.4).
    if let Anchorage::Blockading(_) = from {
        voyage.flee_to(from, 0);
        voyage.lost(None);
        return Ok(false);
    }
    voyage.beaten(&clash.at)?;
    Ok(false)
}
