//! Taking mail in: kept first, judged then.
//!
//! The raw bytes are kept as unread, by the batch, before their source lets go of them; then
//! verdict, revision and answers, again by the batch. A run that finds unread mail judges it, so
//! nothing is lost whenever a run stops.
//!
//! A batch is kept and judged in one transaction as far as that is done in a moment, since a commit
//! costs as much as all the judging of a mail. Nothing depends on there being two: until that one
//! commit the mail stays at its source, and a run that is killed before it finds it there again.

use crate::campaign::settings::intake::{Dkim, Policy};
use crate::campaign::settings::pace::Pace;
use crate::intake::answer::{Arrived, By, refused};
use crate::intake::context::{Answering, IntakeContext};
use crate::intake::dkim::Vouched;
use crate::intake::letterbox::{Opened, Posted};
use crate::intake::reading::Reading;
use crate::kill_steps::step;
use crate::season::pace::Paced;
use crate::{Desk, DeskError, clock};
use checker::read_sheet::ReadSheet;
use checker::receipt;
use kit::bounds;
use kit::hidden_characters::one_line;
use kit::masked::masked;
use mail::message;
use mail::source::RawMail;
use serde::Serialize;
use sheet::{Diagnostics, shape};
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Envelope, Judgement, Kept, NewRaw, PlayerId, RawId, RawRow, Verdict, Way};

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    pub source: String,
    /// The mail's number, by which `umpire mail show` finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Who sent it, and its subject, if it was a mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    pub power: Option<String>,
    pub revision: Option<u32>,
    pub verdict: String,
    pub reason: String,
    pub text: String,
}

/// What became of everything that was handed in.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Intake {
    /// Of a long run only the newest are here.
    pub receipts: Vec<Receipt>,
    /// How many mails there were, by verdict.
    pub counts: BTreeMap<String, usize>,
    /// What could not be read at all, a sentence each.
    pub unreadable: Vec<String>,
    /// How many mails wait for a later run, since the DNS did not say who signed them.
    pub waiting: usize,
    /// How many mails were left at their source, since they are another game's.
    pub left: usize,
    /// The mails that are for none of many campaigns, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unrouted: Vec<String>,
    /// What was done without the umpire, since everything for it had come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paced: Vec<Paced>,
}

/// The most receipts and sentences that a run keeps in memory.
const MOST_TOLD: usize = 500;
/// How long mails are judged before what came of them is committed.
const WITHIN: Duration = Duration::from_millis(150);
/// The hours for which a mail waits for the DNS.
const WAITS: u32 = 24;

impl Intake {
    pub(crate) fn add(&mut self, receipt: Receipt) {
        *self.counts.entry(receipt.verdict.clone()).or_default() += 1;
        if self.receipts.len() >= MOST_TOLD {
            self.receipts.remove(0);
        }
        self.receipts.push(receipt);
    }

    pub(crate) fn unrouted(&mut self, sentence: String) {
        if self.unrouted.len() < MOST_TOLD {
            self.unrouted.push(sentence);
        }
    }

    pub(crate) fn unreadable(&mut self, sentence: String) {
        if self.unreadable.len() < MOST_TOLD {
            self.unreadable.push(sentence);
        }
    }
}

/// What was read of mails while it was asked whose they are.
pub(crate) type Readings = BTreeMap<RawId, Reading>;

/// What became of a batch of mails.
#[derive(Default)]
struct Taken {
    told: Vec<Receipt>,
    /// Those that had come before.
    again: Vec<RawId>,
    /// What was read of those that are not judged yet, if there are any.
    left: Option<Readings>,
}

impl Desk {
    /// Keeps mails as they came in, and how far their source was read, and judges as many of them
    /// in the same transaction as may be; gives what was read of the others, if there are any.
    pub(crate) fn keep(
        &mut self,
        context: &mut IntakeContext,
        mails: Vec<(RawMail, Option<Reading>)>,
        mark: Option<(&str, &str)>,
        intake: &mut Intake,
    ) -> Result<Option<Readings>, DeskError> {
        let now = self.clock.now();
        let (mut raws, mut readings) = (vec![], vec![]);
        for (mail, reading) in mails {
            let RawMail { bytes, source, received, length, .. } = mail;
            let received = received.map_or_else(|| now.clone(), |at| clock::arrived(at, &now));
            raws.push(NewRaw { bytes, source, received, length });
            readings.push(reading);
        }
        // Whoever asks who signed a mail waits for others, which nobody does with the file locked.
        // Where a sheet can open the next season, each mail is judged after what came before it.
        let one_by_one = context.settings.pace == Pace::AtOnce;
        let asks = context.settings.intake.dkim == Dkim::Verify;
        let within = if asks || one_by_one { None } else { Some(WITHIN) };
        step("before mails are kept");
        let taken = match self.keep_and_judge(context, &raws, &mut readings, mark, within) {
            // One of them is at fault, so each is judged alone.
            Err(error) if !error.is_environment_error() => {
                self.keep_and_judge(context, &raws, &mut readings, mark, None)?
            }
            taken => taken?,
        };
        step("after mails are kept");
        taken.told.into_iter().for_each(|receipt| intake.add(receipt));
        taken.again.into_iter().try_for_each(|id| self.seen_before(id, intake))?;
        Ok(taken.left)
    }

