//! `umpire completions` and `umpire man`: help for shells and readers of manual pages.

use super::{Cli, CliError, Outcome, topic};
use clap::CommandFactory;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Print completions for a shell
///
/// Example: umpire completions bash > ~/.local/share/bash-completion/completions/umpire
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Completions {
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let mut text = vec![];
        clap_complete::generate(self.shell, &mut Cli::command(), "umpire", &mut text);
        Ok(out.write_all(&text)?)
    }
}

/// Print the manual page, or write one for each command and topic into a folder
///
/// Example: umpire man ~/.local/share/man/man1
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Man {
    /// The folder for all pages
    dir: Option<PathBuf>,
}

impl Man {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let Some(dir) = self.dir else {
            // What a manual page is written in is for `man`, and not for eyes.
            if std::io::stdout().is_terminal() {
                return Ok(writeln!(
                    out,
                    "Read the manual page with `umpire man | man -l -`, or write one for each \
                     command\ninto a folder with `umpire man FOLDER`."
                )?);
            }
            return Ok(clap_mangen::Man::new(Cli::command()).render(out)?);
        };
        let failed = |source| CliError::File { path: dir.clone(), source };
        std::fs::create_dir_all(&dir).map_err(failed)?;
        clap_mangen::generate_to(Cli::command(), &dir).map_err(failed)?;
        for page in &topic::PAGES {
            let path = dir.join(format!("umpire-{}.7", page.name));
            std::fs::write(path, page.manual()).map_err(failed)?;
        }
        Ok(writeln!(out, "The manual pages are in {}.", dir.display())?)
    }
}
