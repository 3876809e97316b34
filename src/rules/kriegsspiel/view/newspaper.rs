//! The newspaper: what was published to everybody (§8), made from what the public eye knows.
//!
//! Battles' outcomes, cities that change hands, generals who fall, raids, the random event and
//! submissions are published; losses, marches and who fought with what are not. With `intel: open`
//! the markers are on its map.

use super::{season, story, victory};
use crate::book::Book;
use crate::record::event::{Event, Fate, OrderEvent, PublicEvent};
use crate::record::state::holder;
use crate::sight::intel_levels::Intel;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::newspaper::{Issue, Part};
use std::collections::BTreeMap;

/// What the paper is called.
const PAPER: &str = "The Courier of Europe";
/// How many headlines an issue has at most; all of it stands below them as well.
const HEADLINES: usize = 6;

/// The newspaper of the last turn.
pub fn issue(book: &Book, known: &Known) -> Issue {
    let mut headlines: Vec<(u8, String)> =
        known.seen_events.iter().filter_map(|event| headline(book, event)).collect();
    headlines.sort_by_key(|(weight, _)| *weight);
    let mut headlines: Vec<String> = headlines.into_iter().map(|(_, line)| line).collect();
    headlines.dedup();
    headlines.truncate(HEADLINES);
    if headlines.is_empty() {
        headlines.push("All is quiet, as far as everybody knows".to_owned());
    }
    let told = |event: &Event| match event {
        Event::Order(OrderEvent::Decreed { .. }) => story::remark(book, event),
        Event::Public(_) => story::published(book, event),
        Event::Order(_) | Event::Force(_) | Event::War(_) => None,
    };
    let news = known.seen_events.iter().filter_map(told);
    let mut parts = vec![
        Part::new("Published to everybody", news.collect()),
        Part::new("Cities in other hands than at the start", conquests(book, known)),
        Part::new("Victory cities", victory(book, known)),
    ];
    parts.retain(|part| !part.lines.is_empty());
    Issue {
        paper: PAPER.to_owned(),
        scenario: book.scenario.title.clone(),
        season: season(known).to_string(),
        headlines,
        parts,
        note: note(book.intel).to_owned(),
    }
}

fn note(intel: Intel) -> &'static str {
    match intel {
        Intel::Open => {
            "The markers of the map are open to all: a nation and a band of size. What a battle cost, \
             and who marched where, stands in the reports of those who saw it."
        }
        Intel::Scouted | Intel::Vague => {
            "Who marched where and what a battle cost stands in the reports of those who saw it; no \
             troops are on this map."
        }
    }
}

/// The headline of an event, if it makes one, with its weight: the least comes first.
fn headline(book: &Book, event: &Event) -> Option<(u8, String)> {
    let Event::Public(event) = event else { return None };
    let place = |at: &Space| book.atlas.name(*at);
    let all = |powers: &[String]| {
        powers.iter().map(|power| book.title(power)).collect::<Vec<_>>().join(" and ")
    };
    Some(match event {
        PublicEvent::Scored { winner, .. } => {
            let end = winner.as_ref().map(|power| format!("{} wins", book.title(power)));
            (0, format!("The war is over: {}", end.unwrap_or_else(|| "nobody wins".to_owned())))
        }
        PublicEvent::Submitted { nation, to } => {
            (1, format!("{} submits to {}", book.title(nation), book.title(to)))
        }
        PublicEvent::Captured { at, power, .. } => {
            (2, format!("{} falls to {}", place(at), book.title(power)))
        }
        PublicEvent::Reverted { at, power, .. } => {
            (4, format!("{} goes back to {}", place(at), book.title(power)))
        }
        PublicEvent::BattleEnded { at, attacker, defender, winner, .. } => {
            let (at, who, whom) = (place(at), all(attacker), all(defender));
            // One power beats, two beat.
            let s = |powers: &[String]| if powers.len() == 1 { "s" } else { "" };
            let told = match winner.is_empty() {
                true => format!("{who} and {whom} fight at {at}, and neither holds the field"),
                false if winner.iter().any(|power| attacker.contains(power)) => {
                    format!("{who} beat{} {whom} at {at}", s(attacker))
                }
                false => format!("{whom} hold{} {at} against {who}", s(defender)),
            };
            (3, told)
        }
        PublicEvent::GeneralLost { general, power, fate, .. } => {
            let how = match fate {
                Fate::Killed => "has fallen",
                Fate::Captured => "is taken prisoner",
            };
            (4, format!("{general} ({}) {how}", book.title(power)))
        }
        PublicEvent::Raided { at, power, .. } => {
            (5, format!("{} raids {}", book.title(power), place(at)))
        }
        PublicEvent::Chanced { .. }
        | PublicEvent::Reformed { .. }
        | PublicEvent::SeasonBegan { .. }
        | PublicEvent::SeasonEnded { .. } => return None,
    })
}

/// Which cities have another holder than at the start, power by power.
fn conquests(book: &Book, known: &Known) -> Vec<String> {
    let held = &book.scenario.held;
    let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for at in book.lands.cities().keys() {
        let now = known.holder(book, *at);
        if let Some(power) = now.filter(|_| now != holder(book, held, *at)) {
            all.entry(power).or_default().push(book.atlas.name(*at));
        }
    }
    let line = |(power, cities): (&str, Vec<String>)| {
        format!("{} holds {}", book.title(power), cities.join(", "))
    };
    all.into_iter().map(line).collect()
}
