//! Events of the balance of power that strike or bring units (FRW §6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6, §6.5, §23.5.

use super::empire;
use super::events::{AUSTRIA, by_lot, most, said, take};
use crate::book::troops::{Grade, Kind};
use crate::decisions::Topic;
use crate::operations::{loss, newcomers};
use crate::position::Position;
use crate::record::event::{Cause, Event, ForceEvent};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const EVENT: Rule = Rule("FRW §6.3");
const LEADER: Rule = Rule("FRW §23.2");

/// Whether a unit can be lost to an event (§6.5).
fn is_mortal(turn: &Turn<'_>, unit: &Unit) -> bool {
    !turn.book.leader(unit).is_some_and(|leader| leader.sovereign)
}

/// The cities that a seat occupies outside its lands.
fn abroad(turn: &Turn<'_>, seat: &str) -> Vec<Space> {
    let book = turn.the_book();
    let squares = turn.state.units.spaces().filter(|at| {
        let owner = book.atlas.square(*at).owner.as_deref().unwrap_or_default();
        let held = turn.state.occupier(*at).as_deref() == Some(seat);
        held && book.atlas.city(*at).is_some() && turn.state.controller(owner) != Some(seat)
    });
    squares.collect()
}

/// In a city that the greatest conqueror holds, a unit is lost, or the square is pillaged.
pub fn riot(turn: &mut Turn<'_>) {
    /// The last face of the die that costs a unit.
    const UNIT: u8 = 4;
    let Some(seat) = most(turn, |turn, seat| abroad(turn, seat).len()) else { return };
    let cities = abroad(turn, &seat);
    let names: Vec<String> = cities.iter().map(|at| turn.place(*at)).collect();
    let Some(name) = by_lot(turn, "riot", &names) else { return };
    let Some(at) = names.iter().position(|one| *one == name).map(|place| cities[place]) else {
        return;
    };
    let die = turn.ledger.dice(EVENT.by(seat.as_str()).at("riot"), 1, 6).faces[0];
    if die > UNIT {
        if !turn.state.pillaged.contains(&at) {
            turn.record(Event::from(ForceEvent::Pillaged { seat, at, fieldworks: false }));
        }
        return;
    }
    let mortal: Vec<String> = {
        let own = turn.state.own_at(&seat, at).into_iter();
        own.filter(|unit| is_mortal(turn, unit)).map(|unit| unit.id.clone()).collect()
    };
    if let Some(unit) = by_lot(turn, "unit", &mortal) {
        loss::take(turn, &seat, &unit, Cause::Event);
    }
}

/// Each seat rolls a die; on a one a leader by lot is lost.
pub fn leaders(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        let die = turn.ledger.dice(EVENT.by(seat.as_str()).at("leader"), 1, 6).faces[0];
        let leaders: Vec<String> = {
            let own = |unit: &&Unit| turn.state.seat_of(unit) == Some(seat.as_str());
            let units = turn.state.units.values().filter(own);
            let mortal = units.filter(|unit| unit.kind == Kind::Leader && is_mortal(turn, unit));
            mortal.map(|unit| unit.id.clone()).collect()
        };
        if die == 1
            && let Some(leader) = by_lot(turn, "leader", &leaders)
        {
            loss::take(turn, &seat, &leader, Cause::Event);
        }
    }
}

/// Seats with fewer than three leaders on the map draw one.
pub fn generals(turn: &mut Turn<'_>) {
    const FEW: usize = 3;
    for seat in turn.state.order() {
        let own = |unit: &&Unit| turn.state.seat_of(unit) == Some(seat.as_str());
        let own = turn.state.units.values().filter(own);
        let count = own.filter(|unit| unit.kind == Kind::Leader).count();
        let majors = turn.the_book().majors(&seat).iter();
        let has =
            |major: &&String| turn.state.pools.get(*major).is_some_and(|pool| !pool.is_empty());
        let major = majors.into_iter().find(has).cloned();
        let Some(major) = major.filter(|_| count < FEW) else { continue };
        newcomers::joins(turn, LEADER, &seat, &major);
    }
}

