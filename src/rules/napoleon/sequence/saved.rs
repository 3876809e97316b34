//! A campaign as it is kept between its stops: names instead of numbers, and nothing that the book
//! says anyway.
//!
//! A campaign that was kept and read again is equal to what it was, so it goes on in the same way.

use super::answer::{After, Orders, ScoutRule, Stops};
use super::{Battle, Campaign, Stage};
use crate::board::insight::Insight;
use crate::board::{Aid, Board, Exit, Formation, Gone, Piece, Region};
use crate::book::Book;
use crate::book::plans::PlanId;
use crate::book::tables::FogRow;
use crate::record::force::{Force, ForceId, Side};
use crate::theatre::fog::FogEffect;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A campaign as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub stage: Stage,
    pub map: SavedMap,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<SavedBattle>,
    stops: Stops,
    number: u16,
    waits: bool,
    battles: u32,
    ahead: Orders,
    order: Vec<Space>,
    scouts: Vec<ScoutRule>,
    after: After,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    fought: bool,
}

/// The map as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMap {
    /// The box of the turn track.
    pub turn: u32,
    #[serde(rename = "objectives count")]
    objectives_count: bool,
    /// An area, `pool`, `cup`, `aside` or `late` with a number, to who is there.
    pub places: BTreeMap<String, Vec<String>>,
    pub reduced: BTreeSet<String>,
    pub napoleon: Option<String>,
    #[serde(rename = "French supply")]
    pub french_supply: u32,
    #[serde(rename = "enemy supply")]
    pub enemy_supply: u32,
    pub scouts: u32,
    moved: BTreeSet<ForceId>,
    #[serde(rename = "Napoleon moved")]
    napoleon_moved: bool,
    #[serde(rename = "bought reduced")]
    bought_reduced: BTreeSet<ForceId>,
    encamped: BTreeSet<Space>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    veterans: BTreeSet<ForceId>,
}

/// A battle as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBattle {
    pub at: String,
    number: u32,
    turn: u32,
    fog: Option<(FogRow, Option<FogEffect>)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<SavedBoard>,
}

/// A board as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedBoard {
    pieces: Vec<SavedPiece>,
    gone: Vec<(String, bool, Exit)>,
    turns_left: u8,
    french_plans: u8,
    enemy_plans: u8,
    napoleon: bool,
    rating: u8,
    insights: Vec<Insight>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent: Vec<Insight>,
    tried: Vec<Insight>,
    morale: u8,
    cup: Vec<PlanId>,
    specials: Vec<PlanId>,
    aid: Aid,
    formation_changes: u8,
    routed: Option<Side>,
}

/// A force on a board as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPiece {
    name: String,
    at: Region,
    #[serde(rename = "in")]
    formation: Formation,
    reduced: bool,
    plan: Option<PlanId>,
    prepared: bool,
    acted: bool,
}

/// The word for a place that is no area.
const POOL: &str = "pool";
const CUP: &str = "cup";
const ASIDE: &str = "aside";
const UNSEEN: &str = "unseen";
const LATE: &str = "late ";

/// Writes where a counter is.
fn place_name(book: &Book, place: Place) -> String {
    match place {
        Place::Area(at) => book.map.name(at).to_owned(),
        Place::Late(line) => format!("{LATE}{line}"),
        Place::Pool => POOL.to_owned(),
        Place::Cup => CUP.to_owned(),
        Place::Aside => ASIDE.to_owned(),
        Place::Unseen => UNSEEN.to_owned(),
    }
}

/// Reads where a counter is.
pub fn place(book: &Book, name: &str) -> Result<Place, String> {
    match (name, name.strip_prefix(LATE)) {
        (POOL, _) => Ok(Place::Pool),
        (CUP, _) => Ok(Place::Cup),
        (ASIDE, _) => Ok(Place::Aside),
        (UNSEEN, _) => Ok(Place::Unseen),
        (_, Some(line)) => {
            let line = line.parse().ok().filter(|line| *line < book.campaign.late.len());
            line.map(Place::Late).ok_or_else(|| format!("no late forces are `{name}`"))
        }
        (area, None) => space(book, area).map(Place::Area),
    }
}

