//! A scenario: who stands where, what is left open, what is not played (NIA §21).

use super::Atlas;
use super::cards::DeckTerms;
use super::countries::{Countries, CountryStatus};
use super::money::MoneyTerms;
use super::people::People;
use super::restraints::{self, Bounds, NewArmy, Stream, Surrender};
use super::special::{Burden, Command, Liberation, Production, Sources, Transport};
use super::terms::{Commanders, Conditional, Recall, Release, Successors, Victory};
use super::units::{self, Unit, Units};
use super::withdrawal::Withdrawal;
use crate::record::state::{Bloc, Marker};
use kit::calendar::Season;
use kit::ground::Space;
use kit::newspaper::Newspaper;
use serde::Deserialize;
use std::collections::BTreeMap;

pub use super::at::At;

/// The page of a scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub title: String,
    #[serde(default)]
    pub rule: String,
    #[serde(rename = "first season")]
    pub first: Season,
    #[serde(rename = "last season")]
    pub last: Season,
    #[serde(default)]
    pub initiative: Option<String>,
    /// The marker with which it must begin.
    #[serde(rename = "first marker", default)]
    pub first_marker: Option<Marker>,
    pub sides: BTreeMap<String, Vec<String>>,
    #[serde(rename = "set-up order", default)]
    pub order: Vec<Vec<String>>,
    #[serde(rename = "removed markers", default)]
    pub removed: Vec<String>,
    #[serde(default)]
    pub area: Option<Area>,
    /// Province to holder; what is not here is out of play. Empty: the whole map is in play.
    #[serde(default)]
    pub territory: BTreeMap<String, Vec<String>>,
    /// The minor countries that are in play, and how each stands at the start.
    #[serde(default)]
    pub countries: BTreeMap<String, CountryStatus>,
    /// Provinces that belong to another country than the one whose own they are.
    #[serde(default)]
    pub titles: BTreeMap<String, String>,
    /// Power to those who let its troops through their land, without being its allies.
    #[serde(default)]
    pub passage: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub held: BTreeMap<String, String>,
    #[serde(default)]
    pub cards: BTreeMap<String, Vec<String>>,
    /// The event cards that are drawn during the game.
    #[serde(default)]
    pub deck: Option<DeckTerms>,
    /// How many French corsairs are in their box at the start.
    #[serde(default)]
    pub corsairs: usize,
    /// Without it there is no money in the game.
    #[serde(default)]
    pub money: Option<MoneyTerms>,
    #[serde(rename = "special rules", default)]
    pub special: Vec<Special>,
    #[serde(default)]
    pub victory: Option<Victory>,
    /// Whether everybody gets a newspaper.
    #[serde(default)]
    pub newspaper: Newspaper,
    #[serde(default)]
    pub sources: String,
    pub forces: Vec<Entry>,
    #[serde(default)]
    pub arrivals: Vec<Entry>,
    #[serde(rename = "conditional arrivals", default)]
    pub conditional: Vec<Conditional>,
    /// Who is called away, and when.
    #[serde(default)]
    pub withdrawals: Vec<Withdrawal>,
    /// Off-map boxes that only this scenario has.
    #[serde(default)]
    pub boxes: Vec<super::atlas::OffMap>,
    /// A case without a scenario: whoever is not found out of supply is fed.
    #[serde(skip)]
    pub fed: bool,
    /// The rule system, in a scenario of somebody's own.
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    #[serde(skip)]
    /// Of each hex, if not all of them are in play.
    in_play: Option<Vec<bool>>,
    /// Province to owner: a power of `territory`, or a country.
    #[serde(skip)]
    owners: BTreeMap<String, String>,
}

/// The part of the map that is played on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub columns: [String; 2],
    pub rows: [u16; 2],
}

