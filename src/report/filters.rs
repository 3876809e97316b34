//! The filters that our templates have besides Tera's own.

use tera::{Kwargs, State, Tera, TeraResult};

/// Adds our filters to a set of templates.
pub fn register(tera: &mut Tera) {
    tera.register_filter("wrap", wrap);
    tera.register_filter("pad", pad);
    tera.register_filter("title", title);
}

fn wrap(text: &str, arguments: Kwargs, _: &State) -> TeraResult<String> {
    let width = arguments.get::<usize>("width")?.unwrap_or(72);
    let indent = arguments.get::<usize>("indent")?.unwrap_or(0);
    let at = arguments.get::<usize>("at")?.unwrap_or(0);
    Ok(wrapped_at(text, width, indent, at))
}

fn pad(text: &str, arguments: Kwargs, _: &State) -> TeraResult<String> {
    let width = arguments.must_get::<usize>("width")?;
    Ok(format!("{text:width$}"))
}

fn title(text: &str, _: Kwargs, _: &State) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Breaks one line that is too long; it keeps its indentation, and the rest of it has two more.
pub fn fitted(line: &str, width: usize) -> String {
    let text = line.trim_start();
    let indent = line.chars().count() - text.chars().count();
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let rest = wrapped(&format!("{}{text}", "x".repeat(indent)), width, indent + 2);
    format!("{}{}", &line[..line.len() - text.len()], &rest[indent..])
}

/// Breaks each paragraph into lines of at most `width` letters; from the second line on they are
/// indented. A word longer than a line stands alone.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    wrapped_at(text, width, indent, 0)
}

/// The same for a text that begins at a column, since something stands before it on its line.
fn wrapped_at(text: &str, width: usize, indent: usize, at: usize) -> String {
    let mut lines: Vec<String> = vec![];
    for paragraph in text.lines() {
        let mut line = if lines.is_empty() { String::new() } else { " ".repeat(indent) };
        let mut empty = true;
        for word in paragraph.split_whitespace() {
            let before = if lines.is_empty() { at } else { 0 };
            if !empty && before + line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
