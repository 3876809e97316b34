//! Who sees what: the only way from the state to what a power knows (§2, §3).
//!
//! Of his own deeds everybody sees all, of a battle whoever fights in it; battles' outcomes, cities that
//! change hands, and the random event are published to everybody. How well others are made out stands in
//! `intel_levels.rs`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §2, §3.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod chance;
mod change;
pub mod intel_levels;
pub mod known;
mod made_out;
pub mod sea;

use super::book::Book;
use crate::Kriegsspiel;
use crate::position::Position;
use crate::record::apply::Touched;
use crate::record::event::{Event, ForceEvent, Host, Losses, MoneyEvent, OrderEvent, WarEvent};
use crate::record::state::State;
use crate::sight::intel_levels as intel;
use crate::sight::intel_levels::{Allies, Intel};
use crate::sight::known::{Known, Look, Seen};
use kit::ground::Space;
use kit::newspaper::EVERYBODY;
use play::audience::{Audience, Watch};
use play::table::Happened;
use std::collections::BTreeSet;

/// The umpire's eye, who is of everybody's side.
pub const UMPIRE: &str = "umpire";

/// Whose eyes an event may reach.
pub fn audience(happened: &Happened<'_, Kriegsspiel>, watch: &Watch) -> Audience {
    let Happened { book, event, touched, state } = happened;
    let told = told_to(event);
    let is_on_map = !touched.hexes.is_empty() || !touched.berths.is_empty();
    let open = book.intel == Intel::Open && is_on_map;
    let Some(told) = told.filter(|_| !open && touched.published.is_none()) else {
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
    if !touched.berths.is_empty() {
        sea::watchers(book, state, &touched.berths).iter().for_each(|power| add(power));
    }
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
    let Happened { book, event, state, .. } = happened;
    let event = visible_event(book, event, state, eye)
        .map(|told| made_out::made_out(book, event, state, (eye, known)).unwrap_or(told));
    let change = known.filter(|_| !happened.touched.is_empty());
    let change = change.and_then(|known| change::change(happened, eye, known));
    (event.is_some() || change.is_some()).then_some(Seen { event, change })
}

/// Whether a power knows of another what that knows of itself: each of its own, and the umpire of all.
pub fn shares(book: &Book, state: &State, eye: &str, power: &str) -> bool {
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
        money: state.money.seen_by(|power| power == eye || eye == UMPIRE),
        politics: state.politics.clone(),
        navy: sea::look(book, state, eye),
        lost: lost.map(|(power, units)| (power.clone(), units.clone())).collect(),
        field,
    }
}

/// The cities that see for somebody. A city with nobody but the enemy in it tells its owner nothing.
fn cities_that_see(book: &Book, state: &State, eye: &str) -> Vec<Space> {
    let ours = |power: &str| shares(book, state, eye, power);
    let silent = |at: &Space| {
        let mut here = state.at(*at).peekable();
        here.peek().is_some() && here.all(|one| state.at_war(eye, &one.power))
    };
    let own = eye.to_owned();
    let powers: Vec<&String> = if book.allies == Allies::Full || eye == UMPIRE {
        state.relations.parties().collect()
    } else {
        vec![&own]
    };
    intel::cities(book, state, ours, powers.into_iter()).filter(|at| !silent(at)).collect()
}

/// The powers to which an event may be told as their own affair; none, if it is published.
fn told_to(event: &Event) -> Option<Vec<&str>> {
    let powers = match event {
        Event::Public(_) => return None,
        Event::Council(event) => event.told_to()?,
        Event::Order(event) => match event {
            OrderEvent::Letter { from, to, .. } => vec![from, to],
            OrderEvent::Decreed { told, .. } => told.iter().collect(),
            OrderEvent::Ordered { power, .. }
            | OrderEvent::Worded { power, .. }
            | OrderEvent::Ruled { power, .. }
            | OrderEvent::Spent { power, .. }
            | OrderEvent::Misread { power, .. }
            | OrderEvent::Understood { power, .. }
            | OrderEvent::CutShort { power, .. }
            | OrderEvent::NotAsked { power, .. }
            | OrderEvent::NotDone { power, .. } => vec![power],
        },
        Event::Force(event) => match event {
            ForceEvent::GeneralPlaced { general, .. } => vec![&general.power],
            ForceEvent::Placed { formation, .. } => vec![&formation.power],
            ForceEvent::Assigned { power, .. }
            | ForceEvent::Reshaped { power, .. }
            | ForceEvent::Set { power, .. }
            | ForceEvent::Taken { power, .. }
            | ForceEvent::Moved { power, .. }
            | ForceEvent::Halted { power, .. }
            | ForceEvent::ForceMarched { power, .. }
            | ForceEvent::Deployed { power, .. }
            | ForceEvent::Stored { power, .. }
            | ForceEvent::Supplied { power, .. }
            | ForceEvent::Starved { power, .. } => vec![power],
            ForceEvent::DepotLost { power, by, .. } => vec![power, by],
            ForceEvent::Harried { power, of, .. } => vec![power, of],
            ForceEvent::HarriedMadeOut { power, .. } => vec![power],
        },
        Event::War(event) => match event {
            WarEvent::Succeeded { general, .. } => vec![&general.power],
            WarEvent::Decided { power, .. }
            | WarEvent::Retreated { power, .. }
            | WarEvent::Withstood { power, .. }
            | WarEvent::DeathChecked { power, .. }
            | WarEvent::Surrendered { power, .. }
            | WarEvent::Yielded { power, .. } => vec![power],
            WarEvent::Invested { by, of, .. } => vec![by, of],
            WarEvent::StoodOff { powers, .. } | WarEvent::BrokeOff { powers, .. } => {
                powers.iter().collect()
            }
            WarEvent::Fought(day) => {
                day.attacker.powers.iter().chain(&day.defender.powers).collect()
            }
            WarEvent::MadeOut(day) => {
                day.attacking.powers.iter().chain(&day.defending.powers).collect()
            }
        },
        Event::Money(event) => purses_of(event),
        Event::Sea(event) => sea::parties(event)?,
    };
    Some(powers.into_iter().map(String::as_str).collect())
}

