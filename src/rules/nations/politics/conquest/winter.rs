//! The conquests of a year, when winter is over: countries fall or give up a province, and what was conquered is
//! annexed or reinstated (NIA §13.1, §13.2, §12.2.3).
//!
//! Which countries fall is asked of one position, before any of them has another master. Then powers decide in the
//! order of diplomacy, by the lines of their winter sheets and else by default.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2, §13.1, §13.1.2, §19.10.1, §19.10.2.

use super::{Fate, Plight, members};
use crate::book::countries::CountryStatus;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::allegiance;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::{self, Shifts};
use crate::politics::lines::{ANNEX, REINSTATE, TAKE, UNITE};
use crate::politics::states;
use crate::record::event::{CourtEvent, Rival, Shortfall};
use crate::record::exchange::Exchange;
use crate::season::restraints;
use crate::turn::Turn;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::BTreeMap;

const CONQUEST: Rule = Rule("NIA §13.1");

/// A ledger can run out of dice. After this many rounds the first power has the country.
const MOST_ROUNDS: u8 = 30;

/// Whether countries are conquered when this season is over.
pub fn is_conquest(season: Season) -> bool {
    season.quarter == Quarter::Winter
}

/// Why no conquest is settled in this season.
pub fn bar(exchange: Exchange) -> Option<&'static str> {
    let winter = matches!(exchange, Exchange::Quarter(season) if is_conquest(season));
    (!winter).then_some("conquests are settled in winter (NIA §13)")
}

/// Refuses the lines of conquests that stand in the sheet of another season.
pub fn refuse_others(turn: &mut Turn, exchange: Exchange) {
    let Some(why) = bar(exchange) else { return };
    for power in powers(turn) {
        let kinds = [&ANNEX, &REINSTATE, &TAKE, &UNITE];
        let of_winter = |item: &Item| kinds.into_iter().any(|kind| item.is(kind));
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
    let mut taken = BTreeMap::new();
    for Contest { country, rivals, mut plights } in contests(turn) {
        let power = conqueror(turn, &country, rivals);
        match plights.remove(&power) {
            Some((plight, _)) if plight.falls != Told::Yes => {}
            Some((plight, open)) if plight.surrenders => {
                if let Some(line) = surrender(turn, &country, &power, &open) {
                    taken.insert((power, country), line);
                }
            }
            Some(_) => conquer(turn, &country, &power),
            None => {}
        }
    }
    not_taken(turn, &taken);
}

/// What was conquered is reinstated or annexed by the lines of the sheets, then goes into new states (§19.1); of the rest
/// the rules decide. All peaces of the year are made by then.
pub fn decide(turn: &mut Turn) {
    if turn.book.scenario.track.is_none() || !is_conquest(turn.state.season) {
        return;
    }
    by_lines(turn);
    states::unite(turn);
    by_default(turn);
    count_system(turn);
}

/// A country whose capital is occupied, and that falls to at least one of the strongest there.
struct Contest {
    country: String,
    rivals: Vec<Rival>,
    /// How it falls to each of the strongest, since it may surrender to one and be conquered by another; with the
    /// provinces that they may choose.
    plights: BTreeMap<String, (Plight, Vec<String>)>,
}

/// The countries that fall to enemies, as things stand before any of them does.
fn contests(turn: &Turn) -> Vec<Contest> {
    let scene = Scene::of(turn.book, &turn.state);
    let of = |country: String| {
        let side = members::leader(&scene, &country)?.to_owned();
        let rivals = rivals(&scene, &country, members::seat(&scene, &country)?, &side);
        let plight = |rival: &Rival| {
            let plight = super::plight(&scene, &country, &rival.power)?;
            let open = super::may_take(&scene, &rival.power, &country);
            let open = open.into_iter().map(str::to_owned).collect();
            Some((rival.power.clone(), (plight, open)))
        };
        let plights: BTreeMap<String, (Plight, Vec<String>)> =
            strongest(&rivals).into_iter().filter_map(plight).collect();
        let falls = plights.values().any(|(plight, _)| plight.falls == Told::Yes);
        falls.then_some(Contest { country, rivals, plights })
    };
    super::may_fall(&scene).into_iter().filter_map(of).collect()
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
    if members::is_of_new_state(&Scene::of(turn.book, &turn.state), country) {
        members::lose(turn, country, power); // §19
        return;
    }
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

/// A country gives up the province that its conqueror chooses of those that are open, and is neutral (NIA §13.2).
/// Returns the line that chose it.
fn surrender(turn: &mut Turn, country: &str, power: &str, open: &[String]) -> Option<u16> {
    let asked = lines(turn, power, |item| item.is(&TAKE)).into_iter().find(|item| {
        let wished = item.name("province").unwrap_or_default();
        open.iter().any(|name| name == wished) && holds(turn, &Shifts::default(), power, item)
    });
    let chosen = asked.as_ref().and_then(|item| item.name("province")).map(str::to_owned);
    let province = chosen.or_else(|| open.first().cloned());
    make_peace(turn, (country, power), province.as_deref(), None);
    asked.map(|item| item.number)
}

/// Makes the peace of a country with an enemy.
pub fn make_peace(
    turn: &mut Turn,
    (country, power): (&str, &str),
    province: Option<&str>,
    ally: Option<&str>,
) {
    let events = super::peace(turn.book, turn.state.season, (country, power), province, ally);
    events.into_iter().for_each(|event| turn.record(event));
    allegiance::turn_country(turn, country, CountryStatus::Neutral);
}

/// Refuses each `take:` that chose no province, with the reason.
fn not_taken(turn: &mut Turn, taken: &BTreeMap<(String, String), u16>) {
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&TAKE)) {
            let province = item.name("province").unwrap_or_default();
            let of = |country: &str| {
                let page = turn.book.countries.get(country);
                page.is_some_and(|page| page.provinces.iter().any(|name| name == province))
            };
            let mut lines = taken.iter().filter(|((by, _), _)| *by == power);
            if lines.clone().any(|(_, line)| *line == item.number) {
                continue;
            }
            let settled = lines.find(|((_, country), _)| of(country)).map(|(_, line)| *line);
            let why = match settled {
                _ if !holds(turn, &Shifts::default(), &power, &item) => Shortfall::NotSo,
                Some(line) => Shortfall::NotAllowed { why: super::settled_by(line) },
                None => {
                    let why =
                        "no country that surrenders to you gives it up by this line (NIA §13.2)";
                    Shortfall::NotAllowed { why: why.to_owned() }
                }
            };
            refuse(turn, &power, &item, why);
        }
    }
}

/// Reinstates and annexes what the lines of the sheets name, in their order.
fn by_lines(turn: &mut Turn) {
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
    }
}

/// Settles what no line has settled.
fn by_default(turn: &mut Turn) {
    for power in powers(turn) {
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

/// Does what a line says of a country; `settled`: those that lines before have dealt with. Returns the country.
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
            restraints::arm(turn, country, power, true);
        }
    }
}

/// Counts a winter that ends with the Continental System in effect (NIA §12.2.3).
fn count_system(turn: &mut Turn) {
    if Scene::of(turn.book, &turn.state).system_in_effect() {
        let winters = turn.state.titles.system_winters().saturating_add(1);
        turn.record(CourtEvent::SystemCounted { winters });
    }
}
