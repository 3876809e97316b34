//! How a turn grows with the number of powers: `cargo bench -p kriegsspiel --bench crowd`.
//!
//! Many powers on two sides, each with thirty formations, all of whom march a hex. First on the map of
//! Europe, where more powers stand closer; then on clear ground that grows with them, so that each sees
//! as many strangers as before. Printed are processor time and peak memory, and by which power of the
//! number of powers both grow. Figures are worth comparing within one run only.

use kit::calendar::{Quarter, Season};
use kit::ground::{Ground, Space};
use kit::ledger::Ledger;
use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::Book;
use kriegsspiel::book::atlas::Atlas;
use kriegsspiel::book::lands::Lands;
use kriegsspiel::record::state::{Formation, Kind, State};
use kriegsspiel::sight;
use kriegsspiel::sight::known::Known;
use play::europe;
use std::collections::BTreeMap;
use std::process::Command;

/// Formations of each power.
const FORMATIONS: usize = 30;
/// Hexes of clear ground for each power: a block of so many columns and rows, all of them held.
const BLOCK: (u16, u16) = (6, 5);
/// How many powers there are on the map of Europe, and on clear ground.
const EUROPE: [usize; 3] = [7, 14, 28];
const CLEAR: [usize; 5] = [7, 28, 100, 300, 1000];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, ground, powers] = words.as_slice() {
        return measure(ground, powers.parse().expect("it is a number"));
    }
    for (ground, all) in [("europe", EUROPE.as_slice()), ("clear", CLEAR.as_slice())] {
        println!("{ground:>8}  powers   events  strangers  seconds  exponent      MB  exponent");
        let mut before: Option<[f64; 3]> = None;
        for powers in all {
            let own = std::env::current_exe().expect("this program has a path");
            let run = Command::new(own).args([ground, &powers.to_string()]).output();
            let line = String::from_utf8(run.expect("it runs").stdout).expect("it prints figures");
            let figures: Vec<f64> =
                line.split_whitespace().map(|word| word.parse().expect("a figure")).collect();
            let [events, strangers, seconds, megabytes] = figures[..] else {
                panic!("{powers} powers on {ground}: {line}");
            };
            let now = [*powers as f64, seconds, megabytes];
            let exponent = |which: usize| {
                let grown = before
                    .map(|before| (now[which] / before[which]).ln() / (now[0] / before[0]).ln());
                grown.map_or("-".to_owned(), |exponent| format!("{exponent:.2}"))
            };
            println!(
                "{:>8}  {powers:>6}  {events:>7}  {strangers:>9.0}  {seconds:>7.2}  {:>8}  {megabytes:>6.0}  {:>8}",
                "",
                exponent(1),
                exponent(2)
            );
            before = Some(now);
        }
    }
}

/// Plays one turn and prints events, strangers seen by a power, seconds of processor, megabytes.
fn measure(ground: &str, powers: usize) {
    let crowd = Crowd::new(powers, ground == "clear");
    let strangers: usize = crowd
        .known
        .values()
        .map(|known| {
            let bodies = known.markers.iter().map(|marker| marker.formations.unwrap_or(1));
            bodies.map(|count| count as usize).sum::<usize>()
        })
        .sum();
    let from = processor();
    let events = crowd.resolve();
    assert!(events > powers * FORMATIONS, "everybody marches or says why not");
    let seconds = processor() - from;
    println!("{events} {} {seconds} {}", strangers as f64 / powers as f64, peak());
}

/// The seconds of processor time that this process has used so far, by the system's own count.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = after.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The most megabytes that this process has held.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

struct Crowd {
    book: Book,
    state: State,
    known: BTreeMap<String, Known>,
    sheets: BTreeMap<String, String>,
}

impl Crowd {
    fn new(powers: usize, clear: bool) -> Crowd {
        let season = Season { year: 1806, quarter: Quarter::Summer };
        let name = |nth: usize| format!("power {nth}");
        let side = |odd: usize| (0..powers).filter(move |nth| nth % 2 == odd).map(name).collect();
        let sides = [("even".to_owned(), side(0)), ("odd".to_owned(), side(1))];
        let shelf = play::shelf::<Kriegsspiel>();
        let mut book = Book::of_case(&shelf, season, sides.into()).expect("it is whole");
        let model = book.lands.nation("france").expect("it is in the book").clone();
        let nation = |nth: usize| {
            let mut nation = model.clone();
            (nation.name, nation.title) = (name(nth), name(nth));
            nation
        };
        let blocks = if clear {
            let across = (1..).find(|across| across * across >= powers).expect("there is one");
            let down = powers.div_ceil(across);
            let (columns, rows) = (across as u16 * BLOCK.0, down as u16 * BLOCK.1);
            book.atlas = Atlas::clear(columns, rows);
            book.lands = Lands::without_cities((0..powers).map(nation).collect());
            blocks(columns, rows)
        } else {
            (0..powers).for_each(|nth| book.lands.add_nation(nation(nth)));
            assert_eq!(book.atlas.size(), europe::COLUMNS * europe::ROWS);
            let open = (0..book.atlas.size()).map(Space).filter(|at| book.in_play(*at));
            let open: Vec<Space> = open.filter(|at| way(&book, *at).is_some()).collect();
            assert!(open.len() >= powers * FORMATIONS, "the map has {} hexes", open.len());
            open.chunks(FORMATIONS).map(<[Space]>::to_vec).collect()
        };
        let mut state = State::new(&book);
        let mut sheets = BTreeMap::new();
        for (nth, block) in blocks.iter().take(powers).enumerate() {
            let mut sheet = "orders:\n".to_owned();
            for (number, at) in block.iter().take(FORMATIONS).enumerate() {
                let one = formation(format!("{number} of {}", name(nth)), name(nth), *at);
                let to = book.atlas.name(way(&book, *at).expect("it was filtered for one"));
                sheet += &format!("  - {{formation: {}, steps: [{{march: {to}}}]}}\n", one.name);
                state.formations.insert(one.name.clone(), one);
            }
            sheets.insert(name(nth), sheet);
        }
        let eyes = |power: &String| {
            let mut known = Known::new(power, season, &state.relations);
            known.look(sight::look(&book, &state, power));
            (power.clone(), known)
        };
        let known = state.relations.parties().map(eyes).collect();
        Crowd { book, state, known, sheets }
    }

    /// How many events a turn has.
    fn resolve(self) -> usize {
        let mut dice = Ledger::seeded("summer 1806", [1; 32]);
        let Crowd { book, state, known, sheets } = self;
        play::table::resolve::<Kriegsspiel>(&book, state, known, &sheets, &mut dice).events.len()
    }
}

/// The hexes of clear ground in blocks, one for each power, each from its middle outward row by row.
fn blocks(columns: u16, rows: u16) -> Vec<Vec<Space>> {
    let mut all = vec![];
    for top in (0..rows).step_by(usize::from(BLOCK.1)) {
        for left in (0..columns).step_by(usize::from(BLOCK.0)) {
            let row = |row: u16| (0..BLOCK.0).map(move |column| (left + column) * rows + top + row);
            all.push((0..BLOCK.1).flat_map(row).map(Space).collect());
        }
    }
    all
}

/// The first hex beside another that can be entered.
fn way(book: &Book, at: Space) -> Option<Space> {
    book.atlas.around(at).into_iter().find(|to| book.cost(at, *to).is_some())
}

fn formation(name: String, power: String, at: Space) -> Formation {
    let units = BTreeMap::from([("light infantry".to_owned(), 6), ("light cavalry".to_owned(), 2)]);
    Formation { name, power, kind: Kind::Corps, units, at, under: None, fed: true }
}
