//! The line at the foot on which one types, and the questions that are answered there.

use super::screen::Effect;
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
        let labels: &[&str] = match &self.about {
            About::Find => &["Find:"],
            About::Answer { options, .. } if options.is_empty() => &["The answer:", REASON],
            About::Answer { .. } => &["The answer, or its number:", REASON],
            About::Ruling => &["The key:", "The answer:", REASON],
            About::Fact => &["Where (start, before 5, after 27, end):", "The fact:", REASON],
            About::Which(keys) => return format!("Which of the answers, 1 to {}:", keys.len()),
            About::Drop(number) => return format!("Take ruling {number} back? {YES_OR_NO}"),
            About::Anyway => return format!("Resolve anyway? {YES_OR_NO}"),
            About::Publish => return format!("Publish it? {YES_OR_NO}"),
        };
        labels.get(self.given.len()).copied().unwrap_or_default().to_owned()
    }

    /// Takes what was typed for the answer.
    pub fn enter(&mut self) -> Next {
        let typed = std::mem::take(&mut self.line).text().trim().to_owned();
        let wanted = match &self.about {
            About::Find => return Next::Find(typed),
            About::Drop(number) => return sure(&typed, Effect::Drop(*number)),
            About::Anyway => return sure(&typed, Effect::Resolve { anyway: true }),
            About::Publish => return sure(&typed, Effect::Publish),
            About::Which(keys) => return which(&typed, keys),
            About::Answer { .. } => 2,
            About::Ruling | About::Fact => 3,
        };
        if typed.is_empty() {
            return Next::Say("Nothing was typed, and nothing was changed.".to_owned());
        }
        self.given.push(typed);
        if self.given.len() < wanted {
            return Next::More;
        }
        let mut given = std::mem::take(&mut self.given).into_iter();
        let mut next = || given.next().unwrap_or_default();
        Next::Do(match &self.about {
            About::Answer { key, options } => {
                Effect::Rule { key: key.clone(), answer: chosen(next(), options), reason: next() }
            }
            About::Fact => Effect::Fact { at: next(), text: next(), reason: next() },
            _ => Effect::Rule { key: next(), answer: next(), reason: next() },
        })
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
