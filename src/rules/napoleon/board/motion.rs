//! Advance, retreat and shock (§12.3, §12.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3.

use super::news::News;
use super::{Board, Exit, Formation, Piece, Region};
use crate::answers::{Answers, Choice, Pick, Topic, Who, chosen, force};
use crate::record::force::{ForceId, Side};
use kit::rule::Rule;
use std::cmp::Reverse;

const SHOCK: Rule = Rule("FCN §12.4");

/// Why a force goes back.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Back {
    /// A plan says so; no room, and it stays.
    Ordered,
    /// Routed, or after a shock check; no room, and it is destroyed.
    Driven,
}

impl Board {
    /// Whether opponents stand in one region (§12.5).
    pub fn is_melee(&self, at: Region) -> bool {
        self.holds(Side::French, at) && self.holds(Side::Enemy, at)
    }

    /// Whether a force is in melee (§12.5).
    pub fn in_melee(&self, id: ForceId) -> bool {
        self.piece(id).is_some_and(|piece| self.holds(piece.side().opponent(), piece.at))
    }

    /// How many regions away the nearest opponent is; nothing without one.
    pub fn range(&self, id: ForceId) -> Option<u8> {
        let piece = self.piece(id)?;
        let opponents = self.of(piece.side().opponent());
        opponents.map(|other| piece.at.distance(other.at)).min()
    }

    /// How many mobile forces of a side a region holds at most; the reserves hold any number
    /// (§11.6).
    pub fn limit(&self, at: Region) -> Option<usize> {
        match at {
            Region::EnemyReserve | Region::FrenchReserve => None,
            Region::EnemyApproach | Region::FrenchApproach => Some(self.figures.approach),
            Region::EnemyFront | Region::FrenchFront => Some(self.figures.front),
        }
    }

    /// Whether one more mobile force of a side may enter a region (§11.6, §12.3).
    pub fn has_room(&self, side: Side, at: Region) -> bool {
        let mobile = self.at(side, at).filter(|piece| piece.kind().is_mobile()).count();
        self.limit(at).is_none_or(|limit| mobile < limit)
    }

    /// Advances a force one region: not out of a melee, not beyond the opponents' reserve, not into
    /// a full region (§12.3). An opponent there checks for shock (§12.4).
    pub fn advance(&mut self, id: ForceId, shock: i8, answers: &mut dyn Answers) {
        let Some(side) = self.piece(id).map(Piece::side) else { return };
        if let Some(to) = self.way_forward(id) {
            self.enter(id, to, answers);
            self.shock(side.opponent(), to, shock, answers);
        }
    }

    /// The region into which a force can advance (§12.3).
    pub fn way_forward(&self, id: ForceId) -> Option<Region> {
        let &Piece { force, at, .. } = self.piece(id)?;
        let to = at.forward(force.side()).filter(|to| self.has_room(force.side(), *to));
        to.filter(|_| force.kind.manoeuvres() && !self.in_melee(id))
    }

    /// Retreats a force one region by its plan: not into a full region; from its reserve it leaves
    /// the battle (§12.3, §13.11). A routed force that finds no room is destroyed.
    pub fn retreat(&mut self, id: ForceId, answers: &mut dyn Answers) {
        let Some(&Piece { force, .. }) = self.piece(id) else { return };
        let side = force.side();
        let why = if self.routed == Some(side) { Back::Driven } else { Back::Ordered };
        if let Some(to) = self.go_back(id, why, answers) {
            self.shock(side.opponent(), to, 0, answers);
        }
    }

    /// Moves a force one region back, and says which it entered.
    fn go_back(&mut self, id: ForceId, why: Back, answers: &mut dyn Answers) -> Option<Region> {
        let &Piece { force, at, .. } = self.piece(id)?;
        if !force.kind.is_mobile() {
            return None;
        }
        match at.back(force.side()) {
            Some(to) if self.has_room(force.side(), to) => {
                self.enter(id, to, answers);
                Some(to)
            }
            Some(_) => {
                if why == Back::Driven {
                    self.destroy(id, answers);
                }
                None
            }
            None => {
                self.remove(id, Exit::Left);
                answers.told(News::Left { who: id });
                None
            }
        }
    }

