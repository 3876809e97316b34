//! Tests of `orders/rehearsal/estimated.rs`, of the estimates in the report and on the map.

use super::brigade;
use kit::calendar::{Quarter, Season};
use kit::sight::Sight;
use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::Book;
use kriegsspiel::record::state::{Formation, State};
use kriegsspiel::sight::intel_levels::Intel;
use kriegsspiel::sight::known::Known;
use kriegsspiel::sight::look;
use kriegsspiel::view;
use play::Ruleset;
use report::map::{self, Size};
use sheet::Diagnostics;
use sheet::shape::{Shaped, shape};

/// A French brigade of four battalions at E1025, and Austrian ones of so many hits with it or in the next hex.
fn known(hits: u32, together: bool) -> (Book, Known) {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let sides = [("a", "france"), ("b", "austria")];
    let sides = sides.map(|(name, power)| (name.to_owned(), vec![power.to_owned()]));
    let shelf = play::shelf::<Kriegsspiel>();
    let book = Book::of_case(&shelf, season, sides.into()).unwrap();
    let book = book.seeing(&shelf, Intel::Estimates).unwrap();
    let mut state = State::new(&book);
    let place = |name: &str| book.atlas.find(name).unwrap();
    let of = |one: Formation, hits: u32| {
        let units = one.units.keys().map(|kind| (kind.clone(), hits)).collect();
        Formation { units, ..one }
    };
    let ours = of(brigade(("A", "france"), "line infantry", place("E1025")), 4);
    let there = place(if together { "E1025" } else { "E1125" });
    let theirs = of(brigade(("B", "austria"), "austrian line infantry", there), hits);
    state.formations.insert("A".to_owned(), ours);
    state.formations.insert("B".to_owned(), theirs);
    let mut known = Known::new("france", state.season, &state.relations);
    known.look(look(&book, &state, "france"));
    (book, known)
}

/// What the receipt says of an entry for the brigade.
fn receipt((book, known): &(Book, Known), entry: &str) -> String {
    let sheet = format!("orders: [{{formation: A, {entry}}}]\n");
    let mut faults = Diagnostics::default();
    let root = shape(&sheet, &mut faults);
    let checked = Kriegsspiel::check(
        book,
        known,
        &Shaped { text: &sheet, root: root.as_ref(), faults: &faults },
    );
    let lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let lines: Vec<&str> = lines.map(|line| line.words.as_str()).collect();
    format!("{}\n{}", lines.join("\n"), checked.faults.render(&sheet))
}

/// The condition with its word.
fn says(position: &(Book, Known), condition: &str) -> String {
    let told =
        receipt(position, &format!("stance: {{is: attack, if: \"{condition}\", else: defend}}"));
    let told = told.lines().find(|line| line.contains("its `if`"));
    told.map_or_else(String::new, str::to_owned)
}

#[test]
fn a_receipt_says_by_the_bounds_whether_a_condition_holds() {
    // Six double battalions: combat value 24, told as about 25; six units, told as about 6.
    let position = known(12, true);
    for (condition, word) in [
        ("odds >= 1:4", "is sure to hold"),
        ("odds < 1:2", "is sure to hold"),
        ("odds >= 1:3", "does not hold"),
        ("their strength < 27", "is sure to hold"),
        ("their strength > 25", "does not hold"),
        ("odds >= 2:1", "does not hold"),
        ("enemy units >= 6", "is sure to hold"),
        ("enemy units < 7", "is sure to hold"),
        ("their strength >= 23 and day >= 2", "may hold"),
    ] {
        let told = says(&position, condition);
        assert!(told.contains(word), "{condition}: {told}");
        assert!(told.contains("the estimate in contact decides"), "{told}");
    }
    // What no estimate is asked for has no such line.
    assert_eq!(says(&position, "terrain is clear"), "");
    assert_eq!(says(&position, "our losses > their losses"), "");
}

