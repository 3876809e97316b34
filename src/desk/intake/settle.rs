//! Mails that need a person: what each could be, and what the umpire does with it.
//!
//! A mail waits for the umpire when the rules of intake cannot decide: a sheet from a strange
//! address, two sheets for one power, a question, a challenge. The umpire admits a sheet in it,
//! answers it, refuses it or files it; then it waits no longer. Its verdict and its bytes stay what
//! they were.

use crate::campaign::away::Absence;
use crate::intake::answer::{Answer, Arrived, By};
use crate::intake::context::IntakeContext;
use crate::intake::keys::Keys;
use crate::intake::reading::Reading;
use crate::intake::without_sheet::{bare, is_challenge};
use crate::kill_steps::step;
use crate::post::outgoing::{Answered, Kind, Post, To, own_id};
use crate::season::rulings::Word;
use crate::{Desk, DeskError, clock};
use checker::read_sheet::ReadSheet;
use kit::hidden_characters::seen;
use kit::masked::masked;
use kit::names::plain;
use mail::envelope::same_box;
use mail::message::Message;
use mail::readable::readable;
use report::wrapped;
use serde::Serialize;
use std::collections::BTreeSet;
use store::{
    Envelope, How, MailId, NewMail, PlayerRow, PowerRow, RawId, RawRow, Settling, Verdict, Way,
};

/// The most mails that are listed.
const MOST: u32 = 200;
/// What stands for the power of a sheet that names none.
pub const UNNAMED: &str = "POWER";
/// The longest answer, in letters.
const LONGEST: usize = 20_000;

/// A mail that needs the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WaitingMail {
    pub number: i64,
    pub received: String,
    /// The address it came from, which proves nothing.
    pub sender: String,
    /// The player of whom it was proved to be.
    pub player: Option<String>,
    pub subject: String,
    pub verdict: String,
    /// Why it waits.
    pub reason: String,
    /// What it could be: a sheet, a challenge, a question.
    pub could_be: String,
    /// What became of it: `replied`, with the umpire's words.
    pub settled: Option<String>,
}

/// One of them whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WaitingPage {
    #[serde(flatten)]
    pub mail: WaitingMail,
    pub source: String,
    /// What it says, decoded, with the tokens masked.
    pub text: String,
    /// The same as it was received.
    #[serde(skip)]
    pub raw_text: String,
    /// The powers of which it may hold a sheet; [`UNNAMED`] where a sheet does not say.
    #[serde(skip)]
    pub powers: Vec<String>,
    /// The players, to whom an answer may go.
    #[serde(skip)]
    pub players: Vec<String>,
    /// The player whose address or token it has, which proves nothing.
    #[serde(skip)]
    pub likely: Option<String>,
    /// What the umpire can do with it, as commands.
    pub answers: Vec<String>,
}

/// A mail that was settled, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettledMail {
    pub number: i64,
    /// `admitted`, `replied`, `refused` or `filed`.
    pub how: String,
    /// To whom an answer goes.
    pub to: Option<String>,
    /// The receipt of the sheet that was admitted.
    pub receipt: Option<String>,
    /// How many mails still wait.
    pub left: usize,
}

impl Desk {
    /// Lists the mails that wait for the umpire, or all that ever did, the newest last.
    pub fn waiting_mails(&self, settled_too: bool) -> Result<Vec<WaitingMail>, DeskError> {
        let rows = self.store.for_umpire(settled_too, MOST)?;
        rows.iter()
            .map(|row| self.waiting(&self.store.raw(row.id)?).map(|(mail, _)| mail))
            .collect()
    }

    /// Gives one incoming mail whole, with what can be done with it.
    pub fn waiting_mail(&self, number: i64) -> Result<WaitingPage, DeskError> {
        let raw = self.store.raw(RawId(number))?;
        let (mail, powers) = self.waiting(&raw)?;
        let players = self.store.players()?;
        let tokens = players.iter().map(|player| player.token.as_str());
        let masked = |text: &str| masked(&seen(text), tokens.clone());
        let text = masked(&readable(&Message::read(&raw.bytes)));
        let raw_text = masked(&String::from_utf8_lossy(&raw.bytes));
        let mut answers: Vec<String> = powers
            .iter()
            .map(|power| format!("umpire mail admit {number} --power {power} --reason TEXT"))
            .collect();
        if let Some(player) = mail.player.as_ref().filter(|_| is_absence(&mail.subject)) {
            answers.push(format!("umpire player away {player} FROM TO --mail {number}"));
        }
        let to = if mail.player.is_some() { "" } else { " --to PLAYER" };
        answers.push(format!("umpire mail reply {number}{to} TEXT"));
        answers.push(format!("umpire mail refuse {number}{to} TEXT"));
        answers.push(format!("umpire mail file {number}"));
        if mail.settled.is_some() {
            answers = vec![format!("umpire mail reopen {number}")];
        }
        let own = same_box(&mail.sender);
        let writes = players.iter().find(|one| same_box(&one.address) == own);
        let has_token = |one: &&PlayerRow| {
            raw.bytes.windows(one.token.len().max(1)).any(|part| part == one.token.as_bytes())
        };
        let likely = writes.or_else(|| players.iter().find(has_token));
        let likely = likely.map(|player| player.name.clone());
        let players = players.into_iter().map(|player| player.name).collect();
        let source = raw.source;
        Ok(WaitingPage { mail, source, text, raw_text, powers, players, likely, answers })
    }