/// Each stack of six or more loses one, which its owner chooses.
pub fn plague(turn: &mut Turn<'_>) {
    const MANY: usize = 6;
    let squares: Vec<Space> = turn.state.units.spaces().collect();
    for seat in turn.state.order() {
        for at in &squares {
            let own = turn.state.own_at(&seat, *at);
            if own.len() < MANY {
                continue;
            }
            let mortal: Vec<String> = own
                .into_iter()
                .filter(|unit| is_mortal(turn, unit))
                .map(|unit| unit.id.clone())
                .collect();
            loss::lose(turn, &seat, &mortal, 1, Cause::Event);
        }
    }
}

/// The majority of the Empire gets two recruits in electorates that it holds.
pub fn imperial_levy(turn: &mut Turn<'_>, year: u16) {
    let Some(seat) = empire::majority(turn) else { return };
    let book = turn.the_book();
    let Some(power) = book.majors(&seat).first().cloned() else { return };
    for _ in 0..2 {
        let mut held = empire::held(turn, &seat);
        held.retain(|at| !turn.state.pillaged.contains(at));
        held.sort_by_key(|at| (std::cmp::Reverse(book.atlas.city(*at).map(|city| city.tax)), *at));
        let names: Vec<&str> = held.iter().map(|at| book.atlas.name(*at)).collect();
        let left = !turn.state.has_none_left(book, &power, Kind::Infantry);
        let (Some(default), true) = (names.first().copied(), left) else { return };
        let said = said(turn, &seat);
        let wanted = said.as_ref().and_then(|said| {
            let mut wanted = said.names("levy").into_iter().filter(|name| names.contains(name));
            wanted.next().map(|name| (name.to_owned(), Source::Reaction))
        });
        let ask = EVENT.by(seat.as_str()).at("levy");
        let choice = turn.decide(ask, &seat, Topic::ImperialLevy, &names, (default, wanted));
        let place = names.iter().position(|name| *name == choice).unwrap_or(0);
        let at = held[place];
        let unit = Unit {
            id: turn.state.next_id(&power, Kind::Infantry),
            power: power.clone(),
            kind: Kind::Infantry,
            grade: Grade::Recruit,
            at,
            aboard: None,
            raised: year,
            owner: None,
        };
        let (seat, by) = (seat.clone(), "event".to_owned());
        turn.record(Event::from(ForceEvent::Raised { seat, at, unit, by }));
    }
}

/// Austria loses two thaler or a unit.
pub fn turks(turn: &mut Turn<'_>) {
    /// What it costs, in halves.
    const PRICE: u32 = 4;
    let Some(seat) = turn.book.seat_of_major(AUSTRIA).map(str::to_owned) else { return };
    let pays = turn.state.treasury.get(AUSTRIA).is_some_and(|halves| *halves >= PRICE);
    let units: Vec<String> = {
        let own = turn.state.units.values().filter(|unit| unit.power == AUSTRIA);
        let troops = own.filter(|unit| unit.kind != Kind::Leader);
        troops.map(|unit| unit.id.clone()).collect()
    };
    let said = said(turn, &seat).and_then(|said| said.name("turks").map(str::to_owned));
    let said = said.filter(|_| pays && !units.is_empty()).map(|word| (word, Source::Reaction));
    let options: &[&str] = match (pays, units.is_empty()) {
        (true, false) => &["thaler", "unit"],
        (true, true) => &["thaler"],
        (false, _) => &["unit"],
    };
    let ask = EVENT.by(AUSTRIA).at("turks");
    let choice = turn.decide(ask, &seat, Topic::Turks, options, (options[0], said));
    match choice.as_str() {
        "thaler" => take(turn, AUSTRIA, PRICE, "turkish scare"),
        _ => {
            loss::lose(turn, &seat, &units, 1, Cause::Event);
        }
    }
}