    /// Keeps mails in one transaction and judges them in it for so long; all of it or nothing.
    fn keep_and_judge(
        &mut self,
        context: &mut IntakeContext,
        raws: &[NewRaw],
        readings: &mut [Option<Reading>],
        mark: Option<(&str, &str)>,
        within: Option<Duration>,
    ) -> Result<Taken, DeskError> {
        let from = Instant::now();
        self.store.begin_in_one()?;
        self.committed(|desk| {
            desk.refresh(context)?;
            let kept = desk.store.keep_raws(raws, mark, &context.now)?;
            let mut taken = Taken::default();
            for ((kept, raw), reading) in kept.into_iter().zip(raws).zip(readings) {
                match kept {
                    Kept::Again(id) => taken.again.push(id),
                    Kept::New(id) if within.is_some_and(|within| from.elapsed() < within) => {
                        let raw = raw.kept_as(id);
                        taken.told.push(desk.taken_up(context, &raw, reading.take())?);
                    }
                    Kept::New(id) => {
                        let reading = reading.take().map(|reading| (id, reading));
                        taken.left.get_or_insert_default().extend(reading);
                    }
                }
            }
            desk.seen(context)?;
            Ok(taken)
        })
    }

    /// Judges all that is unread, the oldest first.
    pub(crate) fn judge_all(
        &mut self,
        context: &mut IntakeContext,
        mut readings: Readings,
        intake: &mut Intake,
        stop: &AtomicBool,
    ) -> Result<(), DeskError> {
        let mut last = RawId(0);
        loop {
            if stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            let raws = self.store.unread_after(last, bounds::MAILS_AT_ONCE)?;
            let Some(newest) = raws.last() else { return Ok(()) };
            last = newest.id;
            let is_all = raws.len() < bounds::MAILS_AT_ONCE;
            vouch_for(context, &raws, &mut readings, intake)?;
            let waiting = context.waiting.clone();
            let mut raws = raws.iter().filter(|raw| !waiting.contains(&raw.id)).peekable();
            while raws.peek().is_some() {
                step("before verdicts are kept");
                let told = self.store_batch(|desk| {
                    desk.refresh(context)?;
                    let (from, mut told) = (Instant::now(), vec![]);
                    for raw in raws.by_ref() {
                        told.push(desk.judge(context, raw, readings.remove(&raw.id))?);
                        // The next mail may be a sheet for the season that is opened by this one.
                        if from.elapsed() > WITHIN || desk.goes_at_once()? {
                            break;
                        }
                    }
                    desk.seen(context)?;
                    Ok(told)
                })?;
                step("after verdicts are kept");
                told.into_iter().for_each(|receipt| intake.add(receipt));
                if self.goes_at_once()? {
                    self.pace_besides(&mut intake.paced);
                    context.seen = None;
                }
            }
            if is_all {
                return Ok(());
            }
        }
    }

    /// Does many changes in one transaction.
    pub(crate) fn store_batch<T>(
        &mut self,
        changes: impl FnOnce(&mut Desk) -> Result<T, DeskError>,
    ) -> Result<T, DeskError> {
        self.store.begin()?;
        self.committed(changes)
    }

    /// Commits what was begun, or undoes it.
    fn committed<T>(
        &mut self,
        changes: impl FnOnce(&mut Desk) -> Result<T, DeskError>,
    ) -> Result<T, DeskError> {
        let done = changes(self).and_then(|done| {
            self.store.commit()?;
            Ok(done)
        });
        if done.is_err() {
            self.store.undo();
        }
        done
    }

