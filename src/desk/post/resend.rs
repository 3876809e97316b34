//! Sending a mail once more: the same bytes under the same Message-ID, which mail programs show once.

use crate::post::outgoing::Kind;
use crate::{Desk, DeskError};
use kit::names::plain;
use store::{MailRow, MailState, PlayerRow, SeasonId};

/// The kinds of mail that can be sent again, as the umpire names them.
const KINDS: [Kind; 8] = [
    Kind::Invitation,
    Kind::Welcome,
    Kind::Opening,
    Kind::Handover,
    Kind::Report,
    Kind::Newspaper,
    Kind::Receipt,
    Kind::TakenBack,
];

impl Desk {
    /// Lets mails of a kind to a player wait once more; gives how many there are.
    ///
    /// Those of a season, if one is named; else the newest, or of receipts those of the newest
    /// season that has any.
    pub fn resend(
        &mut self,
        kind: &str,
        player: &str,
        season: Option<&str>,
    ) -> Result<usize, DeskError> {
        let Some(kind) = KINDS.iter().find(|known| known.word() == plain(kind)) else {
            let known: Vec<&str> = KINDS.iter().map(|kind| kind.word()).collect();
            return Err(DeskError::refused(format!("`{kind}` cannot be sent again"))
                .hint(format!("name one of {}", known.join(", "))));
        };
        let player = self.player_named(player)?;
        let mut mails = self.store.outbox()?;
        mails.retain(|mail| mail.player == Some(player.id) && mail.kind == kind.word());
        match season {
            Some(written) => {
                let numbers = self.seasons_called(written)?;
                mails.retain(|mail| mail.season.is_some_and(|id| numbers.contains(&id)));
            }
            None => {
                let newest = mails.iter().filter_map(|mail| mail.season).max();
                mails.retain(|mail| mail.season == newest);
            }
        }
        let waiting = mails.iter().filter(|mail| mail.state == MailState::Waiting).count();
        mails.retain(|mail| mail.state == MailState::Sent);
        if mails.is_empty() {
            let name = &player.name;
            return Err(match waiting {
                0 => DeskError::refused(format!(
                    "no {} went out to {name}{}",
                    kind.word(),
                    of(season)
                )),
                _ => DeskError::refused(format!("it has not gone out to {name} yet"))
                    .hint("`umpire send` sends it"),
            });
        }
        let ids: Vec<_> = mails.iter().map(|mail: &MailRow| mail.id).collect();
        let what = format!("sends again: {} to {}{}", kind.word(), player.name, of(season));
        self.store.send_once_more(&ids, (&self.clock.now(), &what))?;
        Ok(ids.len())
    }

    /// A player by name, or by a power that they play.
    pub(crate) fn player_named(&self, written: &str) -> Result<PlayerRow, DeskError> {
        let players = self.store.players()?;
        if let Some(player) = players.iter().find(|one| plain(&one.name) == plain(written)) {
            return Ok(player.clone());
        }
        let power = self.played_powers()?;
        let found = power.into_iter().find(|(power, _)| plain(power) == plain(written));
        found.map(|(_, player)| player).ok_or_else(|| {
            let known: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            DeskError::refused(format!("no player is named `{written}`"))
                .hint(format!("there are {}", known.join(", ")))
        })
    }

    /// Every playing of a season, withdrawn ones too.
    fn seasons_called(&self, written: &str) -> Result<Vec<SeasonId>, DeskError> {
        let number = self.store.season(written)?.number;
        let seasons = self.store.seasons()?.into_iter();
        Ok(seasons.filter(|season| season.number == number).map(|season| season.id).collect())
    }
}

fn of(season: Option<&str>) -> String {
    season.map_or_else(String::new, |season| format!(", {season}"))
}
