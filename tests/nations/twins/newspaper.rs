//! The newspaper's own proof: it holds what every power knows, and one that told more is noticed.
//!
//! That it is the same for twins is held in `twins.rs`, with the other documents.

use super::{War, document, letter, waiting};
use kit::ledger::Ledger;
use kit::newspaper::EVERYBODY;
use nations::book::Book;
use nations::record::event::Event;
use nations::record::state::State;
use nations::sight::known::{Known, Seen};
use nations::sight::{self, public};
use play::Played;
use play::audience::Audience;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

impl War {
    /// What everybody would know if they saw the season's events with somebody's eyes.
    fn known_through(&self, mut state: State, played: &Played, eye: &str) -> Known {
        let mut known = public::opening(&self.book, &state);
        for event in &played.events {
            let event: Event = document(event);
            state.apply(&event);
            if let Some(seen) = sight::witness(&self.book, &event, &state, eye) {
                known.learn(&self.book, seen);
            }
        }
        known
    }
}

/// A newspaper that saw with the eyes of one power would be noticed: it differs by that power's
/// secrets, where the newspaper does not.
#[test]
fn a_newspaper_that_tells_what_one_power_saw_is_noticed() {
    let war = War::new("marengo-1800", 3, true);
    let base = war.base();
    let an_order = (0..12).find_map(|nth| waiting(&war, &base, nth));
    let a_letter = (0..12).find_map(|nth| letter(&war, &base, nth));
    for twin in [an_order.unwrap(), a_letter.unwrap()] {
        let played = war.play(&twin.state, &twin.sheets);
        let seen = |eye: &str| {
            [(war.state(), &base.played), (twin.state.clone(), &played)]
                .map(|(before, season)| war.known_through(before, season, eye))
        };
        let [one, other] = seen(EVERYBODY);
        assert!(one == other && !one.seen_events.is_empty());
        let [one, other] = seen(&twin.of);
        assert!(one != other, "{} sees its own secret", twin.of);
    }
}

/// A scenario that says `newspaper: no` has none.
#[test]
fn a_scenario_can_do_without() {
    let mut shelf = play::shelf::<nations::Nations>();
    let page = "nations/italy-1796/scenario.yaml";
    let scenario = shelf.text(page).unwrap().to_owned();
    for (line, appears) in [("newspaper: no", false), ("newspaper: yes", true), ("", true)] {
        shelf.lay(page, format!("{scenario}\n{line}\n"));
        let game = nations::REFEREE.open(&shelf, "italy-1796", &Default::default()).unwrap();
        let mut set_up = Ledger::seeded("set-up", [0; 32]);
        let at = game.opening(&BTreeMap::new(), &mut set_up).unwrap().after;
        assert_eq!(game.known_to_all(None, &at.state, &[]).unwrap().is_some(), appears, "{line}");
    }
    shelf.lay(page, format!("{scenario}\nnewspaper: perhaps\n"));
    assert!(nations::REFEREE.open(&shelf, "italy-1796", &Default::default()).is_err());
}

/// Looks at every event of some seasons under both fogs, with the state as it is after it.
fn each_event(look: &mut dyn FnMut(&Book, &Event, &State)) {
    for (scenario, seed) in [("marengo-1800", 0), ("marengo-1800", 6), ("italy-1796", 1)] {
        for contact in [true, false] {
            let war = War::new(scenario, seed, contact);
            let (mut state, played) = (war.state(), war.play(&war.state(), &war.sheets));
            for event in &played.events {
                let event: Event = document(event);
                state.apply(&event);
                look(&war.book, &event, &state);
            }
        }
    }
}

/// What everybody learns of an event, every power learns of it, and who has no part in it learns the
/// same.
#[test]
fn every_power_knows_what_is_in_the_newspaper() {
    let mut told: BTreeSet<String> = BTreeSet::new();
    each_event(&mut |book, event, state| {
        let Some(all) = sight::witness(book, event, state, EVERYBODY) else { return };
        for power in state.relations.parties() {
            let one = sight::witness(book, event, state, power);
            let one = one.unwrap_or_else(|| panic!("{power} knows nothing of {event:?}"));
            let name = |seen: &Seen| variant(&json!(seen.event.as_ref()?));
            assert_eq!((&one.held, &one.fort), (&all.held, &all.fort), "{event:?}");
            if all.event.is_none() {
                continue; // The map shows it, and its own side is told besides.
            }
            assert_eq!(name(&one), name(&all), "{power}, {event:?}");
            if json!(one.event) == json!(all.event) {
                told.extend(name(&all));
            } else {
                // Its own side may know a name or a number more.
                let own = json!(one.event).to_string().contains("\"ours\":true");
                assert!(own, "{power}: {:?}, everybody: {:?}", one.event, all.event);
            }
        }
    });
    for news in ["drawn", "captured", "fought", "battle-ended", "moved"] {
        assert!(told.contains(news), "{news} is not among {told:?}");
    }
}

/// Who is not in an event's audience has missed nothing: asked all the same, they learn nothing.
#[test]
fn who_is_left_out_of_an_audience_misses_nothing() {
    let mut spared = 0;
    each_event(&mut |book, event, state| {
        let Audience::These(eyes) = sight::audience(event) else { return };
        for power in state.relations.parties().filter(|power| !eyes.contains(*power)) {
            spared += 1;
            let seen = sight::witness(book, event, state, power);
            assert!(seen.is_none(), "{power} is left out of {event:?}");
        }
    });
    assert!(spared > 100, "an audience is smaller than everybody: {spared}");
}

/// The name of a piece of news; that of the war is within its group.
fn variant(news: &Json) -> Option<String> {
    let (name, what) = news.as_object()?.iter().next()?;
    if ["war", "sea"].contains(&name.as_str()) { variant(what) } else { Some(name.clone()) }
}
