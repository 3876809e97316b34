//! A war of liberation: a power that fights for its own land until it is conquered (NIA §14.4.2).
//!
//! Not here: the ground of a set-up that is clear of enemies (`places.rs`); how guerrillas march
//! (`land/movement.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.3, §14.4.2.

use crate::book::Book;
use crate::book::special::Liberation;
use crate::book::units::Unit;
use crate::land::supply::Land;
use crate::money::cabinet::works::GUERRILLA;
use crate::politics::allegiance;
use crate::politics::instability;
use crate::position::{Common, Position, Standing};
use crate::record::state::{Bloc, Force};
use crate::season::arrivals;
use crate::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeSet;

/// The rule of a war of liberation: from the start, or since a power has left allies who stood on its land.
pub fn rule<'b>(book: &'b Book, common: Common) -> Option<&'b Liberation> {
    book.scenario.liberation().or_else(|| instability::liberation(book, common))
}

/// The rule of a war of liberation that goes on: nobody has conquered its power yet.
pub fn lasts<'b>(book: &'b Book, common: Common) -> Option<&'b Liberation> {
    rule(book, common).filter(|rule| common.bloc(&rule.power) != Bloc::Neutral)
}

/// The rule of a war of liberation that a power fights.
pub fn fought_by<'b>(book: &'b Book, common: Common, power: &str) -> Option<&'b Liberation> {
    lasts(book, common).filter(|rule| rule.power == power)
}

/// Whether a place is on the power's own land.
pub fn is_home(book: &Book, rule: &Liberation, at: Space) -> bool {
    let province = book.atlas.province(at).map(|province| province.name.as_str());
    province.and_then(|name| book.scenario.owner(name)) == Some(rule.power.as_str())
}

fn seat(book: &Book, power: &str) -> Option<Space> {
    let power = book.people.powers.iter().find(|one| one.name == power)?;
    book.atlas.named(power.capital.as_deref()?)
}

/// The towns that must be lost before it is conquered: the capital, and the harbours.
pub fn towns(book: &Book, rule: &Liberation) -> (Option<Space>, Vec<Space>) {
    let seat = seat(book, &rule.power);
    let countries = rule.countries.iter().filter_map(|name| book.countries.get(name));
    let foreign: Vec<&String> = countries.flat_map(|country| &country.provinces).collect();
    let counts = |at: Space| {
        let province = book.atlas.province(at);
        is_home(book, rule, at) || province.is_some_and(|one| foreign.contains(&&one.name))
    };
    let harbours = book.atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at);
    let harbours = harbours.filter(|at| counts(*at) && Some(*at) != seat);
    (seat, harbours.collect())
}

/// Whether a side that it fights has conquered it (NIA §14.4.2).
pub fn is_conquered(book: &Book, rule: &Liberation, by: Bloc, common: Common) -> bool {
    let (seat, harbours) = towns(book, rule);
    seat.into_iter().chain(harbours).all(|at| common.holding_bloc(book, at) == Some(by))
}

/// Whether enemy units stand on its land; where they were seen last they are supposed to be.
fn is_invaded(book: &Book, position: &dyn Position, rule: &Liberation) -> bool {
    let mut foes = position.standing().filter(|one| one.fights);
    let at_war = |power: &str| position.common().relations.at_war(power, &rule.power);
    foes.any(|one| at_war(one.power) && is_home(book, rule, one.at))
}

/// Why guerrillas do not rise.
pub const WHY_NOT_RISEN: &str = "guerrillas rise in a war of liberation, those of an allied country while an \
                                 enemy unit stands in it (NIA §14.4.2)";

/// Whose guerrillas may rise: those of the power that fights for its land, and those of each country at its
/// side in which an enemy is known to stand (NIA §14.4.2).
pub fn risen(book: &Book, position: &dyn Position, power: &str) -> BTreeSet<String> {
    let Some(rule) = lasts(book, position.common()) else { return BTreeSet::new() };
    let foes = position.standing().filter(|one| one.fights && one.is_there());
    let foes = foes.filter(|one| position.common().relations.at_war(one.power, power));
    let here: BTreeSet<&str> =
        foes.filter_map(|one| Some(book.atlas.province(one.at)?.name.as_str())).collect();
    let invaded = |name: &&String| {
        let page = book.countries.get(name);
        page.is_some_and(|page| page.provinces.iter().any(|one| here.contains(one.as_str())))
    };
    let countries = rule.countries.iter().filter(invaded);
    countries.chain([&rule.power]).cloned().collect()
}

