//! The life of one leader, force, place or power through all seasons, as one audience knows it.

use super::chapter::{Chapter, Stand, subjects};
use super::{Archive, ArchiveError, Audience, did_you_mean};
use kit::annals::{Kind, Subject};
use kit::names::{nearest, plain};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{SeasonRow, Status};

/// A life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Life {
    pub name: String,
    pub kind: Kind,
    /// In a sentence: where they were last seen, who holds it now.
    pub last: String,
    pub years: Vec<Year>,
}

/// One season of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Year {
    pub season: String,
    pub key: String,
    pub withdrawn: bool,
    /// What is told of them, with the number of the line.
    pub lines: Vec<Told>,
    /// Where they stood at its end, if that is known.
    pub stands: Vec<Stand>,
    /// Of a place: who held it.
    pub holder: Option<String>,
}

/// A line in which somebody is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    pub line: usize,
    pub text: String,
}

impl Archive {
    /// Follows somebody by name through all seasons that stand, one season at a time.
    pub fn follow(&self, written: &str, audience: &Audience) -> Result<Life, ArchiveError> {
        let seasons = self.settled(audience)?;
        let subject = self.subject(written, &seasons, audience)?;
        let mut lived = vec![];
        for (season, key) in seasons {
            if season.status != Status::Withdrawn {
                lived.extend(years(&self.outline(&season, key, audience)?).remove(&subject));
            }
        }
        if lived.is_empty() {
            return Err(ArchiveError::refused(format!(
                "nothing is known about {} to {}",
                subject.name,
                audience.word()
            )));
        }
        let last = last(&subject, &lived);
        Ok(Life { name: subject.name, kind: subject.kind, last, years: lived })
    }

    /// Finds who is meant: everybody of the book, and every force that an audience knew by a name; the newest
    /// season that knows the name says who that is.
    fn subject(
        &self,
        written: &str,
        seasons: &[(SeasonRow, String)],
        audience: &Audience,
    ) -> Result<Subject, ArchiveError> {
        let wanted = plain(&self.other_names()?.own(written));
        let is_meant = |one: &&Subject| plain(&one.name) == wanted || plain(&one.key) == wanted;
        let mut names: BTreeSet<String> = BTreeSet::new();
        if seasons.is_empty() {
            let game = self.game(self.store.newest_season()?.id)?;
            let none = kit::chart::Chart::new("", "", String::new());
            let of_book = subjects(game.as_ref(), &none);
            if let Some(subject) = of_book.iter().find(is_meant) {
                return Ok(subject.clone());
            }
            names.extend(of_book.into_iter().map(|subject| subject.name));
        }
        for (season, key) in seasons.iter().rev() {
            let chapter = self.outline(season, key.clone(), audience)?;
            if let Some(subject) = chapter.names.all().iter().find(is_meant) {
                return Ok(subject.clone());
            }
            names.extend(chapter.names.all().iter().map(|subject| subject.name.clone()));
        }
        let meant = nearest(written, names.iter().map(String::as_str));
        let written = written.to_owned();
        Err(ArchiveError::NoName { written, meant: did_you_mean(meant) })
    }
}

/// What one season tells of everybody who is named in it.
///
/// That a place has its owner is no news, so a place of which nothing else is told has no year.
pub(super) fn years(chapter: &Chapter) -> BTreeMap<Subject, Year> {
    let mut all: BTreeMap<Subject, Year> = BTreeMap::new();
    let empty = || Year {
        season: chapter.season.clone(),
        key: chapter.key.clone(),
        withdrawn: chapter.withdrawn,
        lines: vec![],
        stands: vec![],
        holder: None,
    };
    let named = |texts: &[&str]| -> BTreeSet<Subject> {
        let found = texts.iter().flat_map(|text| chapter.names.find(text));
        found.map(|(_, subject)| subject.clone()).collect()
    };
    for (line, told) in (1..).zip(chapter.annals.lines()) {
        let mut texts = vec![told.text.as_str()];
        if let Some(fight) = &told.fight {
            texts.push(&fight.title);
            texts.extend(fight.sides.iter().map(|side| side.name.as_str()));
        }
        for subject in named(&texts) {
            let told = Told { line, text: told.text.clone() };
            all.entry(subject).or_insert_with(empty).lines.push(told);
        }
    }
    for stand in chapter.stands() {
        for subject in named(&[&stand.name, &stand.inside, &stand.place]) {
            if subject.kind != Kind::Power {
                all.entry(subject).or_insert_with(empty).stands.push(stand.clone());
            }
        }
    }
    let holders: BTreeMap<&str, &str> = chapter.holders().collect();
    for (subject, year) in &mut all {
        if subject.kind == Kind::Place {
            year.holder = holders.get(subject.name.as_str()).map(|holder| (*holder).to_owned());
        }
    }
    all
}

/// The end of a life so far, in a sentence.
pub(super) fn last(subject: &Subject, years: &[Year]) -> String {
    let Some(year) = years.iter().rfind(|year| !year.withdrawn) else { return String::new() };
    let Subject { kind, name, .. } = subject;
    match (kind, year.stands.first(), &year.holder) {
        (Kind::Place, _, Some(holder)) => {
            format!("{name} was held by {holder} after {}.", year.season)
        }
        (Kind::Leader | Kind::Force, Some(stand), _) => {
            let of = if stand.name == *name || stand.name.is_empty() {
                String::new()
            } else {
                format!(", with {}", stand.name)
            };
            match &stand.since {
                Some(since) => format!("{name} was last seen in {since}, at {}{of}.", stand.place),
                None => format!("{name} stood at {}{of} after {}.", stand.place, year.season),
            }
        }
        _ => format!("{name} was last mentioned in {}.", year.season),
    }
}
