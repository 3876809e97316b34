//! The guide to a sheet: every key, step and condition with its shape and an example.
//!
//! It is made from the description that the sheet is read by, so it cannot say what is not read.
//! Lines are as long as they come; whoever prints them breaks them, and what is set in shows how far.

use super::condition::Grammar;
use super::keys::{Field, Steps, Value};
use super::vocabulary::Noun;
use super::written;
use std::collections::BTreeMap;

/// What a guide is made from.
pub struct Guide<'a> {
    pub sheet: &'a [&'a [Field]],
    pub grammar: &'a Grammar,
    /// The example sheets, each with its name.
    pub examples: &'a [(String, String)],
    /// What of the game's limits belongs to it: a heading, and its lines.
    pub limits: (&'a str, Vec<String>),
}

/// A page of chapters for players, in lines that are not broken yet.
#[derive(Debug, Default)]
pub struct Page {
    lines: Vec<String>,
}

impl Page {
    /// Adds a chapter, if anything is said in it.
    pub fn chapter(&mut self, heading: &str, said: Vec<String>) {
        if said.is_empty() {
            return;
        }
        self.lines.extend([heading.to_owned(), String::new()]);
        self.lines.extend(said.into_iter().map(|line| format!("  {line}")));
        self.lines.push(String::new());
    }

    pub fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

/// What stands above an example sheet.
pub const EXAMPLE: &str = "A whole sheet for your forces, without a fault as it stands; it shows how \
                           orders are written, not what is wise. Above each entry: what the receipt \
                           says of it.";

/// A chapter: its heading, the words it explains, and its lines.
struct Chapter {
    heading: String,
    words: Vec<String>,
    lines: Vec<String>,
}

impl Guide<'_> {
    /// The lines of the guide, its index first.
    pub fn lines(&self) -> Vec<String> {
        let mut chapters = vec![];
        let whole: Vec<Field> = self.sheet.iter().copied().flatten().copied().collect();
        self.keys("THE KEYS OF A SHEET".to_owned(), &whole, &mut chapters);
        chapters.push(self.conditions());
        chapters.push(names(&whole));
        let (heading, limits) = &self.limits;
        chapters.push(Chapter {
            heading: (*heading).to_owned(),
            words: vec!["what may stand together".to_owned()],
            lines: limits.iter().map(|line| format!("  {line}")).collect(),
        });
        let mut lines = vec!["INDEX".to_owned(), String::new()];
        for chapter in &chapters {
            lines.push(format!("  {}: {}", chapter.heading, chapter.words.join(", ")));
        }
        for chapter in chapters {
            lines.extend([String::new(), chapter.heading, String::new()]);
            lines.extend(chapter.lines);
        }
        lines
    }

    /// The chapter of a map's keys, and those of the lists in it.
    fn keys(&self, heading: String, fields: &[Field], chapters: &mut Vec<Chapter>) {
        let mut lines = vec![];
        for field in fields {
            lines.push(format!("  {}", shape(field.key, field.takes())));
            lines.push(format!("    {}", field.doc));
            lines.extend(inner(field.takes()));
            if !is_list(field.takes()) {
                // The page of a step of this name is about the step.
                lines.extend(self.example(field.key, |name| name != field.key));
            }
        }
        let words = fields.iter().map(|field| field.key.to_owned()).collect();
        chapters.push(Chapter { heading, words, lines });
        // A key that may stand in several maps has one chapter.
        let has = |chapters: &[Chapter], heading: &str| {
            chapters.iter().any(|chapter| chapter.heading == heading)
        };
        for field in fields {
            if let Value::List(Value::Map(fields)) = field.takes() {
                let heading = format!("AN ENTRY OF {}", field.key.to_uppercase());
                if !has(chapters, &heading) {
                    self.keys(heading, fields, chapters);
                }
            } else if let Value::Steps(steps) = field.takes() {
                let chapter = self.steps(field.key, steps);
                if !has(chapters, &chapter.heading) {
                    chapters.push(chapter);
                }
            }
        }
    }

    fn steps(&self, key: &str, steps: &Steps) -> Chapter {
        let mut lines = vec![];
        for kind in steps.kinds {
            lines.push(format!("  {}", written::pattern(kind.key, &kind.value)));
            lines.push(format!("    {} ({})", kind.doc, kind.rule));
            lines.extend(inner(&kind.value));
            let own = self.example(kind.key, |name| name == kind.key);
            lines.extend(own.or_else(|| self.example(kind.key, |_| true)));
        }
        if !steps.extra.is_empty() {
            lines.push(format!("  Besides its own keys, {} may have in its braces:", steps.what));
        }
        for field in steps.extra {
            lines.push(format!("    {}", written::pattern(field.key, &field.value)));
            lines.push(format!("      {}", field.doc));
        }
        let words = steps.kinds.iter().map(|kind| kind.key.to_owned()).collect();
        Chapter { heading: format!("EACH OF {}", key.to_uppercase()), words, lines }
    }

