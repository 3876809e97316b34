//! What mattered this turn, in a few sentences at the head of a report.

use crate::book::Book;
use crate::record::event::{Event, PublicEvent, WarEvent};
use crate::sight::UMPIRE;
use crate::sight::known::Known;

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 6;

/// The sentences of the paragraph.
pub fn headline(book: &Book, known: &Known) -> Vec<String> {
    let place = |at: &kit::ground::Space| book.atlas.name(*at);
    let ours = |powers: &[String]| powers.iter().any(|power| known.is_ours(power));
    let (mut won, mut lost, mut open, mut gone) = (vec![], vec![], vec![], vec![]);
    let (mut end, mut siege, mut shut, mut stood) = (vec![], vec![], vec![], vec![]);
    let [taken, freed, fallen] = cities(book, known);
    for seen_event in &known.seen_events {
        match seen_event {
            Event::Public(PublicEvent::BattleEnded { at, attacker, defender, winner, .. }) => {
                let fought = ours(attacker) || ours(defender);
                match (fought, winner.is_empty(), ours(winner)) {
                    (true, true, _) => open.push(place(at)),
                    (true, false, true) => won.push(place(at)),
                    (true, false, false) => lost.push(place(at)),
                    (false, ..) => {}
                }
            }
            Event::Public(PublicEvent::Submitted { nation, to }) => {
                end.push(format!("{} submits to {}.", book.title(nation), book.title(to)));
            }
            Event::War(WarEvent::Invested { at, by, of, .. }) => {
                if known.is_ours(by) {
                    siege.push(place(at));
                } else if known.is_ours(of) {
                    shut.push(place(at));
                }
            }
            Event::War(WarEvent::StoodOff { at, .. }) => stood.push(place(at)),
            Event::War(WarEvent::Surrendered { power, at, .. }) => {
                gone.push(format!("{} at {}", book.title(power), place(at)));
            }
            Event::Order(_) | Event::Public(_) | Event::Force(_) | Event::War(_) => {}
        }
    }
    // A garrison of two powers is shut in twice, and is one.
    siege.dedup();
    shut.dedup();
    let mut told = end;
    // Whoever sees all is on every side.
    let (whose, by) = if known.power == UMPIRE { ("", "") } else { (" of ours", " by our side") };
    let lists = [
        (&*format!("Won{by} at"), &*format!("battles are won{by}"), won),
        (&format!("Lost{by} at"), &format!("battles are lost{by}"), lost),
        ("Both sides left", "fields were left by both", open),
        (&format!("Besieged{by}"), &format!("places are besieged{by}"), siege),
        ("Besieged by the enemy", "places are besieged by the enemy", shut),
        ("Both sides defended, and nobody fought", "fields saw both sides defend", stood),
        (&format!("Taken{by}"), &format!("places are taken{by}"), taken),
        ("Given back to allies", "places are given back to allies", freed),
        ("Fallen to the enemy", "places have fallen to the enemy", fallen),
        ("Laid down their arms", "forces laid down their arms", gone),
    ];
    told.extend(lists.into_iter().filter_map(|list| named_or_counted(&list)));
    if told.is_empty() {
        told.push(format!("A quiet turn: nobody{whose} fought, and no city changed hands."));
    }
    told
}

/// The cities that our side took, those of them that went back to an ally, and those that the enemy took.
fn cities(book: &Book, known: &Known) -> [Vec<String>; 3] {
    let (mut taken, mut freed, mut fallen) = (vec![], vec![], vec![]);
    let of_ally = |power: &String| known.power != UMPIRE && *power != known.power;
    for event in &known.seen_events {
        let (at, power, from, reverted) = match event {
            Event::Public(PublicEvent::Reverted { at, power, from, .. }) => (at, power, from, true),
            Event::Public(PublicEvent::Captured { at, power, from, .. }) => {
                (at, power, from, false)
            }
            Event::Order(_) | Event::Public(_) | Event::Force(_) | Event::War(_) => continue,
        };
        let place = book.atlas.name(*at);
        if known.is_ours(power) && reverted && of_ally(power) {
            freed.push(format!("{place} ({})", book.title(power)));
        } else if known.is_ours(power) {
            taken.push(place);
        } else if known.is_ours(from) {
            fallen.push(place);
        }
    }
    [taken, freed, fallen]
}

/// A list in a sentence: each by its name, or how many there are.
fn named_or_counted((label, counted, all): &(&str, &str, Vec<String>)) -> Option<String> {
    let first = all.first()?;
    Some(match all.len() <= NAMED {
        true => format!("{label}: {}.", all.join(", ")),
        false => format!("{} {counted}, {first} first.", all.len()),
    })
}
