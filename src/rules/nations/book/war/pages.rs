//! The pages of war as they stand in their files, and the checks that make them whole.

use crate::record::event::Fate;
use kit::calendar::Quarter;
use kit::names;
use kit::table::{Ratio, Rows};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A number or a word, as a page has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Printed {
    Number(i64),
    Text(String),
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Printed::Number(number) => number.fmt(f),
            Printed::Text(text) => text.fmt(f),
        }
    }
}

/// A grid: the first column is the roll, the others have a name each.
#[derive(Debug, Deserialize)]
pub struct Grid {
    pub columns: Vec<Printed>,
    pub rows: Vec<Vec<Printed>>,
}

impl Grid {
    /// Checks that the columns are those that the program reads.
    pub fn has_columns(&self, wanted: &[&str]) -> Result<(), String> {
        if self.columns.iter().map(ToString::to_string).eq(wanted.iter().copied()) {
            return Ok(());
        }
        Err(format!("the columns are {}", wanted.join(", ")))
    }

    /// Reads every cell behind the roll.
    pub fn read<C>(
        &self,
        read: impl Fn(&str) -> Result<C, String>,
    ) -> Result<Rows<Vec<C>>, String> {
        rows(&self.rows, self.columns.len(), read)
    }
}

/// Reads rows of a roll and its cells, all of them equally wide.
pub fn rows<C>(
    printed: &[Vec<Printed>],
    width: usize,
    read: impl Fn(&str) -> Result<C, String>,
) -> Result<Rows<Vec<C>>, String> {
    let mut keyed = BTreeMap::new();
    for row in printed {
        let (roll, cells) = row.split_first().ok_or("there is a row without a roll")?;
        let roll = roll.to_string();
        if row.len() != width {
            return Err(format!("the row of {roll} has not {width} cells, one for each column"));
        }
        let cells = cells.iter().map(|cell| read(&cell.to_string()));
        let cells = cells.collect::<Result<Vec<C>, String>>();
        let cells = cells.map_err(|why| format!("the row of {roll}: {why}"))?;
        if keyed.insert(roll.clone(), cells).is_some() {
            return Err(format!("the row of {roll} stands there twice"));
        }
    }
    Rows::try_from(keyed)
}

/// The word for a leader's fate.
pub fn fate(word: &str) -> Result<Fate, String> {
    match word {
        "unharmed" => Ok(Fate::Unharmed),
        "wounded" => Ok(Fate::Wounded),
        "killed" => Ok(Fate::Killed),
        other => Err(format!("`{other}` is none of unharmed, wounded and killed")),
    }
}

/// A modifier with the name by which reports and the program know it.
#[derive(Debug, Deserialize)]
pub struct Line {
    what: String,
    modifier: Printed,
}

/// Modifiers by their names; all that the program asks for are there.
#[derive(Debug, Clone)]
pub struct Named(BTreeMap<String, i32>);

impl Named {
    /// Reads the lines; those with a modifier in words stand on counters and are no figures.
    pub fn read(lines: &[Line], wanted: &[&str]) -> Result<Self, String> {
        let mut named = BTreeMap::new();
        for Line { what, modifier } in lines {
            let Printed::Number(by) = modifier else { continue };
            if !wanted.contains(&what.as_str()) {
                let meant = names::nearest(what, wanted.iter().copied());
                let meant = meant.map(|name| format!("; is it `{name}`?")).unwrap_or_default();
                return Err(format!("no modifier is called `{what}`{meant}"));
            }
            let by = i32::try_from(*by).map_err(|_| format!("`{what}`: {by} is too much"))?;
            if named.insert(what.clone(), by).is_some() {
                return Err(format!("the modifier `{what}` stands there twice"));
            }
        }
        match wanted.iter().find(|name| !named.contains_key(**name)) {
            Some(name) => Err(format!("there is no modifier `{name}` with a number")),
            None => Ok(Self(named)),
        }
    }

    /// One of the modifiers.
    pub fn get(&self, what: &str) -> i32 {
        *self.0.get(what).expect("the page is checked for all that is asked of it")
    }
}