/// The same bounds give the same receipt, and no figure but the bounds and one's own stands in it.
#[test]
fn a_receipt_tells_no_exact_figure() {
    let entry = "stance: {is: attack, if: odds >= 1:3 and enemy units < 7, else: defend}";
    let told = receipt(&known(12, true), entry);
    assert!(
        told.contains(
            "combat value about 25 (23 to 27) against 8 of yours, about 6 (5 to 6) battalions"
        ),
        "{told}"
    );
    assert_eq!(
        told,
        receipt(&known(11, true), entry),
        "one hit less is as many battalions, as much in battle"
    );
    let (_, seen) = known(12, true);
    assert!(seen.markers.iter().all(|marker| marker.formations.is_none()), "{seen:?}");
}

/// In the next hex only the number of units is estimated, so that of odds nothing is told but that.
#[test]
fn before_contact_odds_may_hold() {
    let (book, mut seen) = known(12, false);
    let marker = seen.markers.first().unwrap().clone();
    assert!(marker.estimate.is_some_and(|one| one.combat.is_none()));
    let entry = "steps: [{attack: E1125}], stance: {is: attack, if: odds >= 1:3, else: defend}";
    let position = (book, seen.clone());
    let told = receipt(&position, entry);
    assert!(told.contains("not estimated before contact, so its `if` may hold"), "{told}");
    // Nobody is there, so nothing is said of them.
    seen.markers.clear();
    assert!(!receipt(&(position.0, seen), entry).contains("its `if` may hold"));
}

/// By pickets seven are told as one to seven, and each of these as another figure in contact.
#[test]
fn in_contact_the_estimate_is_another() {
    let position = known(14, false);
    for (condition, word) in [
        ("enemy units >= 2", "is sure to hold"),
        ("enemy units < 7", "is likely to hold"),
        ("enemy units >= 6", "may hold"),
        ("enemy units >= 9", "does not hold"),
    ] {
        let entry = "steps: [{attack: E1125}], stance: {is: attack, if: CONDITION, else: defend}";
        let told = receipt(&position, &entry.replace("CONDITION", &format!("\"{condition}\"")));
        assert!(told.contains(&format!("its `if` {word}")), "{condition}: {told}");
    }
}

/// Whether an army is there goes by the round figure: more than thirty are one.
#[test]
fn an_army_is_what_is_told_as_one() {
    for (units, told) in [(31, false), (34, false), (35, true), (100, true)] {
        let (_, seen) = known(units * 2, false);
        assert_eq!(seen.markers.first().unwrap().is_army(), told, "{units}");
    }
}

/// Counter, list and sentence tell the round figure and the bounds, and the same is printed twice.
#[test]
fn report_and_map_tell_bounds() {
    let (book, seen) = known(12, true);
    let chart = view::chart::chart(&book, &seen);
    let counter = chart.counters.iter().find(|one| one.sight == Sight::Banded).unwrap();
    assert_eq!((counter.strength, counter.bounds), (Some(6), Some([5, 6])));
    let drawn = map::svg(&chart, Size::Full);
    assert!(drawn.contains(">5-6<"), "the counter shows the bounds");
    assert_eq!(counter.inside, "5 to 6 units, combat value about 25 (23 to 27), by contact");
    let lines = view::forces::intel(&book, &seen);
    assert_eq!((lines.len(), lines[0].band.as_str()), (1, "about 6 units"));
    assert!(lines[0].saying.contains("about 6") && lines[0].saying.contains("E1025"), "{lines:?}");
    assert_eq!(lines[0].saying, view::forces::intel(&book, &seen)[0].saying);
    // The lot is drawn anew each turn: not all of them say the same.
    let mut seasons = std::iter::successors(Some(seen.season), |one| Some(one.next())).take(12);
    let says =
        |season| view::forces::intel(&book, &Known { season, ..seen.clone() })[0].saying.clone();
    assert!(seasons.any(|season| says(season) != lines[0].saying));
}
