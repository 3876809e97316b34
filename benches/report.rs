//! What a season's reports cost, part by part and power by power: `cargo bench --bench report`.
//!
//! The position is the set-up of 1805, the largest there is: six powers, the seventh of the growth
//! being the first once more. Each part is measured alone; `all_without_png` is what an umpire waits
//! for besides the pictures, and stays under 100 ms. Figures are worth comparing within one run only.

use divan::{Bencher, black_box};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use umpire::kit::chart::Chart;
use umpire::kit::ledger::Ledger;
use umpire::report::{Around, Templates, map};
use umpire::rules::{self, Game};

fn main() {
    divan::main();
}

/// What stands on the umpire's desk when the reports are due.
struct Desk {
    game: Box<dyn Game>,
    templates: Templates,
    /// What each power knows, in the order of their names.
    known: Vec<String>,
}

/// One power's report, laid out and not yet printed.
struct Laid {
    view: Json,
    chart: Chart,
}

impl Desk {
    fn new() -> Desk {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/1805.yaml");
        let page = std::fs::read_to_string(path).expect("the page lies beside the bench");
        let mut shelf = rules::shelf();
        shelf.lay("nations/austerlitz-1805/scenario.yaml", page);
        let (referee, name) = rules::find(&shelf, "nations/austerlitz-1805").expect("it is there");
        let game = referee.open(&shelf, &name, &BTreeMap::new()).expect("our own book is whole");
        let mut setting = Ledger::seeded("set-up", [0; 32]);
        let opening = game.opening(&BTreeMap::new(), &mut setting).expect("it opens").after;
        // A season is played, so that there is something to tell.
        let mut dice = Ledger::seeded(&opening.season.to_string(), [3; 32]);
        let played = game.resolve(&opening, &BTreeMap::new(), &mut dice).expect("it is ours");
        let templates = Templates::new(&Default::default()).expect("our own templates are sound");
        Desk { game, templates, known: played.after.known.into_values().collect() }
    }

    /// So many powers' knowledge; who comes again after the last is the first.
    fn powers(&self, count: usize) -> Vec<&str> {
        self.known.iter().map(String::as_str).cycle().take(count).collect()
    }

    fn lay(&self, known: &str) -> Laid {
        let chart = self.game.chart(known).expect("the document is ours");
        let around = Around {
            map_told: map::told(&chart).lines().map(str::to_owned).collect(),
            ..Around::default()
        };
        let view = around.with(self.game.view(known).expect("the document is ours"));
        Laid { view, chart }
    }

    fn text(&self, laid: &Laid) -> String {
        self.templates.print("nations/report.txt", &laid.view).expect("our own template is sound")
    }

    fn page(&self, laid: &Laid) -> String {
        self.templates.print_html("nations/report.html", &laid.view).expect("it is sound")
    }

    fn form(&self, known: &str) -> String {
        self.game.form(known, "bench", None).expect("the document is ours")
    }

    /// Everything that goes to one power, without dots; how many bytes.
    fn all(&self, known: &str) -> usize {
        let laid = self.lay(known);
        let parts = [
            self.text(&laid),
            self.page(&laid),
            map::svg(&laid.chart, map::Size::Mail),
            self.form(known),
        ];
        parts.iter().map(String::len).sum()
    }
}

/// The first power's knowledge with so many forces all over the land, half of them the enemy's.
fn with_forces(desk: &Desk, count: usize) -> String {
    let chart = desk.game.chart(&desk.known[0]).expect("the document is ours");
    let dry = |at: &usize| !chart.land.cells[*at].soil.is_water();
    let land: Vec<usize> = (0..chart.land.cells.len()).filter(dry).collect();
    let mut known: Json = serde_json::from_str(&desk.known[0]).expect("the document is ours");
    let with_units = |force: &&Json| force["units"].as_array().is_some_and(|some| !some.is_empty());
    let ours = known["ours"].as_object().expect("forces by number");
    let mut force = ours.values().find(with_units).expect("a power has troops").clone();
    for key in ["army", "leaders"] {
        force.as_object_mut().expect("a force is a map").remove(key);
    }
    let mut stack = known["theirs"][0].clone();
    stack["leader"] = Json::Null;
    let own = (0..count / 2).map(|nth| {
        force["id"] = nth.into();
        force["at"] = land[nth * 7 % land.len()].into();
        (nth.to_string(), force.clone())
    });
    known["ours"] = Json::Object(own.collect());
    let theirs = (0..count - count / 2).map(|nth| {
        // Each in its own space or with another sight, since alike ones would be one.
        stack["at"] = land[nth * 11 % land.len()].into();
        stack["inside"] = (nth / land.len() % 2 == 1).into();
        stack["army"] = (nth / land.len() / 2 % 2 == 1).into();
        stack.clone()
    });
    known["theirs"] = theirs.collect();
    known.to_string()
}

