//! `umpire write`: a page in the browser on which a player composes a sheet.

use super::composing::{Composing, refused};
use super::{CliError, Outcome};
use archive::site::serve::{self, Serving};
use checker::composer::Abilities;
use desk::compose;
use desk::intake::check::read_sheet;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Compose an order sheet in your browser
///
/// Needs the `.known.json` that came with your report, and nothing else. Prints the address of a page
/// that only this machine can open: choose a force, then places on the map, and the lines are
/// written. The sheet is checked while you type, as the receipt will say it. Save it, copy it, or
/// open it in your mail program. End the program with Control-C.
///
/// Example: umpire write france.yaml --known france.known.json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct WriteSheet {
    /// The sheet to edit, saved under this name; without it, the form of the season
    sheet: Option<PathBuf>,
    /// What your power knows, as it came with the report
    #[arg(long, value_name = "FILE")]
    known: PathBuf,
    /// The address to which the mail goes
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 0)]
    port: u16,
}

impl WriteSheet {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let known = std::fs::read_to_string(&self.known);
        let known = known.map_err(|source| CliError::File { path: self.known.clone(), source })?;
        let abilities = self.abilities()?;
        let file = self.sheet.clone();
        // A fault in the files is told before a browser asks.
        compose::open(&known, abilities.clone())?;
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&stop))?;
        }
        let key = serve::new_key()?;
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.port);
        let folder = format!("{key}/");
        let serving = Serving { address, password: None, key: Some(key) };
        let mut told = Ok(());
        serve::serve_supplement(
            move || {
                let composer = compose::open(&known, abilities).map_err(refused)?;
                Ok(Box::new(Composing { composer, file, files: vec![] }))
            },
            &serving,
            |address| {
                told = writeln!(out, "Open http://{address}/{folder} in your browser.");
                let _ = out.flush();
            },
            || stop.load(Ordering::Relaxed),
        )?;
        Ok(told?)
    }

    fn abilities(&self) -> Result<Abilities, CliError> {
        let sheet = match &self.sheet {
            Some(path) if path.exists() => {
                Some(String::from_utf8_lossy(&read_sheet(path)?).into_owned())
            }
            _ => None,
        };
        let file = self.sheet.as_ref().map(|path| path.display().to_string());
        Ok(Abilities { sheet, file, to: self.to.clone(), checks: true, ..Abilities::default() })
    }
}
