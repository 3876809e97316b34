//! The ground a game is played on: numbered spaces and who is next to whom.
//!
//! Not here: what a space holds or costs to enter. That is the rule system's.

use serde::{Deserialize, Serialize};

/// One space of a map: a hex, a square or an area, by its place in the map's own order.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Space(pub u16);

impl Space {
    /// Gives the place of this space in a list that has one item a space.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Ground of any shape, as far as paths need it.
pub trait Ground {
    /// Counts the spaces; they are numbered from 0.
    fn size(&self) -> u16;

    /// Writes the neighbours of a space into `out`, which it empties first, in a fixed order.
    fn neighbours(&self, from: Space, out: &mut Vec<Space>);
}
