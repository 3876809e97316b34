//! What the rules ask of a position, whoever asks: the season asks the truth ([`State`]), a receipt
//! what one power knows ([`Known`]).
//!
//! A rule that takes a [`Position`] is written once. The two implementations below are the only place
//! where truth and hearsay differ; which of them a rule is handed is decided at the doors: `play`
//! hands the state, check, form and report what is known.

use crate::record::state::{Bloc, Money, Squadron, State, Titles};
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::BTreeSet;

/// Somebody who stands on the map.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    pub power: &'a str,
    pub at: Space,
    /// Whether it has units that fight; of what is not known in full it is supposed.
    pub fights: bool,
    /// When it was seen last, if it is out of sight now.
    pub last: Option<Season>,
}

impl Standing<'_> {
    /// Whether it is known to stand there now.
    pub fn is_there(&self) -> bool {
        self.last.is_none()
    }
}

/// The truth, or what one power knows of it.
pub trait Position {
    fn season(&self) -> Season;
    fn relations(&self) -> &Relations<Bloc>;
    fn titles(&self) -> &Titles;
    fn money(&self) -> &Money;
    /// The special rules that hold by now.
    fn begun(&self) -> &BTreeSet<String>;
    /// Corsairs that are in their box.
    fn corsairs(&self) -> &BTreeSet<String>;
    /// Fortresses that are not as the map prints them.
    fn broken_walls(&self) -> Box<dyn Iterator<Item = Space> + '_>;
    /// The squadrons that are known in full: all, or those of one's own side.
    fn squadrons(&self) -> &[Squadron];
    /// The names that a power has for new fleets; which they are is the season's affair.
    fn fleet_names(&self, power: &str) -> BTreeSet<String>;
    /// Whoever is known to stand on the map.
    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_>;

    /// The bloc of a power.
    fn bloc_of(&self, power: &str) -> Bloc {
        self.relations().group(power).copied().unwrap_or(Bloc::Neutral)
    }
}

impl Position for State {
    fn season(&self) -> Season {
        self.season
    }
    fn relations(&self) -> &Relations<Bloc> {
        &self.relations
    }
    fn titles(&self) -> &Titles {
        &self.titles
    }
    fn money(&self) -> &Money {
        &self.money
    }
    fn begun(&self) -> &BTreeSet<String> {
        &self.begun
    }
    fn corsairs(&self) -> &BTreeSet<String> {
        &self.corsairs
    }
    fn broken_walls(&self) -> Box<dyn Iterator<Item = Space> + '_> {
        Box::new(self.forts.keys().copied())
    }
    fn squadrons(&self) -> &[Squadron] {
        &self.squadrons
    }
    fn fleet_names(&self, power: &str) -> BTreeSet<String> {
        self.sunk.get(power).cloned().unwrap_or_default()
    }
    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        Box::new(self.forces.values().map(|force| Standing {
            power: &force.power,
            at: force.at,
            fights: force.fights(),
            last: None,
        }))
    }
}

impl Position for Known {
    fn season(&self) -> Season {
        self.season
    }
    fn relations(&self) -> &Relations<Bloc> {
        &self.relations
    }
    fn titles(&self) -> &Titles {
        &self.titles
    }
    fn money(&self) -> &Money {
        &self.money
    }
    fn begun(&self) -> &BTreeSet<String> {
        &self.begun
    }
    fn corsairs(&self) -> &BTreeSet<String> {
        &self.corsairs
    }
    fn broken_walls(&self) -> Box<dyn Iterator<Item = Space> + '_> {
        Box::new(self.forts.keys().copied())
    }
    fn squadrons(&self) -> &[Squadron] {
        &self.squadrons
    }
    fn fleet_names(&self, _power: &str) -> BTreeSet<String> {
        BTreeSet::new()
    }
    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        let ours = self.ours.values().map(|force| Standing {
            power: &force.power,
            at: force.at,
            fights: force.fights(),
            last: None,
        });
        let theirs = self.theirs.iter().map(|stack| Standing {
            power: &stack.power,
            at: stack.at,
            fights: true,
            last: stack.last,
        });
        Box::new(ours.chain(theirs))
    }
}
