//! What the desk and its proofs cost, and that it does not grow with the years: `cargo bench --bench
//! desk`.
//!
//! The campaign is Italy 1796 without orders, its scenario lengthened to nine years by a page of its
//! own book. Figures are worth comparing within one run only.

use divan::Bencher;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::clock::Clock;
use umpire::desk::{Access, Desk};

/// How many seasons the long campaign has.
const SEASONS: usize = 36;

fn main() {
    pages();
    ratio();
    divan::main();
}

/// A campaign of so many published seasons.
struct Played {
    _home: TempDir,
    folder: PathBuf,
}

impl Played {
    fn new(seasons: usize) -> Played {
        let home = tempfile::tempdir().expect("there is room for a campaign");
        let folder = home.path().join("game");
        let clock = Clock::Fixed("2026-01-01T12:00:00Z".parse().expect("a time is written so"));
        create(&NewGame {
            folder: folder.clone(),
            scenario: "nations/italy-1796".into(),
            rules: None,
            name: None,
            options: vec![],
            after: None,
            secret: Some("07".repeat(32)),
            clock,
        })
        .expect("the scenario opens");
        let settings = folder.join("umpire.yaml");
        let written = std::fs::read_to_string(&settings).expect("it was just made");
        std::fs::write(settings, written + "\nreport: {png: false}\n").expect("it can be written");
        let scenario =
            concat!(env!("CARGO_MANIFEST_DIR"), "/campaigns/nations/italy-1796/scenario.yaml");
        let scenario = std::fs::read_to_string(scenario).expect("it lies in campaigns");
        let longer = scenario.replacen("last season: winter 1796", "last season: winter 1804", 1);
        assert_ne!(longer, scenario, "the scenario says how long it lasts");
        std::fs::create_dir(folder.join("book")).expect("it can be made");
        std::fs::write(folder.join("book/scenario.yaml"), longer).expect("it can be written");
        let mut desk = Desk::open(Some(&folder), Access::Write).expect("it was just made");
        desk.start(true, None).expect("it starts");
        for _ in 0..seasons {
            desk.resolve().expect("it is played");
            desk.publish(None, None).expect("it is published");
        }
        Played { _home: home, folder }
    }

    fn open(&self) -> Desk {
        Desk::open(Some(&self.folder), Access::Write).expect("it is a campaign")
    }

    /// Puts so many more seasons between the first and the open one, as copies of the first: for
    /// what an archive costs by its length alone.
    fn lengthen(&self, by: u32) {
        let file = rusqlite::Connection::open(self.folder.join("campaign.db")).expect("it opens");
        let copies = format!(
            "PRAGMA foreign_keys = OFF; BEGIN;
             CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS \
                 (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {by}) SELECT i FROM n;
             INSERT INTO season (id, number, name, parent, status, state, opened, root, seed, \
                 digest, previous, edition, book, seal) \
                 SELECT 100000 + i, 1000 + i, name || i, parent, status, state, opened, root, seed, \
                 digest, previous, edition, book, seal FROM season, n WHERE id = 1;
             INSERT INTO known SELECT 100000 + i, power, json FROM known, n WHERE season = 1;
             INSERT INTO known_after SELECT 100000 + i, power, json FROM known_after, n \
                 WHERE season = 1;
             INSERT INTO event SELECT 100000 + i, seq, json, answers FROM event, n WHERE season = 1;
             INSERT INTO ledger_entry SELECT 100000 + i, seq, json FROM ledger_entry, n \
                 WHERE season = 1;
             INSERT INTO report SELECT 100000 + i, power, format, name, body FROM report, n \
                 WHERE season = 1;
             UPDATE season SET id = 900000 WHERE status = 'collecting';
             UPDATE known SET season = 900000 WHERE season NOT IN (SELECT id FROM season);
             COMMIT;"
        );
        let guard = "DROP TRIGGER known_written_once;";
        file.execute_batch(guard).expect("the copy is ours to spoil");
        file.execute_batch(&copies).expect("the rows can be copied");
        file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").expect("it can be written");
    }
}

/// The bytes that this process has read so far, by the system's own count.
fn read_so_far() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let line = io.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0)
}

/// Opens a campaign for writing, as each command does, and says what it read in database pages.
fn opened(folder: &Path) -> u64 {
    let before = read_so_far();
    let desk = Desk::open(Some(folder), Access::Write).expect("it is a campaign");
    let read = read_so_far() - before;
    drop(desk);
    read / 4096
}

/// Opening reads no more of a long archive than of a short one.
fn pages() {
    let game = Played::new(5);
    let short = opened(&game.folder);
    game.lengthen(495);
    let long = opened(&game.folder);
    println!("opening a campaign reads {short} pages with 5 seasons, {long} with 500");
    assert!(long <= short + 8, "opening grows with the archive");
}

/// Proving costs by what is proved: all of 36 against 36 times one.
fn ratio() {
    let game = long();
    let desk = game.open();
    let time = |season: Option<&str>| {
        let from = Instant::now();
        assert!(
            desk.verify(season, &mut |_, _| {}).expect("it can be checked").verdict()
                == umpire::desk::proof::proven::Verdict::Proved
        );
        from.elapsed()
    };
    let (first, last, all) = (time(Some("1")), time(Some("36")), time(None));
    println!(
        "verify: the first season {first:.1?}, the last {last:.1?}, all {SEASONS} {all:.1?}: {:.2} \
         times {SEASONS} times the last",
        all.as_secs_f64() / last.as_secs_f64() / SEASONS as f64
    );
}

/// The long campaign, played once.
fn long() -> &'static Played {
    static LONG: OnceLock<Played> = OnceLock::new();
    LONG.get_or_init(|| Played::new(SEASONS))
}

#[divan::bench]
fn resolve_the_first_season(bencher: Bencher) {
    let game = Played::new(0);
    let mut desk = game.open();
    bencher.bench_local(|| desk.resolve().expect("it is played"));
}

#[divan::bench(args = ["1", "36"])]
fn verify_one_season_of_36(bencher: Bencher, season: &str) {
    let desk = long().open();
    bencher.bench_local(|| desk.verify(Some(season), &mut |_, _| {}).expect("it is checked"));
}

#[divan::bench(sample_count = 3)]
fn verify_36_seasons(bencher: Bencher) {
    let desk = long().open();
    bencher.bench_local(|| desk.verify(None, &mut |_, _| {}).expect("it is checked"));
}

#[divan::bench]
fn explain_an_event(bencher: Bencher) {
    let desk = long().open();
    bencher.bench_local(|| desk.explain(Some("1"), 20).expect("there is one"));
}
