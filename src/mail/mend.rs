//! Undoes what mail programs do to a sheet: non-breaking spaces, curly quotes, tabs, bullets,
//! broken lines.
//!
//! What can be taken for something else is mended only if the sheet can be read so and not as it
//! came; every liberty is named. The places stay those of what the player wrote.

use super::text::lines;
use kit::bounds::SHEET_BYTES;
use kit::traced_text::TracedText;
use std::borrow::Cow;
use std::ops::Range;

/// How a sheet was read, and what was mended for it.
#[derive(Debug, Clone)]
pub struct Mended {
    pub sheet: TracedText,
    /// Each an end to the sentence "read as ...".
    pub liberties: Vec<String>,
    /// Whether a line of it was perhaps broken by a mail program.
    pub perhaps_broken: bool,
}

/// What tells a sheet from other text; the letterbox itself does not know.
pub trait Sieve {
    /// The shape of a text if it can be read as a sheet: equal shapes order the same.
    fn shape(&self, text: &str) -> Option<String>;

    /// Whether a key may stand at the outermost level of a sheet, with a slip or two.
    fn knows(&self, key: &str) -> bool;

    /// Whether a key stands at the outermost level of a sheet, as it is written.
    fn has(&self, key: &str) -> bool;

    /// The keys at the outermost level of a sheet.
    fn keys(&self) -> Box<dyn Iterator<Item = &str> + '_>;
}

/// From which column on a line may have been broken because the next word did not fit.
pub const NARROWEST: usize = 55;
/// The narrowest column at which mail programs break lines: a word fits if it ends before it.
pub const NARROWEST_WRAP: usize = 66;
/// The column after which mail programs break lines.
const WIDEST: usize = 80;

/// Mends a sheet. `bullets` says that it was HTML, where a list has bullets for hyphens.
pub fn mend(sheet: &TracedText, bullets: bool, sieve: &dyn Sieve) -> Mended {
    let mut liberties = vec![];
    if sheet.text().len() > SHEET_BYTES {
        return Mended { sheet: sheet.clone(), liberties, perhaps_broken: false };
    }
    let mut sheet = plain_signs(sheet, &mut liberties);
    let readable = |text: &TracedText| sieve.shape(text.text());
    let typed = typed(&sheet, bullets);
    if typed.text() != sheet.text() && (readable(&sheet).is_none() || readable(&typed).is_some()) {
        let count = |signs: &str, text: &TracedText| {
            text.text().chars().filter(|sign| signs.contains(*sign)).count()
        };
        let gone = |signs: &str| count(signs, &sheet) > count(signs, &typed);
        if gone(QUOTES) || gone(APOSTROPHES) {
            liberties.push("if its curly quotes were straight ones".into());
        }
        if gone(DASHES) || gone(BULLETS) || gone("*") {
            liberties.push("if its dashes and bullets were hyphens".into());
        }
        sheet = typed;
    }
    let small = small_keys(&sheet, sieve);
    if small.text() != sheet.text() {
        liberties.push("if its keys had no capitals".into());
        sheet = small;
    }
    if sheet.text().contains('\t')
        && readable(&sheet).is_none()
        && let Some(spaced) = spaced(&sheet, sieve)
    {
        liberties.push("if its tabs were spaces".into());
        sheet = spaced;
    }
    // HTML is not broken for its width.
    let broken = if bullets { vec![] } else { broken(sheet.text()) };
    let mut perhaps_broken = !broken.is_empty();
    if perhaps_broken && readable(&sheet).is_none() {
        let joined = joined(&sheet, &broken);
        if readable(&joined).is_some() && is_only_reading(&sheet, &broken, sieve) {
            let lines = if broken.len() == 1 { "a broken line" } else { "its broken lines" };
            liberties.push(format!("if {lines} had not been broken"));
            sheet = joined;
            perhaps_broken = false;
        }
    }
    Mended { sheet, liberties, perhaps_broken }
}

const HARD_SPACES: &str = "\u{a0}\u{202f}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{205f}\u{3000}";
/// Signs that nobody sees.
const NOTHINGS: &str = "\u{feff}\u{200b}\u{200c}\u{200d}\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}\u{ad}\u{61c}\u{180e}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
const QUOTES: &str = "“”„‟«»″";
const APOSTROPHES: &str = "‘’‚‛′";
const DASHES: &str = "–—‒―−‐‑";
const BULLETS: &str = "•·◦▪‣";

/// Whether nobody sees a sign: it says nothing, wherever it stands.
pub fn is_unseen(sign: char) -> bool {
    NOTHINGS.contains(sign) || (sign.is_control() && sign != '\n' && sign != '\t')
}

/// Removes invisible characters from a text; its lines stay the same.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_plain = |sign: u8| matches!(sign, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) {
        return text.into();
    }
    text.chars().filter(|sign| !is_unseen(*sign)).collect()
}

