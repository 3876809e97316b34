//! Reading a condition: words, terms, and what people write in their place.
//!
//! Not here: what a condition is, and how it is asked.

use super::{Comparison, Condition, Grammar, Operand, Subject, Term, Word};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::vocabulary::{Found, Noun, Vocabulary};
use kit::names;
use std::ops::Range;

/// Reads a condition; what is wrong with it is told, and then there is none.
pub fn parse(
    text: &str,
    start: usize,
    grammar: &Grammar,
    words: &dyn Vocabulary,
    faults: &mut Diagnostics,
) -> Option<Condition> {
    let tokens = signs(namesakes(tokens(text, start)), faults);
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
        let sign = "<>=≤≥".contains(c);
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

/// Namesakes are told apart by a word in brackets: `Ferdinand (Neapolitan)` is one name. A bracket
/// behind a joint, at the beginning, or round more than a word joins conditions.
fn namesakes(tokens: Vec<Token>) -> Vec<Token> {
    let is_word = |token: &Token| {
        let joint = matches!(lower(token).as_str(), "and" | "or" | "not" | "no" | "(" | ")");
        !joint && Comparison::read(&token.text).is_none()
    };
    let mut read: Vec<Token> = vec![];
    for token in tokens {
        read.push(token);
        let [.., name, open, word, close] = &read[..] else { continue };
        if open.text == "(" && close.text == ")" && is_word(name) && is_word(word) {
            let text = format!("({})", word.text);
            let at = open.at.start..close.at.end;
            read.truncate(read.len() - 3);
            read.push(Token { text, at });
        }
    }
    read
}

/// Signs of comparison for the words that people write for them: `at least`, `more than`.
fn signs(tokens: Vec<Token>, faults: &mut Diagnostics) -> Vec<Token> {
    let mut read: Vec<Token> = vec![];
    for token in tokens {
        let word = lower(&token);
        let before = read.last().map(lower).unwrap_or_default();
        let sign = match (before.as_str(), word.as_str()) {
            ("at", "least") => ">=",
            ("at", "most") => "<=",
            ("more" | "greater" | "higher", "than") => ">",
            ("less" | "lower" | "fewer", "than") => "<",
            _ => {
                read.push(token);
                continue;
            }
        };
        let first = read.pop().expect("a word was before it");
        // `mp is at least 2` needs no `is`.
        if read.last().is_some_and(|last| IS.contains(&lower(last).as_str())) {
            read.pop();
        }
        let at = first.at.start..token.at.end;
        let text = format!("read as `{sign}`");
        faults.push(Diagnostic::remark("read-as", at.clone(), text));
        read.push(Token { text: sign.to_owned(), at });
    }
    read
}

/// The code of a word that no condition has.
const UNKNOWN: &str = "unknown-condition";
/// Words that turn a flag round, that join it to its subject, and that mean the force itself.
const NEGATIONS: [&str; 2] = ["not", "no"];
const IS: [&str; 3] = ["is", "are", "am"];
const OWN: [&str; 4] = ["we", "i", "he", "it"];

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
        let article = usize::from(clause.len() > 1 && lower(first) == "the");
        let clause = &clause[article..];
        if let Some(constant) = self.constant(clause, &at) {
            return Some(constant);
        }
        let sign = clause.iter().position(|t| Comparison::read(&t.text).is_some());
        let (term, negated) = if let Some(sign) = sign {
            (self.comparison(clause, sign)?, false)
        } else if let Some(found) = self.loose_flag(clause, &at) {
            found
        } else if let Some(is) = position(clause, "is").or_else(|| position(clause, "are")) {
            self.is(clause, is)?
        } else if let Some(here) = position(clause, "within") {
            (self.within(&clause[..here], &clause[here..])?, false)
        } else if let Some(here) = position(clause, "at") {
            (self.at(&clause[..here], &clause[here + 1..])?, false)
        } else if let Some(here) = position(clause, "in").filter(|here| *here > 0) {
            let (who, place) = (&clause[..here], &clause[here + 1..]);
            let term = self.at(who, place)?;
            (self.read(term, &at, &format!("{} at {}", plainly(who), plainly(place))), false)
        } else {
            (self.flag(clause)?, false)
        };
        let term = Condition::Term(term, at);
        Some(if negated { Condition::Not(Box::new(term)) } else { term })
    }

    /// `always` and `never`, and the words that people write for them.
    fn constant(&mut self, clause: &[Token], at: &Range<usize>) -> Option<Condition> {
        let written = join(clause);
        let (constant, word) = match written.as_str() {
            "always" | "yes" | "true" => (Condition::Always, "always"),
            "never" | "no" | "false" => (Condition::Never, "never"),
            _ => return None,
        };
        if written != word {
            self.read_as(at, word);
        }
        Some(constant)
    }

    /// A flag with words around it that change nothing: `enemy is not adjacent`, `we are in supply`.
    fn loose_flag(&mut self, clause: &[Token], at: &Range<usize>) -> Option<(Term, bool)> {
        let words: Vec<String> = clause.iter().map(|token| token.text.to_lowercase()).collect();
        let negations = words.iter().filter(|word| NEGATIONS.contains(&word.as_str())).count();
        let own = words.first().is_some_and(|word| OWN.contains(&word.as_str()));
        let rest = words.iter().skip(usize::from(own));
        let rest = rest.filter(|word| !NEGATIONS.contains(&word.as_str()));
        let rest: Vec<&str> =
            rest.filter(|word| !IS.contains(&word.as_str())).map(String::as_str).collect();
        if rest.len() == words.len() {
            return None;
        }
        let flag = self.known_flag(&rest.join(" "))?;
        let negated = negations % 2 == 1;
        self.read_as(at, &format!("{}{flag}", if negated { "not " } else { "" }));
        Some((Term::Flag(flag), negated))
    }

    fn known_flag(&self, written: &str) -> Option<&'static str> {
        self.grammar.flags.iter().map(|flag| flag.word).find(|word| *word == written)
    }

    fn comparison(&mut self, clause: &'a [Token], sign: usize) -> Option<Term> {
        let how = Comparison::read(&clause[sign].text).expect("the caller found a sign");
        if ["=<", "=>"].contains(&clause[sign].text.as_str()) {
            self.read_as(&clause[sign].at, how.sign());
        }
        let (left, right) = (&clause[..sign], &clause[sign + 1..]);
        if join(left) == "odds" {
            let written = join(right);
            let Some((ours, theirs)) = ratio(&written) else {
                self.unknown_word(right, "odds are written `2:1`, ours to theirs", None);
                return None;
            };
            if !written.contains([':', '-']) {
                let at = span(right).expect("a ratio was read");
                self.read_as(&at, &format!("{ours}:{theirs}"));
            }
            return Some(Term::Odds(how, ours, theirs));
        }
        if let Some((number, noun, name)) = named(left, self.grammar.numbers_of) {
            let of = self.name(noun, name)?;
            return Some(Term::CompareOf(number, of, how, self.operand(right)?));
        }
        let number = self.number(left)?;
        Some(Term::Compare(number, how, self.operand(right)?))
    }

    fn operand(&mut self, right: &'a [Token]) -> Option<Operand> {
        match join(right).parse::<i64>() {
            Ok(figure) => Some(Operand::Number(figure)),
            Err(_) => Some(Operand::Named(self.number(right)?)),
        }
    }

    fn known_number(&self, written: &str) -> Option<&'static str> {
        self.grammar.numbers.iter().map(|number| number.word).find(|word| *word == written)
    }

    fn number(&mut self, words: &'a [Token]) -> Option<&'static str> {
        let written = join(words);
        if let Some(number) = self.known_number(&written) {
            return Some(number);
        }
        let known = self.grammar.numbers.iter().map(|number| number.word).chain(["odds"]);
        let near = names::nearest(&written, known).map(str::to_owned);
        let text = format!("`{written}` is not a number that can be compared");
        self.unknown(words, &text, near, &self.grammar.compared());
        None
    }

    /// `SUBJECT is VALUE`, `NUMBER is unknown`, `PLACE is ours`, `WHO is inside`.
    fn is(&mut self, clause: &'a [Token], is: usize) -> Option<(Term, bool)> {
        let (left, mut right) = (&clause[..is], &clause[is + 1..]);
        let negated = right.first().is_some_and(|t| NEGATIONS.contains(&lower(t).as_str()));
        right = &right[usize::from(negated)..];
        let (subject, value) = (join(left), join(right));
        if value == "unknown" || value == "known" {
            let subjects = self.grammar.subjects.iter().map(|(subject, _)| subject.word);
            let named =
                self.known_number(&subject).or(subjects.into_iter().find(|s| *s == subject));
            let Some(named) = named else {
                self.number(left)?;
                return None;
            };
            return Some((Term::Unknown(named), negated != (value == "known")));
        }
        if let Some(found) = self.whereabouts(left, right, negated) {
            return found.map(|term| (term, negated));
        }
        let known = self.grammar.subjects.iter().find(|(known, _)| known.word == subject);
        if let Some((name, what)) = known {
            let value = match what {
                Subject::Name(noun) => self.name(noun, right)?,
                Subject::Words(known) => self.word(known, right)?,
            };
            return Some((Term::Is(name.word, value), negated));
        }
        if value == "ours" || value == "theirs" {
            let place = self.name(self.grammar.place, left)?;
            return Some((Term::Whose { place, ours: value == "ours" }, negated));
        }
        if matches!(self.words.find(self.grammar.place, &plainly(left)), Found::One(_)) {
            self.word(&["ours", "theirs"], right)?;
        }
        let subjects = self.grammar.subjects.iter().map(|(subject, _)| subject.word);
        let near = names::nearest(&subject, subjects).map(str::to_owned);
        let text = format!("`{subject}` cannot be tested with `is`");
        self.unknown(left, &text, near, &self.grammar.tested());
        None
    }

    /// `WHO is inside`, and where somebody is, with an `is` that it does not need.
    fn whereabouts(
        &mut self,
        who: &'a [Token],
        right: &'a [Token],
        negated: bool,
    ) -> Option<Option<Term>> {
        let not = if negated { "not " } else { "" };
        let first = lower(right.first()?);
        let at = span(who)?.start..span(right)?.end;
        if self.known_flag(&join(right)).is_some() {
            return None;
        }
        let (named, rest) = (plainly(who), plainly(&right[1..]));
        Some(match (first.as_str(), right.len()) {
            ("inside", 1) => self.name(self.grammar.who, who).map(Term::Inside),
            ("besieged", 1) => {
                let who = self.name(self.grammar.who, who);
                who.map(|who| self.read(Term::Inside(who), &at, &format!("{named} is {not}inside")))
            }
            ("at" | "in" | "inside", 2..) => {
                let term = self.at(who, &right[1..]);
                term.map(|term| self.read(term, &at, &format!("{not}{named} at {rest}")))
            }
            ("within", 2..) => {
                let term = self.within(who, right);
                term.map(|term| self.read(term, &at, &format!("{not}{named} within {rest}")))
            }
            _ => return None,
        })
    }

    fn at(&mut self, who: &'a [Token], place: &'a [Token]) -> Option<Term> {
        let who = self.name(self.grammar.who, who)?;
        Some(Term::At { who, place: self.name(self.grammar.spot, place)? })
    }

    /// `within 3 of Milan`, with or without the word `hexes`.
    fn within(&mut self, who: &'a [Token], rest: &'a [Token]) -> Option<Term> {
        let who = self.name(self.grammar.who, who)?;
        let steps = rest.get(1).and_then(|t| t.text.parse::<i64>().ok());
        let unit = rest.get(2).is_some_and(|t| ["hex", "hexes"].contains(&lower(t).as_str()));
        let of = 2 + usize::from(unit);
        let (Some(steps), true) = (steps, rest.get(of).is_some_and(|t| lower(t) == "of")) else {
            self.unknown_word(rest, "say how near: `within 3 of Milan`", None);
            return None;
        };
        let place = self.name(self.grammar.place, &rest[of + 1..])?;
        Some(Term::Within { who, steps, place })
    }

    fn flag(&mut self, clause: &'a [Token]) -> Option<Term> {
        let written = join(clause);
        if let Some(flag) = self.known_flag(&written) {
            return Some(Term::Flag(flag));
        }
        if let Some((flag, noun, name)) = named(clause, self.grammar.flags_of) {
            return Some(Term::FlagAt(flag, self.name(noun, name)?));
        }
        for flag in self.grammar.flags_at {
            if join(&clause[..1]) == *flag && clause.len() > 1 {
                return Some(Term::FlagAt(flag, self.name(self.grammar.place, &clause[1..])?));
            }
        }
        if let Some(term) = self.without_is(clause) {
            return Some(term);
        }
        let known = self.grammar.flags.iter().map(|flag| flag.word).chain(["always", "never"]);
        let near = names::nearest(&written, known).map(str::to_owned);
        let text = format!("`{written}` is not a known condition");
        let list = self.grammar.in_short();
        let is_list = |help: &String| help.ends_with(&list);
        let told = self.faults.iter().any(|fault| fault.help.as_ref().is_some_and(is_list));
        let list = if told { String::new() } else { list };
        self.unknown(clause, &text, near, &list);
        None
    }

    /// `SUBJECT VALUE`, where `SUBJECT is VALUE` is meant: `enemy army`, `terrain rough`.
    fn without_is(&mut self, clause: &[Token]) -> Option<Term> {
        let written = join(clause);
        let (subject, value) = self.grammar.subjects.iter().find_map(|(subject, what)| {
            let rest = written.strip_prefix(subject.word)?.strip_prefix(' ')?;
            let Subject::Words(known) = what else { return None };
            Some((subject.word, *known.iter().find(|known| **known == rest)?))
        })?;
        let at = span(clause)?;
        Some(self.read(Term::Is(subject, value.to_owned()), &at, &format!("{subject} is {value}")))
    }

    fn word(&mut self, known: &'static [&'static str], words: &'a [Token]) -> Option<String> {
        let article = words.len() > 1 && ["a", "an"].contains(&lower(&words[0]).as_str());
        let words = &words[usize::from(article)..];
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
        let written = plainly(words);
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
        let fault = Diagnostic::fault("condition", self.place(words), text);
        self.faults.push(fault.suggest(near.as_deref()));
    }

    /// A word that is not known, with the nearest one and those that there are.
    fn unknown(&mut self, words: &[Token], text: &str, near: Option<String>, list: &str) {
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let list = Some(list.to_owned()).filter(|list| !list.is_empty());
        let help: Vec<String> = near.into_iter().chain(list).collect();
        let fault = Diagnostic::fault(UNKNOWN, self.place(words), text);
        let fault = if help.is_empty() { fault } else { fault.help(help.join("\n")) };
        self.faults.push(fault);
    }

    /// Says how something was read that is not written so in the manual.
    fn read_as(&mut self, at: &Range<usize>, meant: &str) {
        let text = format!("read as `{meant}`");
        self.faults.push(Diagnostic::remark("read-as", at.clone(), text));
    }

    fn read(&mut self, term: Term, at: &Range<usize>, meant: &str) -> Term {
        self.read_as(at, meant);
        term
    }

    /// Where these words stand; without any, where the next word would.
    fn place(&self, words: &[Token]) -> Range<usize> {
        let end = self.peek().map_or(self.end, |token| token.at.start);
        span(words).unwrap_or(end..end)
    }

    fn complain(&mut self, text: &str, near: Option<String>) {
        self.unknown_word(&[], text, near);
    }
}

