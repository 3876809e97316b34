//! Unit kinds (NIA §1.1.1 to §1.1.3) and how units are written: `2 x (+1) Dutch reduced InfC`.

use super::people::People;
use crate::kit::names;
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
}

/// Every kind of unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    kinds: Vec<UnitKind>,
    pub values: Vec<UnitValue>,
}

/// One combat unit; two with the same figures are the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unit {
    pub kind: String,
    pub modifier: i8,
    pub nation: String,
    pub steps: u8,
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
        let mut unit =
            Unit { kind: String::new(), modifier: 0, nation: nation.to_owned(), steps: 0 };
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
