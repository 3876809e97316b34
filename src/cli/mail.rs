//! `umpire mail`: the mails that need a person, and what becomes of them.

use super::{Outcome, json, many};
use desk::intake::check::read_sheet;
use desk::intake::settle::{SettledMail, WaitingMail, WaitingPage};
use desk::{Desk, wrapped};
use std::io::Write;
use std::path::Path;

/// Read, admit, answer or file the mails that need you
///
/// A mail needs you when intake cannot decide: orders from a strange address, two sheets for one
/// power, a question, a challenge. Answers are kept, and go to a registered address alone.
///
/// Example: umpire mail list
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Mail {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List the mails that need you, the newest last
    List {
        /// Those that were settled as well
        #[arg(long)]
        all: bool,
        /// Print them as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show an incoming mail and what can be done with it, or every mail that needs you
    Show {
        /// The mail's number, as notices and lists show it; without it all that need you
        number: Option<i64>,
        /// As it was received, with its whole header and nothing decoded
        #[arg(long, conflicts_with = "json")]
        raw: bool,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Take the sheet in a mail as a power's own
    Admit {
        number: i64,
        /// Whose sheet it is, if it does not say so or has several
        #[arg(long)]
        power: Option<String>,
        /// Why; reports say it
        #[arg(long)]
        reason: String,
    },
    /// Answer a mail
    Reply(Words),
    /// Answer that a mail does not count, and why
    Refuse(Words),
    /// Put a mail aside without an answer
    File {
        number: i64,
        /// A note for yourself
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Take back what was done with a mail, and its answer while that waits in the outbox
    Reopen { number: i64 },
}

#[derive(Debug, clap::Args)]
struct Words {
    number: i64,
    /// What to write; `-` reads it from standard input
    text: String,
    /// The player to whom it goes, where the mail does not prove whose it is
    #[arg(long, value_name = "PLAYER")]
    to: Option<String>,
}

impl Mail {
    /// Whether it changes nothing.
    pub fn only_reads(&self) -> bool {
        matches!(self.verb, Verb::List { .. } | Verb::Show { .. })
    }

    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::List { all, json: as_json } => {
                let mails = desk.waiting_mails(all)?;
                if as_json { json(out, &mails) } else { list(&mails, out) }
            }
            Verb::Show { number, raw, json: as_json } => {
                let numbers = match number {
                    Some(number) => vec![number],
                    None => desk.waiting_mails(false)?.iter().map(|mail| mail.number).collect(),
                };
                let pages = numbers.into_iter().map(|one| desk.waiting_mail(one));
                let pages = pages.collect::<Result<Vec<_>, _>>()?;
                match (pages.as_slice(), as_json) {
                    ([page], true) if number.is_some() => json(out, page),
                    (pages, true) => json(out, &pages),
                    ([], false) => Ok(writeln!(out, "No mail needs you.")?),
                    (pages, false) => show_all(pages, raw, out),
                }
            }
            Verb::Admit { number, power, reason } => {
                settled(&desk.admit_mail(number, power.as_deref(), &reason)?, out)
            }
            Verb::Reply(words) => reply(desk, &words, false, out),
            Verb::Refuse(words) => reply(desk, &words, true, out),
            Verb::File { number, note } => settled(&desk.file_mail(number, &note)?, out),
            Verb::Reopen { number } => reopen(desk, number, out),
        }
    }
}

fn reply(desk: &mut Desk, words: &Words, refuses: bool, out: &mut dyn Write) -> Outcome {
    let text = match words.text.as_str() {
        "-" => String::from_utf8_lossy(&read_sheet(Path::new("-"))?).into_owned(),
        text => text.to_owned(),
    };
    settled(&desk.reply_to_mail(words.number, words.to.as_deref(), &text, refuses)?, out)
}

fn list(mails: &[WaitingMail], out: &mut dyn Write) -> Outcome {
    if mails.is_empty() {
        writeln!(out, "No mail needs you.")?;
        return Ok(());
    }
    for mail in mails {
        let WaitingMail { number, received, sender, player, subject, reason, .. } = mail;
        let who = match player {
            Some(player) => format!("{player} <{sender}>"),
            None => sender.clone(),
        };
        writeln!(out, "{number}  {received}  {who}  {subject}")?;
        let line = format!("{}: {reason}", mail.could_be);
        writeln!(out, "    {}", wrapped(&line, 74, 4))?;
        if let Some(settled) = &mail.settled {
            writeln!(out, "    {}", wrapped(settled, 74, 4))?;
        }
    }
    writeln!(out, "`umpire mail show NUMBER` shows one, and what can be done with it.")?;
    Ok(())
}

fn show_all(pages: &[WaitingPage], raw: bool, out: &mut dyn Write) -> Outcome {
    for (at, page) in pages.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        show(page, raw, out)?;
    }
    Ok(())
}

fn reopen(desk: &mut Desk, number: i64, out: &mut dyn Write) -> Outcome {
    let cancelled = match desk.reopen_mail(number)? {
        0 => String::new(),
        _ => "; its answer is not sent".to_owned(),
    };
    Ok(writeln!(out, "Mail {number} needs you again{cancelled}.")?)
}

fn show(page: &WaitingPage, raw: bool, out: &mut dyn Write) -> Outcome {
    let WaitingMail { number, received, verdict, reason, could_be, settled, .. } = &page.mail;
    writeln!(out, "# mail {number}, {received}, {}", page.source)?;
    let line = if reason.is_empty() { verdict.clone() } else { format!("{verdict}: {reason}") };
    writeln!(out, "# {}", wrapped(&line, 76, 2))?;
    if *verdict == "needs the umpire" {
        writeln!(out, "# it could be {}", wrapped(could_be, 70, 2))?;
    }
    if let Some(settled) = settled {
        writeln!(out, "# {}", wrapped(settled, 76, 2))?;
    }
    let text = if raw { &page.raw_text } else { &page.text };
    writeln!(out, "{}\n", text.trim_end())?;
    for answer in &page.answers {
        writeln!(out, "# {answer}")?;
    }
    Ok(())
}

pub(super) fn settled(done: &SettledMail, out: &mut dyn Write) -> Outcome {
    if let Some(receipt) = &done.receipt {
        writeln!(out, "{}\n", receipt.trim_end())?;
    }
    let to = match (&done.to, done.how.as_str()) {
        (Some(to), "admitted") => format!(" for {to}"),
        (Some(to), _) => format!("; the answer to {to} waits in the outbox"),
        (None, _) => String::new(),
    };
    writeln!(out, "Mail {}: {}{to}.", done.number, done.how)?;
    match done.left {
        0 => writeln!(out, "No other mail needs you.")?,
        1 => writeln!(out, "1 mail needs you.")?,
        left => writeln!(out, "{} need you.", many(left, "mail"))?,
    }
    Ok(())
}
