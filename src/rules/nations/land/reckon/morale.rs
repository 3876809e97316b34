//! After a battle: whether the loser keeps his order, finds it again, or is pursued (NIA §8.3.3).

use crate::book::Book;
use crate::land::reckon::host::Host;
use crate::land::reckon::{Sums, sum};
use crate::record::event::Modifier;

/// The highest die with which a beaten force keeps its order, and what it is made of (NIA §8.3.3).
///
/// `guard`: what the guard's loss in the lead costs (NIA §15.3). `loss_difference`: what the loser lost more than the winner in the last round and the retreat.
/// `already`: it was demoralized before.
pub fn demoralization(
    (morale, guard): (u8, i32),
    commander: i32,
    overall_killed: bool,
    loss_difference: i32,
    already: bool,
) -> (i32, Vec<Modifier>) {
    let mut sums = Sums::default();
    sums.add("commander", commander);
    sums.add_if(overall_killed, "commander killed", -1);
    sums.add("guard lost in the lead", guard);
    sums.add("losses", -loss_difference.max(0));
    sums.add_if(already, "demoralized", -1);
    (i32::from(morale) + sum(&sums.0), sums.0)
}

/// Whether a die costs a beaten force its order (NIA §8.3.3).
pub fn breaks(die: u8, target: i32) -> bool {
    i32::from(die) > target
}

/// The highest die with which a demoralized force rallies, and what it is made of (NIA §8.3.3.2).
pub fn rally(morale: u8, commander: i32) -> (i32, Vec<Modifier>) {
    let mut sums = Sums::default();
    sums.add("commander", commander);
    sums.add("demoralized", -1);
    (i32::from(morale) + sum(&sums.0), sums.0)
}

/// Whether a die rallies them (NIA §8.3.3.2).
pub fn rallies(die: u8, target: i32) -> bool {
    i32::from(die) <= target
}

/// The points with which the winner's cavalry pursues (NIA §8.3.3.1).
pub fn pursuit(book: &Book, winner: &Host) -> u32 {
    winner.pursuit_halves(book) / 2
}

/// The steps that each of them costs a demoralized force: twice as many if it flees over an unbridged
/// river without engineers (NIA §8.3.3.1).
pub fn toll(river_without_engineers: bool) -> u32 {
    if river_without_engineers { 2 } else { 1 }
}
