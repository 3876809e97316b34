//! What a condition is told: what the seat knows at that moment, and about which force and goal it
//! asks.

use super::words::ENEMY;
use crate::book::Book;
use crate::position::Position;
use crate::record::unit::Unit;
use crate::sight::Known;
use kit::ground::Space;
use sheet::condition::{Condition, Senses, Term, Truth, WhyNot};
use std::collections::BTreeSet;

/// What is known of the moment besides the position.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    pub go_around: u16,
    pub last_go_around: bool,
    /// The seats that passed when they were last asked.
    pub passed: BTreeSet<String>,
}

/// A moment of the game, as one seat knows it, and the force that a condition is about.
pub struct Scene<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    pub moment: &'a Moment,
    /// The units of the force.
    pub force: Vec<&'a Unit>,
    /// Where it goes, or where the battle is.
    pub goal: Option<Space>,
    /// Movement points left, in halves.
    pub left: Option<u32>,
    /// Whether the battle of the operation was won; none, if there was none that anybody won.
    pub won: Option<bool>,
    /// The sum of dice that might be rolled again, and what they came to.
    pub roll: Option<i64>,
    pub result: Option<&'a str>,
}

impl Scene<'_> {
    /// Whether a condition clearly holds; none always does.
    pub fn holds(&self, condition: Option<&Condition>) -> bool {
        condition.is_none_or(|condition| condition.ask(self) == Truth::Yes)
    }

    /// The numbers that a condition asks for, as far as they can be told.
    pub fn figures(&self, condition: &Condition) -> Vec<String> {
        condition.figures(|term| {
            if let Term::Odds(..) = term {
                self.strengths().map(|(ours, theirs)| format!("odds {ours} to {theirs}"))
            } else if let Term::Compare(name, ..) = term {
                self.number(name).map(|number| format!("{name} {number}"))
            } else if let Term::CompareOf(number, of, ..) = term {
                self.number_of(number, of).map(|value| format!("{number} {of} {value}"))
            } else {
                None
            }
        })
    }

    /// Why a condition does not hold.
    pub fn why_not(&self, condition: &Condition) -> WhyNot {
        condition.why_not(self, |part| self.figures(part))
    }

    fn at(&self) -> Option<Space> {
        self.force.first().map(|unit| unit.at)
    }

    fn strengths(&self) -> Option<(i64, i64)> {
        let ours: u32 = self.force.iter().map(|unit| self.book.strength(unit)).sum();
        let theirs = self.known.strength_of_others(self.book, self.goal?)?;
        Some((i64::from(ours), i64::from(theirs)))
    }

    fn flag(&self, flag: &str) -> Truth {
        let open = &self.known.open;
        let goal =
            |is: &dyn Fn(Space) -> bool| self.goal.map_or(Truth::Unknown, |at| Truth::of(is(at)));
        match flag {
            "fortress" => goal(&|at| self.book.atlas.is_fortress(at)),
            "fieldworks" => goal(&|at| open.fieldworks.contains(&at)),
            "pillaged" => goal(&|at| open.pillaged.contains(&at)),
            "taken" => goal(&|at| self.at() == Some(at) && self.known.others_at(at).is_empty()),
            "enemy adjacent" => match self.at() {
                Some(at) => {
                    let around = self.book.atlas.around(at);
                    Truth::of(around.into_iter().any(|at| self.enemies(at)))
                }
                None => Truth::Unknown,
            },
            "at sea" => {
                self.at().map_or(Truth::Unknown, |at| Truth::of(self.book.atlas.is_sea(at)))
            }
            "enemy fleet" => goal(&|at| self.known.enemy_fleet_at(at)),
            "won" => Truth::of(self.won == Some(true)),
            "lost" => Truth::of(self.won == Some(false)),
            "last go-around" => Truth::of(self.moment.last_go_around),
            _ => Truth::Unknown,
        }
    }

    fn enemies(&self, at: Space) -> bool {
        self.known.others_at(at).iter().any(|stack| stack.seat.is_some())
    }

    fn flag_of(&self, flag: &str, name: &str) -> Truth {
        match flag {
            "holding" => Truth::of(self.known.holds(&self.known.power, name)),
            "neutral" => Truth::of(!self.known.open.relations.takes_part(name)),
            "passed" => Truth::of(self.moment.passed.contains(name)),
            _ => Truth::Unknown,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match name {
            "thaler" => self.number_of("thaler of", &self.known.power),
            "go-around" => Some(i64::from(self.moment.go_around)),
            "mp" => self.left.map(|left| i64::from(left / 2)),
            "roll" => self.roll,
            "own units" => i64::try_from(self.force.len()).ok(),
            "our strength" => {
                Some(self.force.iter().map(|unit| i64::from(self.book.strength(unit))).sum())
            }
            "their strength" => self.known.strength_of_others(self.book, self.goal?).map(i64::from),
            _ => None,
        }
    }

    fn number_of(&self, number: &str, name: &str) -> Option<i64> {
        match number {
            "thaler of" => Some(i64::from(self.known.open.purse(self.book, name) / 2)),
            "markers of" if name == self.known.power => {
                i64::try_from(self.known.markers.own.len()).ok()
            }
            "markers of" => {
                i64::try_from(self.known.markers.others.get(name).copied().unwrap_or(0)).ok()
            }
            "units at" => {
                let at = self.book.atlas.find(name)?;
                i64::try_from(self.known.own_at(at).len()).ok()
            }
            _ => None,
        }
    }

    fn is(&self, subject: &str, value: &str) -> Truth {
        if subject == "result" {
            return self.result.map_or(Truth::Unknown, |result| Truth::of(result == value));
        }
        let Some(goal) = self.goal else { return Truth::Unknown };
        match subject {
            "terrain" => {
                let mountain = self.book.atlas.square(goal).mountain;
                Truth::of(mountain == (value == "mountain"))
            }
            "enemy leader" => {
                let mut stacks = self.known.others_at(goal).iter();
                Truth::of(stacks.any(|stack| stack.leader.as_deref() == Some(value)))
            }
            _ => Truth::Unknown,
        }
    }

    fn near(&self, who: &str, place: &str, most: i64) -> Truth {
        let Some(place) = self.book.atlas.find(place) else { return Truth::Unknown };
        let far = |at: Space| {
            if at == place {
                return Some(0);
            }
            self.book.atlas.distance(at, place).map(i64::from)
        };
        let near = |at: Space| far(at).is_some_and(|far| far <= most);
        if who == ENEMY {
            let all = self.known.stacks.keys();
            return Truth::of(all.copied().any(|at| near(at) && self.enemies(at)));
        }
        match self.known.leader_at(who) {
            Some(at) => Truth::of(near(at)),
            // A leader who is not seen may be under others.
            None => Truth::Unknown,
        }
    }
}