fn space(book: &Book, name: &str) -> Result<Space, String> {
    book.map.find(name).ok_or_else(|| format!("no area is called `{name}`"))
}

/// The counter of a name, with the side up that was kept.
fn counter(book: &Book, name: &str, reduced: bool) -> Result<Force, String> {
    let force = book.force(name).ok_or_else(|| format!("no counter is called `{name}`"))?;
    Ok(Force { reduced, ..*force })
}

impl Saved {
    /// Keeps a campaign.
    pub fn of(book: &Book, campaign: &Campaign) -> Self {
        Self {
            stage: campaign.stage,
            map: SavedMap::of(book, &campaign.theatre),
            battle: campaign.battle.as_ref().map(|battle| SavedBattle::of(book, battle)),
            stops: campaign.stops,
            number: campaign.number,
            waits: campaign.waits,
            battles: campaign.battles,
            ahead: campaign.ahead.clone(),
            order: campaign.order.clone(),
            scouts: campaign.scouts.clone(),
            after: campaign.after.clone(),
            fought: campaign.fought,
        }
    }

    /// Reads a campaign again; a name that the book does not have is a fault.
    pub fn campaign(&self, book: &Book) -> Result<Campaign, String> {
        let battle = self.battle.as_ref().map(|battle| battle.battle(book)).transpose()?;
        let mut theatre = self.map.theatre(book)?;
        theatre.refresh(book);
        let mut battle = battle;
        if let Some(board) = battle.as_mut().and_then(|battle| battle.board.as_mut()) {
            let pieces = board.pieces.iter_mut().map(|piece| &mut piece.force);
            let gone = board.gone.iter_mut().map(|gone| &mut gone.force);
            for force in pieces.chain(gone).filter(|force| theatre.veterans.contains(&force.id)) {
                if let Some((old, _)) = book.veteran(force.id) {
                    *force = Force { reduced: force.reduced, ..old };
                }
            }
        }
        Ok(Campaign {
            theatre,
            stage: self.stage,
            stops: self.stops,
            battle,
            number: self.number,
            waits: self.waits,
            battles: self.battles,
            ahead: self.ahead.clone(),
            order: self.order.clone(),
            scouts: self.scouts.clone(),
            after: self.after.clone(),
            fought: self.fought,
        })
    }
}

impl SavedMap {
    fn of(book: &Book, theatre: &Theatre) -> Self {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for force in &theatre.forces {
            let here = places.entry(place_name(book, theatre.place(force.id))).or_default();
            here.push(book.name(force.id).to_owned());
        }
        let reduced = theatre.forces.iter().filter(|force| force.reduced);
        Self {
            turn: u32::try_from(theatre.turn).unwrap_or(u32::MAX),
            objectives_count: theatre.objectives_count,
            places,
            reduced: reduced.map(|force| book.name(force.id).to_owned()).collect(),
            napoleon: theatre.napoleon.map(|at| book.map.name(at).to_owned()),
            french_supply: theatre.french_supply,
            enemy_supply: theatre.enemy_supply,
            scouts: theatre.scouts,
            moved: theatre.moved.clone(),
            napoleon_moved: theatre.napoleon_moved,
            bought_reduced: theatre.bought_reduced.clone(),
            encamped: theatre.encamped.clone(),
            veterans: theatre.veterans.clone(),
        }
    }

