//! Everything that is so between two stops: the campaign, and what the sheets say beforehand.
//!
//! The state changes by events alone; the one that changes it has the whole of it
//! ([`super::event::Event::Stood`]), since the sequence plays on a value of its own.

use crate::board::Board;
use crate::book::Book;
use crate::orders::stop_word;
use crate::orders::told::{AfterTold, Lasting};
use crate::sequence::answer::{Ask, Stops};
use crate::sequence::name::StopName;
use crate::sequence::saved::Saved;
use crate::sequence::{Campaign, Stage};
use crate::theatre::holding::Outcome;
use serde::{Deserialize, Serialize};

/// Where a campaign stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub season: StopName,
    /// What is asked; nothing when the campaign is over.
    pub ask: Option<Ask>,
    /// What people call the stop.
    pub title: String,
    pub campaign: Saved,
    pub lasting: Lasting,
    /// What is done after the battles of this campaign turn, as far as it was said.
    pub after: Option<AfterTold>,
}

impl State {
    /// A campaign before its first turn; its season is the first one of the track.
    pub fn set_up(book: &Book) -> Self {
        let campaign = Campaign::set_up(book, Stops::BattleTurns);
        let first = book.campaign.track.first().and_then(|found| found.turn.parse().ok());
        Self {
            season: first.expect("the names of the track were read with the book"),
            ask: None,
            title: String::new(),
            campaign: Saved::of(book, &campaign),
            lasting: Lasting::default(),
            after: None,
        }
    }

    /// The campaign, to be played on.
    pub fn campaign(&self, book: &Book) -> Campaign {
        self.campaign.campaign(book).expect("it was written with this book")
    }

    /// The same state with a campaign as it stands now. Stops that the player passes by have no
    /// number: the next one that is asked is the next of its campaign turn.
    pub fn at(&self, book: &Book, campaign: &Campaign) -> Self {
        let turn = campaign.name(book).map(|name| name.numbered(1));
        let same_turn = turn.is_none_or(|turn| turn == self.season.numbered(1));
        let begun = self.ask.is_some();
        let season = match turn {
            _ if same_turn && begun => self.season.numbered(self.season.number().saturating_add(1)),
            Some(turn) => turn,
            None => self.season,
        };
        Self {
            season,
            ask: campaign.asked(book),
            title: campaign.title(book).unwrap_or_default(),
            campaign: Saved::of(book, campaign),
            lasting: self.lasting.clone(),
            after: self.after.clone().filter(|_| same_turn),
        }
    }

    /// The name of what is asked.
    pub fn kind(&self) -> &'static str {
        stop_word(self.ask.unwrap_or(Ask::Moves))
    }

    /// How the campaign ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.campaign.stage {
            Stage::Over(outcome) => Some(outcome),
            Stage::TurnCounter
            | Stage::Moves
            | Stage::Battles(_)
            | Stage::Fog(_)
            | Stage::Deploy(_)
            | Stage::BattleTurn(_)
            | Stage::March
            | Stage::Resupply
            | Stage::EnemyOrders
            | Stage::EnemyResupply => None,
        }
    }
}

/// The board of the battle that is on.
pub fn board(campaign: &Campaign) -> Option<&Board> {
    campaign.battle.as_ref()?.board.as_ref()
}
