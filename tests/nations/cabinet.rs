//! The cabinet as a season of its own, and money that is spent with spring's orders.

use kit::ledger::Ledger;
use nations::record::state::State;
use play::{Game, Played, Position};
use std::collections::BTreeMap;

fn spain(politics: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<nations::Nations>();
    let options = [("politics".to_owned(), politics.to_owned())].into();
    let (referee, name) =
        play::find(&[nations::REFEREE], &shelf, "nations/spanish-ulcer-1808").unwrap();
    referee.open(&shelf, &name, &options).unwrap()
}

/// The opening of Spain, moved to a season as if nothing had happened until then.
fn moved(game: &dyn Game, season: &str) -> Position {
    let mut setting = Ledger::seeded("set-up", [5; 32]);
    let mut at = game.opening(&BTreeMap::new(), &mut setting).unwrap().after;
    let mut state: State = serde_json::from_str(&at.state).unwrap();
    state.season = season.parse().unwrap();
    at.state = serde_json::to_string(&state).unwrap();
    at.season = game.asks(&at.state).unwrap();
    for known in at.known.values_mut() {
        *known = known.replace("\"summer 1808\"", &format!("\"{season}\""));
    }
    at
}

fn play(game: &dyn Game, at: &Position, sheets: &[(&str, &str)]) -> Played {
    let sheets = sheets.iter().map(|(power, text)| ((*power).to_owned(), (*text).to_owned()));
    let mut dice = Ledger::seeded(&at.season.name, [5; 32]);
    game.resolve(at, &sheets.collect(), &mut dice).unwrap()
}

fn has(played: &Played, word: &str) -> bool {
    played.events.iter().any(|event| event.contains(&format!("\"{word}\"")))
}

#[test]
fn a_cabinet_comes_between_winter_and_spring() {
    let game = spain("cabinet");
    let winter = play(&*game, &moved(&*game, "winter 1808"), &[]);
    assert_eq!(winter.after.season.name, "cabinet 1809");
    assert_eq!(winter.after.season.asks.kind, "cabinet");
    assert!(!has(&winter, "collected"));
    assert!(game.letters_at_once("cabinet 1809") && !game.letters_at_once("spring 1809"));
    let cabinet = play(&*game, &winter.after, &[]);
    assert!(has(&cabinet, "collected") && !has(&cabinet, "marker-drawn"));
    assert_eq!(cabinet.after.season.name, "spring 1809");
    let spring = play(&*game, &cabinet.after, &[]);
    assert!(!has(&spring, "collected") && has(&spring, "marker-drawn"));
    assert_eq!(spring.after.season.name, "summer 1809");
    let order = |one: &str, other: &str| game.order(one, other).unwrap();
    assert!(
        order("winter 1808", "cabinet 1809").is_lt()
            && order("cabinet 1809", "spring 1809").is_lt()
    );
}

/// Nobody marches and no marker is drawn in a cabinet, so the head of its receipts promises other things.
#[test]
fn a_receipt_of_a_cabinet_has_a_head_of_its_own() {
    let game = spain("cabinet");
    let winter = play(&*game, &moved(&*game, "winter 1808"), &[]).after;
    let spring = play(&*game, &winter, &[]).after;
    let head = |at: &Position| game.promise(&at.known["france"]).unwrap();
    assert!(head(&winter).contains("gifts and loans are paid") && !head(&winter).contains("enemy"));
    assert!(head(&spring).contains("an enemy attacks or bars the way"));
    let together = spain("with-the-orders");
    let spring = play(&*together, &moved(&*together, "winter 1808"), &[]).after;
    let head = together.promise(&spring.known["france"]).unwrap();
    assert!(head.contains("an enemy attacks"), "there is one sheet for both");
}

#[test]
fn after_the_last_winter_spring_is_the_last_season() {
    let game = spain("cabinet");
    let cabinet = play(&*game, &moved(&*game, "winter 1813"), &[]).after;
    assert_eq!(cabinet.season.name, "cabinet 1814");
    let spring = play(&*game, &cabinet, &[]).after;
    assert!(play(&*game, &spring, &[]).over);
}

#[test]
fn with_the_orders_money_is_spent_by_springs_sheet() {
    let game = spain("with-the-orders");
    let winter = play(&*game, &moved(&*game, "winter 1808"), &[]);
    assert_eq!(winter.after.season.name, "spring 1809");
    assert!(game.letters_at_once("spring 1809"));
    let known = &winter.after.known["france"];
    let form = game.form(known, "spain", None).unwrap();
    assert!(form.contains("budget:") && form.contains("activations:"), "{form}");
    let sheet = "season: spring 1809\npower: france\nbudget:\n  - raise: {unit: 1 x 0 CavC, at: Bayonne}\n\
                 activations:\n  - leader: Soult\n    steps: [{march: [Burgos]}]\n";
    let checked = game.check(known, sheet).unwrap();
    assert!(!checked.faults.has_faults(), "{}", checked.faults.render(sheet));
    assert!(checked.understood.iter().any(|entry| entry.heading == "Budget"));
    let spring = play(&*game, &winter.after, &[("france", sheet)]);
    assert!(has(&spring, "collected") && has(&spring, "marker-drawn"));
    assert!(has(&spring, "raised") || has(&spring, "not-carried-out"));
    assert_eq!(spring.after.season.name, "summer 1809");
}

/// Where there is no money the option has nothing to choose.
#[test]
fn a_scenario_without_money_refuses_the_option() {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, "nations/marengo-1800").unwrap();
    let options = [("politics".to_owned(), "with-the-orders".to_owned())].into();
    let Err(refused) = referee.open(&shelf, &name, &options) else { panic!("it is taken") };
    assert!(refused.to_string().contains("marengo-1800 has none"), "{refused}");
}

/// Who sends no sheet has standing orders, also for money.
#[test]
fn standing_orders_hold_for_a_budget() {
    let game = spain("cabinet");
    let winter = play(&*game, &moved(&*game, "winter 1808"), &[]).after;
    let standing = "# standing\npower: britain\nstanding:\n  budget:\n  - train: London\n";
    let cabinet = play(&*game, &winter, &[("britain", standing)]);
    assert!(has(&cabinet, "support-raised"));
    let spring = play(&*game, &cabinet.after, &[("britain", standing)]);
    assert!(!has(&spring, "support-raised") && !has(&spring, "not-carried-out"));
}
