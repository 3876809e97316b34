//! Every event in a sentence, for the umpire, who sees all of it.
//!
//! Not here: the story of a report, which joins the steps of a march and leaves out what goes
//! without saying (`story.rs`).

use super::{reasons, story};
use crate::book::Book;
use crate::orders::rehearsal::place;
use crate::record::event::Event;
use crate::record::state::{Force, ForceId, State};
use crate::sight::known::{Known, SeenEvent};

/// Tells one event with the state after it; `seen_event` is what the umpire's own eyes saw of it.
pub fn line(
    book: &Book,
    known: &Known,
    state: &State,
    event: &Event,
    seen_event: Option<&SeenEvent>,
) -> String {
    let told = of_orders(book, event).or_else(|| of_umpire(book, state, event));
    let told = told.or_else(|| of_sequence(book, state, event));
    let told =
        told.or_else(|| seen_event.and_then(|seen_event| story::sentence(book, known, seen_event)));
    told.unwrap_or_else(|| quiet(book, state, event))
}

/// Orders: what is for one power alone, and so in no story.
fn of_orders(book: &Book, event: &Event) -> Option<String> {
    let title = |power: &str| book.people.title(power).to_owned();
    Some(match event {
        Event::Ordered { power, by, .. } => format!("{}: orders from {by}.", title(power)),
        Event::TakenUp { power, entry, who } => {
            format!("{}, entry {entry} ({who}) is taken up.", title(power))
        }
        Event::Waited { power, entry, who, reason } => {
            let why = reasons::sentence(book, reason);
            format!("{}, entry {entry} ({who}) waits: {why}.", title(power))
        }
        Event::NotDone { power, entry, step, order, who, reason } => {
            let why = reasons::sentence(book, reason);
            format!(
                "{}, entry {entry}, step {step} ({who}, {order}) is not done: {why}.",
                title(power)
            )
        }
        Event::Letter { from, to, .. } => {
            format!("A letter from {} to {}.", title(from), title(to))
        }
        _ => return None,
    })
}

/// The umpire's own word.
fn of_umpire(book: &Book, state: &State, event: &Event) -> Option<String> {
    let at = |force: &Force| place(book, force.at);
    Some(match event {
        Event::Ruled { power, topic, choice, .. } => {
            format!("You chose for {}: {topic}: {choice}.", book.people.title(power))
        }
        Event::Decreed { words, reason, told } => {
            format!("You ruled: {words} ({reason}); told to {}.", told.join(", "))
        }
        Event::Set { force, .. } => {
            format!("{} is set at {}.", name(book, state, force.id), at(force))
        }
        Event::Removed { power, at, .. } => {
            let (title, at) = (book.people.title(power), place(book, *at));
            format!("A force of {title} is taken off at {at}.")
        }
        Event::ShipsSet { fleets, to, .. } => {
            let to = to.as_ref().map_or("off the map".to_owned(), |to| to.name(&book.atlas));
            format!("{}: set {to}.", fleets.join(" and "))
        }
        _ => return None,
    })
}

/// Markers and what begins and ends.
fn of_sequence(book: &Book, state: &State, event: &Event) -> Option<String> {
    Some(match event {
        Event::SeasonBegan { season, pool } => {
            let pool: Vec<String> = pool.iter().map(ToString::to_string).collect();
            format!("{season} begins; in the pool: {}.", pool.join(", "))
        }
        Event::MarkerDrawn { marker, chosen } => {
            format!("Marker: {marker}{}.", if *chosen { ", chosen" } else { "" })
        }
        Event::MarkerPutBack { marker } => format!("Marker: {marker}, put back."),
        Event::WinterQuarters { ends, .. } => {
            let end = if *ends { "the marches end" } else { "put back" };
            format!("Marker: winter quarters, {end}.")
        }
        Event::SeasonEnded { season, .. } => format!("{season} is over."),
        Event::Activated { force, activations, .. } => {
            let times = if *activations > 1 { " again" } else { "" };
            format!("{} is activated{times}.", name(book, state, *force))
        }
        Event::Placed { force, arrival: false } => {
            format!("{} stands at {}.", name(book, state, force.id), place(book, force.at))
        }
        Event::Moved { from, to, spent, force, .. } => {
            let (who, from, to) = (name(book, state, *force), place(book, *from), place(book, *to));
            format!("{who} marches from {from} to {to} ({spent}).")
        }
        _ => return None,
    })
}

fn name(book: &Book, state: &State, id: ForceId) -> String {
    let force = state.forces.get(&id);
    force.map_or("a force that is gone".to_owned(), |force| force.name(&book.atlas, &book.units))
}

/// What no story tells, by the name of the event.
fn quiet(book: &Book, _state: &State, event: &Event) -> String {
    match event {
        Event::Held { place: at, power } => {
            format!("{} is held by {}.", place(book, *at), book.people.title(power))
        }
        Event::LeaderPooled { power, leader } => {
            format!("{leader} stands ready for {}.", book.people.title(power))
        }
        Event::SquadronPlaced { squadron } => {
            let at = squadron.at.name(&book.atlas);
            format!("Ships of {} lie at {at}.", book.people.title(&squadron.power))
        }
        other => {
            let document = serde_json::to_value(other).unwrap_or_default();
            let name = document.as_object().and_then(|map| map.keys().next().cloned());
            let name = name.unwrap_or_default().replace('-', " ");
            let first = name.chars().next().map(|first| first.to_uppercase().to_string());
            format!("{}{}.", first.unwrap_or_default(), name.get(1..).unwrap_or_default())
        }
    }
}
