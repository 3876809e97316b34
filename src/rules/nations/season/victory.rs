//! Who holds what, and who has won (NIA §21.1.1, §21.1.3).
//!
//! Not here: sieges and what they do to a fortress (§9.3); conquest and peace (§13), which no
//! scenario of this edition comes to.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.3, §13.1, §13.1.1, §16.3, §21.1.1, §21.1.3, §21.2.4, §21.3.

use crate::book::Book;
use crate::book::terms::{Otherwise, Score, Term, Verdict, Victory, What, When};
use crate::money::treasury::scene::Told;
use crate::position::Situation;
use crate::record::event::{Point, SequenceEvent, SiegeEvent};
use crate::record::state::{Bloc, Force, State};
use crate::season::verdict;
use crate::turn::Turn;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Lets an enemy town fall to the troops that have come to stand in it (NIA §13.1, §9.3).
pub fn occupy(turn: &mut Turn, at: Space) {
    let (book, state) = (turn.book, &turn.state);
    let Some(from) = state.holder(book, at).map(str::to_owned) else { return };
    if book.atlas.town(at).is_none() || state.fortress(book, at) > 0 {
        return;
    }
    let mut steps: BTreeMap<&str, u32> = BTreeMap::new();
    for force in state.at(at).filter(|force| !force.units.is_empty()) {
        *steps.entry(&force.power).or_default() += force.steps();
    }
    let enemy = |power: &str| state.at_war(power, &from);
    if steps.is_empty() || !steps.keys().all(|power| enemy(power)) {
        return;
    }
    let best = steps
        .into_iter()
        .min_by_key(|(power, steps)| (std::cmp::Reverse(*steps), book.people.order(power)));
    let Some((power, _)) = best else { return };
    let empty = state.forts.get(&at).is_some_and(|fort| fort.empty);
    let power = power.to_owned();
    turn.record(SiegeEvent::Captured { at, power, from: Some(from), empty });
    crate::sea::retreat::harbour_fell(turn, at);
}

/// Counts the points at the end of the last season and says who has won (NIA §21.1).
pub fn score(turn: &mut Turn) {
    let Some(victory) = &turn.book.scenario.victory else { return };
    if victory.points.is_empty() {
        return;
    }
    let count = |side: Bloc| {
        let points = points(turn.book, &turn.state, victory, side);
        let total: i32 = points.iter().map(|point| point.times * point.each).sum();
        (side, points, total)
    };
    let counts: Vec<(Bloc, Vec<Point>, i32)> = victory.counting().into_iter().map(count).collect();
    let winner = winner(victory, &counts);
    for (_, points, total) in counts {
        turn.record(SequenceEvent::Scored { points, total, needed: victory.needed, winner });
    }
}

/// Looks at the scenario's conditions at the end of a season; whether the game is over (NIA §16.1, §16.2, §16.3,
/// §21.3). Only those that are asked every season decide before the last.
pub fn decide(turn: &mut Turn, last: bool) -> bool {
    let book = turn.book;
    let Some(victory) = &book.scenario.victory else { return last };
    if victory.conditions.is_empty() {
        return last;
    }
    let met = met(book, &turn.state, victory, last);
    let other = |one: &Verdict| met.iter().any(|verdict| verdict.winner != one.winner);
    let mut held = met.clone();
    held.retain(|verdict| !(verdict.yields && other(verdict)));
    if held.is_empty() && !last {
        return false;
    }
    let sides: BTreeSet<Bloc> = held.iter().map(|verdict| verdict.winner.bloc()).collect();
    let winner = match (sides.len(), sides.first()) {
        (1, Some(side)) => Some(*side),
        _ => otherwise(victory),
    };
    let terms = held.iter().flat_map(|verdict| &verdict.all);
    let conditions = terms.map(|term| verdict::sentence(book, term)).collect();
    let winners = winner.map(|side| turn.powers(side)).unwrap_or_default();
    turn.record(SequenceEvent::GameDecided { winner, winners, conditions });
    true
}

