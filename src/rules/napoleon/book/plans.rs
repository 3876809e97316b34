//! Battle plans: lists of typed orders, read from one page (§12.1, §13.3 to §13.8).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.1.

use super::{Fault, page};
use crate::record::force::{Kind, Punch};
use kit::shelf::Shelf;
use serde::{Deserialize, Serialize};

/// A battle plan, by its place on the page: French counters and defaults, then enemy ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanId(pub u8);

impl PlanId {
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One thing that a plan has a force do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One region forward; an opponent there checks for shock with this modifier.
    Advance(i8),
    /// The same, if the player wants it.
    MayAdvance,
    /// One region forward or back, as the player wants.
    AdvanceOrRetreat,
    Retreat,
    Line,
    Column,
    /// From line to column or from column to line.
    Turn,
    Attack(Punch),
}

/// How many regions the nearest opponent may be away.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Range {
    pub least: u8,
    pub most: u8,
}

impl Range {
    /// Whether this distance is within it.
    pub fn contains(self, distance: u8) -> bool {
        (self.least..=self.most).contains(&distance)
    }
}

impl TryFrom<String> for Range {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |text: &str| {
            let digit = text.parse::<u8>().ok().filter(|number| *number <= FARTHEST);
            digit.ok_or_else(|| format!("`{text}` is not a number of regions"))
        };
        let (least, most) = match (text.strip_suffix('+'), text.split_once('-')) {
            (Some(least), _) => (number(least)?, FARTHEST),
            (None, Some((least, most))) => (number(least)?, number(most)?),
            (None, None) => (number(&text)?, number(&text)?),
        };
        if least > most {
            return Err(format!("`{text}` runs backwards"));
        }
        Ok(Range { least, most })
    }
}

/// From one end of the board to the other.
const FARTHEST: u8 = 5;

/// A step, and for whom and when it counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Order {
    pub only: Option<Kind>,
    pub at: Option<Range>,
    pub step: Step,
}

impl TryFrom<String> for Order {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let (last, conditions) = parts.split_last().ok_or("an order is empty")?;
        let mut order = Order { only: None, at: None, step: step(last)? };
        for condition in conditions {
            match (*condition, condition.strip_prefix("at ")) {
                ("infantry", _) => order.only = Some(Kind::Infantry),
                ("cavalry", _) => order.only = Some(Kind::Cavalry),
                (_, Some(range)) => order.at = Some(Range::try_from(range.to_owned())?),
                (other, None) => return Err(format!("`{other}` is not a condition of an order")),
            }
        }
        Ok(order)
    }
}

/// Reads the words of a step.
fn step(text: &str) -> Result<Step, String> {
    let number = |text: &str| {
        text.trim().parse::<i8>().map_err(|_| format!("`{text}` is not a modifier like -3"))
    };
    match text {
        "may advance" => return Ok(Step::MayAdvance),
        "advance or retreat" => return Ok(Step::AdvanceOrRetreat),
        "advance" => return Ok(Step::Advance(0)),
        "retreat" => return Ok(Step::Retreat),
        "line" => return Ok(Step::Line),
        "column" => return Ok(Step::Column),
        "turn" => return Ok(Step::Turn),
        "attack" => return Ok(Step::Attack(Punch::default())),
        _ => {}
    }
    if let Some(shock) = text.strip_prefix("advance ") {
        return number(shock).map(Step::Advance);
    }
    match text.strip_prefix("attack ") {
        Some(punch) => Bonus::try_from(punch.to_owned()).map(|bonus| Step::Attack(bonus.0)),
        None => Err(format!("`{text}` is not an order of a plan")),
    }
}

/// A modifier of both values as it is written: `+4/+0`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Bonus(pub Punch);

impl TryFrom<String> for Bonus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |text: &str| text.parse::<i8>().ok();
        let both = text.split_once('/').and_then(|(c, s)| Some((number(c)?, number(s)?)));
        let (combat, superscript) = both.ok_or_else(|| format!("`{text}` is not like +4/+0"))?;
        Ok(Bonus(Punch { combat, superscript }))
    }
}

/// When a plan is activated without a die (§12.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoRoll {
    Always,
    Never,
    #[serde(rename = "in line")]
    InLine,
    #[serde(rename = "in column")]
    InColumn,
    Cavalry,
    Infantry,
}

/// Whether a plan is its list of orders, or one of the three that are code.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    #[default]
    Orders,
    Prepare,
    Square,
    Formation,
}

/// A battle plan (§13.3, §13.4, §13.6, §13.8).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub name: String,
    /// The kinds that may have it.
    pub who: Vec<Kind>,
    #[serde(rename = "no roll")]
    pub no_roll: NoRoll,
    #[serde(default)]
    pub range: Option<Range>,
    pub orders: Vec<Order>,
    #[serde(default)]
    pub way: Way,
    /// Whether a French force in melee may act on it (§12.5).
    #[serde(default, rename = "in melee")]
    pub in_melee: bool,
    #[serde(default)]
    pub counters: u8,
}

/// A plan of the enemy that counts for all its forces in one turn of battle (§13.7).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub name: String,
    #[serde(default)]
    pub activation: u8,
    #[serde(default)]
    pub attack: Bonus,
    #[serde(default, rename = "spared hits")]
    pub spared_hits: u8,
    pub counters: u8,
}

/// The page as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    #[serde(rename = "source")]
    _source: String,
    french: Vec<Plan>,
    #[serde(rename = "french default")]
    french_default: Vec<Plan>,
    enemy: Vec<Plan>,
    special: Vec<Special>,
    #[serde(rename = "enemy default")]
    enemy_default: Vec<Plan>,
}

