//! Wars outside the map: who is sent, what is paid instead, how they end and who comes back (NIA §14.1).
//!
//! A war begins by a card (§11.1), or in the year that the scenario's page names.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.12, §12.2.1, §12.3, §14.1.

use crate::book::Book;
use crate::book::money::{ForeignWar, Ware};
use crate::book::units::Unit;
use crate::land::combat::round::throw;
use crate::land::supply::Land;
use crate::money::cabinet;
use crate::record::event::{FleetEvent, Modifier, MoneyEvent};
use crate::record::state::{Anchorage, Expedition, Force, MOST_FLEETS, Money, Squadron, State};
use crate::season::arrivals;
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::BTreeMap;

const MILITIA: &str = "MilC";
const INFANTRY: &str = "InfC";
const ABROAD: Rule = Rule("NIA §14.1");

/// What is still to be sent to a war.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// Kinds of units, and how many of each.
    pub units: Vec<(String, usize)>,
    pub fleets: usize,
}

impl Needs {
    /// In words: `1 InfC, 1 fleet`.
    pub fn in_words(&self) -> String {
        let units = self.units.iter().filter(|(_, count)| *count > 0);
        let units = units.map(|(kind, count)| format!("{count} {kind}"));
        let fleets = match self.fleets {
            0 => None,
            1 => Some("1 fleet".to_owned()),
            several => Some(format!("{several} fleets")),
        };
        units.chain(fleets).collect::<Vec<_>>().join(", ")
    }
}

/// The wars that the scenario's page names, each with its first year.
fn wars(book: &Book) -> impl Iterator<Item = (&ForeignWar, u16)> {
    let terms = book.scenario.money.iter().flat_map(|terms| &terms.wars);
    terms.filter_map(|begun| {
        let war = book.money.wars.iter().find(|war| war.name == begun.war)?;
        Some((war, begun.since))
    })
}

/// A war that a card may begin in a year: its power takes part and has money, it was not fought, and no other
/// begins in that year (NIA §14.1).
pub fn may_begin(turn: &Turn, war: &str, year: u16) -> Option<ForeignWar> {
    let (book, state) = (turn.book, &turn.state);
    let fought = wars(book).any(|(one, _)| one.name == war) || state.money.abroad.contains_key(war);
    let other = wars(book).any(|(_, since)| since == year)
        || state.money.abroad.values().any(|there| there.since == year);
    let war = book.money.wars.iter().find(|one| one.name == war)?;
    let takes_part = state.relations.takes_part(&war.power) && book.has_money();
    (takes_part && !fought && !other).then(|| war.clone())
}

/// What a power must still send to wars that begin in a year.
pub fn needs(book: &Book, money: &Money, power: &str, year: u16) -> BTreeMap<String, Needs> {
    let begins = |(war, since): &(&ForeignWar, u16)| war.power == power && *since == year;
    let first = book.scenario.first.year;
    let named: Vec<&str> = wars(book).map(|(war, _)| war.name.as_str()).collect();
    let by_card = book.money.wars.iter().filter(|war| !named.contains(&war.name.as_str()));
    let by_card = by_card.filter_map(|war| Some((war, money.abroad.get(&war.name)?.since)));
    let own = wars(book).chain(by_card).filter(begins).filter(|(_, since)| *since > first);
    let one = |(war, _): (&ForeignWar, u16)| {
        let nobody = Expedition::default();
        let there = money.abroad.get(&war.name).unwrap_or(&nobody);
        let units = war.units.iter().map(|(kind, count)| {
            let sent = there.units.iter().filter(|unit| serves(unit, kind)).count();
            (kind.clone(), count.saturating_sub(sent))
        });
        let fleets = war.fleets.saturating_sub(there.fleets.len());
        (war.name.clone(), Needs { units: units.collect(), fleets })
    };
    own.map(one).collect()
}

/// Whether a unit serves where a kind is asked for: militia stands for the infantry of the line.
pub fn serves(unit: &Unit, kind: &str) -> bool {
    unit.kind == kind || (unit.kind == MILITIA && kind == INFANTRY)
}

/// Whole units of a kind, the lowest modifiers first.
pub fn sorts(book: &Book, power: &str, kind: &str) -> Vec<Unit> {
    let all = book.pools.sorts(power, &book.units);
    let mut sorts: Vec<Unit> = all.filter(|unit| unit.kind == kind).collect();
    sorts.sort_by_key(|unit| unit.modifier);
    sorts
}

/// What is paid for a unit of a kind that is not sent.
pub fn price(book: &Book, power: &str, kind: &str, price: impl Fn(&Unit) -> i32) -> i32 {
    sorts(book, power, kind).first().map_or(0, price)
}

/// The wars that have begun before the game, with their forces from the pools.
pub fn opening(turn: &mut Turn) {
    let book = turn.book;
    let first = book.scenario.first.year;
    for (war, since) in wars(book).filter(|(_, since)| *since <= first) {
        let mut units: Vec<Unit> = vec![];
        for (kind, count) in &war.units {
            for _ in 0..*count {
                let left =
                    |unit: &Unit| book.pools.has_left(unit, turn.state.units().chain(&units));
                let unit = sorts(book, &war.power, kind).into_iter().find(left);
                units.extend(unit);
            }
        }
        let fleets = free_fleets(book, &turn.state, &war.power).take(war.fleets).collect();
        let (war, power) = (war.name.clone(), war.power.clone());
        turn.record(MoneyEvent::WarBegan { war, power, since, units, fleets });
    }
}

