//! What the condition of an operation would be answered if it were asked now.

use crate::book::Book;
use crate::operations::force::first_goal;
use crate::orders::Entry;
use crate::orders::senses::{Moment, Scene};
use crate::record::unit::Unit;
use crate::sight::Known;
use kit::ground::Space;
use sheet::condition::{Condition, Operand, Senses, Term, Truth};

/// Words that play alone can answer.
const LATER: [&str; 8] =
    ["won", "lost", "taken", "last go-around", "passed", "go-around", "mp", "roll"];

/// A seat's answers as things stand; what only play can bring is not known.
struct AsThingsStand<'a>(Scene<'a>);

impl Senses for AsThingsStand<'_> {
    fn ask(&self, term: &Term) -> Truth {
        if is_later(term) { Truth::Unknown } else { self.0.ask(term) }
    }
}

fn is_later(term: &Term) -> bool {
    match term {
        Term::Flag(word) | Term::FlagAt(word, _) | Term::Unknown(word) => LATER.contains(word),
        Term::Compare(left, _, right) => {
            LATER.contains(left) || matches!(right, Operand::Named(right) if LATER.contains(right))
        }
        Term::CompareOf(_, _, _, right) => {
            matches!(right, Operand::Named(right) if LATER.contains(right))
        }
        Term::Is(subject, _) => *subject == "result",
        Term::Odds(..)
        | Term::Whose { .. }
        | Term::Inside(_)
        | Term::At { .. }
        | Term::Within { .. } => false,
    }
}

/// Whether an entry can be played as things stand: it has no condition, or that holds.
pub fn is_open(
    of: (&Book, &Known),
    entry: &Entry,
    force: Vec<&Unit>,
    haven: Option<Space>,
) -> bool {
    let moment = Moment::default();
    let now = as_things_stand(of, entry, (&moment, force), haven);
    entry.condition.as_ref().is_none_or(|condition| condition.ask(&now) == Truth::Yes)
}

/// The answers for a force; fleets sail to `haven`.
fn as_things_stand<'a>(
    (book, known): (&'a Book, &'a Known),
    entry: &Entry,
    (moment, force): (&'a Moment, Vec<&'a Unit>),
    haven: Option<Space>,
) -> AsThingsStand<'a> {
    let goal = first_goal(known, entry, |_| haven);
    let (left, won, roll, result) = (None, None, None, None);
    AsThingsStand(Scene { book, known, moment, force, goal, left, won, roll, result })
}

/// Says whether the condition of an entry holds as things stand for a force, as far as play does not decide it; fleets
/// sail to `haven`.
pub fn line(
    of: (&Book, &Known),
    entry: &Entry,
    force: Vec<&Unit>,
    haven: Option<Space>,
) -> Option<String> {
    let condition = entry.condition.as_ref()?;
    let moment = Moment::default();
    let now = as_things_stand(of, entry, (&moment, force), haven);
    Some(match condition.ask(&now) {
        Truth::Yes => "as things stand, this `if` holds".to_owned(),
        Truth::No => {
            format!("as things stand, this `if` does not hold{}", which(&now, condition))
        }
        Truth::Unknown if condition.terms().into_iter().any(is_later) => return None,
        Truth::Unknown => "as things stand, this `if` is not known, so it does not hold".to_owned(),
    })
}

/// Which parts of a condition fail, if it has several, and the figures that it asks for.
fn which(now: &AsThingsStand<'_>, condition: &Condition) -> String {
    let told = |part: &Condition| part.with_figures(now.0.figures(part));
    let parts: Vec<String> = match condition.failing(now) {
        parts if parts.is_empty() => now.0.figures(condition),
        parts => parts.into_iter().map(told).collect(),
    };
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}
