//! Pillage (FRW §21.1), one square in an operation (§21.4).
//!
//! It is a step of an operation (§21.1), one square in each (§21.4); the ground does not matter (§21.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2, §21.5.

use super::dice::{Die, Throw};
use super::force::Acting;
use super::money;
use crate::book::Book;
use crate::book::atlas::{PlaceKind, Surface};
use crate::markers;
use crate::orders::plan::{Entry, Task};
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, ForceEvent, Why};
use crate::turn::{About, Turn};
use crate::year::balance::{self, When};
use kit::ground::Space;
use kit::rule::Rule;

const PILLAGE: Rule = Rule("FRW §21.2");
/// The last face of the die that brings markers, and the one that takes one.
const OUTRAGE: u8 = 4;
const TERROR: u8 = 5;

/// The pillage segment of an operation.
pub fn segment(turn: &mut Turn<'_>, entry: &Entry, acting: &mut Acting) {
    let wanted = entry.steps.iter().find_map(|step| {
        let Task::Pillage { raze } = step.task else { return None };
        Some((step, raze))
    });
    let at = acting.at;
    if acting.stormed && may(turn.book, &turn.state, &acting.seat, at).is_ok() {
        turn.settled.extend(wanted.map(|(step, _)| step.number));
        return pillage(turn, acting, wanted.is_some_and(|(_, raze)| raze));
    }
    let Some((step, raze)) = wanted else { return };
    let about =
        About { units: acting.units.clone(), goal: Some(at), won: acting.won, ..About::default() };
    let seat = acting.seat.clone();
    let why = if acting.units.is_empty() {
        Some(acting.over())
    } else if !turn.holds(&seat, step.condition.as_ref(), &about) {
        Some(Why::Condition)
    } else {
        may(turn.book, &turn.state, &seat, at).err()
    };
    match why {
        Some(why) => turn.part_not_done(&seat, (entry.number, step.number), step.key, why),
        None => {
            turn.settled.insert(step.number);
            pillage(turn, acting, raze);
        }
    }
}

/// Whether a square may be pillaged: not twice, not at sea, not among others (§21.5).
pub fn may(book: &Book, position: &impl Position, seat: &str, at: Space) -> Result<(), Why> {
    let surface = book.atlas.square(at).surface;
    let fits = matches!(surface, Surface::Land | Surface::Coast);
    if !fits {
        Err(Why::NotThere)
    } else if position.open().pillaged.contains(&at) {
        Err(Why::Pillaged)
    } else if position.has_others(seat, at) {
        Err(Why::Barred)
    } else {
        Ok(())
    }
}

fn pillage(turn: &mut Turn<'_>, acting: &Acting, raze: bool) {
    let book = turn.the_book();
    let (seat, at) = (acting.seat.clone(), acting.at);
    let strength = turn.state.strength_at(book, &seat, at);
    let who = seat.as_str();
    let throw = Throw { rule: PILLAGE, who, at, dice: 1, die: Die::Pillage, owner: who };
    let die = throw.roll(turn)[0];
    let works = u32::from(die) <= strength;
    turn.record(Event::from(ForceEvent::PillageTried {
        seat: seat.clone(),
        at,
        die,
        strength,
        works,
    }));
    if !works {
        return;
    }
    let fieldworks = raze && turn.state.fieldworks.contains(&at);
    turn.record(Event::from(ForceEvent::Pillaged { seat: seat.clone(), at, fieldworks }));
    let Some(place) = book.atlas.square(at).place.as_ref() else { return };
    let gain = match place.kind {
        PlaceKind::City => place.tax,
        PlaceKind::Town => 1,
        PlaceKind::Name => return,
    };
    let to = money::payer(turn, &seat, &acting.units, None);
    let on = "pillage".to_owned();
    turn.record(Event::from(CourtEvent::Gained { seat: seat.clone(), to, halves: 2 * gain, on }));
    outcry(turn, &seat, at);
}

/// What the pillage of a city or town stirs up (§21.2): with its owner, or with all others if it was
/// one's own.
fn outcry(turn: &mut Turn<'_>, seat: &str, at: Space) {
    let owner = turn.book.atlas.square(at).owner.clone().unwrap_or_default();
    let Some(owner) = turn.state.controller(&owner).map(str::to_owned) else { return };
    let who = owner.as_str();
    let throw = Throw { rule: PILLAGE, who, at, dice: 1, die: Die::Pillage, owner: who };
    let die = throw.roll(turn)[0];
    let own = owner == seat;
    let stirred: Vec<String> = match own {
        true => turn.state.order().into_iter().filter(|other| other != seat).collect(),
        false => vec![owner],
    };
    for other in &stirred {
        match die {
            0..=OUTRAGE => markers::draw(turn, other, if own { 1 } else { 2 }),
            TERROR => markers::lose(turn, other, 1),
            _ => {}
        }
    }
    // Chaos: the pillager rolls on the balance of power.
    if die > TERROR {
        let year = turn.state.season.year;
        balance::roll_for(turn, seat, year, When::Pillage(at));
    }
}
