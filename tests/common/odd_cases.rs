//! Whatever a writer of cases does, the program says what is wrong, and never panics.
//!
//! Cases of the rulebooks are changed at random, by a row of numbers that is the same each time.
//! `UMPIRE_CASES=20000` tries more of them.

use super::root::root;
use play::Referee;
use play::case::{self, Case};
use std::path::PathBuf;

/// A row of numbers that looks random (xorshift).
struct Row(u64);

impl Row {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// What is put in the place of something else.
const ODD: &[&str] = &[
    "0",
    "-1",
    "255",
    "65535",
    "4294967295",
    "99999999999999999999",
    "1.5",
    "yes",
    "no",
    "~",
    "''",
    "[]",
    "{}",
    "!x y",
    "&a b",
    "*a",
    "Bonaparte",
    "Melas",
    "Mack",
    "france",
    "austria",
    "nobody",
    "Atlantic",
    "Bay of Biscay",
    "Brest",
    "W0101",
    "E5599",
    "3431",
    "Ulm",
    "winter 1799",
    "spring 65535",
    "40 x (+1) InfC",
    "1 x (-128) InfC",
    "line infantry",
    "corps",
    "2d6 = 7",
    "chit: empire land 4",
    "end of season",
    "nations/marengo-1800",
    "kriegsspiel/ulm-1805",
    "kriegsspiel",
    "(",
    "```",
    "## two",
    "\u{0}",
    "é",
];

fn files(referee: &dyn Referee) -> Vec<PathBuf> {
    let folder = root().join("tests").join(referee.name()).join("rulebook");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    all.sort();
    all
}

/// The text of every case, each a file of its own.
fn texts(referee: &dyn Referee) -> Vec<String> {
    let split = |path: PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let parts: Vec<String> =
            text.split("\n## ").skip(1).map(|part| format!("## {part}\n")).collect();
        parts
    };
    let all = files(referee).into_iter().flat_map(split);
    all.filter(|text| text.contains("```yaml setup")).collect()
}

/// The parts of a line between which its values stand.
fn pieces(line: &str) -> Vec<(usize, usize)> {
    let apart = |c: char| "{}[],:".contains(c);
    let mut pieces = vec![];
    let mut start = 0;
    for (at, c) in line.char_indices().chain([(line.len(), ',')]) {
        if apart(c) {
            if !line[start..at].trim().is_empty() {
                pieces.push((start, at));
            }
            start = at + c.len_utf8();
        }
    }
    pieces
}

/// Changes something in the blocks of a case.
fn changed(text: &str, row: &mut Row) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=row.below(3) {
        let fence = lines.iter().position(|line| line.starts_with("```")).unwrap_or(0);
        let at = fence + 1 + row.below(lines.len().saturating_sub(fence + 1));
        let Some(line) = lines.get(at).cloned() else { continue };
        match row.below(8) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, line),
            2 => {
                let other = row.below(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let pieces = pieces(&line);
                if pieces.is_empty() {
                    continue;
                }
                let (from, to) = pieces[row.below(pieces.len())];
                let odd = ODD[row.below(ODD.len())];
                lines[at] = format!("{} {odd}{}", &line[..from], &line[to..]);
            }
        }
    }
    lines.join("\n") + "\n"
}

pub fn no_case_panics(referee: &dyn Referee) {
    let count = crate::effort::count().unwrap_or(200);
    let (shelf, texts) = (play::shelf_of(&[referee]), texts(referee));
    let mut row = Row(0x9E37_79B9_7F4A_7C15);
    let mut refused = 0;
    for number in 0..count {
        let text = changed(&texts[row.below(texts.len())], &mut row);
        let play = || {
            let played = |case: Result<Case, case::CaseFault>| match case {
                Ok(case) => {
                    let verdict = case::play(&[referee], &shelf, &case);
                    verdict.to_string();
                    usize::from(verdict.outcome.refused.is_some())
                }
                Err(_) => 1,
            };
            case::read("changed.md", &text).into_iter().map(played).sum::<usize>()
        };
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play));
        match played {
            Ok(some) => refused += some,
            Err(_) => panic!("case {number} panics:\n{text}"),
        }
    }
    assert!(
        20 * refused > count as usize,
        "the changes do something: {refused} of {count} are refused"
    );
}
