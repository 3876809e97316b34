//! What a condition about the map would be answered if it were asked now.

use crate::book::Book;
use crate::book::spelling::{place, spoken};
use crate::land::supply::Land;
use crate::orders::Entry;
use crate::orders::senses::{Commander, Hidden};
use crate::record::event::Reason;
use crate::record::state::{Bloc, Force, Marker};
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::condition::{Condition, Operand, Senses, Term, Truth};

/// Words for what a commander can look at before any marker is drawn.
const FLAGS: [&str; 7] = [
    "in supply",
    "out of supply",
    "demoralized",
    "besieged",
    "besieging",
    "enemy adjacent",
    "activated",
];

/// The one number that a commander can count before any marker is drawn.
const OWN_STEPS: &str = "own steps";

/// A commander's answers as things stand; what only play can bring is not known.
struct AsThingsStand<'a>(Commander<'a>);

impl AsThingsStand<'_> {
    /// What hides a leader whom a term asks for.
    fn hidden(&self, term: &Term) -> Option<Hidden> {
        let (who, place, radius) = match term {
            Term::At { who, place } => (who, place, 0),
            Term::Within { who, steps, place } => {
                (who, place, u16::try_from(*steps).unwrap_or(u16::MAX))
            }
            _ => return None,
        };
        self.0.hidden(who, self.0.space(place)?, radius)
    }
}

impl Senses for AsThingsStand<'_> {
    fn ask(&self, term: &Term) -> Truth {
        if is_of_the_map(term) { self.0.ask(term) } else { Truth::Unknown }
    }
}

fn is_of_the_map(term: &Term) -> bool {
    match term {
        Term::At { .. } | Term::Within { .. } | Term::Whose { .. } | Term::Inside(_) => true,
        Term::Flag(flag) | Term::FlagAt(flag, _) => FLAGS.contains(flag),
        Term::Compare(number, _, Operand::Number(_)) => *number == OWN_STEPS,
        Term::Odds(..)
        | Term::Compare(..)
        | Term::CompareOf(..)
        | Term::Is(..)
        | Term::Unknown(_) => false,
    }
}

/// A condition, and whom it is asked of.
pub struct AskedNow<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    pub force: Option<&'a Force>,
    pub condition: &'a Condition,
}

impl<'a> AskedNow<'a> {
    fn senses(&self) -> AsThingsStand<'a> {
        // No term of the map asks for the marker.
        let marker = Marker::Land(Bloc::Neutral, 0);
        AsThingsStand(Commander::new(self.book, self.known, self.force, marker, 0))
    }

    /// Whether it holds as things stand, for all that is known.
    pub fn holds(&self) -> bool {
        self.condition.ask(&self.senses()) == Truth::Yes
    }

    /// Whether it would hold with supply traced over this land.
    pub fn holds_over(&self, land: &'a Land<'a>) -> bool {
        let AsThingsStand(commander) = self.senses();
        self.condition.ask(&AsThingsStand(commander.over(land))) == Truth::Yes
    }

    /// Whether a part of it that asks where somebody is makes it false as things stand.
    pub fn is_false_of_places(&self) -> bool {
        self.condition.ask(&OfPlaces(self.senses())) == Truth::No
    }

    /// The line on ships that ask for troops on land.
    pub fn troops_for_ships(&self, entry: &Entry) -> Option<String> {
        if !entry.at_sea() {
            return None;
        }
        let at = self.condition.terms().into_iter().find_map(|term| match term {
            Term::At { who, place } if who == "enemy" => self.book.atlas.code(place),
            _ => None,
        })?;
        let place = self.book.atlas.name(at);
        Some(format!(
            "`enemy at {place}` asks for troops on land, `enemy ships at {place}` for ships"
        ))
    }

    fn is_of_the_map(&self) -> bool {
        let terms = self.condition.terms();
        !terms.is_empty() && terms.iter().all(|term| is_of_the_map(term))
    }
}

/// Says whether a condition holds as things stand, if it asks about the map alone or a part that does decides
/// the whole.
pub fn line(asked: &AskedNow<'_>) -> Option<String> {
    let AskedNow { book, condition, .. } = *asked;
    let terms = condition.terms();
    let senses = asked.senses();
    if !asked.is_of_the_map() && (terms.is_empty() || condition.ask(&senses) == Truth::Unknown) {
        return None;
    }
    Some(match condition.ask(&senses) {
        Truth::Yes => "as things stand, this `if` holds".to_owned(),
        Truth::No => {
            let failing = condition.failing(&senses).into_iter();
            let failing: Vec<String> = failing.map(|part| format!("`{part}`")).collect();
            let failing = match failing.is_empty() {
                true => String::new(),
                false => format!(" ({})", failing.join(", ")),
            };
            let unknown = why_unknown(book, &senses, &terms);
            let also = unknown
                .map_or(String::new(), |why| format!("; of the rest not all is known: {why}"));
            format!("as things stand, this `if` does not hold{failing}{also}")
        }
        Truth::Unknown => {
            let why = why_unknown(book, &senses, &terms);
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            format!("as things stand, this `if` is not known, so it does not hold{why}")
        }
    })
}

