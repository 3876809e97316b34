//! What the screen asks of the desk. The campaign is opened for each thing anew, for reading where
//! nothing is written, so that other commands can run meanwhile.

use super::line::{About, Ask};
use super::screen::{Effect, Evening, Pane, Screen, Settle};
use crate::cli::{many, short};
use desk::campaign::deadline::Due;
use desk::post::send::Errand;
use desk::season::publish::Published;
use desk::season::rulings::Word;
use desk::season::tonight::Weighing;
use desk::{Access, Desk, DeskError};
use kit::names::sentence;
use ratatui::crossterm::event::KeyCode;
use std::path::{Path, PathBuf};

/// A screen and the campaign that it shows.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    pub screen: Screen,
    /// The questions of the last draft that an evening showed.
    weighing: Option<Weighing>,
    /// Whether it is over.
    pub done: bool,
}

impl Session {
    pub fn open(given: Option<&Path>) -> Result<Session, DeskError> {
        let desk = Desk::open(given, Access::Read)?;
        let screen = Screen::new(desk.overview()?);
        Ok(Session { folder: desk.folder().to_owned(), screen, weighing: None, done: false })
    }

    fn desk(&self, access: Access) -> Result<Desk, DeskError> {
        Desk::open(Some(&self.folder), access)
    }

    /// Obeys a key; what the desk refuses is said at the foot. Before something that takes time,
    /// `busy` shows the screen.
    pub fn press(&mut self, key: KeyCode, mut busy: impl FnMut(&mut Screen)) {
        if let Some(effect) = self.screen.key(key) {
            self.obey(effect, &mut busy);
        }
    }

    fn obey(&mut self, effect: Effect, busy: &mut impl FnMut(&mut Screen)) {
        let mut next = Some(effect);
        while let Some(effect) = next {
            if let Some(word) = patience(&effect) {
                self.screen.told = word.to_owned();
                busy(&mut self.screen);
                self.screen.told.clear();
            }
            next = match self.work(effect) {
                Ok(next) => next,
                Err(error) => {
                    self.screen.ask_again(&sentence(&error.to_string()));
                    None
                }
            };
        }
    }

    /// Looks whether another command has changed the campaign; then all is read anew.
    pub fn listen(&mut self) -> bool {
        // Whoever is typing or reading is not disturbed.
        if self.screen.ask.is_some() || self.screen.over().is_some() {
            return false;
        }
        // What cannot be read now is told when it is asked for.
        let pulse = self.desk(Access::Read).and_then(|desk| desk.pulse());
        let news = pulse.is_ok_and(|pulse| pulse != self.screen.overview().pulse);
        if news {
            let renewed = match self.screen.pane {
                // The evening drafts the season, and nothing is drafted unasked.
                Pane::Tonight => self.again().map(|_| {
                    let word = "Another command has changed the campaign; u reads the evening.";
                    self.screen.nothing(Pane::Tonight, word);
                }),
                _ => {
                    let word =
                        "Another command has changed the campaign; this is how it stands now.";
                    self.renew(word).map(drop)
                }
            };
            if let Err(error) = renewed {
                self.screen.say(&sentence(&error.to_string()));
            }
        }
        news
    }

