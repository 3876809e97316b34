//! Holding a page against its declared keys: all faults at once, each at its place.

use super::{Checking, Found, Guide, KnownNames, PageFault, RULES, YEARS};
use kit::calendar::Season;
use kit::names::nearest;
use kit::page::{Key, Shape};
use sheet::shape::{Kind, Limits, shape_within};
use sheet::{Diagnostic, Diagnostics, Node};
use std::ops::Range;

/// The longest sentence of a reader, in bytes.
const LONGEST_SENTENCE: usize = 2000;
/// The longest name that is looked up, in bytes.
const LONGEST_NAME: usize = 100;

/// Checks the page of a scenario; `whole` looks at what does not go together.
pub fn page(
    page: &str,
    text: &str,
    guide: &Guide,
    names: &dyn KnownNames,
    whole: &dyn Fn(&mut Checking<'_>),
) -> Vec<PageFault> {
    let mut faults = Diagnostics::default();
    let root = shape_within(text, Limits::PAGE, &mut faults);
    if let Some(root) = &root {
        let mut walk = Walk { names, under: "", found: vec![], faults };
        walk.page(root, guide.keys);
        let Walk { found, faults: told, .. } = walk;
        let mut checking = Checking { root, found, faults: told };
        whole(&mut checking);
        faults = checking.faults;
    }
    rendered(page, text, &faults)
}

/// Checks a page of which only the shape is known here: plain YAML within bounds.
pub fn plain_yaml(page: &str, text: &str) -> Vec<PageFault> {
    let mut faults = Diagnostics::default();
    shape_within(text, Limits::PAGE, &mut faults);
    rendered(page, text, &faults)
}

/// The faults of a page as they are printed, in the order of the text.
fn rendered(page: &str, text: &str, faults: &Diagnostics) -> Vec<PageFault> {
    let mut all: Vec<&Diagnostic> = faults.iter().collect();
    all.sort_by_key(|fault| fault.at.start);
    all.into_iter().map(|fault| one(page, text, fault)).collect()
}

fn one(page: &str, text: &str, fault: &Diagnostic) -> PageFault {
    let (line, column) = fault.line_column(text);
    PageFault { page: page.to_owned(), line, column, text: fault.render(text) }
}

/// A fault whose sentence names its place, as the readers of pages write it: `line 3, column 5: ...`,
/// or with `at line 3 column 5` at its end. Without a place it is the page's.
pub fn told(page: &str, text: &str, why: &str) -> PageFault {
    // A reader may quote a whole page.
    let why = if why.len() > LONGEST_SENTENCE { "this cannot be read" } else { why };
    if let Some((line, column, why)) = placed_first(why).or_else(|| placed_last(why)) {
        let start = offset(text, line, column);
        let rest = &text[start..];
        let end = rest.find([',', '\n']).unwrap_or(rest.len());
        let marked = rest[..end].trim_end().len();
        return one(page, text, &Diagnostic::fault("page", start..start + marked, why));
    }
    match sought(text, why) {
        Some(at) => one(page, text, &Diagnostic::fault("page", at, why)),
        None => {
            let text = format!("fault[page]: {why}");
            PageFault { page: page.to_owned(), line: 1, column: 1, text }
        }
    }
}

/// The place that a sentence without one speaks of: the line that begins with its first word, or what
/// it quotes, if that stands on the page once.
fn sought(text: &str, why: &str) -> Option<Range<usize>> {
    let head = why.split([':', ' ']).next().filter(|head| !head.is_empty())?;
    let quoted = || why.split('`').skip(1).step_by(2).filter(|word| !word.is_empty());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.split(',').next() != Some(head) {
            start += line.len();
            continue;
        }
        let word = quoted().find_map(|word| Some((line.find(word)?, word.len())));
        let (from, length) = word.unwrap_or((0, head.len()));
        return Some(start + from..start + from + length);
    }
    quoted().chain([head]).find_map(|word| {
        let mut found = text.match_indices(word);
        let (at, _) = found.next()?;
        found.next().is_none().then(|| at..at + word.len())
    })
}

fn placed_first(why: &str) -> Option<(usize, usize, String)> {
    let (place, rest) = why.strip_prefix("line ")?.split_once(": ")?;
    let (line, column) = match place.split_once(", column ") {
        Some((line, column)) => (line.parse().ok()?, column.parse().ok()?),
        None => (place.parse().ok()?, 1),
    };
    Some((line, column, rest.to_owned()))
}

fn placed_last(why: &str) -> Option<(usize, usize, String)> {
    let (before, place) = why.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    Some((digits(line).parse().ok()?, digits(column).parse().ok()?, before.to_owned()))
}

/// The byte at a line and a column, both from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
    let within = text[start..].lines().next().unwrap_or("");
    let column = within.char_indices().nth(column.max(1) - 1).map_or(within.len(), |(at, _)| at);
    start + column
}

