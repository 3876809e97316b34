//! Leaders who come out of the pool by lot (FRW §23.2): after a victory, with a levy, by an event or a Rally.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.4, §18.4, §23.2.

use super::loss::refuges;
use crate::decisions::Topic;
use crate::record::event::{Event, ForceEvent};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const LEADER: Rule = Rule("FRW §23.2");

/// A leader of a major's pool comes to a square, if there is one.
pub fn comes(turn: &mut Turn<'_>, seat: &str, major: &str, at: Space) {
    if let Some(leader) = drawn(turn, LEADER, major) {
        came(turn, seat, major, (leader, at));
    }
}

/// A leader of a major's pool comes to units that his owner names.
pub fn joins(turn: &mut Turn<'_>, rule: Rule, seat: &str, major: &str) {
    // Nobody is drawn whom nobody could follow.
    let mut places = refuges(turn, seat, major, None);
    if places.is_empty() {
        return;
    }
    let Some(leader) = drawn(turn, rule, major) else { return };
    let has_none = |at: &Space| turn.state.leaders_at(seat, *at).is_empty();
    places.sort_by_key(|at| !has_none(at));
    let names: Vec<String> = places.iter().map(|at| turn.book.atlas.name(*at).to_owned()).collect();
    let said = turn.reaction(seat, &[], "new leader at").and_then(|said| {
        let wanted = said.names("new leader at").into_iter();
        let mut wanted = wanted.filter(|name| names.iter().any(|one| one == name));
        wanted.next().map(|name| (name.to_owned(), Source::Reaction))
    });
    let options: Vec<&str> = names.iter().map(String::as_str).collect();
    let (ask, default) = (rule.by(leader.as_str()), options[0].to_owned());
    let choice = turn.decide(ask, seat, Topic::LeaderAt, &options, (&default, said));
    let found = names.iter().position(|name| *name == choice).unwrap_or(0);
    came(turn, seat, major, (leader, places[found]));
}

fn drawn(turn: &mut Turn<'_>, rule: Rule, major: &str) -> Option<String> {
    let pool = turn.state.pools.get(major).cloned().unwrap_or_default();
    (!pool.is_empty()).then(|| turn.ledger.lot(rule.by(major), &pool))
}

fn came(turn: &mut Turn<'_>, seat: &str, major: &str, (leader, at): (String, Space)) {
    let (seat, major) = (seat.to_owned(), major.to_owned());
    turn.record(Event::from(ForceEvent::LeaderCame { seat, major, leader, at }));
}
