//! `umpire archive`: the seasons that have been played, and what each holds.

use super::table::{self, Column};
use super::{Outcome, json, resolve, short};
use crate::archive::{Archive as Library, LetterPage, MailLine, MailPage, Volume};
use crate::desk::{Access, Desk, campaign_file};
use serde_json::Value as Json;
use std::io::Write;
use std::path::Path;

/// Read what has been played
///
/// Example: umpire archive show "spring 1796" --as france
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Archive {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List the seasons
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show one season
    Show(Show),
    /// Show a mail that came in, as it came; without a number, list those that need you
    ///
    /// Tokens are masked; a part in which one stood encoded is shown decoded. A sheet that was read out of it is under `umpire archive show --orders`.
    Mail {
        /// The mail's number, as notices and lists give it
        number: Option<i64>,
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, clap::Args)]
struct Show {
    /// The season's name or number
    season: String,
    /// Show what this power got or sent, and nothing else
    #[arg(long = "as", value_name = "POWER")]
    eye: Option<String>,
    #[command(flatten)]
    part: Part,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Part {
    /// Every event, one a line: a sentence, or with --json whole
    #[arg(long)]
    events: bool,
    /// One event with all that it rests on, by its number
    #[arg(long, value_name = "EVENT")]
    event: Option<usize>,
    /// Every revision of the sheets
    #[arg(long)]
    orders: bool,
    /// The reports
    #[arg(long)]
    report: bool,
    /// Every chit, die, decision and ruling, one a line
    #[arg(long)]
    ledger: bool,
    /// The letters that were carried
    #[arg(long)]
    letters: bool,
}

impl Archive {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let library = Library::open(&campaign_file(campaign)?)?;
        match self.verb {
            Verb::List { json: true } => json(out, &library.list()?),
            Verb::List { json: false } => list(&library.list()?, out),
            Verb::Mail { number: Some(number), json: true } => json(out, &library.mail(number)?),
            Verb::Mail { number: Some(number), json: false } => mail(&library.mail(number)?, out),
            Verb::Mail { number: None, json: true } => json(out, &library.mails()?),
            Verb::Mail { number: None, json: false } => mails(&library.mails()?, out),
            Verb::Show(show) => show.run(&library, campaign, out),
        }
    }
}

fn list(seasons: &[Volume], out: &mut dyn Write) -> Outcome {
    let row = |season: &Volume| {
        vec![
            season.number.to_string(),
            season.season.clone(),
            season.status.clone(),
            season.opened.clone(),
            season.sheets.to_string(),
            season.digest.as_deref().map_or("-", short).to_owned(),
        ]
    };
    let rows: Vec<_> = seasons.iter().map(row).collect();
    let columns = [
        Column("no", 6),
        Column("season", 24),
        Column("status", 14),
        Column("opened", 24),
        Column("sheets", 8),
        Column("digest", 16),
    ];
    Ok(table::print(out, &columns, &rows)?)
}

fn mails(mails: &[MailLine], out: &mut dyn Write) -> Outcome {
    if mails.is_empty() {
        writeln!(out, "No mail needs you.")?;
        return Ok(());
    }
    for mail in mails {
        let MailLine { number, received, sender, subject, reason, .. } = mail;
        writeln!(out, "{number}  {received}  {sender}  {subject}\n    {reason}")?;
    }
    Ok(())
}

fn mail(page: &MailPage, out: &mut dyn Write) -> Outcome {
    let MailLine { number, received, verdict, reason, .. } = &page.line;
    let colon = if reason.is_empty() { "" } else { ": " };
    writeln!(out, "# mail {number}, {received}, {}", page.source)?;
    writeln!(out, "# {verdict}{colon}{reason}\n{}", page.text.trim_end())?;
    Ok(())
}

impl Show {
    fn run(self, library: &Library, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let (season, eye) = (self.season.as_str(), self.eye.as_deref());
        let Part { events, event, orders, report, ledger, letters } = self.part;
        if events && self.json {
            return documents(&library.events(season, eye)?, true, out);
        }
        if events || event.is_some() {
            // Nobody but the umpire may ask; whoever does is told so.
            library.events(season, eye)?;
            let desk = Desk::open(campaign, Access::Read)?;
            return match event {
                Some(number) => {
                    resolve::explained(&desk.explain(Some(season), number)?, self.json, out)
                }
                None => resolve::chronicle(&desk.chronicle(Some(season))?, out),
            };
        }
        if ledger {
            return documents(&library.ledger(season, eye)?, self.json, out);
        }
        if letters {
            let pages = library.letters(season, eye)?;
            if self.json {
                return json(out, &pages);
            }
            for LetterPage { from, to, received, text } in pages {
                let when = received.map_or_else(String::new, |time| format!(", {time}"));
                writeln!(out, "# {from} to {to}{when}\n{}\n", text.trim_end())?;
            }
            return Ok(());
        }
        if orders {
            let pages = library.orders(season, eye)?;
            if self.json {
                return json(out, &pages);
            }
            for page in pages {
                let (power, revision, verdict) = (&page.power, page.revision, &page.verdict);
                writeln!(out, "# {power}, revision {revision}, {}: {verdict}", page.received)?;
                writeln!(out, "{}\n", page.text.trim_end())?;
            }
            return Ok(());
        }
        if report || eye.is_some() {
            let pages = library.reports(season, eye)?;
            if self.json {
                return json(out, &pages);
            }
            for page in pages {
                writeln!(out, "{}", page.text.trim_end())?;
            }
            return Ok(());
        }
        let volume = library.season(season)?;
        if self.json { json(out, &volume) } else { overview(&volume, out) }
    }
}

fn overview(volume: &Volume, out: &mut dyn Write) -> Outcome {
    let none = "-";
    writeln!(out, "{}, season {}: {}", volume.season, volume.number, volume.status)?;
    writeln!(out, "  opened    {}", volume.opened)?;
    writeln!(out, "  deadline  {}", volume.deadline.as_deref().unwrap_or(none))?;
    writeln!(out, "  sheets    {}", volume.sheets)?;
    writeln!(out, "  events    {}", volume.events)?;
    writeln!(out, "  answers   {} in the ledger", volume.dice)?;
    writeln!(out, "  root      {}", volume.root.as_deref().unwrap_or(none))?;
    writeln!(out, "  digest    {}", volume.digest.as_deref().unwrap_or(none))?;
    Ok(())
}

fn documents(documents: &[Json], as_json: bool, out: &mut dyn Write) -> Outcome {
    if as_json {
        return json(out, &documents);
    }
    for document in documents {
        writeln!(out, "{document}")?;
    }
    Ok(())
}
