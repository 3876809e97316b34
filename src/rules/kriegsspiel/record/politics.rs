//! What stands between councils: whether one is due, and who lets whom through its land for how long (§6).
//!
//! It is the same in the state and in what each power knows, since all of it is published.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::record::event::{CouncilEvent, PublicEvent, Terms};
use kit::calendar::{Quarter, Season};
use kit::relations::{Relations, Status};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A passage that was agreed on: it holds up to and with that turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub guest: String,
    pub host: String,
    pub until: Season,
}

/// The peace that a power which submits must keep: it holds up to and with that turn (§20.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedPeace {
    pub victor: String,
    pub loser: String,
    pub until: Season,
    /// The terms, once they are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// Dollars that the loser pays the victor each turn.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub tribute: u32,
}

fn is_nothing(dollars: &u32) -> bool {
    *dollars == 0
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub peaces: Vec<ForcedPeace>,
    /// Each victor with a nation that it has forced to submit (§22).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub submissions: Vec<(String, String)>,
    /// Nations that are out of the game (§20.2).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub conquered: BTreeSet<String>,
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

    /// The peace that one of two powers was forced to keep with the other, while it holds.
    pub fn peace(&self, one: &str, other: &str) -> Option<&ForcedPeace> {
        let is_it = |peace: &&ForcedPeace| {
            let (victor, loser) = (peace.victor.as_str(), peace.loser.as_str());
            (victor, loser) == (one, other) || (victor, loser) == (other, one)
        };
        self.peaces.iter().find(is_it)
    }

    /// How many nations a power has forced to submit, each counted once (§22).
    pub fn forced_by(&self, power: &str) -> i64 {
        let forced =
            self.submissions.iter().filter(|(to, _)| to == power).map(|(_, nation)| nation);
        i64::try_from(forced.collect::<BTreeSet<_>>().len()).unwrap_or(i64::MAX)
    }

    /// Writes that a turn is over, after which a council may come, and who has submitted.
    pub fn publish(&mut self, event: &PublicEvent) {
        if let PublicEvent::SeasonEnded { season, .. } = event {
            self.comes(season.next());
        }
        if let PublicEvent::Submitted { nation, to } = event
            && self.played
        {
            self.submissions.push((to.clone(), nation.clone()));
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
            CouncilEvent::PassageEnded { guest, host } => {
                self.close(relations, (guest, host));
                self.let_victors_through(relations, (guest, host));
            }
            CouncilEvent::PeaceForced { victor, loser, until } => {
                let (victor, loser, until) = (victor.clone(), loser.clone(), *until);
                let (one, other) = (victor.clone(), loser.clone());
                self.peaces.push(ForcedPeace { victor, loser, until, terms: None, tribute: 0 });
                self.settle(relations, (&one, &other), Status::Neutral);
            }
            CouncilEvent::TermsSet { victor, loser, terms, until, tribute } => {
                let of = |one: &&mut ForcedPeace| one.victor == *victor && one.loser == *loser;
                if let Some(peace) = self.peaces.iter_mut().find(of) {
                    (peace.terms, peace.until, peace.tribute) = (Some(*terms), *until, *tribute);
                }
            }
            CouncilEvent::ForcedPeaceEnded { victor, loser } => {
                self.peaces.retain(|one| one.victor != *victor || one.loser != *loser);
                let agreed = |one: &Passage| one.guest == *victor && one.host == *loser;
                if !self.passages.iter().any(agreed) {
                    relations.shut(victor, loser);
                }
            }
            CouncilEvent::Conquered { nation } => {
                self.conquered.insert(nation.clone());
                let others: Vec<String> = relations.parties().cloned().collect();
                for other in others.iter().filter(|other| *other != nation) {
                    self.peaces.retain(|one| one.victor != *nation && one.loser != *nation);
                    self.settle(relations, (nation, other), Status::Neutral);
                }
            }
            CouncilEvent::CouncilEnded { .. } => self.council = false,
            CouncilEvent::CouncilBegan { .. }
            | CouncilEvent::DealMade { .. }
            | CouncilEvent::DealNotMade { .. } => {}
        }
    }

    /// Whatever is settled between two, no passage is left between them but that of a victor (§20.1).
    fn settle(
        &mut self,
        relations: &mut Relations<String>,
        (one, other): (&str, &str),
        status: Status,
    ) {
        self.close(relations, (one, other));
        self.close(relations, (other, one));
        relations.settle(one, other, status);
        self.let_victors_through(relations, (one, other));
    }

    /// While a peace is kept, the victor crosses the land of the other, whatever else ends (§20.1).
    fn let_victors_through(&self, relations: &mut Relations<String>, (one, other): (&str, &str)) {
        if let Some(peace) = self.peace(one, other) {
            relations.open(&peace.victor, &peace.loser);
        }
    }

    fn close(&mut self, relations: &mut Relations<String>, (guest, host): (&str, &str)) {
        relations.shut(guest, host);
        self.passages.retain(|one| one.guest != guest || one.host != host);
    }
}
