//! Ships that meet at sea: interception, breaking out of a harbour, engaging and avoiding (NIA §5.3.1,
//! §5.3.2).

use super::battle::{self, Clash};
use super::choice::Choice;
use super::{retreat, squad};
use crate::decisions::Topic;
use crate::land::combat::round::throw;
use crate::land::reckon::sea as figures;
use crate::position::Position;
use crate::record::event::{FleetEvent, Throw, Winner};
use crate::record::state::{Anchorage, MOST_FLEETS, Ship};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const PROCEDURE: Rule = Rule("NIA §5.3.1");
const BLOCKADE: Rule = Rule("NIA §5.3.2");

/// How it went for ships under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// Nobody stopped them.
    Free,
    /// They fought and won; the harbour into which the beaten went.
    Won(Option<Space>),
    /// They were beaten, and what is left of them has to go away.
    Beaten,
}

/// Lets the enemies of ships that have come into a sea try to intercept: those at sea first, then
/// those who blockade its harbours (NIA §5.3.1). `movers` is what is left of them afterwards.
pub fn entered(turn: &mut Turn, movers: &mut Vec<Ship>, sea: &str) -> Met {
    let Some(power) = movers.first().map(|ship| ship.power.clone()) else { return Met::Free };
    let atlas = &turn.book.atlas;
    let boxes = squad::on_sea(atlas, sea).map(Anchorage::Blockading);
    let places: Vec<Anchorage> =
        std::iter::once(Anchorage::Sea(sea.to_owned())).chain(boxes).collect();
    let mut met = Met::Free;
    for place in places {
        let mut hunters = turn.state.foes_at(&power, &place);
        let off = |ship: &Ship| turn.state.shore(atlas, std::slice::from_ref(ship));
        hunters.retain(|ship| off(ship).iter().any(|shore| shore == sea));
        if hunters.is_empty() || !intercepts(turn, &hunters, movers, &place, sea) {
            continue;
        }
        let at = Anchorage::Sea(sea.to_owned());
        let hunters = turn.state.foes_at(&power, &at);
        let mut clash = Clash::at_sea(at, &hunters, movers);
        clash.attacker_sails = false;
        let winner = battle::fight(turn, &mut clash);
        *movers = clash.defenders;
        if winner == Winner::Attacker {
            return Met::Beaten;
        }
        retreat::away(turn, &clash.attackers, &clash.at, &[sea.to_owned()], Some(movers));
        met = Met::Won(retreat::harbour_of(turn, &clash.attackers));
    }
    met
}

/// Whether ships choose to intercept and do so; blockaders are then at sea.
fn intercepts(
    turn: &mut Turn,
    hunters: &[Ship],
    movers: &[Ship],
    place: &Anchorage,
    sea: &str,
) -> bool {
    let choice = Choice::facing(hunters, place, movers.len());
    let leaves = matches!(place, Anchorage::Blockading(_));
    let at_sea = Anchorage::Sea(sea.to_owned());
    let power = hunters[0].power.clone();
    let room = MOST_FLEETS.saturating_sub(turn.state.friends_at(&power, &at_sea).len());
    let wants = match leaves {
        true => room > 0 && choice.yes(turn, PROCEDURE, Topic::LeaveBlockade, false),
        false => choice.yes(turn, PROCEDURE, Topic::SeaIntercept, hunters.len() >= movers.len()),
    };
    if !wants {
        return false;
    }
    let (throw, succeeded) = attempt(turn, &choice);
    turn.record(FleetEvent::SeaIntercepted {
        ships: hunters.to_vec(),
        movers: movers.to_vec(),
        at: place.clone(),
        throw,
        automatic: false,
        succeeded,
    });
    if succeeded && leaves {
        let go = chosen(turn, &choice, room);
        move_to(turn, &go, place, &at_sea);
    }
    succeeded
}

/// Two dice and the manoeuvre of the admiral in command, if he uses it (NIA §5.3.1).
fn attempt(turn: &mut Turn, choice: &Choice) -> (Throw, bool) {
    let commander = squad::commander(turn.book, &choice.ships);
    let counter = squad::counter(turn.book, &commander);
    let decoy = squad::is_decoy(turn.book, &commander);
    let used =
        counter.manoeuvre != 0 && choice.yes(turn, PROCEDURE, Topic::ManoeuvreFactor, !decoy);
    let chance = figures::manoeuvre(turn.book, counter, used, false);
    let ask = PROCEDURE.by(commander.name(turn.book)).at(choice.at.name(&turn.book.atlas));
    let dice = turn.ledger.dice(ask, 2, 6).faces;
    let throw = throw(dice, chance.modifiers.clone());
    let succeeded = chance.reached_by(throw.total);
    (throw, succeeded)
}

