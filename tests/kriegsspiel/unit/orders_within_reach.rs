//! Tests of `orders/within_reach.rs`.

use super::brigade;
use kit::calendar::{Quarter, Season};
use kriegsspiel::book::relations::Line;
use kriegsspiel::book::{Book, Who};
use kriegsspiel::orders::within_reach::Forces;
use kriegsspiel::record::state::State;
use kriegsspiel::sight::known::Known;
use kriegsspiel::sight::look;

/// What the form offers a French brigade at W3825, beside an Austrian one in Prussian Nuremberg.
fn offered(lines: Vec<Line>) -> (Vec<String>, Vec<String>) {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let powers = ["austria", "france", "prussia"].map(str::to_owned);
    let who = Who::Powers(powers.into(), lines);
    let book = Book::of_powers(&play::shelf::<kriegsspiel::Kriegsspiel>(), season, who).unwrap();
    let mut state = State::new(&book);
    let brigade = |name: &str, power: &str, at: &str| {
        brigade((name, power), "light infantry", book.atlas.find(at).unwrap())
    };
    for one in [brigade("A", "austria", "Nuremberg"), brigade("F", "france", "W3825")] {
        state.formations.insert(one.name.clone(), one);
    }
    let mut known = Known::new("france", season, &state.relations);
    known.look(look(&book, &state, "france"));
    let reach = Forces::new(&book, &known).of_formation(&known.formations["F"]);
    let goals = reach.goals.iter().map(|goal| goal.name.clone()).collect();
    (goals, reach.deeds.iter().map(|deed| deed.step.clone()).collect())
}

#[test]
fn nobody_is_sent_over_a_border_that_is_shut() {
    let powers = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    let war = Line::War { war: powers("france", "austria") };
    let passage = Line::Passage { passage: "france".to_owned(), through: "prussia".to_owned() };
    let attack = "attack: Nuremberg".to_owned();
    let ansbach = "Ansbach".to_owned();
    let (goals, deeds) = offered(vec![war.clone()]);
    assert!(!goals.is_empty() && !goals.contains(&ansbach) && !deeds.contains(&attack));
    let (goals, deeds) = offered(vec![war, passage]);
    assert!(goals.contains(&ansbach) && deeds.contains(&attack), "{goals:?} {deeds:?}");
}
