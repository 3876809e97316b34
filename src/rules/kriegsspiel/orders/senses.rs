//! What a commander can tell when a condition asks him: from what his side knows, never more.
//!
//! Always known: his own force, its place and supply, the points that are left, the season. How
//! strong the enemy is he knows in contact alone, that is, in one hex with him (§3); before that the
//! intel map tells him a band of size. Where others are estimated, conditions ask the round figures of the estimates,
//! in the season as on the receipt.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.

use crate::book::Book;
use crate::position::Position;
use crate::record::state::Formation;
use crate::sight::intel_levels::Band;
use crate::sight::known::{Known, Marker};
use kit::ground::Space;
use sheet::condition::{Condition, Senses, Term, Truth, WhyNot};
use std::collections::BTreeMap;

/// What those who fought are told of a side, where others are estimated (§3).
#[derive(Debug, Clone, Copy, Default)]
pub struct Told {
    /// The round figures of the last day.
    pub combat: u32,
    pub units: u32,
    /// Hits of all days, by the words for its losses.
    pub lost: u32,
}

/// What a commander has before his eyes.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// Combat values of both sides, ours first: told in contact alone.
    pub strengths: Option<(u32, u32)>,
    /// Battalions, regiments and batteries of both sides.
    pub units: Option<(u32, u32)>,
    /// The combat value and the units of each power of both sides; `strengths` and `units` are their sums.
    pub sides: [BTreeMap<String, (u32, u32)>; 2],
    /// Hits lost by both sides in this battle.
    pub losses: (u32, u32),
    /// What is told of both sides after a day of battle, where others are estimated.
    pub told: Option<[Told; 2]>,
    pub day: u32,
    pub met: Option<String>,
    /// Movement points that are left.
    pub left: u32,
    /// Action points that are left.
    pub points: u32,
}

/// One commander at one moment.
pub struct Commander<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    pub at: Space,
    pub force: Vec<&'a Formation>,
    pub scene: Scene,
}

