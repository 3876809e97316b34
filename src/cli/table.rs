//! Columns of text, each as wide as it needs to be and no wider than it may.

use std::io::{self, Write};

/// A column: its heading and the most letters a line of it may have.
pub struct Column(pub &'static str, pub usize);

/// Prints rows under their headings; what is too wide goes on in the next line.
pub fn print(out: &mut dyn Write, columns: &[Column], rows: &[Vec<String>]) -> io::Result<()> {
    let letters = |text: &str| text.chars().count();
    let width = |at: usize| {
        let widest = rows.iter().map(|row| letters(&row[at])).max().unwrap_or(0);
        widest.min(columns[at].1).max(letters(columns[at].0))
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let heads: Vec<String> = columns.iter().map(|column| column.0.to_owned()).collect();
    for row in std::iter::once(&heads).chain(rows) {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(text, width)| lines(text, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let text = cell.get(at).map_or("", String::as_str);
                line.push_str(&format!("{text:width$}  "));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Breaks a text into lines of at most so many letters; a longer word stands alone.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a last line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
            continue;
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn long_cells_go_on_below() {
        let rows = [vec!["1".to_owned(), "a long text of words".to_owned(), "end".to_owned()]];
        let mut out = vec![];
        print(&mut out, &[Column("no", 9), Column("text", 8), Column("", 9)], &rows).unwrap();
        expect![[r#"
            no  text
            1   a long    end
                text of
                words
        "#]]
        .assert_eq(&String::from_utf8(out).unwrap());
    }
}
