//! What comes of enemies who meet at sea: intercept or evade (§19.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.6.

use super::{Engagement, harbour};
use crate::book::ships::Navies;
use crate::decisions::Topic;
use crate::orders::sea_senses::SeaCommander;
use crate::position::Position;
use crate::record::event::{Conduct, Encounter, Flight, Held, Party, SeaEvent};
use crate::record::sea::{Berth, Group, Navy, Size, count};
use crate::season::turn::Turn;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use sheet::condition::Truth;

const MEET: Rule = Rule("K05 §19.6");

/// A group by its power and its name.
type Key = (String, String);

/// Enemies who lie in one area at the start of a turn meet before anybody sails.
pub fn at_start(turn: &mut Turn) {
    let Some(navies) = &turn.book.navies else { return };
    for area in navies.waters.areas() {
        let here = Berth::Sea(area.clone());
        let groups = turn.state.navy.groups_at(&here);
        let mut keys: Vec<Key> = groups.into_iter().map(|one| (one.power, one.who)).collect();
        keys.sort_by_key(|key| (turn.initiative(&key.0), key.clone()));
        for (nth, first) in keys.iter().enumerate() {
            for second in &keys[nth + 1..] {
                meet(turn, area, first, second);
            }
        }
    }
}

/// Ships have entered an area, and meet the enemies in it, who moves first before the others.
pub fn enter(turn: &mut Turn, key: &Key, area: &str) {
    let here = Berth::Sea(area.to_owned());
    let groups = turn.state.navy.groups_at(&here);
    let mut others: Vec<Key> = groups.into_iter().map(|one| (one.power, one.who)).collect();
    others.sort_by_key(|other| (turn.initiative(&other.0), other.clone()));
    for other in others {
        meet(turn, area, key, &other);
    }
}

/// What a die for each side decides, where the first of two intercepts and the other evades: whether they fight. A tie is
/// the evader's (§19.6).
pub fn caught(interceptor: u8, evader: u8) -> bool {
    interceptor > evader
}

/// Whether ships are frigates alone, which flee from men of war that have caught them (§19.6).
fn flees(navies: &Navies, navy: &Navy, evader: &Group, interceptor: &Group) -> bool {
    let kinds = |group: &Group| {
        let fleets = navy.of_group(group);
        fleets.flat_map(|one| one.kinds()).map(|kind| navies.kind(kind)).collect::<Vec<_>>()
    };
    kinds(evader).iter().all(|kind| kind.scout) && kinds(interceptor).iter().any(|kind| kind.line)
}

/// Two groups in one area, if they are enemies who have not met there this turn and neither has left.
fn meet(turn: &mut Turn, area: &str, first: &Key, second: &Key) {
    let here = Berth::Sea(area.to_owned());
    let mut pair = [first.clone(), second.clone()];
    pair.sort();
    let navy = &turn.state.navy;
    let there = |key: &Key| navy.group(&key.0, &key.1).filter(|one| one.at == here);
    let (Some(ours), Some(theirs)) = (there(first), there(second)) else { return };
    if !turn.state.at_war(&first.0, &second.0) || !turn.sea.met.insert((area.to_owned(), pair)) {
        return;
    }
    // Who protects the trade of its nation fights whoever comes for it (§16.4); transports and prizes do neither.
    let fights = [&ours, &theirs].iter().all(|one| turn.state.navy.warlike(one) > 0);
    let waters = turn.book.navies.as_ref().map(|navies| &navies.waters);
    let trade = waters.and_then(|waters| waters.trade_of(area));
    let is_owner = |of: &str| [&ours, &theirs].iter().any(|one| one.power == of);
    let conducts = match fights && trade.is_some_and(is_owner) {
        true => [Conduct::Intercept; 2],
        false => [conduct(turn, &ours, &theirs, area), conduct(turn, &theirs, &ours, area)],
    };
    let groups = [&ours, &theirs];
    let (dice, outcome) = match conducts {
        [Conduct::Intercept, Conduct::Intercept] => (vec![], Encounter::Battle),
        [Conduct::Evade, Conduct::Evade] => (vec![], Encounter::Passed),
        [one, _] => {
            let dice =
                groups.map(|group| turn.ledger.dice(MEET.by(&group.who).at(area), 1, 6).faces[0]);
            let seeker = usize::from(one == Conduct::Evade);
            let fled = || {
                let navies = turn.book.navies.as_ref();
                let navy = &turn.state.navy;
                navies.is_some_and(|all| flees(all, navy, groups[1 - seeker], groups[seeker]))
            };
            let outcome = match caught(dice[seeker], dice[1 - seeker]) {
                false => Encounter::Escaped,
                true if fled() => Encounter::Fled,
                true => Encounter::Battle,
            };
            (dice.to_vec(), outcome)
        }
    };
    let party = |nth: usize| Party {
        power: groups[nth].power.clone(),
        who: groups[nth].who.clone(),
        size: size(&turn.state.navy, groups[nth]),
        conduct: conducts[nth],
    };
    let (one, other) = (party(0), party(1));
    let area = area.to_owned();
    turn.record(SeaEvent::Met { area: area.clone(), first: one, second: other, dice, outcome });
    let seeker = usize::from(conducts[0] == Conduct::Evade);
    match outcome {
        Encounter::Battle => {
            let [attacker, defender] = [seeker, 1 - seeker].map(|nth| [first, second][nth].clone());
            turn.sea.stopped.extend([attacker.clone(), defender.clone()]);
            turn.sea.engaged.push(Engagement { area, attacker, defender });
        }
        Encounter::Fled => {
            let key = [first, second][1 - seeker];
            fall_back(turn, key, Flight::Frigates);
        }
        Encounter::Passed | Encounter::Escaped => {}
    }
}

