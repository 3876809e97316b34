//! Events of the sequence of play, of cards and of the count.

use crate::record::event::Point;
use crate::record::state::{Bloc, ForceId, Marker};
use kit::calendar::Season;
use kit::declared::Words;
use serde::{Deserialize, Serialize};

/// The season with its markers, its cards and the count of points (NIA §2, §3, §11, §21.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SequenceEvent {
    /// The season began and the pool was made (NIA §3.1).
    SeasonBegan { season: Season, pool: Vec<Marker> },

    /// A bloc put its second naval marker of the year into the pool (NIA §3.1).
    SecondNaval { bloc: Bloc, year: u16 },

    /// A marker came out and was played (NIA §3.2).
    MarkerDrawn { marker: Marker, chosen: bool },

    /// A marker came out and went back, since it may not be played now (NIA §3.2).
    MarkerPutBack { marker: Marker },

    /// Winter quarters came out for the n-th time; perhaps the season's marches end (NIA §3.1).
    WinterQuarters { times: u8, ends: bool },

    /// Nobody of the bloc moved on its marker (NIA §3.2).
    NobodyMoved { bloc: Bloc },

    /// A card was played out of the hand (NIA §11.1).
    CardPlayed {
        power: String,
        card: String,
        who: String,
        ruling: Option<String>,
        /// The army that a card frees from the limit of allied steps (NIA §4.1.1).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        freed: Option<ForceId>,
        /// Whether the card leaves the game for good.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out: bool,
        /// The army that a card feeds until the season is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fed: Option<ForceId>,
    },

    /// The event cards of the deck were shuffled; the top first (NIA §11.1).
    DeckShuffled { key: String, cards: Vec<String> },

    /// A power drew an event card (NIA §11.1).
    CardDrawn { power: String, card: String },

    /// The condition of a conditional arrival came true (NIA §21.1.3).
    Promised { key: String, power: String, season: Season },

    /// A special rule of the scenario began to hold (NIA §21.3.2).
    RuleBegun { rule: String },

    /// The first activation of a guest is over, which its host has fed (NIA §21.2.4). Its own side alone learns it.
    FirstMarchOver { power: String, rule: String },

    /// Victory points were counted (NIA §21.1).
    Scored { points: Vec<Point>, total: i32, needed: i32, winner: Option<Bloc> },

    /// The scenario's conditions decided the game (NIA §16, §21.3): who won, and which held.
    GameDecided { winner: Option<Bloc>, winners: Vec<String>, conditions: Vec<String> },

    /// The season's marches are over (NIA §2).
    SeasonEnded {
        season: Season,
        scenario_over: bool,
        /// Whether a cabinet comes before the next season (NIA §12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cabinet: bool,
    },

    /// The cabinet of a year began: money comes in and is spent (NIA §12).
    CabinetBegan { year: u16 },

    /// The cabinet is over, and spring is next.
    CabinetEnded { year: u16 },
}