/// Names for fleets of a power that are neither afloat, abroad nor sunk; as many as its pool has left.
fn free_fleets(book: &Book, state: &State, power: &str) -> impl Iterator<Item = String> {
    let own = state.squadrons.iter().filter(|squadron| squadron.power == power);
    let mut taken: Vec<String> = own.flat_map(|squadron| squadron.fleets.clone()).collect();
    let abroad = state.money.abroad.values().filter(|one| one.power == power);
    taken.extend(abroad.flat_map(|one| one.fleets.clone()));
    let most = book.pools.fleets(power).saturating_sub(book.scenario.fleets_out(power));
    let left = usize::try_from(most).unwrap_or(0).saturating_sub(taken.len());
    taken.extend(state.sunk.get(power).into_iter().flatten().cloned());
    let names = (1..=u32::from(u16::MAX)).map(|number| format!("fleet {number}"));
    names.filter(move |name| !taken.contains(name)).take(left)
}

/// The wars that begin this spring.
pub fn begin(turn: &mut Turn) {
    let (book, year) = (turn.book, turn.state.season.year);
    let first = book.scenario.first.year;
    for (war, since) in wars(book).filter(|(_, since)| *since == year && *since > first) {
        if turn.state.relations.takes_part(&war.power) {
            let (war, power) = (war.name.clone(), war.power.clone());
            let (units, fleets) = (vec![], vec![]);
            turn.record(MoneyEvent::WarBegan { war, power, since, units, fleets });
        }
    }
}

/// In winter each power rolls for the end of its wars.
pub fn winter(turn: &mut Turn) {
    if turn.state.season.quarter != Quarter::Winter {
        return;
    }
    let year = turn.state.season.year;
    let fights =
        |there: &Expedition| !(there.over || there.units.is_empty() && there.fleets.is_empty());
    let all = turn.state.money.abroad.iter().filter(|(_, there)| fights(there));
    let all: Vec<(String, Expedition)> =
        all.map(|(war, there)| (war.clone(), there.clone())).collect();
    for (war, there) in all {
        let Some(needed) = turn.book.money.wars.iter().find(|one| one.name == war) else {
            continue;
        };
        let needed = needed.end;
        let faces = turn.ledger.dice(ABROAD.by(war.clone()), 1, 6).faces;
        let years = i32::from(year.saturating_sub(there.since)) + 1;
        let throw = throw(faces, vec![Modifier { what: "years of war".to_owned(), by: years }]);
        let ends = throw.total >= i32::from(needed);
        let power = there.power.clone();
        turn.record(MoneyEvent::WarTried { war: war.clone(), power, throw, needed, ends });
        if ends {
            end(turn, war, there);
        }
    }
}

/// A die for each step and each fleet of those who were there.
fn end(turn: &mut Turn, war: String, there: Expedition) {
    let Expedition { power, mut units, mut fleets, .. } = there;
    let steps: usize = units.iter().map(|unit| usize::from(unit.steps)).sum();
    let count = u8::try_from(steps + fleets.len()).unwrap_or(u8::MAX);
    let ask = ABROAD.by(war.clone()).at("losses".to_owned());
    let dice = turn.ledger.dice(ask, count, 6).faces;
    let mut left = dice.iter();
    let mut lost = 0;
    for unit in &mut units {
        let gone = left.by_ref().take(usize::from(unit.steps)).filter(|die| **die == 6).count();
        unit.steps = unit.steps.saturating_sub(u8::try_from(gone).unwrap_or(u8::MAX));
        lost += u32::try_from(gone).unwrap_or(0);
    }
    units.retain(|unit| unit.steps > 0);
    let before = fleets.len();
    fleets.retain(|_| left.next() != Some(&6));
    let sunk = u32::try_from(before - fleets.len()).unwrap_or(0);
    turn.record(MoneyEvent::WarEnded { war, power, dice, steps: lost, sunk, units, fleets });
}

/// Brings back who is left of the wars that are over.
pub fn home(turn: &mut Turn) {
    let over = turn.state.money.abroad.iter().filter(|(_, there)| there.over);
    let over: Vec<(String, Expedition)> =
        over.map(|(war, there)| (war.clone(), there.clone())).collect();
    for (war, there) in over {
        let Some((site, harbour)) = places(turn, &there) else { continue };
        let Expedition { power, units, fleets, .. } = there;
        turn.record(MoneyEvent::CameHome { war, power: power.clone() });
        if !units.is_empty() {
            let at = arrivals::room(turn, &power, site);
            let mut force = Force::new(turn.new_id(&power), &power, at);
            force.units = units;
            force.settle();
            arrivals::stand(turn, force, true, None);
        }
        if let Some(at) = harbour {
            let squadron = Squadron::new(&power, &Anchorage::Harbour(at), &fleets);
            turn.record(FleetEvent::SquadronPlaced { squadron });
        }
    }
}

/// Where troops and fleets come back to; nothing, if they must wait.
fn places(turn: &Turn, there: &Expedition) -> Option<(Space, Option<Space>)> {
    let (book, state) = (turn.book, &turn.state);
    let land = Land::of(book, state, &there.power);
    let works = cabinet::works(book, state, &land, &there.power)?;
    let site = works.sites.first().copied()?;
    if there.fleets.is_empty() {
        return Some((site, None));
    }
    let free = |at: &Space| {
        let lie = state.friends_at(&there.power, &Anchorage::Harbour(*at)).len();
        land.is_own(&there.power, *at) && lie + there.fleets.len() <= MOST_FLEETS
    };
    let mut harbours = book.atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at);
    Some((site, Some(harbours.find(free)?)))
}

/// What a fleet that is not sent costs.
pub const FLEET: Ware = Ware::Fleet;
