//! Peace that a power offers without being beaten, and that the other side accepts or refuses (NIA §13.3.1.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.1.1.

use super::bargain::{Bargain, Chosen, Terms, Wish};
use super::lines::{ACCEPT, OFFER};
use super::settle::{self, Lines};
use super::{forced, parties, plight};
use crate::book::Book;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::credit;
use crate::politics::diplomacy::{holds, powers};
use crate::politics::influence::Shifts;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, CreditCause, Shortfall};
use crate::record::state::Bloc;
use crate::record::state::peaces::{Condition, Treaty};
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

/// Why a power cannot offer another peace: there is no war, or an alliance by force keeps it in it (NIA §13.3.2.4).
pub fn bar(book: &Book, common: Common, (power, to): (&str, &str)) -> Option<String> {
    if !common.relations.at_war(power, to) {
        return Some(format!("you are not at war with {}", book.people.title(to)));
    }
    let conqueror = forced::alliance(common, power).and_then(Treaty::conqueror)?;
    Some(format!(
        "the peace that you lost makes you the ally of {}, and no peace ends that (NIA §13.3.2.4)",
        book.people.title(conqueror)
    ))
}

/// For how many conditions an offer can count at most: land, an indemnity, troops and the Continental System.
pub fn most(book: &Book) -> u8 {
    let counts = book.peace.counts;
    book.peace.most_lands() * counts.land + counts.indemnity + counts.troops + counts.system
}

/// The conditions of an offer: all of a list that may be chosen; and of the others by their lines why not.
pub fn conditions(
    book: &Book,
    common: Common,
    (power, to): (&str, &str),
    list: Vec<Wish>,
) -> (Vec<Chosen>, Vec<(u16, String)>) {
    let victors = [to.to_owned()];
    let terms = Terms { beaten: power, victors: &victors, fought_on: false, occupied: false };
    let mut bargain = Bargain::new(book, common, terms);
    let left_out = bargain.offer(list);
    (bargain.chosen, left_out)
}

/// Settles the offers of a season, in the order of diplomacy.
pub(super) fn play(turn: &mut Turn, lines: &mut Lines) {
    for power in powers(turn) {
        let mut made = vec![];
        for item in Lines::of(turn, &power) {
            if !item.is(&OFFER) {
                continue;
            }
            match holds(turn, &Shifts::default(), &power, &item) {
                true => offer(turn, (&power, &mut made), &item, lines),
                false => lines.leave(&power, item.number, Shortfall::NotSo),
            }
        }
    }
}

/// Makes an offer, and the peace if it is accepted.
fn offer(turn: &mut Turn, (power, made): (&str, &mut Made), item: &Item, lines: &mut Lines) {
    let to = item.name("to").unwrap_or_default();
    let title = turn.book.people.title(to);
    let asked = || {
        let before = is_asked(&turn.state.relations, made, to);
        before.then(|| format!("{title} or an ally of theirs has had your offer (NIA §13.3.1.1)"))
    };
    if let Some(why) = bar(turn.book, turn.state.common(), (power, to)).or_else(asked) {
        lines.leave(power, item.number, Shortfall::NotAllowed { why });
        return;
    }
    let list = lines.wishes(turn, power, power);
    let common = turn.state.common();
    let (chosen, left_out) = conditions(turn.book, common, (power, to), list);
    for (line, why) in left_out {
        lines.leave(power, line, Shortfall::NotAllowed { why });
    }
    lines.done.insert((power.to_owned(), item.number));
    made.push(to.to_owned());
    match accepted(turn, power, to, &chosen) {
        Ok(accepted) => {
            lines.done.extend(accepted);
            lines.note(&chosen);
            let with = {
                let scene = Scene::of(turn.book, &turn.state);
                parties(&scene, power, &[to.to_owned()])
            };
            lines.offered(turn, power, &with);
            settle::conclude(turn, power, (with, vec![]), chosen, true);
        }
        Err(by) => {
            if let Some(line) = acceptance(turn, power, to, &chosen).filter(|_| by != to) {
                let (victor, author) = (turn.book.people.title(&by), turn.book.people.title(power));
                let why = format!(
                    "{victor}, which has beaten {author}, does not accept it (NIA §13.3.1)"
                );
                lines.leave(to, line, Shortfall::NotAllowed { why });
            }
            for line in chosen.iter().filter_map(|one| one.line) {
                let why = "the peace of which it was a condition was not accepted (NIA §13.3.1.1)";
                lines.leave(power, line, Shortfall::NotAllowed { why: why.to_owned() });
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