/// All plans, in one numbering: French counters, French defaults, enemy defaults, enemy counters,
/// specials.
#[derive(Clone, Debug)]
pub struct Plans {
    plans: Vec<Plan>,
    french: u8,
    french_default: u8,
    enemy_default: u8,
    pub specials: Vec<Special>,
    march: PlanId,
    fire: PlanId,
    pivot: PlanId,
    retreat: PlanId,
    enemy_advance: PlanId,
    enemy_combat: PlanId,
    enemy_retreat: PlanId,
}

/// A counter of the enemy's cup.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Drawn<'p> {
    Plan(&'p Plan),
    Special(&'p Special),
}

/// A default plan of the French (§13.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrenchDefault {
    March,
    Fire,
    Pivot,
    Retreat,
}

/// A default plan of the enemy (§13.8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EnemyDefault {
    Advance,
    Combat,
    Retreat,
}

impl Plans {
    /// Reads the page; all default plans must be on it.
    pub fn read(shelf: &Shelf) -> Result<Self, Fault> {
        let name = "napoleon/book/plans.yaml";
        let printed: Printed = page(shelf, name)?;
        Self::settle(printed).map_err(|why| Fault { page: name.to_owned(), why })
    }

    fn settle(printed: Printed) -> Result<Self, String> {
        let Printed { french, french_default, enemy, special, enemy_default, .. } = printed;
        let all = french.len() + french_default.len() + enemy_default.len() + enemy.len();
        u8::try_from(all + special.len()).map_err(|_| "there are too many plans")?;
        let count = |list: &[Plan]| u8::try_from(list.len()).unwrap_or(u8::MAX);
        let (first, second) = (count(&french), count(&french_default));
        let third = count(&enemy_default);
        for plan in french.iter().chain(&enemy) {
            if plan.counters == 0 {
                return Err(format!("there is no counter of {}", plan.name));
            }
        }
        let plans: Vec<Plan> =
            [french, french_default, enemy_default, enemy].into_iter().flatten().collect();
        for plan in &plans {
            if plan.orders.is_empty() && matches!(plan.way, Way::Orders | Way::Square) {
                return Err(format!("{} has no orders", plan.name));
            }
        }
        let default = |name: &str, from: u8, many: u8| {
            let list = plans.iter().zip(0..).skip(usize::from(from)).take(usize::from(many));
            let found = list.filter(|(plan, _)| plan.name == name).map(|(_, at)| PlanId(at)).next();
            found.ok_or_else(|| format!("the default plan {name} is missing"))
        };
        let enemy_from = first + second;
        Ok(Self {
            march: default("March", first, second)?,
            fire: default("Fire", first, second)?,
            pivot: default("Pivot", first, second)?,
            retreat: default("Retreat", first, second)?,
            enemy_advance: default("Advance", enemy_from, third)?,
            enemy_combat: default("Combat", enemy_from, third)?,
            enemy_retreat: default("Retreat", enemy_from, third)?,
            french: first,
            french_default: second,
            enemy_default: third,
            specials: special,
            plans,
        })
    }

    /// Gives a plan that is not special.
    pub fn plan(&self, id: PlanId) -> Option<&Plan> {
        self.plans.get(id.index())
    }

    /// Gives what a counter of the enemy's cup says.
    pub fn drawn(&self, id: PlanId) -> Option<Drawn<'_>> {
        match self.plans.get(id.index()) {
            Some(plan) => Some(Drawn::Plan(plan)),
            None => self.specials.get(id.index() - self.plans.len()).map(Drawn::Special),
        }
    }

    /// Finds a French counter by its name.
    pub fn french(&self, name: &str) -> Option<PlanId> {
        self.french_counters().find(|id| self.plan(*id).is_some_and(|plan| plan.name == name))
    }

    /// Lists the French counters.
    pub fn french_counters(&self) -> impl Iterator<Item = PlanId> + use<> {
        (0..self.french).map(PlanId)
    }

    /// Gives a default plan of the French.
    pub fn french_default(&self, which: FrenchDefault) -> PlanId {
        match which {
            FrenchDefault::March => self.march,
            FrenchDefault::Fire => self.fire,
            FrenchDefault::Pivot => self.pivot,
            FrenchDefault::Retreat => self.retreat,
        }
    }

    /// Gives a default plan of the enemy.
    pub fn enemy_default(&self, which: EnemyDefault) -> PlanId {
        match which {
            EnemyDefault::Advance => self.enemy_advance,
            EnemyDefault::Combat => self.enemy_combat,
            EnemyDefault::Retreat => self.enemy_retreat,
        }
    }

    /// Finds a counter of the enemy's cup by its name.
    pub fn enemy(&self, name: &str) -> Option<PlanId> {
        self.enemy_counters().map(|(id, _)| id).find(|id| self.name(*id) == name)
    }

    /// Lists the counters of the enemy's cup, and how many there are of each.
    pub fn enemy_counters(&self) -> impl Iterator<Item = (PlanId, u8)> + '_ {
        let from = self.french + self.french_default + self.enemy_default;
        let plans = self.plans.iter().skip(usize::from(from)).map(|plan| plan.counters);
        let all = plans.chain(self.specials.iter().map(|special| special.counters));
        (from..).zip(all).map(|(at, counters)| (PlanId(at), counters))
    }

    /// The name of any plan.
    pub fn name(&self, id: PlanId) -> &str {
        match self.drawn(id) {
            Some(Drawn::Plan(plan)) => &plan.name,
            Some(Drawn::Special(special)) => &special.name,
            None => "",
        }
    }
}