/// A special rule of the scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub id: String,
    pub text: String,
    /// What sets the forces free that this rule holds in reserve.
    #[serde(default)]
    pub release: Option<Release>,
    /// When a power gains a train at the start of a season.
    #[serde(default)]
    pub train: Option<Release>,
    /// The power that may build a lost army marker again for nothing.
    #[serde(rename = "army again", default)]
    pub army_again: Option<String>,
    /// Who may follow a leader who is killed or wounded.
    #[serde(default)]
    pub successors: Option<Successors>,
    /// Who is taken off the map when places are lost.
    #[serde(default)]
    pub recall: Option<Recall>,
    /// Who may replace the commander of an army.
    #[serde(rename = "army commanders", default)]
    pub commanders: Option<Commanders>,
    /// How many commanders of armies a side may dismiss in the whole game.
    #[serde(default)]
    pub dismissals: Option<u8>,
    /// Leaders who serve elsewhere and wait in no pool, by power.
    #[serde(rename = "leaders out", default)]
    pub out: BTreeMap<String, Vec<String>>,
    /// The power that has called its conscripts twice (NIA §12.1).
    #[serde(default)]
    pub conscripts: Option<String>,
    /// With whom an army is slower to move.
    #[serde(rename = "army initiative", default)]
    pub burden: Option<Burden>,
    /// What a side takes over the sea at its naval marker.
    #[serde(default)]
    pub transport: Option<Transport>,
    /// What feeds the troops of a nation.
    #[serde(rename = "supply sources", default)]
    pub sources: Vec<Sources>,
    /// Provinces that troops of a nation may not enter.
    #[serde(default)]
    pub bounds: Option<Bounds>,
    /// A river that troops of a nation do not cross once an army was beaten.
    #[serde(default)]
    pub stream: Option<Stream>,
    /// A country that is conquered when a town of it is taken.
    #[serde(default)]
    pub surrender: Option<Surrender>,
    /// An army marker that may be set up for nothing.
    #[serde(rename = "new army", default)]
    pub new_army: Option<NewArmy>,
    /// Powers whose levies are not available (NIA §14.5).
    #[serde(rename = "no levies", default)]
    pub no_levies: Vec<String>,
    /// A power that fights for its own land until it is conquered.
    #[serde(rename = "liberation war", default)]
    pub liberation: Option<Liberation>,
    /// What a power may raise.
    #[serde(default)]
    pub production: Option<Production>,
    /// A leader who takes command of an army.
    #[serde(rename = "takes command", default)]
    pub command: Option<Command>,
    /// Admirals who serve elsewhere, by power.
    #[serde(rename = "fleets out", default)]
    pub fleets_out: BTreeMap<String, Vec<String>>,
}

/// One line of a set-up, or an arrival.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub key: String,
    pub power: String,
    #[serde(default)]
    pub when: Option<Season>,
    #[serde(default)]
    pub nation: Option<String>,
    pub at: At,
    #[serde(default)]
    pub army: Option<String>,
    #[serde(default)]
    pub commander: Option<String>,
    #[serde(default)]
    pub leaders: Vec<String>,
    #[serde(rename = "commander chosen", default)]
    pub chosen_commander: Option<Chosen>,
    #[serde(rename = "leaders chosen", default)]
    pub chosen: Option<Chosen>,
    #[serde(rename = "cavalry leaders chosen", default)]
    pub chosen_cavalry: Option<Chosen>,
    #[serde(default)]
    pub units: Vec<String>,
    /// What its owner may take instead of `units`.
    #[serde(rename = "or units", default)]
    pub instead: Vec<String>,
    #[serde(default)]
    pub steps: Vec<String>,
    #[serde(default)]
    pub trains: u8,
    #[serde(default)]
    pub engineers: u8,
    #[serde(default)]
    pub depots: u8,
    #[serde(default)]
    pub fleets: Option<Fleets>,
    #[serde(default)]
    pub siege: Option<Siege>,
    #[serde(default)]
    pub reserve: Option<String>,
    #[serde(default)]
    pub activations: u8,
    #[serde(default)]
    pub note: Option<String>,
    #[serde(skip)]
    pub counted: Vec<Unit>,
    /// The units of `or units`.
    #[serde(skip)]
    pub other: Vec<Unit>,
}

