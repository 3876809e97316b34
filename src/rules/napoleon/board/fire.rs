//! Attacks and hits (§12.5 to §12.10).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.5.

use super::news::News;
use super::{Board, Exit, Piece, Region};
use crate::answers::{Answers, Choice, Pick, Topic, Who, chosen, force};
use crate::record::force::{ForceId, Kind, Punch, Side};
use kit::rule::Rule;
use std::cmp::Reverse;

const ATTACK: Rule = Rule("FCN §12.6");
const HITS: Rule = Rule("FCN §12.9");

/// On whom hits may fall: the regions in their order, and of which kind alone. A region in which
/// opponents are left keeps the hits from the next one, whatever their kind.
pub(super) struct Targets {
    pub regions: Vec<Region>,
    pub only: Option<Kind>,
}

impl Board {
    /// The regions with opponents that cannons and fortifications reach: those without melee, the
    /// nearest first; none out of a melee (§12.5, §12.7).
    fn reached_by_guns(&self, piece: &Piece) -> Vec<Region> {
        let opponent = piece.side().opponent();
        let mut regions: Vec<Region> = Region::ALL
            .into_iter()
            .filter(|at| self.holds(opponent, *at) && !self.is_melee(*at))
            .collect();
        regions.sort_by_key(|at| at.distance(piece.at));
        if self.is_melee(piece.at) { vec![] } else { regions }
    }

    /// The regions that infantry, cavalry and garrisons reach: their own in melee and then the
    /// next one, else the next one; none from the own reserve (§12.5, §12.6).
    fn reached_by_hand(&self, piece: &Piece) -> Vec<Region> {
        let (side, at) = (piece.side(), piece.at);
        if piece.kind().manoeuvres() && at == Region::reserve(side) {
            return vec![];
        }
        let next = [at.forward(side), at.back(side)].into_iter().flatten();
        let mut regions: Vec<Region> = [at].into_iter().chain(next).collect();
        regions.retain(|region| self.holds(side.opponent(), *region));
        if !self.is_melee(at) {
            regions.truncate(1);
        }
        regions
    }

    /// The opponents that an attack of this force can hit; no regions if there are none.
    pub(super) fn targets(&self, piece: &Piece) -> Targets {
        let guns = piece.kind().is_artillery();
        let regions = if guns { self.reached_by_guns(piece) } else { self.reached_by_hand(piece) };
        Targets { regions, only: None }
    }

    /// The rows that an attack of this force can strike.
    pub fn struck_by(&self, piece: &Piece) -> Vec<Region> {
        self.targets(piece).regions
    }

    /// Whether an attack of this force would find anybody (§12.1).
    pub fn can_attack(&self, id: ForceId) -> bool {
        self.piece(id).is_some_and(|piece| !self.targets(piece).regions.is_empty())
    }

    /// What a force needs to hit: its values, the modifier, the melee, and what special plans add
    /// (§12.5, §12.8, §13.7).
    pub fn attack_target(&self, piece: &Piece, bonus: Punch) -> Punch {
        let none = Punch::default();
        let melee = if self.is_melee(piece.at) { self.figures.melee } else { none };
        let aid = if piece.side() == Side::Enemy { self.aid.attack } else { none };
        piece.force.face().punch.plus(bonus).plus(melee).plus(aid)
    }

    /// A force attacks, if it can (§12.6).
    pub fn attack(&mut self, id: ForceId, bonus: Punch, answers: &mut dyn Answers) {
        let Some(piece) = self.piece(id).copied() else { return };
        let targets = self.targets(&piece);
        self.attack_on(&piece, bonus, &targets, answers);
    }

    /// Rolls an attack, and lets its hits fall.
    pub(super) fn attack_on(
        &mut self,
        piece: &Piece,
        bonus: Punch,
        targets: &Targets,
        answers: &mut dyn Answers,
    ) {
        if targets.regions.is_empty() {
            return;
        }
        let (who, needed) = (piece.force.id, self.attack_target(piece, bonus));
        let roll = (needed.combat >= 1).then(|| answers.die(ATTACK, Who::Force(who)));
        let hits = roll.map_or(0, |roll| needed.hits(roll));
        answers.told(News::Attacked { who, roll, needed, hits });
        self.let_fall(piece.side().opponent(), hits, targets, answers);
    }

    /// Lets hits fall, each on the lowest skill of the first region that still has somebody
    /// (§12.9).
    pub(super) fn let_fall(
        &mut self,
        on: Side,
        hits: u8,
        targets: &Targets,
        answers: &mut dyn Answers,
    ) {
        for _ in 0..hits {
            let fits = |piece: &&Piece| targets.only.is_none_or(|kind| piece.kind() == kind);
            let Some(at) = targets.regions.iter().find(|at| self.holds(on, **at)) else { return };
            let there = || self.at(on, *at).filter(fits);
            let Some(lowest) = there().map(|piece| piece.force.skill).min() else { return };
            let equals: Vec<Piece> =
                there().filter(|piece| piece.force.skill == lowest).copied().collect();
            let options: Vec<Pick> =
                equals.iter().map(|piece| Pick::Force(piece.force.id)).collect();
            let default = hit_default(on, &equals);
            let who = Who::Side(on);
            let choice = Choice { rule: HITS, topic: Topic::Hit, who, options: &options, default };
            if let Some(id) = chosen(answers, &choice).and_then(force) {
                self.hit(id, answers);
            }
        }
    }

    /// A force takes one hit, unless a special plan cancels it (§5.5, §12.10, §13.7).
    pub fn hit(&mut self, id: ForceId, answers: &mut dyn Answers) {
        let spared = self.aid.spared_hits > 0;
        let Some(piece) = self.piece_mut(id) else { return };
        if spared && piece.side() == Side::Enemy {
            self.aid.spared_hits -= 1;
            answers.told(News::Spared { who: id });
            return;
        }
        let lives = piece.force.take_hit();
        answers.told(News::Hit { who: id, destroyed: !lives });
        if !lives {
            self.remove(id, Exit::Destroyed);
        }
    }
}

/// Of the enemy one that it destroys, then the strongest; of the French one that only flips, then
/// the cheapest (§17).
fn hit_default(on: Side, equals: &[Piece]) -> Option<usize> {
    let places = 0..equals.len();
    let dies = |at: &usize| equals[*at].force.reduced || equals[*at].force.back.is_none();
    let worth = |at: &usize| equals[*at].force.combat();
    match on {
        Side::Enemy => places.max_by_key(|at| (dies(at), worth(at), Reverse(*at))),
        Side::French => places.min_by_key(|at| (dies(at), worth(at), *at)),
    }
}
