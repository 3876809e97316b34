//! A season at sea as its two players read it: a landing in Portugal, and the blockade that cuts it
//! off again (NIA §5.3, §6.2.2, §10).

use expect_test::expect_file;
use kit::ledger::Ledger;
use report::{Around, Templates};
use std::collections::BTreeMap;

const SEED: u8 = 10;
const PAGE: &str = include_str!("sea/scenario.yaml");

#[test]
fn a_landing_is_cut_off() {
    let mut shelf = play::shelf::<nations::Nations>();
    shelf.lay("nations/off-portugal/scenario.yaml", PAGE.to_owned());
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, "nations/off-portugal").unwrap();
    let options = [("fog".to_owned(), "rules".to_owned())].into();
    let game = referee.open(&shelf, &name, &options).unwrap();
    let mut setting = Ledger::seeded("set-up", [0; 32]);
    let opening = game.opening(&BTreeMap::new(), &mut setting).unwrap().after;
    let sheets: BTreeMap<String, String> = [
        ("britain".to_owned(), include_str!("sea/britain.yaml").to_owned()),
        ("france".to_owned(), include_str!("sea/france.yaml").to_owned()),
    ]
    .into();
    for (power, sheet) in &sheets {
        let checked = game.check(&opening.known[power], sheet).unwrap();
        assert!(!checked.faults.has_faults(), "{}", checked.faults.render(sheet));
    }
    // The dice of a seed under which the voyages come before the marches.
    let mut ledger = Ledger::seeded("summer 1808", [SEED; 32]);
    let played = game.resolve(&opening, &sheets, &mut ledger).unwrap();
    let templates = Templates::new(&Default::default()).unwrap();
    for power in ["britain", "france"] {
        let view = Around::default().with(game.view(&played.after.known[power]).unwrap());
        let report = templates.print("nations/report.txt", &view).unwrap();
        expect_file![format!("sea/{power}.txt")].assert_eq(&report);
    }
}
