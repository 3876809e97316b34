//! Tests of `book/economy.rs`: the join of provinces to the map, and what nations have by it.

use kit::ground::Space;
use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::{Book, Chance, Economy};
use kriegsspiel::money::purchase;
use play::Options;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of §20.1 and §16.2: reparations are five dollars for each resource point, a die for each point of trade.
const PRINTED: [(&str, u32, u32); 9] = [
    ("france", 455, 2),
    ("britain", 180, 8),
    ("russia", 350, 1),
    ("austria", 330, 1),
    ("spain", 160, 2),
    ("ottoman", 115, 2),
    ("prussia", 160, 1),
    ("sweden", 75, 2),
    ("denmark", 40, 2),
];

/// The Danube with money, by a page of its own.
fn page(change: [&str; 2]) -> (kit::shelf::Shelf, String) {
    let mut shelf = play::shelf::<Kriegsspiel>();
    let page = "kriegsspiel/danube-1805/scenario.yaml";
    let text = shelf.text(page).unwrap().replace(change[0], change[1]);
    shelf.lay(page, text.clone());
    (shelf, text)
}

const POINTS: &str = "points: {france: 12, bavaria: 4, austria: 12, russia: 8}\n";

fn book() -> Book {
    let (shelf, _) = page([POINTS, "money: {austria: 150}\n"]);
    Book::read(&shelf, "danube-1805", &Options::new()).unwrap()
}

fn economy(book: &Book) -> &Economy {
    book.economy.as_ref().unwrap()
}

#[test]
fn nations_yield_what_the_tables_say() {
    let book = book();
    let mut sums: BTreeMap<&str, (u32, u32, u32)> = BTreeMap::new();
    for province in economy(&book).provinces() {
        let sum = sums.entry(&province.nation).or_default();
        *sum = (sum.0 + province.resources, sum.1 + province.trade, sum.2 + province.manpower);
    }
    for (nation, reparations, dice) in PRINTED {
        assert_eq!((sums[nation].0 * 5, sums[nation].1), (reparations, dice), "{nation}");
    }
    let manpower: Vec<u32> = PRINTED.iter().map(|(nation, ..)| sums[nation].2).collect();
    assert_eq!(manpower, [45, 10, 29, 25, 11, 10, 13, 4, 2]);
    assert_eq!(sums["bavaria"], (6, 0, 3));
}

#[test]
fn every_hex_of_land_has_one_province() {
    let book = book();
    let (atlas, economy) = (&book.atlas, economy(&book));
    let land = |at: &Space| atlas.is_land(*at) && atlas.hex(*at).region.is_some();
    let hexes: Vec<Space> = atlas.spaces().filter(land).collect();
    assert_eq!(hexes.len(), 2540);
    let mut of_land: BTreeMap<u16, BTreeSet<&str>> = BTreeMap::new();
    for at in hexes {
        let province = economy.at(atlas, at).unwrap();
        let land = atlas.hex(at).region.unwrap();
        of_land.entry(land).or_default().insert(&province.name);
        // Whose land a hex is, both pages say alike; states that are no nations have none in the book.
        if let Some(owner) = book.lands.region_owner(land) {
            assert_eq!(owner, province.nation, "{}", atlas.number(at));
        }
    }
    let split: Vec<&str> = of_land
        .iter()
        .filter(|(_, provinces)| provinces.len() > 1)
        .map(|(land, _)| atlas.regions[usize::from(*land)].as_str())
        .collect();
    assert_eq!((of_land.len(), split), (140, vec!["England", "Western Galicia"]));
    let joined: BTreeSet<&str> = of_land.into_values().flatten().collect();
    assert_eq!((joined.len(), economy.provinces().len()), (72, 72));
    let cities: usize = economy.provinces().iter().map(|one| one.cities.len()).sum();
    let of_scenario = 10;
    assert_eq!(cities, book.lands.cities().len() - of_scenario);
}

/// A page that is not whole does not open, and says where.
#[test]
fn a_broken_join_is_refused() {
    let page_of_economy = "kriegsspiel/book/economy.yaml";
    let broken = [
        ("Venetia: [Venezia]", "Venetia: []", "Venezia has not one province"),
        ("Venetia: [Venezia]", "Venetia: [Venice]", "unknown land `Venice` on the map"),
        ("Venetia: [Venezia]", "Venetia: [Venezia, Tyrol]", "`Tyrol` stands twice"),
        ("Venetia: [Venezia]", "Venice: [Venezia]", "unknown province `Venice`"),
        ("E0519, E0520", "E0520", "has not one province"),
        ("E0519, E0520", "E0519, E0519, E0520", "E0519 stands twice"),
        ("E0519, E0520", "E0519, E0520, E0101", "does not lie in Western Galicia"),
        ("money: 10", "money: 0", "a point is worth something"),
        ("nation: spain", "nation: peru", "the gold goes to a nation of the book"),
        ("name: Malta, of", "name: Venetia, of", "there are two provinces `Venetia`"),
        ("Croatia: [Croatia, Illyria]", "Croatia: [Illyria]", "has not one province"),
    ];
    for (from, to, why) in broken {
        let (mut shelf, _) = page([POINTS, "money: {}\n"]);
        let text = shelf.text(page_of_economy).unwrap();
        assert!(text.contains(from), "{from}");
        shelf.lay(page_of_economy, text.replacen(from, to, 1));
        let error = Book::read(&shelf, "danube-1805", &Options::new()).unwrap_err();
        assert!(format!("{error:?}").contains(why), "{error:?}");
    }
}