    /// Does one thing; gives what is to be done next.
    fn work(&mut self, effect: Effect) -> Result<Option<Effect>, DeskError> {
        match effect {
            Effect::Quit => {
                self.done = true;
                Ok(None)
            }
            Effect::Show(pane) => self.show(pane),
            Effect::Explain(number) => {
                let desk = self.desk(Access::Read)?;
                let told = match self.screen.pane {
                    Pane::Diff => desk.explain(None, number)?,
                    _ => match self.screen.season() {
                        Some(season) => desk.explain_of(season, number)?,
                        None => desk.explain(None, number)?,
                    },
                };
                self.screen.explanation(&told);
                Ok(None)
            }
            Effect::Again => self.again(),
            Effect::Resolve { anyway } => self.resolve(anyway),
            Effect::Summary => {
                let summary = self.desk(Access::Read)?.before_publishing()?;
                self.screen.read("what is published", &summary.join("\n"));
                let opens = self.desk(Access::Read)?.opens_without_deadline()?;
                self.screen.ask = Some(Ask::new(About::Publish(opens)));
                Ok(None)
            }
            Effect::Publish { deadline } => {
                let due = deadline.as_deref().map(Due::of);
                let published = self.desk(Access::Write)?.publish(None, due)?;
                self.renew(&told(&published))
            }
            Effect::PublishAndSend { force, deadline } => {
                self.publish_and_send(force.as_deref(), deadline.as_deref())
            }
            Effect::Send => {
                let mails = self.send()?;
                self.renew(&sentence(&mails))
            }
            Effect::Reopen(number) => {
                let cancelled = self.desk(Access::Write)?.reopen_mail(number)?;
                let answer = if cancelled > 0 { "; its answer is not sent" } else { "" };
                self.renew(&format!("Mail {number} needs you again{answer}."))
            }
            Effect::Mail(number) => {
                let mail = self.desk(Access::Read)?.waiting_mail(number)?;
                self.screen.mail(mail);
                Ok(None)
            }
            Effect::Settle(number, how) => self.settle(number, how),
            Effect::AdmitSheet { power, revision, reason } => {
                self.rule(Word::Sheet { power: &power, revision }, &reason)
            }
            Effect::Evening(act) => self.act(act),
            Effect::Rule { key, answer, reason } => {
                self.rule(Word::Answer { key: &key, answer: &answer }, &reason)
            }
            Effect::Fact { at, text, reason } => {
                self.rule(Word::Fact { at: &at, text: &text }, &reason)
            }
            Effect::Drop(number) => {
                self.desk(Access::Write)?.drop_ruling(number)?;
                self.renew(&format!(
                    "Ruling {number} is taken back; r plays the season without it."
                ))
            }
        }
    }

    fn show(&mut self, pane: Pane) -> Result<Option<Effect>, DeskError> {
        let (desk, screen) = (self.desk(Access::Read)?, &mut self.screen);
        let Some(season) = screen.season().cloned() else { return Ok(None) };
        match pane {
            Pane::Tonight => return self.evening(),
            Pane::Mail => screen.mails(&desk.waiting_mails(screen.settled_too())?),
            Pane::Seasons => {}
            Pane::Gist => match desk.glance_of(&season) {
                Ok(told) => screen.gist(told.as_ref()),
                Err(refused @ DeskError::Refused { .. }) => {
                    screen.nothing(pane, &sentence(&refused.to_string()))
                }
                Err(error) => return Err(error),
            },
            Pane::Events => screen.events(&desk.chronicle_of(&season)?),
            Pane::Questions => screen.questions(desk.questions_of(&season)?),
            Pane::Rulings => screen.rulings(desk.rulings_of(&season)?),
            Pane::Eyes => screen.reports(desk.reports_of(&season)?),
            Pane::Diff => match desk.changes(screen.against()) {
                Ok(changes) => {
                    let newest = screen.overview().seasons.last();
                    let name = newest.map_or(season.name, |newest| newest.name.clone());
                    screen.changes(&name, &changes);
                }
                Err(refused @ (DeskError::Refused { .. } | DeskError::Ended)) => {
                    screen.nothing(pane, &sentence(&refused.to_string()));
                }
                Err(error) => return Err(error),
            },
        }
        Ok(None)
    }

    /// Reads the evening; a season for which enough sheets are in is drafted.
    fn evening(&mut self) -> Result<Option<Effect>, DeskError> {
        let before = self.weighing.take();
        let read = |mut desk: Desk| desk.tonight_after(false, before.as_ref());
        match self.desk(Access::Write).and_then(read) {
            Ok(evening) => {
                self.weighing = evening.weighing();
                let overview = self.desk(Access::Read)?.overview()?;
                self.screen.drafted(overview);
                self.screen.tonight(evening);
            }
            Err(refused) => self.screen.nothing(Pane::Tonight, &sentence(&refused.to_string())),
        }
        Ok(None)
    }

