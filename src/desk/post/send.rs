//! Sending: the outbox is worked off, each mail until the other side says that it has it.
//!
//! A mail is marked as sent only after it was taken. A run that is stopped in between sends it
//! once more: the same bytes under the same Message-ID, which mail programs show once. What is not
//! taken is tried again later, at growing distances, and nothing of one player waits for another.

use crate::campaign::files;
use crate::campaign::settings::{Secret, Settings, Way};
use crate::kill_steps::step;
use crate::post::outgoing::{Kind, Post, To};
use crate::{Desk, DeskError, clock, slug};
use jiff::Timestamp;
use mail::outbox::smtp::{Server, Smtp};
use mail::outbox::{Outbox, Parcel, SendError, Trouble, folder::Folder, sendmail::Sendmail};
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::Duration;
use store::{MailRow, SendLock};

/// Minutes until a mail is tried again, by how often it was tried.
const PAUSES: [i64; 8] = [1, 5, 15, 60, 180, 360, 720, 1440];
/// No mail is put off for more hours than this.
const LONGEST_PAUSE: u32 = 25;
/// After so many mails in a row that nobody takes, nobody is there.
const CLOSED: usize = 3;

/// Hears how many mails are done, of how many, and the subject of the next.
pub type Teller<'a> = dyn FnMut(usize, usize, &str) + 'a;

/// What a run of sending is asked.
#[derive(Default)]
pub struct Errand<'a> {
    /// Only tell what would be sent.
    pub dry: bool,
    /// Try everything that waits, also what was refused or is to be tried later.
    pub again: bool,
    /// Told before each mail: how many are done, of how many, and which is next.
    pub told: Option<&'a mut Teller<'a>>,
    /// Asked before each mail: whether to stop here.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

/// What became of the outbox.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Sent {
    /// Where mail goes, in words.
    pub way: String,
    pub sent: Vec<Item>,
    /// What waits, each with why and until when.
    pub stuck: Vec<Item>,
    /// Notices that wait for the day's digest, or for an address of the umpire's.
    pub held: usize,
    /// Whether the settings name no address for notices to the umpire.
    pub nowhere: bool,
    /// Whether a signal ended the run before its end.
    pub stopped: bool,
    pub dry: bool,
}

/// One mail, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    pub number: i64,
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub tries: u32,
    /// What the other side said, or why it stays.
    pub said: Option<String>,
    /// When it is tried again; none if it is stuck until you say so.
    pub again: Option<String>,
    /// Whether the other side said that it never takes it.
    pub refused: bool,
}

impl Desk {
    /// Works off the outbox. One process does at a time.
    pub fn send(&mut self, mut errand: Errand<'_>) -> Result<Sent, DeskError> {
        let lock = self.store.lock_sending()?;
        let settings = self.settings()?;
        let mut sent = Sent { way: way(&settings), dry: errand.dry, ..Sent::default() };
        sent.nowhere = settings.mail.umpire().is_none();
        if errand.dry {
            let all = if errand.again { self.store.waiting()? } else { self.due()? };
            sent.sent = all.iter().filter(|row| !row.held).map(|row| self.item(row)).collect();
        } else {
            self.answer_postponed()?;
            self.gather_notices(&settings)?;
            if errand.again {
                self.store.try_all_again()?;
            }
            let mut outbox = self.outbox(&settings)?;
            self.work_off(&mut outbox, &mut errand, &mut sent, &lock)?;
        }
        let done: BTreeSet<i64> = sent.sent.iter().map(|item| item.number).collect();
        for row in self.store.waiting()?.iter().filter(|row| !done.contains(&row.id.0)) {
            if row.held {
                sent.held += 1;
            } else {
                sent.stuck.push(self.item(row));
            }
        }
        Ok(sent)
    }

    /// Notes that mail is about to be published and sent, so that a run which is stopped in between
    /// is told by the next one.
    pub fn begin_sending(&self) -> Result<(), DeskError> {
        files::write(&self.folder.join(files::SENDING), b"")
    }

    /// Forgets it again: the mail was sent, or why not was told.
    pub fn end_sending(&self) {
        // What stays is taken away by the next command.
        let _ = std::fs::remove_file(self.folder.join(files::SENDING));
    }

    /// Tells that mail waits which a stopped run was to send.
    pub fn left_unsent(&self) -> Result<Option<String>, DeskError> {
        if !self.folder.join(files::SENDING).exists() {
            return Ok(None);
        }
        let waiting = self.store.waiting()?.iter().filter(|row| !row.held).count();
        if waiting == 0 {
            self.end_sending();
            return Ok(None);
        }
        let mails = if waiting == 1 { "1 mail waits" } else { &format!("{waiting} mails wait") };
        Ok(Some(format!("an earlier sending run was interrupted, and {mails}; run `umpire send`")))
    }

