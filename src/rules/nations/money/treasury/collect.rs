//! What the cabinet of a year begins with: what was saved is lost, corsairs are hunted and rob, and
//! everybody's income comes in (NIA §12, §12.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12, §12.2.3.1, §12.2.4, §21.3.5.

use super::income::{self, Income};
use super::scene::Scene;
use super::trade::BRITAIN;
use crate::land::combat::round::throw;
use crate::record::event::{Line, Modifier, MoneyEvent, Revenue};
use crate::sea::corsairs;
use crate::turn::Turn;
use kit::rule::Rule;

const RAID: Rule = Rule("NIA §12.2.3.1");

/// Lets everybody's money of the year come in; nothing, where a scenario knows no money.
pub fn collect(turn: &mut Turn) {
    if turn.book.scenario.money.is_none() {
        return;
    }
    for event in forfeited(turn) {
        turn.record(event);
    }
    corsairs::hunt(turn);
    let raids = raid(turn);
    for event in collected(turn, &raids) {
        turn.record(event);
    }
}

/// What comes in, to each purse in its turn.
fn collected(turn: &Turn, raids: &[Line]) -> Vec<MoneyEvent> {
    let year = turn.state.season.year;
    let scene = Scene::of(turn.book, &turn.state);
    let one = |(who, keeper): (String, String)| {
        let mut income = income::income(&scene, &who, year);
        if who == BRITAIN {
            income.lines.extend(raids.iter().cloned());
            income = income.sum();
        }
        let Income { lines, pounds, recruits, .. } = income;
        MoneyEvent::Collected { who, keeper, lines, pounds, recruits }
    };
    purses(&scene).into_iter().map(one).collect()
}

/// Whoever has a purse, each with the power that spends from it: powers in the order of diplomacy, then
/// minor countries (NIA §12.2.2).
fn purses(scene: &Scene) -> Vec<(String, String)> {
    let own = |power: &str| (power.to_owned(), power.to_owned());
    let powers = scene.powers().into_iter().map(own);
    let minors = scene.common.titles.countries(scene.book).into_keys().filter_map(|country| {
        let keeper = income::keeper(scene, country)?;
        Some((country.to_owned(), keeper.to_owned()))
    });
    powers.chain(minors).collect()
}

/// What was not spent, and is lost by all but those who keep it (NIA §12, §12.2.2).
fn forfeited(turn: &Turn) -> Vec<MoneyEvent> {
    let scene = Scene::of(turn.book, &turn.state);
    let year = turn.state.season.year;
    let chests = turn.state.money.chests.iter();
    let lost = chests.filter(|(who, pounds)| **pounds > 0 && !turn.book.keeps_money(who, year));
    let event = |(who, pounds): (&String, &i32)| {
        let keeper = income::keeper(&scene, who).unwrap_or(who).to_owned();
        MoneyEvent::Forfeited { who: who.clone(), keeper, pounds: *pounds }
    };
    lost.map(event).collect()
}

/// Britain's trade of the year, before anybody robs it.
fn british_trade(turn: &Turn) -> i32 {
    if !turn.state.relations.takes_part(BRITAIN) {
        return 0;
    }
    let scene = Scene::of(turn.book, &turn.state);
    income::income(&scene, BRITAIN, turn.state.season.year).trade()
}

/// The corsairs that are left rob British trade; what they take, a line each (NIA §12.2.3.1).
fn raid(turn: &mut Turn) -> Vec<Line> {
    let book = turn.book;
    let mut left = british_trade(turn);
    if left == 0 {
        return vec![];
    }
    let mut lines = vec![];
    for corsair in turn.state.corsairs.clone() {
        let by = book.sea.corsairs.get(&corsair).copied().unwrap_or(0);
        let faces = turn.ledger.dice(RAID.by(corsair.clone()), 1, 6).faces;
        let throw = throw(faces, vec![Modifier { what: "the corsair".to_owned(), by }]);
        let robs = i32::try_from(book.sea.pounds(throw.total)).unwrap_or(left);
        let pounds = robs.min(left);
        left -= pounds;
        if pounds > 0 {
            lines.push(Line { what: Revenue::Corsairs, of: corsair.clone(), pounds: -pounds });
        }
        turn.record(MoneyEvent::Raided { corsair, throw, pounds });
    }
    lines
}
