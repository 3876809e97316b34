//! A scenario: who stands where, what is left open, what is not played (NIA §21).

use super::Atlas;
use super::countries::{Countries, CountryStatus};
use super::deck::DeckTerms;
use super::earlier::EarlierPeace;
use super::first_coalition::{AllianceCheck, Joins, Partition, Reform};
use super::money::MoneyTerms;
use super::people::People;
use super::restraints;
use super::special::{Liberation, Sources};
use super::tactics::TacticsTerms;
use super::terms::{Conditional, Victory};
use super::track::TrackTerms;
use super::units::{self, Unit, Units};
use super::withdrawal::Withdrawal;
use crate::record::state::{Bloc, Marker};
use kit::calendar::Season;
use kit::ground::Space;
use kit::newspaper::Newspaper;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

pub use super::at::At;
pub use super::entry::{Chosen, ChosenKind, Entry, Fleets, Role, Siege};
pub use super::special::Special;

/// The page of a scenario.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// the scenario's name, as reports print it
    pub title: String,
    /// a set-up of the book that several scenarios share, such as `1805`: all its keys are added to
    /// this page, and none of them stands here as well
    #[serde(rename = "set-up", default)]
    _set_up: Option<String>,
    /// the paragraph of the rulebook it follows
    #[serde(default)]
    pub rule: String,
    /// the season that is played first
    #[serde(rename = "first season")]
    pub first: Season,
    /// the season after which the game is over
    #[serde(rename = "last season")]
    pub last: Season,
    /// the power that chooses the very first marker; else it is drawn
    #[declared("power")]
    pub initiative: Option<String>,
    /// the marker that comes out first of all; nobody chooses then
    #[serde(rename = "first marker")]
    #[declared("marker")]
    pub first_marker: Option<Marker>,
    /// who plays, on which side: `empire` and `coalition` are at war; any other side is neutral: it
    /// fights nobody and nobody fights it
    #[declared(keys = "side", "power", items = 1..=7)]
    pub sides: BTreeMap<String, Vec<String>>,
    /// who sets up first: groups of powers; the others follow
    #[serde(rename = "set-up order", default)]
    #[declared("power")]
    pub order: Vec<Vec<String>>,
    /// initiative markers that are not in the game
    #[serde(rename = "removed markers", default)]
    #[declared("marker")]
    pub removed: Vec<String>,
    /// the part of the map that is played on; else all of it
    pub area: Option<Area>,
    /// the provinces of each power at the start: their towns are its own, until troops take them,
    /// and feed it. A province in no list, and of no country under `countries`, may not be entered.
    /// Without the key the whole map is in play and nobody holds anything: no points for towns, no
    /// supply from them
    #[serde(default)]
    #[declared(keys = "power", "province")]
    pub territory: BTreeMap<String, Vec<String>>,
    /// the minor countries in play, each with its status; a province that no power has in
    /// `territory` is its country's. Nobody enters a neutral one
    #[serde(default)]
    #[declared(keys = "country", "status")]
    pub countries: BTreeMap<String, CountryStatus>,
    /// provinces that belong to another country of `countries` than the one whose own they are
    #[serde(default)]
    #[declared(keys = "province", "country")]
    pub titles: BTreeMap<String, String>,
    /// powers and minor countries that let the troops of a power through their land, though they
    /// are not its allies (NIA §17.4.2)
    #[serde(default)]
    #[declared(keys = "power", "court")]
    pub passage: BTreeMap<String, Vec<String>>,
    /// peaces that beaten powers made before and that still last
    #[serde(default)]
    #[declared(items = 0..=9)]
    pub peaces: Vec<EarlierPeace>,
    /// towns that another power holds than their province
    #[serde(default)]
    #[declared(keys = "hex", "power")]
    pub held: BTreeMap<String, String>,
    /// event cards in hand
    #[serde(default)]
    #[declared(keys = "power", "card")]
    pub cards: BTreeMap<String, Vec<String>>,
    /// how many French corsairs are in their box at the start; which of them is drawn by lot
    #[serde(default)]
    #[declared(0..=8)]
    pub corsairs: usize,
    /// that there is money: powers have an income and spend it before each spring (NIA §12);
    /// without the key there is none
    pub money: Option<MoneyTerms>,
    /// event cards that are drawn when winter is over
    pub deck: Option<DeckTerms>,
    /// that tactical cards are drawn and played in major battles, an optional rule (NIA §8.1.3); the program
    /// has none of the cards: who owns them writes what they say
    pub tactics: Option<TacticsTerms>,
    /// that the diplomacy track is played: powers try for minor countries and for neutral powers that
    /// nobody plays, declare war, and conquer minor countries (NIA §11.2, §11.3, §13.1, §13.2); without
    /// the key nobody does
    pub track: Option<TrackTerms>,
    /// rules of this scenario
    #[serde(rename = "special rules", default)]
    pub special: Vec<Special>,
    /// how it is won; without it nobody wins
    pub victory: Option<Victory>,
    /// whether every player gets a newspaper with what everybody knows; `yes` without it
    #[serde(default)]
    pub newspaper: Newspaper,
    /// where the figures are from
    #[serde(default)]
    pub sources: String,
    /// who stands where at the start, a line each; a hex holds one force of a power
    #[declared(items = 1..=300)]
    pub forces: Vec<Entry>,
    /// who comes later: the keys of a line of `forces`, with `when`
    #[serde(default)]
    #[declared(items = 0..=300)]
    pub arrivals: Vec<Entry>,
    /// who comes when something is true
    #[serde(rename = "conditional arrivals", default)]
    #[declared(items = 0..=60)]
    pub conditional: Vec<Conditional>,
    /// who is called away for service elsewhere, a line each
    #[serde(default)]
    #[declared(items = 0..=60)]
    pub withdrawals: Vec<Withdrawal>,
    /// off-map boxes that only this scenario has
    #[serde(default)]
    #[declared(items = 0..=20)]
    pub boxes: Vec<super::atlas::OffMap>,
    /// A case without a scenario: whoever is not found out of supply is fed.
    #[serde(skip)]
    pub fed: bool,
    /// The rule system, in a scenario of somebody's own.
    #[serde(rename = "rules")]
    #[declared(skip)]
    _rules: Option<String>,
    /// Of each hex, if not all of them are in play.
    #[serde(skip)]
    in_play: Option<Vec<bool>>,
    /// Province to owner: a power of `territory`, or a country.
    #[serde(skip)]
    owners: BTreeMap<String, String>,
}

