//! What the screen asks of the desk. The campaign is opened for each thing anew, for reading where
//! nothing is written, so that other commands can run meanwhile.

use super::line::{About, Ask};
use super::screen::{Effect, Pane, Screen};
use crate::cli::short;
use desk::season::publish::Published;
use desk::season::rulings::Word;
use desk::{Access, Desk, DeskError};
use ratatui::crossterm::event::KeyCode;
use std::path::{Path, PathBuf};

/// A screen and the campaign that it shows.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    pub screen: Screen,
    /// Whether it is over.
    pub done: bool,
}

impl Session {
    pub fn open(given: Option<&Path>) -> Result<Session, DeskError> {
        let desk = Desk::open(given, Access::Read)?;
        let screen = Screen::new(desk.overview()?);
        Ok(Session { folder: desk.folder().to_owned(), screen, done: false })
    }

    fn desk(&self, access: Access) -> Result<Desk, DeskError> {
        Desk::open(Some(&self.folder), access)
    }

    /// Obeys a key; what the desk refuses is said at the foot. Before something that takes time,
    /// `busy` shows the screen.
    pub fn press(&mut self, key: KeyCode, mut busy: impl FnMut(&mut Screen)) {
        let mut next = self.screen.key(key);
        while let Some(effect) = next {
            if let Some(word) = patience(&effect) {
                self.screen.told = word.to_owned();
                busy(&mut self.screen);
                self.screen.told.clear();
            }
            next = match self.work(effect) {
                Ok(next) => next,
                Err(error) => {
                    self.screen.say(&sentence(&error));
                    None
                }
            };
        }
    }

    /// Looks whether another command has changed the campaign; then all is read anew.
    pub fn listen(&mut self) -> bool {
        // Whoever is typing or reading is not disturbed.
        if self.screen.ask.is_some() || self.screen.over().is_some() {
            return false;
        }
        // What cannot be read now is told when it is asked for.
        let pulse = self.desk(Access::Read).and_then(|desk| desk.pulse());
        let news = pulse.is_ok_and(|pulse| pulse != self.screen.overview().pulse);
        if news {
            let word = "Another command has changed the campaign; this is how it stands now.";
            if let Err(error) = self.renew(word) {
                self.screen.say(&sentence(&error));
            }
        }
        news
    }

    /// Does one thing; gives what is to be done next.
    fn work(&mut self, effect: Effect) -> Result<Option<Effect>, DeskError> {
        match effect {
            Effect::Quit => {
                self.done = true;
                Ok(None)
            }
            Effect::Show(pane) => self.show(pane),
            Effect::Explain(number) => {
                let desk = self.desk(Access::Read)?;
                let told = match self.screen.pane {
                    Pane::Changes => desk.explain(None, number)?,
                    _ => match self.screen.season() {
                        Some(season) => desk.explain_of(season, number)?,
                        None => desk.explain(None, number)?,
                    },
                };
                self.screen.explanation(&told);
                Ok(None)
            }
            Effect::Again => self.again(),
            Effect::Resolve { anyway } => self.resolve(anyway),
            Effect::Summary => {
                let summary = self.desk(Access::Read)?.before_publishing()?;
                self.screen.read("what is published", &summary.join("\n"));
                self.screen.ask = Some(Ask::new(About::Publish));
                Ok(None)
            }
            Effect::Publish => {
                let published = self.desk(Access::Write)?.publish(None, None)?;
                self.renew(&told(&published))
            }
            Effect::Rule { key, answer, reason } => {
                self.rule(Word::Answer { key: &key, answer: &answer }, &reason)
            }
            Effect::Fact { at, text, reason } => {
                self.rule(Word::Fact { at: &at, text: &text }, &reason)
            }
            Effect::Drop(number) => {
                self.desk(Access::Write)?.drop_ruling(number)?;
                self.renew(&format!(
                    "Ruling {number} is taken back; r plays the season without it."
                ))
            }
        }
    }

