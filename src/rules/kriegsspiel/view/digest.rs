//! The turn at a glance for the umpire, who sees all of it.

use super::{battle, story};
use crate::rules::kriegsspiel::book::Book;
use crate::rules::kriegsspiel::event::Event;
use crate::rules::kriegsspiel::state::State;
use std::collections::BTreeSet;

/// Lines for the umpire, in the order of what happened.
pub fn lines(book: &Book, before: State, events: &[Event]) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut marched = BTreeSet::new();
    for event in events {
        match event {
            Event::Ordered { power, by, .. } => {
                lines.push(format!("{}: orders from {by}", book.title(power)));
            }
            Event::Worded { power, text, answer, .. } => {
                let answer = answer.as_deref().unwrap_or("for you to rule");
                let text = text.trim().replace('\n', " ");
                lines.push(format!("words of {}: \"{text}\": {answer}", book.title(power)));
            }
            Event::Spent { power, .. } => {
                let told = story::own(book, event).unwrap_or_default();
                lines.push(format!("{}: {told}", book.title(power)));
            }
            Event::Moved { who, power, .. } => {
                if marched.insert((who, power)) {
                    lines.push(format!("  {}", story::march(book, events, who, power)));
                }
            }
            Event::Fought(_) => lines.extend(battle::day(book, event).map(|day| {
                format!(
                    "  {}: {} against {}; {}: {}",
                    day.title, day.attacker.name, day.defender.name, day.sum, day.verdict
                )
            })),
            _ => {
                let told = story::published(book, event).or_else(|| story::own(book, event));
                let told = told.or_else(|| story::remark(book, event));
                lines.extend(told.map(|line| format!("  {line}")));
            }
        }
    }
    let troops: u32 = before.formations.values().map(|one| one.count(&book.troops)).sum();
    lines.push(format!("({troops} battalions, regiments and batteries began the turn)"));
    lines
}
