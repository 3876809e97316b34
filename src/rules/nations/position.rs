//! What the rules ask of a position, whoever asks: the season asks the truth ([`State`]), a receipt
//! what one power knows ([`Known`]).
//!
//! A rule that takes a [`Position`] is written once. The two implementations below are the only place
//! where truth and hearsay differ; which of them a rule is handed is decided at the doors: `play`
//! hands the state, check, form and report what is known.

use crate::record::state::{Bloc, Force, Fort, Money, Squadron, State, Titles};
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::{BTreeMap, BTreeSet};

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

impl<'a> Standing<'a> {
    /// A force that is known in full.
    fn of(force: &'a Force) -> Self {
        Self { power: &force.power, at: force.at, fights: force.fights(), last: None }
    }

    /// Whether it is known to stand there now.
    pub fn is_there(&self) -> bool {
        self.last.is_none()
    }
}

/// What a state and the known keep in the same form.
#[derive(Debug, Clone, Copy)]
pub struct Common<'a> {
    pub season: Season,
    pub relations: &'a Relations<Bloc>,
    pub titles: &'a Titles,
    pub money: &'a Money,
    /// The special rules that hold by now.
    pub begun: &'a BTreeSet<String>,
    /// Corsairs that are in their box.
    pub corsairs: &'a BTreeSet<String>,
    /// Fortresses that are not as the map prints them.
    pub forts: &'a BTreeMap<Space, Fort>,
    /// The squadrons that are known in full: all, or those of one's own side.
    pub squadrons: &'a [Squadron],
}

impl Common<'_> {
    /// The bloc of a power.
    pub fn bloc(&self, power: &str) -> Bloc {
        self.relations.group(power).copied().unwrap_or(Bloc::Neutral)
    }
}

/// Takes the fields of [`Common`], which have one name in both.
macro_rules! common {
    ($of:expr) => {{
        let it = $of;
        Common {
            season: it.season,
            relations: &it.relations,
            titles: &it.titles,
            money: &it.money,
            begun: &it.begun,
            corsairs: &it.corsairs,
            forts: &it.forts,
            squadrons: &it.squadrons,
        }
    }};
}

/// The truth, or what one power knows of it.
pub trait Position {
    /// What both keep alike.
    fn common(&self) -> Common<'_>;
    /// The names that a power has for new fleets; which they are is the season's affair.
    fn fleet_names(&self, power: &str) -> BTreeSet<String>;
    /// Whoever is known to stand on the map.
    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_>;
}

impl Position for State {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn fleet_names(&self, power: &str) -> BTreeSet<String> {
        self.sunk.get(power).cloned().unwrap_or_default()
    }

    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        Box::new(self.forces.values().map(Standing::of))
    }
}

impl Position for Known {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn fleet_names(&self, _power: &str) -> BTreeSet<String> {
        BTreeSet::new()
    }

    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        let theirs = self.theirs.iter().map(|stack| Standing {
            power: &stack.power,
            at: stack.at,
            fights: true,
            last: stack.last,
        });
        Box::new(self.ours.values().map(Standing::of).chain(theirs))
    }
}
