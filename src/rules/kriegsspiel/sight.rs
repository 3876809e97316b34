//! Who sees what: the only way from the state to what a power knows (§2, §3).
//!
//! Of his own deeds everybody sees all, of a battle whoever fights in it; battles' outcomes, cities that
//! change hands, and the random event are published to everybody. How well others are made out stands in
//! `intel_levels.rs`.
//!
//! # Our reading
//!
//! - §3: a player sees his own forces and has a vague view of the others; what allies tell each other is
//!   their diplomacy. So a power sees with its own eyes alone, and its allies are markers like everybody
//!   else, unless the campaign chose `allies: markers` or `full`. With `full`, powers of one side tell each
//!   other where their troops stand, how strong they are and what becomes of them.
//! - Orders, conditions in sheets, words, letters, action points and the umpire's answers stay with the
//!   power whose they are, also with `full`.
//! - Who stands in the same hex sees what happens to the troops there: that they are shut in, stand off,
//!   break off or lay down their arms.

pub mod intel_levels;
pub mod known;

use super::book::Book;
use crate::record::event::{Event, Host, Losses};
use crate::record::state::State;
use crate::sight::intel_levels as intel;
use crate::sight::intel_levels::{Allies, Intel};
use crate::sight::known::{Known, Look, Seen};
use kit::ground::Space;

/// The umpire's eye, who is of everybody's side.
pub const UMPIRE: &str = "umpire";

/// What one power learns of an event that has just happened.
pub fn witness(book: &Book, event: &Event, state: &State, eye: &str) -> Option<Seen> {
    let seen_event = visible_event(book, event, state, eye);
    let look = stirs(event).then(|| look(book, state, eye));
    (seen_event.is_some() || look.is_some()).then_some(Seen { event: seen_event, look })
}

/// Whether a power knows of another what that knows of itself: each of its own, and the umpire of all.
fn shares(book: &Book, state: &State, eye: &str, power: &str) -> bool {
    power == eye || ((book.allies == Allies::Full || eye == UMPIRE) && state.friends(eye, power))
}

/// What somebody's eyes see of the field.
pub fn look(book: &Book, state: &State, eye: &str) -> Look {
    let ours = |power: &str| shares(book, state, eye, power);
    let formations = state.formations.iter().filter(|(_, one)| ours(&one.power));
    // A city with nobody but the enemy in it tells its owner nothing.
    let silent = |at: &Space| {
        let mut here = state.at(*at).peekable();
        here.peek().is_some() && here.all(|one| !state.friends(eye, &one.power))
    };
    let cities = intel::cities(book, &state.held, ours).filter(|at| !silent(at));
    let field = intel::field(book, formations.clone().map(|(_, one)| one), cities);
    let generals = state.generals.iter().filter(|(_, one)| ours(&one.power));
    let depots = state.depots.iter().filter(|(_, power)| ours(power));
    let stores = state.stores.iter().filter(|(power, _)| ours(power));
    let lost = state.lost.iter().filter(|(power, _)| ours(power));
    Look {
        markers: intel::markers(book, state, (eye, ours), &field),
        formations: formations.map(|(name, one)| (name.clone(), one.clone())).collect(),
        generals: generals.map(|(name, one)| (name.clone(), one.clone())).collect(),
        field: field.seen,
        whole: book.intel == Intel::Open,
        depots: depots.map(|(at, power)| (*at, power.clone())).collect(),
        stores: stores.map(|(power, left)| (power.clone(), *left)).collect(),
        held: state.held.clone(),
        reformed: state.reformed.clone(),
        harvest: state.harvest,
        submitted: state.submitted.clone(),
        lost: lost.map(|(power, units)| (power.clone(), units.clone())).collect(),
    }
}

