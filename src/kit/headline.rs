//! The head of a report: what a season means, the heaviest first, in at most ten lines.
//!
//! Each rule system weighs its news by a table of its own, and its newspaper uses the same table.

use std::cmp::Reverse;

/// How many lines of a mail a head has at most.
const LINES: usize = 10;
/// How wide a line of a mail is.
const COLUMNS: usize = 72;

/// Sentences with their weights.
#[derive(Debug, Clone, Default)]
pub struct Weighed(Vec<(u8, String)>);

impl Weighed {
    /// Adds a sentence.
    pub fn put(&mut self, weight: u8, sentence: String) {
        self.0.push((weight, sentence));
    }

    /// The sentences, each once: the heaviest first, of the same weight the earlier.
    pub fn ranked(mut self) -> Vec<String> {
        self.0.sort_by_key(|(weight, _)| Reverse(*weight));
        let mut ranked: Vec<String> = vec![];
        for (_, sentence) in self.0 {
            if !ranked.contains(&sentence) {
                ranked.push(sentence);
            }
        }
        ranked
    }
}

/// A head of these parts: all of the second, and before it as much of the news as there is room for.
/// The first of the news always stands there.
pub fn head(news: Vec<String>, after: Vec<String>) -> Vec<String> {
    let mut left = LINES.saturating_sub(after.iter().map(|text| lines(text)).sum());
    let mut head: Vec<String> = vec![];
    for sentence in news {
        let needs = lines(&sentence);
        if needs > left && !head.is_empty() {
            continue;
        }
        left = left.saturating_sub(needs);
        head.push(sentence);
    }
    head.extend(after);
    head
}

/// The first of some items, and how many more there are: `a; b; and 3 more`.
pub fn first_of(items: &[String], most: usize) -> String {
    let told = items.get(..most).unwrap_or(items).join("; ");
    match items.len().saturating_sub(most) {
        0 => told,
        more => format!("{told}; and {more} more"),
    }
}

/// How many lines of a mail a sentence needs.
fn lines(text: &str) -> usize {
    let (mut lines, mut column) = (1, 0);
    for word in text.split_whitespace() {
        let wide = word.chars().count();
        if column > 0 && column + 1 + wide > COLUMNS {
            (lines, column) = (lines + 1, wide);
        } else {
            column += wide + usize::from(column > 0);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heavier_comes_first_and_each_sentence_once() {
        let mut all = Weighed::default();
        for (weight, sentence) in [(1, "light"), (9, "heavy"), (1, "later"), (9, "heavy")] {
            all.put(weight, sentence.to_owned());
        }
        assert_eq!(all.ranked(), ["heavy", "light", "later"]);
    }

    #[test]
    fn a_head_has_ten_lines_and_keeps_what_comes_after_the_news() {
        let long = |word: &str| [word; 40].join(" ");
        let (news, after) = (vec![long("one"), long("two"), long("six"), "short".into()], "end");
        let head = head([news.clone(), news].concat(), vec![after.to_owned()]);
        let all: usize = head.iter().map(|text| lines(text)).sum();
        assert_eq!((all, head.last().map(String::as_str)), (10, Some(after)));
        assert_eq!(lines(&long("one")), 3);
        assert_eq!(super::head(vec![long("one")], vec!["end".into(); 10]).len(), 11);
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(first_of(&items, 3), "a; b; c");
        assert_eq!(first_of(&items, 1), "a; and 2 more");
    }
}
