//! A position as income asks about it: as it is, or as far as a power knows it (NIA §12.2).
//!
//! Titles, towns, walls and wars are public. What fog may hide are troops in an open town, and ships
//! before a harbour.
//!
//! # Our reading
//!
//! - §12.2.1, a city with an enemy's combat unit or an armed fortress of his: the enemy must hold it. Who
//!   stands before its walls does not.
//! - §12.2.1, fortresses destroyed or armed again by the enemy: one that is his counts, whether it is armed
//!   or not, since a captured fortress is no fortress until somebody arms it. A province without a
//!   fortress is held by its capital alone.
//! - §12.2.1: on a map on which nobody has a title, the owner of 1792 has the province.

use crate::book::atlas::Province;
use crate::book::countries::CountryStatus;
use crate::book::{Book, Fog};
use crate::land::supply::{self, Moment};
use crate::record::state::{Anchorage, Bloc, Fort, Ship, Squadron, State, Titles};
use crate::sea::squad;
use crate::sight::contact_fog::Eyes;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::{BTreeMap, BTreeSet};

/// An answer that fog may hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Yes,
    No,
    Doubt,
}

impl From<bool> for Told {
    fn from(holds: bool) -> Self {
        if holds { Told::Yes } else { Told::No }
    }
}

/// Who looks.
enum Eye<'a> {
    Truth(&'a State),
    Known(&'a Known, Eyes<'a>),
}

/// A position.
pub struct Scene<'a> {
    pub book: &'a Book,
    pub titles: &'a Titles,
    relations: &'a Relations<Bloc>,
    held: &'a BTreeMap<Space, String>,
    forts: &'a BTreeMap<Space, Fort>,
    pub corsairs: &'a BTreeSet<String>,
    /// What powers owe for troops that they have not sent abroad (NIA §14.1).
    pub owed: &'a BTreeMap<String, i32>,
    /// Towns by their province.
    towns: BTreeMap<&'a str, Vec<Space>>,
    eye: Eye<'a>,
}

impl<'a> Scene<'a> {
    /// The position as it is.
    pub fn of_state(book: &'a Book, state: &'a State) -> Self {
        Self {
            book,
            titles: &state.titles,
            relations: &state.relations,
            held: &state.held,
            forts: &state.forts,
            corsairs: &state.corsairs,
            owed: &state.money.owed,
            towns: towns(book),
            eye: Eye::Truth(state),
        }
    }

    /// The position as a power knows it.
    pub fn of_known(book: &'a Book, known: &'a Known) -> Self {
        Self {
            book,
            titles: &known.titles,
            relations: &known.relations,
            held: &known.held,
            forts: &known.forts,
            corsairs: &known.corsairs,
            owed: &known.money.owed,
            towns: towns(book),
            eye: Eye::Known(known, Eyes::of_known(book, known)),
        }
    }

