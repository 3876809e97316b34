//! An objective in which both sides have encamped is held by nobody when the step is over (§2.1,
//! §3.2, §13.14).

use crate::sequence::{begun, book};
use napoleon::answers::own_dice::OwnDice;
use napoleon::book::Book;
use napoleon::record::force::Side;
use napoleon::sequence::answer::{Said, Stops};
use napoleon::sequence::{Campaign, Cause, Happened, Stage};
use napoleon::theatre::Place;
use napoleon::theatre::holding::{Loss, Outcome};

/// Nice is French, and both sides stand in Turin; what is encamped is said by the test.
fn both_in_turin(book: &Book, turn: usize, stage: Stage) -> Campaign {
    let mut campaign = begun(book, Stops::Turns, &mut OwnDice::seeded(1));
    let [nice, turin] = ["Nice", "Turin"].map(|name| book.map.find(name).unwrap());
    let theatre = &mut campaign.theatre;
    theatre.turn = turn;
    let enemies = theatre.forces_at(Side::Enemy, turin);
    let force = |name: &str| book.force(name).unwrap().id;
    theatre.places[force("Augereau").index()] = Place::Area(turin);
    theatre.napoleon = Some(nice);
    assert!(!enemies.is_empty() && theatre.objectives(book, Side::French) == [nice]);
    campaign.stage = stage;
    campaign
}

/// Plays to the next stop or the end, and says what was played before the campaign was over.
fn played(book: &Book, mut campaign: Campaign, encamped: bool) -> (Option<Outcome>, usize) {
    let turin = book.map.find("Turin").unwrap();
    if encamped {
        campaign.theatre.encamped.insert(turin);
    }
    let told = campaign.play(book, Said::default(), &mut OwnDice::seeded(1)).unwrap();
    let over = told.iter().position(|one| matches!(one, Happened::Over(_)));
    let battles = told.iter().take(over.unwrap_or(told.len()));
    (campaign.outcome(), battles.filter(|one| matches!(one, Happened::Fog { .. })).count())
}

const LOST: Option<Outcome> = Some(Outcome::Lost(Loss::TooFewObjectives));

/// After the French half of the first turn, before any battle of the enemy's half.
#[test]
fn at_the_end_of_the_first_french_half_it_is_lost() {
    let book = book("italy-1796");
    assert_eq!(played(&book, both_in_turin(&book, 1, Stage::Resupply), true), (LOST, 0));
}

/// From the second turn on at the end of the step in which they encamped.
#[test]
fn later_it_is_lost_at_the_end_of_the_step() {
    let book = book("italy-1796");
    for cause in [Cause::Moves, Cause::March, Cause::Enemy] {
        let mut campaign = both_in_turin(&book, 2, Stage::Battles(cause));
        campaign.theatre.objectives_count = true;
        assert_eq!(played(&book, campaign, true), (LOST, 0), "{cause:?}");
    }
}

/// A battle that is still to be fought comes before the look.
#[test]
fn a_battle_that_is_to_be_fought_comes_first() {
    let book = book("italy-1796");
    let mut campaign = both_in_turin(&book, 2, Stage::Battles(Cause::Enemy));
    campaign.theatre.objectives_count = true;
    let (_, battles) = played(&book, campaign, false);
    assert!(battles > 0);
}
