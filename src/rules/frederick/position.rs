//! One interface to the two kinds of position: the full state ([`State`]), which the season uses, and
//! what one seat knows ([`Known`]), which checks, forms, receipts and reports use.
//!
//! A rule takes a [`Position`], so it is written once for both. Only the two implementations below
//! differ: a seat knows its own units in full, and of the others which seat is in which square.

use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::troops::Kind;
use crate::record::state::{Captive, Open, State};
use crate::record::unit::Unit;
use crate::sight::Known;
use kit::ground::Space;
use std::collections::BTreeSet;

/// With how many players at the most the cities of all powers of a seat are combined (§30.7).
pub const COMBINE: usize = 3;

/// A unit in a square, as far as it is known.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The seat it belongs to; none if it is neutral.
    pub seat: Option<&'a str>,
    pub fleet: bool,
}

/// The full state, or what one seat knows of it.
pub trait Position {
    /// What everybody knows.
    fn open(&self) -> &Open;
    /// The units of a seat in a square. In a `Known`, only its own seat has any.
    fn units_at(&self, seat: &str, at: Space) -> Vec<&Unit>;
    /// All units that are known to be in a square.
    fn standing(&self, at: Space) -> Vec<Standing<'_>>;
    /// Whether units of a power are known to be in a square.
    fn has_power(&self, power: &str, at: Space) -> bool;
    /// Whether a seat is known to hold a counter of a kind.
    fn holds(&self, seat: &str, kind: &str) -> bool;
    /// How many counters of a kind a power has in play, with those dismissed this year; `None` if that
    /// is not known.
    fn in_play(&self, power: &str, kind: Kind) -> Option<u32>;

    /// The seats with units in a square.
    fn seats_at(&self, at: Space) -> BTreeSet<String> {
        self.standing(at).iter().filter_map(|one| one.seat).map(str::to_owned).collect()
    }

    /// The seat that occupies a square alone, with units of any kind (§5.1, §5.2).
    fn occupier(&self, at: Space) -> Option<String> {
        let seats = self.seats_at(at);
        if seats.len() == 1 { seats.into_iter().next() } else { None }
    }

    /// The seat for which a square counts: who occupies it, or is besieged in it (§5.4, §29.2).
    fn holder(&self, at: Space) -> Option<String> {
        let siege = self.open().sieges.get(&at);
        siege.map(|siege| siege.of.clone()).or_else(|| self.occupier(at))
    }

    /// Whether units of another seat, or neutral ones, are in a square.
    fn has_others(&self, seat: &str, at: Space) -> bool {
        self.standing(at).iter().any(|one| one.seat != Some(seat))
    }

    /// The strength with which the units of a seat in a square fight there; units aboard fleets do
    /// not count.
    fn strength_at(&self, book: &Book, seat: &str, at: Space) -> u32 {
        let here = self.units_at(seat, at).into_iter().filter(|unit| book.counts(unit));
        here.map(|unit| book.strength(unit)).sum()
    }

    /// Whether a power is known to have no counter of a kind left.
    fn has_none_left(&self, book: &Book, power: &str, kind: Kind) -> bool {
        self.counters_left(book, power, kind) == Some(0)
    }

    /// How many counters of a kind a power has left to raise; `None` if that is not known (§11.13, §11.14).
    fn counters_left(&self, book: &Book, power: &str, kind: Kind) -> Option<u32> {
        self.in_play(power, kind).map(|used| book.cards.mix(power, kind).saturating_sub(used))
    }

    /// The tax of the cities that a seat occupies, in halves: pillaged ones count half.
    fn tax_held(&self, book: &Book, seat: &str) -> u32 {
        self.tax_of(book, seat, |_| true)
    }

    /// The same as it counts for victory (§30.2): with more than three players without the land of minor
    /// powers that are allies of the seat (§30.7).
    fn tax_for_victory(&self, book: &Book, seat: &str) -> u32 {
        self.tax_of(book, seat, |at| self.may_count(book, seat, at))
    }

