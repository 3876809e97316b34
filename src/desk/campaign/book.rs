//! The pages of a book that are for people: paragraphs, decisions, and where figures come from.
//!
//! The page of the paragraphs has the same name in every rule system, `index.yaml`; the decisions are
//! declared where they are asked.

use crate::campaign::workbench::system;
use crate::{DeskError, referee};
use kit::decision::Decision;
use kit::shelf::Shelf;
use rules::{EUROPE, NameList};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_yaml::Value as Yaml;
use std::collections::BTreeMap;

/// A paragraph of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    pub id: String,
    pub heading: String,
    /// How far the program does it.
    pub status: String,
    /// What it is about, in our own words.
    #[serde(default)]
    pub about: String,
    /// What of it is not played, where that is worth a sentence.
    #[serde(rename = "not played", default, skip_serializing_if = "String::is_empty")]
    pub not_played: String,
}

/// A chapter with how many of its paragraphs stand how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chapter {
    pub number: String,
    pub heading: String,
    pub counts: BTreeMap<String, u32>,
}

/// Where the figures of one page come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figures {
    pub page: String,
    /// How many figures of the page name each source.
    pub counts: BTreeMap<String, u32>,
    /// What the page says of all the others.
    pub note: String,
}

/// How we read the text where it leaves something open or contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The paragraphs that it is about.
    pub rules: Vec<String>,
    pub reading: String,
    /// The module of the rule system that plays it.
    pub code: String,
}

/// One paragraph, what belongs to it, how it is read and held, and what it leaves to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub paragraph: Paragraph,
    pub below: Vec<Paragraph>,
    /// Of the paragraph and of those inside it.
    pub readings: Vec<Reading>,
    /// The cases that name the paragraph: file and heading.
    pub cases: Vec<String>,
    pub decisions: Vec<Decision>,
}

/// What there is to read about scenarios of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    Text(String),
    /// Names of a sort, each with a word on it.
    Names(NameList),
}

/// An open book, for reading.
pub struct BookReader {
    shelf: Shelf,
    rules: String,
    folder: String,
}

impl BookReader {
    /// Opens the book of a rule system.
    pub fn open(rules: Option<&str>) -> Result<BookReader, DeskError> {
        let rules = system(rules)?;
        Ok(BookReader { shelf: rules::shelf(), folder: format!("{rules}/book"), rules })
    }

    /// Explains the pages of a scenario that somebody writes; or lists the names of a sort that they
    /// may use, or gives a page of the book or of a scenario of ours.
    pub fn scenario(&self, what: &str) -> Result<About, DeskError> {
        let referee = referee(&self.rules)?;
        if what.is_empty() {
            return Ok(About::Text(referee.scenario_guide(&self.shelf)?));
        }
        if let Some(names) = referee.scenario_names(&self.shelf, what)? {
            return Ok(About::Names(names));
        }
        let page = what.strip_prefix(&format!("{}/", self.rules)).unwrap_or(what);
        let map = page.strip_prefix("book/map/").map(|page| format!("{EUROPE}/{page}"));
        let paths = [
            Some(format!("{}/{page}", self.rules)),
            Some(format!("{}/{page}/{}", self.rules, rules::scenario::PAGE)),
            map,
        ];
        let text = paths.iter().flatten().find_map(|path| self.shelf.text(path));
        text.map(|text| About::Text(text.to_owned())).ok_or_else(|| {
            DeskError::refused(format!("`{what}` is neither a list of names nor a page"))
                .hint("`umpire rules scenario` says which there are")
        })
    }

    fn page<T: DeserializeOwned>(&self, name: &str) -> Result<T, DeskError> {
        let path = format!("{}/{name}", self.folder);
        let missing = || DeskError::refused(format!("the book has no page {name}"));
        let text = self.shelf.text(&path).ok_or_else(missing)?;
        serde_yaml::from_str(text)
            .map_err(|error| DeskError::refused(format!("the page {name} cannot be read: {error}")))
    }

