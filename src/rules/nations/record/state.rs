//! The state of a game: who stands where. Events are its only writers.

mod afloat;
mod leaders;
mod money;
pub mod peaces;
mod titles;

use crate::book::atlas::Atlas;
use crate::book::units::{Size, Unit, Units};
use crate::book::{Book, People};
use crate::position::Position;
use crate::record::event::Event;
use crate::record::exchange::Exchange;
use kit::calendar::Season;
use kit::deck::Deck;
use kit::ground::Space;
use kit::relations::{Group, Relations};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

pub use afloat::{Anchorage, EmbarkedForce, Hold, MOST_FLEETS, Ship, Squadron};
pub use money::{Expedition, Money};
pub use titles::Titles;

/// A force on the map; given once and never again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u32);

/// Numbers that each power has for its forces.
const NUMBERS: u32 = 100_000;

impl ForceId {
    /// The count-th number of a power. Each counts for itself: else the number of a new force would
    /// tell how many the enemy has made.
    pub fn of(book: &Book, power: &str, count: u32) -> Self {
        let order = u32::try_from(book.people.order(power)).expect("there are few powers");
        Self(order * NUMBERS + count)
    }

    /// The power whose force it is.
    pub fn power(self, book: &Book) -> &str {
        let order = usize::try_from(self.0 / NUMBERS).expect("there are few powers");
        book.people.powers.get(order).map_or("", |power| power.name.as_str())
    }

    /// Its place in its power's own count.
    pub fn count(self) -> u32 {
        self.0 % NUMBERS
    }
}

/// The two blocs, and those outside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bloc {
    Empire,
    Coalition,
    Neutral,
}

impl Bloc {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Bloc::Empire => "empire",
            Bloc::Coalition => "coalition",
            Bloc::Neutral => "neutral",
        }
    }

    /// The bloc of that name; what is neither empire nor coalition is neutral.
    pub fn read(word: &str) -> Self {
        let sides = [Bloc::Empire, Bloc::Coalition];
        sides.into_iter().find(|bloc| bloc.word() == word).unwrap_or(Bloc::Neutral)
    }

    /// The bloc that it fights; whoever is in neither fights neither.
    pub fn opposite(self) -> Option<Self> {
        match self {
            Bloc::Empire => Some(Bloc::Coalition),
            Bloc::Coalition => Some(Bloc::Empire),
            Bloc::Neutral => None,
        }
    }
}

impl Group for Bloc {
    fn is_side(&self) -> bool {
        *self != Bloc::Neutral
    }
}

/// An initiative marker (NIA §3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Marker {
    Land(Bloc, u8),
    Naval(Bloc, u8),
    NeutralLand,
    NeutralNaval,
    WinterQuarters,
}

impl Marker {
    /// Its place among all markers, as they are ordered.
    pub fn place(self) -> u32 {
        match self {
            Marker::Land(bloc, value) => 10 * bloc as u32 + u32::from(value),
            Marker::Naval(bloc, number) => 100 + 10 * bloc as u32 + u32::from(number),
            Marker::NeutralLand => 200,
            Marker::NeutralNaval => 201,
            Marker::WinterQuarters => 202,
        }
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Marker::Land(bloc, value) => write!(f, "{} land {value}", bloc.word()),
            Marker::Naval(bloc, number) => write!(f, "{} naval {number}", bloc.word()),
            Marker::NeutralLand => f.write_str("neutral land"),
            Marker::NeutralNaval => f.write_str("neutral naval"),
            Marker::WinterQuarters => f.write_str("winter quarters"),
        }
    }
}

impl FromStr for Marker {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let of_bloc = |bloc| {
            let land = (1..=4).map(move |value| Marker::Land(bloc, value));
            land.chain((1..=2).map(move |number| Marker::Naval(bloc, number)))
        };
        let mut all = [Bloc::Empire, Bloc::Coalition].into_iter().flat_map(of_bloc).chain([
            Marker::NeutralLand,
            Marker::NeutralNaval,
            Marker::WinterQuarters,
        ]);
        all.find(|marker| marker.to_string() == words)
            .ok_or_else(|| format!("`{written}` is not an initiative marker"))
    }
}

