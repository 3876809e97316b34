//! What is mailed to players: welcomes, reports, receipts, and the words they share.
//!
//! Not here: MIME and addresses (`outgoing.rs`); when a reminder is due (`remind.rs`).

use crate::campaign::asks::{asks, to_keep};
use crate::campaign::wards::carries_over;
use crate::intake::context::IntakeContext;
use crate::intake::glance;
use crate::post::narrate::{Ending, said_to};
use crate::post::outgoing::{Answered, Attachment, Kind, Post, To};
use crate::post::picture::{attached, battles_on_page};
use crate::post::takeover::Takeover;
use crate::post::{calendar_file, report_page};
use crate::proof::basis::Promise;
use crate::{Desk, DeskError, clock, slug};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kit::proof;
use report::{Around, wrapped};
use rules::{Asks, Game};
use serde_json::{Value as Json, json};
use store::{
    CampaignRow, DraftRow, MailState, NewMail, NewSheet, PlayerId, PlayerRow, SeasonRow, SheetRow,
    Status, Way,
};

/// What goes with a report: the form for the season that is open, and what the power knows.
pub(crate) struct Enclosed<'a> {
    pub game: &'a dyn Game,
    pub campaign: &'a str,
    /// The season that orders are for.
    pub season: &'a str,
    pub known_file: String,
    /// The sheet that was played before, whose reactions the form carries over.
    pub last: Option<String>,
}

/// A season that is published, and the one that comes.
struct SeasonChange<'a> {
    season: &'a SeasonRow,
    draft: &'a DraftRow,
    game: &'a dyn Game,
    /// What the one asked, and what the other asks.
    before: Asks,
    after: Asks,
    next: SeasonRow,
}

impl Desk {
    /// A player's own zone, else the campaign's.
    pub(crate) fn zone_of(&self, player: &PlayerRow) -> Result<TimeZone, DeskError> {
        match &player.zone {
            Some(name) => crate::campaign::settings::zone(name),
            None => self.zone(),
        }
    }

    /// The powers that somebody writes for now, with their players, in the scenario's order.
    pub(crate) fn played_powers(&self) -> Result<Vec<(String, PlayerRow)>, DeskError> {
        self.played_under(&self.asks_now()?)
    }

    /// The powers that a player writes for now, in the scenario's order, the wards last.
    pub(crate) fn powers_of(&self, player: &PlayerRow) -> Result<Vec<String>, DeskError> {
        self.powers_under(&self.asks_now()?, player)
    }

    /// How long is left and until when, in the player's zone.
    pub(crate) fn time_left(
        &self,
        season: &SeasonRow,
        zone: &TimeZone,
    ) -> Result<String, DeskError> {
        let setting_up = season.status == Status::SettingUp;
        let what =
            if setting_up { "Set-up orders".into() } else { format!("Orders for {}", season.name) };
        let Some(deadline) = &season.deadline else {
            let what = if setting_up { "the set-up" } else { &season.name };
            return Ok(format!("There is no deadline for {what} yet."));
        };
        let shown = clock::show(deadline, zone);
        let read = |time: &str| time.parse::<Timestamp>().ok();
        let left = read(deadline).zip(read(&self.clock.now()));
        Ok(match left.map(|(until, now)| until.as_second() - now.as_second()) {
            Some(seconds) if seconds > 0 => {
                format!("{what} are due by {shown}: {} left.", span(seconds))
            }
            _ => format!("{what} were due by {shown}."),
        })
    }

