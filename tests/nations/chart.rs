//! The map a power is sent: what is on it, what it is drawn as, and the same in words.

use crate::player;
use crate::root::root;
use expect_test::expect_file;
use kit::chart::{
    Arm, Cell, Chart, Counter, Grid, Land, Livery, Party, Place, Plight, Region, Size as Body,
    Soil, Spot, Stance,
};
use kit::ground::Space;
use kit::ledger::Ledger;
use kit::sight::Sight;
use nations::book::Book;
use nations::record::state::{Anchorage, Bloc};
use nations::sight::known::Known;
use nations::view::chart::chart;
use play::{Game, Position};
use report::map::{self, Size};
use std::collections::{BTreeMap, BTreeSet};

const SCENARIOS: [&str; 2] = ["marengo-1800", "italy-1796"];

fn game(scenario: &str, fog: &str) -> (Box<dyn Game>, Book) {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    let options = BTreeMap::from([("fog".to_owned(), fog.to_owned())]);
    (referee.open(&shelf, &name, &options).unwrap(), Book::read(&shelf, &name, &options).unwrap())
}

fn opening(game: &dyn Game) -> Position {
    game.opening(&BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32])).unwrap().after
}

/// Spring 1800 with the example sheets, and always the same dice.
fn marengo() -> Position {
    let (game, _) = game("marengo-1800", "contact");
    let sheet = |power: &str| {
        let page = format!("{}/orders/nations/marengo-1800/{power}.yaml", root().display());
        (power.to_owned(), std::fs::read_to_string(page).unwrap())
    };
    let sheets: BTreeMap<String, String> = ["france", "austria", "britain"].map(sheet).into();
    let before = game.opening(&sheets, &mut Ledger::seeded("set-up", [0; 32])).unwrap().after;
    game.resolve(&before, &sheets, &mut Ledger::seeded("spring 1800", [0; 32])).unwrap().after
}

/// What each power knows after some seasons of automatic play, season by season.
fn seasons(scenario: &str, fog: &str, seed: u64, mut each: impl FnMut(&Book, &str)) {
    let (game, book) = game(scenario, fog);
    let mut at = opening(&*game);
    for _ in 0..3 {
        at.known.values().for_each(|known| each(&book, known));
        let sheets: BTreeMap<String, String> = at
            .known
            .iter()
            .map(|(power, known)| (power.clone(), player::sheet(&book, known, seed)))
            .collect();
        let mut ledger = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
        let played = game.resolve(&at, &sheets, &mut ledger).unwrap();
        at = played.after;
        if played.over {
            break;
        }
    }
    at.known.values().for_each(|known| each(&book, known));
}

/// Every tag in a drawing that can be read as XML, by name.
fn tags(svg: &str) -> BTreeMap<String, usize> {
    let page = roxmltree::Document::parse(svg).expect("a drawing is XML");
    let mut tags = BTreeMap::new();
    for node in page.descendants().filter(roxmltree::Node::is_element) {
        *tags.entry(node.tag_name().name().to_owned()).or_default() += 1;
    }
    tags
}

/// Who stands where on a chart, as one line a counter.
fn standing(chart: &Chart) -> Vec<String> {
    let line = |counter: &Counter| {
        let party = &chart.party(counter.party).name;
        format!("{party} {:?} {} {:?}", counter.spot, counter.name, counter.strength)
    };
    let mut lines: Vec<String> = chart.counters.iter().map(line).collect();
    lines.sort();
    lines
}

/// The same from the known itself.
fn expected(book: &Book, known: &Known) -> Vec<String> {
    let title = |power: &str| book.people.title(power).to_owned();
    let mooring = |at: &Anchorage| match at {
        Anchorage::Harbour(space) => Spot::Harbour(*space),
        Anchorage::Blockading(space) => Spot::Before(*space),
        Anchorage::Sea(name) => {
            let nth = book.atlas.seas.iter().position(|sea| sea.name == *name).unwrap();
            Spot::Water(nth as u16)
        }
        Anchorage::Corsairs => Spot::Aside("the corsairs' box".to_owned()),
    };
    let mut lines = vec![];
    for force in known.ours.values() {
        let steps = (!force.units.is_empty()).then(|| force.steps());
        let (who, name) = (title(&force.power), force.commander().unwrap_or_default());
        lines.push(format!("{who} {:?} {name} {steps:?}", Spot::Cell(force.at)));
    }
    for stack in &known.theirs {
        let name = stack.leader.clone().unwrap_or_default();
        let steps = known.strengths.get(&name).map(|halves| halves.div_ceil(2));
        lines.push(format!("{} {:?} {name} {steps:?}", title(&stack.power), Spot::Cell(stack.at)));
    }
    for squadron in &known.squadrons {
        let (who, name) = (title(&squadron.power), &squadron.fleets[0]);
        let count = Some(squadron.fleets.len());
        lines.push(format!("{who} {:?} {name} {count:?}", mooring(&squadron.at)));
    }
    for sail in &known.sails {
        let count = (sail.fleets > 0).then_some(sail.fleets);
        lines.push(format!("{} {:?}  {count:?}", title(&sail.power), mooring(&sail.at)));
    }
    for passage in known.aboard.values() {
        let force = &passage.force;
        let ship = passage.holds.iter().find_map(|hold| hold.ship.as_ref()).unwrap();
        let squadron = known
            .squadrons
            .iter()
            .find(|squadron| squadron.power == ship.power && squadron.fleets.contains(&ship.fleet));
        let steps = (!force.units.is_empty()).then(|| force.steps());
        let (who, name) = (title(&force.power), force.commander().unwrap_or_default());
        lines.push(format!("{who} {:?} {name} {steps:?}", mooring(&squadron.unwrap().at)));
    }
    lines.sort();
    lines
}