impl Senses for Scene<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Flag(flag) => self.flag(flag),
            Term::FlagAt(flag, name) => self.flag_of(flag, name),
            Term::Odds(how, ours, theirs) => how.holds_of_odds(self.strengths(), *ours, *theirs),
            Term::Compare(left, how, right) => how.holds_of(left, right, |name| self.number(name)),
            Term::CompareOf(number, of, how, right) => {
                let left = |name: &str| match name == *number {
                    true => self.number_of(number, of),
                    false => self.number(name),
                };
                how.holds_of(number, right, left)
            }
            Term::Is(subject, value) => self.is(subject, value),
            Term::Unknown(name) => match *name {
                "their strength" => Truth::of(self.number(name).is_none()),
                name => Truth::of(self.goal.is_none() && self.number(name).is_none()),
            },
            Term::Whose { place, ours } => match self.book.atlas.find(place) {
                Some(at) if *ours => Truth::of(!self.known.own_at(at).is_empty()),
                Some(at) => Truth::of(self.enemies(at)),
                None => Truth::Unknown,
            },
            Term::Inside(who) => match self.known.leader_at(who) {
                Some(at) => Truth::of(self.book.atlas.is_fortress(at)),
                None => Truth::Unknown,
            },
            Term::At { who, place } => self.near(who, place, 0),
            Term::Within { who, steps, place } => self.near(who, place, *steps),
        }
    }
}
