//! Who of the leaders is in the game.

use super::State;
use std::collections::BTreeSet;

impl State {
    /// The leaders who are in the game, on the map or off it, or have died in it.
    pub fn leaders(&self) -> BTreeSet<&String> {
        let on_land = self.forces.values().flat_map(|force| &force.leaders);
        let aboard = self.aboard.values().flat_map(|passage| &passage.force.leaders);
        let back = self.returning.iter().flat_map(|returning| &returning.leaders);
        let pooled = self.pools.values().flatten();
        on_land.chain(aboard).chain(back).chain(pooled).chain(&self.dead).collect()
    }
}
