//! Setting up, and those who come later (§8, §18).
//!
//! The scenario leaves nothing open, so no sheet is asked.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8, §18.

use crate::Kriegsspiel;
use crate::battle::{Camp, retreat};
use crate::book::Book;
use crate::book::fleets::{Arriving, SeaForce};
use crate::book::scenario::Force;
use crate::march::borders;
use crate::money::income;
use crate::position::Position;
use crate::record::event::{ForceEvent, SeaEvent};
use crate::record::state::{General, State};
use crate::season::turn::Turn;
use crate::sight;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::ledger::Ledger;
use play::table::resolved;
use play::{Resolved, Summary};

/// Sets up the scenario.
pub fn opening(book: &Book, ledger: &mut Ledger) -> Resolved<Kriegsspiel> {
    let state = State::new(book);
    let first = book.scenario.first;
    let powers = book.scenario.powers();
    let new = |(power, _): (String, String)| {
        let mut known = Known::new(&power, first, &state.relations);
        known.look(sight::look(book, &state, &power));
        (power, known)
    };
    let known = powers.into_iter().map(new).collect();
    let mut turn = Turn::new(book, state, known, ledger);
    for force in book.scenario.forces.iter().filter(|force| force.when.is_none()) {
        place(&mut turn, force, force.place, false);
    }
    for force in book.scenario.fleets.iter().filter(|force| force.when.is_none()) {
        launch(&mut turn, force, false);
    }
    for (power, _) in book.scenario.powers() {
        let first = income::first(book, &turn.state, &power);
        first.into_iter().for_each(|event| turn.record(event));
    }
    turn.state.check(book);
    let summary = Summary { digest: vec![], odd: vec![], over: false };
    resolved(turn.into(), summary)
}

/// A general as the lists have him.
pub fn general(book: &Book, name: &str, power: &str, at: Space) -> Option<General> {
    let person = book.troops.person(name)?;
    let ratings = book.troops.ranks[&person.rank];
    Some(General {
        name: person.name.clone(),
        power: power.to_owned(),
        rank: person.rank.clone(),
        battle: ratings.battle,
        command: ratings.command,
        combat: ratings.combat,
        points: ratings.points,
        extra: ratings.extra,
        at,
    })
}

fn place(turn: &mut Turn, force: &Force, at: Space, arrival: bool) {
    let name = force.general.as_deref();
    let chief = name.and_then(|name| general(turn.book, name, &force.power, at));
    if let Some(general) = chief {
        turn.record(ForceEvent::GeneralPlaced { general, arrival });
    }
    for body in &force.bodies {
        let formation = crate::record::state::Formation { at, ..body.clone() };
        turn.record(ForceEvent::Placed { formation, arrival });
    }
}

/// Ships and their admiral come into service.
fn launch(turn: &mut Turn, force: &SeaForce, arrival: bool) {
    let Some(Arriving { admiral, fleets }) = arriving(turn.book, force) else { return };
    if let Some(admiral) = admiral {
        turn.record(SeaEvent::Appointed { admiral, arrival });
    }
    for fleet in fleets {
        turn.record(SeaEvent::Commissioned { fleet, arrival });
    }
}

/// Who comes by a line on ships; the page was found sound when it was read.
fn arriving(book: &Book, force: &SeaForce) -> Option<Arriving> {
    let navies = book.navies.as_ref()?;
    force.arriving(navies, &book.troops, |name| book.atlas.find(name)).ok()
}

/// Deploys those who are due this turn (§18).
pub fn arrive(turn: &mut Turn) {
    let (book, season) = (turn.book, turn.state.season);
    let comes = |force: &&Force| force.when == Some(season);
    for force in book.scenario.forces.iter().filter(comes) {
        if !turn.state.is_in_play(&force.power) {
            continue;
        }
        let at = site(book, &turn.state, &force.power, force.place);
        place(turn, force, at, true);
    }
    let comes = |force: &&SeaForce| force.when == Some(season);
    for force in book.scenario.fleets.iter().filter(comes) {
        if turn.state.is_in_play(&force.power) {
            launch(turn, force, true);
        }
    }
}

/// The place itself, or the nearest that is free: in land of the power or of its allies, else anywhere (§18).
fn site(book: &Book, position: &impl Position, power: &str, wanted: Space) -> Space {
    let camp = Camp::alone(position.common().relations, power);
    let is_ours = |at: &Space| {
        position.land_of(book, *at).is_some_and(|owner| camp.is_allied(position, owner))
    };
    let free = |at: &Space| {
        book.in_play(*at)
            && position.is_clear(book, *at, power)
            && position.enemy_walls(book, *at, power).is_none()
            && borders::shut(book, position, power, *at).is_none()
            && retreat::friendly(book, position, &camp, *at)
    };
    let rings = || (0..=play::europe::COLUMNS).map(|far| book.atlas.within(wanted, far));
    let nearest = |ours: bool| {
        let fits = |at: &Space| free(at) && (!ours || is_ours(at));
        rings().find_map(|ring| ring.into_iter().find(fits))
    };
    nearest(true).or_else(|| nearest(false)).unwrap_or(wanted)
}

/// What a power knows, with those of its own who come before this turn's movement (§8, §18).
///
/// They stand where the scenario lets them come, or, if that place is known to be lost, beside it.
pub fn expected(book: &Book, known: &Known) -> Known {
    let mut known = known.clone();
    let (power, season) = (known.power.clone(), known.season);
    let due = |force: &&Force| force.when == Some(season) && force.power == power;
    for force in book.scenario.forces.iter().filter(due) {
        let at = site(book, &known, &power, force.place);
        let name = force.general.as_deref();
        if let Some(chief) = name.and_then(|name| general(book, name, &power, at)) {
            known.generals.entry(chief.name.clone()).or_insert(chief);
        }
        for body in &force.bodies {
            let body = crate::record::state::Formation { at, ..body.clone() };
            known.formations.entry(body.name.clone()).or_insert(body);
        }
    }
    let due = |force: &&SeaForce| force.when == Some(season) && force.power == power;
    for come in book.scenario.fleets.iter().filter(due).filter_map(|force| arriving(book, force)) {
        if let Some(admiral) = come.admiral {
            known.navy.admirals.entry(admiral.name.clone()).or_insert(admiral);
        }
        for fleet in come.fleets {
            known.navy.fleets.entry(fleet.name.clone()).or_insert(fleet);
        }
    }
    known
}

/// Who comes in a season for a power, in words: the general and the place, as things stand.
pub fn coming(book: &Book, known: &Known) -> Vec<String> {
    let (power, season) = (known.power.as_str(), known.season);
    let due = |force: &&Force| force.when == Some(season) && force.power == power;
    let tell = |force: &Force| {
        let bodies: Vec<&str> = force.bodies.iter().map(|one| one.name.as_str()).collect();
        let who = force.general.as_deref().unwrap_or("troops");
        let at = site(book, known, power, force.place);
        format!("{who} at {} with {}", book.atlas.place(at), bodies.join(", "))
    };
    book.scenario.forces.iter().filter(due).map(tell).collect()
}
