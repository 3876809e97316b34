//! The conquests of a year, when winter is over: countries fall or give up a province, and what was conquered is
//! annexed or reinstated (NIA §13.1, §13.2, §12.2.3).
//!
//! Which countries fall is asked of one position, before any of them has another master. Then powers decide in the
//! order of diplomacy, by the lines of their winter sheets and else by default.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2, §13.1, §13.1.2, §19.10.1, §19.10.2.

use super::{Fate, Plight};
use crate::book::countries::CountryStatus;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::allegiance;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::{self, Shifts};
use crate::politics::lines::{ANNEX, REINSTATE, TAKE};
use crate::record::event::{CourtEvent, Rival, Shortfall};
use crate::record::exchange::Exchange;
use crate::turn::Turn;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

const CONQUEST: Rule = Rule("NIA §13.1");

/// A bound on repeated dice, for a record of dice that breaks off. Then the first power has the country.
const MOST_ROUNDS: u8 = 30;

/// Whether countries are conquered when this season is over.
pub fn is_conquest(season: Season) -> bool {
    season.quarter == Quarter::Winter
}

/// Why a power can decide nothing of conquests now, whatever the country.
pub fn bar(exchange: Exchange) -> Option<&'static str> {
    let winter = matches!(exchange, Exchange::Quarter(season) if is_conquest(season));
    (!winter).then_some("conquests are settled in winter (NIA §13)")
}

/// Refuses the lines of conquests that stand in the sheet of another season.
pub fn refuse_others(turn: &mut Turn, exchange: Exchange) {
    let Some(why) = bar(exchange) else { return };
    for power in powers(turn) {
        let of_winter = |item: &Item| item.is(&ANNEX) || item.is(&REINSTATE) || item.is(&TAKE);
        for item in lines(turn, &power, of_winter) {
            refuse(turn, &power, &item, Shortfall::NotAllowed { why: why.to_owned() });
        }
    }
}

/// Settles the conquests of the year, when winter is over.
pub fn play(turn: &mut Turn) {
    if turn.book.scenario.track.is_none() || !is_conquest(turn.state.season) {
        return;
    }
    let mut taken = BTreeSet::new();
    for Fallen { country, rivals, mut plights } in fallen(turn) {
        let power = conqueror(turn, &country, rivals);
        let plight = plights.remove(&power).filter(|plight| plight.falls == Told::Yes);
        match plight.map(|plight| plight.surrenders) {
            Some(true) => taken.extend(surrender(turn, &country, &power)),
            Some(false) => conquer(turn, &country, &power),
            None => {}
        }
    }
    not_taken(turn, &taken);
    decide(turn);
    count_system(turn);
}

/// A country whose capital is occupied, and that falls to one of those who have it.
struct Fallen {
    country: String,
    rivals: Vec<Rival>,
    /// How it falls to each of the strongest: it may surrender to one and be conquered by another.
    plights: BTreeMap<String, Plight>,
}

/// The countries that fall to enemies, as things stand.
fn fallen(turn: &Turn) -> Vec<Fallen> {
    let scene = Scene::of(turn.book, &turn.state);
    let of = |country: String| {
        let side = scene.common.titles.status(turn.book, &country)?.power()?.to_owned();
        let rivals = rivals(&scene, &country, scene.seat(&country)?, &side);
        let plight = |rival: &Rival| {
            let plight = super::plight(&scene, &country, &rival.power)?;
            Some((rival.power.clone(), plight))
        };
        let plights: BTreeMap<String, Plight> =
            strongest(&rivals).into_iter().filter_map(plight).collect();
        let falls = plights.values().any(|plight| plight.falls == Told::Yes);
        falls.then_some(Fallen { country, rivals, plights })
    };
    super::open(&scene).into_iter().filter_map(of).collect()
}

/// The powers that occupy a capital, in the order of the alphabet.
fn rivals(scene: &Scene, country: &str, seat: Space, side: &str) -> Vec<Rival> {
    let all = scene.occupants(seat, side).into_iter();
    let rival = |(power, halves): (String, Option<u32>)| {
        let leaning = influence::leaning(scene.book, scene.common, &power, country);
        Rival { power, halves, leaning, dice: vec![] }
    };
    all.map(rival).collect()
}

/// Those with the most combat points, and of these those to whom the country leans most (NIA §13.1).
pub fn strongest(rivals: &[Rival]) -> Vec<&Rival> {
    let best = rivals.iter().map(|rival| (rival.halves, rival.leaning)).max();
    rivals.iter().filter(|rival| Some((rival.halves, rival.leaning)) == best).collect()
}

