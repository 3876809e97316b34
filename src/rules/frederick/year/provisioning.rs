//! Provisioning at the end of a year: forage, magazines, ports, thaler, or hunger, in the order of play (FRW
//! §22.1). Neutral units need nothing (§22.8), nor does who is off the map, however many (§27.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.5, §21.6, §22.1, §22.4, §22.5, §22.6, §22.9, §25.20, §27.5, §34.2.

use crate::book::Book;
use crate::decisions::Topic;
use crate::operations::loss;
use crate::operations::money::{has, payer, spend};
use crate::orders::lost::first_of;
use crate::position::Position;
use crate::record::event::{Cause, Event, YearEvent};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};
use std::collections::{BTreeSet, VecDeque};

const FEED: Rule = Rule("FRW §22.4");
const HUNGER: Rule = Rule("FRW §22.6");
/// How far a magazine reaches, and how far along rivers.
const REACH: u32 = 2;
const RIVER_REACH: u32 = 4;

/// Feeds the units of all seats, in the order of play.
pub fn feed(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        let said = turn.reaction(&seat, &[], "provision");
        let said = said.and_then(|said| said.get("provision").and_then(Given::map).cloned());
        let said = said.unwrap_or_default();
        for at in squares(turn, &seat, &said) {
            let surplus = surplus(turn.book, &turn.state, &seat, at);
            if surplus > 0 && !pay(turn, &seat, at, surplus, &said) {
                starve(turn, &seat, at, surplus);
            }
        }
    }
}

/// The squares of a seat that do not feed all their units: those that the sheet names first, then by what
/// would be lost.
fn squares(turn: &Turn<'_>, seat: &str, said: &Filled) -> Vec<Space> {
    let book = turn.the_book();
    let first: Vec<Space> =
        said.names("first").into_iter().filter_map(|name| book.atlas.find(name)).collect();
    let mut all: Vec<Space> = turn.state.units.spaces().collect();
    all.retain(|at| surplus(book, &turn.state, seat, *at) > 0);
    let place = |at: &Space| first.iter().position(|one| one == at).unwrap_or(first.len());
    let worth = |at: &Space| {
        let mut values: Vec<u32> =
            turn.state.own_at(seat, *at).into_iter().map(|unit| loss::worth(book, unit)).collect();
        values.sort_unstable();
        values.into_iter().take(surplus(book, &turn.state, seat, *at)).sum::<u32>()
    };
    all.sort_by_key(|at| (place(at), std::cmp::Reverse(worth(at)), *at));
    all
}

/// How many units of a seat in a square are not fed by ground, magazine or port.
pub fn surplus(book: &Book, position: &impl Position, seat: &str, at: Space) -> usize {
    let count = position.units_at(seat, at).len();
    let Some(forage) = forage(book, position, seat, at) else { return 0 };
    let inside = position.open().is_besieged(seat, at);
    let siege = position.open().sieges.contains_key(&at);
    let magazine = || !inside && has_magazine(book, position, seat, at);
    let port = || !siege && feeds_by_port(book, position, seat, at);
    if count <= forage || magazine() || port() { 0 } else { count - forage }
}

/// How many units of a seat a square feeds this year (§22.2); nothing is needed off the map. In a formal
/// siege that is the tax of the city for the besieged, and nothing for others (§34.2).
pub fn forage(book: &Book, position: &impl Position, seat: &str, at: Space) -> Option<usize> {
    if book.atlas.is_beyond(at) {
        return None;
    }
    let open = position.open();
    let waste = open.pillaged.contains(&at);
    let forage = match open.sieges.get(&at) {
        Some(siege) if siege.of == seat && !waste => book.atlas.city(at).map_or(0, |city| city.tax),
        Some(_) => 0,
        None => {
            let forage = book.forage(at, waste, open.fieldworks.contains(&at));
            let harvest = if waste || !book.atlas.is_land(at) { 0 } else { open.year.harvest };
            forage.saturating_add_signed(i32::from(harvest))
        }
    };
    Some(usize::try_from(forage).unwrap_or(usize::MAX))
}

/// Whether a fleet in a port feeds all units of its seat there (§22.10).
fn feeds_by_port(book: &Book, position: &impl Position, seat: &str, at: Space) -> bool {
    let port = book.atlas.is_port(at) && !position.open().pillaged.contains(&at);
    let fleets = position.standing(at).into_iter().filter(|one| one.fleet);
    let (own, others): (Vec<_>, Vec<_>) = fleets.partition(|one| one.seat == Some(seat));
    port && !own.is_empty() && others.is_empty()
}

