//! The parts of an answer, so that what becomes of each can be told.

use super::answer::Ask;
use crate::orders::causes::Cause;

/// What became of a part: it was done, or why not.
pub type End = Result<(), Cause>;

/// A part of an answer, by its place in the list in which it stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Keep(usize),
    Move(usize),
    March(usize),
    /// The order of the battles.
    Battles,
    Scout(usize),
    FogInsight,
    FogRecruit,
    FogNapoleon,
    FogJoin,
    MorePlans,
    Insight(usize),
    Terrain,
    Place(usize),
    Try(usize),
    Shorter,
    Plan(usize),
    Change(usize),
    Act(usize),
    Buy(usize),
}

impl Item {
    /// The stop at whose end it is decided at the latest; none, if it may be used later.
    pub fn ask(self) -> Option<Ask> {
        match self {
            Item::Keep(_) | Item::Move(_) => Some(Ask::Moves),
            Item::March(_) | Item::Buy(_) => Some(Ask::After),
            Item::FogInsight
            | Item::FogRecruit
            | Item::FogNapoleon
            | Item::FogJoin
            | Item::MorePlans
            | Item::Insight(_)
            | Item::Terrain
            | Item::Place(_) => Some(Ask::Deploy),
            Item::Try(_) | Item::Shorter | Item::Plan(_) | Item::Change(_) | Item::Act(_) => {
                Some(Ask::BattleTurn)
            }
            Item::Battles | Item::Scout(_) => None,
        }
    }
}