/// Who has the country: where points and modifiers are equal, the highest die.
fn conqueror(turn: &mut Turn, country: &str, mut rivals: Vec<Rival>) -> String {
    let mut left: Vec<String> =
        strongest(&rivals).iter().map(|rival| rival.power.clone()).collect();
    let shared = rivals.len() > 1;
    for round in 0.. {
        if left.len() == 1 || round == MOST_ROUNDS {
            break;
        }
        let mut thrown = vec![];
        for power in &left {
            let die = turn.ledger.dice(CONQUEST.by(power.as_str()).at(country), 1, 6).faces[0];
            let of = rivals.iter_mut().find(|rival| rival.power == *power);
            of.expect("those who are left are rivals").dice.push(die);
            thrown.push((die, power.clone()));
        }
        let most = thrown.iter().map(|(die, _)| *die).max();
        left =
            thrown.into_iter().filter(|(die, _)| Some(*die) == most).map(|(_, one)| one).collect();
    }
    let power = left.swap_remove(0);
    if shared {
        let (country, power) = (country.to_owned(), power.clone());
        turn.record(CourtEvent::Contested { country, power, rivals });
    }
    power
}

/// A country is conquered; a part that the rules name goes on alone (NIA §13.1.1, §19.10.1, §19.10.2).
fn conquer(turn: &mut Turn, country: &str, power: &str) {
    let left = turn.book.countries.get(country).and_then(|page| page.remainder(power)).cloned();
    if let Some(left) = left {
        stand_alone(turn, country, &left.country, &left.ally);
    }
    allegiance::turn_country(turn, country, CountryStatus::Conquered(power.to_owned()));
}

/// A part of a country that is conquered becomes one of its own, the ally of a power that takes part; else it is
/// neutral. Its troops come when those of the conquered country have gone.
fn stand_alone(turn: &mut Turn, of: &str, part: &str, ally: &str) {
    let mut own =
        turn.book.countries.get(part).map(|page| page.provinces.clone()).unwrap_or_default();
    own.retain(|name| turn.state.titles.owner(turn.book, name) == Some(of));
    if own.is_empty() {
        return;
    }
    for province in own {
        let (owner, from) = (part.to_owned(), of.to_owned());
        turn.record(CourtEvent::ProvinceTitled { province, owner, from });
    }
    let status = match turn.state.relations.takes_part(ally) {
        true => CountryStatus::Allied(ally.to_owned()),
        false => CountryStatus::Neutral,
    };
    allegiance::found_country(turn, part, status);
}

/// A country gives up the province that its conqueror chooses, and is neutral (NIA §13.2). Gives the line that chose it.
fn surrender(turn: &mut Turn, country: &str, power: &str) -> Option<(String, u16)> {
    let open: Vec<String> = {
        let scene = Scene::of(turn.book, &turn.state);
        super::may_take(&scene, power, country).into_iter().map(str::to_owned).collect()
    };
    let asked = lines(turn, power, |item| item.is(&TAKE)).into_iter().find(|item| {
        let wished = item.name("province").unwrap_or_default();
        open.iter().any(|name| name == wished) && holds(turn, &Shifts::default(), power, item)
    });
    let chosen = asked.as_ref().and_then(|item| item.name("province")).map(str::to_owned);
    let province = chosen.or_else(|| open.first().cloned());
    make_peace(turn, country, power, (province, None));
    asked.map(|item| (power.to_owned(), item.number))
}

/// A country makes peace with an enemy: it is neutral, without the province that it gives up; `ally`: who offers the
/// peace, if it did not surrender (NIA §13.2).
pub fn make_peace(
    turn: &mut Turn,
    country: &str,
    power: &str,
    (province, ally): (Option<String>, Option<String>),
) {
    let until = turn.book.track.end_of_truce(turn.state.season.next());
    let (from, given, owner) = (country.to_owned(), province.clone(), power.to_owned());
    let (country, power) = (from.clone(), owner.clone());
    turn.record(CourtEvent::Surrendered { country, power, province, until, ally });
    if let Some(province) = given {
        turn.record(CourtEvent::ProvinceTitled { province, owner, from: from.clone() });
    }
    allegiance::turn_country(turn, &from, CountryStatus::Neutral);
}

