//! Conquest of minor countries: when one falls, to whom, and what its conqueror may make of it (NIA §13.1, §13.2).
//!
//! Season, receipt, form and probe ask these functions of a [`Scene`]: the truth, or what a power knows. [`winter`]
//! plays the conquests of a year, [`cession`] the peace that an ally of a country offers for it; how new states fall is in
//! [`members`].
//!
//! Not here: what becomes of troops, ships and towns when a country has another master is in
//! [`allegiance`](crate::politics::allegiance); how powers are beaten (§13.3) is in
//! [`peace`](crate::politics::peace).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.1, §13.1.1, §13.1.2, §13.2.

pub mod cession;
pub mod members;
pub mod winter;

use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::countries::{Country, CountryStatus};
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::record::event::CourtEvent;
use kit::calendar::Season;
use kit::ground::Space;
use std::collections::BTreeSet;

/// What a conqueror makes of a country (NIA §13.1.1, §13.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its provinces become the conqueror's own.
    Annexed,
    /// It is a country again, the conqueror's ally.
    Reinstated,
}

/// How close a country that follows an enemy is to falling: what of it is taken, and whether that is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plight {
    pub seat: Space,
    /// Whether an enemy occupies its capital.
    pub capital: Told,
    /// Its fortresses in enemy hands, and all of them.
    pub lost: usize,
    pub fortresses: usize,
    /// Whether it surrenders for one province and is not conquered (NIA §13.2).
    pub surrenders: bool,
    pub falls: Told,
}

impl Plight {
    /// How it stands with the capital and the fortresses, in words.
    pub fn in_words(&self, book: &Book) -> String {
        let seat = book.atlas.name(self.seat);
        let seat = match self.capital {
            Told::Yes => format!("{seat} is occupied"),
            Told::No => format!("{seat} is not occupied"),
            Told::Doubt => format!("it is not known whether {seat} is occupied"),
        };
        let forts = match (self.lost, self.fortresses) {
            _ if self.surrenders => return seat,
            (_, 0) => "the country has no fortress".to_owned(),
            (1, 1) => "the country's fortress is taken".to_owned(),
            (_, 1) => "the country's fortress is not taken".to_owned(),
            (lost, all) if lost == all => format!("all {all} fortresses of the country are taken"),
            (lost, all) => format!("{lost} of the country's {all} fortresses are taken"),
        };
        format!("{seat}, and {forts}")
    }
}

/// What can fall: the countries that follow a power, and lands of new states.
pub fn may_fall(scene: &Scene) -> Vec<String> {
    let all = scene.common.titles.countries(scene.book).into_iter();
    let falls = |(country, status): &(&str, &CountryStatus)| {
        status.power().is_some() && !land(scene, country).is_empty()
    };
    all.filter(falls).flat_map(|(country, _)| members::falling(scene, country)).collect()
}

/// Whether a country is a new state, which ends as §19 says and does not surrender.
pub fn is_new_state(scene: &Scene, country: &str) -> bool {
    scene.book.countries.get(country).is_some_and(Country::is_new_state)
}

/// Whether a country follows an enemy of a power.
pub fn is_hostile(scene: &Scene, power: &str, country: &str) -> bool {
    let leader = members::leader(scene, country);
    leader.is_some_and(|leader| scene.at_war(leader, power))
}

/// The countries that a power has conquered and neither annexed nor reinstated.
pub fn undecided(scene: &Scene, power: &str) -> Vec<String> {
    let all = scene.common.titles.countries(scene.book).into_iter();
    let open = |(country, status): &(&str, &CountryStatus)| {
        matches!(status, CountryStatus::Conquered(by) if by == power)
            && !land(scene, country).is_empty()
    };
    all.filter(open).map(|(country, _)| country.to_owned()).collect()
}

/// The provinces of a country, as they are now.
pub fn land<'a>(scene: &Scene<'a>, country: &str) -> Vec<&'a Province> {
    let all = scene.book.atlas.provinces.iter();
    all.filter(|province| scene.owner(province) == Some(country)).collect()
}

