//! What a war on a beaten power brings about that comes too early: Europe takes the part of the attacked (NIA §13.3.2.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.3, §13.3.2.2.

use super::over;
use crate::book::Book;
use crate::politics::allegiance;
use crate::politics::diplomacy::{holds, lines};
use crate::politics::influence::Shifts;
use crate::politics::lines::JOIN;
use crate::position::Common;
use crate::record::state::Bloc;
use crate::turn::Turn;
use std::collections::BTreeSet;

/// What a war on a beaten power brings about that comes too early (NIA §13.3.2.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shock {
    /// The side of the attacked one.
    pub side: Bloc,
    /// Neutral powers, which join the attacked one.
    pub join: Vec<String>,
    /// Powers with which the aggressor has peace, or to whom they are bound by one, and which may join it.
    pub may: Vec<String>,
}

impl Shock {
    /// What comes of it that a power attacks one that it has beaten, and that has not had four springs since; the attacked
    /// one is on this side.
    pub fn of(book: &Book, common: Common, (power, on): (&str, &str), side: Bloc) -> Option<Self> {
        let peaces = &common.titles.peaces;
        let springs = peaces.last(on, power)?.springs(common.season);
        if springs >= u16::from(book.peace.springs()) {
            return None;
        }
        let mut shock = Self { side, join: vec![], may: vec![] };
        let mut others: Vec<&String> = common.relations.parties().collect();
        others.retain(|other| other.as_str() != power && other.as_str() != on);
        others.sort_by_key(|other| book.people.order(other));
        for other in others {
            if common.bloc(other) == side {
                continue;
            }
            if peaces.binds(other, power) {
                shock.may.push(other.clone());
            } else if common.bloc(other) == Bloc::Neutral {
                shock.join.push(other.clone());
            }
        }
        Some(shock)
    }

    /// Who takes the part of the attacked, in words.
    pub fn in_words(&self, book: &Book) -> String {
        let side = self.side.word();
        let told = |all: &[String], word: &str| match all {
            [] => String::new(),
            all => format!("; {}{word} join the {side}", book.people.titles(all)),
        };
        let (join, may) = (told(&self.join, ", now neutral,"), told(&self.may, " may"));
        format!("; four springs are not over since you beat it (NIA §13.3.2.2){join}{may}")
    }

    /// Others take the part of a beaten power that is attacked too early: neutrals must, those whom a peace binds to the
    /// aggressor may (NIA §13.3.2.2).
    pub fn play(self, turn: &mut Turn, aggressor: &str, joined: &mut BTreeSet<(String, u16)>) {
        let wants = |turn: &Turn, power: &str| {
            let mut own = lines(turn, power, |item| {
                item.is(&JOIN) && item.name("against").is_none_or(|against| against == aggressor)
            })
            .into_iter();
            own.find(|item| holds(turn, &Shifts::default(), power, item)).map(|item| item.number)
        };
        let willing: Vec<(String, u16)> = self
            .may
            .into_iter()
            .filter_map(|power| wants(turn, &power).map(|line| (power, line)))
            .collect();
        for (power, line) in willing {
            let treaty = turn.state.titles.peaces.of_both(&power, aggressor).cloned();
            if let Some(treaty) = treaty {
                over::break_off(turn, &treaty);
            }
            joined.insert((power.clone(), line));
            allegiance::turn_power(turn, &power, self.side);
        }
        for power in self.join {
            allegiance::turn_power(turn, &power, self.side);
        }
    }
}
