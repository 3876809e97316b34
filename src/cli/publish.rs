//! `umpire publish`: the draft becomes the past.

use super::{Outcome, json, short};
use crate::desk::Desk;
use std::io::Write;

/// Publish the draft and open the next season
///
/// Refuses a draft that is older than a sheet or ruling, and one that needs your word on a
/// decision. The reports are written to `reports/SEASON/`.
///
/// Example: umpire publish
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Publish {
    /// Publish with open questions; the reason goes into the journal
    #[arg(long, value_name = "REASON")]
    force: Option<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Publish {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let published = desk.publish(self.force.as_deref())?;
        if self.json {
            return json(out, &published);
        }
        if published.late {
            let season = &published.season;
            writeln!(out, "Nothing is drafted. {season} was published before; written only now:")?;
            for path in &published.reports {
                writeln!(out, "  {}", path.display())?;
            }
            return Ok(());
        }
        writeln!(out, "Published {}, digest {}.", published.season, short(&published.digest))?;
        for path in &published.reports {
            writeln!(out, "  {}", path.display())?;
        }
        match &published.next {
            Some(next) => writeln!(out, "Orders for {next} are being collected.")?,
            None => writeln!(out, "The campaign has ended.")?,
        }
        Ok(())
    }
}
