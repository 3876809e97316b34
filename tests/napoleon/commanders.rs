//! Automatic players for one battle (§13).
//!
//! Two commanders: [`Plain`] follows a few rules; [`Ahead`] tries each thing that a force can do
//! with its own dice, goes on plainly to the end of the next turn, and takes what leaves the best
//! difference of strengths. Neither uses insights, scouts or Formation.

use napoleon::answers::own_dice::OwnDice;
use napoleon::board::french::Assignment;
use napoleon::board::perform::March;
use napoleon::board::turn::{Commander, Says};
use napoleon::board::turn::{battle_turn, first_act, french_act};
use napoleon::board::{Board, Formation};
use napoleon::book::plans::{FrenchDefault, PlanId, Plans};
use napoleon::record::force::{ForceId, Side};
use napoleon::sequence::defaults::attacking_plans;

/// A commander with a few rules: fire in line, march upon the enemy in column, take the first plan
/// that fits.
#[derive(Copy, Clone, Debug, Default)]
pub struct Plain;

impl Commander for Plain {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        attacking_plans(board, plans)
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
            let mut dice = self.dice.trial(number);
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