    /// Publishes the draft that the evening showed, and sends what is in the outbox.
    fn publish_and_send(
        &mut self,
        force: Option<&str>,
        deadline: Option<&str>,
    ) -> Result<Option<Effect>, DeskError> {
        let Some(shown) = self.screen.shown().cloned() else { return Ok(None) };
        let mut desk = self.desk(Access::Write)?;
        desk.begin_sending()?;
        let published = desk.publish_shown(&shown, force, deadline.map(Due::of));
        if published.is_err() {
            desk.end_sending();
        }
        let published = published?;
        drop(desk);
        let mails = self.send()?;
        self.renew(&format!("{} {}", told(&published), sentence(&mails)))
    }

    /// Sends what waits in the outbox; says in words what became of it.
    fn send(&self) -> Result<String, DeskError> {
        // Sending waits for another writer, since a mail that was accepted must be marked as sent.
        let mut patient = self.desk(Access::Intake)?;
        let sent = patient.send(Errand::default());
        patient.end_sending();
        Ok(match sent {
            Ok(sent) if sent.stuck.is_empty() => format!("{} sent", many(sent.sent.len(), "mail")),
            Ok(sent) => format!(
                "{} sent, {} stay in the outbox: see `umpire status`",
                many(sent.sent.len(), "mail"),
                sent.stuck.len()
            ),
            Err(error) => format!("the mails stay in the outbox: {error}"),
        })
    }

    /// Adds words, sets the deadline, reminds or rolls back.
    fn act(&mut self, act: Evening) -> Result<Option<Effect>, DeskError> {
        let mut desk = self.desk(Access::Write)?;
        let word = match act {
            Evening::Narrate { to, text } => {
                desk.narrate(to.as_deref(), &text)?;
                let whom = to.as_deref().unwrap_or("all powers");
                format!("The reports of {whom} say it; pane 8 shows them.")
            }
            Evening::Deadline(written) => {
                let shown = desk.set_deadline(Due::of(&written), None)?;
                format!("The deadline is {shown}; a mail to each player says so.")
            }
            Evening::Remind => {
                let all = desk.remind(false)?;
                let who: Vec<&str> = all.iter().map(|one| one.power.as_str()).collect();
                match who.as_slice() {
                    [] => "No reminder is due; the settings in umpire.yaml say when.".to_owned(),
                    who => format!("Reminders for {} are in the outbox.", who.join(", ")),
                }
            }
            Evening::Rollback(reason) => {
                let back = desk.rollback(&reason)?;
                let (reports, sent) = (many(back.cancelled, "report"), back.sent);
                let season = &back.season;
                let kept = match (&back.after, &back.deadline) {
                    (Some(after), Some(at)) => format!(" The deadline of {after} stays {at}."),
                    _ => String::new(),
                };
                format!(
                    "{season} is withdrawn and open again; {reports} cancelled, {sent} had gone \
                     out.{kept}"
                )
            }
        };
        drop(desk);
        self.renew(&word)
    }

    /// Settles a mail; says what became of it, and how many still wait.
    fn settle(&mut self, number: i64, how: Settle) -> Result<Option<Effect>, DeskError> {
        let mut desk = self.desk(Access::Write)?;
        let done = match how {
            Settle::Admit { power, reason } => desk.admit_mail(number, power.as_deref(), &reason),
            Settle::Reply { to, text, refuses } => {
                desk.reply_to_mail(number, to.as_deref(), &text, refuses)
            }
            Settle::File { note } => desk.file_mail(number, &note),
            Settle::Away { player, first, last } => {
                desk.away_by_mail(number, (&player, &first, &last)).map(|(_, done)| done)
            }
        }?;
        drop(desk);
        let left = match done.left {
            0 => "no other mail needs you".to_owned(),
            1 => "1 mail needs you".to_owned(),
            left => format!("{left} mails need you"),
        };
        let word = format!("Mail {}: {}; {left}.", done.number, done.how);
        self.renew(&word)?;
        if let Some(receipt) = &done.receipt {
            self.screen.read("the receipt", receipt);
        }
        Ok(None)
    }