/// How a country would fall to a power (NIA §13.1, §13.2).
pub fn plight(scene: &Scene, country: &str, by: &str) -> Option<Plight> {
    let side = members::leader(scene, country)?.to_owned();
    let seat = members::seat(scene, country)?;
    let page = scene.book.countries.get(country);
    let page = page.filter(|_| members::state_of(scene, country).is_none());
    let surrenders = page.is_some_and(|page| surrenders(scene, page, by));
    let falling = page.map_or_else(|| [country].into(), |page| falling(scene, page, by));
    let forts = scene.book.atlas.towns().filter(|(at, town)| {
        let province = scene.book.atlas.province(*at);
        town.fortress > 0 && province.is_some_and(|one| falling.contains(one.name.as_str()))
    });
    let forts: Vec<Space> = forts.map(|(at, _)| at).collect();
    let lost = forts.iter().filter(|at| scene.is_lost(**at, &side)).count();
    let capital = scene.is_occupied(seat, &side);
    let falls = if surrenders || lost == forts.len() { capital } else { Told::No };
    Some(Plight { seat, capital, lost, fortresses: forts.len(), surrenders, falls })
}

/// Whether a country makes peace for one of its provinces; what was conquered before has no such choice.
fn surrenders(scene: &Scene, page: &Country, by: &str) -> bool {
    let status = scene.common.titles.status(scene.book, &page.name);
    let is_conquered = matches!(status, Some(CountryStatus::Conquered(_)));
    !is_conquered
        && !page.is_new_state()
        && page.remainder(by).is_none()
        && land(scene, &page.name).len() > 1
}

/// The provinces that fall together: all but those of a remainder, which goes on alone.
fn falling<'a>(scene: &Scene<'a>, page: &Country, by: &str) -> BTreeSet<&'a str> {
    if let Some(core) = members::core(scene, page) {
        return [core].into();
    }
    let left = page.remainder(by).and_then(|left| scene.book.countries.get(&left.country));
    let stays = |name: &str| left.is_some_and(|left| left.provinces.iter().any(|one| one == name));
    let own = land(scene, &page.name).into_iter().map(|province| province.name.as_str());
    own.filter(|name| !stays(name)).collect()
}

/// Whether a power may annex a country that it has conquered; else why not (NIA §13.1.1, §13.1.2).
pub fn may_annex<'a>(scene: &Scene<'a>, power: &str, country: &str) -> Result<(), String> {
    if scene.book.track.must_annex(power, country) {
        return Ok(());
    }
    let original = |province: &'a Province| {
        scene.owner(province) == Some(power) && scene.first_owner(province) == Some(power)
    };
    let follows = |owner: &str| {
        use CountryStatus::{Allied, Satellite};
        let status = scene.common.titles.status(scene.book, owner);
        owner != country && matches!(status, Some(Allied(ally) | Satellite(ally)) if ally == power)
    };
    let allied = |province: &'a Province| scene.owner(province).is_some_and(follows);
    let borders = |of: &dyn Fn(&'a Province) -> bool| !beside(scene, country, of).is_empty();
    match (has_units(scene, power, country), borders(&original)) {
        (_, true) => Ok(()),
        (true, false) => Err(format!(
            "{country} has troops of its own and does not border on the land that was yours from the start, so \
             it is reinstated (NIA §13.1.2)"
        )),
        (false, false) if borders(&allied) => Ok(()),
        (false, false) => Err(format!(
            "{country} borders neither on the land that was yours from the start nor on a minor ally of yours, \
             so it is reinstated (NIA §13.1.2)"
        )),
    }
}

/// Whether a power may reinstate a country that it has conquered; else why not (NIA §13.1.1).
pub fn may_reinstate(scene: &Scene, power: &str, country: &str) -> Result<(), String> {
    match scene.book.track.must_annex(power, country) {
        true => Err(format!(
            "{country} is of the Grand Empire and becomes a part of {} (NIA §13.1.1)",
            scene.book.people.title(power)
        )),
        false => Ok(()),
    }
}