/// Why a condition cannot be told: what of the map that it asks about is out of a commander's sight.
pub fn not_told(book: &Book, commander: Commander<'_>, condition: &Condition) -> Reason {
    let senses = AsThingsStand(commander);
    let unknown = |term: &&Term| is_of_the_map(term) && senses.ask(term) == Truth::Unknown;
    let told = |term: &Term| match senses.hidden(term) {
        Some(Hidden::InStack(at)) => {
            Some(format!("who serves under the enemy's commander at {}", book.atlas.name(at)))
        }
        Some(Hidden::OutOfSight) | None => unseen(book, term),
    };
    let terms = condition.terms().into_iter();
    let mut what: Vec<String> = terms.filter(unknown).filter_map(told).collect();
    what.dedup();
    if what.is_empty() { Reason::ConditionUnknown } else { Reason::NotInSight { what } }
}

/// What hides the answer to terms about the map that are not known.
fn why_unknown(book: &Book, senses: &AsThingsStand<'_>, terms: &[&Term]) -> Option<String> {
    let unknown = |term: &&&Term| is_of_the_map(term) && senses.ask(term) == Truth::Unknown;
    let mut hidden: Vec<Space> = vec![];
    let mut parts: Vec<String> = vec![];
    for term in terms.iter().filter(unknown) {
        match senses.hidden(term) {
            Some(Hidden::InStack(at)) => hidden.push(at),
            Some(Hidden::OutOfSight) | None => parts.extend(unseen(book, term)),
        }
    }
    parts.dedup();
    match (parts.is_empty(), hidden.first()) {
        (false, _) => Some(format!("you cannot see {}", parts.join(", "))),
        (true, Some(at)) => {
            let at = place(book, *at);
            Some(format!("enemies stand at {at}, and who is under them does not show"))
        }
        (true, None) => None,
    }
}

/// What is to say of the condition of a step that asks where somebody is: that it does not hold as things
/// stand, or is not known. What the force sees when it comes there is another matter.
pub fn of_step(asked: &AskedNow<'_>) -> Option<String> {
    let terms = asked.condition.terms();
    if !terms.iter().all(|term| is_of_places(term)) {
        return asked
            .is_false_of_places()
            .then(|| "as things stand, this `if` does not hold".to_owned());
    }
    if terms.is_empty() || asked.holds() {
        return None;
    }
    line(asked)
}

/// Answers only the terms that ask where somebody is.
struct OfPlaces<'a>(AsThingsStand<'a>);

impl Senses for OfPlaces<'_> {
    fn ask(&self, term: &Term) -> Truth {
        if is_of_places(term) { self.0.ask(term) } else { Truth::Unknown }
    }
}

fn is_of_places(term: &Term) -> bool {
    matches!(term, Term::At { .. } | Term::Within { .. } | Term::Whose { .. })
}

/// What a term asks about that is not in sight.
fn unseen(book: &Book, term: &Term) -> Option<String> {
    match term {
        Term::At { place, .. } | Term::Whose { place, .. } => Some(spoken(book, place)),
        Term::Within { place, steps, .. } => {
            Some(format!("all hexes within {steps} of {}", spoken(book, place)))
        }
        Term::Flag(_)
        | Term::FlagAt(..)
        | Term::CompareOf(..)
        | Term::Odds(..)
        | Term::Compare(..)
        | Term::Is(..)
        | Term::Unknown(_)
        | Term::Inside(_) => None,
    }
}

/// The place at which a condition wants its own force to be, if it wants that in any case.
pub fn stands_at<'a>(condition: &'a Condition, who: &str) -> Option<&'a str> {
    match condition {
        Condition::Term(Term::At { who: asked, place }, _) if asked == who => Some(place),
        Condition::Term(Term::FlagAt("besieging", place), _) => Some(place),
        Condition::All(parts) => parts.iter().find_map(|part| stands_at(part, who)),
        Condition::Always
        | Condition::Never
        | Condition::Not(_)
        | Condition::Any(_)
        | Condition::Term(..) => None,
    }
}
