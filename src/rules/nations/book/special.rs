//! Special rules of single campaigns as data: what feeds whom, who burdens an army, who is out
//! (NIA §21.3).

use super::atlas::Atlas;
use super::countries::Countries;
use super::people::People;
use super::terms::Side;
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;

/// What alone feeds the troops of a nation (NIA §21.3.3, §21.3.4).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Sources {
    /// whose troops; a power's or a minor country's
    #[declared("nation")]
    pub nation: String,
    /// towns that feed them while their side holds them
    #[serde(default)]
    #[declared("place")]
    pub places: Vec<String>,
    /// `true`: the ordinary sources of their power as well
    #[serde(rename = "and its own", default)]
    pub own_too: bool,
    /// provinces in which they need no line
    #[serde(rename = "at home in", default)]
    #[declared("province")]
    pub home: Vec<String>,
    /// `true`: each harbour of their side that is fed over the sea
    #[serde(rename = "harbours fed by sea", default)]
    pub harbours: bool,
}

/// What a side may take over the sea at its naval marker (NIA §21.3.4).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Transport {
    /// whose troops
    pub side: Side,
    /// the combat steps at each naval marker of the side
    #[declared(1..=99)]
    pub steps: u8,
    /// whose units alone; without it all of the side
    #[serde(default)]
    #[declared("nation")]
    pub nations: Vec<String>,
    /// between harbours of this sea area alone; without it any
    #[declared("sea")]
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
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Burden {
    /// the leader who stands under the commander of an army
    #[declared("leader")]
    pub under: String,
    /// what the commander's initiative changes by
    #[declared(-4..=4)]
    pub by: i8,
}

/// How many provinces of others a side must control (NIA §12.2.1, §21.2.3).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Controls {
    /// so many at least
    #[declared(1..=20)]
    pub least: u8,
    /// of these
    #[declared("province")]
    pub of: Vec<String>,
    /// this one is among them
    #[serde(rename = "among them")]
    #[declared("province")]
    pub among: Option<String>,
    /// one more, unless this country follows the side
    #[serde(rename = "one more without")]
    #[declared("country")]
    pub without: Option<String>,
}

/// A power that fights for its own land until it is conquered (NIA §14.4.2).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Liberation {
    /// its land units stay on its own land while enemy units stand there; it is conquered when the
    /// enemy holds its capital and all its harbours, and only then is the war over
    #[declared("power")]
    pub power: String,
    /// countries whose harbours the enemy must hold as well
    #[serde(rename = "and the harbours of", default)]
    #[declared("country")]
    pub countries: Vec<String>,
}

/// What a power may raise where a scenario limits it: first what it has lost of its set-up and its
/// arrivals (NIA §21.3.5).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Production {
    /// whose money it is
    #[declared("power")]
    pub power: String,
    /// units that it has not lost are raised only when no reduced unit can be filled and none that
    /// was lost be raised, and have at most this combat modifier
    #[serde(rename = "most modifier")]
    #[declared(-1..=3)]
    pub most: i8,
    /// `true`: it may set up army markers as well
    #[serde(rename = "army markers", default)]
    pub armies: bool,
}

/// A leader who takes command of an army in a season (NIA §21.3.5).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// who, from wherever they are
    #[declared("leader")]
    pub leader: String,
    /// whose they are
    #[declared("power")]
    pub power: String,
    /// at the start of this season, or as soon as the power has an army
    pub when: Season,
    /// of this army; without it of one that the power chooses
    pub army: Option<String>,
    /// steps of line infantry that come to that army
    #[serde(rename = "infantry steps", default)]
    #[declared(0..=9)]
    pub steps: u8,
    /// without an army they wait in the town of their side that is nearest to this one
    #[serde(rename = "else near")]
    #[declared("place")]
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
