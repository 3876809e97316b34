//! Telling the lines of a sheet from the other lines of a text.
//!
//! Not here: fences, attachments and what others wrote ([`super::find`]).

use super::mend::{self, Sieve};
use super::text::lines;
use kit::bounds::SHEETS_IN_A_MAIL;
use std::ops::Range;

/// Finds the stretches of a text that look like sheets, in bytes.
///
/// Signs that nobody sees are left out before a line is looked at; the stretches are those of the
/// text as it came. `is_html` says that no mail program has broken its lines.
pub fn stretches(text: &str, is_html: bool, sieve: &dyn Sieve) -> Vec<Range<usize>> {
    let written = lines(text);
    let seen = mend::visible(text);
    let all = lines(&seen);
    let reader = Reader { text: &seen, all: &all, is_html, sieve };
    let (mut found, mut at) = (vec![], 0);
    while let Some(stretch) = reader.next(at) {
        at = stretch.end;
        found.push(written[stretch.start].start..written[stretch.end - 1].end);
        if found.len() > SHEETS_IN_A_MAIL {
            break;
        }
    }
    found
}

/// Finds the lines below the sheets of a text that look like orders and stand in none of them;
/// each with the number of the sheet above it.
pub fn unread(
    text: &str,
    sheets: &[Range<usize>],
    sieve: &dyn Sieve,
) -> Vec<(usize, Range<usize>)> {
    let written = lines(text);
    let seen = mend::visible(text);
    let all = lines(&seen);
    let reader = Reader { text: &seen, all: &all, is_html: false, sieve };
    let mut unread = vec![];
    for (number, sheet) in sheets.iter().enumerate() {
        let below = sheets.get(number + 1).map_or(text.len(), |next| next.start);
        let first = written.partition_point(|line| line.start < sheet.end);
        let last = written.partition_point(|line| line.start < below).min(all.len());
        let in_text = mend::ends_in_text(&text[sheet.clone()]);
        // The line on which a sheet ends too early may have any form; those below it are mostly
        // words and names.
        let next = (first..last).find(|at| !reader.line(*at).trim().is_empty());
        let is_lost = |at: &usize| {
            let begins = Some(*at) == next && reader.has_sign(*at);
            begins || reader.is_order(*at, in_text)
        };
        let lost = (first..last).filter(is_lost).take(MOST_UNREAD);
        unread.extend(lost.map(|at| (number, written[at].clone())));
    }
    unread
}

/// Finds the sections that stand above the first sheet of a text and not right above it: they are
/// none of it.
pub fn unread_above(text: &str, sheet: &Range<usize>, sieve: &dyn Sieve) -> Vec<Range<usize>> {
    let written = lines(text);
    let seen = mend::visible(text);
    let all = lines(&seen);
    let reader = Reader { text: &seen, all: &all, is_html: false, sieve };
    let end = written.partition_point(|line| line.start < sheet.start).min(all.len());
    let is_section = |at: usize| {
        let value = reader.line(at).split_once(':').map_or("", |(_, value)| value.trim());
        let orders = value.is_empty() || value.starts_with(['[', '{', '|', '>']);
        let next = || (at + 1..end).find(|at| !reader.line(*at).trim().is_empty());
        let has_part = || {
            let inner = next().map(|at| (reader.indent(at), reader.line(at).trim_start()));
            inner.is_some_and(|(indent, inner)| indent > 0 || is_item(inner))
        };
        reader.indent(at) == 0
            && orders
            && reader.key(at).is_some_and(|key| sieve.has(&key))
            && (!value.is_empty() || has_part())
    };
    let mut inside = false;
    let lost = (0..end).filter(|at| {
        let line = reader.line(*at);
        let goes_on =
            line.trim().is_empty() || reader.indent(*at) > 0 || is_item(line.trim_start());
        inside = is_section(*at) || (inside && goes_on);
        inside && !line.trim().is_empty()
    });
    lost.take(MOST_UNREAD).map(|at| written[at].clone()).collect()
}

