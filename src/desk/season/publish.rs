//! Publishing: a draft becomes the past, and its reports leave the desk.
//!
//! The campaign file changes in one transaction. The report files are written after it and can be
//! written again at any time, since they follow from what is kept.

use crate::campaign::asks;
use crate::campaign::deadline::Due;
use crate::campaign::files;
use crate::campaign::trust::REPORTS;
use crate::intake::receive::Receipt;
use crate::kill_steps::step;
use crate::post::guide;
use crate::post::newspaper;
use crate::post::outgoing::Kind;
use crate::post::picture::Picture;
use crate::post::report_page;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, referee, slug};
use checker::known::KnownFile;
use kit::ledger::{Entry, Source};
use rules::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{CampaignRow, DraftRow, NewMail, NextSeason, PlayerRow, SeasonRow, Status};

/// A season as it was published, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct Published {
    pub season: String,
    pub digest: String,
    /// The season that is open now; none if the campaign has ended.
    pub next: Option<String>,
    /// Where the reports lie.
    pub reports: Vec<PathBuf>,
    /// Whether it was published by an earlier run that was stopped before it wrote the reports.
    pub late: bool,
    /// What went into it and what goes out, to be looked at a last time; nothing if it is told late.
    pub summary: Vec<String>,
    /// Sheets that were in for the next season before this one was withdrawn, and are answered anew.
    pub receipts: Vec<Receipt>,
    /// How many of the umpire's rulings and words stand again in it.
    pub rulings: usize,
    pub words: usize,
}

/// The newest reports that there are.
enum Reports {
    /// Those of the position at the start of the first season.
    Opening(SeasonRow),
    Season(SeasonRow),
}

impl Desk {
    /// Publishes the draft, and opens the next season or ends the campaign.
    pub fn publish(
        &mut self,
        force: Option<&str>,
        deadline: Option<Due<'_>>,
    ) -> Result<Published, DeskError> {
        let late = std::mem::take(&mut self.mended);
        if !late.is_empty() && self.nothing_drafted()? {
            return self.published_before(late);
        }
        let (mut season, draft) = self.publishable()?;
        season.forced = self.overridden(&season, force)?;
        let zone = self.zone()?;
        let game = self.game(&season)?;
        let asks = game.asks(&draft.state)?.asks;
        let deadline = match deadline {
            Some(due) => Some(self.read_due(due, &zone)?),
            None => self.next_deadline(&asks.kind, &draft.next)?,
        };
        let mails = self.mails_of(&season, &draft, deadline.as_deref())?;
        let summary = self.last_summary(&season, &mails)?;
        let edition = referee(&self.store.campaign()?.rules)?.edition().to_owned();
        let forced = match &season.forced {
            Some(what) => Some((what.clone(), self.reports_that_say_so(&season, &draft)?)),
            None => None,
        };
        let next = NextSeason {
            at: self.clock.now(),
            deadline,
            asks: asks::to_keep(&asks),
            mails,
            edition,
            book: game.book_digest().to_owned(),
            pages: game.pages().clone(),
            forced,
        };
        step("the reports are composed");
        self.store.keep_copy("publish")?;
        step("a copy is kept");
        let (next, taken) = self.store_batch(|desk| {
            if let Some(what) = &season.forced {
                let what = format!("published {} by force: {what}", season.name);
                desk.store.note(&desk.clock.now(), "umpire", &what)?;
            }
            let next = desk.store.publish(season.id, &next)?;
            let next = next.map(|id| desk.store.season_by_id(id)).transpose()?;
            let taken = next.as_ref().map(|next| desk.take_up_again(next)).transpose()?;
            Ok((next, taken.unwrap_or_default()))
        })?;
        step("the season is published");
        Ok(Published {
            season: season.name,
            digest: draft.digest,
            next: next.map(|season| season.name),
            reports: self.lay_out()?,
            late: false,
            summary,
            receipts: taken.receipts,
            rulings: taken.over.rulings,
            words: taken.over.words,
        })
    }

    /// Says a last time what goes into the season and what goes out, or refuses as publishing it
    /// would; nothing changes.
    pub fn before_publishing(&self) -> Result<Vec<String>, DeskError> {
        self.overridden(&self.publishable()?.0, None)?;
        self.publishing_would()
    }

    /// The same, whatever the draft waits for.
    pub(crate) fn publishing_would(&self) -> Result<Vec<String>, DeskError> {
        let (season, draft) = self.publishable()?;
        let mails = self.mails_of(&season, &draft, None)?;
        let mut summary = self.last_summary(&season, &mails)?;
        if draft.over {
            summary.push("the campaign ends with this season".to_owned());
        }
        Ok(summary)
    }

