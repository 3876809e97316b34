//! New states of land that France controls: Italy, the Confederation of the Rhine, the Duchy of Warsaw (NIA §19.1, §19.2,
//! §19.3, §19.6).
//!
//! Season, receipt and form ask [`may_unite`] of a [`Scene`]: the truth, or what a power knows. A state is founded with the
//! first province that is put into it.
//!
//! Not here: that a new state is neither conquered nor surrenders, in [`conquest`](crate::politics::conquest).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.1.2, §19.1, §19.3.

use crate::book::countries::CountryStatus;
use crate::money::treasury::Scene;
use crate::politics::allegiance;
use crate::politics::conquest::land;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::Shifts;
use crate::politics::lines::UNITE;
use crate::record::event::{CourtEvent, Shortfall};
use crate::turn::Turn;

/// Whether a power may put a province into a new state; else why not.
pub fn may_unite(scene: &Scene, power: &str, province: &str, state: &str) -> Result<(), String> {
    let book = scene.book;
    let page =
        book.track.state(state).ok_or_else(|| format!("{state} is not a new state (NIA §19.1)"))?;
    if power != book.track.suzerain() {
        return Err("only France makes new states (NIA §19.1)".to_owned());
    }
    if !page.provinces.iter().any(|name| name == province) {
        let all = page.provinces.join(", ");
        return Err(format!("{state} is made of {all} ({})", page.rule));
    }
    match scene.common.titles.status(book, state) {
        Some(CountryStatus::Conquered(_)) => {
            return Err(format!("{state} has ended ({})", page.rule));
        }
        Some(status) if status.power() != Some(power) => {
            return Err(format!("{state} is not your ally"));
        }
        Some(_) | None => {}
    }
    let exists = !land(scene, state).is_empty();
    if !exists && !page.needs.is_empty() && !page.needs.iter().any(|name| name == province) {
        return Err(format!("{state} begins with {} ({})", page.needs.join(" and "), page.rule));
    }
    is_controlled(scene, power, province)
}

/// Whether a province is a power's own, or all that a country has which follows it (NIA §19.1).
fn is_controlled(scene: &Scene, power: &str, province: &str) -> Result<(), String> {
    let owner = scene.owner_of(province).unwrap_or_default();
    if owner == power {
        return Ok(());
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

/// The provinces that a power may put into states now, each with the state.
pub fn open_to<'b>(scene: &Scene<'b>, power: &str) -> Vec<(&'b str, &'b str)> {
    let all = scene.book.track.states().iter();
    let pairs =
        all.flat_map(|one| one.provinces.iter().map(|name| (name.as_str(), one.state.as_str())));
    pairs.filter(|(province, state)| may_unite(scene, power, province, state).is_ok()).collect()
}

/// Puts provinces into states as the sheets of winter ask, in the order of the lines.
pub fn unite(turn: &mut Turn) {
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&UNITE)) {
            let (province, state) =
                (item.name("province").unwrap_or_default(), item.name("into").unwrap_or_default());
            let may = match holds(turn, &Shifts::default(), &power, &item) {
                true => may_unite(&Scene::of(turn.book, &turn.state), &power, province, state)
                    .map_err(|why| Shortfall::NotAllowed { why }),
                false => Err(Shortfall::NotSo),
            };
            match may {
                Ok(()) => join(turn, &power, province, state),
                Err(why) => refuse(turn, &power, &item, why),
            }
        }
    }
}

/// A province becomes land of a state, which is a satellite from then on; a country that has no land left is no more.
fn join(turn: &mut Turn, power: &str, province: &str, state: &str) {
    let from = turn.state.titles.owner(turn.book, province).unwrap_or_default().to_owned();
    if turn.state.titles.status(turn.book, &from).is_some() {
        allegiance::turn_country(turn, &from, CountryStatus::Conquered(power.to_owned()));
    }
    let (province, owner) = (province.to_owned(), state.to_owned());
    turn.record(CourtEvent::ProvinceTitled { province, owner, from });
    if turn.state.titles.status(turn.book, state).is_none() {
        allegiance::found_country(turn, state, CountryStatus::Satellite(power.to_owned()));
        allegiance::follow(turn);
    }
}