/// Leaders that the owner picks from his pool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    pub count: usize,
    pub kind: ChosenKind,
    /// The fewest and the most stars.
    #[serde(default)]
    pub stars: Option<[u8; 2]>,
    pub default: Vec<String>,
}

/// Which leaders an owner may pick (NIA §21.C).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
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
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleets {
    pub count: usize,
    #[serde(default)]
    pub named: Vec<String>,
    #[serde(default)]
    pub default: Vec<String>,
}

/// A siege under way.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Siege {
    pub role: Role,
    pub level: u8,
}

/// Which side of the walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Besieged,
    Besieging,
}

impl Scenario {
    /// Checks every name, reads the units, and works out which hexes are in play.
    pub fn settle(
        &mut self,
        atlas: &Atlas,
        people: &People,
        units: &Units,
        countries: &Countries,
    ) -> Result<(), String> {
        let conditional = self.conditional.iter_mut().map(|conditional| &mut conditional.entry);
        for entry in self.forces.iter_mut().chain(&mut self.arrivals).chain(conditional) {
            let nation = entry.nation.clone().unwrap_or_else(|| entry.power.clone());
            for written in &entry.units {
                entry.counted.extend(units.read(written, &nation, people)?);
            }
            lower(&self.special, &mut entry.counted);
            entry.counted.sort();
            for written in &entry.instead {
                entry.other.extend(units.read(written, &nation, people)?);
            }
            entry.other.sort();
            for name in entry.commander.iter().chain(&entry.leaders) {
                people.leader(name).ok_or_else(|| format!("{}: no leader `{name}`", entry.key))?;
            }
            for place in entry.at.choices() {
                atlas.code(place).ok_or_else(|| format!("{}: no hex `{place}`", entry.key))?;
            }
        }
        for line in &mut self.withdrawals {
            line.settle(people, units)?;
        }
        for place in self.held.keys() {
            atlas.code(place).ok_or_else(|| format!("held: no hex `{place}`"))?;
        }
        let known = |name: &String| atlas.provinces.iter().any(|province| province.name == *name);
        if let Some(name) = self.territory.values().flatten().find(|name| !known(name)) {
            return Err(format!("territory: no province `{name}`"));
        }
        if let Some(deck) = &self.deck {
            deck.check().map_err(|why| format!("deck: {why}"))?;
        }
        self.check_terms(atlas, people)?;
        self.settle_owners(atlas, people, countries)?;
        self.in_play = self.playable(atlas);
        let in_play = self.in_play.clone();
        let in_play = |at: Space| in_play.as_ref().is_none_or(|hexes| hexes[at.index()]);
        for special in &mut self.special {
            if let Some(stream) = &mut special.stream {
                let wrong = |why| format!("special rule {}: {why}", special.id);
                stream.settle(atlas, people, in_play).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Checks the names in the victory conditions, the special rules and the conditions of arrivals.
    fn check_terms(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        if let Some(victory) = &self.victory {
            victory.check(atlas, people)?;
        }
        for special in &self.special {
            let wrong = |why| format!("special rule {}: {why}", special.id);
            for condition in special.release.iter().chain(&special.train) {
                condition.check(atlas).map_err(wrong)?;
            }
            if let Some(recall) = &special.recall {
                recall.check(atlas, people).map_err(wrong)?;
            }
            if let Some(successors) = &special.successors {
                successors.check(people).map_err(wrong)?;
            }
            if let Some(burden) = &special.burden {
                burden.check(people).map_err(wrong)?;
            }
            for sources in &special.sources {
                sources.check(atlas, people).map_err(wrong)?;
            }
            let mut out = special.out.values().flatten();
            if let Some(name) = out.find(|name| people.leader(name).is_none()) {
                return Err(wrong(format!("no leader `{name}`")));
            }
            self.check_restraints(special, atlas, people).map_err(wrong)?;
        }
        for conditional in &self.conditional {
            let wrong = |why| format!("{}: {why}", conditional.entry.key);
            for condition in &conditional.any {
                condition.check(atlas).map_err(wrong)?;
            }
        }
        Ok(())
    }

    fn check_restraints(
        &self,
        special: &Special,
        atlas: &Atlas,
        people: &People,
    ) -> Result<(), String> {
        if let Some(bounds) = &special.bounds {
            bounds.check(atlas, people)?;
        }
        if let Some(surrender) = &special.surrender {
            let countries = self.countries.keys().map(String::as_str).collect();
            surrender.check(atlas, &countries)?;
        }
        if let Some(transport) = &special.transport {
            transport.check(atlas, people)?;
        }
        if let Some(command) = &special.command {
            command.check(atlas, people)?;
        }
        Ok(())
    }

    /// Works out who owns each province: who has it in `territory`, else the country in play whose
    /// own it is; of several the one with the fewest provinces.
    fn settle_owners(
        &mut self,
        atlas: &Atlas,
        people: &People,
        countries: &Countries,
    ) -> Result<(), String> {
        let verdicts = self.victory.iter().flat_map(|victory| &victory.conditions);
        let conquered = verdicts.flat_map(|verdict| &verdict.all).flat_map(|term| &term.conquered);
        if let Some(name) = conquered.into_iter().find(|name| countries.get(name).is_none()) {
            return Err(format!("victory: no country `{name}`"));
        }
        for special in &self.special {
            let Some(liberation) = &special.liberation else { continue };
            let wrong = |why| format!("special rule {}: {why}", special.id);
            liberation.check(people, countries).map_err(wrong)?;
        }
        for (name, status) in &self.countries {
            let country =
                countries.get(name).ok_or_else(|| format!("countries: no country `{name}`"))?;
            if let Some(power) = status.power().filter(|power| self.side(power).is_none()) {
                return Err(format!("countries: {name} follows {power}, who does not play"));
            }
            for province in &country.provinces {
                let other = self.owners.get(province).and_then(|other| countries.get(other));
                if other.is_none_or(|other| other.provinces.len() > country.provinces.len()) {
                    self.owners.insert(province.clone(), name.clone());
                }
            }
        }
        for (province, owner) in &self.titles {
            restraints::title(atlas, countries, (province, owner))?;
            self.owners.insert(province.clone(), owner.clone());
        }
        for (power, provinces) in &self.territory {
            let own = provinces.iter().map(|province| (province.clone(), power.clone()));
            self.owners.extend(own);
        }
        Ok(())
    }

    /// Every line that a sheet may answer under `set-up:`: forces, timed and conditional arrivals.
    pub fn lines(&self) -> impl Iterator<Item = &Entry> + Clone {
        let conditional = self.conditional.iter().map(|conditional| &conditional.entry);
        self.forces.iter().chain(&self.arrivals).chain(conditional)
    }

    fn playable(&self, atlas: &Atlas) -> Option<Vec<bool>> {
        if self.area.is_none() && self.owners.is_empty() {
            return None;
        }
        let corner = |column: &String, row: u16| {
            atlas.code(&format!("{column}{row:02}")).and_then(|space| atlas.column_row(space))
        };
        let bounds = self.area.as_ref().and_then(|area| {
            Some((corner(&area.columns[0], area.rows[0])?, corner(&area.columns[1], area.rows[1])?))
        });
        let within = |space: Space| match (bounds, atlas.column_row(space)) {
            (Some(((left, top), (right, bottom))), Some((column, row))) => {
                (left..=right).contains(&column) && (top..=bottom).contains(&row)
            }
            _ => true,
        };
        let in_play = |space: Space| {
            let province = atlas.province(space).map(|province| &province.name);
            self.owners.is_empty() || province.is_some_and(|name| self.owners.contains_key(name))
        };
        Some((0..atlas.hex_count()).map(Space).map(|s| within(s) && in_play(s)).collect())
    }

    /// Whether a hex may be entered at all; off-map boxes are asked for apart.
    pub fn in_play(&self, space: Space) -> bool {
        self.in_play.as_ref().is_none_or(|hexes| hexes.get(space.index()).is_some_and(|hex| *hex))
    }

    /// The side a power is on.
    pub fn side(&self, power: &str) -> Option<&str> {
        let on = |(_, powers): &(&String, &Vec<String>)| powers.iter().any(|p| p == power);
        self.sides.iter().find(on).map(|(side, _)| side.as_str())
    }

    /// Every power, in diplomacy order.
    pub fn powers(&self, people: &People) -> Vec<String> {
        let mut powers: Vec<String> = self.sides.values().flatten().cloned().collect();
        powers.sort_by_key(|power| people.order(power));
        powers
    }

    /// Who owns a province when the scenario begins: a power or a minor country.
    pub fn owner(&self, province: &str) -> Option<&str> {
        self.owners.get(province).map(String::as_str)
    }

    /// Whose side a province is on when the scenario begins: the power that owns it or that its
    /// country follows, else the neutral country itself.
    pub fn master(&self, province: &str) -> Option<&str> {
        let owner = self.owner(province)?;
        Some(self.countries.get(owner).and_then(CountryStatus::power).unwrap_or(owner))
    }

    /// Every province in play with its owner at the start.
    pub fn owners(&self) -> impl Iterator<Item = (&String, &String)> {
        self.owners.iter()
    }

    /// The power that chooses the first marker of all, if anybody does (NIA §3.2).
    pub fn chooser(&self) -> Option<&str> {
        self.initiative.as_deref().filter(|_| self.first_marker.is_none())
    }

    /// What alone feeds the troops of a nation, where a special rule says so.
    pub fn sources(&self, nation: &str) -> Option<&Sources> {
        self.special.iter().flat_map(|special| &special.sources).find(|one| one.nation == nation)
    }

    /// Whether a leader serves elsewhere while this scenario is played.
    pub fn is_out(&self, leader: &str) -> bool {
        let mut out = self.special.iter().flat_map(|special| special.out.values().flatten());
        out.any(|name| name == leader)
    }

    /// Whether a side's second naval marker is not in the game.
    pub fn has_no_second_naval(&self, bloc: Bloc) -> bool {
        self.removed.contains(&Marker::Naval(bloc, 2).to_string())
    }

    /// Whether a leader in a pool is not to be had in a season: an arrival of then or later brings them,
    /// or they were called away and have not come again (NIA §21.D).
    pub fn is_awaited(&self, leader: &str, season: Season) -> bool {
        let names = |entry: &&Entry| entry.brings(leader);
        let comes: Vec<Season> =
            self.arrivals.iter().filter(names).filter_map(|entry| entry.when).collect();
        let lines = self.withdrawals.iter().filter(|line| line.leaders.iter().any(|l| l == leader));
        let left = lines.map(|line| line.when).filter(|when| *when < season).max();
        let mut commands = self.special.iter().filter_map(|special| special.command.as_ref());
        comes.iter().any(|when| *when >= season)
            || left.is_some_and(|left| !comes.iter().any(|when| *when > left && *when < season))
            || commands.any(|c| c.leader == leader && c.near.is_some() && c.when >= season)
    }

    /// How many admirals of a power serve elsewhere while this scenario is played; their counters are
    /// in no pool.
    pub fn fleets_out(&self, power: &str) -> u32 {
        let out = self.special.iter().filter_map(|special| special.fleets_out.get(power));
        u32::try_from(out.map(Vec::len).sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// The power that fights for its own land, as the page says (NIA §14.4.2).
    pub fn liberation(&self) -> Option<&Liberation> {
        self.special.iter().find_map(|special| special.liberation.as_ref())
    }

    /// Whether the page says whose each province is; else nobody holds any.
    pub fn has_owners(&self) -> bool {
        !self.owners.is_empty()
    }
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

/// Line corps of nations that called their conscripts twice count less (NIA §12.1).
fn lower(special: &[Special], units: &mut [Unit]) {
    let called = special.iter().filter_map(|rule| rule.conscripts.as_ref());
    called.for_each(|nation| units::lower(units, nation));
}
