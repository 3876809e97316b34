//! `umpire archive export` and `serve`: the archive as a web site.

use super::super::{CliError, Outcome, json, many};
use archive::{Archive as Library, Audience};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Who the pages are for.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Eyes {
    /// What this power knew, wrote and was told
    #[arg(long = "as", value_name = "POWER")]
    power: Option<String>,
    /// All of it, the mails too, for you alone
    #[arg(long)]
    umpire: bool,
    /// All that was played and written, for everybody
    ///
    /// Only once the campaign has ended.
    #[arg(long)]
    revealed: bool,
}

impl Eyes {
    fn audience(&self, library: &Library, early: bool) -> Result<Audience, CliError> {
        if self.revealed {
            return Ok(library.everybody(early)?);
        }
        Ok(library.audience(self.power.as_deref())?)
    }
}

#[derive(Debug, clap::Args)]
pub struct Export {
    /// The folder: a new or empty one, or that of an earlier export
    folder: PathBuf,
    #[command(flatten)]
    eyes: Eyes,
    /// With --revealed: even if the campaign has not ended
    #[arg(long, requires = "revealed")]
    before_the_end: bool,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

impl Export {
    pub fn run(self, library: &Library, out: &mut dyn Write) -> Outcome {
        let audience = self.eyes.audience(library, self.before_the_end)?;
        let target = match std::io::stderr().is_terminal() {
            true => indicatif::ProgressDrawTarget::stderr(),
            false => indicatif::ProgressDrawTarget::hidden(),
        };
        let bar = indicatif::ProgressBar::with_draw_target(None, target);
        let done = library.export(&self.folder, audience, |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let done = done?;
        if self.json {
            return json(out, &done);
        }
        let index = self.folder.join("index.html");
        writeln!(out, "{}: open {}.", many(done.pages, "page"), index.display())?;
        let same = done.pages - done.written;
        if same > 0 || done.removed > 0 {
            let (written, removed) = (done.written, done.removed);
            writeln!(out, "Written {written}, the same as before {same}, removed {removed}.")?;
        }
        Ok(())
    }
}

#[cfg(feature = "serve")]
pub use server::Serve;

#[cfg(feature = "serve")]
mod server {
    use super::super::super::composing::supplier;
    use super::super::super::{CliError, Outcome};
    use super::Eyes;
    use archive::site::serve::{self, Serving};
    use archive::{Archive as Library, Audience};
    use desk::DeskError;
    use desk::post::printer::load_templates;
    use kit::shelf::Shelf;
    use std::io::Write;
    use std::net::{IpAddr, SocketAddr};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[derive(Debug, clap::Args)]
    pub struct Serve {
        #[command(flatten)]
        eyes: Eyes,
        /// With --revealed: even if the campaign has not ended
        #[arg(long, requires = "revealed")]
        before_the_end: bool,
        /// The address to listen on; any other than loopback needs a password
        #[arg(long, default_value = "127.0.0.1")]
        bind: IpAddr,
        /// The port; 0 chooses a free one
        #[arg(long, default_value_t = 8037)]
        port: u16,
        /// A file with the password for browsers; the user name is `umpire`
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    }

    impl Serve {
        pub fn run(
            self,
            campaign: Option<&Path>,
            file: PathBuf,
            books: Shelf,
            templates: Shelf,
            out: &mut dyn Write,
        ) -> Outcome {
            let own = load_templates(&templates).map_err(DeskError::from)?;
            let library = Library::open_with(&file, books.clone(), own)?;
            let audience = self.eyes.audience(&library, self.before_the_end)?;
            drop(library);
            let is_umpire = audience == Audience::Umpire;
            let password = self.password_file.as_ref().map(|path| {
                let text = std::fs::read_to_string(path);
                let read = text.map(|text| text.trim_end_matches(['\n', '\r']).to_owned());
                read.map_err(|source| CliError::File { path: path.clone(), source })
            });
            let password = password.transpose()?;
            // Others on this machine could ask for the pages too.
            let is_open = is_umpire && password.is_none();
            let key = is_open.then(serve::new_key).transpose()?;
            let address = SocketAddr::new(self.bind, self.port);
            let folder = key.as_ref().map_or(String::new(), |key| format!("{key}/"));
            let serving = Serving { address, password, key };
            let stop = Arc::new(AtomicBool::new(false));
            for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
                signal_hook::flag::register(signal, Arc::clone(&stop))?;
            }
            let supplier = supplier(campaign, true);
            let mut told = Ok(());
            serve::serve(
                move || {
                    let library = Library::open_with(&file, books, load_templates(&templates)?)?;
                    Ok(library.supplied(supplier))
                },
                audience,
                &serving,
                |address| {
                    told = writeln!(out, "http://{address}/{folder}");
                    if !address.ip().is_loopback() {
                        told = writeln!(
                            out,
                            "Others can reach it, with the password; the pages go out unencrypted. \
                             Put a server with TLS before it."
                        );
                    }
                    let _ = out.flush();
                },
                || stop.load(Ordering::Relaxed),
            )?;
            Ok(told?)
        }
    }
}