#[test]
fn everybody_who_is_known_is_on_the_chart_once() {
    let (mut charts, mut remembered) = (0, 0);
    for scenario in SCENARIOS {
        for (fog, seed) in [("contact", 1), ("contact", 2), ("rules", 3)] {
            seasons(scenario, fog, seed, |book, document| {
                let known: Known = serde_json::from_str(document).unwrap();
                let chart = chart(book, &known);
                assert_eq!(standing(&chart), expected(book, &known), "{} {fog}", known.power);
                for counter in &chart.counters {
                    let faded = counter.sight == Sight::Remembered;
                    assert_eq!(faded, counter.since.is_some(), "what is remembered has a season");
                    remembered += usize::from(faded);
                }
                for at in &chart.unseen {
                    assert!(!known.in_sight(book, *at), "{}", book.atlas.number(*at));
                }
                let hidden: BTreeSet<Space> = chart.unseen.iter().copied().collect();
                let open = |at: &Space| {
                    let land = book.atlas.hex(*at).terrain.is_land();
                    land && book.scenario.in_play(*at) && !hidden.contains(at)
                };
                for at in (0..book.atlas.hex_count()).step_by(7).map(Space).filter(open) {
                    assert!(known.in_sight(book, at), "{}", book.atlas.number(at));
                }
                charts += 1;
            });
        }
    }
    assert!(charts > 30 && remembered > 10, "{charts} charts, {remembered} remembered");
}

#[test]
fn a_chart_is_drawn_the_same_each_time_and_is_xml() {
    for scenario in SCENARIOS {
        seasons(scenario, "contact", 4, |book, document| {
            let known: Known = serde_json::from_str(document).unwrap();
            let (one, two) = (chart(book, &known), chart(book, &known));
            let kept: Chart = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
            assert_eq!(one, kept, "a chart can be kept");
            let svg = map::svg(&one, Size::Mail);
            assert_eq!(svg, map::svg(&two, Size::Mail));
            assert!(svg.len() < 300_000, "{} bytes are too many for a mail", svg.len());
            assert!(tags(&svg)["text"] > 40, "names are written");
            assert_eq!(svg.matches("http").count(), 1, "the name of the format, and no address");
            for link in ["href=\"", "url("] {
                let inside = svg.split(link).skip(1).all(|rest| rest.starts_with('#'));
                assert!(inside, "nothing comes from outside");
            }
            assert_eq!(map::told(&one), map::told(&two));
        });
    }
}

#[test]
fn the_whole_map_is_drawn_with_its_numbers() {
    let (game, _) = game("marengo-1800", "contact");
    let chart = game.chart(&marengo().known["france"]).unwrap();
    let svg = map::svg(&chart, Size::Full);
    tags(&svg);
    for number in ["W3432", "W2627", "E0425"] {
        assert!(svg.contains(&format!(">{number}<")), "{number} stands in its hex");
    }
}

#[test]
fn marengo_is_told_in_words() {
    let (game, _) = game("marengo-1800", "contact");
    for (power, known) in &marengo().known {
        let told = map::told(&game.chart(known).unwrap());
        let wide = told.lines().find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "72 columns are enough");
        expect_file![format!("{}/tests/nations/chart/told-{power}.txt", root().display())]
            .assert_eq(&told);
    }
}

#[test]
fn a_power_with_nothing_left_gets_a_map() {
    let (game, book) = game("marengo-1800", "contact");
    let document = opening(&*game).known["britain"].clone();
    let mut known: Known = serde_json::from_str(&document).unwrap();
    known.ours.clear();
    known.theirs.clear();
    known.squadrons.clear();
    known.sails.clear();
    for size in [Size::Mail, Size::Full] {
        assert!(tags(&map::svg(&chart(&book, &known), size))["text"] > 20);
    }
    known.relations = [("britain".to_owned(), Bloc::Neutral)].into_iter().collect();
    tags(&map::svg(&chart(&book, &known), Size::Mail));
    let nothing = Chart::new("Nowhere", "Nobody", "spring 1800".to_owned());
    tags(&map::svg(&nothing, Size::Mail));
    tags(&map::svg(&nothing, Size::Full));
    assert!(map::told(&nothing).starts_with("The map of Nowhere for Nobody"));
}