/// Whether a conqueror may give a country this fate.
pub fn may(scene: &Scene, power: &str, country: &str, fate: Fate) -> Result<(), String> {
    match fate {
        Fate::Annexed => may_annex(scene, power, country),
        Fate::Reinstated => may_reinstate(scene, power, country),
    }
}

/// What becomes of a conquered country if its conqueror says nothing: what the rules force; else it is reinstated
/// if it has troops, and annexed if it has none.
pub fn by_default(scene: &Scene, power: &str, country: &str) -> Fate {
    let free = may_annex(scene, power, country).is_ok();
    let forced = scene.book.track.must_annex(power, country);
    if forced || (free && !has_units(scene, power, country)) {
        Fate::Annexed
    } else {
        Fate::Reinstated
    }
}

/// Whether a country has combat units of its own, as the book lists them (NIA §13.1.2, §19.10.3).
fn has_units(scene: &Scene, power: &str, country: &str) -> bool {
    let page = scene.book.countries.get(country);
    page.is_some_and(|page| !page.units_under(power).is_empty())
}

/// The provinces of a country that a power to whom it surrenders may choose: those beside its own land, the one that
/// it gets if it says nothing first (NIA §13.2).
pub fn may_take<'a>(scene: &Scene<'a>, power: &str, country: &str) -> Vec<&'a str> {
    let owned = |province: &'a Province| scene.owner(province) == Some(power);
    let near = beside(scene, country, &owned);
    let seat = scene.seat(country).and_then(|at| scene.book.atlas.province(at));
    let mut open: Vec<&str> =
        land(scene, country).into_iter().map(|one| one.name.as_str()).collect();
    open.retain(|name| near.contains(name));
    let is_seat = |name: &str| seat.is_some_and(|seat| seat.name == name);
    open.sort_by_key(|name| (is_seat(name), scene.book.money.key_city(name).is_none()));
    open
}

/// The provinces of a country that touch others by land.
fn beside<'a>(
    scene: &Scene<'a>,
    country: &str,
    of: &dyn Fn(&'a Province) -> bool,
) -> BTreeSet<&'a str> {
    let named = scene.book.atlas.provinces.iter().filter(|one| of(one));
    let named: BTreeSet<&str> = named.map(|one| one.name.as_str()).collect();
    let mut near = scene.book.atlas.beside(|name| named.contains(name));
    near.retain(|name| scene.owner_of(name) == Some(country));
    near
}

/// Why a line is refused: an earlier one settles its country.
pub fn settled_by(line: u16) -> String {
    format!("your line {line} settles this already")
}

/// What happens when a country makes peace with an enemy: it gives up a province, or none, and is neutral; `ally`:
/// who offers the peace, if it did not surrender (NIA §13.2).
pub fn peace(
    book: &Book,
    now: Season,
    (country, power): (&str, &str),
    province: Option<&str>,
    ally: Option<&str>,
) -> Vec<CourtEvent> {
    let titled = province.map(|province| CourtEvent::ProvinceTitled {
        province: province.to_owned(),
        owner: power.to_owned(),
        from: country.to_owned(),
    });
    let peace = CourtEvent::Surrendered {
        country: country.to_owned(),
        power: power.to_owned(),
        province: province.map(str::to_owned),
        until: book.track.end_of_truce(now.next()),
        ally: ally.map(str::to_owned),
    };
    std::iter::once(peace).chain(titled).collect()
}

/// Whether a country was conquered and has no land of its own.
pub fn is_gone(scene: &Scene, country: &str) -> bool {
    let status = scene.common.titles.status(scene.book, country);
    matches!(status, Some(CountryStatus::Conquered(_))) && land(scene, country).is_empty()
}

/// Whether a conquered country is a part of its conqueror's land, and not of a new state.
pub fn is_annexed(scene: &Scene, country: &str) -> bool {
    let status = scene.common.titles.status(scene.book, country);
    let page = scene.book.countries.get(country);
    let mut own = page.into_iter().flat_map(|page| &page.provinces);
    is_gone(scene, country)
        && own.any(|name| scene.owner_of(name) == status.and_then(CountryStatus::power))
}