/// The verdicts due now whose conditions all hold.
fn met<'b>(book: &'b Book, state: &State, victory: &'b Victory, last: bool) -> Vec<&'b Verdict> {
    let situation = Situation::of(book, state);
    let due = |verdict: &Verdict| verdict.from.is_none_or(|from| from <= state.season);
    let asked = |verdict: &&Verdict| due(verdict) && (last || verdict.asked == When::EverySeason);
    let holds = |term: &Term| verdict::stand(term, &situation).holds == Told::Yes;
    let all = |verdict: &&Verdict| verdict.all.iter().all(holds);
    victory.conditions.iter().filter(asked).filter(all).collect()
}

fn otherwise(victory: &Victory) -> Option<Bloc> {
    match victory.otherwise {
        Otherwise::Empire => Some(Bloc::Empire),
        Otherwise::Coalition => Some(Bloc::Coalition),
        Otherwise::Draw => None,
    }
}

/// The side that has the points alone; else whom the scenario names.
fn winner(victory: &Victory, counts: &[(Bloc, Vec<Point>, i32)]) -> Option<Bloc> {
    let mut enough = counts.iter().filter(|(_, _, total)| *total >= victory.needed);
    match (enough.next(), enough.next()) {
        (Some((side, ..)), None) => Some(*side),
        _ => otherwise(victory),
    }
}

/// Every line that counts for a side; what came to nothing is left out.
pub fn points(book: &Book, state: &State, victory: &Victory, side: Bloc) -> Vec<Point> {
    let mut points: Vec<Point> = victory
        .points
        .iter()
        .flat_map(|score| lines(book, state, side, score))
        .filter(|point| point.times != 0)
        .collect();
    if victory.either {
        for point in &mut points {
            point.what = format!("{}: {}", side.word(), point.what);
        }
    }
    points
}

fn lines(book: &Book, state: &State, side: Bloc, score: &Score) -> Vec<Point> {
    let line = |what: String, times: i32| Point { what, times, each: score.each };
    let own = |power: &String| state.bloc(power) == side;
    let enemy = |power: &String| !own(power) && state.bloc(power) != Bloc::Neutral;
    let beaten = |whose: &dyn Fn(&String) -> bool| {
        let counts = |force: &&Force| {
            force.army.is_some()
                && force.demoralized
                && whose(&force.power)
                && score.of.as_ref().is_none_or(|power| *power == force.power)
        };
        number(state.forces.values().filter(counts).count())
    };
    let corps = |whose: &dyn Fn(&String) -> bool| {
        let lost = state.corps_lost.iter().filter(|(power, _)| whose(power));
        lost.map(|(_, corps)| i32::try_from(*corps).unwrap_or(i32::MAX)).sum()
    };
    match score.what {
        What::Control => {
            let held = |name: &&String| {
                let at = book.atlas.named(name);
                let holder = at.and_then(|at| state.holder(book, at));
                holder.is_some_and(|power| state.bloc(power) == side)
            };
            let held = score.places.iter().filter(held);
            held.map(|name| line(format!("control of {name}"), 1)).collect()
        }
        What::EnemyArmyDemoralized => vec![line("enemy army demoralized".into(), beaten(&enemy))],
        What::OwnArmyDemoralized => vec![line("own army demoralized".into(), beaten(&own))],
        What::EnemyCorpsDestroyed => vec![line("enemy corps destroyed".into(), corps(&enemy))],
        What::OwnCorpsDestroyed => vec![line("own corps destroyed".into(), corps(&own))],
        What::LeaderRemoved => {
            let gone = |name: &&String| state.with_leader(name).is_none();
            let gone = score.leader.iter().filter(gone);
            gone.map(|name| line(format!("{name} removed from the map"), 1)).collect()
        }
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
