//! Special rules of single campaigns as data: what feeds whom, who burdens an army, who is out
//! (NIA §21.3).

use super::atlas::Atlas;
use super::people::People;
use super::terms::Side;
use serde::Deserialize;

/// What alone feeds the troops of a nation (NIA §21.3.3, §21.3.4).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    pub nation: String,
    /// Towns that feed them while its own side holds them.
    #[serde(default)]
    pub places: Vec<String>,
    /// Whether the ordinary sources feed them as well.
    #[serde(rename = "and its own", default)]
    pub own_too: bool,
    /// Provinces in which they need no line.
    #[serde(rename = "at home in", default)]
    pub home: Vec<String>,
    /// Whether a harbour of its side feeds them that is fed over the sea.
    #[serde(rename = "harbours fed by sea", default)]
    pub harbours: bool,
}

/// What a side may take over the sea at its naval marker (NIA §21.3.4).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transport {
    pub side: Side,
    /// The combat steps at one marker.
    pub steps: u8,
    /// Whose units alone may go; all of the side, if there is none.
    #[serde(default)]
    pub nations: Vec<String>,
    /// The sea area between whose harbours they go; any, if none is named.
    #[serde(default)]
    pub sea: Option<String>,
}

impl Transport {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        if let Some(name) = self.nations.iter().find(|name| people.nation(name).is_none()) {
            return Err(format!("no nation `{name}`"));
        }
        match self.sea.as_ref().filter(|sea| atlas.sea(sea).is_none()) {
            Some(sea) => Err(format!("no sea area `{sea}`")),
            None => Ok(()),
        }
    }
}

/// A leader with whom an army is slower to move (NIA §21.3.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burden {
    /// The subordinate who brings it about.
    pub under: String,
    /// What the initiative of the army's commander changes by.
    pub by: i8,
}

impl Sources {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        if people.nation(&self.nation).is_none() {
            return Err(format!("no nation `{}`", self.nation));
        }
        super::terms::places(atlas, &self.places)?;
        let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
        let stranger = self.home.iter().find(|name| !known(name));
        stranger.map_or(Ok(()), |name| Err(format!("no province `{name}`")))
    }
}

impl Burden {
    /// Checks the name.
    pub fn check(&self, people: &People) -> Result<(), String> {
        let known = people.leader(&self.under).is_some();
        if known { Ok(()) } else { Err(format!("no leader `{}`", self.under)) }
    }
}
