//! Tests of the list of rule systems, and of what needs more than one of them.

use super::*;
use play::books::{FORMER, logical, was_called};

#[test]
fn a_book_is_known_by_its_former_digest() {
    for (former, now) in FORMER {
        assert!(was_called(former, now) && !was_called(now, former));
        assert!(!was_called(former, &"0".repeat(64)), "pages that say something else are others");
    }
}

#[test]
fn a_page_keeps_its_name_wherever_it_lies() {
    for (path, rules, name) in [
        ("nations/book/units.yaml", "nations", "units.yaml"),
        ("nations/book/tables/siege.yaml", "nations", "tables/siege.yaml"),
        ("nations/italy-1796/scenario.yaml", "nations", "scenario.yaml"),
        (&format!("{EUROPE}/hexes.csv"), "nations", "map/hexes.csv"),
        (&format!("{EUROPE}/hexes.csv"), "kriegsspiel", "map/hexes.csv"),
        ("kriegsspiel/book/map/hexes.csv", "kriegsspiel", "map/hexes.csv"),
    ] {
        assert_eq!(logical(path, rules, "italy-1796"), name, "{path}");
    }
}

/// What a game was read from is all that it takes to open it again.
#[test]
fn a_game_opens_from_the_pages_it_was_read_from() {
    for referee in REFEREES.iter() {
        for scenario in referee.scenarios(&shelf()) {
            let game = referee.open(&shelf(), &scenario, &Options::new()).unwrap();
            let laid = referee.lay(game.pages(), &scenario);
            let again = referee.open(&laid, &scenario, &Options::new()).unwrap();
            assert_eq!(again.book_digest(), game.book_digest(), "{scenario}");
            assert_eq!(again.card().powers, game.card().powers);
        }
    }
}

/// The only case of a text.
fn only(text: &str) -> case::Case {
    let mut cases = case::read("a.md", text);
    assert_eq!(cases.len(), 1);
    cases.remove(0).unwrap()
}

#[test]
fn names_that_there_are_not_are_refused() {
    let shelf = shelf();
    let check = |line: &str, told: &str| {
        let text = format!(
            "## one\n```yaml setup\nrules: nations\nseason: spring 1805\n```\n```yaml expect\n{line}\n```\n"
        );
        let verdict = case::play(&*REFEREES, &shelf, &only(&text));
        let unmet: Vec<String> = verdict.unmet.iter().map(|one| one.text.clone()).collect();
        assert_eq!(unmet, [told], "{line}");
        assert_eq!(verdict.unmet[0].place.as_deref(), Some("a.md:7"));
    };
    check("- no: batle", "there is no event or state `batle`; is it `battle`?");
    check("- moved: {whoo: Ney}", "`moved` has no field `whoo`; is it `who`?");
    check("- state: {army: {at: Ulm}}", "there is no state `army`");
    check(
        "- known: {france: {stak: {at: Ulm}}}",
        "there is no event or known fact `stak`; is it `stack`?",
    );
}
