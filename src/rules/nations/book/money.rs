//! What money is there and what it buys (NIA §12): prices, budgets, recruits, trade, gifts.
//!
//! The pages are tables under `campaigns/nations/book/tables`. They are checked when they are read: a
//! wrong row is an error that names it. Every unit kind then has a price, and every line of trade
//! names a harbour on the map.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12, §12.3.

pub mod terms;
pub mod wars;

use super::units::Units;
use super::{Atlas, Countries, People, yaml};
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::shelf::Shelf;
use play::BookError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

pub use terms::{BegunWar, MoneyTerms, PLAYERS};
pub use wars::ForeignWar;

const COSTS: &str = "nations/book/tables/costs.yaml";
const POWERS: &str = "nations/book/tables/powers.yaml";
const PRODUCTION: &str = "nations/book/tables/production.yaml";
const TRADE: &str = "nations/book/tables/trade.yaml";
const DIPLOMACY: &str = "nations/book/tables/diplomacy.yaml";

/// Something that money buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Ware {
    #[serde(rename = "infantry step")]
    Infantry,
    #[serde(rename = "guard infantry step")]
    GuardInfantry,
    #[serde(rename = "light cavalry step")]
    LightCavalry,
    #[serde(rename = "cuirassier step")]
    Cuirassiers,
    /// The guns of the front side of a corps.
    #[serde(rename = "corps artillery")]
    Guns,
    #[serde(rename = "militia step")]
    Militia,
    #[serde(rename = "reserve step")]
    Reserve,
    #[serde(rename = "grenadier step")]
    Grenadiers,
    #[serde(rename = "young guard step")]
    YoungGuard,
    #[serde(rename = "old guard step")]
    OldGuard,
    #[serde(rename = "guard cavalry step")]
    GuardCavalry,
    #[serde(rename = "cossack")]
    Cossacks,
    #[serde(rename = "guerrilla")]
    Guerrillas,
    #[serde(rename = "janissary step")]
    Janissaries,
    #[serde(rename = "Nizam-i Cedid step")]
    Regulars,
    #[serde(rename = "frontalier step")]
    Frontaliers,
    #[serde(rename = "feudal step")]
    Feudals,
    #[serde(rename = "minor infantry step")]
    MinorInfantry,
    #[serde(rename = "minor cavalry step")]
    MinorCavalry,
    #[serde(rename = "supply unit")]
    Train,
    #[serde(rename = "engineer")]
    Engineers,
    #[serde(rename = "army marker")]
    Army,
    #[serde(rename = "Grande Armée marker")]
    GrandeArmee,
    #[serde(rename = "fleet")]
    Fleet,
    #[serde(rename = "corsair")]
    Corsair,
    #[serde(rename = "embassy")]
    Embassy,
    /// +1 on a check toward a minor country.
    #[serde(rename = "diplomacy bonus")]
    Favour,
}

/// All of them.
const WARES: [Ware; 27] = [
    Ware::Infantry,
    Ware::GuardInfantry,
    Ware::LightCavalry,
    Ware::Cuirassiers,
    Ware::Guns,
    Ware::Militia,
    Ware::Reserve,
    Ware::Grenadiers,
    Ware::YoungGuard,
    Ware::OldGuard,
    Ware::GuardCavalry,
    Ware::Cossacks,
    Ware::Guerrillas,
    Ware::Janissaries,
    Ware::Regulars,
    Ware::Frontaliers,
    Ware::Feudals,
    Ware::MinorInfantry,
    Ware::MinorCavalry,
    Ware::Train,
    Ware::Engineers,
    Ware::Army,
    Ware::GrandeArmee,
    Ware::Fleet,
    Ware::Corsair,
    Ware::Embassy,
    Ware::Favour,
];

/// Combat steps that may be raised in a spring, and how many of them may be cavalry (NIA §12).
///
/// Written as `18/6`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recruits {
    pub steps: u16,
    pub cavalry: u16,
}