/// A word that needs a name, its sort of name, and the words of the name behind it.
fn named<'a>(
    clause: &'a [Token],
    words: &[(Word, &'static Noun)],
) -> Option<(&'static str, &'static Noun, &'a [Token])> {
    words.iter().find_map(|(word, noun)| {
        let long = word.word.split(' ').count();
        let (begin, name) = clause.split_at_checked(long)?;
        (!name.is_empty() && join(begin) == word.word).then_some((word.word, *noun, name))
    })
}

fn position(clause: &[Token], word: &str) -> Option<usize> {
    clause.iter().position(|token| token.text.eq_ignore_ascii_case(word))
}

fn join(words: &[Token]) -> String {
    words.iter().map(lower).collect::<Vec<_>>().join(" ")
}

fn lower(token: &Token) -> String {
    token.text.to_lowercase()
}

/// The words as they were written.
fn plainly(words: &[Token]) -> String {
    words.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn span(words: &[Token]) -> Option<Range<usize>> {
    Some(words.first()?.at.start..words.last()?.at.end)
}

/// Ours to theirs: `2:1`, `2-1`, `2/1`, `2 to 1`, or `2` alone.
fn ratio(text: &str) -> Option<(u32, u32)> {
    let parts = text.split_once([':', '-', '/']).or_else(|| text.split_once(" to "));
    let (ours, theirs) = parts.unwrap_or((text, "1"));
    let (ours, theirs) = (ours.trim().parse().ok()?, theirs.trim().parse().ok()?);
    (ours > 0 && theirs > 0 && ours < 1000 && theirs < 1000).then_some((ours, theirs))
}
