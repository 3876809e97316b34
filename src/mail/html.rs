//! The HTML of a mail, made from its text, so that the two never say different things.
//!
//! A text of 72 columns breaks badly on a phone, so lines that were broken only for width are
//! joined again; what stands in columns or under marks stays as it is. Nothing outside is loaded.

use std::borrow::Cow;
use std::collections::BTreeSet;

const BODY: &str = "font:16px/1.5 Georgia,serif;color:#222;background:#fff;max-width:42em;\
                    margin:0 auto;padding:12px;overflow-wrap:break-word";
const HEAD: &str = "font-size:18px;margin:1.4em 0 .3em;color:#733";
const CODE: &str = "font-size:14px";
const PRE: &str = "font:13px/1.35 Menlo,Consolas,monospace;white-space:pre;overflow-x:auto;\
                   background:#f6f4ee;padding:8px;margin:.4em 0";

/// The shortest line that can have been broken because the next word did not fit.
const BROKEN: usize = 72;
/// How much shorter a line may be behind one that was broken.
const TOGETHER: usize = 8;

/// Makes the HTML of a text.
pub fn from_text(title: &str, text: &str) -> String {
    let mut html = String::with_capacity(2 * text.len() + 500);
    html.push_str(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>",
    );
    escape(title, &mut html);
    html.push_str(&format!("</title></head>\n<body style=\"{BODY}\">\n"));
    for block in blocks(text) {
        print(&block, &mut html);
    }
    html.push_str("</body></html>\n");
    html
}

/// Lines between blank ones.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = vec![vec![]];
    for line in text.lines().map(str::trim_end) {
        match (line.is_empty(), blocks.last_mut()) {
            (false, Some(block)) => block.push(line),
            _ => blocks.push(vec![]),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn print(block: &[&str], html: &mut String) {
    let mut rest = block;
    while let Some((first, after)) = rest.split_first() {
        if is_rule(first) {
            rest = after;
        } else if is_head(first) {
            element("h2", HEAD, first.trim(), html);
            rest = after;
        } else {
            break;
        }
    }
    // The sentence of a fault is read like any other; the line under it and its marks stay as they
    // stand.
    let sentence = rest.iter().position(|line| is_marked(line)).unwrap_or(0);
    if sentence > 0 && !rest[..sentence].iter().any(|line| stands_in_columns(line)) {
        print(&rest[..sentence], html);
        rest = &rest[sentence..];
    }
    if rest.is_empty() {
        return;
    }
    if rest.iter().any(|line| stands_in_columns(line)) {
        element("pre", PRE, &rest.join("\n"), html);
        return;
    }
    let least = rest.iter().map(|line| indent(line)).min().unwrap_or(0);
    let mut set_in = None;
    html.push_str("<div style=\"margin:.7em 0\">\n");
    for line in joined(rest) {
        // What was set in stays set in, four letters a step, at most eight steps. Lines that are
        // set in alike stand in one box, and where a narrow screen breaks one, its rest hangs.
        let deep = (indent(&line) - least).min(16) / 2;
        if set_in != Some(deep) {
            html.push_str(if set_in.is_some() { "</div>\n" } else { "" });
            let left = deep + 1;
            html.push_str(&format!("<div style=\"padding-left:{left}em;text-indent:-1em\">\n"));
            set_in = Some(deep);
        }
        html.push_str("<div>");
        coded(line.trim(), html);
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n</div>\n");
}

/// Writes a text between a tag, with its style, and its end.
fn element(tag: &str, style: &str, text: &str, html: &mut String) {
    html.push_str(&format!("<{tag} style=\"{style}\">"));
    escape(text, html);
    html.push_str("</");
    html.push_str(tag);
    html.push_str(">\n");
}

/// Writes a text, what stands between two backticks as code.
fn coded(text: &str, html: &mut String) {
    let mut rest = text;
    // A backtick without another is itself.
    while let Some((plain, (code, after))) =
        rest.split_once('`').and_then(|(plain, rest)| Some((plain, rest.split_once('`')?)))
    {
        escape(plain, html);
        html.push_str(&format!("<code style=\"{CODE}\">"));
        escape(code, html);
        html.push_str("</code>");
        rest = after;
    }
    escape(rest, html);
}

/// Joins lines that were broken only because they were too long.
fn joined<'a>(lines: &[&'a str]) -> Vec<Cow<'a, str>> {
    let mut whole: Vec<Cow<'a, str>> = Vec::with_capacity(lines.len());
    let mut before: Option<&str> = None;
    // In a list each item may be broken too, and then what follows it is set in further.
    let first = lines.first().map_or(0, |line| indent(line));
    let hangs = lines.iter().any(|line| indent(line) > first);
    let pairs = lines.windows(2).filter(|pair| is_broken(pair[0], pair[1], 0));
    let items: BTreeSet<usize> = pairs
        .filter(|pair| indent(pair[1]) > indent(pair[0]))
        .map(|pair| indent(pair[0]))
        .chain(hangs.then_some(first))
        .collect();
    let mut goes_on = false;
    for line in lines {
        goes_on = before.is_some_and(|before| {
            let is_item = !goes_on && items.contains(&indent(line));
            let same = indent(line) == indent(before) && !is_item;
            // Words that belong together may leave more room at the end of a line.
            let room = if goes_on { TOGETHER } else { 0 };
            is_broken(before, line, room) && (indent(line) > indent(before) || same)
        });
        match whole.last_mut() {
            Some(last) if goes_on => {
                let last = last.to_mut();
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => whole.push((*line).into()),
        }
        before = Some(line);
    }
    whole
}

/// Whether the first word of a line had no room in the line before it, which may have been left by so many letters.
fn is_broken(before: &str, line: &str, room: usize) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let fits = |before: usize, word: usize| before + 1 + word + room <= BROKEN - 2;
    !fits(before.len(), word.len()) && !fits(letters(before), letters(word))
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|letter| letter.is_whitespace()).count()
}

