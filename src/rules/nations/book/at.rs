//! Where a line of a set-up may stand (NIA §21.C). What the keys of a form after its first are is told
//! with the first.

use kit::hex::Side;
use kit::page::Declared;
use serde::Deserialize;

/// Where an entry may stand, and where it stands if nobody says.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(untagged, deny_unknown_fields)]
pub enum At {
    Hex {
        /// this hex; ships: in its harbour
        #[declared("hex")]
        hex: String,
    },
    Near {
        /// a hex from so many to so many hexes away, on these sides of it; `default` is taken when
        /// the power's sheet says nothing, here and below
        #[declared("hex")]
        near: String,
        #[declared(0..=10)]
        from: u16,
        #[declared(0..=10)]
        to: u16,
        #[serde(default)]
        #[declared(items = 0..=6)]
        sides: Vec<Side>,
        #[declared("hex")]
        default: String,
    },
    Province {
        /// any land hex of the province
        #[declared("province")]
        province: String,
        #[declared("hex")]
        default: String,
    },
    Provinces {
        /// any land hex of these provinces
        #[declared("province")]
        provinces: Vec<String>,
        #[declared("hex")]
        default: String,
    },
    Hexes {
        /// one of these hexes
        #[declared("hex")]
        hexes: Vec<String>,
        #[declared("hex")]
        default: String,
    },
    Territory {
        /// any land hex of the power's own provinces
        #[serde(rename = "territory")]
        #[declared(true)]
        _territory: bool,
        #[declared("hex")]
        default: String,
    },
    /// A place where the power's reinforcements come.
    Site {
        /// the power's capital or a fortress of its own provinces
        #[serde(rename = "reinforcement site")]
        #[declared(true)]
        _site: bool,
        #[declared("hex")]
        default: String,
    },
    /// NIA §21.3.5.
    OwnTown {
        /// arrivals: a town in one of these provinces that the power's side holds
        #[serde(rename = "own town in")]
        #[declared("province")]
        provinces: Vec<String>,
        #[declared("hex")]
        default: String,
    },
    /// NIA §14.4.2, §21.3.5.
    Clear {
        /// any land hex of these provinces next to no enemy unit, and neither in nor next to an
        /// armed fortress of the enemy; with `empty: true` one in which nobody stands
        #[serde(rename = "clear of enemies in")]
        #[declared("province")]
        provinces: Vec<String>,
        #[serde(default)]
        empty: bool,
        #[declared("hex")]
        default: String,
    },
    Sea {
        /// ships: in this sea area
        #[declared("sea")]
        sea: String,
    },
    Blockading {
        /// ships: before the harbour of this hex
        #[declared("hex")]
        blockading: String,
    },
    AnySea {
        /// ships, each fleet in a sea area that its owner chooses
        #[serde(rename = "any sea")]
        #[declared(true)]
        _any: bool,
        #[declared("sea")]
        default: Option<String>,
        #[serde(default)]
        #[declared("sea", items = 0..=3)]
        defaults: Vec<String>,
    },
}

impl At {
    /// The hexes that the line names.
    pub(super) fn choices(&self) -> Vec<&String> {
        match self {
            At::Hex { hex } => vec![hex],
            At::Near { near, default, .. } => vec![near, default],
            At::Province { default, .. }
            | At::Provinces { default, .. }
            | At::Territory { default, .. }
            | At::Site { default, .. }
            | At::OwnTown { default, .. }
            | At::Clear { default, .. } => vec![default],
            At::Hexes { hexes, default } => hexes.iter().chain([default]).collect(),
            At::Blockading { blockading } => vec![blockading],
            At::Sea { .. } | At::AnySea { .. } => vec![],
        }
    }

    /// Whether the owner has a choice.
    pub fn is_open(&self) -> bool {
        !matches!(self, At::Hex { .. } | At::Sea { .. } | At::Blockading { .. })
    }
}
