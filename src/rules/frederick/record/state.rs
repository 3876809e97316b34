//! Everything that is so between two events: units, markers, treasuries, who controls whom.
//!
//! The state changes by [`State::apply`] alone. Money is counted in halves of a thaler (§8.1), since
//! Prussians operate at half the price (FRW §12.2).

use super::season::Season;
use super::unit::{Sort, Unit};
use crate::book::tables::Balance;
use crate::book::troops::{Grade, Kind, Written, written};
use crate::book::{Book, STATES};
use crate::position::Position;
use kit::deck::{Deck, Place};
use kit::ground::Space;
use kit::placed::Placed;
use kit::relations::Relations;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// The holder of the market's lots, which lie face down (§9.2).
pub const MARKET: &str = "market";
/// The holder of markers that are searched through for one (§9.13).
pub const SEARCH: &str = "search";

/// How the game ended (§30).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Both conditions: seat.
    Continental {
        seat: String,
    },
    /// One condition: seat.
    Marginal {
        seat: String,
    },
    Stalemate,
    /// All agreed to end it (§30.6).
    Treaty,
}

/// What a seat promised another in a deal (§10.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// The name of the deal.
    pub deal: String,
    pub by: String,
    pub to: String,
    pub what: Vow,
    /// The last year in which it binds.
    pub until: u16,
}

/// What is promised.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vow {
    /// Not to attack units of the other.
    NoAttack,
    /// To have no units in a square when the operations of the year end.
    Leave { at: Space },
    /// Anything in words, which the umpire judges.
    Words { text: String },
}

/// How far a seat is from victory when it is checked (§30).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub seat: String,
    /// The tax it holds and needs, in halves.
    pub tax: u32,
    pub needed: u32,
    /// Whether the condition of its card is met.
    pub special: bool,
}

impl Standing {
    /// Whether the condition of the scenario is met (§30.2).
    pub fn general(&self) -> bool {
        self.tax >= self.needed
    }
}

/// A formal siege: the seat that besieges, and the one whose fortress it is (§34).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Siege {
    pub by: String,
    pub of: String,
}

/// A prisoner of war: the seat that holds them, and what they are (§35.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captive {
    pub by: String,
    pub sort: Sort,
}

/// What holds for this year alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Year {
    /// The events of the balance of power that came (§6.2).
    pub events: Vec<String>,
    /// What the harvest adds to the forage of each square.
    pub harvest: i8,
    /// The majors that called a general levy (§11.6).
    pub levied: BTreeSet<String>,
    /// How many operations were played in the seasons so far.
    pub operations: u32,
    /// Events that were rolled at the start and wait for the sheets of the first court: who rolled, and which.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<(String, Balance)>,
}

/// What lies open on the table for everybody (§8.2, §14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub season: Season,
    /// The seats round the table, clockwise (§31.1).
    pub seats: Vec<String>,
    /// The seat that goes first (§7.1); none before the first court.
    pub initiative: Option<String>,
    /// Majors and controlled minors, each in the group of its seat; neutrals have none (§4).
    pub relations: Relations<String>,
    /// Major power to its treasury, in halves (§8.2, §8.5).
    pub treasury: BTreeMap<String, u32>,
    /// Major power to the leaders who may be drawn (§23.2).
    pub pools: BTreeMap<String, Vec<String>>,
    /// Major powers that have called their general levy (§11.4).
    pub levies: BTreeSet<String>,
    pub fieldworks: BTreeSet<Space>,
    pub pillaged: BTreeSet<Space>,
    /// Seat to the tax it occupied at the start, in halves (§30.2).
    pub baseline: BTreeMap<String, u32>,
    pub year: Year,
    /// The promises that bind (§10.2).
    #[serde(default)]
    pub promises: BTreeSet<Promise>,
    /// The formal sieges, by square (§34).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sieges: BTreeMap<Space, Siege>,
    /// The prisoners of war, in order (§35).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prisoners: Vec<Captive>,
    pub outcome: Option<Outcome>,
}

/// Where the game stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub open: Open,
    pub units: Placed<Unit>,
    /// Power and kind to the number of the next unit.
    pub numbers: BTreeMap<String, u16>,
    /// The campaign markers (§9).
    pub markers: Deck,
    /// Who had seen what, up to the fourth edition; since then each seat's own memory has it.
    #[serde(default, skip_serializing, rename = "seen")]
    _seen: BTreeMap<String, BTreeSet<Space>>,
    /// The powers and kinds of units that were dismissed this year (§11.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dismissed: Vec<(String, Kind)>,
}

