//! A mailbox and the campaigns that it serves: which mail is whose, and nothing is taken from it
//! before it is kept.
//!
//! Not here: what a mail is worth (`receive.rs`).

use crate::campaign::files;
use crate::intake::context::IntakeContext;
use crate::intake::reading::Reading;
use crate::intake::receive::{Intake, Readings};
use crate::intake::routing::{Directory, Unrouted, Way};
use crate::kill_steps::step;
use crate::post::send::{Errand, Sent};
use crate::{Access, Desk, DeskError};
use mail::source::files::{Files, Given};
use mail::source::{Batch, Handle, RawMail, Source};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::RawId;

pub use mail::source::AtPath;

/// Where mail is to be taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Files(Vec<PathBuf>),
    /// One mail by standard input, from a mail server.
    Pipe,
    /// A source of that kind, at a path.
    At(AtPath, PathBuf),
    /// The mailbox on a server that the settings name.
    Imap,
}

/// A mailbox, and the campaigns that it serves.
#[derive(Debug)]
pub struct Mailbox {
    desks: Vec<Desk>,
    source: Box<dyn Source>,
    /// What judging needed at the last look, as far as it still holds; none of a campaign for which
    /// there was nothing to judge.
    contexts: Vec<Option<IntakeContext>>,
    /// Where mails are put that are for none of many campaigns.
    unrouted: Option<Unrouted>,
}

impl Mailbox {
    /// Opens a mailbox for one campaign, or for all in a folder.
    pub fn open(
        campaign: Option<&Path>,
        campaigns: Option<&Path>,
        origin: &Origin,
    ) -> Result<Mailbox, DeskError> {
        let desks = match campaigns {
            Some(folder) => all(folder)?,
            None => vec![Desk::open(campaign, Access::Intake)?],
        };
        let now = desks.first().map(|desk| desk.clock.now()).unwrap_or_default();
        let files = |paths: Vec<PathBuf>, pipe| Files { paths: paths.into(), now, pipe };
        let source: Box<dyn Source> = match origin {
            Origin::Files(paths) => Box::new(files(paths.clone(), false)),
            Origin::Pipe => Box::new(files(vec!["-".into()], true)),
            Origin::At(kind, path) => kind.source(whole(path)),
            Origin::Imap => imap(&desks)?,
        };
        let unrouted = campaigns.map(Unrouted::beside);
        Ok(Mailbox { desks, source, contexts: vec![], unrouted })
    }

    /// The campaigns that it serves.
    pub fn desks(&self) -> &[Desk] {
        &self.desks
    }

    /// How long to wait between two looks.
    pub fn pause(&self) -> Result<Duration, DeskError> {
        let pauses = self.desks.iter().map(|desk| Ok(desk.settings()?.intake.pause));
        let pauses: Vec<u64> = pauses.collect::<Result<_, DeskError>>()?;
        Ok(Duration::from_secs(pauses.into_iter().min().unwrap_or(60)))
    }

    /// Takes in one mail that somebody has in hand, as if it had come into the mailbox.
    pub fn hand_in(&mut self, mail: &[u8]) -> Result<Intake, DeskError> {
        let mut source = Given(Some(RawMail::given(mail)));
        let unrouted = self.unrouted.as_ref();
        receive(
            (&mut self.desks, unrouted),
            &mut source,
            &mut self.contexts,
            &AtomicBool::new(false),
        )
    }

    /// Sends the answers and reports of campaigns that go at once.
    pub fn send(&mut self) -> Result<Vec<Sent>, DeskError> {
        let mut all = vec![];
        for desk in &mut self.desks {
            if desk.sends_at_once()? && desk.has_mail_due()? {
                let quietly = Errand { dry: false, again: false, told: None, stop: None };
                all.push(desk.send(quietly)?);
            }
        }
        Ok(all)
    }

    /// Takes the umpire's reason for what they take in by hand.
    pub fn give_reason(&mut self, reason: &str) {
        self.desks.iter_mut().for_each(|desk| desk.give_reason(reason));
    }

