//! What a receipt says before its first entry: what the head of a sheet asks for, and the set-up (NIA §3.2).

use super::cards;
use crate::book::spelling::place;
use crate::book::{Book, Fog};

use crate::orders::{self, Sheet, attack, comers};
use crate::politics::levies;
use crate::season::initiative::{self, First};
use crate::season::replenishment;
use crate::sight::known::{Known, Stack};
use play::{Ruleset, UnderstoodEntry};
use sheet::condition::Term;
use sheet::frame::letter_told;
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;

/// Drops a first marker that this power does not choose, and says so (NIA §3.2).
pub fn first_marker(book: &Book, known: &Known, sheet: &mut Sheet, faults: &mut Diagnostics) {
    let Some(marker) = sheet.first_marker.filter(|_| !chooses_first(book, known)) else { return };
    let text =
        format!("`first marker: {marker}` will not be asked for: {}", first_rule(book, known));
    faults.push(Diagnostic::remark("first-marker", 0..1, text).rule("NIA §3.2"));
    sheet.first_marker = None;
}

/// Whether this power chooses the first marker of this season (NIA §3.2).
fn chooses_first(book: &Book, known: &Known) -> bool {
    let first = initiative::first(book, known.season, |power| known.bloc(power));
    matches!(first, First::Chosen { by, .. } if by == known.power)
}

fn first_rule(book: &Book, known: &Known) -> String {
    match initiative::first(book, book.scenario.first, |power| known.bloc(power)) {
        First::Fixed(marker) => format!("a rule of the scenario says that it is {marker}"),
        First::Chosen { by, .. } => {
            format!("{} chooses it, in the first season alone", book.people.title(by))
        }
        First::Drawn => "it is drawn like the others".to_owned(),
    }
}

/// What every `if:` about enemies depends on.
const IN_SIGHT: &str = "an `if` about enemies near a place is asked when its marker comes, of what you see then: one \
                        who is seen there is enough, and that nobody is there is known only while all of \
                        those hexes are in sight; until it is known, its entry waits";

/// What else an `if:` about an enemy leader by name depends on.
const IN_STACK: &str = "an `if` about an enemy leader at a place is not known, and so does not hold, while enemies \
                        stand there under whose commander they may serve: only the commander shows";

/// What an attack on somebody by name means.
const WHEREVER: &str = "an attack on a leader by name goes to where you see them by then, or else last saw them, as far as \
                        the points reach, and strikes whoever stands there; an attack on a place or a hex number goes \
                        only there";

/// What an attack on a place means.
const OR_A_MARCH: &str = "an attack on a place is an ordinary march if no enemy is there by then";

/// Whether a step attacks a place, and no leader.
fn attacks_a_place(book: &Book, step: &orders::Step) -> bool {
    let at = step.filled.name("at").filter(|_| step.key == attack::STEP.kind.key);
    at.is_some_and(|at| book.people.leader(at).is_none())
}

/// Whether a step attacks an enemy leader whom its writer knows to be on the map.
fn attacks_somebody(seen: &BTreeSet<Stack>, step: &orders::Step) -> bool {
    let leads = |leader: &Option<String>| leader.as_deref() == step.filled.name("at");
    step.key == attack::STEP.kind.key && seen.iter().any(|stack| leads(&stack.leader))
}

/// Whether a term asks whether enemies are somewhere.
fn asks_who_is_there(term: &Term) -> bool {
    matches!(term, Term::At { who, .. } | Term::Within { who, .. } if who.starts_with("enemy"))
}

/// Whether a term asks whether an enemy leader is somewhere.
fn asks_for_a_foe(book: &Book, is_foe: impl Fn(&str) -> bool, term: &Term) -> bool {
    let (Term::At { who, .. } | Term::Within { who, .. }) = term else { return false };
    book.people.leader(who).is_some_and(|leader| is_foe(&leader.nation))
}

/// Tells what stands above the entries: marker, favours, cards, letters.
pub fn tell(book: &Book, sheet: &Sheet, known: &Known, understood: &mut Vec<UnderstoodEntry>) {
    let mut lines = vec![];
    lines.extend(sheet.first_marker.map(|marker| format!("first marker: {marker}")));
    lines.extend(sheet.naval_2.map(|yes| orders::favours::second_naval(book, known, yes)));
    lines.extend(sheet.cards.iter().map(|card| cards::ready(book, card)));
    lines.extend(orders::favours::told(book, known, &sheet.favours));
    let at_once = crate::Nations::letters_at_once(book, known.exchange());
    let told = |(to, text): &(String, String)| letter_told(book.people.title(to), text, at_once);
    lines.extend(sheet.letters.iter().map(told));
    if sheet.note {
        lines.push("a note to the umpire".to_owned());
    }
    let steps = || sheet.entries.iter().flat_map(|entry| &entry.steps);
    let asked = || {
        let of_entries = sheet.entries.iter().flat_map(|entry| &entry.condition);
        let all = of_entries.chain(steps().flat_map(|step| &step.condition));
        all.flat_map(|condition| condition.terms())
    };
    if book.fog != Fog::Rules && asked().any(asks_who_is_there) {
        lines.push(IN_SIGHT.to_owned());
    }
    if asked().any(|term| asks_for_a_foe(book, |power| known.is_foe(power), term)) {
        lines.push(IN_STACK.to_owned());
    }
    if steps().any(|step| attacks_somebody(&known.theirs, step)) {
        lines.push(WHEREVER.to_owned());
    }
    if steps().any(|step| attacks_a_place(book, step)) {
        lines.push(OR_A_MARCH.to_owned());
    }
    if !lines.is_empty() {
        let heading = format!("For {}", book.people.title(&known.power));
        understood.push(UnderstoodEntry::plain(heading, lines));
    }
}

/// Tells where what is chosen at set-up stands.
pub fn placings(book: &Book, known: &Known, sheet: &Sheet, understood: &mut Vec<UnderstoodEntry>) {
    let power = &known.power;
    let place = |written: &str| match book.atlas.code(written) {
        Some(space) => place(book, space),
        None => written.to_owned(),
    };
    let line = |(key, filled): &(String, sheet::keys::Filled)| {
        let steps =
            comers::due(book, known).find(|entry| entry.key == *key && !entry.steps.is_empty());
        if let Some(entry) = steps {
            let words = replenishment::words(book, known, entry, &filled.names("leaders"));
            let idle =
                if filled.names("at").is_empty() { "" } else { "; a place says nothing here" };
            return format!("{key}: {words}{idle}");
        }
        let at: Vec<String> = filled.names("at").into_iter().map(place).collect();
        let leaders = filled.names("leaders").join(", ");
        let with = if leaders.is_empty() { String::new() } else { format!(" with {leaders}") };
        let levy = levies::of_choice(book, power).find(|levy| levy.kind == *key);
        let when = levy.map_or("", |_| ", if the war begins for which they are called up");
        let otherwise = comers::otherwise(book, known, sheet, key).into_iter();
        let otherwise: String = otherwise.map(|told| format!("; {told}")).collect();
        format!("{key}: {}{with}{when}{otherwise}", at.join(", "))
    };
    if !sheet.placings.is_empty() {
        let lines = sheet.placings.iter().map(line).collect();
        understood.push(UnderstoodEntry::plain("Set-up".to_owned(), lines));
    }
}