impl Serialize for Marker {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Marker {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = String::deserialize(from)?;
        written.parse().map_err(serde::de::Error::custom)
    }
}

/// Units, leaders and support that stand together under one command (NIA glossary, §4.1.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub id: ForceId,
    pub power: String,
    pub at: Space,
    /// The name of the army marker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    /// The first commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub trains: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depots: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub engineers: u8,
    /// Where engineers on their bridge side have laid a bridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridge: Option<Space>,
    /// How often it was activated this season.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub activations: u8,
    /// Shut up in the fortress of its hex.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inside: bool,
    /// Besieging the fortress of its hex. The marker lies on the fortress, so all who stand before
    /// it have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub siege: Option<u8>,
    /// The special rule that holds it in reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<String>,
    /// Beaten and in disorder until it rallies (NIA §8.3.3).
    #[serde(default, skip_serializing_if = "is_false")]
    pub demoralized: bool,
    /// Found out of supply when supply was last assessed (NIA §6.1.2).
    #[serde(default, skip_serializing_if = "is_false")]
    pub unsupplied: bool,
    /// It came into its off-map box this season and may not leave it before the next (NIA §5.2.11).
    #[serde(default, skip_serializing_if = "is_false")]
    pub boxed: bool,
    /// An army that a card has freed from the limit of allied steps (NIA §4.1.1, §11.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub mixed: bool,
    /// An army that a card feeds until the season is over (NIA §11.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub fed: bool,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Force {
    /// An empty force, to be filled.
    pub fn new(id: ForceId, power: &str, at: Space) -> Self {
        Self {
            id,
            power: power.to_owned(),
            at,
            army: None,
            leaders: vec![],
            units: vec![],
            trains: 0,
            depots: 0,
            engineers: 0,
            bridge: None,
            activations: 0,
            inside: false,
            siege: None,
            reserve: None,
            demoralized: false,
            unsupplied: false,
            boxed: false,
            mixed: false,
            fed: false,
        }
    }

    /// The overall commander.
    pub fn commander(&self) -> Option<&str> {
        self.leaders.first().map(String::as_str)
    }

    /// Steps of its combat units; support does not count (NIA §4.1.1).
    pub fn steps(&self) -> u32 {
        self.units.iter().map(|unit| u32::from(unit.steps)).sum()
    }

    /// Whether it has anything that fights: units or a depot (NIA §1.1.1).
    pub fn fights(&self) -> bool {
        !self.units.is_empty() || self.depots > 0
    }

    /// Whether only trains and engineers stand here, which hinder nobody (NIA §5.2.4).
    pub fn is_support_alone(&self) -> bool {
        !self.fights() && self.leaders.is_empty()
    }

    /// Whether support units stand here without leaders or troops, depots among them.
    pub fn is_support_alone_or_depot(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty()
    }

    /// Whether nothing is left of it.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
            && self.leaders.is_empty()
            && [self.trains, self.depots, self.engineers] == [0; 3]
            && self.army.is_none()
    }

    /// Whether it lays or has engineers: an army always has, but out of supply nobody (NIA §1.1.3,
    /// §6.1.2).
    pub fn has_engineers(&self) -> bool {
        !self.unsupplied && (self.army.is_some() || (self.engineers > 0 && self.bridge.is_none()))
    }

    /// What it is called by its own side: its army, its commander, or what it is and where.
    pub fn name(&self, atlas: &Atlas, units: &Units) -> String {
        if let Some(leader) = self.commander() {
            return leader.to_owned();
        }
        let place = atlas.name(self.at);
        match self.units.first() {
            Some(unit) if units.kind(&unit.kind).size == Size::Detachment => {
                format!("detachment at {place}")
            }
            Some(unit) if units.kind(&unit.kind).size == Size::Corps => format!("corps at {place}"),
            Some(unit) => format!("{} at {place}", units.kind(&unit.kind).name),
            None if self.depots > 0 => format!("depot at {place}"),
            None if self.trains > 0 => format!("train at {place}"),
            None if self.engineers > 0 => format!("engineers at {place}"),
            None => format!("troops at {place}"),
        }
    }

    /// Puts the units into their fixed order, so that equal forces have equal bytes.
    pub fn settle(&mut self) {
        self.units.retain(|unit| unit.steps > 0);
        self.units.sort_by(|a, b| b.cmp(a));
    }
}

