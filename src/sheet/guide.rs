//! The guide to a sheet: every key, step and condition with its shape and an example.
//!
//! It is made from the description that the sheet is read by, so it cannot say what is not read.
//! Lines are as long as they come; whoever prints them breaks them, and what is set in shows how far.

use super::condition::Grammar;
use super::keys::{Field, Steps, Value};
use super::vocabulary::Noun;
use super::written;
use serde::Serialize;
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

/// A chapter for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chapter {
    pub heading: String,
    pub items: Vec<Item>,
}

/// Chapters for players, one behind the other.
#[derive(Debug, Default)]
pub struct Page {
    chapters: Vec<Chapter>,
}

impl Page {
    /// Adds a chapter, if anything is said in it.
    pub fn chapter(&mut self, heading: &str, said: Vec<String>) {
        if !said.is_empty() {
            self.chapters.push(Chapter::of(heading, said));
        }
    }

    /// Adds a chapter as it is.
    pub fn add(&mut self, chapter: Chapter) {
        self.chapters.push(chapter);
    }

    pub fn into_chapters(self) -> Vec<Chapter> {
        self.chapters
    }
}

/// The heading above the keys of a whole sheet.
pub const KEYS: &str = "THE KEYS OF A SHEET";

/// What stands above an example sheet.
pub const EXAMPLE: &str = "A whole sheet for your forces; it can be sent as it stands.";

/// What a chapter consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Item {
    /// A paragraph.
    Text { text: String },
    /// A word of a sheet.
    Word(Word),
    /// Figures of the book.
    Table(Table),
}

/// A word of a sheet: a key, a step, a condition, a sort of name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Word {
    pub word: String,
    /// How it is written.
    pub pattern: String,
    pub doc: String,
    /// The keys that its value may have, with what each means.
    pub keys: Vec<(String, String)>,
    /// How it stands in a sheet; empty, if no sheet of the guide has it.
    pub example: String,
}

/// Figures, a row each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    pub caption: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Chapter {
    /// A chapter of paragraphs.
    pub fn of(heading: &str, paragraphs: Vec<String>) -> Self {
        let items = paragraphs.into_iter().map(|text| Item::Text { text }).collect();
        Self { heading: heading.to_owned(), items }
    }

    /// The same chapter, with figures behind it.
    #[must_use]
    pub fn with(mut self, tables: Vec<Table>) -> Self {
        self.items.extend(tables.into_iter().map(Item::Table));
        self
    }

    /// The words that it explains.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(word) => Some(&*word.word),
            Item::Text { .. } | Item::Table(_) => None,
        })
    }

    /// Its lines, set in, below its heading.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.heading.clone(), String::new()];
        for item in &self.items {
            match item {
                Item::Text { text } => lines.push(format!("  {text}")),
                Item::Word(word) => lines.extend(word.lines()),
                Item::Table(table) => lines.extend(table.lines()),
            }
        }
        lines.push(String::new());
        lines
    }
}

impl Word {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("  {}", self.pattern), format!("    {}", self.doc)];
        lines.extend(self.keys.iter().map(|(key, doc)| format!("      {key}: {doc}")));
        if !self.example.is_empty() {
            lines.push(format!("    Example: {}", self.example));
        }
        lines
    }
}

impl Table {
    pub fn new(caption: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|name| (*name).to_owned()).collect();
        Self { caption: caption.to_owned(), head, rows }
    }

    /// Its rows in columns, each as wide as it needs to be.
    fn lines(&self) -> Vec<String> {
        let width = |at: usize| {
            let cells = std::iter::once(&self.head).chain(&self.rows).filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.head.len());
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            format!("    {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
        };
        let head = [format!("  {}", self.caption), line(&self.head)];
        // Some figures have no head.
        let head = head.into_iter().filter(|line| !line.is_empty());
        head.chain(self.rows.iter().map(line)).collect()
    }
}

/// The lines of chapters, one below the other.
pub fn lines(chapters: &[Chapter]) -> Vec<String> {
    chapters.iter().flat_map(Chapter::lines).collect()
}