    /// What a mail is at a glance, and the powers of which it may hold a sheet.
    fn waiting(&self, raw: &RawRow) -> Result<(WaitingMail, Vec<String>), DeskError> {
        let envelope = self.store.envelope(raw.id)?.unwrap_or_default();
        let players = self.store.players()?;
        let subject = masked(&envelope.subject, players.iter().map(|one| one.token.as_str()));
        let powers = self.sheets_in(raw)?;
        let own = players.iter().find(|player| Some(player.id) == envelope.player);
        let could_be = match powers.as_slice() {
            [] if is_challenge(&subject) => "a challenge of a result".to_owned(),
            [] if is_absence(&subject) => "a word that somebody is away".to_owned(),
            [] => "a question".to_owned(),
            powers => format!(
                "orders for {}{}",
                powers.join(" and "),
                if own.is_some() { "" } else { "; not proved to be from their player" }
            ),
        };
        let settled = self.store.settled(raw.id)?.map(|word| match word.note.as_str() {
            "" => word.how,
            note => format!("{}: {note}", word.how),
        });
        let mail = WaitingMail {
            number: raw.id.0,
            received: clock::show(&raw.received, &self.zone()?),
            sender: envelope.sender.unwrap_or_default(),
            player: own.map(|player| player.name.clone()),
            subject,
            verdict: raw.verdict.map_or("unread", |verdict| verdict.word()).to_owned(),
            reason: raw.reason.clone().unwrap_or_default(),
            could_be,
            settled,
        };
        Ok((mail, powers))
    }

    /// The powers for which a mail has orders; one whose power is not written counts as [`UNNAMED`].
    fn sheets_in(&self, raw: &RawRow) -> Result<Vec<String>, DeskError> {
        if raw.length.is_some() || self.store.campaign()?.ended.is_some() {
            return Ok(vec![]);
        }
        let known = self.store.powers()?;
        let keys = Keys::of(crate::referee(&self.store.campaign()?.rules)?);
        let reading = Reading::of(&raw.bytes, None, &keys);
        let mut powers: Vec<String> = reading
            .read_sheets
            .iter()
            .map(|sheet| power_in(sheet, &known).unwrap_or_else(|| UNNAMED.to_owned()))
            .collect();
        powers.sort();
        powers.dedup();
        Ok(powers)
    }

    /// Takes the sheet in a mail as a power's own, or admits the revision that came in it.
    pub fn admit_mail(
        &mut self,
        number: i64,
        power: Option<&str>,
        reason: &str,
    ) -> Result<SettledMail, DeskError> {
        let raw = self.store.raw(RawId(number))?;
        let context = self.intake_context()?;
        let power = power.map(|written| self.power(written)).transpose()?;
        for row in context.powers.iter().filter(|row| power.as_ref().is_none_or(|p| *p == row.name))
        {
            let revisions = self.store.revisions(context.season.id, &row.name)?;
            let waits = revisions.iter().find(|sheet| {
                sheet.raw == Some(raw.id)
                    && matches!(sheet.verdict, Verdict::Late | Verdict::NeedsUmpire)
            });
            if let Some(sheet) = waits {
                let word = Word::Sheet { power: &row.name, revision: sheet.revision };
                let (how, text) = (How::Admitted, sheet.receipt.clone());
                self.rule_on(word, reason)?;
                self.keep_settled(&raw, (how, reason), (vec![], vec![], vec![]))?;
                return self.settled_mail(number, how, Some(row.name.clone()), Some(text));
            }
        }
        let answer = self.sheet_of_mail(&context, &raw, power.as_deref(), reason)?;
        let Some((sheet, revision)) = answer.sheet.zip(answer.revision) else {
            return Err(DeskError::refused(format!(
                "the sheet in mail {number} does not count: {}",
                answer.reason
            )));
        };
        if !sheet.verdict.is_played() {
            let text = format!("the sheet in mail {number} does not count: {}", sheet.reason);
            return Err(DeskError::refused(text));
        }
        let post = self.receipt_post(&context, &sheet, revision, None)?;
        let mut mails = answer.mails;
        mails.extend(post.map(|post| self.compose(&post)).transpose()?);
        let kept = (vec![sheet], mails, answer.letters);
        self.keep_settled(&raw, (How::Admitted, reason), kept)?;
        self.settled_mail(number, How::Admitted, answer.power, Some(answer.text))
    }

