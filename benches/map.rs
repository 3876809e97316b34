//! What a map costs: `cargo bench --bench map`. A report has one for each power.
//!
//! Figures are worth comparing within one run only; a busy machine moves them all.

use divan::{Bencher, black_box};
use std::collections::BTreeMap;
use umpire::kit::chart::{Chart, Counter, Spot};
use umpire::kit::ground::Space;
use umpire::kit::ledger::Ledger;
use umpire::report::map::{self, Size};
use umpire::rules::{self, Game};

fn main() {
    divan::main();
}

/// The forces of 1805 on the whole map, and what France knows of them.
fn austerlitz() -> (Box<dyn Game>, String) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/1805.yaml");
    let page = std::fs::read_to_string(path).expect("the page lies beside the bench");
    let mut shelf = rules::shelf();
    shelf.lay("nations/austerlitz-1805/scenario.yaml", page);
    let (referee, name) = rules::find(&shelf, "nations/austerlitz-1805").expect("it is there");
    let game = referee.open(&shelf, &name, &BTreeMap::new()).expect("our own book is whole");
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let opening = game.opening(&BTreeMap::new(), &mut ledger).expect("the scenario opens").after;
    let known = opening.known["france"].clone();
    (game, known)
}

fn chart() -> Chart {
    let (game, known) = austerlitz();
    game.chart(&known).expect("the document is ours")
}

#[divan::bench]
fn lay_out_a_chart(bencher: Bencher) {
    let (game, known) = austerlitz();
    bencher.bench_local(|| game.chart(&known).expect("the document is ours"));
}

#[divan::bench]
fn draw_for_a_mail(bencher: Bencher) {
    let chart = chart();
    bencher.bench_local(|| map::svg(black_box(&chart), Size::Mail));
}

#[divan::bench]
fn draw_the_whole_map(bencher: Bencher) {
    let chart = chart();
    bencher.bench_local(|| map::svg(black_box(&chart), Size::Full));
}

#[divan::bench]
fn tell_in_words(bencher: Bencher) {
    let chart = chart();
    bencher.bench_local(|| map::told(black_box(&chart)));
}

/// A drawing with so many forces, all over the land.
#[divan::bench(args = [300, 1000, 3000])]
fn draw_forces(bencher: Bencher, count: usize) {
    let mut chart = chart();
    let dry = |at: &usize| !chart.land.cells[*at].soil.is_water();
    let land: Vec<usize> = (0..chart.land.cells.len()).filter(dry).collect();
    let sample = chart.counters[0].clone();
    chart.counters = (0..count)
        .map(|nth| {
            let at = land[nth * 7 % land.len()];
            let at = Space(u16::try_from(at).expect("a space number is 16 bits wide"));
            Counter { spot: Spot::Cell(at), name: format!("General {nth}"), ..sample.clone() }
        })
        .collect();
    bencher.bench_local(|| map::svg(black_box(&chart), Size::Mail));
}

#[cfg(feature = "png")]
#[divan::bench(sample_count = 10)]
fn turn_into_dots(bencher: Bencher) {
    let drawing = map::draw(&chart(), Size::Mail);
    bencher.bench_local(|| map::png(black_box(&drawing), 1000).expect("our own drawing is sound"));
}
