//! Where the beaten go (FRW §17.8, §17.9, §18.7, §18.8).
//!
//! The winner names the first square, the owner all others.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §16.4, §17.8, §17.9, §18.7, §18.8, §19.1, §19.4, §32.1.

use crate::book::Book;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::decisions::Topic;
use crate::operations::dice::{Die, Throw};
use crate::operations::loss;
use crate::position::Position;
use crate::record::event::{Cause, Event, WarEvent};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use std::collections::BTreeSet;

const FIRST: Rule = Rule("FRW §18.8");
const DIE: Rule = Rule("FRW §18.7");

/// Who was beaten by whom, and where.
#[derive(Debug, Clone)]
pub struct Beaten {
    pub seat: String,
    pub winner: String,
    pub at: Space,
}

/// How units go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// One square, all together.
    Together,
    /// A die of squares for each.
    EachByDie,
    /// After honours of war: one square, and nobody is lost.
    Honours,
    /// Of their own will before a battle: one square, which the owner chooses.
    Slip,
}

/// Sends beaten units back.
pub fn go(turn: &mut Turn<'_>, beaten: &Beaten, units: Vec<String>, how: How) {
    // Who is aboard goes with the fleet (§25.16).
    let units = loss::not_carried(turn, units);
    let units = without_the_fixed(turn, beaten, units, how);
    for afloat in [false, true] {
        let own = |id: &&String| {
            let unit = turn.state.units.get(*id);
            unit.is_some_and(|unit| (unit.kind == Kind::Fleet) == afloat)
        };
        let part: Vec<String> = units.iter().filter(own).cloned().collect();
        if part.is_empty() {
            continue;
        }
        for part in by_way_out(turn, beaten, part, afloat) {
            back(turn, beaten, part, (how, afloat));
        }
    }
}

/// Sends those back who have the same ways.
fn back(turn: &mut Turn<'_>, beaten: &Beaten, part: Vec<String>, (how, afloat): (How, bool)) {
    let way = Way { beaten, how, afloat, squares: 1, die: 0 };
    match how {
        How::Together | How::Honours => {
            let first = first_square(turn, beaten, &part, afloat);
            way.walk(turn, part, first);
        }
        How::Slip => {
            let been = BTreeSet::from([beaten.at]);
            let first = way.onward(turn, &part, beaten.at, &been);
            way.walk(turn, part, first);
        }
        How::EachByDie => each(turn, beaten, part, afloat),
    }
}

/// Whether units may retreat into mountains (§32.1).
fn climbs(turn: &Turn<'_>, units: &[String]) -> bool {
    let light = |unit: &&Unit| unit.kind == Kind::LightTroops;
    let units = turn.units_of(units);
    turn.book.options.has(Extra::SpecialUnits) && !units.is_empty() && units.iter().all(light)
}

/// Parts the light troops from the others where mountains are the only way out (§32.1).
fn by_way_out(
    turn: &Turn<'_>,
    beaten: &Beaten,
    units: Vec<String>,
    afloat: bool,
) -> Vec<Vec<String>> {
    if afloat || !exits(turn, &beaten.seat, beaten.at, false, false).is_empty() {
        return vec![units];
    }
    let light = |id: &String| climbs(turn, std::slice::from_ref(id));
    let (light, others): (Vec<String>, Vec<String>) = units.into_iter().partition(light);
    [others, light].into_iter().filter(|part| !part.is_empty()).collect()
}

/// Units that never move are lost, but after honours of war.
fn without_the_fixed(
    turn: &mut Turn<'_>,
    beaten: &Beaten,
    units: Vec<String>,
    how: How,
) -> Vec<String> {
    if how == How::Honours {
        return units;
    }
    let fixed = |turn: &Turn<'_>, id: &String| {
        let unit = turn.state.units.get(id);
        unit.is_some_and(|unit| unit.kind == Kind::Garrison)
    };
    let (stay, move_on): (Vec<String>, Vec<String>) =
        units.into_iter().partition(|id| fixed(turn, id));
    for id in stay {
        loss::take(turn, &beaten.seat, &id, Cause::Retreat);
    }
    move_on
}