/// The start of a text, for a sentence.
fn shown(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Going through a page.
struct Walk<'p, 'n> {
    names: &'n dyn KnownNames,
    under: &'static str,
    found: Vec<Found<'p>>,
    faults: Diagnostics,
}

impl<'p> Walk<'p, '_> {
    fn page(&mut self, root: &'p Node, keys: &'static [Key]) {
        let Kind::Map(pairs) = &root.kind else {
            return self.expected(root, "a map of keys");
        };
        for (key, value) in pairs {
            let name = key.text().unwrap_or_default();
            if name == RULES.name {
                continue;
            }
            if let Some(found) = keys.iter().find(|known| known.name == name) {
                self.under = found.name;
            }
            self.key(key, value, keys);
        }
        self.missing(root, pairs, keys);
    }

    fn map(&mut self, node: &'p Node, keys: &'static [Key]) {
        let Kind::Map(pairs) = &node.kind else {
            return self.expected(node, "a map of keys");
        };
        for (key, value) in pairs {
            self.key(key, value, keys);
        }
        self.missing(node, pairs, keys);
    }

    fn key(&mut self, key: &'p Node, value: &'p Node, keys: &'static [Key]) {
        let Some(name) = key.text() else {
            return self.expected(key, "a key, which is a word");
        };
        if let Some(known) = keys.iter().find(|known| known.name == name) {
            return self.shape(value, &known.shape);
        }
        let all = keys.iter().map(|key| key.name);
        let text = format!("there is no key `{}` here", shown(name));
        let fault = Diagnostic::fault("unknown-key", key.at.clone(), text);
        let likely = self.likely(name, all.clone());
        self.faults.push(match likely {
            Some(_) => fault.suggest(likely),
            None => fault.help(format!("the keys are {}", all.collect::<Vec<_>>().join(", "))),
        });
    }

    /// The word that was probably meant. To find it takes a while, and nobody reads very many.
    fn likely(
        &self,
        written: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let few = written.len() <= LONGEST_NAME && self.faults.len() < Diagnostics::MOST;
        few.then(|| nearest(written, known)).flatten()
    }

    fn missing(&mut self, node: &Node, pairs: &[(Node, Node)], keys: &[Key]) {
        let stands = |key: &&Key| pairs.iter().any(|(name, _)| name.text() == Some(key.name));
        for key in keys.iter().filter(|key| key.needed && !stands(key)) {
            // A key with a slip was told of already.
            let slipped = |(name, _): &(Node, Node)| {
                let name = name.text().unwrap_or_default();
                !keys.iter().any(|key| key.name == name)
                    && name.len() <= LONGEST_NAME
                    && nearest(name, [key.name]).is_some()
            };
            if pairs.iter().take(100).any(slipped) {
                continue;
            }
            let text = format!("`{}:` is missing here", key.name);
            let at = node.at.start..node.at.start + 1;
            let code = "missing-key";
            // Several may be missing at one place.
            let told = self.faults.iter().find(|fault| fault.code == code && fault.at == at);
            if told.is_none() {
                self.faults.push(Diagnostic::fault(code, at, text).help(key.says));
            }
        }
    }

    fn shape(&mut self, node: &'p Node, shape: &'static Shape) {
        match shape {
            Shape::Text => self.scalar(node, "a text", |_| true),
            Shape::OneOf(words) => self.word(node, words),
            Shape::Number(from, to) => {
                let fits = |text: &str| {
                    text.parse::<i64>().is_ok_and(|number| (*from..=*to).contains(&number))
                };
                self.scalar(node, &format!("a whole number from {from} to {to}"), fits);
            }
            Shape::Flag => {
                self.scalar(node, "`true` or `false`", |text| matches!(text, "true" | "false"));
            }
            Shape::Season => {
                let fits = |text: &str| {
                    text.parse::<Season>().is_ok_and(|season| YEARS.contains(&season.year))
                };
                let (from, to) = (YEARS.start(), YEARS.end());
                let expected = format!("a season such as `spring 1805`, of {from} to {to}");
                self.scalar(node, &expected, fits);
            }
            Shape::Name(sort) => self.name(node, sort),
            Shape::List(of, from, to) => self.list(node, of, (*from, *to)),
            Shape::Keys(keys) => self.map(node, keys),
            Shape::Map(sort, of) => {
                let Kind::Map(pairs) = &node.kind else {
                    return self.expected(node, "a map");
                };
                for (key, value) in pairs {
                    self.name(key, sort);
                    self.shape(value, of);
                }
            }
            Shape::Forms(forms) => self.forms(node, forms),
        }
    }

    fn scalar(&mut self, node: &Node, expected: &str, fits: impl Fn(&str) -> bool) {
        match node.text() {
            Some(text) if !node.is_nothing() && fits(text) => {}
            _ => self.expected(node, expected),
        }
    }

    fn word(&mut self, node: &Node, words: &'static [&'static str]) {
        let Some(text) = node.text().filter(|_| !node.is_nothing()) else {
            return self.expected(node, &format!("one of {}", words.join(", ")));
        };
        if !words.contains(&text) {
            let fault = Diagnostic::fault(
                "unknown-word",
                node.at.clone(),
                format!("`{}` is not known here", shown(text)),
            );
            let likely = self.likely(text, words.iter().copied());
            self.faults.push(match likely {
                Some(_) => fault.suggest(likely),
                None => fault.help(format!("it is one of {}", words.join(", "))),
            });
        }
    }

    fn name(&mut self, node: &'p Node, sort: &'static str) {
        let Some(text) = node.text().filter(|_| !node.is_nothing()) else {
            return self.expected(node, &format!("the name of a {sort}"));
        };
        if text.len() > LONGEST_NAME {
            return self.expected(node, &format!("the name of a {sort}, which is shorter"));
        }
        self.found.push(Found { sort, under: self.under, node, text });
        // To find what was meant takes a while, and nobody reads very many.
        if self.faults.len() >= Diagnostics::MOST {
            return;
        }
        if let Some(wrong) = self.names.wrong(sort, text) {
            let mut fault = Diagnostic::fault("unknown-name", node.at.clone(), wrong.why);
            fault.help = wrong.help;
            self.faults.push(fault);
        }
    }

    fn list(&mut self, node: &'p Node, of: &'static Shape, (from, to): (usize, usize)) {
        let Kind::Seq(items) = &node.kind else {
            return self.expected(node, "a list");
        };
        if !(from..=to).contains(&items.len()) {
            let bound = if from == to { format!("{from}") } else { format!("{from} to {to}") };
            let text = format!("{} items stand here, and there can be {bound}", items.len());
            self.faults.push(Diagnostic::fault("list-length", node.at.clone(), text));
        }
        for item in items.iter().take(to) {
            self.shape(item, of);
        }
    }

    fn forms(&mut self, node: &'p Node, forms: &'static [&'static [Key]]) {
        let firsts: Vec<&str> =
            forms.iter().filter_map(|keys| keys.first()).map(|key| key.name).collect();
        let Kind::Map(pairs) = &node.kind else {
            return self.expected(node, &format!("a map with one of {}", firsts.join(", ")));
        };
        let stands = |name: &str| pairs.iter().any(|(key, _)| key.text() == Some(name));
        let form = forms.iter().find(|keys| keys.first().is_some_and(|first| stands(first.name)));
        match form {
            Some(keys) => self.map(node, keys),
            None => {
                let written = pairs.iter().find_map(|(key, _)| key.text());
                let at = pairs.first().map_or(&node.at, |(key, _)| &key.at).clone();
                let text = format!("none of {} stands here", firsts.join(", "));
                let likely = written.and_then(|word| self.likely(word, firsts.iter().copied()));
                self.faults.push(Diagnostic::fault("no-form", at, text).suggest(likely));
            }
        }
    }

    fn expected(&mut self, node: &Node, expected: &str) {
        let stands = match node.text() {
            Some(text) if !node.is_nothing() => format!("`{}`", shown(text)),
            _ if node.is_nothing() => "nothing".to_owned(),
            _ => node.in_words().to_owned(),
        };
        let text = format!("expected {expected}, and {stands} stands here");
        // A mark under a whole list or map would tell less than one at its beginning.
        let end = if node.text().is_some() { node.at.end } else { node.at.start + 1 };
        self.faults.push(Diagnostic::fault("shape", node.at.start..end.max(node.at.start), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, why: &str) -> String {
        let PageFault { line, column, text, .. } = told("book/map/hexes.csv", text, why);
        let marked = text.lines().rfind(|line| line.contains('^')).unwrap_or_default();
        format!("{line}:{column} {}", marked.matches('^').count())
    }

    /// The readers of pages name a place in their sentence, or what they speak of.
    #[test]
    fn a_sentence_is_told_at_its_place() {
        let text = "# hexes\nhex,terrain\nW0101,clear\nW0102,claer\n";
        assert_eq!(place(text, "line 4: 2 cells, not 3"), "4:1 5");
        assert_eq!(place(text, "terrain: unknown `x` at line 2 column 5"), "2:5 7");
        assert_eq!(place(text, "W0102: no terrain `claer`"), "4:7 5");
        assert_eq!(place(text, "the word `claer` is none"), "4:7 5");
        assert_eq!(place(text, "400 hexes, not 4320"), "1:1 0");
        assert_eq!(place("", "line 9, column 9: beyond"), "1:1 1");
    }
}
