//! Where a line of a set-up may stand (NIA §21.C).

use kit::hex::Side;
use serde::Deserialize;

/// Where an entry may stand, and where it stands if nobody says.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum At {
    Hex {
        hex: String,
    },
    Near {
        near: String,
        from: u16,
        to: u16,
        #[serde(default)]
        sides: Vec<Side>,
        default: String,
    },
    Province {
        province: String,
        default: String,
    },
    Provinces {
        provinces: Vec<String>,
        default: String,
    },
    Hexes {
        hexes: Vec<String>,
        default: String,
    },
    Sea {
        sea: String,
    },
    Blockading {
        blockading: String,
    },
    AnySea {
        #[serde(rename = "any sea")]
        _any: bool,
        #[serde(default)]
        default: Option<String>,
        #[serde(default)]
        defaults: Vec<String>,
    },
    Territory {
        #[serde(rename = "territory")]
        _territory: bool,
        default: String,
    },
    /// A place where the power's reinforcements come: its capital or a fortress of its own land.
    Site {
        #[serde(rename = "reinforcement site")]
        _site: bool,
        default: String,
    },
    /// A town in one of these provinces that the power's side holds (NIA §21.3.5).
    OwnTown {
        #[serde(rename = "own town in")]
        provinces: Vec<String>,
        default: String,
    },
    /// A hex of these provinces next to no enemy unit, and in and next to no armed fortress of his
    /// (NIA §14.4.2, §21.3.5).
    Clear {
        #[serde(rename = "clear of enemies in")]
        provinces: Vec<String>,
        /// Whether nobody at all may stand there.
        #[serde(default)]
        empty: bool,
        default: String,
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