/// Finds the orders below the line that begins a signature: a sheet goes on there if somebody put
/// such a line between its sections, and so does its last text if the next line is set in. A head
/// alone is none.
pub fn below_signature(footer: &str, sieve: &dyn Sieve) -> Vec<Range<usize>> {
    let written = lines(footer);
    let seen = mend::visible(footer);
    let all = lines(&seen);
    let reader = Reader { text: &seen, all: &all, is_html: false, sieve };
    let is_text = |at: &usize| !matches!(reader.line(*at).trim(), "" | "--");
    let first = (0..all.len()).find(is_text);
    let is_section = |at: &usize| {
        if Some(*at) == first && reader.indent(*at) > 0 {
            return true;
        }
        let key = reader.key(*at).filter(|key| !HEAD.contains(&key.as_str()));
        let inner = reader.line(*at).trim_start();
        key.is_some_and(|key| sieve.has(&key) || reader.indent(*at) > 0)
            || (is_item(inner) && (key_of_item(inner).is_some() || inner.contains(['[', '{'])))
    };
    // What is set in below a section is a part of it, its texts too.
    let Some(begin) = (0..all.len()).find(is_section) else { return vec![] };
    let lost = (begin..all.len()).filter(|at| is_section(at) || reader.indent(*at) > 0);
    lost.filter(is_text).take(MOST_UNREAD).map(|at| written[at].clone()).collect()
}

/// Finds the lines in the texts of a sheet that look like its sections: a key that was set in too
/// far is a part of the text above it.
pub fn within_texts(sheet: &str, sieve: &dyn Sieve) -> Vec<Range<usize>> {
    let is_section = |line: &str| {
        let known = key(line).is_some_and(|key| sieve.has(&key));
        let value = line.split_once(':').map_or("", |(_, value)| value);
        known && value.split_whitespace().count() <= 2
    };
    let mut found = vec![];
    for block in mend::blocks(sheet) {
        let inside: Vec<Range<usize>> = lines(sheet)
            .into_iter()
            .filter(|at| block.contains(&at.start) && !sheet[at.clone()].trim().is_empty())
            .collect();
        let begin = inside.iter().position(|at| is_section(&sheet[at.clone()]));
        found.extend(inside.into_iter().skip(begin.unwrap_or(usize::MAX)));
    }
    found.truncate(MOST_UNREAD);
    found
}

/// The most lines of a mail that are kept as not read.
pub const MOST_UNREAD: usize = 400;

/// Reads a text line by line for what a sheet would have.
struct Reader<'a> {
    text: &'a str,
    all: &'a [Range<usize>],
    /// Whether it was HTML, whose lines no program breaks.
    is_html: bool,
    sieve: &'a dyn Sieve,
}

/// Keys that tell a sheet from other text.
const HEAD: [&str; 3] = ["campaign", "season", "power"];

