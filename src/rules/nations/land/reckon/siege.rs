//! What adds to an attempt on a fortress (NIA §9.2).

use crate::book::Book;
use crate::land::reckon::Sums;
use crate::land::reckon::host::Host;
use crate::record::event::Modifier;
use kit::calendar::Season;

/// A force before a fortress.
#[derive(Debug, Clone, Default)]
pub struct Besieger {
    pub host: Host,
    pub engineers: u8,
}

/// A fortress, those before it and those in it.
#[derive(Debug, Clone, Default)]
pub struct Works {
    /// The level, which says which table is read.
    pub level: u8,
    /// Permanent points that are left.
    pub walls: u8,
    /// The level of the siege marker.
    pub marker: u8,
    pub besieger_combat: i32,
    /// 0 for a fortress without a leader.
    pub besieged_combat: i32,
    /// All before the fortress, first who makes the attempt.
    pub besiegers: Vec<Besieger>,
    /// Those inside; the walls come from `walls`.
    pub besieged: Host,
}

/// The modifier for an attempt by a force that is out of supply.
pub const OUT_OF_SUPPLY: &str = "out of supply";

/// What adds to the dice.
pub fn modifiers(book: &Book, works: &Works, season: Season) -> Vec<Modifier> {
    let figure = |what: &str| book.war.besieging.get(what);
    let mut sums = Sums::default();
    sums.add("leader", works.besieger_combat);
    sums.add("leader inside", -works.besieged_combat);
    // Out of supply nobody has guns or engineers (§6.1.2).
    let able = || works.besiegers.iter().filter(|besieger| besieger.host.supplied);
    let mut besieger = Host { supplied: true, ..Host::default() };
    able().for_each(|able| besieger.add(able.host.clone()));
    let engineers: i32 = able().map(|able| i32::from(able.engineers)).sum();
    let armies = i32::from(besieger.armies) + i32::from(besieger.grand_armies);
    sums.add("engineers", figure("engineers") * engineers);
    sums.add("army", figure("army") * armies);
    sums.add("siege marker", i32::from(works.marker));
    let besieged = Host { walls: works.walls, ..works.besieged.clone() };
    let (ours, theirs) = (besieger.guns(book, season), besieged.guns(book, season));
    let what = match ours.cmp(&theirs) {
        std::cmp::Ordering::Less => Some("fewer guns"),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater if ours >= theirs.saturating_mul(2) => Some("twice the guns"),
        std::cmp::Ordering::Greater => Some("more guns"),
    };
    if let Some(what) = what {
        sums.add(what, figure(what));
    }
    let supplied = works.besiegers.first().is_some_and(|first| first.host.supplied);
    sums.add_if(!supplied, OUT_OF_SUPPLY, figure(OUT_OF_SUPPLY));
    sums.0
}