impl Deref for State {
    type Target = Open;

    fn deref(&self) -> &Open {
        &self.open
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Open {
        &mut self.open
    }
}

impl Open {
    /// The seat that controls a power.
    pub fn controller(&self, power: &str) -> Option<&str> {
        self.relations.group(power).map(String::as_str)
    }

    /// The seat that has a unit; none, if it is neutral.
    pub fn seat_of<'a>(&'a self, unit: &'a Unit) -> Option<&'a str> {
        unit.owner.as_deref().or_else(|| self.controller(&unit.power))
    }

    /// Whether units may stand in a square: not in the land of neutrals (§4.4, §4.5).
    pub fn may_enter(&self, book: &Book, at: Space) -> bool {
        match &book.atlas.square(at).owner {
            None => true,
            Some(owner) if STATES.contains(&owner.as_str()) => true,
            Some(owner) => self.relations.takes_part(owner),
        }
    }

    /// Whether the units of a seat may go into a square: not into the land of neutrals, nor into a siege
    /// of others (§34.2).
    pub fn may_go(&self, book: &Book, seat: &str, at: Space) -> bool {
        let siege = self.sieges.get(&at);
        let closed = siege.is_some_and(|siege| siege.by != seat && siege.of != seat);
        self.may_enter(book, at) && !closed
    }

    /// Whether the units of a seat in a square are besieged.
    pub fn is_besieged(&self, seat: &str, at: Space) -> bool {
        self.sieges.get(&at).is_some_and(|siege| siege.of == seat)
    }

    /// Whether a seat besieges a square.
    pub fn besieges(&self, seat: &str, at: Space) -> bool {
        self.sieges.get(&at).is_some_and(|siege| siege.by == seat)
    }

    /// The seats in the order of play: the initiative first, then clockwise (§7.4).
    pub fn order(&self) -> Vec<String> {
        let first = self.initiative.as_ref();
        let first = first.and_then(|seat| self.seats.iter().position(|one| one == seat));
        let mut order = self.seats.clone();
        order.rotate_left(first.unwrap_or(0));
        order
    }

    /// The seats but one, clockwise from it.
    pub fn clockwise(&self, seat: &str) -> Vec<String> {
        let mut seats = self.seats.clone();
        let at = seats.iter().position(|one| one == seat).unwrap_or(0);
        seats.rotate_left(at);
        seats.retain(|one| one != seat);
        seats
    }

    /// The money of a seat, in all its treasuries, in halves.
    pub fn purse(&self, book: &Book, seat: &str) -> u32 {
        let majors = book.majors(seat).iter();
        majors.map(|major| self.treasury.get(major).copied().unwrap_or(0)).sum()
    }

    /// Whether a treasury has so many halves.
    pub fn has(&self, major: &str, halves: u32) -> bool {
        self.treasury.get(major).is_some_and(|purse| *purse >= halves)
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }
}

impl State {
    /// The opening position: units as on the cards, every marker beside the pool.
    pub fn set_up(book: &Book) -> State {
        let seats = book.seats();
        let majors =
            || seats.iter().flat_map(|seat| book.majors(seat).iter().map(move |m| (m, seat)));
        let thaler = |major: &String| {
            let own = book.cards.majors.get(major).map_or(0, |card| card.thaler);
            2 * book.scenario.thaler.get(major).copied().unwrap_or(own)
        };
        let pool = |major: &String| {
            book.cards.majors.get(major).map(|card| card.pool.clone()).unwrap_or_default()
        };
        let fieldworks = book.scenario.fieldworks.iter();
        let open = Open {
            season: Season::court(book.scenario.first),
            initiative: None,
            relations: majors().map(|(major, seat)| (major.clone(), seat.clone())).collect(),
            treasury: majors().map(|(major, _)| (major.clone(), thaler(major))).collect(),
            pools: majors().map(|(major, _)| (major.clone(), pool(major))).collect(),
            levies: BTreeSet::new(),
            fieldworks: fieldworks.filter_map(|name| book.atlas.find(name)).collect(),
            pillaged: BTreeSet::new(),
            baseline: BTreeMap::new(),
            year: Year::default(),
            promises: BTreeSet::new(),
            sieges: BTreeMap::new(),
            prisoners: vec![],
            outcome: None,
            seats: seats.clone(),
        };
        let mut state = State {
            open,
            units: Placed::default(),
            numbers: BTreeMap::new(),
            markers: Deck::new(book.cards.counters()).expect("each counter has a name of its own"),
            _seen: BTreeMap::new(),
            dismissed: vec![],
        };
        let figures = &book.tables.figures;
        for power in figures.deployment.iter().chain(book.cards.minors.keys()) {
            state.deploy(book, power);
        }
        for seat in state.seats.clone() {
            let tax = state.tax_for_victory(book, &seat);
            state.baseline.insert(seat, tax);
        }
        state
    }

