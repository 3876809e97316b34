//! Special rules of a campaign that lead an army to towns and keep a power at home (NIA §21.2.2).

use super::atlas::Atlas;
use super::restraints::{land, spread};
use kit::calendar::Season;
use kit::ground::Space;
use kit::page::Declared;
use serde::Deserialize;
use std::sync::Arc;

/// An army that marches only toward the first of some towns that is not its side's, until the last of them was.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct MarchingOrders {
    /// whose army
    #[declared("power")]
    pub power: String,
    /// its marker
    pub army: String,
    /// the towns in their order; when its side has the last, the army is free for good
    #[declared("place", items = 1..=6)]
    pub takes: Vec<String>,
    /// Each town with the distance of each hex from it over land, in hexes.
    #[serde(skip)]
    pub goals: Vec<(Space, Arc<Vec<u16>>)>,
}

/// A power that is at war and does not leave its own land before a die frees it.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct StaysAtHome {
    /// which
    #[declared("power")]
    pub power: String,
    /// the season in whose diplomatic phase it is free without a die
    pub until: Season,
    /// the least that frees it, of one die in each diplomatic phase
    #[declared(2..=6)]
    pub frees: u8,
}

impl MarchingOrders {
    /// Finds the towns, and how far each hex is from them.
    pub fn settle(&mut self, atlas: &Atlas, in_play: impl Fn(Space) -> bool) -> Result<(), String> {
        for name in &self.takes {
            let town = atlas.named(name).ok_or_else(|| format!("no place `{name}`"))?;
            let far = spread(atlas, [(town, 0)].into(), |from, to, far| {
                (land(atlas, to) && in_play(to) && !atlas.edge(from, to).sea).then_some(far + 1)
            });
            // What no way joins to the town is farther than all that is joined.
            let far = far.into_iter().map(|far| far.unwrap_or(u16::MAX)).collect();
            self.goals.push((town, Arc::new(far)));
        }
        Ok(())
    }
}
