//! What an umpire waits for: `cargo bench`.
//!
//! Figures are worth comparing within one run only; a busy machine moves them all.

#[path = "../tests/nations/player/mod.rs"]
mod player;

use divan::{Bencher, black_box};
use nations::book::{Atlas, Book};
use nations::money::treasury::{Scene, income};
use nations::record::state::State;
use std::collections::BTreeMap;
use umpire::desk::campaign::demo;
use umpire::desk::clock::Clock;
use umpire::desk::{Access, Desk};
use umpire::kit::ledger::Ledger;
use umpire::kit::path;
use umpire::kit::shelf::Shelf;
use umpire::rules::{self, Game, Position};

fn main() {
    divan::main();
}

fn marengo() -> Box<dyn Game> {
    let shelf = rules::shelf();
    let (referee, scenario) = rules::find(&shelf, "nations/marengo").expect("it is in the binary");
    referee.open(&shelf, &scenario, &BTreeMap::new()).expect("our own book is whole")
}

fn sheet(power: &str) -> String {
    let path = format!("{}/orders/nations/marengo-1800/{power}.yaml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the example sheets lie in orders")
}

fn sheets() -> BTreeMap<String, String> {
    ["france", "austria", "britain"].map(|power| (power.to_owned(), sheet(power))).into()
}

fn opening(game: &dyn Game, sheets: &BTreeMap<String, String>) -> Position {
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    game.opening(sheets, &mut ledger).expect("the scenario opens").after
}

/// A sheet with sixty orders: marches of one leader after the other, there and back.
fn sixty_orders() -> String {
    let mut text = "campaign: bench\nseason: spring 1800\npower: france\nactivations:\n".to_owned();
    for entry in 0..15 {
        let leader = ["Bonaparte", "Moncey", "Augereau", "Mortier"][entry % 4];
        text += &format!(
            "  - leader: {leader}\n    if: own steps >= 1 and not enemy adjacent\n    steps:\n"
        );
        text += "      - march: [Lyon]\n      - march: {to: [Dijon], if: mp >= 2, else: go on}\n";
        text += "      - drop: train\n      - march: [Paris]\n";
    }
    text
}

#[divan::bench]
fn read_the_book() {
    black_box(marengo());
}

#[divan::bench]
fn open_a_campaign_and_tell_its_status(bencher: Bencher) {
    let parent = tempfile::tempdir().expect("there is room for a campaign");
    let played = demo::play(parent.path(), None, false, Clock::Wall).expect("the demo plays");
    let folder = parent.path().join(&played.folder);
    bencher.bench_local(|| {
        let desk = Desk::open(Some(&folder), Access::Read).expect("it was just made");
        desk.status().expect("it has one")
    });
}

#[divan::bench]
fn check_a_sheet_of_sixty_orders(bencher: Bencher) {
    let game = marengo();
    let known = opening(&*game, &BTreeMap::new()).known["france"].clone();
    let sheet = sixty_orders();
    bencher.bench_local(|| game.check(&known, &sheet).expect("it is read"));
}

#[divan::bench]
fn find_a_path_across_the_map(bencher: Bencher) {
    let atlas = Atlas::read(&rules::shelf()).expect("our own map is whole");
    let (lisbon, moscow) =
        (atlas.named("Lisbon").expect("a town"), atlas.named("Moscow").expect("a town"));
    let cost = |_, to| atlas.hex(to).terrain.is_land().then_some(1);
    bencher.bench_local(|| {
        path::cheapest(&atlas, lisbon, &[moscow], cost).expect("there is land between")
    });
}

#[divan::bench]
fn play_a_season_of_marches(bencher: Bencher) {
    let game = marengo();
    let sheets = sheets();
    let before = opening(&*game, &sheets);
    bencher.bench_local(|| {
        let mut ledger = Ledger::seeded("spring 1800", [0; 32]);
        game.resolve(&before, &sheets, &mut ledger).expect("the documents are ours")
    });
}

