//! Titles and countries in words: whom each minor country follows, and what changed.

use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::record::event::CourtEvent;
use crate::sight::known::Known;
use crate::sight::news::CourtNews;
use serde::Serialize;
use std::collections::BTreeMap;

/// The countries of one status.
#[derive(Debug, Serialize)]
pub struct Line {
    pub status: String,
    pub countries: String,
}

/// Lists the minor countries by their status; nothing, if none takes part.
pub fn countries(book: &Book, known: &Known) -> Vec<Line> {
    let mut all: BTreeMap<(usize, &CountryStatus), Vec<&str>> = BTreeMap::new();
    for (name, status) in known.titles.countries(book) {
        let place = status.power().map_or(usize::MAX, |power| book.people.order(power));
        all.entry((place, status)).or_default().push(name);
    }
    let line = |((_, status), names): ((usize, &CountryStatus), Vec<&str>)| {
        let nobody = *status == CountryStatus::Neutral;
        let words = capital(&status.in_words(&book.people));
        let status =
            if nobody { format!("{words}; nobody enters them (NIA §17.4.5)") } else { words };
        Line { status, countries: names.join(", ") }
    };
    all.into_iter().map(line).collect()
}

/// One piece of news in a sentence.
pub fn sentence(book: &Book, news: &CourtNews) -> String {
    match news {
        CourtNews::ProvinceTitled { province, owner, from } => titled(book, province, owner, from),
        CourtNews::CountryTurned { country, status, from } => turned(book, country, status, from),
    }
}

/// One event in a sentence, for the umpire.
pub fn of_event(book: &Book, event: &CourtEvent) -> String {
    match event {
        CourtEvent::ProvinceTitled { province, owner, from } => titled(book, province, owner, from),
        CourtEvent::CountryTurned { country, status, from } => turned(book, country, status, from),
    }
}

fn titled(book: &Book, province: &str, new: &str, old: &str) -> String {
    let (new, old) = (book.people.title(new), book.people.title(old));
    format!("The province {province} now belongs to {new}; it belonged to {old}.")
}

fn turned(book: &Book, country: &str, status: &CountryStatus, from: &CountryStatus) -> String {
    let (now, was) = (status.in_words(&book.people), from.in_words(&book.people));
    format!("{country} is now {now}; it was {was}.")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