/// How many ships a group has.
pub fn ships(navy: &Navy, group: &Group) -> u32 {
    let fleets = navy.of_group(group);
    fleets.map(|one| count(&one.ships) + count(&one.prizes)).sum()
}

fn size(navy: &Navy, group: &Group) -> Size {
    Size::of(ships(navy, group))
}

/// Ships leave an area for the nearest refuge; without one they stay (§19.6).
pub fn fall_back(turn: &mut Turn, (power, who): &Key, why: Flight) {
    let Some(group) = turn.state.navy.group(power, who) else { return };
    turn.sea.stopped.insert((power.clone(), who.clone()));
    let Some(area) = group.at.area() else { return };
    let Some(to) = harbour::refuge(turn.book, &turn.state, power, (area, true)) else { return };
    turn.record(SeaEvent::FellBack {
        power: power.clone(),
        who: who.clone(),
        fleets: group.fleets,
        admirals: group.admiral.into_iter().collect(),
        from: group.at,
        to,
        why,
    });
}

/// What a group does with an enemy it meets: by its entry, a ruling, or the default.
fn conduct(turn: &mut Turn, group: &Group, other: &Group, area: &str) -> Conduct {
    let key = (group.power.clone(), group.who.clone());
    let said = turn.sea.conducts.get(&key).cloned();
    let theirs = ships(&turn.state.navy, other);
    let (book, known) = (turn.book, turn.known(&group.power));
    let asked = SeaCommander::met(book, known, group, (&other.power, theirs));
    let answer = said.as_ref().and_then(|said| said.condition.as_ref());
    let held = answer.map(|condition| condition.ask(&asked));
    let failed = answer.filter(|_| held != Some(Truth::Yes)).map(|is| asked.why_not(is));
    let said = said.map(|said| match held {
        None | Some(Truth::Yes) => said.is,
        Some(Truth::No | Truth::Unknown) => said.otherwise.unwrap_or_default(),
    });
    let question = Question {
        ask: MEET.by(&group.who).at(area),
        decider: group.power.clone(),
        decision: Topic::AtSea.decision(),
        options: Conduct::ALL.map(|one| one.word().to_owned()).to_vec(),
        default: Conduct::default().word().to_owned(),
        needs_human: false,
    };
    let sheet = said.map(|is| (is.word().to_owned(), Source::Entry));
    turn.sea.asked.insert(key);
    let answer = turn.ledger.decide(question, sheet);
    let choice = Conduct::read(&answer.choice).unwrap_or_default();
    turn.record(SeaEvent::AtSea {
        power: group.power.clone(),
        who: group.who.clone(),
        area: area.to_owned(),
        choice,
        source: answer.source,
        held: held.map(Held::from),
        failed,
    });
    choice
}
