//! From the map to the board and back (§11.2 to §11.4, §13.11, §13.13, §13.14).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.

use super::{Place, Theatre};
use crate::answers::{Answers, Pick, Who, area, drawn};
use crate::board::insight::Openings;
use crate::board::place::starts_elsewhere;
use crate::board::rout::{End, enveloped};
use crate::board::{Board, Exit, Region};
use crate::book::Book;
use crate::book::tables::Withdrawal;
use crate::record::force::{Force, ForceId, Side};
use kit::ground::Space;
use kit::rule::Rule;

const LEAVE: Rule = Rule("FCN §13.11");
const RETREAT: Rule = Rule("FCN §13.14");

/// What follows when a board is closed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The battle is over.
    Over,
    /// It begins anew (§13.14, rejoin).
    Again,
    /// The French had to retreat and found no area: the campaign is lost (§13.14).
    NoWayBack,
}

impl Theatre {
    /// Which side would be enveloped in an area, as the forces stand there now (§11.2).
    pub fn enveloped(&self, book: &Book, at: Space) -> Option<Side> {
        let sides = [Side::French, Side::Enemy].map(|side| self.forces_at(side, at));
        enveloped(&sides[0], &sides[1], book.figures.outweighed)
    }

    /// Destroys the side that is enveloped in an area, and says which; nothing, if there is a
    /// battle (§11.2).
    pub fn envelop(&mut self, book: &Book, at: Space) -> Option<Side> {
        let side = self.enveloped(book, at)?;
        for force in self.forces_at(side, at) {
            self.destroy(force.id);
        }
        if side == Side::French && self.napoleon == Some(at) {
            self.napoleon = None;
        }
        Some(side)
    }

    /// Opens the board of a battle, still empty: its turns, and how many plans both sides get
    /// (§11.3).
    pub fn open_board(&self, book: &Book, at: Space, turns: u8, enemy_plans: u8) -> Board {
        let mut board = Board::new(book, turns);
        if self.napoleon == Some(at) {
            board.napoleon = true;
            board.french_plans = book.campaign.rating;
        }
        board.enemy_plans = board.enemy_plans.saturating_add(enemy_plans);
        board
    }

    /// What a battle has for insights to act on: who is there, whether anybody is put in the front, and
    /// where Terrain puts the enemy (§11.5).
    pub fn openings(&self, board: &Board, at: Space, front: bool, terrain: Region) -> Openings {
        let [french, enemies] = [Side::French, Side::Enemy].map(|side| self.forces_at(side, at));
        Openings {
            front,
            elsewhere: starts_elsewhere(&enemies, terrain, board.figures.approach_at_start),
            supply: self.enemy_supply > 0,
            ..Openings::of(&french, &enemies)
        }
    }

    /// Brings in what a Raid takes from the enemy, as far as there is so much (§11.5).
    pub fn raided(&mut self, supply: u32) {
        let taken = supply.min(self.enemy_supply);
        self.enemy_supply -= taken;
        self.french_supply += taken;
    }

    /// Buys more French plans for each turn of a battle; false, if that cannot be paid (§11.4).
    pub fn buy_plans(&mut self, book: &Book, board: &mut Board, plans: u8) -> bool {
        let price = book.figures.price_of_plans(plans);
        let left = price.and_then(|price| self.french_supply.checked_sub(price));
        if let Some(left) = left {
            self.french_supply = left;
            board.french_plans = board.french_plans.saturating_add(plans);
        }
        left.is_some()
    }

    /// Brings the forces of a battle that is over back to the map. `withdrawal` is what was rolled,
    /// if the time was over (§13.13, §13.14).
    pub fn close_board(
        &mut self,
        book: &Book,
        at: Space,
        board: &Board,
        withdrawal: Option<Withdrawal>,
        answers: &mut dyn Answers,
    ) -> Closed {
        let over = board.end() == Some(End::Withdrawal);
        let withdrawal = withdrawal.filter(|_| over);
        let left = board.pieces.iter().map(|piece| piece.force);
        let left: Vec<Force> = left.chain(board.gone.iter().map(|gone| gone.force)).collect();
        for force in left {
            if let Some(kept) = self.forces.get_mut(force.id.index()) {
                kept.reduced = force.reduced;
            }
        }
        for gone in board.gone(Exit::Destroyed) {
            self.destroy(gone.force.id);
        }
        let mut closed = match withdrawal {
            Some(Withdrawal::Rejoin) => Closed::Again,
            Some(Withdrawal::FrenchRetreat | Withdrawal::EnemyRetreat | Withdrawal::Encamp)
            | None => Closed::Over,
        };
        for side in [Side::French, Side::Enemy] {
            let goes = match withdrawal {
                Some(Withdrawal::FrenchRetreat) => side == Side::French,
                Some(Withdrawal::EnemyRetreat) => side == Side::Enemy,
                Some(Withdrawal::Rejoin | Withdrawal::Encamp) | None => false,
            };
            if !self.leave(book, at, board, side, goes, answers) {
                closed = Closed::NoWayBack;
            }
        }
        if withdrawal == Some(Withdrawal::Encamp) {
            self.encamped.insert(at);
        }
        self.late_arrivals(book);
        closed
    }

    /// Those of a side that left the board go to a neighbouring area, all of them if the side
    /// retreats (§13.11, §13.14). False, if the French retreat and there is none.
    fn leave(
        &mut self,
        book: &Book,
        at: Space,
        board: &Board,
        side: Side,
        retreats: bool,
        answers: &mut dyn Answers,
    ) -> bool {
        let mut going: Vec<ForceId> = board
            .gone(Exit::Left)
            .map(|gone| gone.force)
            .filter(|force| force.side() == side)
            .map(|force| force.id)
            .collect();
        if retreats {
            for piece in board.of(side) {
                match piece.kind().is_mobile() {
                    true => going.push(piece.force.id),
                    false => self.destroy(piece.force.id),
                }
            }
        }
        let flees = side == Side::French && (retreats || board.routed == Some(Side::French));
        let with_them = flees && self.napoleon == Some(at);
        if going.is_empty() && !with_them {
            return true;
        }
        let rule = if retreats { RETREAT } else { LEAVE };
        let to = self.refuge(book, at, side, rule, answers);
        for id in going.iter().copied() {
            match to {
                Some(to) => self.put(id, Place::Area(to)),
                None => self.destroy(id),
            }
        }
        if with_them {
            self.napoleon = to.filter(|_| retreats || !going.is_empty());
        }
        to.is_some() || !retreats || side == Side::Enemy
    }

    /// Draws a neighbouring area that the side holds or nobody does (§13.11, §13.14).
    fn refuge(
        &self,
        book: &Book,
        at: Space,
        side: Side,
        rule: Rule,
        answers: &mut dyn Answers,
    ) -> Option<Space> {
        let open = |to: &Space| {
            let opponent = side.opponent();
            !self.stands(opponent, *to)
        };
        let options = book.map.neighbours(at).into_iter().filter(open).map(Pick::Area);
        let options: Vec<Pick> = options.collect();
        drawn(answers, rule, Who::Side(side), &options).and_then(area)
    }
}
