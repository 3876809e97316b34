//! Names in a text: who is meant where, so that each can be a link and each life be followed.
//!
//! Not here: which names there are; the book and the map of a season say that.

use kit::annals::Subject;
use std::collections::BTreeMap;
use std::ops::Range;

/// All names that a text can have, ready to be found.
#[derive(Debug, Clone, Default)]
pub struct Names {
    subjects: Vec<Subject>,
    /// By the first word of a name, the longest first.
    starts: BTreeMap<String, Vec<usize>>,
}

impl Names {
    /// Makes these names ready. Of two subjects with one name, the first is meant.
    pub fn new(subjects: Vec<Subject>) -> Names {
        let mut starts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, subject) in subjects.iter().enumerate() {
            let first = word(&subject.name, 0);
            if !first.is_empty() {
                starts.entry(first.to_owned()).or_default().push(index);
            }
        }
        for same in starts.values_mut() {
            same.sort_by_key(|index| std::cmp::Reverse(subjects[*index].name.len()));
        }
        Names { subjects, starts }
    }

    /// Finds every name in a text, from left to right, none inside another.
    pub fn find<'a>(&'a self, text: &str) -> Vec<(Range<usize>, &'a Subject)> {
        let (mut found, mut at) = (vec![], 0);
        while at < text.len() {
            let first = word(text, at);
            if first.is_empty() {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            let meant = self.starts.get(first).and_then(|same| {
                same.iter().map(|index| &self.subjects[*index]).find(|subject| {
                    text[at..].starts_with(&subject.name)
                        && !continues(&text[at + subject.name.len()..])
                })
            });
            match meant {
                Some(subject) => {
                    found.push((at..at + subject.name.len(), subject));
                    at += subject.name.len();
                }
                None => at += first.len(),
            }
        }
        found
    }

    /// All of them.
    pub fn all(&self) -> &[Subject] {
        &self.subjects
    }
}

/// The word that begins at a place; nothing, if none does.
fn word(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
    &rest[..end]
}

/// Whether a word goes on.
fn continues(rest: &str) -> bool {
    rest.chars().next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::annals::Kind;

    #[test]
    fn names_are_found_whole_and_the_longest_first() {
        let kinds = [
            (Kind::Leader, "Masséna"),
            (Kind::Leader, "Ferdinand"),
            (Kind::Leader, "Ferdinand (Neapolitan)"),
            (Kind::Place, "Ulm"),
            (Kind::Place, "St. Gotthard"),
            (Kind::Force, "Corps of <b>Ney</b>"),
        ];
        let names = Names::new(kinds.map(|(kind, name)| Subject::new(kind, name)).into());
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = names.find(text).into_iter().map(|(at, _)| &text[at]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("Masséna marches to Ulm.", &["Masséna", "Ulm"]);
        check("Ulmer Masséna's Ulm-Ulm", &["Masséna", "Ulm", "Ulm"]);
        check("Ferdinand (Neapolitan) and Ferdinand", &["Ferdinand (Neapolitan)", "Ferdinand"]);
        check("over the St. Gotthard, St. Bernard", &["St. Gotthard"]);
        check("the Corps of <b>Ney</b> at ulm", &["Corps of <b>Ney</b>"]);
        check("", &[]);
    }
}
