//! Maps as pictures: their size, their letters, and how many bytes they take.

use umpire::report::map;
#[cfg(feature = "png")]
use {
    std::collections::BTreeMap, umpire::kit::chart::Chart, umpire::kit::ledger::Ledger,
    umpire::report::map::Size, umpire::rules,
};

/// What France sees after spring 1800, with the example sheets and always the same dice.
#[cfg(feature = "png")]
fn marengo() -> Chart {
    let shelf = rules::shelf();
    let (referee, name) = rules::find(&shelf, "nations/marengo-1800").unwrap();
    let game = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    let sheet = |power: &str| {
        let page = format!("orders/nations/marengo-1800/{power}.yaml");
        (power.to_owned(), std::fs::read_to_string(page).unwrap())
    };
    let sheets: BTreeMap<String, String> = ["france", "austria", "britain"].map(sheet).into();
    let before = game.opening(&sheets, &mut Ledger::seeded("set-up", [0; 32])).unwrap().after;
    let spring = &mut Ledger::seeded("spring 1800", [0; 32]);
    let after = game.resolve(&before, &sheets, spring).unwrap().after;
    game.chart(&after.known["france"]).unwrap()
}

#[cfg(feature = "png")]
#[test]
fn a_picture_has_its_size_and_its_words() {
    let mut chart = marengo();
    let drawing = map::draw(&chart, Size::Mail);
    let svg = drawing.svg();
    let picture = map::png(&drawing, 500).unwrap();
    assert_eq!(picture, map::png(&drawing, 500).unwrap(), "the same drawing gives the same dots");
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    let size = |name: &str| -> u32 {
        let part =
            svg.split(&format!(" {name}=\"")).find_map(|part| part.split('"').next()?.parse().ok());
        part.unwrap()
    };
    assert_eq!(number(16), 500);
    assert_eq!(number(20), (size("height") * 500).div_ceil(size("width")));
    let general = chart.counters.iter_mut().find(|counter| counter.name == "Bonaparte").unwrap();
    general.name = "Bonaporte".to_owned();
    let other = map::draw(&chart, Size::Mail);
    assert_eq!(other.svg().replace("Bonaporte", "Bonaparte"), svg, "only letters differ");
    assert_ne!(picture, map::png(&other, 500).unwrap(), "the letters are drawn");
    for width in [0, 9000] {
        let fault = map::png(&drawing, width).unwrap_err().to_string();
        assert_eq!(fault, format!("a picture is 1 to 8000 dots wide, not {width}"));
    }
}

#[cfg(feature = "png")]
#[test]
fn a_season_fits_into_a_mail() {
    let chart = marengo();
    let picture = map::png(&map::draw(&chart, Size::Mail), 1000).unwrap();
    assert!(picture.len() < 400_000, "{} bytes", picture.len());
}

#[cfg(not(feature = "png"))]
#[test]
fn a_program_without_pictures_says_so() {
    let chart = umpire::kit::chart::Chart::new("Nowhere", "Nobody", "spring 1800".to_owned());
    let drawing = map::draw(&chart, map::Size::Mail);
    let fault = map::png(&drawing, 100).unwrap_err().to_string();
    assert!(fault.ends_with("build it with the feature `png`"), "{fault}");
}