/// What of the chapters is about a word: whole chapters whose heading has it, and what others say of
/// it. Case and a plural `s` do not matter.
pub fn about(chapters: &[Chapter], asked: &str) -> Vec<Chapter> {
    let asked: Vec<String> = asked.split_whitespace().map(stem).collect();
    let has = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(stem).collect();
        !asked.is_empty() && words.windows(asked.len()).any(|part| part == asked)
    };
    let told = |chapter: &Chapter| {
        if has(&chapter.heading) {
            return Some(chapter.clone());
        }
        let is_asked = |item: &&Item| match item {
            Item::Word(word) => has(&word.word),
            Item::Table(table) => has(&table.caption),
            Item::Text { .. } => false,
        };
        let items: Vec<Item> = chapter.items.iter().filter(is_asked).cloned().collect();
        (!items.is_empty()).then(|| Chapter { heading: chapter.heading.clone(), items })
    };
    let found: Vec<Chapter> = chapters.iter().filter_map(told).collect();
    if found.is_empty() { mentions(chapters, &has) } else { found }
}

/// A word of a guide as it is compared: without case, signs at its ends, and the ending of a plural.
fn stem(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let singular = word.strip_suffix('s').filter(|rest| rest.len() > 2);
    singular.unwrap_or(&word).to_owned()
}

/// What of some chapters mentions something: paragraphs, words by what is said of them, rows of figures.
fn mentions(chapters: &[Chapter], has: &impl Fn(&str) -> bool) -> Vec<Chapter> {
    let told = |item: &Item| match item {
        Item::Text { text } => has(text).then(|| item.clone()),
        Item::Word(word) => {
            let keys = word.keys.iter().any(|(key, doc)| has(key) || has(doc));
            (keys || has(&word.pattern) || has(&word.doc)).then(|| item.clone())
        }
        Item::Table(table) => {
            let of_row = |row: &&Vec<String>| row.iter().any(|cell| has(cell));
            let rows: Vec<Vec<String>> = table.rows.iter().filter(of_row).cloned().collect();
            (!rows.is_empty()).then(|| Item::Table(Table { rows, ..table.clone() }))
        }
    };
    let chapter = |chapter: &Chapter| {
        let items: Vec<Item> = chapter.items.iter().filter_map(told).collect();
        (!items.is_empty()).then(|| Chapter { heading: chapter.heading.clone(), items })
    };
    chapters.iter().filter_map(chapter).collect()
}