/// Each unit by its die; all dice are rolled before anybody goes.
fn each(turn: &mut Turn<'_>, beaten: &Beaten, units: Vec<String>, afloat: bool) {
    let first = first_square(turn, beaten, &units, afloat);
    let mut dice = vec![];
    for id in units {
        let (seat, at) = (beaten.seat.as_str(), beaten.at);
        let throw = Throw { rule: DIE, who: seat, at, dice: 1, die: Die::Retreat, owner: seat };
        dice.push((id, throw.roll(turn)[0]));
    }
    for (id, die) in dice {
        let way = Way { beaten, how: How::EachByDie, afloat, squares: die, die };
        way.walk(turn, vec![id], first);
    }
}

/// The squares next to one into which units may retreat at all: no mountains but for those who climb, no
/// neutral land.
fn exits(turn: &Turn<'_>, seat: &str, from: Space, afloat: bool, climb: bool) -> Vec<Space> {
    ways_out(turn.the_book(), &turn.state, (seat, from), afloat, climb)
}

/// The squares of which the winner names one (§18.8): those without others, if there are any.
pub fn first_squares(
    book: &Book,
    position: &impl Position,
    (seat, from): (&str, Space),
    afloat: bool,
    climb: bool,
) -> Vec<Space> {
    let all = ways_out(book, position, (seat, from), afloat, climb);
    let free: Vec<Space> =
        all.iter().copied().filter(|at| !position.has_others(seat, *at)).collect();
    if free.is_empty() { all } else { free }
}

fn ways_out(
    book: &Book,
    position: &impl Position,
    (seat, from): (&str, Space),
    afloat: bool,
    climb: bool,
) -> Vec<Space> {
    let (atlas, state) = (&book.atlas, position.open());
    let may = |to: &Space| {
        let side = atlas.side(from, *to);
        match afloat {
            true => side.is_some_and(|side| side.by_sea()) && state.may_go(book, seat, *to),
            false => {
                side.is_some_and(|side| side.by_land())
                    && atlas.is_land(*to)
                    && (climb || !atlas.square(*to).mountain)
                    && state.may_go(book, seat, *to)
            }
        }
    };
    atlas.around(from).into_iter().filter(may).collect()
}

/// How far it is to the nearest fortress that a seat holds.
fn to_fortress(turn: &Turn<'_>, seat: &str, from: Space) -> u16 {
    let atlas = &turn.book.atlas;
    let held =
        turn.state.units.spaces().filter(|at| {
            atlas.is_fortress(*at) && turn.state.occupier(*at).as_deref() == Some(seat)
        });
    held.filter_map(|at| atlas.distance(from, at)).min().unwrap_or(u16::MAX)
}

/// The first square, which the winner names; the default is far from the fortresses of the beaten.
fn first_square(
    turn: &mut Turn<'_>,
    beaten: &Beaten,
    units: &[String],
    afloat: bool,
) -> Option<Space> {
    let climb = climbs(turn, units);
    let from = (beaten.seat.as_str(), beaten.at);
    let mut open = first_squares(turn.book, &turn.state, from, afloat, climb);
    let others = |at: &Space| turn.state.others_at(&beaten.seat, *at).len();
    open.sort_by_key(|at| {
        let far = to_fortress(turn, &beaten.seat, *at);
        (std::cmp::Reverse(others(at)), std::cmp::Reverse(far), *at)
    });
    let first = *open.first()?;
    if open.len() == 1 {
        return Some(first);
    }
    let names: Vec<String> = open.iter().map(|at| turn.book.atlas.name(*at).to_owned()).collect();
    let own: Vec<String> = {
        let winners = turn.state.own_at(&beaten.winner, beaten.at);
        winners.into_iter().map(|unit| unit.id.clone()).collect()
    };
    let said = turn.reaction(&beaten.winner, &own, "drive");
    let toward = said.and_then(|said| turn.book.atlas.find(said.name("drive")?));
    let wanted = toward.and_then(|goal| {
        open.iter().min_by_key(|at| (turn.book.atlas.distance(**at, goal), **at)).copied()
    });
    let said = wanted.map(|at| (turn.book.atlas.name(at).to_owned(), Source::Reaction));
    let options: Vec<&str> = names.iter().map(String::as_str).collect();
    let ask = FIRST.by(beaten.winner.as_str()).at(turn.place(beaten.at));
    let default = names[0].clone();
    let choice = turn.decide(ask, &beaten.winner, Topic::Drive, &options, (&default, said));
    let found = names.iter().position(|name| *name == choice).unwrap_or(0);
    open.get(found).copied()
}