/// The powers whose purse an event changes.
fn purses_of(event: &MoneyEvent) -> Vec<&String> {
    match event {
        MoneyEvent::Collected { power, .. }
        | MoneyEvent::PaidMarches { power, .. }
        | MoneyEvent::PaidSupply { power, .. }
        | MoneyEvent::Bought { power, .. }
        | MoneyEvent::Banked { power, .. } => vec![power],
        MoneyEvent::Given { power, to: by, .. }
        | MoneyEvent::Privateered { power, of: by, .. }
        | MoneyEvent::TributePaid { power, to: by, .. }
        | MoneyEvent::Seized { power, by, .. } => vec![power, by],
    }
}

/// The event, if it may be told.
pub fn visible_event(book: &Book, event: &Event, state: &State, eye: &str) -> Option<Event> {
    let alone = |power: &String| power == eye || eye == UMPIRE;
    let may = match event {
        // Published to everybody (§8).
        Event::Public(_) => true,
        // For one power alone: its letters, and what became of its orders.
        Event::Order(event) => match event {
            OrderEvent::Letter { from, to, .. } => alone(from) || alone(to),
            OrderEvent::Ordered { power, .. }
            | OrderEvent::Worded { power, .. }
            | OrderEvent::Ruled { power, .. }
            | OrderEvent::Spent { power, .. }
            | OrderEvent::Misread { power, .. }
            | OrderEvent::Understood { power, .. }
            | OrderEvent::CutShort { power, .. }
            | OrderEvent::NotAsked { power, .. }
            | OrderEvent::NotDone { power, .. } => alone(power),
            // What all powers are told is told to everybody.
            OrderEvent::Decreed { told, .. } => {
                let all = || state.relations.parties().all(|power| told.contains(power));
                told.iter().any(alone) || (eye == EVERYBODY && all())
            }
        },
        Event::Force(event) => is_ours(book, event, state, eye),
        Event::War(event) => is_near(book, event, state, eye),
        // A purse is for its power alone, also where allies tell each other all.
        Event::Money(event) => purses_of(event).into_iter().any(alone),
        Event::Council(event) => event.told_to().is_none_or(|powers| powers.into_iter().any(alone)),
        Event::Sea(event) => sea::is_told(book, event, state, eye),
    };
    may.then(|| veiled(book, event, state, eye))
}

/// Whether a power may be told what becomes of a force: its own, and both sides where there are two.
fn is_ours(book: &Book, event: &ForceEvent, state: &State, eye: &str) -> bool {
    let ours = |power: &String| shares(book, state, eye, power);
    match event {
        ForceEvent::GeneralPlaced { general, arrival } => *arrival && ours(&general.power),
        ForceEvent::Placed { formation, arrival } => *arrival && ours(&formation.power),
        ForceEvent::Assigned { power, .. }
        | ForceEvent::Reshaped { power, .. }
        | ForceEvent::Set { power, .. }
        | ForceEvent::Taken { power, .. }
        | ForceEvent::Moved { power, .. }
        | ForceEvent::Halted { power, .. }
        | ForceEvent::ForceMarched { power, .. }
        | ForceEvent::Deployed { power, .. }
        | ForceEvent::Stored { power, .. }
        | ForceEvent::Supplied { power, .. }
        | ForceEvent::Starved { power, .. } => ours(power),
        ForceEvent::DepotLost { power, by, .. } => ours(power) || ours(by),
        ForceEvent::Harried { power, of, .. } => ours(power) || ours(of),
        ForceEvent::HarriedMadeOut { power, .. } => ours(power),
    }
}

