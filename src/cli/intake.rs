//! `umpire intake`: sheets and mails in, receipts out.

use super::{CliError, Outcome, json};
use desk::intake::mailbox::{AtPath, Mailbox, Origin};
use desk::intake::receive::{Intake as Taken, Receipt};
use desk::post::send::Sent;
use kit::hidden_characters::seen;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Take in order sheets and mail
///
/// Files are order sheets, or mails as a mail program saves them; `-` is standard input. The other
/// ways read a mailbox. Each mail is stored unchanged and gets a verdict before it is moved or
/// marked at its source; the answer waits for `umpire send`. What an earlier run left unread is
/// judged too. Mails of other games stay where they are.
///
/// The exit code is 0 if all is well and 1 if a sheet was rejected or could not be read or judged;
/// the others are taken in all the same. With a mailbox, a rejected sheet is not a failure. With
/// --stdin the codes are those of sysexits.h: 0 the mail is kept, 75 try again, 65 no campaign
/// takes it.
///
/// Examples:
///   umpire intake france.yaml austria.yaml
///   umpire intake --maildir ~/Maildir --watch
///   umpire intake --stdin --campaign /srv/games/italy < mail.eml
///   umpire intake --imap --campaigns /srv/games
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Intake {
    /// The order sheets or mails
    #[arg(value_name = "FILE", conflicts_with = "mailbox")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    mailbox: From,
    /// Serve all campaigns in this folder; a mail goes to the one whose token it has, else to the
    /// one whose mail it answers or whose tag its subject has; the others go to DIR/unrouted
    #[arg(long, value_name = "DIR")]
    campaigns: Option<PathBuf>,
    /// Keep checking, at the interval set in umpire.yaml, until a signal ends it
    #[arg(long, conflicts_with_all = ["files", "stdin"])]
    watch: bool,
    /// Why sheets are taken in by hand; the receipt, the record and every report say so
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["mailbox", "campaigns"])]
    reason: Option<String>,
    /// Print what became of each as JSON
    #[arg(long)]
    json: bool,
}

/// What a verdict is about: the file, or the mail with its sender and subject.
fn of(receipt: &Receipt) -> String {
    let Receipt { source, number, sender, subject, .. } = receipt;
    // A file is kept under its name and the time.
    let named = source.strip_prefix("file ").and_then(|file| file.rsplit_once(", "));
    let file = named.map_or(source.as_str(), |(file, _)| file);
    let Some(subject) = subject else { return format!("{}:", seen(file)) };
    let sender = sender.as_deref().unwrap_or("an unknown sender");
    let number = number.map_or_else(String::new, |number| format!(" {number}"));
    let about = format!("Mail{number} from {sender}, \"{subject}\" ({file}):");
    seen(&about).into_owned()
}

/// Where mail is taken from, if not from files.
#[derive(Debug, clap::Args)]
#[group(id = "mailbox", multiple = false)]
struct From {
    /// One mail from standard input, as a mail server pipes it
    #[arg(long)]
    stdin: bool,
    /// A Maildir; what is kept goes from new/ to cur/
    #[arg(long, value_name = "DIR")]
    maildir: Option<PathBuf>,
    /// An mbox; reading continues where the last run stopped, and it is never written
    #[arg(long, value_name = "FILE")]
    mbox: Option<PathBuf>,
    /// The mailbox set as `intake.imap` in umpire.yaml
    #[arg(long)]
    imap: bool,
}

