//! The condition language of `if:`, typed and closed (design: decisions).
//!
//! A condition parses to a tree with places in the text. Which flags, numbers and subjects there
//! are, a rule system says in a [`Grammar`]; the patterns are the same for all:
//!
//! ```text
//! always · never · FLAG · FLAG PLACE          demoralized · besieging Genoa
//! odds >= 2:1                                 ours to theirs; 2:1 and 2-1 are the same
//! NUMBER <= 4 · NUMBER <= NUMBER              enemy steps <= 4 · our losses <= their losses
//! SUBJECT is [no|not] VALUE                   terrain is mountain · enemy leader is Napoléon
//! NUMBER is unknown                           their strength is unknown
//! PLACE is ours · PLACE is theirs             Genoa is ours
//! WHO at PLACE · WHO within 3 of PLACE        Melas at W3533 · enemy army within 3 of Milan
//! not … · … and … · … or … · ( … )            `not` binds before `and`, `and` before `or`
//! ```
//!
//! What it asks may be unknown to the one who asks, so there are three answers ([`Truth`]); a
//! condition that is not clearly true does not hold.

use super::diagnostic::{Diagnostic, Diagnostics};
use super::vocabulary::{Found, Noun, Vocabulary};
use kit::names;
use std::ops::Range;

/// Yes, no, or not known to the one who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    Unknown,
}

impl Truth {
    /// The truth of a thing that is known.
    pub fn of(yes: bool) -> Self {
        if yes { Truth::Yes } else { Truth::No }
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Comparison {
    /// Whether `left` stands so to `right`.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::AtLeast => left >= right,
            Comparison::More => left > right,
        }
    }

    fn read(sign: &str) -> Option<Self> {
        Some(match sign {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            "=" | "==" => Comparison::Equal,
            ">=" => Comparison::AtLeast,
            ">" => Comparison::More,
            _ => return None,
        })
    }
}

/// The right side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    Number(i64),
    Named(&'static str),
}

/// One question that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    Flag(&'static str),
    FlagAt(&'static str, String),
    Odds(Comparison, u32, u32),
    Compare(&'static str, Comparison, Operand),
    Is(&'static str, String),
    Unknown(&'static str),
    Whose { place: String, ours: bool },
    At { who: String, place: String },
    Within { who: String, steps: i64, place: String },
}

/// A condition as a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    Always,
    Never,
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Term(Term, Range<usize>),
}

/// What can answer the terms: one commander, at one moment, from what they know.
pub trait Senses {
    /// The truth of one term, as far as they can tell.
    fn ask(&self, term: &Term) -> Truth;
}

impl Condition {
    /// Asks the condition of somebody's senses.
    pub fn ask(&self, senses: &dyn Senses) -> Truth {
        match self {
            Condition::Always => Truth::Yes,
            Condition::Never => Truth::No,
            Condition::Not(inner) => !inner.ask(senses),
            Condition::All(parts) => Self::fold(parts, senses, Truth::No, Truth::Yes),
            Condition::Any(parts) => Self::fold(parts, senses, Truth::Yes, Truth::No),
            Condition::Term(term, _) => senses.ask(term),
        }
    }

    /// One part that `decides` settles it; else an unknown part leaves it open.
    fn fold(parts: &[Self], senses: &dyn Senses, decides: Truth, otherwise: Truth) -> Truth {
        let mut result = otherwise;
        for part in parts {
            match part.ask(senses) {
                truth if truth == decides => return decides,
                Truth::Unknown => result = Truth::Unknown,
                Truth::Yes | Truth::No => {}
            }
        }
        result
    }
}

/// The words that a rule system's conditions know.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Things that are so or not: `demoralized`, `won`.
    pub flags: &'static [&'static str],
    /// Flags that may name a place: `besieging Genoa`.
    pub flags_at: &'static [&'static str],
    /// Numbers that can be compared: `own steps`, `mp`.
    pub numbers: &'static [&'static str],
    /// Subjects with the words or names they can be.
    pub subjects: &'static [(&'static str, Subject)],
    /// What a place is called in the vocabulary.
    pub place: &'static Noun,
    /// Who can stand somewhere.
    pub who: &'static Noun,
}

