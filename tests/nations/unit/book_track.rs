//! The table of the diplomacy track as it is read, and what is refused.

use kit::shelf::Shelf;
use nations::Nations;
use nations::book::bare::Terms;
use nations::book::{Book, Track, TrackTerms};
use std::sync::Arc;

const PAGE: &str = include_str!("../../../campaigns/nations/book/tables/diplomacy.yaml");

fn book(shelf: &Shelf) -> Book {
    Book::bare(shelf, "spring 1805".parse().unwrap(), Terms::default()).unwrap()
}

fn track() -> Arc<Track> {
    let shelf = play::shelf::<Nations>();
    let mut book = book(&shelf);
    book.give_track(&shelf, TrackTerms::default()).unwrap();
    book.track
}

/// The page says what the text prints (NIA §11.2.2, §11.2.3, §11.2.6, §12.2.3, §17.5, §19.6).
#[test]
fn figures_that_the_text_prints() {
    let track = track();
    assert_eq!((track.needed, track.most_bonus(), track.price_toward_power()), (12, 2, 2));
    assert_eq!((track.new_alliance(), track.french_ally(), track.french_step()), (-1, 1, -1));
    assert_eq!((track.beaten(true), track.beaten(false), track.duchy()), (-1, 1, 1));
    assert_eq!(track.leaning("russia", "Mecklenburg"), 2);
    assert_eq!((track.leaning("britain", "Egypt"), track.leaning("france", "Egypt")), (1, 1));
    let others = ["russia", "austria", "prussia", "spain", "turkey"];
    assert!(others.iter().all(|power| track.leaning(power, "Egypt") <= 1));
    assert!(track.leaning("turkey", "Morocco") > 0 && track.leaning("spain", "Morocco") > 0);
    assert_eq!(track.leaning("france", "turkey"), 1);
    assert_eq!(track.suzerain(), "france");
    let free = ["Italy", "Confederation of the Rhine", "Duchy of Warsaw", "Westphalia"];
    assert!(free.iter().all(|state| track.needs_no_border(state)));
    assert!(!track.needs_no_border("Baden"));
    for (power, keeper) in [
        ("spain", Some("france")),
        ("turkey", Some("france")),
        ("prussia", Some("britain")),
        ("austria", Some("britain")),
        ("russia", Some("britain")),
        ("france", None),
    ] {
        assert_eq!(track.keeper(power), keeper, "{power}");
    }
}

/// Every figure of the page has a paragraph and a source.
#[test]
fn every_figure_has_its_source() {
    let page: serde_yaml::Value = serde_yaml::from_str(PAGE).unwrap();
    let figures = page["attempts"].as_mapping().unwrap();
    assert_eq!(figures.len(), 8);
    for (name, figure) in figures {
        let named = |key: &str| figure[key].as_str().unwrap_or_default();
        assert!(named("rule").starts_with("NIA §"), "{name:?}");
        assert_eq!(named("source"), "text", "{name:?}");
    }
}

/// A court that the chart does not name leans to nobody.
#[test]
fn who_has_no_row_leans_to_nobody() {
    let track = track();
    assert_eq!((track.leaning("france", "Georgia"), track.leaning("prussia", "turkey")), (0, 0));
}

#[test]
fn a_page_that_is_wrong_is_refused() {
    for (was, is, says) in [
        ("- [Holland, 2,", "- [Holand, 2,", "no country `Holand`"),
        ("- [Holland, 2,", "- [Switzerland, 2,", "Switzerland stands there twice"),
        ("- [Holland, 2,", "- [Holland, 7,", "Holland: a modifier of 7 is beyond 6"),
        ("  spain: {france: 1,", "  spain: {frankreich: 1,", "no power `frankreich`"),
        ("needed: 12", "needed: 1", "from 3 to 20"),
        ("most bonus: {is: 2,", "most bonus: {is: 9,", "from 0 to 6"),
        ("most bonus:", "best bonus:", "best bonus"),
        (
            "columns: [country, france, britain,",
            "columns: [country, britain, france,",
            "the columns",
        ),
        ("border: [Italy,", "border: [Italia,", "satellites: no country `Italia`"),
        ("countries: [Piedmont, Genoa,", "countries: [Piemont, Genoa,", "no country `Piemont`"),
        ("empire: {of: france,", "empire: {of: francia,", "no power `francia`"),
        ("truce: {turns: 4,", "truce: {turns: 0,", "from 1 to 40 turns"),
    ] {
        assert!(PAGE.contains(was), "{was}");
        let mut shelf = play::shelf::<Nations>();
        shelf.lay("nations/book/tables/diplomacy.yaml", PAGE.replacen(was, is, 1));
        let mut money = play::shelf::<Nations>();
        money.lay("nations/book/tables/diplomacy.yaml", PAGE.to_owned());
        let book = book(&money);
        let why = Track::read(&shelf, &book.people, &book.countries).unwrap_err().to_string();
        assert!(why.contains(says), "{is}: {why}");
    }
}

/// Each line: what a page says besides that of seven powers, and the fault.
#[test]
fn what_a_page_says_of_the_track_is_checked() {
    let seven = include_str!("../../scenarios/europe-1805/scenario.yaml");
    let countries = "countries: {Denmark: neutral}";
    let deck = "deck: {by the rules: imperial, played: [france, britain]}";
    for (page, wanted) in [
        (format!("track: {{}}\n{countries}"), ""),
        (
            format!(
                "track: {{played: [france, britain], beaten: {{austria: empire}}}}\n{countries}"
            ),
            "",
        ),
        (format!("track: {{played: [france, britain]}}\n{countries}\n{deck}"), ""),
        (format!("track: {{played: [france]}}\n{countries}\n{deck}"), "`played` is not that of"),
        (format!("track: {{played: [sweden]}}\n{countries}"), "no power is called `sweden`"),
        (format!("track: {{played: []}}\n{countries}"), "there can be 1 to 7"),
        (format!("track: {{beaten: {{austria: neutral}}}}\n{countries}"), "neutral"),
        (format!("track: {{bribes: 2}}\n{countries}"), "bribes"),
        ("track: {}".to_owned(), "there is nobody to be won"),
        (
            "victory: {kind: conditions, otherwise: draw, conditions: [{winner: empire, all: [{side: empire, winters \
             of the Continental System: 2}]}]}"
                .to_owned(),
            "are not counted here",
        ),
    ] {
        let seven = match page.starts_with("victory:") {
            true => seven.replacen("\nvictory:", "\nold victory:", 1),
            false => seven.to_owned(),
        };
        let text = format!("{seven}\n{page}\n");
        let faults = Book::faults(&play::shelf::<Nations>(), &text).unwrap();
        let told: Vec<String> = faults.iter().map(|fault| fault.text.clone()).collect();
        match wanted {
            "" => assert_eq!(told, Vec::<String>::new(), "{page}"),
            _ => assert!(told.iter().any(|text| text.contains(wanted)), "{page}: {told:?}"),
        }
    }
}
