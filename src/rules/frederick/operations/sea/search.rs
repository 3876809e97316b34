//! Whether fleets find each other on the high seas (FRW §25.17).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.2, §25.17.

use crate::decisions::Topic;
use crate::operations::dice::{Die, Throw};
use crate::operations::force::Acting;
use crate::operations::march::show;
use crate::record::event::{Event, SeaEvent};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const SEARCH: Rule = Rule("FRW §25.17");
/// The last face of the die with which they meet.
pub const MEET: u8 = 3;

/// Whether a fleet that came among others finds them; one that misses them goes next door.
pub fn finds(turn: &mut Turn<'_>, acting: &mut Acting) -> bool {
    let at = acting.at;
    if !turn.book.atlas.is_sea(at) {
        return true;
    }
    let open = free_squares(turn, acting);
    let seat = acting.seat.clone();
    let who = seat.as_str();
    let throw = Throw { rule: SEARCH, who, at, dice: 1, die: Die::Search, owner: who };
    let die = throw.roll(turn)[0];
    let found = meet(die) || open.is_empty();
    turn.record(Event::from(SeaEvent::Sought { seat, at, die, found }));
    if found {
        show(turn, at);
    } else {
        miss(turn, acting, &open);
    }
    found
}

/// Whether fleets meet with a die (§25.17).
pub fn meet(die: u8) -> bool {
    die <= MEET
}

/// The squares next door in which a fleet may end that missed others.
fn free_squares(turn: &Turn<'_>, acting: &Acting) -> Vec<Space> {
    let (book, state) = (turn.the_book(), &turn.state);
    let fits = |to: &Space| {
        let by_sea = book.atlas.side(acting.at, *to).is_some_and(|side| side.by_sea());
        let free = state.others_at(&acting.seat, *to).is_empty();
        by_sea && book.atlas.is_water(*to) && free && state.may_go(book, &acting.seat, *to)
    };
    book.atlas.around(acting.at).into_iter().filter(fits).collect()
}

/// Goes next door: where the sheet says, else back.
fn miss(turn: &mut Turn<'_>, acting: &mut Acting, open: &[Space]) {
    let atlas = &turn.the_book().atlas;
    let names: Vec<&str> = open.iter().map(|at| atlas.name(*at)).collect();
    let back = acting.came_from.filter(|at| open.contains(at)).unwrap_or(open[0]);
    let said = turn.reaction(&acting.seat, &acting.units, "missed").and_then(|said| {
        let mut wanted = said.names("missed").into_iter().filter(|name| names.contains(name));
        wanted.next().map(|name| (name.to_owned(), Source::Reaction))
    });
    let ask = SEARCH.by(acting.seat.as_str()).at(turn.place(acting.at));
    let default = atlas.name(back);
    let choice = turn.decide(ask, &acting.seat, Topic::Missed, &names, (default, said));
    let found = names.iter().position(|name| *name == choice);
    let to = found.and_then(|place| open.get(place).copied()).unwrap_or(back);
    let (force, from) = (turn.force(&acting.seat, &acting.units), acting.at);
    turn.record(Event::from(SeaEvent::Sailed { force, from, to, transit: false }));
    acting.came_from = Some(from);
    (acting.at, acting.left) = (to, 0);
}
