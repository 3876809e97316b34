//! Where the beaten may go, and what becomes of those who cannot (§19.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.5.

use super::camp::{self, Camp};
use crate::book::Book;
use crate::march::supply;
use crate::orders::Part;
use crate::position::Position;
use crate::record::event::{Fate, Losses, PublicEvent, WarEvent};
use crate::record::state::State;
use crate::season::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeSet;

/// A camp that must fall back, with what its retreat hangs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beaten {
    pub at: Space,
    pub camp: Camp,
    /// Whence its troops came this turn.
    pub came: BTreeSet<Space>,
    /// Whence the enemy's came, this turn or before.
    pub enemy_came: BTreeSet<Space>,
    /// Whether it attacked, so that it may only go back as it came.
    pub attacked: bool,
    /// The place to which its commander wants to go.
    pub toward: Option<Space>,
    /// Whether it lost the battle with all of its troops.
    pub gone: bool,
}

/// From where the troops of a power came into a hex, in this turn or before.
///
/// It is asked before a battle: a hexside by which somebody came in stays his though he fell.
pub(super) fn came_ever(turn: &Turn, at: Space, power: &str) -> BTreeSet<Space> {
    let force = turn.state.at(at).filter(|one| one.power == power);
    force.filter_map(|one| turn.state.came.get(&one.name).copied()).collect()
}

/// From where the troops of a camp came into a hex this turn.
pub(super) fn came(turn: &Turn, at: Space, camp: &Camp) -> BTreeSet<Space> {
    let force = camp.troops(&turn.state, at);
    force.filter_map(|one| turn.entered.get(&one.name).copied()).collect()
}

/// Writes down that a camp must go, and by which hexsides it and the enemy came.
pub(super) fn remember(
    turn: &mut Turn,
    (at, camp): (Space, &Camp),
    came: BTreeSet<Space>,
    enemy_came: BTreeSet<Space>,
    attacker: bool,
) {
    let who = super::command::voice(turn, at, camp, |intent| intent.retreat.is_some());
    let said = who.as_ref().and_then(|who| turn.intents.get(who));
    let toward = said.and_then(|intent| intent.retreat);
    turn.asked.extend(who.map(|who| (who, Part::Retreat)));
    let beaten = Beaten {
        at,
        camp: camp.clone(),
        attacked: attacker && !came.is_empty(),
        enemy_came,
        came,
        toward,
        gone: camp.is_gone(&turn.state, at),
    };
    turn.beaten.push(beaten);
}

/// The hexes to which a beaten camp may go (§19.5).
pub fn legal(book: &Book, state: &State, beaten: &Beaten, battles: &BTreeSet<Space>) -> Vec<Space> {
    let at = beaten.at;
    let camp = &beaten.camp;
    let enemies = |space: Space| state.at(space).any(|one| camp.fights(state, &one.power));
    let walls = |space: Space| {
        let city = book.city(space).filter(|city| city.walls > 0);
        city.and_then(|_| state.holder(book, space)).is_some_and(|master| {
            state.relations.takes_part(master) && !camp.is_allied(state, master)
        })
    };
    let open = |space: &Space| {
        let sides = if beaten.attacked {
            beaten.came.contains(space) && !beaten.enemy_came.contains(space)
        } else {
            !beaten.enemy_came.contains(space)
        };
        sides
            && book.in_play(*space)
            && book.atlas.passes(at, *space)
            && !enemies(*space)
            && !battles.contains(space)
            && !walls(*space)
            && (beaten.came.contains(space) || friendly(book, state, camp, *space))
    };
    book.atlas.around(at).into_iter().filter(open).collect()
}

/// Whether a hex is friendly or neutral to a camp.
pub fn friendly(book: &Book, position: &impl Position, camp: &Camp, at: Space) -> bool {
    if book.city(at).is_some() {
        return position.holder(book, at).is_some_and(|master| !camp.fights(position, master));
    }
    let owner = position.land_of(book, at);
    let hostile = owner.is_some_and(|owner| camp.fights(position, owner));
    if !hostile || position.troops_at(at).any(|one| camp.is_allied(position, &one.power)) {
        return true;
    }
    let near = book.atlas.within(at, book.figures.supply_reach);
    let ours = |power: &str| camp.is_allied(position, power);
    let feeds = |source: &Space| supply::is_source(book, position, (ours, ours), *source);
    near.iter().any(|source| feeds(source) && is_open(position, camp, *source))
}

/// Whether no enemy of a camp stands in a hex.
fn is_open(position: &impl Position, camp: &Camp, at: Space) -> bool {
    camp.powers().all(|power| !position.enemy_at(at, power))
}

/// The supply of a camp, without what the enemy stands in.
fn sources(book: &Book, position: &impl Position, camp: &Camp) -> BTreeSet<Space> {
    let ours = |power: &str| camp.is_allied(position, power);
    let mut all = supply::sources(book, position, (ours, ours));
    all.retain(|source| is_open(position, camp, *source));
    all
}

/// Resolves all retreats, in the order of the hexes (§8, §19.5).
pub fn play(turn: &mut Turn) {
    let battles: BTreeSet<Space> = turn.battles.iter().map(|battle| battle.at).collect();
    let mut all = std::mem::take(&mut turn.beaten);
    all.sort_by_key(|beaten| (beaten.at, !beaten.attacked, beaten.camp.clone()));
    for beaten in all {
        fall_back(turn, &beaten, &battles);
    }
}

/// A camp falls back from a hex, or lays down its arms.
pub fn fall_back(turn: &mut Turn, beaten: &Beaten, battles: &BTreeSet<Space>) {
    let (book, state) = (turn.book, &turn.state);
    let mut ways = legal(book, state, beaten, battles);
    let homes = match beaten.toward {
        Some(place) => BTreeSet::from([place]),
        None => sources(book, state, &beaten.camp),
    };
    let far = |at: &Space| homes.iter().map(|home| book.atlas.distance(*home, *at)).min();
    ways.sort_by_key(|way| (far(way).unwrap_or(u16::MAX), *way));
    let here = camp::present(state, beaten.at);
    let powers: Vec<String> =
        beaten.camp.powers().filter(|power| here.contains(power.as_str())).cloned().collect();
    let goal = ways.first().copied().filter(|_| !beaten.gone);
    for power in powers {
        match goal {
            Some(to) => retreat(turn, &power, beaten.at, to),
            None => surrender(turn, &power, beaten.at),
        }
    }
}

fn retreat(turn: &mut Turn, power: &str, from: Space, to: Space) {
    let state = &turn.state;
    let own = state.at(from).filter(|one| one.power == power);
    let formations: Vec<String> = own.map(|one| one.name.clone()).collect();
    let own = state.generals.at(from).filter(|one| one.power == power);
    let generals: Vec<String> = own.map(|one| one.name.clone()).collect();
    for name in &formations {
        turn.entered.remove(name);
    }
    turn.record(WarEvent::Retreated { power: power.to_owned(), formations, generals, from, to });
}

fn surrender(turn: &mut Turn, power: &str, at: Space) {
    let state = &turn.state;
    let lost: Losses = state
        .at(at)
        .filter(|one| one.power == power)
        .map(|one| (one.name.clone(), one.units.clone()))
        .collect();
    let own = state.generals.at(at).filter(|one| one.power == power);
    let generals: Vec<String> = own.map(|one| one.name.clone()).collect();
    if !lost.is_empty() {
        turn.record(WarEvent::Surrendered { power: power.to_owned(), at, lost });
    }
    for general in generals {
        let power = power.to_owned();
        turn.record(PublicEvent::GeneralLost { general, power, at, fate: Fate::Captured });
    }
}
