//! The receipt of a sheet for the court: each line as it was understood, in the order of the phases.

use super::keys::COURT;
use super::mobilization::raise::wishes_of;
use crate::book::Book;
use sheet::keys::{Content, Filled, Given};

/// The lines of a sheet, each with its key and its number in the list.
pub fn lines(book: &Book, seat: &str, text: &str, court: &Filled) -> Vec<String> {
    let mut lines = vec![];
    for field in COURT {
        let Some(given) = court.get(field.key) else { continue };
        match &given.what {
            Content::List(items) if items.iter().any(|item| item.map().is_some()) => {
                for (number, item) in (1..).zip(items) {
                    let cost = if field.key == "mobilize" { cost(book, seat, item) } else { None };
                    let cost = cost.map_or(String::new(), |cost| format!(" ({cost} thaler)"));
                    lines.push(format!("{} {number}: {}{cost}", field.key, words(text, item)));
                }
            }
            _ => lines.push(format!("{}: {}", field.key, words(text, given))),
        }
    }
    if !court.is_written("initiative") {
        lines.insert(0, "initiative: you bid nothing".to_owned());
    }
    lines
}

/// What a wish costs in all, in thaler.
fn cost(book: &Book, seat: &str, item: &Given) -> Option<u32> {
    let wishes = wishes_of(book, seat, item.map()?);
    (!wishes.is_empty()).then(|| wishes.iter().map(|wish| wish.price(book)).sum())
}

/// A value in words.
fn words(text: &str, given: &Given) -> String {
    let listed = |all: Vec<String>| all.join(", ");
    match &given.what {
        Content::Name(name) => name.clone(),
        Content::Number(number) => number.to_string(),
        Content::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Content::Text(said) => {
            format!("\"{}\"", said.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Content::Condition(_) => text.get(given.at.clone()).unwrap_or_default().to_owned(),
        Content::List(items) => listed(items.iter().map(|item| words(text, item)).collect()),
        Content::Map(map) => {
            let pair = |(key, value): (&str, &Given)| match &value.what {
                Content::Map(_) => format!("{key} ({})", words(text, value)),
                Content::Flag(true) => key.to_owned(),
                _ => format!("{key} {}", words(text, value)),
            };
            // What depends on a condition is said before it.
            let (ifs, rest): (Vec<_>, Vec<_>) = map.keys().partition(|(key, _)| *key == "if");
            listed(rest.into_iter().chain(ifs).map(pair).collect())
        }
        Content::Named(pairs) => {
            let pair = |(name, value): &(String, Given)| format!("{name} {}", words(text, value));
            listed(pairs.iter().map(pair).collect())
        }
        Content::Steps(_) => String::new(),
    }
}
