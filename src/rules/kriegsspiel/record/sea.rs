//! Fleets and admirals as they are between two events (§10.1, §13).
//!
//! The state has all of them; a power knows its own, and of the others sails ([`Sail`]).

#![deny(clippy::wildcard_enum_match_arm)]

use crate::book::Troops;
use crate::book::troops::Extra;
use crate::record::event::SeaEvent;
use crate::record::state::{Formation, General, ratings_told};
use kit::calendar::Season;
use kit::ground::Space;
use kit::page::Declared;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Ships by their kind.
pub type Ships = BTreeMap<String, u32>;

/// Ships by the fleet to which they belong.
pub type ShipLosses = BTreeMap<String, Ships>;

/// How many ships there are.
pub fn count(ships: &Ships) -> u32 {
    ships.values().sum()
}

/// Takes ships off others, as far as there are so many.
pub fn take(from: &mut Ships, ships: &Ships) {
    for (kind, lost) in ships {
        if let Some(left) = from.get_mut(kind) {
            *left = left.saturating_sub(*lost);
        }
    }
    from.retain(|_, left| *left > 0);
}

/// Adds ships to others.
pub fn add(to: &mut Ships, ships: &Ships) {
    for (kind, more) in ships {
        *to.entry(kind.clone()).or_default() += more;
    }
}

/// Where ships are: in a harbour, or in a sea area or trade box.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Berth {
    Port(Space),
    Sea(String),
}

impl Berth {
    /// The sea area, if they are at sea.
    pub fn area(&self) -> Option<&str> {
        match self {
            Berth::Sea(area) => Some(area),
            Berth::Port(_) => None,
        }
    }
}

/// What ships sail in (§13.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum FleetKind {
    Fleet,
    Squadron,
    Transports,
    /// Captured ships with their escort, on their way home (§19.6).
    Prizes,
}

impl FleetKind {
    /// Whether they come for trade or protect it: fleets and squadrons (§16.4).
    pub fn is_warlike(self) -> bool {
        matches!(self, FleetKind::Fleet | FleetKind::Squadron)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            FleetKind::Fleet => "fleet",
            FleetKind::Squadron => "squadron",
            FleetKind::Transports => "transports",
            FleetKind::Prizes => "prizes",
        }
    }

    /// One of them.
    pub fn one(self) -> &'static str {
        match self {
            FleetKind::Fleet => "a fleet",
            FleetKind::Squadron => "a squadron",
            FleetKind::Transports => "a transport fleet",
            FleetKind::Prizes => "a convoy of prizes",
        }
    }
}

/// Troops and generals aboard; they are not on the map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cargo {
    pub formations: Vec<Formation>,
    pub generals: Vec<General>,
}

impl Cargo {
    /// Whether nobody is aboard.
    pub fn is_empty(&self) -> bool {
        self.formations.is_empty() && self.generals.is_empty()
    }
}

/// A fleet, a squadron, a transport fleet, or captured ships on their way home.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    pub name: String,
    pub power: String,
    pub kind: FleetKind,
    pub ships: Ships,
    /// Captured ships that are brought home; they do not fight.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prizes: Ships,
    pub at: Berth,
    /// Troops aboard.
    #[serde(default, skip_serializing_if = "Cargo::is_empty")]
    pub cargo: Cargo,
    /// The admiral who commands it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
}

impl Fleet {
    /// Ships by themselves: nobody leads them or is aboard, and they bring no prizes home.
    pub fn new(name: String, power: &str, (kind, ships): (FleetKind, Ships), at: Berth) -> Self {
        let (power, prizes, cargo) = (power.to_owned(), Ships::new(), Cargo::default());
        Self { name, power, kind, ships, prizes, at, cargo, under: None }
    }

    /// The kinds of all ships in it, prizes among them.
    pub fn kinds(&self) -> impl Iterator<Item = &String> {
        self.ships.keys().chain(self.prizes.keys())
    }
}

/// An admiral (§10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admiral {
    pub name: String,
    pub power: String,
    /// A letter; A is the highest.
    pub rank: String,
    pub battle: u32,
    pub command: u32,
    /// What the admiral adds as a subordinate.
    pub combat: u32,
    /// What it costs to move a grand fleet.
    pub points: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Extra>,
    pub at: Berth,
}

impl Admiral {
    /// Who goes before whom: by rank, then battle and command ratings, then by name.
    pub fn seniority(&self) -> (&str, std::cmp::Reverse<(u32, u32)>, &str) {
        (&self.rank, std::cmp::Reverse((self.battle, self.command)), &self.name)
    }

    /// The ratings in words.
    pub fn ratings(&self, troops: &Troops) -> String {
        let extra = troops.ranks.get(&self.rank).and_then(|rank| rank.extra).and(self.extra);
        ratings_told(&self.rank, [self.battle, self.command, self.combat, self.points], extra)
    }
}

/// Ships that act together: a grand fleet with its admiral, or a fleet by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The admiral, or the fleet.
    pub who: String,
    pub power: String,
    pub admiral: Option<String>,
    pub fleets: Vec<String>,
    pub at: Berth,
}