    /// Takes in what there is; stops after the batch at hand when it is told to.
    pub fn take_in(&mut self, stop: &AtomicBool) -> Result<Intake, DeskError> {
        let unrouted = self.unrouted.as_ref();
        receive((&mut self.desks, unrouted), &mut *self.source, &mut self.contexts, stop)
    }
}

/// Canonicalizes a path, so that a mailbox has one name.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// All campaigns in a folder that have not ended, by name.
fn all(folder: &Path) -> Result<Vec<Desk>, DeskError> {
    let mut folders = vec![];
    for entry in std::fs::read_dir(folder).map_err(DeskError::file(folder))? {
        let path = entry.map_err(DeskError::file(folder))?.path();
        if path.join(files::CAMPAIGN).is_file() {
            folders.push(path);
        }
    }
    folders.sort();
    let mut desks = vec![];
    for path in folders {
        let desk = Desk::open(Some(&path), Access::Intake)?;
        if desk.store.campaign()?.ended.is_none() {
            desks.push(desk);
        }
    }
    if desks.is_empty() {
        return Err(DeskError::refused(format!("no active campaign in {}", folder.display()))
            .hint("name the folder above the campaigns"));
    }
    Ok(desks)
}

#[cfg(feature = "imap")]
fn imap(desks: &[Desk]) -> Result<Box<dyn Source>, DeskError> {
    use mail::source::imap::{Account, Imap};

    for desk in desks {
        let settings = desk.settings()?;
        let Some(imap) = settings.intake.imap.clone() else { continue };
        let trusted = desk.trusted(&settings)?;
        return Ok(Box::new(Imap::new(Account {
            password: imap.password.read(&desk.folder, &trusted)?,
            server: imap.server,
            port: imap.port,
            user: imap.user,
            folder: imap.folder,
            done: imap.done,
            certificate: imap.certificate.map(|path| desk.folder.join(path)),
            patience: Duration::from_secs(imap.patience),
        })));
    }
    Err(DeskError::refused("umpire.yaml names no mailbox").hint("fill in `intake.imap`"))
}

#[cfg(not(feature = "imap"))]
fn imap(_: &[Desk]) -> Result<Box<dyn Source>, DeskError> {
    Err(DeskError::refused("this umpire was built without `imap`")
        .hint("build it with that feature"))
}

impl Desk {
    /// Takes in order sheets and mails that lie in files.
    pub fn intake(&mut self, paths: Vec<PathBuf>) -> Result<Intake, DeskError> {
        let mut files = Files { paths: paths.into(), now: self.clock.now(), pipe: false };
        self.receive(&mut files)
    }

    /// Takes in what a source has for this campaign, and what an earlier run left unread.
    pub(crate) fn receive(&mut self, source: &mut dyn Source) -> Result<Intake, DeskError> {
        let desks = std::slice::from_mut(self);
        receive((desks, None), source, &mut vec![], &AtomicBool::new(false))
    }
}