/// What a subject can be.
#[derive(Debug, Clone, Copy)]
pub enum Subject {
    Words(&'static [&'static str]),
    Name(&'static Noun),
}

/// Reads a condition; what is wrong with it is told, and then there is none.
pub fn parse(
    text: &str,
    start: usize,
    grammar: &Grammar,
    words: &dyn Vocabulary,
    faults: &mut Diagnostics,
) -> Option<Condition> {
    let tokens = tokens(text, start);
    if tokens.len() > 60 {
        let at = start..start + text.len();
        faults.push(Diagnostic::fault("condition-too-long", at, "a condition may have 60 words"));
        return None;
    }
    let mut parser =
        Parser { tokens: &tokens, next: 0, end: start + text.len(), grammar, words, faults };
    let condition = parser.any()?;
    if let Some(token) = parser.peek() {
        let (at, text) = (token.at.clone(), format!("`{}` does not fit here", token.text));
        parser.faults.push(
            Diagnostic::fault("condition", at, text).help("join two conditions with `and` or `or`"),
        );
        return None;
    }
    Some(condition)
}

#[derive(Debug)]
struct Token {
    text: String,
    at: Range<usize>,
}

/// Words, signs of comparison, and brackets. A colon or hyphen between digits stays: `2:1`, `2-1`.
fn tokens(text: &str, start: usize) -> Vec<Token> {
    let mut tokens: Vec<Token> = vec![];
    let mut open = false;
    for (at, c) in text.char_indices() {
        let sign = "<>=".contains(c);
        let glue = sign
            && tokens
                .last()
                .is_some_and(|t| t.text.starts_with(['<', '>', '=']) && t.at.end == start + at);
        if c.is_whitespace() {
            open = false;
        } else if sign || c == '(' || c == ')' {
            if glue {
                let last = tokens.last_mut().expect("glue looked at it");
                last.text.push(c);
                last.at.end += c.len_utf8();
            } else {
                tokens.push(Token { text: c.into(), at: start + at..start + at + c.len_utf8() });
            }
            open = false;
        } else if open {
            let last = tokens.last_mut().expect("a word is open");
            last.text.push(c);
            last.at.end += c.len_utf8();
        } else {
            tokens.push(Token { text: c.into(), at: start + at..start + at + c.len_utf8() });
            open = true;
        }
    }
    tokens
}

struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    end: usize,
    grammar: &'a Grammar,
    words: &'a dyn Vocabulary,
    faults: &'a mut Diagnostics,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, word: &str) -> bool {
        let here = self.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(word));
        self.next += usize::from(here);
        here
    }

    fn any(&mut self) -> Option<Condition> {
        let mut parts = vec![self.all()?];
        while self.take("or") {
            parts.push(self.all()?);
        }
        Some(if parts.len() == 1 { parts.remove(0) } else { Condition::Any(parts) })
    }

    fn all(&mut self) -> Option<Condition> {
        let mut parts = vec![self.one()?];
        while self.take("and") {
            parts.push(self.one()?);
        }
        Some(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    fn one(&mut self) -> Option<Condition> {
        // A chain of `not` is no deeper than the sixty words a condition may have.
        if self.take("not") {
            return Some(Condition::Not(Box::new(self.one()?)));
        }
        if self.take("(") {
            let inner = self.any()?;
            if !self.take(")") {
                self.complain("a bracket is not closed", None);
                return None;
            }
            return Some(inner);
        }
        self.term()
    }

    /// The words up to the next joint.
    fn clause(&self) -> &'a [Token] {
        let rest = &self.tokens[self.next..];
        let joint =
            |t: &Token| matches!(t.text.to_ascii_lowercase().as_str(), "and" | "or" | ")" | "(");
        &rest[..rest.iter().position(joint).unwrap_or(rest.len())]
    }

    fn term(&mut self) -> Option<Condition> {
        let clause = self.clause();
        let Some(first) = clause.first() else {
            self.complain("a condition is missing here", None);
            return None;
        };
        let at = first.at.start..clause.last().expect("it has a first").at.end;
        self.next += clause.len();
        match join(clause).as_str() {
            "always" => return Some(Condition::Always),
            "never" => return Some(Condition::Never),
            _ => {}
        }
        let sign = clause.iter().position(|t| Comparison::read(&t.text).is_some());
        let (term, negated) = if let Some(sign) = sign {
            (self.comparison(clause, sign)?, false)
        } else if let Some(is) = position(clause, "is") {
            self.is(clause, is)?
        } else if let Some(here) = position(clause, "within") {
            (self.within(clause, here)?, false)
        } else if let Some(here) = position(clause, "at") {
            let who = self.name(self.grammar.who, &clause[..here])?;
            (Term::At { who, place: self.name(self.grammar.place, &clause[here + 1..])? }, false)
        } else {
            (self.flag(clause)?, false)
        };
        let term = Condition::Term(term, at);
        Some(if negated { Condition::Not(Box::new(term)) } else { term })
    }

    fn comparison(&mut self, clause: &'a [Token], sign: usize) -> Option<Term> {
        let how = Comparison::read(&clause[sign].text).expect("the caller found a sign");
        let (left, right) = (&clause[..sign], &clause[sign + 1..]);
        if join(left) == "odds" {
            let Some((ours, theirs)) = ratio(&join(right)) else {
                self.unknown_word(right, "odds are written `2:1`, ours to theirs", None);
                return None;
            };
            return Some(Term::Odds(how, ours, theirs));
        }
        let number = self.number(left)?;
        if let Ok(figure) = join(right).parse::<i64>() {
            return Some(Term::Compare(number, how, Operand::Number(figure)));
        }
        Some(Term::Compare(number, how, Operand::Named(self.number(right)?)))
    }

    fn number(&mut self, words: &'a [Token]) -> Option<&'static str> {
        let written = join(words);
        if let Some(number) = self.grammar.numbers.iter().find(|n| **n == written) {
            return Some(number);
        }
        let known = self.grammar.numbers.iter().copied().chain(["odds"]);
        let near = names::nearest(&written, known).map(str::to_owned);
        self.unknown_word(
            words,
            &format!("`{written}` is not a number that can be compared"),
            near,
        );
        None
    }

    /// `SUBJECT is VALUE`, `NUMBER is unknown`, `PLACE is ours`.
    fn is(&mut self, clause: &'a [Token], is: usize) -> Option<(Term, bool)> {
        let (left, mut right) = (&clause[..is], &clause[is + 1..]);
        let negated = right.first().is_some_and(|t| t.text == "no" || t.text == "not");
        right = &right[usize::from(negated)..];
        let (subject, value) = (join(left), join(right));
        if value == "unknown" || value == "known" {
            let named = self.grammar.numbers.iter().find(|n| **n == subject);
            let named =
                named.or(self.grammar.subjects.iter().map(|(s, _)| s).find(|s| **s == subject));
            let Some(named) = named else {
                self.number(left)?;
                return None;
            };
            return Some((Term::Unknown(named), negated != (value == "known")));
        }
        if let Some((name, what)) = self.grammar.subjects.iter().find(|(s, _)| *s == subject) {
            let value = match what {
                Subject::Name(noun) => self.name(noun, right)?,
                Subject::Words(known) => self.word(known, right)?,
            };
            return Some((Term::Is(name, value), negated));
        }
        if value == "ours" || value == "theirs" {
            let place = self.name(self.grammar.place, left)?;
            return Some((Term::Whose { place, ours: value == "ours" }, negated));
        }
        let written = left.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
        if matches!(self.words.find(self.grammar.place, &written), Found::One(_)) {
            self.word(&["ours", "theirs"], right)?;
        }
        let near = names::nearest(&subject, self.grammar.subjects.iter().map(|(s, _)| *s));
        let text = format!("`{subject}` cannot be tested with `is`");
        self.unknown_word(left, &text, near.map(str::to_owned));
        None
    }

    fn within(&mut self, clause: &'a [Token], here: usize) -> Option<Term> {
        let who = self.name(self.grammar.who, &clause[..here])?;
        let steps = clause.get(here + 1).and_then(|t| t.text.parse::<i64>().ok());
        let of = clause.get(here + 2).is_some_and(|t| t.text == "of");
        let (Some(steps), true) = (steps, of) else {
            self.unknown_word(&clause[here..], "say how near: `within 3 of Milan`", None);
            return None;
        };
        Some(Term::Within {
            who,
            steps,
            place: self.name(self.grammar.place, &clause[here + 3..])?,
        })
    }

    fn flag(&mut self, clause: &'a [Token]) -> Option<Term> {
        let written = join(clause);
        if let Some(flag) = self.grammar.flags.iter().find(|f| **f == written) {
            return Some(Term::Flag(flag));
        }
        for flag in self.grammar.flags_at {
            if join(&clause[..1]) == *flag && clause.len() > 1 {
                return Some(Term::FlagAt(flag, self.name(self.grammar.place, &clause[1..])?));
            }
        }
        let known = self.grammar.flags.iter().copied().chain(["always", "never"]);
        let near = names::nearest(&written, known).map(str::to_owned);
        self.unknown_word(clause, &format!("`{written}` is not a known condition"), near);
        None
    }

    fn word(&mut self, known: &'static [&'static str], words: &'a [Token]) -> Option<String> {
        let written = join(words);
        if known.contains(&written.as_str()) {
            return Some(written);
        }
        let near = names::nearest(&written, known.iter().copied()).map(str::to_owned);
        let near = near.or_else(|| Some(known.join("`, `")));
        self.unknown_word(words, &format!("it cannot be `{written}`"), near);
        None
    }

    fn name(&mut self, noun: &Noun, words: &'a [Token]) -> Option<String> {
        let written = words.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
        match self.words.find(noun, &written) {
            Found::One(name) => Some(name),
            Found::Nobody { nearest } => {
                let text = format!("no {} is called `{written}`", noun.name);
                self.unknown_word(words, &text, nearest);
                None
            }
            Found::Several(names) => {
                let text = format!("`{written}` may be {}", names.join(" or "));
                self.unknown_word(words, &text, None);
                None
            }
            Found::Unfit(why) => {
                self.unknown_word(words, &why, None);
                None
            }
        }
    }

    fn unknown_word(&mut self, words: &[Token], text: &str, near: Option<String>) {
        let end = self.peek().map_or(self.end, |token| token.at.start);
        let at = match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.at.start..last.at.end,
            _ => end..end,
        };
        self.faults.push(Diagnostic::fault("condition", at, text).suggest(near.as_deref()));
    }

    fn complain(&mut self, text: &str, near: Option<String>) {
        self.unknown_word(&[], text, near);
    }
}