impl<'a> Reader<'a> {
    fn line(&self, at: usize) -> &'a str {
        self.text[self.all[at].clone()].trim_end()
    }

    fn indent(&self, at: usize) -> usize {
        indent(self.line(at))
    }

    /// The key that a line begins with, in small letters.
    fn key(&self, at: usize) -> Option<String> {
        key(self.line(at))
    }

    fn is_head(&self, at: usize) -> bool {
        self.key(at).is_some_and(|key| HEAD.contains(&key.as_str()))
    }

    /// The lines of the next sheet.
    fn next(&self, from: usize) -> Option<Range<usize>> {
        let mut at = from;
        while at < self.all.len() {
            let flow = self.line(at).trim_start().starts_with('{')
                && HEAD.iter().any(|key| self.line(at).contains(key));
            if flow {
                return Some(at..self.end_of_flow(at));
            }
            if !self.is_head(at) {
                at += 1;
                continue;
            }
            let start = self.start(from, at);
            let end = self.end(start, at);
            let base = self.indent(at);
            let keys =
                (start..end).filter(|line| self.indent(*line) == base && self.key(*line).is_some());
            if keys.count() >= 2 {
                return Some(start..end);
            }
            at = end.max(at + 1);
        }
        None
    }

    fn end_of_flow(&self, from: usize) -> usize {
        let mut depth = 0_i64;
        for at in from..self.all.len() {
            let line = self.line(at);
            depth +=
                line.matches(['{', '[']).count() as i64 - line.matches(['}', ']']).count() as i64;
            if depth <= 0 {
                return at + 1;
            }
        }
        self.all.len()
    }

    /// Where a sheet begins whose head has a line: comments and orders may stand above it.
    fn start(&self, from: usize, head: usize) -> usize {
        let (mut start, mut at, mut nested) = (head, head, false);
        while at > from {
            at -= 1;
            let line = self.line(at);
            let deeper = self.indent(at) > self.indent(head) || is_item(line.trim_start());
            if line.trim().is_empty() || matches!(line, "---" | "...") {
                break;
            }
            if deeper {
                nested = true;
            } else if line.trim_start().starts_with('#') {
                start = if nested { start } else { at };
            } else if self.key(at).is_some_and(|key| nested || self.sieve.knows(&key)) {
                start = at;
                nested = false;
            } else {
                break;
            }
        }
        start
    }

    /// Where a sheet ends: before other text, or before the head of another sheet.
    fn end(&self, start: usize, head: usize) -> usize {
        let base = self.indent(head);
        let (mut end, mut seen): (usize, Vec<String>) = (start, vec![]);
        let mut apart = false;
        for at in start..self.all.len() {
            let line = self.line(at);
            if line.trim().is_empty() {
                apart = true;
                continue;
            }
            if matches!(line, "---" | "...") {
                break;
            }
            let inner = line.trim_start();
            let goes_on = self.indent(at) > base
                || inner.starts_with(['#', ']', '}'])
                || is_item(inner)
                || self.goes_on(at, base, apart, &mut seen);
            if !goes_on {
                break;
            }
            end = at + 1;
            apart = false;
        }
        end.max(head + 1)
    }

    /// Whether a line at the outermost level is part of a sheet.
    fn goes_on(&self, at: usize, base: usize, apart: bool, seen: &mut Vec<String>) -> bool {
        match self.key(at) {
            Some(key) => {
                let again = HEAD.contains(&key.as_str()) && seen.contains(&key);
                let is_stray = apart && !self.sieve.knows(&key);
                seen.push(key);
                let stray = is_stray && !self.has_more(at + 1, seen);
                !again && !stray && self.indent(at) == base
            }
            None => {
                let before = at.checked_sub(1).map_or(0, |at| self.line(at).chars().count());
                let word = self.line(at).split(' ').next().unwrap_or_default().chars().count();
                // Perhaps the end of a line that a mail program broke.
                let broken = !self.is_html
                    && !apart
                    && before >= mend::NARROWEST
                    && before + 1 + word > mend::NARROWEST_WRAP;
                broken || self.has_more(at + 1, seen)
            }
        }
    }

    /// Whether more of the same sheet stands below a line that is none of it. Such a line is a
    /// fault to be told, or what is below would be dropped without a word.
    fn has_more(&self, from: usize, seen: &[String]) -> bool {
        for at in from..self.all.len() {
            let inner = self.line(at).trim_start();
            if matches!(inner, "---" | "...") {
                return false;
            }
            if let Some(key) = self.key(at) {
                if HEAD.contains(&key.as_str()) {
                    return !seen.contains(&key);
                }
                if self.indent(at) > 0 || self.sieve.has(&key) {
                    return true;
                }
            }
            if is_item(inner) && key_of_item(inner).is_some() {
                return true;
            }
        }
        false
    }

    /// Whether a line looks like orders: a key of a sheet, however it is written, an item of a list,
    /// a list or map in brackets, or the rest of a text that is set in.
    fn is_order(&self, at: usize, in_text: bool) -> bool {
        let inner = self.line(at).trim_start();
        let is_key = self.key(at).is_some_and(|key| {
            self.sieve.has(&key) || HEAD.contains(&key.as_str()) || self.indent(at) > 0
        });
        is_key
            || is_item(inner)
            || (inner.contains(['[', '{', ']', '}']) && !has_address(inner))
            || self.is_adorned_key(inner)
            || (in_text && !inner.is_empty() && self.indent(at) > 0)
    }

    /// Whether a line has what parts a key from its value, behind no more words than a key has.
    fn has_sign(&self, at: usize) -> bool {
        let line = self.line(at);
        let key = line.split_once([':', '=']).map(|(key, _)| key.split_whitespace().count());
        key.is_some_and(|words| words <= 4) && !has_address(line)
    }

    /// Whether a line begins with a key of a sheet that has something around it or in it: bold, a
    /// number, an equals sign, no blank behind its colon.
    fn is_adorned_key(&self, inner: &str) -> bool {
        let begin: String = inner.chars().take(60).collect();
        let Some((key, _)) = begin.split_once([':', '=']) else { return false };
        let letters = |words: &str| -> String {
            let bare = words.trim_start_matches(|sign: char| !sign.is_alphabetic());
            bare.chars().filter(|sign| sign.is_alphanumeric()).collect::<String>().to_lowercase()
        };
        let written = letters(key);
        let same = |known: &str| letters(known) == written;
        !written.is_empty() && (self.sieve.keys().any(same) || HEAD.into_iter().any(same))
    }
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|sign| sign.is_whitespace()).count()
}

