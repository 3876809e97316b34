//! `umpire archive show`: one season and what it holds.

use super::super::{Outcome, json, resolve};
use archive::chapter::Chapter;
use archive::{Archive as Library, LetterPage, SeasonMail, Volume};
use desk::{Access, Desk, wrapped};
use serde_json::Value as Json;
use std::io::Write;
use std::path::Path;

/// How wide a line is.
const WIDTH: usize = 79;

#[derive(Debug, clap::Args)]
pub struct Show {
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
    /// Every event, one a line: as a sentence, or in full with --json; with --as, what that power
    /// saw
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
    /// The newspaper, which is the same for everybody
    #[arg(long)]
    newspaper: bool,
    /// Every chit, die, decision and ruling, one a line
    #[arg(long)]
    ledger: bool,
    /// The letters that were carried
    #[arg(long)]
    letters: bool,
    /// The map at its end, in words
    #[arg(long)]
    map: bool,
    /// The mails that came and went in it
    #[arg(long)]
    mail: bool,
}

impl Show {
    pub fn run(self, library: &Library, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let (season, eye) = (self.season.as_str(), self.eye.as_deref());
        let Part { events, event, orders, report, newspaper, ledger, letters, map, mail } =
            self.part;
        if events || event.is_some() {
            return self.happened(library, campaign, out);
        }
        if ledger {
            return documents(&library.ledger(season, eye)?, self.json, out);
        }
        if mail {
            return mails(&library.mails_of(season, eye)?, self.json, out);
        }
        if map {
            let chapter = library.chapter(season, &library.audience(eye)?)?;
            return match self.json {
                true => json(out, &chapter.chart),
                false => Ok(writeln!(out, "{}", chapter.map_told().trim_end())?),
            };
        }
        if newspaper {
            let text = library.newspaper(season, eye)?;
            return match self.json {
                true => json(out, &text),
                false => Ok(writeln!(out, "{}", text.trim_end())?),
            };
        }
        if letters {
            return letters_of(&library.letters(season, eye)?, self.json, out);
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

    /// The events: all for the umpire, for a power what it saw of them.
    fn happened(&self, library: &Library, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let (season, eye) = (self.season.as_str(), self.eye.as_deref());
        let audience = library.audience(eye)?;
        if self.part.events && audience.power().is_some() {
            let chapter = library.chapter(season, &audience)?;
            return if self.json { json(out, &chapter.annals) } else { story(&chapter, out) };
        }
        // Nobody but the umpire may ask for an event whole; whoever does is told so.
        let whole = library.events(season, eye)?;
        if self.part.events && self.json {
            return documents(&whole, true, out);
        }
        let desk = Desk::open(campaign, Access::Read)?;
        match self.part.event {
            Some(number) => {
                resolve::explained(&desk.explain(Some(season), number)?, self.json, out)
            }
            None => resolve::chronicle(&desk.chronicle(Some(season))?, out),
        }
    }
}

/// What one power saw, part by part.
fn story(chapter: &Chapter, out: &mut dyn Write) -> Outcome {
    for part in &chapter.annals.parts {
        writeln!(out, "{}", part.heading)?;
        for line in &part.lines {
            writeln!(out, "  {}", wrapped(&line.text, WIDTH - 2, 4))?;
        }
    }
    Ok(())
}

fn letters_of(pages: &[LetterPage], as_json: bool, out: &mut dyn Write) -> Outcome {
    if as_json {
        return json(out, &pages);
    }
    for LetterPage { from, to, received, text } in pages {
        let when = received.as_ref().map_or_else(String::new, |time| format!(", {time}"));
        writeln!(out, "# {from} to {to}{when}\n{}\n", text.trim_end())?;
    }
    Ok(())
}

fn mails(pages: &[SeasonMail], as_json: bool, out: &mut dyn Write) -> Outcome {
    if as_json {
        return json(out, &pages);
    }
    for SeasonMail { way, number, at, who, subject, state } in pages {
        writeln!(out, "{way:3} {number:>5}  {at}  {who}  {subject}: {state}")?;
    }
    Ok(())
}

fn overview(volume: &Volume, out: &mut dyn Write) -> Outcome {
    let none = "-";
    writeln!(out, "{}, season {}: {}", volume.season, volume.key, volume.status)?;
    writeln!(out, "  opened    {}", volume.opened)?;
    writeln!(out, "  deadline  {}", volume.deadline.as_deref().unwrap_or(none))?;
    writeln!(out, "  sheets    {}", volume.sheets)?;
    writeln!(out, "  battles   {}", volume.battles)?;
    writeln!(out, "  rulings   {}", volume.rulings)?;
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
