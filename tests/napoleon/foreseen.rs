//! What was said beforehand: a plan that can do nothing at its moment makes way for the next line.

use crate::sequence::{at_savona, book};
use napoleon::board::Formation;
use napoleon::board::french::Assignment;
use napoleon::orders::answer::Stop;
use napoleon::orders::told::{PlanTold, Told, TurnTold, When};
use napoleon::orders::whom::Whom;
use napoleon::record::force::Side;
use napoleon::sequence::answer::Answer;

/// Nobody is near: Volley and Flank do nothing, Push moves its force. What is said at the turn itself
/// stays as it is said, since the enemy may come nearer before the force acts (§12.2, §13.2).
#[test]
fn a_plan_that_can_do_nothing_is_passed_over() {
    let book = book("italy-1796");
    let mut campaign = at_savona(&book, vec![]);
    let board = campaign.battle.as_mut().unwrap().board.as_mut().unwrap();
    board.french_plans = 1;
    let may = |piece: &&napoleon::board::Piece| {
        piece.formation == Formation::Column && board.way_forward(piece.force.id).is_some()
    };
    let who = board.of(Side::French).find(may).unwrap().force.id;
    assert!(board.range(who).unwrap() > 2);
    let plan = |name: &str| book.plans.french(name).unwrap();
    let line = |name| When {
        condition: None,
        what: PlanTold::On { plan: plan(name), who: Whom::Force(who) },
    };
    let plans = Some(["Volley", "Flank", "Push"].map(line).to_vec());
    let told = Told::Turn(TurnTold { plans, ..TurnTold::default() });
    let stop = Stop { book: &book, campaign: &campaign, officer: None };
    let chosen = |answer: Answer| {
        let Answer::Turn(turn) = answer else { panic!("not a turn") };
        turn.plans.unwrap()
    };
    let only = |name| vec![Assignment { plan: plan(name), who: Some(who) }];
    assert_eq!(chosen(stop.foreseen(&told)), only("Push"));
    assert_eq!(chosen(stop.answer(&told)), only("Volley"));
}
