//! From the map to the board and back (§11.2 to §11.4, §13.11, §13.13, §13.14).
//!
//! Our readings: of each side and battle one area is drawn for all who leave, and it is drawn when
//! the battle is over; which areas are open is what the map shows then. In a rout Napoleon goes
//! with the French who leave, or, if none lives to leave, stays alone and the campaign is lost.
//! Forces that leave of their own will leave Napoleon on the board. After a rejoin everything
//! begins again, from the fog roll: the enemy pays once more, insights are chosen anew.

use super::{Place, Theatre};
use crate::answers::{Answers, Pick, Who, area, drawn};
use crate::board::rout::{End, enveloped};
use crate::board::{Board, Exit};
use crate::book::Book;
use crate::book::tables::Withdrawal;
use crate::force::{Force, ForceId, Side};
use kit::ground::Space;
use kit::rule::Rule;

const LEAVE: Rule = Rule("FCN §13.11");
const RETREAT: Rule = Rule("FCN §13.14");

impl Theatre {
    /// Destroys the side that is enveloped in an area, and says which; nothing, if there is a
    /// battle (§11.2).
    pub fn envelop(&mut self, book: &Book, at: Space) -> Option<Side> {
        let sides = [Side::French, Side::Enemy].map(|side| self.forces_at(side, at));
        let side = enveloped(&sides[0], &sides[1], book.figures.outweighed)?;
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
    /// if the time was over (§13.13, §13.14). True, if the battle begins anew.
    pub fn close_board(
        &mut self,
        book: &Book,
        at: Space,
        board: &Board,
        withdrawal: Option<Withdrawal>,
        answers: &mut dyn Answers,
    ) -> bool {
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
        for side in [Side::French, Side::Enemy] {
            let goes = match withdrawal {
                Some(Withdrawal::FrenchRetreat) => side == Side::French,
                Some(Withdrawal::EnemyRetreat) => side == Side::Enemy,
                Some(Withdrawal::Rejoin | Withdrawal::Encamp) | None => false,
            };
            self.leave(book, at, board, side, goes, answers);
        }
        if withdrawal == Some(Withdrawal::Encamp) {
            self.encamped.insert(at);
        }
        self.late_arrivals(book);
        withdrawal == Some(Withdrawal::Rejoin)
    }

    /// Those of a side that left the board go to a neighbouring area, all of them if the side
    /// retreats (§13.11, §13.14).
    fn leave(
        &mut self,
        book: &Book,
        at: Space,
        board: &Board,
        side: Side,
        retreats: bool,
        answers: &mut dyn Answers,
    ) {
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
            return;
        }
        let rule = if retreats { RETREAT } else { LEAVE };
        let to = self.refuge(book, (at, rule), side, answers);
        for id in going.iter().copied() {
            match to {
                Some(to) => self.put(id, Place::Area(to)),
                None => self.destroy(id),
            }
        }
        if with_them {
            self.napoleon = match to.filter(|_| !going.is_empty()) {
                Some(to) => Some(to),
                None if retreats => None,
                None => Some(at).filter(|at| self.stands(Side::French, *at)),
            };
        }
    }

    /// The neighbouring areas that a side holds or nobody does (§13.11).
    fn refuges(&self, book: &Book, at: Space, side: Side) -> Vec<Space> {
        let open = |to: &Space| !self.stands(side.opponent(), *to);
        book.map.neighbours(at).into_iter().filter(open).collect()
    }

    /// Whether a side can leave an area (§13.14).
    pub fn has_refuge(&self, book: &Book, at: Space, side: Side) -> bool {
        !self.refuges(book, at, side).is_empty()
    }

    /// Draws one of them.
    fn refuge(
        &self,
        book: &Book,
        (at, rule): (Space, Rule),
        side: Side,
        answers: &mut dyn Answers,
    ) -> Option<Space> {
        let options = self.refuges(book, at, side).into_iter().map(Pick::Area);
        let options: Vec<Pick> = options.collect();
        drawn(answers, rule, Who::Side(side), &options).and_then(area)
    }
}