/// Takes in what a source has for some campaigns. A game is opened only if there is a mail for it.
pub(crate) fn receive(
    (desks, unrouted): (&mut [Desk], Option<&Unrouted>),
    source: &mut dyn Source,
    contexts: &mut Vec<Option<IntakeContext>>,
    stop: &AtomicBool,
) -> Result<Intake, DeskError> {
    let mut intake = Intake::default();
    let mut locks = vec![];
    contexts.resize_with(desks.len(), || None);
    for (desk, context) in desks.iter_mut().zip(contexts.iter_mut()) {
        locks.push(files::lock_intake(&desk.folder)?);
        // One that has ended takes nothing in.
        desk.current()?;
        if let Some(mut kept) = context.take()
            && desk.still_holds(&kept)?
        {
            kept.waiting.clear();
            *context = Some(kept);
        }
        if desk.store.unread_after(RawId(0), 1)?.is_empty() {
            continue;
        }
        desk.judge_all(opened(desk, context)?, Readings::new(), &mut intake, stop)?;
    }
    let directory = Directory::of(desks)?;
    let mut touched = vec![false; desks.len()];
    let name = source.name();
    source.open(mark(desks, source)?.as_deref())?;
    while !stop.load(Ordering::SeqCst) {
        let batch = source.fetch()?;
        if batch.is_empty() {
            break;
        }
        let (routed, astray) = sorted(&directory, desks, (batch, source.is_given()), &mut intake)?;
        let all = routed.iter().flatten().map(|(mail, _)| mail).chain(&astray);
        let taken: Vec<Handle> = all.map(|mail| mail.handle.clone()).collect();
        if let Some(unrouted) = unrouted {
            unrouted.keep(&astray, &mut intake)?;
        }
        let mark = source.mark(&taken);
        let mark = name.as_deref().zip(mark.as_deref());
        let mut left: Vec<Option<Readings>> = vec![];
        for (at, mails) in routed.into_iter().enumerate() {
            let desk = &mut desks[at];
            left.push(match (mails.is_empty(), mark) {
                (true, None) => None,
                (true, Some(_)) => {
                    desk.store.keep_raws(&[], mark, &desk.clock.now())?;
                    None
                }
                (false, _) => {
                    touched[at] = true;
                    desk.keep(opened(desk, &mut contexts[at])?, mails, mark, &mut intake)?
                }
            });
        }
        source.release(&taken, &mut || step("after a mail was let go"))?;
        for ((desk, context), left) in desks.iter_mut().zip(contexts.iter_mut()).zip(left) {
            if let Some(read) = left {
                desk.judge_all(opened(desk, context)?, read, &mut intake, stop)?;
            }
        }
    }
    // A mail server that hands in one mail after the other wakes those alone that they are for.
    let wakes_all = !(source.is_given() && desks.len() > 1);
    for (desk, _) in desks.iter_mut().zip(touched).filter(|(_, touched)| wakes_all || *touched) {
        desk.pace_besides(&mut intake.paced);
    }
    Ok(intake)
}

/// What judging needs of a campaign, opened if it is not yet.
fn opened<'c>(
    desk: &Desk,
    context: &'c mut Option<IntakeContext>,
) -> Result<&'c mut IntakeContext, DeskError> {
    if context.is_none() {
        // What another command was stopped over is written once, not at every look.
        desk.lay_out()?;
        *context = Some(desk.intake_context()?);
    }
    Ok(context.as_mut().expect("it was opened"))
}

/// The mails of each campaign, with what was read of them, and those that are for none.
type Sorted = (Vec<Vec<(RawMail, Option<Reading>)>>, Vec<RawMail>);

/// Sorts a batch by the campaigns that its mails are for.
fn sorted(
    directory: &Directory,
    desks: &[Desk],
    (batch, is_given): (Batch, bool),
    intake: &mut Intake,
) -> Result<Sorted, DeskError> {
    let mut routed: Vec<Vec<(RawMail, Option<Reading>)>> = desks.iter().map(|_| vec![]).collect();
    let mut astray = vec![];
    for mail in batch {
        match mail {
            Err(error) => intake.unreadable(error.to_string()),
            Ok(mail) => match directory.route(desks, &mail, is_given)? {
                Way::To(at, reading) => routed[at].push((mail, reading.map(|reading| *reading))),
                Way::Elsewhere => intake.left += 1,
                Way::Nowhere => astray.push(mail),
            },
        }
    }
    Ok((routed, astray))
}

/// How far a source was read for all campaigns that have ever read it. A new one has nothing in
/// what came before it, so it changes nothing.
fn mark(desks: &[Desk], source: &dyn Source) -> Result<Option<String>, DeskError> {
    let Some(name) = source.name() else { return Ok(None) };
    let marks = desks.iter().map(|desk| Ok(desk.store.source_mark(&name)?));
    let marks: Vec<Option<String>> = marks.collect::<Result<_, DeskError>>()?;
    let mut marks: Vec<String> = marks.into_iter().flatten().collect();
    marks.dedup();
    Ok(if marks.len() < 2 { marks.pop() } else { source.earliest(marks) })
}