    fn deploy(&mut self, book: &Book, power: &str) {
        for (place, units) in book.setup(power) {
            let Some(at) = book.atlas.find(place) else { continue };
            for unit in units {
                let (kind, grade, id) = match written(unit) {
                    Written::Leader(name) => (Kind::Leader, Grade::Plain, Some(name)),
                    Written::Troops(kind, grade) => (kind, grade, None),
                };
                let id = id.unwrap_or_else(|| self.next_id(power, kind));
                let unit = Unit {
                    id,
                    power: power.to_owned(),
                    kind,
                    grade,
                    at,
                    aboard: None,
                    raised: book.scenario.first.saturating_sub(1),
                    owner: None,
                };
                self.count_up(&unit);
                self.units.insert(unit.id.clone(), unit);
            }
        }
    }

    /// What the next unit of a power and kind will be called.
    pub fn next_id(&self, power: &str, kind: Kind) -> String {
        let name = format!("{power} {}", kind.word());
        let number = self.numbers.get(&name).copied().unwrap_or(1);
        format!("{name} {number}")
    }

    /// Notes that a number was given to a unit.
    pub fn count_up(&mut self, unit: &Unit) {
        let name = format!("{} {}", unit.power, unit.kind.word());
        let number = unit.id.strip_prefix(&name).and_then(|rest| rest.trim().parse::<u16>().ok());
        if let Some(number) = number {
            self.numbers.insert(name, number + 1);
        }
    }

    /// The units of a seat in a square, in the order of their names.
    pub fn own_at(&self, seat: &str, at: Space) -> Vec<&Unit> {
        self.units.at(at).filter(|unit| self.seat_of(unit) == Some(seat)).collect()
    }

    /// The units in a square that are not a seat's.
    pub fn others_at(&self, seat: &str, at: Space) -> Vec<&Unit> {
        self.units.at(at).filter(|unit| self.seat_of(unit) != Some(seat)).collect()
    }

    /// The markers in a hand.
    pub fn hand(&self, seat: &str) -> Vec<String> {
        self.markers.seen_in(&Place::Hand(seat.to_owned()), seat).unwrap_or_default()
    }

    /// How many markers are in a hand, which everybody may know.
    pub fn hand_count(&self, seat: &str) -> usize {
        self.markers.count(&Place::Hand(seat.to_owned()))
    }

    /// Whether the hands of the start were dealt.
    pub fn is_dealt(&self) -> bool {
        self.markers.count(&Place::Discard) < self.markers.cards().count()
    }

    /// A counter of this kind in a hand.
    pub fn holding(&self, seat: &str, kind: &str) -> Option<String> {
        self.hand(seat).into_iter().find(|counter| crate::book::cards::kind_of(counter) == kind)
    }

    /// The leaders of a seat in a square.
    pub fn leaders_at(&self, seat: &str, at: Space) -> Vec<&Unit> {
        self.own_at(seat, at).into_iter().filter(|unit| unit.kind == Kind::Leader).collect()
    }

    /// How many guards a power has on the map and among prisoners.
    pub fn guards(&self, power: &str) -> u32 {
        let held = self.prisoners.iter().map(|one| one.sort.clone());
        let all = self.units.values().map(Sort::of).chain(held);
        let guards = all.filter(|sort| sort.power == power && sort.grade == Grade::Guard);
        u32::try_from(guards.count()).unwrap_or(u32::MAX)
    }
}

kit::plain_words!(Promise, Standing);
