//! `umpire form`: a sheet to fill in.

use super::{CliError, Outcome};
use desk::Desk;
use std::io::Write;
use std::path::PathBuf;

/// Print an order form with a power's own forces in it
///
/// Example: umpire form --power france -o france.yaml
///
/// With --force it prints instead everything that one force could do, as far as its power knows:
/// umpire form --power france --force Bonaparte
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Form {
    /// Whose form it is
    #[arg(long)]
    power: String,
    /// Print all that this force could do: places by their points, each enemy in reach
    #[arg(long, value_name = "NAME")]
    force: Option<String>,
    /// Write it to a new file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Form {
    pub fn run(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        let form = match &self.force {
            Some(who) => desk.choices(&self.power, who)?.join("\n") + "\n",
            None => desk.form(&self.power)?,
        };
        let Some(path) = self.output else { return Ok(out.write_all(form.as_bytes())?) };
        let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
        file.and_then(|mut file| file.write_all(form.as_bytes()))
            .map_err(|source| CliError::File { path: path.clone(), source })?;
        Ok(writeln!(out, "The form for {} is in {}.", self.power, path.display())?)
    }
}