    /// Whether a mail can be sent now.
    pub(crate) fn has_mail_due(&self) -> Result<bool, DeskError> {
        Ok(!self.due()?.is_empty())
    }

    fn due(&self) -> Result<Vec<MailRow>, DeskError> {
        let now = self.clock.now();
        // What is put off for longer than any pause was put off by a clock that was wrong.
        Ok(self.store.due(&now, &clock::later(&now, LONGEST_PAUSE))?)
    }

    /// Those who have a mail that is to be tried later.
    fn put_off(&self) -> Result<BTreeSet<String>, DeskError> {
        let due: BTreeSet<i64> = self.due()?.iter().map(|row| row.id.0).collect();
        let later = self.store.waiting()?.into_iter().filter(|row| {
            !row.refused && !row.held && row.again.is_some() && !due.contains(&row.id.0)
        });
        Ok(later.map(|row| row.recipient).collect())
    }

    /// The lock is handed in so that nobody sends without it.
    fn work_off(
        &mut self,
        outbox: &mut Outbox,
        errand: &mut Errand<'_>,
        sent: &mut Sent,
        _lock: &SendLock,
    ) -> Result<(), DeskError> {
        let due = self.due()?;
        let (whole, mut in_a_row) = (due.len(), 0);
        // Whose mail was not taken gets none of the rest until it is tried again: they are in
        // order.
        let mut waiting = self.put_off()?;
        for (done, row) in due.into_iter().enumerate() {
            if errand.stop.is_some_and(|stop| stop()) {
                sent.stopped = true;
                break;
            }
            // It may have been cancelled meanwhile.
            let row = self.store.mail_row(row.id)?;
            if row.state != store::MailState::Waiting || waiting.contains(&row.recipient) {
                continue;
            }
            if let Some(told) = &mut errand.told {
                told(done, whole, &row.subject);
            }
            match self.hand_over(outbox, &row)? {
                Ok(said) => {
                    in_a_row = 0;
                    sent.sent.push(Item { said: Some(said), ..self.item(&row) });
                }
                Err(error) => {
                    // What is not liked for its words holds up nothing else.
                    if error.kind != Trouble::Unwanted {
                        waiting.insert(row.recipient);
                    }
                    in_a_row = if error.kind == Trouble::Closed { in_a_row + 1 } else { 0 };
                }
            }
            if in_a_row >= CLOSED {
                break;
            }
        }
        Ok(())
    }

    /// Hands one mail over and notes what came of it.
    fn hand_over(
        &mut self,
        outbox: &mut Outbox,
        row: &MailRow,
    ) -> Result<Result<String, SendError>, DeskError> {
        let body = match self.mail_for_good(row.id) {
            Err(DeskError::Compose(error)) => {
                let why = error.to_string();
                self.store.put_off(row.id, &why, None)?;
                return Ok(Err(SendError { kind: Trouble::Unwanted, why }));
            }
            body => body?,
        };
        let settings = self.settings()?;
        let sender = if row.sender.is_empty() { &settings.mail.address } else { &row.sender };
        let tokens: Vec<String> =
            self.store.players()?.into_iter().map(|player| player.token).collect();
        let name = &file_name(row);
        let (recipient, body, tokens) = (&row.recipient, &body, &tokens);
        let parcel = Parcel { name, sender, recipient, body, tokens };
        step("a mail is about to go");
        let outcome = outbox.send(&parcel, &step);
        step("a mail was taken or not");
        match &outcome {
            Ok(_) => self.store.mark_sent(row.id, &self.clock.now())?,
            Err(error) if matches!(error.kind, Trouble::Refused | Trouble::Unwanted) => {
                self.store.put_off(row.id, &error.why, None)?;
                // An address at which nobody reads is another matter than a mail that is not liked.
                if let Some(player) = row.player.filter(|_| error.kind == Trouble::Refused) {
                    let since = format!("{}: {}", self.clock.now(), error.why);
                    self.store.set_failing(player, Some(&since))?;
                }
            }
            Err(error) => {
                let again = self.later(row.tries);
                self.store.put_off(row.id, &error.why, Some(&again))?;
            }
        }
        step("what became of a mail is kept");
        Ok(outcome)
    }

