//! What a card gives its power besides units: prices, free units and its condition of victory (FRW §36
//! to §39).

use super::Origin;
use super::troops::Kind;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A free unit of each year, in a place that is held.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeUnit {
    pub kind: String,
    pub at: String,
}

/// So many of some cities.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cities {
    pub least: usize,
    pub of: Vec<String>,
}

impl Cities {
    /// In words: `2 of Breslau, Glogau`.
    pub fn words(&self) -> String {
        format!("{} of {}", self.least, self.of.join(", "))
    }
}

/// The abilities of a major power.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Kind to its price in thaler, where it is another.
    #[serde(default)]
    pub prices: BTreeMap<String, u32>,
    #[serde(default, rename = "free unit")]
    pub free_unit: Option<FreeUnit>,
    /// The kind of which one recruit a year becomes a veteran without thaler.
    #[serde(default, rename = "free promotion")]
    pub free_promotion: Option<String>,
    /// Whether it may exchange a marker against one of another hand.
    #[serde(default)]
    pub swap: bool,
    /// Whether it may give thaler in the mobilization.
    #[serde(default)]
    pub subsidies: bool,
    /// Whether it wins if nobody else has met a condition at the end.
    #[serde(default, rename = "wins stalemates")]
    pub wins_stalemates: bool,
    /// Its condition of victory: one of these lines, whole.
    #[serde(default)]
    pub special: Vec<Vec<Cities>>,
    #[serde(default, rename = "source")]
    _source: Option<Origin>,
}

impl Ability {
    /// The places and kinds that are named, each with what is wrong if it is not known.
    pub fn names(&self) -> (Vec<&String>, Vec<&String>) {
        let cities = self.special.iter().flatten().flat_map(|some| &some.of);
        let places = cities.chain(self.free_unit.as_ref().map(|free| &free.at)).collect();
        let kinds = self.prices.keys().chain(&self.free_promotion);
        let kinds = kinds.chain(self.free_unit.as_ref().map(|free| &free.kind)).collect();
        (places, kinds)
    }

    /// The kind whose promotion is free.
    pub fn promotes(&self) -> Option<Kind> {
        self.free_promotion.as_deref().and_then(Kind::read)
    }
}
