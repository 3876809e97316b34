//! What a victory brings: markers, perhaps a leader, promotions (FRW §18.4, §24.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §18.4, §19.4, §24.1, §24.2.

use super::choice::Side;
use crate::book::Book;
use crate::book::troops::{Grade, Kind};
use crate::decisions::Topic;
use crate::markers;
use crate::operations::dice::{Die, Throw};
use crate::operations::newcomers;
use crate::orders::plan::unit_words;
use crate::orders::units::chosen;
use crate::record::event::{Event, ForceEvent, Host, WarEvent};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const REWARD: Rule = Rule("FRW §18.4");
const PROMOTION: Rule = Rule("FRW §24.1");

/// What counts for the reward: printed strengths and the commander's value.
pub fn worth(book: &Book, host: &Host) -> u32 {
    let printed: u32 = host.lines.iter().map(|line| line.count * line.strength).sum();
    let leader = host.commander.as_ref().and_then(|name| book.troops.leader(name));
    printed + leader.map_or(0, |leader| u32::from(leader.value))
}

/// Gives the winner of a battle what it brings.
pub fn give(turn: &mut Turn<'_>, at: Space, (winner, loser): (&Side, &Side), beaten: &Host) {
    let book = turn.the_book();
    let strength = worth(book, beaten);
    let reward = *book.tables.rewards.read(strength);
    turn.record(Event::from(WarEvent::Rewarded {
        winner: winner.seat.clone(),
        loser: loser.seat.clone(),
        strength,
        draws: reward.draws,
        loses: reward.loses,
    }));
    markers::draw(turn, &winner.seat, reward.draws);
    markers::lose(turn, &loser.seat, reward.loses);
    if reward.leader > 0 {
        let who = winner.seat.as_str();
        let throw = Throw { rule: REWARD, who, at, dice: 1, die: Die::Leader, owner: who };
        let die = throw.roll(turn)[0];
        let (seat, needed) = (winner.seat.clone(), reward.leader);
        turn.record(Event::from(WarEvent::LeaderDie { seat, die, needed }));
        if die <= needed {
            let major = major_of(turn, winner);
            newcomers::joins(turn, REWARD, &winner.seat, &major);
        }
    }
    promote(turn, at, winner, beaten.units);
}

/// The major for which a leader comes: the commander's, else the first of the seat.
fn major_of(turn: &Turn<'_>, side: &Side) -> String {
    let commander = side.commander.as_ref().and_then(|name| turn.book.troops.leader(name));
    let own = commander.map(|leader| leader.power.clone());
    let majors = turn.book.majors(&side.seat);
    own.filter(|power| majors.contains(power))
        .or_else(|| majors.first().cloned())
        .unwrap_or_default()
}

/// The grade above, if there is one for this unit.
fn above(book: &Book, turn: &Turn<'_>, unit: &Unit) -> Option<Grade> {
    match (unit.grade, unit.kind) {
        (Grade::Recruit, _) => Some(Grade::Veteran),
        (Grade::Veteran, Kind::Infantry | Kind::Cavalry) => {
            let most = book.cards.majors.get(&unit.power)?.mix.get("guard").copied().unwrap_or(0);
            (turn.state.guards(&unit.power) < most).then_some(Grade::Guard)
        }
        _ => None,
    }
}

/// As many of the winner's units go up a grade as the beaten had (§24.1).
fn promote(turn: &mut Turn<'_>, at: Space, winner: &Side, most: usize) {
    let book = turn.the_book();
    let mut done: Vec<String> = vec![];
    for _ in 0..most {
        let units: Vec<Unit> = turn.units_of(&winner.units).into_iter().cloned().collect();
        let mut open: Vec<(&Unit, Grade)> = units
            .iter()
            .filter(|unit| !done.contains(&unit.id))
            .filter_map(|unit| Some((unit, above(book, turn, unit)?)))
            .collect();
        // Guards first, then infantry, cavalry and light troops.
        open.sort_by_key(|(unit, grade)| (*grade != Grade::Guard, unit.kind, unit.id.clone()));
        let Some((first, _)) = open.first() else { return };
        let words =
            |(unit, grade): &(&Unit, Grade)| format!("{} to {}", unit.words(), grade.word());
        let mut names: Vec<String> = open.iter().map(words).collect();
        names.dedup();
        let is_leader = |name: &str| book.troops.leader(name).is_some();
        let said = turn.reaction(&winner.seat, &winner.units, "promote");
        let wanted = said.map(|said| unit_words(said.list("promote"), is_leader));
        let here: Vec<&Unit> = open.iter().map(|(unit, _)| *unit).collect();
        let wanted = wanted.and_then(|words| chosen(book, &words, &here).first().cloned());
        let wanted = wanted.and_then(|id| open.iter().find(|(unit, _)| unit.id == id).map(words));
        let default = words(&open[0]);
        let choice = if names.len() > 1 {
            let options: Vec<&str> = names.iter().map(String::as_str).collect();
            let ask = PROMOTION.by(winner.seat.as_str()).at(turn.place(at));
            let said = wanted.map(|words| (words, Source::Reaction));
            turn.decide(ask, &winner.seat, Topic::Promote, &options, (&default, said))
        } else {
            default
        };
        let found = open.iter().find(|one| words(one) == choice);
        let (unit, grade) = found.copied().unwrap_or((first, Grade::Veteran));
        let (unit, seat, at) = (unit.id.clone(), winner.seat.clone(), unit.at);
        done.push(unit.clone());
        turn.record(Event::from(ForceEvent::Promoted {
            seat,
            at,
            unit,
            grade,
            by: "battle".to_owned(),
        }));
    }
}
