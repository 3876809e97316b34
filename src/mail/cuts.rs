//! Lines between a writer's own that were taken for somebody else's: those under a `>`, and those
//! below a line that begins an earlier mail.
//!
//! Such a line is never an order. But where a sheet goes on below or above it, it was most likely
//! one: it is named, and marked in the sheet where it stood, so that the order around it ends there
//! and is not half played ([`kit::traced_text::NOT_READ`]).
//!
//! Not here: which lines are whose ([`super::text`]).

use super::mend::{Sieve, ends_in_text, visible};
use super::sheet_lines::{self, is_item, key};
use super::text::{Voice, lines};
use kit::bounds::SHEET_BYTES;
use kit::traced_text::{NOT_READ, TracedText};
use std::ops::Range;

/// The longest line that is kept of a cut.
const LONGEST: usize = 80;
/// The most lines of a cut that are kept.
const MOST_LINES: usize = 400;

/// The most orders that are ended by lines which part them.
const MOST_PARTED: usize = 40;

/// A stretch of lines that were cut out of a text.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Its place in what was written, in bytes.
    pub at: Range<usize>,
    /// Whether an earlier mail begins in it by its own head; else each line is under a `>`.
    pub headed: bool,
    /// Whether it is a signature, whose lines are told elsewhere.
    pub footer: bool,
    /// Its lines that say anything, each with its number in what was written.
    pub lines: Vec<(usize, String)>,
}

impl Cut {
    /// Its lines without the head of an earlier mail, which may be broken over a few, and without
    /// the line that begins a signature.
    fn said(&self) -> impl Iterator<Item = &(usize, String)> {
        let is_mark = |line: &str| line.trim_start().starts_with(['-', '_']);
        let head = match self.lines.first() {
            Some((_, first)) if self.headed && !is_mark(first) => {
                let ends = |(_, line): &(usize, String)| line.trim_end().ends_with(':');
                self.lines.iter().take(3).position(ends).map_or(1, |at| at + 1)
            }
            _ => usize::from(self.headed || self.footer),
        };
        self.lines.iter().skip(head)
    }

    /// Its first line that may be an order: names and numbers begin a signature.
    fn order(&self) -> Option<&(usize, String)> {
        let is_order = |(_, line): &&(usize, String)| is_deeper(line) && is_item(line.trim_start());
        let order = self.said().find(is_order).filter(|_| self.footer);
        order.or_else(|| self.said().next())
    }
}

/// Finds what was cut out of a text, by the voices of its lines.
pub fn cuts(text: &TracedText, written: &[Range<usize>], voices: &[Voice]) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = vec![];
    let mut before = Voice::Own;
    for (at, voice) in written.iter().zip(voices) {
        if *voice == Voice::Own {
            before = Voice::Own;
            continue;
        }
        let origin = text.back(at.clone());
        if before == Voice::Own {
            let at = origin.clone();
            cuts.push(Cut { at, headed: false, footer: false, lines: vec![] });
        }
        before = *voice;
        let cut = cuts.last_mut().expect("one was begun");
        cut.at.end = origin.end;
        cut.headed |= matches!(voice, Voice::History | Voice::Forwarded);
        cut.footer |= *voice == Voice::Footer;
        let line = visible(text.text()[at.clone()].trim_end());
        if !line.trim_matches(['>', ' ', '\u{a0}']).is_empty() && cut.lines.len() < MOST_LINES {
            let number = text.origin()[..origin.start].matches('\n').count() + 1;
            cut.lines.push((number, line.chars().take(LONGEST).collect()));
        }
    }
    cuts
}

/// What a sheet lost to the cuts of its text.
#[derive(Debug, Clone, Default)]
pub struct Lost {
    /// The lines, each with its number in what was written.
    pub lines: Vec<(usize, String)>,
    /// Where in what was written an order was cut off.
    pub inside: Vec<usize>,
}

/// Finds what a sheet lost, `at` being its place in what was written.
pub fn lost(sheet: &TracedText, cuts: &[Cut], sieve: &dyn Sieve) -> Lost {
    let at = sheet.back(0..sheet.text().len());
    let mut lost = Lost::default();
    for cut in cuts {
        let place = Place::of(sheet.origin(), &at, cut);
        let above = sheet.origin().get(at.start..cut.at.start.max(at.start));
        let in_text = above.is_some_and(ends_in_text);
        let is_of_it = |place: &Place<'_>| place.is_of_sheet(cut, sieve, in_text);
        let Some(place) = place.filter(is_of_it) else { continue };
        // People answer below each line of a form: what they wrote again is not lost.
        let again = if cut.headed { vec![] } else { below(sheet.origin(), cut) };
        let is_lost = |line: &str| {
            let inner = unquoted(line);
            says_something(inner) && !again.contains(&bare(inner))
        };
        let lines: Vec<(usize, String)> =
            cut.lines.iter().filter(|(_, line)| is_lost(line)).cloned().collect();
        if lines.is_empty() {
            continue;
        }
        if place.is_within_order(&lines, cut, sieve, in_text) {
            lost.inside.push(cut.at.start);
        }
        if !cut.footer {
            lost.lines.extend(lines);
        }
    }
    lost
}

