//! The command line: one file a subcommand. It asks the desk or the archive and prints.
//!
//! A command is plain lines, good for pipes; with `--json`, one document; only `umpire desk` draws
//! on a full screen. An error is one sentence on standard error and exit code 1; a command
//! that was called wrongly gives 2.
//!
//! Not here: any decision about a campaign.

mod archive;
mod backup;
mod case;
mod check;
mod compose;
mod composing;
mod deadline;
mod demo;
mod desk;
mod end;
mod evening;
mod form;
mod guide;
mod intake;
mod invite;
mod mail;
mod manual;
mod narrate;
mod new;
mod pace;
mod player;
mod print;
mod publish;
mod remind;
mod report;
mod resolve;
mod rollback;
mod rules;
mod ruling;
mod schema;
mod send;
mod start;
mod status;
mod table;
mod tonight;
mod topic;
mod trust;
mod verify;
mod watch;
#[cfg(feature = "serve")]
mod write;

use ::archive::ArchiveError;
use ::desk::{Access, Desk, DeskError};
use clap::{Parser, Subcommand};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a strategic wargame by mail
///
/// Players mail order sheets; you take them in, resolve the season, read the draft and publish it.
/// Each player gets a report of exactly what they could have seen.
///
/// An error is one sentence on standard error, also with --json.
///
/// Start with `umpire demo`, which plays a whole season without any set-up.
#[derive(Debug, Parser)]
#[command(name = "umpire", version, max_term_width = 100)]
pub struct Cli {
    /// The campaign's folder [default: the current folder or one above it]
    #[arg(long, global = true, value_name = "DIR", env = "UMPIRE_CAMPAIGN")]
    campaign: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Demo),
    New(new::New),
    Trust(trust::Trust),
    Player(player::Player),
    Invite(invite::Invite),
    Start(start::Start),
    Intake(intake::Intake),
    Mail(mail::Mail),
    Check(check::Check),
    Form(form::Form),
    #[cfg(feature = "serve")]
    Write(write::WriteSheet),
    Compose(compose::ExportPage),
    Status(status::Status),
    Tonight(tonight::Tonight),
    Deadline(deadline::Deadline),
    Remind(remind::Remind),
    Pace(pace::Pace),
    Resolve(resolve::Resolve),
    Questions(ruling::Questions),
    Ruling(ruling::Ruling),
    Narrate(narrate::Narrate),
    Desk(desk::FullScreen),
    Report(report::Report),
    Publish(publish::Publish),
    Send(send::Send),
    Rollback(rollback::Rollback),
    End(end::End),
    Verify(verify::Verify),
    Reveal(end::Reveal),
    Archive(archive::Archive),
    Backup(backup::Backup),
    Guide(guide::Guide),
    Rules(rules::Rules),
    Schema(schema::Schema),
    Case(case::Case),
    Topic(topic::Topic),
    Completions(manual::Completions),
    Man(manual::Man),
    #[command(name = ::desk::post::printer::WORKER, hide = true)]
    Print(print::Print),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("cannot print: {0}")]
    Out(#[from] io::Error),
    #[error("cannot write {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("cannot serialize it as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A mail server is to keep the mail and try again.
    #[error("{0}")]
    Temporary(String),
    /// A mail server is to send the mail back.
    #[error("{0}")]
    Lasting(String),
    #[error(
        "this program was built without the checkers for browsers; make them with \
         `src/web/build.sh FOLDER` and build it again with `UMPIRE_WEB=FOLDER cargo build --release`"
    )]
    NoModules,
    /// All that there is to say has been printed.
    #[error("the command failed")]
    Told,
    /// The same, with an exit code of its own.
    #[error("the command failed with the code {0}")]
    Code(u8),
    /// A command whose other exit codes mean something was called wrongly.
    #[error(transparent)]
    Called(DeskError),
}

