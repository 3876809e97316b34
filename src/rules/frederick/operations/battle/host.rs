//! What a side of a battle counts: units, terrain, siege trains and battle markers (FRW §18.5, §19.2,
//! §25.19, §26.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §18.5, §19.2, §19.3, §19.5, §23.7, §25.14, §25.19, §26.5,
//! §32.1.

use crate::book::Book;
use crate::book::options::Extra;
use crate::book::troops::{Grade, Kind};
use crate::record::event::Line;
use crate::record::unit::{Sort, Unit};
use kit::ground::Space;

/// What a marker is called.
pub const CHARGE: &str = "Charge";
pub const DRILL: &str = "Infantry Drill";
pub const LIGHT: &str = "Light Troops";
pub const NAVAL: &str = "Naval";
pub const OBLIQUE: &str = "Oblique Attack";
pub const PIONEERS: &str = "Pioneers";
pub const SPECIAL: &str = "Special";

/// The most multipliers of a unit.
const MOST: u32 = 3;

/// The ground of a battle as it helps the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    pub at: Space,
    /// Multipliers of terrain, fortress and fieldworks.
    pub help: u32,
    pub fortress: bool,
    pub fieldworks: bool,
    /// Whether light troops are at home there: mountains, with the option (§32.1).
    pub wild: bool,
    /// Whether the defenders are besieged, so that a retreat is their end (§34.2).
    pub besieged: bool,
    /// Whether the besieged attack, for whom the same holds.
    pub sortie: bool,
}

/// Multipliers of light troops that defend in mountains (§32.1).
const WILD: u32 = 2;

impl Site {
    /// A square as it helps a defender; without terrain for fights that ignore it (§13.6).
    pub fn of(book: &Book, at: Space, fieldworks: bool, terrain: bool) -> Site {
        if !terrain || !book.atlas.is_land(at) {
            return Site::in_the_open(at, false);
        }
        let chart = &book.tables.terrain;
        let fortress = book.atlas.is_fortress(at);
        let ground = if book.atlas.square(at).mountain { chart.mountain } else { chart.clear };
        let times =
            if fortress { chart.fortress_defence.max(ground.defence) } else { ground.defence };
        let works = u32::from(fieldworks && !fortress);
        Site {
            at,
            help: times.saturating_sub(1) + works,
            fortress,
            fieldworks: fieldworks && !fortress,
            wild: book.atlas.square(at).mountain && book.options.has(Extra::SpecialUnits),
            besieged: false,
            sortie: false,
        }
    }

    /// A square as it helps those who stand in it outside its walls and fieldworks.
    pub fn outside(book: &Book, at: Space) -> Site {
        let chart = &book.tables.terrain;
        let mountain = book.atlas.is_land(at) && book.atlas.square(at).mountain;
        let ground = if mountain { chart.mountain } else { chart.clear };
        Site {
            help: ground.defence.saturating_sub(1),
            wild: mountain && book.options.has(Extra::SpecialUnits),
            ..Site::in_the_open(at, false)
        }
    }

    /// A clear square, perhaps with fieldworks.
    pub fn in_the_open(at: Space, fieldworks: bool) -> Site {
        Site {
            at,
            help: u32::from(fieldworks),
            fortress: false,
            fieldworks,
            wild: false,
            besieged: false,
            sortie: false,
        }
    }

    /// How many multipliers the ground is for a defender.
    fn help_for(self, unit: &Unit) -> u32 {
        let wild = self.wild && unit.kind == Kind::LightTroops;
        let works = u32::from(self.fieldworks);
        if wild { self.help.max(WILD + works) } else { self.help }
    }

    /// Whether no marker but Pioneers is played (§19.3, §19.5).
    pub fn walls(self) -> bool {
        self.fortress || self.fieldworks
    }
}

/// One side, as it counts.
#[derive(Debug, Clone)]
pub struct Means<'a> {
    pub units: Vec<&'a Unit>,
    pub attacks: bool,
    pub site: Site,
    /// The kinds of battle markers that count for it, a Special as what it stands for.
    pub markers: Vec<&'a str>,
    /// Whether it has Pioneers that the other did not cancel.
    pub pioneers: bool,
}

impl Means<'_> {
    fn has(&self, marker: &str) -> bool {
        self.markers.contains(&marker)
    }

    /// The best marker for a unit: its name, and how many multipliers it is (§18.5).
    fn marker(&self, unit: &Unit) -> Option<(&'static str, u32)> {
        // What is laid by leaders ashore is for units ashore alone (§25.14).
        if unit.kind == Kind::Fleet {
            return self.has(NAVAL).then_some((NAVAL, 1));
        }
        if unit.aboard.is_some() {
            return None;
        }
        let foot = matches!(unit.kind, Kind::Infantry | Kind::Leader);
        let proud =
            matches!(unit.grade, Grade::Veteran | Grade::Guard) || unit.kind == Kind::Leader;
        let helped = self.attacks && self.site.help > 0 && self.pioneers;
        [
            (CHARGE, 2, self.has(CHARGE) && unit.kind == Kind::Cavalry),
            (PIONEERS, 1, helped),
            (DRILL, 1, self.has(DRILL) && foot),
            (OBLIQUE, 1, self.has(OBLIQUE) && proud),
        ]
        .into_iter()
        .find(|(_, _, counts)| *counts)
        .map(|(name, by, _)| (name, by))
    }

    /// How many times a unit counts, and by what.
    fn times(&self, unit: &Unit) -> (u32, Vec<String>) {
        let (mut steps, mut by) = (0, vec![]);
        if let Some((marker, step)) = self.marker(unit) {
            steps += step;
            by.push(marker.to_owned());
        }
        let afloat = unit.kind == Kind::Fleet || unit.aboard.is_some();
        let wild = self.site.wild && unit.kind == Kind::LightTroops && !afloat;
        if self.attacks {
            if wild {
                steps += 1;
                by.push("light troops in mountains".to_owned());
            }
            let train = |unit: &&Unit| unit.kind == Kind::SiegeTrain && unit.aboard.is_none();
            let train = self.units.iter().any(train);
            if train && self.site.help > 0 {
                steps += 1;
                by.push("siege train".to_owned());
            }
        } else if self.site.help > 0 && (!afloat || self.site.fortress) {
            steps += self.site.help_for(unit);
            by.push(if self.site.fortress {
                "fortress".to_owned()
            } else if self.site.fieldworks {
                "fieldworks".to_owned()
            } else if wild {
                "light troops in mountains".to_owned()
            } else {
                "mountains".to_owned()
            });
        }
        (1 + steps.min(MOST), by)
    }

    /// The units, alike ones together, with what they count.
    pub fn lines(&self, book: &Book) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![];
        for unit in self.units.iter().filter(|unit| book.counts(unit)) {
            let (times, by) = self.times(unit);
            let (sort, strength) = (Sort::of(unit), book.strength(unit));
            match lines.iter_mut().find(|line| line.sort == sort) {
                Some(line) => line.count += 1,
                None => lines.push(Line { sort, count: 1, strength, times, by }),
            }
        }
        lines.sort_by(|one, other| one.sort.cmp(&other.sort));
        lines
    }

    /// What all of it counts.
    pub fn sum(&self, book: &Book) -> u32 {
        self.lines(book).iter().map(Line::sum).sum()
    }
}
