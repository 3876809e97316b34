//! HTML mail to text, with the lines and the indentation that its writer saw.
//!
//! Not here: the HTML of our own mails ([`super::html`]).

use kit::bounds;

/// How wide a line may be before it would be broken: wider than any.
const WIDTH: usize = 10_000;

/// Turns HTML into text; none if it cannot be read as HTML within its bounds.
pub fn to_text(html: &str) -> Option<String> {
    if html.len() > bounds::SHEET_BYTES * 2 || is_deep(html) {
        return None;
    }
    let guarded = indented(html);
    let text = html2text::config::plain_no_decorate()
        .raw_mode(true)
        .string_from_read(guarded.as_bytes(), WIDTH)
        .ok()?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Some(lines.join("\n") + "\n")
}

/// Whether tags lie so deep in one another that laying them out could take all the stack.
fn is_deep(html: &str) -> bool {
    const DEEPEST: usize = 400;
    let opens = html.matches('<').count();
    let ends = html.matches("</").count();
    // What is never closed nests; what is closed nests at most half as deep as there are tags.
    let empty = ["<br", "<hr", "<img", "<meta", "<link", "<!--", "<input", "<!"];
    let lower = html.to_ascii_lowercase();
    let empty: usize = empty.iter().map(|tag| lower.matches(tag).count()).sum();
    let unclosed = opens.saturating_sub(ends * 2 + empty);
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    for (at, _) in lower.match_indices('<') {
        let rest = &lower.as_bytes()[at + 1..];
        match rest.first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    unclosed > DEEPEST * 2 || deepest.saturating_sub(empty) > DEEPEST
}

/// Makes spaces that a page would swallow at the beginning of a line into hard ones.
///
/// Programs write the indentation of a line as hard spaces with common ones between them; only
/// those next to a hard one were meant.
fn indented(html: &str) -> String {
    let html = without_links(html);
    let hard =
        html.replace("&nbsp;", "\u{a0}").replace("&#160;", "\u{a0}").replace("&#xa0;", "\u{a0}");
    if !hard.contains('\u{a0}') {
        return hard;
    }
    let letters: Vec<char> = hard.chars().collect();
    let mut kept = String::with_capacity(hard.len());
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let beside = [before, letters.get(at + 1)].contains(&Some(&'\u{a0}'));
        kept.push(if *letter == ' ' && beside { '\u{a0}' } else { *letter });
    }
    kept
}

/// Takes the tags of links away and leaves what they stand around.
fn without_links(html: &str) -> String {
    let mut kept = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        kept.push_str(before);
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        let name = tag[1..end].trim_start_matches('/').split([' ', '>', '\n']).next();
        if !name.is_some_and(|name| name.eq_ignore_ascii_case("a")) {
            kept.push_str(&tag[..end]);
        }
        rest = &tag[end..];
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, text: &str) {
        let read = to_text(html).map(|read| read.replace('\u{a0}', " "));
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
        };
        assert_eq!(read.as_deref().map(lines), Some(lines(text)), "{html}");
    }

    #[test]
    fn lines_and_indentation_are_those_that_were_seen() {
        check("<p>a:<br>&nbsp; - b</p>", "a:\n  - b\n");
        check("<div>a:</div><div>&nbsp;&nbsp;- b</div>", "a:\n  - b\n");
        check("<pre>a:\n  - b\n</pre>", "a:\n  - b\n");
        check("<p>a</p><blockquote>b: 1<br>c</blockquote>", "a\n> b: 1\n> c\n");
        check("<ul><li>b</li></ul>", "* b\n");
        check("<p>see <a href='http://x.example'>Turin</a></p>", "see Turin\n");
    }

    #[test]
    fn hostile_pages_are_left_alone() {
        assert_eq!(to_text(&"<div>".repeat(50_000)), None);
        assert_eq!(to_text(&"<b>x".repeat(40_000)), None);
        assert!(to_text(&"<p>x</p>".repeat(1_000)).is_some());
        assert!(to_text("<table><tr><td").is_some());
    }
}
