//! The words of a condition, told to people: in a diagnostic, in the guide, in the form.

use super::{Grammar, Subject, Word};
use crate::vocabulary::Noun;

impl Grammar {
    /// Every pattern as it is written, with what it asks; the words stand in the patterns.
    pub fn patterns(&self) -> Vec<(String, String)> {
        let line = |shape: &str, doc: &str| (shape.to_owned(), doc.to_owned());
        let mut lines = vec![
            line("always, never", "Holds in any case, or in none."),
            line("odds >= 2:1", self.odds),
        ];
        lines.extend(self.flags.iter().map(|flag| {
            let at = if self.flags_at.contains(&flag.word) { " [PLACE]" } else { "" };
            (format!("{}{at}", flag.word), flag.doc.to_owned())
        }));
        lines.extend(self.numbers.iter().map(|number| line(number.word, number.doc)));
        let named = |(word, noun): &(Word, &Noun), behind: &str| {
            (format!("{} {}{behind}", word.word, noun.name.to_uppercase()), word.doc.to_owned())
        };
        lines.extend(self.flags_of.iter().map(|flag| named(flag, "")));
        lines.extend(self.numbers_of.iter().map(|number| named(number, " >= 2")));
        lines.extend(self.subjects.iter().map(|(subject, what)| {
            (format!("{} is {}", subject.word, what.in_words()), subject.doc.to_owned())
        }));
        let whose =
            format!("Whether our side holds the place; `theirs` if the enemy does.{}", self.whose);
        let within =
            format!("Whether somebody stands no farther away than so many {}.", self.spaces);
        let places = [
            ("PLACE is ours", whose.as_str()),
            ("WHO at PLACE", "Whether somebody stands there."),
            ("WHO within 3 of PLACE", within.as_str()),
            ("WHO is inside", self.inside),
        ];
        lines.extend(places.map(|(shape, doc)| line(shape, doc)));
        lines
    }

    /// Terms to choose from, each as it can be written and what it asks; a name in capitals is to be
    /// replaced.
    pub fn terms(&self) -> Vec<(String, String)> {
        let mut terms = vec![];
        for (shape, doc) in self.patterns() {
            let number = self.numbers.iter().any(|number| number.word == shape);
            let Some((subject, words)) =
                shape.split_once(" is ").filter(|(_, is)| is.contains('/'))
            else {
                match shape.as_str() {
                    "always, never" => {}
                    _ if number => terms.push((format!("{shape} >= 2"), doc)),
                    _ => terms.push((shape.replace(" [PLACE]", ""), doc)),
                }
                continue;
            };
            terms
                .extend(words.split('/').map(|word| (format!("{subject} is {word}"), doc.clone())));
        }
        terms
    }

    /// How the patterns are put together, in sentences.
    pub fn joints(&self) -> String {
        let strength = match self.strengths.is_empty() {
            true => "",
            false => {
                "; while an enemy's strength is not known, as before a first battle, `odds >= 1:1` does not hold: write \
                 `odds >= 1:1 or their strength is unknown` to attack all the same"
            }
        };
        format!(
            "Numbers are compared with < <= = >= > to a figure or to each other. WHO is {}. Any \
             of them may have `not` before it; `and` and `or` join them, and brackets group them. \
             A number or subject can be tested with `is unknown`; a place or a leader cannot{strength}. What you do not know does not \
             hold, not even with `not`; that nobody is `within 3 of` a place is known if all those \
             {} are in sight.",
            self.who.doc, self.spaces
        )
    }

    /// All words in a few lines, for those who wrote one that does not exist.
    pub fn in_short(&self) -> String {
        let mut flags: Vec<String> = self.flags.iter().map(|flag| flag.word.to_owned()).collect();
        let name = |noun: &Noun| noun.name.to_uppercase();
        flags.extend(self.flags_of.iter().map(|(flag, of)| format!("{} {}", flag.word, name(of))));
        format!(
            "A condition is `always`, `never`, or made of these:\n{}\nodds >= 2:1\n{}\n{}\n\
             WHO at PLACE; WHO within 3 of PLACE; WHO is inside\nPLACE is ours; PLACE is theirs\n\
             Before each there may be `not`; `and` and `or` join them.",
            flags.join(", "),
            self.compared(),
            self.tested()
        )
    }

    /// The numbers that can be compared.
    pub(super) fn compared(&self) -> String {
        let plain = self.numbers.iter().map(|number| number.word.to_owned());
        let of = self.numbers_of.iter();
        let of = of.map(|(word, noun)| format!("{} {}", word.word, noun.name.to_uppercase()));
        let numbers: Vec<String> = plain.chain(of).collect();
        format!("numbers, as in `mp >= 2`: {}", numbers.join(", "))
    }

    /// What can be tested with `is`.
    pub(super) fn tested(&self) -> String {
        let told =
            |(subject, what): &(Word, Subject)| format!("{} is {}", subject.word, what.in_words());
        self.subjects.iter().map(told).collect::<Vec<_>>().join("; ")
    }
}

impl Subject {
    /// What it can be: the words, or the sort of name in capitals.
    fn in_words(self) -> String {
        match self {
            Subject::Words(words) => words.join("/"),
            Subject::Name(noun) => noun.name.to_uppercase(),
        }
    }
}
