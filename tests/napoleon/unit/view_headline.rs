//! Tests of `view/headline.rs`: each season has something lighter before what its first line must name.

use crate::seam::ByMail;
use napoleon::board::rout::End;
use napoleon::orders::causes::Cause;
use napoleon::record::event::{Event, StepEnd};
use napoleon::record::force::Side;
use napoleon::sequence::Happened;
use napoleon::sequence::answer::Fault;
use napoleon::view::headline::news;
use napoleon::view::undone::undone;

fn told(happened: Vec<Happened>) -> Vec<String> {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let event = |what| Event::Map { what, dice: vec![] };
    news(&by_mail.book, &happened.into_iter().map(event).collect::<Vec<_>>())
}

#[test]
fn the_heaviest_news_of_a_season_comes_first() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let at = |name: &str| by_mail.book.map.find(name).unwrap();
    let over = |name: &str, end| Happened::BattleOver { at: at(name), end, withdrawal: None };
    let won = |name: &str| over(name, End::Alone(Some(Side::French)));
    let lost = |name: &str| over(name, End::Alone(Some(Side::Enemy)));
    let raid = || Happened::Raided(3);
    let without_a_battle = Happened::Enveloped { at: at("Turin"), side: Side::Enemy };
    let (french, enemy) = (Some(Side::French), Some(Side::Enemy));
    let held = |name: &str, before, by| Happened::Held { at: at(name), before, by };
    let rows: Vec<(Vec<Happened>, &[&str])> = vec![
        // Who holds an objective at the end and did not at the beginning; a battle for it tells it as well.
        (
            vec![raid(), held("Milan", None, french)],
            &[
                "You hold the objective Milan now.",
                "Raids take up to 3 supply points from the enemy.",
            ],
        ),
        (
            vec![won("Turin"), held("Turin", enemy, french), held("Milan", french, enemy)],
            &["The enemy takes the objective Milan.", "You win at the objective Turin."],
        ),
        (vec![held("Nice", french, None)], &["You no longer hold the objective Nice."]),
        (vec![held("Nice", french, None), held("Nice", None, french)], &[]),
        (vec![], &[]),
        (vec![raid()], &["Raids take up to 3 supply points from the enemy."]),
        (
            vec![raid(), won("Savona"), won("Savona")],
            &["You win at Savona.", "Raids take up to 3 supply points from the enemy."],
        ),
        (
            vec![over("Savona", End::Withdrawal), won("Genoa")],
            &["You win at Genoa.", "The battle at Savona is not decided."],
        ),
        (
            vec![won("Savona"), without_a_battle],
            &["You win at the objective Turin.", "You win at Savona."],
        ),
        (
            vec![won("Turin"), won("Milan"), lost("Lodi")],
            &["You are beaten at Lodi.", "You win at the objectives Turin; Milan."],
        ),
        // The last battle for a place counts.
        (vec![won("Turin"), lost("Turin")], &["You are beaten at the objective Turin."]),
    ];
    for (happened, wanted) in rows {
        assert_eq!(told(happened.clone()), wanted, "{happened:?}");
    }
}

/// Whoever never had a scout reads that, not that no roll came up.
#[test]
fn a_line_for_scouts_says_if_there_was_none() {
    let (power, became) = ("france".to_owned(), StepEnd::NotDone(Cause::NoRoll));
    let event = Event::Step { power, entry: 1, step: 11, became };
    let book = ByMail::begun("italy-1796", &[], 1).book;
    let told = |scouts| undone(&book, std::slice::from_ref(&event), scouts);
    assert_eq!(told(0), ["Not done, line 11 of the receipt: you had no scout."]);
    assert_eq!(
        told(1),
        ["Not done, line 11 of the receipt: no such roll came up, or no scout was left."]
    );
}

/// What a purchase asked was asked before the income, which the report says with it.
#[test]
fn a_purchase_whose_condition_failed_says_when_it_was_asked() {
    let (power, became) = ("france".to_owned(), StepEnd::NotDone(Cause::Condition));
    let event = Event::Step { power, entry: 2, step: 6, became };
    let told = undone(&ByMail::begun("italy-1796", &[], 1).book, &[event], 0);
    assert!(told[0].contains("after the battles and before the income of the month"), "{told:?}");
}

/// What cannot be bought says that it could not be paid.
#[test]
fn plans_that_were_not_bought_say_why() {
    assert_eq!(Fault::Plans(1).to_string(), "one more plan a turn cannot be paid");
}
