//! Morale, its loss and its return, pursuit, and what becomes of leaders (NIA §8.1.2, §8.2.5,
//! §8.3.3).

use super::side::{Die, Side, Who};
use super::{Outputs, Probe, any_season, bare, listed, tell, yes};
use crate::land::reckon::morale;
use crate::record::event::Fate;
use kit::calendar::Season;
use kit::shelf::Shelf;
use serde::Deserialize;

/// A force whose morale is asked.
#[derive(Deserialize)]
pub struct ForceMorale {
    #[serde(flatten)]
    who: Side,
    #[serde(default = "any_season")]
    season: Season,
}

/// A beaten force.
#[derive(Deserialize)]
pub struct Demoralisation {
    morale: u8,
    #[serde(default)]
    leader: Option<Who>,
    #[serde(default)]
    leader_killed: bool,
    /// Effective losses of the last round and the retreat.
    #[serde(default)]
    own_losses: i32,
    #[serde(default)]
    enemy_losses: i32,
    #[serde(default)]
    demoralized: bool,
    #[serde(default)]
    die: Option<Die>,
}

/// A demoralized force that its leader rallies.
#[derive(Deserialize)]
pub struct Rally {
    morale: u8,
    #[serde(default)]
    leader: Option<Who>,
    #[serde(default)]
    die: Option<Die>,
}

/// The winner's cavalry.
#[derive(Deserialize)]
pub struct Pursuit {
    #[serde(flatten)]
    who: Side,
    #[serde(default)]
    river: bool,
}

/// A leader who is checked.
#[derive(Deserialize)]
pub struct Casualty {
    #[serde(default)]
    overall: bool,
    die: Die,
}

impl Probe for ForceMorale {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, self.season, Default::default())?;
        let host = self.who.host(&book)?;
        let choices = host.morale(&book, self.season);
        let words: Vec<String> = choices.iter().map(ToString::to_string).collect();
        Ok(Outputs::from([("morale".to_owned(), words.join(" or "))]))
    }
}

impl Probe for Demoralisation {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let leader = self.leader.map_or(Ok(0), |who| who.combat(&book).map(|(_, by)| by))?;
        let difference = self.own_losses.saturating_sub(self.enemy_losses);
        let (target, modifiers) = morale::demoralization(
            (self.morale, 0),
            leader,
            self.leader_killed,
            difference,
            self.demoralized,
        );
        let mut outputs = Outputs::new();
        tell(&mut outputs, "target", target);
        tell(&mut outputs, "modifiers", listed(&modifiers));
        if let Some(Die(die)) = self.die {
            let result = match (morale::breaks(die, target), self.demoralized) {
                (false, _) => "holds",
                (true, false) => "demoralized",
                (true, true) => "destroyed",
            };
            tell(&mut outputs, "result", result);
        }
        Ok(outputs)
    }
}

impl Probe for Rally {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let leader = self.leader.map_or(Ok(0), |who| who.combat(&book).map(|(_, by)| by))?;
        let (target, modifiers) = morale::rally(self.morale, leader);
        let mut outputs = Outputs::new();
        tell(&mut outputs, "target", target);
        tell(&mut outputs, "modifiers", listed(&modifiers));
        tell(&mut outputs, "mp", book.figures.actions.rally);
        if let Some(Die(die)) = self.die {
            tell(&mut outputs, "succeeds", yes(morale::rallies(die, target)));
        }
        Ok(outputs)
    }
}

impl Probe for Pursuit {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let steps = morale::pursuit(&book, &self.who.host(&book)?) * morale::toll(self.river);
        Ok(Outputs::from([("steps".to_owned(), steps.to_string())]))
    }
}

impl Probe for Casualty {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let fate = match book.war.casualty(self.overall, self.die.0) {
            Fate::Unharmed => "unharmed",
            Fate::Wounded => "wounded",
            Fate::Killed => "killed",
        };
        Ok(Outputs::from([("fate".to_owned(), fate.to_owned())]))
    }
}
