//! Peaces with powers in words (NIA §13.3).

use super::court::Line;
use crate::book::Book;
use crate::politics::peace::forced;
use crate::politics::peace::loan::{TRAIN, TROOPS};
use crate::position::Position;
use crate::record::event::{CourtEvent, Term, of_conquest, of_sides, of_troops};
use crate::record::state::peaces::{Condition, Treaty};
use kit::names::listed;

/// What a report lists of peaces that last, and of those who fight on after defeat.
pub fn lines(book: &Book, at: &dyn Position) -> Vec<Line> {
    let title = |power: &str| book.people.title(power).to_owned();
    let peaces = &at.common().titles.peaces;
    let mut lines: Vec<Line> = vec![];
    let now = at.common().season;
    for treaty in peaces.lasting() {
        let spring = treaty.made.next_spring();
        let is_paid = (now.year, now.quarter) > (spring.year, spring.quarter);
        let told = treaty.conditions.iter().map(|one| {
            let (power, to) = (title(&treaty.beaten), title(&one.to));
            match (one.term == Term::Indemnity, is_paid) {
                (true, true) => format!("{power} has paid {to} half a yearly budget"),
                (true, false) => format!("{power} pays {to} half a yearly budget in {spring}"),
                _ => condition(book, one.term, one.name.as_deref(), (&treaty.beaten, &one.to)),
            }
        });
        let told: Vec<String> = told.collect();
        let set = if told.is_empty() { "no conditions".to_owned() } else { told.join("; ") };
        let status = format!(
            "Peace of {} with {} until {} begins (NIA §13.3.2.2)",
            title(&treaty.beaten),
            book.people.titles(&treaty.with),
            treaty.until
        );
        lines.push(Line { status, countries: set });
    }
    for power in at.common().relations.parties() {
        let Some(to) = forced::alliance(at.common(), power).and_then(Treaty::conqueror) else {
            continue;
        };
        let status = match forced::is_neutral(at.common(), power) {
            true => "Neutral, and bound by a lost peace (NIA §13.3.2.4, §21.2.4)",
            false => "Ally by a lost peace (NIA §13.3.2.4)",
        };
        let status = status.to_owned();
        lines.push(Line { status, countries: format!("{}, of {}", title(power), title(to)) });
    }
    let fights = peaces.fighting_on();
    let fights: Vec<String> =
        fights.map(|(power, last)| format!("{} until {last} is over", title(power))).collect();
    if !fights.is_empty() {
        let status = "Beaten, and fighting on (NIA §13.3.1.2)".to_owned();
        lines.push(Line { status, countries: fights.join(", ") });
    }
    lines
}

/// An event of a peace in a sentence.
pub fn sentence(book: &Book, event: &CourtEvent) -> Option<String> {
    let title = |power: &str| book.people.title(power).to_owned();
    Some(match event {
        CourtEvent::FoughtOn { power, last } => format!(
            "{} is beaten and fights on, at the latest until {last} is over (NIA §13.3.1.2).",
            title(power)
        ),
        CourtEvent::PeaceRefused { power, to, conditions } => refused(book, power, to, conditions),
        CourtEvent::FightingEnded { power } => {
            format!(
                "{} has fought on, and nobody who is at war with it beats it any more (NIA §13.3.1.2).",
                title(power)
            )
        }
        CourtEvent::PeaceMade { power, with, until, dice, conditions, offered, .. } => {
            let (dice, with) = (length(book, dice), book.people.titles(with));
            let power = title(power);
            let s = if *conditions == 1 { "" } else { "s" };
            let how = if *offered { "" } else { "is beaten and " };
            format!(
                "{power} {how}makes peace with {with}, with {conditions} condition{s}; no war between them before {until} ({dice}; \
                 NIA §13.3.2.2)."
            )
        }
        CourtEvent::VictorsNamed { power, victors } => {
            let (power, victors) = (title(power), book.people.titles(victors));
            format!("{power} was beaten by {victors} (NIA §13.3.2.3).")
        }
        CourtEvent::ConditionSet { power, to, by, term, name, counts } => {
            let what = condition(book, *term, name.as_deref(), (power, to));
            let chose = if by == power { "offers" } else { "asks" };
            let more =
                if *counts > 1 { format!(", for {counts} conditions") } else { String::new() };
            format!("{} {chose}: {what}{more} (NIA §13.3.2.3).", title(by))
        }
        CourtEvent::ConquerorBeaten { power, season } => format!(
            "{} lost a major battle in {season}, which weakens the alliances that it has forced (NIA §13.3.2.4).",
            title(power)
        ),
        CourtEvent::BordersOpened { power, to, provinces } => opened(book, power, to, provinces),
        CourtEvent::TroopsLent { power, to, what } => lent(book, power, to, what),
        CourtEvent::RightBroken { power, on } => broken(book, power, on),
        CourtEvent::PeaceEnded { power, with } => {
            let (power, with) = (title(power), book.people.titles(with));
            format!("The peace of {power} with {with} is over (NIA §13.3.2.2).")
        }
        of_sides!() | of_troops!() | of_conquest!() => return None,
    })
}

