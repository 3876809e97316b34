//! The figures of the war at sea (NIA §5.3, §10), the corsairs' table (§12.2.3), and which fleets may
//! sail where (§5.2.12, §5.3.4).

use super::people::Admiral;
use super::{People, yaml};
use kit::shelf::Shelf;
use kit::table::Bands;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a movement point buys (NIA §5.3).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Points {
    #[serde(rename = "leave harbour")]
    pub leave: u32,
    #[serde(rename = "enter harbour")]
    pub enter: u32,
    #[serde(rename = "sea area")]
    pub area: u32,
    #[serde(rename = "blockade box")]
    pub blockade: u32,
    #[serde(rename = "enemy harbour")]
    pub attack: u32,
    pub land: u32,
    pub join: u32,
    pub retreat: u32,
}

/// How many fleets go down: a number, or all.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Count {
    Number(usize),
    All(All),
}

/// The word for all of them.
#[derive(Debug, Clone, Copy, Deserialize)]
enum All {
    #[serde(rename = "all")]
    All,
}

#[derive(Debug, Clone, Deserialize)]
struct Loss {
    difference: i32,
    fleets: Count,
}

/// The guns of a fortress over its harbour (NIA §10.4).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Guns {
    pub point: i32,
    #[serde(rename = "without fleets first point")]
    pub first_alone: i32,
}

/// What a fleet carries beside any number of leaders (NIA §5.3.3).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Capacity {
    pub steps: u8,
    pub support: u8,
}

/// What a hunt for corsairs needs on a die (NIA §12.2.3).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Hunt {
    pub detect: i32,
    pub sink: i32,
}

/// Counters that are no fleets (NIA §10.6).
#[derive(Debug, Clone, Deserialize)]
struct Decoys {
    names: String,
    manoeuvre: i8,
    combat: i8,
    movement: u8,
}

#[derive(Debug, Deserialize)]
struct NavalPage {
    points: Points,
    needed: i32,
    losses: Vec<Loss>,
    battery: Guns,
    #[serde(rename = "admiral killed")]
    killed: u8,
    #[serde(rename = "fleet carries")]
    carries: Capacity,
    hunt: Hunt,
    decoys: Decoys,
}

#[derive(Debug, Deserialize)]
struct Named {
    name: String,
    value: i32,
}

#[derive(Debug, Deserialize)]
struct Counters {
    count: usize,
    values: Vec<i32>,
    named: Vec<Named>,
}

#[derive(Debug, Deserialize)]
struct CorsairsPage {
    rows: Vec<(String, u32)>,
    counters: Counters,
}

/// Seas beyond which a nation's fleets do not sail (NIA §5.2.12).
#[derive(Debug, Clone, Deserialize)]
pub struct Bound {
    pub nations: Vec<String>,
    pub only: Vec<String>,
    /// How many of its fleets are free of it.
    #[serde(rename = "free fleets", default)]
    pub free: usize,
}

/// The passage between two seas that its holder may shut (NIA §5.3.4).
#[derive(Debug, Clone, Deserialize)]
pub struct ClosableStrait {
    pub between: [String; 2],
    pub holder: String,
}

#[derive(Debug, Deserialize)]
struct Limits {
    fleets: Vec<Bound>,
    bosphorus: ClosableStrait,
}

#[derive(Debug, Deserialize)]
struct SeasPage {
    limits: Limits,
}

/// All of it.
#[derive(Debug)]
pub struct Sea {
    pub points: Points,
    pub needed: i32,
    losses: Vec<Loss>,
    pub battery: Guns,
    pub killed: u8,
    pub carries: Capacity,
    pub hunt: Hunt,
    decoy: Admiral,
    /// What a corsair takes, by the sum of the die and its value.
    pounds: (Bands, Vec<u32>),
    /// Every corsair's value.
    pub corsairs: BTreeMap<String, i32>,
    pub bounds: Vec<Bound>,
    pub bosphorus: ClosableStrait,
}

impl Sea {
    /// Reads the pages.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        const CORSAIRS: &str = "nations/book/tables/corsairs.yaml";
        let naval: NavalPage = yaml(shelf, "nations/book/tables/naval.yaml")?;
        let corsairs: CorsairsPage = yaml(shelf, CORSAIRS)?;
        let SeasPage { limits } = yaml(shelf, "nations/book/seas.yaml")?;
        let wrong = |why| BookError::Page { page: CORSAIRS.into(), why };
        let (sums, pounds): (Vec<String>, Vec<u32>) = corsairs.rows.into_iter().unzip();
        let pounds = (Bands::try_from(sums).map_err(wrong)?, pounds);
        let Decoys { names, manoeuvre, combat, movement } = naval.decoys;
        let decoy = Admiral {
            name: names,
            nation: "any".to_owned(),
            manoeuvre,
            combat,
            movement,
            kind: "decoy".to_owned(),
        };
        Ok(Self {
            points: naval.points,
            needed: naval.needed,
            losses: naval.losses,
            battery: naval.battery,
            killed: naval.killed,
            carries: naval.carries,
            hunt: naval.hunt,
            decoy,
            pounds,
            corsairs: values(&corsairs.counters).map_err(wrong)?,
            bounds: limits.fleets,
            bosphorus: limits.bosphorus,
        })
    }

    /// The counter of a fleet: an admiral or a named fleet of the power or of a nation that serves
    /// it, a decoy, or else one of the fleets without a name (NIA §1.2, §10.6).
    pub fn counter<'a>(&'a self, people: &'a People, power: &str, fleet: &str) -> &'a Admiral {
        let named = || people.admirals.iter().filter(|admiral| admiral.name == fleet);
        let own = named().find(|admiral| admiral.nation == power);
        if let Some(admiral) = own.or_else(|| named().next()) {
            return admiral;
        }
        if fleet.starts_with(&self.decoy.name) {
            return &self.decoy;
        }
        let plain = people.admirals.iter().find(|admiral| admiral.kind == "generic");
        plain.expect("the page of admirals ends with the fleets without a name")
    }

    /// How many of its fleets a beaten side loses; nothing if it is not beaten (NIA §10.1).
    pub fn losses(&self, difference: i32, fleets: usize) -> Option<usize> {
        let line = self.losses.iter().rev().find(|line| line.difference <= difference)?;
        Some(match line.fleets {
            Count::Number(number) => number.min(fleets),
            Count::All(All::All) => fleets,
        })
    }

    /// What a corsair takes from British trade (NIA §12.2.3).
    pub fn pounds(&self, roll: i32) -> u32 {
        self.pounds.1[self.pounds.0.index(roll)]
    }

    /// The seas that a nation's fleets may not leave.
    pub fn bound(&self, nation: &str) -> Option<&Bound> {
        self.bounds.iter().find(|bound| bound.nations.iter().any(|name| name == nation))
    }
}

/// The value of every corsair: those with a name have theirs, the others are numbered.
fn values(counters: &Counters) -> Result<BTreeMap<String, i32>, String> {
    let Counters { count, values, named } = counters;
    if *count != values.len() {
        return Err(format!("{count} counters, but {} values", values.len()));
    }
    let mut rest = values.clone();
    let mut all = BTreeMap::new();
    for Named { name, value } in named {
        let at = rest.iter().position(|other| other == value);
        rest.remove(at.ok_or_else(|| format!("no counter has the value of {name}"))?);
        all.insert(name.clone(), *value);
    }
    all.extend(
        (1..).zip(rest).map(|(number, value): (u32, i32)| (format!("corsair {number}"), value)),
    );
    Ok(all)
}
