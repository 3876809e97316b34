//! The random event of a turn, and generals who fall and are replaced (§8, §19.5, §19.7).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8, §19.5, §19.7.

use crate::battle::Camp;
use crate::battle::retreat::{self, Beaten};
use crate::book::figures::Chance;
use crate::book::troops::Arm;
use crate::position::Position;
use crate::record::event::{Event, Fate, ForceEvent, PublicEvent, SeaEvent, WarEvent};
use crate::record::state::{Formation, General};
use crate::sea::storm;
use crate::season::turn::Turn;
use crate::sight::chance::VETERANS as OF_VETERANS;
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::BTreeSet;

const CHANCE: Rule = Rule("K05 §8");
const DEATH: Rule = Rule("K05 §19.5");
const SUCCESSOR: Rule = Rule("K05 §19.7");
/// With fewer generals than this a power gains another for each that it loses.
const GENERALS: usize = 9;
/// Battalions that become veterans.
const VETERANS: u32 = 6;

/// Rolls the random event and does what it says.
pub fn play(turn: &mut Turn) {
    let roll = turn.ledger.dice(CHANCE.by("random event"), 2, 6);
    let line = turn.book.chances.iter().find(|line| line.roll == roll.sum());
    let word = line.expect("there is an event for every roll").word;
    turn.record(PublicEvent::Chanced { dice: roll.faces, word });
    match word {
        Chance::Death => deaths(turn),
        Chance::Reform => reform(turn),
        Chance::Veterans => veterans(turn),
        Chance::Revolt => revolt(turn),
        Chance::Storm => storm::play(turn), // §13.8
        Chance::Trade | Chance::GoodHarvest | Chance::BadHarvest | Chance::Quiet => {}
    }
}

/// In each battle of the turn each camp rolls for its lowest general (§19.5).
pub fn deaths(turn: &mut Turn) {
    let battles = turn.battles.clone();
    for battle in battles {
        for generals in battle.generals {
            let alive = |name: &&String| turn.state.generals.contains_key(*name);
            let Some(last) = generals.iter().rev().find(alive).cloned() else { continue };
            let power = turn.state.generals[&last].power.clone();
            let ask = DEATH.by(&power).at(turn.book.atlas.name(battle.at));
            let die = turn.ledger.dice(ask, 1, 6).faces[0];
            let general = (die == 1).then(|| last.clone());
            let at = battle.at;
            turn.record(WarEvent::DeathChecked { at, power: power.clone(), die, general });
            if die == 1 {
                turn.record(PublicEvent::GeneralLost {
                    general: last,
                    power,
                    at,
                    fate: Fate::Killed,
                });
            }
        }
    }
}

/// Whoever lost a general gains another, while he has fewer than nine (§19.7).
pub fn replace(turn: &mut Turn) {
    let lost: Vec<(String, String)> = turn
        .events
        .iter()
        .flat_map(|event| {
            if let Event::Public(PublicEvent::GeneralLost { general, power, .. }) = event {
                vec![(general.clone(), power.clone())]
            } else if let Event::Sea(SeaEvent::LostAboard { generals, power, .. }) = event {
                generals.iter().map(|name| (name.clone(), power.clone())).collect()
            } else {
                vec![]
            }
        })
        .collect();
    for (after, power) in lost {
        if !turn.state.is_in_play(&power) {
            continue;
        }
        let all = turn.state.generals.values().chain(turn.state.navy.generals_aboard());
        let own = all.filter(|one| one.power == power).count();
        let Some(at) = post(turn, &power).filter(|_| own < GENERALS) else { continue };
        let name = free_name(turn, &power).unwrap_or_else(|| format!("the successor of {after}"));
        let (general, die) = drawn(turn, name, &power, at);
        turn.record(WarEvent::Succeeded { general, after, die });
    }
}

/// A general by a die (§19.7).
fn drawn(turn: &mut Turn, name: String, power: &str, at: Space) -> (General, u8) {
    let die = turn.ledger.dice(SUCCESSOR.by(power), 1, 6).faces[0];
    let troops = &turn.book.troops;
    let line = troops.replacements.iter().find(|line| line.die == die);
    let line = line.expect("there is a line for each face").clone();
    let points = troops.ranks[&line.rank].points;
    let general = General {
        name,
        power: power.to_owned(),
        rank: line.rank,
        battle: line.battle,
        command: line.command,
        combat: line.combat,
        points,
        extra: line.extra,
        at,
    };
    (general, die)
}

/// A general who was bought, and their die (§19.7).
pub fn engaged(turn: &mut Turn, power: &str, at: Space) -> (General, u8) {
    let title = turn.book.title(power).to_owned();
    let numbered = |turn: &Turn| {
        let mut names = (1u32..).map(|nth| format!("{title} General {nth}"));
        names.find(|name| !is_taken(turn, name)).unwrap_or_default()
    };
    let name = free_name(turn, power).unwrap_or_else(|| numbered(turn));
    drawn(turn, name, power, at)
}

