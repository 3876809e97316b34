//! What adds to an attempt on a fortress (NIA §9.2).

use super::super::book::Book;
use super::super::event::Modifier;
use super::Sums;
use super::host::Host;
use crate::kit::calendar::Season;

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
    /// The besieger's engineers.
    pub engineers: u8,
    /// The besieger's army markers.
    pub armies: u8,
    pub besieger: Host,
    /// Those inside; the walls come from `walls`.
    pub besieged: Host,
    /// Whether the besieger is in supply.
    pub supplied: bool,
}

/// What adds to the dice.
pub fn modifiers(book: &Book, works: &Works, season: Season) -> Vec<Modifier> {
    let figure = |what: &str| book.war.besieging.get(what);
    let mut sums = Sums::default();
    sums.add("leader", works.besieger_combat);
    sums.add("leader inside", -works.besieged_combat);
    if works.supplied {
        sums.add("engineers", figure("engineers") * i32::from(works.engineers));
        sums.add("army", figure("army") * i32::from(works.armies));
    }
    sums.add("siege marker", i32::from(works.marker));
    let besieger = Host { supplied: works.supplied, ..works.besieger.clone() };
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
    sums.add_if(!works.supplied, "out of supply", figure("out of supply"));
    sums.0
}
