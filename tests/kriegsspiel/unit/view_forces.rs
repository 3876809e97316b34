//! Tests of `view/forces.rs`.

use kit::calendar::Quarter;
use kit::ledger::Ledger;
use kriegsspiel::book::Book;
use kriegsspiel::season::setup;
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
        let one = known.formations["III Corps"].clone();
        format!("{}\n", kriegsspiel::view::forces::line(&book, known, &one).supply)
    };
    let all = [
        told("Vienna", Quarter::Autumn),
        told("Stuttgart", Quarter::Winter),
        told("Passau", Quarter::Autumn),
        told("Strasbourg", Quarter::Winter),
    ];
    expect_test::expect![[r#"
        out of supply: Strasbourg W3327, the nearest source, is 13 hexes away, and 3 is the most; the hex feeds 6 corps and brigades of a side, and more of them lose 5 %; -2 in battle
        out of supply: in winter a source feeds its own hex alone, and Strasbourg W3327 is 3 away; the hex feeds 4 corps and brigades of a side, and more of them lose 10 % in winter; -2 in battle
        out of supply: Strasbourg W3327, the nearest source, is 8 hexes away, and 3 is the most; Austria holds Munich W3826; the hex feeds 3 corps and brigades of a side, and more of them lose 20 %; -2 in battle
        out of supply when it was looked at
    "#]].assert_eq(&all.concat());
}
