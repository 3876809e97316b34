//! The sheets of the Marengo season are read without a fault.

use std::collections::BTreeMap;
use umpire::kit::ledger::Ledger;
use umpire::rules;

#[test]
fn the_sheets_of_marengo_pass() {
    let shelf = rules::shelf();
    let (referee, scenario) = rules::find(&shelf, "nations/marengo").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut sheets = BTreeMap::new();
    for power in ["france", "austria", "britain"] {
        let text = std::fs::read_to_string(format!("orders/nations/marengo-1800/{power}.yaml")).unwrap();
        let mut ledger = Ledger::seeded("set-up", [7; 32]);
        let opening = game.opening(&[(power.to_owned(), text.clone())].into(), &mut ledger).unwrap();
        let checked = game.check(&opening.after.known[power], &text).unwrap();
        assert!(!checked.faults.has_faults(), "{}", checked.faults.render(&text));
        sheets.insert(power.to_owned(), text);
    }
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    let opening = game.opening(&sheets, &mut ledger).unwrap();
    let mut ledger = Ledger::seeded("spring 1800", [7; 32]);
    let played = game.resolve(&opening.after, &sheets, &mut ledger).unwrap();
    for l in &played.digest { println!("{l}"); }
    println!("{}", serde_json::to_string_pretty(&game.view(&played.after.known["france"]).unwrap()).unwrap());
    println!("{}", game.form(&played.after.known["france"], "marengo").unwrap());
    println!("{} {}", played.after.state.len(), played.after.known["france"].len());
}