    /// Every power that takes part, in the order of diplomacy.
    pub fn powers(&self) -> Vec<&'a str> {
        let mut powers: Vec<&str> = self.relations.parties().map(String::as_str).collect();
        powers.sort_by_key(|power| self.book.people.order(power));
        powers
    }

    /// The owner of a province: a power or a country.
    pub fn owner(&self, province: &'a Province) -> Option<&'a str> {
        self.titles.owner(self.book, &province.name).or_else(|| self.in_1792(province))
    }

    /// Its owner when the scenario began.
    pub fn first_owner(&self, province: &'a Province) -> Option<&'a str> {
        self.book.scenario.owner(&province.name).or_else(|| self.in_1792(province))
    }

    fn in_1792(&self, province: &'a Province) -> Option<&'a str> {
        if self.book.scenario.has_owners() {
            return None;
        }
        let powers = &self.book.people.powers;
        let power = powers.iter().find(|power| power.title == province.owner);
        Some(power.map_or(&province.owner, |power| &power.name))
    }

    /// Whose side an owner is on: a power itself, or the power that a country follows.
    pub fn side<'s>(&'s self, owner: &'s str) -> &'s str {
        let status = self.titles.status(self.book, owner);
        status.and_then(CountryStatus::power).unwrap_or(owner)
    }

    pub fn at_war(&self, one: &str, other: &str) -> bool {
        self.relations.at_war(one, other)
    }

    /// Whose side the holder of a place is on.
    pub fn holder(&self, at: Space) -> Option<&str> {
        let province = || self.owner(self.book.atlas.province(at)?);
        let holder = self.held.get(&at).map(String::as_str).or_else(province)?;
        Some(self.side(holder))
    }

    /// Whether an enemy of a side holds a place.
    pub fn is_lost(&self, at: Space, side: &str) -> bool {
        self.holder(at).is_some_and(|holder| self.at_war(holder, side))
    }

    /// Whether an enemy of a side occupies a city: he holds it, and it is armed or a unit of his is
    /// fed there (NIA §12.2.1).
    pub fn is_occupied(&self, at: Space, side: &str) -> Told {
        if !self.is_lost(at, side) {
            return Told::No;
        }
        let empty = self.forts.get(&at).is_some_and(|fort| fort.empty);
        if !empty && self.book.atlas.town(at).is_some_and(|town| town.fortress > 0) {
            return Told::Yes;
        }
        self.enemy_fed_at(at, side)
    }

    fn enemy_fed_at(&self, at: Space, side: &str) -> Told {
        match &self.eye {
            Eye::Truth(state) => {
                let fed = |force| supply::supplied(self.book, state, force, &Moment::default());
                let there = state.at(at).filter(|force| !force.units.is_empty());
                let mut enemies = there.filter(|force| self.at_war(&force.power, side));
                enemies.any(fed).into()
            }
            Eye::Known(known, eyes) => {
                let mut stacks = known.theirs.iter().filter(|stack| stack.at == at);
                let own = known.ours.values().filter(|force| !force.units.is_empty());
                let own = own.filter(|force| force.at == at && self.at_war(&force.power, side));
                if own.clone().any(|force| !force.unsupplied) {
                    return Told::Yes;
                }
                let seen = known_everywhere(self.book) || eyes.see(at);
                match stacks.any(|stack| self.at_war(&stack.power, side)) {
                    // Whether they are troops, and fed, does not show.
                    true => Told::Doubt,
                    false if seen => Told::No,
                    false => Told::Doubt,
                }
            }
        }
    }

    /// Whether an enemy holds a province; in a war of liberation only if all of it is his (NIA
    /// §12.2.1, §14.4.2).
    pub fn is_held(&self, province: &Province, side: &str, liberation: bool) -> Told {
        let towns = self.towns.get(province.name.as_str()).map_or(&[][..], Vec::as_slice);
        let is_fortress =
            |at: &&Space| self.book.atlas.town(**at).is_some_and(|town| town.fortress > 0);
        let mut forts = towns.iter().filter(is_fortress).peekable();
        let some = forts.peek().is_some();
        let all = forts.all(|at| self.is_lost(*at, side));
        let capital = province.capital.as_deref().and_then(|name| self.book.atlas.named(name));
        let capital = || capital.map_or(Told::No, |at| self.is_occupied(at, side));
        match liberation {
            true if !all => Told::No,
            false if some && all => Told::Yes,
            _ => capital(),
        }
    }

    /// Whether an enemy of one of these sides blockades a harbour (NIA §12.2.3).
    pub fn is_blockaded(&self, at: Space, sides: &[&str]) -> Told {
        let before = Anchorage::Blockading(at);
        let hostile = |power: &str| sides.iter().any(|side| self.at_war(power, side));
        match &self.eye {
            Eye::Truth(state) => {
                let mut ships = state.squadrons.iter().filter(|ship| ship.at == before);
                ships.any(|ship| hostile(&ship.power)).into()
            }
            Eye::Known(known, eyes) => {
                let own = known.squadrons.iter().map(|ship| (&ship.power, &ship.at));
                let seen = known.enemy_ships().map(|sail| (&sail.power, &sail.at));
                if own.chain(seen).any(|(power, ship)| *ship == before && hostile(power)) {
                    return Told::Yes;
                }
                let enemies = self.relations.parties().any(|power| hostile(power));
                let clear = known_everywhere(self.book) || eyes.see_ships(&before) || !enemies;
                if clear { Told::No } else { Told::Doubt }
            }
        }
    }

    /// The squadrons of a power, as far as they are known: its own to its side.
    pub fn squadrons(&self, power: &'a str) -> impl Iterator<Item = &'a Squadron> + use<'a> {
        let all: &'a [Squadron] = match &self.eye {
            Eye::Truth(state) => &state.squadrons,
            Eye::Known(known, _) => &known.squadrons,
        };
        all.iter().filter(move |squadron| squadron.power == power)
    }

    /// Whether a squadron has a fleet in it, and not decoys alone (NIA §10.6).
    pub fn has_fleet(&self, squadron: &Squadron) -> bool {
        let mut ships = squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet));
        ships.any(|ship| !squad::is_decoy(self.book, &ship))
    }
}

/// Whether every stack and ship lies open.
fn known_everywhere(book: &Book) -> bool {
    book.fog == Fog::Rules
}

fn towns(book: &Book) -> BTreeMap<&str, Vec<Space>> {
    let mut towns: BTreeMap<&str, Vec<Space>> = BTreeMap::new();
    for (at, _) in book.atlas.towns() {
        if let Some(province) = book.atlas.province(at) {
            towns.entry(&province.name).or_default().push(at);
        }
    }
    towns
}