/// The dice of a peace: `dice 2 and 1: 3, at least 6 seasons`.
fn length(book: &Book, dice: &[u8]) -> String {
    let each: Vec<String> = dice.iter().map(u8::to_string).collect();
    let (sum, turns) =
        (dice.iter().map(|die| u16::from(*die)).sum::<u16>(), book.peace.turns(dice));
    let least = if sum < u16::from(turns) {
        format!(" = {sum}, at least {turns}")
    } else {
        format!(" = {sum}")
    };
    format!("dice {}{least} seasons", each.join(" + "))
}

fn opened(book: &Book, power: &str, to: &str, provinces: &[String]) -> String {
    let (power, to) = (book.people.title(power), book.people.title(to));
    let provinces = listed(provinces);
    format!(
        "Troops of {to} may enter {provinces} of {power} while they are at war with its victors, since it has fought on \
         (NIA §13.3.2.2)."
    )
}

fn broken(book: &Book, power: &str, on: &str) -> String {
    let (power, on) = (book.people.title(power), book.people.title(on));
    format!(
        "{power} attacks {on}, whom it has beaten, before four springs are over, and Europe takes the part of the attacked \
         (NIA §13.3.2.2)."
    )
}

fn refused(book: &Book, power: &str, to: &str, conditions: &[Condition]) -> String {
    let set = match conditions {
        [] => "without conditions".to_owned(),
        all => format!("with these conditions: {}", in_words(book, power, all)),
    };
    let (power, to) = (book.people.title(power), book.people.title(to));
    format!("{to} does not accept the peace that {power} offers, {set} (NIA §13.3.1.1).")
}

fn lent(book: &Book, power: &str, to: &str, what: &str) -> String {
    let what = match what {
        TRAIN => "a train".to_owned(),
        TROOPS => TROOPS.to_owned(),
        kind => format!("a unit of {kind}"),
    };
    let (power, to) = (book.people.title(power), book.people.title(to));
    format!("{power} lends {what} to {to} (NIA §13.3.2.3).")
}

/// The conditions that a power offers in words.
fn in_words(book: &Book, power: &str, all: &[Condition]) -> String {
    let told =
        all.iter().map(|one| condition(book, one.term, one.name.as_deref(), (power, &one.to)));
    told.collect::<Vec<_>>().join("; ")
}

/// A condition in words.
pub fn condition(book: &Book, term: Term, name: Option<&str>, (power, to): (&str, &str)) -> String {
    let (name, power, to) =
        (name.unwrap_or_default(), book.people.title(power), book.people.title(to));
    match term {
        Term::Province => format!("{name} goes to {to}"),
        Term::Country => format!("{name} becomes an ally of {to}"),
        Term::Indemnity => format!("{power} pays {to} half a yearly budget next spring"),
        Term::Troops => format!("{power} lends {to} troops while the peace lasts"),
        Term::ContinentalSystem => {
            format!("{power} and its minor allies join the Continental System")
        }
        Term::LongerPeace => "the peace is longer by one die".to_owned(),
        Term::Alliance => format!("{power} is an ally of {to} when the peace is over"),
    }
}
