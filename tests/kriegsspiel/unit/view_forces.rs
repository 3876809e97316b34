//! Tests of `view/forces.rs`.

use kit::calendar::Quarter;
use kit::ledger::Ledger;
use kriegsspiel::book::Book;
use kriegsspiel::book::figures::Chance;
use kriegsspiel::record::event::{Event, PublicEvent};
use kriegsspiel::season::setup;
use kriegsspiel::sight::known::{Change, Published, Seen};
use play::Options;

#[test]
fn who_is_out_of_supply_learns_how_far_the_sources_are() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let book = Book::read(&shelf, "danube-1805", &Options::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut opening = setup::opening(&book, &mut ledger);
    let known = opening.known.get_mut("france").unwrap();
    let mut told = |at: &str, quarter| {
        known.season.quarter = quarter;
        let at = book.atlas.named(at).unwrap();
        let one = known.formations.get_mut("III Corps").unwrap();
        (one.at, one.fed) = (at, false);
        format!("{}\n", kriegsspiel::view::forces::unfed(&book, known, |_| true).join("\n"))
    };
    let all = [
        told("Vienna", Quarter::Autumn),
        told("Stuttgart", Quarter::Winter),
        told("Passau", Quarter::Autumn),
        told("Strasbourg", Quarter::Winter),
    ];
    expect_test::expect![[r#"
        each has -2 in battle
        Vienna E0425: III Corps: Strasbourg W3327, the nearest source, is 13 hexes away, and 3 is the most; the hex feeds 6 corps and brigades of a side, and more of them lose 5 %
        each has -2 in battle; in winter a source feeds its own hex alone
        Stuttgart W3625: III Corps: Strasbourg W3327, the nearest source, is 3 hexes away; the hex feeds 4 corps and brigades of a side, and more of them lose 10 % in winter
        each has -2 in battle
        Passau W4125: III Corps: Strasbourg W3327, the nearest source, is 8 hexes away, and 3 is the most; Austria holds Munich W3826; the hex feeds 3 corps and brigades of a side, and more of them lose 20 %
        each has -2 in battle; in winter a source feeds its own hex alone
        Strasbourg W3327: III Corps: when it was looked at
    "#]].assert_eq(&all.concat());
}

/// Those in one hex for one reason stand in one line.
#[test]
fn who_is_out_of_supply_for_one_reason_is_told_once() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let book = Book::read(&shelf, "danube-1805", &Options::new()).unwrap();
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("france").unwrap();
    known.season.quarter = Quarter::Winter;
    for (name, at) in [("III Corps", "Vienna"), ("VI Corps", "Vienna"), ("IV Corps", "Passau")] {
        let one = known.formations.get_mut(name).unwrap();
        (one.at, one.fed) = (book.atlas.named(at).unwrap(), false);
    }
    let all = kriegsspiel::view::forces::unfed(&book, known, |power| power == "france");
    let [head, one, other] = &all[..] else { panic!("{all:#?}") };
    assert!(head.contains("in winter a source feeds its own hex alone"), "{head}");
    let both = [one, other].into_iter().find(|line| line.starts_with("Vienna E0425: ")).unwrap();
    assert!(both.starts_with("Vienna E0425: III Corps, VI Corps: "), "{both}");
    assert!(!both.contains("in battle") && !both.contains("its own hex alone"), "{both}");
}

/// A report tells what a hex fed in its own turn, and not what the harvest that came after adds (§8).
#[test]
fn a_report_tells_the_forage_of_its_turn() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let book = Book::read(&shelf, "danube-1805", &Options::new()).unwrap();
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("france").unwrap();
    let one = known.formations.get_mut("III Corps").unwrap();
    (one.at, one.fed) = (book.atlas.named("Vienna").unwrap(), false);
    let turn = |known: &mut kriegsspiel::sight::known::Known, event: Event, adds: Option<i8>| {
        let change = adds
            .map(|adds| Change { published: Some(Published::Harvest(adds)), ..Change::default() });
        known.learn(Seen { event: Some(event), change });
        kriegsspiel::view::forces::unfed(&book, known, |_| true).concat()
    };
    let begins = |season| Event::from(PublicEvent::SeasonBegan { season });
    let good = book.chances.iter().find(|line| line.word.harvest() > 0).unwrap().word;
    let comes = |word: Chance| Event::from(PublicEvent::Chanced { dice: vec![1, 1], word });
    let season = known.season;
    assert!(turn(known, begins(season), None).contains("feeds 6 corps"));
    assert!(turn(known, comes(good), Some(1)).contains("feeds 6 corps"));
    assert!(turn(known, begins(season.next()), None).contains("feeds 7 corps"));
    assert!(turn(known, comes(good), Some(0)).contains("feeds 7 corps"));
}
