//! What a player may ask for by mail: a report, the form, their status, their history.
//!
//! Every answer is made from the archive of their own powers and nobody else's, and of published
//! seasons only.

use crate::campaign::asks::asks;
use crate::campaign::wards::carries_over;
use crate::post::notices::{title, with_token};
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::{Desk, DeskError, clock, referee, slug};
use checker::guide::{ASKED_BY_SUBJECT, PowerGuide};
use kit::bounds;
use kit::names::plain;
use report::wrapped;
use store::{PlayerRow, SeasonRow, Status};

/// Why a mail was accepted that lets the season go on; it is looked for by this.
pub(crate) const ASKED_TO_PLAY: &str = "lets the season go on with what counts";

/// What a subject asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Question {
    /// The report of a season, or the newest.
    Report(Option<String>),
    Form,
    /// All that one force could do.
    Force(String),
    /// The whole map.
    Map,
    Status,
    History,
    /// The guide, or what it says of a word.
    Guide(Option<String>),
    /// The guide, and what else may be asked.
    Help,
}

impl Question {
    /// Reads a subject without its tags: the one word, or `report` and a season, `form` and a force.
    pub fn of(subject: &str) -> Option<Question> {
        let written = subject.trim();
        let (word, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("report", "") => Some(Question::Report(None)),
            ("report", season) if season.len() < 60 => {
                Some(Question::Report(Some(season.to_lowercase())))
            }
            ("form", "") => Some(Question::Form),
            ("form", force) if force.len() < 60 => Some(Question::Force(force.to_owned())),
            ("map", "") => Some(Question::Map),
            ("status", "") => Some(Question::Status),
            ("history", "") => Some(Question::History),
            ("guide", "") => Some(Question::Guide(None)),
            ("guide", word) if word.len() < 60 => Some(Question::Guide(Some(word.to_owned()))),
            ("help", "") => Some(Question::Help),
            _ => None,
        }
    }

    /// What was asked for, in words.
    pub fn in_words(&self) -> String {
        match self {
            Question::Report(None) => "the newest report".into(),
            Question::Report(Some(season)) => format!("the report of {season}"),
            Question::Form => "the form".into(),
            Question::Force(who) => format!("what {who} can do"),
            Question::Map => "the map".into(),
            Question::Status => "the status".into(),
            Question::History => "the history".into(),
            Question::Guide(None) => "the guide".into(),
            Question::Guide(Some(word)) => format!("the guide on {word}"),
            Question::Help => "help".into(),
        }
    }
}

impl Desk {
    /// The answer to a question; the caller says what it answers and under which key.
    pub(crate) fn answer_to(
        &self,
        question: &Question,
        player: &PlayerRow,
    ) -> Result<Post, DeskError> {
        let powers = self.powers_of(player)?;
        let mut post = Post {
            to: To::Player(player.id),
            kind: Kind::Asked,
            season: None,
            power: powers.first().cloned(),
            subject: String::new(),
            text: String::new(),
            html: None,
            attachments: vec![],
            answers: None,
            key: String::new(),
        };
        if *question == Question::Help {
            post.subject = "what you may ask".into();
            post.text = format!("{}\n", wrapped(ASKED_BY_SUBJECT, 72, 0));
            return Ok(post);
        }
        if let Question::Guide(word) = question {
            self.asked_guide(word.as_deref(), &powers, &mut post)?;
            return Ok(post);
        }
        if powers.is_empty() {
            post.subject = "you play no power".into();
            post.text = "You play no power in this campaign, so there is nothing to tell.".into();
            return Ok(post);
        }
        match question {
            Question::Report(season) => self.asked_report(season.as_deref(), &powers, &mut post)?,
            Question::Form => self.asked_form(player, &powers, &mut post)?,
            Question::Force(who) => self.asked_force(who, &powers, &mut post)?,
            Question::Map => self.asked_map(&powers, &mut post)?,
            Question::Status => self.asked_status(player, &powers, &mut post)?,
            Question::Guide(_) | Question::Help => {}
            Question::History => {
                post.subject = "your history".into();
                post.text = "What your powers ordered and saw is attached.".into();
                for power in &powers {
                    post.attachments.push(Attachment {
                        name: format!("history-{}.txt", slug(power)),
                        kind: "text/plain",
                        bytes: self.history(power)?.into_bytes(),
                        inline: None,
                    });
                }
            }
        }
        Ok(post)
    }

    /// Whether this can be answered: `form of address` asks for no force of the player's.
    pub(crate) fn has_answer(
        &self,
        question: &Question,
        player: &PlayerRow,
    ) -> Result<bool, DeskError> {
        let Question::Force(who) = question else { return Ok(true) };
        Ok(self.choices_of(who, &self.powers_of(player)?)?.is_some())
    }

