//! The player's log: what campaigns before this one leave to it (§18).
//!
//! A log is read from the previous campaign when this one is made, and is stored in its options.

use crate::book::Book;
use crate::record::force::{Force, Side};
use crate::record::state::State;
use crate::theatre::Place;
use crate::theatre::holding::Outcome;
use serde::{Deserialize, Serialize};

/// What the campaigns before this one leave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// The campaigns that were won, in their order.
    pub won: Vec<Past>,
    /// The French commanders who were on the map at the end.
    pub commanders: Vec<Commander>,
}

/// A campaign that was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    pub title: String,
    pub year: u16,
    pub points: u32,
}

/// A commander with the counter of an earlier campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    pub name: String,
    /// The year of the campaign from which the counter is.
    pub year: u16,
    pub counter: Force,
}

impl Log {
    /// The points of all campaigns.
    pub fn points(&self) -> u32 {
        self.won.iter().map(|past| past.points).sum()
    }

    /// What a campaign leaves; why it leaves nothing, in a sentence.
    pub fn of(book: &Book, state: &State) -> Result<Self, String> {
        let points = match state.outcome() {
            Some(Outcome::Won { points, .. }) => points,
            Some(Outcome::Lost(_)) => {
                return Err("it was lost, and the row of campaigns ends there (FCN §18)".to_owned());
            }
            None => return Err("it is not over".to_owned()),
        };
        let mut log = book.log.clone().unwrap_or_default();
        let (title, year) = (book.campaign.title.clone(), book.campaign.year);
        log.won.push(Past { title, year, points });
        let campaign = state.campaign(book);
        let theatre = &campaign.theatre;
        let named = |force: &&Force| {
            let on_map = matches!(theatre.place(force.id), Place::Area(_));
            force.side() == Side::French && force.kind.is_mobile() && !force.recruit && on_map
        };
        let commander = |force: &Force| {
            let name = book.name(force.id).to_owned();
            let kept = theatre.veterans.contains(&force.id);
            let before = log.commanders.iter().find(|one| kept && one.name == name).cloned();
            let counter = Force { reduced: false, ..*force };
            before.unwrap_or(Commander { name, year, counter })
        };
        let commanders = theatre.forces.iter().filter(named).map(commander).collect();
        Ok(Self { commanders, ..log })
    }
}

impl Book {
    /// Holds a log against this campaign: the row goes from year to year.
    pub fn with_log(self, log: Log) -> Result<Self, String> {
        let last = log.won.last().map(|past| (past.title.clone(), past.year));
        if let Some((title, _)) = last.filter(|(_, year)| *year >= self.campaign.year) {
            return Err(format!(
                "`log`: {} does not come after {title} (FCN §18)",
                self.campaign.title
            ));
        }
        Ok(Self { log: Some(log), ..self })
    }

    /// The counter of an earlier campaign for a counter of this one, and its year; nothing, if that
    /// commander was not on the map at its end.
    pub fn veteran(&self, id: crate::record::force::ForceId) -> Option<(Force, u16)> {
        let own = self.counters.get(id.index())?;
        let log = self.log.as_ref()?;
        let old = log.commanders.iter().find(|one| one.name == own.name)?;
        let fits = old.counter.side() == own.force.side() && old.counter.kind == own.force.kind;
        fits.then_some((Force { id, ..old.counter }, old.year))
    }
}
