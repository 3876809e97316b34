//! What mattered this turn, in a few sentences at the head of a report.

use super::{politics, sea, was_council};
use crate::book::Book;
use crate::record::event::{Event, PublicEvent, WarEvent};
use crate::sight::UMPIRE;
use crate::sight::known::Known;
use kit::names::listed;

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 6;

/// The sentences of the paragraph.
pub fn headline(book: &Book, known: &Known) -> Vec<String> {
    let place = |at: &kit::ground::Space| book.atlas.name(*at);
    let (mut won, mut lost, mut open, mut gone) = (vec![], vec![], vec![], vec![]);
    let (mut end, mut siege, mut shut, mut stood) = (vec![], vec![], vec![], vec![]);
    let mut leaders = vec![];
    let ([taken, freed, fallen], mut others) = cities(book, known);
    for seen_event in &known.seen_events {
        match seen_event {
            Event::Public(PublicEvent::BattleEnded { at, attacker, defender, winner, .. }) => {
                let ours = part(known, attacker, defender).or(part(known, defender, attacker));
                let allied = attacker.iter().chain(defender).any(|one| known.is_ours(one));
                match ours {
                    Some(_) if winner.is_empty() => open.push(place(at)),
                    Some(ours) if ours == winner || known.power == UMPIRE => won.push(place(at)),
                    Some(_) => lost.push(place(at)),
                    // An ally's own war.
                    None if allied => others.push(fought_at(book, [attacker, defender], place(at))),
                    None => {}
                }
            }
            Event::Public(PublicEvent::Submitted { nation, to }) => {
                end.push(format!("{} submits to {}.", book.title(nation), book.title(to)));
            }
            Event::Public(PublicEvent::GeneralLost { general, power, at, .. }) => {
                leaders.push(format!("{general} ({}) at {}", book.title(power), place(at)));
            }
            Event::War(WarEvent::Invested { at, by, of, .. }) => {
                if fights(known, by, of) {
                    siege.push(place(at));
                } else if fights(known, of, by) {
                    shut.push(place(at));
                }
            }
            Event::War(WarEvent::StoodOff { at, .. }) => stood.push(place(at)),
            Event::War(event @ (WarEvent::Surrendered { .. } | WarEvent::Yielded { .. })) => {
                gone.extend(laid_down(book, event));
            }
            Event::Public(_) | Event::War(_) | Event::Order(_) => {}
            Event::Force(_) | Event::Money(_) | Event::Council(_) | Event::Sea(_) => {}
        }
    }
    // A garrison of two powers is shut in twice, and is one.
    siege.dedup();
    shut.dedup();
    let mut told = end;
    // Whoever sees all is on every side.
    let (whose, by) = if known.power == UMPIRE { ("", "") } else { (" of ours", " by our side") };
    let battles = |all: &[String]| if all.len() == 1 { "Battle" } else { "Battles" };
    let lists = [
        (&*format!("{} won{by}", battles(&won)), &*format!("battles are won{by}"), won),
        (&format!("{} lost{by}", battles(&lost)), &format!("battles are lost{by}"), lost),
        ("Both sides left", "fields were left by both", open),
        ("Generals lost", "generals were lost", leaders),
        (&format!("Besieged{by}"), &format!("places are besieged{by}"), siege),
        ("Besieged by the enemy", "places are besieged by the enemy", shut),
        ("Both sides defended, and nobody fought", "fields saw both sides defend", stood),
        (&format!("Taken{by}"), &format!("places are taken{by}"), taken),
        ("Given back to allies", "places are given back to allies", freed),
        ("Fallen to the enemy", "places have fallen to the enemy", fallen),
        ("Laid down their arms", "forces laid down their arms", gone),
    ];
    told.extend(others);
    told.extend(lists.into_iter().filter_map(|list| named_or_counted(&list)));
    told.extend(councils(book, &known.seen_events));
    if told.is_empty() { vec![quiet(known, whose)] } else { told }
}

/// What is said where nothing mattered.
fn quiet(known: &Known, whose: &str) -> String {
    match was_council(known) {
        true => "Nothing was declared, and no alliance or peace was made.".to_owned(),
        false => format!("A quiet turn: nobody{whose} fought, and no city changed hands."),
    }
}