    /// The mails of a published season, one for each power that somebody writes for in the next.
    ///
    /// If a ward goes to another, the new one reads for it from now on; who wrote its last sheet
    /// gets the proof of that, and no report.
    pub(crate) fn report_mails(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
        deadline: Option<&str>,
    ) -> Result<Vec<NewMail>, DeskError> {
        let (campaign, game) = (self.store.campaign()?, self.game(season)?);
        let known = self.store.known_after(season.id)?;
        let words = self.store.narratives(season.id)?;
        let orders = self.orders_in_words(season)?;
        let sheets = self.store.newest_sheets(season.id)?;
        let (fields, pictures) = self.season_pictures(season, game.as_ref(), &known)?;
        let templates = self.templates()?;
        let after = game.asks(&draft.state)?.asks;
        let next = next_season(season, draft, (deadline, &after));
        let change =
            SeasonChange { season, draft, game: game.as_ref(), before: asks(season)?, after, next };
        let SeasonChange { before, after, .. } = &change;
        let shared = self.around(season, game.as_ref(), Ending::of(draft))?;
        let basis = self.proof_basis(season)?;
        let mut epilogues = self.epilogues(season, &known, draft.over)?;
        let mut mails = vec![];
        let read = self.played_under(after)?;
        let mut takeover = Takeover::new(&basis, &self.played_under(before)?, &read);
        for (power, player) in read {
            let Some(known) = known.get(&power) else { continue };
            // A ward's report may have gone to another before.
            let same = after.keeper(&power).map(|_| player.id);
            let replaced = self.replaced(season, Kind::Report, (Some(&power), same))?;
            let subject = replaced.as_ref().map(|(subject, _)| subject.as_str());
            let post = self.how_to_answer(&change, (&power, known), &player, (season, subject))?;
            let around = Around {
                narrative: said_to(&words, &power),
                orders_from: orders[&power].clone(),
                post: Some(post),
                epilogue: epilogues.remove(&power),
                battle_pictures: battles_on_page(fields.get(&power)),
                ..shared.clone()
            };
            let page = report_page::lay(around, &campaign, game.as_ref(), known)?;
            let mut files = attached(pictures.get(&power));
            if !draft.over {
                let own = (power.as_str(), known.as_str());
                files.extend(self.for_the_next(&change, sheets.get(&power), own, &player)?);
            }
            files.push(match takeover.is_taken_over(&power) {
                true => basis.of_reader(game.as_ref(), &power, known)?,
                false => basis.attachment(game.as_ref(), &power, known)?,
            });
            files.extend(takeover.with_report(player.id));
            let what = if replaced.is_some() { "corrected report" } else { "report" };
            mails.push(self.compose(&Post {
                to: To::Player(player.id),
                kind: Kind::Report,
                season: Some(season.id),
                power: Some(power.clone()),
                subject: format!("{what}, {}, {}", season.name, title(&power)),
                text: page.text(&templates)?,
                html: page.template_html(&templates)?,
                attachments: files,
                answers: replaced.map(|(_, message_id)| Answered {
                    message_id: Some(message_id),
                    references: vec![],
                }),
                key: format!("report/{}/{power}", season.id.0),
            })?);
        }
        mails.extend(self.takeover_mails(season, takeover)?);
        Ok(mails)
    }

    /// What a report says of how to answer it.
    fn how_to_answer(
        &self,
        change: &SeasonChange<'_>,
        (power, known): (&str, &str),
        player: &PlayerRow,
        (season, replaced): (&SeasonRow, Option<&str>),
    ) -> Result<Json, DeskError> {
        let SeasonChange { draft, game, after, next, .. } = change;
        Ok(json!({
            "calendar": if draft.over { vec![] } else { game.calendar(known)? },
            "next": if draft.over { "" } else { draft.next.as_str() },
            "title": after.title,
            "asked": after.asks(power),
            "keeper": after.keeper(power),
            "left": self.time_left(next, &self.zone_of(player)?)?,
            "hours": self.settings()?.challenge.hours,
            "compose_at": self.settings()?.compose_at,
            "replaced": replaced,
            "why": self.why_withdrawn(season)?,
        }))
    }

    /// What goes with a report for the season that comes: the form, what the power knows, the
    /// deadline. A new keeper is not shown what the one before wrote.
    fn for_the_next(
        &self,
        change: &SeasonChange<'_>,
        last: Option<&SheetRow>,
        (power, known): (&str, &str),
        player: &PlayerRow,
    ) -> Result<Vec<Attachment>, DeskError> {
        let SeasonChange { season, draft, game, before, after, next } = change;
        let last = last.filter(|_| carries_over(before, after, power));
        let own = (power, known, self.standing_after(season, after, power)?);
        let enclosed = Enclosed {
            game: *game,
            campaign: &self.store.campaign()?.name,
            season: &draft.next,
            known_file: self.known_with(season, &draft.next, own, *game)?,
            last: last.map(|sheet| sheet.text.clone()),
        };
        let mut files = enclosed.files(power, &player.token, known, after)?;
        files.extend(self.calendar_file(next, &[power.to_owned()])?);
        Ok(files)
    }

