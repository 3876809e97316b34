//! Peace for a country of several provinces, offered by its ally: the invader has the province that he holds, and the
//! country is neutral (NIA §13.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.2.

use super::{land, winter};
use crate::book::countries::CountryStatus;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::Shifts;
use crate::politics::lines::CEDE;
use crate::record::event::Shortfall;
use crate::turn::Turn;
use std::collections::{BTreeMap, BTreeSet};

/// A peace that can be offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cession {
    pub country: String,
    /// Who gets the province.
    pub to: String,
    /// Whether it is known that an enemy controls it, and that it is they.
    pub controls: Told,
}

/// What comes of it if a power gives up a province of its ally; else why it cannot (NIA §13.2).
pub fn cession(scene: &Scene, power: &str, province: &str) -> Result<Cession, String> {
    let book = scene.book;
    let there = book.atlas.provinces.iter().find(|one| one.name == province);
    let country = there.and_then(|one| scene.owner(one)).unwrap_or_default();
    let status = scene.common.titles.status(book, country);
    match status {
        Some(CountryStatus::Allied(ally) | CountryStatus::Satellite(ally)) if ally == power => {}
        _ => return Err(format!("{province} is not land of a minor country that is your ally")),
    }
    if let Some(page) = book.track.state(country).filter(|page| page.bound) {
        return Err(format!("{country} cannot leave its alliance ({})", page.rule));
    }
    if land(scene, country).len() < 2 {
        return Err(format!("{country} has no other province (NIA §13.2)"));
    }
    let not_held = || format!("no enemy controls {province} (NIA §13.2)");
    let there = there.ok_or_else(not_held)?;
    let controls = scene.is_held(there, power, false);
    let invader = scene.invader(there, power).filter(|_| controls != Told::No);
    let (to, is_they) = invader.ok_or_else(not_held)?;
    let controls = if is_they == Told::Doubt { Told::Doubt } else { controls };
    Ok(Cession { country: country.to_owned(), to, controls })
}

/// Every province that a power could give up now for the peace of an ally.
pub fn offers(scene: &Scene, power: &str) -> Vec<(String, Cession)> {
    let provinces = scene.book.atlas.provinces.iter().map(|one| &one.name);
    let offer = |name: &String| Some((name.clone(), cession(scene, power, name).ok()?));
    provinces.filter_map(offer).collect()
}

/// Makes the peaces that sheets offer, before anything else of the diplomatic phase. Returns the countries that have it.
pub fn play(turn: &mut Turn) -> BTreeSet<String> {
    let mut peace = BTreeSet::new();
    for power in powers(turn) {
        let mut own = BTreeMap::new();
        for item in lines(turn, &power, |item| item.is(&CEDE)) {
            match cede(turn, &power, &item, &own) {
                Ok(country) => {
                    own.insert(country, item.number);
                }
                Err(why) => refuse(turn, &power, &item, why),
            }
        }
        peace.extend(own.into_keys());
    }
    peace
}

/// Makes the peace of a line; `own`: the countries that have peace by lines before. Returns the country.
fn cede(
    turn: &mut Turn,
    power: &str,
    item: &Item,
    own: &BTreeMap<String, u16>,
) -> Result<String, Shortfall> {
    if !holds(turn, &Shifts::default(), power, item) {
        return Err(Shortfall::NotSo);
    }
    let province = item.name("province").unwrap_or_default().to_owned();
    let made = {
        let scene = Scene::of(turn.book, &turn.state);
        match scene.owner_of(&province).and_then(|country| own.get(country)) {
            Some(line) => Err(super::settled_by(*line)),
            None => cession(&scene, power, &province),
        }
    };
    let Cession { country, to, .. } = made.map_err(|why| Shortfall::NotAllowed { why })?;
    winter::make_peace(turn, (&country, &to), Some(&province), Some(power));
    Ok(country)
}
