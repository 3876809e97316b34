//! The explanation of the pages of a scenario, written from what is declared.

use super::{Guide, PAGE, RULES, listing};
use kit::page::{Key, Shape};
use std::fmt::Write;

/// How wide a line is.
const WIDTH: usize = 78;

/// Writes the explanation; `pages` are those that lie over the book's, `sorts` can be listed, and
/// `models` are the scenarios that the program has.
pub fn text(
    rules: &str,
    title: &str,
    guide: &Guide,
    (pages, sorts, models): (&[String], &[&str], &[String]),
) -> String {
    let mut out = format!("# A scenario of your own: {title}\n\n");
    for paragraph in guide.intro.trim().split("\n\n") {
        match paragraph.starts_with("    ") || paragraph.starts_with("- ") {
            true => out.push_str(paragraph),
            false => out.push_str(&wrapped(&joined(paragraph), 0)),
        }
        out.push_str("\n\n");
    }
    let _ = write!(out, "## Pages\n\n");
    let word = format!("{PAGE}: the scenario, with the keys below. It must be there.");
    let _ = writeln!(out, "{}", wrapped(&word, 0));
    let word = format!(
        "book/...: a page that lies over the book's page of that name, whole. Each may be left out: {}.",
        pages.join(", ")
    );
    let _ = write!(out, "{}\n\n", wrapped(&word, 0));
    let word = format!(
        "`umpire rules scenario book/PAGE --rules {rules}` prints a page of the book, to be copied \
         and changed; `umpire rules scenario NAME` prints the page of a scenario as a model: {}. \
         What ends in `.md` or begins with a full stop is not read; any other file is a fault. A \
         page has {} KiB at the most, a folder {} pages.",
        models.join(", "),
        kit::bounds::PAGE_BYTES / 1024,
        kit::bounds::FOLDER_PAGES,
    );
    let _ = write!(out, "{}\n\n", wrapped(&word, 0));
    let _ = write!(out, "## Keys of {PAGE}\n\n");
    let word = "Each key with what stands under it: words in capitals are names (see below), `0 to 9` \
                is a whole number, `[...]` a list, `{...}` a map. A star: it must be there. Names are \
                written as the book writes them, with accents.";
    let _ = write!(out, "{}\n\n", wrapped(word, 0));
    let rules_key = Key { says: RULES.says, ..RULES };
    let mut told = vec![];
    keys(&mut out, &[rules_key], 0, &mut told);
    keys(&mut out, guide.keys, 0, &mut told);
    let _ = write!(out, "\n## Names\n\n");
    for (sort, says) in guide.sorts {
        let _ = writeln!(out, "{}", wrapped(&format!("{}: {says}", sort.to_uppercase()), 2));
    }
    let lists: Vec<String> = sorts.iter().map(|sort| listing(sort)).collect();
    let word = format!(
        "`umpire rules scenario LIST --rules {rules}` lists them; LIST is one of {}.",
        lists.join(", ")
    );
    let _ = write!(out, "\n{}\n\n## A small complete example\n\n", wrapped(&word, 0));
    out.push_str(guide.example);
    out
}

/// The names of keys that were told already, with the key under which they were.
type Told = Vec<(Vec<&'static str>, &'static str)>;

/// Writes keys, each with its shape and its meaning; those of maps below it, but each map once.
fn keys(out: &mut String, all: &[Key], depth: usize, told: &mut Told) {
    for key in all {
        let star = if key.needed { "*" } else { "" };
        let head = format!("{}{star}: {}", key.name, in_words(&key.shape));
        let indent = 2 * depth;
        let _ = writeln!(out, "{}{}", " ".repeat(indent), wrapped(&head, indent + 6).trim_start());
        let before = inner(&key.shape).and_then(|inner| {
            let names: Vec<&str> = inner.iter().map(|key| key.name).collect();
            let before = told.iter().find(|(other, _)| *other == names).map(|(_, under)| *under);
            if before.is_none() {
                told.push((names, key.name));
            }
            before
        });
        let says = match before {
            Some(under) => format!("{}; its keys are those of `{under}` above", key.says),
            None => key.says.to_owned(),
        };
        let says = wrapped(&says, indent + 4);
        let _ = writeln!(out, "{}{}", " ".repeat(indent + 4), says.trim_start());
        if before.is_none() {
            below(out, &key.shape, depth + 1, told);
        }
    }
}