/// What powers declared and agreed on.
fn councils<'e>(book: &'e Book, seen: &'e [Event]) -> impl Iterator<Item = String> + 'e {
    seen.iter().filter_map(move |event| match event {
        Event::Council(event) => {
            politics::headline(book, event).map(|(_, told)| format!("{told}."))
        }
        Event::Sea(event) => sea::headline(book, event).map(|(_, told)| format!("{told}.")),
        Event::Public(_) | Event::War(_) | Event::Order(_) | Event::Force(_) | Event::Money(_) => {
            None
        }
    })
}

/// Whether a power fights another for us: it is the reader or an ally, and the other an enemy of the reader.
/// Whoever sees all is on every side.
fn fights(known: &Known, power: &str, other: &str) -> bool {
    known.is_ours(power) && (known.power == UMPIRE || known.is_foe(other))
}

/// Some powers in a battle, if one of them fights for us.
fn part<'p>(known: &Known, some: &'p Vec<String>, others: &[String]) -> Option<&'p Vec<String>> {
    let fights = |one: &String| others.iter().any(|other| fights(known, one, other));
    some.iter().any(fights).then_some(some)
}

/// Who laid down their arms and where; by name if the reader was told, the first of many.
fn laid_down(book: &Book, event: &WarEvent) -> Option<String> {
    let (power, at, who) = if let WarEvent::Surrendered { power, at, lost } = event {
        let names: Vec<&str> = lost.keys().map(|name| book.given(name)).collect();
        let named = match names.split_at_checked(NAMED) {
            Some((first, more)) if !more.is_empty() => {
                format!("{} and {} more", first.join(", "), more.len())
            }
            _ => listed(&names),
        };
        (power, at, (!names.is_empty()).then(|| format!("{named} ({})", book.title(power))))
    } else if let WarEvent::Yielded { power, at, units } = event {
        (power, at, Some(format!("troops of {} ({units} units)", book.title(power))))
    } else {
        return None;
    };
    let who = who.unwrap_or_else(|| format!("troops of {}", book.title(power)));
    Some(format!("{who} at {}", book.atlas.name(*at)))
}

/// Who fought each other where.
fn fought_at(book: &Book, both: [&Vec<String>; 2], place: String) -> String {
    let [one, other] = both.map(|powers| {
        let titles: Vec<&str> = powers.iter().map(|power| book.title(power)).collect();
        titles.join(" and ")
    });
    format!("{one} fought {other} at {place}.")
}

/// The cities that our side took from an enemy, those of them that went back to an ally, and those that the
/// enemy took; in sentences, those that changed hands between others.
fn cities(book: &Book, known: &Known) -> ([Vec<String>; 3], Vec<String>) {
    let (mut taken, mut freed, mut fallen, mut others) = (vec![], vec![], vec![], vec![]);
    let of_ally = |power: &String| known.power != UMPIRE && *power != known.power;
    for event in &known.seen_events {
        let (at, power, from, reverted) = match event {
            Event::Public(PublicEvent::Reverted { at, power, from, .. }) => (at, power, from, true),
            Event::Public(PublicEvent::Captured { at, power, from, .. }) => {
                (at, power, from, false)
            }
            Event::Order(_)
            | Event::Public(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Money(_)
            | Event::Council(_)
            | Event::Sea(_) => continue,
        };
        let place = book.atlas.name(*at);
        if known.is_ours(power) && reverted && of_ally(power) {
            freed.push(format!("{place} ({})", book.title(power)));
        } else if fights(known, power, from) {
            taken.push(place);
        } else if fights(known, from, power) {
            fallen.push(place);
        } else {
            let (from, to) = (book.title(from), book.title(power));
            let told = match reverted {
                true => format!("{place} goes back from {from} to {to}."),
                false => format!("{place} falls from {from} to {to}."),
            };
            others.push(told);
        }
    }
    ([taken, freed, fallen], others)
}

/// A list in a sentence: each by its name, or how many there are.
fn named_or_counted((label, counted, all): &(&str, &str, Vec<String>)) -> Option<String> {
    let first = all.first()?;
    Some(match all.len() <= NAMED {
        true => format!("{label}: {}.", all.join(", ")),
        false => format!("{} {counted}, {first} first.", all.len()),
    })
}
