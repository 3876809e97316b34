//! The line at the foot on which one types, and the questions that are answered there.

use super::screen::{Effect, Evening, Settle};
use desk::intake::settle::UNNAMED;
use kit::names::plain;
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
    /// A line in which something stands already; one is at its end.
    pub fn of(text: &str) -> Line {
        let letters: Vec<char> = text.chars().collect();
        Line { at: letters.len(), letters }
    }

    /// Empties it.
    pub fn clear(&mut self) {
        *self = Line::default();
    }

    /// Takes in what was pasted; a line break in it is a space.
    pub fn paste(&mut self, text: &str) {
        for letter in text.trim().chars() {
            self.key(KeyCode::Char(if letter.is_whitespace() { ' ' } else { letter }));
        }
    }

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
    /// The answer to one key of the ledger, what may be answered, and what was chosen already.
    Answer {
        key: String,
        options: Vec<String>,
        chosen: Option<String>,
    },
    /// A key and its answer.
    Ruling,
    Fact,
    /// Which of the answers behind an event is to be another.
    Which(Vec<String>),
    Drop(u32),
    /// Resolve although sheets are missing.
    Anyway,
    Publish(Opens),
    PublishAndSend(Opens),
    /// The same for a draft that waits for something.
    PublishAnyway(Opens),
    /// The sheet in a mail, and the powers of which it may be; `POWER` where it does not say.
    Admit {
        number: i64,
        powers: Vec<String>,
    },
    /// An answer to a mail.
    Reply {
        number: i64,
        to: Addressee,
        refuses: bool,
    },
    File(i64),
    /// Take back what was done with a mail.
    Reopen(i64),
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

/// The season that opens when one is published, if it would have no deadline.
pub type Opens = Option<String>;

/// To whom an answer to a mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addressee {
    /// The player whose mail it is, which was proved.
    Writer(String),
    /// One of the players, whose names may be typed; and the one who probably wrote it.
    OneOf { players: Vec<String>, likely: Option<String> },
}

/// A question at the foot, with what has been typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub about: About,
    given: Vec<String>,
    /// What was typed before for the same prompts, to be corrected.
    before: Vec<String>,
    pub line: Line,
}

/// What comes of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// There is more to ask.
    More,
    /// What was typed does not do; it stays and is asked for again.
    Wrong(String),
    Find(String),
    Ask(Ask),
    Do(Effect),
    Say(String),
}

const REASON: &str = "The reason:";
const YES_OR_NO: &str = "(yes/no)";

impl Ask {
    pub fn new(about: About) -> Ask {
        let mut ask = Ask { about, given: vec![], before: vec![], line: Line::default() };
        if let About::Reply { to: Addressee::OneOf { likely: Some(likely), .. }, .. } = &ask.about {
            ask.line = Line::of(likely);
        }
        ask
    }

    /// The same once more; what was typed stands there to be corrected.
    pub fn again(self) -> Ask {
        let line = self.given.first().map_or_else(Line::default, |typed| Line::of(typed));
        Ask { before: self.given, given: vec![], line, ..self }
    }

    /// What is asked now.
    pub fn label(&self) -> String {
        self.labels().into_iter().nth(self.given.len()).unwrap_or_default()
    }

    /// What may be typed, where the prompt has no room for it.
    pub fn hint(&self) -> Option<String> {
        match &self.about {
            About::Reply { to: Addressee::OneOf { players, .. }, .. } if self.given.is_empty() => {
                Some(format!("one of {}", players.join(", ")))
            }
            _ => None,
        }
    }

