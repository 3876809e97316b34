//! Where a campaign stands at each of its tables: one player has one, a race has several, and a staff
//! shares one.
//!
//! In a race each player leads France at a table of their own, with the same dice. Nothing that
//! happens at one table changes another. What a staff is: [`crate::season::staff`].

use super::event::Event;
use super::state::State;
use crate::book::Book;
use crate::orders::told::{AfterTold, Lasting};
use crate::sequence::name::StopName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A state for each table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tables {
    /// A campaign of one player.
    One(Box<State>),
    /// A race.
    Race { tables: BTreeMap<String, State> },
    /// A campaign of a staff, which nobody of it sees whole.
    Staff { campaign: Box<State>, officers: BTreeMap<String, Officer> },
}

/// One of a staff.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Officer {
    /// Whether they are asked now.
    pub asked: bool,
    pub lasting: Lasting,
    /// What they said is done after the battles of this campaign turn.
    pub after: Option<AfterTold>,
}

impl Tables {
    /// Every table before its first turn.
    pub fn set_up(book: &Book) -> Self {
        let state = State::set_up(book);
        let powers = book.powers().into_iter();
        if book.options.staff {
            let officers = powers.map(|power| (power, Officer::default())).collect();
            return Self::Staff { campaign: Box::new(state), officers };
        }
        match book.options.is_race() {
            false => Self::One(Box::new(state)),
            true => Self::Race { tables: powers.map(|power| (power, state.clone())).collect() },
        }
    }

    /// The table of a power, as it stands.
    pub fn of(&self, power: &str) -> Option<&State> {
        match self {
            Self::One(state) => Some(state),
            Self::Race { tables } => tables.get(power),
            Self::Staff { campaign, .. } => Some(campaign),
        }
    }

    /// All tables, in the order in which they are played.
    pub fn all(&self) -> Vec<&State> {
        match self {
            Self::One(state) => vec![state],
            Self::Race { tables } => tables.values().collect(),
            Self::Staff { campaign, .. } => vec![campaign],
        }
    }

    /// Those of the staff; nobody in other campaigns.
    pub fn officer(&self, power: &str) -> Option<&Officer> {
        match self {
            Self::Staff { officers, .. } => officers.get(power),
            Self::One(_) | Self::Race { .. } => None,
        }
    }

    /// The tables of a race at which the campaign is not over; they end at different times.
    pub fn racing(&self) -> Vec<String> {
        match self {
            Self::One(_) | Self::Staff { .. } => vec![],
            Self::Race { tables } => {
                let on = tables.iter().filter(|(_, state)| state.outcome().is_none());
                on.map(|(power, _)| power.clone()).collect()
            }
        }
    }

    /// A table that is still played, else the one that was played longest: they go from turn to
    /// turn together.
    pub fn present(&self) -> &State {
        let all = self.all();
        let on = all.iter().find(|state| state.outcome().is_none());
        let last = || all.iter().max_by_key(|state| state.season);
        on.or_else(last).expect("a campaign has a table")
    }

    pub fn season(&self) -> StopName {
        self.present().season
    }

    /// Whether the campaign is over at every table.
    pub fn is_over(&self) -> bool {
        self.all().iter().all(|state| state.outcome().is_some())
    }

    /// Writes an event into the table it happened at.
    pub fn apply(&mut self, event: &Event) {
        match self {
            Self::One(state) => {
                if let Event::Stood { after } = event {
                    state.clone_from(after);
                }
            }
            Self::Race { tables } => {
                if let Event::AtTable { table, what } = event
                    && let (Some(state), Event::Stood { after }) = (tables.get_mut(table), &**what)
                {
                    state.clone_from(after);
                }
            }
            Self::Staff { campaign, officers } => of_staff(campaign, officers, event),
        }
    }
}

fn of_staff(campaign: &mut State, officers: &mut BTreeMap<String, Officer>, event: &Event) {
    match event {
        Event::Stood { after } => {
            if after.season.numbered(1) != campaign.season.numbered(1) {
                // What was said of the end of a turn is for that turn.
                officers.values_mut().for_each(|officer| officer.after = None);
            }
            campaign.clone_from(after);
        }
        Event::Said { power, lasting, after } => {
            if let Some(officer) = officers.get_mut(power) {
                officer.lasting.clone_from(lasting);
                officer.after.clone_from(after);
            }
        }
        Event::Asked { powers } => {
            for (name, officer) in officers {
                officer.asked = powers.contains(name);
            }
        }
        Event::SeasonBegan { .. }
        | Event::Step { .. }
        | Event::Ordered { .. }
        | Event::Letter { .. }
        | Event::Ruled { .. }
        | Event::Decreed { .. }
        | Event::Map { .. }
        | Event::Board { .. }
        | Event::Passed { .. }
        | Event::AtTable { .. }
        | Event::Seen { .. }
        | Event::Scores { .. }
        | Event::SeasonEnded { .. } => {}
    }
}
