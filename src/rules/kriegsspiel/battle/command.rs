//! Who commands a camp in a hex, and whose word on stance, night and retreat counts (§10.1, §19.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.1, §19.3.

use super::camp::Camp;
use super::{Answered, power_of};
use crate::decisions::Topic;
use crate::orders::Part;
use crate::orders::senses::Scene;
use crate::position::Position;
use crate::record::event::{OrderEvent, Reason, Stance};
use crate::record::state::{Formation, General};
use crate::season::turn::{Intent, Turn};
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::Rule;

const COMMAND: Rule = Rule("K05 §10.1");

/// The generals of a camp in a hex: the commander first, the lowest in rank last.
pub fn generals<'t>(turn: &'t Turn, at: Space, camp: &Camp) -> Vec<&'t General> {
    let ours = turn.state.generals.at(at).filter(|one| camp.has(&one.power));
    let mut all: Vec<&General> = ours.collect();
    let chosen = turn.commanders.get(&(at, camp.name().to_owned()));
    all.sort_by_key(|one| {
        let second = chosen != Some(&one.name);
        (one.standing(), second, one.listed(&turn.book.troops))
    });
    all
}

/// The first of the generals, who go by rank, and those who are his equals.
pub fn equals<'t>(generals: &[&'t General]) -> Vec<&'t General> {
    let first = generals.first().map(|one| one.standing());
    generals.iter().take_while(|one| Some(one.standing()) == first).copied().collect()
}

/// Whom of equal generals a sheet puts first.
pub fn named<'s>(equals: &[&General], sheet: &'s [String]) -> Option<&'s String> {
    sheet.iter().find(|name| equals.iter().any(|one| one.name == **name))
}

/// Asks who of equal generals commands a camp in a hex, once a turn.
pub fn settle(turn: &mut Turn, at: Space, camp: &Camp) {
    let equals = equals(&generals(turn, at, camp));
    let asked = turn.commanders.contains_key(&(at, camp.name().to_owned()));
    let [first, _, ..] = equals[..] else { return };
    if asked {
        return;
    }
    let (power, default) = (first.power.clone(), first.name.clone());
    let options: Vec<String> = equals.iter().map(|one| one.name.clone()).collect();
    let sheet = turn.sheets.get(&power);
    let said = sheet.and_then(|sheet| named(&equals, &sheet.commanders)).cloned();
    let question = Question {
        ask: COMMAND.by(&power).at(turn.book.atlas.name(at)),
        decider: power,
        decision: Topic::Commander.decision(),
        options,
        default: default.clone(),
        needs_human: false,
    };
    let said = said.map(|name| (name, Source::Entry));
    let choice = super::decide(turn, &default, question, said, Answered::default());
    turn.commanders.insert((at, camp.name().to_owned()), choice);
}

/// Who speaks for a camp in a hex: its commander, else the strongest formation.
pub fn speaker(turn: &Turn, at: Space, camp: &Camp) -> Option<String> {
    if let Some(general) = generals(turn, at, camp).first() {
        return Some(general.name.clone());
    }
    let strength =
        |one: &&Formation| (std::cmp::Reverse(one.combat(&turn.book.troops)), one.name.clone());
    camp.troops(&turn.state, at).min_by_key(strength).map(|one| one.name.clone())
}

/// Whose orders on something count for a camp: those of the first of its generals who has any.
pub fn voice(turn: &Turn, at: Space, camp: &Camp, has: fn(&Intent) -> bool) -> Option<String> {
    let generals = generals(turn, at, camp);
    let says = |one: &&&General| turn.intents.get(&one.name).is_some_and(has);
    let said = generals.iter().find(says).map(|one| one.name.clone());
    said.or_else(|| speaker(turn, at, camp))
}

/// Tells those whose stance is another than that of their camp, that it does not count.
pub fn tell_overruled(
    turn: &mut Turn,
    at: Space,
    camp: &Camp,
    scene: &Scene,
    stance: Stance,
    by: &str,
) {
    let state = &turn.state;
    let generals = state.generals.at(at).filter(|one| camp.has(&one.power)).map(|one| &one.name);
    let ranks = camp.troops(state, at).filter(|one| !state.is_band(turn.book, one));
    let here = generals.chain(ranks.map(|one| &one.name)).filter(|name| *name != by);
    let other =
        |name: &str| super::ordered(turn, name, camp, scene).is_some_and(|said| said.0 != stance);
    let told: Vec<String> = here.filter(|name| other(name)).cloned().collect();
    for who in told {
        if turn.overruled.insert(who.clone()) {
            let reason = Reason::Overruled { by: by.to_owned(), of: power_of(turn, by) };
            let (power, order) = (power_of(turn, &who), Part::Stance.key().to_owned());
            let entries = turn.sheets.get(&power).map(|sheet| &sheet.entries[..]).unwrap_or(&[]);
            let entry = entries.iter().find(|entry| entry.who == who);
            let (step, entry) =
                (entry.and_then(|one| one.number_of(Part::Stance)), entry.map(|one| one.number));
            turn.asked.insert((who.clone(), Part::Stance));
            let failed = None;
            turn.record(OrderEvent::NotDone { power, entry, step, order, who, reason, failed });
        }
    }
}