/// What war has done to a fortress (NIA §9.2, §9.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fort {
    /// Permanent points that are destroyed; the level of the siege table stays what it was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: u8,
    /// Captured and not armed again: a simple city.
    #[serde(default, skip_serializing_if = "is_false")]
    pub empty: bool,
}

/// The level of a fortress that is in order; 0 where there is none.
pub fn fortress_level(book: &Book, forts: &BTreeMap<Space, Fort>, at: Space) -> u8 {
    let empty = forts.get(&at).is_some_and(|fort| fort.empty);
    if empty { 0 } else { book.atlas.town(at).map_or(0, |town| town.fortress) }
}

/// Who comes back in a later season: a garrison with honours of war, or a leader whose wound has
/// healed (NIA §8.2.5, §9.3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Returning {
    pub power: String,
    pub when: Season,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub season: Season,
    /// Whether the cabinet before this spring is still to be played (NIA §12).
    #[serde(default, skip_serializing_if = "is_false")]
    pub cabinet: bool,
    #[serde(rename = "sides")]
    pub relations: Relations<Bloc>,
    pub forces: BTreeMap<ForceId, Force>,
    /// How many forces each power has had; the next one gets the number after them.
    pub counts: BTreeMap<String, u32>,
    pub squadrons: Vec<Squadron>,
    /// Troops on board, by the number they had on land (NIA §5.3.3).
    #[serde(default)]
    pub aboard: BTreeMap<ForceId, EmbarkedForce>,
    /// Fleets that went down, by power; named admirals who were killed are not among them.
    #[serde(default)]
    pub sunk: BTreeMap<String, BTreeSet<String>>,
    /// Admirals who went down with their fleets, by power (NIA §10.5).
    #[serde(default)]
    pub drowned: BTreeMap<String, BTreeSet<String>>,
    /// French corsairs in their box (NIA §10.7).
    #[serde(default)]
    pub corsairs: BTreeSet<String>,
    /// Leaders that wait to be used, by power.
    pub pools: BTreeMap<String, BTreeSet<String>>,
    /// Who owns each province and whom the countries follow, as far as that has changed.
    #[serde(default, skip_serializing_if = "Titles::is_empty")]
    pub titles: Titles,
    /// What is in the chests.
    #[serde(default, skip_serializing_if = "Money::is_empty")]
    pub money: Money,
    /// Places whose holder is another than their province's.
    pub held: BTreeMap<Space, String>,
    /// Fortresses that are not as the map prints them.
    #[serde(default)]
    pub forts: BTreeMap<Space, Fort>,
    /// Troops and leaders that will come back.
    #[serde(default)]
    pub returning: Vec<Returning>,
    /// Kinds of units that are called up for a war (NIA §14.5).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub levies: BTreeSet<String>,
    /// Leaders whom a rule of the scenario has called away.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub recalled: BTreeSet<String>,
    /// Commanders of armies that each side has dismissed, where a rule counts them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dismissed: BTreeMap<Bloc, u8>,
    /// Leaders who have been killed.
    #[serde(default)]
    pub dead: BTreeSet<String>,
    /// Event cards in hand, by power.
    #[serde(default)]
    pub cards: BTreeMap<String, BTreeSet<String>>,
    /// The deck from which event cards are drawn; its hands are those above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Deck>,
    /// Corps destroyed so far, by the power that lost them; honours of war do not count.
    #[serde(default)]
    pub corps_lost: BTreeMap<String, u32>,
    /// Army markers lost so far, by power.
    #[serde(default)]
    pub armies_lost: BTreeMap<String, BTreeSet<String>>,
    /// Conditional arrivals whose condition has come true, with the season in which they come.
    #[serde(default)]
    pub promised: BTreeMap<String, Season>,
    /// Special rules that have begun to hold.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub begun: BTreeSet<String>,
    /// The bloc of the last land marker played; it may not begin the next season (NIA §3.2).
    pub last_land: Option<Bloc>,
    /// The year in which each bloc last used its second naval marker (NIA §3.1).
    pub naval_2: BTreeMap<Bloc, u16>,
}