impl fmt::Display for Recruits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.steps, self.cavalry)
    }
}

impl Serialize for Recruits {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Recruits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Recruits {
    /// The sum of both.
    pub fn more(self, other: Recruits) -> Recruits {
        let Recruits { steps, cavalry } = other;
        Recruits { steps: self.steps + steps, cavalry: self.cavalry + cavalry }
    }

    /// What is left when so many were taken; no more may ride than there are.
    pub fn less(self, steps: u32, cavalry: u32) -> Recruits {
        let less = |have: u16, by: u32| have.saturating_sub(u16::try_from(by).unwrap_or(u16::MAX));
        let steps = less(self.steps, steps);
        Recruits { steps, cavalry: less(self.cavalry, cavalry).min(steps) }
    }
}

impl FromStr for Recruits {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let read = || {
            let (steps, cavalry) = written.split_once('/')?;
            Some(Self { steps: steps.parse().ok()?, cavalry: cavalry.parse().ok()? })
        };
        match read() {
            Some(both) if both.cavalry <= both.steps && both.steps <= 999 => Ok(both),
            _ => Err(format!("`{written}` is not recruits: write `18/6`, steps and cavalry")),
        }
    }
}

/// A figure of a province, and of one with a key city (NIA §12.2.1).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct ByProvince {
    pounds: i32,
    key: i32,
}

impl ByProvince {
    /// The figure for a province.
    pub fn of(self, is_key: bool) -> i32 {
        if is_key { self.key } else { self.pounds }
    }
}

#[derive(Debug, Clone, Deserialize)]
struct Provinces {
    #[serde(rename = "held by an enemy")]
    held: ByProvince,
    #[serde(rename = "handed over")]
    handed: ByProvince,
}

#[derive(Debug, Clone, Deserialize)]
struct Limit {
    pounds: i32,
}