/// The keys of the map that a shape comes down to.
fn inner(shape: &Shape) -> Option<&'static [Key]> {
    match shape {
        Shape::Keys(keys) => Some(keys),
        Shape::List(of, ..) | Shape::Map(_, of) => inner(of),
        Shape::Forms(_)
        | Shape::Text
        | Shape::OneOf(_)
        | Shape::Number(..)
        | Shape::Flag
        | Shape::Season
        | Shape::Name(_) => None,
    }
}

/// Writes the keys of the maps in a shape.
fn below(out: &mut String, shape: &Shape, depth: usize, told: &mut Told) {
    match shape {
        Shape::Keys(inner) => keys(out, inner, depth, told),
        Shape::List(of, ..) | Shape::Map(_, of) => below(out, of, depth, told),
        Shape::Forms(forms) => {
            for form in *forms {
                let Some(first) = form.first() else { continue };
                let one = |key: &Key| {
                    let (open, close) = if key.needed { ("", "") } else { ("[", "]") };
                    format!("{open}{}: {}{close}", key.name, in_words(&key.shape))
                };
                let head = form.iter().map(one).collect::<Vec<_>>().join(", ");
                let indent = 2 * depth;
                let head = wrapped(&format!("{{{head}}}"), indent + 6);
                let says = wrapped(first.says, indent + 4);
                let _ = writeln!(out, "{}{}", " ".repeat(indent), head.trim_start());
                let _ = writeln!(out, "{}{}", " ".repeat(indent + 4), says.trim_start());
            }
        }
        Shape::Text
        | Shape::OneOf(_)
        | Shape::Number(..)
        | Shape::Flag
        | Shape::Season
        | Shape::Name(_) => {}
    }
}

/// A shape in words: `[HEX, ...]`, `{POWER: [PROVINCE, ...]}`.
fn in_words(shape: &Shape) -> String {
    match shape {
        Shape::Text => "text".to_owned(),
        Shape::OneOf(words) => words.join(" | "),
        Shape::Number(from, to) => format!("{from} to {to}"),
        Shape::Flag => "true | false".to_owned(),
        Shape::Season => "season, such as `spring 1805`".to_owned(),
        Shape::Name(sort) => sort.to_uppercase(),
        Shape::List(Shape::Keys(_), _, _) => "a list of maps".to_owned(),
        Shape::List(of, 0 | 1, _) => format!("[{}, ...]", in_words(of)),
        Shape::List(of, from, _) => {
            format!("[{}]", vec![in_words(of); *from].join(", "))
        }
        Shape::Keys(_) => "a map".to_owned(),
        Shape::Map(sort, of) => format!("{{{}: {}, ...}}", sort.to_uppercase(), in_words(of)),
        Shape::Forms(_) => "a map, one of these".to_owned(),
    }
}

fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Breaks a text into lines; those after the first are indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        let before = line.chars().count();
        if before > indent && before + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::page::Declared;

    #[derive(Declared)]
    #[expect(dead_code)]
    enum At {
        Hex {
            /// one hex
            #[declared("hex")]
            hex: String,
        },
        Near {
            /// around it
            #[declared("hex")]
            near: String,
            #[declared(0..=9)]
            to: u8,
        },
    }

    #[derive(Declared)]
    #[expect(dead_code)]
    struct Line {
        /// where it stands
        at: At,
        /// a remark
        note: Option<String>,
    }

    #[derive(Declared)]
    #[expect(dead_code)]
    struct Page {
        /// who stands where
        #[declared(items = 1..=1000)]
        forces: Vec<Line>,
    }

    #[test]
    fn keys_are_told_with_their_shapes() {
        let mut out = String::new();
        keys(&mut out, Page::SHAPE.keys(), 0, &mut vec![]);
        assert_eq!(
            out,
            "forces*: a list of maps\n    who stands where\n  at*: a map, one of these\n      where it \
             stands\n    {hex: HEX}\n        one hex\n    {near: HEX, to: 0 to 9}\n        around \
             it\n  note: text\n      a remark\n"
        );
    }
}