/// Whether a line, without what it is set in by, is an item of a list.
pub fn is_item(inner: &str) -> bool {
    let mut signs = inner.chars();
    let first = signs.next().is_some_and(|sign| "-–—•*·".contains(sign));
    first && signs.next().is_none_or(char::is_whitespace)
}

/// Whether a line has the address of a page or a person, as what mail programs write below a text.
fn has_address(line: &str) -> bool {
    let is_mail = |word: &str| {
        let parts = word.split_once('@');
        parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    };
    ["://", "www.", "cid:"].iter().any(|part| line.contains(part))
        || line.split_whitespace().any(is_mail)
}

/// Whether the lines below a sheet that ends in a letter are the rest of it: a letter goes out
/// whole or not at all. Names and greetings are none.
pub fn letter_goes_on(sheet: &str, below: &str) -> bool {
    let mut sections = sheet.lines().filter(|line| indent(line) == 0 && key(line).is_some());
    let is_letter = sections.next_back().and_then(key).is_some_and(|key| key == "letters");
    if !is_letter || !mend::ends_in_text(sheet) {
        return false;
    }
    let said = |line: &&str| !line.trim().is_empty();
    let is_beside = below.lines().next().is_some_and(|line| said(&line));
    let is_sentence = |line: &str| {
        let ends = line.trim_end().ends_with(['.', '!', '?', ',', ';', ':']);
        line.split_whitespace().count() > 4 && ends && !has_address(line)
    };
    let mut lines = below.lines().filter(said);
    is_beside || lines.any(|line| indent(line) > 0 || is_sentence(line))
}

/// The key of a line of the head of a sheet.
pub fn head_key(line: &str) -> Option<String> {
    key(line).filter(|key| HEAD.contains(&key.as_str()))
}

/// The key that an item of a list begins with.
pub fn key_of_item(inner: &str) -> Option<String> {
    key(inner.trim_start_matches(['-', '*', ' ']))
}

/// The key at the beginning of a line: a few words and a colon.
pub fn key(line: &str) -> Option<String> {
    if !line.contains(':') {
        return None;
    }
    let end = line.char_indices().nth(200).map_or(line.len(), |(end, _)| end);
    let line = &line[..end];
    let (key, rest) = line.trim_start().split_once(':')?;
    let key = key.trim_matches(|sign: char| sign.is_whitespace() || "\"'“”„‘’".contains(sign));
    let is_word = |sign: char| sign.is_alphanumeric() || " _-.'’\u{a0}".contains(sign);
    let fits = !key.is_empty() && key.chars().count() <= 40 && key.chars().all(is_word);
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    let begins = key.starts_with(char::is_alphabetic);
    (fits && ends && begins && key.split_whitespace().count() <= 5).then(|| {
        let plain: String =
            key.chars().map(|sign| if sign.is_whitespace() { ' ' } else { sign }).collect();
        plain.to_lowercase()
    })
}
