//! One camp in a battle: its strength, its commander, and the modifiers of both (§19.2, §19.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1, §19.2, §19.3, §19.5.

use super::camp::Camp;
use super::command::generals;
use crate::book::Troops;
use crate::book::troops::{Arm, Extra};
use crate::record::event::{BattleKind, Host, Modifier};
use crate::record::state::{Formation, General, Kind};
use crate::season::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Field batteries that make a grand battery (§10.5).
const GRAND_BATTERY: u32 = 6;

/// What it costs an army in modifiers to be out of supply (§15.1).
pub const UNFED: i32 = -2;

/// What a modifier is called.
pub const NAMES: [&str; 8] = [
    "morale",
    "commander",
    "army rating",
    "skirmishers",
    "scouting",
    "grand battery",
    "river",
    "out of supply",
];

/// The army combat value of a camp (§19.2).
pub fn strength(turn: &Turn, at: Space, camp: &Camp) -> u32 {
    let force: Vec<&Formation> = camp.troops(&turn.state, at).collect();
    combat_value(&turn.book.troops, &force, &generals(turn, at, camp))
}

/// The combat value and the units of each power of a camp; their sums are the camp's (§19.2).
pub fn of_powers(turn: &Turn, at: Space, camp: &Camp) -> BTreeMap<String, (u32, u32)> {
    let troops = &turn.book.troops;
    let mut powers: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for one in camp.troops(&turn.state, at) {
        let (combat, units) = powers.entry(one.power.clone()).or_default();
        *combat += one.combat(troops);
        *units += one.count(troops);
    }
    for general in generals(turn, at, camp).into_iter().skip(1) {
        powers.entry(general.power.clone()).or_default().0 += general.combat;
    }
    powers
}

/// The combat value of a force with its generals, the commander first: subordinates add theirs (§19.2).
pub fn combat_value(troops: &Troops, force: &[&Formation], generals: &[&General]) -> u32 {
    let subordinates = generals.iter().skip(1).map(|one| one.combat).sum::<u32>();
    force.iter().map(|one| one.combat(troops)).sum::<u32>() + subordinates
}

/// How much the battle rating loses for commanding too many (§19.3).
pub fn overcommand(formations: u32, rating: u32) -> u32 {
    if rating == 0 { formations } else { formations.div_ceil(rating).saturating_sub(1) }
}

/// The mean morale, rounded up (§10.4, §19.3).
pub fn morale(sum: u32, units: u32) -> u32 {
    if units == 0 { 0 } else { sum.div_ceil(units) }
}

/// Counts a camp, without its modifiers.
pub fn count(turn: &Turn, at: Space, camp: &Camp) -> Host {
    let (book, state) = (turn.book, &turn.state);
    let force: Vec<&Formation> = camp.troops(state, at).collect();
    let generals = generals(turn, at, camp);
    let commander = generals.first().copied();
    let leads = |one: &&&Formation| {
        let led = one.under.as_ref().filter(|name| generals.iter().any(|g| g.name == **name));
        let his = led.is_none() || led == commander.map(|chief| &chief.name);
        one.kind != Kind::Marauders && his
    };
    let commanded = u32::try_from(force.iter().filter(leads).count()).unwrap_or(u32::MAX);
    let over = commander.map_or(0, |chief| overcommand(commanded, chief.command));
    let sum = force.iter().map(|one| one.morale(&book.troops)).sum();
    let units = force.iter().map(|one| one.count(&book.troops)).sum();
    let extra = commander.is_some_and(|chief| chief.extra == Some(Extra::Morale));
    let powers: BTreeSet<String> = force.iter().map(|one| one.power.clone()).collect();
    let first = force.first().map(|one| one.power.clone()).unwrap_or_default();
    Host {
        power: commander.map_or(first, |chief| chief.power.clone()),
        powers: powers.into_iter().collect(),
        commander: commander.map(|chief| chief.name.clone()),
        formations: force.iter().map(|one| one.name.clone()).collect(),
        units,
        combat: strength(turn, at, camp),
        battle: commander.map_or(0, |chief| chief.battle.saturating_sub(over)),
        overcommand: over,
        morale: morale(sum, units) + u32::from(extra),
        modifiers: vec![],
    }
}

/// What only one side has, of those things that are counted and compared (§19.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Means {
    pub morale: u32,
    pub battle: u32,
    pub army: u32,
    pub skirmishers: u32,
    pub scouts: u32,
    pub batteries: u32,
    pub commanded: bool,
    pub river: bool,
    pub unfed: bool,
}

/// The modifiers of a side against another (§19.3).
pub fn modifiers(ours: &Means, theirs: &Means) -> Vec<Modifier> {
    let [morale, commander, army, skirmishers, scouting, grand, river, unfed] = NAMES;
    let lines = [
        (ours.morale > theirs.morale, 1, morale),
        (ours.battle > theirs.battle, 1, commander),
        (ours.army > theirs.army, 1, army),
        (ours.skirmishers > theirs.skirmishers, 1, skirmishers),
        (ours.scouts > theirs.scouts, 1, scouting),
        (ours.commanded && ours.batteries >= GRAND_BATTERY, 1, grand),
        (ours.river, 1, river),
        (ours.unfed, UNFED, unfed),
    ];
    let applies = lines.into_iter().filter(|(applies, ..)| *applies);
    applies.map(|(_, by, what)| Modifier { by, what: what.to_owned() }).collect()
}

/// What a camp has for the comparison; the river is the defender's.
fn means(turn: &Turn, at: Space, camp: &Camp, host: &Host, river: bool) -> Means {
    let (book, state) = (turn.book, &turn.state);
    let force = || camp.troops(state, at);
    let nation = book.lands.nation(&host.power);
    let combat = |fed: bool| -> u32 {
        force().filter(|one| one.fed == fed).map(|one| one.combat(&book.troops)).sum()
    };
    Means {
        morale: host.morale,
        battle: host.battle,
        army: nation.map_or(0, |nation| nation.army),
        skirmishers: nation.map_or(0, |nation| nation.skirmishers),
        scouts: force().map(|one| one.scouts(&book.troops)).sum(),
        batteries: force().map(|one| one.of_arm(&book.troops, Arm::FieldArtillery)).sum(),
        commanded: host.commander.is_some(),
        river,
        unfed: combat(false) > 0 && combat(false) >= combat(true),
    }
}

/// Whether all troops of a camp came into the hex over rivers this turn.
fn crossed(turn: &Turn, at: Space, camp: &Camp) -> bool {
    let mut force = camp.troops(&turn.state, at).peekable();
    force.peek().is_some()
        && force.all(|one| {
            let from = turn.entered.get(&one.name);
            from.is_some_and(|from| {
                let edge = turn.book.atlas.edge(*from, at);
                edge.river || edge.strait
            })
        })
}

/// Both camps of a battle, with their modifiers.
pub fn both(turn: &Turn, at: Space, kind: BattleKind, camps: [&Camp; 2]) -> (Host, Host) {
    let [mut attacker, mut defender] = camps.map(|camp| count(turn, at, camp));
    let river = kind != BattleKind::Meeting && crossed(turn, at, camps[0]);
    let ours = means(turn, at, camps[0], &attacker, false);
    let theirs = means(turn, at, camps[1], &defender, river);
    attacker.modifiers = modifiers(&ours, &theirs);
    defender.modifiers = modifiers(&theirs, &ours);
    (attacker, defender)
}
