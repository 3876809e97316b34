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

    /// Puts a leader in the place of another, on land, on board or among those who come back; else into the pool.
    pub fn succeed(&mut self, power: &str, leader: &str, after: &str) {
        let on_land = self.forces.values_mut().map(|force| &mut force.leaders);
        let aboard = self.aboard.values_mut().map(|passage| &mut passage.force.leaders);
        let back = self.returning.iter_mut().map(|returning| &mut returning.leaders);
        let mut places = on_land.chain(aboard).chain(back).flatten().filter(|name| *name == after);
        if let Some(place) = places.next() {
            leader.clone_into(place);
            return;
        }
        let pool = self.pools.entry(power.to_owned()).or_default();
        pool.remove(after);
        pool.insert(leader.to_owned());
    }
}