    /// Lists the chapters and how far the program does each.
    pub fn chapters(&self) -> Result<Vec<Chapter>, DeskError> {
        let mut chapters: Vec<Chapter> = vec![];
        for paragraph in self.page::<Vec<Paragraph>>("index.yaml")? {
            let number = paragraph.id.split('.').next().unwrap_or_default().to_owned();
            if chapters.last().is_none_or(|chapter| chapter.number != number) {
                let heading = paragraph.heading.clone();
                chapters.push(Chapter { number, heading, counts: BTreeMap::new() });
            }
            if let Some(chapter) = chapters.last_mut() {
                *chapter.counts.entry(paragraph.status).or_default() += 1;
            }
        }
        Ok(chapters)
    }

    /// Lists the decisions that the rules leave to people.
    pub fn decisions(&self) -> Result<Vec<Decision>, DeskError> {
        Ok(referee(&self.rules)?.decisions())
    }

    /// Lists the decisions of one paragraph and of those inside it.
    pub fn decisions_of(&self, written: &str) -> Result<Vec<Decision>, DeskError> {
        Ok(self.paragraph(written)?.decisions)
    }

    /// Finds a paragraph by its number, with or without its sign.
    pub fn paragraph(&self, written: &str) -> Result<Entry, DeskError> {
        let last = written.split_whitespace().last().unwrap_or_default();
        let id = last.trim_start_matches('§').trim_end_matches('.');
        let all: Vec<Paragraph> = self.page("index.yaml")?;
        let Some(paragraph) = all.iter().find(|paragraph| paragraph.id == id) else {
            return Err(DeskError::refused(format!("the book has no paragraph {id}"))
                .hint("`umpire rules` lists the chapters"));
        };
        let inside = |other: &str| other.strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
        let about = |decision: &Decision| decision.rules().any(|rule| rule == id || inside(rule));
        let mut readings: Vec<Reading> = self.page("readings.yaml")?;
        readings.retain(|one| one.rules.iter().any(|rule| rule == id || inside(rule)));
        let mut cases: BTreeMap<String, Vec<String>> = self.page("cases.yaml")?;
        Ok(Entry {
            paragraph: paragraph.clone(),
            below: all.iter().filter(|paragraph| inside(&paragraph.id)).cloned().collect(),
            readings,
            cases: cases.remove(id).unwrap_or_default(),
            decisions: self.decisions()?.into_iter().filter(about).collect(),
        })
    }

    /// Counts for each page of the book where its figures come from.
    pub fn figures(&self) -> Result<Vec<Figures>, DeskError> {
        let mut all = vec![];
        for path in self.shelf.names(&self.folder) {
            let text = self.shelf.text(&path).unwrap_or_default();
            let mut counts = BTreeMap::new();
            if path.ends_with(".csv") {
                count_rows(text, &mut counts);
            } else if let Ok(page) = serde_yaml::from_str::<Yaml>(text) {
                count_values(&page, &mut counts);
            }
            let note = text.lines().find_map(|line| line.strip_prefix("# source: "));
            all.push(Figures {
                page: path[self.folder.len() + 1..].to_owned(),
                counts,
                note: note.unwrap_or_default().to_owned(),
            });
        }
        Ok(all)
    }
}

/// The words that name a source; what else stands under such a key is a remark.
const SOURCES: [&str; 4] = ["text", "example", "public", "reconstructed"];

fn count_one(word: &str, counts: &mut BTreeMap<String, u32>) {
    if SOURCES.contains(&word) {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
}

fn count_values(value: &Yaml, counts: &mut BTreeMap<String, u32>) {
    match value {
        Yaml::Mapping(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    (Some("source" | "sources"), Yaml::String(word)) => count_one(word, counts),
                    (Some("source" | "sources"), Yaml::Mapping(each)) => {
                        each.values().filter_map(Yaml::as_str).for_each(|w| count_one(w, counts));
                    }
                    (_, value) => count_values(value, counts),
                }
            }
        }
        Yaml::Sequence(list) => list.iter().for_each(|value| count_values(value, counts)),
        _ => {}
    }
}

fn count_rows(text: &str, counts: &mut BTreeMap<String, u32>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let Some(head) = lines.next() else { return };
    let Some(column) = head.split(',').position(|name| name == "source") else { return };
    for line in lines {
        count_one(line.split(',').nth(column).unwrap_or_default().trim(), counts);
    }
}
