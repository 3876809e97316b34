//! The corsairs' box: who goes there to hunt, and the hunt of the spring (NIA §10.7, §12.2.3).
//!
//! What the corsairs that are left take from British trade belongs to the budget (§12.2.3).

use super::choice::Choice;
use super::squad;
use super::voyage::Voyage;
use crate::book::Book;
use crate::decisions::Topic;
use crate::land::reckon::sea::{self as figures, Aim, Hunted};
use crate::position::Position;
use crate::record::event::{FleetEvent, Reason};
use crate::record::state::{Anchorage, Bloc, Ship};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Filled;

const BOX: Rule = Rule("NIA §10.7");
const HUNT: Rule = Rule("NIA §12.2.3");

/// The step `corsairs` (NIA §10.7).
pub fn play(voyage: &mut Voyage, filled: &Filled) -> Result<(), Reason> {
    match filled.name("box") {
        Some("leave") => leave(voyage, filled.name("to")),
        _ => enter(voyage),
    }
}

/// Whether ships may go into the box: those of the coalition, from the sea, and not those that are
/// bound to some seas (NIA §10.7).
pub fn may_hunt(book: &Book, bloc: Bloc, at: &Anchorage, ships: &[Ship]) -> Result<(), Reason> {
    let at_sea = matches!(at, Anchorage::Sea(_));
    match bloc == Bloc::Coalition && at_sea && !squad::is_bound(book, ships) {
        true => Ok(()),
        false => Err(Reason::NoHunt),
    }
}

/// Takes ships of the coalition from the sea into the box.
fn enter(voyage: &mut Voyage) -> Result<(), Reason> {
    let bloc = voyage.turn.state.bloc(&voyage.power);
    may_hunt(voyage.turn.book, bloc, &voyage.at(), &voyage.ships())?;
    if voyage.over {
        return Err(Reason::Halted);
    }
    voyage.go(&Anchorage::Corsairs, 0);
    voyage.over = true;
    Ok(())
}

/// Brings ships back into a harbour of their own country, for all their points.
fn leave(voyage: &mut Voyage, to: Option<&str>) -> Result<(), Reason> {
    if voyage.at() != Anchorage::Corsairs {
        return Err(Reason::NoHunt);
    }
    let book = voyage.turn.book;
    let points = squad::factor(book, &voyage.ships());
    voyage.spend(points)?;
    let harbours = homes(voyage);
    let names: Vec<String> = harbours.iter().map(|at| book.atlas.name(*at)).collect();
    if names.is_empty() {
        return Err(Reason::NoSeaWay { to: "a harbour of our own".to_owned() });
    }
    let wanted = to.and_then(|to| book.atlas.place(to));
    if let Some(wanted) = wanted.filter(|at| !harbours.contains(at)) {
        return Err(Reason::ForeignHarbour { at: wanted });
    }
    let said = wanted.map(|at| (book.atlas.name(at), Source::Entry));
    let choice = Choice::facing(&voyage.ships(), &Anchorage::Corsairs, 0);
    let goal = choice.choose(voyage.turn, BOX, Topic::Corsairs, &names, &names[0], said).choice;
    let goal = harbours[names.iter().position(|name| *name == goal).unwrap_or(0)];
    voyage.go(&Anchorage::Harbour(goal), points);
    Ok(())
}

/// The harbours of a power's own country with room, nearest to its capital first.
fn homes(voyage: &Voyage) -> Vec<Space> {
    let (book, state) = (voyage.turn.book, &voyage.turn.state);
    let power = &voyage.power;
    let title = book.people.title(power);
    let seat = book.people.powers.iter().find(|seat| seat.name == *power);
    let seat = seat.and_then(|seat| book.atlas.named(seat.capital.as_deref()?));
    let own = |at: &Space| {
        let country = book.atlas.province(*at).map(|province| province.owner.as_str());
        country == Some(title)
            && squad::friendly_harbour(book, state.common(), power, *at)
            && state.berths(power, &Anchorage::Harbour(*at)) >= voyage.fleets.len()
    };
    let mut homes: Vec<Space> = book.atlas.towns().map(|(at, _)| at).filter(own).collect();
    homes.sort_by_key(|at| (seat.map(|seat| book.atlas.distance(seat, *at)), *at));
    homes
}

/// The hunt: each fleet in the box chooses a corsair and looks for it, and those who have found
/// theirs fire; by default they spread over the corsairs, the most dangerous first (NIA §12.2.3).
pub fn hunt(turn: &mut Turn) {
    let hunters = turn.state.ships(&Anchorage::Corsairs, |_| true);
    let mut chosen: Vec<(Ship, String)> = vec![];
    for ship in squad::ranked(turn.book, &hunters) {
        let Some(corsair) = choose(turn, &ship, &chosen) else { return };
        chosen.push((ship, corsair));
    }
    let book = turn.book;
    let roll = |_: Aim, ship: &Ship, corsair: &str| {
        let ask = HUNT.by(ship.name(book)).at(corsair);
        turn.ledger.dice(ask, 1, 6).faces.first().copied()
    };
    for Hunted { ship, corsair, search, found, shot, sunk } in figures::hunt(book, chosen, roll) {
        let Ship { power, fleet } = ship;
        turn.record(FleetEvent::CorsairHunted { power, fleet, corsair, search, found, shot, sunk });
    }
}

/// The corsair that a fleet hunts; nothing if there is none.
fn choose(turn: &mut Turn, ship: &Ship, before: &[(Ship, String)]) -> Option<String> {
    let mut options: Vec<String> = turn.state.corsairs.iter().cloned().collect();
    let value = |name: &String| turn.book.sea.corsairs.get(name).copied().unwrap_or(0);
    options.sort_by_key(|name| {
        let times = before.iter().filter(|(_, hunted)| hunted == name).count();
        (times, std::cmp::Reverse(value(name)), name.clone())
    });
    let default = options.first()?.clone();
    let choice = Choice::facing(std::slice::from_ref(ship), &Anchorage::Corsairs, 0);
    let wished = choice.named(turn, Topic::Hunt);
    let said = wished.into_iter().find(|name| options.contains(name));
    let said = said.map(|name| (name, Source::Reaction));
    Some(choice.choose(turn, HUNT, Topic::Hunt, &options, &default, said).choice)
}
