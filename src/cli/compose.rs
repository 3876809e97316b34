//! `umpire compose`: the page that composes and checks sheets in any browser, with nothing to install.

use super::{CliError, Outcome};
use checker::folder::{Module, folder, single};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the page that composes and checks sheets in any browser
///
/// The folder is the same for every campaign and power: put it on a web site. A player opens the page
/// and drops the `.known.json` of their report on it; the sheet is checked in their browser, without a
/// network. `compose-RULES.html` is the same page as one file, which opens by a double click.
///
/// Example: umpire compose --export site/compose
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct ExportPage {
    /// The folder; files of an earlier export in it are replaced
    #[arg(long, value_name = "DIR")]
    export: PathBuf,
}

impl ExportPage {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let modules = modules();
        if modules.is_empty() {
            return Err(CliError::NoModules);
        }
        let mut files = folder(&modules);
        files.extend(modules.into_iter().map(single));
        std::fs::create_dir_all(&self.export).map_err(failed(&self.export))?;
        for (name, bytes) in &files {
            place(&self.export.join(name), bytes)?;
        }
        let page = self.export.join("index.html");
        writeln!(out, "{} files: {} is the page.", files.len(), page.display())?;
        Ok(())
    }
}

/// The folder of the page as it lies in an archive, each file with its path there; nothing, if this
/// program does not carry the checkers.
pub fn beside() -> Vec<(String, Vec<u8>)> {
    let modules = modules();
    let files = if modules.is_empty() { vec![] } else { folder(&modules) };
    files.into_iter().map(|(name, bytes)| (format!("compose/{name}"), bytes)).collect()
}

/// The checkers that this program carries.
#[cfg(web)]
fn modules() -> Vec<Module<'static>> {
    static MODULES: include_dir::Dir<'_> = include_dir::include_dir!("$UMPIRE_WEB");
    let module = |rules: &'static str| {
        let packed = MODULES.get_file(format!("{rules}.wasm.gz"))?.contents();
        Some(Module { rules, packed })
    };
    ::rules::REFEREES.iter().filter_map(|referee| module(referee.name())).collect()
}

#[cfg(not(web))]
fn modules() -> Vec<Module<'static>> {
    vec![]
}

/// Writes a file whole, for everybody to read.
fn place(path: &Path, bytes: &[u8]) -> Outcome {
    let passing = path.with_extension(format!("{}.new", std::process::id()));
    let written = std::fs::write(&passing, bytes).and_then(|()| std::fs::rename(&passing, path));
    if written.is_err() {
        // The first fault is the one to tell.
        let _ = std::fs::remove_file(&passing);
    }
    written.map_err(failed(path))
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = path.to_owned();
    |source| CliError::File { path, source }
}
