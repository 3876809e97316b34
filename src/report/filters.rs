//! The filters that our templates have besides Tera's own.

use crate::map::escaped;
use std::borrow::Cow;
use std::ops::Range;
use tera::{Kwargs, State, Tera, TeraResult};

/// Adds our filters to a set of templates.
pub fn register(tera: &mut Tera) {
    tera.register_filter("wrap", wrap);
    tera.register_filter("pad", pad);
    tera.register_filter("centre", centre);
    tera.register_filter("title", title);
    tera.register_filter("coded", coded);
}

fn wrap(text: &str, arguments: Kwargs, _: &State) -> TeraResult<String> {
    let width = arguments.get::<usize>("width")?.unwrap_or(72);
    let indent = arguments.get::<usize>("indent")?.unwrap_or(0);
    let at = arguments.get::<usize>("at")?.unwrap_or(0);
    Ok(wrapped_at(text, width, indent, at))
}

fn coded(text: &str, _: Kwargs, _: &State) -> String {
    with_code(text)
}

/// A text as HTML, what stands between two backticks as code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        match is_code {
            // A backtick without another is itself.
            true if parts.peek().is_none() => html.push_str(&format!("`{}", escaped(part))),
            true => html.push_str(&format!("<code>{}</code>", escaped(part))),
            false => html.push_str(&escaped(part)),
        }
        is_code = !is_code;
    }
    html
}

fn pad(text: &str, arguments: Kwargs, _: &State) -> TeraResult<String> {
    let width = arguments.must_get::<usize>("width")?;
    Ok(format!("{text:width$}"))
}

fn centre(text: &str, arguments: Kwargs, _: &State) -> TeraResult<String> {
    let width = arguments.must_get::<usize>("width")?;
    let before = width.saturating_sub(text.chars().count()) / 2;
    Ok(" ".repeat(before) + text)
}

fn title(text: &str, _: Kwargs, _: &State) -> String {
    kit::names::capital(&kit::names::dated(text))
}

/// Breaks one line that is too long; it keeps its indentation, and the rest of it has two more.
pub fn fitted(line: &str, width: usize) -> String {
    if line.len() <= width || line.chars().count() <= width {
        return line.to_owned();
    }
    let text = line.trim_start();
    let indent = line.chars().count() - text.chars().count();
    let rest = wrapped(&format!("{}{text}", "x".repeat(indent)), width, indent + 2);
    format!("{}{}", &line[..line.len() - text.len()], &rest[indent..])
}

/// Breaks each paragraph into lines of at most `width` letters; from the second line on they are
/// indented. What belongs together stays together, and a word longer than a line stands alone.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    wrapped_at(text, width, indent, 0)
}

/// The same for a text that begins at a column, since something stands before it on its line.
fn wrapped_at(text: &str, width: usize, indent: usize, at: usize) -> String {
    // Nearly every text is one short line.
    let is_short = at + text.len() <= width && !text.contains('\n');
    if is_short && let Cow::Borrowed(even) = evenly_spaced(text) {
        return even.to_owned();
    }
    let mut lines: Vec<String> = vec![];
    for paragraph in text.lines() {
        let paragraph = evenly_spaced(paragraph);
        let lead = if lines.is_empty() { 0 } else { indent };
        let mut line = " ".repeat(lead);
        let mut used = if lines.is_empty() { at } else { lead };
        if used + paragraph.chars().count() <= width {
            lines.push((line + &paragraph).trim_end().to_owned());
            continue;
        }
        let (room, mut empty) = (width.saturating_sub(indent.max(at)), true);
        for words in together(&paragraph, room.min(width / 2)) {
            let letters = words.chars().count();
            if !empty && used + 1 + letters > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                (used, empty) = (indent, true);
            }
            if !empty {
                line.push(' ');
                used += 1;
            }
            line.push_str(words);
            used += letters;
            empty = false;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// A paragraph with one space between its words and none around them.
fn evenly_spaced(paragraph: &str) -> Cow<'_, str> {
    let mut before = ' ';
    let is_even = paragraph.chars().all(|letter| {
        let fits = !letter.is_whitespace() || (letter == ' ' && before != ' ');
        before = letter;
        fits
    });
    if is_even && (before != ' ' || paragraph.is_empty()) {
        return Cow::Borrowed(paragraph);
    }
    Cow::Owned(paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The words of an evenly spaced paragraph, those together that no line's end should part: what
/// stands in brackets, a number and its unit, a place and its number. None of these is longer than
/// `most`.
fn together(paragraph: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut all: Vec<Range<usize>> = vec![];
    let (mut words, mut at) = (paragraph.split(' ').peekable(), 0);
    while let Some(word) = words.next() {
        // A number counts what follows, if that is a word; else it tells of what stands before.
        let is_last = words.peek().is_none_or(|next| !next.starts_with(char::is_alphabetic));
        let end = at + word.len();
        match all.last_mut() {
            Some(last)
                if belongs(&paragraph[last.clone()], word, is_last)
                    && paragraph[last.start..end].chars().count() <= most =>
            {
                last.end = end;
            }
            _ => all.push(at..end),
        }
        at = end + 1;
    }
    all.into_iter().map(|at| &paragraph[at])
}

/// Whether a word belongs to those before it; `is_last` says that it counts nothing after it.
fn belongs(before: &str, word: &str, is_last: bool) -> bool {
    const ENDS: [char; 7] = [',', ';', ':', '.', '!', '?', ')'];
    let is_open = before.matches('(').count() > before.matches(')').count();
    let last = before.rsplit(' ').next().unwrap_or(before);
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_ascii_digit());
    let counts = is_number(word.trim_end_matches(ENDS)) && (word.ends_with(ENDS) || is_last);
    let bare = word.trim_end_matches(ENDS);
    let is_place = bare.len() == 5
        && bare.starts_with(|sign: char| sign.is_ascii_uppercase())
        && is_number(&bare[1..]);
    let is_counted = is_number(last) && word.starts_with(char::is_alphabetic);
    is_open || is_counted || (!last.ends_with(ENDS) && (counts || is_place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        assert_eq!(with_code("write `a: <b>` & go"), "write <code>a: &lt;b&gt;</code> &amp; go");
        assert_eq!(with_code("one ` alone"), "one ` alone");
        assert_eq!(with_code("`all`"), "<code>all</code>");
    }

    #[test]
    fn what_belongs_together_is_not_parted() {
        let check = |text: &str, width: usize, meant: &str| {
            assert_eq!(wrapped(text, width, 2), meant);
        };
        check("by W3831 2, W3830 2, W3829 1", 20, "by W3831 2, W3830 2,\n  W3829 1");
        check("by W3831 2, W3830 2, W3829 1", 17, "by W3831 2,\n  W3830 2,\n  W3829 1");
        check("this needs 12 points of them", 18, "this needs\n  12 points of\n  them");
        check("he marches (NIA §5.2) on", 20, "he marches\n  (NIA §5.2) on");
        check("from Turin W3432 to Genoa", 24, "from Turin W3432 to\n  Genoa");
        // What would take half of a line or more is broken like anything else.
        check("from Turin W3432 to Genoa", 14, "from Turin\n  W3432 to\n  Genoa");
        let long = "(what stands in brackets may be long)";
        check(long, 20, "(what stands in\n  brackets may be\n  long)");
    }
}