/// The die of a `*`: from which number on it costs a step.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Star {
    #[serde(rename = "lost on")]
    pub lost_on: u8,
    /// What is added to the die in a city.
    #[serde(rename = "in a city", default)]
    pub in_a_city: i32,
}

impl Star {
    /// Whether the die costs a step.
    pub fn costs(self, die: u8, in_a_city: bool) -> bool {
        let by = if in_a_city { self.in_a_city } else { 0 };
        i32::from(die) + by >= i32::from(self.lost_on)
    }
}

/// The page of the odds.
#[derive(Debug, Deserialize)]
pub struct OddsPage {
    pub rows: Vec<(Ratio, i32)>,
    limits: Vec<Limit>,
}

#[derive(Debug, Deserialize)]
struct Limit {
    what: String,
    odds: Ratio,
}

impl OddsPage {
    /// The odds at which something happens.
    pub fn limit(&self, what: &str) -> Result<Ratio, String> {
        let found = self.limits.iter().find(|limit| limit.what == what);
        found.map(|limit| limit.odds).ok_or_else(|| format!("there is no limit `{what}`"))
    }
}

/// What a step of cavalry counts, in half points (NIA §8.1.6, §8.3.3.1).
#[derive(Debug, Clone, Deserialize)]
pub struct Horse {
    pub class: String,
    #[serde(rename = "superiority halves")]
    pub superiority: u32,
    #[serde(rename = "pursuit halves")]
    pub pursuit: u32,
}

/// What ground does to cavalry (NIA §8.1.7).
#[derive(Debug, Clone, Deserialize)]
pub struct HorseGround {
    pub terrain: Vec<String>,
    /// No step counts more than this.
    #[serde(rename = "superiority halves at most")]
    pub halves: u32,
    /// Guns and cavalry together give no more than this.
    #[serde(rename = "guns and cavalry at most", default)]
    pub together: Option<i32>,
    /// The quarter in which the ground does nothing.
    #[serde(rename = "not in", default)]
    pub not_in: Option<Quarter>,
}

/// The page of the combat modifiers.
#[derive(Debug, Deserialize)]
pub struct FightingPage {
    pub rows: Vec<Line>,
    pub horse: Vec<Horse>,
    pub ground: Vec<HorseGround>,
}

/// The page of attrition.
#[derive(Debug, Deserialize)]
pub struct AttritionPage {
    pub columns: Vec<Printed>,
    pub rows: Vec<Vec<Printed>>,
    pub star: Star,
    pub modifiers: Vec<Line>,
    pub marched: Vec<Marched>,
    pub seasons: Vec<InSeason>,
    pub nations: Vec<Bonus>,
}

/// What the points marched so far add.
#[derive(Debug, Deserialize)]
pub struct Marched {
    pub points: String,
    pub modifier: i32,
}

/// What a quarter of the year adds.
#[derive(Debug, Deserialize)]
pub struct InSeason {
    pub season: Quarter,
    pub modifier: i32,
}

/// A bonus of troops of some nations (NIA §7.4).
#[derive(Debug, Clone, Deserialize)]
pub struct Bonus {
    pub what: String,
    nations: BTreeMap<String, Term>,
    pub modifier: i32,
}

/// The last year in which a nation has a part in a bonus.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    #[serde(default)]
    until: Option<u16>,
}

impl Bonus {
    /// Whether a nation has a part in it in that year.
    pub fn is_of(&self, nation: &str, year: u16) -> bool {
        let term = self.nations.get(nation);
        term.is_some_and(|term| term.until.is_none_or(|until| year <= until))
    }
}

/// The page of the sieges.
#[derive(Debug, Deserialize)]
pub struct SiegePage {
    pub levels: BTreeMap<u8, Vec<Vec<Printed>>>,
    pub star: Star,
    pub modifiers: Vec<Line>,
}

/// The page of the rolls by which forces meet.
#[derive(Debug, Deserialize)]
pub struct ContactPage {
    pub interception: RollPage,
    pub avoidance: RollPage,
    #[serde(rename = "sound of the guns")]
    pub guns: RollPage,
}

/// One of these rolls.
#[derive(Debug, Deserialize)]
pub struct RollPage {
    pub needed: i32,
    #[serde(default)]
    pub limit: Option<i32>,
    pub modifiers: Vec<Line>,
}
