//! Cards that put troops on the map: a revolt in a province, and militia; and the one that opens a power's land to its
//! allies (NIA §11.1).
//!
//! Not here: what troops in revolt may do, and what they cost (`politics/revolts.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §12.3.

use super::{NOBODY, is_own_land, may_play, offer, record};
use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::cards::{Card, Effect};
use crate::book::units::Unit;
use crate::money::treasury::Scene;
use crate::politics::{diplomacy, instability};
use crate::position::Position;
use crate::record::state::Force;
use crate::season::arrivals;
use crate::turn::Turn;
use kit::ground::Space;

/// Plays a card by which troops rise in its province.
pub fn rise(turn: &mut Turn, power: &str, card: &Card) {
    let side = card.province.as_deref().and_then(|province| leader_of_rising(turn, province, card));
    let who = match (&side, &card.province) {
        (Some(_), Some(province)) => province.clone(),
        _ => NOBODY.to_owned(),
    };
    record(turn, (power, &card.card), &who, None, (None, None));
    if let (Some(side), Some(province)) = (side, &card.province) {
        let of =
            |at: &Space| turn.book.atlas.province(*at).is_some_and(|one| one.name == *province);
        let book = turn.book;
        let capital = seat(turn, province);
        let hexes: Vec<Space> = (0..book.atlas.hex_count()).map(Space).filter(of).collect();
        place(turn, &side, card, &hexes, capital);
    }
}

/// Plays a card that brings a power troops on its own land, at its capital or as near as can be.
pub fn muster(turn: &mut Turn, power: &str, card: &Card) {
    let own = card.power.as_deref().filter(|own| turn.state.relations.takes_part(own));
    let people = &turn.book.people;
    let who = own.map_or(NOBODY.to_owned(), |own| people.title(own).to_owned());
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some(own) = own.map(str::to_owned) {
        at_home(turn, &own, card);
    }
}

/// Plays the cards for militia that powers have kept ready, if they can be played now.
pub fn levies(turn: &mut Turn) {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    for power in powers {
        let who = turn.book.people.title(&power).to_owned();
        if let Some(card) = offer(turn, Effect::Levy, &power, &who) {
            at_home(turn, &power, &card);
        }
    }
}

/// Plays the cards that open a power's land to its allies, where they are kept ready and it is shut (I-20).
pub fn traps(turn: &mut Turn) {
    let cards = turn.book.cards.with(Effect::OpensLand);
    let lands: Vec<String> = cards.filter_map(|card| card.power.clone()).collect();
    for land in lands {
        let allies = diplomacy::powers(turn).into_iter();
        let state = turn.state.common();
        let is_shut = |power: &String| instability::is_shut(turn.book, state, power, Some(&land));
        let shut: Vec<String> = allies.filter(is_shut).collect();
        let who = turn.book.people.title(&land).to_owned();
        if shut.iter().any(|power| offer(turn, Effect::OpensLand, power, &who).is_some()) {
            instability::open(turn, &land);
        }
    }
}

/// The rule that begins when the season does, because a power has one of these cards ready.
pub fn opened<'c>(
    book: &Book,
    at: &dyn Position,
    power: &str,
    mut ready: impl Iterator<Item = &'c String>,
) -> Option<String> {
    ready.find_map(|card| {
        let card = book.cards.get(card).filter(|card| card.effect == Effect::OpensLand)?;
        let land = card.power.as_deref();
        let opens = may_play((book, at), power, card)
            && instability::is_shut(book, at.common(), power, land);
        instability::opening_rule(book, land?).filter(|_| opens)
    })
}

/// Puts the troops of a card on a power's own land.
fn at_home(turn: &mut Turn, own: &str, card: &Card) {
    let book = turn.book;
    let hexes = own_towns(turn, own);
    let seat = book.people.powers.iter().find(|one| one.name == own);
    let seat = seat.and_then(|one| book.atlas.named(one.capital.as_deref()?));
    place(turn, own, card, &hexes, seat);
}

