//! Battles at sea and the hunt for corsairs (NIA §10.1, §10.4, §12.2.3).

use super::super::super::book::Book;
use super::super::super::reckon::sea::{self, Outcome};
use super::super::super::sea::squad;
use super::super::super::state::Ship;
use super::side::{Die, Many};
use super::{Outputs, Probe, any_season, bare, tell};
use crate::kit::shelf::Shelf;
use serde::Deserialize;

/// The fleets of one side and how they roll.
#[derive(Deserialize)]
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

    /// The dice with the bonuses of the admirals; nothing while a die is missing. Decoys roll none.
    fn total(&self, book: &Book) -> Result<Option<i32>, String> {
        let ships = self.ships();
        let fleets: Vec<&Ship> = ships.iter().filter(|ship| !squad::is_decoy(book, ship)).collect();
        let rolls = self.rolls.as_slice();
        if rolls.len() > fleets.len() {
            return Err(format!("{} rolls for {} fleets", rolls.len(), fleets.len()));
        }
        if rolls.len() < fleets.len() {
            return Ok(None);
        }
        let bonus = |ship: &&Ship| i32::from(squad::counter(book, ship).combat);
        let dice: i32 = rolls.iter().map(|Die(die)| i32::from(*die)).sum();
        Ok(Some(dice + fleets.iter().map(bonus).sum::<i32>()))
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
        let ships = self.defender.as_ref().map(Fleets::ships).unwrap_or_default();
        let fleets = ships.iter().filter(|ship| !squad::is_decoy(&book, ship)).count();
        let guns = sea::battery(&book, self.battery, fleets > 0);
        if self.battery > 0 {
            tell(&mut outputs, "guns", guns);
        }
        let attacker = self.attacker.total(&book)?;
        let defender = match &self.defender {
            Some(side) => side.total(&book)?,
            None => Some(0),
        };
        let battery = match (self.battery, fleets, self.battery_roll) {
            (0, _, _) => Some(0),
            (_, 0, None) => None,
            (_, 0, Some(Die(die))) => Some(i32::from(die) + guns),
            (..) => Some(guns),
        };
        let (Some(attacker), Some(defender), Some(battery)) = (attacker, defender, battery) else {
            return Ok(outputs);
        };
        let defender = defender + battery;
        tell(&mut outputs, "attacker total", attacker);
        tell(&mut outputs, "defender total", defender);
        let own = self.attacker.ships();
        let attackers = own.iter().filter(|ship| !squad::is_decoy(&book, ship)).count();
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
        let mut left = self.corsairs.iter().cloned().collect::<Vec<String>>();
        let mut shots = self.shots.iter();
        let (mut found, mut sunk) = (vec![], vec![]);
        let hunts = self.fleets.iter().zip(self.corsairs.iter()).zip(&self.searches);
        for ((fleet, corsair), Die(search)) in hunts {
            let ship = Ship::new(&self.power, fleet);
            let counter = squad::counter(&book, &ship);
            let search = sea::total(&[*search], &sea::search(counter, value(corsair)?));
            if search < book.sea.hunt.detect {
                continue;
            }
            found.push(corsair.clone());
            let Some(Die(shot)) = shots.next() else { continue };
            if sea::total(&[*shot], &sea::fire(counter)) >= book.sea.hunt.sink {
                sunk.push(corsair.clone());
                left.retain(|other| other != corsair);
            }
        }
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