/// Whether a power may be told what happens in contact: both sides of it, and who stands by.
fn is_near(book: &Book, event: &WarEvent, state: &State, eye: &str) -> bool {
    let ours = |power: &String| shares(book, state, eye, power);
    let there = |at: &Space| state.at(*at).any(|one| ours(&one.power));
    let fights = |host: &Host| host.powers.iter().any(ours);
    match event {
        // What a commander chooses is for his own power alone.
        WarEvent::Decided { power, .. } => power == eye || eye == UMPIRE,
        WarEvent::Succeeded { general, .. } => ours(&general.power),
        WarEvent::Retreated { power, .. }
        | WarEvent::Withstood { power, .. }
        | WarEvent::DeathChecked { power, .. } => ours(power),
        WarEvent::Invested { by, of, at, .. } => ours(by) || ours(of) || there(at),
        WarEvent::StoodOff { powers, .. } | WarEvent::BrokeOff { powers, .. } => {
            powers.iter().any(ours)
        }
        WarEvent::Fought(day) => fights(&day.attacker) || fights(&day.defender),
        WarEvent::MadeOut(day) => {
            day.attacking.powers.iter().chain(&day.defending.powers).any(ours)
        }
        WarEvent::Surrendered { power, at, .. } | WarEvent::Yielded { power, at, .. } => {
            ours(power) || there(at)
        }
    }
}

/// The event without what of it is somebody else's affair.
fn veiled(book: &Book, event: &Event, state: &State, eye: &str) -> Event {
    match event {
        Event::Order(event) => veiled_order(event, eye).into(),
        Event::War(event) => veiled_war(book, event, state, eye).into(),
        // Of what the other has paid with is its own affair.
        Event::Money(MoneyEvent::TributePaid { power, to, money, .. })
            if power != eye && eye != UMPIRE =>
        {
            let (power, to, money) = (power.clone(), to.clone(), *money);
            MoneyEvent::TributePaid { power, to, points: 0, worth: 0, money }.into()
        }
        Event::Public(_)
        | Event::Force(_)
        | Event::Money(_)
        | Event::Council(_)
        | Event::Sea(_) => event.clone(),
    }
}

fn veiled_order(event: &OrderEvent, eye: &str) -> OrderEvent {
    match event {
        // How many have spent more, or as much, is those others' affair.
        OrderEvent::Spent { power, points, entries, .. } if eye != UMPIRE => {
            let (power, entries) = (power.clone(), entries.clone());
            OrderEvent::Spent { power, points: *points, place: 0, lot: false, entries }
        }
        OrderEvent::Spent { .. }
        | OrderEvent::Ordered { .. }
        | OrderEvent::Letter { .. }
        | OrderEvent::Worded { .. }
        | OrderEvent::Ruled { .. }
        | OrderEvent::Decreed { .. }
        | OrderEvent::Misread { .. }
        | OrderEvent::Understood { .. }
        | OrderEvent::CutShort { .. }
        | OrderEvent::NotAsked { .. }
        | OrderEvent::NotDone { .. } => event.clone(),
    }
}

fn veiled_war(book: &Book, event: &WarEvent, state: &State, eye: &str) -> WarEvent {
    match event {
        // What it costs to be shut in, only those inside can count.
        WarEvent::Invested { at, by, of, percent, .. } if !shares(book, state, eye, of) => {
            let (by, of, lost) = (by.clone(), of.clone(), Losses::new());
            WarEvent::Invested { at: *at, by, of, percent: *percent, lost }
        }
        // What a force that lays down its arms was, those see who took it, and those who fought with it.
        WarEvent::Surrendered { power, at, .. }
            if !shares(book, state, eye, power)
                && !state.at_war(eye, power)
                && !state.friends(eye, power) =>
        {
            WarEvent::Surrendered { power: power.clone(), at: *at, lost: Losses::new() }
        }
        WarEvent::Invested { .. }
        | WarEvent::Decided { .. }
        | WarEvent::StoodOff { .. }
        | WarEvent::Fought(_)
        | WarEvent::MadeOut(_)
        | WarEvent::Yielded { .. }
        | WarEvent::BrokeOff { .. }
        | WarEvent::Retreated { .. }
        | WarEvent::Surrendered { .. }
        | WarEvent::Succeeded { .. }
        | WarEvent::Withstood { .. }
        | WarEvent::DeathChecked { .. } => event.clone(),
    }
}

/// What everybody may know of an opening position: whoever owns nothing sees what is published, and
/// the markers where all of them are open.
pub fn opening_to_all(book: &Book, state: &State) -> Known {
    let mut known = Known::new(EVERYBODY, state.season, &state.relations);
    known.look(look(book, state, EVERYBODY));
    known
}

/// What the umpire knows of a position and of what happened since: everything.
pub fn of_umpire(book: &Book, mut state: State, events: &[Event]) -> Known {
    one_side(&mut state);
    let mut known = Known::new(UMPIRE, state.season, &state.relations);
    for event in events {
        let touched = &Touched::by(event, &state);
        state.apply(event);
        // Whatever powers agree on or declare, the umpire sees with the eyes of all.
        if state.politics.played {
            one_side(&mut state);
        }
        let happened = Happened { book, event, touched, state: &state };
        if let Some(seen) = witness(&happened, UMPIRE, None) {
            known.learn(seen);
        }
    }
    known.look(look(book, &state, UMPIRE));
    known
}

/// Puts all powers, and the umpire, on one side.
pub fn one_side(state: &mut State) {
    let all = state.relations.parties().cloned().chain([UMPIRE.to_owned()]);
    state.relations = all.map(|party| (party, UMPIRE.to_owned())).collect();
}
