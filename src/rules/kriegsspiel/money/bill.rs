//! The bill of supply: whose supply must be paid for, who is fed first, and who is not paid for (§15.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1.

use super::budget::Whom;
use crate::book::Book;
use crate::march::{borders, supply};
use crate::position::Position;
use crate::record::state::{Formation, General};
use kit::calendar::Season;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a hex is a supply centre of a power's own: a victory city that it owns and holds (§15.1).
pub fn own_centre(book: &Book, position: &impl Position, power: &str, at: Space) -> bool {
    supply::is_centre(book, position, at, |of| of == power)
        && position.holder(book, at) == Some(power)
}

/// Whether somebody is ever paid for in the field: marauders live off the land, in whatever kind of formation they
/// stand (§10.4).
pub fn must_be_paid(book: &Book, one: &Formation) -> bool {
    !one.is_of_marauders(&book.troops)
}

/// Whether the supply of a corps or brigade must be paid for where it stands: it is in the field (§15.1).
pub fn in_field(book: &Book, position: &impl Position, one: &Formation) -> bool {
    must_be_paid(book, one) && !own_centre(book, position, &one.power, one.at)
}

/// What may feed a power's troops in a turn, as far as it can know before the marches: its allies may have depots of
/// which they tell nothing, and its own sheet may deploy some.
pub struct Reach {
    season: Season,
    deploys: bool,
    has_allies: bool,
}

impl Reach {
    /// The same for a power, and whether a step of its sheet deploys a depot.
    pub fn new(position: &impl Position, (power, season): (&str, Season), deploys: bool) -> Self {
        let ally = |other: &String| other != power && position.friends(other, power);
        let has_allies = position.common().relations.parties().any(ally);
        Self { season, deploys, has_allies }
    }

    /// Whether supply may reach a formation where it stands.
    pub fn may_feed(&self, book: &Book, position: &impl Position, one: &Formation) -> bool {
        let own = |other: &str| other == one.power;
        let hosts = |other: &str| own(other) || position.is_fed_by(&one.power, other);
        let by = (one.power.as_str(), |at| supply::is_source(book, position, (own, hosts), at));
        self.has_allies
            || self.deploys && borders::shut(book, position, &one.power, one.at).is_none()
            || supply::is_fed(book, position, by, (one.at, self.season))
    }
}

/// Formations in the order in which they are fed: those that are named, as they are named; then those under generals,
/// the most senior first; then the others, by name.
pub fn in_order<'f>(
    book: &Book,
    generals: &BTreeMap<String, General>,
    whom: &Whom,
    force: impl Iterator<Item = &'f Formation>,
) -> Vec<&'f Formation> {
    let named = |one: &Formation| whom.place_of(one).unwrap_or(whom.first.len());
    let chief = |one: &Formation| one.under.as_ref().and_then(|name| generals.get(name));
    let mut all: Vec<&Formation> = force.collect();
    // The list of generals is the same for all, so a general's place in it stands for the general.
    let seniors: BTreeMap<&str, usize> = {
        let mut list: Vec<&General> = generals.values().collect();
        list.sort_by_key(|one| one.seniority(&book.troops));
        list.into_iter().enumerate().map(|(place, one)| (one.name.as_str(), place)).collect()
    };
    let senior =
        |one: &Formation| chief(one).and_then(|chief| seniors.get(chief.name.as_str()).copied());
    all.sort_by_key(|one| (named(one), senior(one).unwrap_or(usize::MAX), one.name.clone()));
    all
}

/// What was set aside for supply, and for whom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ration {
    pub points: u32,
    pub whom: Whom,
}

/// What comes of a bill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    pub points: u32,
    pub paid: Vec<String>,
    pub unpaid: BTreeSet<String>,
}

/// How many points feed so many corps and brigades (§15.1).
pub fn points(book: &Book, count: usize) -> u32 {
    let each = book.economy.as_ref().map_or(1, |economy| economy.rates.supply);
    u32::try_from(count).unwrap_or(u32::MAX).div_ceil(each)
}

/// Settles the bill of those in the field whom supply reaches: who is paid for, in order, until the ration is used
/// (§15.1). The season asks it of those who are there, the receipt of those who may be.
pub fn settle<'f>(
    book: &Book,
    generals: &BTreeMap<String, General>,
    ration: &Ration,
    field: impl Iterator<Item = &'f Formation>,
) -> Settled {
    let mut settled = Settled::default();
    for one in in_order(book, generals, &ration.whom, field) {
        let cost = points(book, settled.paid.len() + 1);
        if ration.whom.covers(one) && cost <= ration.points {
            settled.paid.push(one.name.clone());
            settled.points = cost;
        } else {
            settled.unpaid.insert(one.name.clone());
        }
    }
    settled
}