/// The part of the map that is played on.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// the first and the last, such as `[W29, E10]`
    #[declared("column", items = 2..=2)]
    pub columns: [String; 2],
    /// the first and the last
    #[declared(1..=54, items = 2..=2)]
    pub rows: [u16; 2],
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
            entry.counted.iter_mut().for_each(|unit| unit.rising.clone_from(&entry.rising));
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
        if let Some(tactics) = &self.tactics {
            tactics.check().map_err(|why| format!("tactics: {why}"))?;
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
            if let Some(orders) = &mut special.marching {
                let wrong = |why| format!("special rule {}: {why}", special.id);
                orders.settle(atlas, in_play).map_err(wrong)?;
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
            let mut out = special.out.values().chain(special.not_set_up.values()).flatten();
            if let Some(name) = out.find(|name| people.leader(name).is_none()) {
                return Err(wrong(format!("no leader `{name}`")));
            }
            special.check_first_coalition(atlas, people).map_err(wrong)?;
            self.check_restraints(special, atlas, people).map_err(wrong)?;
        }
        self.peaces.iter().try_for_each(|peace| peace.check(people, self.first))?;
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
        if let Some(guests) = &special.guests {
            guests.check(people)?;
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
            let Some(liberation) = special.liberation.as_ref().or(special.proud.as_ref()) else {
                continue;
            };
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

    /// Whether a leader waits in the pool though others of the first year may be set up (NIA §21.2.4).
    pub fn is_not_set_up(&self, leader: &str) -> bool {
        let mut all = self.special.iter().flat_map(|special| special.not_set_up.values().flatten());
        all.any(|name| name == leader)
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

    /// The power that fights for its own land from the start, as the page says (NIA §14.4.2).
    pub fn liberation(&self) -> Option<&Liberation> {
        self.special.iter().find_map(|special| special.liberation.as_ref())
    }

    /// Adds a rule about a power whose land is shut to its allies.
    pub fn give_pride(&mut self, proud: Liberation) {
        let (id, proud) = ("proud-ally".to_owned(), Some(proud));
        self.special.push(Special { id, proud, ..Special::default() });
    }

    /// The power whose land is shut to its allies, with the name of its rule (NIA §14.4.1).
    pub fn proud(&self) -> Option<(&str, &Liberation)> {
        self.special.iter().find_map(|special| Some((&*special.id, special.proud.as_ref()?)))
    }

    /// Whether no force marches a second time in a season (NIA §21.2.1).
    pub fn bars_forced_marches(&self, season: Season) -> bool {
        self.special.iter().any(|special| special.no_forced_march == Some(season))
    }

    /// The rules of powers that join a side, with their names (NIA §21.2.1).
    pub fn joining(&self) -> impl Iterator<Item = (&str, &Joins)> {
        self.special.iter().filter_map(|special| Some((&*special.id, special.joins.as_ref()?)))
    }

    /// The partitions of countries, in the order of the page (NIA §19.6).
    pub fn partitions(&self) -> impl Iterator<Item = &Partition> {
        self.special.iter().flat_map(|special| &special.partitions)
    }

    /// The rule by which powers may leave a war each spring, with its name (NIA §21.2.1).
    pub fn alliance_check(&self) -> Option<(&str, &AllianceCheck)> {
        self.special.iter().find_map(|rule| Some((&*rule.id, rule.alliance_check.as_ref()?)))
    }

    /// The rule of a power whose army is reformed by a card, with its name (NIA §21.2.1).
    pub fn reform(&self) -> Option<(&str, &Reform)> {
        self.special.iter().find_map(|special| Some((&*special.id, special.reform.as_ref()?)))
    }

    /// Whether the page says whose each province is; else nobody holds any.
    pub fn has_owners(&self) -> bool {
        !self.owners.is_empty()
    }
}

/// Line corps of nations that called their conscripts twice count less (NIA §12.1).
fn lower(special: &[Special], units: &mut [Unit]) {
    let called = special.iter().filter_map(|rule| rule.conscripts.as_ref());
    called.for_each(|nation| units::lower(units, nation));
}