impl Intake {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let origin = self.origin();
        if origin == Origin::Pipe {
            return self.pipe(campaign, &origin, out);
        }
        let mut mailbox = Mailbox::open(campaign, self.campaigns.as_deref(), &origin)?;
        if let Some(reason) = &self.reason {
            mailbox.give_reason(reason);
        }
        for desk in mailbox.desks() {
            super::tell_unsent(desk)?;
        }
        if self.watch {
            return self.watch(&mut mailbox, out);
        }
        let taken = mailbox.take_in(&AtomicBool::new(false));
        if let Ok(taken) = &taken {
            self.print(taken, out)?;
        }
        // Also when nothing can be taken in: an earlier run may have been stopped before it sent.
        self.tell_sent(&mailbox.send()?, out)?;
        let taken = taken?;
        let refused = ["rejected", "needs the umpire"];
        let by_hand = matches!(origin, Origin::Files(_));
        let well = refused.iter().all(|verdict| !taken.counts.contains_key(*verdict));
        let well = (well || !by_hand) && taken.unreadable.is_empty();
        if well { Ok(()) } else { Err(CliError::Told) }
    }

    fn origin(&self) -> Origin {
        let From { stdin, maildir, mbox, imap } = &self.mailbox;
        match (maildir, mbox) {
            (Some(path), _) => Origin::At(AtPath::Maildir, path.clone()),
            (_, Some(path)) => Origin::At(AtPath::Mbox, path.clone()),
            _ if *imap => Origin::Imap,
            _ if *stdin => Origin::Pipe,
            _ => Origin::Files(self.files.clone()),
        }
    }

    /// Takes one mail from a mail server, and tells it in its own terms what to do with it.
    fn pipe(&self, campaign: Option<&Path>, origin: &Origin, out: &mut dyn Write) -> Outcome {
        let never = AtomicBool::new(false);
        let opened = Mailbox::open(campaign, self.campaigns.as_deref(), origin);
        let taken = opened.and_then(|mut mailbox| {
            let taken = mailbox.take_in(&never)?;
            // The mail is kept; what cannot be sent now waits in the outbox for the next run.
            let _ = mailbox.send();
            Ok(taken)
        });
        match taken {
            Ok(taken) if taken.unreadable.is_empty() => {
                // A mail server mails back what is printed, so nothing is unless it is asked for.
                if self.json { json(out, &taken) } else { Ok(()) }
            }
            Ok(taken) => Err(CliError::Temporary(taken.unreadable.join("; "))),
            Err(error) if error.is_lasting() => Err(CliError::Lasting(error.to_string())),
            Err(error) => Err(CliError::Temporary(error.to_string())),
        }
    }

    fn watch(&self, mailbox: &mut Mailbox, out: &mut dyn Write) -> Outcome {
        let stop = super::watch::flag()?;
        let mut told = String::new();
        while !stop.load(Ordering::SeqCst) {
            let taken = mailbox.take_in(&stop);
            if let Ok(taken) = &taken {
                self.print(taken, out)?;
            }
            let sent = mailbox.send();
            if let Ok(sent) = &sent {
                self.tell_sent(sent, out)?;
            }
            match taken.and(sent) {
                Ok(_) => {
                    out.flush()?;
                    told.clear();
                }
                // A server that is away comes back; the same sentence is said once.
                Err(error) => {
                    let sentence = error.to_string();
                    if told != sentence {
                        eprintln!("failed: {sentence}");
                        told = sentence;
                    }
                }
            }
            let until = Instant::now() + mailbox.pause().unwrap_or(Duration::from_secs(60));
            while Instant::now() < until && !stop.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        Ok(())
    }

    fn print(&self, taken: &Taken, out: &mut dyn Write) -> Outcome {
        if self.json {
            if !self.watch || !taken.counts.is_empty() {
                json(out, taken)?;
            }
        } else {
            for receipt in &taken.receipts {
                writeln!(out, "{}", of(receipt))?;
                writeln!(out, "{}\n", receipt.text.trim_end())?;
            }
            let all: usize = taken.counts.values().sum();
            if all > taken.receipts.len() {
                let counts =
                    taken.counts.iter().map(|(verdict, count)| format!("{count} {verdict}"));
                writeln!(out, "In total: {}.", counts.collect::<Vec<_>>().join(", "))?;
            }
            if taken.waiting > 0 {
                let mails = super::many(taken.waiting, "mail");
                let why = "the DNS did not say who signed them";
                writeln!(out, "{mails} kept for a later run: {why}.")?;
            }
            if taken.left > 0 {
                writeln!(
                    out,
                    "{} of other games left where they were.",
                    super::many(taken.left, "mail")
                )?;
            }
            for mail in &taken.unrouted {
                writeln!(out, "Unrouted: {mail}")?;
            }
            for paced in &taken.paced {
                writeln!(out, "{}.", paced.told)?;
            }
        }
        for sentence in &taken.unreadable {
            out.flush()?;
            eprintln!("failed: {sentence}");
        }
        Ok(())
    }

    /// Says what was sent of the answers and reports of campaigns that go at once.
    fn tell_sent(&self, all: &[Sent], out: &mut dyn Write) -> Outcome {
        if !self.json {
            for sent in all {
                super::send::tell(sent, out)?;
            }
        }
        Ok(())
    }
}
