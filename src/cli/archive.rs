//! `umpire archive`: the seasons that have been played, what each holds, and questions about many.

mod find;
mod pager;
mod show;
mod site;

use super::table::{self, Column};
use super::{Outcome, composing, json, short};
use archive::{Archive as Library, Volume};
use desk::post::printer::load_templates;
use desk::{DeskError, campaign_file, own_pages};
use std::io::Write;
use std::path::Path;

/// Read what has been played
///
/// Example: umpire archive show "spring 1796" --as france
///
/// A season is named by its name or its number; one that was withdrawn and played again also by its
/// key: 2-1 is the first that was published as number 2, 2-2 the next; 2a is the first that was
/// taken back before it was played.
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
    Show(show::Show),
    /// Show what changed between two seasons: who moved, came or was lost, what changed hands
    Diff(find::Diff),
    /// Search events, battles, orders, letters and rulings of all seasons, the best first
    Search(find::Search),
    /// Follow a leader, a force, a place or a power through all seasons
    Follow(find::Follow),
    /// Write the archive into a folder as a web site that needs no server
    Export(site::Export),
    /// Serve the archive as a web site, by default on this machine only
    #[cfg(feature = "serve")]
    Serve(site::Serve),
}

impl Archive {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let file = campaign_file(campaign)?;
        let (books, templates) = own_pages(campaign)?;
        #[cfg(feature = "serve")]
        let verb = match self.verb {
            Verb::Serve(serve) => return serve.run(campaign, file, books, templates, out),
            verb => verb,
        };
        #[cfg(not(feature = "serve"))]
        let verb = self.verb;
        let templates = load_templates(&templates).map_err(DeskError::from)?;
        let library = Library::open_with(&file, books, templates)?;
        if let Verb::Export(export) = verb {
            let library = library.supplied(composing::supplier(campaign, false));
            return export.run(&library, out);
        }
        pager::paged(out, |out| match verb {
            Verb::List { json: true } => json(out, &library.list()?),
            Verb::List { json: false } => list(&library.list()?, out),
            Verb::Show(show) => show.run(&library, campaign, out),
            Verb::Diff(diff) => diff.run(&library, out),
            Verb::Search(search) => search.run(&library, out),
            Verb::Follow(follow) => follow.run(&library, out),
            Verb::Export(_) => Ok(()),
            #[cfg(feature = "serve")]
            Verb::Serve(_) => Ok(()),
        })
    }
}

fn list(seasons: &[Volume], out: &mut dyn Write) -> Outcome {
    let row = |season: &Volume| {
        vec![
            season.key.clone(),
            season.season.clone(),
            season.status.clone(),
            season.opened.clone(),
            season.sheets.to_string(),
            season.battles.to_string(),
            season.rulings.to_string(),
            season.digest.as_deref().map_or("-", short).to_owned(),
        ]
    };
    let rows: Vec<_> = seasons.iter().map(row).collect();
    let columns = [
        Column("no", 8),
        Column("season", 24),
        Column("status", 14),
        Column("opened", 24),
        Column("sheets", 8),
        Column("battles", 8),
        Column("rulings", 8),
        Column("digest", 16),
    ];
    Ok(table::print(out, &columns, &rows)?)
}
