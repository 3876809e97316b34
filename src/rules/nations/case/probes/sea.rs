//! Battles at sea and the hunt for corsairs (NIA §10.1, §10.4, §12.2.3).

use super::super::super::book::Book;
use super::super::super::sea::squad;
use super::side::{Die, Many};
use super::{Outputs, Probe, any_season, bare, tell};
use crate::land::reckon::sea::{self, Aim, Hunted, Outcome};
use crate::record::event::Battery;
use crate::record::state::Ship;
use kit::shelf::Shelf;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The fleets of one side and how they roll.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleets {
    #[serde(default)]
    power: String,
    #[serde(default)]
    fleets: Many,
    /// A die for each, in their order.
    #[serde(default)]
    rolls: Vec<Die>,
}

impl Fleets {
    fn ships(&self) -> Vec<Ship> {
        self.fleets.iter().map(|fleet| Ship::new(&self.power, fleet)).collect()
    }

    /// Those that are no decoys: they alone roll and are counted.
    fn fleets(&self, book: &Book) -> Vec<Ship> {
        self.ships().into_iter().filter(|ship| !squad::is_decoy(book, ship)).collect()
    }

    /// What they fire together with the guns of a fortress; nothing while a die is missing.
    fn total(&self, book: &Book, guns: Option<&Battery>) -> Result<Option<i32>, String> {
        let (fleets, rolls) = (self.fleets(book), self.rolls.as_slice());
        if rolls.len() > fleets.len() {
            return Err(format!("{} rolls for {} fleets", rolls.len(), fleets.len()));
        }
        if rolls.len() < fleets.len() {
            return Ok(None);
        }
        let dice = fleets.into_iter().zip(rolls).map(|(ship, Die(die))| (ship, *die)).collect();
        Ok(Some(sea::salvo(book, dice, guns).1))
    }
}

/// One round of a battle at sea, or of an attack on a harbour.
#[derive(Deserialize)]
pub struct NavalBattle {
    attacker: Fleets,
    #[serde(default)]
    defender: Option<Fleets>,
    /// Points of the fortress over the harbour that is attacked.
    #[serde(default)]
    battery: u8,
    /// The die of its guns, if no fleet lies there.
    #[serde(default)]
    battery_roll: Option<Die>,
}

impl Probe for NavalBattle {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let mut outputs = Outputs::new();
        let nobody = Fleets::default();
        let defender = self.defender.as_ref().unwrap_or(&nobody);
        let fleets = defender.fleets(&book).len();
        let bonus = sea::battery(&book, self.battery, fleets > 0);
        if self.battery > 0 {
            tell(&mut outputs, "guns", bonus);
        }
        let die = self.battery_roll.map(|Die(die)| die).filter(|_| fleets == 0);
        let guns = (self.battery > 0).then_some(Battery { points: self.battery, die, bonus });
        let silent = guns.is_some() && fleets == 0 && die.is_none();
        let attacker = self.attacker.total(&book, None)?;
        let defender = defender.total(&book, guns.as_ref())?.filter(|_| !silent);
        let (Some(attacker), Some(defender)) = (attacker, defender) else { return Ok(outputs) };
        tell(&mut outputs, "attacker total", attacker);
        tell(&mut outputs, "defender total", defender);
        let attackers = self.attacker.fleets(&book).len();
        let (retreats, lost) = match sea::outcome(&book, (attacker, defender), (attackers, fleets))
        {
            Outcome::Even => ("nobody", 0),
            Outcome::First(lost) => ("attacker", lost),
            Outcome::Second(lost) => ("defender", lost),
        };
        tell(&mut outputs, "retreats", retreats);
        tell(&mut outputs, "fleets lost", lost);
        Ok(outputs)
    }
}

/// Fleets in the box, each after the corsair of its place in the list.
#[derive(Deserialize)]
pub struct CorsairHunt {
    #[serde(default)]
    power: String,
    #[serde(default)]
    fleets: Many,
    #[serde(default)]
    corsairs: Many,
    /// The dice of the search, a fleet each.
    #[serde(default)]
    searches: Vec<Die>,
    /// The dice of those who found one, in their order.
    #[serde(default)]
    shots: Vec<Die>,
    /// The dice of the corsairs that are left, in their order.
    #[serde(default)]
    raids: Vec<Die>,
}

impl Probe for CorsairHunt {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let value = |name: &String| {
            let value = book.sea.corsairs.get(name).copied();
            value.ok_or_else(|| {
                let known: Vec<&str> = book.sea.corsairs.keys().map(String::as_str).collect();
                super::unknown("corsair", name, &known)
            })
        };
        let mut left: Vec<String> = self.corsairs.iter().cloned().collect();
        left.iter().try_for_each(|corsair| value(corsair).map(|_| ()))?;
        let chosen = self.fleets.iter().map(|fleet| Ship::new(&self.power, fleet));
        let chosen = chosen.zip(left.clone()).collect();
        let (mut searches, mut shots) = (self.searches.iter(), self.shots.iter());
        let hunted = sea::hunt(&book, chosen, |aim, _, _| {
            let dice = match aim {
                Aim::Search => &mut searches,
                Aim::Fire => &mut shots,
            };
            dice.next().map(|Die(die)| *die)
        });
        let once = |which: &dyn Fn(&Hunted) -> bool| {
            let mut names: Vec<String> = vec![];
            for one in hunted.iter().filter(|one| which(one)) {
                if !names.contains(&one.corsair) {
                    names.push(one.corsair.clone());
                }
            }
            names
        };
        let (found, sunk) = (once(&|one| one.found), once(&|one| one.sunk));
        let mut listed_once = BTreeSet::new();
        left.retain(|corsair| !sunk.contains(corsair) && listed_once.insert(corsair.clone()));
        let listed = |names: &[String]| match names {
            [] => "none".to_owned(),
            names => names.join(", "),
        };
        let mut outputs = Outputs::new();
        tell(&mut outputs, "found", listed(&found));
        tell(&mut outputs, "sunk", listed(&sunk));
        if self.raids.len() > left.len() {
            return Err(format!("{} raids by {} corsairs", self.raids.len(), left.len()));
        }
        let mut pounds = 0;
        for (Die(die), corsair) in self.raids.iter().zip(&left) {
            pounds += book.sea.pounds(i32::from(*die) + value(corsair)?);
        }
        if self.raids.len() == left.len() {
            tell(&mut outputs, "pounds", pounds);
        }
        Ok(outputs)
    }
}
