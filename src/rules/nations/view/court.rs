//! Titles and countries in words: whom each minor country follows, and what changed.

use super::{conquest, peace};
use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::spelling::place;
use crate::politics::influence;
use crate::position::Position;
use crate::record::event::{CourtEvent, Throw, of_conquest, of_peace};
use crate::record::state::Bloc;
use crate::sight::known::{Known, Who};
use kit::ground::Space;
use kit::names::capital;
use serde::Serialize;
use std::collections::BTreeMap;

/// The countries of one status.
#[derive(Debug, Serialize)]
pub struct Line {
    pub status: String,
    pub countries: String,
}

/// Lists the minor countries by their status; nothing, if none takes part.
pub fn countries(book: &Book, known: &Known) -> Vec<Line> {
    let mut all: BTreeMap<(usize, &CountryStatus), Vec<&str>> = BTreeMap::new();
    let (annexed, conquests) = conquest::lines(book, known);
    for (name, status) in known.titles.countries(book) {
        if !annexed.contains(name) {
            let place = status.power().map_or(usize::MAX, |power| book.people.order(power));
            all.entry((place, status)).or_default().push(name);
        }
    }
    let line = |((_, status), names): ((usize, &CountryStatus), Vec<&str>)| {
        let nobody = *status == CountryStatus::Neutral;
        let words = capital(&status.in_words(&book.people));
        let status =
            if nobody { format!("{words}; nobody enters them (NIA §17.4.5)") } else { words };
        Line { status, countries: names.join(", ") }
    };
    let mut lines: Vec<Line> = all.into_iter().map(line).collect();
    lines.extend(conquests);
    lines.extend(peace::lines(book, known));
    lines.extend(wards(book, known));
    let on_a_side =
        |power: &str| known.relations.group(power).is_some_and(|bloc| *bloc != Bloc::Neutral);
    let credits = known.money.credit.iter().filter(|(power, _)| on_a_side(power));
    let credits: Vec<String> =
        credits.map(|(power, left)| format!("{} {left}", book.people.title(power))).collect();
    if !credits.is_empty() {
        let status = "Credit with their allies (NIA §15.1)".to_owned();
        lines.push(Line { status, countries: credits.join(", ") });
    }
    lines
}

/// The powers that nobody plays, by who moves them.
fn wards(book: &Book, at: &dyn Position) -> Vec<Line> {
    let relations = at.common().relations;
    let mut wards: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for power in relations.parties() {
        if let Some(keeper) = influence::keeper(book, relations, power) {
            wards.entry(keeper).or_default().push(book.people.title(power));
        }
    }
    let line = |(keeper, powers): (&str, Vec<&str>)| Line {
        status: format!(
            "Powers that nobody plays, moved by {} (NIA §11.2.4)",
            book.people.title(keeper)
        ),
        countries: powers.join(", "),
    };
    wards.into_iter().map(line).collect()
}

/// The name of troops in a reader's report: troops of other powers with their power.
pub fn name(book: &Book, reader: &str, who: &Who) -> String {
    match who.power == reader || who.power.is_empty() {
        true => who.name.clone(),
        false => format!("{} ({})", who.name, book.people.title(&who.power)),
    }
}

