//! The pace of a campaign: what is done without the umpire, as soon as everything for it has come.
//!
//! umpire.yaml says how much that is: nothing, a draft, or everything. Every command that takes in
//! mail or reminds does what is due, and so does `umpire pace`; a run that was stopped is gone on
//! with by the next. What is due follows from what is kept, so nothing is done twice.
//!
//! # What holds a season that goes at once
//!
//! - A fault in the newest sheet of a power that is asked, until its player writes `play` into the
//!   subject of a mail: it is told to its player and the umpire.
//! - A question that needs a person, a ruling that does not fit, a revision that was not taken:
//!   told to the umpire and to the players.
//! - What the rules list as odd, such as an order that came to nothing, holds nothing: it is in the
//!   reports.
//!
//! At the deadline a fault holds nothing any more: what counts is played, if the quorum allows it.

use crate::campaign::asks::asks;
use crate::campaign::settings::pace::{Deadline, Pace, Rhythm};
use crate::intake::glance::counts_in_part;
use crate::intake::requests::ASKED_TO_PLAY;
use crate::kill_steps::step;
use crate::post::outgoing::{Kind, Post, To};
use crate::{Clock, Desk, DeskError, clock, referee};
use jiff::{SignedDuration, Timestamp};
use kit::proof;
use report::wrapped;
use serde::Serialize;
use std::collections::BTreeMap;
use store::{PlayerRow, SeasonRow, SheetRow, Status};

/// Something that was done without the umpire, or why it was not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paced {
    pub season: String,
    pub did: Did,
    /// It in a sentence.
    pub told: String,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Did {
    Started,
    Drafted,
    Published,
    Held,
}

/// Why a season may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// Everybody who is asked has sent a sheet.
    AllAreIn,
    /// The deadline and the grace after it are past.
    Deadline,
}

/// How many seasons one run plays at the most; the next run goes on.
const MOST: usize = 50;

impl Desk {
    /// Does what is due, season after season, until nothing is.
    pub fn pace(&mut self) -> Result<Vec<Paced>, DeskError> {
        self.answer_postponed()?;
        let mut all = vec![];
        for _ in 0..MOST {
            let Some(paced) = self.pace_once()? else { break };
            let goes_on = matches!(paced.did, Did::Started | Did::Published);
            all.push(paced);
            if !goes_on {
                break;
            }
        }
        Ok(all)
    }

    /// The same for a command that has something else to do, which goes well all the same: what
    /// goes wrong is told with the rest, and the next run tries again.
    pub(crate) fn pace_besides(&mut self, all: &mut Vec<Paced>) {
        match self.pace() {
            Ok(paced) => all.extend(paced),
            Err(error) => {
                let season = self.store.current_season().map(|season| season.name);
                let season = season.unwrap_or_default();
                let told = format!("{season} does not go on automatically: {error}");
                let failed = Paced { season, did: Did::Held, told };
                if all.last() != Some(&failed) {
                    all.push(failed);
                }
            }
        }
    }

    /// Whether what waits in the outbox is sent without the umpire.
    pub fn sends_at_once(&self) -> Result<bool, DeskError> {
        Ok(self.settings()?.pace == Pace::AtOnce)
    }

    /// Whether a season may be played and published now without the umpire.
    pub(crate) fn goes_at_once(&self) -> Result<bool, DeskError> {
        if self.settings()?.pace != Pace::AtOnce || self.store.campaign()?.ended.is_some() {
            return Ok(false);
        }
        Ok(self.due_now(&self.store.current_season()?)?.is_some())
    }

    fn pace_once(&mut self) -> Result<Option<Paced>, DeskError> {
        let pace = self.settings()?.pace;
        if pace == Pace::ByHand || self.store.campaign()?.ended.is_some() {
            return Ok(None);
        }
        let season = self.store.current_season()?;
        if season.status == Status::SettingUp {
            return self.pace_set_up(&season, pace);
        }
        let Some(due) = self.due_now(&season)? else { return Ok(None) };
        if due == Due::Deadline
            && let Err(missing) = self.expect_quorum()
        {
            return self.wait_for(&season, &[], &missing.to_string());
        }
        match pace {
            Pace::ByHand => Ok(None),
            Pace::WhenAllAreIn => self.draft_it(&season, due),
            Pace::AtOnce => self.publish_it(&season, due),
        }
    }

    /// Why the season that is open may go on now, if it may.
    fn due_now(&self, season: &SeasonRow) -> Result<Option<Due>, DeskError> {
        if season.status == Status::SettingUp {
            return Ok(None);
        }
        let now = self.clock.now();
        if self.closes(season)?.is_some_and(|closes| closes < now) {
            return Ok(Some(Due::Deadline));
        }
        let asked = self.asked_powers(season)?;
        let sheets = self.store.newest_sheets(season.id)?;
        let nobody = asks(season)?.powers.is_some_and(|powers| powers.is_empty());
        if !nobody && asked.is_empty() {
            return Ok(None);
        }
        for (power, player) in &asked {
            if !sheets.contains_key(power) && !self.says_play(season, player, None)? {
                return Ok(None);
            }
        }
        Ok(self.has_waited(&sheets, &now)?.then_some(Due::AllAreIn))
    }

