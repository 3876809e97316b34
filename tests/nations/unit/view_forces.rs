//! Tests of `view/forces.rs`.

use kit::ledger::Ledger;
use nations::book::Book;
use nations::book::spelling::place;
use nations::record::state::{Force, ForceId};
use nations::season::setup;
use nations::sight::known::Stack;
use nations::view::forces::*;
use std::collections::BTreeMap;

/// What the report says of a French detachment that was found out of supply somewhere.
fn told(at: &str) -> String {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
    let known = opening.known.get_mut("france").unwrap();
    let at = book.atlas.code(at).or(book.atlas.named(at)).unwrap();
    let force = Force {
        units: vec![book.units.read("1 x Dinf", "france", &book.people).unwrap().remove(0)],
        unsupplied: true,
        ..Force::new(ForceId(4999), "france", at)
    };
    known.ours.insert(force.id, force);
    let lines = own(&book, known.ours.values(), &fed(&book, known));
    let line = lines.into_iter().find(|line| line.at == place(&book, at)).unwrap();
    line.supply
}

#[test]
fn who_is_out_of_supply_learns_which_link_is_missing_and_who_stands_between() {
    let expected = expect_test::expect![[r#"
        W3433: out of supply: from W3433 to Nice W3435, the next link, it is 7 points, and 4 is the most
        W3426: out of supply until it acts or fights, also at the season's end, though a line is open
        Stuttgart: out of supply: from Stuttgart W3625 to Strasbourg W3327, the next link, it is 6 points, and 4 is the most
        W3526: out of supply: John stands at Baden W3426, on the way from W3526 to Strasbourg W3327
        Munich: out of supply: from Munich W3826 to Strasbourg W3327, the next link, it is 8 points, and 4 is the most
        Vienna: out of supply: no link of yours that leads on is near; the nearest that feeds French troops: Strasbourg W3327, Belfort W3228
    "#]];
    let places = ["W3433", "W3426", "Stuttgart", "W3526", "Munich", "Vienna"];
    let all: Vec<String> = places.iter().map(|at| format!("{at}: {}\n", told(at))).collect();
    expected.assert_eq(&all.concat());
}

/// A train and a corps without a leader look alike (NIA §1.3): report and form call them the same.
#[test]
fn a_train_does_not_show() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
    let corps = book.units.read("1 x (0) InfC", "austria", &book.people).unwrap();
    let at = book.atlas.named("Livorno").unwrap();
    let alone = Force::new(ForceId(4999), "austria", at);
    let called = |force: Force| {
        let mut known = opening.known["france"].clone();
        known.theirs = [Stack::of(&force)].into();
        enemies(&book, &known).remove(0).who
    };
    let train = Force { trains: 1, ..alone.clone() };
    let troops = Force { units: corps.clone(), ..alone.clone() };
    assert_eq!(called(train), "troops or a train");
    assert_eq!(called(troops.clone()), "troops or a train");
    assert_eq!(called(Force { siege: Some(0), ..troops }), "troops");
}
