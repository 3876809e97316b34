//! Tests of `book/plans.rs`.

use napoleon::book::plans::*;
use napoleon::record::force::{Kind, Punch};

fn order(text: &str) -> Result<Order, String> {
    Order::try_from(text.to_owned())
}

#[test]
fn orders_are_read_from_words() {
    let at_one = Some(Range { least: 1, most: 1 });
    let punch = Punch { combat: 4, superscript: 0 };
    assert_eq!(
        order("infantry: at 1: attack +4/+0").unwrap(),
        Order { only: Some(Kind::Infantry), at: at_one, step: Step::Attack(punch) }
    );
    assert_eq!(order("advance -3").unwrap().step, Step::Advance(-3));
    assert_eq!(order("at 0-1: line").unwrap().at, Some(Range { least: 0, most: 1 }));
}

#[test]
fn a_wrong_order_is_refused() {
    let wrong = ["charge", "advance far", "attack +4", "guard: line", "at 7: line", "at 2-1: line"];
    for text in wrong {
        assert!(order(text).is_err(), "{text}");
    }
}

#[test]
fn each_plan_has_its_counters_and_its_name() {
    let plans = Plans::read(&napoleon::shelf()).unwrap();
    let cup: u32 = plans.enemy_counters().map(|(_, counters)| u32::from(counters)).sum();
    assert_eq!(cup, 22, "two of each of eleven");
    assert_eq!(plans.french_counters().count(), 9);
    assert!(plans.enemy("Wheel").is_some() && plans.enemy("Officers").is_some());
    assert!(plans.enemy("Charge").is_none() && plans.french("March").is_none());
    let fire = plans.plan(plans.french_default(FrenchDefault::Fire)).unwrap();
    assert_eq!(fire.no_roll, NoRoll::InLine);
    let retreat = plans.enemy_default(EnemyDefault::Retreat);
    assert_ne!(retreat, plans.french_default(FrenchDefault::Retreat));
}