    /// What a force of one of these powers could do, if there is such a force.
    fn choices_of(&self, who: &str, powers: &[String]) -> Result<Option<Vec<String>>, DeskError> {
        if self.store.campaign()?.ended.is_some() {
            return Ok(None);
        }
        for power in powers {
            match self.choices(power, who) {
                Ok(lines) => return Ok(Some(lines)),
                Err(DeskError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The guide, or what it says of a word: with a power's own forces, while one is played.
    fn asked_guide(
        &self,
        word: Option<&str>,
        powers: &[String],
        post: &mut Post,
    ) -> Result<(), DeskError> {
        let campaign = self.store.campaign()?;
        let mut guides = vec![];
        if campaign.ended.is_none() {
            let season = self.current()?;
            let game = self.game(&season)?;
            for power in powers {
                let known = self.known_for_form(&season, game.as_ref(), power)?;
                guides.push((
                    power,
                    PowerGuide::new(referee(&campaign.rules)?, game.as_ref(), &known)?,
                ));
            }
        }
        let general = "rules".to_owned();
        if guides.is_empty() {
            guides.push((&general, PowerGuide::of_rules(referee(&campaign.rules)?)));
        }
        match word {
            Some(word) => {
                post.subject = format!("the guide on {word}");
                post.text = guides[0].1.about(word);
            }
            None => {
                post.subject = "the guide".into();
                post.text = "The guide is attached; open it in a web browser.\n".into();
                post.attachments = self.attach_guides(&guides)?;
            }
        }
        Ok(())
    }

    fn asked_force(&self, who: &str, powers: &[String], post: &mut Post) -> Result<(), DeskError> {
        let season = self.current()?;
        post.subject = format!("what {who} can do in {}", season.name);
        post.season = Some(season.id);
        let lines = self.choices_of(who, powers)?.unwrap_or_default();
        let lines: Vec<String> = lines.iter().map(|line| wrapped(line, 72, 4)).collect();
        post.text = format!(
            "{who} in {}, as far as you know; places by the points that they cost:\n\n{}\n",
            season.name,
            lines.join("\n")
        );
        Ok(())
    }

    /// The published seasons that count, the oldest first.
    fn published(&self) -> Result<Vec<SeasonRow>, DeskError> {
        let mut all = self.store.seasons()?;
        all.retain(|season| season.status == Status::Published);
        Ok(all)
    }

    fn asked_report(
        &self,
        season: Option<&str>,
        powers: &[String],
        post: &mut Post,
    ) -> Result<(), DeskError> {
        let published = self.published()?;
        let names: Vec<&str> = published.iter().map(|season| season.name.as_str()).collect();
        let found = match season {
            None => published.last(),
            Some(written) => published.iter().rev().find(|row| plain(&row.name) == plain(written)),
        };
        let Some(found) = found else {
            post.subject = "no such report".into();
            post.text = if names.is_empty() {
                "No season has been played yet.".into()
            } else {
                format!("There are reports of these seasons: {}.", names.join(", "))
            };
            return Ok(());
        };
        post.subject = format!("report of {}", found.name);
        post.season = Some(found.id);
        let reports = self.store.reports(found.id)?;
        let own = reports.iter().filter(|row| powers.contains(&row.power) && row.format == "txt");
        let texts: Vec<String> =
            own.map(|row| String::from_utf8_lossy(&row.body).into_owned()).collect();
        post.text = texts.join("\n");
        Ok(())
    }

    fn asked_form(
        &self,
        player: &PlayerRow,
        powers: &[String],
        post: &mut Post,
    ) -> Result<(), DeskError> {
        if self.store.campaign()?.ended.is_some() {
            post.subject = "the campaign has ended".into();
            post.text = "There is nothing more to order.".into();
            return Ok(());
        }
        let season = self.current()?;
        post.subject = format!("form for {}", season.name);
        post.season = Some(season.id);
        post.text = format!(
            "The form is attached: fill it in and send it back.\n\n{}",
            self.time_left(&season, &self.zone_of(player)?)?
        );
        for power in powers {
            post.attachments.push(Attachment {
                name: format!("{}-{}.yaml", slug(power), slug(&season.name)),
                kind: "text/yaml",
                bytes: with_token(&self.form(power)?, &player.token).into_bytes(),
                inline: None,
            });
        }
        Ok(())
    }

    fn asked_map(&self, powers: &[String], post: &mut Post) -> Result<(), DeskError> {
        let ended = self.store.campaign()?.ended.is_some();
        if ended || !referee(&self.store.campaign()?.rules)?.draws() {
            post.subject = "no map".into();
            post.text = match ended {
                true => "The campaign has ended; the map of each season is in its report.".into(),
                false => "This game has no map.".into(),
            };
            return Ok(());
        }
        let season = self.current()?;
        post.subject = format!("the map before {}", season.name);
        post.season = Some(season.id);
        post.text =
            "The whole map is attached, with every number, and with what you know of it. Open \
                     it in a web browser, or print it."
                .into();
        post.text = wrapped(&post.text, 72, 0);
        for power in powers {
            post.attachments.push(self.wall_map(power, &season.name)?);
        }
        Ok(())
    }

    fn asked_status(
        &self,
        player: &PlayerRow,
        powers: &[String],
        post: &mut Post,
    ) -> Result<(), DeskError> {
        post.subject = "where you stand".into();
        if self.store.campaign()?.ended.is_some() {
            post.text = "The campaign has ended.".into();
            return Ok(());
        }
        let (season, zone) = (self.current()?, self.zone_of(player)?);
        let mut text = format!("{}\n", self.time_left(&season, &zone)?);
        for power in powers {
            text.push_str(&format!("\n{}\n", title(power).to_uppercase()));
            for sheet in self.store.revisions(season.id, power)? {
                let at = clock::show(&sheet.received, &zone);
                text.push_str(&format!("  revision {}, {at}: {}\n", sheet.revision, sheet.verdict));
            }
            text.push_str(&format!("  {}\n", self.will_be_played(&season, power)?));
        }
        for absence in self.absences()?.iter().filter(|row| powers.contains(&row.power)) {
            let (first, last) = (&absence.first, &absence.last);
            text.push_str(&format!("\nYou are away from {first} to {last}.\n"));
        }
        post.season = Some(season.id);
        post.text = text;
        Ok(())
    }

    /// The newest report of a power.
    pub(crate) fn newest_report(&self, power: &str) -> Result<Option<String>, DeskError> {
        let Some(season) = self.published()?.pop() else { return Ok(None) };
        let reports = self.store.reports(season.id)?;
        let own = reports.into_iter().find(|row| row.power == power && row.format == "txt");
        Ok(own.map(|row| String::from_utf8_lossy(&row.body).into_owned()))
    }

    /// What a power ordered and saw in each published season, in text.
    ///
    /// Of its sheets only the receipts are in it: a sheet may hold a token and a word to the
    /// umpire.
    pub(crate) fn history(&self, power: &str) -> Result<String, DeskError> {
        let now = self.asks_now()?;
        let mut pages: Vec<String> = vec![];
        let mut length = 0;
        for season in self.published()?.iter().rev() {
            let line = "=".repeat(72);
            let name = season.name.to_uppercase();
            let mut page =
                format!("{line}\n{name}: WHAT {} ORDERED\n{line}\n\n", power.to_uppercase());
            match self.store.newest_sheets(season.id)?.remove(power) {
                Some(_) if !carries_over(&asks(season)?, &now, power) => {
                    page.push_str("Another wrote its sheet then.\n");
                }
                Some(sheet) => page.push_str(&sheet.receipt),
                None => page.push_str("No sheet was played.\n"),
            }
            let reports = self.store.reports(season.id)?;
            let own = reports.iter().find(|row| row.power == power && row.format == "txt");
            if let Some(report) = own {
                page.push_str(&format!("\n{}", String::from_utf8_lossy(&report.body)));
            }
            length += page.len();
            if length > bounds::HISTORY_BYTES {
                pages.push("What was before is too long for a mail.\n".into());
                break;
            }
            pages.push(page);
        }
        if pages.is_empty() {
            return Ok("No season has been played yet.\n".into());
        }
        pages.reverse();
        Ok(pages.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_asks_for_one_thing() {
        let asked = |subject| Question::of(subject);
        assert_eq!(asked("report"), Some(Question::Report(None)));
        assert_eq!(asked("Report Spring 1800"), Some(Question::Report(Some("spring 1800".into()))));
        assert_eq!(asked(" FORM "), Some(Question::Form));
        assert_eq!(asked("status"), Some(Question::Status));
        assert_eq!(asked("Map"), Some(Question::Map));
        assert_eq!(asked("history"), Some(Question::History));
        assert_eq!(asked("Help"), Some(Question::Help));
        assert_eq!(asked("Form  Murat "), Some(Question::Force("Murat".into())));
        for other in ["", "helpful", "formal question", "report, spring 1800, France"] {
            assert_eq!(asked(other), None, "{other}");
        }
    }
}
