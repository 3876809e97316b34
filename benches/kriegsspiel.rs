//! What a turn of the kriegsspiel costs: `cargo bench --bench kriegsspiel`.
//!
//! The first turn of the example sheets, four powers. Figures are worth comparing within one run only.

use divan::Bencher;
use std::collections::BTreeMap;
use umpire::kit::ledger::Ledger;
use umpire::report::{Around, Templates, map};
use umpire::rules::{self, Game, Played, Position};

fn main() {
    divan::main();
}

/// The game with its example sheets.
struct Table {
    game: Box<dyn Game>,
    before: Position,
    sheets: BTreeMap<String, String>,
}

impl Table {
    fn new() -> Table {
        let shelf = rules::shelf();
        let (referee, name) = rules::find(&shelf, "kriegsspiel/danube").expect("it is there");
        let game = referee.open(&shelf, &name, &BTreeMap::new()).expect("our own book is whole");
        let mut setting = Ledger::seeded("set-up", [0; 32]);
        let before = game.opening(&BTreeMap::new(), &mut setting).expect("it opens").after;
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/orders/kriegsspiel/danube-1805");
        let sheet = |power: &String| {
            let path = format!("{folder}/{power}.yaml");
            (power.clone(), std::fs::read_to_string(path).expect("every power has a sheet"))
        };
        let sheets = before.known.keys().map(sheet).collect();
        Table { game, before, sheets }
    }

    fn resolve(&self) -> Played {
        let mut dice = Ledger::seeded("autumn 1805", [1; 32]);
        self.game.resolve(&self.before, &self.sheets, &mut dice).expect("the sheets are ours")
    }

    /// Everything that goes to one power, without dots; how many bytes.
    fn all(&self, templates: &Templates, known: &str) -> usize {
        let chart = self.game.chart(known).expect("the document is ours");
        let view = Around::default().with(self.game.view(known).expect("the document is ours"));
        let parts = [
            templates.print("kriegsspiel/report.txt", &view).expect("our own template is sound"),
            templates.print_html("kriegsspiel/report.html", &view).expect("it is sound"),
            map::svg(&chart, map::Size::Mail),
            self.game.form(known, "bench", None).expect("the document is ours"),
        ];
        parts.iter().map(String::len).sum()
    }
}

/// Opens the book: what every command pays once.
#[divan::bench(sample_count = 20)]
fn open() {
    divan::black_box(Table::new());
}

#[divan::bench(sample_count = 20)]
fn resolve(bencher: Bencher) {
    let table = Table::new();
    bencher.bench_local(|| table.resolve());
}

/// The receipts of all sheets.
#[divan::bench(sample_count = 20)]
fn check(bencher: Bencher) {
    let table = Table::new();
    let known = &table.before.known;
    bencher.bench_local(|| {
        for (power, sheet) in &table.sheets {
            divan::black_box(table.game.check(&known[power], sheet).expect("it is ours"));
        }
    });
}

/// All powers, with text, page, map and form.
#[divan::bench(sample_count = 20)]
fn reports_without_png(bencher: Bencher) {
    let table = Table::new();
    let templates = Templates::new(&Default::default()).expect("our own templates are sound");
    let known = table.resolve().after.known;
    bencher.bench_local(|| known.values().map(|known| table.all(&templates, known)).sum::<usize>());
}