    /// Shows the first pane, once the screen is there.
    pub fn begin(&mut self, mut busy: impl FnMut(&mut Screen)) {
        let Some(effect) = self.screen.show(Pane::Tonight) else { return };
        self.obey(effect, &mut busy);
    }

    fn again(&mut self) -> Result<Option<Effect>, DeskError> {
        let overview = self.desk(Access::Read)?.overview()?;
        Ok(self.screen.renew(overview))
    }

    /// Reads all anew after a change and says what it was.
    fn renew(&mut self, word: &str) -> Result<Option<Effect>, DeskError> {
        let next = self.again()?;
        if let Some(effect) = next {
            self.work(effect)?;
        }
        self.screen.say(word);
        Ok(None)
    }

    fn resolve(&mut self, anyway: bool) -> Result<Option<Effect>, DeskError> {
        let mut desk = self.desk(Access::Write)?;
        if !anyway && let Err(error) = desk.expect_quorum() {
            let DeskError::Refused { .. } = &error else { return Err(error) };
            self.screen.read("sheets are missing", &error.to_string());
            self.screen.ask = Some(Ask::new(About::Anyway));
            return Ok(None);
        }
        let resolved = desk.resolve()?;
        drop(desk);
        let odd = resolved.odd.len();
        let word = format!(
            "Drafted {}, digest {}; {}.",
            resolved.season,
            short(&resolved.digest),
            match odd {
                0 => "nothing looks odd".to_owned(),
                1 => "1 thing looks odd".to_owned(),
                _ => format!("{odd} things look odd"),
            }
        );
        self.renew(&word)
    }

    fn rule(&mut self, word: Word<'_>, reason: &str) -> Result<Option<Effect>, DeskError> {
        let ruled = self.desk(Access::Write)?.rule_on(word, reason)?;
        let word = match ruled.checked {
            true if self.screen.pane == Pane::Tonight => {
                format!("Ruling {} is saved, and the season is drafted with it.", ruled.number)
            }
            true => format!("Ruling {} is saved; r plays it.", ruled.number),
            false => format!("Ruling {} is saved; r tells whether it fits.", ruled.number),
        };
        self.renew(&word)
    }
}

/// What is said while one waits, where one does.
fn patience(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Resolve { .. } => Some("The season is being played ..."),
        Effect::Publish { .. } | Effect::PublishAndSend { .. } => {
            Some("The season is being published ...")
        }
        Effect::Send => Some("The mails are being sent ..."),
        Effect::Summary => Some("The reports are being composed ..."),
        Effect::Show(Pane::Tonight) => Some("The season is being drafted and weighed ..."),
        Effect::Show(Pane::Gist) => Some("The season is being read ..."),
        Effect::Settle(..)
        | Effect::Rule { .. }
        | Effect::AdmitSheet { .. }
        | Effect::Fact { .. }
        | Effect::Drop(_)
        | Effect::Reopen(_)
        | Effect::Evening(_) => Some("One moment ..."),
        _ => None,
    }
}

fn told(published: &Published) -> String {
    let Published { season, digest, next, late, .. } = published;
    if *late {
        return format!(
            "{season} is already published; its reports were missing and are written now."
        );
    }
    let after = match next {
        Some(next) => format!("orders for {next} are being collected"),
        None => "the campaign has ended".to_owned(),
    };
    format!("Published {season}, digest {}; {after}.", short(digest))
}
