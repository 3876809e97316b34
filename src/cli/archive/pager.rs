//! Long output on a terminal goes through a pager; everything else is printed as it is.

use super::Outcome;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// The pager, if the environment names none; it exits when all fits on the screen.
const PAGER: &str = "less -FRX";

/// Prints through the pager if a person is looking.
pub fn paged(out: &mut dyn Write, print: impl FnOnce(&mut dyn Write) -> Outcome) -> Outcome {
    if !io::stdout().is_terminal() {
        return print(out);
    }
    let mut page = vec![];
    print(&mut page)?;
    let wanted = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    if !through(wanted.as_deref().unwrap_or(PAGER), &page)? {
        out.write_all(&page)?;
    }
    Ok(())
}

/// Gives a page to a pager; says whether there was one.
fn through(pager: &str, page: &[u8]) -> io::Result<bool> {
    let started = Command::new("sh").arg("-c").arg(pager).stdin(Stdio::piped()).spawn();
    let Ok(mut started) = started else { return Ok(false) };
    if let Some(mut to) = started.stdin.take()
        && let Err(error) = to.write_all(page)
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return Err(error);
    }
    // 127: the shell found no such pager, and nothing was shown.
    Ok(started.wait()?.code() != Some(127))
}