    /// When a mail is tried again that was tried so often before.
    fn later(&self, tries: u32) -> String {
        let at = usize::try_from(tries).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
        clock::minutes_later(&self.clock.now(), PAUSES[at])
    }

    fn item(&self, row: &MailRow) -> Item {
        let zone = self.zone().unwrap_or(jiff::tz::TimeZone::UTC);
        Item {
            number: row.id.0,
            kind: row.kind.clone(),
            recipient: row.recipient.clone(),
            subject: row.subject.clone(),
            tries: row.tries,
            said: row.fault.clone(),
            again: row.again.as_deref().map(|time| clock::show(time, &zone)),
            refused: row.refused,
        }
    }

    /// The way out that the settings name.
    fn outbox(&self, settings: &Settings) -> Result<Outbox, DeskError> {
        let (mail, smtp) = (&settings.mail, &settings.mail.smtp);
        Ok(match mail.send {
            Way::Folder => {
                self.refuse_to_write_outside(&mail.folder)?;
                Outbox::Folder(Folder { path: self.folder.join(&mail.folder) })
            }
            Way::Sendmail => {
                self.trusted(settings)?;
                Outbox::Sendmail(Sendmail::new(&mail.sendmail))
            }
            Way::Smtp => {
                let trusted = self.trusted(settings)?;
                let certificate = smtp.certificate.as_ref().map(|path| self.folder.join(path));
                let read =
                    |path: &std::path::PathBuf| std::fs::read(path).map_err(DeskError::file(path));
                let read_secret = |secret: &Secret| secret.read(&self.folder, &trusted);
                let password = smtp.password.as_ref().map(read_secret);
                let server = Server {
                    name: smtp.server.clone(),
                    port: smtp.port,
                    safety: smtp.tls,
                    login: smtp.user.clone().zip(password.transpose()?),
                    certificate: certificate.as_ref().map(read).transpose()?,
                    patience: Duration::from_secs(smtp.patience),
                };
                let smtp = Smtp::new(server).map_err(|error| {
                    DeskError::refused(format!("{error}"))
                        .hint("correct `mail.smtp` in umpire.yaml")
                })?;
                Outbox::Smtp(smtp)
            }
        })
    }

    /// Makes one mail of the notices that wait, once a day at the time that the settings name.
    fn gather_notices(&mut self, settings: &Settings) -> Result<(), DeskError> {
        let held = self.store.held()?;
        // Without an address they wait in `umpire status`.
        let Some(oldest) = held.first().filter(|_| settings.mail.umpire().is_some()) else {
            return Ok(());
        };
        let (zone, now) = (settings.zone()?, self.clock.now());
        let read = |time: &str| time.parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        if let Some(time) = settings.digest()? {
            let made = read(&oldest.made).to_zoned(zone.clone());
            let today = made.date().to_datetime(time).to_zoned(zone.clone());
            let today = today.unwrap_or_else(|_| made.clone());
            let next = if today > made {
                today
            } else {
                today.checked_add(jiff::Span::new().days(1)).unwrap_or(today)
            };
            // A notice from the future was made by a clock that was wrong.
            if read(&now) < next.timestamp() && oldest.made <= now {
                return Ok(());
            }
        }
        let entries: Vec<String> = held
            .iter()
            .map(|notice| {
                let at = clock::show(&notice.made, &zone);
                format!("{at}\n{}\n\n{}", notice.subject, notice.text.trim_end())
            })
            .collect();
        let last = held.last().map_or(0, |notice| notice.id.0);
        let digest = self.compose(&Post {
            to: To::Umpire,
            kind: Kind::Digest,
            season: None,
            power: None,
            subject: format!("{} notices", held.len()),
            text: entries.join("\n\n----------------------------------------\n\n"),
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("digest/{}/{last}", oldest.id.0),
        })?;
        let ids: Vec<_> = held.iter().map(|notice| notice.id).collect();
        step("a digest is composed");
        self.store.post_digest(&digest, &ids)?;
        step("a digest is in the outbox");
        Ok(())
    }
}

fn way(settings: &Settings) -> String {
    let mail = &settings.mail;
    match mail.send {
        Way::Folder => format!("files in {}", mail.folder.display()),
        Way::Sendmail => mail.sendmail.display().to_string(),
        Way::Smtp => mail.smtp.server.clone(),
    }
}

/// The name of a mail as a file: its number, what it is, whose it is.
fn file_name(row: &MailRow) -> String {
    let whose =
        row.power.as_deref().unwrap_or(if row.player.is_some() { "player" } else { "umpire" });
    format!("{:04}-{}-{}", row.id.0, slug(&row.kind), slug(whose))
}