#[derive(Debug, Clone, Deserialize)]
struct PowerList {
    powers: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Gifts {
    #[serde(rename = "to a power")]
    power: Limit,
    #[serde(rename = "to a minor country")]
    country: Limit,
    #[serde(rename = "without limit")]
    free: PowerList,
}

/// The gold from the New World (NIA §12.2.4).
#[derive(Debug, Clone, Deserialize)]
pub struct Gold {
    pub power: String,
    pub pounds: i32,
}

/// The call for conscripts (NIA §12.1).
#[derive(Debug, Clone, Deserialize)]
pub struct Conscripts {
    pub power: String,
    pub from: Season,
    /// How often in a game.
    pub calls: usize,
    /// What the recruits are multiplied by.
    pub recruits: u16,
    /// What the money is multiplied by, and divided by.
    money: [i32; 2],
}

impl Conscripts {
    /// The money of a call; half a pound is lost.
    pub fn money(&self, pounds: i32) -> i32 {
        (pounds * self.money[0]).div_euclid(self.money[1])
    }
}

#[derive(Debug, Deserialize)]
struct ProductionPage {
    provinces: Provinces,
    keepers: PowerList,
    gifts: Gifts,
    gold: Gold,
    conscripts: Conscripts,
}

impl ProductionPage {
    fn check(&self, people: &People) -> Result<(), String> {
        let powers = self.keepers.powers.iter().chain(&self.gifts.free.powers);
        let mut powers = powers.chain([&self.gold.power, &self.conscripts.power]);
        if let Some(name) = powers.find(|name| !people.is_major(name)) {
            return Err(format!("no power `{name}`"));
        }
        let sound = self.conscripts.money.iter().all(|number| (1..=9).contains(number));
        if sound { Ok(()) } else { Err("conscripts: `money` has two numbers from 1 to 9".into()) }
    }
}

#[derive(Debug, Deserialize)]
pub struct Price {
    item: Ware,
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    of: Option<Whose>,
    cost: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Whose {
    #[serde(rename = "minor country")]
    Minor,
}

#[derive(Debug, Deserialize)]
struct CostsPage {
    rows: Vec<Price>,
}

#[derive(Debug, Deserialize)]
struct Means {
    recruitment: BTreeMap<u16, Recruits>,
    budget: BTreeMap<u16, i32>,
    #[serde(rename = "key provinces")]
    key: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct PowersPage {
    powers: BTreeMap<String, Means>,
}

#[derive(Debug, Deserialize)]
struct TradePage {
    rows: Vec<(String, i32)>,
    #[serde(rename = "continental system")]
    system: SystemPage,
}

/// The harbours that the Continental System must shut.
#[derive(Debug, Deserialize)]
struct SystemPage {
    harbours: Vec<String>,
}

/// A line of the chart of minor countries: its name, the modifiers of the powers, budget and recruits.
type MinorRow = (String, i8, i8, i8, i8, i8, i8, i8, i32, Recruits);

#[derive(Debug, Deserialize)]
struct MinorsPage {
    minors: Vec<MinorRow>,
}

/// What somebody has in a spring by the chart: money without trade, and recruits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    pub pounds: i32,
    pub recruits: Recruits,
}

/// All of it.
#[derive(Debug, Clone)]
pub struct Money {
    prices: BTreeMap<Ware, i32>,
    /// Unit kind to what its step is, for powers and for minor countries.
    steps: BTreeMap<String, Ware>,
    minor_steps: BTreeMap<String, Ware>,
    /// Power to the columns of the chart by year.
    powers: BTreeMap<String, BTreeMap<u16, Budget>>,
    minors: BTreeMap<String, Budget>,
    /// Province to its key city.
    keys: BTreeMap<String, String>,
    /// Harbour to its trade.
    trade: BTreeMap<Space, i32>,
    /// The harbours that the Continental System must shut.
    system: Vec<Space>,
    provinces: Provinces,
    keepers: Vec<String>,
    gifts: Gifts,
    pub gold: Gold,
    pub conscripts: Conscripts,
    /// Read only where a scenario has such wars.
    pub wars: Vec<ForeignWar>,
}

impl Money {
    /// Reads the pages; what they name must be in the book.
    pub fn read(
        shelf: &Shelf,
        atlas: &Atlas,
        people: &People,
        units: &Units,
        countries: &Countries,
    ) -> Result<Self, BookError> {
        let wrong = |page: &str| {
            let page = page.to_owned();
            move |why| BookError::Page { page, why }
        };
        let CostsPage { rows } = yaml(shelf, COSTS)?;
        let (prices, [steps, minor_steps]) = priced(rows, units).map_err(wrong(COSTS))?;
        let PowersPage { powers } = yaml(shelf, POWERS)?;
        let keys = keys(&powers, atlas).map_err(wrong(POWERS))?;
        let powers = charted(powers, people).map_err(wrong(POWERS))?;
        let production: ProductionPage = yaml(shelf, PRODUCTION)?;
        production.check(people).map_err(wrong(PRODUCTION))?;
        let ProductionPage { provinces, keepers, gifts, gold, conscripts } = production;
        let TradePage { rows, system } = yaml(shelf, TRADE)?;
        let trade = harbours(rows, atlas).map_err(wrong(TRADE))?;
        let shut = system.harbours.into_iter().map(|name| (name, 0)).collect();
        let system = harbours(shut, atlas).map_err(wrong(TRADE))?.into_keys().collect();
        let MinorsPage { minors } = yaml(shelf, DIPLOMACY)?;
        let minors = minor(minors, countries).map_err(wrong(DIPLOMACY))?;
        let keepers = keepers.powers;
        Ok(Self {
            prices,
            steps,
            minor_steps,
            powers,
            minors,
            keys,
            trade,
            system,
            provinces,
            keepers,
            gifts,
            gold,
            conscripts,
            wars: vec![],
        })
    }