impl State {
    /// A state before anything stands on the map.
    pub fn new(book: &Book) -> Self {
        let powers = book.scenario.powers(&book.people);
        let side = |power: &String| Bloc::read(book.scenario.side(power).unwrap_or("neutral"));
        let mut relations: Relations<Bloc> =
            powers.iter().map(|power| (power.clone(), side(power))).collect();
        for (guest, hosts) in &book.scenario.passage {
            hosts.iter().for_each(|host| relations.open(guest, host));
        }
        let titles = Titles::at_start(book);
        titles.peaces.lasting().for_each(|treaty| treaty.relate(&mut relations));
        Self {
            season: book.scenario.first,
            cabinet: false,
            relations,
            forces: BTreeMap::new(),
            counts: BTreeMap::new(),
            squadrons: vec![],
            aboard: BTreeMap::new(),
            sunk: BTreeMap::new(),
            drowned: BTreeMap::new(),
            corsairs: BTreeSet::new(),
            pools: powers.iter().map(|power| (power.clone(), BTreeSet::new())).collect(),
            titles,
            money: Money::at_start(book),
            held: BTreeMap::new(),
            forts: BTreeMap::new(),
            returning: vec![],
            levies: BTreeSet::new(),
            recalled: BTreeSet::new(),
            dismissed: BTreeMap::new(),
            dead: BTreeSet::new(),
            cards: cards(book),
            deck: book
                .scenario
                .deck
                .as_ref()
                .map(|terms| terms.deck(&book.cards, &book.scenario.cards)),
            corps_lost: BTreeMap::new(),
            armies_lost: BTreeMap::new(),
            promised: BTreeMap::new(),
            begun: BTreeSet::new(),
            last_land: None,
            naval_2: BTreeMap::new(),
        }
    }

    /// The exchange of mail that is open.
    pub fn exchange(&self) -> Exchange {
        Exchange::of(self.season, self.cabinet)
    }

    /// A force that is known to be there.
    pub fn force(&self, id: ForceId) -> &Force {
        self.forces.get(&id).expect("the rules hold only forces that are on the map")
    }

    /// The bloc of a power.
    pub fn bloc(&self, power: &str) -> Bloc {
        self.relations.group(power).copied().unwrap_or(Bloc::Neutral)
    }

    /// Whether two powers are on the same side; each power is its own friend.
    pub fn friends(&self, a: &str, b: &str) -> bool {
        self.relations.friends(a, b)
    }

    /// Whether two powers fight each other: those of opposite blocs; a neutral fights nobody.
    pub fn at_war(&self, a: &str, b: &str) -> bool {
        self.relations.at_war(a, b)
    }

