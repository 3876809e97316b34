//! What stands between councils: whether one is due, and who lets whom through its land for how long (§6).
//!
//! It is the same in the state and in what each power knows, since all of it is published.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::record::event::{CouncilEvent, PublicEvent};
use kit::calendar::{Quarter, Season};
use kit::relations::{Relations, Status};
use serde::{Deserialize, Serialize};

/// A passage that was agreed on: it holds up to and with that turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub guest: String,
    pub host: String,
    pub until: Season,
}

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Politics {
    /// Whether the scenario is played with councils and deals.
    pub played: bool,
    /// Whether a council comes before the turn of the season.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub council: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Passage>,
}

impl Politics {
    /// At the start; a game that begins in winter begins with a council.
    pub fn new(played: bool, first: Season) -> Self {
        let mut new = Self { played, ..Self::default() };
        new.comes(first);
        new
    }

    /// Whether there is nothing to keep, since politics are not played.
    pub fn is_not_played(&self) -> bool {
        !self.played
    }

    /// The next season comes.
    fn comes(&mut self, season: Season) {
        self.council = self.played && season.quarter == Quarter::Winter;
    }

    /// Writes that a turn is over, after which a council may come.
    pub fn publish(&mut self, event: &PublicEvent) {
        if let PublicEvent::SeasonEnded { season, .. } = event {
            self.comes(season.next());
        }
    }

    /// Writes what powers declare and agree on, also into what they are to each other.
    pub fn apply(&mut self, relations: &mut Relations<String>, event: &CouncilEvent) {
        match event {
            CouncilEvent::WarDeclared { power, on } => {
                self.settle(relations, (power, on), Status::War);
            }
            CouncilEvent::AllianceBroken { power, with } => {
                self.settle(relations, (power, with), Status::Neutral);
            }
            CouncilEvent::AllianceMade { one, other } => {
                self.settle(relations, (one, other), Status::Allied);
            }
            CouncilEvent::PeaceMade { one, other } => {
                self.settle(relations, (one, other), Status::Neutral);
            }
            CouncilEvent::PassageGiven { guest, host, until } => {
                self.close(relations, (guest, host));
                relations.open(guest, host);
                let (guest, host, until) = (guest.clone(), host.clone(), *until);
                self.passages.push(Passage { guest, host, until });
            }
            CouncilEvent::PassageEnded { guest, host } => self.close(relations, (guest, host)),
            CouncilEvent::CouncilEnded { .. } => self.council = false,
            CouncilEvent::CouncilBegan { .. }
            | CouncilEvent::DealMade { .. }
            | CouncilEvent::DealNotMade { .. } => {}
        }
    }

    /// Whatever is settled between two, no passage is left between them.
    fn settle(
        &mut self,
        relations: &mut Relations<String>,
        (one, other): (&str, &str),
        status: Status,
    ) {
        self.close(relations, (one, other));
        self.close(relations, (other, one));
        relations.settle(one, other, status);
    }

    fn close(&mut self, relations: &mut Relations<String>, (guest, host): (&str, &str)) {
        relations.shut(guest, host);
        self.passages.retain(|one| one.guest != guest || one.host != host);
    }
}