/// Whether an event changes anything that can be looked at.
fn stirs(event: &Event) -> bool {
    !matches!(
        event,
        Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Worded { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Spent { .. }
            | Event::Misread { .. }
            | Event::Understood { .. }
            | Event::Withstood { .. }
            | Event::Decided { .. }
            | Event::Halted { .. }
            | Event::StoodOff { .. }
            | Event::DeathChecked { .. }
            | Event::Scored { .. }
            | Event::NotDone { .. }
    )
}

/// The event, if it may be told.
fn visible_event(book: &Book, event: &Event, state: &State, eye: &str) -> Option<Event> {
    let ours = |power: &String| shares(book, state, eye, power);
    let there = |at: &Space| state.at(*at).any(|one| ours(&one.power));
    let alone = |power: &String| power == eye || eye == UMPIRE;
    let fights = |host: &Host| host.powers.iter().any(ours);
    let may = match event {
        // Published to everybody (§8).
        Event::SeasonBegan { .. }
        | Event::BattleEnded { .. }
        | Event::GeneralLost { .. }
        | Event::Captured { .. }
        | Event::Reverted { .. }
        | Event::Raided { .. }
        | Event::Chanced { .. }
        | Event::Reformed { .. }
        | Event::Submitted { .. }
        | Event::Scored { .. }
        | Event::SeasonEnded { .. } => true,
        // For one power alone: its letters, and what became of its orders.
        Event::Letter { from, to, .. } => alone(from) || alone(to),
        Event::Ordered { power, .. }
        | Event::Worded { power, .. }
        | Event::Ruled { power, .. }
        | Event::Spent { power, .. }
        | Event::Misread { power, .. }
        | Event::Understood { power, .. }
        | Event::Decided { power, .. }
        | Event::NotDone { power, .. } => alone(power),
        Event::Decreed { told, .. } => told.iter().any(alone),
        // For itself.
        Event::GeneralPlaced { general, arrival } => *arrival && ours(&general.power),
        Event::Succeeded { general, .. } => ours(&general.power),
        Event::Placed { formation, arrival } => *arrival && ours(&formation.power),
        Event::Assigned { power, .. }
        | Event::Reshaped { power, .. }
        | Event::Set { power, .. }
        | Event::Taken { power, .. }
        | Event::Moved { power, .. }
        | Event::Halted { power, .. }
        | Event::ForceMarched { power, .. }
        | Event::Deployed { power, .. }
        | Event::Supplied { power, .. }
        | Event::Starved { power, .. }
        | Event::Retreated { power, .. }
        | Event::Withstood { power, .. }
        | Event::DeathChecked { power, .. } => ours(power),
        // For both sides of it, and who stands by.
        Event::DepotLost { power, by, .. } => ours(power) || ours(by),
        Event::Harried { power, of, .. } => ours(power) || ours(of),
        Event::Invested { by, of, at, .. } => ours(by) || ours(of) || there(at),
        Event::StoodOff { powers, .. } | Event::BrokeOff { powers, .. } => powers.iter().any(ours),
        Event::Fought(day) => fights(&day.attacker) || fights(&day.defender),
        Event::Surrendered { power, at, .. } => ours(power) || there(at),
    };
    may.then(|| veiled(book, event, state, eye))
}

/// The event without what of it is somebody else's affair.
fn veiled(book: &Book, event: &Event, state: &State, eye: &str) -> Event {
    match event {
        // How many have spent more, or as much, is those others' affair.
        Event::Spent { power, points, .. } if eye != UMPIRE => {
            Event::Spent { power: power.clone(), points: *points, place: 0, lot: false }
        }
        // What it costs to be shut in, only those inside can count.
        Event::Invested { at, by, of, percent, .. } if !shares(book, state, eye, of) => {
            let (by, of, lost) = (by.clone(), of.clone(), Losses::new());
            Event::Invested { at: *at, by, of, percent: *percent, lost }
        }
        _ => event.clone(),
    }
}

/// Whether whoever is told of an event sees the dice or the lot that it rests on.
pub fn shows_dice(event: &Event) -> bool {
    match event {
        Event::Spent { lot, .. } => *lot,
        Event::Misread { .. }
        | Event::Understood { .. }
        | Event::Withstood { .. }
        | Event::Harried { .. }
        | Event::Fought(_)
        | Event::Chanced { .. }
        | Event::DeathChecked { .. }
        | Event::Succeeded { .. } => true,
        // Which nation, power or city the lot fell on is published, and among whom it was drawn.
        Event::Reformed { .. } => true,
        _ => false,
    }
}

/// What the umpire knows of a position and of what happened since: everything.
pub fn of_umpire(book: &Book, mut state: State, events: &[Event]) -> Known {
    one_side(&mut state);
    let mut known = Known::new(UMPIRE, state.season, &state.sides);
    known.learn(Seen { event: None, look: Some(look(book, &state, UMPIRE)) });
    for event in events {
        state.apply(event);
        if let Some(seen) = witness(book, event, &state, UMPIRE) {
            known.learn(seen);
        }
    }
    known
}

/// Puts all powers, and the umpire, on one side.
fn one_side(state: &mut State) {
    state.sides.insert(UMPIRE.to_owned(), UMPIRE.to_owned());
    state.sides.values_mut().for_each(|side| UMPIRE.clone_into(side));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::state::{Formation, Kind};
    use kit::calendar::{Quarter, Season};
    use std::collections::BTreeMap;

    #[test]
    fn a_town_with_only_the_enemy_in_it_does_not_see_for_its_owner() {
        let season = Season { year: 1806, quarter: Quarter::Summer };
        let sides =
            [("a", "bavaria"), ("b", "austria")].map(|(s, p)| (s.to_owned(), vec![p.to_owned()]));
        let book =
            Book::of_case(&play::shelf::<crate::Kriegsspiel>(), season, sides.into()).unwrap();
        let mut state = State::new(&book);
        let munich = book.atlas.find("Munich").unwrap();
        let sees = |state: &State| look(&book, state, "bavaria").field.contains(&munich);
        assert!(sees(&state));
        let body = |name: &str, power: &str| Formation {
            name: name.to_owned(),
            power: power.to_owned(),
            kind: Kind::Brigade,
            units: BTreeMap::from([("line infantry".to_owned(), 2)]),
            at: munich,
            under: None,
            fed: true,
        };
        state.formations.insert("A".to_owned(), body("A", "austria"));
        assert!(!sees(&state));
        state.formations.insert("B".to_owned(), body("B", "bavaria"));
        assert!(sees(&state));
    }

    #[test]
    fn allies_are_told_what_the_option_says() {
        let season = Season { year: 1806, quarter: Quarter::Summer };
        let side = |powers: &[&str]| powers.iter().map(|p| (*p).to_owned()).collect();
        let sides = [("a", side(&["france", "bavaria"])), ("b", side(&["austria"]))];
        let sides = sides.map(|(name, powers)| (name.to_owned(), powers)).into();
        let mut book = Book::of_case(&play::shelf::<crate::Kriegsspiel>(), season, sides).unwrap();
        let mut state = State::new(&book);
        for (name, power, at) in [
            ("F", "france", "Paris"),
            ("Near", "bavaria", "Paris"),
            ("Far", "bavaria", "Munich"),
            ("Foe", "austria", "Salzburg"),
        ] {
            let one = Formation {
                name: name.to_owned(),
                power: power.to_owned(),
                kind: Kind::Brigade,
                units: BTreeMap::from([("light infantry".to_owned(), 2)]),
                at: book.atlas.find(at).unwrap(),
                under: None,
                fed: true,
            };
            state.formations.insert(name.to_owned(), one);
        }
        state.depots.insert(book.atlas.find("Munich").unwrap(), "bavaria".to_owned());
        let mut seen = |allies| {
            book.allies = allies;
            let look = look(&book, &state, "france");
            let names: Vec<String> = look.formations.keys().cloned().collect();
            let marker = |one: &crate::sight::known::Marker| (one.power.clone(), one.at);
            let markers: Vec<_> = look.markers.iter().map(marker).collect();
            let march = Event::Moved {
                who: "Far".to_owned(),
                power: "bavaria".to_owned(),
                formations: vec!["Far".to_owned()],
                general: None,
                from: book.atlas.find("Ulm").unwrap(),
                to: book.atlas.find("Munich").unwrap(),
                spent: 1,
            };
            let seen_event = witness(&book, &march, &state, "france").and_then(|seen| seen.event);
            (names.join(" "), markers.len(), look.depots.len(), seen_event.is_some())
        };
        // Munich is two hexes from Salzburg and sees no foe there.
        assert_eq!(seen(Allies::Letters), ("F".to_owned(), 1, 0, false));
        assert_eq!(seen(Allies::Markers), ("F".to_owned(), 2, 0, false));
        let all = ("F Far Near".to_owned(), 0, 1, true);
        assert_eq!(seen(Allies::Full), all);
        // The umpire sees everything with every option.
        book.allies = Allies::Letters;
        one_side(&mut state);
        assert_eq!(look(&book, &state, UMPIRE).formations.len(), 4);
    }
}
