//! The condition language of `if:`, typed and closed (design: decisions).
//!
//! A condition parses to a tree with places in the text. Which flags, numbers and subjects there
//! are, a rule system says in a [`Grammar`]; the patterns are the same for all:
//!
//! ```text
//! always · never · FLAG · FLAG PLACE          demoralized · besieging Genoa
//! odds >= 2:1                                 ours to theirs; 2:1 and 2-1 are the same
//! NUMBER <= 4 · NUMBER <= NUMBER              enemy steps <= 4 · our losses <= their losses
//! FLAG NAME · NUMBER NAME >= 2                holding Spy · thaler of france >= 6
//! SUBJECT is [no|not] VALUE                   terrain is mountain · enemy leader is Napoléon
//! NUMBER is unknown                           their strength is unknown
//! PLACE is ours · PLACE is theirs             Genoa is ours
//! WHO at PLACE · WHO within 3 of PLACE        Melas at W3533 · enemy army within 3 of Milan
//! WHO is inside                               Masséna is inside: within the walls of a fortress
//! not … · … and … · … or … · ( … )            `not` binds before `and`, `and` before `or`
//! ```
//!
//! What it asks may be unknown to the one who asks, so there are three answers ([`Truth`]); a
//! condition that is not clearly true does not hold.

mod hidden;
mod parser;
mod patterns;
mod printed;

use super::vocabulary::Noun;
pub use parser::parse;
pub use printed::WhyNot;

/// What makes a condition on the enemy's strength hold where that is not known.
pub const IF_UNKNOWN: &str = "add `or their strength is unknown` to do it all the same";
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

    /// Yes or no; none if it is unknown.
    pub fn told(self) -> Option<bool> {
        match self {
            Truth::Yes => Some(true),
            Truth::No => Some(false),
            Truth::Unknown => None,
        }
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

    /// Whether two strengths stand to each other so as `ours:theirs`; unknown, if the strengths are.
    pub fn holds_of_odds(self, strengths: Option<(i64, i64)>, ours: u32, theirs: u32) -> Truth {
        // Cross-multiplied, so that no ratio is rounded.
        let holds = |(us, them)| self.holds(us * i64::from(theirs), them * i64::from(ours));
        strengths.map_or(Truth::Unknown, |strengths| Truth::of(holds(strengths)))
    }

    /// Whether a number stands so to another; unknown, if one of them is.
    pub fn holds_of(
        self,
        left: &str,
        right: &Operand,
        number: impl Fn(&str) -> Option<i64>,
    ) -> Truth {
        let right = match right {
            Operand::Number(number) => Some(*number),
            Operand::Named(name) => number(name),
        };
        match (number(left), right) {
            (Some(left), Some(right)) => Truth::of(self.holds(left, right)),
            _ => Truth::Unknown,
        }
    }

    fn read(sign: &str) -> Option<Self> {
        Some(match sign {
            "<" => Comparison::Less,
            "<=" | "=<" | "≤" => Comparison::AtMost,
            "=" | "==" => Comparison::Equal,
            ">=" | "=>" | "≥" => Comparison::AtLeast,
            ">" => Comparison::More,
            _ => return None,
        })
    }

    /// The sign as the manual writes it.
    fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::AtLeast => ">=",
            Comparison::More => ">",
        }
    }
}