/// A board of squares with two powers and an ally on it.
fn board(name: &str) -> Chart {
    let cell = |nth: u16| Cell {
        soil: if nth % 11 == 10 { Soil::Sea } else { Soil::Open },
        region: Some(nth % 2),
        water: (nth % 11 == 10).then_some(0),
        shut: false,
        number: format!("{nth}"),
    };
    let region = |holder| Region { name: name.to_owned(), realm: name.to_owned(), holder };
    let party = |stance, livery| Party { name: name.to_owned(), stance, livery };
    Chart {
        land: Land {
            grid: Grid::Squares { columns: 12, rows: 10 },
            cells: (0..120).map(cell).collect(),
            places: vec![Place {
                at: Space(14),
                name: name.to_owned(),
                seat: true,
                walls: 2,
                port: true,
                holder: Some(1),
            }],
            waters: vec![name.to_owned()],
            regions: vec![region(Some(0)), region(None)],
            span: 10,
            edges: vec![],
        },
        parties: vec![
            party(Stance::Own, Livery::Azure),
            party(Stance::Ally, Livery::Or),
            party(Stance::Enemy, Livery::Gules),
        ],
        focus: vec![(Space(14), 5), (Space(55), 1)],
        ..Chart::new(name, name, name.to_owned())
    }
}

fn counter(party: u16, spot: Spot, name: &str) -> Counter {
    Counter {
        party,
        spot,
        name: name.to_owned(),
        arm: Arm::Foot,
        size: Body::Corps,
        strength: Some(2),
        bounds: None,
        sight: Sight::Full,
        since: None,
        plight: Plight::default(),
        inside: String::new(),
    }
}

#[test]
fn markup_in_names_is_only_words() {
    let hostile = "</text><script>alert(\"1\")</script>&\u{0}\u{8}'";
    let mut chart = board(hostile);
    chart.counters.push(counter(0, Spot::Cell(Space(14)), hostile));
    chart.counters.push(counter(2, Spot::Aside(hostile.to_owned()), hostile));
    for size in [Size::Mail, Size::Full] {
        let svg = map::svg(&chart, size);
        let tags = tags(&svg);
        assert!(!tags.contains_key("script"), "names are no tags");
        let page = roxmltree::Document::parse(&svg).unwrap();
        let said =
            page.descendants().filter_map(|node| node.text()).any(|text| text.contains("<scr"));
        assert!(said, "and they are written");
    }
}

#[test]
fn allies_and_strangers_look_different() {
    let mut chart = board("Plain");
    for (party, at) in [(0, 14), (1, 25), (2, 36)] {
        chart.counters.push(counter(party, Spot::Cell(Space(at)), "Name"));
    }
    let svg = map::svg(&chart, Size::Mail);
    for shape in ["M-205 -150H205V150H-205Z", "M-75 -150H75A150", "M-140 -150H140L220 0"] {
        assert!(svg.contains(shape), "{shape}");
    }
}

#[test]
fn a_grid_of_areas_is_drawn() {
    let mut chart = board("Area");
    let square = |x: i32, y: i32| vec![(x, y), (x + 90, y), (x + 90, y + 90), (x, y + 90)];
    chart.land.grid = Grid::Areas {
        outlines: (0..120).map(|nth| square(90 * (nth / 10), 90 * (nth % 10))).collect(),
    };
    chart.counters.push(counter(0, Spot::Cell(Space(14)), "Somebody"));
    let svg = map::svg(&chart, Size::Mail);
    tags(&svg);
    assert!(svg.contains(">Somebody<"));
}

#[test]
fn three_thousand_forces_are_drawn() {
    let (game, book) = game("marengo-1800", "rules");
    let document = opening(&*game).known["france"].clone();
    let known: Known = serde_json::from_str(&document).unwrap();
    let mut chart = chart(&book, &known);
    let land: Vec<Space> = (0..book.atlas.hex_count())
        .map(Space)
        .filter(|at| book.scenario.in_play(*at) && book.atlas.hex(*at).terrain.is_land())
        .collect();
    let own = chart.counters[0].party;
    let busy = chart.focus.iter().max_by_key(|(_, weight)| *weight).unwrap().0;
    for nth in 0..3_000 {
        let at = if nth % 3 == 0 { busy } else { land[nth * 7 % land.len()] };
        chart.counters.push(counter(own, Spot::Cell(at), &format!("General {nth}")));
    }
    let svg = map::svg(&chart, Size::Mail);
    tags(&svg);
    assert!(svg.contains(">+9") || svg.contains(">+1"), "the rest of a crowd is counted");
    assert!(map::told(&chart).contains("General 2999"));
}
