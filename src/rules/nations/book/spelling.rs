//! How places and names are written in sentences.

use crate::book::Book;
use kit::ground::Space;

/// A place's name with its number: `Turin W3432`, or the number alone.
pub fn place(book: &Book, space: Space) -> String {
    let (name, number) = (book.atlas.name(space), book.atlas.number(space));
    if name == number { name } else { format!("{name} {number}") }
}

/// A name as a sheet has it, with a hex number in it turned into its town: "detachment at Livorno".
pub fn spoken(book: &Book, name: &str) -> String {
    let last = name.rsplit_once(' ').and_then(|(head, last)| Some((head, book.atlas.code(last)?)));
    match (last, book.atlas.code(name)) {
        (Some((head, space)), _) => format!("{head} {}", book.atlas.name(space)),
        (None, Some(space)) => place(book, space),
        (None, None) => name.to_owned(),
    }
}

/// Parts of conditions, each once, with each hex number of a town turned into its name: "`Ratisbonne is ours`". A
/// number behind the name of its town stays.
pub fn spoken_parts(book: &Book, parts: &[String]) -> String {
    let part = |part: &String| {
        let mut told = String::new();
        for word in part.split(' ') {
            let code = word.trim_matches('`');
            let name = book.atlas.code(code).map(|space| book.atlas.name(space));
            let name = name.filter(|name| !told.ends_with(name.as_str()));
            let gap = if told.is_empty() { "" } else { " " };
            told +=
                &format!("{gap}{}", name.map_or(word.to_owned(), |name| word.replace(code, &name)));
        }
        told
    };
    let mut parts: Vec<String> = parts.iter().map(part).collect();
    parts.dedup();
    parts.join(", ")
}

/// `3 recruits, 1 of them cavalry`.
pub fn recruits(steps: impl Into<u32>, cavalry: impl Into<u32>) -> String {
    let cavalry = match cavalry.into() {
        0 => "none of them cavalry".to_owned(),
        some => format!("{some} of them cavalry"),
    };
    match steps.into() {
        0 => "no recruits".to_owned(),
        1 => format!("1 recruit, {cavalry}"),
        steps => format!("{steps} recruits, {cavalry}"),
    }
}
