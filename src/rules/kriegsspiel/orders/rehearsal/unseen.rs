//! Conditions of a sheet that ask what the general who is asked cannot see (§3).

use super::Paper;
use crate::orders::grammar::GRAMMAR;
use crate::orders::senses::{Commander, Scene};
use crate::orders::{Entry, Step};
use kit::ground::Space;
use sheet::condition::{Condition, Senses, Term, Truth};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// What helps where something is not known.
const NOT: &str = "with `not` before it, it is not known either";

/// The same where somebody is sought on the map: that they are there is known as soon as they are seen.
const SEEN: &str = "one who is seen there when it is asked is enough: then it holds, whatever else is \
                    out of sight; with `not` before it, it is not known either";

/// What the map shows now; all else may be otherwise when a step comes.
struct OfTheMap<'a>(Commander<'a>);

/// Whether a step waits for what nobody knows on the march.
pub(super) fn is_hidden(step: &Step) -> bool {
    step.condition.as_ref().is_some_and(|is| is.needs_strength(&GRAMMAR))
}

/// Whether a term asks who or what is at a place of the map.
fn is_of_the_map(term: &Term) -> bool {
    matches!(term, Term::At { .. } | Term::Within { .. } | Term::Whose { .. })
}

impl Senses for OfTheMap<'_> {
    fn ask(&self, term: &Term) -> Truth {
        if is_of_the_map(term) { self.0.ask(term) } else { Truth::Unknown }
    }
}

impl Paper<'_> {
    /// Whether a condition holds as the map is known now; what it asks of the map and nobody sees does not.
    pub(super) fn holds_now(&self, condition: &Condition, at: Space) -> Truth {
        let (book, known) = (self.book, self.known);
        let eyes = Commander { book, known, at, force: vec![], scene: Scene::default() };
        match condition.ask(&OfTheMap(eyes)) {
            Truth::Unknown if condition.terms().into_iter().all(is_of_the_map) => Truth::No,
            truth => truth,
        }
    }

    /// What is to say, once a sheet, of a march of several hexes whose `if` asks who is where: nothing asks
    /// it again on the way (§12.1).
    pub(super) fn asked_once(&mut self, condition: &Condition, way: &[Space]) -> Option<String> {
        let [.., near, _] = way else { return None };
        let asks = condition.terms().into_iter().any(is_of_the_map);
        if !asks || std::mem::replace(&mut self.has_told_once, asks) {
            return None;
        }
        let near = self.book.atlas.name(*near);
        Some(format!(
            "each `if` is asked once, before its march begins; what comes on the way is not asked again: a \
             step `march: {near}` before this one would ask it there"
        ))
    }

    /// Remarks each condition of an entry that asks who is where nobody of the side sees, or, before a
    /// step, what only contact shows. What is not known does not hold.
    pub(super) fn unseen(&self, entry: &Entry, from: Space, faults: &mut Diagnostics) {
        let steps = entry.steps.iter().map(|step| (&step.condition, &step.asked, true));
        let stance = entry.intent.stance.as_ref().and_then(|(_, condition, _)| condition.as_ref());
        let contact = [
            (stance, entry.asked.stance.as_ref()),
            (entry.intent.break_off.as_ref(), entry.asked.break_off.as_ref()),
        ];
        let steps = steps.map(|(is, at, march)| (is.as_ref(), at.as_ref(), march));
        let all = steps.chain(contact.into_iter().map(|(is, at)| (is, at, false)));
        for (condition, at, march) in all {
            if let Some((condition, at)) = condition.zip(at) {
                self.unseen_terms(condition, at, (from, march), faults);
            }
        }
    }

    fn unseen_terms(
        &self,
        condition: &Condition,
        at: &Range<usize>,
        (from, march): (Space, bool),
        faults: &mut Diagnostics,
    ) {
        let (book, known) = (self.book, self.known);
        let eyes = Commander { book, known, at: from, force: vec![], scene: Scene::default() };
        for term in condition.terms() {
            let (text, help) = match term {
                Term::At { who, place } | Term::Within { who, place, .. }
                    if eyes.ask(term) == Truth::Unknown =>
                {
                    let place = book.atlas.find(place).map(|at| book.atlas.place(at));
                    let place = place.unwrap_or_default();
                    let nobody = match who.as_str() {
                        who @ ("enemy" | "enemy army") => format!("no {who} is"),
                        name => format!("{name} is not"),
                    };
                    let text = format!(
                        "as things stand {nobody} seen there, and nobody of your side sees all that \
                         this asks of {place}: unless somebody of yours comes to see it by then, it is not \
                         known, and does not hold"
                    );
                    (text, SEEN)
                }
                Term::Is(subject @ ("enemy" | "enemy leader"), _) if march => {
                    let text = format!(
                        "before a step nobody is met: `{subject}` is known in contact alone, so this \
                         does not hold"
                    );
                    (text, NOT)
                }
                Term::At { .. }
                | Term::Within { .. }
                | Term::Is(..)
                | Term::Flag(_)
                | Term::FlagAt(..)
                | Term::Odds(..)
                | Term::Compare(..)
                | Term::CompareOf(..)
                | Term::Unknown(_)
                | Term::Whose { .. }
                | Term::Inside(_) => continue,
            };
            let remark = Diagnostic::remark("not-in-sight", at.clone(), text);
            faults.push(remark.rule("K05 §3").help(help));
        }
    }
}
