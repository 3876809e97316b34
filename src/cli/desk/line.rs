//! The line at the foot on which one types, and the questions that are answered there.

use super::screen::{Effect, Evening, Settle};
use desk::intake::settle::UNNAMED;
use ratatui::crossterm::event::KeyCode;

/// The longest answer that is taken, in letters.
const MOST: usize = 4000;

/// What was typed, and where in it one is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    letters: Vec<char>,
    at: usize,
}

impl Line {
    /// Obeys a key of the line; others do nothing.
    pub fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(letter) if !letter.is_control() && self.letters.len() < MOST => {
                self.letters.insert(self.at, letter);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.letters.remove(self.at);
            }
            KeyCode::Delete if self.at < self.letters.len() => {
                self.letters.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.letters.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.letters.len(),
            _ => {}
        }
    }

    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// What of it is in sight in so many columns, and the column of the cursor.
    pub fn window(&self, columns: usize) -> (String, usize) {
        let from = (self.at + 1).saturating_sub(columns.max(1));
        (self.letters.iter().skip(from).take(columns).collect(), self.at - from)
    }
}

/// What a question at the foot is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    Find,
    /// The answer to one key of the ledger, and what may be answered.
    Answer {
        key: String,
        options: Vec<String>,
    },
    /// A key and its answer.
    Ruling,
    Fact,
    /// Which of the answers behind an event is to be another.
    Which(Vec<String>),
    Drop(u32),
    /// Resolve although sheets are missing.
    Anyway,
    Publish,
    PublishAndSend,
    /// The same for a draft that waits for something.
    PublishAnyway,
    /// The sheet in a mail, and the powers of which it may be; `POWER` where it does not say.
    Admit {
        number: i64,
        powers: Vec<String>,
    },
    /// An answer to a mail; to whom, if it is not proved whose mail it is.
    Reply {
        number: i64,
        nobody: bool,
        refuses: bool,
    },
    File(i64),
    /// From when to when the player who wrote a mail is away.
    Away {
        number: i64,
        player: String,
    },
    Sheet {
        power: String,
        revision: u32,
    },
    Narrate,
    Deadline,
    Remind,
    Rollback,
}

/// A question at the foot, with what has been typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub about: About,
    given: Vec<String>,
    pub line: Line,
}

/// What comes of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// There is more to ask.
    More,
    Find(String),
    Ask(Ask),
    Do(Effect),
    Say(String),
}

const REASON: &str = "The reason:";
const YES_OR_NO: &str = "(yes/no)";

impl Ask {
    pub fn new(about: About) -> Ask {
        Ask { about, given: vec![], line: Line::default() }
    }

    /// What is asked now.
    pub fn label(&self) -> String {
        match &self.about {
            About::Which(keys) => format!("Which of the answers, 1 to {}:", keys.len()),
            About::Drop(number) => format!("Take ruling {number} back? {YES_OR_NO}"),
            About::Anyway => format!("Resolve anyway? {YES_OR_NO}"),
            About::Publish => format!("Publish it? {YES_OR_NO}"),
            About::PublishAndSend => {
                format!("Publish, send and set the next deadline? {YES_OR_NO}")
            }
            About::Remind => format!("Remind those who have not sent? {YES_OR_NO}"),
            _ => self.labels().get(self.given.len()).copied().unwrap_or_default().to_owned(),
        }
    }