    fn conditions(&self) -> Chapter {
        let mut lines = vec![];
        let patterns = self.grammar.patterns();
        lines.extend(patterns.iter().map(|(pattern, doc)| format!("  `{pattern}`: {doc}")));
        lines.push(String::new());
        lines.push(format!("  {}", self.grammar.joints()));
        let words = patterns.into_iter().map(|(pattern, _)| pattern).collect();
        Chapter { heading: "CONDITIONS".to_owned(), words, lines }
    }

    /// A line of those example sheets in which the key stands.
    fn example(&self, key: &str, wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut pages = self.examples.iter().filter(|(name, _)| wanted(name));
        let found = pages.find_map(|(_, sheet)| line_of(sheet, key))?;
        Some(format!("    Example: {found}"))
    }
}

/// The line of a sheet that begins with a key and has all of its value.
fn line_of(sheet: &str, key: &str) -> Option<String> {
    sheet.lines().find_map(|line| {
        let line = line.split("  #").next().unwrap_or_default().trim();
        let bare = line.strip_prefix("- ").unwrap_or(line);
        let rest = bare.strip_prefix(key)?.strip_prefix(':')?.trim();
        (!rest.is_empty() && rest != "|").then(|| bare.to_owned())
    })
}

/// The shape of a key; a list of entries or steps has its own chapter.
fn shape(key: &str, value: &Value) -> String {
    match value {
        Value::List(Value::Map(_)) => {
            format!("{key}: a list; see AN ENTRY OF {}", key.to_uppercase())
        }
        Value::Steps(_) => format!("{key}: a list; see EACH OF {}", key.to_uppercase()),
        Value::Map(fields) if fields.iter().any(|field| is_list(field.takes())) => {
            let keys: Vec<&str> = fields.iter().map(|field| field.key).collect();
            format!("{key}: {{{}}}, as in the sheet itself", keys.join(", "))
        }
        value => written::pattern(key, value),
    }
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(Value::Map(_)) | Value::Steps(_))
}

/// What the keys of a map mean, a line each.
fn inner(value: &Value) -> Vec<String> {
    let (Value::Map(fields) | Value::Short(fields)) = value else { return vec![] };
    let own = fields.iter().filter(|field| field.key != "if" && !is_list(field.takes()));
    own.map(|field| format!("      {}: {}", field.key, field.doc)).collect()
}

/// What the names in capitals stand for.
fn names(fields: &[Field]) -> Chapter {
    let mut nouns = vec![];
    fields.iter().for_each(|field| collect(&field.value, &mut nouns));
    let mut by_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for noun in nouns {
        let docs = by_name.entry(noun.name.to_uppercase()).or_default();
        if !docs.contains(&noun.doc) {
            docs.push(noun.doc);
        }
    }
    let line = |(name, docs): (String, Vec<&str>)| format!("  {name}: {}", docs.join("; or "));
    let lines = by_name.into_iter().map(line).collect();
    let words = vec!["what the words in capitals stand for".to_owned()];
    Chapter { heading: "NAMES".to_owned(), words, lines }
}

fn collect(value: &Value, nouns: &mut Vec<&'static Noun>) {
    match value {
        Value::Name(noun) => nouns.push(noun),
        Value::Needed(value) | Value::Either(value) => collect(value, nouns),
        Value::Named(noun, item) => {
            nouns.push(noun);
            collect(item, nouns);
        }
        Value::List(item) => collect(item, nouns),
        Value::Map(fields) | Value::Short(fields) => {
            fields.iter().for_each(|field| collect(&field.value, nouns));
        }
        Value::Steps(steps) => steps.kinds.iter().for_each(|kind| collect(&kind.value, nouns)),
        Value::Word(_)
        | Value::Number(..)
        | Value::UpTo(_)
        | Value::Flag
        | Value::Text
        | Value::Condition => {}
    }
}

/// The shapes of all steps and the words of conditions, for the comments of a form.
pub fn crib(kinds: &[&super::keys::Kind], grammar: &Grammar) -> Vec<String> {
    let mut lines: Vec<String> =
        kinds.iter().map(|kind| written::pattern(kind.key, &kind.value)).collect();
    lines.push("CONDITION:".to_owned());
    lines.extend(grammar.in_short().lines().skip(1).map(str::to_owned));
    lines
}
