//! Names as people type them: without accents, capitals or hyphens, and with slips.
//!
//! Not here: which names there are.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use strsim::damerau_levenshtein;

/// Plain letters for Latin, Greek and Cyrillic ones and for typographic signs: on each line the number of the first
/// character and what stands for it and those after it. A test writes it from a library that knows all of
/// Unicode, and is too large for a page in a browser.
const PLAIN: &str = include_str!("names/plain.txt");

/// What stands for nothing and for a blank in that table, and for a character that it leaves out.
const NOTHING: &str = "\u{2205}";
const BLANK: &str = "\u{2423}";
const LEFT_OUT: &str = "\u{2026}";

/// The table, by character.
static LETTERS: LazyLock<BTreeMap<char, String>> = LazyLock::new(|| {
    let mut letters = BTreeMap::new();
    for line in PLAIN.lines() {
        let mut words = line.split(' ');
        let first = words.next().and_then(|number| u32::from_str_radix(number, 16).ok());
        let Some(first) = first else { continue };
        let all = (first..).filter_map(char::from_u32).zip(words);
        for (letter, plain) in all.filter(|(_, plain)| *plain != LEFT_OUT) {
            let plain = if plain == NOTHING { String::new() } else { plain.replace(BLANK, " ") };
            letters.insert(letter, plain);
        }
    }
    letters
});

/// A name in plain letters; what the table does not have stays as it is.
fn in_plain_letters(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for letter in name.chars() {
        let known = if letter.is_ascii() { None } else { LETTERS.get(&letter) };
        match known {
            Some(letters) => plain.push_str(letters),
            None => plain.push(letter),
        }
    }
    plain
}

/// Writes a name plainly, so that `Massena`, `MASSÉNA` and `Masséna` are one.
///
/// Hyphens, apostrophes, full stops and underscores count as spaces, several spaces as one, and a
/// leading `Saint` as `St`.
pub fn plain(name: &str) -> String {
    let ascii = match name.is_ascii() {
        true => name.to_ascii_lowercase(),
        false => in_plain_letters(name).to_lowercase(),
    };
    let apart = |c: char| c.is_whitespace() || matches!(c, '-' | '\'' | '`' | '.' | '_');
    // Most names are one word.
    if !ascii.is_empty() && !ascii.contains(apart) {
        return ascii;
    }
    let mut words: Vec<&str> = ascii.split(apart).filter(|word| !word.is_empty()).collect();
    if words.len() > 1 && words[0] == "saint" {
        words[0] = "st";
    }
    words.join(" ")
}

/// Finds the known name that was probably meant.
///
/// One slip is forgiven in up to four letters, two in longer words; of names equally near, the
/// first in the alphabet.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word);
    let letters = word.chars().count();
    let forgiven = if letters <= 4 { 1 } else { 2 };
    known
        .into_iter()
        .map(|name| (plain(name), name))
        // Each letter more or less is a slip by itself, and to count is faster than to compare.
        .filter(|(known, _)| known.chars().count().abs_diff(letters) <= forgiven)
        .map(|(known, name)| (damerau_levenshtein(&word, &known), name))
        .filter(|(slips, _)| *slips <= forgiven)
        .min()
        .map(|(_, name)| name)
}