impl Guide<'_> {
    /// The chapters of the guide.
    pub fn chapters(&self) -> Vec<Chapter> {
        let mut chapters = vec![];
        let whole: Vec<Field> = self.sheet.iter().copied().flatten().copied().collect();
        self.keys((KEYS.to_owned(), ""), &whole, &mut chapters);
        chapters.push(self.conditions());
        chapters.push(names(&whole));
        let (heading, limits) = &self.limits;
        chapters.push(Chapter::of(heading, limits.clone()));
        chapters
    }

    /// The chapter of a map's keys, which stand under a key in sheets, and those of the lists in it.
    fn keys(
        &self,
        (heading, parent): (String, &str),
        fields: &[Field],
        chapters: &mut Vec<Chapter>,
    ) {
        let word = |field: &Field| {
            // The page of a step of this name is about the step.
            let example = || self.example((parent, field.key), |name| name != field.key);
            Item::Word(Word {
                word: field.key.to_owned(),
                pattern: shape(field.key, field.takes()),
                doc: field.doc.to_owned(),
                keys: inner(field.takes()),
                example: if is_list(field.takes()) { String::new() } else { example() },
            })
        };
        chapters.push(Chapter { heading, items: fields.iter().map(word).collect() });
        // A key that may stand in several maps has one chapter.
        let has = |chapters: &[Chapter], heading: &str| {
            chapters.iter().any(|chapter| chapter.heading == heading)
        };
        for field in fields {
            if let Value::List(Value::Map(fields)) = field.takes() {
                let heading = format!("AN ENTRY OF {}", field.key.to_uppercase());
                if !has(chapters, &heading) {
                    self.keys((heading, field.key), fields, chapters);
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
        let own = |kind: &super::keys::Kind| {
            let own = self.example((key, kind.key), |name| name == kind.key);
            if own.is_empty() { self.example((key, kind.key), |_| true) } else { own }
        };
        let word = |kind: &&super::keys::Kind| {
            Item::Word(Word {
                word: kind.key.to_owned(),
                pattern: written::pattern(kind.key, &kind.value),
                doc: format!("{} ({})", kind.doc, kind.rule),
                keys: inner(&kind.value),
                example: own(kind),
            })
        };
        let mut items: Vec<Item> = steps.kinds.iter().map(word).collect();
        if !steps.extra.is_empty() {
            let text = format!("Besides its own keys, {} may have in its braces:", steps.what);
            items.push(Item::Text { text });
        }
        items.extend(steps.extra.iter().map(|field| {
            Item::Word(Word {
                word: field.key.to_owned(),
                pattern: written::pattern(field.key, &field.value),
                doc: field.doc.to_owned(),
                ..Word::default()
            })
        }));
        Chapter { heading: format!("EACH OF {}", key.to_uppercase()), items }
    }

    fn conditions(&self) -> Chapter {
        let patterns = self.grammar.patterns().into_iter();
        let word = |(pattern, doc): (String, String)| {
            let (word, pattern) = (pattern.clone(), format!("`{pattern}`"));
            Item::Word(Word { word, pattern, doc, ..Word::default() })
        };
        let joints = Item::Text { text: self.grammar.joints() };
        let items = patterns.map(word).chain([joints]).collect();
        Chapter { heading: "CONDITIONS".to_owned(), items }
    }

    /// A line of those example sheets in which a key stands under its parent.
    fn example(&self, keys: (&str, &str), wanted: impl Fn(&str) -> bool) -> String {
        let mut pages = self.examples.iter().filter(|(name, _)| wanted(name));
        pages.find_map(|(_, sheet)| line_of(sheet, keys)).unwrap_or_default()
    }
}

/// The line of a sheet that begins with a key and has all of its value; it stands under another key, or
/// under none if that is empty.
fn line_of(sheet: &str, (parent, key): (&str, &str)) -> Option<String> {
    // How far the parent's line is indented, while its lines come.
    let mut under = parent.is_empty().then_some(0);
    sheet.lines().find_map(|line| {
        let line = line.split("  #").next().unwrap_or_default().trim_end();
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        let bare = line.strip_prefix("- ").unwrap_or(line);
        if parent.is_empty() {
            if indent > 0 || line.starts_with('-') {
                return None;
            }
        } else if bare.strip_prefix(parent).is_some_and(|rest| rest == ":") {
            under = Some(indent + line.len() - bare.len());
            return None;
        } else if under.is_some_and(|at| indent < at || indent == at && !line.starts_with('-')) {
            under = None;
        }
        under?;
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

/// What the keys of a map mean.
fn inner(value: &Value) -> Vec<(String, String)> {
    let (Value::Map(fields) | Value::Short(fields)) = value else { return vec![] };
    let own = fields.iter().filter(|field| field.key != "if" && !is_list(field.takes()));
    own.map(|field| (field.key.to_owned(), field.doc.to_owned())).collect()
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
    let word = |(name, docs): (String, Vec<&str>)| {
        let (pattern, doc) = (name.clone(), docs.join("; or "));
        Item::Word(Word { word: name, pattern, doc, ..Word::default() })
    };
    let items = by_name.into_iter().map(word).collect();
    Chapter { heading: "NAMES IN CAPITALS".to_owned(), items }
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

/// Which steps there are, for the comments of a form, and where each is shown.
pub fn crib(kinds: &[&super::keys::Kind]) -> String {
    let keys: Vec<&str> = kinds.iter().map(|kind| kind.key).collect();
    format!(
        "Steps: {}. A mail with the subject `guide march`, or of another step, shows how it is \
         written; `guide conditions` has what an `if:` can ask.",
        keys.join(", ")
    )
}

/// How steps and lines are written, for the comments of a form.
pub fn shapes(kinds: &[&super::keys::Kind]) -> Vec<String> {
    kinds.iter().map(|kind| written::pattern(kind.key, &kind.value)).collect()
}

#[cfg(test)]
mod examples {
    use super::line_of;

    #[test]
    fn an_example_stands_under_its_own_key() {
        let sheet = "market:\n- {open: 1}\n- up to: 2\n  spy: yes\noperations:\n- force: Browne\n  \
                     spy: {square: Glogau}\n  steps:\n  - march: Glatz\nspy: none\n";
        let under = |parent| line_of(sheet, (parent, "spy"));
        assert_eq!(under("market").as_deref(), Some("spy: yes"));
        assert_eq!(under("operations").as_deref(), Some("spy: {square: Glogau}"));
        assert_eq!(under("").as_deref(), Some("spy: none"));
        assert_eq!(under("steps"), None);
        assert_eq!(line_of(sheet, ("steps", "march")).as_deref(), Some("march: Glatz"));
    }
}
