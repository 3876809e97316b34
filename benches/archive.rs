//! What the archive of a long campaign costs, and what of it grows with the years: `cargo bench
//! --bench archive`.
//!
//! Exported is a campaign of 36 seasons and seven powers that was really played. For the length alone
//! five seasons are played and copied until there are 50 and 500, which takes some 2.5 GB in the
//! folder for temporary files. Figures are worth comparing within one run only.

#[path = "../tests/long/mod.rs"]
mod long;

use long::{Plan, War};
use std::path::Path;
use std::time::{Duration, Instant};
use umpire::archive::search::Span;
use umpire::archive::{Archive, Audience};
use umpire::desk::own_pages;
use umpire::desk::post::printer::load_templates;

/// How many seasons the archives have that are searched.
const LENGTHS: [usize; 3] = [5, 50, 500];

/// What is searched besides a phrase of a letter: a leader, two words, a beginning, what stands in
/// nearly every passage, and what stands nowhere.
const WORDS: [&str; 5] = ["Napoleon", "lost steps", "caval*", "at", "xebec"];

/// By how many pages showing a season may differ: the trees of a long archive are a little deeper.
const DEEPER: u64 = 32;

/// How often each of them is.
const TIMES: usize = 50;

fn main() {
    played_and_exported();
    lengths();
}

/// The seconds of processor time that this process has used so far, by the system's own count.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = after.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The bytes that this process has read so far, by the system's own count.
fn read_so_far() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let line = io.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0)
}

fn open(war: &War) -> Archive {
    let (books, templates) = own_pages(Some(&war.folder)).expect("it is a campaign");
    let templates = load_templates(&templates).expect("they are read");
    Archive::open_with(&war.file(), books, templates).expect("it opens")
}

fn audiences() -> [Audience; 2] {
    [Audience::Power("france".to_owned()), Audience::Umpire]
}

/// Plays the whole campaign and lays it out as pages.
fn played_and_exported() {
    let plan = Plan { seasons: 36, powers: 7, seed: 1 };
    let from = Instant::now();
    let war = War::played(plan);
    let megabytes = long::size(&war.file()) >> 20;
    println!(
        "{} seasons of {} powers are played in {:.1?}, {:.1} s of processor time: {megabytes} MB",
        plan.seasons,
        plan.powers,
        from.elapsed(),
        processor()
    );
    for audience in audiences() {
        let word = audience.word().to_owned();
        let folder = war.beside(&word);
        exported(&war, audience.clone(), &folder, "exported");
        exported(&war, audience, &folder, "exported once more");
    }
}

fn exported(war: &War, audience: Audience, folder: &Path, how: &str) {
    let (archive, word) = (open(war), audience.word().to_owned());
    let from = Instant::now();
    let done = archive.export(folder, audience, |_, _| {}).expect("there is room");
    println!(
        "{how} for {word} in {:.2?}: {} files of {} MB, {} of them written",
        from.elapsed(),
        done.pages,
        done.bytes >> 20,
        done.written
    );
}

/// What is asked of archives that differ by their length alone.
fn lengths() {
    let short = War::played(Plan { seasons: LENGTHS[0], powers: 7, seed: 1 });
    let mut shown: Vec<(u64, Duration)> = vec![];
    for seasons in LENGTHS {
        let war = short.copied();
        war.stretch(seasons);
        println!("\n{seasons} seasons, {} MB", long::size(&war.file()) >> 20);
        // Before an index is made, whose writing would lie in the log and be read with each opening.
        shown.push(show(&war));
        for audience in audiences() {
            searched(&war, &audience);
        }
    }
    let (pages, time) = shown[0];
    for (length, (more, longer)) in LENGTHS.iter().zip(&shown).skip(1) {
        let ratio = longer.as_secs_f64() / time.as_secs_f64();
        println!("showing a season of {length} takes {ratio:.2} times as long as one of 5");
        assert!(
            *more <= pages + DEEPER,
            "showing reads {more} pages with {length} seasons, {pages} with 5"
        );
    }
}

/// Searches as one command does and as a server does, which keeps the archive open.
fn searched(war: &War, audience: &Audience) {
    let word = audience.word();
    let from = Instant::now();
    let archive = open(war);
    let search = |words: &str| archive.search(words, audience, Span::ALL).expect("there are words");
    search(WORDS[0]);
    println!("  as {word}, the first search, which makes the index: {:.2?}", from.elapsed());
    let phrase = phrase(war);
    for words in WORDS.into_iter().chain([phrase.as_str()]) {
        let mut times = vec![];
        let mut hits = 0;
        for _ in 0..TIMES {
            let from = Instant::now();
            hits = search(words).len();
            times.push(from.elapsed());
        }
        times.sort();
        let (fastest, median, slowest) = (times[0], times[TIMES / 2], times[TIMES - 1]);
        println!(
            "  as {word}, `{words}`, {hits} hits: fastest {fastest:.2?}, median {median:.2?}, slowest {slowest:.2?}"
        );
    }
    let from = Instant::now();
    open(war).search(WORDS[0], audience, Span::ALL).expect("there are words");
    println!("  as {word}, with opening the campaign: {:.2?}", from.elapsed());
}

/// The first words of a letter, to be found together.
fn phrase(war: &War) -> String {
    let store = war.store();
    let seasons = store.seasons().expect("they can be read");
    let letters = seasons.iter().flat_map(|season| store.letters(season.id).expect("so can these"));
    let text = letters.map(|letter| letter.text).next().expect("somebody wrote");
    format!("\"{}\"", text.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
}

/// Opens a campaign and shows its third season; how many pages that reads, and the median time.
fn show(war: &War) -> (u64, Duration) {
    let mut times = vec![];
    let mut pages = 0;
    for _ in 0..21 {
        let (before, from) = (read_so_far(), Instant::now());
        let archive = open(war);
        archive.season("3").expect("there is a third");
        archive.chapter("3", &Audience::Umpire).expect("it was published");
        times.push(from.elapsed());
        pages = (read_so_far() - before) / 4096;
    }
    times.sort();
    println!("  the third season shown: {pages} pages read, median {:.2?}", times[10]);
    (pages, times[10])
}