/// An event in a sentence. `who` is the reader's name for the troops; without it the event's own is
/// used, as for the umpire.
pub fn sentence(book: &Book, event: &CourtEvent, who: Option<String>) -> String {
    let title = |power: &str| book.people.title(power).to_owned();
    match event {
        CourtEvent::ProvinceTitled { province, owner, from } => titled(book, province, owner, from),
        CourtEvent::CountryTurned { country, status, from } => turned(book, country, status, from),
        CourtEvent::PowerTurned { power, bloc, from } => sided(book, power, *bloc, *from),
        CourtEvent::Enthroned { power, leader, after } => {
            format!("{leader} succeeds {after} on the throne of {} (NIA §14.2).", title(power))
        }
        CourtEvent::Wavered { power, die, neutral } => {
            let then = if *neutral { "is neutral from now on" } else { "goes on as before" };
            format!("{} under its new sovereign: die {die}; it {then} (NIA §14.2).", title(power))
        }
        CourtEvent::AllianceChecked { power, throw, needed, neutral } => {
            let then = if *neutral { "leaves the war" } else { "stays at war" };
            let (dice, total) = (thrown(throw), throw.total);
            format!(
                "{} is checked: {dice}, {total} in all where {needed} ends its war; it {then} (NIA §21.2.1).",
                title(power)
            )
        }
        CourtEvent::LevyTurned { power, kind, called } => levied(book, power, kind, *called),
        CourtEvent::Courted { .. } => courted(book, event).unwrap_or_default(),
        CourtEvent::WarDeclared { power, on, joins } => {
            let (power, court) = (title(power), title(on));
            match book.people.is_major(on) {
                true => format!("{power} declares war on {court} (NIA §11.3)."),
                false => format!(
                    "{power} declares war on {court}, whose part {} takes (NIA §11.3).",
                    title(joins)
                ),
            }
        }
        CourtEvent::WentOver { force, from, leaves, country, .. } => {
            let who = who.unwrap_or_else(|| force.name(&book.atlas, &book.units));
            let (who, old, goes) = (capital(&who), title(leaves), went(book, *from, force.at));
            match country == &force.power {
                // A corps of a power that served in another's army.
                true => {
                    format!("{who} parts from {old} and serves {} again{goes}.", title(country))
                }
                // A corps that a power lends.
                false if book.people.is_major(country) => {
                    format!("{who} of {old} serves {} from now on{goes}.", title(&force.power))
                }
                false => format!("{who} goes over with {country} and leaves {old}{goes}."),
            }
        }
        CourtEvent::WentHome { at, power, country, units, .. } => {
            let units: Vec<String> = units.iter().map(|unit| book.units.write(unit)).collect();
            let units = match (units.is_empty(), who) {
                (false, _) => units.join(", "),
                (true, Some(_)) => "Troops".to_owned(),
                (true, None) => "A leader".to_owned(),
            };
            let (at, power) = (place(book, *at), title(power));
            format!("{units} of {country} at {at}, who served {power}, leave the map.")
        }
        CourtEvent::Evacuated { from, to, .. } => {
            let who = capital(&who.unwrap_or_else(|| "troops".to_owned()));
            let (from, to) = (place(book, *from), place(book, *to));
            format!("{who} may not stay at {from} and must go to {to}.")
        }
        CourtEvent::Restored { at, armed } => restored(book, *at, *armed),
        of_conquest!() => conquest::sentence(book, event).unwrap_or_default(),
        of_peace!() => peace::sentence(book, event).unwrap_or_default(),
    }
}

/// An attempt in a sentence: who for whom, the dice, and how the country stands then.
fn courted(book: &Book, event: &CourtEvent) -> Option<String> {
    let CourtEvent::Courted { power, by, on, embassy, throw, needed, status, from } = event else {
        return None;
    };
    let title = |power: &str| book.people.title(power).to_owned();
    let (who, court) = (title(power), title(on));
    let named = if by == power { String::new() } else { format!(" in the name of {}", title(by)) };
    let how = if *embassy { "An embassy of" } else { "An attempt of" };
    let dice = thrown(throw);
    let (total, stands) = (throw.total, status.in_words(&book.people));
    let comes = match status == from {
        true => format!("it stays {stands}"),
        false => format!("it is {stands} now"),
    };
    Some(format!(
        "{how} {who}{named} to win {court}: {dice}, {total} in all where {needed} wins it; \
         {comes} (NIA §11.2)."
    ))
}

/// The dice and what changes them: `dice 7, +1 national modifier`.
fn thrown(throw: &Throw) -> String {
    let dice: i32 = throw.dice.iter().map(|die| i32::from(*die)).sum();
    let parts = throw.modifiers.iter().map(|part| format!("{:+} {}", part.by, part.what));
    std::iter::once(format!("dice {dice}")).chain(parts).collect::<Vec<_>>().join(", ")
}

fn sided(book: &Book, power: &str, bloc: Bloc, from: Bloc) -> String {
    let side = |bloc: Bloc| match bloc {
        Bloc::Neutral => "neutral".to_owned(),
        Bloc::Empire | Bloc::Coalition => format!("on the side of the {}", bloc.word()),
    };
    format!("{} is now {}; it was {}.", book.people.title(power), side(bloc), side(from))
}

fn levied(book: &Book, power: &str, kind: &str, called: bool) -> String {
    let (power, troops) = (book.people.title(power), &book.units.kind(kind).name);
    match called {
        true => format!("{power} calls up its {troops} for the war."),
        false => format!("{power} sends its {troops} home: the war is over."),
    }
}

fn went(book: &Book, from: Space, to: Space) -> String {
    match from == to {
        true => format!(" at {}", place(book, to)),
        false => format!(" at {}, for {}", place(book, from), place(book, to)),
    }
}

fn restored(book: &Book, at: Space, armed: bool) -> String {
    let walls = if armed { ", and its fortress is as it was" } else { "" };
    format!("{} goes with its province again{walls}.", place(book, at))
}

fn titled(book: &Book, province: &str, new: &str, old: &str) -> String {
    let (new, old) = (book.people.title(new), book.people.title(old));
    format!("The province {province} now belongs to {new}; it belonged to {old}.")
}

fn turned(book: &Book, country: &str, status: &CountryStatus, from: &CountryStatus) -> String {
    let (now, was) = (status.in_words(&book.people), from.in_words(&book.people));
    format!("{country} is now {now}; it was {was}.")
}
