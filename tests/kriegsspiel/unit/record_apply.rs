//! Tests of `record/apply.rs`.

use super::brigade;
use kit::calendar::{Quarter, Season};
use kriegsspiel::book::Book;
use kriegsspiel::record::event::{ForceEvent, PublicEvent};
use kriegsspiel::record::state::State;

#[test]
fn the_way_in_is_kept_for_as_long_as_the_enemy_is_there() {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let sides =
        [("a", "france"), ("b", "austria")].map(|(s, p)| (s.to_owned(), vec![p.to_owned()]));
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let book = Book::of_case(&shelf, season, sides.into()).unwrap();
    let mut state = State::new(&book);
    let (from, to) = (book.atlas.find("E0926").unwrap(), book.atlas.find("E1025").unwrap());
    for (name, power, at) in [("F", "france", from), ("A", "austria", to)] {
        let one = brigade((name, power), "line infantry", at);
        state.formations.insert(name.to_owned(), one);
    }
    let who = "F".to_owned();
    let formations = vec![who.clone()];
    let power = "france".to_owned();
    let march = ForceEvent::Moved { who, power, formations, general: None, from, to, spent: 1 };
    state.apply(&march.into());
    state.apply(&PublicEvent::SeasonEnded { season, over: false }.into());
    assert_eq!(state.came.get("F"), Some(&from));
    state.formations.remove("A");
    state.apply(&PublicEvent::SeasonEnded { season, over: false }.into());
    assert!(state.came.is_empty());
}