    fn show(&mut self, pane: Pane) -> Result<Option<Effect>, DeskError> {
        let (desk, screen) = (self.desk(Access::Read)?, &mut self.screen);
        let Some(season) = screen.season().cloned() else { return Ok(None) };
        match pane {
            Pane::Seasons => {}
            Pane::Glance => match desk.glance_of(&season) {
                Ok(told) => screen.glance(told.as_ref()),
                Err(refused @ DeskError::Refused(_)) => screen.nothing(pane, &sentence(&refused)),
                Err(error) => return Err(error),
            },
            Pane::Events => screen.events(&desk.chronicle_of(&season)?),
            Pane::Questions => screen.questions(desk.questions_of(&season)?),
            Pane::Rulings => screen.rulings(desk.rulings_of(&season)?),
            Pane::Eyes => screen.reports(desk.reports_of(&season)?),
            Pane::Changes => match desk.changes() {
                Ok(changes) => {
                    let newest = screen.overview().seasons.last();
                    let name = newest.map_or(season.name, |newest| newest.name.clone());
                    screen.changes(&name, &changes);
                }
                Err(refused @ (DeskError::Refused(_) | DeskError::Ended)) => {
                    screen.nothing(pane, &sentence(&refused));
                }
                Err(error) => return Err(error),
            },
        }
        Ok(None)
    }

    fn again(&mut self) -> Result<Option<Effect>, DeskError> {
        let overview = self.desk(Access::Read)?.overview()?;
        Ok(self.screen.renew(overview))
    }

    /// Reads all anew after a change and says what it was.
    fn renew(&mut self, word: &str) -> Result<Option<Effect>, DeskError> {
        let next = self.again()?;
        if let Some(effect) = next {
            self.work(effect)?;
        }
        self.screen.say(word);
        Ok(None)
    }

    fn resolve(&mut self, anyway: bool) -> Result<Option<Effect>, DeskError> {
        let mut desk = self.desk(Access::Write)?;
        if !anyway && let Err(error) = desk.expect_quorum() {
            let DeskError::Refused(why) = &error else { return Err(error) };
            self.screen.read("sheets are missing", why);
            self.screen.ask = Some(Ask::new(About::Anyway));
            return Ok(None);
        }
        let resolved = desk.resolve()?;
        drop(desk);
        let odd = resolved.odd.len();
        let word = format!(
            "Drafted {}, digest {}; {}.",
            resolved.season,
            short(&resolved.digest),
            match odd {
                0 => "nothing looks odd".to_owned(),
                1 => "1 thing looks odd".to_owned(),
                _ => format!("{odd} things look odd"),
            }
        );
        self.renew(&word)
    }

    fn rule(&mut self, word: Word<'_>, reason: &str) -> Result<Option<Effect>, DeskError> {
        let ruled = self.desk(Access::Write)?.rule_on(word, reason)?;
        let word = match ruled.checked {
            true => format!("Ruling {} is saved; r plays it.", ruled.number),
            false => format!("Ruling {} is saved; r tells whether it fits.", ruled.number),
        };
        self.renew(&word)
    }
}

/// What is said while one waits, where one does.
fn patience(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Resolve { .. } => Some("The season is being played ..."),
        Effect::Publish => Some("The season is being published ..."),
        Effect::Summary => Some("The reports are being composed ..."),
        Effect::Show(Pane::Glance) => Some("The season is being read ..."),
        _ => None,
    }
}

fn sentence(error: &DeskError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(".".chars()).collect()
}

fn told(published: &Published) -> String {
    let Published { season, digest, next, late, .. } = published;
    if *late {
        return format!(
            "{season} is already published; its reports were missing and are written now."
        );
    }
    let after = match next {
        Some(next) => format!("orders for {next} are being collected"),
        None => "the campaign has ended".to_owned(),
    };
    format!("Published {season}, digest {}; {after}.", short(digest))
}
