//! Units that are lost: which, and what a leader may do about it (FRW §12.3, §23.5 to §23.10). A named
//! leader is lost for good (§23.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3, §22.5.

use super::dice::{Die, Throw};
use super::sea::cargo::aboard;
use crate::book::Book;
use crate::book::troops::{Grade, Kind};
use crate::decisions::Topic;
use crate::orders::lost::{Aboard, LostWord, first_of, lost_words};
use crate::record::event::{Cause, Event, ForceEvent, MarkerEvent};
use crate::record::unit::{Sort, Unit};
use crate::turn::Turn;
use kit::deck::{Change, Place};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const LOSSES: Rule = Rule("FRW §12.3");
const SAVING: Rule = Rule("FRW §23.5");

/// The order in which units are lost by default: recruits, light troops, garrisons, cavalry, siege
/// trains, fleets, veterans, guards, leaders, sovereigns.
pub fn worth(book: &Book, unit: &Unit) -> u32 {
    match (unit.kind, unit.grade) {
        (Kind::Leader, _) if book.leader(unit).is_some_and(|leader| leader.sovereign) => 9,
        (Kind::Leader, _) => 8,
        (_, Grade::Guard) => 7,
        (Kind::LightTroops, Grade::Recruit) => 1,
        (Kind::Infantry, Grade::Recruit) => 0,
        (Kind::Garrison, _) => 2,
        (Kind::Cavalry, Grade::Recruit) => 3,
        (Kind::SiegeTrain, _) => 4,
        (Kind::Fleet, _) => 5,
        (Kind::Infantry | Kind::Cavalry | Kind::LightTroops, _) => 6,
    }
}

/// Takes so many of some units, as their owner wants; gives those that left the force.
pub fn lose(
    turn: &mut Turn<'_>,
    seat: &str,
    units: &[String],
    count: usize,
    why: Cause,
) -> Vec<String> {
    let mut gone = vec![];
    for _ in 0..count.min(units.len()) {
        let left: Vec<String> =
            units.iter().filter(|unit| !gone.contains(*unit)).cloned().collect();
        let left = not_carried(turn, left);
        let Some(unit) = choose(turn, seat, &left) else { break };
        let cargo = aboard(turn, std::slice::from_ref(&unit)).into_iter();
        let cargo: Vec<String> = cargo.map(|unit| unit.id.clone()).collect();
        take(turn, seat, &unit, why);
        gone.push(unit);
        gone.extend(cargo);
    }
    gone
}

/// Without those whose fleet is among them: who is aboard is lost with the fleet alone (§25.18).
pub fn not_carried(turn: &Turn<'_>, units: Vec<String>) -> Vec<String> {
    let carrier = |id: &String| turn.state.units.get(id).and_then(|unit| unit.aboard.clone());
    let free = |id: &&String| carrier(id).is_none_or(|fleet| !units.contains(&fleet));
    units.iter().filter(free).cloned().collect()
}

/// Which of some units is lost next; of fleets that are worth the same an empty one by default.
fn choose(turn: &mut Turn<'_>, seat: &str, units: &[String]) -> Option<String> {
    let book = turn.the_book();
    let mut here = with_cargo(turn, units);
    here.sort_by_key(|one| {
        (worth(book, one.unit), book.strength(one.unit), !one.cargo.is_empty(), one.unit.id.clone())
    });
    let options = Options::of(&here)?;
    let words = said(turn, seat, units, "losses");
    let wanted = first_of(book, &words, &with_cargo(turn, units));
    options.ask(turn, seat, (LOSSES, Topic::Losses), wanted)
}

/// Some units with those they carry.
pub fn with_cargo<'t>(turn: &'t Turn<'_>, units: &[String]) -> Vec<Aboard<'t>> {
    let one = |unit: &'t Unit| Aboard { unit, cargo: aboard(turn, std::slice::from_ref(&unit.id)) };
    turn.units_of(units).into_iter().map(one).collect()
}

/// What a reaction says of who is lost first.
pub fn said(turn: &Turn<'_>, seat: &str, units: &[String], key: &str) -> Vec<LostWord> {
    let book = turn.the_book();
    let is_leader = |name: &str| book.troops.leader(name).is_some();
    let said = turn.reaction(seat, units, key);
    said.map(|said| lost_words(said.list(key), is_leader)).unwrap_or_default()
}

/// Units of which one is lost, in words and by their names, the default first.
pub struct Options {
    at: Space,
    named: Vec<(String, String)>,
}

