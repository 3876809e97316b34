//! Attrition and siege attempts (NIA §7.4, §9.2).

use super::super::super::book::war::SiegeResult;
use super::side::{Die, Party, Roll, Side};
use super::{Outputs, Probe, any_season, bare, tell, tell_modifiers, yes};
use crate::land::reckon::attrition::{self, March};
use crate::land::reckon::siege::{self, Besieger, Works};
use crate::land::reckon::sum;
use kit::calendar::Season;
use kit::shelf::Shelf;
use serde::Deserialize;

/// A force that is checked for attrition.
#[derive(Deserialize)]
pub struct Attrition {
    #[serde(flatten)]
    who: Side,
    #[serde(default = "any_season")]
    season: Season,
    /// Movement points spent; none in the final phase.
    #[serde(default)]
    spent: Option<u32>,
    #[serde(default)]
    hard_ground: bool,
    #[serde(default)]
    supply_unit_spent: bool,
    #[serde(default = "truth")]
    national_bonus: bool,
    #[serde(default)]
    die: Option<Die>,
    #[serde(default)]
    in_a_city: bool,
}

fn truth() -> bool {
    true
}

/// An attempt on a fortress.
#[derive(Deserialize)]
pub struct SiegeAttempt {
    level: u8,
    /// Permanent points that are left; all of them unless it says so.
    #[serde(default)]
    walls: Option<u8>,
    #[serde(default)]
    marker: u8,
    #[serde(default = "any_season")]
    season: Season,
    besieger: Party,
    #[serde(default)]
    besieged: Option<Party>,
    #[serde(default)]
    roll: Option<Roll>,
    #[serde(default)]
    die: Option<Die>,
}

impl Probe for Attrition {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, self.season, Default::default())?;
        let units = self.who.units(&book)?;
        let march = March {
            spent: self.spent,
            rough_ground: self.hard_ground,
            demoralized: self.who.demoralized,
            unsupplied: self.who.out_of_supply,
            season: self.season,
            supply_spent: self.supply_unit_spent,
            scorched: 0,
            fever: 0,
            national: self.national_bonus,
        };
        let points = attrition::points(&units);
        let modifiers = attrition::modifiers(&book, &units, &march);
        let by = sum(&modifiers);
        let mut outputs = Outputs::new();
        tell(&mut outputs, "column", book.war.attrition_column(points));
        tell_modifiers(&mut outputs, &modifiers);
        let fixed = book.war.attrition_is_fixed(points, by);
        tell(&mut outputs, "dice needed", yes(fixed.is_none()));
        let first = match march.national {
            true => attrition::national_nations(&book, &units, self.season),
            false => vec![],
        };
        let first = if first.is_empty() { "anybody".to_owned() } else { first.join(" or ") };
        tell(&mut outputs, "first loss", first);
        let rolled = self.who.roll.map(|Roll(roll)| {
            tell(&mut outputs, "total", roll + by);
            book.war.attrition(points, roll + by)
        });
        if let Some(toll) = rolled.or(fixed) {
            tell(&mut outputs, "result", toll);
            let star = self.die.map(|Die(die)| die);
            if let Some(steps) = attrition::steps(&book, toll, star, self.in_a_city) {
                tell(&mut outputs, "steps", steps);
            }
        }
        Ok(outputs)
    }
}

impl Probe for SiegeAttempt {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        if !(1..=3).contains(&self.level) {
            return Err("a fortress has level 1, 2 or 3".to_owned());
        }
        let book = bare(shelf, self.season, Default::default())?;
        let besieger = self.besieger.side()?;
        let nobody = Side::default();
        let besieged = self.besieged.as_ref().map_or(Ok(&nobody), Party::side)?;
        let works = Works {
            level: self.level,
            walls: self.walls.unwrap_or(match besieged.walls {
                0 => self.level,
                left => left,
            }),
            marker: self.marker,
            besieger_combat: besieger.commander(&book)?.1,
            besieged_combat: besieged.commander(&book)?.1,
            besiegers: vec![Besieger {
                host: besieger.host(&book)?,
                engineers: besieger.engineers,
            }],
            besieged: besieged.host(&book)?,
        };
        let modifiers = siege::modifiers(&book, &works, self.season);
        let mut outputs = Outputs::new();
        tell_modifiers(&mut outputs, &modifiers);
        if let Some(Roll(roll)) = self.roll {
            let total = roll + sum(&modifiers);
            let result = book.war.siege(self.level, total);
            tell(&mut outputs, "total", total);
            tell(&mut outputs, "result", result);
            if let (SiegeResult::RepulsedStar, Some(Die(die))) = (result, self.die) {
                tell(&mut outputs, "loses a step", yes(book.war.siege_star.costs(die, false)));
            }
        }
        Ok(outputs)
    }
}
