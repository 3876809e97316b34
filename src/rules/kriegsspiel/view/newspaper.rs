//! The newspaper: what was published to everybody (§8), made from what the public eye knows.
//!
//! Battles' outcomes, cities that change hands, generals who fall, raids, the random event and
//! submissions are published; losses, marches and who fought with what are not. With `intel: open`
//! the markers are on its map.

use super::{remark, season, story, victory};
use crate::book::Book;
use crate::position::Position;
use crate::record::event::{Event, OrderEvent};
use crate::record::state::holder;
use crate::sight::intel_levels::Intel;
use crate::sight::known::Known;
use kit::newspaper::{Issue, Part, QUIET};
use std::collections::BTreeMap;

/// What the paper is called.
const PAPER: &str = "The Courier of Europe";
/// How many headlines an issue has at most; all of it stands below them as well.
const HEADLINES: usize = 6;

/// The newspaper of the last turn.
pub fn issue(book: &Book, known: &Known) -> Issue {
    let mut headlines: Vec<(u8, String)> =
        known.seen_events.iter().filter_map(|event| story::headline(book, event)).collect();
    headlines.sort_by_key(|(weight, _)| *weight);
    let mut headlines: Vec<String> = headlines.into_iter().map(|(_, line)| line).collect();
    headlines.dedup();
    headlines.truncate(HEADLINES);
    if headlines.is_empty() {
        headlines.push(QUIET.to_owned());
    }
    let told = |event: &Event| match event {
        Event::Order(OrderEvent::Decreed { .. }) => remark::remark(book, event),
        Event::Public(_) | Event::Council(_) | Event::Sea(_) => story::published(book, event),
        Event::Order(_) | Event::Force(_) | Event::War(_) | Event::Money(_) => None,
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
        Intel::Scouted | Intel::Vague | Intel::Estimates => {
            "Who marched where and what a battle cost stands in the reports of those who saw it; no \
             troops are on this map."
        }
    }
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