impl Options {
    /// Those of some units; alike ones are one option, and fleets differ by what they carry if any does.
    pub fn of(here: &[Aboard<'_>]) -> Option<Options> {
        let at = here.first()?.unit.at;
        let laden = here.iter().any(|one| !one.cargo.is_empty());
        let words = |one: &Aboard<'_>| if laden { one.words() } else { one.unit.words() };
        let named = here.iter().map(|one| (words(one), one.unit.id.clone())).collect();
        Some(Options { at, named })
    }

    /// Asks which; `wanted` is whom the sheet names.
    pub fn ask(
        self,
        turn: &mut Turn<'_>,
        seat: &str,
        (rule, topic): (Rule, Topic),
        wanted: Option<String>,
    ) -> Option<String> {
        let mut words: Vec<&str> = self.named.iter().map(|(words, _)| words.as_str()).collect();
        words.dedup();
        let (default, first) = self.named.first()?;
        if words.len() < 2 {
            return Some(first.clone());
        }
        let said = self.named.iter().find(|(_, id)| Some(id) == wanted.as_ref());
        let said = said.map(|(words, _)| (words.clone(), Source::Reaction));
        let ask = rule.by(seat).at(turn.place(self.at));
        let choice = turn.decide(ask, seat, topic, &words, (default, said));
        self.named.iter().find(|(words, _)| *words == choice).map(|(_, id)| id.clone())
    }
}

/// Takes a unit off the map, whole, whatever its grade (§24.3); a named leader is gone for good (§23.6); a leader may save himself (§23.5).
pub fn take(turn: &mut Turn<'_>, seat: &str, id: &str, why: Cause) {
    let Some(unit) = turn.state.units.get(id).cloned() else { return };
    let book = turn.the_book();
    let leader = book.leader(&unit).cloned();
    if let Some(leader) = &leader
        && saved(turn, seat, &unit, leader.value)
    {
        return;
    }
    let cargo = aboard(turn, &[id.to_owned()]).into_iter();
    let cargo: Vec<String> = cargo.map(|one| one.id.clone()).collect();
    turn.record(Event::from(ForceEvent::Lost {
        seat: seat.to_owned(),
        at: unit.at,
        sort: Sort::of(&unit),
        unit: unit.id.clone(),
        why,
        to_pool: leader.as_ref().is_some_and(|leader| leader.generic),
    }));
    // A mercenary's marker goes back (§9.8).
    if turn.state.markers.place(id) == Some(Place::Table) {
        let (card, from, to) = (id.to_owned(), Place::Table, Place::Discard);
        turn.record(Event::from(MarkerEvent::Deck(Change::Moved { card, from, to })));
    }
    // Who is aboard sinks with the fleet (§25.18).
    for unit in cargo {
        take(turn, seat, &unit, why);
    }
    if leader.is_some_and(|leader| leader.sovereign) {
        lose_hand(turn, seat);
    }
}

/// With a sovereign the whole hand is lost (§23.9).
fn lose_hand(turn: &mut Turn<'_>, seat: &str) {
    for card in turn.state.hand(seat) {
        let (from, to) = (Place::Hand(seat.to_owned()), Place::Discard);
        turn.record(Event::from(MarkerEvent::Deck(Change::Moved { card, from, to })));
    }
}

/// The die of a leader who would be lost: with his value or less he goes to other units of his seat.
fn saved(turn: &mut Turn<'_>, seat: &str, unit: &Unit, value: u8) -> bool {
    let places = refuges(turn, seat, &unit.power, Some(unit.at));
    if places.is_empty() {
        return false;
    }
    let (who, at) = (unit.id.as_str(), unit.at);
    let throw = Throw { rule: SAVING, who, at, dice: 1, die: Die::Saving, owner: seat };
    let die = throw.roll(turn)[0];
    let (seat, leader) = (seat.to_owned(), unit.id.clone());
    if die > value {
        turn.record(Event::from(ForceEvent::LeaderNotSaved { seat, leader, die }));
        return false;
    }
    let names: Vec<String> = places.iter().map(|at| turn.book.atlas.name(*at).to_owned()).collect();
    let said = turn.reaction(&seat, std::slice::from_ref(&leader), "saved to");
    let wanted = said.and_then(|said| {
        let wanted =
            said.names("saved to").into_iter().find(|name| names.iter().any(|n| n == name));
        wanted.map(|name| (name.to_owned(), Source::Reaction))
    });
    let options: Vec<&str> = names.iter().map(String::as_str).collect();
    let ask = SAVING.by(unit.id.as_str()).at(turn.place(unit.at));
    let default = options[0].to_owned();
    let choice = turn.decide(ask, &seat, Topic::SavedTo, &options, (&default, wanted));
    let found = names.iter().position(|name| *name == choice).unwrap_or(0);
    let to = places[found];
    turn.record(Event::from(ForceEvent::LeaderSaved { seat, leader, die, to }));
    true
}

/// The squares with units of a seat where a leader of a power can go, the largest stack first. Nobody comes
/// aboard a fleet on the sea (§25.5), nor into an area off the map of another power (§27.2), nor to units
/// that have just been beaten and have still to leave a square of others.
pub fn refuges(turn: &Turn<'_>, seat: &str, power: &str, from: Option<Space>) -> Vec<Space> {
    let state = &turn.state;
    let mut places: Vec<(usize, Space)> = state
        .units
        .spaces()
        .filter(|at| Some(*at) != from && !turn.book.atlas.is_sea(*at))
        .filter(|at| turn.book.atlas.area(*at).is_none_or(|area| area.power == power))
        .filter(|at| !state.own_at(seat, *at).is_empty())
        .filter(|at| state.others_at(seat, *at).is_empty() || state.sieges.contains_key(at))
        .map(|at| (state.own_at(seat, at).len(), at))
        .collect();
    places.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
    places.into_iter().map(|(_, at)| at).collect()
}
