//! Tests of `book/mod.rs`.

use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::Book;
use kriegsspiel::sight::intel_levels::Intel;
use play::{Options, Ruleset};

/// What a scenario's page says of others counts where the campaign says nothing, and is then fixed for it; pages
/// that no campaign needs are not read for it.
#[test]
fn a_scenario_may_choose_what_is_told_of_others() {
    let page = "kriegsspiel/danube-1805/scenario.yaml";
    let read = |says: &str, chosen: &[(&str, &str)]| {
        let mut shelf = play::shelf::<Kriegsspiel>();
        let text = format!("{says}\n{}", shelf.text(page).unwrap());
        shelf.lay(page, text);
        let chosen: Options =
            chosen.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let book = Book::read(&shelf, "danube-1805", &chosen).unwrap();
        let of_scenario = Kriegsspiel::chosen(&book).get("intel").cloned().unwrap_or_default();
        (book.intel, book.estimates.is_some(), of_scenario)
    };
    let estimates = "estimates".to_owned();
    assert_eq!(read("", &[]), (Intel::Scouted, false, String::new()));
    assert_eq!(read("intel: estimates", &[]), (Intel::Estimates, true, estimates.clone()));
    let other = read("intel: estimates", &[("intel", "vague")]);
    assert_eq!(other, (Intel::Vague, false, estimates));
    assert_eq!(read("", &[("intel", "estimates")]), (Intel::Estimates, true, String::new()));
    let faults = |says: &str| {
        let shelf = play::shelf::<Kriegsspiel>();
        let text = format!("{says}\n{}", shelf.text(page).unwrap());
        Book::faults(&shelf, &text).unwrap().len()
    };
    assert_eq!((faults("intel: estimates"), faults("intel: estimate")), (0, 1));
}
