//! Own units by place, and what is known of the others.

use super::story::sorts;
use crate::book::Book;
use crate::orders::units::listed;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, ForceEvent, SeaEvent, WarEvent};
use crate::record::unit::Unit;
use crate::sight::Known;
use crate::year::provisioning::{forage, surplus};
use kit::ground::Space;
use serde::Serialize;
use std::collections::BTreeSet;

/// Own units in a place.
#[derive(Debug, Serialize)]
pub struct ForceLine {
    pub place: String,
    pub units: String,
    pub strength: u32,
    /// How many units the square feeds, and what is above that.
    pub forage: String,
}

/// Units of others in a place.
#[derive(Debug, Clone, Serialize)]
pub struct OtherLine {
    pub place: String,
    pub who: String,
    pub what: String,
    /// Whether something was seen to happen there in the season that is told.
    pub changed: bool,
}

/// Those of one owner where nothing was seen to happen.
#[derive(Debug, Serialize)]
pub struct OtherGroup {
    pub who: String,
    pub all: String,
}

/// A square by its name and number; an area off the map has its name alone.
fn place(book: &Book, at: Space) -> String {
    let (name, code) = (book.atlas.name(at), &book.atlas.square(at).code);
    if name == code { name.to_owned() } else { format!("{name} {code}") }
}

/// Own units, by place.
pub fn forces(book: &Book, known: &Known) -> Vec<ForceLine> {
    let line = |at: Space| {
        let units = known.own_at(at);
        let forage = match forage(book, known, &known.power, at) {
            None => "needs no food".to_owned(),
            Some(feeds) if units.len() > feeds => match surplus(book, known, &known.power, at) {
                0 => format!("feeds {feeds}; a magazine or port feeds the rest"),
                hungry => format!("feeds {feeds}, so {hungry} would go hungry"),
            },
            Some(feeds) => format!("feeds {feeds}"),
        };
        ForceLine {
            place: place(book, at),
            units: by_power(book, known, &units),
            strength: known.strength_at(book, &known.power, at),
            forage,
        }
    };
    known.own.spaces().map(line).collect()
}

/// Units in words; those of a minor power by its name, since they go with it.
fn by_power(book: &Book, known: &Known, units: &[&Unit]) -> String {
    let majors = book.majors(&known.power);
    let is_own = |unit: &&Unit| majors.contains(&unit.power);
    let (own, lent): (Vec<&Unit>, Vec<&Unit>) = units.iter().copied().partition(is_own);
    let minors: BTreeSet<&str> = lent.iter().map(|unit| unit.power.as_str()).collect();
    let of = |minor: &str| {
        let theirs = lent.iter().copied().filter(|unit| unit.power == minor);
        format!("of {}: {}", book.title(minor), listed(theirs))
    };
    let all = std::iter::once(listed(own)).chain(minors.into_iter().map(of));
    all.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// What is known of the others, by owner and place.
pub fn others(book: &Book, known: &Known) -> Vec<OtherLine> {
    let changed = changed(&known.events);
    let mut lines: Vec<(String, OtherLine)> = vec![];
    for (at, stacks) in &known.stacks {
        for stack in stacks {
            let powers: Vec<String> = stack.powers.iter().map(|one| book.title(one)).collect();
            let who = match &stack.seat {
                Some(seat) => book.seat_title(seat),
                None => format!("{} (neutral)", powers.join(", ")),
            };
            let mut what = match &stack.units {
                Some(units) => sorts(units),
                None => match &stack.leader {
                    Some(leader) => format!("{leader}, {}", stack.height.words()),
                    None => stack.height.words().to_owned(),
                },
            };
            if stack.fleet && stack.units.is_none() {
                what = format!("{what}, with fleets");
            }
            if let Some(met) = stack.met.filter(|_| stack.units.is_some()) {
                what = format!("{what}; known from {met}");
            }
            if let Some(since) = stack.since {
                what = format!("{what}; seen in {since}");
            }
            let line = OtherLine {
                place: place(book, *at),
                who: who.clone(),
                what,
                changed: changed.contains(at),
            };
            lines.push((who, line));
        }
    }
    lines.sort_by(|one, other| one.0.cmp(&other.0));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Those where nothing was seen to happen, by owner.
pub fn as_before(others: &[OtherLine]) -> Vec<OtherGroup> {
    let mut groups: Vec<OtherGroup> = vec![];
    for OtherLine { place, who, what, changed } in others {
        if *changed {
            continue;
        }
        let one = format!("{place}, {what}");
        match groups.last_mut().filter(|group| group.who == *who) {
            Some(group) => group.all.push_str(&format!("; {one}")),
            None => groups.push(OtherGroup { who: who.clone(), all: one }),
        }
    }
    groups
}

/// The squares where somebody was seen to come, go, or be lost.
fn changed(events: &[Event]) -> BTreeSet<Space> {
    events.iter().flat_map(squares).collect()
}

fn squares(event: &Event) -> Vec<Space> {
    match event {
        Event::Force(event) => match event {
            ForceEvent::Moved { from, to, .. } => vec![*from, *to],
            ForceEvent::Dropped { at, .. }
            | ForceEvent::Met { at, .. }
            | ForceEvent::Lost { at, .. }
            | ForceEvent::Captured { at, .. }
            | ForceEvent::WentOver { at, .. }
            | ForceEvent::Released { at, .. }
            | ForceEvent::Raised { at, .. }
            | ForceEvent::LeaderCame { at, .. }
            | ForceEvent::LeaderSaved { to: at, .. } => vec![*at],
            ForceEvent::OperationBegan { .. }
            | ForceEvent::Passed { .. }
            | ForceEvent::Halted { .. }
            | ForceEvent::AttritionChecked { .. }
            | ForceEvent::LeaderNotSaved { .. }
            | ForceEvent::Promoted { .. }
            | ForceEvent::PillageTried { .. }
            | ForceEvent::Pillaged { .. }
            | ForceEvent::FieldworksLost { .. } => vec![],
        },
        Event::Sea(event) => match event {
            SeaEvent::Sailed { from, to, .. } => vec![*from, *to],
            SeaEvent::Boarded { at, .. } | SeaEvent::Landed { at, .. } => vec![*at],
            SeaEvent::Sought { .. } => vec![],
        },
        Event::War(WarEvent::Retreated { from, to, .. }) => vec![*from, *to],
        Event::Court(CourtEvent::ControlChanged { moved, .. }) => moved.values().copied().collect(),
        Event::War(_) | Event::Court(_) | Event::Order(_) | Event::Year(_) | Event::Marker(_) => {
            vec![]
        }
    }
}