    /// Whether the minutes after the last sheet are over that umpire.yaml waits.
    fn has_waited(
        &self,
        sheets: &BTreeMap<String, SheetRow>,
        now: &str,
    ) -> Result<bool, DeskError> {
        let last = sheets.values().map(|sheet| sheet.received.as_str()).max().unwrap_or_default();
        let wait = SignedDuration::from_mins(i64::from(self.settings()?.wait));
        let until = last.parse::<Timestamp>().map(|at| Clock::Fixed(at + wait).now());
        Ok(until.is_ok_and(|until| until.as_str() <= now) || sheets.is_empty())
    }

    /// Starts the campaign, or tells the umpire that it can be started, once the players who were
    /// invited have made every choice that is theirs, or the deadline of the set-up is past.
    fn pace_set_up(&mut self, season: &SeasonRow, pace: Pace) -> Result<Option<Paced>, DeskError> {
        if self.invited_before()?.is_empty() {
            return Ok(None);
        }
        let now = self.clock.now();
        let is_past = self.closes(season)?.is_some_and(|closes| closes < now);
        let sheets = self.store.newest_sheets(season.id)?;
        let all_in = !is_past && self.open_set_up(season)?.is_empty();
        if !(is_past || all_in && self.has_waited(&sheets, &now)?) {
            return Ok(None);
        }
        if pace == Pace::WhenAllAreIn {
            let why = if is_past { "its deadline is past" } else { "every choice is made" };
            let told = format!("the set-up can be closed, since {why}");
            let text = format!("{told}. `umpire start --defaults` opens {}.", season.name);
            let subject = "the set-up can be closed".to_owned();
            let is_new = self.pace_notice(season, None, (&subject, &text), "set-up")?;
            let season = season.name.clone();
            return Ok(is_new.then_some(Paced { season, did: Did::Held, told }));
        }
        step("before it is started at once");
        let started = self.start(true, None)?;
        step("it is started at once");
        let told = format!("the set-up is closed; {} is open", started.season);
        Ok(Some(Paced { season: started.season, did: Did::Started, told }))
    }

    fn draft_it(&mut self, season: &SeasonRow, due: Due) -> Result<Option<Paced>, DeskError> {
        if self.is_fresh()? {
            return Ok(None);
        }
        let resolved = self.resolve()?;
        let why = match due {
            Due::AllAreIn => "every sheet is in",
            Due::Deadline => "its deadline is past",
        };
        let told = format!("{} is drafted, since {why}", season.name);
        let text = format!(
            "{told}. Nothing of it has been published. Read it with `umpire resolve`, and publish \
             it with `umpire publish`."
        );
        let subject = format!("{} is drafted", season.name);
        self.pace_notice(season, None, (&subject, &text), &format!("drafted/{}", resolved.digest))?;
        Ok(Some(Paced { season: season.name.clone(), did: Did::Drafted, told }))
    }

    fn publish_it(&mut self, season: &SeasonRow, due: Due) -> Result<Option<Paced>, DeskError> {
        if due == Due::AllAreIn {
            let faulty = self.faulty(season)?;
            if !faulty.is_empty() {
                let names: Vec<&str> = faulty.iter().map(|(power, _)| power.as_str()).collect();
                let why = format!("the newest sheet of {} has faults", names.join(" and "));
                return self.wait_for(season, &faulty, &why);
            }
        }
        let resolved = self.resolve()?;
        let needs = resolved.questions.iter().filter(|question| question.needs_human);
        let mut why: Vec<String> =
            needs.map(|one| format!("{} needs the umpire", one.about())).collect();
        why.extend(resolved.holding);
        if !why.is_empty() {
            let players = self.asked_powers(season)?;
            return self.wait_for(season, &players, &why.join("; "));
        }
        step("before it is published at once");
        // A season of which nothing came goes on all the same, and its reports say so.
        let why = "the deadline is past, and the campaign goes on by itself";
        let force = (due == Due::Deadline && self.nothing_has_come(season)?).then_some(why);
        let published = self.publish(force, None)?;
        step("it is published at once");
        let next = match &published.next {
            Some(next) => format!("; {next} is open"),
            None => "; the campaign has ended".to_owned(),
        };
        let told = format!("{} is published{next}", season.name);
        Ok(Some(Paced { season: season.name.clone(), did: Did::Published, told }))
    }

    /// The powers whose newest sheet is not without a fault, with their players.
    fn faulty(&self, season: &SeasonRow) -> Result<Vec<(String, PlayerRow)>, DeskError> {
        let mut faulty = vec![];
        for (power, player) in self.asked_powers(season)? {
            let newest = self.store.revisions(season.id, &power)?.pop();
            if self.says_play(season, &player, newest.as_ref())? {
                continue;
            }
            if newest.is_none_or(|sheet| !sheet.verdict.is_played() || counts_in_part(&sheet)) {
                faulty.push((power, player));
            }
        }
        Ok(faulty)
    }

