//! Unit kinds (NIA §1.1.1 to §1.1.3), their figures, and how units are written: `2 x (+1) Dutch
//! reduced InfC`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.1.1, §1.1.3.3, §1.1.3.4.

use super::people::People;
use kit::calendar::Quarter;
use kit::names;
use serde::{Deserialize, Serialize};

/// What a kind of unit is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    pub kind: String,
    pub name: String,
    pub class: String,
    pub size: Size,
    pub steps: u8,
    pub movement: u32,
    #[serde(default)]
    pub initiative: Option<u8>,
    /// Whether its steps may be given and taken (NIA §5.2.2).
    pub absorbs: bool,
}

/// How large a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    Corps,
    Detachment,
    Single,
}

/// A counter's figures.
#[derive(Debug, Clone, Deserialize)]
pub struct UnitValue {
    pub nation: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(rename = "mod", default)]
    pub modifier: Option<i8>,
    #[serde(default)]
    artillery: u32,
    #[serde(rename = "artillery reduced", default)]
    artillery_reduced: u32,
    #[serde(default)]
    morale: u8,
    #[serde(default)]
    only: Option<Only>,
}

/// When a modifier may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Only {
    #[serde(rename = "winter")]
    Winter,
    #[serde(rename = "difficult ground")]
    DifficultGround,
}

/// What a unit counts in a fight (NIA §1.1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    pub modifier: i32,
    pub guns: u32,
    pub morale: u8,
}

/// Every kind of unit.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Page")]
pub struct Units {
    kinds: Vec<UnitKind>,
    pub values: Vec<UnitValue>,
    pub levies: Vec<Levy>,
}

/// Troops that come by themselves when a power goes to war, and go when it is at peace (NIA §14.5).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levy {
    pub power: String,
    pub kind: String,
    pub modifier: i8,
    /// The one enemy who calls them; any power, if none is named.
    #[serde(default)]
    pub against: Option<String>,
    /// Whether they keep to the land along the border with that enemy.
    #[serde(default)]
    pub border: bool,
    pub corps: usize,
    /// Where they come, the first places first.
    pub at: Vec<String>,
    pub rule: String,
}

/// The page as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    kinds: Vec<UnitKind>,
    pub values: Vec<UnitValue>,
    /// Campaigns of earlier editions have none.
    #[serde(default)]
    levies: Vec<Levy>,
}

/// What is no unit of a kind and yet has figures: depots, walls and army markers.
const OTHERS: [&str; 4] = ["depot", "fortress point", "army marker", "Grande Armée marker"];

impl TryFrom<Page> for Units {
    type Error = String;

    fn try_from(Page { kinds, values, levies }: Page) -> Result<Self, String> {
        let names = kinds.iter().map(|kind| kind.kind.as_str()).chain(OTHERS);
        for name in names {
            if !values.iter().any(|value| value.kind == name) {
                return Err(format!("the figures of `{name}` are missing"));
            }
        }
        let known = |levy: &&Levy| kinds.iter().any(|kind| kind.kind == levy.kind);
        if let Some(levy) = levies.iter().find(|levy| !known(levy)) {
            return Err(format!("a levy has no kind of unit `{}`", levy.kind));
        }
        let fights = |value: &&UnitValue| kinds.iter().any(|kind| kind.kind == value.kind);
        match values.iter().filter(fights).find(|value| !(1..=6).contains(&value.morale)) {
            Some(UnitValue { nation, kind, .. }) => {
                Err(format!("{kind} of {nation}: a morale is 1 to 6"))
            }
            None => Ok(Self { kinds, values, levies }),
        }
    }
}

/// One combat unit; two with the same figures are the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unit {
    pub kind: String,
    pub modifier: i8,
    pub nation: String,
    pub steps: u8,
    /// The province in which it rose, if it is in revolt (NIA §14.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rising: Option<String>,
}

impl Unit {
    /// Whether it is the same but for a revolt.
    pub fn is_like(&self, other: &Self) -> bool {
        let sort =
            |unit: &Self| (unit.kind.clone(), unit.modifier, unit.nation.clone(), unit.steps);
        sort(self) == sort(other)
    }

    /// The same in revolt, if one of its nation and kind among others is.
    #[must_use]
    pub fn in_revolt_as(self, others: &[Self]) -> Self {
        let same = |one: &&Self| one.nation == self.nation && one.kind == self.kind;
        let rising = others.iter().filter(same).find_map(|one| one.rising.clone());
        Self { rising, ..self }
    }
}

impl Units {
    /// A kind that is known to be in the book, since the state names it.
    pub fn kind(&self, name: &str) -> &UnitKind {
        self.kinds
            .iter()
            .find(|kind| kind.kind == name)
            .expect("the state names only kinds of the book")
    }

