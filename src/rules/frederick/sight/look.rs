//! How everything looks to somebody: what lies open, their own, and the stacks of others by height.

use super::UMPIRE;
use super::known::{Known, Look, Stack};
use crate::book::Book;
use crate::book::options::Fog;
use crate::book::troops::Kind;
use crate::record::season::Season;
use crate::record::state::{SEARCH, State};
use crate::record::unit::{Height, Sort, Unit};
use kit::deck::DeckView;
use kit::ground::Space;
use kit::placed::Placed;
use std::collections::{BTreeMap, BTreeSet};

/// How far own units see with the option `near`.
const NEAR: u16 = 2;

/// How everything looks to a seat, or to the umpire.
pub fn look(book: &Book, state: &State, eye: &str) -> Look {
    with_shown(book, state, eye, None)
}

/// The same for a seat that is shown everything in one square now (§14.2).
pub fn with_shown(book: &Book, state: &State, eye: &str, shown: Option<Space>) -> Look {
    let field = match book.options.fog {
        Fog::Table => None,
        Fog::Near if eye == UMPIRE => None,
        Fog::Near => Some(field(book, state, eye)),
    };
    let is_own = |unit: &Unit| eye == UMPIRE || state.seat_of(unit) == Some(eye);
    let mut own = Placed::default();
    let mut others: BTreeMap<Space, BTreeMap<Option<&str>, Vec<&Unit>>> = BTreeMap::new();
    for unit in state.units.values() {
        if is_own(unit) {
            own.insert(unit.id.clone(), unit.clone());
        } else if field.as_ref().is_none_or(|field| field.contains(&unit.at)) {
            let seat = state.seat_of(unit);
            others.entry(unit.at).or_default().entry(seat).or_default().push(unit);
        }
    }
    let stacks = others.into_iter().map(|(at, all)| {
        let now = (shown == Some(at)).then_some(state.season);
        (at, all.into_iter().map(|(seat, units)| stack(book, seat, &units, now)).collect())
    });
    let markers = markers(state, eye);
    Look { open: state.open.clone(), markers, own, stacks: stacks.collect(), field }
}

/// The markers as a seat, or the umpire, sees them.
fn markers(state: &State, eye: &str) -> DeckView {
    let mut markers = state.markers.view(eye);
    markers.others.remove(SEARCH);
    if eye != UMPIRE {
        // What went back is mixed into the pool unseen, whenever that is done.
        markers.pool += markers.discard.len();
        markers.discard.clear();
    }
    markers
}

/// How everything looks after an event that moved no unit and changed no control: money, markers and what
/// lies open are new, and the stacks are as they were.
pub fn unmoved(state: &State, known: &Known) -> Look {
    Look {
        open: state.open.clone(),
        markers: markers(state, &known.power),
        own: known.own.clone(),
        stacks: known.stacks.clone(),
        field: known.field.clone(),
    }
}

/// The units of one owner as another seat sees them; `shown` is the season in which they are shown whole.
fn stack(book: &Book, seat: Option<&str>, units: &[&Unit], shown: Option<Season>) -> Stack {
    let mut sorts: Vec<Sort> = units.iter().map(|unit| Sort::of(unit)).collect();
    sorts.sort();
    Stack {
        seat: seat.map(str::to_owned),
        powers: units.iter().map(|unit| unit.power.clone()).collect(),
        leader: top(book, units.iter().copied()),
        height: Height::of(units.len()),
        fleet: units.iter().any(|unit| unit.kind == Kind::Fleet),
        units: shown.map(|_| sorts),
        met: shown,
        since: None,
    }
}

/// The highest leader of some units, whose counter lies on top: a sovereign, then by value. Who is aboard
/// lies under the fleet.
pub fn top<'a>(book: &Book, units: impl Iterator<Item = &'a Unit>) -> Option<String> {
    let ashore = units.filter(|unit| unit.aboard.is_none());
    let leaders = ashore.filter_map(|unit| book.leader(unit));
    let rank = |leader: &&crate::book::troops::Leader| {
        (leader.sovereign, leader.value, std::cmp::Reverse(leader.name.clone()))
    };
    leaders.max_by_key(rank).map(|leader| leader.name.clone())
}

/// The squares that a seat sees with the option `near`: near its units, its own land and what is next to
/// it, and everything off the map.
fn field(book: &Book, state: &State, eye: &str) -> BTreeSet<Space> {
    let atlas = &book.atlas;
    let mut field: BTreeSet<Space> = atlas.off_map().map(|(at, _)| at).collect();
    let own: BTreeSet<Space> = {
        let own = state.units.values().filter(|unit| state.seat_of(unit) == Some(eye));
        own.map(|unit| unit.at).collect()
    };
    for at in atlas.all() {
        let near = |from: &Space| atlas.distance(*from, at).is_some_and(|far| far <= NEAR);
        let is_land_of_theirs = |at: Space| {
            let owner = atlas.square(at).owner.as_deref();
            owner.is_some_and(|owner| state.controller(owner) == Some(eye))
        };
        let home = is_land_of_theirs(at) || atlas.around(at).into_iter().any(is_land_of_theirs);
        if home || own.iter().any(near) {
            field.insert(at);
        }
    }
    field
}
