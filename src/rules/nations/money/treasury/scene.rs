//! A position as income asks about it: as it is, or as far as a power knows it (NIA §12.2).
//!
//! Titles, towns, walls and wars are public. What fog may hide are troops in an open town, and ships
//! before a harbour.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.1.

use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::countries::CountryStatus;
use crate::land::reckon::host::Host;
use crate::position::{Afloat, Answer, Common, Position, Situation, Standing};
use crate::record::state::{Anchorage, Ship, Squadron, Titles};
use crate::sea::squad;
use kit::ground::Space;
use std::collections::BTreeMap;

/// An answer that fog may hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Yes,
    No,
    Doubt,
}

impl Told {
    /// Whether both hold.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Told::No, _) | (_, Told::No) => Told::No,
            (Told::Doubt, _) | (_, Told::Doubt) => Told::Doubt,
            (Told::Yes, Told::Yes) => Told::Yes,
        }
    }

    /// Whether either holds.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Told::Yes, _) | (_, Told::Yes) => Told::Yes,
            (Told::Doubt, _) | (_, Told::Doubt) => Told::Doubt,
            (Told::No, Told::No) => Told::No,
        }
    }
}

impl From<bool> for Told {
    fn from(holds: bool) -> Self {
        if holds { Told::Yes } else { Told::No }
    }
}

/// A position.
pub struct Scene<'a> {
    pub book: &'a Book,
    pub common: Common<'a>,
    /// Towns by their province.
    towns: BTreeMap<&'a str, Vec<Space>>,
    pub situation: Situation<'a>,
}

impl<'a> Scene<'a> {
    /// Prepares a position for the questions of income.
    pub fn of(book: &'a Book, position: &'a dyn Position) -> Self {
        let situation = Situation::of(book, position);
        Self { book, common: situation.common, towns: towns(book), situation }
    }

