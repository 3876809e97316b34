//! Own units by place, and what is known of the others.

use super::story::sorts;
use crate::book::Book;
use crate::orders::units::listed;
use crate::position::Position;
use crate::sight::Known;
use crate::year::provisioning::forage;
use kit::ground::Space;
use serde::Serialize;

/// Own units in a place.
#[derive(Debug, Serialize)]
pub struct ForceLine {
    pub place: String,
    pub code: String,
    pub units: String,
    pub strength: u32,
    /// How many units the square feeds, and what is above that.
    pub forage: String,
}

/// Units of others in a place.
#[derive(Debug, Serialize)]
pub struct OtherLine {
    pub place: String,
    pub code: String,
    pub who: String,
    pub what: String,
}

/// Own units, by place.
pub fn forces(book: &Book, known: &Known) -> Vec<ForceLine> {
    let line = |at: Space| {
        let units = known.own_at(at);
        let forage = match forage(book, known, &known.power, at) {
            None => "needs no food".to_owned(),
            Some(feeds) if units.len() > feeds => {
                format!("feeds {feeds}, {} above that", units.len() - feeds)
            }
            Some(feeds) => format!("feeds {feeds}"),
        };
        ForceLine {
            place: book.atlas.name(at).to_owned(),
            code: book.atlas.square(at).code.clone(),
            units: listed(units),
            strength: known.strength_at(book, &known.power, at),
            forage,
        }
    };
    known.own.spaces().map(line).collect()
}

/// What is known of the others, by owner and place.
pub fn others(book: &Book, known: &Known) -> Vec<OtherLine> {
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
                what = format!("{what}; met in {met}");
            }
            if let Some(since) = stack.since {
                what = format!("{what}; seen in {since}");
            }
            let line = OtherLine {
                place: book.atlas.name(*at).to_owned(),
                code: book.atlas.square(*at).code.clone(),
                who: who.clone(),
                what,
            };
            lines.push((who, line));
        }
    }
    lines.sort_by(|one, other| one.0.cmp(&other.0));
    lines.into_iter().map(|(_, line)| line).collect()
}
