//! A player's first mail: an invitation while the set-up is open, else the welcome; and the first
//! report for who was invited.

use crate::campaign::asks;
use crate::post::lesson::lesson;
use crate::post::notices::{Enclosed, promise};
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::post::{guide, report_page};
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, referee};
use kit::proof;
use report::Around;
use rules::Game;
use serde_json::json;
use std::collections::BTreeMap;
use store::{NewMail, PlayerRow, SeasonRow};

/// Which first mail a player gets.
#[derive(Clone, Copy)]
pub(crate) enum Greeting<'a> {
    /// While the set-up is open, with the choices that are theirs.
    Invitation(&'a [&'a OpenQuestion]),
    /// At the start.
    Welcome,
    /// At the start, for who was invited.
    Opening,
}

impl Greeting<'_> {
    fn kind(self) -> Kind {
        match self {
            Greeting::Invitation(_) => Kind::Invitation,
            Greeting::Welcome => Kind::Welcome,
            Greeting::Opening => Kind::Opening,
        }
    }

    fn page(self) -> &'static str {
        match self {
            Greeting::Invitation(_) | Greeting::Welcome => "mail/welcome.txt",
            Greeting::Opening => "mail/opening.txt",
        }
    }

    fn subject(self, season: &str) -> String {
        match self {
            Greeting::Invitation(_) => format!("set-up, {season}"),
            Greeting::Welcome => format!("welcome, {season}"),
            Greeting::Opening => format!("first report, {season}"),
        }
    }

    fn key(self) -> &'static str {
        match self {
            Greeting::Invitation(_) => "invitation",
            Greeting::Welcome => "welcome",
            Greeting::Opening => "opening",
        }
    }

    /// The choices as the mail lists them.
    fn choices(self) -> Vec<String> {
        match self {
            Greeting::Invitation(open) => open.iter().map(|one| one.for_a_player()).collect(),
            Greeting::Welcome | Greeting::Opening => vec![],
        }
    }
}

impl Desk {
    /// The welcomes of all players, when the first season opens; for who was invited, the first
    /// report alone.
    pub(crate) fn welcome_mails(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        known: &BTreeMap<String, String>,
    ) -> Result<Vec<NewMail>, DeskError> {
        let players = self.store.players()?.into_iter().filter(|player| player.gone.is_none());
        let invited = self.invited_before()?;
        let greeting = |player: &PlayerRow| match invited.contains(&player.id) {
            true => Greeting::Opening,
            false => Greeting::Welcome,
        };
        players
            .map(|player| self.greeting_mail((season, game), known, &player, greeting(&player)))
            .collect()
    }

    /// A player's first mail, with the opening report of each of their powers.
    pub(crate) fn greeting_mail(
        &self,
        (season, game): (&SeasonRow, &dyn Game),
        known: &BTreeMap<String, String>,
        player: &PlayerRow,
        greeting: Greeting<'_>,
    ) -> Result<NewMail, DeskError> {
        let (campaign, asks) = (self.store.campaign()?, asks::asks(season)?);
        let (powers, templates) = (self.powers_under(&asks, player)?, self.templates()?);
        let lesson = lesson(game, (&campaign.name, &season.name), &player.token, &powers, known)?;
        let mut view = self.welcome_view(season, player, &powers, &lesson)?;
        view["set_up"] = json!(greeting.choices());
        let mut text = templates.print(greeting.page(), &view)?;
        let left = self.time_left(season, &self.zone_of(player)?)?;
        text.push_str(&format!("\n{left}\n"));
        let mut own = known.clone();
        own.retain(|power, _| powers.contains(power));
        let pictures = self.pictures(game, &own)?;
        let head = text.clone();
        let mut html = None;
        let mut files = self.first_files(season, &greeting, own.keys())?;
        files.extend(self.calendar_file(season, &powers)?);
        for power in &powers {
            let Some(known) = known.get(power) else { continue };
            let around = Around { head: head.clone(), ..report_page::opening() };
            let page = report_page::lay(around, &campaign, game, known)?;
            // A page shows one power; who plays several reads the text, and the pages in their
            // reports.
            html = if powers.len() == 1 { page.template_html(&templates)? } else { None };
            text.push_str(&format!("\n{}", page.text(&templates)?));
            let attached = pictures.get(power).map(|picture| picture.attachments(power));
            files.extend(attached.unwrap_or_default());
            let enclosed = Enclosed {
                game,
                campaign: &campaign.name,
                season: &season.name,
                known_file: self.known_file(season, &season.name, (power, known), game)?,
                last: None,
            };
            files.extend(match greeting {
                // What they will know follows from what is set up.
                Greeting::Invitation(_) => vec![enclosed.form(power, &player.token, known)?],
                Greeting::Welcome | Greeting::Opening => {
                    enclosed.files(power, &player.token, known, &asks)?
                }
            });
        }
        self.compose(&Post {
            to: To::Player(player.id),
            kind: greeting.kind(),
            season: Some(season.id),
            power: powers.first().cloned(),
            subject: greeting.subject(&season.name),
            text,
            html,
            attachments: files,
            answers: None,
            key: format!(
                "{}/{}/{}",
                greeting.key(),
                player.id.0,
                proof::hex(&proof::sha256(player.token.as_bytes()))
            ),
        })
    }

    /// What a player gets once: the guide, the promise, and the whole map for each of their powers.
    fn first_files<'p>(
        &self,
        season: &SeasonRow,
        greeting: &Greeting<'_>,
        powers: impl Iterator<Item = &'p String>,
    ) -> Result<Vec<Attachment>, DeskError> {
        if let Greeting::Opening = greeting {
            return Ok(vec![]);
        }
        let campaign = self.store.campaign()?;
        let mut files = vec![guide::attachment(&campaign.rules)?, promise(&campaign)];
        if referee(&campaign.rules)?.draws() {
            for power in powers {
                files.push(self.wall_map(power, &season.name)?);
            }
        }
        Ok(files)
    }

    /// What the page of welcome says.
    pub(crate) fn welcome_view(
        &self,
        season: &SeasonRow,
        player: &PlayerRow,
        powers: &[String],
        lesson: &str,
    ) -> Result<serde_json::Value, DeskError> {
        let (campaign, settings) = (self.store.campaign()?, self.settings()?);
        Ok(json!({
            "campaign": campaign.name,
            "player": player.name,
            "powers": powers,
            "season": season.name,
            "set_up": [],
            "draws": referee(&campaign.rules)?.draws(),
            "token": player.token,
            "lesson": lesson,
            "address": if settings.mail.plus { settings.mail.reply_to(&player.token) } else { String::new() },
            "secret_hash": proof::hex(&proof::sha256(&campaign.secret)),
        }))
    }
}