/// Which of the ships go, where not all have room; by default the best in combat (NIA §5.3.1).
pub fn chosen(turn: &mut Turn, choice: &Choice, room: usize) -> Vec<Ship> {
    let book = turn.book;
    let mut left = squad::ranked(book, &choice.ships);
    if left.len() <= room {
        return left;
    }
    left.sort_by_key(|ship| std::cmp::Reverse(squad::counter(book, ship).combat));
    let wishes = choice.named(turn, Topic::SeaSend);
    let mut go = vec![];
    while go.len() < room {
        let options: Vec<String> = left.iter().map(|ship| ship.name(book)).collect();
        let said = wishes.iter().find_map(|wish| left.iter().find(|ship| ship.fleet == *wish));
        let said = said.map(|ship| (ship.name(book), Source::Reaction));
        let answer =
            choice.choose(turn, PROCEDURE, Topic::SeaSend, &options, &options[0], said).choice;
        let at = left.iter().position(|ship| ship.name(book) == answer).unwrap_or(0);
        go.push(left.remove(at));
    }
    go
}

/// Moves ships without cost, power by power.
pub fn move_to(turn: &mut Turn, ships: &[Ship], from: &Anchorage, to: &Anchorage) {
    for (power, fleets) in squad::by_power(ships) {
        let (from, to) = (from.clone(), to.clone());
        turn.record(FleetEvent::Sailed { power, fleets, from, to, cost: 0, spent: 0 });
    }
}

/// Lets those who blockade a harbour stop ships that come out; they need no dice (NIA §5.3.2).
pub fn break_out(turn: &mut Turn, movers: &mut Vec<Ship>, harbour: Space) -> Met {
    let Some(power) = movers.first().map(|ship| ship.power.clone()) else { return Met::Free };
    let place = Anchorage::Blockading(harbour);
    let hunters = turn.state.foes_at(&power, &place);
    if hunters.is_empty() {
        return Met::Free;
    }
    let choice = Choice::facing(&hunters, &place, movers.len());
    if choice.yes(turn, BLOCKADE, Topic::LetPass, false) {
        return Met::Free;
    }
    turn.record(FleetEvent::SeaIntercepted {
        ships: hunters.clone(),
        movers: movers.clone(),
        at: place.clone(),
        throw: Throw::default(),
        automatic: true,
        succeeded: true,
    });
    let mut clash = Clash::at_sea(place, &hunters, movers);
    clash.attacker_sails = false;
    let winner = battle::fight(turn, &mut clash);
    *movers = clash.defenders;
    if winner == Winner::Attacker {
        return Met::Beaten;
    }
    let seas = squad::escape(&turn.state, &turn.book.atlas, &clash.attackers, &clash.at);
    retreat::away(turn, &clash.attackers, &clash.at, &seas, Some(movers));
    Met::Won(retreat::harbour_of(turn, &clash.attackers))
}

/// Whether ships at sea slip away from others who offer battle (NIA §5.3.1); where they go.
pub fn avoids(turn: &mut Turn, ships: &[Ship], hunters: usize, sea: &str) -> Option<Anchorage> {
    let here = Anchorage::Sea(sea.to_owned());
    let choice = Choice::facing(ships, &here, hunters);
    let ways = refuges(turn, ships, sea);
    if ways.is_empty() || !choice.yes(turn, PROCEDURE, Topic::SeaAvoid, ships.len() < hunters) {
        return None;
    }
    let names: Vec<String> = ways.iter().map(|way| way.name(&turn.book.atlas)).collect();
    let wishes = choice.named(turn, Topic::SeaTo);
    let spoken = |wish: &String| retreat::place_named(turn.book, wish);
    let said = wishes.iter().find_map(|wish| {
        let wish = spoken(wish)?;
        names.iter().find(|name| **name == wish).cloned()
    });
    let said = said.map(|name| (name, Source::Reaction));
    let to = choice.choose(turn, PROCEDURE, Topic::SeaTo, &names, &names[0], said).choice;
    let to = ways[names.iter().position(|name| *name == to).unwrap_or(0)].clone();
    let (throw, succeeded) = attempt(turn, &choice);
    turn.record(FleetEvent::SeaAvoided {
        ships: ships.to_vec(),
        at: here,
        to: to.clone(),
        throw,
        succeeded,
    });
    succeeded.then_some(to)
}

/// Where those who avoid battle may go: a harbour of the area, or an area next to it; the first is
/// the default.
fn refuges(turn: &Turn, ships: &[Ship], sea: &str) -> Vec<Anchorage> {
    let (book, state) = (turn.book, &turn.state);
    let power = &ships[0].power;
    let harbours = squad::havens(turn, power, sea, ships.len()).into_iter().map(Anchorage::Harbour);
    let area = book.atlas.sea(sea);
    let mut seas: Vec<&String> = area.into_iter().flat_map(|area| &area.adjacent).collect();
    seas.retain(|next| {
        let at = Anchorage::Sea((*next).clone());
        state.berths(power, &at) >= ships.len()
            && !squad::out_of_bounds(book, state, ships, next)
            && squad::gate(book, state.common(), (sea, next), power)
                .is_none_or(|gate| gate.is_open())
    });
    seas.sort_by_key(|sea| (squad::is_theirs(state, power, sea), (*sea).clone()));
    let seas = seas.into_iter().map(|sea| Anchorage::Sea(sea.clone()));
    let mut ways: Vec<Anchorage> = harbours.chain(seas).collect();
    ways.sort_by_key(
        |at| matches!(at, Anchorage::Harbour(harbour) if state.blockaded(power, *harbour)),
    );
    ways
}