    fn theatre(&self, book: &Book) -> Result<Theatre, String> {
        let mut theatre = Theatre::set_up(book);
        let mut placed = BTreeSet::new();
        for (name, forces) in &self.places {
            let place = place(book, name)?;
            for force in forces {
                let force = counter(book, force, self.reduced.contains(force))?;
                theatre.put(force.id, place);
                theatre.forces[force.id.index()] = force;
                placed.insert(force.id);
            }
        }
        if placed.len() != theatre.forces.len() {
            return Err("not every counter has its place".to_owned());
        }
        let napoleon = self.napoleon.as_deref().map(|name| space(book, name)).transpose()?;
        Ok(Theatre {
            napoleon,
            french_supply: self.french_supply,
            enemy_supply: self.enemy_supply,
            scouts: self.scouts,
            turn: self.turn as usize,
            objectives_count: self.objectives_count,
            moved: self.moved.clone(),
            napoleon_moved: self.napoleon_moved,
            bought_reduced: self.bought_reduced.clone(),
            encamped: self.encamped.clone(),
            veterans: self.veterans.clone(),
            ..theatre
        })
    }
}

impl SavedBattle {
    fn of(book: &Book, battle: &Battle) -> Self {
        Self {
            at: book.map.name(battle.at).to_owned(),
            number: battle.number,
            turn: battle.turn,
            fog: battle.fog,
            board: battle.board.as_ref().map(|board| SavedBoard::of(book, board)),
        }
    }

    fn battle(&self, book: &Book) -> Result<Battle, String> {
        let turns = self.fog.map_or(0, |(row, _)| row.turns);
        let board = self.board.as_ref().map(|board| board.board(book, turns)).transpose()?;
        let at = space(book, &self.at)?;
        Ok(Battle { at, number: self.number, turn: self.turn, fog: self.fog, board })
    }
}

impl SavedBoard {
    fn of(book: &Book, board: &Board) -> Self {
        let piece = |piece: &Piece| SavedPiece {
            name: book.name(piece.force.id).to_owned(),
            at: piece.at,
            formation: piece.formation,
            reduced: piece.force.reduced,
            plan: piece.plan,
            prepared: piece.prepared,
            acted: piece.acted,
        };
        let gone =
            |gone: &Gone| (book.name(gone.force.id).to_owned(), gone.force.reduced, gone.how);
        Self {
            pieces: board.pieces.iter().map(piece).collect(),
            gone: board.gone.iter().map(gone).collect(),
            turns_left: board.turns_left,
            french_plans: board.french_plans,
            enemy_plans: board.enemy_plans,
            napoleon: board.napoleon,
            rating: board.rating,
            insights: board.insights.clone(),
            spent: board.spent.clone(),
            tried: board.tried.clone(),
            morale: board.morale,
            cup: board.cup.clone(),
            specials: board.specials.clone(),
            aid: board.aid,
            formation_changes: board.formation_changes,
            routed: board.routed,
        }
    }

    fn board(&self, book: &Book, turns: u8) -> Result<Board, String> {
        let piece = |saved: &SavedPiece| {
            Ok(Piece {
                force: counter(book, &saved.name, saved.reduced)?,
                at: saved.at,
                formation: saved.formation,
                plan: saved.plan,
                prepared: saved.prepared,
                acted: saved.acted,
            })
        };
        let gone = |(name, reduced, how): &(String, bool, Exit)| {
            Ok(Gone { force: counter(book, name, *reduced)?, how: *how })
        };
        Ok(Board {
            pieces: self.pieces.iter().map(piece).collect::<Result<_, String>>()?,
            gone: self.gone.iter().map(gone).collect::<Result<_, String>>()?,
            turns_left: self.turns_left,
            french_plans: self.french_plans,
            enemy_plans: self.enemy_plans,
            napoleon: self.napoleon,
            rating: self.rating,
            insights: self.insights.clone(),
            spent: self.spent.clone(),
            tried: self.tried.clone(),
            morale: self.morale,
            cup: self.cup.clone(),
            specials: self.specials.clone(),
            aid: self.aid,
            formation_changes: self.formation_changes,
            routed: self.routed,
            ..Board::new(book, turns)
        })
    }
}
