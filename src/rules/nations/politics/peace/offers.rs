//! Peace that a power offers without being beaten, and that the other side accepts or refuses (NIA §13.3.1.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.1.1.

use super::bargain::{Bargain, Chosen, Terms};
use super::lines::{ACCEPT, OFFER};
use super::settle::{self, Lines};
use super::{parties, plight};
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::credit;
use crate::politics::diplomacy::{holds, powers};
use crate::politics::influence::Shifts;
use crate::position::Position;
use crate::record::event::{CourtEvent, CreditCause, Shortfall};
use crate::record::state::Bloc;
use crate::record::state::peaces::Condition;
use crate::turn::Turn;
use kit::relations::Relations;

/// How often a refused peace raises a power's credit (NIA §15.1).
const MOST_REFUSALS: u8 = 2;

/// The offers of one power in a season: to whom, in the order of its list.
type Made = Vec<String>;

/// Whether a side has had an offer before: it has one in a season.
pub fn is_asked(relations: &Relations<Bloc>, before: &[String], to: &str) -> bool {
    before.iter().any(|other| other == to || relations.friends(other, to))
}

/// Who must accept an offer beside the one to whom it is made: whoever has beaten its author by now, and is at war with
/// it. Without them it is no way out for somebody who must make peace (NIA §13.3.1).
pub fn others_asked(scene: &Scene, power: &str, to: &str) -> Vec<String> {
    let plight = plight(scene, power).filter(|plight| plight.beaten != Told::No);
    let victors = plight.map(|plight| plight.victors).unwrap_or_default().into_iter();
    victors.filter(|victor| victor != to).collect()
}

/// Settles the offers of a season, in the order of diplomacy.
pub(super) fn play(turn: &mut Turn, lines: &mut Lines) {
    for power in powers(turn) {
        let mut made = vec![];
        for item in Lines::of(turn, &power) {
            if item.is(&OFFER) && holds(turn, &Shifts::default(), &power, &item) {
                offer(turn, (&power, &mut made), &item, lines);
            }
        }
    }
}

/// Makes an offer, and the peace if it is accepted.
fn offer(turn: &mut Turn, (power, made): (&str, &mut Made), item: &Item, lines: &mut Lines) {
    let to = item.name("to").unwrap_or_default();
    let key = (power.to_owned(), item.number);
    let title = turn.book.people.title(to);
    let why = match () {
        () if !turn.state.at_war(power, to) => Some(format!("you are not at war with {title}")),
        () if is_asked(&turn.state.relations, made, to) => {
            Some(format!("{title} or an ally of theirs has had your offer (NIA §13.3.1.1)"))
        }
        () => None,
    };
    if let Some(why) = why {
        lines.why.insert(key, Shortfall::NotAllowed { why });
        return;
    }
    let victors = [to.to_owned()];
    let terms = Terms { beaten: power, victors: &victors, fought_on: false, occupied: false };
    let (list, _) = lines.wishes(turn, power, power);
    let chosen = {
        let mut bargain = Bargain::new(turn.book, turn.state.common(), terms);
        bargain.offer(list);
        bargain.chosen
    };
    lines.done.insert(key);
    made.push(to.to_owned());
    match accepted(turn, power, to, &chosen) {
        Ok(accepted) => {
            lines.done.extend(accepted);
            lines.note(&chosen);
            let with = {
                let scene = Scene::of(turn.book, &turn.state);
                parties(&scene, power, &victors)
            };
            let counts = chosen.iter().map(|one| one.counts).sum();
            settle::conclude(turn, power, (with, vec![]), (chosen, counts), true);
        }
        Err(by) => {
            if let Some(line) = acceptance(turn, power, to, &chosen).filter(|_| by != to) {
                let (victor, author) = (turn.book.people.title(&by), turn.book.people.title(power));
                let why = format!(
                    "{victor}, which has beaten {author}, does not accept it (NIA §13.3.1)"
                );
                lines.why.insert((to.to_owned(), line), Shortfall::NotAllowed { why });
            }
            refused(turn, power, (to, &by), &chosen);
            if made.len() == 1 {
                raise(turn, power);
            }
        }
    }
}

/// The lines by which an offer is accepted; else who does not accept it.
fn accepted(
    turn: &Turn,
    power: &str,
    to: &str,
    chosen: &[Chosen],
) -> Result<Vec<(String, u16)>, String> {
    let others = others_asked(&Scene::of(turn.book, &turn.state), power, to);
    let asked = std::iter::once(to.to_owned()).chain(others);
    let lines = asked.map(|by| match acceptance(turn, power, &by, chosen) {
        Some(line) => Ok((by, line)),
        None => Err(by),
    });
    lines.collect()
}

/// The line by which a power accepts an offer.
fn acceptance(turn: &Turn, power: &str, to: &str, chosen: &[Chosen]) -> Option<u16> {
    let worth = chosen.iter().map(|one| i64::from(one.counts)).sum::<i64>();
    let mut asked = Lines::of(turn, to).into_iter().filter(|item| {
        item.is(&ACCEPT)
            && item.name("of") == Some(power)
            && item.number_of("for") <= worth
            && holds(turn, &Shifts::default(), to, item)
    });
    asked.next().map(|item| item.number)
}

/// Tells of a refusal whoever offered, and whoever refuses.
fn refused(turn: &mut Turn, power: &str, (to, by): (&str, &str), chosen: &[Chosen]) {
    let offered = |one: &Chosen| {
        let (term, name, to) = (one.term, one.name.clone(), to.to_owned());
        Condition { term, name, to }
    };
    let conditions = chosen.iter().map(offered).collect();
    let (power, to) = (power.to_owned(), by.to_owned());
    turn.record(CourtEvent::PeaceRefused { power, to, conditions });
}

/// The credit of a power rises whose offer is refused, once in a season (NIA §15.1).
fn raise(turn: &mut Turn, power: &str) {
    if turn.state.money.refusals.get(power).copied().unwrap_or(0) < MOST_REFUSALS {
        credit::change(turn, power, 1, CreditCause::PeaceRefused);
    }
}
