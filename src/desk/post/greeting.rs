//! A player's first mail: an invitation while the set-up is open, else the welcome; and the first
//! report for who was invited.

use crate::campaign::asks;
use crate::post::first_page::{first_pages, letters};
use crate::post::notices::{Enclosed, promise};
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::post::picture::Picture;
use crate::post::report_page;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, referee};
use kit::proof;
use report::{Around, Templates};
use rules::Game;
use serde_json::json;
use std::collections::BTreeMap;
use store::{CampaignRow, NewMail, PlayerRow, SeasonRow};

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

/// What a first mail says, as text and as a page: the first page, or the first report of who has read
/// that before. A page shows one power; who plays several reads the text.
fn first_words(
    (campaign, game): (&CampaignRow, &dyn Game),
    greeting: Greeting<'_>,
    view: &serde_json::Value,
    own: &BTreeMap<String, String>,
    templates: &Templates,
) -> Result<(String, Option<String>), DeskError> {
    let mut text = templates.print(greeting.page(), view)?;
    let alone = own.len() == 1;
    let Greeting::Opening = greeting else {
        let page = alone.then(|| templates.print_html("mail/welcome.html", view)).transpose()?;
        return Ok((text, page));
    };
    let (head, mut html) = (text.clone(), None);
    for known in own.values() {
        let around = Around { head: head.clone(), ..report_page::opening() };
        let page = report_page::lay(around, campaign, game, known)?;
        html = if alone { page.template_html(templates)? } else { None };
        text.push_str(&format!("\n{}", page.text(templates)?));
    }
    Ok((text, html))
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
        let mut view = self.welcome_view((season, game), player, &powers, known)?;
        view["set_up"] = json!(greeting.choices());
        if let Greeting::Welcome = greeting {
            view["unplayed"] = json!(self.unplayed_told(&asks)?);
        }
        let mut own = known.clone();
        own.retain(|power, _| powers.contains(power));
        let pictures = self.pictures(game, &own, &BTreeMap::new())?;
        let mut files = self.first_files((season, game), &greeting, &own)?;
        let (text, html) = first_words((&campaign, game), greeting, &view, &own, &templates)?;
        files.extend(self.calendar_file(season, &powers)?);
        for power in &powers {
            let Some(known) = known.get(power) else { continue };
            if let Greeting::Welcome = greeting {
                let page = report_page::lay(report_page::opening(), &campaign, game, known)?;
                files.push(page.attachment(&templates, power)?);
            }
            let attached = pictures.get(power).map(Picture::attachments);
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

    /// What a player gets once: the guide, the promise, and the whole map for each power of their own. One who
    /// writes for others too asks for those maps by mail.
    fn first_files(
        &self,
        (season, game): (&SeasonRow, &dyn Game),
        greeting: &Greeting<'_>,
        own: &BTreeMap<String, String>,
    ) -> Result<Vec<Attachment>, DeskError> {
        if let Greeting::Opening = greeting {
            return Ok(vec![]);
        }
        let campaign = self.store.campaign()?;
        let mut files = self.guides(game, own)?;
        files.push(promise(&campaign));
        if referee(&campaign.rules)?.draws() {
            let asks = asks::asks(season)?;
            for power in own.keys().filter(|power| asks.keeper(power).is_none()) {
                files.push(self.wall_map(power, &season.name)?);
            }
        }
        Ok(files)
    }

    /// What the page of welcome says.
    pub(crate) fn welcome_view(
        &self,
        (season, game): (&SeasonRow, &dyn Game),
        player: &PlayerRow,
        powers: &[String],
        known: &BTreeMap<String, String>,
    ) -> Result<serde_json::Value, DeskError> {
        let (campaign, settings) = (self.store.campaign()?, self.settings()?);
        let draws = referee(&campaign.rules)?.draws();
        Ok(json!({
            "campaign": campaign.name,
            "an_hour": settings.asked.an_hour,
            "player": player.name,
            "powers": powers,
            "season": season.name,
            "set_up": [],
            "report": "the first report: all that you know of both sides",
            "draws": draws,
            "map_src": if draws { report_page::picture() } else { String::new() },
            "map_told": [format!("The map of {}.", campaign.name)],
            "token": player.token,
            "pages": first_pages((game, &asks::asks(season)?), &campaign.name, &player.token, powers, known)?,
            "left": self.time_left(season, &self.zone_of(player)?)?,
            "letters": letters(game, &season.name),
            "unplayed": "",
            "address": if settings.mail.plus { settings.mail.reply_to(&player.token) } else { String::new() },
            "compose_at": settings.compose_at,
            "secret_hash": proof::hex(&proof::sha256(&campaign.secret)),
        }))
    }
}