    /// What is asked one after the other.
    fn labels(&self) -> Vec<String> {
        let deadline = |opens: &Opens| {
            opens
                .as_ref()
                .map(|next| format!("The deadline of {next}, as `7 days`; nothing for none:"))
        };
        let mut labels: Vec<String> = match &self.about {
            About::Publish(opens) | About::PublishAndSend(opens) | About::PublishAnyway(opens) => {
                deadline(opens).into_iter().collect()
            }
            About::Reply { to: Addressee::OneOf { .. }, .. } => vec!["To which player:".to_owned()],
            _ => vec![],
        };
        let of = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        labels.extend::<Vec<String>>(match &self.about {
            About::Find => of(&["Find:"]),
            About::Answer { chosen: Some(choice), .. } => {
                vec![format!("The reason for `{choice}`:")]
            }
            About::Answer { options, .. } if options.is_empty() => of(&["The ruling:", REASON]),
            About::Answer { .. } => of(&["The ruling, an option or its number:", REASON]),
            About::Ruling => of(&["The key:", "The ruling:", REASON]),
            About::Fact => of(&["Where (start, before 5, after 27, end):", "The fact:", REASON]),
            About::Admit { powers, .. } if one_power(powers).is_some() => of(&[REASON]),
            About::Admit { .. } => of(&["Whose sheet it is:", REASON]),
            About::Reply { to, refuses, .. } => vec![self.words_for(to, *refuses)],
            About::File(_) => of(&["A note for yourself, or nothing:"]),
            About::Reopen(number) => {
                vec![format!("Take the word on mail {number} back? {YES_OR_NO}")]
            }
            About::Away { player, .. } => {
                vec![format!("{player} is away, two days as `2026-12-01 2026-12-10`:")]
            }
            About::Sheet { power, .. } => {
                vec![format!("Why the sheet of {power} counts; reports say it:")]
            }
            About::Narrate => {
                of(&["To which power, or nothing for all:", "Your words in the report:"])
            }
            About::PublishAnyway(_) => of(&["Why it is published all the same; reports say it:"]),
            About::Deadline => of(&["The deadline, as `2026-12-01 20:00` or `7 days`:"]),
            About::Rollback => of(&["Why the last season is withdrawn; the new reports say it:"]),
            About::Which(keys) => vec![format!("Which of the answers, 1 to {}:", keys.len())],
            About::Drop(number) => vec![format!("Take ruling {number} back? {YES_OR_NO}")],
            About::Anyway => vec![format!("Resolve anyway? {YES_OR_NO}")],
            About::Publish(_) => vec![format!("Publish it? {YES_OR_NO}")],
            About::PublishAndSend(_) => {
                vec![match self.given.first().filter(|at| !at.is_empty()) {
                    Some(at) => format!("Publish and send, next deadline `{at}`? {YES_OR_NO}"),
                    None => format!("Publish and send? {YES_OR_NO}"),
                }]
            }
            About::Remind => vec![format!("Remind those who have not sent? {YES_OR_NO}")],
        });
        labels
    }

    /// The prompt for an answer's words, which says to whom they go.
    fn words_for(&self, to: &Addressee, refuses: bool) -> String {
        let typed = self.given.first().map(String::as_str);
        let whom = match to {
            Addressee::Writer(player) => player,
            Addressee::OneOf { .. } => typed.unwrap_or_default(),
        };
        match refuses {
            true => format!("Why it does not count, mailed to {whom}:"),
            false => format!("Your answer, mailed to {whom} and not played:"),
        }
    }

    /// Whether nothing may be typed for what is asked now.
    fn may_be_empty(&self) -> bool {
        match &self.about {
            About::File(_) => true,
            About::Narrate => self.given.is_empty(),
            About::Publish(opens) | About::PublishAndSend(opens) | About::PublishAnyway(opens) => {
                opens.is_some() && self.given.is_empty()
            }
            About::Find
            | About::Answer { .. }
            | About::Ruling
            | About::Fact
            | About::Which(_)
            | About::Drop(_)
            | About::Anyway
            | About::Admit { .. }
            | About::Reply { .. }
            | About::Reopen(_)
            | About::Away { .. }
            | About::Sheet { .. }
            | About::Deadline
            | About::Remind
            | About::Rollback => false,
        }
    }

    /// What is wrong with what was typed for the prompt at hand, where that can be told at once.
    fn fault(&self, typed: &str) -> Option<String> {
        match &self.about {
            About::Reply { to: Addressee::OneOf { players, .. }, .. } if self.given.is_empty() => {
                let is_one = players.iter().any(|player| plain(player) == plain(typed));
                (!is_one).then(|| format!("`{typed}` is not one of {}.", players.join(", ")))
            }
            About::Answer { options, chosen: None, .. }
                if self.given.is_empty() && !options.is_empty() =>
            {
                let is_one = options.contains(&chosen(typed.to_owned(), options));
                (!is_one).then(|| {
                    let some: Vec<&str> = options.iter().take(6).map(String::as_str).collect();
                    let more = if options.len() > 6 { ", ..." } else { "" };
                    format!("`{typed}` is not one of {}{more}.", some.join(", "))
                })
            }
            About::Away { .. } => (days(typed).is_none())
                .then(|| "Write two days, as `2026-12-01 2026-12-10`.".to_owned()),
            _ => None,
        }
    }

    /// Takes what was typed for the answer.
    pub fn enter(&mut self) -> Next {
        let typed = self.line.text().trim().to_owned();
        if let Some(fault) = (!typed.is_empty()).then(|| self.fault(&typed)).flatten() {
            return Next::Wrong(fault);
        }
        self.line = Line::default();
        let is_last = self.given.len() + 1 == self.labels().len();
        match &self.about {
            About::Find => return Next::Find(typed),
            About::Which(keys) => return which(&typed, keys),
            _ if is_last && self.wants_yes() => {
                return match is_yes(&typed) {
                    true => Next::Do(self.effect()),
                    false => Next::Say("Nothing was changed.".to_owned()),
                };
            }
            _ if typed.is_empty() && !self.may_be_empty() => {
                return Next::Say("Nothing was typed, and nothing was changed.".to_owned());
            }
            _ => {}
        }
        self.given.push(typed);
        if is_last {
            return Next::Do(self.effect());
        }
        self.line = self.before.get(self.given.len()).map_or_else(Line::default, |t| Line::of(t));
        Next::More
    }

