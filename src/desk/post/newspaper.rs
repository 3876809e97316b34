//! The newspaper: what everybody knows after a season, as a page and as a mail to every player.
//!
//! It is made from what an eye knows that owns nothing ([`Game::known_to_all`]): it learns of each
//! event only what every power learns, by the same witness as they do. What it knows is kept with
//! the printed pages among the reports of its season, and the next issue begins with it. So it is
//! under the season's seal, is put away with a season that is withdrawn, and is no input of any
//! season: with a newspaper or without, the same is played, with the same digest. A campaign that
//! has had none so far lets the eye witness all its seasons from the opening on.
//!
//! Not here: which events everybody learns of, and what the paper is called; each game says so.

use crate::post::narrate::said_to_all;
use crate::post::outgoing::{Answered, Kind, Post, To};
use crate::post::picture::Picture;
use crate::post::report_page::{self, ReportPage};
use crate::{Desk, DeskError};
use report::Around;
use rules::Game;
use serde_json::json;
use std::collections::BTreeMap;
use store::{NarrativeRow, NewMail, NewspaperRow, PlayerRow, SeasonRow};

/// What its files are called, and `umpire report preview --as`.
pub(crate) const NAME: &str = "newspaper";

impl Desk {
    /// What everybody may know after a season of which these are the events; none, if no newspaper
    /// appears.
    pub(crate) fn known_to_all(
        &self,
        season: &SeasonRow,
        events: &[String],
    ) -> Result<Option<String>, DeskError> {
        if !self.settings()?.report.newspaper {
            return Ok(None);
        }
        // Back to the last issue, or to the opening.
        let (mut known, mut missing) = (None, vec![]);
        let mut before = season.parent;
        while let Some(id) = before {
            known = self.store.newspaper(id)?.map(|issue| issue.known);
            if known.is_some() {
                break;
            }
            let row = self.store.season_by_id(id)?;
            before = row.parent;
            missing.push(row);
        }
        for row in missing.iter().rev() {
            let (state, events) = (self.store.state(row.id)?, self.store.events(row.id)?);
            known = self.game(row)?.known_to_all(known.as_deref(), &state, &events)?;
        }
        let state = self.store.state(season.id)?;
        Ok(self.game(season)?.known_to_all(known.as_deref(), &state, events)?)
    }

    /// Lays out the issue of a season, which may be the last; `replaced` is the subject of the one that it
    /// replaces.
    pub(crate) fn newspaper_page(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        known: &str,
        (words, replaced): (&[NarrativeRow], Option<&str>),
        over: bool,
    ) -> Result<ReportPage, DeskError> {
        let around = Around {
            epilogue: self.newspaper_epilogue(season, known, over)?,
            narrative: said_to_all(words),
            post: Some(json!({"replaced": replaced, "why": self.why_withdrawn(season)?})),
            ..Around::default()
        };
        report_page::lay_newspaper(around, &self.store.campaign()?, game, (season.number, known))
    }

    /// Prints an issue as it is kept; none, if no newspaper appears.
    pub(crate) fn print_newspaper(
        &self,
        season: &SeasonRow,
        events: &[String],
        words: &[NarrativeRow],
        over: bool,
    ) -> Result<Option<NewspaperRow>, DeskError> {
        let Some(known) = self.known_to_all(season, events)? else { return Ok(None) };
        let (game, templates) = (self.game(season)?, self.templates()?);
        let page = self.newspaper_page(season, game.as_ref(), &known, (words, None), over)?;
        let (text, html) = (page.text(&templates)?, page.html(&templates)?);
        Ok(Some(NewspaperRow { text, html, known }))
    }

    /// What the issue of the season before was made of, under the newspaper's name.
    pub(crate) fn issue_before(
        &self,
        season: &SeasonRow,
    ) -> Result<BTreeMap<String, String>, DeskError> {
        let Some(parent) = season.parent else { return Ok(BTreeMap::new()) };
        let issue = self.store.newspaper(parent)?;
        Ok(issue.map(|issue| (NAME.to_owned(), issue.known)).into_iter().collect())
    }

    /// The map of an issue, as the pictures of reports.
    pub(crate) fn newspaper_picture(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        known: &str,
    ) -> Result<Option<Picture>, DeskError> {
        let own = BTreeMap::from([(NAME.to_owned(), known.to_owned())]);
        Ok(self.pictures(game, &own, &self.issue_before(season)?)?.remove(NAME))
    }