/// Whether somebody bears or bore a name.
fn is_taken(turn: &Turn, name: &String) -> bool {
    let state = &turn.state;
    let is_aboard = state.navy.generals_aboard().any(|one| one.name == *name);
    state.generals.contains_key(name) || is_aboard || state.fallen.contains(name)
}

/// The next name of the nation's list that nobody bears or bore.
fn free_name(turn: &Turn, power: &str) -> Option<String> {
    let mut names = turn.book.troops.successors.get(power).into_iter().flatten();
    names.find(|name| !is_taken(turn, name)).cloned()
}

/// Where a successor comes.
fn post(turn: &Turn, power: &str) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let first = state.formations.values().find(|one| one.power == power)?;
    let home = book.scenario.home.get(power).copied().filter(|at| {
        state.holder(book, *at).is_some_and(|holder| state.friends(holder, power))
            && !state.enemy_at(*at, power)
    });
    Some(home.unwrap_or(first.at))
}

fn reform(turn: &mut Turn) {
    let mut open: Vec<String> = turn
        .book
        .lands
        .realms()
        .iter()
        .filter(|nation| nation.corps.number > 0 && turn.state.is_in_play(&nation.name))
        .filter(|nation| !turn.state.reformed.contains(&nation.name))
        .map(|nation| nation.name.clone())
        .collect();
    if open.is_empty() {
        return;
    }
    open.sort();
    let drawn = turn.ledger.draw(CHANCE.by("army reform"), &open).index;
    turn.record(PublicEvent::Reformed { nation: open[drawn].clone() });
}

fn veterans(turn: &mut Turn) {
    const LINE: &str = "line infantry";
    const VETERAN: &str = "veteran line infantry";
    let has = |one: &&Formation| one.units.contains_key(LINE);
    let powers: BTreeSet<String> =
        turn.state.formations.values().filter(has).map(|one| one.power.clone()).collect();
    let powers: Vec<String> = powers.into_iter().collect();
    if powers.is_empty() {
        return;
    }
    let power = powers[turn.ledger.draw(CHANCE.by(OF_VETERANS), &powers).index].clone();
    let mut left = VETERANS;
    let mut formations = vec![];
    for one in turn.state.formations.values().filter(|one| one.power == power) {
        let line = one.units.get(LINE).copied().unwrap_or(0).min(left);
        if line == 0 {
            continue;
        }
        let mut one = one.clone();
        left -= line;
        let rest = one.units[LINE] - line;
        one.units.insert(LINE.to_owned(), rest);
        *one.units.entry(VETERAN.to_owned()).or_default() += line;
        one.units.retain(|_, hits| *hits > 0);
        formations.push(one);
    }
    turn.record(ForceEvent::Reshaped { power, formations, gone: vec![] });
}

fn revolt(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let mut cities: Vec<(Space, String)> = state
        .held
        .iter()
        .filter(|(at, power)| {
            let owner = state.owner(book, **at);
            let stands = |owner: &&str| !state.politics.conquered.contains(*owner);
            owner.filter(stands).is_some_and(|owner| !state.friends(owner, power))
        })
        .map(|(at, power)| (*at, power.clone()))
        .collect();
    if cities.is_empty() {
        return;
    }
    cities.sort_by_key(|(at, _)| book.atlas.name(*at));
    let names: Vec<String> = cities.iter().map(|(at, _)| book.atlas.name(*at)).collect();
    let drawn = turn.ledger.draw(CHANCE.by("revolt"), &names).index;
    let (at, power) = cities[drawn].clone();
    let state = &turn.state;
    let nation = state.owner(book, at).unwrap_or_default().to_owned();
    let camp = Camp::of(state, at, &power);
    let others = |one: &str| one == power || !state.friends(one, &nation);
    let camp = camp.of_those(state, others).unwrap_or(camp);
    let foot = camp.troops(state, at).map(|one| one.of_arm(&book.troops, Arm::Infantry));
    let foot: u32 = foot.sum();
    let besieged = turn.state.enemy_at(at, &power);
    if foot >= 2 || besieged {
        return turn.record(WarEvent::Withstood { at, power });
    }
    let thrown = Beaten {
        at,
        camp,
        came: BTreeSet::new(),
        enemy_came: BTreeSet::new(),
        attacked: false,
        toward: None,
        gone: false,
    };
    let battles = turn.battles.iter().map(|battle| battle.at).collect();
    retreat::fall_back(turn, &thrown, &battles);
    turn.record(PublicEvent::Reverted { at, power: nation, from: power, ruled: false });
}
