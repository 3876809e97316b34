//! Action markers that are played, and cancelled by others (FRW §9.13: Enlightenment 2, Spy 4).
//!
//! # Our reading
//!
//! - A marker that is cancelled goes back to the pool like one that was played. The others are asked in
//!   the order of play; an Enlightenment that cancels may be cancelled in its turn.

use super::lines::Line;
use crate::book::cards::kind_of;
use crate::decisions::Topic;
use crate::markers;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};

const CANCEL: Rule = Rule("FRW §9.13");
pub const ENLIGHTENMENT: &str = "Enlightenment";
pub const SPY: &str = "Spy";

/// Plays an action marker of a hand; says whether it takes effect.
pub fn play(turn: &mut Turn<'_>, seat: &str, counter: &str, at: Option<Space>, on: &str) -> bool {
    markers::play(turn, seat, counter, at, on);
    let kind = kind_of(counter).to_owned();
    let others: Vec<String> = turn.state.order().into_iter().filter(|one| one != seat).collect();
    for other in others {
        let Some(with) = answer(turn, &other, seat, &kind) else { continue };
        if play(turn, &other, &with, None, &format!("against {kind}")) {
            return false;
        }
    }
    true
}

/// The counter with which a seat cancels, if it does.
fn answer(turn: &mut Turn<'_>, seat: &str, by: &str, kind: &str) -> Option<String> {
    let spy = if kind == SPY { turn.state.holding(seat, SPY) } else { None };
    let with = spy.or_else(|| turn.state.holding(seat, ENLIGHTENMENT))?;
    let wants = wants(turn, seat, by, kind);
    let said = wants.then(|| ("yes".to_owned(), Source::Reaction));
    let ask = CANCEL.by(seat).at(kind);
    let choice = turn.decide(ask, seat, Topic::Cancel, &["yes", "no"], ("no", said));
    (choice == "yes").then_some(with)
}

/// Whether the reactions of a seat cancel such a marker of another.
fn wants(turn: &Turn<'_>, seat: &str, by: &str, kind: &str) -> bool {
    let sheet = turn.sheet(seat);
    let fits = |map: &&Filled| {
        let names = map.name("marker") == Some(kind);
        names && map.name("by").is_none_or(|name| name == by)
    };
    let lists = sheet.reactions.iter().flat_map(|one| one.list("cancel"));
    let mut maps = lists.filter_map(Given::map).filter(fits);
    maps.any(|map| {
        let sound = !map.is_written("if") || map.get("if").is_some();
        sound && turn.holds(seat, map.condition("if"), &About::default())
    })
}

/// Plays a marker that a line asks for; tells its writer if they hold none, or if it was cancelled.
pub fn play_for(
    turn: &mut Turn<'_>,
    line: &Line,
    kind: &str,
    at: Option<Space>,
    on: &str,
) -> bool {
    use crate::record::event::Why;
    let Some(counter) = turn.state.holding(&line.seat, kind) else {
        line.refuse(turn, Why::NoMarker);
        return false;
    };
    let stands = play(turn, &line.seat, &counter, at, on);
    if !stands {
        line.refuse(turn, Why::Cancelled);
    }
    stands
}
