//! The tables of war on land: battle, odds, attrition, sieges, casualties, and their modifiers
//! (NIA §5.2.6, §5.2.7, §7, §8, §9).
//!
//! Every figure stands on a page under `tables`. A page is whole or the book does not load: each
//! table has all its cells, and each modifier that the program asks for by name is there.
//!
//! Not here: which modifiers count in a case; that is [`reckon`](crate::land::reckon).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.1.4, §8.2.1.

pub mod cells;
pub mod pages;

use super::atlas::Terrain;
use super::figures::Figures;
use super::yaml;
use crate::record::event::Fate;
use kit::calendar::Quarter;
use kit::shelf::Shelf;
use kit::table::{Bands, Odds, Ratio, Rows};
use pages::{AttritionPage, ContactPage, FightingPage, Grid, OddsPage, RollPage, SiegePage};
use play::BookError;
use std::collections::BTreeMap;

pub use cells::{BattleSize, Cell, SiegeResult, Toll};
pub use pages::{Bonus, Horse, HorseGround, Named, Star};

/// The tables of war.
#[derive(Debug)]
pub struct War {
    combat: Rows<Vec<Cell>>,
    odds: Odds,
    odds_modifiers: Vec<i32>,
    /// Odds at which the weaker side is destroyed (NIA §8.1.4).
    pub destroyed_at: Ratio,
    /// Odds at which an `L` does not concern the stronger side (NIA §8.2.5).
    pub safe_at: Ratio,
    /// Modifiers of a round of battle.
    pub fighting: Named,
    /// What cavalry counts.
    pub horse: Vec<Horse>,
    /// What ground does to it.
    pub horse_ground: Vec<HorseGround>,
    attrition_columns: (Bands, Vec<String>),
    attrition: Rows<Vec<Toll>>,
    /// The die of a `*` of attrition.
    pub attrition_star: Star,
    /// Modifiers of a check for attrition.
    pub wear: Wear,
    siege: [Rows<Vec<SiegeResult>>; 3],
    /// The die of an `R*`.
    pub siege_star: Star,
    /// Modifiers of a siege attempt.
    pub besieging: Named,
    casualty: Rows<Vec<Fate>>,
    /// Interception, avoidance, marching to the guns.
    pub contact: Contact,
    terrain: Figures,
}

/// What adds to a check for attrition (NIA §7.4).
#[derive(Debug)]
pub struct Wear {
    pub named: Named,
    /// By the points marched so far.
    pub marched: Rows<i32>,
    pub seasons: BTreeMap<Quarter, i32>,
    pub nations: Vec<Bonus>,
}

/// A roll of two dice that succeeds on a number or more.
#[derive(Debug)]
pub struct Trial {
    pub needed: i32,
    /// The modifiers come to no more and no less than this.
    pub limit: Option<i32>,
    pub named: Named,
}

/// How forces meet (NIA §5.2.6, §5.2.7, §8.1.1).
#[derive(Debug)]
pub struct Contact {
    pub interception: Trial,
    pub avoidance: Trial,
    pub guns: Trial,
}

const FIGHTING: [&str; 13] = [
    "more guns",
    "twice the guns",
    "more cavalry",
    "twice the cavalry",
    "cavalry leaders",
    "interception",
    "avoidance failed",
    "over a river",
    "over a bridge",
    "over a strait",
    "landing",
    "out of supply",
    "demoralized",
];
const WEAR: [&str; 4] = ["demoralized", "out of supply", "supply unit spent", "hard ground"];
const BESIEGING: [&str; 6] =
    ["engineers", "army", "more guns", "twice the guns", "fewer guns", "out of supply"];
const INTERCEPTION: [&str; 7] = [
    "light cavalry",
    "cavalry leader",
    "difficult ground",
    "over a river",
    "higher initiative",
    "lower initiative",
    "several powers",
];
const AVOIDANCE: [&str; 5] =
    ["light cavalry", "cavalry leader", "difficult ground", "over a river", "irregulars alone"];
const GUNS: [&str; 4] =
    ["over a river", "over a river with engineers", "demoralized", "out of supply"];

/// Reads one page and makes what is needed of it; a fault names the page.
fn made<P: serde::de::DeserializeOwned, T>(
    shelf: &Shelf,
    table: &str,
    make: impl FnOnce(P) -> Result<T, String>,
) -> Result<T, BookError> {
    let page = format!("nations/book/tables/{table}.yaml");
    make(yaml(shelf, &page)?).map_err(|why| BookError::Page { page, why })
}