    /// The answer to the sheet in a mail that is a power's: what the receipt says.
    fn sheet_of_mail(
        &self,
        context: &IntakeContext,
        raw: &RawRow,
        power: Option<&str>,
        reason: &str,
    ) -> Result<Answer, DeskError> {
        let number = raw.id.0;
        let refused = |text: String| Err(DeskError::refused(text));
        if raw.length.is_some() {
            return refused(format!("only the start of mail {number} was stored"));
        }
        let reading = Reading::of(&raw.bytes, None, &context.keys);
        let arrived = Arrived { at: &raw.received, raw: Some(raw.id), way: Way::Hand, why: reason };
        let mut found: Vec<Answer> = vec![];
        for sheet in &reading.read_sheets {
            // The power in the sheet's head is not overruled by naming another one.
            let own = power_in(sheet, &context.powers);
            if power.zip(own.as_deref()).is_none_or(|(power, own)| power == own) {
                found.push(self.answer(context, sheet, arrived, By::Hand(power))?);
            }
        }
        match (found.len(), power) {
            (1, _) => Ok(found.remove(0)),
            (0, Some(power)) => refused(format!("mail {number} has no sheet of {power}")),
            (0, None) => refused(format!("mail {number} has no sheet in it")),
            (many, _) => refused(format!(
                "mail {number} has {many} sheets that fit; save the right one in a file and hand \
                 it in with `umpire intake FILE`"
            )),
        }
    }

