//! Who is called away from the theatre of war during the game (NIA §21.D).

use super::people::People;
use super::units::{Unit, Units};
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;

/// A line of what is called away.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// what the line is called
    pub key: String,
    /// the season in which they leave
    pub when: Season,
    /// whose they are
    #[declared("power")]
    pub power: String,
    /// `true`: when the season is over; else when it begins
    #[serde(rename = "at the end", default)]
    pub at_the_end: bool,
    /// leaders; one from the pool follows each who is with troops
    #[serde(default)]
    #[declared("leader")]
    pub leaders: Vec<String>,
    /// units; the most similar ones if there are none like them, whole ones first
    #[serde(default)]
    #[declared("unit", items = 0..=20)]
    units: Vec<String>,
    /// steps of line infantry in supply
    #[serde(rename = "infantry steps", default)]
    #[declared(0..=20)]
    pub infantry: u8,
    /// steps of light cavalry in supply
    #[serde(rename = "cavalry steps", default)]
    #[declared(0..=20)]
    pub cavalry: u8,
    /// `true`: all troops of minor countries that it has
    #[serde(rename = "allied units", default)]
    pub allies: bool,
    /// Its units, counted.
    #[serde(skip)]
    pub counted: Vec<Unit>,
}

impl Withdrawal {
    /// A leader of a power who leaves the game when a season is over.
    pub fn of_leader(leader: &str, power: &str, when: Season) -> Self {
        Self {
            key: leader.to_owned(),
            when,
            power: power.to_owned(),
            at_the_end: true,
            leaders: vec![leader.to_owned()],
            units: vec![],
            infantry: 0,
            cavalry: 0,
            allies: false,
            counted: vec![],
        }
    }

    /// What is called away, as the page has it.
    pub fn words(&self) -> String {
        let counted = |count: u8, what: &str| {
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} step{plural} of {what}"))
        };
        let all = self.leaders.iter().chain(&self.units).cloned();
        let steps =
            [counted(self.infantry, "line infantry"), counted(self.cavalry, "light cavalry")];
        let allies = self.allies.then(|| "all troops of minor countries".to_owned());
        all.chain(steps.into_iter().flatten()).chain(allies).collect::<Vec<_>>().join(", ")
    }

    /// Whether it names troops, and not leaders alone.
    pub fn calls_troops(&self) -> bool {
        !self.counted.is_empty() || self.infantry > 0 || self.cavalry > 0 || self.allies
    }

    /// Whether who is named here has left in a season, or leaves when it begins.
    pub fn is_past(&self, season: Season) -> bool {
        self.when < season || (self.when == season && !self.at_the_end)
    }

    /// Checks the names and reads the units.
    pub fn settle(&mut self, people: &People, units: &Units) -> Result<(), String> {
        if let Some(name) = self.leaders.iter().find(|name| people.leader(name).is_none()) {
            return Err(format!("{}: no leader `{name}`", self.key));
        }
        for written in &self.units {
            self.counted.extend(units.read(written, &self.power, people)?);
        }
        Ok(())
    }
}