    /// Every unit there is: on the map, on board, abroad, and of those who will come back.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        let forces = self.forces.values().flat_map(|force| &force.units);
        let aboard = self.aboard.values().flat_map(|passage| &passage.force.units);
        let back = self.returning.iter().flat_map(|returning| &returning.units);
        let abroad = self.money.abroad.values().flat_map(|expedition| &expedition.units);
        forces.chain(aboard).chain(back).chain(abroad)
    }

    /// Forces in a space, by number.
    pub fn at(&self, space: Space) -> impl Iterator<Item = &Force> {
        self.forces.values().filter(move |force| force.at == space)
    }

    /// Whether an enemy that fights or a leader of his stands there, outside or inside walls.
    pub fn enemy_at(&self, power: &str, space: Space) -> bool {
        let strange = |force: &Force| !self.common().may_share(power, &force.power);
        self.at(space).any(|force| strange(force) && !force.is_support_alone())
    }

    /// The force a leader is with.
    pub fn with_leader(&self, leader: &str) -> Option<&Force> {
        self.forces.values().find(|force| force.leaders.iter().any(|name| name == leader))
    }

    /// Who holds a town or fortress.
    pub fn holder<'a>(&'a self, book: &'a Book, space: Space) -> Option<&'a str> {
        self.common().holder(book, space)
    }

    /// The level of a fortress as the siege table asks it; 0 where there is none (NIA §9.1).
    pub fn fortress(&self, book: &Book, space: Space) -> u8 {
        fortress_level(book, &self.forts, space)
    }

    /// Permanent points that are left of a fortress (NIA §9.2).
    pub fn walls(&self, book: &Book, space: Space) -> u8 {
        let lost = self.forts.get(&space).map_or(0, |fort| fort.lost);
        self.fortress(book, space).saturating_sub(lost)
    }

    /// Whether somebody besieges the fortress there (NIA §9.1).
    pub fn besieged(&self, space: Space) -> bool {
        self.at(space).any(|force| force.siege.is_some() && !force.inside)
    }

    /// The siege marker on the fortress of a hex, if somebody besieges it (NIA §9.2).
    pub fn siege_marker(&self, space: Space) -> Option<u8> {
        self.at(space).filter(|force| !force.inside).filter_map(|force| force.siege).max()
    }

    /// The force as it is, to be changed and recorded.
    pub fn draft(&self, id: ForceId) -> Force {
        self.force(id).clone()
    }

    /// Changes the state; nothing else does.
    pub fn apply(&mut self, event: &Event) {
        event.apply(self);
    }

    /// Holds what must always be so; a state that breaks it is a fault of ours, not of a player.
    pub fn check(&self, people: &People) {
        if let Err(why) = self.is_sound(people) {
            panic!("{why}");
        }
    }

    /// Says what of that which must always be so is not.
    pub fn is_sound(&self, people: &People) -> Result<(), String> {
        let must = |holds: bool, why: &dyn Fn() -> String| if holds { Ok(()) } else { Err(why()) };
        let mut seen = BTreeSet::new();
        for (id, force) in &self.forces {
            must(*id == force.id, &|| "a force lies under its own number".into())?;
            must(!force.is_empty(), &|| "an empty force has left the map".into())?;
            for leader in &force.leaders {
                must(people.leader(leader).is_some(), &|| format!("{leader} is in the book"))?;
                must(seen.insert(leader.as_str()), &|| {
                    format!("{leader} stands in one place only")
                })?;
            }
        }
        self.ships_are_sound()?;
        let away = self.returning.iter().flat_map(|returning| &returning.leaders);
        let aboard = self.aboard.values().flat_map(|passage| &passage.force.leaders);
        for leader in away.chain(&self.dead).chain(aboard) {
            must(seen.insert(leader.as_str()), &|| {
                format!("{leader} is away, on board or dead, and nowhere else")
            })?;
        }
        for leader in self.pools.values().flatten() {
            must(seen.insert(leader.as_str()), &|| {
                format!("{leader} is in the pool or on the map, not both")
            })?;
        }
        Ok(())
    }
}

/// The cards that the scenario deals out.
fn cards(book: &Book) -> BTreeMap<String, BTreeSet<String>> {
    let hand =
        |(power, cards): (&String, &Vec<String>)| (power.clone(), cards.iter().cloned().collect());
    book.scenario.cards.iter().map(hand).collect()
}