/// The towns on a power's own land that it holds.
fn own_towns(turn: &Turn, own: &str) -> Vec<Space> {
    let book = turn.book;
    let scene = Scene::of(book, &turn.state);
    let towns = book.atlas.towns().map(|(at, _)| at);
    towns.filter(|at| is_own_land(book, own, *at) && scene.holder(*at) == Some(own)).collect()
}

/// The power that leads those who rise: the card's own, if it fights whoever has the province, else the last in
/// the order of diplomacy of those who do.
fn leader_of_rising(turn: &Turn, province: &str, card: &Card) -> Option<String> {
    let (book, state) = (turn.book, &turn.state);
    let scene = Scene::of(book, state);
    let page: &Province = book.atlas.provinces.iter().find(|one| one.name == province)?;
    let master = scene.side(scene.owner(page)?).to_owned();
    let foes = state.relations.parties().filter(|power| state.at_war(power, &master));
    let named = |power: &&String| card.power.as_ref().is_none_or(|own| own == *power);
    foes.filter(named).max_by_key(|power| book.people.order(power)).cloned()
}

fn seat(turn: &Turn, province: &str) -> Option<Space> {
    let page = turn.book.atlas.provinces.iter().find(|one| one.name == province)?;
    turn.book.atlas.named(page.capital.as_deref()?)
}

/// Puts the units of a card into free hexes, the nearest to a place first: those that march together into one,
/// guerrillas and a levy into one each.
fn place(turn: &mut Turn, power: &str, card: &Card, hexes: &[Space], near: Option<Space>) {
    let mut units: Vec<Unit> = vec![];
    for unit in card.troops(turn.book) {
        // There are no more units than the game has (§12.3).
        if turn.book.pools.has_left(&unit, turn.state.units().chain(&units)) {
            units.push(unit);
        }
    }
    if card.effect == Effect::Rising {
        units.iter_mut().for_each(|unit| unit.rising.clone_from(&card.province));
    }
    let leader = card.leader.clone().filter(|name| is_free(turn, name));
    let irregular = |unit: &Unit| turn.book.units.kind(&unit.kind).class == "guerrillas";
    let apart = card.effect == Effect::Levy || units.iter().any(irregular);
    let parts: Vec<Vec<Unit>> =
        if apart { units.into_iter().map(|unit| vec![unit]).collect() } else { vec![units] };
    for (nth, units) in parts.into_iter().enumerate() {
        let Some(at) = free_hex(turn, power, hexes, near) else { return };
        let mut force = Force::new(turn.new_id(power), power, at);
        force.units = units;
        force.leaders = leader.iter().filter(|_| nth == 0).cloned().collect();
        force.settle();
        arrivals::stand(turn, force, true, None);
    }
}

/// The nearest hex where nobody stands and no enemy has walls.
fn free_hex(turn: &Turn, power: &str, hexes: &[Space], near: Option<Space>) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let scene = Scene::of(book, state);
    let walls = |at: Space| {
        let friend = scene.holder(at).is_some_and(|holder| state.friends(holder, power));
        state.fortress(book, at) > 0 && !friend
    };
    let free = |at: &&Space| {
        let land = book.atlas.hex(**at).terrain.is_land() && book.scenario.in_play(**at);
        land && !walls(**at) && state.at(**at).next().is_none()
    };
    let far = |at: &Space| near.map_or(0, |near| book.atlas.distance(near, *at));
    hexes.iter().filter(free).min_by_key(|at| (far(at), **at)).copied()
}

fn is_free(turn: &Turn, leader: &str) -> bool {
    let state = &turn.state;
    let away = state.returning.iter().any(|one| one.leaders.iter().any(|name| name == leader));
    let aboard =
        state.aboard.values().any(|one| one.force.leaders.iter().any(|name| name == leader));
    let pooled = state.pools.values().any(|pool| pool.contains(leader));
    state.with_leader(leader).is_none()
        && !state.dead.contains(leader)
        && !(away || aboard || pooled)
}