/// A line drawn across the page.
fn is_rule(line: &str) -> bool {
    line.len() >= 8 && line.chars().all(|letter| letter == '=' || letter == '-')
}

/// A heading is written in capitals.
fn is_head(line: &str) -> bool {
    let capitals = line.chars().filter(|letter| letter.is_uppercase()).count();
    capitals >= 4 && !line.chars().any(char::is_lowercase) && !line.trim().contains("  ")
}

/// Whether a line is one of a sheet behind its number, or the marks under one.
fn is_marked(line: &str) -> bool {
    let text = line.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
    text.starts_with('|')
}

/// Whether the places of a line's letters mean something.
fn stands_in_columns(line: &str) -> bool {
    let text = line.trim();
    text.as_bytes().windows(3).any(|three| three == b"   ")
        || is_marked(text)
        || text.starts_with("- {")
}

/// Writes a text so that nothing in it is taken for a tag.
fn escape(text: &str, html: &mut String) {
    let is_special = |letter: char| {
        matches!(letter, '&' | '<' | '>' | '"') || (letter.is_control() && letter != '\n')
    };
    // Nearly every line is plain, and seen to be at a glance.
    let is_plain =
        |sign: u8| matches!(sign, b' '..=b'~') && !matches!(sign, b'&' | b'<' | b'>' | b'"');
    if text.bytes().all(is_plain) {
        html.push_str(text);
        return;
    }
    let mut rest = text;
    while let Some(at) = rest.find(is_special) {
        let (plain, from) = rest.split_at(at);
        html.push_str(plain);
        let letter = from.chars().next().expect("it was found there");
        html.push_str(match letter {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            _ => "",
        });
        rest = &from[letter.len_utf8()..];
    }
    html.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_of_a_fault_is_not_cut_by_a_narrow_screen() {
        let text = "\
fault[unknown-name]: line 7, column 13: no leader of all that there are
  is called `Bonapate`
  |
7 |   - leader: Bonapate
  |             ^^^^^^^^
  |
  = did you mean `Bonaparte`?
";
        let html = from_text("A", text);
        let sentence = "no leader of all that there are is called \
                        <code style=\"font-size:14px\">Bonapate</code></div>";
        assert!(html.contains(sentence), "{html}");
        let marks = ">  |\n7 |   - leader: Bonapate\n  |             ^^^^^^^^\n";
        assert!(html.contains(marks), "{html}");
        assert!(html.contains("did you mean `Bonaparte`?</pre>"), "{html}");
    }

    #[test]
    fn an_item_that_fills_its_line_is_not_joined_with_the_next() {
        let text = "\
  For Austria
    letter to Russia, 107 characters: goes on as soon as the sheet is in
    of equal generals these command first: Kienmayer, Ferdinand, Mack,
      John
";
        let html = from_text("A", text);
        assert!(html.contains("as the sheet is in</div>"), "{html}");
        assert!(
            html.contains(
                "<div>of equal generals these command first: Kienmayer, Ferdinand, Mack, John<"
            ),
            "{html}"
        );
    }

    #[test]
    fn a_third_line_belongs_to_the_two_before_it() {
        let text = "\
  Entry 3: Blücher
    acts on coalition land 1, land 2, land 3, land 4, if Blücher at
      Liege and not enemy army within 2 of Brussels and not enemy
      army within 2 of Liege
    as things stand, this `if` does not hold
";
        let html = from_text("A", text);
        assert!(html.contains("of Brussels and not enemy army within 2 of Liege</div>"), "{html}");
    }

    #[test]
    fn a_text_becomes_a_page() {
        let text = "\
WHAT WILL BE PLAYED
  Entry 1, Bonaparte: marches to Genoa over Savona and Finale, since that is the
    cheapest way
  Entry 2, Masséna: <stays>

one two three four five six seven eight nine ten eleven twelve thirteen
fourteen.

place      steps   leader
Genoa      4       Masséna
";
        let html = from_text("A & B", text);
        assert!(html.contains("<title>A &amp; B</title>"), "{html}");
        assert!(html.contains(">WHAT WILL BE PLAYED</h2>"), "{html}");
        assert!(html.contains("since that is the cheapest way</div>"), "{html}");
        assert!(html.contains(">Entry 2, Masséna: &lt;stays&gt;</div>"), "{html}");
        assert!(html.contains("thirteen fourteen.</div>"), "{html}");
        assert!(html.contains("Genoa      4       Masséna</pre>"), "{html}");
        assert!(!html.contains("http"), "nothing outside is asked for");
        assert!(html.contains("overflow-wrap"), "a digest does not make a phone's page wider");
    }
}