/// Where no guerrilla of a power rises: where somebody stands, next to an enemy who fights, and next
/// to his armed walls or in them (NIA §14.4.2).
pub fn shut_to_guerrillas(
    book: &Book,
    position: &dyn Position,
    power: &str,
    land: &Land<'_>,
) -> BTreeSet<Space> {
    let there = || position.standing().filter(Standing::is_there);
    let foes =
        there().filter(|one| one.fights && position.common().relations.at_war(one.power, power));
    let walls = book.atlas.towns().map(|(at, _)| at).filter(|at| land.has_enemy_walls(*at));
    let enemies: BTreeSet<Space> = foes.map(|one| one.at).chain(walls).collect();
    let near = enemies.iter().flat_map(|at| book.atlas.around(*at));
    near.chain(enemies.iter().copied()).chain(there().map(|one| one.at)).collect()
}

/// Whether a guerrilla of a power or a country can rise in a hex: its own land, away from others (NIA §14.4.2).
pub fn can_rise(
    book: &Book,
    (land, closed): (&Land<'_>, &BTreeSet<Space>),
    owner: &str,
    at: Space,
) -> bool {
    let province = book.atlas.province(at);
    book.atlas.hex(at).terrain.is_land()
        && book.scenario.in_play(at)
        && province.and_then(|province| land.owner(&province.name)) == Some(owner)
        && !closed.contains(&at)
}

/// Lets one more guerrilla of a power rise, as near to its capital as one can, if a counter is left (NIA §14.4.2).
pub fn rise(turn: &mut Turn, power: &str) {
    let (book, state) = (turn.book, &turn.state);
    let mut sorts = book.pools.sorts(power, &book.units);
    let Some(unit) = sorts.find(|unit| unit.kind == GUERRILLA) else { return };
    let is_one = |other: &&Unit| {
        (&other.kind, &other.nation, other.modifier) == (&unit.kind, &unit.nation, unit.modifier)
    };
    if state.units().filter(is_one).count() >= book.pools.units(&unit) as usize {
        return;
    }
    let site = {
        let land = Land::of(book, state, power);
        let closed = shut_to_guerrillas(book, state, power, &land);
        let seat = seat(book, power);
        let far = |at: &Space| seat.map_or(0, |seat| book.atlas.distance(seat, *at));
        let all = (0..book.atlas.hex_count()).map(Space);
        let open = all.filter(|at| can_rise(book, (&land, &closed), power, *at));
        open.min_by_key(|at| (far(at), *at))
    };
    let Some(at) = site else { return };
    let mut force = Force::new(turn.new_id(power), power, at);
    force.units = vec![unit];
    force.settle();
    arrivals::stand(turn, force, true, None);
}

/// Whether a force is of the nation that fights for its land: a unit or a leader of it is there.
fn is_of(book: &Book, rule: &Liberation, force: &Force) -> bool {
    let own =
        |name: &String| book.people.leader(name).is_some_and(|leader| leader.nation == rule.power);
    force.units.iter().any(|unit| unit.nation == rule.power) || force.leaders.iter().any(own)
}

/// Whether a force is bound to its power's own land while an enemy stands there.
fn binds(book: &Book, rule: &Liberation, force: &Force) -> bool {
    is_home(book, rule, force.at) && is_of(book, rule, force)
}

/// Whether a force on board may not land in a place now (NIA §14.4.2).
pub fn keeps_from(book: &Book, position: &dyn Position, force: &Force, at: Space) -> bool {
    lasts(book, position.common()).is_some_and(|rule| {
        is_of(book, rule, force) && !is_home(book, rule, at) && is_invaded(book, position, rule)
    })
}

/// Whether a force may not leave its land now (NIA §14.4.2).
pub fn holds(book: &Book, position: &dyn Position, force: &Force) -> bool {
    lasts(book, position.common())
        .is_some_and(|rule| binds(book, rule, force) && is_invaded(book, position, rule))
}

/// Ends the war when its power is conquered, if the game goes on.
pub fn end(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let Some(rule) = lasts(book, state.common()) else { return };
    let from = state.bloc(&rule.power);
    let foes = [Bloc::Empire, Bloc::Coalition].into_iter().filter(|bloc| *bloc != from);
    if foes.into_iter().any(|bloc| is_conquered(book, rule, bloc, state.common())) {
        let power = rule.power.clone();
        allegiance::turn_power(turn, &power, Bloc::Neutral);
        allegiance::follow(turn);
    }
}