    /// The mails of a season: its reports, the newspaper, and the letters that travel with them.
    fn mails_of(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
        deadline: Option<&str>,
    ) -> Result<Vec<NewMail>, DeskError> {
        let mut mails = self.report_mails(season, draft, deadline)?;
        mails.extend(self.newspaper_mails(season)?);
        let game = self.game(season)?;
        let asks = game.asks(&draft.state)?.asks;
        mails.extend(self.letters_with_report(season, game.as_ref(), &asks)?);
        Ok(mails)
    }

    /// The season that is open and its draft, if that is as new as what it was made from.
    fn publishable(&self) -> Result<(SeasonRow, DraftRow), DeskError> {
        let season = self.current()?;
        let draft = self.store.draft(season.id)?.filter(|_| season.status == Status::Drafted);
        let Some(draft) = draft else {
            let name = &season.name;
            return Err(DeskError::refused(format!("no draft found for {name}"))
                .hint("run `umpire resolve` first"));
        };
        if draft.mark != season.changes || self.inputs(&season)?.digest != draft.inputs {
            return Err(DeskError::refused(format!(
                "the draft of {} is older than its sheets, rulings or book",
                season.name
            ))
            .hint("run `umpire resolve` again"));
        }
        Ok((season, draft))
    }

    fn nothing_drafted(&self) -> Result<bool, DeskError> {
        let ended = self.store.campaign()?.ended.is_some();
        Ok(ended || self.store.current_season()?.status != Status::Drafted)
    }

    /// Tells of the last season that was published, whose reports were missing and have been written.
    fn published_before(&self, reports: Vec<PathBuf>) -> Result<Published, DeskError> {
        let newest = self.store.newest_season()?;
        let open = Some(&newest).filter(|season| season.status != Status::Published);
        let last = self.store.newest_published()?;
        Ok(Published {
            season: last
                .as_ref()
                .map_or_else(|| "the opening".into(), |season| season.name.clone()),
            digest: last.as_ref().and_then(|season| season.digest.clone()).unwrap_or_default(),
            next: open.map(|season| season.name.clone()),
            reports,
            late: true,
            summary: vec![],
            receipts: vec![],
            rulings: 0,
            words: 0,
        })
    }