fn position(clause: &[Token], word: &str) -> Option<usize> {
    clause.iter().position(|token| token.text.eq_ignore_ascii_case(word))
}

fn join(words: &[Token]) -> String {
    words.iter().map(|t| t.text.to_lowercase()).collect::<Vec<_>>().join(" ")
}

fn ratio(text: &str) -> Option<(u32, u32)> {
    let (ours, theirs) = text.split_once([':', '-'])?;
    let (ours, theirs) = (ours.trim().parse().ok()?, theirs.trim().parse().ok()?);
    (ours > 0 && theirs > 0 && ours < 1000 && theirs < 1000).then_some((ours, theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: Noun = Noun { name: "name", doc: "any name" };
    const GRAMMAR: Grammar = Grammar {
        flags: &["demoralized", "in supply", "out of supply", "won"],
        flags_at: &["besieging"],
        numbers: &[
            "own steps",
            "enemy steps",
            "mp",
            "our losses",
            "their losses",
            "their strength",
        ],
        subjects: &[
            ("enemy leader", Subject::Name(&NAME)),
            ("terrain", Subject::Words(&["mountain", "clear"])),
        ],
        place: &NAME,
        who: &NAME,
    };

    struct Few;
    impl Vocabulary for Few {
        fn find(&self, _: &Noun, written: &str) -> Found {
            let known = ["Genoa", "Melas", "Napoléon", "W3533", "enemy army", "Milan"];
            match known.iter().find(|k| names::plain(k) == names::plain(written)) {
                Some(name) => Found::One((*name).into()),
                None => {
                    Found::Nobody { nearest: names::nearest(written, known).map(str::to_owned) }
                }
            }
        }
    }

    struct Told(&'static [(&'static str, Truth)]);
    impl Senses for Told {
        fn ask(&self, term: &Term) -> Truth {
            let Term::Flag(flag) = term else { return Truth::Unknown };
            self.0.iter().find(|(name, _)| name == flag).map_or(Truth::Unknown, |(_, truth)| *truth)
        }
    }

    fn read(text: &str) -> (Option<Condition>, Diagnostics) {
        let mut faults = Diagnostics::default();
        (parse(text, 0, &GRAMMAR, &Few, &mut faults), faults)
    }

    #[test]
    fn every_pattern_is_read() {
        for text in [
            "always",
            "never",
            "odds >= 2:1",
            "odds<1-2",
            "not out of supply",
            "enemy leader is napoleon and not out of supply",
            "enemy steps <= 4 or terrain is mountain",
            "our losses <= their losses",
            "their strength is unknown",
            "Genoa is ours and Melas at W3533",
            "enemy army within 3 of Milan",
            "besieging Genoa",
            "not (won or demoralized) and mp >= 2",
            "terrain is not mountain",
        ] {
            let (condition, faults) = read(text);
            assert!(condition.is_some() && faults.is_empty(), "{text}: {}", faults.render(text));
        }
    }

    #[test]
    fn a_wrong_word_gets_the_right_one() {
        for (text, at, help) in [
            ("demoralised", 0..11, Some("did you mean `demoralized`?")),
            ("odds >= two", 8..11, None),
            ("own step >= 2", 0..8, Some("did you mean `own steps`?")),
            ("terrain is mountin", 11..18, Some("did you mean `mountain`?")),
            ("Genoa is hours", 9..14, Some("did you mean `ours`?")),
            ("Genua is ours", 0..5, Some("did you mean `Genoa`?")),
            ("won and", 7..7, None),
            ("(won", 4..4, None),
            ("Melas within Milan", 6..18, None),
        ] {
            let (condition, faults) = read(text);
            let fault = faults.iter().next().expect(text);
            assert_eq!((condition, &fault.at, fault.help.as_deref()), (None, &at, help), "{text}");
        }
    }

    #[test]
    fn what_is_not_known_does_not_match() {
        let senses = Told(&[("won", Truth::Yes), ("demoralized", Truth::No)]);
        for (text, truth) in [
            ("won and in supply", Truth::Unknown),
            ("won or in supply", Truth::Yes),
            ("demoralized and in supply", Truth::No),
            ("demoralized or in supply", Truth::Unknown),
            ("not in supply", Truth::Unknown),
            ("not demoralized and won", Truth::Yes),
        ] {
            assert_eq!(read(text).0.expect(text).ask(&senses), truth, "{text}");
        }
    }
}
