//! What a commander can tell when a condition asks him: from what his power knows, never more.
//!
//! Always known: his own force, its place, the points it has left, the marker, the season. What is
//! not known makes a condition not match.
//!
//! # Our reading
//!
//! - This edition plays no supply, battles or sieges: every force is in supply and in good order,
//!   and nothing has been won, lost or taken.

use super::book::Book;
use super::known::Known;
use super::movement;
use super::state::{Force, Marker};
use crate::kit::ground::Space;
use crate::sheet::condition::{Operand, Senses, Term, Truth};

/// One commander at one moment.
pub struct Commander<'a> {
    book: &'a Book,
    known: &'a Known,
    force: Option<&'a Force>,
    marker: Marker,
    left: u32,
}

impl<'a> Commander<'a> {
    /// A commander with his force, on a marker, with points left.
    pub fn new(
        book: &'a Book,
        known: &'a Known,
        force: Option<&'a Force>,
        marker: Marker,
        left: u32,
    ) -> Self {
        Self { book, known, force, marker, left }
    }

    fn space(&self, number: &str) -> Option<Space> {
        self.book.atlas.code(number).or_else(|| self.book.atlas.named(number))
    }

    fn flag(&self, flag: &str) -> Truth {
        match flag {
            "in supply" => Truth::Yes,
            "demoralized" | "out of supply" | "won" | "lost" | "taken" => Truth::No,
            "besieged" => Truth::of(self.force.is_some_and(|force| force.inside)),
            "besieging" => Truth::of(self.force.is_some_and(|force| force.siege.is_some())),
            "activated" => Truth::of(self.force.is_some_and(|force| force.activations > 0)),
            "enemy adjacent" => match self.force {
                Some(force) => {
                    let near = self.book.atlas.around(force.at);
                    Truth::of(near.into_iter().any(|space| self.known.enemy_at(space)))
                }
                None => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match name {
            "own steps" | "our strength" => self.force.map(|force| i64::from(force.steps())),
            "mp" => Some(i64::from(self.left)),
            "our losses" | "their losses" => Some(0),
            "fortress level" => {
                let town = self.force.and_then(|force| self.book.atlas.town(force.at));
                town.map(|town| i64::from(town.fortress))
            }
            "siege level" => self.force.and_then(|force| force.siege).map(i64::from),
            _ => None,
        }
    }

    /// Where somebody stands, as far as this power knows; several places for "enemy".
    fn places(&self, who: &str) -> Option<Vec<Space>> {
        let theirs = || self.known.theirs.iter();
        match who {
            "enemy" => Some(theirs().map(|stack| stack.at).collect()),
            "enemy army" => {
                Some(theirs().filter(|stack| stack.army).map(|stack| stack.at).collect())
            }
            "enemy leader" => Some(
                theirs().filter(|stack| stack.leader.is_some()).map(|stack| stack.at).collect(),
            ),
            "own army" => Some(
                self.known
                    .own()
                    .filter(|force| force.army.is_some())
                    .map(|force| force.at)
                    .collect(),
            ),
            leader => {
                let ours = self.known.with_leader(leader).map(|force| force.at);
                let seen =
                    theirs().find(|stack| stack.leader.as_deref() == Some(leader)).map(|s| s.at);
                ours.or(seen).map(|space| vec![space])
            }
        }
    }

    fn is(&self, subject: &str, value: &str) -> Truth {
        match subject {
            "terrain" => match self.force {
                Some(force) => Truth::of(self.book.atlas.hex(force.at).terrain.word() == value),
                None => Truth::Unknown,
            },
            "season" => Truth::of(self.known.season.quarter.word() == value),
            "marker" => {
                let name = self.marker.to_string();
                let short = name.split_once(' ').map_or("", |(_, short)| short);
                Truth::of(name == value || short == value)
            }
            _ => Truth::Unknown,
        }
    }
}

impl Senses for Commander<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Flag(flag) => self.flag(flag),
            Term::FlagAt(flag, place) => match (self.flag(flag), self.space(place), self.force) {
                (Truth::Yes, Some(space), Some(force)) => Truth::of(force.at == space),
                (truth, _, _) => truth,
            },
            Term::Odds(..) => Truth::Unknown,
            Term::Compare(left, how, right) => {
                let right = match right {
                    Operand::Number(number) => Some(*number),
                    Operand::Named(name) => self.number(name),
                };
                match (self.number(left), right) {
                    (Some(left), Some(right)) => Truth::of(how.holds(left, right)),
                    _ => Truth::Unknown,
                }
            }
            Term::Is(subject, value) => self.is(subject, value),
            Term::Unknown(name) => Truth::of(self.number(name).is_none()),
            Term::Whose { place, ours } => {
                let holder = self
                    .space(place)
                    .and_then(|space| movement::known_holder(self.book, self.known, space));
                match holder {
                    Some(power) => Truth::of(self.known.is_ours(power) == *ours),
                    None => Truth::Unknown,
                }
            }
            Term::At { who, place } => match (self.places(who), self.space(place)) {
                (Some(places), Some(space)) => Truth::of(places.contains(&space)),
                (None, _) | (_, None) => Truth::Unknown,
            },
            Term::Within { who, steps, place } => match (self.places(who), self.space(place)) {
                (Some(places), Some(space)) => {
                    let near =
                        |at: &Space| i64::from(self.book.atlas.distance(*at, space)) <= *steps;
                    Truth::of(places.iter().any(near))
                }
                (None, _) | (_, None) => Truth::Unknown,
            },
        }
    }
}
