//! One day of battle: the ratio, the advantage, two dice, the losses (§19.2 to §19.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.4, §19.5.

use super::camp::Camp;
use super::{Outcome, host};
use crate::book::Book;
use crate::book::figures::{BattleTable, Cell};
use crate::book::troops::{Arm, Extra};
use crate::march::losses;
use crate::orders::senses::Told;
use crate::record::estimate::Informant;
use crate::record::event::{BattleKind, Day, Host, Modifier, WarEvent};
use crate::record::state::Formation;
use crate::season::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;

const BATTLE: Rule = Rule("K05 §19.4");
const SIEGE: Rule = Rule("K05 §19.5");
/// Regiments of cavalry for one per cent of pursuit (§19.5).
const REGIMENTS: u32 = 10;

/// The table that a battle is read from.
pub fn table(book: &Book, kind: BattleKind) -> &BattleTable {
    match kind {
        BattleKind::Field => &book.tables.field,
        BattleKind::Meeting => &book.tables.meeting,
        BattleKind::Siege => &book.tables.siege,
    }
}

/// Which way the advantage shifts the column: one for who has more modifiers (§19.3).
pub fn shift(attacker: &[Modifier], defender: &[Modifier]) -> i32 {
    let sum = |all: &[Modifier]| all.iter().map(|modifier| modifier.by).sum::<i32>();
    (sum(attacker) - sum(defender)).signum()
}

/// What pursuit adds, in per cent (§19.5).
pub fn pursuit(kind: BattleKind, goes: [bool; 2], cavalry: [u32; 2]) -> u32 {
    match (kind, goes) {
        (BattleKind::Siege, _) | (_, [true, true] | [false, false]) => 0,
        (_, [false, true]) => cavalry[0] / REGIMENTS,
        (_, [true, false]) => cavalry[1] / REGIMENTS,
    }
}

/// What is added to the roll, and why.
fn adjusted(turn: &Turn, at: Space, kind: BattleKind, hosts: (&Host, &Host)) -> Vec<Modifier> {
    let has = |host: &Host| {
        let chief = host.commander.as_ref().and_then(|name| turn.state.generals.get(name));
        chief.filter(|chief| chief.extra == Some(Extra::Battle)).map(|chief| chief.name.clone())
    };
    let mut all = vec![];
    all.extend(has(hosts.0).map(|what| Modifier { by: -1, what }));
    all.extend(has(hosts.1).map(|what| Modifier { by: 1, what }));
    let walls = turn.book.city(at).filter(|_| kind == BattleKind::Siege);
    all.extend(walls.map(|city| Modifier {
        by: i32::try_from(city.walls).unwrap_or(i32::MAX),
        what: "siege value".to_owned(),
    }));
    all
}

/// Fights one day.
pub(super) fn fight(
    turn: &mut Turn,
    at: Space,
    kind: BattleKind,
    camps: [&Camp; 2],
    day: u32,
) -> Outcome {
    let (attacker, defender) = host::both(turn, at, kind, camps);
    let table = table(turn.book, kind);
    let ratio = table.column(attacker.combat, defender.combat);
    let column = table.shifted(ratio, shift(&attacker.modifiers, &defender.modifiers));
    let rule = if kind == BattleKind::Siege { SIEGE } else { BATTLE };
    let ask = rule.by(attacker.name()).at(turn.book.atlas.name(at));
    let roll = turn.ledger.dice(ask, 2, 6);
    let adjusted = adjusted(turn, at, kind, (&attacker, &defender));
    let total = i32::from(roll.sum()) + adjusted.iter().map(|modifier| modifier.by).sum::<i32>();
    let result = table.read(column, total);
    let goes = [result.attacker_retreats, result.defender_retreats];
    let told = turn.book.estimates.as_ref().map(|estimates| {
        [(&attacker, result.attacker), (&defender, result.defender)].map(|(host, percent)| {
            let about = estimates.estimate(Informant::Battle, host.units, host.combat);
            let (units, toll) = (about.units.about, estimates.toll(percent));
            Told {
                combat: about.combat.map_or(0, |combat| combat.about),
                units,
                lost: (estimates.typical(toll) * units).div_ceil(100),
            }
        })
    });
    let ours: Vec<&Formation> = camps[0].troops(&turn.state, at).collect();
    let theirs: Vec<&Formation> = camps[1].troops(&turn.state, at).collect();
    let cavalry = |force: &[&Formation]| {
        force.iter().map(|one| one.of_arm(&turn.book.troops, Arm::Cavalry)).sum()
    };
    let pursuit = pursuit(kind, goes, [cavalry(&ours), cavalry(&theirs)]);
    let Cell { attacker: ours_lose, defender: theirs_lose, .. } = result;
    let more = |goes: bool, percent: u32| if goes { (percent + pursuit).min(100) } else { percent };
    let lost = (
        losses::share(turn.book, &ours, more(goes[0], ours_lose)),
        losses::share(turn.book, &theirs, more(goes[1], theirs_lose)),
    );
    turn.record(WarEvent::Fought(Box::new(Day {
        at,
        kind,
        day,
        attacker,
        defender,
        ratio: table.called(ratio).to_string(),
        column: table.called(column).to_string(),
        dice: roll.faces,
        adjusted,
        total,
        result,
        pursuit,
        attacker_lost: lost.0.clone(),
        defender_lost: lost.1.clone(),
    })));
    Outcome { lost, goes, told }
}