#[divan::bench]
fn part_view(bencher: Bencher) {
    let desk = Desk::new();
    bencher.bench_local(|| desk.game.view(&desk.known[0]).expect("the document is ours"));
}

#[divan::bench]
fn part_chart_and_its_words(bencher: Bencher) {
    let desk = Desk::new();
    bencher.bench_local(|| map::told(&desk.game.chart(&desk.known[0]).expect("it is ours")));
}

#[divan::bench]
fn part_text(bencher: Bencher) {
    let desk = Desk::new();
    let laid = desk.lay(&desk.known[0]);
    bencher.bench_local(|| desk.text(black_box(&laid)));
}

#[divan::bench]
fn part_html(bencher: Bencher) {
    let desk = Desk::new();
    let laid = desk.lay(&desk.known[0]);
    bencher.bench_local(|| desk.page(black_box(&laid)));
}

/// The page before its styles are written into its tags.
#[divan::bench]
fn part_html_template_alone(bencher: Bencher) {
    let desk = Desk::new();
    let laid = desk.lay(&desk.known[0]);
    bencher.bench_local(|| desk.templates.print("nations/report.html", black_box(&laid.view)));
}

#[divan::bench]
fn part_svg(bencher: Bencher) {
    let desk = Desk::new();
    let laid = desk.lay(&desk.known[0]);
    bencher.bench_local(|| map::svg(black_box(&laid.chart), map::Size::Mail));
}

#[cfg(feature = "png")]
#[divan::bench(sample_count = 10)]
fn part_png(bencher: Bencher) {
    let desk = Desk::new();
    let drawing = map::draw(&desk.lay(&desk.known[0]).chart, map::Size::Mail);
    bencher.bench_local(|| map::png(black_box(&drawing), 1000).expect("our own drawing is sound"));
}

#[divan::bench]
fn part_form(bencher: Bencher) {
    let desk = Desk::new();
    bencher.bench_local(|| desk.form(&desk.known[0]));
}

/// All powers of the set-up.
#[divan::bench(sample_count = 20)]
fn all_without_png(bencher: Bencher) {
    let desk = Desk::new();
    bencher.bench_local(|| desk.known.iter().map(|known| desk.all(known)).sum::<usize>());
}

#[divan::bench(args = [2, 4, 7], sample_count = 20)]
fn powers(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let powers = desk.powers(count);
    bencher.bench_local(|| powers.iter().map(|known| desk.all(known)).sum::<usize>());
}

#[divan::bench(args = [300, 1000, 3000], sample_count = 10)]
fn forces(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let known = with_forces(&desk, count);
    bencher.bench_local(|| desk.all(&known));
}

/// The same by part, to see where it grows.
#[divan::bench(args = [300, 3000], sample_count = 10)]
fn forces_view_and_chart(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let known = with_forces(&desk, count);
    bencher.bench_local(|| desk.lay(&known));
}

#[divan::bench(args = [300, 3000], sample_count = 10)]
fn forces_text_and_html(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let laid = desk.lay(&with_forces(&desk, count));
    bencher.bench_local(|| desk.text(&laid).len() + desk.page(&laid).len());
}

#[divan::bench(args = [300, 3000], sample_count = 10)]
fn forces_svg(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let laid = desk.lay(&with_forces(&desk, count));
    bencher.bench_local(|| map::svg(&laid.chart, map::Size::Mail));
}

#[divan::bench(args = [300, 3000], sample_count = 10)]
fn forces_form(bencher: Bencher, count: usize) {
    let desk = Desk::new();
    let known = with_forces(&desk, count);
    bencher.bench_local(|| desk.form(&known));
}
