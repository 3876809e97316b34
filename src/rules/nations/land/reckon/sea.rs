//! The arithmetic of the war at sea (NIA §5.3.1, §5.3.3, §10.1, §10.4, §12.2.3).

use crate::book::Book;
use crate::book::people::Admiral;
use crate::book::sea::Capacity;
use crate::land::reckon::contact::Chance;
use crate::land::reckon::{Sums, sum};
use crate::record::event::{Battery, Modifier, Shot, Throw};
use crate::record::state::Ship;

/// The chance to intercept or to avoid: the manoeuvre of the admiral in command counts, unless it
/// is not used (NIA §5.3.1).
pub fn manoeuvre(book: &Book, commander: &Admiral, used: bool, automatic: bool) -> Chance {
    let mut sums = Sums::default();
    sums.add_if(used, "manoeuvre", i32::from(commander.manoeuvre));
    Chance { modifiers: sums.0, needed: book.sea.needed, automatic }
}

/// What the guns of a fortress add: for each point with fleets in the harbour; alone they fire for
/// themselves, and each point after the first adds (NIA §10.4).
pub fn battery(book: &Book, points: u8, fleets: bool) -> i32 {
    let guns = book.sea.battery;
    match (points, fleets) {
        (0, _) => 0,
        (points, true) => i32::from(points) * guns.point,
        (points, false) => guns.first_alone + (i32::from(points) - 1) * guns.point,
    }
}

/// Who is beaten at sea, and what it costs him (NIA §10.1, §10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Equal sums.
    Even,
    /// The first side is beaten and loses so many fleets.
    First(usize),
    /// The second side is.
    Second(usize),
}

/// Reads the difference of two totals (NIA §10.1).
pub fn outcome(book: &Book, totals: (i32, i32), fleets: (usize, usize)) -> Outcome {
    let difference = totals.0 - totals.1;
    let lost = |fleets| book.sea.losses(difference.abs(), fleets).unwrap_or(0);
    match difference {
        0 => Outcome::Even,
        1.. => Outcome::Second(lost(fleets.1)),
        _ => Outcome::First(lost(fleets.0)),
    }
}

/// The sum of a throw.
fn total(dice: &[u8], modifiers: &[Modifier]) -> i32 {
    dice.iter().map(|die| i32::from(*die)).sum::<i32>() + sum(modifiers)
}

/// What a side fires: each fleet its die with its admiral's bonus, and the guns of a fortress (NIA
/// §10.1, §10.4).
pub fn salvo(book: &Book, dice: Vec<(Ship, u8)>, guns: Option<&Battery>) -> (Vec<Shot>, i32) {
    let shot = |(ship, die): (Ship, u8)| {
        let bonus = i32::from(counter(book, &ship).combat);
        Shot { ship, die, bonus }
    };
    let shots: Vec<Shot> = dice.into_iter().map(shot).collect();
    let guns = guns.map_or(0, |guns| i32::from(guns.die.unwrap_or(0)) + guns.bonus);
    let total = shots.iter().map(|shot| i32::from(shot.die) + shot.bonus).sum::<i32>() + guns;
    (shots, total)
}

fn counter<'b>(book: &'b Book, ship: &Ship) -> &'b Admiral {
    book.sea.counter(&book.people, &ship.power, &ship.fleet)
}

/// What a fleet throws a die for when it hunts a corsair (NIA §12.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    Search,
    Fire,
}

/// How it went for a fleet that hunted a corsair.
#[derive(Debug, Clone)]
pub struct Hunted {
    pub ship: Ship,
    pub corsair: String,
    pub search: Throw,
    pub found: bool,
    pub shot: Option<Throw>,
    pub sunk: bool,
}

/// Lets fleets hunt, each the corsair that it has chosen: all search, and then those who have found
/// theirs fire together (NIA §12.2.3). Who has no die to search with does not.
pub fn hunt(
    book: &Book,
    chosen: Vec<(Ship, String)>,
    mut roll: impl FnMut(Aim, &Ship, &str) -> Option<u8>,
) -> Vec<Hunted> {
    let throw = |die: u8, modifiers: Vec<Modifier>| Throw {
        dice: vec![die],
        total: total(&[die], &modifiers),
        modifiers,
    };
    let mut hunted = vec![];
    for (ship, corsair) in chosen {
        let Some(die) = roll(Aim::Search, &ship, &corsair) else { continue };
        let value = book.sea.corsairs.get(&corsair).copied().unwrap_or(0);
        let search = throw(die, search(counter(book, &ship), value));
        let found = search.total >= book.sea.hunt.detect;
        hunted.push(Hunted { ship, corsair, search, found, shot: None, sunk: false });
    }
    for one in hunted.iter_mut().filter(|one| one.found) {
        let die = roll(Aim::Fire, &one.ship, &one.corsair);
        one.shot = die.map(|die| throw(die, fire(counter(book, &one.ship))));
        one.sunk = one.shot.as_ref().is_some_and(|shot| shot.total >= book.sea.hunt.sink);
    }
    hunted
}

/// What a fleet adds to its search for a corsair (NIA §12.2.3).
fn search(admiral: &Admiral, corsair: i32) -> Vec<Modifier> {
    let mut sums = Sums::default();
    sums.add("manoeuvre", i32::from(admiral.manoeuvre));
    sums.add("the corsair", -corsair);
    sums.0
}

/// What a fleet adds to its fire on a corsair (NIA §12.2.3).
fn fire(admiral: &Admiral) -> Vec<Modifier> {
    let mut sums = Sums::default();
    sums.add("combat", i32::from(admiral.combat));
    sums.0
}

/// The room that is left in one fleet (NIA §5.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub steps: u8,
    pub support: u8,
}

impl Room {
    /// An empty fleet's.
    pub fn of(capacity: Capacity) -> Self {
        Self { steps: capacity.steps, support: capacity.support }
    }
}