    fn seen_before(&self, id: RawId, intake: &mut Intake) -> Result<(), DeskError> {
        let raw = self.store.raw(id)?;
        let earlier = match raw.verdict {
            Some(earlier) => earlier.in_the_past(),
            None => "is still to be judged",
        };
        let verdict = Verdict::Duplicate.word();
        let reason = format!("the same mail came before and {earlier}; there is nothing to do");
        let name = self.store.campaign()?.name;
        let (sender, subject) = self.of_mail(self.store.envelope(id)?.as_ref())?;
        intake.add(Receipt {
            source: raw.source,
            number: Some(id.0),
            sender,
            subject,
            power: None,
            revision: None,
            verdict: verdict.into(),
            text: receipt::refusal(&name, verdict, &reason),
            reason,
        });
        Ok(())
    }

    /// Judges one mail and keeps what came of it. One that cannot be judged goes to the umpire.
    fn judge(
        &mut self,
        context: &IntakeContext,
        raw: &RawRow,
        reading: Option<Reading>,
    ) -> Result<Receipt, DeskError> {
        match self.taken_up(context, raw, reading) {
            Err(error) if !error.is_environment_error() => {
                let (verdict, why) = (Verdict::NeedsUmpire, error.to_string());
                let text = receipt::refusal(&context.campaign.name, verdict.word(), &why);
                self.settle(context, raw, Opened { text, ..Opened::new(verdict, why) })
            }
            done => done,
        }
    }

    /// Takes the umpire's reason for what they take in by hand, which every player is told.
    pub(crate) fn give_reason(&mut self, reason: &str) {
        self.hand_reason = Some(one_line(reason).chars().take(bounds::REASON).collect())
            .filter(|reason: &String| !reason.is_empty());
    }

    /// The same, if nothing goes wrong over it.
    fn taken_up(
        &mut self,
        context: &IntakeContext,
        raw: &RawRow,
        reading: Option<Reading>,
    ) -> Result<Receipt, DeskError> {
        let opened = self.guarded(context, raw, reading);
        let opened = opened.unwrap_or_else(|| {
            Err(DeskError::refused("the program crashed on it")
                .hint("read it by hand and report the bug"))
        })?;

        self.settle(context, raw, opened)
    }

    /// Composes the answers to a mail and keeps all that came of it.
    fn settle(
        &mut self,
        context: &IntakeContext,
        raw: &RawRow,
        opened: Opened,
    ) -> Result<Receipt, DeskError> {
        let (mut mails, mut answered, mut withheld) = (opened.mails, vec![], false);
        for Posted { post, kind, most } in &opened.posts {
            let whom = post.player();
            if self.may_answer(context, whom, kind, *most, &answered)? {
                mails.push(self.compose_at(context, post)?);
                answered.push((whom, *kind));
            } else {
                withheld |= *kind == "answer";
            }
        }
        let mut reason = opened.reason;
        if withheld {
            let note = "not answered, since there were too many answers within the hour";
            reason = if reason.is_empty() { note.into() } else { format!("{reason}; {note}") };
        }
        if opened.sheets.iter().any(|sheet| sheet.standing.is_some()) {
            context.standing.take();
        }
        let (sender, subject) = self.of_mail(opened.envelope.as_ref())?;
        let revisions = self.store.keep_judgement(&Judgement {
            raw: raw.id,
            verdict: opened.verdict,
            reason: reason.clone(),
            envelope: opened.envelope,
            sheets: opened.sheets,
            kept: opened.kept,
            mails,
            letters: opened.letters,
            answered: answered.clone(),
            at: context.now.clone(),
        })?;
        for one in answered {
            context.answered.borrow_mut().entry(one).or_default().push(context.now.clone());
        }
        if let Some((player, why)) = opened.failing {
            self.store.set_failing(player, why.as_deref())?;
            context.is_changed.set(true);
        }
        Ok(Receipt {
            source: raw.source.clone(),
            number: Some(raw.id.0),
            sender,
            subject,
            power: opened.power,
            revision: revisions.first().copied(),
            verdict: opened.verdict.word().to_owned(),
            reason,
            text: opened.text,
        })
    }

    /// Who sent a mail, and its subject without tokens.
    fn of_mail(
        &self,
        envelope: Option<&Envelope>,
    ) -> Result<(Option<String>, Option<String>), DeskError> {
        let Some(envelope) = envelope else { return Ok((None, None)) };
        let players = self.store.players()?;
        let subject = masked(&envelope.subject, players.iter().map(|one| one.token.as_str()));
        Ok((envelope.sender.clone(), Some(subject)))
    }

