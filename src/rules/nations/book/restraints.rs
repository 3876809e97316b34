//! Special rules of scenarios that bind troops to ground, bring countries to surrender, and give a
//! power an army marker (NIA §21.3.2).

use super::People;
use super::atlas::Atlas;
use super::countries::Countries;
use crate::record::state::Force;
use kit::calendar::Season;
use kit::ground::Space;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Provinces that troops of a nation may not enter.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// whose troops
    #[declared("nation")]
    pub nation: String,
    /// which they may not enter
    #[declared("province")]
    pub provinces: Vec<String>,
}

/// A river that troops of a nation do not cross away from a bank, once an army has been beaten.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// the river, as the map's sides name it
    pub river: String,
    /// the two hexes between which it reaches the sea, if the map has no side of it there
    #[serde(default)]
    #[declared("hex", items = 2..=2)]
    pub mouth: Vec<String>,
    /// whose forces do not cross it
    #[declared("nation")]
    pub nation: String,
    /// a town on the bank to which they keep
    #[declared("place")]
    pub bank: String,
    /// the rule begins when an army of that power loses a battle and is in disorder or destroyed
    #[serde(rename = "army beaten")]
    #[declared("power")]
    pub beaten: String,
    /// in that season
    #[serde(rename = "in")]
    pub season: Season,
    /// The distance of each hex from the bank, in hexes: 0 on the bank and on land without another.
    #[serde(skip)]
    pub far: Arc<Vec<u16>>,
}

/// A country that is conquered when a fed unit of a side stands in a town at the end of a season.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Surrender {
    /// which is conquered, with its fortresses armed
    #[declared("country")]
    pub country: String,
    /// by whom
    #[declared("power")]
    pub to: String,
    /// when a fed unit of its side holds this town at the end of a season
    #[declared("place")]
    pub town: String,
}

/// Troops of one nation that a neutral power lets onto its land, and nobody else of the power that they serve.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Guests {
    /// whom they serve; it has `passage` there
    #[declared("power")]
    pub power: String,
    /// all units and leaders of such a force are of this nation
    #[declared("nation")]
    pub nation: String,
    /// whose land it is, as long as that power is neutral
    #[serde(rename = "on land of")]
    #[declared("power")]
    pub host: String,
}

/// An army marker that a power may set up before an activation, for nothing.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct NewArmy {
    /// who may set it up
    #[declared("power")]
    pub power: String,
    /// the name of the marker
    pub army: String,
}

impl Guests {
    /// Checks every name.
    pub fn check(&self, people: &People) -> Result<(), String> {
        nation(people, &self.nation)?;
        match [&self.power, &self.host].into_iter().find(|name| !people.is_major(name)) {
            Some(name) => Err(format!("no power `{name}`")),
            None => Ok(()),
        }
    }
}

impl Bounds {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        nation(people, &self.nation)?;
        let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
        match self.provinces.iter().find(|name| !known(name)) {
            Some(name) => Err(format!("no province `{name}`")),
            None => Ok(()),
        }
    }
}

impl Stream {
    /// Checks every name, and works out how far each hex is from the bank.
    pub fn settle(
        &mut self,
        atlas: &Atlas,
        people: &People,
        in_play: impl Fn(Space) -> bool,
    ) -> Result<(), String> {
        nation(people, &self.nation)?;
        let river = atlas.river(&self.river).ok_or(format!("no river `{}`", self.river))?;
        let mouth: Option<Vec<Space>> = self.mouth.iter().map(|hex| atlas.code(hex)).collect();
        let mouth = mouth.ok_or_else(|| format!("no hex of {:?}", self.mouth))?;
        let at_mouth = |from: &Space, to: &Space| mouth.contains(from) && mouth.contains(to);
        let bank = atlas.named(&self.bank).ok_or(format!("no place `{}`", self.bank))?;
        let land = |at: Space| land(atlas, at) && in_play(at);
        // Straits part the banks as the sea does: else one would be reached round the Baltic.
        let parted = |from, to| atlas.edge(from, to).sea || atlas.edge(from, to).strait;
        let ours = spread(atlas, [(bank, 0)].into(), |from, to, _| {
            let crosses = river.contains(&(from, to)) || at_mouth(&from, &to);
            (land(to) && !parted(from, to) && !crosses).then_some(0)
        });
        let starts = (0..).zip(&ours).filter(|(_, far)| far.is_some());
        let starts = starts.map(|(at, _)| (Space(at), 0)).collect();
        let far = spread(atlas, starts, |from, to, far| {
            (land(to) && !parted(from, to)).then_some(far + 1)
        });
        self.far = Arc::new(far.into_iter().map(Option::unwrap_or_default).collect());
        Ok(())
    }

    /// Whether a force is of the nation that keeps to the bank: a unit or a leader of it is there.
    pub fn binds(&self, people: &People, force: &Force) -> bool {
        let led =
            |name: &String| people.leader(name).is_some_and(|leader| leader.nation == self.nation);
        force.units.iter().any(|unit| unit.nation == self.nation) || force.leaders.iter().any(led)
    }

    /// How far a hex is from the bank.
    pub fn far(&self, at: Space) -> u16 {
        self.far.get(at.index()).copied().unwrap_or_default()
    }
}

/// Whether a place is land on the map.
pub(super) fn land(atlas: &Atlas, at: Space) -> bool {
    !atlas.is_box(at) && atlas.hex(at).terrain.is_land()
}

/// Spreads from some hexes to their neighbours, nearest first, with the count that each step gives.
pub(super) fn spread(
    atlas: &Atlas,
    mut edge: VecDeque<(Space, u16)>,
    step: impl Fn(Space, Space, u16) -> Option<u16>,
) -> Vec<Option<u16>> {
    let mut reached: Vec<Option<u16>> = vec![None; usize::from(atlas.hex_count())];
    for (at, far) in &edge {
        reached[at.index()] = Some(*far);
    }
    while let Some((from, far)) = edge.pop_front() {
        for to in atlas.around(from).into_iter().filter(|to| !atlas.is_box(*to)) {
            if reached[to.index()].is_none()
                && let Some(far) = step(from, to, far)
            {
                reached[to.index()] = Some(far);
                edge.push_back((to, far));
            }
        }
    }
    reached
}

impl Surrender {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, countries: &BTreeSet<&str>) -> Result<(), String> {
        if !countries.contains(self.country.as_str()) {
            return Err(format!("{} has no part in the scenario", self.country));
        }
        match atlas.named(&self.town) {
            Some(_) => Ok(()),
            None => Err(format!("no place `{}`", self.town)),
        }
    }
}

/// Refuses a nation that is none.
fn nation(people: &People, name: &str) -> Result<(), String> {
    people.nation(name).map(|_| ()).ok_or(format!("no nation `{name}`"))
}

/// Refuses a province or an owner of `titles:` that is none.
pub fn title(
    atlas: &Atlas,
    countries: &Countries,
    (province, owner): (&str, &str),
) -> Result<(), String> {
    if !atlas.provinces.iter().any(|one| one.name == province) {
        return Err(format!("titles: no province `{province}`"));
    }
    match countries.get(owner) {
        Some(_) => Ok(()),
        None => Err(format!("titles: no country `{owner}`")),
    }
}
