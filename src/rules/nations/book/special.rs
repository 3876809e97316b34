//! Special rules of scenarios as data: the rule with all that it may say, and what feeds whom, who burdens an army, who is
//! out (NIA §21.2, §21.3).

use super::atlas::Atlas;
use super::countries::Countries;
use super::first_coalition::{AllianceCheck, Joins, Partition, Reform};
use super::marching::{MarchingOrders, StaysAtHome};
use super::people::People;
use super::restraints::{Bounds, Guests, NewArmy, Stream, Surrender};
use super::terms::{Commanders, Recall, Release, Side, Successors};
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A special rule of the scenario.
#[derive(Debug, Clone, Default, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// a short name of its own
    pub id: String,
    /// the rule in a sentence; it stands in every report
    pub text: String,
    /// when the forces with this rule under `reserve` may act; all that is named must hold
    pub release: Option<Release>,
    /// when a power gains a train, each season, in the first of `holds`
    pub train: Option<Release>,
    /// this power builds a lost army marker again for nothing
    #[serde(rename = "army again")]
    #[declared("power")]
    pub army_again: Option<String>,
    /// when a leader is called away from the map, once
    pub recall: Option<Recall>,
    /// who alone may replace a leader who commands an army
    #[serde(rename = "army commanders")]
    pub commanders: Option<Commanders>,
    /// provinces that troops of a nation may not enter
    pub bounds: Option<Bounds>,
    /// a river that forces of a nation do not cross once an army was beaten
    pub stream: Option<Stream>,
    /// a country that falls with one of its towns
    pub surrender: Option<Surrender>,
    /// powers whose levies are not available, such as the feudal corps of Turkey
    // NIA §14.5.
    #[serde(rename = "no levies", default)]
    #[declared("power", items = 1..=7)]
    pub no_levies: Vec<String>,
    /// an army marker that a power may set up before any activation, for nothing
    #[serde(rename = "new army")]
    pub new_army: Option<NewArmy>,
    /// who may follow leaders who are killed or wounded
    pub successors: Option<Successors>,
    /// how many commanders of armies each side may dismiss in the whole game
    #[declared(0..=20)]
    pub dismissals: Option<u8>,
    /// leaders who serve elsewhere: they are in no pool
    #[serde(rename = "leaders out", default)]
    #[declared(keys = "power", "leader")]
    pub out: BTreeMap<String, Vec<String>>,
    /// leaders of the first year who are not set up: they wait in the pool
    // NIA §21.2.4.
    #[serde(rename = "not set up", default)]
    #[declared(keys = "power", "leader")]
    pub not_set_up: BTreeMap<String, Vec<String>>,
    /// admirals who serve elsewhere: they command no fleet of that power
    #[serde(rename = "fleets out", default)]
    #[declared(keys = "power", "fleet", items = 0..=3)]
    pub fleets_out: BTreeMap<String, Vec<String>>,
    /// a power that fights for its own land until it is conquered
    #[serde(rename = "liberation war")]
    pub liberation: Option<Liberation>,
    /// a power whose land is shut to the troops of its allies until it has lost a battle or has no
    /// fleet, and that fights for its liberation if it leaves allies who stand there
    // NIA §14.4.
    #[serde(rename = "proud ally")]
    pub proud: Option<Liberation>,
    /// what a power may raise for money
    pub production: Option<Production>,
    /// a leader who takes command of an army
    #[serde(rename = "takes command")]
    pub command: Option<Command>,
    /// this power has called its conscripts twice: its line infantry of +2 counts +1
    // NIA §12.1.
    #[declared("power")]
    pub conscripts: Option<String>,
    /// with whom an army is slower to move
    #[serde(rename = "army initiative")]
    pub burden: Option<Burden>,
    /// what a side takes from harbour to harbour at its naval marker, without ships
    pub transport: Option<Transport>,
    /// towns that an army must take before it is free to march where it likes
    // NIA §21.2.2.
    #[serde(rename = "marching orders")]
    pub marching: Option<MarchingOrders>,
    /// a power whose forces stay on its own land for a time, once it is at war
    // NIA §21.2.2.
    #[serde(rename = "stays at home")]
    pub at_home: Option<StaysAtHome>,
    /// troops that a neutral power lets onto its land, and feeds in their first activation
    // NIA §21.2.4.
    pub guests: Option<Guests>,
    /// a season in which no force marches a second time
    // NIA §21.2.1.
    #[serde(rename = "no forced march")]
    pub no_forced_march: Option<Season>,
    /// the modifiers of a power's units until its army is reformed, which an event card does
    // NIA §21.2.1.
    pub reform: Option<Reform>,
    /// a neutral power that joins a side
    // NIA §21.2.1.
    pub joins: Option<Joins>,
    /// land of a country that others get
    // NIA §19.6.
    #[serde(default)]
    #[declared(items = 1..=9)]
    pub partitions: Vec<Partition>,
    /// powers that may leave a war each spring
    // NIA §21.2.1.
    #[serde(rename = "alliance check")]
    pub alliance_check: Option<AllianceCheck>,
    /// what alone feeds the troops of a nation
    #[serde(rename = "supply sources", default)]
    #[declared(items = 1..=20)]
    pub sources: Vec<Sources>,
}

impl Special {
    /// Whether it binds somebody from the start, until it is recorded that it does not any more (NIA §21.2.2).
    pub fn binds_at_first(&self) -> bool {
        self.marching.is_some() || self.at_home.is_some()
    }

    /// Checks the names of the rules of the first coalition (NIA §21.2.1).
    pub fn check_first_coalition(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        self.reform.as_ref().map_or(Ok(()), |rule| rule.check(people))?;
        self.joins.as_ref().map_or(Ok(()), |rule| rule.check(atlas, people))?;
        self.partitions.iter().try_for_each(|rule| rule.check(atlas, people))?;
        self.alliance_check.as_ref().map_or(Ok(()), |rule| rule.check(people))
    }
}

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
