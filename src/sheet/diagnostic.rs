//! What is wrong with a sheet, where, and what to do: the words a player gets.
//!
//! A player's mistake is data, never an error: all of them are collected, shown with the line
//! they stand in and a mark under the fault, and kept with the sheet.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use std::ops::Range;

/// How heavy a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Something that the player should know; the order stands.
    Remark,
    /// This order, or the rest of this entry, does not count.
    Fault,
}

/// One thing to say about a place in a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// A name for this kind of fault, in kebab-case.
    pub code: &'static str,
    pub weight: Weight,
    /// Bytes in the sheet.
    pub at: Range<usize>,
    pub text: String,
    /// The rule behind it, if a rule it is.
    pub rule: Option<&'static str>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A fault: what it is about does not count.
    pub fn fault(code: &'static str, at: Range<usize>, text: impl Into<String>) -> Self {
        Self { code, weight: Weight::Fault, at, text: text.into(), rule: None, help: None }
    }

    /// A remark: the order stands.
    pub fn remark(code: &'static str, at: Range<usize>, text: impl Into<String>) -> Self {
        Self { weight: Weight::Remark, ..Self::fault(code, at, text) }
    }

    /// Says what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers the likely word, if there is one.
    pub fn suggest(mut self, word: Option<&str>) -> Self {
        if let Some(word) = word {
            self.help = Some(format!("did you mean `{word}`?"));
        }
        self
    }

    /// Names the rule behind it.
    pub fn rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Line and column of the fault, both from 1.
    pub fn line_column(&self, sheet: &str) -> (usize, usize) {
        let before = &sheet[..floor(sheet, self.at.start)];
        let line = line_ends(before) + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// Lays the diagnostic out as text: what, where, the line with a mark, and the way out.
    pub fn render(&self, sheet: &str) -> String {
        let (line, column) = self.line_column(sheet);
        let rule = self.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        let title = format!("line {line}, column {column}: {}{rule}", self.text);
        let level = match self.weight {
            Weight::Fault => Level::ERROR.with_name("fault"),
            Weight::Remark => Level::WARNING.with_name("remark"),
        };
        let (start, end) = (floor(sheet, self.at.start), floor(sheet, self.at.end));
        let (source, first, span) = excerpt(sheet, start..end.max(start));
        let mut group: Group = level.primary_title(title).id(self.code).element(
            Snippet::source(source)
                .line_start(first)
                .annotation(AnnotationKind::Primary.span(span)),
        );
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.no_name().message(wrapped(help)));
        }
        Renderer::plain().decor_style(DecorStyle::Ascii).render(&[group])
    }
}

/// The most letters of a line that are shown above a mark: with its number they fit into a mail.
const WIDE: usize = 62;

/// Breaks a long help into lines, so that a list of keys stays within a mail's width.
fn wrapped(help: &str) -> String {
    let mut lines = vec![];
    for paragraph in help.split('\n') {
        let mut last = String::new();
        for word in paragraph.split(' ') {
            if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > WIDE {
                lines.push(std::mem::take(&mut last));
            }
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
        lines.push(last);
    }
    lines.join("\n")
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|sign| *sign == b'\n').count()
}

