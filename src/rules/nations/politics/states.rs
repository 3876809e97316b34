//! New states: Italy, the Confederation of the Rhine, Westphalia, the kingdom of Bavaria, the Duchy of Warsaw, the Orange
//! Republic, Dalmatia (NIA §19.1 to §19.6, §19.8, §19.9).
//!
//! Season, receipt and form ask [`union`] of a [`Scene`]: the truth, or what a power knows. A state is founded with the
//! first province that is put into it, or with all of them at once.
//!
//! Not here: how a new state falls, in [`conquest`](crate::politics::conquest).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.1.2, §19.1, §19.3, §19.4, §19.5, §19.8.

use crate::book::countries::{Country, CountryStatus};
use crate::book::new_states::NewState;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::allegiance;
use crate::politics::conquest::land;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::Shifts;
use crate::politics::lines::UNITE;
use crate::record::event::{CourtEvent, Shortfall};
use crate::record::state::Titles;
use crate::turn::Turn;

/// What happens when a province is put into a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Union {
    pub state: String,
    /// The provinces that become its land, each with its owner of before.
    pub joins: Vec<(String, String)>,
    /// How the state stands from now on, if it is founded.
    pub founded: Option<CountryStatus>,
    /// The country that is split off, with its land and how it stands.
    pub split: Option<(String, Vec<String>, CountryStatus)>,
    /// Countries that end, since all their land is in the state, and who has conquered them.
    pub ended: Vec<(String, CountryStatus)>,
}

impl Union {
    /// Puts all of it into these titles.
    pub fn draft(&self, titles: &mut Titles) {
        self.joins.iter().for_each(|(province, _)| titles.hand_over(province, &self.state));
        if let Some((country, land, status)) = &self.split {
            land.iter().for_each(|province| titles.hand_over(province, country));
            titles.turn(country, status.clone());
        }
        if let Some(status) = &self.founded {
            titles.turn(&self.state, status.clone());
        }
        self.ended.iter().for_each(|(country, status)| titles.turn(country, status.clone()));
    }

    /// What else happens but that a province joins the state, in words.
    pub fn in_words(&self, province: &str) -> String {
        let others = self.joins.iter().map(|(name, _)| name.as_str());
        let others: Vec<&str> = others.filter(|name| *name != province).collect();
        let mut words = match others.as_slice() {
            [] => String::new(),
            others => format!(", with {}", others.join(", ")),
        };
        if let Some((country, _, _)) = &self.split {
            words.push_str(&format!("; {country} is a country of its own and your ally"));
        }
        words
    }
}

/// What happens if a power puts a province into a state; else why it may not (NIA §19.1).
pub fn union(scene: &Scene, power: &str, province: &str, state: &str) -> Result<Union, String> {
    let book = scene.book;
    let page =
        book.track.state(state).ok_or_else(|| format!("{state} is not a new state (NIA §19.1)"))?;
    if power != page.by {
        let title = book.people.title(&page.by);
        return Err(format!("{state} is made by {title} alone ({})", page.rule));
    }
    if !page.provinces.iter().any(|name| name == province) {
        let all = page.provinces.join(", ");
        return Err(format!("{state} is made of {all} ({})", page.rule));
    }
    let status = scene.common.titles.status(book, state);
    let is_new = book.countries.get(state).is_some_and(Country::is_new_state);
    match status {
        Some(CountryStatus::Conquered(_)) if is_new => {
            return Err(format!("{state} has ended ({})", page.rule));
        }
        Some(CountryStatus::Allied(leader) | CountryStatus::Satellite(leader))
            if leader == power => {}
        None if is_new => {}
        Some(_) | None => return Err(format!("{state} is not your ally")),
    }
    let exists = exists(scene, page);
    if !exists && !page.needs.is_empty() && !page.needs.iter().any(|name| name == province) {
        return Err(format!("{state} begins with {} ({})", page.needs.join(" and "), page.rule));
    }
    let names: Vec<&str> = match page.together && !exists {
        true => page.provinces.iter().map(String::as_str).collect(),
        false => vec![province],
    };
    names.iter().try_for_each(|name| is_controlled(scene, power, name, page))?;
    Ok(united(scene, power, &names, (page, exists)))
}

/// Whether a state has land of those of which it is made.
fn exists(scene: &Scene, page: &NewState) -> bool {
    page.provinces.iter().any(|name| scene.owner_of(name) == Some(&page.state))
}