/// Marches are paid for with points of the scenario, or with money; without money no page on it is read.
#[test]
fn a_scenario_says_what_pays() {
    let says = |with: &str| {
        let (shelf, text) = page([POINTS, with]);
        let faults = Book::faults(&shelf, &text).unwrap();
        let faults: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
        (Book::read(&shelf, "danube-1805", &Options::new()), faults)
    };
    let (read, faults) = says(POINTS);
    assert_eq!((read.unwrap().economy.is_some(), faults.len()), (false, 0));
    let (read, faults) = says("money: {}\n");
    assert_eq!((read.unwrap().economy.is_some(), faults.len()), (true, 0));
    let wrong = [
        (String::new(), "`points:` or `money:` is missing"),
        (format!("{POINTS}money: {{}}\n"), "`points:` and `money:` do not go together"),
        ("money: {austria: -1}\n".to_owned(), "0 to 100000"),
        ("money: {austria: 100001}\n".to_owned(), "0 to 100000"),
        ("money: {prussia: 10}\n".to_owned(), "prussia does not play"),
        ("money: {austria: much}\n".to_owned(), ""),
    ];
    for (text, why) in wrong {
        let (_, faults) = says(&text);
        assert!(faults.len() == 1 && faults[0].contains(why), "{text}: {faults:?}");
    }
    assert!(says("").0.is_err());
    assert!(says(&format!("{POINTS}money: {{}}\n")).0.is_err());
}

/// What the text prints of prices and bounds (§10.5, §15.2, §19.7): a depot, a general and up to how many, the Old Guard,
/// who has guards, who may not be bought. All other prices are ours, and each says so.
#[test]
fn prices_and_bounds_are_as_printed() {
    let book = book();
    let prices = economy(&book).prices;
    assert_eq!((prices.depot, prices.general, prices.generals), (100, 500, 9));
    let kind = |name: &str| book.troops.find(name).unwrap();
    assert_eq!(kind("old guard infantry").most, Some(8));
    assert_eq!(kind("old guard cavalry").most, Some(4));
    assert!(
        kind("old guard infantry").serves("france") && !kind("old guard infantry").serves("russia")
    );
    assert!(!kind("guard infantry").serves("austria") && kind("guard infantry").serves("prussia"));
    assert_eq!(
        (kind("austrian line infantry").hits, kind("austrian line infantry").manpower),
        (2, 2)
    );
    let bought_by = |nation: &str| {
        let sold = purchase::sold(&book, nation).map(|kind| kind.name.clone());
        sold.collect::<BTreeSet<String>>()
    };
    for nation in book.lands.realms() {
        let sold = bought_by(&nation.name);
        assert!(!sold.is_empty(), "{}", nation.name);
        for never in ["veteran line infantry", "turk feudal infantry", "turk feudal cavalry"] {
            assert!(!sold.contains(never), "{}: {never}", nation.name);
        }
        assert_eq!(sold.contains("cossacks"), nation.name == "russia", "{}", nation.name);
        assert_eq!(sold.contains("janissaries"), nation.feudal, "{}", nation.name);
    }
    assert!(book.troops.kinds.iter().all(|kind| kind.manpower > 0));
}

/// With money the table of events has the reform of an army on a seven, and every other word as often as without it but
/// the quiet season, which stands where the reform stood.
#[test]
fn with_money_reform_comes_on_a_seven() {
    let plain = Book::read(&play::shelf::<Kriegsspiel>(), "danube-1805", &Options::new()).unwrap();
    let with = book();
    let word =
        |book: &Book, roll: u16| book.chances.iter().find(|one| one.roll == roll).unwrap().word;
    assert_eq!((word(&plain, 3), word(&plain, 7)), (Chance::Reform, Chance::Quiet));
    assert_eq!((word(&with, 3), word(&with, 7)), (Chance::Quiet, Chance::Reform));
    for roll in (2..=12).filter(|roll| ![3, 7].contains(roll)) {
        assert_eq!(word(&plain, roll), word(&with, roll), "{roll}");
    }
    let idle = |book: &Book| {
        let idle = book.chances.iter().filter(|one| one.idle).map(|one| one.roll);
        idle.collect::<Vec<_>>()
    };
    assert_eq!((idle(&plain), idle(&with)), (vec![4, 8, 10], vec![4, 10]));
}