impl CliError {
    /// The exit code: for a mail server one of sysexits.h, else 1.
    fn code(&self) -> ExitCode {
        match self {
            CliError::Temporary(_) => ExitCode::from(75),
            CliError::Lasting(_) => ExitCode::from(65),
            CliError::Code(code) => ExitCode::from(*code),
            CliError::Called(_) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}

type Outcome = Result<(), CliError>;

impl Cli {
    /// Runs the command and gives the exit code.
    pub fn run(self) -> ExitCode {
        let mut out = BufWriter::new(io::stdout().lock());
        let done = self.command.run(self.campaign.as_deref(), &mut out);
        let done = done.and_then(|()| Ok(out.flush()?));
        match done {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads has read enough.
            Err(CliError::Out(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Err(error) => {
                let _ = out.flush();
                if !matches!(error, CliError::Told | CliError::Code(_)) {
                    eprintln!("failed: {error}");
                }
                error.code()
            }
        }
    }
}

impl Command {
    fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let open = |access| -> Result<Desk, DeskError> {
            let desk = Desk::open(campaign, access)?;
            if access != Access::Read {
                tell_unsent(&desk)?;
            }
            Ok(desk)
        };
        match self {
            Command::Demo(demo) => demo.run(out),
            Command::New(new) => new.run(out),
            Command::Trust(trust) => trust.run(campaign, out),
            Command::Player(player) => player.run(&mut open(Access::Write)?, out),
            Command::Invite(invite) => invite.run(&mut open(Access::Write)?, out),
            Command::Start(start) => start.run(&mut open(Access::Write)?, out),
            Command::Intake(intake) => intake.run(campaign, out),
            Command::Check(check) => check.run(campaign, out),
            Command::Form(form) => form.run(&open(Access::Read)?, out),
            #[cfg(feature = "serve")]
            Command::Write(write) => write.run(out),
            Command::Status(status) => status.run(&open(Access::Read)?, out),
            Command::Tonight(tonight) => tonight.run(campaign, out),
            Command::Mail(mail) if mail.only_reads() => mail.run(&mut open(Access::Read)?, out),
            Command::Mail(mail) => mail.run(&mut open(Access::Write)?, out),
            Command::Deadline(deadline) => deadline.run(&mut open(Access::Write)?, out),
            Command::Pace(pace) => pace.run(&mut open(Access::Intake)?, out),
            Command::Remind(remind) => remind.run(&mut open(Access::Intake)?, out),
            Command::Resolve(resolve) => resolve.run(&mut open(Access::Write)?, out),
            Command::Questions(questions) => questions.run(&open(Access::Read)?, out),
            Command::Ruling(ruling) => ruling.run(&mut open(Access::Write)?, out),
            Command::Narrate(narrate) => narrate.run(&mut open(Access::Write)?, out),
            Command::Desk(desk) => desk.run(campaign),
            Command::Report(report) => report.run(&open(Access::Read)?, out),
            Command::Publish(publish) => publish.run(&mut open(Access::Write)?, out),
            Command::Send(send) => send.run(&mut Desk::open(campaign, Access::Intake)?, out),
            Command::Rollback(rollback) => rollback.run(&mut open(Access::Write)?, out),
            Command::End(end) => end.run(&mut open(Access::Write)?, out),
            Command::Verify(verify) => verify.run(campaign, out),
            Command::Reveal(reveal) => reveal.run(&mut open(Access::Write)?, out),
            Command::Archive(archive) => archive.run(campaign, out),
            Command::Backup(backup) => backup.run(&open(Access::Read)?, out),
            Command::Guide(guide) => guide.run(campaign, out),
            Command::Rules(rules) => rules.run(out),
            Command::Compose(compose) => compose.run(out),
            Command::Schema(schema) => schema.run(out),
            Command::Case(case) => case.run(campaign, out),
            Command::Topic(topic) => topic.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::Man(man) => man.run(out),
            Command::Print(print) => print.run(),
        }
    }
}

/// Says that mail waits which a stopped run was to send.
fn tell_unsent(desk: &Desk) -> Result<(), DeskError> {
    if let Some(sentence) = desk.left_unsent()? {
        eprintln!("note: {sentence}");
    }
    Ok(())
}

/// Prints a document for a script.
fn json(out: &mut dyn Write, document: &impl Serialize) -> Outcome {
    serde_json::to_writer_pretty(&mut *out, document).map_err(|error| {
        if error.is_io() { CliError::Out(error.into()) } else { CliError::Json(error) }
    })?;
    Ok(writeln!(out)?)
}

/// A number of things: `1 mail`, `2 mails`.
fn many(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The first digits of a digest: enough for the eye.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
