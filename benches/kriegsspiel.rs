//! What a turn of the kriegsspiel costs: `cargo bench --bench kriegsspiel`.
//!
//! The first turn of the example sheets, four powers, and a turn of many powers with thirty formations
//! each; figures are worth comparing within one run only.

use divan::Bencher;
use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::Book;
use kriegsspiel::record::state::{Formation, Kind, State};
use kriegsspiel::sight;
use kriegsspiel::sight::known::Known;
use std::collections::BTreeMap;
use umpire::kit::calendar::{Quarter, Season};
use umpire::kit::ground::{Ground, Space};
use umpire::kit::ledger::Ledger;
use umpire::report::{Around, Templates, map};
use umpire::rules::table;
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

/// Formations of each power in the crowd.
const FORMATIONS: usize = 30;

/// Many powers on two sides, shoulder to shoulder over the map, all of whom march a hex.
struct Crowd {
    book: Book,
    state: State,
    known: BTreeMap<String, Known>,
    sheets: BTreeMap<String, String>,
}

impl Crowd {
    fn new(powers: usize) -> Crowd {
        let season = Season { year: 1806, quarter: Quarter::Summer };
        let name = |nth: usize| format!("power {nth}");
        let side = |odd: usize| (0..powers).filter(move |nth| nth % 2 == odd).map(name).collect();
        let sides = [("even".to_owned(), side(0)), ("odd".to_owned(), side(1))];
        let mut book = Book::of_case(&rules::shelf(), season, sides.into()).expect("it is whole");
        let model = book.lands.nation("france").expect("it is in the book").clone();
        for nth in 0..powers {
            let mut nation = model.clone();
            (nation.name, nation.title) = (name(nth), name(nth));
            book.lands.realms.push(nation);
        }
        let open = (0..book.atlas.size()).map(Space).filter(|at| book.in_play(*at));
        let open: Vec<Space> = open.filter(|at| way(&book, *at).is_some()).collect();
        assert!(open.len() >= powers * FORMATIONS, "the map has {} hexes", open.len());
        let mut state = State::new(&book);
        let mut sheets = BTreeMap::new();
        for (nth, block) in open.chunks(FORMATIONS).take(powers).enumerate() {
            let mut sheet = "orders:\n".to_owned();
            for (number, at) in block.iter().enumerate() {
                let one = formation(format!("{number} of {}", name(nth)), name(nth), *at);
                let to = book.atlas.number(way(&book, *at).expect("it was filtered for one"));
                sheet += &format!("  - {{formation: {}, steps: [{{march: {to}}}]}}\n", one.name);
                state.formations.insert(one.name.clone(), one);
            }
            sheets.insert(name(nth), sheet);
        }
        let eyes = |power: &String| {
            let mut known = Known::new(power, season, &state.sides);
            known.look(sight::look(&book, &state, power));
            (power.clone(), known)
        };
        let known = state.sides.keys().map(eyes).collect();
        Crowd { book, state, known, sheets }
    }

    /// How many events a turn has.
    fn resolve(&self) -> usize {
        let mut dice = Ledger::seeded("summer 1806", [1; 32]);
        let (state, known) = (self.state.clone(), self.known.clone());
        table::resolve::<Kriegsspiel>(&self.book, state, known, &self.sheets, &mut dice)
            .events
            .len()
    }
}

/// The first hex beside another that can be entered.
fn way(book: &Book, at: Space) -> Option<Space> {
    book.atlas.around(at).into_iter().find(|to| book.cost(at, *to).is_some())
}

fn formation(name: String, power: String, at: Space) -> Formation {
    let units = BTreeMap::from([("light infantry".to_owned(), 6), ("light cavalry".to_owned(), 2)]);
    Formation { name, power, kind: Kind::Corps, units, at, under: None, fed: true }
}

/// A turn of so many powers with thirty formations each.
#[divan::bench(args = [7, 14, 28], sample_count = 1, sample_size = 1)]
fn resolve_a_crowd(bencher: Bencher, powers: usize) {
    let crowd = Crowd::new(powers);
    bencher.bench_local(|| {
        assert!(crowd.resolve() > powers * FORMATIONS, "everybody marches");
    });
}