/// Hard spaces become common ones, and what cannot be seen goes.
fn plain_signs(sheet: &TracedText, liberties: &mut Vec<String>) -> TracedText {
    let (mut hard, mut unseen) = (0, 0);
    let plain = replaced(sheet, |_, sign| {
        if HARD_SPACES.contains(sign) {
            hard += 1;
            Some(" ".into())
        } else if is_unseen(sign) {
            unseen += 1;
            Some(String::new())
        } else if matches!(sign, '\u{2028}' | '\u{2029}') {
            Some("\n".into())
        } else {
            None
        }
    });
    if hard > 0 {
        liberties.push("if its non-breaking spaces were ordinary ones".into());
    }
    if unseen > 0 {
        liberties.push(match unseen {
            1 => "without an invisible character".into(),
            _ => format!("without {unseen} invisible characters"),
        });
    }
    plain
}

/// Quotes, dashes and bullets as they are typed; a text in a block stays as it is.
fn typed(sheet: &TracedText, bullets: bool) -> TracedText {
    let text = sheet.text();
    if text.is_ascii() && !(bullets && text.contains('*')) {
        return sheet.clone();
    }
    let blocks = blocks(text);
    let at_begin = |at: usize| {
        let before = text[..at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    };
    let in_block = |at: usize| {
        let after = blocks.partition_point(|block| block.start <= at);
        after > 0 && blocks[after - 1].contains(&at)
    };
    replaced(sheet, |at, sign| {
        if in_block(at) {
            return None;
        }
        let starts = at_begin(at) && text[at + sign.len_utf8()..].starts_with(' ');
        match sign {
            _ if QUOTES.contains(sign) => Some("\"".into()),
            _ if APOSTROPHES.contains(sign) => Some("'".into()),
            _ if DASHES.contains(sign) && (starts || is_between_figures(text, at, sign)) => {
                Some("-".into())
            }
            _ if BULLETS.contains(sign) && starts => Some("-".into()),
            '*' if bullets && starts => Some("-".into()),
            _ => None,
        }
    })
}

/// Whether a sign stands between two figures, as the dash of odds does.
fn is_between_figures(text: &str, at: usize, sign: char) -> bool {
    let is_figure = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    is_figure(text[..at].chars().next_back())
        && is_figure(text[at + sign.len_utf8()..].chars().next())
}

/// Replaces signs and leaves the others.
fn replaced(text: &TracedText, mut by: impl FnMut(usize, char) -> Option<String>) -> TracedText {
    // Nearly every sheet has plain letters alone, and is seen to at a glance.
    let is_plain = |sign: u8| matches!(sign, b' '..=b'~' | b'\n') && sign != b'*';
    if text.text().bytes().all(is_plain) {
        return text.clone();
    }
    let mut changes: Vec<(Range<usize>, String)> = vec![];
    for (at, sign) in text.text().char_indices() {
        if sign.is_ascii() && !sign.is_ascii_control() && sign != '*' {
            continue;
        }
        if let Some(written) = by(at, sign) {
            changes.push((at..at + sign.len_utf8(), written));
        }
    }
    if changes.is_empty() {
        return text.clone();
    }
    text.rewritten(|write| {
        let mut last = 0;
        for (at, written) in changes {
            write.keep(last..at.start);
            write.put(&written, at.clone());
            last = at.end;
        }
        write.keep(last..text.text().len());
    })
}

/// Writes the outermost keys without the capitals that a telephone puts at the beginning of a line.
/// A key that stands there in both ways stays as it is, and one of the two is a fault.
fn small_keys(sheet: &TracedText, sieve: &dyn Sieve) -> TracedText {
    let text = sheet.text();
    let blocks = blocks(text);
    let in_block = |at: usize| blocks.iter().any(|block| block.contains(&at));
    let keys: Vec<(Range<usize>, String)> = lines(text)
        .into_iter()
        .filter(|at| !in_block(at.start))
        .filter_map(|at| {
            let (key, _) = text[at.clone()].split_once(':')?;
            let start = key.len() - key.trim_start().len();
            let key = key.trim();
            Some((at.start + start..at.start + start + key.len(), key.to_lowercase()))
        })
        .filter(|(_, key)| sieve.has(key))
        .collect();
    let is_wrong = |(at, key): &&(Range<usize>, String)| {
        let is_single = keys.iter().filter(|(_, other)| other == key).count() == 1;
        text[at.clone()] != **key && is_single
    };
    if !keys.iter().any(|key| is_wrong(&key)) {
        return sheet.clone();
    }
    sheet.rewritten(|write| {
        let mut last = 0;
        for (at, key) in keys.iter().filter(is_wrong) {
            write.keep(last..at.start);
            write.put(key, at.clone());
            last = at.end;
        }
        write.keep(last..text.len());
    })
}

/// Whether a sheet ends within a text in a block, so that what is set in below it may be its rest.
pub fn ends_in_text(sheet: &str) -> bool {
    blocks(sheet).last().is_some_and(|block| block.end == sheet.len())
}

/// The bytes of texts in a block, `text: |` and what is indented below.
pub fn blocks(text: &str) -> Vec<Range<usize>> {
    let (mut blocks, mut open): (Vec<Range<usize>>, Option<usize>) = (vec![], None);
    for at in lines(text) {
        let line = text[at.clone()].trim_end();
        let indent = line.len() - line.trim_start().len();
        if let (Some(outer), Some(block)) = (open, blocks.last_mut()) {
            if line.trim().is_empty() || indent > outer {
                block.end = at.end;
                continue;
            }
            open = None;
        }
        let head = line.trim_end_matches(|sign: char| sign.is_ascii_digit() || "+-".contains(sign));
        if [": |", ": >", "- |", "- >"].iter().any(|end| head.ends_with(end)) {
            open = Some(indent);
            blocks.push(at.end..at.end);
        }
    }
    blocks
}

/// Tabs become spaces, if it is all the same how many.
fn spaced(sheet: &TracedText, sieve: &dyn Sieve) -> Option<TracedText> {
    let of = |width: usize| replaced(sheet, |_, sign| (sign == '\t').then(|| " ".repeat(width)));
    let readings: Vec<(TracedText, String)> = [2, 4, 8]
        .into_iter()
        .filter_map(|width| {
            let spaced = of(width);
            let shape = sieve.shape(spaced.text())?;
            Some((spaced, shape))
        })
        .collect();
    let (_, first) = readings.first()?;
    readings.iter().all(|(_, shape)| shape == first).then(|| readings[0].0.clone())
}

/// The lines that are perhaps the end of the line before, which was broken for its width.
pub fn broken(text: &str) -> Vec<usize> {
    let all = lines(text);
    let line = |at: usize| text[all[at].clone()].trim_end();
    let (mut broken, mut in_comment) = (vec![], false);
    // How long the line would be if all that was broken off were still on it does not matter:
    // each piece was as long as it could be.
    for at in 1..all.len() {
        let (before, rest) = (line(at - 1), line(at));
        let word = rest.trim_start().split(' ').next().unwrap_or_default().chars().count();
        let (width, indent) = (before.chars().count(), rest.len() - rest.trim_start().len());
        let did_not_fit =
            (NARROWEST..=WIDEST).contains(&width) && width + 1 + word > NARROWEST_WRAP;
        let goes_on = broken.last() == Some(&(at - 1));
        in_comment = has_comment(before) || (in_comment && goes_on);
        // Behind a `#` an order would be gone.
        let would_be_lost = in_comment && is_order(rest);
        let begins = is_item(rest) || is_head(rest);
        if did_not_fit && word > 0 && indent == 0 && !begins && !would_be_lost {
            broken.push(at);
        }
    }
    broken
}

/// Whether a line ends in a comment.
fn has_comment(line: &str) -> bool {
    line.trim_start().starts_with('#') || line.contains(" #") || line.contains("\t#")
}

/// Whether a line may be a part of an order, and not words alone: it has a key, a list or a map.
fn is_order(line: &str) -> bool {
    line.contains(": ") || line.trim_end().ends_with(':') || line.contains(['[', '{', ']', '}'])
}

/// Whether a line is an item of a list, a comment or the mark between documents.
fn is_item(line: &str) -> bool {
    line == "-" || line.starts_with("- ") || line.starts_with('#') || line.starts_with("---")
}

/// Whether a line is a key alone, as those at the head of a part of a sheet.
fn is_head(line: &str) -> bool {
    let key = line.strip_suffix(':').unwrap_or_default();
    !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == ' ' || c == '-')
}

/// Puts broken lines together again, with the space at which they were broken.
fn joined(sheet: &TracedText, broken: &[usize]) -> TracedText {
    let all = lines(sheet.text());
    sheet.rewritten(|write| {
        for (number, at) in all.iter().enumerate() {
            if broken.contains(&(number + 1)) {
                let line = sheet.text()[at.clone()].trim_end();
                write.keep(at.start..at.start + line.len());
                write.put(" ", at.start + line.len()..at.end);
            } else {
                write.keep(at.clone());
            }
        }
    })
}

/// Whether no smaller number of mended lines gives a sheet of another shape.
fn is_only_reading(sheet: &TracedText, broken: &[usize], sieve: &dyn Sieve) -> bool {
    // What was broken in forty places was broken everywhere, and one line more or less is a fault.
    if broken.len() > 40 {
        return true;
    }
    let whole = sieve.shape(joined(sheet, broken).text());
    (0..broken.len()).all(|left_out| {
        let fewer: Vec<usize> = broken
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != left_out)
            .map(|(_, line)| *line)
            .collect();
        let shape = sieve.shape(joined(sheet, &fewer).text());
        shape.is_none() || shape == whole
    })
}
