//! Tests of `book/estimates.rs`.

use kit::shelf::Shelf;
use kriegsspiel::book::Estimates;
use kriegsspiel::record::estimate::{Informant, Span};

/// Bounds cover all figures, each once, hold more than one each, and have the round figure within their reach.
#[test]
fn each_figure_has_its_bounds() {
    let estimates = Estimates::read(&play::shelf::<kriegsspiel::Kriegsspiel>()).unwrap();
    for who in Informant::ALL {
        let mut next = 1;
        while next < 3000 {
            let span = estimates.span(who, next);
            assert_eq!(span.low, next, "{who:?}: {span:?} follows on the bounds before");
            assert!(span.high > span.low, "{who:?}: {span:?} is exact");
            for figure in [span.low, span.high, (span.low + span.high) / 2] {
                assert!(span.has(figure));
                assert_eq!(estimates.span(who, figure), span, "{who:?}, {figure}");
            }
            next = span.high + 1;
        }
    }
}

/// Whoever is nearer tells more: over all figures their bounds are narrower.
#[test]
fn a_better_informant_tells_more() {
    let estimates = Estimates::read(&play::shelf::<kriegsspiel::Kriegsspiel>()).unwrap();
    let wide = |who| -> u32 {
        let span = |figure| estimates.span(who, figure);
        (1..400).map(span).map(|Span { low, high, .. }| high - low).sum()
    };
    let all: Vec<u32> = Informant::ALL.into_iter().map(wide).collect();
    assert!(all.is_sorted(), "{all:?}");
    assert!(all[0] < all[1] && all[2] < all[3] && all[3] < all[4] && all[4] < all[5], "{all:?}");
}

/// A page with something wrong does not load, and says what.
#[test]
fn pages_are_whole_or_do_not_load() {
    let ours = play::shelf::<kriegsspiel::Kriegsspiel>();
    let read = |page: &str, from: &str, to: &str| {
        let page = format!("kriegsspiel/book/{page}");
        let text = ours.text(&page).unwrap();
        assert!(text.contains(from), "{from}");
        let mut shelf: Shelf = ours.clone();
        shelf.lay(&page, text.replacen(from, to, 1));
        Estimates::read(&shelf).err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (from, to, why) in [
        ("steps: [1, 2, 5", "steps: [1, 5, 2", "the steps rise from 1"),
        ("share: 5, least: 2", "share: 5, least: 1", "would tell small figures exactly"),
        ("share: 5, least: 2", "share: 0, least: 2", "a `share` is 1 to 20"),
        ("share: 5, least: 2", "share: 5, least: 3", "`least` is one of the steps"),
        ("{who: battle,", "{who: contact,", "each informant has one line"),
        ("light: 9", "light: 39", "the words for losses rise"),
        ("ill: 12", "ill: 11", "the words for the dice rise to 12"),
    ] {
        let told = read("estimates.yaml", from, to);
        assert!(told.contains(why), "{from}: {told}");
    }
    for (from, to, why) in [
        ("about {about}", "some", "names {about}"),
        ("lines, {who}", "lines, {whom}", "names {about}"),
        ("cavalry:", "battle:", "nothing is said by cavalry"),
    ] {
        let told = read("sayings.yaml", from, to);
        assert!(told.contains(why), "{from}: {told}");
    }
}