/// The right side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// A number of somebody or something: `thaler of france >= 6`.
    CompareOf(&'static str, String, Comparison, Operand),
    Is(&'static str, String),
    Unknown(&'static str),
    Whose {
        place: String,
        ours: bool,
    },
    At {
        who: String,
        place: String,
    },
    Within {
        who: String,
        steps: i64,
        place: String,
    },
    /// Whether somebody is within the walls of a fortress.
    Inside(String),
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

    /// Whether it asks the same, wherever both stand in a sheet.
    pub fn is_same(&self, other: &Condition) -> bool {
        let all = |left: &[Condition], right: &[Condition]| {
            left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.is_same(b))
        };
        match (self, other) {
            (Condition::Always, Condition::Always) | (Condition::Never, Condition::Never) => true,
            (Condition::Not(left), Condition::Not(right)) => left.is_same(right),
            (Condition::All(left), Condition::All(right))
            | (Condition::Any(left), Condition::Any(right)) => all(left, right),
            (Condition::Term(left, _), Condition::Term(right, _)) => left == right,
            _ => false,
        }
    }

    /// Whether one of two, or a part of it that `and` joins, is the other with `not` before it, so that
    /// only one of them can hold. What `or` joins is denied if each part of it is.
    pub fn excludes(&self, other: &Condition) -> bool {
        let denies = |one: &Condition, other: &Condition| {
            let not = matches!(one, Condition::Not(inner) if inner.is_same(other));
            not || one.is_other_side(other) || one.is_opposite(other) || one.is_other_number(other)
        };
        let either = |one: &Condition, other: &Condition| match one {
            Condition::Any(parts) => parts.iter().all(|part| part.excludes(other)),
            _ => false,
        };
        let mut pairs =
            self.joined().iter().flat_map(|one| other.joined().iter().map(move |two| (one, two)));
        pairs.any(|(one, two)| denies(one, two) || denies(two, one))
            || self.joined().iter().any(|one| either(one, other))
            || other.joined().iter().any(|one| either(one, self))
    }

    /// Whether it holds only where this flag does.
    pub fn wants(&self, flag: &str) -> bool {
        self.joined().iter().any(|part| part.is_flag(flag))
    }

    /// Whether it holds only where this flag does not.
    pub fn rejects(&self, flag: &str) -> bool {
        let is_not =
            |part: &Condition| matches!(part, Condition::Not(inner) if inner.is_flag(flag));
        self.joined().iter().any(is_not)
    }

    fn is_flag(&self, flag: &str) -> bool {
        matches!(self, Condition::Term(Term::Flag(of), _) if *of == flag)
    }

    /// Whether both compare the same number with the same value, so that only one of them can hold.
    fn is_other_number(&self, other: &Condition) -> bool {
        use Comparison::{AtLeast, AtMost, Equal, Less, More};
        let compared = |condition: &Condition| match condition {
            Condition::Term(Term::Compare(name, how, with), _) => Some((*name, *how, *with)),
            _ => None,
        };
        let both = compared(self).zip(compared(other));
        both.is_some_and(|((one, how, with), (two, other, whom))| {
            let apart =
                matches!((how, other), (Less, AtLeast | More | Equal) | (More, AtMost | Equal));
            one == two && with == whom && apart
        })
    }

    /// The parts that `and` joins.
    pub fn joined(&self) -> &[Condition] {
        match self {
            Condition::All(parts) => parts,
            Condition::Always
            | Condition::Never
            | Condition::Not(_)
            | Condition::Any(_)
            | Condition::Term(..) => std::slice::from_ref(self),
        }
    }

    /// Whether it asks that a place is ours and the other that it is theirs.
    fn is_other_side(&self, other: &Condition) -> bool {
        let whose = |condition: &Condition| match condition {
            Condition::Term(Term::Whose { place, ours }, _) => Some((place.clone(), *ours)),
            _ => None,
        };
        let both = whose(self).zip(whose(other));
        both.is_some_and(|((here, ours), (there, theirs))| here == there && ours && !theirs)
    }

    /// Whether both ask how a battle ended, one that it was won and the other that it was lost.
    fn is_opposite(&self, other: &Condition) -> bool {
        let flag = |condition: &Condition| match condition {
            Condition::Term(Term::Flag(flag), _) => Some(*flag),
            _ => None,
        };
        (flag(self), flag(other)) == (Some("won"), Some("lost"))
    }

    /// Where in the text it begins to ask; nowhere, if it asks nothing.
    pub fn place(&self) -> Option<usize> {
        match self {
            Condition::Always | Condition::Never => None,
            Condition::Not(inner) => inner.place(),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().find_map(Condition::place)
            }
            Condition::Term(_, at) => Some(at.start),
        }
    }

    /// The questions it is made of, in their order.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Condition::Always | Condition::Never => vec![],
            Condition::Not(inner) => inner.terms(),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().flat_map(Condition::terms).collect()
            }
            Condition::Term(term, _) => vec![term],
        }
    }

    /// The figures that it asks for, each once, as far as they can be told: `odds 6 to 9`, `own steps 3`.
    pub fn figures(&self, told: impl Fn(&Term) -> Option<String>) -> Vec<String> {
        let mut all: Vec<String> = vec![];
        for term in self.terms() {
            all.extend(told(term).filter(|figure| !all.contains(figure)));
        }
        all
    }

    /// When it holds, for a receipt: `always`, `never`, or `if` with the words of the sheet.
    pub fn when(&self, text: &str) -> String {
        let words = self.written(text);
        match self {
            Condition::Always | Condition::Never => words,
            Condition::Not(_) | Condition::All(_) | Condition::Any(_) | Condition::Term(..) => {
                format!("if {words}")
            }
        }
    }

    /// The condition in the words of a sheet, in one line, without quotation marks.
    pub fn written(&self, text: &str) -> String {
        match self {
            Condition::Always => "always".to_owned(),
            Condition::Never => "never".to_owned(),
            Condition::Not(_) | Condition::All(_) | Condition::Any(_) | Condition::Term(..) => {
                let words = text.trim_matches(['"', '\'']).split_whitespace();
                words.collect::<Vec<_>>().join(" ")
            }
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

/// A word of a condition, and what it asks in a sentence for people.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    pub word: &'static str,
    pub doc: &'static str,
}

/// The words that a rule system's conditions know.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// What `odds` compare, and when they are not known.
    pub odds: &'static str,
    /// Things that are so or not: `demoralized`, `won`.
    pub flags: &'static [Word],
    /// Flags that may name a place: `besieging Genoa`.
    pub flags_at: &'static [&'static str],
    /// Flags that need a name: `holding Spy`. Asked as [`Term::FlagAt`].
    pub flags_of: &'static [(Word, &'static Noun)],
    /// Numbers that need a name: `thaler of france`.
    pub numbers_of: &'static [(Word, &'static Noun)],
    /// Numbers that can be compared: `own steps`, `mp`.
    pub numbers: &'static [Word],
    /// Those of them that tell how strong the enemy is, and are unknown like the odds.
    pub strengths: &'static [&'static str],
    /// Subjects with the words or names they can be.
    pub subjects: &'static [(Word, Subject)],
    /// What distances are counted in: `hexes`, `areas`, `squares`.
    pub spaces: &'static str,
    /// What a place is called in the vocabulary.
    pub place: &'static Noun,
    /// Where somebody can be: a place, and in some games a sea.
    pub spot: &'static Noun,
    /// What is to know of `PLACE is ours`.
    pub whose: &'static str,
    /// What `WHO is inside` asks.
    pub inside: &'static str,
    /// Who can stand somewhere.
    pub who: &'static Noun,
}