    /// What went into the season and what goes out, a sentence each.
    fn last_summary(
        &self,
        season: &SeasonRow,
        mails: &[NewMail],
    ) -> Result<Vec<String>, DeskError> {
        let ledger = self.store.ledger(season.id)?;
        let entries: Vec<Entry> =
            ledger.iter().filter_map(|json| serde_json::from_str(json).ok()).collect();
        let by = |source: Source| entries.iter().filter(|entry| entry.source == source).count();
        let rulings = self.store.rulings(season.id)?;
        let admitted = rulings.iter().filter(|one| one.kind == store::Kind::Sheet).count();
        let defaults = OpenQuestion::all(&ledger, &[]).len();
        let count = |kind: Kind| mails.iter().filter(|mail| mail.kind == kind.word()).count();
        let (reports, papers) = (count(Kind::Report), count(Kind::Newspaper));
        let many = |number: usize, one: &str, more: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {more}"),
        };
        let mut lines: Vec<String> = self
            .orders_in_words(season)?
            .into_iter()
            .map(|(power, orders)| format!("{power}: {orders}"))
            .collect();
        lines.push(format!(
            "{}, {}, {} left to defaults",
            many(by(Source::Ruling) + admitted, "ruling", "rulings"),
            many(by(Source::Forced), "forced die or chit", "forced dice or chits"),
            many(defaults, "decision", "decisions"),
        ));
        let letters = count(Kind::Letter);
        let papers = match papers {
            0 => String::new(),
            _ => format!(", {}", many(papers, "newspaper", "newspapers")),
        };
        lines.push(format!(
            "{}{papers} and {} go to the outbox",
            many(reports, "report", "reports"),
            many(letters, "letter", "letters"),
        ));
        Ok(lines)
    }

    /// Writes those report files that should lie in the campaign's folder and do not; names all
    /// of the newest season.
    ///
    /// A process that was killed after a commit leaves some out; the next command mends that.
    pub fn lay_out(&self) -> Result<Vec<PathBuf>, DeskError> {
        self.refuse_to_write_outside(Path::new(REPORTS))?;
        match self.newest_reports()? {
            None => Ok(vec![]),
            Some(Reports::Season(season)) => self.lay_out_season(&season),
            Some(Reports::Opening(season)) => self.lay_out_opening(&season),
        }
    }

    /// Names the report files that should lie in the campaign's folder and do not; no book is read.
    pub(crate) fn unwritten(&self) -> Result<Vec<PathBuf>, DeskError> {
        let mut expected = match self.newest_reports()? {
            None => vec![],
            Some(Reports::Season(season)) => self.expected_season(&season)?,
            Some(Reports::Opening(_)) => self.expected_opening()?,
        };
        expected.retain(|path| !path.is_file());
        Ok(expected)
    }

    fn newest_reports(&self) -> Result<Option<Reports>, DeskError> {
        let newest = self.store.newest_season()?;
        if newest.status == Status::SettingUp {
            return Ok(None);
        }
        let published = match newest.status {
            Status::Published => Some(newest.clone()),
            _ => newest.parent.map(|id| self.store.season_by_id(id)).transpose()?,
        };
        Ok(Some(published.map_or(Reports::Opening(newest), Reports::Season)))
    }

    fn season_folder(&self, season: &SeasonRow) -> PathBuf {
        self.folder.join("reports").join(slug(&season.name))
    }

    fn lay_out_season(&self, season: &SeasonRow) -> Result<Vec<PathBuf>, DeskError> {
        let folder = self.season_folder(season);
        let expected = self.expected_season(season)?;
        if expected.iter().all(|path| path.is_file()) {
            return Ok(expected);
        }
        let draft = self.store.draft(season.id)?;
        let game = self.game(season)?;
        // A position of an earlier version of the rules may not be readable any more.
        let asks = draft.as_ref().and_then(|draft| game.asks(&draft.state).ok());
        let asks = asks.map(|season| season.asks).unwrap_or_default();
        let next = draft.map(|draft| draft.next).unwrap_or_default();
        let basis = self.proof_basis(season)?;
        for (power, known) in self.store.known_after(season.id)? {
            let path = folder.join(format!("{}.known.json", slug(&power)));
            let standing = self.standing_after(season, &asks, &power)?;
            let own = (power.as_str(), known.as_str(), standing);
            let file = self.known_with(season, &next, own, game.as_ref())?;
            files::write(&path, file.as_bytes())?;
            let file = basis.file(game.as_ref(), &power, &known)?;
            files::write(&folder.join(crate::proof::basis::name(&power)), file.as_bytes())?;
        }
        let known = self.store.known_after(season.id)?;
        let (_, pictures) = self.season_pictures(season, game.as_ref(), &known)?;
        for picture in pictures.values().flatten() {
            for (name, bytes) in picture.files() {
                files::write(&folder.join(name), bytes)?;
            }
        }
        for report in self.store.reports(season.id)? {
            let name = slug(&report.power);
            let path = folder.join(format!("{name}.{}", report.format));
            if report.format == "html" {
                let page = String::from_utf8_lossy(&report.body);
                files::write(
                    &path,
                    report_page::beside(&page, &self.picture_beside(&name)?).as_bytes(),
                )?;
            } else {
                files::write(&path, &report.body)?;
            }
        }
        for (name, bytes) in self.newspaper_files(season, game.as_ref())? {
            files::write(&folder.join(name), &bytes)?;
        }
        Ok(expected)
    }

    /// Lays out the reports of the opening position, and a welcome for each player.
    fn lay_out_opening(&self, season: &SeasonRow) -> Result<Vec<PathBuf>, DeskError> {
        let folder = self.opening_folder();
        let expected = self.expected_opening()?;
        if expected.iter().all(|path| path.is_file()) {
            return Ok(expected);
        }
        let game = self.game(season)?;
        let known = self.store.known(season.id)?;
        for (name, bytes) in self.opening_files(season, game.as_ref(), &known)? {
            files::write(&folder.join(name), &bytes)?;
        }
        Ok(expected)
    }

    /// Prints what is laid out at the start: reports, what each power knows, welcomes.
    pub(crate) fn opening_files(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        known: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, Vec<u8>>, DeskError> {
        let (campaign, templates) = (self.store.campaign()?, self.templates()?);
        let mut all: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let pictures = self.pictures(game, known, &BTreeMap::new())?;
        let powers = self.store.powers()?;
        for (power, known) in
            powers.iter().filter_map(|power| Some((&power.name, known.get(&power.name)?)))
        {
            let file = self.known_file(season, &season.name, (power, known), game)?;
            let name = slug(power);
            all.insert(format!("{name}.known.json"), file.into_bytes());
            let page = report_page::lay(report_page::opening(), &campaign, game, known)?;
            all.insert(format!("{name}.txt"), page.text(&templates)?.into_bytes());
            let page = report_page::beside(&page.html(&templates)?, &self.picture_beside(&name)?);
            all.insert(format!("{name}.html"), page.into_bytes());
            for (name, bytes) in pictures.get(power).into_iter().flat_map(Picture::files) {
                all.insert(name, bytes.to_vec());
            }
        }
        for (name, (player, powers)) in self.welcomes()? {
            let view = self.welcome_view((season, game), &player, &powers, known)?;
            all.insert(name, templates.print("mail/welcome.txt", &view)?.into_bytes());
        }
        all.insert(
            guide::TEXT.to_owned(),
            guide::guide(Some(&campaign.rules))?.text().into_bytes(),
        );
        Ok(all)
    }

    fn opening_folder(&self) -> PathBuf {
        self.folder.join("reports").join("opening")
    }

    fn expected_opening(&self) -> Result<Vec<PathBuf>, DeskError> {
        let folder = self.opening_folder();
        let mut expected = self.expected(&folder)?;
        expected.extend(self.welcomes()?.keys().map(|name| folder.join(name)));
        expected.push(folder.join(guide::TEXT));
        Ok(expected)
    }

    fn expected_season(&self, season: &SeasonRow) -> Result<Vec<PathBuf>, DeskError> {
        let folder = self.season_folder(season);
        let mut expected = self.expected(&folder)?;
        let powers = self.store.powers()?;
        expected
            .extend(powers.iter().map(|power| folder.join(crate::proof::basis::name(&power.name))));
        for report in self.store.reports(season.id)?.iter().filter(|one| one.format == "html") {
            let (page, name) = (String::from_utf8_lossy(&report.body), slug(&report.power));
            for place in report_page::battles_in(&page) {
                let endings = self.picture_endings()?.iter();
                expected
                    .extend(endings.map(|ending| folder.join(format!("{name}-{place}.{ending}"))));
            }
        }
        if self.store.newspaper(season.id)?.is_some() {
            let endings = ["txt", "html"].iter().chain(self.picture_endings()?);
            expected
                .extend(endings.map(|ending| folder.join(format!("{}.{ending}", newspaper::NAME))));
        }
        Ok(expected)
    }

    fn expected(&self, folder: &std::path::Path) -> Result<Vec<PathBuf>, DeskError> {
        let pictures = self.picture_endings()?;
        let files = |power: &store::PowerRow| {
            let name = slug(&power.name);
            let endings = ["txt", "html", "known.json"].iter().chain(pictures);
            endings.map(|ending| folder.join(format!("{name}.{ending}"))).collect::<Vec<_>>()
        };
        Ok(self.store.powers()?.iter().flat_map(files).collect())
    }

    /// The pages of welcome by their files, with whose they are and which powers they play.
    fn welcomes(&self) -> Result<BTreeMap<String, (PlayerRow, Vec<String>)>, DeskError> {
        let mut welcomes = BTreeMap::new();
        for player in self.store.players()?.into_iter().filter(|player| player.gone.is_none()) {
            let powers = self.powers_of(&player)?;
            welcomes.insert(format!("welcome-{}.txt", slug(&player.name)), (player, powers));
        }
        Ok(welcomes)
    }

    /// The file of what a power knows, with which its sheet for the next season can be checked.
    pub(crate) fn known_file(
        &self,
        season: &SeasonRow,
        next: &str,
        (power, known): (&str, &str),
        game: &dyn Game,
    ) -> Result<String, DeskError> {
        let standing = self.standing_since(season.id, power)?;
        self.known_with(season, next, (power, known, standing), game)
    }

    /// The same with the season since which standing orders hold.
    pub(crate) fn known_with(
        &self,
        season: &SeasonRow,
        next: &str,
        (power, known, standing): (&str, &str, Option<String>),
        game: &dyn Game,
    ) -> Result<String, DeskError> {
        let campaign: CampaignRow = self.store.campaign()?;
        let shelf = rules::shelf();
        let ours = format!("{}/{}/{}", campaign.rules, campaign.scenario, rules::scenario::PAGE);
        let others = rules::books::other_than(game.pages(), &campaign.rules, &shelf);
        // A scenario of ours lies elsewhere than the pages of the book.
        let is_ours = |name: &str, text: &str| {
            name == rules::scenario::PAGE && shelf.text(&ours) == Some(text)
        };
        let is_known = rules::referee(&campaign.rules).is_some();
        let pages: BTreeMap<String, String> =
            others.into_iter().filter(|(name, text)| is_known && !is_ours(name, text)).collect();
        let read = |error: serde_json::Error| DeskError::refused(error.to_string());
        let file = KnownFile {
            options: self.store.options(season.id)?,
            book: game.book_digest().to_owned(),
            campaign: campaign.name,
            edition: referee(&campaign.rules)?.edition().to_owned(),
            rules: campaign.rules,
            scenario: campaign.scenario,
            season: next.to_owned(),
            power: power.to_owned(),
            standing,
            address: self.settings()?.mail.named(),
            known: serde_json::from_str(known).map_err(read)?,
            pages,
        };
        Ok(file.write())
    }
}
