//! Special rules of single campaigns as data: what feeds whom, who burdens an army, who is out
//! (NIA §21.3).

use super::atlas::Atlas;
use super::countries::Countries;
use super::people::People;
use super::terms::Side;
use kit::calendar::Season;
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

/// A power that fights for its own land until it is conquered (NIA §14.4.2).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Liberation {
    pub power: String,
    /// Countries whose harbours an enemy must hold as well before it is conquered.
    #[serde(rename = "and the harbours of", default)]
    pub countries: Vec<String>,
}

/// What a power may raise where a scenario limits it: first what it has lost of its set-up and its
/// arrivals (NIA §21.3.5).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Production {
    pub power: String,
    /// The highest modifier of units that it did not have.
    #[serde(rename = "most modifier")]
    pub most: i8,
    /// Whether it sets up army markers for money.
    #[serde(rename = "army markers", default)]
    pub armies: bool,
}

/// A leader who takes command of an army in a season (NIA §21.3.5).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub leader: String,
    pub power: String,
    pub when: Season,
    /// The one army; without it one that the power chooses.
    #[serde(default)]
    pub army: Option<String>,
    /// Steps of line infantry that come with the leader.
    #[serde(rename = "infantry steps", default)]
    pub steps: u8,
    /// Without an army the leader waits in the town of the power's side that is nearest to this one.
    #[serde(rename = "else near", default)]
    pub near: Option<String>,
}

impl Liberation {
    /// Checks every name.
    pub fn check(&self, people: &People, countries: &Countries) -> Result<(), String> {
        let power = people.powers.iter().find(|one| one.name == self.power);
        if power.is_none_or(|one| one.capital.is_none()) {
            return Err(format!("{} has no capital", self.power));
        }
        let stranger = self.countries.iter().find(|name| countries.get(name).is_none());
        stranger.map_or(Ok(()), |name| Err(format!("no country `{name}`")))
    }
}

impl Command {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        match people.leader(&self.leader) {
            None => return Err(format!("no leader `{}`", self.leader)),
            Some(leader) if leader.capacity.is_none() => {
                return Err(format!("{} cannot command an army", self.leader));
            }
            Some(_) => {}
        }
        super::terms::places(atlas, self.near.as_slice())
    }
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