    /// The files of the issue of a season that was published, by their names.
    pub(crate) fn newspaper_files(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
    ) -> Result<BTreeMap<String, Vec<u8>>, DeskError> {
        let mut files = BTreeMap::new();
        let Some(issue) = self.store.newspaper(season.id)? else { return Ok(files) };
        let html = report_page::beside(&issue.html, &self.picture_beside(NAME)?);
        files.insert(format!("{NAME}.txt"), issue.text.into_bytes());
        files.insert(format!("{NAME}.html"), html.into_bytes());
        let picture = self.newspaper_picture(season, game, &issue.known)?;
        for (name, bytes) in picture.iter().flat_map(Picture::files) {
            files.insert(name, bytes.to_vec());
        }
        Ok(files)
    }

    /// The mails with the newspaper of a season that is published: one to each who plays.
    pub(crate) fn newspaper_mails(&self, season: &SeasonRow) -> Result<Vec<NewMail>, DeskError> {
        let Some(issue) = self.store.newspaper(season.id)? else { return Ok(vec![]) };
        let (game, templates) = (self.game(season)?, self.templates()?);
        let words = self.store.narratives(season.id)?;
        let over = self.store.draft(season.id)?.is_some_and(|draft| draft.over);
        let picture = self.newspaper_picture(season, game.as_ref(), &issue.known)?;
        let files = picture.as_ref().map(Picture::attachments).unwrap_or_default();
        let mut players: Vec<PlayerRow> = vec![];
        for (_, player) in self.played_powers()? {
            if players.iter().all(|other| other.id != player.id) {
                players.push(player);
            }
        }
        let mut mails = vec![];
        for player in players {
            let before = self.replaced(season, Kind::Newspaper, (None, Some(player.id)))?;
            let subject = before.as_ref().map(|(subject, _)| subject.as_str());
            let said = (words.as_slice(), subject);
            let page = self.newspaper_page(season, game.as_ref(), &issue.known, said, over)?;
            let what = if before.is_some() { "corrected newspaper" } else { "newspaper" };
            mails.push(self.compose(&Post {
                to: To::Player(player.id),
                kind: Kind::Newspaper,
                season: Some(season.id),
                power: None,
                subject: format!("{what}, {}", season.name),
                text: page.text(&templates)?,
                html: page.template_html(&templates)?,
                attachments: files.clone(),
                answers: before.map(|(_, message_id)| Answered {
                    message_id: Some(message_id),
                    references: vec![],
                }),
                key: format!("newspaper/{}/{}", season.id.0, player.id.0),
            })?);
        }
        Ok(mails)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::send::Errand;
    use crate::tests::{garden_with, send, sheet, with_players};
    use std::fs;
    use store::MailRow;
    use tempfile::TempDir;

    /// A garden with a newspaper, whose first season is drafted.
    fn drafted() -> (TempDir, Desk) {
        let (folder, mut desk) = with_players(garden_with(&["paper=yes"]));
        desk.start(true, None).unwrap();
        for power in ["ada", "bert"] {
            send(&mut desk, &sheet(power, "plant: 1"));
        }
        desk.narrate(None, "A mild spring.").unwrap();
        desk.narrate(Some("ada"), "Mind your limes.").unwrap();
        desk.resolve().unwrap();
        (folder, desk)
    }

    fn papers(desk: &Desk) -> Vec<MailRow> {
        let mut mails = desk.store.outbox().unwrap();
        mails.retain(|mail| mail.kind == "newspaper");
        mails
    }

    fn text(desk: &Desk, mail: &MailRow) -> String {
        let bytes = desk.mail(mail.id).unwrap();
        let mail = mail_parser::MessageParser::default().parse(&bytes).unwrap();
        mail.body_text(0).unwrap().replace("\r\n", "\n")
    }

    #[test]
    fn it_goes_with_the_reports_to_every_player_once() {
        let (folder, mut desk) = drafted();
        let told = desk.before_publishing().unwrap().join("\n");
        assert!(told.contains("2 reports, 2 newspapers and 0 letters"), "{told}");
        assert_eq!(papers(&desk), [], "nothing goes out before");
        desk.publish(Some("it is a test"), None).unwrap();
        let mails = papers(&desk);
        assert_eq!(mails.len(), 2);
        assert_eq!(text(&desk, &mails[0]), text(&desk, &mails[1]));
        let page = text(&desk, &mails[0]);
        assert!(page.contains("THE HEDGE") && page.contains("A mild spring."), "{page}");
        assert!(!page.contains("limes"), "words to one are for one: {page}");
        let kept = fs::read_to_string(folder.path().join("reports/spring-1800/newspaper.txt"));
        assert!(kept.unwrap().contains("A mild spring."));
        // Who plays two powers reads it once.
        let number =
            desk.store.outbox().unwrap().iter().filter(|mail| mail.kind == "report").count();
        assert_eq!(number, 2);
    }

    #[test]
    fn it_is_withdrawn_and_corrected_as_reports_are() {
        let (_folder, mut desk) = drafted();
        desk.publish(Some("it is a test"), None).unwrap();
        desk.rollback("a slip").unwrap();
        assert!(papers(&desk).iter().all(|mail| mail.state == store::MailState::Cancelled));
        let again = |desk: &mut Desk| {
            desk.resolve().unwrap();
            desk.publish(Some("it is a test"), None).unwrap();
            papers(desk).pop().unwrap()
        };
        let second = again(&mut desk);
        assert!(!text(&desk, &second).contains("This replaces"), "nobody has the first");
        desk.send(Errand::default()).unwrap();
        desk.rollback("another").unwrap();
        let third = again(&mut desk);
        let named = format!("This replaces \"{}\"", second.subject);
        assert!(text(&desk, &third).contains(&named), "{}", text(&desk, &third));
        assert!(third.subject.contains("corrected newspaper"), "{}", third.subject);
        desk.send(Errand::default()).unwrap();
        assert_eq!(desk.resend("newspaper", "bert", None).unwrap(), 1);
    }

    #[test]
    fn the_eye_of_everybody_goes_on_from_season_to_season_and_catches_up() {
        let settings = |folder: &TempDir, word: bool| {
            let text = format!("report: {{newspaper: {word}}}\n");
            fs::write(folder.path().join("umpire.yaml"), text).unwrap();
        };
        let (folder, mut desk) = drafted();
        settings(&folder, false);
        desk.resolve().unwrap();
        desk.publish(Some("it is a test"), None).unwrap();
        assert_eq!(papers(&desk), [], "it is switched off");
        settings(&folder, true);
        desk.resolve().unwrap();
        desk.publish(Some("it is a test"), None).unwrap();
        let page = text(&desk, &papers(&desk)[0]);
        assert!(page.contains("SPRING 1800: 2 PLANTINGS"), "{page}");
        assert!(page.contains("summer 1800: 0 plantings"), "{page}");
        let season = desk.store.newest_published().unwrap().unwrap();
        let kept = desk.store.newspaper(season.id).unwrap().unwrap().known;
        let events = desk.store.events(season.id).unwrap();
        assert_eq!(desk.known_to_all(&season, &events).unwrap(), Some(kept));
        let preview = desk.preview("newspaper", Some("summer 1800"), false).unwrap();
        assert_eq!(preview.len(), 2);
    }

    #[test]
    fn the_last_issue_looks_back_on_all_of_them() {
        let (folder, mut desk) = drafted();
        let season = |desk: &mut Desk| {
            desk.resolve().unwrap();
            desk.publish(Some("it is a test"), None).unwrap();
        };
        (0..2).for_each(|_| season(&mut desk));
        let second = text(&desk, papers(&desk).last().unwrap());
        assert!(!second.contains("THE CAMPAIGN IN SHORT"), "{second}");
        season(&mut desk);
        let page = text(&desk, papers(&desk).last().unwrap());
        let short = page.split("THE CAMPAIGN IN SHORT").nth(1).unwrap();
        for season in ["Spring 1800", "Summer 1800", "Autumn 1800"] {
            assert!(short.contains(&format!("  {season}: Spring 1800: 2 plantings.")), "{page}");
        }
        let kept = fs::read_to_string(folder.path().join("reports/autumn-1800/newspaper.html"));
        assert!(kept.unwrap().contains("The campaign in short"));
    }

    #[test]
    fn a_game_without_one_has_none() {
        let (folder, mut desk) = with_players(garden_with(&[]));
        desk.start(true, None).unwrap();
        desk.resolve().unwrap();
        desk.publish(Some("it is a test"), None).unwrap();
        assert_eq!(papers(&desk), []);
        assert!(!folder.path().join("reports/spring-1800/newspaper.txt").exists());
        let refused = desk.preview("newspaper", None, false).unwrap_err().to_string();
        assert_eq!(refused, "this campaign has no newspaper");
    }
}