/// Where a cut stands to a sheet.
#[derive(Debug)]
struct Place<'a> {
    origin: &'a str,
    /// The keys that the sheet has at its head.
    head: Vec<String>,
    /// The next line of the sheet below it; none if it stands below the sheet.
    next: Option<&'a str>,
    above: bool,
    /// Whether it stands below the sheet, and not right below it.
    apart: bool,
}

impl<'a> Place<'a> {
    fn of(origin: &'a str, sheet: &Range<usize>, cut: &Cut) -> Option<Place<'a>> {
        let own = origin.get(sheet.clone()).unwrap_or_default();
        let head: Vec<String> = own.lines().filter_map(sheet_lines::head_key).collect();
        let line = |from: usize| origin.get(from..)?.lines().find(|line| !line.trim().is_empty());
        let is_blank = |part: Range<usize>| origin.get(part).is_some_and(|s| s.trim().is_empty());
        if cut.at.start > sheet.start && cut.at.end < sheet.end {
            let next = line(cut.at.end);
            return Some(Place { origin, head, next, above: false, apart: false });
        }
        // A head of an earlier mail may stand below an empty line; a mere `>` may not, since most
        // answers stand above what they answer.
        let near = |part: &str| part.matches('\n').count() <= usize::from(cut.headed || cut.footer);
        if cut.at.start >= sheet.end && is_blank(sheet.end..cut.at.start) {
            let apart = !near(origin.get(sheet.end..cut.at.start)?);
            return Some(Place { origin, head, next: None, above: false, apart });
        }
        let touches = cut.at.end == sheet.start && !cut.headed && !cut.footer;
        let next = line(cut.at.end);
        touches.then_some(Place { origin, head, next, above: true, apart: false })
    }

    /// Whether the cut took a part of the sheet.
    fn is_of_sheet(&self, cut: &Cut, sieve: &dyn Sieve, in_text: bool) -> bool {
        let inner = |line: &(usize, String)| unquoted(&line.1).to_owned();
        if self.next.is_some() && !self.above {
            return true;
        }
        let first = cut.order();
        // Who is named as the writer of lines under a `>` wrote them, but for a text of the sheet.
        let is_set_in_text = |line: &str| in_text && is_set_in(line);
        if cut.headed
            && first.is_some_and(|(_, line)| {
                line.trim_start().starts_with('>') && !is_set_in_text(line)
            })
        {
            return false;
        }
        // Most answers stand above what they answer; a section of this sheet may have been quoted.
        if self.apart {
            let section = first.filter(|_| !cut.headed && !cut.footer).map(inner);
            let is_section =
                |line: &String| !is_set_in(line) && key(line).is_some_and(|key| sieve.has(&key));
            let has_head =
                || cut.lines.iter().map(inner).any(|line| sheet_lines::head_key(&line).is_some());
            return section.is_some_and(|line| is_section(&line)) && !has_head();
        }
        // A whole sheet that is quoted is what was answered, and no part of this one, unless it has
        // what is missing at the head of this one. A form begins with its campaign.
        let lacks = |line: &String| {
            let key = sheet_lines::head_key(line).filter(|key| key != "campaign");
            key.is_some_and(|key| !self.head.contains(&key))
        };
        let begun = first.map(inner);
        if cut.lines.iter().map(inner).any(|line| sheet_lines::head_key(&line).is_some()) {
            return (cut.headed || cut.footer) && begun.is_some_and(|line| lacks(&line));
        }
        let beside = match self.above {
            true => cut.lines.last(),
            false => first,
        };
        beside.map(inner).is_some_and(|line| {
            is_deeper(&line) || (in_text && !self.above && is_set_in(&line)) || {
                let below = !cut.footer && !self.above;
                let known = key(&line).is_some_and(|key| !cut.headed || sieve.has(&key));
                let is_part = is_item(line.trim_start()) || line.contains(['[', '{']);
                below && (known || (!cut.headed && is_part))
            }
        })
    }

    /// Whether an order goes on across it, and not only the sheet.
    fn is_within_order(
        &self,
        lines: &[(usize, String)],
        cut: &Cut,
        sieve: &dyn Sieve,
        in_text: bool,
    ) -> bool {
        let above = || self.origin.get(..cut.at.start).unwrap_or_default();
        let goes_on = match cut.headed || cut.footer {
            true => cut
                .order()
                .is_some_and(|(_, line)| goes_on(above(), line) || (in_text && is_set_in(line))),
            // What follows a section that was cut with it belongs to that.
            false => lines
                .iter()
                .map(|(_, line)| unquoted(line))
                .take_while(|line| is_set_in(line) || !key(line).is_some_and(|key| sieve.has(&key)))
                .any(|line| is_deeper(line) || is_bare_key(line) || (in_text && is_set_in(line))),
        };
        !self.above && (goes_on || self.next.is_some_and(|line| is_deeper(line) || is_set_in(line)))
    }
}

/// The writer's own lines below a cut, as many as it has: an answer stands below its question.
fn below(origin: &str, cut: &Cut) -> Vec<String> {
    let own = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('>');
    let below = origin.get(cut.at.end..).unwrap_or_default().lines().filter(own);
    below.take(cut.lines.len()).map(bare).collect()
}

/// Finds lines such as `and then:`, which are not keys of a sheet and separate an order from its last
/// steps; gives their places in the mail.
pub fn parted(sheet: &TracedText, sieve: &dyn Sieve) -> Vec<usize> {
    let text = sheet.text();
    if text.len() > SHEET_BYTES {
        return vec![];
    }
    let all = lines(text);
    let line = |at: &Range<usize>| text[at.clone()].trim_end();
    let says = |at: &&Range<usize>| says_something(line(at));
    let is_stray = |(number, at): &(usize, &Range<usize>)| {
        let is_unknown = || key(line(at)).is_some_and(|key| !sieve.knows(&key));
        let above = || all[..*number].iter().rev().find(says).map(line);
        let below = || all[number + 1..].iter().find(says).map(line);
        !is_set_in(line(at))
            && !is_item(line(at))
            && above().is_some_and(|above| is_deeper(above) || is_set_in(above))
            && (has_step(line(at))
                || below().is_some_and(|below| goes_on(&text[..at.start], below)))
            && is_unknown()
    };
    let strays = all.iter().enumerate().filter(is_stray).take(MOST_PARTED);
    strays.map(|(_, at)| sheet.back(at.clone()).start).collect()
}

/// Whether a line has a step behind something that got before its hyphen.
pub fn has_step(line: &str) -> bool {
    let step = line.find(" - ").and_then(|at| line.get(at + 1..));
    step.is_some_and(|step| sheet_lines::key_of_item(step).is_some())
}

/// Whether a line goes on with the last order above it, and does not begin one of its own.
pub fn goes_on(above: &str, line: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_entry = |line: &&str| {
        is_item(line.trim_start()) && sheet_lines::key_of_item(line.trim_start()).is_some()
    };
    let is_section = |line: &&str| indent(line) == 0 && key(line).is_some();
    let entries = above.lines().rev().take_while(|line| !is_section(line)).filter(is_entry);
    let outer = entries.map(indent).min();
    is_deeper(line) && !(is_entry(&line) && outer.is_some_and(|outer| indent(line) <= outer))
}

/// Whether a line belongs to something above it in a sheet: an item or a key that is set in.
fn is_deeper(line: &str) -> bool {
    let inner = line.trim_start();
    let is_set_in = inner.len() < line.len();
    (is_set_in && (key(line).is_some() || is_item(inner)))
        || (is_item(inner) && sheet_lines::key_of_item(inner).is_some())
}

/// Whether a line has a key of an order that has lost what it was set in by: `if: enemy at Ulm`.
fn is_bare_key(line: &str) -> bool {
    let written = line.split_once(": ").map_or("", |(key, _)| key);
    !written.is_empty() && written.chars().all(|sign| sign.is_ascii_lowercase())
}

fn is_set_in(line: &str) -> bool {
    line.starts_with([' ', '\u{a0}'])
}

/// Whether a line of a sheet would order anything.
fn says_something(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with('#')
}

/// A line without the `>` before it, however many there are.
fn unquoted(line: &str) -> &str {
    let mut line = line;
    while let Some(rest) = line.trim_start().strip_prefix('>') {
        line = rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest);
    }
    line
}

