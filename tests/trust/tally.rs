//! Many made-up games, each proved by its file and by the mails of its players, and each cheat played
//! on copies of them; and a count of all of it.

use super::cheats::{Cheat, Mails};
use super::honest::{self, A_KEEPER, A_REPEAT, History};
use super::luck::Luck;
use super::mails::{copied, mails, subject};
use super::table::Game;
use desk::proof::proven::{self, Proven, Verdict};
use desk::proof::verify::Verified;
use desk::{Access, Desk};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether a game is of a sort.
type IsOf = fn(&History) -> bool;

/// In what sort of games a cheat was played.
const SORTS: &[(&str, IsOf)] = &[
    ("in all", |_| true),
    ("after a repeat", |history| history.has(|what| what == A_REPEAT)),
    ("after a rollback", |history| history.has(|what| what.ends_with("taken back"))),
    ("with a keeper", |history| history.has(|what| what == A_KEEPER)),
];

/// How often a cheat was played and found, and in how many games.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    games: usize,
    played: usize,
    found: usize,
}

#[derive(Default)]
struct Tally {
    games: BTreeMap<String, usize>,
    happened: BTreeMap<&'static str, usize>,
    proved: usize,
    not_shown: usize,
    cheats: BTreeMap<(&'static str, &'static str), Count>,
    /// An honest umpire who was accused, or a cheat that was believed.
    wrong: Vec<String>,
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Plays games and cheats; panics if somebody honest is accused, a cheat is believed or one is never
/// played. In a long run everything that was to happen has happened.
///
/// `UMPIRE_HISTORIES` says how many games, `UMPIRE_HISTORIES_FROM` the number of the first.
pub fn run(games: &[Game], few: u64, cheats: &[&Cheat], happens: &[&[&'static str]]) {
    let many = number("UMPIRE_HISTORIES");
    let from = number("UMPIRE_HISTORIES_FROM").unwrap_or(0);
    let next = AtomicU64::new(from);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= from + many.unwrap_or(few) {
                        return;
                    }
                    let (told, history) = Trial::of(games, number, cheats);
                    tally.lock().unwrap().add(games, number, &history, told);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    tally.print(cheats, happens);
    assert_eq!(tally.wrong, Vec::<String>::new());
    let never = |cheat: &&&Cheat| !tally.cheats.contains_key(&(cheat.name, SORTS[0].0));
    let never: Vec<&str> = cheats.iter().filter(never).map(|cheat| cheat.name).collect();
    assert_eq!(never, Vec::<&str>::new(), "a cheat that was never played proves nothing");
    if many.is_some_and(|many| many >= 100) {
        let all = happens.concat();
        let not: Vec<_> = all.iter().filter(|what| !tally.happened.contains_key(*what)).collect();
        assert_eq!(not, Vec::<&&str>::new(), "what never happened was not tried");
    }
}

/// What one game told.
#[derive(Default)]
struct Trial {
    proved: usize,
    not_shown: usize,
    /// Each cheat that was played, and whether it was found.
    cheats: Vec<(&'static str, bool)>,
    wrong: Vec<String>,
}

impl Trial {
    fn of(games: &[Game], number: u64, cheats: &[&Cheat]) -> (Trial, History) {
        let history = honest::play(games, number);
        let mut trial = Trial::default();
        let mut luck = Luck(number);
        let whole = verified(&history.table.folder());
        if whole.verdict() != Verdict::Proved {
            trial.wrong.push(format!("the file is not proved: {whole:#?}"));
        }
        trial.open_season(&history, &mut luck);
        let all = history.players.iter();
        let proved: Vec<_> =
            all.filter(|player| trial.player(&history, player, &mut luck)).collect();
        trial.proved = proved.len();
        if let Some(player) = luck.pick(&proved) {
            trial.cheats(&history, player, cheats, &mut luck);
        }
        (trial, history)
    }

    fn accused(&mut self, who: &str, proven: &Proven) {
        let told = faults(proven);
        if !told.is_empty() || proven.verdict() == Verdict::Fault {
            self.wrong.push(format!("{who}: {told:#?}"));
        }
    }

    /// Whether the mails of a player prove all.
    fn player(&mut self, history: &History, player: &str, luck: &mut Luck) -> bool {
        // Who came after the last report has nothing to prove.
        let folder = history.table.own(player);
        let has_proofs =
            |folder: &Path| mails(folder).iter().any(|(_, mail)| mail.contains(".proof.json"));
        if !folder.exists() || !has_proofs(&folder) {
            return false;
        }
        let proven = proven::check(&folder, None).unwrap();
        self.accused(player, &proven);
        // A mail that the umpire sent is lost: less is shown, and nothing is wrong.
        let copy = copied(&folder);
        let all = mails(copy.path());
        let got: Vec<_> = all.iter().filter(|(_, mail)| !mail.contains("\nTo: umpire+")).collect();
        if let Some((path, mail)) = luck.pick(&got) {
            std::fs::remove_file(path).unwrap();
            if has_proofs(copy.path()) {
                let without = proven::check(copy.path(), None).unwrap();
                self.accused(&format!("{player} without `{}`", subject(mail)), &without);
            }
        }
        let is_proved = proven.verdict() == Verdict::Proved;
        self.not_shown += usize::from(!is_proved);
        is_proved
    }

    /// Each cheat on a copy of the mails of a player who can prove all.
    fn cheats(&mut self, history: &History, player: &str, cheats: &[&Cheat], luck: &mut Luck) {
        let folder = history.table.own(player);
        for cheat in cheats {
            let copy = copied(&folder);
            let mut mails = Mails { folder: copy.path(), luck: &mut *luck };
            if (cheat.play)(&mut mails).is_some() {
                let proven = proven::check(copy.path(), None).unwrap();
                self.cheated(cheat.name, player, proven.verdict() == Verdict::Fault);
            }
        }
    }

    fn cheated(&mut self, cheat: &'static str, on: &str, is_found: bool) {
        self.cheats.push((cheat, is_found));
        if !is_found {
            self.wrong.push(format!("{cheat}: {on}: it is believed"));
        }
    }

    /// The row of the season that is open is changed in the file, if one is open.
    fn open_season(&mut self, history: &History, luck: &mut Luck) {
        let Some(change) = luck.pick(CHANGES) else { return };
        let copy = copied(&history.table.folder());
        let file = rusqlite::Connection::open(copy.path().join("campaign.db")).unwrap();
        unguard(&file);
        let open = "status IN ('collecting', 'drafted')";
        let query = format!("UPDATE season SET {change} WHERE {open}");
        let changed = file.execute(&query, []).unwrap();
        drop(file);
        if changed > 0 {
            let told = verified(copy.path());
            self.cheated(change, "the open season", told.verdict() == Verdict::Fault);
        }
    }
}

/// What whoever has the file can change in the row of the season that is open.
pub const CHANGES: &[&str] = &[
    "name = name || ' (2)'",
    "number = number + 1",
    "scheme = 1",
    "opened = '2026-01-02T00:00:00Z'",
    "deadline = '2026-01-02T00:00:00Z'",
    "opening = '{}'",
];

/// Takes away what guards the tables, as whoever cheats would.
pub fn unguard(file: &rusqlite::Connection) {
    file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let mut query = file.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").unwrap();
    let names: Vec<String> =
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(query);
    for name in names {
        file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
}

/// All that is wrong, a line each.
pub fn faults(proven: &Proven) -> Vec<String> {
    let games = proven.campaigns.iter();
    games
        .flat_map(|game| {
            let seasons = game.seasons.iter().flat_map(|season| season.faults.clone());
            game.faults.iter().cloned().chain(seasons).collect::<Vec<_>>()
        })
        .collect()
}

fn verified(campaign: &Path) -> Verified {
    let desk = Desk::open(Some(campaign), Access::Read).unwrap();
    desk.verify(None, &mut |_, _| {}).unwrap()
}

impl Tally {
    fn add(&mut self, games: &[Game], number: u64, history: &History, told: Trial) {
        let Game { scenario, options, .. } = games[number as usize % games.len()];
        *self.games.entry([&[scenario], options].concat().join(" ")).or_default() += 1;
        for (what, many) in &history.counts {
            *self.happened.entry(what).or_default() += many;
        }
        self.proved += told.proved;
        self.not_shown += told.not_shown;
        for (sort, _) in SORTS.iter().filter(|(_, is)| is(history)) {
            let mut seen = std::collections::BTreeSet::new();
            for (cheat, is_found) in &told.cheats {
                let count = self.cheats.entry((cheat, sort)).or_default();
                count.games += usize::from(seen.insert(cheat));
                count.played += 1;
                count.found += usize::from(*is_found);
            }
        }
        if !told.wrong.is_empty() {
            eprintln!("game {number}: {}\n{:#?}", told.wrong.join("\n"), history.story);
        }
        self.wrong.extend(told.wrong.into_iter().map(|wrong| format!("game {number}: {wrong}")));
        let played: usize = self.games.values().sum();
        if played.is_multiple_of(50) {
            eprintln!("{played} games, {} wrong", self.wrong.len());
        }
    }

    fn print(&self, cheats: &[&Cheat], happens: &[&[&'static str]]) {
        println!("{:>6}  games", self.games.values().sum::<usize>());
        self.games.iter().for_each(|(game, many)| println!("{many:>6}  {game}"));
        println!("\n{:>6}  players whose mails prove all", self.proved);
        println!("{:>6}  players with whom something is not shown\n", self.not_shown);
        let all = happens.concat();
        let more = self.happened.keys().filter(|what| !all.contains(what));
        for what in all.iter().chain(more) {
            println!("{:>6}  {what}", self.happened.get(what).copied().unwrap_or(0));
        }
        println!("\nfound/played (in how many games)");
        let line = |name: &'static str| {
            let counts = SORTS.iter().map(|(sort, _)| {
                let count = self.cheats.get(&(name, *sort)).copied().unwrap_or_default();
                format!("{:>20}", format!("{}/{} ({})", count.found, count.played, count.games))
            });
            println!("{name:<52}{}", counts.collect::<String>());
        };
        let heads: String = SORTS.iter().map(|(sort, _)| format!("{sort:>20}")).collect();
        println!("{:<52}{heads}", "");
        cheats.iter().for_each(|cheat| line(cheat.name));
        println!("\nin the row of the open season");
        CHANGES.iter().for_each(|change| line(change));
    }
}