/// A retreat on its way.
struct Way<'a> {
    beaten: &'a Beaten,
    how: How,
    afloat: bool,
    /// How many squares it goes.
    squares: u8,
    /// What its die showed; 0 without one.
    die: u8,
}

impl Way<'_> {
    /// Goes from square to square; who cannot go on is lost.
    fn walk(&self, turn: &mut Turn<'_>, mut units: Vec<String>, first: Option<Space>) {
        let mut been = BTreeSet::from([self.beaten.at]);
        let mut next = first;
        let mut left = u32::from(self.squares);
        while left > 0 && !units.is_empty() {
            let Some(to) = next else {
                self.lost(turn, &units);
                return;
            };
            let others = turn.state.others_at(&self.beaten.seat, to).len();
            if others > 0 && self.how != How::Honours {
                let gone = loss::lose(turn, &self.beaten.seat, &units, others, Cause::Retreat);
                units.retain(|unit| !gone.contains(unit));
                if units.is_empty() {
                    return;
                }
            }
            let stops = self.step(turn, &units, to);
            been.insert(to);
            left = if stops { 0 } else { left - 1 };
            // Nobody stays among others: they go on (§18.8).
            if others > 0 {
                left = left.max(1);
            }
            if left > 0 {
                next = self.onward(turn, &units, to, &been);
            }
        }
    }

    /// Moves the units; says whether a fortress of their own takes them in.
    fn step(&self, turn: &mut Turn<'_>, units: &[String], to: Space) -> bool {
        let from = turn.state.units.get(&units[0]).map_or(to, |unit| unit.at);
        let own = turn.state.occupier(to).as_deref() == Some(self.beaten.seat.as_str());
        let stops = own && turn.book.atlas.is_fortress(to);
        let force = turn.force(&self.beaten.seat, units);
        let squares = self.die;
        turn.record(Event::from(WarEvent::Retreated { force, from, to, squares }));
        stops
    }

    /// The next square, which the owner chooses: the fewest lost, then nearest to where they want to
    /// go or to a fortress of their own.
    fn onward(
        &self,
        turn: &Turn<'_>,
        units: &[String],
        from: Space,
        been: &BTreeSet<Space>,
    ) -> Option<Space> {
        let seat = &self.beaten.seat;
        let said = turn.reaction(seat, units, "retreat");
        let toward = said.as_ref().and_then(|said| said.get("retreat")?.map().cloned());
        let goal = toward.as_ref().and_then(|map| turn.book.atlas.find(map.name("toward")?));
        let never: Vec<Space> = toward
            .iter()
            .flat_map(|map| map.names("never"))
            .filter_map(|name| turn.book.atlas.find(name))
            .collect();
        let open = exits(turn, seat, from, self.afloat, climbs(turn, units));
        let open = open.into_iter().filter(|at| !been.contains(at));
        open.min_by_key(|at| {
            let far = match goal {
                Some(goal) => turn.book.atlas.distance(*at, goal).unwrap_or(u16::MAX),
                None => to_fortress(turn, seat, *at),
            };
            (turn.state.others_at(seat, *at).len(), never.contains(at), far, *at)
        })
    }

    /// Who has no way out is lost.
    fn lost(&self, turn: &mut Turn<'_>, units: &[String]) {
        for unit in units {
            loss::take(turn, &self.beaten.seat, unit, Cause::Retreat);
        }
    }
}
