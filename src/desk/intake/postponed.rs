//! Questions that came above the number that is answered within an hour: they are kept, and the
//! newest of each kind is answered once there is room.
//!
//! Not here: what a question asks and how it is answered (`requests.rs`).

use crate::intake::requests::Question;
use crate::intake::without_sheet::bare;
use crate::post::outgoing::{Answered, Kind, Post, own_id};
use crate::{Desk, DeskError, clock};
use std::collections::BTreeSet;
use store::Question as Asked;

/// What the reason of a question begins with, whether it was answered at once or not.
pub(crate) const ASKED_FOR: &str = "asked for ";
/// What it ends with, if it was not.
pub(crate) const LATER: &str = "; it is answered within the next hours";
/// For how many hours a question waits. Who still wants to know asks again.
const HOURS: u32 = 48;

impl Desk {
    /// Answers the questions that waited, as far as there is room in this hour.
    pub(crate) fn answer_postponed(&mut self) -> Result<(), DeskError> {
        let since = clock::earlier(&self.clock.now(), HOURS);
        let waiting = self.store.questions_since(ASKED_FOR, &since)?;
        if waiting.iter().all(|asked| !asked.reason.contains(LATER)) {
            return Ok(());
        }
        self.store_batch(|desk| {
            let mut seen = BTreeSet::new();
            // The newest of each kind comes first, and those before it ask for the same.
            for asked in &waiting {
                let kind = asked.reason.split(';').next().unwrap_or_default();
                if seen.insert((asked.player, kind)) && asked.reason.contains(LATER) {
                    desk.answer_later(asked)?;
                }
            }
            Ok(())
        })
    }

    fn answer_later(&mut self, asked: &Asked) -> Result<(), DeskError> {
        let campaign = self.store.campaign()?;
        let key = format!("{}/{}", Kind::Asked.word(), asked.raw.0);
        let id = own_id(&campaign, &key, self.settings()?.mail.host());
        let players = self.store.players()?;
        let player = players.iter().find(|one| one.id == asked.player && one.gone.is_none());
        let is_done = self.store.mail_called(&id)?.is_some();
        let Some(player) = player.filter(|_| !is_done) else { return Ok(()) };
        if !self.has_room_to_answer(player.id)? {
            return Ok(());
        }
        let Some(question) = Question::of(&bare(&asked.subject, &player.token)) else {
            return Ok(());
        };
        let post = self.answer_to(&question, player)?;
        let answers = Answered { message_id: asked.message_id.clone(), references: vec![] };
        let mail = self.compose(&Post { answers: Some(answers), key, ..post })?;
        self.store.post(&mail)?;
        Ok(())
    }

    /// Whether a player may get one more answer to a question within this hour.
    pub(crate) fn has_room_to_answer(&self, player: store::PlayerId) -> Result<bool, DeskError> {
        let since = clock::earlier(&self.clock.now(), 1);
        let asked = self.store.mails_since(player, Kind::Asked.word(), &since)?;
        Ok(asked < self.settings()?.asked.an_hour)
    }
}