/// What of others is seen at sea or in a harbour.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sail {
    pub power: String,
    pub at: Berth,
    pub size: Size,
    /// The turn in which they were seen last, if they are out of sight now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Season>,
}

/// How many ships are seen together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Squadron,
    Fleet,
    GrandFleet,
}

impl Size {
    /// The size of so many ships, by the bounds of squadrons and fleets.
    pub fn of(ships: u32) -> Self {
        if ships <= 6 {
            Size::Squadron
        } else if ships <= 26 {
            Size::Fleet
        } else {
            Size::GrandFleet
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Size::Squadron => "squadron",
            Size::Fleet => "fleet",
            Size::GrandFleet => "grand fleet",
        }
    }
}

/// All fleets and admirals, or those that one power knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Navy {
    /// Whether the scenario is played with fleets.
    pub played: bool,
    pub fleets: BTreeMap<String, Fleet>,
    pub admirals: BTreeMap<String, Admiral>,
    /// Ships lost so far, by power and kind: every ship is accounted for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<String, Ships>,
    /// Sails of others, in what one power knows.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub sails: BTreeSet<Sail>,
    /// The areas in sight, in what one power knows.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub field: BTreeSet<String>,
}

impl Navy {
    /// At the start of a scenario with or without fleets.
    pub fn new(played: bool) -> Self {
        Self { played, ..Self::default() }
    }

    /// Whether there is nothing to keep, since no fleets are played.
    pub fn is_not_played(&self) -> bool {
        !self.played
    }

    /// The fleets in a berth.
    pub fn at<'n>(&'n self, at: &'n Berth) -> impl Iterator<Item = &'n Fleet> {
        self.fleets.values().filter(move |one| one.at == *at)
    }

    /// The formations aboard all fleets.
    pub fn troops_aboard(&self) -> impl Iterator<Item = &Formation> {
        self.fleets.values().flat_map(|one| &one.cargo.formations)
    }

    /// The generals aboard all fleets.
    pub fn generals_aboard(&self) -> impl Iterator<Item = &General> {
        self.fleets.values().flat_map(|one| &one.cargo.generals)
    }

    /// What fleets, admirals and those aboard are called, and whose they are.
    pub fn called(&self) -> impl Iterator<Item = (&String, &String)> {
        let fleets = self.fleets.values().map(|one| (&one.name, &one.power));
        let admirals = self.admirals.values().map(|one| (&one.name, &one.power));
        let troops = self.troops_aboard().map(|one| (&one.name, &one.power));
        let generals = self.generals_aboard().map(|one| (&one.name, &one.power));
        fleets.chain(admirals).chain(troops).chain(generals)
    }

    /// The admiral who leads a fleet: it is under that admiral, and lies with them.
    pub fn leader(&self, one: &Fleet) -> Option<&Admiral> {
        let admiral = self.admirals.get(one.under.as_ref()?)?;
        (admiral.at == one.at && admiral.power == one.power).then_some(admiral)
    }

    /// The fleets that an admiral leads.
    pub fn led<'n>(&'n self, admiral: &'n Admiral) -> impl Iterator<Item = &'n Fleet> {
        let leads = |one: &&Fleet| self.leader(one).is_some_and(|by| by.name == admiral.name);
        self.fleets.values().filter(leads)
    }

    /// Those who act by a name of a power: an admiral with the fleets they lead, or a fleet by itself.
    pub fn group(&self, power: &str, who: &str) -> Option<Group> {
        if let Some(admiral) = self.admirals.get(who).filter(|one| one.power == power) {
            let fleets = self.led(admiral).map(|one| one.name.clone()).collect();
            let (power, at) = (power.to_owned(), admiral.at.clone());
            return Some(Group {
                who: who.to_owned(),
                power,
                admiral: Some(who.to_owned()),
                fleets,
                at,
            });
        }
        let fleet = self.fleets.get(who).filter(|one| one.power == power)?;
        let (power, at) = (power.to_owned(), fleet.at.clone());
        Some(Group { who: who.to_owned(), power, admiral: None, fleets: vec![who.to_owned()], at })
    }

    /// The fleets of a group, as far as they are there still.
    pub fn of_group<'n>(&'n self, group: &'n Group) -> impl Iterator<Item = &'n Fleet> + Clone {
        group.fleets.iter().filter_map(|name| self.fleets.get(name))
    }

    /// A name that no fleet bears, here or among others: as it is, or with a number.
    pub fn free_name(&self, base: &str, others: &[Fleet]) -> String {
        let is_taken = |name: &String| {
            self.fleets.contains_key(name) || others.iter().any(|one| one.name == *name)
        };
        let (mut name, mut nth) = (base.to_owned(), 2);
        while is_taken(&name) {
            name = format!("{base} {nth}");
            nth += 1;
        }
        name
    }

    /// The group to which a fleet belongs, by the name of its admiral or its own.
    pub fn group_of<'n>(&'n self, fleet: &'n Fleet) -> &'n str {
        self.leader(fleet).map_or(&fleet.name, |admiral| &admiral.name)
    }

