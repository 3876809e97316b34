//! One turn of a battle, its steps in their order (§13.2 to §13.12), led by a [`Commander`].
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3, §13.9.

use super::{Board, Formation, Piece};
use crate::answers::Answers;
use crate::board::french::{Assignment, Refusal};
use crate::board::perform::March;
use crate::board::rout::End;
use crate::book::plans::{FrenchDefault, PlanId, Plans};
use crate::orders::causes::Cause;
use crate::record::force::{ForceId, Side};
use crate::sequence::item::End as Came;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What a force does without a counter; nothing is allowed.
pub type Says = Option<(FrenchDefault, March)>;

/// A moment of a battle turn at which formations may change (§13.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    BeforeEnemy,
    BeforeFrench,
    /// Before a force of either side acts.
    Before(ForceId),
}

/// Who leads the French in a battle.
pub trait Commander {
    /// Chooses the plans of the turn (§13.2).
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment>;

    /// Says what a force does, and is not asked if it must play its counter (§13.10).
    fn says(&mut self, board: &Board, who: ForceId, plans: &Plans) -> Says;

    /// Says which of those who wait acts next (§13.3, §13.10); without a word the first of them
    /// does. Before the enemy those with a Square come first, then those with a Prepare; after it
    /// cannons and walls, then those with a plan, then from the front to the rear, in a rout from
    /// the rear to the front.
    fn next(&mut self, _board: &Board, _waiting: &[ForceId]) -> Option<ForceId> {
        None
    }

    /// Says which formations change at a moment by the plan of that name (§13.3); asked again after
    /// each change.
    fn forms(&mut self, _board: &Board, _moment: Moment) -> Option<Vec<(ForceId, Formation)>> {
        None
    }

    /// Hears that a force has acted: the counter that it had, whether it acted on it or why it could not,
    /// and what came of it.
    fn acted(&mut self, _who: ForceId, _counter: Option<PlanId>, _on_it: Came, _came: Came) {}

    /// Hears what could not be done.
    fn refused(&mut self, _who: Option<ForceId>, _why: Refusal) {}
}

/// Plays one turn of a battle without insights (§13).
pub fn battle_turn(
    board: &mut Board,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    board.begin_turn();
    rest_of_turn(board, plans, commander, answers);
}

/// Plays a turn of a battle from the choice of plans on (§13.2 to §13.12).
pub fn rest_of_turn(
    board: &mut Board,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    let wanted = commander.plans(board, plans);
    if let Err(why) = board.assign_french(&wanted, plans) {
        // A commander whose plans are refused has none.
        commander.refused(None, why);
    }
    board.draw_enemy_plans(plans, answers);
    form(board, Moment::BeforeEnemy, commander, answers);
    first_act(board, plans, commander, answers);
    while board.end().is_none()
        && let Some(id) = board.next_enemy(answers)
    {
        form(board, Moment::Before(id), commander, answers);
        board.enemy_acts(id, plans, answers);
    }
    form(board, Moment::BeforeFrench, commander, answers);
    french_act(board, plans, commander, answers);
    board.rout_check(answers);
    board.advance_turn();
}

/// Fights a battle to its end (§13.13); `None` after so many turns that something is wrong.
pub fn fight(
    board: &mut Board,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) -> Option<End> {
    const MOST_TURNS: u32 = 60;
    for _ in 0..MOST_TURNS {
        if let Some(end) = board.end() {
            return Some(end);
        }
        battle_turn(board, plans, commander, answers);
    }
    board.end()
}

/// Those French who act before the enemy do so (§13.3).
pub fn first_act(
    board: &mut Board,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    while board.end().is_none()
        && let Some(id) = next(board, &board.french_first(plans), commander)
    {
        act(board, id, plans, commander, answers);
    }
}

/// Who of those who wait acts next, the first of them without a word (§13.10).
fn next(board: &Board, waiting: &[ForceId], commander: &mut dyn Commander) -> Option<ForceId> {
    let said = commander.next(board, waiting).filter(|id| waiting.contains(id));
    said.or(waiting.first().copied())
}

/// All French who have not acted do so (§13.10).
pub fn french_act(
    board: &mut Board,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    while board.end().is_none()
        && let Some(id) = next(board, &waiting(board), commander)
    {
        act(board, id, plans, commander, answers);
    }
}

/// The French who have not acted, in their usual order (§13.10).
fn waiting(board: &Board) -> Vec<ForceId> {
    let mut waiting: Vec<&Piece> = board.of(Side::French).filter(|piece| !piece.acted).collect();
    match board.routed {
        Some(Side::French) => waiting.sort_by_key(|piece| Reverse(piece.at)),
        Some(Side::Enemy) | None => {
            waiting.sort_by_key(|piece| (piece.kind().manoeuvres(), piece.plan.is_none(), piece.at))
        }
    }
    waiting.into_iter().map(|piece| piece.force.id).collect()
}

/// A French force acts as its commander says.
pub(crate) fn act(
    board: &mut Board,
    id: ForceId,
    plans: &Plans,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    form(board, Moment::Before(id), commander, answers);
    let says = match board.counter_to_play(id, plans) {
        Some(_) => None,
        None => commander.says(board, id, plans),
    };
    let counter = board.piece(id).and_then(|piece| piece.plan);
    let routed = board.routed == Some(Side::French);
    let on_it = match board.counter_to_play(id, plans) {
        _ if routed => Err(Cause::Routed),
        Some(_) => Ok(()),
        None => Err(Cause::Melee),
    };
    match board.french_acts(id, says, plans, answers) {
        Ok(came) => commander.acted(id, counter, on_it, came),
        Err(why) => {
            // What cannot be done is not done, and the force has acted.
            commander.refused(Some(id), why);
            let _ = board.french_acts(id, None, plans, answers);
            let why = Cause::of_refusal(why);
            commander.acted(id, counter, Err(why), Err(why));
        }
    }
}

/// Formations change as the commander says.
fn form(
    board: &mut Board,
    moment: Moment,
    commander: &mut dyn Commander,
    answers: &mut dyn Answers,
) {
    while let Some(changes) = commander.forms(board, moment) {
        if let Err(why) = board.change_formations(&changes, answers) {
            commander.refused(None, why);
        }
    }
}