    /// Whether somebody may get one more mail of a kind within this hour.
    fn may_answer(
        &self,
        context: &IntakeContext,
        whom: Option<PlayerId>,
        kind: &'static str,
        most: u32,
        now: &[Answering],
    ) -> Result<bool, DeskError> {
        let just = now.iter().filter(|other| **other == (whom, kind)).count();
        let since = clock::earlier(&context.now, 1);
        let mut answered = context.answered.borrow_mut();
        let times = match answered.entry((whom, kind)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(self.store.answers_since(whom, kind, &since)?),
        };
        times.drain(..times.partition_point(|at| *at <= since));
        Ok(times.len() + just < usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Opens a mail; none if the program broke over it.
    ///
    /// One such mail must not keep all that came after it from being read.
    fn guarded(
        &self,
        context: &IntakeContext,
        raw: &RawRow,
        reading: Option<Reading>,
    ) -> Option<Result<Opened, DeskError>> {
        let open = move || {
            // What a person hands in as a file is a sheet, unless it is a mail by its first lines.
            let by_hand = raw.source.starts_with("file ");
            if by_hand && !message::is_mail(&raw.bytes) {
                self.by_hand(context, raw)
            } else {
                self.open_mail(context, raw, reading)
            }
        };
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(open)).ok()
    }

    /// A bare sheet that the umpire hands in.
    fn by_hand(&self, context: &IntakeContext, raw: &RawRow) -> Result<Opened, DeskError> {
        let answer = match sheet_text(&raw.bytes) {
            Some(read_sheet) if raw.length.is_none() => {
                let arrived = Arrived {
                    at: &raw.received,
                    raw: Some(raw.id),
                    way: Way::Hand,
                    why: self.hand_reason.as_deref().unwrap_or_default(),
                };
                self.answer(context, &read_sheet, arrived, By::Hand(None))?
            }
            _ => {
                let reason = "the sheet is larger than a sheet may be";
                refused(context, Verdict::Rejected, reason)
            }
        };
        let sheet = answer.sheet.map(|sheet| store::NewSheet { raw: Some(raw.id), ..sheet });
        let receipt = match sheet.as_ref().zip(answer.revision) {
            Some((sheet, revision)) => self.receipt_post(context, sheet, revision, None)?,
            None => None,
        };
        let most = context.settings.answers_an_hour();
        Ok(Opened {
            posts: receipt.map(|post| Posted { post, kind: "answer", most }).into_iter().collect(),
            power: answer.power,
            text: answer.text,
            sheets: sheet.into_iter().collect(),
            kept: answer.kept.into_iter().collect(),
            mails: answer.mails,
            letters: answer.letters,
            ..Opened::new(answer.verdict, answer.reason)
        })
    }
}

/// Asks who signed the mails at hand, as far as that is asked here. Those that had better be judged
/// another time are noted, and not asked for again in the same run.
fn vouch_for(
    context: &mut IntakeContext,
    raws: &[RawRow],
    readings: &mut Readings,
    intake: &mut Intake,
) -> Result<(), DeskError> {
    if context.settings.intake.dkim != Dkim::Verify {
        return Ok(());
    }
    for raw in raws.iter().filter(|raw| !context.waiting.contains(&raw.id)).collect::<Vec<_>>() {
        let length = raw.length.map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        let read = || Reading::guarded(&raw.bytes, length, &context.keys);
        let Some(mut reading) = readings.remove(&raw.id).or_else(read) else { continue };
        if ask(context, raw, &mut reading)? {
            readings.insert(raw.id, reading);
        } else {
            context.waiting.insert(raw.id);
            intake.waiting += 1;
        }
    }
    Ok(())
}

/// The same of one mail. Gives false if it had better be judged another time.
fn ask(context: &IntakeContext, raw: &RawRow, reading: &mut Reading) -> Result<bool, DeskError> {
    let is_asked = context.settings.intake.policy == Policy::TokenDkim;
    if !is_asked || !reading.has_token_of(&context.players) {
        return Ok(true);
    }
    reading.vouched = if raw.length.is_some() {
        Vouched::By(vec![])
    } else {
        context.voucher.verified(&context.settings, &raw.bytes)?
    };
    let is_old = clock::later(&raw.received, WAITS) <= context.now;
    Ok(reading.vouched != Vouched::NotKnown || is_old)
}

/// A bare sheet as it is read; none if it is too large for one.
pub(crate) fn sheet_text(bytes: &[u8]) -> Option<ReadSheet> {
    shape::text(bytes, &mut Diagnostics::default()).map(ReadSheet::bare)
}