    /// A kind as people write it: `InfC`, `infc`, `infantry corps`.
    pub fn find(&self, written: &str) -> Option<&UnitKind> {
        let plain = names::plain(written);
        self.kinds.iter().find(|k| names::plain(&k.kind) == plain || names::plain(&k.name) == plain)
    }

    /// What a unit counts in a fight (NIA §1.1.1); `rough`: on difficult ground or in a pass.
    ///
    /// Guns stand on the full side, but the old and the young guard keep some.
    pub fn figures(&self, unit: &Unit, season: Quarter, rough: bool) -> Figures {
        let value = self.value(unit);
        let own = |holds: bool| match (holds, unit.modifier) {
            (false, _) => 0,
            (true, 0) => value.modifier.unwrap_or(0),
            (true, modifier) => modifier,
        };
        let modifier = match value.only {
            None => unit.modifier,
            Some(Only::Winter) => own(season == Quarter::Winter),
            Some(Only::DifficultGround) => own(rough),
        };
        let is_full = unit.steps >= self.kind(&unit.kind).steps;
        Figures {
            modifier: i32::from(modifier),
            guns: if is_full { value.artillery } else { value.artillery_reduced },
            morale: value.morale,
        }
    }

    /// The guns of what is no unit: `army marker`, `fortress point`.
    pub fn guns_of(&self, what: &str) -> u32 {
        self.values.iter().find(|value| value.kind == what).map_or(0, |value| value.artillery)
    }

    /// The morale of what is no unit: `depot`, `fortress point`.
    pub fn morale_of(&self, what: &str) -> u8 {
        self.values.iter().find(|value| value.kind == what).map_or(0, |value| value.morale)
    }

    /// The line of the page for a unit: its nation's before a wider one, the nearest modifier.
    fn value(&self, unit: &Unit) -> &UnitValue {
        let rank = |value: &UnitValue| match value.nation.as_str() {
            nation if nation == unit.nation => 0,
            "minors" => 1,
            "any" => 2,
            _ => 3,
        };
        let away = |value: &UnitValue| unit.modifier.abs_diff(value.modifier.unwrap_or(0));
        let lines = self.values.iter().filter(|value| value.kind == unit.kind);
        lines
            .min_by_key(|value| (rank(value), away(value)))
            .expect("the page has a line for each kind")
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &UnitKind> {
        self.kinds.iter()
    }

    /// Reads `3 x (+2) InfC`, `1 x (0) Bavarian reduced InfC`, `1 x Dinf`.
    pub fn read(&self, written: &str, nation: &str, people: &People) -> Result<Vec<Unit>, String> {
        let mut words: Vec<&str> = written.split_whitespace().collect();
        let mut count = 1;
        if words.len() > 2 && words[1] == "x" {
            count = words[0]
                .parse()
                .map_err(|_| format!("`{written}` does not begin with a number"))?;
            words.drain(..2);
        }
        let mut unit = Unit {
            kind: String::new(),
            modifier: 0,
            nation: nation.to_owned(),
            steps: 0,
            rising: None,
        };
        let mut reduced = false;
        let kind = words.pop().ok_or_else(|| format!("`{written}` names no kind of unit"))?;
        let kind =
            self.find(kind).ok_or_else(|| format!("`{written}`: no kind of unit `{kind}`"))?;
        for word in words {
            let bare = word.trim_matches(['(', ')']);
            if let Ok(modifier) = bare.trim_start_matches('+').parse() {
                unit.modifier = modifier;
            } else if word == "reduced" {
                reduced = true;
            } else if let Some(nation) = people.nation(word) {
                unit.nation.clone_from(&nation.name);
            } else {
                return Err(format!(
                    "`{written}`: `{word}` is neither a modifier, a nation nor `reduced`"
                ));
            }
        }
        unit.kind.clone_from(&kind.kind);
        unit.steps = if reduced { 1 } else { kind.steps };
        if count > 40 {
            return Err(format!("`{written}`: that many units have no room anywhere"));
        }
        Ok(vec![unit; count])
    }

    /// How a unit is written in sheets and reports: `reduced +2 InfC`; a foreign one with its nation.
    pub fn write(&self, unit: &Unit) -> String {
        let kind = self.kind(&unit.kind);
        let reduced = if unit.steps < kind.steps { "reduced " } else { "" };
        match (kind.size, unit.modifier) {
            (Size::Corps, 0) => format!("{reduced}0 {}", unit.kind),
            (_, 0) => format!("{reduced}{}", unit.kind),
            (_, modifier) => format!("{reduced}{modifier:+} {}", unit.kind),
        }
    }
}

/// Line corps of +2 count +1 where a nation has called its conscripts twice (NIA §12.1).
pub fn lower(units: &mut [Unit], nation: &str) {
    let called =
        |unit: &&mut Unit| unit.nation == nation && unit.kind == "InfC" && unit.modifier == 2;
    units.iter_mut().filter(called).for_each(|unit| unit.modifier = 1);
}
