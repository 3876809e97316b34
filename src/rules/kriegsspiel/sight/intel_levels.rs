//! What "vague" means: how much of an enemy an eye makes out, and from how far (§3).
//!
//! This is the whole of it. What is in sight is decided by where one's own side stands and by the
//! cities it holds; how well, by the option `intel` of the campaign.
//!
//! # Our reading
//!
//! The text says that each player has a vague view of the others in the intel update and learns more
//! by contact. Hexes and bands are ours:
//!
//! - troops see their hex and those beside it; with light cavalry or Cossacks, two hexes; a city that
//!   our side holds sees those beside it, unless nobody but the enemy is in it;
//! - a marker tells the nation and a band of size: a detachment, a corps, an army;
//! - who shares a hex with the enemy, or has scouts beside him, learns who commands and how many
//!   corps and brigades there are (`scouted`); with `vague` nobody learns more than the band;
//! - with `open` every force of the map has its marker, vague as it is;
//! - allies are no exception (§3: a player sees his own forces, and the rest is diplomacy): with
//!   `allies: letters`, the default, their troops are markers where one's own eyes see them; with
//!   `markers` they are markers wherever they stand, made out as from nearby; with `full` powers of one
//!   side share what they have and see.

use crate::book::Book;
use crate::record::state::{Formation, State, holder};
use crate::sight::known::Marker;
use kit::ground::Space;
use kit::sight::Sight;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How far troops see.
const TROOPS_SEE: u16 = 1;
/// How far they see with scouts among them.
const SCOUTS_SEE: u16 = 2;
/// How far a city sees that our side holds.
const CITIES_SEE: u16 = 1;
/// The most battalions, regiments and batteries of a detachment.
const DETACHMENT: u32 = 8;
/// The most of a corps; what has more is an army.
const CORPS: u32 = 30;

/// The option of the campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intel {
    #[default]
    Scouted,
    Vague,
    Open,
}

impl Intel {
    /// The option of that name; without one, the default.
    pub fn of(word: &str) -> Self {
        match word {
            "vague" => Intel::Vague,
            "open" => Intel::Open,
            _ => Intel::Scouted,
        }
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
        match word {
            "markers" => Allies::Markers,
            "full" => Allies::Full,
            _ => Allies::Letters,
        }
    }
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
        match units {
            0..=DETACHMENT => Band::Detachment,
            units if units <= CORPS => Band::Corps,
            _ => Band::Army,
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

/// What one side's eyes make out.
#[derive(Debug, Default)]
pub struct Field {
    /// Hexes in sight.
    pub seen: BTreeSet<Space>,
    /// Hexes in which more than a band is made out.
    near: BTreeSet<Space>,
}

/// The hexes that somebody sees: a function of his own troops and cities alone.
pub fn field<'f>(
    book: &Book,
    ours: impl Iterator<Item = &'f Formation>,
    cities: impl Iterator<Item = Space>,
) -> Field {
    let mut field = Field::default();
    for formation in ours {
        let scouts = formation.scouts(&book.troops) > 0;
        let reach = if scouts { SCOUTS_SEE } else { TROOPS_SEE };
        field.seen.extend(book.atlas.within(formation.at, reach));
        let close = if scouts { 1 } else { 0 };
        field.near.extend(book.atlas.within(formation.at, close));
    }
    for city in cities {
        field.seen.extend(book.atlas.within(city, CITIES_SEE));
    }
    field
}

/// The cities that a side holds, by who holds what now.
pub fn cities<'c>(
    book: &'c Book,
    held: &'c BTreeMap<Space, String>,
    ours: impl Fn(&str) -> bool + 'c,
) -> impl Iterator<Item = Space> + 'c {
    book.lands.cities.keys().copied().filter(move |at| holder(book, held, *at).is_some_and(&ours))
}

/// The markers of all troops that are not his own, as somebody's eyes make them out.
pub fn markers(
    book: &Book,
    state: &State,
    (eye, own): (&str, impl Fn(&str) -> bool),
    field: &Field,
) -> Vec<Marker> {
    let mut bodies: BTreeMap<(Space, &str), Vec<&Formation>> = BTreeMap::new();
    let ally = |power: &str| book.allies == Allies::Markers && state.friends(eye, power);
    for formation in state.formations.values().filter(|one| !own(&one.power)) {
        let shown = book.intel == Intel::Open || ally(&formation.power);
        if shown || field.seen.contains(&formation.at) {
            bodies.entry((formation.at, &formation.power)).or_default().push(formation);
        }
    }
    let marker = |((at, power), bodies): (&(Space, &str), &Vec<&Formation>)| {
        let units = bodies.iter().map(|one| one.count(&book.troops)).sum();
        let near = field.near.contains(at) || ally(power);
        let counted = book.intel != Intel::Vague && near;
        let general = state.commander_at(&book.troops, *at, power).filter(|_| counted);
        Marker {
            power: (*power).to_owned(),
            at: *at,
            band: Band::of(units),
            formations: counted.then(|| u32::try_from(bodies.len()).unwrap_or(u32::MAX)),
            general: general.map(|general| general.name.clone()),
            sight: if counted { Sight::Counted } else { Sight::Banded },
            last: None,
        }
    };
    bodies.iter().map(marker).collect()
}
