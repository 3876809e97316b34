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

mod change;
pub mod intel_levels;
pub mod known;
pub mod touched;

use super::book::Book;
use crate::Kriegsspiel;
use crate::record::event::{Event, Host, Losses};
use crate::record::state::State;
use crate::sight::intel_levels as intel;
use crate::sight::intel_levels::{Allies, Intel};
use crate::sight::known::{Known, Look, Seen};
use crate::sight::touched::Touched;
use kit::ground::Space;
use play::audience::{Audience, Watch};
use play::table::Happened;
use std::collections::BTreeSet;

/// The umpire's eye, who is of everybody's side.
pub const UMPIRE: &str = "umpire";

/// Whose eyes an event may reach.
pub fn audience(happened: &Happened<'_, Kriegsspiel>, watch: &Watch) -> Audience {
    let Happened { book, event, touched, state } = happened;
    let told = told_to(event);
    let open = book.intel == Intel::Open && !touched.hexes.is_empty();
    let Some(told) = told.filter(|_| !open && !touched.published) else {
        return Audience::Everybody;
    };
    let mut eyes = BTreeSet::new();
    let mut add = |power: &str| {
        eyes.insert(power.to_owned());
        if book.allies != Allies::Letters {
            let friends = state.relations.parties().filter(|other| state.friends(power, other));
            eyes.extend(friends.cloned());
        }
    };
    told.into_iter().for_each(&mut add);
    touched.owners.iter().for_each(|power| add(power));
    for at in &touched.hexes {
        watch.watching(*at).for_each(|power| add(power));
        if let Some(holder) = state.holder(book, *at) {
            add(holder);
        }
    }
    Audience::These(eyes)
}

/// What one power learns of an event that has just happened; without what it knows so far, only
/// what it is told.
pub fn witness(
    happened: &Happened<'_, Kriegsspiel>,
    eye: &str,
    known: Option<&Known>,
) -> Option<Seen> {
    let event = visible_event(happened.book, happened.event, happened.state, eye);
    let change = known.filter(|_| !happened.touched.is_empty());
    let change = change.and_then(|known| change::change(happened, eye, known));
    (event.is_some() || change.is_some()).then_some(Seen { event, change })
}

/// Whether a power knows of another what that knows of itself: each of its own, and the umpire of all.
fn shares(book: &Book, state: &State, eye: &str, power: &str) -> bool {
    power == eye || ((book.allies == Allies::Full || eye == UMPIRE) && state.friends(eye, power))
}

/// What somebody's eyes see of the field, all of it.
pub fn look(book: &Book, state: &State, eye: &str) -> Look {
    let ours = |power: &str| shares(book, state, eye, power);
    let formations = state.formations.iter().filter(|(_, one)| ours(&one.power));
    let field = intel::field(
        book,
        formations.clone().map(|(_, one)| one),
        cities_that_see(book, state, eye).into_iter(),
    );
    let generals = state.generals.iter().filter(|(_, one)| ours(&one.power));
    let depots = state.depots.iter().filter(|(_, power)| ours(power));
    let stores = state.stores.iter().filter(|(power, _)| ours(power));
    let lost = state.lost.iter().filter(|(power, _)| ours(power));
    // Out of sight there are markers only where an option shows them.
    let everywhere = book.intel == Intel::Open || book.allies == Allies::Markers;
    let spaces: Vec<Space> = match everywhere {
        true => state.formations.spaces().collect(),
        false => field.iter().copied().collect(),
    };
    let markers = spaces
        .into_iter()
        .flat_map(|at| intel::markers_at(book, state, (eye, ours), (at, field.contains(&at))));
    Look {
        markers: markers.collect(),
        formations: formations.map(|(name, one)| (name.clone(), one.clone())).collect(),
        generals: generals.map(|(name, one)| (name.clone(), one.clone())).collect(),
        whole: book.intel == Intel::Open,
        depots: depots.map(|(at, power)| (*at, power.clone())).collect(),
        stores: stores.map(|(power, left)| (power.clone(), *left)).collect(),
        held: state.held.clone(),
        reformed: state.reformed.clone(),
        harvest: state.harvest,
        submitted: state.submitted.clone(),
        lost: lost.map(|(power, units)| (power.clone(), units.clone())).collect(),
        field,
    }
}

/// The cities that see for somebody. A city with nobody but the enemy in it tells its owner nothing.
fn cities_that_see(book: &Book, state: &State, eye: &str) -> Vec<Space> {
    let ours = |power: &str| shares(book, state, eye, power);
    let silent = |at: &Space| {
        let mut here = state.at(*at).peekable();
        here.peek().is_some() && here.all(|one| !state.friends(eye, &one.power))
    };
    let own = eye.to_owned();
    let powers: Vec<&String> = if book.allies == Allies::Full || eye == UMPIRE {
        state.relations.parties().collect()
    } else {
        vec![&own]
    };
    intel::cities(book, &state.held, ours, powers.into_iter()).filter(|at| !silent(at)).collect()
}

/// The powers to which an event may be told as their own affair; none, if it is published.
fn told_to(event: &Event) -> Option<Vec<&str>> {
    let powers = match event {
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
        | Event::SeasonEnded { .. } => return None,
        Event::Letter { from, to, .. } => vec![from, to],
        Event::Decreed { told, .. } => told.iter().collect(),
        Event::GeneralPlaced { general, .. } | Event::Succeeded { general, .. } => {
            vec![&general.power]
        }
        Event::Placed { formation, .. } => vec![&formation.power],
        Event::Ordered { power, .. }
        | Event::Worded { power, .. }
        | Event::Ruled { power, .. }
        | Event::Spent { power, .. }
        | Event::Misread { power, .. }
        | Event::Understood { power, .. }
        | Event::Decided { power, .. }
        | Event::NotDone { power, .. }
        | Event::Assigned { power, .. }
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
        | Event::DeathChecked { power, .. }
        | Event::Surrendered { power, .. } => vec![power],
        Event::DepotLost { power, by, .. } => vec![power, by],
        Event::Harried { power, of, .. } => vec![power, of],
        Event::Invested { by, of, .. } => vec![by, of],
        Event::StoodOff { powers, .. } | Event::BrokeOff { powers, .. } => powers.iter().collect(),
        Event::Fought(day) => day.attacker.powers.iter().chain(&day.defender.powers).collect(),
    };
    Some(powers.into_iter().map(String::as_str).collect())
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
    let mut known = Known::new(UMPIRE, state.season, &state.relations);
    for event in events {
        let touched = &Touched::by(event, &state);
        state.apply(event);
        let happened = Happened { book, event, touched, state: &state };
        if let Some(seen) = witness(&happened, UMPIRE, None) {
            known.learn(seen);
        }
    }
    known.look(look(book, &state, UMPIRE));
    known
}

/// Puts all powers, and the umpire, on one side.
fn one_side(state: &mut State) {
    let all = state.relations.parties().cloned().chain([UMPIRE.to_owned()]);
    state.relations = all.map(|party| (party, UMPIRE.to_owned())).collect();
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
            let seen_event = visible_event(&book, &march, &state, "france");
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