    fn enter(&mut self, id: ForceId, to: Region, answers: &mut dyn Answers) {
        if let Some(piece) = self.piece_mut(id) {
            piece.at = to;
            answers.told(News::Moved { who: id, to });
        }
    }

    /// Destroys a force without a hit.
    pub(super) fn destroy(&mut self, id: ForceId, answers: &mut dyn Answers) {
        self.remove(id, Exit::Destroyed);
        answers.told(News::Destroyed { who: id });
    }

    /// Changes the formation of a force; what has no formations stays in line (§11.8).
    pub fn form(&mut self, id: ForceId, formation: Formation, answers: &mut dyn Answers) {
        let piece = self.piece_mut(id).filter(|piece| piece.force.kind.manoeuvres());
        if let Some(piece) = piece.filter(|piece| piece.formation != formation) {
            piece.formation = formation;
            answers.told(News::Formed { who: id, formation });
        }
    }

    /// One force of a side, of the lowest skill in the region, checks for shock (§12.4).
    fn shock(&mut self, of: Side, at: Region, modifier: i8, answers: &mut dyn Answers) {
        let Some(lowest) = self.at(of, at).map(|piece| piece.force.skill).min() else { return };
        let equals: Vec<Piece> =
            self.at(of, at).filter(|piece| piece.force.skill == lowest).copied().collect();
        let default = self.shock_default(of, &equals, modifier);
        let options: Vec<Pick> = equals.iter().map(|piece| Pick::Force(piece.force.id)).collect();
        let who = Who::Side(of);
        let choice = Choice { rule: SHOCK, topic: Topic::Shock, who, options: &options, default };
        if let Some(id) = chosen(answers, &choice).and_then(force) {
            self.check_shock(id, modifier, answers);
        }
    }

    /// Of the enemy one that fails for certain, then the strongest; of the French the likeliest
    /// to stand, then the weakest (§17).
    fn shock_default(&self, of: Side, equals: &[Piece], modifier: i8) -> Option<usize> {
        let places = 0..equals.len();
        let stands = |at: &usize| self.shock_target(&equals[*at], modifier).unwrap_or(0).max(0);
        let worth = |at: &usize| equals[*at].force.combat();
        match of {
            Side::Enemy => places.max_by_key(|at| (stands(at) < 1, worth(at), Reverse(*at))),
            Side::French => places.max_by_key(|at| (stands(at), Reverse(worth(at)), Reverse(*at))),
        }
    }

    /// What a force needs to stand: its printed combat value with the modifiers; nothing, if it
    /// fails for certain (§12.4).
    pub fn shock_target(&self, piece: &Piece, modifier: i8) -> Option<i8> {
        let side = piece.side();
        let home = piece.at == Region::approach(side) || piece.at == Region::reserve(side);
        let fails = piece.kind().manoeuvres() && (home || piece.formation == Formation::Column);
        let morale = if side == Side::French { self.morale } else { 0 };
        let morale = i8::try_from(morale).unwrap_or(i8::MAX);
        let combat = piece.force.face().punch.combat;
        (!fails).then(|| combat.saturating_add(modifier).saturating_add(morale))
    }

    /// Checks one force: if it fails, it is hit and goes back (§12.4).
    pub fn check_shock(&mut self, id: ForceId, modifier: i8, answers: &mut dyn Answers) {
        let Some(piece) = self.piece(id).copied() else { return };
        let target = self.shock_target(&piece, modifier);
        let die = target.filter(|needed| *needed >= 1);
        let roll = die.map(|_| answers.die(SHOCK, Who::Force(id)));
        let needed = target.unwrap_or(0);
        let stands = roll.is_some_and(|roll| i16::from(roll) <= i16::from(needed));
        answers.told(News::Shocked { who: id, roll, needed, stands });
        if stands {
            return;
        }
        self.hit(id, answers);
        if !self.piece(id).is_some_and(|piece| piece.kind().is_mobile()) {
            return;
        }
        if piece.at == Region::reserve(piece.side()) {
            self.destroy(id, answers);
        } else {
            self.go_back(id, Back::Driven, answers);
        }
    }
}
