//! Answers from a list: each line is a question's rule and name, and the answer.
//!
//! `§12.6 Serurier: 7`, `§13.5 Dichat cavalry: Wheel`, `§12.9 enemy: de Vital`. Choices that the list
//! does not answer take their default; dice and draws that it does not answer are faults.

use crate::answers::{Answers, Choice, Pick, Who};
use crate::board::news::News;
use crate::book::Book;
use crate::case::facts;
use kit::rule::Rule;
use play::case::Fact;
use std::collections::VecDeque;

pub struct Listed<'b> {
    book: &'b Book,
    lines: VecDeque<(String, String)>,
    pub faults: Vec<String>,
    pub happened: Vec<Fact>,
}

impl<'b> Listed<'b> {
    pub fn new(book: &'b Book, text: &str) -> Self {
        let line = |line: &str| {
            let (asked, answer) = line.rsplit_once(':')?;
            Some((asked.trim().to_owned(), answer.trim().to_owned()))
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty()).filter_map(line).collect();
        Self { book, lines, faults: vec![], happened: vec![] }
    }

    /// What is left of the list is a fault.
    pub fn finish(&mut self) {
        for (asked, answer) in self.lines.drain(..) {
            self.faults.push(format!("nobody asked `{asked}: {answer}`"));
        }
    }

    fn asked(&self, rule: Rule, who: Who) -> String {
        format!("{} {}", rule.0.trim_start_matches("FCN "), who.name(self.book))
    }

    fn next(&mut self, asked: &str) -> Option<String> {
        match self.lines.front() {
            Some((wanted, _)) if wanted == asked => {
                self.lines.pop_front().map(|(_, answer)| answer)
            }
            Some(_) | None => None,
        }
    }

    fn pick(&mut self, asked: &str, answer: &str, options: &[Pick]) -> usize {
        let at = options.iter().position(|pick| pick.name(self.book) == answer);
        at.unwrap_or_else(|| {
            let names: Vec<&str> = options.iter().map(|pick| pick.name(self.book)).collect();
            self.faults
                .push(format!("`{answer}` is not an answer to {asked}: {}", names.join(", ")));
            0
        })
    }
}

impl Answers for Listed<'_> {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        let asked = self.asked(rule, who);
        let answer = self.next(&asked).and_then(|answer| answer.parse().ok());
        answer.filter(|roll| (1..=10).contains(roll)).unwrap_or_else(|| {
            self.faults.push(format!("no die for {asked}"));
            1
        })
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        let asked = self.asked(rule, who);
        match self.next(&asked) {
            Some(answer) => self.pick(&asked, &answer, options),
            None => {
                self.faults.push(format!("no draw for {asked}"));
                0
            }
        }
    }

    fn choose(&mut self, choice: &Choice) -> usize {
        let asked = self.asked(choice.rule, choice.who);
        match (self.next(&asked), choice.default) {
            (Some(answer), _) => self.pick(&asked, &answer, choice.options),
            (None, Some(default)) => default,
            (None, None) => {
                self.faults.push(format!("no choice for {asked}"));
                0
            }
        }
    }

    fn told(&mut self, news: News) {
        let fact = facts::news(self.book, news);
        self.happened.push(fact);
    }
}