    /// An empty table, for scenarios without money.
    pub fn none() -> Self {
        let nothing = ByProvince { pounds: 0, key: 0 };
        let limit = || Limit { pounds: 0 };
        let from = Season { year: u16::MAX, quarter: Quarter::Winter };
        Self {
            prices: BTreeMap::new(),
            steps: BTreeMap::new(),
            minor_steps: BTreeMap::new(),
            powers: BTreeMap::new(),
            minors: BTreeMap::new(),
            keys: BTreeMap::new(),
            trade: BTreeMap::new(),
            system: vec![],
            provinces: Provinces { held: nothing, handed: nothing },
            keepers: vec![],
            gifts: Gifts { power: limit(), country: limit(), free: PowerList { powers: vec![] } },
            gold: Gold { power: String::new(), pounds: 0 },
            conscripts: Conscripts {
                power: String::new(),
                from,
                calls: 0,
                recruits: 1,
                money: [1, 1],
            },
            wars: vec![],
        }
    }

    /// What something costs (NIA §12.3).
    pub fn price(&self, ware: Ware) -> i32 {
        self.prices[&ware]
    }

    /// What a step of a unit kind is on the price list, for a power or for a minor country.
    pub fn step(&self, kind: &str, of_minor: bool) -> Ware {
        let own = self.minor_steps.get(kind).filter(|_| of_minor);
        *own.or_else(|| self.steps.get(kind)).expect("each kind of unit has a price")
    }

    /// What a step of a unit kind costs, without its guns (NIA §12.3).
    pub fn step_price(&self, kind: &str, of_minor: bool) -> i32 {
        self.price(self.step(kind, of_minor))
    }

    /// What a power has by the chart, in a scenario that begins in a year (NIA §12).
    pub fn power(&self, power: &str, year: u16) -> Budget {
        let columns = self.powers.get(power);
        let column = columns.and_then(|columns| {
            columns.range(..=year).next_back().or_else(|| columns.iter().next())
        });
        column.map(|(_, budget)| *budget).unwrap_or_default()
    }

    /// What a minor country has by the chart; nothing, if it has no line there.
    pub fn minor(&self, country: &str) -> Option<Budget> {
        self.minors.get(country).copied()
    }

    /// The city that makes a province a key province (NIA §12.2.1).
    pub fn key_city(&self, province: &str) -> Option<&str> {
        self.keys.get(province).map(String::as_str)
    }

    /// What the owner of a province loses while an enemy holds it, below zero (NIA §12.2.1).
    pub fn held(&self, province: &str) -> i32 {
        self.provinces.held.of(self.keys.contains_key(province))
    }

    /// What a province brings its new owner, and costs the one before (NIA §12.2.1).
    pub fn handed_over(&self, province: &str) -> i32 {
        self.provinces.handed.of(self.keys.contains_key(province))
    }

    /// The harbours that must be shut for the Continental System to be in effect (NIA §12.2.3).
    pub fn system_harbours(&self) -> impl Iterator<Item = Space> {
        self.system.iter().copied()
    }

    /// Every harbour with trade, and its pounds (NIA §12.2.3).
    pub fn trade(&self) -> impl Iterator<Item = (Space, i32)> {
        self.trade.iter().map(|(at, pounds)| (*at, *pounds))
    }

    /// Whether a power keeps over the winter what it has not spent (NIA §12).
    pub fn keeps(&self, power: &str) -> bool {
        self.keepers.iter().any(|keeper| keeper == power)
    }

