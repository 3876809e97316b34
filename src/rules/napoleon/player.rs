//! An automatic player for one battle (§13).
//!
//! Two commanders: [`Plain`] follows a few rules; [`Ahead`] tries each thing that a force can do
//! with its own dice, goes on plainly to the end of the next turn, and takes what leaves the best
//! difference of strengths. Neither uses insights, scouts or Formation.

use crate::answers::{Answers, Pick, Who};
use crate::board::french::Assignment;
use crate::board::perform::March;
use crate::board::turn::{Commander, Says};
use crate::board::turn::{battle_turn, first_act, french_act};
use crate::board::{Board, Formation, Piece};
use crate::book::plans::{FrenchDefault, PlanId, Plans};
use crate::record::force::{ForceId, Kind, Side};
use kit::rule::Rule;

/// Dice of its own, from a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct OwnDice(u64);

impl OwnDice {
    /// Dice that always fall the same way for the same seed.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `below`, which is small.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below.max(1)
    }
}

impl Answers for OwnDice {
    fn die(&mut self, _rule: Rule, _who: Who) -> u8 {
        u8::try_from(self.below(10) + 1).unwrap_or(1)
    }

    fn draw(&mut self, _rule: Rule, _who: Who, options: &[Pick]) -> usize {
        usize::try_from(self.below(options.len() as u64)).unwrap_or(0)
    }
}

/// A commander with a few rules: fire in line, march upon the enemy in column, take the first plan
/// that fits.
#[derive(Copy, Clone, Debug, Default)]
pub struct Plain;

impl Plain {
    fn fits(board: &Board, piece: &Piece, name: &str) -> bool {
        let id = piece.force.id;
        let Some(range) = board.range(id).filter(|range| *range > 0) else { return false };
        let (line, column) =
            (piece.formation == Formation::Line, piece.formation == Formation::Column);
        match name {
            "Engage" => piece.kind() == Kind::Infantry && column && range == 1,
            "Volley" => piece.kind().manoeuvres() && line && range == 1 && board.can_attack(id),
            "Charge" => piece.kind() == Kind::Cavalry && range <= 2,
            "Grapeshot" => piece.kind().is_artillery() && board.can_attack(id),
            "Push" => piece.kind().manoeuvres() && column && range == 1,
            _ => false,
        }
    }
}

impl Commander for Plain {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        let mut chosen: Vec<Assignment> = vec![];
        for name in ["Engage", "Volley", "Charge", "Grapeshot", "Push"] {
            let Some(id) = plans.french(name) else { continue };
            let counters = plans.plan(id).map_or(0, |plan| usize::from(plan.counters));
            let free = |piece: &&Piece| {
                let taken = |other: &Assignment| other.who == Some(piece.force.id);
                !chosen.iter().any(taken) && Self::fits(board, piece, name)
            };
            let mut fits: Vec<&Piece> = board.of(Side::French).filter(free).collect();
            fits.sort_by_key(|piece| std::cmp::Reverse(piece.force.combat()));
            let taken = fits.into_iter().take(counters);
            let taken = taken.map(|piece| Assignment { plan: id, who: Some(piece.force.id) });
            let taken: Vec<Assignment> = taken.collect();
            chosen.extend(taken);
        }
        chosen.truncate(usize::from(board.french_plans));
        chosen
    }

    fn says(&mut self, board: &Board, who: ForceId, _plans: &Plans) -> Says {
        let piece = board.piece(who)?;
        if board.routed == Some(Side::French) {
            return Some((FrenchDefault::Retreat, March::Back));
        }
        let fire = Some((FrenchDefault::Fire, March::default()));
        let range = board.range(who)?;
        let column = piece.formation == Formation::Column && piece.kind().manoeuvres();
        if column && range >= 1 {
            let march = (FrenchDefault::March, March::Forward);
            let bold = board.strength(Side::French) >= board.strength(Side::Enemy);
            return (bold || range == 1).then_some(march);
        }
        board.can_attack(who).then_some(()).and(fire)
    }
}

/// A commander who tries what can be done with its own dice.
#[derive(Clone, Debug)]
pub struct Ahead {
    dice: OwnDice,
    /// How often each thing is tried.
    pub tries: u32,
}

impl Ahead {
    /// A commander whose dice begin with a seed.
    pub fn seeded(seed: u64, tries: u32) -> Self {
        Self { dice: OwnDice::seeded(seed), tries }
    }

    /// The difference of strengths after the rest of this turn and the next one, added up over all
    /// tries; each option meets the same dice.
    fn worth(&self, board: &Board, plans: &Plans, first: impl Fn(&mut Board, &mut OwnDice)) -> i64 {
        let mut sum = 0;
        for number in 0..self.tries {
            let mut dice = OwnDice::seeded(self.dice.0 ^ (u64::from(number) << 32));
            let mut after = board.clone();
            first(&mut after, &mut dice);
            french_act(&mut after, plans, &mut Plain, &mut dice);
            after.rout_check(&mut dice);
            after.advance_turn();
            if after.end().is_none() {
                battle_turn(&mut after, plans, &mut Plain, &mut dice);
            }
            sum += score(&after);
        }
        sum
    }
}

/// How good a board is for the French: the difference of strengths, and much for a rout.
fn score(board: &Board) -> i64 {
    const ROUT: i64 = 20;
    let rout = match board.routed {
        Some(Side::Enemy) => ROUT,
        Some(Side::French) => -ROUT,
        None => 0,
    };
    i64::from(board.strength(Side::French)) - i64::from(board.strength(Side::Enemy)) + rout
}

impl Commander for Ahead {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        self.dice.below(2);
        let mut chosen: Vec<Assignment> = vec![];
        let whole = |wanted: &[Assignment]| {
            self.worth(board, plans, |after, dice| {
                if after.assign_french(wanted, plans).is_ok() {
                    after.draw_enemy_plans(plans, dice);
                    first_act(after, plans, &mut Plain, dice);
                    after.enemies_act(plans, dice);
                }
            })
        };
        let counters: Vec<PlanId> = plans.french_counters().collect();
        for _ in 0..board.french_plans {
            let mut best = (whole(&chosen), None);
            for plan in &counters {
                for piece in board.of(Side::French) {
                    let mut wanted = chosen.clone();
                    wanted.push(Assignment { plan: *plan, who: Some(piece.force.id) });
                    let allowed = board.clone().assign_french(&wanted, plans).is_ok();
                    if allowed && whole(&wanted) > best.0 {
                        best = (whole(&wanted), wanted.pop());
                    }
                }
            }
            match best.1 {
                Some(assignment) => chosen.push(assignment),
                None => break,
            }
        }
        chosen
    }

    fn says(&mut self, board: &Board, who: ForceId, plans: &Plans) -> Says {
        self.dice.below(2);
        let options = board.french_defaults(who).into_iter().map(Some).chain([None]);
        let tried = options.map(|says| {
            let worth = self.worth(board, plans, |after, dice| {
                let _ = after.french_acts(who, says, plans, dice);
            });
            (says, worth)
        });
        let best = tried.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.and_then(|(says, _)| says)
    }
}
