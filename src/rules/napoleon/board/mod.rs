//! The board of a battle (§11.2, §11.6 to §11.8, §12, §13): regions, formations, who stands where.
//!
//! A [`Board`] is a value that can be copied to look ahead. Its functions are the numbered rules;
//! the order in which they are called is the sequence of a battle turn ([`turn`]).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.

pub mod enemy;
pub mod fire;
pub mod french;
pub mod insight;
pub mod motion;
pub mod news;
pub mod perform;
pub mod place;
pub mod rout;
pub mod turn;

use crate::book::Book;
use crate::book::figures::Figures;
use crate::book::plans::PlanId;
use crate::record::force::{Force, ForceId, Kind, Punch, Side, strength};
use insight::Insight;
use serde::{Deserialize, Serialize};

/// A region of the board, from the enemy's end to the French one (§11.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    EnemyReserve,
    EnemyApproach,
    EnemyFront,
    FrenchFront,
    FrenchApproach,
    FrenchReserve,
}

impl Region {
    /// All regions, from the enemy's end to the French one.
    pub const ALL: [Region; 6] = [
        Region::EnemyReserve,
        Region::EnemyApproach,
        Region::EnemyFront,
        Region::FrenchFront,
        Region::FrenchApproach,
        Region::FrenchReserve,
    ];

    /// Its place from the enemy's end.
    fn number(self) -> u8 {
        match self {
            Region::EnemyReserve => 0,
            Region::EnemyApproach => 1,
            Region::EnemyFront => 2,
            Region::FrenchFront => 3,
            Region::FrenchApproach => 4,
            Region::FrenchReserve => 5,
        }
    }

    /// The next region towards the enemy's end.
    fn up(self) -> Option<Region> {
        match self {
            Region::EnemyReserve => None,
            Region::EnemyApproach => Some(Region::EnemyReserve),
            Region::EnemyFront => Some(Region::EnemyApproach),
            Region::FrenchFront => Some(Region::EnemyFront),
            Region::FrenchApproach => Some(Region::FrenchFront),
            Region::FrenchReserve => Some(Region::FrenchApproach),
        }
    }

    /// The next region towards the French end.
    fn down(self) -> Option<Region> {
        match self {
            Region::EnemyReserve => Some(Region::EnemyApproach),
            Region::EnemyApproach => Some(Region::EnemyFront),
            Region::EnemyFront => Some(Region::FrenchFront),
            Region::FrenchFront => Some(Region::FrenchApproach),
            Region::FrenchApproach => Some(Region::FrenchReserve),
            Region::FrenchReserve => None,
        }
    }

    /// The next region towards the opponents' end (§12.3).
    pub fn forward(self, side: Side) -> Option<Region> {
        match side {
            Side::French => self.up(),
            Side::Enemy => self.down(),
        }
    }

    /// The next region towards one's own end (§12.3).
    pub fn back(self, side: Side) -> Option<Region> {
        self.forward(side.opponent())
    }

    /// The reserve of a side.
    pub fn reserve(side: Side) -> Region {
        match side {
            Side::French => Region::FrenchReserve,
            Side::Enemy => Region::EnemyReserve,
        }
    }

    /// The approach of a side.
    pub fn approach(side: Side) -> Region {
        match side {
            Side::French => Region::FrenchApproach,
            Side::Enemy => Region::EnemyApproach,
        }
    }

    /// How many regions lie between two, plus one; none is 0.
    pub fn distance(self, other: Region) -> u8 {
        self.number().abs_diff(other.number())
    }
}

/// How a force stands (§11.8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    Line,
    Column,
}

/// A force on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub force: Force,
    pub at: Region,
    pub formation: Formation,
    pub plan: Option<PlanId>,
    /// Whether it acts before the enemy (§13.3, Prepare).
    pub prepared: bool,
    pub acted: bool,
}

impl Piece {
    /// The side on which it fights.
    pub fn side(&self) -> Side {
        self.force.side()
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.force.kind
    }
}

/// How a force came off the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    Destroyed,
    /// Behind its reserve (§13.11).
    Left,
    /// Back into the area of the battle after a Sweep (§11.5).
    Swept,
}

/// A force that came off the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    pub force: Force,
    pub how: Exit,
}

/// What special plans give the enemy in this turn of battle (§13.7).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aid {
    pub activation: u8,
    pub attack: Punch,
    pub spared_hits: u8,
}

/// The figures that the rules of the board need.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BoardFigures {
    pub approach: usize,
    pub front: usize,
    pub approach_at_start: usize,
    pub front_at_start: usize,
    pub melee: Punch,
    pub outweighed: u32,
    pub morale: u8,
    pub formation: usize,
    pub sweep_attacks: u8,
    pub sweep_most: usize,
    pub sweep_rating: u8,
}

