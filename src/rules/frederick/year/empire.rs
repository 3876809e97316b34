//! The votes of the electorates (FRW §29, §9.13).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13.

use crate::court::cancel;
use crate::decisions::Topic;
use crate::position::Position;
use crate::record::event::{Event, YearEvent};
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Given;
use std::collections::BTreeMap;

const VOTE: Rule = Rule("FRW §29.2");
pub const MARKER: &str = "Vote in the Imperial Diet";

/// The electorates that a seat occupies; pillage does not matter.
pub fn held(turn: &Turn<'_>, seat: &str) -> Vec<Space> {
    let mut all = electorates(turn);
    all.retain(|at| turn.state.holder(*at).as_deref() == Some(seat));
    all
}

fn electorates(turn: &Turn<'_>) -> Vec<Space> {
    let atlas = &turn.the_book().atlas;
    let elector = |at: &Space| atlas.square(*at).place.as_ref().is_some_and(|place| place.elector);
    atlas.all().filter(elector).collect()
}

/// Counts the votes; gives the seat that has a majority.
pub fn majority(turn: &mut Turn<'_>) -> Option<String> {
    let cities = electorates(turn);
    let mut voters: BTreeMap<Space, String> = BTreeMap::new();
    for at in &cities {
        if let Some(seat) = turn.state.holder(*at) {
            voters.insert(*at, seat);
        }
    }
    let mut claimed: Vec<Space> = vec![];
    for seat in turn.state.order() {
        if let Some(at) = claim(turn, &seat, &cities, &voters, &claimed) {
            claimed.push(at);
            voters.insert(at, seat);
        }
    }
    let mut votes: BTreeMap<String, u32> = BTreeMap::new();
    for seat in voters.into_values() {
        *votes.entry(seat).or_default() += 1;
    }
    let needed = u32::try_from(turn.book.tables.figures.votes).unwrap_or(u32::MAX);
    let winner = votes.iter().find(|(_, count)| **count >= needed).map(|(seat, _)| seat.clone());
    turn.record(Event::from(YearEvent::Voted { votes, seat: winner.clone() }));
    winner
}

/// The city that a seat claims with its marker, if it does.
fn claim(
    turn: &mut Turn<'_>,
    seat: &str,
    cities: &[Space],
    voters: &BTreeMap<Space, String>,
    claimed: &[Space],
) -> Option<Space> {
    let counter = turn.state.holding(seat, MARKER)?;
    let own = voters.values().filter(|one| *one == seat).count();
    let foreign =
        |at: &&Space| voters.get(*at).map(String::as_str) != Some(seat) && !claimed.contains(*at);
    let open: Vec<Space> = cities.iter().filter(foreign).copied().collect();
    let names: Vec<&str> =
        open.iter().map(|at| turn.the_book().atlas.name(*at)).chain(["no"]).collect();
    let makes = own + 1 == turn.book.tables.figures.votes;
    let default = if makes { names[0] } else { "no" };
    let said = turn.reaction(seat, &[], "vote");
    let said = said.as_ref().and_then(|said| said.get("vote")).and_then(Given::map).map(|map| {
        let sound = !map.is_written("if") || map.get("if").is_some();
        let wants = sound && turn.said(seat, [map], &About::default()).is_some();
        let city = map.name("city").filter(|name| names.contains(name));
        let city = city.unwrap_or(names[0]);
        (if wants { city } else { "no" }.to_owned(), Source::Reaction)
    });
    let choice = turn.decide(VOTE.by(seat), seat, Topic::Vote, &names, (default, said));
    let at = *open.get(names.iter().position(|name| *name == choice)?)?;
    cancel::play(turn, seat, &counter, Some(at), "").then_some(at)
}
