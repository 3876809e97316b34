//! One side of a fight, as the tables ask it.

use crate::book::Book;
use crate::book::atlas::Terrain;
use crate::book::units::Unit;
use crate::book::war::Horse;
use crate::record::state::Force;
use kit::calendar::Season;
use kit::names;
use std::collections::BTreeMap;

/// Half points of a step, and of a depot (NIA §1.1.1.1).
const STEP_HALVES: u32 = 2;
const DEPOT_HALVES: u32 = 1;

/// Everybody who fights on one side.
///
/// Nobody is in supply until it is said of him, so that `Host::default()` alone is not.
#[derive(Debug, Clone, Default)]
pub struct Host {
    pub units: Vec<Unit>,
    pub depots: u8,
    pub armies: u8,
    pub grand_armies: u8,
    /// Permanent points of a fortress, in an assault only (NIA §9.2).
    pub walls: u8,
    pub cavalry_leaders: u8,
    pub supplied: bool,
    pub demoralized: bool,
    /// Whether a card lets its guns count half as much again (I-10).
    pub battery: bool,
}

impl Host {
    /// A force as it stands.
    pub fn of(book: &Book, force: &Force) -> Host {
        let grand = force.army.as_ref().is_some_and(|name| names::plain(name) == "grande armee");
        let leads = |name: &&String| book.people.known(name).cavalry;
        let leaders = force.leaders.iter().filter(leads).count();
        Host {
            units: force.units.clone(),
            depots: force.depots,
            armies: u8::from(force.army.is_some() && !grand),
            grand_armies: u8::from(grand),
            walls: 0,
            cavalry_leaders: u8::try_from(leaders).unwrap_or(u8::MAX),
            supplied: !force.unsupplied,
            demoralized: force.demoralized,
            battery: false,
        }
    }

    /// Adds another force of the same side; in supply only if both are, demoralized if either is.
    ///
    /// Who has nothing that fights, such as a leader alone, has no say in either.
    pub fn add(&mut self, other: Host) {
        self.supplied = match (self.is_empty(), other.is_empty()) {
            (false, false) => self.supplied && other.supplied,
            (false, true) => self.supplied,
            (true, _) => other.supplied,
        };
        self.demoralized =
            (self.demoralized && !self.is_empty()) || (other.demoralized && !other.is_empty());
        self.units.extend(other.units);
        self.depots = self.depots.saturating_add(other.depots);
        self.armies = self.armies.saturating_add(other.armies);
        self.grand_armies = self.grand_armies.saturating_add(other.grand_armies);
        self.walls = self.walls.saturating_add(other.walls);
        self.cavalry_leaders = self.cavalry_leaders.saturating_add(other.cavalry_leaders);
        self.battery |= other.battery;
    }

    /// Whether nothing here fights.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty() && self.depots == 0 && self.walls == 0
    }

    /// Steps that make the size of a battle: units and, in an assault, walls (NIA §8, §9.2).
    pub fn steps(&self) -> u32 {
        self.units.iter().map(|unit| u32::from(unit.steps)).sum::<u32>() + u32::from(self.walls)
    }

    /// Combat points in halves (NIA §1.1.1.1).
    pub fn halves(&self) -> u32 {
        self.steps() * STEP_HALVES + u32::from(self.depots) * DEPOT_HALVES
    }

    /// Guns that count (NIA §8.1.5); out of supply only those of the walls do (NIA §6.1.2).
    pub fn guns(&self, book: &Book, season: Season) -> u32 {
        let of = |what| book.units.guns_of(what);
        let walls = u32::from(self.walls) * of("fortress point");
        if !self.supplied {
            return walls;
        }
        let guns = |unit: &Unit| book.units.figures(unit, season.quarter, false).guns;
        let all = self.units.iter().map(guns).sum::<u32>()
            + u32::from(self.armies) * of("army marker")
            + u32::from(self.grand_armies) * of("Grande Armée marker")
            + walls;
        if self.battery { all + all / 2 } else { all }
    }

    /// Cavalry points in halves, as this ground lets them count (NIA §8.1.6, §8.1.7).
    pub fn cavalry(&self, book: &Book, terrain: Terrain, season: Season) -> u32 {
        let ground = book.war.horse_ground.iter().find(|ground| {
            ground.terrain.iter().any(|word| word == terrain.word())
                && ground.not_in != Some(season.quarter)
        });
        let most = ground.map_or(u32::MAX, |ground| ground.halves);
        self.by_horse(book, |horse| horse.superiority.min(most))
    }

    /// Half points of pursuing cavalry (NIA §8.3.3.1).
    pub fn pursuit_halves(&self, book: &Book) -> u32 {
        self.by_horse(book, |horse| horse.pursuit)
    }

    fn by_horse(&self, book: &Book, each: impl Fn(&Horse) -> u32) -> u32 {
        let worth = |unit: &Unit| {
            let class = &book.units.kind(&unit.kind).class;
            let horse = book.war.horse.iter().find(|horse| horse.class == *class);
            horse.map_or(0, |horse| each(horse) * u32::from(unit.steps))
        };
        self.units.iter().map(worth).sum()
    }

    /// Whether there is light cavalry, cossacks excepted (NIA §5.2.6, §5.2.7).
    pub fn has_light_cavalry(&self, book: &Book) -> bool {
        self.units.iter().any(|unit| is_of(book, unit, "light cavalry"))
    }

    /// Whether its troops are cavalry and nothing else (NIA §5.2.7).
    pub fn only_cavalry(&self, book: &Book) -> bool {
        !self.units.is_empty() && self.units.iter().all(|unit| is_cavalry(book, unit))
    }

    /// Whether its troops are cossacks or guerrillas and nothing else (NIA §5.2.7).
    pub fn only_irregulars(&self, book: &Book) -> bool {
        let irregular = |unit| is_of(book, unit, "cossacks") || is_of(book, unit, "guerrillas");
        !self.units.is_empty() && self.units.iter().all(irregular)
    }

    /// The morale, or the choices where equally many steps differ, the highest first (NIA §8.1.2).
    ///
    /// A fortress has its own unless more steps than its points are inside (NIA §9.2). The disorder
    /// of a demoralized force is not taken off. Nobody at all has 0.
    pub fn morale(&self, book: &Book, season: Season) -> Vec<u8> {
        let mut steps: BTreeMap<u8, u32> = BTreeMap::new();
        for unit in &self.units {
            let morale = book.units.figures(unit, season.quarter, false).morale;
            *steps.entry(morale).or_default() += u32::from(unit.steps);
        }
        if self.walls > 0 && steps.values().sum::<u32>() <= u32::from(self.walls) {
            return vec![book.units.morale_of("fortress point")];
        }
        let Some(most) = steps.values().copied().max() else {
            return vec![if self.depots > 0 { book.units.morale_of("depot") } else { 0 }];
        };
        steps.into_iter().rev().filter(|(_, count)| *count == most).map(|(each, _)| each).collect()
    }
}

/// Whether a unit is cavalry, cossacks included (NIA §8.2.4).
pub fn is_cavalry(book: &Book, unit: &Unit) -> bool {
    book.war.horse.iter().any(|horse| is_of(book, unit, &horse.class))
}

/// Whether a unit is of a class.
pub fn is_of(book: &Book, unit: &Unit, class: &str) -> bool {
    book.units.kind(&unit.kind).class == class
}
