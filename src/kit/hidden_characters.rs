//! Text that people wrote for other people's eyes: what cannot be seen and what turns it round is
//! taken out.
//!
//! Control characters move a terminal's cursor, and bidirectional overrides let a line read otherwise
//! than it is written. Neither has a place in a letter, a name or a subject.

use std::borrow::Cow;

/// Whether a character is one that nobody sees or that turns the text around it.
fn is_hidden(sign: char) -> bool {
    let turns = matches!(sign, '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (sign.is_control() && sign != '\n' && sign != '\t')
}

/// Where the first such character stands in a text of lines, if there is one.
pub fn first_hidden(text: &str) -> Option<usize> {
    text.char_indices().find(|(_, sign)| is_hidden(*sign) && *sign != '\r').map(|(at, _)| at)
}

/// Gives a text without control characters, but for line breaks and tabs, and without bidirectional
/// overrides.
pub fn seen(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) {
        Cow::Owned(text.chars().filter(|sign| !is_hidden(*sign)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The same for what stands in one line, such as a name or a subject.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    seen(&words.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_out() {
        assert_eq!(seen("Sire,\n\tcome"), "Sire,\n\tcome");
        assert!(matches!(seen("Mass\u{e9}na, \u{5d0}\u{200f}"), Cow::Borrowed(_)));
        assert_eq!(seen("a\u{1b}[2Jb\u{7}\u{202e}c\u{2066}d\u{0}"), "a[2Jbcd");
        assert_eq!(first_hidden("Sire,\r\n\tcome"), None);
        assert_eq!(first_hidden("S\u{e9}\u{202e}"), Some(3));
        assert_eq!(one_line("two\r\nlines\u{202e} and more"), "two lines and more");
    }
}