    /// Whether a square counts for the victory of a seat that holds it.
    fn may_count(&self, book: &Book, seat: &str, at: Space) -> bool {
        let open = self.open();
        let owner = book.atlas.square(at).owner.as_deref();
        let allied = |owner: &str| !book.is_major(owner) && open.controller(owner) == Some(seat);
        open.seats.len() <= COMBINE || !owner.is_some_and(allied)
    }

    /// The tax of a city as it counts for whoever holds it, in halves: half of it if it is pillaged.
    fn tax_at(&self, book: &Book, at: Space) -> u32 {
        let tax = book.atlas.city(at).map_or(0, |city| city.tax);
        if self.open().pillaged.contains(&at) { tax } else { 2 * tax }
    }

    /// The tax of those of its cities that count, in halves.
    fn tax_of(&self, book: &Book, seat: &str, counts: impl Fn(Space) -> bool) -> u32 {
        let cities = book.atlas.all().filter(|at| counts(*at) && book.atlas.city(*at).is_some());
        let held = cities.filter(|at| self.holder(*at).as_deref() == Some(seat));
        held.map(|at| self.tax_at(book, at)).sum()
    }
}

/// The counters of a kind that a power has among some units and among prisoners (§35.2).
fn counters<'a>(
    power: &str,
    kind: Kind,
    units: impl Iterator<Item = &'a Unit>,
    prisoners: &[Captive],
) -> u32 {
    let here = units.filter(|unit| unit.power == power && unit.kind == kind).count();
    let held = |one: &&Captive| one.sort.power == power && one.sort.kind == kind;
    u32::try_from(here + prisoners.iter().filter(held).count()).unwrap_or(u32::MAX)
}

impl Position for State {
    fn open(&self) -> &Open {
        &self.open
    }

    fn units_at(&self, seat: &str, at: Space) -> Vec<&Unit> {
        self.own_at(seat, at)
    }

    fn standing(&self, at: Space) -> Vec<Standing<'_>> {
        let one = |unit| Standing { seat: self.seat_of(unit), fleet: unit.kind == Kind::Fleet };
        self.units.at(at).map(one).collect()
    }

    fn has_power(&self, power: &str, at: Space) -> bool {
        self.units.at(at).any(|unit| unit.power == power)
    }

    fn holds(&self, seat: &str, kind: &str) -> bool {
        self.holding(seat, kind).is_some()
    }

    fn in_play(&self, power: &str, kind: Kind) -> Option<u32> {
        let is_it = |one: &&(String, Kind)| one.0 == power && one.1 == kind;
        let gone = self.dismissed.iter().filter(is_it).count();
        let gone = u32::try_from(gone).unwrap_or(u32::MAX);
        Some(counters(power, kind, self.units.values(), &self.prisoners).saturating_add(gone))
    }
}

impl Position for Known {
    fn open(&self) -> &Open {
        &self.open
    }

    fn units_at(&self, seat: &str, at: Space) -> Vec<&Unit> {
        self.own.at(at).filter(|unit| self.open.seat_of(unit) == Some(seat)).collect()
    }

    fn standing(&self, at: Space) -> Vec<Standing<'_>> {
        let ours = self.own.at(at).map(|unit| Standing {
            seat: self.open.seat_of(unit),
            fleet: unit.kind == Kind::Fleet,
        });
        let theirs = self.others_at(at).iter();
        let theirs =
            theirs.map(|stack| Standing { seat: stack.seat.as_deref(), fleet: stack.fleet });
        ours.chain(theirs).collect()
    }

    fn has_power(&self, power: &str, at: Space) -> bool {
        let theirs = self.others_at(at).iter().any(|stack| stack.powers.contains(power));
        theirs || self.own.at(at).any(|unit| unit.power == power)
    }

    fn holds(&self, seat: &str, kind: &str) -> bool {
        seat == self.power && self.markers.own.iter().any(|counter| kind_of(counter) == kind)
    }

    fn in_play(&self, power: &str, kind: Kind) -> Option<u32> {
        // All units of a power are its seat's, but garrisons of the states, which anybody may have.
        let ours = self.open.controller(power) == Some(self.power.as_str());
        ours.then(|| counters(power, kind, self.own.values(), &self.open.prisoners))
    }
}
