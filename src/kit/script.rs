//! A ledger written down beforehand: the chits, dice and rulings of a case, a line each.
//!
//! ```text
//! chit: empire land 3
//! NIA §8.2.4 Augereau: 2d6 = 11       # the sum; or the faces: 5+6
//! 2d6 = 7                             # rule and name may be left out
//! NIA §5.1 Melas: draw = Ott
//! NIA §5.3: shuffle = C-23, C-1       # from the top
//! decision: avoid battle Melas = stay
//! ```
//!
//! Chits, draws, shuffles and dice are used in their order; rulings by what they rule on.
//!
//! Not here: what happens when the game asks for something else. The
//! [`ledger`](crate::ledger) says so in a sentence.

use std::collections::VecDeque;

use crate::names::plain;
use crate::rule::Ask;

/// The lines that a script may have, each with its meaning.
pub const GRAMMAR: [(&str, &str); 7] = [
    ("chit: NAME", "a chit of the pool"),
    ("RULE WHO: 2d6 = 11", "dice by their sum; rule and who rolls may be left out"),
    ("RULE WHO: 2d6 = 5+6", "the same by their faces"),
    ("RULE WHO: draw = NAME", "one of several, drawn by lot"),
    ("RULE WHO: shuffle = NAME, NAME", "what lies on top of a shuffled pool, the rest below it"),
    ("decision: TOPIC WHO = CHOICE", "the umpire decides; TOPIC may be the key of the decision"),
    ("# WORDS", "a remark"),
];

/// Why a script cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the ledger, `{text}`: {reason}")]
pub struct ScriptFault {
    pub line: u32,
    pub text: String,
    pub reason: String,
}

/// The script, as far as it is not yet used.
#[derive(Debug, Clone, Default)]
pub(super) struct Script {
    pub answers: VecDeque<Line>,
    pub rulings: Vec<Ruling>,
}

/// One answer, and the line it stands on.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub number: u32,
    pub text: String,
    /// Rule and name, where the line gives them.
    pub head: String,
    pub answer: Scripted,
}

/// What a line answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scripted {
    Dice { count: u8, sides: u8, faces: Vec<u8> },
    Draw { name: String, is_chit: bool },
    Shuffle { order: String },
}

/// The umpire's word on one decision.
#[derive(Debug, Clone)]
pub(super) struct Ruling {
    pub number: u32,
    pub on: String,
    pub choice: String,
}

impl Script {
    /// Reads a script; empty lines and what follows a `#` are for people.
    pub fn read(script: &str) -> Result<Script, ScriptFault> {
        let mut read = Script::default();
        for (number, line) in (1u32..).zip(script.lines()) {
            let text = match line.find(" #") {
                _ if line.trim_start().starts_with('#') => continue,
                Some(comment) => line[..comment].trim(),
                None => line.trim(),
            };
            if !text.is_empty() {
                read.take_line(number, text).map_err(|reason| ScriptFault {
                    line: number,
                    text: text.to_owned(),
                    reason,
                })?;
            }
        }
        Ok(read)
    }

    fn take_line(&mut self, number: u32, text: &str) -> Result<(), String> {
        if let Some(ruling) = text.strip_prefix("decision:") {
            let (on, choice) = ruling.split_once('=').ok_or("a decision needs ` = ANSWER`")?;
            let (on, choice) = (on.trim().to_owned(), choice.trim().to_owned());
            self.rulings.push(Ruling { number, on, choice });
            return Ok(());
        }
        let (head, answer) = match text.strip_prefix("chit:") {
            Some(name) => (String::new(), draw(name, true)?),
            None => {
                let (question, answer) = text.rsplit_once('=').ok_or("there is no ` = ANSWER`")?;
                let (head, what) = question.rsplit_once(':').unwrap_or(("", question));
                let answer = match what.trim() {
                    "draw" => draw(answer, false)?,
                    "shuffle" => Scripted::Shuffle { order: answer.trim().to_owned() },
                    dice => rolled(dice, answer)?,
                };
                (head.trim().to_owned(), answer)
            }
        };
        self.answers.push_back(Line { number, text: text.to_owned(), head, answer });
        Ok(())
    }

    /// Counts the `chit:` lines still to come.
    pub fn chits(&self) -> usize {
        let is_chit = |line: &&Line| matches!(line.answer, Scripted::Draw { is_chit: true, .. });
        self.answers.iter().filter(is_chit).count()
    }
}

fn draw(name: &str, is_chit: bool) -> Result<Scripted, String> {
    match name.trim() {
        "" => Err("nothing is drawn".into()),
        name => Ok(Scripted::Draw { name: name.to_owned(), is_chit }),
    }
}

fn rolled(dice: &str, answer: &str) -> Result<Scripted, String> {
    let expected = || format!("`{dice}` is neither dice like `2d6` nor `draw` nor `shuffle`");
    let (count, sides) = dice.split_once('d').ok_or_else(expected)?;
    let count: u8 = match count.trim() {
        "" => 1,
        count => count.parse().map_err(|_| expected())?,
    };
    let sides: u8 = sides.trim().parse().map_err(|_| expected())?;
    if count == 0 || sides == 0 {
        return Err(expected());
    }
    Ok(Scripted::Dice { count, sides, faces: faces(answer, count, sides)? })
}