/// What happens when provinces go into a state that is there already, or is founded with them.
fn united(scene: &Scene, power: &str, names: &[&str], (page, exists): (&NewState, bool)) -> Union {
    let (book, titles) = (scene.book, scene.common.titles);
    let owner = |name: &str| scene.owner_of(name).unwrap_or_default().to_owned();
    let joins: Vec<(String, String)> =
        names.iter().map(|name| ((*name).to_owned(), owner(name))).collect();
    let gone = CountryStatus::Conquered(power.to_owned());
    let follows = |owner: &str| titles.status(book, owner).is_some_and(|status| *status != gone);
    let ended = joins.iter().filter(|(_, owner)| follows(owner));
    let ended = ended.map(|(_, owner)| (owner.clone(), gone.clone()));
    let status = match book.track.suzerain() == power {
        true => CountryStatus::Satellite(power.to_owned()),
        false => CountryStatus::Allied(power.to_owned()),
    };
    // A country that grows is a kingdom again with the land that makes it one (NIA §19.5).
    let begins = !exists || names.iter().any(|name| page.needs.iter().any(|need| need == name));
    let new = titles.status(book, &page.state) != Some(&status);
    let split = page.splits.as_ref().and_then(|part| book.countries.get(part)).and_then(|part| {
        let of_state = |name: &&String| scene.owner_of(name) == Some(page.state.as_str());
        let land: Vec<String> = part.provinces.iter().filter(of_state).cloned().collect();
        let ally = CountryStatus::Allied(power.to_owned());
        (!exists && !land.is_empty()).then(|| (part.name.clone(), land, ally))
    });
    Union {
        state: page.state.clone(),
        founded: (begins && new).then_some(status),
        split,
        ended: ended.collect(),
        joins,
    }
}

/// Whether a province is a power's own, or all that a country has which follows it (NIA §19.1).
fn is_controlled(
    scene: &Scene,
    power: &str,
    province: &str,
    page: &NewState,
) -> Result<(), String> {
    let owner = scene.owner_of(province).unwrap_or_default();
    if owner == power {
        let land = scene.book.atlas.provinces.iter().find(|one| one.name == province);
        return match land.map(|land| scene.is_held(land, power, false)) {
            Some(Told::Yes) => Err(format!("enemies hold {province} (NIA §19.1)")),
            Some(Told::No | Told::Doubt) | None => Ok(()),
        };
    }
    if owner == page.state {
        return Err(format!("{province} is land of {owner} already"));
    }
    if page.annexed {
        return Err(format!("{province} is not your own land ({})", page.rule));
    }
    let status = scene.common.titles.status(scene.book, owner);
    let follows = status.and_then(CountryStatus::power) == Some(power);
    match (follows, land(scene, owner).len()) {
        (true, 1) if scene.book.track.state(owner).is_none() => Ok(()),
        (true, _) => Err(format!("{province} is a part of {owner}")),
        (false, _) => Err(format!(
            "{province} is neither your own land nor that of a country that follows you (NIA §19.1)"
        )),
    }
}

/// What a power may put into states now: a province, and what happens then. Of a state that is made at once it is one province.
pub fn open_to(scene: &Scene, power: &str) -> Vec<(String, Union)> {
    let all = scene.book.track.states().iter();
    let pairs = all.flat_map(|one| {
        let at_once = one.together && !exists(scene, one);
        let count = if at_once { 1 } else { one.provinces.len() };
        one.provinces.iter().take(count).map(|name| (name, &one.state))
    });
    let open = |(province, state): (&String, &String)| {
        Some((province.clone(), union(scene, power, province, state).ok()?))
    };
    pairs.filter_map(open).collect()
}

/// Puts provinces into states as the sheets of winter ask, in the order of the lines.
pub fn unite(turn: &mut Turn) {
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&UNITE)) {
            let (province, state) =
                (item.name("province").unwrap_or_default(), item.name("into").unwrap_or_default());
            let may = match holds(turn, &Shifts::default(), &power, &item) {
                true => union(&Scene::of(turn.book, &turn.state), &power, province, state)
                    .map_err(|why| Shortfall::NotAllowed { why }),
                false => Err(Shortfall::NotSo),
            };
            match may {
                Ok(union) => join(turn, union),
                Err(why) => refuse(turn, &power, &item, why),
            }
        }
    }
}

/// Puts provinces into a state, which follows its founder; a country without land ends.
/// The state comes first, so that it keeps the troops that it raises too (NIA §19.4).
fn join(turn: &mut Turn, union: Union) {
    let Union { state, joins, founded, split, ended } = union;
    for (province, from) in joins {
        turn.record(CourtEvent::ProvinceTitled { province, owner: state.clone(), from });
    }
    if let Some((country, land, status)) = split {
        for province in land {
            let (owner, from) = (country.clone(), state.clone());
            turn.record(CourtEvent::ProvinceTitled { province, owner, from });
        }
        allegiance::found_country(turn, &country, status);
    }
    if let Some(status) = founded {
        allegiance::found_country(turn, &state, status);
    }
    for (country, status) in ended {
        allegiance::found_country(turn, &country, status);
    }
    allegiance::follow(turn);
}