/// Names in a list, alike ones together with their number: `2 veteran infantry, Frederick II`.
pub fn alike(names: impl IntoIterator<Item = String>) -> String {
    let mut counted: Vec<(String, usize)> = vec![];
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    let told = counted.into_iter().map(|(name, count)| match count {
        1 => name,
        count => format!("{count} {name}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Things in a row, as a sentence has them: `a`, `a and b`, `a, b and c`.
pub fn listed(all: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A text with a capital at its head, as a sentence or a name begins.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The months, as sheets name them.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The name of a season as people write it: `late May 1800`.
pub fn dated(season: &str) -> String {
    let word = |word: &str| if MONTHS.contains(&word) { capital(word) } else { word.to_owned() };
    season.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A line as a sentence: with a capital at its head and a full stop at its end.
pub fn sentence(line: &str) -> String {
    let line = line.trim();
    let end = if line.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{}{end}", capital(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str]) {
        let known = ["Masséna", "Melas", "Brune", "Berthier", "bru", "bre", "bur", "Saint-Cyr"];
        for line in lines {
            let (word, expected) = line.split_once(" -> ").unwrap();
            assert_eq!(nearest(word, known).unwrap_or("nobody"), expected, "{line}");
        }
    }

    /// Blocks of letters and signs that names in Europe are written with.
    const BLOCKS: [(u32, u32); 7] = [
        (0x00A0, 0x024F),
        (0x0300, 0x036F),
        (0x0370, 0x052F),
        (0x1E00, 0x1EFF),
        (0x2000, 0x206F),
        (0x2100, 0x214F),
        (0xFB00, 0xFB06),
    ];

    /// The table, as the library has it.
    fn by_the_library() -> String {
        let mut text = String::new();
        for (first, last) in BLOCKS {
            for line in (first..=last).collect::<Vec<u32>>().chunks(16) {
                text.push_str(&format!("{:04X}", line[0]));
                for number in line {
                    let plain = char::from_u32(*number).and_then(deunicode::deunicode_char);
                    let written = match plain {
                        None => LEFT_OUT.to_owned(),
                        Some("") => NOTHING.to_owned(),
                        Some(plain) => plain.replace(' ', BLANK),
                    };
                    text.push_str(&format!(" {written}"));
                }
                text.push('\n');
            }
        }
        text
    }

    #[test]
    fn letters_are_those_of_the_library() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/names/plain.txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(file, by_the_library()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(file).unwrap(), by_the_library());
    }

    #[test]
    fn names_are_plain_however_they_are_written() {
        for (written, told) in [
            ("MASSÉNA", "massena"),
            ("Masse\u{301}na", "massena"),
            ("Königsberg", "konigsberg"),
            ("Łódź", "lodz"),
            ("Œuvre d’Aoste", "oeuvre d aoste"),
            ("Saint–Cyr", "st cyr"),
            ("Groß Görschen", "gross gorschen"),
            ("Наполеон", "napoleon"),
            ("京 Paris", "京 paris"),
        ] {
            assert_eq!(plain(written), told);
        }
    }

    #[test]
    fn slips_are_forgiven() {
        check(&[
            "massena -> Masséna",
            "Masena -> Masséna",
            "Messina -> Masséna",
            "bru -> bru",
            "brx -> bre",
            "Mels -> Melas",
            "Msls -> nobody",
            "St. Cyr -> Saint-Cyr",
            "Blücher -> nobody",
        ]);
    }

    #[test]
    fn alike_names_are_told_together() {
        let names = ["infantry", "fleet", "infantry"].map(str::to_owned);
        assert_eq!(alike(names), "2 infantry, fleet");
        assert_eq!(alike([]), "");
    }

    #[test]
    fn a_month_has_a_capital() {
        assert_eq!(dated("late may 1800"), "late May 1800");
        assert_eq!(dated("spring 1805"), "spring 1805");
    }

    #[test]
    fn a_sentence_has_a_capital_and_one_end() {
        for line in ["été was hot", " Été was hot ", "été was hot."] {
            assert_eq!(sentence(line), "Été was hot.");
        }
        assert_eq!(sentence("who goes there?"), "Who goes there?");
    }

    #[test]
    fn a_name_has_one_plain_form() {
        for name in ["Massena", "MASSÉNA", " Masséna "] {
            assert_eq!(plain(name), "massena");
        }
        for name in ["Saint-Cyr", "St. Cyr", "SAINT  CYR", "st'cyr"] {
            assert_eq!(plain(name), "st cyr");
        }
        assert_eq!(plain("Saint"), "saint");
        assert_eq!(plain("L’Armée"), "l armee");
    }
}