/// What a line says, however it is laid out.
fn bare(line: impl AsRef<str>) -> String {
    line.as_ref().chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Marks in a sheet where orders were cut off, with a comment that the reading of orders knows.
pub fn marked(sheet: &TracedText, inside: &[usize]) -> TracedText {
    if inside.is_empty() {
        return sheet.clone();
    }
    let all = lines(sheet.text());
    sheet.rewritten(|write| {
        let mut open = inside.iter().copied().peekable();
        let mut last = 0..0;
        for at in &all {
            while open.next_if(|cut| *cut <= sheet.back(at.clone()).start).is_some() {
                mark(write, sheet.text(), &last);
            }
            write.keep(at.clone());
            last = at.clone();
        }
        if open.next().is_some() {
            mark(write, sheet.text(), &last);
        }
    })
}

/// Puts a mark below a line, set in as far as that is.
fn mark(write: &mut kit::traced_text::Rewrite<'_>, text: &str, above: &Range<usize>) {
    let line = &text[above.clone()];
    let indent = line.len() - line.trim_start_matches(' ').len();
    let begins = if line.ends_with('\n') || line.is_empty() { "" } else { "\n" };
    let mark = format!("{begins}{}{NOT_READ}\n", &line[..indent]);
    write.put(&mark, above.end..above.end);
}
