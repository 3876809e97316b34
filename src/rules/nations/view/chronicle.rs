//! Every event in a sentence, for the umpire, who sees all of it.
//!
//! Not here: the story of a report, which joins the steps of a march and leaves out what goes
//! without saying (`story.rs`).

use super::{reasons, story};
use crate::book::Book;
use crate::book::spelling::place;
use crate::record::event::{Event, FleetEvent, ForceEvent, OrderEvent, SequenceEvent};
use crate::record::state::{Force, ForceId, State};
use crate::sight::known::Known;
use crate::sight::news::SeenEvent;
use kit::names::sentence;

/// Tells one event with the state after it; `seen_event` is what the umpire's own eyes saw of it.
pub fn line(
    book: &Book,
    known: &Known,
    state: &State,
    event: &Event,
    seen_event: Option<&SeenEvent>,
) -> String {
    let told = match event {
        Event::Order(event) => Some(of_orders(book, event)),
        Event::Sequence(event) => of_sequence(event),
        Event::Force(event) => of_forces(book, state, event),
        Event::Fleet(event) => of_fleets(book, event),
        Event::Loss(_)
        | Event::Contact(_)
        | Event::Battle(_)
        | Event::Siege(_)
        | Event::SeaBattle(_)
        | Event::Passage(_)
        | Event::Court(_)
        | Event::Money(_)
        | Event::Spending(_) => None,
    };
    let told =
        told.or_else(|| seen_event.and_then(|seen_event| story::sentence(book, known, seen_event)));
    told.unwrap_or_else(|| quiet(event))
}

/// Orders, and the umpire's own word: what is for one power alone, and so in no story.
fn of_orders(book: &Book, event: &OrderEvent) -> String {
    let title = |power: &str| book.people.title(power).to_owned();
    match event {
        OrderEvent::Ordered { power, by, .. } if by == "nothing" => {
            format!("{}: no orders.", title(power))
        }
        OrderEvent::Ordered { power, by, .. } => format!("{}: orders from {by}.", title(power)),
        OrderEvent::TakenUp { power, entry, who } => {
            format!("{}, entry {entry} ({who}) is taken up.", title(power))
        }
        OrderEvent::Waited { power, entry, who, reason } => {
            let why = reasons::sentence(book, reason);
            format!("{}, entry {entry} ({who}) waits: {why}.", title(power))
        }
        OrderEvent::NotDone { power, entry, step, order, who, reason } => {
            let why = reasons::sentence(book, reason);
            let (title, place) = (title(power), reasons::in_sheet(*entry, *step));
            format!("{title}, {place} ({who}, {order}) is not done: {why}.")
        }
        OrderEvent::NotReached { power, entry, who, steps, why } => {
            let (title, steps) = (title(power), reasons::steps(steps));
            let why = reasons::over(*why);
            format!("{title}, entry {entry} ({who}): {steps} not played, {why}.")
        }
        OrderEvent::Reacted { power, reaction, whose, what, times, .. } => {
            let times = times.told();
            let reaction = super::remarks::numbered(book, *reaction, whose);
            format!("{}, reaction {reaction}, `{what}`: {times}.", title(power))
        }
        OrderEvent::Letter { from, to, .. } => {
            format!("A letter from {} to {}.", title(from), title(to))
        }
        OrderEvent::Ruled { power, topic, choice, .. } => {
            format!("You chose for {}: {topic}: {choice}.", book.people.title(power))
        }
        OrderEvent::Decreed { words, reason, told } => {
            format!("You ruled: {words} ({reason}); told to {}.", told.join(", "))
        }
    }
}

/// Markers and what begins and ends; a story tells the rest.
fn of_sequence(event: &SequenceEvent) -> Option<String> {
    Some(match event {
        SequenceEvent::SeasonBegan { season, pool } => {
            let pool: Vec<String> = pool.iter().map(ToString::to_string).collect();
            format!("{season} begins; in the pool: {}.", pool.join(", "))
        }
        SequenceEvent::MarkerDrawn { marker, chosen } => {
            format!("Marker: {marker}{}.", if *chosen { ", chosen" } else { "" })
        }
        SequenceEvent::MarkerPutBack { marker } => format!("Marker: {marker}, put back."),
        SequenceEvent::WinterQuarters { ends, .. } => {
            let end = if *ends { "the marches end" } else { "put back" };
            format!("Marker: winter quarters, {end}.")
        }
        SequenceEvent::SeasonEnded { season, .. } => format!("{season} is over."),
        SequenceEvent::CabinetBegan { year } => format!("The cabinet of {year} meets."),
        SequenceEvent::CabinetEnded { year } => format!("The cabinet of {year} is over."),
        SequenceEvent::DeckShuffled { cards, .. } => {
            format!("The event cards are shuffled; {} lie in the deck.", cards.len())
        }
        SequenceEvent::SecondNaval { .. }
        | SequenceEvent::CardDrawn { .. }
        | SequenceEvent::NobodyMoved { .. }
        | SequenceEvent::CardPlayed { .. }
        | SequenceEvent::Promised { .. }
        | SequenceEvent::RuleBegun { .. }
        | SequenceEvent::FirstMarchOver { .. }
        | SequenceEvent::Scored { .. }
        | SequenceEvent::GameDecided { .. } => return None,
    })
}

