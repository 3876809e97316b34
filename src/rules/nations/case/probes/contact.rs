//! Interception, avoidance, overrun and the march to the guns (NIA §5.2.6 to §5.2.8, §8.1.1).

use super::side::{Party, Roll, Side, Who};
use super::{Outputs, Probe, any_season, bare, tell, tell_modifiers, terrain, yes};
use crate::land::reckon::contact::{self, Chance};
use crate::land::reckon::sum;
use kit::shelf::Shelf;
use serde::Deserialize;

/// A force and one who comes into its zone.
#[derive(Deserialize)]
pub struct Interception {
    #[serde(flatten)]
    who: Side,
    #[serde(default)]
    mover: Option<Who>,
    #[serde(default = "one")]
    entry_cost: u32,
    #[serde(default)]
    river: bool,
    #[serde(default = "one")]
    powers: u32,
}

fn one() -> u32 {
    1
}

/// A force and one who comes into its hex.
#[derive(Deserialize)]
pub struct Avoidance {
    #[serde(flatten)]
    who: Side,
    #[serde(default)]
    mover: Option<Who>,
    #[serde(default)]
    mover_only_cavalry: bool,
    #[serde(default)]
    terrain: Option<String>,
    #[serde(default)]
    pass: bool,
    #[serde(default)]
    river: bool,
}

/// A strong force and a weak one in its way.
#[derive(Deserialize)]
pub struct Overrun {
    mover: Party,
    enemy: Party,
    #[serde(default)]
    mp_left: u32,
}

/// A leader next to a battle.
#[derive(Deserialize)]
pub struct Guns {
    leader: Who,
    #[serde(default)]
    army_commander: Option<Who>,
    #[serde(default)]
    river: bool,
    #[serde(default)]
    engineers: bool,
    #[serde(default)]
    demoralized: bool,
    #[serde(default)]
    out_of_supply: bool,
    #[serde(default)]
    roll: Option<Roll>,
}

fn told(chance: &Chance, roll: Option<Roll>) -> Outputs {
    let mut outputs = Outputs::new();
    tell_modifiers(&mut outputs, &chance.modifiers);
    tell(&mut outputs, "needed", chance.needed);
    tell(&mut outputs, "needed on the dice", chance.needed - sum(&chance.modifiers));
    tell(&mut outputs, "automatic", yes(chance.automatic));
    if let Some(Roll(roll)) = roll {
        tell(&mut outputs, "total", roll + sum(&chance.modifiers));
        tell(&mut outputs, "succeeds", yes(chance.succeeds(roll)));
    }
    outputs
}

impl Probe for Interception {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let force = self.who.force(&book)?;
        let leader = force.commander().ok_or("only a leader intercepts: say `leader:`")?;
        let initiative = book.people.known(leader).initiative;
        let mover = self.mover.map_or(Ok(initiative), |mover| mover.initiative(&book))?;
        let powers = usize::try_from(self.powers).unwrap_or(usize::MAX);
        let (cost, river) = (self.entry_cost, self.river);
        let chance = contact::interception(&book, &force, initiative, mover, cost, river, powers);
        Ok(told(&chance, self.who.roll))
    }
}

impl Probe for Avoidance {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let force = self.who.force(&book)?;
        let ground = terrain(self.terrain.as_deref())?;
        let mover = self.mover.map_or(Ok(0), |mover| mover.initiative(&book))?;
        let (cavalry, river) = (self.mover_only_cavalry, self.river);
        let ground = (ground, self.pass);
        let chance = contact::avoidance(&book, &force, mover, cavalry, ground, river);
        Ok(told(&chance, self.who.roll))
    }
}

impl Probe for Overrun {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let (mover, enemy) = (self.mover.of_points(&book)?, self.enemy.of_points(&book)?);
        let possible = contact::overrun(&mover, &enemy);
        let cost = if possible { book.figures.actions.overrun } else { 0 };
        let mut outputs = Outputs::new();
        tell(&mut outputs, "possible", yes(possible));
        tell(&mut outputs, "mp left", self.mp_left.saturating_sub(cost));
        Ok(outputs)
    }
}

impl Probe for Guns {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let combat = |who: &Who| who.combat(&book).map(|(_, combat)| combat);
        let army = self.army_commander.as_ref().map(combat).transpose()?;
        let chance = contact::guns_march(
            &book,
            combat(&self.leader)?,
            army,
            self.river,
            self.engineers,
            self.demoralized,
            self.out_of_supply,
        );
        Ok(told(&chance, self.roll))
    }
}