    /// Whether its last prompt is answered with yes or no.
    fn wants_yes(&self) -> bool {
        matches!(
            self.about,
            About::Drop(_)
                | About::Anyway
                | About::Publish(_)
                | About::PublishAndSend(_)
                | About::Remind
                | About::Reopen(_)
        )
    }

    /// What all the answers come to.
    fn effect(&self) -> Effect {
        let mut given = self.given.iter().cloned();
        let mut next = || given.next().unwrap_or_default();
        match &self.about {
            About::Answer { key, options, chosen } => {
                let answer = chosen.clone().unwrap_or_else(|| self::chosen(next(), options));
                Effect::Rule { key: key.clone(), answer, reason: next() }
            }
            About::Fact => Effect::Fact { at: next(), text: next(), reason: next() },
            About::Admit { number, powers } => {
                let power = one_power(powers).map(str::to_owned).unwrap_or_else(&mut next);
                Effect::Settle(*number, Settle::Admit { power: Some(power), reason: next() })
            }
            About::Reply { number, to, refuses } => {
                let to = matches!(to, Addressee::OneOf { .. }).then(&mut next);
                Effect::Settle(*number, Settle::Reply { to, text: next(), refuses: *refuses })
            }
            About::File(number) => Effect::Settle(*number, Settle::File { note: next() }),
            About::Reopen(number) => Effect::Reopen(*number),
            About::Away { number, player } => {
                let (first, last) = days(&next()).unwrap_or_default();
                Effect::Settle(*number, Settle::Away { player: player.clone(), first, last })
            }
            About::Sheet { power, revision } => {
                let (power, revision) = (power.clone(), *revision);
                Effect::AdmitSheet { power, revision, reason: next() }
            }
            About::Narrate => {
                let to = Some(next()).filter(|to| !to.is_empty());
                Effect::Evening(Evening::Narrate { to, text: next() })
            }
            About::Publish(opens) => Effect::Publish { deadline: deadline(opens, next) },
            About::PublishAndSend(opens) => {
                Effect::PublishAndSend { force: None, deadline: deadline(opens, next) }
            }
            About::PublishAnyway(opens) => {
                let deadline = deadline(opens, &mut next);
                Effect::PublishAndSend { force: Some(next()), deadline }
            }
            About::Deadline => Effect::Evening(Evening::Deadline(next())),
            About::Rollback => Effect::Evening(Evening::Rollback(next())),
            About::Remind => Effect::Evening(Evening::Remind),
            About::Drop(number) => Effect::Drop(*number),
            About::Anyway => Effect::Resolve { anyway: true },
            About::Ruling | About::Find | About::Which(_) => {
                Effect::Rule { key: next(), answer: next(), reason: next() }
            }
        }
    }
}

/// The deadline that was typed for a season that would open without one.
fn deadline(opens: &Opens, mut next: impl FnMut() -> String) -> Option<String> {
    opens.as_ref().map(|_| next()).filter(|typed| !typed.is_empty())
}

/// The two days in what was typed, with whatever words between them.
fn days(typed: &str) -> Option<(String, String)> {
    let is_day = |word: &&str| {
        let parts: Vec<&str> = word.split('-').collect();
        let digits = |part: &&str| part.bytes().all(|digit| digit.is_ascii_digit());
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        lengths == [4, 2, 2] && parts.iter().all(digits)
    };
    let words: Vec<&str> =
        typed.split(|sign: char| sign.is_whitespace() || sign == ',').filter(is_day).collect();
    match words.as_slice() {
        [first, last] => Some(((*first).to_owned(), (*last).to_owned())),
        _ => None,
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
        Some(key) => {
            Next::Ask(Ask::new(About::Answer { key: key.clone(), options: vec![], chosen: None }))
        }
        None => Next::Say(format!("`{typed}` is none of them; nothing was changed.")),
    }
}

fn is_yes(typed: &str) -> bool {
    matches!(typed.to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_is_none_is_refused_before_the_reason_is_asked() {
        let options = vec!["pull".to_owned(), "leave".to_owned()];
        let about = About::Answer { key: "a key".to_owned(), options, chosen: None };
        let mut ask = Ask::new(about);
        ask.line = Line::of("burn");
        let wrong = "`burn` is not one of pull, leave.".to_owned();
        assert_eq!(ask.enter(), Next::Wrong(wrong));
        assert!(ask.label().starts_with("The ruling"), "{}", ask.label());
        ask.line = Line::of("2");
        assert_eq!(ask.enter(), Next::More);
        assert_eq!(ask.label(), REASON);
    }
}
