//! The charts: fog of war, withdrawal, enemy orders and resupply (§11.1, §13.14, §15.1, §15.5).
//!
//! A chart has a row for each number that can come up, or it does not load.

use super::{Fault, page};
use kit::shelf::Shelf;
use kit::table::Rows;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A chart whose rows begin with one number and end with another, without a gap.
///
/// A row `<=2` or `>=13` is open at its end, and read beyond it.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, C>", bound = "C: Deserialize<'de>")]
pub struct Chart<C> {
    rows: Rows<C>,
    least: Option<i64>,
    most: Option<i64>,
}

impl<C> TryFrom<BTreeMap<String, C>> for Chart<C> {
    type Error = String;

    fn try_from(printed: BTreeMap<String, C>) -> Result<Self, String> {
        let open = |sign: &str| printed.keys().any(|label| label.starts_with(sign));
        let ends = printed.keys().flat_map(|label| label.split('-'));
        let numbers: Vec<i64> = ends.filter_map(|end| end.parse().ok()).collect();
        let least = numbers.iter().min().copied().filter(|_| !open("<="));
        let most = numbers.iter().max().copied().filter(|_| !open(">="));
        Ok(Self { rows: Rows::try_from(printed)?, least, most })
    }
}

impl<C> Chart<C> {
    /// Reads the row of a number; beyond either end, the end counts.
    pub fn read(&self, number: impl Into<i64>) -> &C {
        self.rows.read(number)
    }

    /// Fails unless it can be read for all numbers from one to another, and has no others.
    pub fn spans(&self, name: &str, from: i64, to: i64) -> Result<(), String> {
        let fits =
            self.least.is_none_or(|least| least == from) && self.most.is_none_or(|most| most == to);
        if fits { Ok(()) } else { Err(format!("{name} has not the rows {from} to {to}")) }
    }
}

/// What the fog of war brings (§11.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FogEvent {
    Insight,
    FrenchSupply,
    Scout,
    Recruit,
    Napoleon,
    Join,
    EnemyPays,
    FrenchPay,
    HitInCity,
    Reinforcement,
    Garrison,
    EnemyPlan,
}

/// A row of the fog of war.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FogRow {
    pub turns: u8,
    pub event: FogEvent,
    /// Supply points, hits or counters, as the event needs.
    #[serde(default)]
    pub amount: u8,
}

/// From so many supply points on, the enemy pays and adds to a roll.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    from: u32,
    pub roll: u8,
    pub pay: u32,
}

/// The modifiers of a chart, the lowest first.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<Modifier>")]
pub struct Modifiers(Vec<Modifier>);

impl TryFrom<Vec<Modifier>> for Modifiers {
    type Error = String;

    fn try_from(list: Vec<Modifier>) -> Result<Self, String> {
        if list.iter().any(|modifier| modifier.pay > modifier.from) {
            return Err("a modifier costs more than there is".into());
        }
        if list.windows(2).any(|pair| pair[0].from >= pair[1].from) {
            return Err("the modifiers are not in the order of supply".into());
        }
        Ok(Self(list))
    }
}

impl Modifiers {
    /// What the enemy pays and adds with so much supply; nothing below the first line.
    pub fn with(&self, supply: u32) -> Modifier {
        let reached = self.0.iter().rfind(|modifier| supply >= modifier.from);
        reached.copied().unwrap_or_default()
    }
}

/// The fog of war (§11.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fog {
    #[serde(rename = "source")]
    _source: String,
    pub rows: Chart<FogRow>,
    pub modifiers: Modifiers,
}

impl Fog {
    /// The highest number that can come out, with what the enemy adds.
    pub fn most(&self) -> i64 {
        DIE + self.modifiers.0.iter().map(|modifier| i64::from(modifier.roll)).max().unwrap_or(0)
    }
}

/// How a battle ends whose time is over (§13.14).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withdrawal {
    Rejoin,
    EnemyRetreat,
    FrenchRetreat,
    Encamp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithdrawalPage {
    #[serde(rename = "source")]
    _source: String,
    rows: Chart<Withdrawal>,
}

/// What a group of enemies makes for (§15.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    EnemyObjective,
    EnemyCity,
    Hold,
    Random,
    FrenchObjective,
    FrenchCity,
    Advance,
}

/// An enemy order: the goal, and how many areas toward it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyOrder {
    pub goal: Goal,
    pub areas: u8,
}

/// What the enemy gains in a city (§15.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gain {
    Fortification,
    Garrison,
    Reinforcement,
    Supply,
}

/// A row of the enemy's resupply.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Resupply {
    pub gain: Gain,
    pub amount: u8,
}

/// The charts printed on a map (§15.1, §15.5).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapCharts {
    #[serde(rename = "source")]
    _source: String,
    pub orders: Chart<EnemyOrder>,
    pub modifiers: Modifiers,
    pub resupply: Chart<Resupply>,
}

impl MapCharts {
    /// How many areas an order leads at the most (§15.3).
    pub fn farthest_order(&self) -> u32 {
        self.orders.rows.rows().iter().map(|order| u32::from(order.areas)).max().unwrap_or(0)
    }
}

/// Campaigns in a row (§18).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linked {
    #[serde(rename = "source")]
    _source: String,
    /// What the enemy gets for each commander who is kept.
    pub upgrades: Chart<Resupply>,
    /// The supply points for a counter that the enemy does not have.
    pub instead: u32,
    /// For how many years fame lasts, by the points of all campaigns.
    pub fame: Chart<u32>,
}

/// All charts.
#[derive(Clone, Debug)]
pub struct Tables {
    pub fog: Fog,
    pub withdrawal: Chart<Withdrawal>,
    pub map: MapCharts,
    pub linked: Linked,
}

/// The faces of the die.
const DIE: i64 = 10;
/// More points than all campaigns together score.
const FAME: i64 = 330;

impl Tables {
    /// Reads the charts, and those of one map.
    pub fn read(shelf: &Shelf, map: &str) -> Result<Self, Fault> {
        let at = |name: &str| format!("napoleon/book/tables/{name}.yaml");
        let whole = |name: &str, spans: Result<(), String>| {
            spans.map_err(|why| Fault { page: at(name), why })
        };
        let fog: Fog = page(shelf, &at("fog"))?;
        whole("fog", fog.rows.spans("the fog of war", 1, fog.most()))?;
        let withdrawal: WithdrawalPage = page(shelf, &at("withdrawal"))?;
        whole("withdrawal", withdrawal.rows.spans("withdrawal", 1, DIE))?;
        let charts: MapCharts = page(shelf, &at(map))?;
        let most = charts.modifiers.0.iter().map(|modifier| modifier.roll).max().unwrap_or(0);
        whole(map, charts.orders.spans("the chart of orders", 1, DIE + i64::from(most)))?;
        whole(map, charts.resupply.spans("resupply", 1, DIE))?;
        let linked: Linked = page(shelf, &at("linked"))?;
        whole("linked", linked.upgrades.spans("the upgrades", 1, DIE))?;
        whole("linked", linked.fame.spans("fame", 0, FAME))?;
        Ok(Self { fog, withdrawal: withdrawal.rows, map: charts, linked })
    }
}