    /// Every power that takes part, in the order of diplomacy.
    pub fn powers(&self) -> Vec<&'a str> {
        let mut powers: Vec<&str> = self.common.relations.parties().map(String::as_str).collect();
        powers.sort_by_key(|power| self.book.people.order(power));
        powers
    }

    /// The owner of a province: a power or a country.
    pub fn owner(&self, province: &'a Province) -> Option<&'a str> {
        owner(self.book, self.common.titles, province)
    }

    /// Its owner when the scenario began.
    pub fn first_owner(&self, province: &'a Province) -> Option<&'a str> {
        self.book.scenario.owner(&province.name).or_else(|| in_1792(self.book, province))
    }

    /// The owner of a province by its name.
    pub fn owner_of(&self, name: &str) -> Option<&'a str> {
        self.owner(self.book.atlas.provinces.iter().find(|one| one.name == name)?)
    }

    /// The capital of a country.
    pub fn seat(&self, country: &str) -> Option<Space> {
        self.common.titles.seat(self.book, country)
    }

    /// Whose side an owner is on: a power itself, or the power that a country follows.
    pub fn side<'s>(&'s self, owner: &'s str) -> &'s str {
        let status = self.common.titles.status(self.book, owner);
        status.and_then(CountryStatus::power).unwrap_or(owner)
    }

    pub fn at_war(&self, one: &str, other: &str) -> bool {
        self.common.relations.at_war(one, other)
    }

    /// Whose side the holder of a place is on.
    pub fn holder(&self, at: Space) -> Option<&str> {
        let province = || self.owner(self.book.atlas.province(at)?);
        let holder = self.common.held.get(&at).map(String::as_str).or_else(province)?;
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
        if self.common.fortress(self.book, at) > 0 {
            return Told::Yes;
        }
        self.enemy_fed_at(at, side)
    }

    /// The powers that occupy a city against a side, each with its combat points in halves as far as they are known:
    /// those whose units are in supply there, and the holder of an armed fortress (NIA §13.1).
    pub fn occupants(&self, at: Space, side: &str) -> BTreeMap<String, Option<u32>> {
        let mut all = BTreeMap::new();
        if !self.is_lost(at, side) {
            return all;
        }
        let holder = self.common.held.get(&at).map(String::as_str).or_else(|| self.holder(at));
        if let Some(holder) = holder.filter(|_| self.common.fortress(self.book, at) > 0) {
            all.insert(holder.to_owned(), Some(0));
        }
        let Answer::Known(there) = self.situation.troops_at(at) else { return all };
        for one in there.iter().filter(|one| one.has_units() && self.at_war(one.power, side)) {
            if one.whole.is_some_and(|force| !self.situation.supplied(force)) {
                continue;
            }
            let points = one.whole.map(|force| Host::of(self.book, force).halves());
            let sum = all.entry(one.power.to_owned()).or_insert(Some(0));
            *sum = sum.zip(points).map(|(sum, points)| sum.saturating_add(points));
        }
        all
    }

    fn enemy_fed_at(&self, at: Space, side: &str) -> Told {
        let Answer::Known(there) = self.situation.troops_at(at) else { return Told::Doubt };
        let enemies = there.iter().filter(|one| one.has_units() && self.at_war(one.power, side));
        // The map does not show whether a stack has troops, or whether it is in supply.
        let fed = |force| self.situation.supplied(force).into();
        let told = enemies.map(|one| one.whole.map_or(Told::Doubt, fed));
        told.fold(Told::No, Told::or)
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

    /// Whether an armed fortress or a supply unit of an enemy of a side holds a place, as far as is known (NIA
    /// §13.3.2.3).
    pub fn is_kept(&self, at: Space, side: &str) -> bool {
        let supplies = |one: &Standing| {
            let train = one.whole.is_some_and(|force| force.trains > 0 || force.depots > 0);
            one.at == at && one.is_there() && self.at_war(one.power, side) && train
        };
        self.is_lost(at, side)
            && (self.common.fortress(self.book, at) > 0
                || self.situation.position.standing().any(|one| supplies(&one)))
    }

    /// Whether all armies of a power on its own land are in disorder or lost, and there is at least one of these; who
    /// may not see all of them can tell only that it is not so (NIA §13.3.1).
    pub fn armies_are_beaten(&self, power: &str) -> Told {
        let at_home = |at: Space| {
            let province = self.book.atlas.province(at);
            province.and_then(|one| self.owner(one)) == Some(power)
        };
        let position = self.situation.position;
        let armies = position.standing().filter(|one| one.power == power && one.army);
        let mut lost = position.armies_lost(power);
        for army in armies.filter(|one| one.is_there() && at_home(one.at)) {
            if !army.demoralized {
                return Told::No;
            }
            lost += 1;
        }
        let knows_all = position.knows_forces_of(power);
        match lost {
            0 if knows_all => Told::No,
            1.. if knows_all => Told::Yes,
            _ => Told::Doubt,
        }
    }

    /// The enemy of a side to whom a province goes that enemies control, and whether it is known that it is they: who
    /// occupies its capital, else who has most of its fortresses, then most that are armed, then the first in the order
    /// of diplomacy (NIA §13.2).
    pub fn invader(&self, province: &Province, side: &str) -> Option<(String, Told)> {
        let towns = self.towns.get(province.name.as_str()).map_or(&[][..], Vec::as_slice);
        let mut forts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for at in towns.iter().filter(|at| self.is_lost(**at, side)) {
            let is_fortress = self.book.atlas.town(*at).is_some_and(|town| town.fortress > 0);
            if let Some(holder) = self.holder(*at).filter(|_| is_fortress) {
                let (all, armed) = forts.entry(holder).or_default();
                *all += 1;
                *armed += usize::from(self.common.fortress(self.book, *at) > 0);
            }
        }
        let place = |power: &str| std::cmp::Reverse(self.book.people.order(power));
        let most = forts.into_iter().max_by_key(|(power, count)| (*count, place(power)));
        let most = most.map(|(power, _)| power);
        let capital = province.capital.as_deref().and_then(|name| self.book.atlas.named(name));
        let occupied = capital.map_or(Told::No, |at| self.is_occupied(at, side));
        let occupier = capital.and_then(|at| self.holder(at)).filter(|_| occupied != Told::No);
        let is_sure = occupied != Told::Doubt || most.is_none() || most == occupier;
        let to = occupier.or(most)?;
        Some((to.to_owned(), if is_sure { Told::Yes } else { Told::Doubt }))
    }

    /// Whether an enemy of one of these sides blockades a harbour (NIA §12.2.3).
    pub fn is_blockaded(&self, at: Space, sides: &[&str]) -> Told {
        let before = Anchorage::Blockading(at);
        let hostile = |power: &str| sides.iter().any(|side| self.at_war(power, side));
        let lies = |ships: &Afloat| ships.is_there() && *ships.at == before && hostile(ships.power);
        if self.situation.position.afloat().any(|ships| lies(&ships)) {
            return Told::Yes;
        }
        let enemies = self.common.relations.parties().any(|power| hostile(power));
        let clear =
            self.situation.eyes.as_ref().is_none_or(|eyes| eyes.see_ships(&before)) || !enemies;
        if clear { Told::No } else { Told::Doubt }
    }

    /// The squadrons of a power, as far as they are known: its own to its side.
    pub fn squadrons(&self, power: &'a str) -> impl Iterator<Item = &'a Squadron> + use<'a> {
        self.common.squadrons.iter().filter(move |squadron| squadron.power == power)
    }

    /// Whether a squadron has a fleet in it, and not decoys alone (NIA §10.6).
    pub fn has_fleet(&self, squadron: &Squadron) -> bool {
        let mut ships = squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet));
        ships.any(|ship| !squad::is_decoy(self.book, &ship))
    }
}

/// The owner of a province by these titles: a power or a country.
pub fn owner<'a>(book: &'a Book, titles: &'a Titles, province: &'a Province) -> Option<&'a str> {
    titles.owner(book, &province.name).or_else(|| in_1792(book, province))
}

/// Its owner where the scenario names none.
fn in_1792<'a>(book: &'a Book, province: &'a Province) -> Option<&'a str> {
    if book.scenario.has_owners() {
        return None;
    }
    let power = book.people.powers.iter().find(|power| power.title == province.owner);
    Some(power.map_or(&province.owner, |power| &power.name))
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
