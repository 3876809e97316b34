//! `umpire desk`: the umpire's desk on a full screen. This is the terminal: it is set up, keys come
//! in, and it is left as it was found, also after a fault.
//!
//! What is shown and what a key does is in `screen.rs`, how it is drawn in `draw.rs`; `work.rs`
//! asks the desk.

mod draw;
mod evening_page;
mod line;
mod page;
mod pages;
mod screen;
#[cfg(test)]
mod tests;
mod work;

use super::{CliError, Outcome, watch};
use desk::DeskError;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use screen::Screen;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use work::Session;

/// How long a key is waited for before it is looked whether the process is to end.
const BLINK: Duration = Duration::from_millis(200);
/// How often it is looked whether another command has changed the campaign.
const PULSE: Duration = Duration::from_secs(3);

/// Look at seasons, events, questions and rulings on a full screen
///
/// Shows what the other commands print: the draft at a glance, every event with its whole sum, open
/// questions, rulings, each power's report, and what has changed since the previous draft. Keys
/// resolve, rule and publish; they are named at the foot, and ? explains them.
///
/// Without colours if NO_COLOR is set.
///
/// Example: umpire desk
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct FullScreen {}

impl FullScreen {
    pub fn run(self, campaign: Option<&Path>) -> Outcome {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let refused = DeskError::refused("the desk needs a terminal to be drawn on")
                .hint("`umpire resolve` and `umpire status` print the same as plain lines");
            return Err(CliError::Desk(refused));
        }
        let mut session = Session::open(campaign)?;
        let ended = watch::flag()?;
        let mut terminal = Terminal::set_up()?;
        terminal.draw(&mut session.screen)?;
        session.begin(|screen| drop(terminal.draw(screen)));
        let mut heard = Instant::now();
        while !session.done && !ended.load(Ordering::Relaxed) {
            terminal.draw(&mut session.screen)?;
            // What is in sight stays until there is a key, another size or other news.
            while !event::poll(BLINK)? && !ended.load(Ordering::Relaxed) {
                if heard.elapsed() >= PULSE {
                    heard = Instant::now();
                    if session.listen() {
                        terminal.draw(&mut session.screen)?;
                    }
                }
            }
            if !ended.load(Ordering::Relaxed) {
                obey(&event::read()?, &mut session, &mut terminal)?;
            }
        }
        Ok(())
    }
}

/// Obeys what came from the terminal; all but keys only has the screen drawn again.
fn obey(event: &Event, session: &mut Session, terminal: &mut Terminal) -> io::Result<()> {
    if let Event::Paste(text) = event {
        session.screen.paste(text);
    }
    let Event::Key(key) = event else { return Ok(()) };
    match key.code {
        _ if key.kind == KeyEventKind::Release => {}
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => session.done = true,
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            session.screen.empty_line();
        }
        _ if key.modifiers.contains(KeyModifiers::CONTROL) => {}
        code => {
            let mut fault = None;
            session.press(code, |screen| fault = terminal.draw(screen).err());
            return fault.map_or(Ok(()), Err);
        }
    }
    Ok(())
}

/// A terminal in full screen; it is as it was before once this is dropped, and after a panic.
struct Terminal {
    terminal: DefaultTerminal,
    /// Whether no colour is wanted.
    plain: bool,
}

impl Terminal {
    fn set_up() -> io::Result<Terminal> {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
        // Half of it may have been set up before it failed.
        let undone = |error| {
            let _ = ratatui::try_restore();
            error
        };
        let terminal = ratatui::try_init().map_err(undone)?;
        // A terminal that does not know it pastes as if the text were typed.
        execute!(io::stdout(), EnableBracketedPaste)?;
        Ok(Terminal { terminal, plain })
    }

    fn draw(&mut self, screen: &mut Screen) -> io::Result<()> {
        let size = self.terminal.size()?;
        screen.fit(draw::room(screen, size.width, size.height));
        self.terminal.draw(|frame| draw::draw(screen, self.plain, frame))?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where the terminal is gone there is nobody left to tell.
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}
