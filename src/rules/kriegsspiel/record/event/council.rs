//! What powers declare and agree on (K05 §6, §16.8).

use kit::calendar::Season;
use kit::declared::Words;
use serde::{Deserialize, Serialize};

/// What becomes of councils and deals. What two powers are to each other is published; a deal is told to its parties,
/// an offer that was not met to its writer alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CouncilEvent {
    /// The council before a winter began (K05 §6).
    CouncilBegan { year: u16 },
    /// A power declared war (K05 §6).
    WarDeclared { power: String, on: String },
    /// A power broke an alliance (K05 §6).
    AllianceBroken { power: String, with: String },
    /// Two powers became allies (K05 §6).
    AllianceMade { one: String, other: String },
    /// Two powers made peace (K05 §6).
    PeaceMade { one: String, other: String },
    /// A power lets another's troops through its land, up to and with that turn (K05 §6).
    PassageGiven { guest: String, host: String, until: Season },
    /// Such a passage was over.
    PassageEnded { guest: String, host: String },
    /// A deal on which two sheets agreed was made (K05 §16.8).
    DealMade { parties: Vec<String>, deal: String },
    /// A deal was not made; this is what its writer is told.
    DealNotMade { power: String, with: String, deal: String, line: u16, reason: Unmade },
    /// A power that was forced to submit has peace with the victor, up to and with that turn (K05 §20.1).
    PeaceForced { victor: String, loser: String, until: Season },
    /// The terms of such a peace; the loser pays so many dollars a turn (K05 §20.1).
    TermsSet { victor: String, loser: String, terms: Terms, until: Season, tribute: u32 },
    /// Such a peace was over.
    ForcedPeaceEnded { victor: String, loser: String },
    /// A nation that holds none of its victory cities and no capital is out of the game (K05 §20.2).
    Conquered { nation: String },
    /// The council was over.
    CouncilEnded { year: u16 },
}

/// What a victor may choose of a power that submits (K05 §20.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Terms {
    TwoProvinces,
    OneProvince,
    Reparations,
}

impl Terms {
    pub const ALL: [Self; 3] = [Self::TwoProvinces, Self::OneProvince, Self::Reparations];

    /// The word of a sheet for them.
    pub fn word(self) -> &'static str {
        match self {
            Terms::TwoProvinces => "two provinces",
            Terms::OneProvince => "one province",
            Terms::Reparations => "reparations",
        }
    }
}

impl CouncilEvent {
    /// The powers that are told of it; none, if it is published.
    pub fn told_to(&self) -> Option<Vec<&String>> {
        match self {
            CouncilEvent::DealMade { parties, .. } => Some(parties.iter().collect()),
            CouncilEvent::DealNotMade { power, .. } => Some(vec![power]),
            CouncilEvent::CouncilBegan { .. }
            | CouncilEvent::WarDeclared { .. }
            | CouncilEvent::AllianceBroken { .. }
            | CouncilEvent::AllianceMade { .. }
            | CouncilEvent::PeaceMade { .. }
            | CouncilEvent::PassageGiven { .. }
            | CouncilEvent::PassageEnded { .. }
            | CouncilEvent::PeaceForced { .. }
            | CouncilEvent::TermsSet { .. }
            | CouncilEvent::ForcedPeaceEnded { .. }
            | CouncilEvent::Conquered { .. }
            | CouncilEvent::CouncilEnded { .. } => None,
        }
    }

    /// The two powers that are something else to each other from then on, so that they see each other otherwise.
    pub fn related(&self) -> Option<[&String; 2]> {
        match self {
            CouncilEvent::WarDeclared { power: one, on: other }
            | CouncilEvent::AllianceBroken { power: one, with: other }
            | CouncilEvent::AllianceMade { one, other }
            | CouncilEvent::PeaceMade { one, other }
            | CouncilEvent::PeaceForced { victor: one, loser: other, .. } => Some([one, other]),
            CouncilEvent::CouncilBegan { .. }
            | CouncilEvent::PassageGiven { .. }
            | CouncilEvent::PassageEnded { .. }
            | CouncilEvent::DealMade { .. }
            | CouncilEvent::DealNotMade { .. }
            | CouncilEvent::TermsSet { .. }
            | CouncilEvent::ForcedPeaceEnded { .. }
            | CouncilEvent::Conquered { .. }
            | CouncilEvent::CouncilEnded { .. } => None,
        }
    }
}

/// Why a deal was not made (K05 §16.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Unmade {
    /// The other sheet has no such deal, or its power cannot pay.
    Unmet,
    /// It cannot be made, whatever the other sheet says.
    Refused { why: String },
    /// The bank of its writer does not reach.
    NoMoney { needed: u32, left: u32 },
}
