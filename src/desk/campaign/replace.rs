//! A power goes to another player: a new token, the old one invalid, and all that the newcomer
//! needs in one mail.

use crate::campaign::asks::asks;
use crate::campaign::players::token;
use crate::post::notices::{Enclosed, promise, title};
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::post::picture::Picture;
use crate::{Desk, DeskError, referee, slug};
use kit::proof;
use store::{Handover, NewMail, NewPlayer, PlayerId, PlayerRow};

impl Desk {
    /// Hands a power to a new person in one step; returns their token.
    pub fn replace_player(
        &mut self,
        power: &str,
        name: &str,
        address: &str,
        zone: Option<&str>,
    ) -> Result<String, DeskError> {
        let power = self.power(power)?;
        let to = self.newcomer(name, address, zone)?;
        let own = std::slice::from_ref(&power);
        self.refuse_without_seat(own)?;
        let powers = self.with_wards(own)?;
        let mails = vec![self.joining_mail(&to, &powers)?];
        let old = self.played_powers()?.into_iter().find(|(played, _)| *played == power);
        let notices = match &old {
            Some((_, player)) => vec![self.farewell(&power, player)?],
            None => vec![],
        };
        self.store.hand_over(&Handover {
            // A word that no mail ever held: nobody can have it.
            from: old
                .map(|(_, player)| Ok::<_, DeskError>((player.id, format!("dead-{}", token()?))))
                .transpose()?,
            power,
            wards: powers.into_iter().skip(1).collect(),
            at: self.clock.now(),
            mails,
            notices,
            to: to.clone(),
        })?;
        self.lay_out()?;
        Ok(to.token)
    }

    /// The mail to somebody who joins while the campaign runs: welcome, the newest report of each
    /// power, the form, what it knows, and its history in text.
    pub(crate) fn joining_mail(
        &self,
        newcomer: &NewPlayer,
        powers: &[String],
    ) -> Result<NewMail, DeskError> {
        let season = self.current()?;
        let (campaign, templates, game) =
            (self.store.campaign()?, self.templates()?, self.game(&season)?);
        let player = as_row(newcomer);
        let mut known = self.store.known(season.id)?;
        known.retain(|power, _| powers.contains(power));
        let mut view = self.welcome_view((&season, game.as_ref()), &player, powers, &known)?;
        view["report"] = "the newest report, which stands below".into();
        let mut text = templates.print("mail/welcome.txt", &view)?;
        let mut files = self.guides(game.as_ref(), &known)?;
        files.push(promise(&campaign));
        let before = self.known_before(&season)?;
        let pictures = self.pictures(game.as_ref(), &known, &before)?;
        for power in powers {
            files.extend(pictures.get(power).map(Picture::attachments).unwrap_or_default());
            if let Some(report) = self.newest_report(power)? {
                text.push_str(&format!("\n{report}"));
            }
            if let Some(known) = known.get(power) {
                let enclosed = Enclosed {
                    game: game.as_ref(),
                    campaign: &campaign.name,
                    season: &season.name,
                    known_file: self.known_file(
                        &season,
                        &season.name,
                        (power, known),
                        game.as_ref(),
                    )?,
                    last: self.last_sheet(&season, power)?,
                };
                files.extend(enclosed.files(power, &player.token, known, &asks(&season)?)?);
            }
            if referee(&campaign.rules)?.draws() {
                files.push(self.wall_map(power, &season.name)?);
            }
            files.push(Attachment {
                name: format!("history-{}.txt", slug(power)),
                kind: "text/plain",
                bytes: self.history(power)?.into_bytes(),
                inline: None,
            });
        }
        files.extend(self.calendar_file(&season, powers)?);
        let names: Vec<String> = powers.iter().map(|power| title(power)).collect();
        let post = Post {
            to: To::Player(player.id),
            kind: Kind::Handover,
            season: Some(season.id),
            power: powers.first().cloned(),
            subject: format!("welcome, you play {} from {}", names.join(", "), season.name),
            text,
            html: None,
            attachments: files,
            answers: None,
            key: format!("joining/{}", proof::hex(&proof::sha256(player.token.as_bytes()))),
        };
        self.compose_for(&post, Some(&player))
    }

    /// The mail to a player whose power is played by another from now on.
    fn farewell(&self, power: &str, player: &PlayerRow) -> Result<NewMail, DeskError> {
        let text = format!(
            "{} is played by somebody else from now on. Sheets that you send for it\n\
             no longer count. Thank you for having played it.\n",
            title(power)
        );
        self.compose(&Post {
            to: To::Player(player.id),
            kind: Kind::Notice,
            season: None,
            power: None,
            subject: format!("{} is in other hands", title(power)),
            text,
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("farewell/{power}/{}/{}", player.id.0, self.clock.now()),
        })
    }

    /// The mail with a token that takes the place of an earlier one.
    pub(crate) fn token_mail(&self, player: &PlayerRow) -> Result<NewMail, DeskError> {
        let token = &player.token;
        let text = format!(
            "From now on you are known by another token. The old one no longer counts,\n\
             and answers to mails that you got before this one do not reach us as\n\
             yours. Put this line into your sheets, or answer this mail:\n\n  token: {token}\n"
        );
        let post = Post {
            to: To::Player(player.id),
            kind: Kind::Notice,
            season: None,
            power: None,
            subject: "a new token".into(),
            text,
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("token/{}", proof::hex(&proof::sha256(token.as_bytes()))),
        };
        self.compose_for(&post, Some(player))
    }
}

/// A newcomer as they will be stored; they have no number yet.
fn as_row(newcomer: &NewPlayer) -> PlayerRow {
    PlayerRow {
        id: PlayerId(0),
        name: newcomer.name.clone(),
        address: newcomer.address.clone(),
        token: newcomer.token.clone(),
        joined: newcomer.joined.clone(),
        zone: newcomer.zone.clone(),
        failing: None,
        gone: None,
    }
}