/// The largest character boundary not after `at`.
fn floor(sheet: &str, at: usize) -> usize {
    let mut at = at.min(sheet.len());
    while !sheet.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The line of the fault alone (the renderer would lay out the whole sheet), its number, and the
/// place of the mark in it. A line that a mail would break is cut around the mark.
fn excerpt(sheet: &str, at: Range<usize>) -> (String, usize, Range<usize>) {
    const AROUND: usize = 400;
    const CUT: &str = "...";
    let line_start = sheet[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = sheet[at.start..].find('\n').map_or(sheet.len(), |newline| at.start + newline);
    let from = floor(sheet, line_start.max(at.start.saturating_sub(AROUND)));
    let to = floor(sheet, line_end.min(at.start + AROUND));
    let number = line_ends(&sheet[..line_start]) + 1;
    let signs = |part: Range<usize>| -> Vec<char> {
        sheet[part].chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
    };
    let (line, mark) = (signs(from..to), signs(from..at.start).len());
    let marked = signs(at.start..floor(sheet, at.end.clamp(at.start, to))).len().max(1);
    let mut shown = 0..line.len();
    if line.len() > WIDE {
        let room = WIDE - 2 * CUT.len();
        // What follows a fault tells less than what it is about and what stands before it.
        let before = room.saturating_sub(marked + 8).min(room / 2);
        shown.start = mark.saturating_sub(before).min(line.len() - room);
        shown.end = shown.start + room;
    }
    let mut text =
        if shown.start > 0 || from > line_start { CUT.to_owned() } else { String::new() };
    let (mark, end) = (mark.min(shown.end), (mark + marked).min(shown.end));
    text.extend(&line[shown.start..mark]);
    let start = text.len();
    text.extend(&line[mark..end]);
    let span = start..text.len();
    text.extend(&line[end..shown.end]);
    if shown.end < line.len() || to < line_end {
        text.push_str(CUT);
    }
    (text, number, span)
}

/// All that there is to say about one sheet, in the order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The most diagnostics that one sheet can draw; a thousand of them help nobody.
    pub const MOST: usize = 200;

    /// Adds one, unless the same was said of the same place.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let known = self.all.iter().any(|d| d.code == diagnostic.code && d.at == diagnostic.at);
        if self.all.len() < Self::MOST && !known {
            self.all.push(diagnostic);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Changes those that were added after the first `told`.
    pub(crate) fn amend(&mut self, told: usize, change: impl FnMut(&mut Diagnostic)) {
        self.all.iter_mut().skip(told).for_each(change);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether anything does not count.
    pub fn has_faults(&self) -> bool {
        self.all.iter().any(|d| d.weight == Weight::Fault)
    }

    /// Whether a fault lies within this part of the sheet.
    pub fn fault_within(&self, at: &Range<usize>) -> bool {
        self.all
            .iter()
            .any(|d| d.weight == Weight::Fault && at.start <= d.at.start && d.at.start <= at.end)
    }

    /// The same, but a fault within a part of that part does not count.
    pub fn fault_within_but(&self, at: &Range<usize>, but: Option<&Range<usize>>) -> bool {
        let within = |at: &Range<usize>, start| at.start <= start && start <= at.end;
        let faults = self.all.iter().filter(|d| d.weight == Weight::Fault).map(|d| d.at.start);
        faults
            .filter(|start| within(at, *start))
            .any(|start| but.is_none_or(|but| !within(but, start)))
    }

    /// Whether one with this code lies within this part of the sheet.
    pub fn has_within(&self, code: &str, at: &Range<usize>) -> bool {
        self.all.iter().any(|one| one.code == code && at.contains(&one.at.start))
    }

    /// Puts them into the order of the text.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|d| (d.at.start, d.at.end, d.code));
    }

    /// Lays all of them out, a blank line between.
    pub fn render(&self, sheet: &str) -> String {
        let mut text = String::new();
        for diagnostic in &self.all {
            text.push_str(&diagnostic.render(sheet));
            text.push_str("\n\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_diagnostic_shows_the_line_and_a_mark() {
        let sheet = "power: france\nactivations:\n  - leader: Bonapate\n";
        let fault = Diagnostic::fault("unknown-leader", 39..47, "nobody is called `Bonapate`")
            .rule("NIA §5.1.3")
            .suggest(Some("Bonaparte"));
        expect![[r#"
            fault[unknown-leader]: line 3, column 13: nobody is called `Bonapate` (NIA §5.1.3)
              |
            3 |   - leader: Bonapate
              |             ^^^^^^^^
              |
              = did you mean `Bonaparte`?"#]]
        .assert_eq(&fault.render(sheet));
    }

    #[test]
    fn no_place_makes_it_panic() {
        for sheet in ["", "é", "a\u{85}b\n", &"x".repeat(60_000)] {
            for at in [0..0, 0..1, 1..2, 5..9, 59_999..60_010] {
                assert!(!Diagnostic::fault("any", at, "any").render(sheet).is_empty());
            }
        }
    }
}
