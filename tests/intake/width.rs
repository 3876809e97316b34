//! Every line of a mail's text fits into the 72 columns that every mail program shows.
//!
//! Wider may be what cannot be broken: a single word, such as a link or an address; and a line of
//! the player's own sheet, with the mark under it.

const COLUMNS: usize = 72;

/// The lines of a text that are too wide.
pub fn too_wide(text: &str) -> Vec<&str> {
    let is_wide =
        |line: &&str| line.chars().count() > COLUMNS && !is_one_word(line) && !is_quoted(line);
    text.lines().filter(is_wide).collect()
}

fn is_one_word(line: &str) -> bool {
    line.split_whitespace().count() == 1
}

/// Whether a line is one of a sheet, behind its number, or the marks below one.
fn is_quoted(line: &str) -> bool {
    let rest = line.trim_start_matches(|sign: char| sign == ' ' || sign.is_ascii_digit());
    rest.starts_with('|')
}

#[test]
fn a_wide_line_is_found() {
    let wide = "word ".repeat(15);
    let word = "x".repeat(80);
    let text = format!("short\n{word}\n  {word}\n17 | {wide}\n   | {}\n", "^".repeat(80));
    assert!(too_wide(&text).is_empty());
    let text = format!("{wide}\n{word} y\n{}\n", "é".repeat(60));
    assert_eq!(too_wide(&text).len(), 2);
}