    /// The largest gift that a power may make to another power, or to a minor country; `None` means
    /// no limit (NIA §12.2.5).
    pub fn most_given(&self, giver: &str, to_minor: bool) -> Option<i32> {
        let free = self.gifts.free.powers.iter().any(|power| power == giver);
        let limit = if to_minor { &self.gifts.country } else { &self.gifts.power };
        // What a country may get from its ally is limited for Britain too (NIA §12.2.2).
        (to_minor || !free).then_some(limit.pounds)
    }
}

type Prices = (BTreeMap<Ware, i32>, [BTreeMap<String, Ware>; 2]);

/// The prices, and which of them each unit kind has, for powers and for minor countries.
pub fn priced(rows: Vec<Price>, units: &Units) -> Result<Prices, String> {
    let (mut prices, mut steps) = (BTreeMap::new(), [BTreeMap::new(), BTreeMap::new()]);
    for Price { item, kinds, of, cost } in rows {
        if !(0..=99).contains(&cost) || prices.insert(item, cost).is_some() {
            return Err(format!("{item:?} has one price, from 0 to 99"));
        }
        for kind in kinds {
            if units.find(&kind).is_none() {
                return Err(format!("{item:?}: no kind of unit `{kind}`"));
            }
            let whose = usize::from(of == Some(Whose::Minor));
            if steps[whose].insert(kind.clone(), item).is_some() {
                return Err(format!("{item:?}: `{kind}` has a price already"));
            }
        }
    }
    if let Some(ware) = WARES.iter().find(|ware| !prices.contains_key(ware)) {
        return Err(format!("the price of {ware:?} is missing"));
    }
    match units.kinds().find(|kind| !steps[0].contains_key(&kind.kind)) {
        Some(kind) => Err(format!("the price of a step of {} is missing", kind.name)),
        None => Ok((prices, steps)),
    }
}

/// The chart of the powers by its columns.
fn charted(
    powers: BTreeMap<String, Means>,
    people: &People,
) -> Result<BTreeMap<String, BTreeMap<u16, Budget>>, String> {
    if let Some(power) = people.powers.iter().find(|one| !powers.contains_key(&one.name)) {
        return Err(format!("{} has no line", power.title));
    }
    let mut charted = BTreeMap::new();
    for (power, Means { recruitment, budget, .. }) in powers {
        if !recruitment.keys().eq(budget.keys()) || budget.is_empty() {
            return Err(format!(
                "{power}: budget and recruitment have the same years, one at least"
            ));
        }
        let both = budget.into_iter().zip(recruitment.into_values());
        let column = |((year, pounds), recruits)| (year, Budget { pounds, recruits });
        charted.insert(power, both.map(column).collect());
    }
    Ok(charted)
}

/// The key provinces; a key city lies in its province.
fn keys(
    powers: &BTreeMap<String, Means>,
    atlas: &Atlas,
) -> Result<BTreeMap<String, String>, String> {
    let mut keys = BTreeMap::new();
    for (province, city) in powers.values().flat_map(|means| &means.key) {
        let lies = atlas.named(city).and_then(|at| atlas.province(at));
        if lies.is_none_or(|lies| lies.name != *province) {
            return Err(format!("key provinces: {city} does not lie in {province}"));
        }
        keys.insert(province.clone(), city.clone());
    }
    Ok(keys)
}

pub fn harbours(rows: Vec<(String, i32)>, atlas: &Atlas) -> Result<BTreeMap<Space, i32>, String> {
    let mut trade = BTreeMap::new();
    for (name, pounds) in rows {
        let at = atlas.named(&name).filter(|at| atlas.town(*at).is_some_and(|town| town.harbour));
        let at = at.ok_or_else(|| format!("unknown harbour `{name}`"))?;
        if trade.insert(at, pounds).is_some() {
            return Err(format!("{name} stands there twice"));
        }
    }
    Ok(trade)
}

fn minor(rows: Vec<MinorRow>, countries: &Countries) -> Result<BTreeMap<String, Budget>, String> {
    let mut minors = BTreeMap::new();
    for (country, .., budget, recruits) in rows {
        if countries.get(&country).is_none() {
            return Err(format!("no country `{country}`"));
        }
        let line = Budget { pounds: budget, recruits };
        if minors.insert(country.clone(), line).is_some() {
            return Err(format!("{country} stands there twice"));
        }
    }
    Ok(minors)
}
