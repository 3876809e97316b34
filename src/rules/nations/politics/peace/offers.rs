//! Peace that a power offers without being beaten, and that the other side accepts or refuses (NIA §13.3.1.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.1.1.

use super::bargain::{Bargain, Chosen, Terms};
use super::lines::{ACCEPT, OFFER};
use super::parties;
use super::settle::{self, Lines};
use crate::money::treasury::Scene;
use crate::orders::budget::Item;
use crate::politics::credit;
use crate::politics::diplomacy::{holds, powers};
use crate::politics::influence::Shifts;
use crate::position::Position;
use crate::record::event::{CourtEvent, CreditCause, Shortfall};
use crate::turn::Turn;
use crate::view::peace::condition;

/// How often a refused peace raises a power's credit (NIA §15.1).
const MOST_REFUSALS: u8 = 2;

/// Settles the offers of a season, in the order of diplomacy.
pub(super) fn play(turn: &mut Turn, lines: &mut Lines) {
    for power in powers(turn) {
        for item in Lines::of(turn, &power) {
            if item.is(&OFFER) && holds(turn, &Shifts::default(), &power, &item) {
                offer(turn, &power, &item, lines);
            }
        }
    }
}

/// Makes an offer, and the peace if it is accepted.
fn offer(turn: &mut Turn, power: &str, item: &Item, lines: &mut Lines) {
    let to = item.name("to").unwrap_or_default();
    let key = (power.to_owned(), item.number);
    if !turn.state.at_war(power, to) {
        let title = turn.book.people.title(to);
        let why = format!("you are not at war with {title}");
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
    match acceptance(turn, power, to, &chosen) {
        Some(line) => {
            lines.done.insert((to.to_owned(), line));
            lines.note(&chosen);
            let with = {
                let scene = Scene::of(turn.book, &turn.state);
                parties(&scene, power, &victors)
            };
            let counts = chosen.iter().map(|one| one.counts).sum();
            settle::conclude(turn, power, (with, vec![]), (chosen, counts), true);
        }
        None => refused(turn, power, to, &chosen),
    }
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

/// Tells the two of it; the credit of whoever offered rises.
fn refused(turn: &mut Turn, power: &str, to: &str, chosen: &[Chosen]) {
    let told = |one: &Chosen| condition(turn.book, one.term, one.name.as_deref(), (power, to));
    let conditions = chosen.iter().map(told).collect();
    let (by, other) = (power.to_owned(), to.to_owned());
    turn.record(CourtEvent::PeaceRefused { power: by, to: other, conditions });
    if turn.state.money.refusals.get(power).copied().unwrap_or(0) < MOST_REFUSALS {
        credit::change(turn, power, 1, CreditCause::PeaceRefused);
    }
}