/// Who stands where, as far as no story tells it in a sentence of its own.
fn of_forces(book: &Book, state: &State, event: &ForceEvent) -> Option<String> {
    let at = |force: &Force| place(book, force.at);
    Some(match event {
        ForceEvent::Set { force, .. } => {
            format!("{} is set at {}.", name(book, state, force.id), at(force))
        }
        ForceEvent::Removed { power, at, .. } => {
            let (title, at) = (book.people.title(power), place(book, *at));
            format!("A force of {title} is taken off at {at}.")
        }
        ForceEvent::Activated { force, activations, .. } => {
            let times = if *activations > 1 { " again" } else { "" };
            format!("{} is activated{times}.", name(book, state, *force))
        }
        ForceEvent::Placed { force, arrival: false } => {
            format!("{} stands at {}.", name(book, state, force.id), place(book, force.at))
        }
        ForceEvent::Moved { from, to, spent, force, .. } => {
            let (who, from, to) = (name(book, state, *force), place(book, *from), place(book, *to));
            format!("{who} marches from {from} to {to} ({spent}).")
        }
        ForceEvent::Transported { from, to, force } => {
            let (who, from, to) = (name(book, state, *force), place(book, *from), place(book, *to));
            format!("{who} goes over the sea from {from} to {to}.")
        }
        ForceEvent::Held { place: at, power } => {
            format!("{} is held by {}.", place(book, *at), book.people.title(power))
        }
        ForceEvent::LeaderPooled { power, leader } => {
            format!("{leader} stands ready for {}.", book.people.title(power))
        }
        ForceEvent::Placed { .. }
        | ForceEvent::Stopped { .. }
        | ForceEvent::Joined { .. }
        | ForceEvent::Changed { .. }
        | ForceEvent::Parted { .. }
        | ForceEvent::LeaderLeft { .. }
        | ForceEvent::Recalled { .. }
        | ForceEvent::NotTaken { .. }
        | ForceEvent::Withdrawn { .. }
        | ForceEvent::CommandTaken { .. }
        | ForceEvent::Overstacked { .. }
        | ForceEvent::Grouped { .. }
        | ForceEvent::Bridged { .. }
        | ForceEvent::Released { .. }
        | ForceEvent::TrainGained { .. } => return None,
    })
}

/// The same for ships.
fn of_fleets(book: &Book, event: &FleetEvent) -> Option<String> {
    Some(match event {
        FleetEvent::ShipsSet { fleets, to, .. } => {
            let to = to.as_ref().map_or("off the map".to_owned(), |to| to.name(&book.atlas));
            format!("{}: set {to}.", fleets.join(" and "))
        }
        FleetEvent::SquadronPlaced { squadron } => {
            let at = squadron.at.name(&book.atlas);
            format!("Ships of {} lie at {at}.", book.people.title(&squadron.power))
        }
        FleetEvent::CorsairPlaced { corsair } => format!("{corsair}, a corsair, is at sea."),
        FleetEvent::SquadronActivated { .. }
        | FleetEvent::Sailed { .. }
        | FleetEvent::FleetsJoined { .. }
        | FleetEvent::SeaIntercepted { .. }
        | FleetEvent::SeaAvoided { .. }
        | FleetEvent::SeaRetreated { .. }
        | FleetEvent::CorsairHunted { .. }
        | FleetEvent::BosphorusShut { .. } => return None,
    })
}

fn name(book: &Book, state: &State, id: ForceId) -> String {
    let force = state.forces.get(&id);
    force.map_or("a force that is gone".to_owned(), |force| force.name(&book.atlas, &book.units))
}

/// What no story tells, by the name of the event.
fn quiet(event: &Event) -> String {
    let document = serde_json::to_value(event).unwrap_or_default();
    let name = document.as_object().and_then(|map| map.keys().next().cloned());
    let name = name.unwrap_or_default().replace('-', " ");
    sentence(&name)
}