impl From<&Figures> for BoardFigures {
    fn from(figures: &Figures) -> Self {
        Self {
            approach: figures.regions.approach,
            front: figures.regions.front,
            approach_at_start: figures.approach_at_start,
            front_at_start: figures.front_at_start,
            melee: figures.melee.0,
            outweighed: figures.outweighed,
            morale: figures.morale,
            formation: figures.formation,
            sweep_attacks: figures.sweep.attacks,
            sweep_most: figures.sweep.most,
            sweep_rating: figures.sweep.rating,
        }
    }
}

/// A battle as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub figures: BoardFigures,
    /// By the order of their counters.
    pub pieces: Vec<Piece>,
    pub gone: Vec<Gone>,
    /// The box of the turn track; 0 is the box of the withdrawal (§13.12).
    pub turns_left: u8,
    /// How many plans both sides get each turn (§11.3).
    pub french_plans: u8,
    pub enemy_plans: u8,
    /// Whether Napoleon is here, and his command rating, also if he is not (§5.4, §11.1).
    pub napoleon: bool,
    pub rating: u8,
    /// The insights that have not yet worked (§11.5).
    pub insights: Vec<Insight>,
    /// Those that have worked or were used.
    pub spent: Vec<Insight>,
    /// Those that were tried in this turn (§13.1).
    pub tried: Vec<Insight>,
    /// What is added to French shock checks (§11.5, Morale).
    pub morale: u8,
    /// The enemy plans that can be drawn, in the order of the page (§7.3).
    pub cup: Vec<PlanId>,
    /// The special plans that count in this turn (§13.7).
    pub specials: Vec<PlanId>,
    pub aid: Aid,
    /// How often a formation may still be changed by the plan of that name in this turn (§13.3).
    pub formation_changes: u8,
    pub routed: Option<Side>,
}

impl Board {
    /// An empty board with a full cup.
    pub fn new(book: &Book, turns: u8) -> Self {
        let counters = book.plans.enemy_counters();
        let cup = counters.flat_map(|(id, many)| std::iter::repeat_n(id, usize::from(many)));
        Self {
            figures: BoardFigures::from(&book.figures),
            pieces: vec![],
            gone: vec![],
            turns_left: turns,
            french_plans: book.campaign.plans.without_napoleon,
            enemy_plans: book.campaign.plans.enemy,
            napoleon: false,
            rating: book.campaign.rating,
            insights: vec![],
            spent: vec![],
            tried: vec![],
            morale: 0,
            cup: cup.collect(),
            specials: vec![],
            aid: Aid::default(),
            formation_changes: 0,
            routed: None,
        }
    }

    /// Puts a force on the board; what has no formations stands in line (§11.8).
    pub fn put(&mut self, force: Force, at: Region, formation: Formation) {
        let formation = if force.kind.manoeuvres() { formation } else { Formation::Line };
        let piece = Piece { force, at, formation, plan: None, prepared: false, acted: false };
        let place = self.pieces.partition_point(|other| other.force.id < force.id);
        self.pieces.insert(place, piece);
    }

    /// Finds a force on the board.
    pub fn piece(&self, id: ForceId) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.force.id == id)
    }

    fn piece_mut(&mut self, id: ForceId) -> Option<&mut Piece> {
        self.pieces.iter_mut().find(|piece| piece.force.id == id)
    }

    /// Lists the forces of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.side() == side)
    }

    /// Lists the forces of a side in a region.
    pub fn at(&self, side: Side, at: Region) -> impl Iterator<Item = &Piece> {
        self.of(side).filter(move |piece| piece.at == at)
    }

    /// Whether a side has a force in a region.
    pub fn holds(&self, side: Side, at: Region) -> bool {
        self.at(side, at).next().is_some()
    }

    /// The combat values of a side (§13.11).
    pub fn strength(&self, side: Side) -> u32 {
        strength(self.of(side).map(|piece| &piece.force))
    }

    /// Takes a force off the board; an enemy's plan goes back to the cup (§13.9).
    fn remove(&mut self, id: ForceId, how: Exit) {
        if let Some(at) = self.pieces.iter().position(|piece| piece.force.id == id) {
            let Piece { force, plan, .. } = self.pieces.remove(at);
            self.cup.extend(plan.filter(|_| force.side() == Side::Enemy));
            self.cup.sort_unstable();
            self.gone.push(Gone { force, how });
        }
    }

    /// Begins a turn of battle: no plans, nobody has acted, special plans are back in the cup
    /// (§13.7).
    pub fn begin_turn(&mut self) {
        for piece in &mut self.pieces {
            piece.prepared = false;
            piece.acted = false;
            if let Some(plan) = piece.plan.take().filter(|_| piece.force.side() == Side::Enemy) {
                self.cup.push(plan);
            }
        }
        self.cup.append(&mut self.specials);
        self.cup.sort_unstable();
        self.aid = Aid::default();
        self.formation_changes = 0;
        self.tried.clear();
    }
}