    /// How many of a group are fleets or squadrons.
    pub fn warlike(&self, group: &Group) -> usize {
        self.of_group(group).filter(|one| one.kind.is_warlike()).count()
    }

    /// All groups with ships in a berth, by their names.
    pub fn groups_at(&self, at: &Berth) -> Vec<Group> {
        let names = self.at(at).map(|one| (self.group_of(one), one.power.as_str()));
        let names: BTreeSet<(&str, &str)> = names.collect();
        names.into_iter().filter_map(|(who, power)| self.group(power, who)).collect()
    }

    /// All ships afloat and lost, by power and kind.
    pub fn roll_call(&self) -> BTreeMap<String, Ships> {
        let mut all = self.lost.clone();
        for fleet in self.fleets.values() {
            let own = all.entry(fleet.power.clone()).or_default();
            add(own, &fleet.ships);
            add(own, &fleet.prizes);
        }
        all
    }

    /// Writes what happened at sea; of fleets that are not here nothing is written.
    pub fn apply(&mut self, event: &SeaEvent) {
        match event {
            SeaEvent::Commissioned { fleet, .. } | SeaEvent::Enlarged { fleet } => {
                self.fleets.insert(fleet.name.clone(), fleet.clone());
            }
            SeaEvent::Appointed { admiral, .. } => {
                self.admirals.insert(admiral.name.clone(), admiral.clone());
            }
            SeaEvent::Sailed { fleets, admiral, to, .. } => {
                self.relocate(fleets, admiral.as_slice(), to);
            }
            SeaEvent::FellBack { fleets, admirals, to, .. } => self.relocate(fleets, admirals, to),
            SeaEvent::FoughtAtSea(day) => {
                for side in [&day.attacker, &day.defender] {
                    self.lose(&side.lost);
                }
            }
            SeaEvent::Stormed { fleets, admirals, lost, to, .. } => {
                self.lose(lost);
                if let Some(to) = to {
                    self.relocate(fleets, admirals, to);
                }
            }
            SeaEvent::PrizesTaken { of, convoy, escorts, .. } => {
                // They were counted among the losses of the beaten.
                for (power, ships) in of {
                    if let Some(lost) = self.lost.get_mut(power) {
                        take(lost, ships);
                    }
                }
                for (name, taken) in escorts {
                    if let Some(fleet) = self.fleets.get_mut(name) {
                        take(&mut fleet.ships, taken);
                    }
                }
                self.fleets.insert(convoy.name.clone(), convoy.clone());
            }
            SeaEvent::PrizesJoined { convoy, fleets, .. } => {
                self.fleets.remove(convoy);
                for fleet in fleets {
                    self.fleets.insert(fleet.name.clone(), fleet.clone());
                }
            }
            SeaEvent::AdmiralLost { admiral, .. } => {
                self.admirals.remove(admiral);
                for fleet in self.fleets.values_mut() {
                    fleet.under = fleet.under.take().filter(|name| name != admiral);
                }
            }
            // Who comes aboard and leaves, the state says: it has the troops.
            SeaEvent::Embarked { .. }
            | SeaEvent::Landed { .. }
            | SeaEvent::LostAboard { .. }
            | SeaEvent::AtSea { .. }
            | SeaEvent::Met { .. }
            | SeaEvent::MadeOutAtSea(_)
            | SeaEvent::SeaBattleEnded { .. } => {}
        }
        // Those aboard ships that are gone are accounted for by an event of their own.
        self.fleets.retain(|_, one| !one.ships.is_empty() || !one.cargo.is_empty());
    }

    /// Takes all ships of a nation away; they count as lost (§20.2).
    pub fn remove(&mut self, nation: &str) {
        let own = self.fleets.values().filter(|one| one.power == nation);
        let lost: Vec<Ships> =
            own.flat_map(|one| [one.ships.clone(), one.prizes.clone()]).collect();
        for ships in lost {
            add(self.lost.entry(nation.to_owned()).or_default(), &ships);
        }
        self.fleets.retain(|_, one| one.power != nation);
        self.admirals.retain(|_, one| one.power != nation);
    }

    fn relocate(&mut self, fleets: &[String], admirals: &[String], to: &Berth) {
        for name in fleets {
            if let Some(fleet) = self.fleets.get_mut(name) {
                fleet.at = to.clone();
            }
        }
        for name in admirals {
            if let Some(admiral) = self.admirals.get_mut(name) {
                admiral.at = to.clone();
            }
        }
    }

    /// Takes losses off the fleets and keeps count of them. What is left of a convoy without escort is lost with it.
    fn lose(&mut self, lost: &ShipLosses) {
        for (name, ships) in lost {
            let Some(fleet) = self.fleets.get_mut(name) else { continue };
            take(&mut fleet.ships, ships);
            let count = self.lost.entry(fleet.power.clone()).or_default();
            add(count, ships);
            if fleet.ships.is_empty() {
                add(count, &fleet.prizes);
            }
        }
    }
}
