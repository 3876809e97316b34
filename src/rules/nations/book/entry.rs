//! A line of a set-up, or an arrival: who stands where with what (NIA §21.C).

use super::at::At;
use super::units::Unit;
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;

/// One line of a set-up, or an arrival.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// what sheets and reports call the line; a power has each once, an arrival's no other line has
    pub key: String,
    /// whose it is; a power of `sides`
    #[declared("power")]
    pub power: String,
    /// arrivals: the season at whose start it comes
    pub when: Option<Season>,
    /// whose units and leaders those are that name no nation; the power's
    #[declared("nation")]
    pub nation: Option<String>,
    /// where it stands or lies
    pub at: At,
    /// arrivals: the key of a line above it that comes in the same season; this one stands elsewhere
    #[serde(rename = "apart from")]
    pub apart: Option<String>,
    /// the name of its army marker; a leader who has a capacity commands it
    pub army: Option<String>,
    /// who commands; a leader stands in one line only, whatever his years
    #[declared("leader")]
    pub commander: Option<String>,
    /// further leaders: four in an army, one under three stars
    #[serde(default)]
    #[declared("leader")]
    pub leaders: Vec<String>,
    /// a commander that the owner chooses, for an army
    #[serde(rename = "commander chosen")]
    pub chosen_commander: Option<Chosen>,
    /// leaders that the owner chooses from those of the year
    #[serde(rename = "leaders chosen")]
    pub chosen: Option<Chosen>,
    /// further ones, of the cavalry
    #[serde(rename = "cavalry leaders chosen")]
    pub chosen_cavalry: Option<Chosen>,
    /// its troops; without a leader one unit
    #[serde(default)]
    #[declared("unit", items = 0..=20)]
    pub units: Vec<String>,
    /// the province in which these troops are in revolt (NIA §14.3)
    #[declared("province")]
    pub rising: Option<String>,
    /// what its owner may take instead, who writes `other units: yes` under `set-up:`
    #[serde(rename = "or units", default)]
    #[declared("unit", items = 0..=20)]
    pub instead: Vec<String>,
    /// arrivals: replenishment steps, `2 x Inf`
    #[serde(default)]
    #[declared("step", items = 0..=9)]
    pub steps: Vec<String>,
    /// supply trains
    #[serde(default)]
    #[declared(0..=9)]
    pub trains: u8,
    /// engineers
    #[serde(default)]
    #[declared(0..=9)]
    pub engineers: u8,
    /// depots
    #[serde(default)]
    #[declared(0..=9)]
    pub depots: u8,
    /// `true`: support units without troops join a force of their power with a leader in their hex, as arrivals do
    #[serde(default)]
    pub joins: bool,
    /// ships, three of a side in a place at the most; with troops in the line only in a harbour
    pub fleets: Option<Fleets>,
    /// it besieges the fortress of its hex, or is besieged in it
    pub siege: Option<Siege>,
    /// the `id` of the special rule that holds it until its `release`
    pub reserve: Option<String>,
    /// how often it was activated when it arrives
    #[serde(default)]
    #[declared(0..=3)]
    pub activations: u8,
    /// a remark for people
    pub note: Option<String>,
    #[serde(skip)]
    pub counted: Vec<Unit>,
    /// The units of `or units`.
    #[serde(skip)]
    pub other: Vec<Unit>,
}

/// Leaders that the owner picks from his pool.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// how many
    #[declared(1..=4)]
    pub count: usize,
    /// which may be chosen; an `army commander` is one with a capacity
    pub kind: ChosenKind,
    /// the fewest and the most stars; any without it
    #[declared(1..=4, items = 2..=2)]
    pub stars: Option<[u8; 2]>,
    /// who is taken when the sheet names nobody
    #[declared("leader")]
    pub default: Vec<String>,
}

/// Which leaders an owner may pick (NIA §21.C).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
pub enum ChosenKind {
    #[serde(rename = "any but cavalry")]
    AnyButCavalry,
    #[serde(rename = "cavalry")]
    Cavalry,
    /// One who can command an army.
    #[serde(rename = "army commander")]
    ArmyCommander,
}

/// Fleets, some named.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Fleets {
    /// how many fleets
    #[declared(1..=3)]
    pub count: usize,
    /// admirals and named fleets that are among them
    #[serde(default)]
    #[declared("fleet", items = 0..=3)]
    pub named: Vec<String>,
    /// the others, such as `fleet 1`; as many as are missing
    #[serde(default)]
    #[declared("fleet", items = 0..=3)]
    pub default: Vec<String>,
}

/// A siege under way.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Siege {
    /// inside the walls, or before them
    pub role: Role,
    /// the siege marker
    #[declared(0..=4)]
    pub level: u8,
}

/// Which side of the walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Besieged,
    Besieging,
}

impl Entry {
    /// The leaders that its owner picks, in the order in which a sheet names them.
    pub fn picks(&self) -> impl Iterator<Item = &Chosen> {
        [&self.chosen_commander, &self.chosen, &self.chosen_cavalry].into_iter().flatten()
    }

    /// Whether a leader comes with it whom its owner does not pick.
    pub fn brings(&self, leader: &str) -> bool {
        self.commander.iter().chain(&self.leaders).any(|name| name == leader)
    }

    /// Whether it is an army marker without troops or leaders, which goes to a force on the map.
    pub fn is_marker_alone(&self) -> bool {
        let people = self.commander.is_some() || !self.leaders.is_empty();
        self.army.is_some() && self.counted.is_empty() && !people && self.picks().next().is_none()
    }
}