    /// Whether a player has asked for a season that what counts be played, after their last sheet.
    pub(crate) fn says_play(
        &self,
        season: &SeasonRow,
        player: &PlayerRow,
        newest: Option<&SheetRow>,
    ) -> Result<bool, DeskError> {
        let after = newest.and_then(|sheet| sheet.raw);
        Ok(self.store.sent_since(player.id, ASKED_TO_PLAY, (&season.opened, after))?)
    }

    /// Tells once why a season does not go on: the umpire, and the players whom it concerns.
    fn wait_for(
        &mut self,
        season: &SeasonRow,
        players: &[(String, PlayerRow)],
        why: &str,
    ) -> Result<Option<Paced>, DeskError> {
        let name = &season.name;
        let told = format!("{name} does not go on automatically: {why}");
        let seal = proof::hex(&proof::sha256(why.as_bytes()));
        let subject = format!("{name} waits for you");
        let text = format!(
            "{told}.\n\nIt goes on when that is settled, or by hand: `umpire resolve`, then \
             `umpire publish`."
        );
        let is_new = self.pace_notice(season, None, (&subject, &text), &format!("held/{seal}"))?;
        for (power, player) in players {
            let closes = self.closes(season)?;
            let zone = self.zone_of(player)?;
            let until = closes
                .map(|at| format!(" At the latest it goes on at {}.", clock::show(&at, &zone)));
            let text = format!(
                "{told}.{}\n\nA sheet with a fault can be corrected and sent again; the season \
                 then \
                 goes on as soon as every sheet is in. Remarks hold nothing up. A mail with the subject `play` \
                 lets it go on with what counts.",
                until.unwrap_or_default()
            );
            let key = format!("held/{power}/{seal}");
            self.pace_notice(
                season,
                Some((power, player)),
                (&format!("{name} waits"), &text),
                &key,
            )?;
        }
        Ok(is_new.then(|| Paced { season: name.clone(), did: Did::Held, told }))
    }

    /// Puts a notice into the outbox, unless it was put there before; says whether it is new.
    fn pace_notice(
        &mut self,
        season: &SeasonRow,
        to: Option<(&String, &PlayerRow)>,
        (subject, text): (&str, &str),
        key: &str,
    ) -> Result<bool, DeskError> {
        let paragraphs: Vec<String> = text.split("\n\n").map(|one| wrapped(one, 72, 0)).collect();
        let mail = self.compose(&Post {
            to: to.map_or(To::Umpire, |(_, player)| To::Player(player.id)),
            kind: Kind::Notice,
            season: Some(season.id),
            power: to.map(|(power, _)| power.clone()),
            subject: subject.to_owned(),
            text: paragraphs.join("\n\n"),
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("pace/{}/{key}", season.id.0),
        })?;
        if self.store.mail_called(&mail.message_id)?.is_some() {
            return Ok(false);
        }
        self.store.post(&mail)?;
        Ok(true)
    }

    /// The deadline of a season that opens now: by the rhythm of umpire.yaml, else the one that was
    /// announced for it before it was withdrawn, if that is still to come.
    pub(crate) fn next_deadline(
        &self,
        kind: &str,
        name: &str,
    ) -> Result<Option<String>, DeskError> {
        if let Some(at) = self.deadline_by_rhythm(kind)? {
            return Ok(Some(at));
        }
        let announced = self.store.withdrawn_last(name)?.and_then(|season| season.deadline);
        Ok(announced.filter(|at| *at > self.clock.now()))
    }

    /// The deadline of a season of a kind that opens now, by the rhythm of umpire.yaml.
    pub(crate) fn deadline_by_rhythm(&self, kind: &str) -> Result<Option<String>, DeskError> {
        let settings = self.settings()?;
        let Some(deadline) = &settings.deadline else { return Ok(None) };
        self.expect_kinds(deadline)?;
        let Some(written) = deadline.of(kind) else { return Ok(None) };
        let rhythm = Rhythm::read(written).map_err(DeskError::refused)?;
        Ok(self.after_now(rhythm, &settings.zone()?))
    }

    /// Refuses deadlines for kinds of seasons that the campaign's rules do not have.
    fn expect_kinds(&self, deadline: &Deadline) -> Result<(), DeskError> {
        let referee = referee(&self.store.campaign()?.rules)?;
        let known: Vec<&str> = referee.kinds().iter().map(|kind| kind.name).collect();
        match deadline.kinds().find(|kind| !known.contains(kind)) {
            None => Ok(()),
            Some(kind) => Err(DeskError::refused(format!(
                "umpire.yaml has a `deadline` for `{kind}`, and {} has no such kind of season",
                referee.title()
            ))
            .hint(format!("it has {}", known.join(", ")))),
        }
    }
}