/// Whether a fortress that the seat holds is there, or within reach (§22.9).
fn has_magazine(book: &Book, position: &impl Position, seat: &str, at: Space) -> bool {
    let magazine = |at: Space| {
        book.atlas.is_fortress(at)
            && !position.open().pillaged.contains(&at)
            && position.occupier(at).as_deref() == Some(seat)
    };
    let supplied = |most, by_river| supplied(book, position, seat, (at, most, by_river), &magazine);
    book.atlas.is_land(at)
        && (magazine(at) || supplied(REACH, false) || supplied(RIVER_REACH, true))
}

/// Whether a line goes from the square back to a magazine. It is searched from its end, so that a mountain
/// may be that end alone.
fn supplied(
    book: &Book,
    position: &impl Position,
    seat: &str,
    (to, most, by_river): (Space, u32, bool),
    magazine: &dyn Fn(Space) -> bool,
) -> bool {
    let (mut seen, mut queue) = (BTreeSet::from([to]), VecDeque::from([(to, 0)]));
    while let Some((at, far)) = queue.pop_front() {
        if far > 0 && magazine(at) {
            return true;
        }
        if far == most {
            continue;
        }
        for next in book.atlas.around(at) {
            if joins(book, next, at, by_river)
                && position.open().may_enter(book, next)
                && !position.has_others(seat, next)
                && (magazine(next) || !book.atlas.square(next).mountain)
                && seen.insert(next)
            {
                queue.push_back((next, far + 1));
            }
        }
    }
    false
}

/// Whether a line may go from one square to the next.
fn joins(book: &Book, from: Space, to: Space, by_river: bool) -> bool {
    let by_land = book.atlas.side(from, to).is_some_and(|side| side.by_land());
    let on_land = book.atlas.is_land(from) && !book.atlas.is_beyond(from);
    by_land && on_land && (!by_river || book.atlas.along_river(from, to))
}

/// Feeds a square for a thaler, if its owner wants that and can (§22.4).
fn pay(turn: &mut Turn<'_>, seat: &str, at: Space, surplus: usize, said: &Filled) -> bool {
    // No thaler reach the besieged (§34.2).
    if turn.state.is_besieged(seat, at) {
        return false;
    }
    let halves = 2 * turn.book.tables.expenditure.provision.thaler;
    let here: Vec<String> =
        turn.state.own_at(seat, at).into_iter().map(|unit| unit.id.clone()).collect();
    let own = payer(turn, seat, &here, None);
    let majors = turn.the_book().majors(seat);
    let from = [own].into_iter().chain(majors.iter().cloned()).find(|one| has(turn, one, halves));
    let Some(from) = from else { return false };
    let name = turn.book.atlas.name(at).to_owned();
    let keep = said.number("keep").and_then(|keep| u32::try_from(keep).ok()).unwrap_or(0);
    let short = turn.state.purse(turn.book, seat) < halves + 2 * keep;
    let never = said.names("never").contains(&name.as_str()) || short;
    let said = (!said.is_empty()).then(|| {
        let word = if never { "hunger" } else { "thaler" };
        (word.to_owned(), Source::Reaction)
    });
    let ask = FEED.by(seat).at(turn.place(at));
    let options = ["thaler", "hunger"];
    let choice = turn.decide(ask, seat, Topic::Provision, &options, ("thaler", said));
    if choice != "thaler" {
        return false;
    }
    spend(turn, seat, from, halves, "food");
    let (seat, units) = (seat.to_owned(), surplus);
    turn.record(Event::from(YearEvent::Provisioned { seat, at, units }));
    true
}

/// The unsupplied are lost, those first that their owner names (§22.6).
fn starve(turn: &mut Turn<'_>, seat: &str, at: Space, surplus: usize) {
    for _ in 0..surplus {
        let Some(unit) = hungriest(turn, seat, at) else { return };
        loss::take(turn, seat, &unit, Cause::Hunger);
        // Cargo that went down with its fleet is counted too.
        if self::surplus(turn.book, &turn.state, seat, at) == 0 {
            return;
        }
    }
}

/// Who is lost next; a unit that carries others is lost last.
fn hungriest(turn: &mut Turn<'_>, seat: &str, at: Space) -> Option<String> {
    let book = turn.the_book();
    let units: Vec<String> =
        turn.state.own_at(seat, at).into_iter().map(|unit| unit.id.clone()).collect();
    let mut here = loss::with_cargo(turn, &units);
    here.sort_by_key(|one| {
        let (unit, carries) = (one.unit, !one.cargo.is_empty());
        (carries, loss::worth(book, unit), book.strength(unit), unit.id.clone())
    });
    let options = loss::Options::of(&here)?;
    let words = loss::said(turn, seat, &units, "hunger losses");
    let wanted = first_of(book, &words, &loss::with_cargo(turn, &units));
    options.ask(turn, seat, (HUNGER, Topic::HungerLosses), wanted)
}