/// A season in which automatic players move and fight with everything they have.
fn season_of_war(bencher: Bencher, shelf: &Shelf, scenario: &str) {
    let (referee, name) = rules::find(shelf, scenario).expect("it is on the shelf");
    let game = referee.open(shelf, &name, &BTreeMap::new()).expect("our own book is whole");
    let book = Book::read(shelf, &name, &BTreeMap::new()).expect("our own book is whole");
    let before = opening(&*game, &BTreeMap::new());
    let sheet =
        |(power, known): (&String, &String)| (power.clone(), player::sheet(&book, known, 3));
    let sheets: BTreeMap<String, String> = before.known.iter().map(sheet).collect();
    bencher.bench_local(|| {
        let mut ledger = Ledger::seeded(&before.season.name, [3; 32]);
        game.resolve(&before, &sheets, &mut ledger).expect("the documents are ours")
    });
}

#[divan::bench(name = "season of war, marengo-1800")]
fn season_of_war_marengo(bencher: Bencher) {
    season_of_war(bencher, &rules::shelf(), "nations/marengo-1800");
}

#[divan::bench(name = "season of war, russia-1812")]
fn season_of_war_1812(bencher: Bencher) {
    season_of_war(bencher, &rules::shelf(), "nations/russia-1812");
}

/// The tests' scenario of seven powers, with money, and the referee who plays it.
fn europe() -> (Box<dyn Game>, Book) {
    let page = include_str!("../tests/scenarios/europe-1805/scenario.yaml").to_owned();
    let mut shelf = rules::shelf();
    shelf.lay("nations/europe-1805/scenario.yaml", page + "\nmoney: {}\n");
    let (referee, name) = rules::find(&shelf, "nations/europe-1805").expect("it is on the shelf");
    let game = referee.open(&shelf, &name, &BTreeMap::new()).expect("the page is whole");
    (game, Book::read(&shelf, &name, &BTreeMap::new()).expect("the page is whole"))
}

/// What the seven powers have in a spring.
#[divan::bench(name = "the income of seven powers")]
fn income_of_seven_powers(bencher: Bencher) {
    let (game, book) = europe();
    let state = opening(&*game, &BTreeMap::new()).state;
    let state: State = serde_json::from_str(&state).expect("a state is JSON");
    bencher.bench_local(|| {
        let scene = Scene::of(&book, black_box(&state));
        let powers = scene.powers().into_iter();
        powers.map(|power| income(&scene, power, 1806).pounds).sum::<i32>()
    });
}

/// The whole season in which seven powers spend what they have.
#[divan::bench(name = "a cabinet of seven powers")]
fn cabinet_of_seven_powers(bencher: Bencher) {
    let (game, _) = europe();
    let mut before = opening(&*game, &BTreeMap::new());
    while !before.season.name.starts_with("cabinet") {
        let mut ledger = Ledger::seeded(&before.season.name, [3; 32]);
        before = game.resolve(&before, &BTreeMap::new(), &mut ledger).expect("it plays").after;
    }
    let season = before.season.name.clone();
    let sheet = |power: &String| {
        let text = format!(
            "season: {season}\npower: {power}\nbudget:\n  - refill: all\n  - raise: 2 x Dinf\n  \
             - raise: 1 x (0) InfC\n  - train: any\n  - gift: {{to: britain, pounds: 2}}\n  - keep: 1\n"
        );
        (power.clone(), text)
    };
    let sheets: BTreeMap<String, String> = before.known.keys().map(sheet).collect();
    bencher.bench_local(|| {
        let mut ledger = Ledger::seeded(&season, [3; 32]);
        game.resolve(&before, &sheets, &mut ledger).expect("the documents are ours")
    });
}

/// The forces of 1805 on the whole map; their page lies beside this file, since it cannot be played
/// as a game: it has no diplomacy and no economy.
#[divan::bench(name = "season of war, the 1805 set-up")]
fn season_of_war_1805(bencher: Bencher) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/1805.yaml");
    let page = std::fs::read_to_string(path).expect("the page lies beside the bench");
    let mut shelf = rules::shelf();
    shelf.lay("nations/austerlitz-1805/scenario.yaml", page);
    season_of_war(bencher, &shelf, "nations/austerlitz-1805");
}