/// What a subject can be.
#[derive(Debug, Clone, Copy)]
pub enum Subject {
    Words(&'static [&'static str]),
    Name(&'static Noun),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::vocabulary::{Found, Vocabulary};
    use kit::names;

    const NAME: Noun = Noun { name: "name", doc: "any name" };
    const fn word(word: &'static str) -> Word {
        Word { word, doc: "Whether it is so" }
    }
    const GRAMMAR: Grammar = Grammar {
        spaces: "hexes",
        odds: "Ours to theirs.",
        flags: &[
            word("demoralized"),
            word("in supply"),
            word("out of supply"),
            word("won"),
            word("enemy adjacent"),
        ],
        flags_at: &["besieging"],
        flags_of: &[(word("holding the key to"), &NAME)],
        numbers_of: &[(word("guns of"), &NAME)],
        numbers: &[
            word("own steps"),
            word("enemy steps"),
            word("mp"),
            word("our losses"),
            word("their losses"),
            word("their strength"),
        ],
        strengths: &["enemy steps", "their strength"],
        subjects: &[
            (word("enemy leader"), Subject::Name(&NAME)),
            (word("terrain"), Subject::Words(&["mountain", "clear"])),
        ],
        place: &NAME,
        spot: &NAME,
        whose: "",
        inside: "Whether somebody is within the walls of a fortress.",
        who: &NAME,
    };

    struct Few;
    impl Vocabulary for Few {
        fn find(&self, _: &Noun, written: &str) -> Found {
            let known = [
                "Genoa",
                "Melas",
                "Napoléon",
                "W3533",
                "enemy army",
                "Milan",
                "Ferdinand (Neapolitan)",
            ];
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
    fn namesakes_are_told_apart_in_brackets() {
        for text in [
            "Ferdinand (Neapolitan) at Milan",
            "won and ferdinand (neapolitan) at Milan",
            "not Ferdinand (Neapolitan) at Milan or (won)",
            "(Ferdinand (Neapolitan) at Milan or (demoralized)) and (won)",
        ] {
            let (condition, faults) = read(text);
            assert!(condition.is_some() && !faults.has_faults(), "{text}: {faults:?}");
        }
        let (grouped, faults) = read("won (demoralized)");
        assert!(grouped.is_none() && faults.has_faults(), "what is no name is no condition");
    }

    #[test]
    fn of_two_cases_only_one_holds() {
        let read = |text: &str| read(text).0.expect(text);
        for (one, other, excludes) in [
            ("won", "not won", true),
            ("won and enemy adjacent", "not enemy adjacent and own steps >= 2", true),
            ("Genoa is theirs and won", "Genoa is ours", true),
            ("Genoa is theirs", "Milan is ours", false),
            ("won or enemy adjacent", "not won", false),
            ("won", "won", false),
        ] {
            assert_eq!(read(one).excludes(&read(other)), excludes, "{one} / {other}");
            assert_eq!(read(other).excludes(&read(one)), excludes, "{other} / {one}");
        }
    }

    #[test]
    fn what_is_printed_is_read_as_the_same() {
        for text in [
            "always",
            "never",
            "odds >= 2:1",
            "not out of supply",
            "enemy leader is Napoléon and not terrain is mountain",
            "our losses <= their losses",
            "own steps < 3 or mp >= 2 and won",
            "not (won or demoralized)",
            "their strength is unknown",
            "besieging Genoa",
            "holding the key to Genoa",
            "guns of Milan > 2",
            "Genoa is ours and not Milan is theirs",
            "Melas at Genoa",
            "enemy army within 3 of Milan",
            "Melas is inside",
        ] {
            let condition = read(text).0.expect(text);
            let printed = condition.to_string();
            let again = read(&printed).0.expect(&printed);
            assert!(condition.is_same(&again), "{text}: {printed}");
        }
    }

    #[test]
    fn the_parts_that_fail_are_told() {
        let fails = |text: &str, known: &'static [(&'static str, Truth)]| {
            let condition = read(text).0.expect(text);
            let parts = condition.failing(&Told(known));
            parts.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        const YES: Truth = Truth::Yes;
        const NO: Truth = Truth::No;
        assert_eq!(fails("won and not demoralized", &[("won", NO), ("demoralized", NO)]), ["won"]);
        let both = fails("won and not demoralized", &[("won", NO), ("demoralized", YES)]);
        assert_eq!(both, ["won", "not demoralized"]);
        assert!(fails("won", &[("won", NO)]).is_empty());
        assert_eq!(
            fails("won and mp >= 2", &[("won", NO)]),
            ["won"],
            "what is not known is no part"
        );
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
            "holding the key to Genoa and not holding the key to Milan",
            "guns of Melas >= 2 or guns of Napoleon < own steps",
            "not (won or demoralized) and mp >= 2",
            "terrain is not mountain",
            "mp ≥ 2 and own steps ≤ 4",
            "Melas is inside",
            "enemy army within 3 hexes of Milan",
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
            ("holding the key to Genua", 19..24, Some("did you mean `Genoa`?")),
            ("guns of Mellas >= 2", 8..14, Some("did you mean `Melas`?")),
            ("guns of Melas >= many", 17..21, None),
        ] {
            let (condition, faults) = read(text);
            let fault = faults.iter().next().expect(text);
            assert_eq!((condition, &fault.at), (None, &at), "{text}");
            let told = fault.help.as_deref().unwrap_or_default();
            assert!(told.starts_with(help.unwrap_or_default()), "{text}: {told}");
        }
    }

    #[test]
    fn an_unknown_word_gets_the_list_of_those_there_are_once() {
        let (_, faults) = read("cheerful and gloomy or happiness >= 2");
        let told = faults.iter().next().and_then(|fault| fault.help.clone()).unwrap();
        for word in GRAMMAR.flags.iter().chain(GRAMMAR.numbers) {
            assert!(told.contains(word.word), "{} is not in {told}", word.word);
        }
        for pattern in ["terrain is mountain", "WHO at PLACE", "WHO is inside", "PLACE is ours"] {
            assert!(told.contains(pattern), "{pattern} is not in {told}");
        }
        let mut faults = faults;
        parse("gloomy", 100, &GRAMMAR, &Few, &mut faults);
        assert_eq!(faults.iter().nth(1).and_then(|fault| fault.help.clone()), None);
        let (_, faults) = read("happiness >= 2");
        assert!(faults.iter().next().unwrap().help.as_deref().unwrap().contains("own steps"));
    }

    #[test]
    fn what_people_write_is_read_and_they_are_told_how() {
        for (text, same, told) in [
            ("yes", "always", "`always`"),
            ("no", "never", "`never`"),
            ("True", "always", "`always`"),
            ("mp => 2", "mp >= 2", "`>=`"),
            ("mp =< 2", "mp <= 2", "`<=`"),
            ("mp at least 2", "mp >= 2", "`>=`"),
            ("mp is less than 2", "mp < 2", "`<`"),
            ("odds >= 2", "odds >= 2:1", "`2:1`"),
            ("odds >= 3/2", "odds >= 3:2", "`3:2`"),
            ("odds >= 2 to 1", "odds >= 2:1", "`2:1`"),
            ("enemy not adjacent", "not enemy adjacent", "`not enemy adjacent`"),
            ("enemy is not adjacent", "not enemy adjacent", "`not enemy adjacent`"),
            ("no enemy adjacent", "not enemy adjacent", "`not enemy adjacent`"),
            ("we are in supply", "in supply", "`in supply`"),
            ("Melas in Genoa", "Melas at Genoa", "`Melas at Genoa`"),
            ("Melas is at Genoa", "Melas at Genoa", "`Melas at Genoa`"),
            ("Melas is not in Genoa", "not Melas at Genoa", "`not Melas at Genoa`"),
            ("Melas is inside Genoa", "Melas at Genoa", "`Melas at Genoa`"),
            ("Melas is besieged", "Melas is inside", "`Melas is inside`"),
            ("terrain mountain", "terrain is mountain", "`terrain is mountain`"),
            ("not Terrain mountain", "not terrain is mountain", "`terrain is mountain`"),
            ("Melas is within 3 of Milan", "Melas within 3 of Milan", "`Melas within 3 of Milan`"),
        ] {
            let (condition, faults) = read(text);
            let plain = |condition: Option<Condition>| format!("{:?}", condition.map(placeless));
            assert_eq!(plain(condition), plain(read(same).0), "{text}");
            let remark = faults.iter().next().unwrap_or_else(|| panic!("{text}: not told"));
            assert!(!faults.has_faults() && remark.text.contains(told), "{}", remark.text);
        }
        let plain = |text| format!("{:?}", read(text).0.map(placeless));
        assert_eq!(plain("terrain is a mountain"), plain("terrain is mountain"));
    }

    /// The same condition, wherever it stands in the text.
    fn placeless(condition: Condition) -> Condition {
        match condition {
            Condition::Always | Condition::Never => condition,
            Condition::Not(inner) => Condition::Not(Box::new(placeless(*inner))),
            Condition::All(parts) => Condition::All(parts.into_iter().map(placeless).collect()),
            Condition::Any(parts) => Condition::Any(parts.into_iter().map(placeless).collect()),
            Condition::Term(term, _) => Condition::Term(term, 0..0),
        }
    }

    #[test]
    fn a_condition_that_needs_a_number_is_told_from_one_that_does_not() {
        for (text, needs) in [
            ("mp >= 2", true),
            ("not mp >= 2 and won", true),
            ("mp >= 2 or won", false),
            ("odds >= 2:1", false),
            ("own steps >= 2", false),
        ] {
            assert_eq!(read(text).0.expect(text).needs_one_of(&["mp"]), needs, "{text}");
        }
    }

    #[test]
    fn a_condition_that_needs_the_enemys_strength_is_told_from_one_that_does_not() {
        for (text, needs) in [
            ("odds >= 2:1", true),
            ("not odds < 1:2", true),
            ("enemy steps <= 4 and won", true),
            ("odds >= 2:1 or won", false),
            ("odds >= 2:1 or their strength is unknown", false),
            ("odds >= 2:1 and their strength is unknown", true),
            ("not their strength is unknown", true),
            ("mp >= 2", false),
            ("guns of Melas >= 2", false),
            ("never", false),
        ] {
            assert_eq!(read(text).0.expect(text).needs_strength(&GRAMMAR), needs, "{text}");
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