    /// The deadline of a season as a calendar file; none, if it has none or asks none of these powers.
    pub(crate) fn calendar_file(
        &self,
        season: &SeasonRow,
        powers: &[String],
    ) -> Result<Option<Attachment>, DeskError> {
        let asks = asks(season)?;
        if !powers.iter().any(|power| asks.asks(power)) {
            return Ok(None);
        }
        let due = calendar_file::Due {
            campaign: &self.store.campaign()?,
            season,
            at: season.deadline.as_deref(),
            made: &self.clock.now(),
            times: self.store.journal()?.len(),
        };
        Ok(calendar_file::attachment(&due))
    }

    /// Why a season was withdrawn last, as the umpire said it, in lines; nothing if it never was.
    pub(crate) fn why_withdrawn(&self, season: &SeasonRow) -> Result<String, DeskError> {
        let reason = self.reason_withdrawn(season)?;
        Ok(reason.map_or_else(String::new, |why| wrapped(&format!("The reason: {why}"), 72, 0)))
    }

    /// The same as the umpire wrote it.
    pub(crate) fn reason_withdrawn(&self, season: &SeasonRow) -> Result<Option<String>, DeskError> {
        let head = format!("withdrew {}: ", season.name);
        let journal = self.store.journal()?;
        let reason = journal.iter().rev().find_map(|row| row.what.strip_prefix(&head));
        Ok(reason.map(str::to_owned))
    }

    /// The mail of a kind that went out before the season was withdrawn, to a power or a player: its
    /// subject and Message-ID.
    pub(crate) fn replaced(
        &self,
        season: &SeasonRow,
        kind: Kind,
        (power, player): (Option<&str>, Option<PlayerId>),
    ) -> Result<Option<(String, String)>, DeskError> {
        let withdrawn = self.store.withdrawn(season)?;
        if withdrawn.is_empty() {
            return Ok(None);
        }
        let went_out = self.store.outbox()?.into_iter().rev().find(|mail| {
            mail.state != MailState::Cancelled
                && mail.kind == kind.word()
                && mail.power.as_deref() == power
                && player.is_none_or(|player| mail.player == Some(player))
                && mail.season.is_some_and(|id| withdrawn.contains(&id))
        });
        Ok(went_out.map(|mail| (mail.subject, mail.message_id)))
    }

    /// The mail with a receipt: what was understood, how long is left, what is played if nothing
    /// else comes. None if nobody plays the power.
    pub(crate) fn receipt_post(
        &self,
        context: &IntakeContext,
        sheet: &NewSheet,
        revision: u32,
        answers: Option<Answered>,
    ) -> Result<Option<Post>, DeskError> {
        let row = context.powers.iter().find(|power| power.name == sheet.power);
        let player = row.and_then(|row| row.player);
        let player = context.players.iter().find(|one| player == Some(one.id));
        let Some((power, player)) = row.map(|row| row.name.clone()).zip(player) else {
            return Ok(None);
        };
        let closing = self.closing_words(context, sheet, player)?;
        Ok(Some(Post {
            to: To::Player(player.id),
            kind: Kind::Receipt,
            season: Some(sheet.season),
            subject: format!(
                "revision {revision}: {}, {}, {}",
                glance::at_a_glance(sheet.verdict, &sheet.reason, &sheet.diagnostics),
                context.season.name,
                title(&power)
            ),
            text: format!("{}\n{closing}", sheet.receipt),
            html: None,
            attachments: vec![],
            answers,
            key: format!("receipt/{}/{power}/{revision}", sheet.season.0),
            power: Some(power),
        }))
    }

    /// The end of a receipt: how long is left, and what is played if nothing else comes.
    fn closing_words(
        &self,
        context: &IntakeContext,
        sheet: &NewSheet,
        player: &PlayerRow,
    ) -> Result<String, DeskError> {
        let left = self.time_left(&context.season, &self.zone_of(player)?)?;
        let plays = if sheet.verdict.is_played() {
            "If nothing else comes from you, this sheet is played.".to_owned()
        } else {
            self.will_be_played(&context.season, &sheet.power)?
        };
        let mut words = format!("{}\n{}\n", wrapped(&left, 72, 0), wrapped(&plays, 72, 0));
        if context.season.status != Status::SettingUp {
            let known = self.known_to(context, &sheet.power, &sheet.text)?;
            let calendar = context.game.calendar(&known)?.into_iter().next();
            words.push_str(&calendar.map_or(String::new(), |line| wrapped(&line, 72, 0) + "\n"));
        }
        if sheet.way == Way::Hand {
            let mut line =
                "The umpire took this sheet in by hand; it did not come by mail.".to_owned();
            if !sheet.why.is_empty() {
                line.push_str(&format!(" The reason: {}", sheet.why));
            }
            words.push_str(&format!("{}\n", wrapped(&line, 72, 0)));
        }
        Ok(words)
    }

