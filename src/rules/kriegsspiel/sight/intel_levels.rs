//! What "vague" means: how much of an enemy an eye makes out, and from how far (§3).
//!
//! This is the whole of it. What is in sight is decided by where one's own side stands and by the
//! cities it holds; how well, by the option `intel` of the campaign.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.

use crate::battle::host;
use crate::book::Book;
use crate::position::{Common, Position};
use crate::record::estimate::Informant;
use crate::record::state::{Formation, General, State};
use crate::sight::known::Marker;
use kit::ground::Space;
use kit::page::Declared;
use kit::sight::Sight;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How far troops see.
pub const TROOPS_SEE: u16 = 1;
/// How far they see with scouts among them.
pub const SCOUTS_SEE: u16 = 2;
/// How far a city sees that our side holds.
pub const CITIES_SEE: u16 = 1;
/// The most battalions, regiments and batteries of a detachment.
const DETACHMENT: u32 = 8;
/// The most of a corps; what has more is an army.
pub const CORPS: u32 = 30;

/// The option of the campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Intel {
    #[default]
    Scouted,
    Vague,
    Open,
    Estimates,
}

impl Intel {
    /// The option of that name; without one, the default.
    pub fn of(word: &str) -> Self {
        named(word)
    }
}

/// What powers of one side are told of each other: the option of the campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Allies {
    #[default]
    Letters,
    Markers,
    Full,
}

impl Allies {
    /// The option of that name; without one, the default.
    pub fn of(word: &str) -> Self {
        named(word)
    }
}

/// The value with the name under which it is stored; without one, the default.
fn named<T: DeserializeOwned + Default>(word: &str) -> T {
    serde_json::from_value(word.into()).unwrap_or_default()
}

/// A band of size: all that a vague marker says of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Band {
    Detachment,
    Corps,
    Army,
}

impl Band {
    /// The band of so many battalions, regiments and batteries.
    pub fn of(units: u32) -> Self {
        if units <= DETACHMENT {
            Band::Detachment
        } else if units <= CORPS {
            Band::Corps
        } else {
            Band::Army
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Band::Detachment => "a detachment",
            Band::Corps => "a corps",
            Band::Army => "an army",
        }
    }
}

/// The hexes that somebody sees: a function of his own troops and cities alone.
pub fn field<'f>(
    book: &Book,
    ours: impl Iterator<Item = &'f Formation>,
    cities: impl Iterator<Item = Space>,
) -> BTreeSet<Space> {
    let mut field = BTreeSet::new();
    for formation in ours {
        field.extend(book.atlas.within(formation.at, reach(book, formation)));
    }
    for city in cities {
        field.extend(book.atlas.within(city, CITIES_SEE));
    }
    field
}

/// How far a formation sees.
pub fn reach(book: &Book, formation: &Formation) -> u16 {
    if formation.scouts(&book.troops) > 0 { SCOUTS_SEE } else { TROOPS_SEE }
}

/// The cities that a side holds, by who holds what now.
pub fn cities<'c>(
    book: &'c Book,
    position: &'c impl Position,
    ours: impl Fn(&str) -> bool + Copy + 'c,
    powers: impl Iterator<Item = &'c String> + 'c,
) -> impl Iterator<Item = Space> + 'c {
    let own = powers.filter(move |power| ours(power));
    let Common { held, money, .. } = position.common();
    let free = |at: &Space| !held.contains_key(at) && !money.owners.contains_key(at);
    let own = own.flat_map(|power| book.lands.of_nation(power)).filter(move |at| free(at));
    let ceded =
        money.owners.iter().filter(move |(at, power)| ours(power) && !held.contains_key(at));
    let own = own.chain(ceded.map(|(at, _)| *at));
    let taken = held.iter().filter(move |(_, power)| ours(power)).map(|(at, _)| *at);
    own.chain(taken.filter(|at| book.city(*at).is_some()))
}

/// The markers in one hex of the troops that are not his own, as somebody's eyes make them out.
pub fn markers_at(
    book: &Book,
    state: &State,
    (eye, own): (&str, impl Fn(&str) -> bool),
    (at, in_sight): (Space, bool),
) -> Vec<Marker> {
    let mut bodies: BTreeMap<&str, Vec<&Formation>> = BTreeMap::new();
    let ally = |power: &str| book.allies == Allies::Markers && state.friends(eye, power);
    for formation in state.at(at).filter(|one| !own(&one.power)) {
        if in_sight || book.intel == Intel::Open || ally(&formation.power) {
            bodies.entry(&formation.power).or_default().push(formation);
        }
    }
    if bodies.is_empty() {
        return vec![];
    }
    // Troops of his own in the hex, or scouts beside it.
    let mut beside = book.atlas.within(at, 1).into_iter().flat_map(|hex| state.at(hex));
    let near = beside.any(|one| own(&one.power) && (one.at == at || one.scouts(&book.troops) > 0));
    let estimates = book.estimates.as_ref();
    let teller = estimates.and_then(|_| informant(book, state, &own, at));
    let marker = |(power, bodies): (&&str, &Vec<&Formation>)| {
        let units = bodies.iter().map(|one| one.count(&book.troops)).sum();
        let by = teller.filter(|by| !ally(power) || *by < Informant::Allies);
        let by = by.or_else(|| ally(power).then_some(Informant::Allies));
        let estimate = estimates.zip(by).map(|(estimates, by)| {
            let combat = worth(book, state, (at, power), bodies);
            estimates.estimate(by, units, combat)
        });
        let counted = book.intel != Intel::Vague && (near || ally(power));
        let exact = counted && estimate.is_none();
        let general = state.commander_at(&book.troops, at, power).filter(|_| counted);
        Marker {
            power: (*power).to_owned(),
            at,
            band: Band::of(estimate.map_or(units, |estimate| estimate.units.about)),
            formations: exact.then(|| u32::try_from(bodies.len()).unwrap_or(u32::MAX)),
            general: general.map(|general| general.name.clone()),
            sight: if exact { Sight::Counted } else { Sight::Banded },
            last: None,
            fought: false,
            estimate,
        }
    };
    bodies.iter().map(marker).collect()
}

/// Who of one's own makes out best what stands in a hex that is in sight.
fn informant(
    book: &Book,
    state: &State,
    own: &impl Fn(&str) -> bool,
    at: Space,
) -> Option<Informant> {
    let hexes = book.atlas.within(at, SCOUTS_SEE).into_iter();
    let all = hexes.flat_map(|hex| state.at(hex)).filter(|one| own(&one.power));
    let tells = |one: &Formation| {
        if one.at == at {
            Some(Informant::Contact)
        } else if one.scouts(&book.troops) > 0 {
            Some(Informant::Cavalry)
        } else {
            (book.atlas.distance(one.at, at) <= TROOPS_SEE).then_some(Informant::Pickets)
        }
    };
    // Where no troops of one's own see, a city does.
    all.filter_map(tells).min().or(Some(Informant::Townsfolk))
}

/// The combat value of a power's troops in a hex, with what its subordinate generals add (§19.2).
fn worth(book: &Book, state: &State, (at, power): (Space, &str), bodies: &[&Formation]) -> u32 {
    let mut generals: Vec<&General> =
        state.generals.at(at).filter(|one| one.power == power).collect();
    generals.sort_by_key(|one| one.seniority(&book.troops));
    host::combat_value(&book.troops, bodies, &generals)
}