    /// What is asked one after the other, where it is more than a yes.
    fn labels(&self) -> &'static [&'static str] {
        const TO: &str = "To which player:";
        const WORDS: &str = "Your answer in words, mailed and not played:";
        match &self.about {
            About::Find => &["Find:"],
            About::Answer { options, .. } if options.is_empty() => &["The ruling:", REASON],
            About::Answer { .. } => &["The ruling, an option or its number:", REASON],
            About::Ruling => &["The key:", "The ruling:", REASON],
            About::Fact => &["Where (start, before 5, after 27, end):", "The fact:", REASON],
            About::Admit { powers, .. } if one_power(powers).is_some() => &[REASON],
            About::Admit { .. } => &["Whose sheet it is:", REASON],
            About::Reply { nobody: true, .. } => &[TO, WORDS],
            About::Reply { .. } => &[WORDS],
            About::File(_) => &["A note for yourself, or nothing:"],
            About::Away { .. } => &["The first day away, as `2026-12-01`:", "The last day away:"],
            About::Sheet { .. } => &["Why the sheet counts; reports say it:"],
            About::Narrate => &["To which power, or nothing for all:", "Your words in the report:"],
            About::PublishAnyway => &["Why it is published all the same; reports say it:"],
            About::Deadline => &["The deadline, as `2026-12-01 20:00`:"],
            About::Rollback => &["Why the last season is withdrawn; players read it:"],
            About::Which(_) | About::Drop(_) | About::Anyway | About::Publish => &[],
            About::PublishAndSend | About::Remind => &[],
        }
    }

    /// Whether nothing may be typed for what is asked now.
    fn may_be_empty(&self) -> bool {
        match self.about {
            About::File(_) => true,
            About::Narrate => self.given.is_empty(),
            About::Find
            | About::Answer { .. }
            | About::Ruling
            | About::Fact
            | About::Which(_)
            | About::Drop(_)
            | About::Anyway
            | About::Publish
            | About::PublishAndSend
            | About::PublishAnyway
            | About::Admit { .. }
            | About::Reply { .. }
            | About::Away { .. }
            | About::Sheet { .. }
            | About::Deadline
            | About::Remind
            | About::Rollback => false,
        }
    }

    /// Takes what was typed for the answer.
    pub fn enter(&mut self) -> Next {
        let typed = std::mem::take(&mut self.line).text().trim().to_owned();
        match &self.about {
            About::Find => return Next::Find(typed),
            About::Drop(number) => return sure(&typed, Effect::Drop(*number)),
            About::Anyway => return sure(&typed, Effect::Resolve { anyway: true }),
            About::Publish => return sure(&typed, Effect::Publish),
            About::PublishAndSend => return sure(&typed, Effect::PublishAndSend(None)),
            About::Remind => return sure(&typed, Effect::Evening(Evening::Remind)),
            About::Which(keys) => return which(&typed, keys),
            _ if typed.is_empty() && !self.may_be_empty() => {
                return Next::Say("Nothing was typed, and nothing was changed.".to_owned());
            }
            _ => {}
        }
        self.given.push(typed);
        if self.given.len() < self.labels().len() {
            return Next::More;
        }
        let given = std::mem::take(&mut self.given);
        Next::Do(self.effect(given))
    }

    /// What all the answers come to.
    fn effect(&self, given: Vec<String>) -> Effect {
        let mut given = given.into_iter();
        let mut next = || given.next().unwrap_or_default();
        match &self.about {
            About::Answer { key, options } => {
                Effect::Rule { key: key.clone(), answer: chosen(next(), options), reason: next() }
            }
            About::Fact => Effect::Fact { at: next(), text: next(), reason: next() },
            About::Admit { number, powers } => {
                let power = one_power(powers).map(str::to_owned).unwrap_or_else(&mut next);
                Effect::Settle(*number, Settle::Admit { power: Some(power), reason: next() })
            }
            About::Reply { number, nobody, refuses } => {
                let to = nobody.then(&mut next);
                Effect::Settle(*number, Settle::Reply { to, text: next(), refuses: *refuses })
            }
            About::File(number) => Effect::Settle(*number, Settle::File { note: next() }),
            About::Away { number, player } => {
                let (player, first, last) = (player.clone(), next(), next());
                Effect::Settle(*number, Settle::Away { player, first, last })
            }
            About::Sheet { power, revision } => {
                let (power, revision) = (power.clone(), *revision);
                Effect::AdmitSheet { power, revision, reason: next() }
            }
            About::Narrate => {
                let to = Some(next()).filter(|to| !to.is_empty());
                Effect::Evening(Evening::Narrate { to, text: next() })
            }
            About::PublishAnyway => Effect::PublishAndSend(Some(next())),
            About::Deadline => Effect::Evening(Evening::Deadline(next())),
            About::Rollback => Effect::Evening(Evening::Rollback(next())),
            _ => Effect::Rule { key: next(), answer: next(), reason: next() },
        }
    }
}

/// The power of a sheet, where the mail leaves no doubt.
fn one_power(powers: &[String]) -> Option<&str> {
    match powers {
        [one] if one != UNNAMED => Some(one),
        _ => None,
    }
}

/// An option may be named by its number, where that is no option itself.
fn chosen(typed: String, options: &[String]) -> String {
    if options.contains(&typed) {
        return typed;
    }
    let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    number.and_then(|at| options.get(at)).cloned().unwrap_or(typed)
}

fn which(typed: &str, keys: &[String]) -> Next {
    let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match number.and_then(|at| keys.get(at)) {
        Some(key) => Next::Ask(Ask::new(About::Answer { key: key.clone(), options: vec![] })),
        None => Next::Say(format!("`{typed}` is none of them; nothing was changed.")),
    }
}

fn sure(typed: &str, effect: Effect) -> Next {
    match typed.to_lowercase().as_str() {
        "y" | "yes" => Next::Do(effect),
        _ => Next::Say("Nothing was changed.".to_owned()),
    }
}