    /// What is played for a power if nothing else comes, as a sentence.
    pub(crate) fn will_be_played(
        &self,
        season: &SeasonRow,
        power: &str,
    ) -> Result<String, DeskError> {
        let newest = self.store.newest_sheets(season.id)?.remove(power);
        let standing = self.standing_since(season.id, power)?;
        Ok(match (newest, standing) {
            (Some(sheet), _) => {
                format!("If nothing else comes from you, revision {} is played.", sheet.revision)
            }
            (None, Some(since)) => {
                format!("If nothing comes from you, your standing orders of {since} are played.")
            }
            (None, None) if season.status == Status::SettingUp => {
                "If nothing comes from you, the scenario sets up your forces.".into()
            }
            (None, None) => {
                "If nothing comes from you, your forces do what they do without orders.".into()
            }
        })
    }
}

impl Enclosed<'_> {
    /// The file of what the power knows and, if it is asked for a sheet, a form that is accepted
    /// when it is sent back.
    pub fn files(
        &self,
        power: &str,
        token: &str,
        known: &str,
        asks: &Asks,
    ) -> Result<Vec<Attachment>, DeskError> {
        let mut files = vec![];
        if asks.asks(power) {
            files.push(self.form(power, token, known)?);
        }
        files.push(self.known(power));
        Ok(files)
    }

    /// A form that is accepted when it is sent back.
    pub fn form(&self, power: &str, token: &str, known: &str) -> Result<Attachment, DeskError> {
        let form = with_token(&self.game.form(known, self.campaign, self.last.as_deref())?, token);
        Ok(Attachment {
            name: format!("{}-{}.yaml", slug(power), slug(self.season)),
            kind: "text/yaml",
            bytes: form.into_bytes(),
            inline: None,
        })
    }

    /// The file of what the power knows.
    fn known(&self, power: &str) -> Attachment {
        Attachment {
            name: format!("{}.known.json", slug(power)),
            kind: "application/json",
            bytes: self.known_file.clone().into_bytes(),
            inline: None,
        }
    }
}

/// The hash of the secret as a file, for those who check the game when it is over.
pub(crate) fn promise(campaign: &CampaignRow) -> Attachment {
    let promise = Promise {
        campaign: campaign.name.clone(),
        secret_hash: proof::hex(&proof::sha256(&campaign.secret)),
    };
    let text = serde_json::to_string_pretty(&promise).expect("a promise has string keys");
    Attachment {
        name: "promise.json".to_owned(),
        kind: "application/json",
        bytes: (text + "\n").into_bytes(),
        inline: None,
    }
}

/// The season that follows one, as far as its deadline is told.
fn next_season(
    season: &SeasonRow,
    draft: &DraftRow,
    (deadline, asks): (Option<&str>, &Asks),
) -> SeasonRow {
    SeasonRow {
        name: draft.next.clone(),
        number: season.number + 1,
        deadline: deadline.map(str::to_owned),
        asks: to_keep(asks),
        ..season.clone()
    }
}

/// A form with the token in it, in the place where the form speaks of one.
pub(crate) fn with_token(form: &str, token: &str) -> String {
    let line = format!("token: {token}\n");
    let mut whole = String::new();
    let mut done = false;
    for written in form.lines() {
        if !done && written.starts_with("# token:") {
            whole.push_str(&line);
            done = true;
            continue;
        }
        whole.push_str(written);
        whole.push('\n');
    }
    if done { whole } else { format!("{line}{whole}") }
}

/// A span of time in words that a person reads at a glance.
pub(crate) fn span(seconds: i64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let many = |number: i64, thing: &str| {
        if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
    };
    match (days, hours) {
        (0, 0) => many(minutes.max(1), "minute"),
        (0, _) if minutes > 0 && hours < 6 => {
            format!("{} and {}", many(hours, "hour"), many(minutes, "minute"))
        }
        (0, _) => many(hours, "hour"),
        (_, 0) => many(days, "day"),
        (_, _) => format!("{} and {}", many(days, "day"), many(hours, "hour")),
    }
}

/// A power's name as a sentence begins.
pub(crate) fn title(power: &str) -> String {
    kit::names::capital(power)
}