/// Reads an answer to so many dice: their faces (`4+2`) or their sum (`6`).
///
/// A sum is made of faces as unequal as can be, the high ones first: 8 on two dice is 6+2.
pub(super) fn faces(answer: &str, count: u8, sides: u8) -> Result<Vec<u8>, String> {
    let numbers: Option<Vec<u16>> =
        answer.split('+').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.ok_or_else(|| format!("`{}` is not a roll", answer.trim()))?;
    let impossible = || format!("{count}d{sides} cannot come up {}", answer.trim());
    let (least, most) = (u16::from(count), u16::from(count) * u16::from(sides));
    if let ([sum], true) = (&numbers[..], count > 1) {
        if !(least..=most).contains(sum) {
            return Err(impossible());
        }
        let mut above = *sum - least;
        let share = |_| {
            let more = above.min(u16::from(sides) - 1);
            above -= more;
            u8::try_from(more + 1).expect("no more than the sides of one die")
        };
        return Ok((0..count).map(share).collect());
    }
    let faces: Vec<u8> = numbers
        .into_iter()
        .filter(|face| (1..=u16::from(sides)).contains(face))
        .filter_map(|face| u8::try_from(face).ok())
        .collect();
    let all = answer.split('+').count() == usize::from(count);
    if all && faces.len() == usize::from(count) { Ok(faces) } else { Err(impossible()) }
}

impl Line {
    /// Says whether rule and name agree with who asks, as far as the line gives them.
    pub fn agrees(&self, ask: &Ask) -> bool {
        let (rule, who) = rule_and_name(&self.head);
        let rule_agrees = ask.rule.0 == rule || ask.rule.0.ends_with(&format!(" {rule}"));
        let who = plain(who);
        (rule.is_empty() || rule_agrees)
            && (who.is_empty()
                || who == plain(&ask.who)
                || who == plain(&format!("{} at {}", ask.who, ask.at)))
    }
}

/// Splits `NIA §8.2.4 Augereau` behind the number.
fn rule_and_name(head: &str) -> (&str, &str) {
    let Some(paragraph) = head.find('§') else { return ("", head) };
    match head[paragraph..].find(' ') {
        Some(length) => (&head[..paragraph + length], head[paragraph + length..].trim()),
        None => (head, ""),
    }
}

impl Ruling {
    /// Says whether this rules on a decision: by its key, with or without season and number, or by
    /// its topic, alone or with the name of the one concerned.
    pub fn is_on(&self, key: &str, topic: &str, ask: &Ask) -> bool {
        let short = key.split_once('/').map_or(key, |(_, short)| short);
        let unnumbered = short.rsplit_once('/').map_or(short, |(unnumbered, _)| unnumbered);
        let on = plain(&self.on);
        [key, short, unnumbered, topic].into_iter().any(|name| plain(name) == on)
            || plain(&format!("{topic} {}", ask.who)) == on
            || plain(&format!("{} {topic}", ask.who)) == on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    fn check(lines: &[&str]) {
        for line in lines {
            let (text, expected) = line.split_once(" -> ").unwrap();
            let found = match Script::read(text) {
                Err(fault) => format!("fault: {}", fault.reason),
                Ok(script) => match script.answers.front().map(|line| &line.answer) {
                    None => format!("{} rulings", script.rulings.len()),
                    Some(Scripted::Draw { name, is_chit }) => format!("{name} {is_chit}"),
                    Some(Scripted::Dice { faces, .. }) => format!("{faces:?}"),
                    Some(Scripted::Shuffle { order }) => order.clone(),
                },
            };
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn lines_are_read() {
        check(&[
            "chit: empire land 3 -> empire land 3 true",
            "2d6 = 11 -> [6, 5]",
            "2d6 = 2 -> [1, 1]",
            "2d6=4+2 -> [4, 2]",
            "NIA §8.2.4 Augereau: 3d10 = 29 # high -> [10, 10, 9]",
            "d6 = 3 -> [3]",
            "NIA §5.1: draw = C-23 -> C-23 false",
            "shuffle = C-23, C-1 -> C-23, C-1",
            "decision: avoid battle Melas = stay -> 1 rulings",
            "# nothing -> 0 rulings",
        ]);
        check(&[
            "2d6 = 13 -> fault: 2d6 cannot come up 13",
            "2d6 = 1 -> fault: 2d6 cannot come up 1",
            "2d6 = 7+1 -> fault: 2d6 cannot come up 7+1",
            "d6 = 4+2 -> fault: 1d6 cannot come up 4+2",
            "d6 = 300 -> fault: 1d6 cannot come up 300",
            "d6 = six -> fault: `six` is not a roll",
            "two dice = 7 -> fault: `two dice` is neither dice like `2d6` nor `draw` nor `shuffle`",
            "2d6 -> fault: there is no ` = ANSWER`",
            "chit: -> fault: nothing is drawn",
            "decision: stay -> fault: a decision needs ` = ANSWER`",
        ]);
    }

    #[test]
    fn each_line_of_the_grammar_is_read() {
        for (form, _) in GRAMMAR {
            let script = Script::read(form).unwrap();
            let lines = script.answers.len() + script.rulings.len();
            assert_eq!(lines, usize::from(!form.starts_with('#')), "{form}");
        }
    }

    #[test]
    fn a_head_names_rule_and_asker() {
        let ask = Rule("NIA §8.2.4").by("Masséna").at("W3533");
        for (head, agrees) in [
            ("", true),
            ("NIA §8.2.4", true),
            ("§8.2.4 massena", true),
            ("Massena", true),
            ("NIA §8.2.4 Masséna at W3533", true),
            ("NIA §8.2.4 Melas", false),
            ("NIA §8.2", false),
            ("Masséna at W3534", false),
        ] {
            let script = Script::read(&format!("{head}: d6 = 1")).unwrap();
            assert_eq!(script.answers[0].agrees(&ask), agrees, "{head}");
        }
    }
}