impl Commander<'_> {
    /// Why a condition does not hold, with the figures that can be told.
    pub fn why_not(&self, condition: &Condition) -> WhyNot {
        let figure = |term: &Term| match term {
            Term::Odds(..) => {
                let (ours, theirs) = self.scene.strengths?;
                Some(format!("odds {ours} to {theirs}"))
            }
            Term::Compare(name, ..) => self.number(name).map(|number| format!("{name} {number}")),
            _ => None,
        };
        condition.why_not(self, |part| part.figures(figure))
    }

    fn flag(&self, flag: &str) -> Truth {
        let fed = !self.force.is_empty() && self.force.iter().all(|one| one.fed);
        match flag {
            "in supply" => Truth::of(fed),
            "out of supply" => Truth::of(!fed),
            "enemy adjacent" => {
                let mut near = self.book.atlas.around(self.at).into_iter();
                Truth::of(near.any(|space| self.known.enemy_at(space, &self.known.power)))
            }
            "besieging" => {
                Truth::of(self.known.enemy_walls(self.book, self.at, &self.known.power).is_some())
            }
            "behind walls" => {
                let master = self.known.master_of_walls(self.book, self.at);
                Truth::of(master.is_some_and(|power| self.known.is_ours(power)))
            }
            _ => Truth::Unknown,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        let troops = &self.book.troops;
        let own = || self.force.iter().map(|one| one.combat(troops)).sum::<u32>();
        let count = || self.force.iter().map(|one| one.count(troops)).sum::<u32>();
        let figure = match name {
            "our strength" => self.scene.strengths.map_or_else(own, |(ours, _)| ours),
            "their strength" => self.scene.strengths?.1,
            "own units" => self.scene.units.map_or_else(count, |(ours, _)| ours),
            "enemy units" => self.scene.units?.1,
            "our losses" => self.scene.losses.0,
            "their losses" => self.scene.losses.1,
            "day" => self.scene.day,
            "mp" => self.scene.left,
            "action points" => self.scene.points,
            _ => return None,
        };
        Some(i64::from(figure))
    }

    /// Where somebody stands, as far as this power knows.
    fn places(&self, who: &str) -> Vec<Space> {
        let seen = || self.known.markers.iter().filter(|marker| marker.last.is_none());
        let foes = || seen().filter(|marker| self.known.is_foe(&marker.power));
        match who {
            "enemy" => foes().map(|marker| marker.at).collect(),
            "enemy army" => {
                foes().filter(|marker| marker.is_army()).map(|marker| marker.at).collect()
            }
            name => {
                let general = self.known.generals.get(name).map(|general| general.at);
                let formation = self.known.formations.get(name).map(|one| one.at);
                let named = |marker: &&Marker| marker.general.as_deref() == Some(name);
                let marker = seen().find(named).map(|marker| marker.at);
                general.or(formation).or(marker).into_iter().collect()
            }
        }
    }

    /// Whether somebody is so near; that he is not is known only where all of it is in sight.
    fn near(&self, who: &str, place: &str, radius: u16) -> Truth {
        let Some(space) = self.book.atlas.find(place) else { return Truth::Unknown };
        let places = self.places(who);
        if places.iter().any(|at| self.book.atlas.distance(*at, space) <= radius) {
            return Truth::Yes;
        }
        if self.known.generals.contains_key(who) || self.known.formations.contains_key(who) {
            return Truth::No;
        }
        let all = self.book.atlas.within(space, radius);
        let seen = all.iter().all(|at| self.known.field.contains(at));
        if seen { Truth::No } else { Truth::Unknown }
    }

    /// Whether somebody is within walls that their side holds; of enemies in general, those in
    /// the hex of the force.
    fn inside(&self, who: &str) -> Truth {
        if matches!(who, "enemy" | "enemy army") {
            let here = self.places(who).contains(&self.at);
            return Truth::of(
                here && self.known.enemy_walls(self.book, self.at, &self.known.power).is_some(),
            );
        }
        let places = self.places(who);
        let Some(at) = places.first().copied() else { return Truth::Unknown };
        let ours = self.known.generals.contains_key(who) || self.known.formations.contains_key(who);
        let master = self.known.master_of_walls(self.book, at);
        Truth::of(master.is_some_and(|power| self.known.is_ours(power) == ours))
    }

    fn is(&self, subject: &str, value: &str) -> Truth {
        match subject {
            "terrain" => Truth::of(self.book.ground(self.at) == value),
            "season" => Truth::of(self.known.season.quarter.word() == value),
            "enemy leader" => match (&self.scene.met, self.scene.strengths) {
                (Some(met), _) => Truth::of(met == value),
                (None, Some(_)) => Truth::No,
                (None, None) => Truth::Unknown,
            },
            "enemy" => match self.scene.units {
                Some((_, theirs)) => {
                    Truth::of(Band::of(theirs).word().split(' ').next_back() == Some(value))
                }
                None => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }
}

impl Senses for Commander<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Flag(flag) => self.flag(flag),
            Term::FlagAt(flag, place) => match (self.flag(flag), self.book.atlas.find(place)) {
                (Truth::Yes, Some(space)) => Truth::of(self.at == space),
                (truth, _) => truth,
            },
            Term::Odds(how, ours, theirs) => {
                let strengths = self.scene.strengths.map(|(us, them)| (us.into(), them.into()));
                how.holds_of_odds(strengths, *ours, *theirs)
            }
            Term::Compare(left, how, right) => how.holds_of(left, right, |name| self.number(name)),
            Term::CompareOf(..) => Truth::Unknown,
            Term::Is(subject, value) => self.is(subject, value),
            Term::Unknown(name) => Truth::of(self.number(name).is_none()),
            Term::Whose { place, ours } => {
                let space = self.book.atlas.find(place);
                let holder = space.and_then(|space| self.known.holder(self.book, space));
                match holder {
                    Some(power) => Truth::of(self.known.is_ours(power) == *ours),
                    None => Truth::Unknown,
                }
            }
            Term::Inside(who) => self.inside(who),
            Term::At { who, place } => self.near(who, place, 0),
            Term::Within { who, steps, place } => {
                self.near(who, place, u16::try_from(*steps).unwrap_or(u16::MAX))
            }
        }
    }
}