    /// Answers a mail; what is written is kept with it and goes to a registered address.
    pub fn reply_to_mail(
        &mut self,
        number: i64,
        to: Option<&str>,
        text: &str,
        refuses: bool,
    ) -> Result<SettledMail, DeskError> {
        let raw = self.store.raw(RawId(number))?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(DeskError::refused(format!("an answer has 1 to {LONGEST} characters"))
                .hint("give it after the number"));
        }
        let envelope = self.store.envelope(raw.id)?.unwrap_or_default();
        let how = if refuses { How::Refused } else { How::Replied };
        let mail = self.reply(number, &envelope, to, text)?;
        self.keep_settled(&raw, (how, text), (vec![], vec![mail], vec![]))?;
        let player = self.whom_to_answer(number, &envelope, to)?;
        self.settled_mail(number, how, Some(player.name), None)
    }

    /// An answer to a mail, in its thread.
    fn reply(
        &self,
        number: i64,
        envelope: &Envelope,
        to: Option<&str>,
        text: &str,
    ) -> Result<NewMail, DeskError> {
        let player = self.whom_to_answer(number, envelope, to)?;
        let paragraphs: Vec<String> =
            seen(text).split("\n\n").map(|one| wrapped(one, 72, 0)).collect();
        // A second answer to the same mail is another mail.
        let times = self.store.journal()?.len();
        self.compose(&Post {
            to: To::Player(player.id),
            kind: Kind::Reply,
            season: None,
            power: self.powers_of(&player)?.into_iter().next(),
            subject: format!("Re: {}", bare(&envelope.subject, &player.token)),
            text: paragraphs.join("\n\n"),
            html: None,
            attachments: vec![],
            answers: Some(Answered { message_id: envelope.message_id.clone(), references: vec![] }),
            key: reply_key(number, times),
        })
    }

    /// Puts a mail aside without an answer; what was done with it before stays said.
    pub fn file_mail(&mut self, number: i64, note: &str) -> Result<SettledMail, DeskError> {
        self.file_with(number, note, vec![])
    }

    fn file_with(
        &mut self,
        number: i64,
        note: &str,
        mails: Vec<NewMail>,
    ) -> Result<SettledMail, DeskError> {
        let raw = self.store.raw(RawId(number))?;
        let before = self.store.settled(raw.id)?.map(|word| (How::called(&word.how), word.note));
        let (how, note) = match before {
            Some((how, said)) if how != How::Filed => (how, format!("{said}; {}", note.trim())),
            Some(_) | None => (How::Filed, note.trim().to_owned()),
        };
        self.keep_settled(&raw, (how, &note), (vec![], mails, vec![]))?;
        self.settled_mail(number, how, None, None)
    }

    /// Notes the absence that a mail tells of, files the mail and tells its writer.
    pub fn away_by_mail(
        &mut self,
        number: i64,
        (who, first, last): (&str, &str, &str),
    ) -> Result<(Vec<Absence>, SettledMail), DeskError> {
        let absences = self.note_absence(who, first, last)?;
        let days = absences.first().map(|one| (one.first.clone(), one.last.clone()));
        let (first, last) = days.unwrap_or_default();
        let raw = self.store.raw(RawId(number))?;
        let envelope = self.store.envelope(raw.id)?.unwrap_or_default();
        let text = format!(
            "It is noted that you are away from {first} to {last}. Sheets that you send before \
             count, \
             and so do your standing orders."
        );
        let mail = match envelope.player {
            Some(_) => Some(self.reply(number, &envelope, None, &text)?),
            None => None,
        };
        let note = format!("away from {first} to {last}");
        let done = self.file_with(number, &note, mail.into_iter().collect())?;
        Ok((absences, done))
    }

    /// Takes back what was done with a mail, and its answer as long as that waits: the mail needs the
    /// umpire again.
    pub fn reopen_mail(&mut self, number: i64) -> Result<usize, DeskError> {
        let raw = self.store.raw(RawId(number))?;
        let Some(word) = self.store.settled(raw.id)? else {
            return Err(DeskError::refused(format!("nothing was done with mail {number} yet")));
        };
        let how = How::called(&word.how);
        if how == How::Admitted {
            return Err(DeskError::refused(format!("the sheet in mail {number} was admitted"))
                .hint("a newer sheet of the power replaces it"));
        }
        let answers = self.waiting_replies(number)?;
        if answers.is_empty() && how != How::Filed {
            return Err(DeskError::refused(format!("the answer to mail {number} has gone out"))
                .hint("`umpire mail reply` sends another"));
        }
        self.store.unsettle(raw.id, &answers, &self.clock.now())?;
        Ok(answers.len())
    }

    /// The answers to a mail that wait in the outbox.
    fn waiting_replies(&self, number: i64) -> Result<Vec<MailId>, DeskError> {
        let campaign = self.store.campaign()?;
        let settings = self.settings()?;
        let host = settings.mail.host();
        let own: BTreeSet<String> = (0..=self.store.journal()?.len())
            .map(|times| own_id(&campaign, &reply_key(number, times), host))
            .collect();
        let waiting = self.store.waiting()?.into_iter();
        Ok(waiting.filter(|mail| own.contains(&mail.message_id)).map(|mail| mail.id).collect())
    }

    /// The player whose mail it is, if that was proved; else the one who is named.
    fn whom_to_answer(
        &self,
        number: i64,
        envelope: &Envelope,
        to: Option<&str>,
    ) -> Result<PlayerRow, DeskError> {
        if let Some(written) = to {
            return self.player_named(written);
        }
        if let Some(id) = envelope.player {
            return self.player_by_id(id);
        }
        Err(DeskError::refused(format!(
            "whose mail {number} is was not proved, and answers go to registered addresses alone"
        ))
        .hint("name the player with --to, or answer a stranger from your own mail program"))
    }

    fn keep_settled(
        &mut self,
        raw: &RawRow,
        (how, note): (How, &str),
        (sheets, mails, letters): (
            Vec<store::NewSheet>,
            Vec<store::NewMail>,
            Vec<store::NewLetter>,
        ),
    ) -> Result<(), DeskError> {
        if raw.verdict.is_none() {
            return Err(DeskError::refused(format!("mail {} has not been read yet", raw.id.0))
                .hint("run `umpire intake`"));
        }
        step("before a mail is settled");
        let word = Settling::of(raw.id, how, note, &self.clock.now());
        self.store.settle(&Settling { sheets, mails, letters, ..word })?;
        step("a mail is settled");
        Ok(())
    }

    fn settled_mail(
        &self,
        number: i64,
        how: How,
        to: Option<String>,
        receipt: Option<String>,
    ) -> Result<SettledMail, DeskError> {
        let left = self.store.count_for_umpire()?;
        Ok(SettledMail { number, how: how.word().to_owned(), to, receipt, left })
    }
}

/// The key of an answer to a mail.
fn reply_key(number: i64, times: usize) -> String {
    format!("reply/{number}/{times}")
}

/// Whether a subject says that its writer is away for some days.
fn is_absence(subject: &str) -> bool {
    let words = ["away", "absence", "absent", "holiday", "holidays", "vacation"];
    plain(subject).split(|sign: char| !sign.is_alphanumeric()).any(|word| words.contains(&word))
}

/// The power that a sheet names.
fn power_in(sheet: &ReadSheet, known: &[PowerRow]) -> Option<String> {
    let written = sheet.tree().0?.get("power")?.text()?.to_owned();
    known.iter().find(|row| plain(&row.name) == plain(&written)).map(|row| row.name.clone())
}