impl War {
    /// Reads all pages.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let combat = made(shelf, "combat", |grid: Grid| {
            grid.has_columns(&["roll", "skirmish", "minor", "major"])?;
            grid.read(str::parse::<Cell>)
        })?;
        let casualty = made(shelf, "leader-casualty", |grid: Grid| {
            grid.has_columns(&["roll", "subordinate", "overall leader"])?;
            grid.read(pages::fate)
        })?;
        let (odds, odds_modifiers, destroyed_at, safe_at) = made(shelf, "odds", odds)?;
        let (fighting, horse, horse_ground) = made(shelf, "combat-modifiers", fighting)?;
        let (attrition_columns, attrition, attrition_star, wear) =
            made(shelf, "attrition", attrition)?;
        let (siege, siege_star, besieging) = made(shelf, "siege", siege)?;
        Ok(Self {
            combat,
            odds,
            odds_modifiers,
            destroyed_at,
            safe_at,
            fighting,
            horse,
            horse_ground,
            attrition_columns,
            attrition,
            attrition_star,
            wear,
            siege,
            siege_star,
            besieging,
            casualty,
            contact: made(shelf, "contact", contact)?,
            terrain: yaml(shelf, "nations/book/tables/terrain.yaml")?,
        })
    }

    /// What a sum of dice and modifiers costs the enemy (NIA §8.2.4).
    pub fn combat(&self, size: BattleSize, sum: i32) -> Cell {
        self.combat.read(sum)[size as usize]
    }

    /// The attacker's modifier for the odds (NIA §8.1.4).
    pub fn odds(&self, ratio: Ratio) -> i32 {
        let above = self.odds.columns().partition_point(|column| *column <= ratio);
        self.odds_modifiers[above.saturating_sub(1)]
    }

    /// What a check for attrition costs a force of so many points (NIA §7.4).
    pub fn attrition(&self, points: u32, sum: i32) -> Toll {
        self.attrition.read(sum)[self.attrition_columns.0.index(points)]
    }

    /// The column of so many points, as it is printed.
    pub fn attrition_column(&self, points: u32) -> &str {
        &self.attrition_columns.1[self.attrition_columns.0.index(points)]
    }

    /// The toll, if every roll of two dice gives the same, so that no dice are asked.
    pub fn attrition_is_fixed(&self, points: u32, modifier: i32) -> Option<Toll> {
        let mut tolls = (2..=12).map(|dice| self.attrition(points, dice + modifier));
        let first = tolls.next()?;
        tolls.all(|toll| toll == first).then_some(first)
    }

    /// How an attempt on a fortress of that level ends (NIA §9.2).
    pub fn siege(&self, level: u8, sum: i32) -> SiegeResult {
        self.siege[usize::from(level.clamp(1, 3)) - 1].read(sum)[0]
    }

    /// What becomes of a leader who is checked (NIA §8.2.5).
    pub fn casualty(&self, overall: bool, die: u8) -> Fate {
        self.casualty.read(die)[usize::from(overall)]
    }

    /// The modifiers of attacker and defender for the defender's ground (NIA §8.2.1).
    pub fn ground(&self, terrain: Terrain, pass: bool) -> (i32, i32) {
        self.terrain.ground(terrain, pass)
    }
}

type OddsTable = (Odds, Vec<i32>, Ratio, Ratio);

fn odds(page: OddsPage) -> Result<OddsTable, String> {
    let (columns, modifiers): (Vec<Ratio>, Vec<i32>) = page.rows.iter().copied().unzip();
    Ok((Odds::try_from(columns)?, modifiers, page.limit("destroyed")?, page.limit("safe")?))
}

type FightingTable = (Named, Vec<Horse>, Vec<HorseGround>);

fn fighting(page: FightingPage) -> Result<FightingTable, String> {
    let lands = [Terrain::Clear, Terrain::Rough, Terrain::Woods, Terrain::Swamp, Terrain::Mountain];
    let lands = lands.map(Terrain::word);
    let named = page.ground.iter().flat_map(|ground| &ground.terrain);
    match named.clone().find(|word| !lands.contains(&word.as_str())) {
        Some(word) => Err(format!("ground: there is no terrain `{word}`")),
        None => Ok((Named::read(&page.rows, &FIGHTING)?, page.horse, page.ground)),
    }
}

type AttritionTable = ((Bands, Vec<String>), Rows<Vec<Toll>>, Star, Wear);

fn attrition(page: AttritionPage) -> Result<AttritionTable, String> {
    let grid = Grid { columns: page.columns, rows: page.rows };
    let labels: Vec<String> = grid.columns.iter().skip(1).map(ToString::to_string).collect();
    let bands = Bands::try_from(labels.clone()).map_err(|why| format!("columns: {why}"))?;
    let marched = page.marched.into_iter().map(|line| (line.points, line.modifier));
    let seasons: BTreeMap<Quarter, i32> =
        page.seasons.iter().map(|line| (line.season, line.modifier)).collect();
    if let Some(quarter) = Quarter::ALL.iter().find(|quarter| !seasons.contains_key(quarter)) {
        return Err(format!("seasons: there is no {quarter}"));
    }
    let wear = Wear {
        named: Named::read(&page.modifiers, &WEAR)?,
        marched: Rows::try_from(marched.collect::<BTreeMap<_, _>>())
            .map_err(|why| format!("marched: {why}"))?,
        seasons,
        nations: page.nations,
    };
    Ok(((bands, labels), grid.read(str::parse)?, page.star, wear))
}

type SiegeTable = ([Rows<Vec<SiegeResult>>; 3], Star, Named);

fn siege(page: SiegePage) -> Result<SiegeTable, String> {
    let level = |level: u8| {
        let rows = page.levels.get(&level).ok_or(format!("there is no table of level {level}"))?;
        pages::rows(rows, 2, str::parse).map_err(|why| format!("level {level}: {why}"))
    };
    Ok(([level(1)?, level(2)?, level(3)?], page.star, Named::read(&page.modifiers, &BESIEGING)?))
}

fn contact(page: ContactPage) -> Result<Contact, String> {
    let trial = |roll: RollPage, wanted: &[&str], name: &str| {
        let named = Named::read(&roll.modifiers, wanted).map_err(|why| format!("{name}: {why}"))?;
        Ok::<Trial, String>(Trial { needed: roll.needed, limit: roll.limit, named })
    };
    Ok(Contact {
        interception: trial(page.interception, &INTERCEPTION, "interception")?,
        avoidance: trial(page.avoidance, &AVOIDANCE, "avoidance")?,
        guns: trial(page.guns, &GUNS, "sound of the guns")?,
    })
}