/// Refuses each `take:` that chose no province, with the reason.
fn not_taken(turn: &mut Turn, taken: &BTreeSet<(String, u16)>) {
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&TAKE)) {
            if taken.contains(&(power.clone(), item.number)) {
                continue;
            }
            let why = match holds(turn, &Shifts::default(), &power, &item) {
                true => "no country that surrenders to you gives it up by this line (NIA §13.2)",
                false => {
                    refuse(turn, &power, &item, Shortfall::NotSo);
                    continue;
                }
            };
            refuse(turn, &power, &item, Shortfall::NotAllowed { why: why.to_owned() });
        }
    }
}

/// What becomes of what was conquered: what the lines say, in their order, then what is done by default.
fn decide(turn: &mut Turn) {
    for power in powers(turn) {
        let mut settled = BTreeMap::new();
        for item in lines(turn, &power, |item| item.is(&ANNEX) || item.is(&REINSTATE)) {
            match by_line(turn, &power, &item, &settled) {
                Ok(country) => {
                    settled.insert(country, item.number);
                }
                Err(why) => refuse(turn, &power, &item, why),
            }
        }
        for country in conquered(turn, &power) {
            let fate = {
                let scene = Scene::of(turn.book, &turn.state);
                super::by_default(&scene, &power, &country)
            };
            settle(turn, &power, &country, fate);
        }
    }
}

/// The countries that a power has conquered and that are not a part of its land yet.
fn conquered(turn: &Turn, power: &str) -> Vec<String> {
    let scene = Scene::of(turn.book, &turn.state);
    super::undecided(&scene, power)
}

/// Does what a line says of a country; `settled`: those that lines before have dealt with. Gives the country.
fn by_line(
    turn: &mut Turn,
    power: &str,
    item: &Item,
    settled: &BTreeMap<String, u16>,
) -> Result<String, Shortfall> {
    if !holds(turn, &Shifts::default(), power, item) {
        return Err(Shortfall::NotSo);
    }
    let country = item.name("of").unwrap_or_default().to_owned();
    if let Some(line) = settled.get(&country) {
        return Err(Shortfall::NotAllowed { why: super::settled_by(*line) });
    }
    let fate = fate_of(item);
    {
        let scene = Scene::of(turn.book, &turn.state);
        if !super::undecided(&scene, power).contains(&country) {
            let why = format!("{country} is not conquered by you (NIA §13.1)");
            return Err(Shortfall::NotAllowed { why });
        }
        let may = super::may(&scene, power, &country, fate);
        may.map_err(|why| Shortfall::NotAllowed { why })?;
    }
    settle(turn, power, &country, fate);
    Ok(country)
}

/// What a line makes of a country.
pub fn fate_of(item: &Item) -> Fate {
    if item.is(&ANNEX) { Fate::Annexed } else { Fate::Reinstated }
}

/// Annexes a country, or reinstates it with its fortresses in order (NIA §13.1.1, §13.1.2).
fn settle(turn: &mut Turn, power: &str, country: &str, fate: Fate) {
    match fate {
        Fate::Annexed => {
            let provinces: Vec<String> = {
                let scene = Scene::of(turn.book, &turn.state);
                super::land(&scene, country).iter().map(|one| one.name.clone()).collect()
            };
            let (owner, from) = (power.to_owned(), country.to_owned());
            turn.record(CourtEvent::Annexed { country: from.clone(), power: owner.clone() });
            for province in provinces {
                let (owner, from) = (owner.clone(), from.clone());
                turn.record(CourtEvent::ProvinceTitled { province, owner, from });
            }
        }
        Fate::Reinstated => {
            allegiance::turn_country(turn, country, CountryStatus::Allied(power.to_owned()));
            arm(turn, country, power);
        }
    }
}

/// The fortresses of a reinstated country that were taken and are not armed are in order again.
fn arm(turn: &mut Turn, country: &str, power: &str) {
    let (book, state) = (turn.book, &turn.state);
    let ours = |at: &Space| {
        let province = book.atlas.province(*at).map(|one| one.name.as_str());
        province.and_then(|name| state.titles.owner(book, name)) == Some(country)
            && state.holder(book, *at).is_some_and(|holder| state.friends(holder, power))
    };
    let empty = state.forts.iter().filter(|(_, fort)| fort.empty).map(|(at, _)| *at);
    for at in empty.filter(ours).collect::<Vec<_>>() {
        turn.record(CourtEvent::Restored { at, armed: true });
    }
}

/// Counts a winter that ends with the Continental System in effect (NIA §12.2.3).
fn count_system(turn: &mut Turn) {
    if Scene::of(turn.book, &turn.state).system_in_effect() {
        let winters = turn.state.titles.system_winters().saturating_add(1);
        turn.record(CourtEvent::SystemCounted { winters });
    }
}
