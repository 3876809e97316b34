//! Receipts held as promises: each sheet of an automatic war is played again and again, with the
//! sheets of the others and the dice drawn anew, and what became of it is held against its receipt.
//!
//! A step counts where its entry was taken up and the steps before it were done: a receipt tells each
//! step for that case.

use kit::ledger::Ledger;
use play::{Became, Checked, Game, Grade, Outcome, Played, Position, ReceiptLine};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub type Sheets = BTreeMap<String, String>;

/// What a receipt may say wrongly: what it is, and what it changes in each line.
type Lie = (&'static str, fn(&mut ReceiptLine));

/// Each of which must be found.
const LIES: [Lie; 3] = [
    ("what is refused is told as certain", |line| {
        if line.grade == Grade::Refused {
            (line.grade, line.causes) = (Grade::Sure, vec![]);
        }
    }),
    ("what happens is told as refused", |line| {
        if line.grade == Grade::Sure {
            line.grade = Grade::Refused;
        }
    }),
    ("a condition is left out", |line| line.causes.retain(|cause| *cause != "condition")),
];

/// Something false that a receipt may be reckoned from: what it is, and what it changes in the `Known` as
/// it is stored.
///
/// A rule is written once for both positions, so it can say something else to a receipt than to a season
/// only where it reads something else.
pub type Falsehood = (&'static str, fn(&mut Value));

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// In `cargo test`.
    Small,
    /// In `.ci/run`.
    Middle,
    /// By hand.
    Large,
}

/// As much as was asked for.
pub fn size() -> Size {
    match crate::effort::count() {
        None => Size::Small,
        Some(_) if crate::effort::is_long() => Size::Large,
        Some(_) => Size::Middle,
    }
}

/// How a war is tried.
pub struct Trial<'t> {
    pub game: &'t dyn Game,
    /// Writes the sheet of a power from what it knows and a seed.
    pub write: &'t dyn Fn(&str, &str, u64) -> String,
    /// How often each season is played again.
    pub replays: u64,
    /// The causes that the head of every receipt names, so that no line need do it.
    pub general: &'t [&'t str],
    /// Those of them that nobody can foresee, so that what is certain may fail for them more often.
    pub unseen: &'t [&'t str],
    /// Whether what stands behind a line is told for the case that it was not done, for that reason, as
    /// well as for the case that it was.
    pub goes_on: fn(&ReceiptLine, &str) -> bool,
    /// Whether what is refused is so whatever became of what stands before it.
    pub refused_anyway: bool,
    /// What its receipts are reckoned from besides, to see whether it is found.
    pub falsehoods: &'t [Falsehood],
}

/// What was found of the steps of one kind and grade.
#[derive(Debug, Default, Clone)]
pub struct Row {
    /// Steps of sheets that a replay came to.
    pub steps: u32,
    /// Steps that happened each time.
    pub always: u32,
    /// Those of them to which every replay came.
    pub in_all: u32,
    /// Replays that came to the step, and those in which it was done.
    pub tries: u32,
    pub done: u32,
    /// Those in which it was not for something that neither its line nor the head names.
    pub unforeseen: u32,
    /// Why it was not, each with its count.
    pub why: BTreeMap<String, u32>,
}

/// What a war has shown.
#[derive(Debug, Default)]
pub struct Found {
    pub sheets: u32,
    pub seasons: u32,
    /// By the kind of step, its grade and its causes.
    pub rows: BTreeMap<(String, Grade, Vec<&'static str>), Row>,
    /// Promises that were broken, in sentences.
    pub broken: Vec<String>,
    /// The sheets.
    pub texts: Vec<String>,
    /// In how many sheets each lie and each falsehood was found.
    pub planted: BTreeMap<&'static str, u32>,
}

/// A season that was played again, and what became of the sheet that is tried.
struct Replay {
    played: Played,
    account: Account,
}

/// How the lines of a receipt were kept.
struct Held {
    rows: Vec<Row>,
    /// The first replay in which each was not, in a sentence.
    examples: Vec<String>,
}

impl Found {
    /// Panics if a promise was broken, or if fewer steps were tried that were told as sure, on a
    /// condition and refused than `least` says.
    pub fn hold(&self, least: [u32; 3]) {
        println!("{self}");
        assert!(self.broken.is_empty(), "{}", self.broken.join("\n"));
        let tries = [Grade::Sure, Grade::If, Grade::Refused].map(|grade| self.of(grade).tries);
        assert!(tries.iter().zip(least).all(|(tries, least)| *tries > least), "{self}");
    }

    /// Panics if a promise to people was broken, or if none of their sheets was tried though they are at
    /// hand.
    pub fn hold_people(&self) {
        println!("{self}");
        assert!(
            self.broken.is_empty(),
            "{}",
            self.broken.join(
                "
"
            )
        );
        assert!(self.sheets > 0 || std::env::var_os("UMPIRE_SHEETS").is_none(), "none is held");
    }

    /// Panics unless what was told as sure was done in so many of so many tries, and what was told as
    /// refused at most once in so many.
    pub fn as_a_rule(&self, (done, of): (u32, u32), once_in: u32) {
        let (sure, refused) = (self.of(Grade::Sure), self.of(Grade::Refused));
        assert!(of * sure.done >= done * sure.tries, "{self}");
        assert!(once_in * refused.done <= refused.tries, "{self}");
    }

    /// Panics if, of what happened in all replays, more than so many of so many were told on a condition.
    pub fn marks_are_few(&self, (most, of): (u32, u32)) {
        let [sure, on_condition] = [Grade::Sure, Grade::If].map(|grade| self.of(grade).in_all);
        println!("in all replays: {sure} that were sure, {on_condition} on a condition");
        assert!(of * on_condition <= most * (sure + on_condition), "{self}");
    }

    /// Panics unless each lie was found, and each of these falsehoods.
    pub fn hold_planted(&self, falsehoods: &[Falsehood]) {
        let missed = self.missed(falsehoods);
        assert!(missed.is_empty(), "not found: {missed:?}; found: {:?}", self.planted);
    }

    /// The lies that were not found, and those of these falsehoods.
    pub fn missed(&self, falsehoods: &[Falsehood]) -> Vec<&'static str> {
        let asked = LIES.iter().map(|(what, _)| *what);
        let asked = asked.chain(falsehoods.iter().map(|(what, _)| *what));
        asked.filter(|what| !self.planted.contains_key(what)).collect()
    }

    /// Panics unless so many sheets have each of these keys, and each of these words.
    pub fn hold_words(&self, keys: &[&str], words: &[&str], least: usize) {
        let keys = keys.iter().map(|key| format!("{key}:"));
        let asked: Vec<String> = keys.chain(words.iter().map(|word| (*word).to_owned())).collect();
        let count = |word: &String| self.texts.iter().filter(|text| has(text, word)).count();
        let counts = asked.iter().map(|word| (count(word), word));
        let rare: Vec<String> = counts
            .filter(|(count, _)| *count < least)
            .map(|(count, word)| format!("{word} {count}"))
            .collect();
        assert!(rare.is_empty(), "in too few of {} sheets: {}", self.sheets, rare.join(", "));
    }

    /// Adds what another war has shown.
    pub fn add(&mut self, other: Found) {
        self.sheets += other.sheets;
        self.seasons += other.seasons;
        for (key, row) in other.rows {
            self.rows.entry(key).or_default().add(row);
        }
        self.broken.extend(other.broken);
        self.texts.extend(other.texts);
        other.planted.into_iter().for_each(|(what, n)| *self.planted.entry(what).or_default() += n);
    }

    /// All steps of a grade.
    fn of(&self, grade: Grade) -> Row {
        let mut all = Row::default();
        let rows = self.rows.iter().filter(|((_, one, _), _)| *one == grade);
        rows.for_each(|(_, row)| all.add(row.clone()));
        all
    }
}

impl Row {
    /// Whether a step of this grade was not what its line says. What the head of a receipt names may
    /// come between now and then, but not as a rule; and who is driven elsewhere by an enemy may do
    /// what they could not from where they stood.
    fn breaks(&self, grade: Grade, unseen: &[&str]) -> bool {
        match grade {
            Grade::Sure => {
                let unseen: u32 = unseen.iter().filter_map(|why| self.why.get(*why)).sum();
                self.unforeseen > 0 || 2 * (self.done + unseen) < self.tries
            }
            Grade::If => self.unforeseen > 0,
            Grade::Refused => self.tries > 0 && 2 * self.done >= self.tries,
            Grade::NotKnown => false,
        }
    }

    fn add(&mut self, other: Row) {
        self.steps += other.steps;
        self.always += other.always;
        self.in_all += other.in_all;
        self.tries += other.tries;
        self.done += other.done;
        self.unforeseen += other.unforeseen;
        other.why.into_iter().for_each(|(why, n)| *self.why.entry(why).or_default() += n);
    }
}

impl<'t> Trial<'t> {
    /// Twenty replays in which nothing is changed, and no step goes on where one before it was not done.
    pub fn new(
        game: &'t dyn Game,
        write: &'t dyn Fn(&str, &str, u64) -> String,
        (general, unseen): (&'t [&'t str], &'t [&'t str]),
    ) -> Self {
        let goes_on = |_: &ReceiptLine, _: &str| false;
        let (refused_anyway, falsehoods) = (true, &[]);
        Self { game, write, replays: 20, general, unseen, goes_on, refused_anyway, falsehoods }
    }

    /// Tries the sheets of every power of one season.
    fn season(&self, at: &Position, seed: u64, found: &mut Found) {
        let drawn = self.drawn(at, seed);
        for own in &self.sheets(at, seed) {
            self.sheet(at, own, &drawn, seed, found);
        }
    }

    /// The sheets of each replay, the first time as they would have been.
    fn drawn(&self, at: &Position, seed: u64) -> Vec<Sheets> {
        let seed_of = |replay| match replay {
            0 => seed,
            replay => seed.wrapping_mul(1000) + replay + 7,
        };
        (0..self.replays).map(|replay| self.sheets(at, seed_of(replay))).collect()
    }

    /// Tries a season, and plays it once as it is; where it ends, if the game goes on.
    pub fn next(&self, at: &Position, seed: u64, found: &mut Found) -> Option<Position> {
        self.season(at, seed, found);
        self.play(at, seed)
    }

    /// Plays a season once as it is; where it ends, if the game goes on.
    pub fn play(&self, at: &Position, seed: u64) -> Option<Position> {
        let mut ledger = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
        let played = self.game.resolve(at, &self.sheets(at, seed), &mut ledger).unwrap();
        (!played.over).then_some(played.after)
    }

    /// Tries the sheets that people wrote for this season, where they are at hand.
    pub fn sheets_of_people(&self, at: &Position, found: &mut Found) {
        let is_for = |season: &str, power: &str| {
            season == at.season.to_string() && at.known.contains_key(power)
        };
        let sheets = sheets_of_people().into_iter();
        let sheets: Vec<_> = sheets.filter(|(season, power, _)| is_for(season, power)).collect();
        let drawn = if sheets.is_empty() { vec![] } else { self.drawn(at, 0) };
        for (_, power, sheet) in &sheets {
            self.sheet(at, (power, sheet), &drawn, 0, found);
        }
    }

    /// A sheet for each power that knows something.
    fn sheets(&self, at: &Position, seed: u64) -> Sheets {
        let write = |(nth, (power, known)): (usize, (&String, &String))| {
            (power.clone(), (self.write)(power, known, seed * 16 + nth as u64))
        };
        at.known.iter().enumerate().map(write).collect()
    }

    fn sheet(
        &self,
        at: &Position,
        (power, sheet): (&String, &String),
        drawn: &[Sheets],
        seed: u64,
        found: &mut Found,
    ) {
        let checked = self.game.check(&at.known[power], sheet).unwrap();
        let remarks = checked.faults.render(sheet);
        let steps = steps(checked);
        if steps.is_empty() {
            return;
        }
        found.sheets += 1;
        found.texts.push(sheet.clone());
        let replays = self.replayed(at, (power, sheet), drawn, seed);
        found.seasons += u32::try_from(replays.len()).unwrap();
        let Held { rows, examples } = self.held((at, power), &steps, &replays);
        let told = steps.iter().zip(&rows).zip(examples);
        let broken = told.filter(|((line, row), _)| row.breaks(line.grade, self.unseen));
        found.broken.extend(broken.map(|((line, row), example)| {
            let entry = steps.iter().filter(|step| step.entry == line.entry);
            let entry: Vec<&str> = entry.map(|step| step.words.as_str()).collect();
            let (entry, Row { done, tries, .. }) = (entry.join("\n"), row);
            format!("{example}: {done} of {tries}\n{entry}\n{sheet}\n{remarks}")
        }));
        for what in self.planted_found((at, power), sheet, &steps, &replays) {
            *found.planted.entry(what).or_default() += 1;
        }
        for (line, row) in steps.iter().zip(rows).filter(|(_, row)| row.tries > 0) {
            // Entry 0 is what a game has before its entries.
            let words =
                line.words.trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c));
            let first = || words.split([':', ' ', ';', ',']).next().unwrap_or_default();
            let kind = if line.entry == Some(0) { "before" } else { first() };
            let key = (kind.to_owned(), line.grade, line.causes.clone());
            let always = u32::from(row.done == row.tries);
            let in_all = u32::from(u64::from(row.done) == self.replays);
            found.rows.entry(key).or_default().add(Row { steps: 1, always, in_all, ..row });
        }
    }

    /// The season played again and again with the sheet of a power, and what became of it each time.
    fn replayed(
        &self,
        at: &Position,
        (power, sheet): (&String, &String),
        drawn: &[Sheets],
        seed: u64,
    ) -> Vec<Replay> {
        let play = |(replay, others): (u64, &Sheets)| {
            let mut sheets = others.clone();
            sheets.insert(power.clone(), sheet.clone());
            let mut dice = [0; 32];
            dice[..8].copy_from_slice(&(seed * 1000 + replay).to_le_bytes());
            let mut ledger = Ledger::seeded(&at.season.to_string(), dice);
            let played = self.game.resolve(at, &sheets, &mut ledger).unwrap();
            let account = Account::of(self.game.became(&played.after.known[power]).unwrap());
            Replay { played, account }
        };
        (0..).zip(drawn).map(play).collect()
    }

    /// Holds the steps of a receipt against seasons.
    fn held(
        &self,
        (at, power): (&Position, &str),
        steps: &[ReceiptLine],
        replays: &[Replay],
    ) -> Held {
        let mut rows: Vec<Row> = vec![Row::default(); steps.len()];
        let mut examples: Vec<String> = vec![String::new(); steps.len()];
        for (replay, Replay { played, account }) in (0..).zip(replays) {
            for ((line, row), example) in steps.iter().zip(&mut rows).zip(&mut examples) {
                let step = (line.entry.unwrap(), line.step.unwrap());
                let Some(became) = account.tried(line, steps, self) else { continue };
                row.tries += 1;
                let Some(why) = became else {
                    row.done += 1;
                    if line.grade == Grade::Refused && example.is_empty() {
                        *example = told(at, power, replay, line, "was done");
                    }
                    continue;
                };
                *row.why.entry(why.to_owned()).or_default() += 1;
                // What a remark refuses is said, whatever then stands in the way first.
                let said_before = match line.grade {
                    Grade::Sure => false,
                    Grade::If => line.causes.contains(&why) || line.causes.contains(&"rules"),
                    Grade::NotKnown | Grade::Refused => true,
                };
                row.unforeseen += u32::from(!said_before && !self.general.contains(&why));
                if !said_before && example.is_empty() {
                    let what = format!("failed for {why}: {}", said(played, power, step));
                    *example = told(at, power, replay, line, &what);
                }
            }
        }
        Held { rows, examples }
    }

    /// The lies and falsehoods that these seasons show to be wrong.
    fn planted_found(
        &self,
        (at, power): (&Position, &String),
        sheet: &str,
        steps: &[ReceiptLine],
        replays: &[Replay],
    ) -> Vec<&'static str> {
        let breaks = |steps: &[ReceiptLine]| {
            let rows = self.held((at, power), steps, replays).rows;
            steps.iter().zip(rows).any(|(line, row)| row.breaks(line.grade, self.unseen))
        };
        let lies = LIES.iter().filter(|(_, change)| {
            let mut steps = steps.to_vec();
            steps.iter_mut().for_each(change);
            breaks(&steps)
        });
        let falsehoods = self.falsehoods.iter().filter(|(_, change)| {
            let mut known: Value = serde_json::from_str(&at.known[power]).unwrap();
            change(&mut known);
            breaks(&self::steps(self.game.check(&known.to_string(), sheet).unwrap()))
        });
        lies.map(|(what, _)| *what).chain(falsehoods.map(|(what, _)| *what)).collect()
    }
}

/// The steps that a receipt tells.
fn steps(checked: Checked) -> Vec<ReceiptLine> {
    let lines = checked.understood.into_iter().flat_map(|entry| entry.lines);
    lines.filter(|line| line.step.is_some()).collect()
}

/// Whether a text has a word that is not part of a longer one.
fn has(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !is_letter(before) && (word.ends_with(':') || !is_letter(after))
    })
}

/// The sheets that people wrote, below the folder that `UMPIRE_SHEETS` names, with the season and the
/// power of their head; none, if it names none.
fn sheets_of_people() -> Vec<(String, String, String)> {
    let Some(folder) = std::env::var_os("UMPIRE_SHEETS") else { return vec![] };
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut found = vec![];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let head = |key: &str| {
                    let value = text.lines().find_map(|line| line.strip_prefix(key));
                    value.map(|value| value.trim().to_owned())
                };
                found.extend(
                    head("season:")
                        .zip(head("power:"))
                        .map(|(season, power)| (season, power, text.clone())),
                );
            }
        }
    }
    found
}

/// A broken promise in a sentence.
fn told(at: &Position, power: &str, replay: u64, line: &ReceiptLine, what: &str) -> String {
    let ReceiptLine { entry, step, words, grade, causes, sum: _ } = line;
    let (entry, step) = (entry.unwrap_or_default(), step.unwrap_or_default());
    format!(
        "{} {power}, replay {replay}: entry {entry}, step {step}, `{words}` ({grade:?} {causes:?}) {what}",
        at.season
    )
}

/// What the season says of the steps of an entry that were not done.
fn said(played: &Played, power: &str, (entry, _): (u16, u16)) -> String {
    let marks = [format!("\"entry\":{entry},"), format!("\"{power}\""), "not-done".to_owned()];
    let is_it = |event: &&String| marks.iter().all(|mark| event.contains(mark));
    let all: Vec<&str> = played.events.iter().filter(is_it).map(String::as_str).collect();
    all.join(" ")
}

/// What became of a sheet in one season.
struct Account {
    taken: BTreeSet<u16>,
    not_done: BTreeMap<(u16, u16), &'static str>,
    not_reached: BTreeSet<(u16, u16)>,
}

impl Account {
    fn of(all: Vec<Became>) -> Self {
        let mut account = Self {
            taken: BTreeSet::new(),
            not_done: BTreeMap::new(),
            not_reached: BTreeSet::new(),
        };
        for Became { entry, step, became, cause } in all {
            match (step, became) {
                (None, Outcome::Done) => drop(account.taken.insert(entry)),
                (None, Outcome::NotDone | Outcome::NotReached) | (Some(_), Outcome::Done) => {}
                (Some(step), Outcome::NotDone) => {
                    account.not_done.insert((entry, step), cause.unwrap_or("none"));
                }
                (Some(step), Outcome::NotReached) => {
                    account.not_reached.insert((entry, step));
                }
            }
        }
        account
    }

    /// Whether a step was tried, and why it was not done then. It counts after all before it were
    /// done, or not for the reason that was told.
    fn tried(
        &self,
        line: &ReceiptLine,
        lines: &[ReceiptLine],
        trial: &Trial<'_>,
    ) -> Option<Option<&'static str>> {
        let place = |line: &ReceiptLine| (line.entry.unwrap(), line.step.unwrap());
        let (entry, step) = place(line);
        let reached = self.taken.contains(&entry) && !self.not_reached.contains(&(entry, step));
        let told = |number: u16| lines.iter().find(|one| place(one) == (entry, number));
        let fails = (1..step).any(|one| {
            let not_reached = self.not_reached.contains(&(entry, one));
            let Some(why) = self.not_done.get(&(entry, one)) else { return not_reached };
            !told(one).is_some_and(|line| (trial.goes_on)(line, why))
        });
        // Points are spent by the steps before, so what is refused for them is told for that case.
        let anyway = trial.refused_anyway
            && line.grade == Grade::Refused
            && !line.causes.contains(&"points");
        let counts = reached && (!fails || anyway);
        counts.then(|| self.not_done.get(&(entry, step)).copied())
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} sheets, {} seasons", self.sheets, self.seasons)?;
        for ((kind, grade, causes), row) in &self.rows {
            let why: Vec<String> = row.why.iter().map(|(why, n)| format!("{why} {n}")).collect();
            writeln!(
                f,
                "{kind:14} {:9} {:24} steps {:5} always {:5} in all {:5} tries {:6} done {:6}  {}",
                format!("{grade:?}"),
                causes.join(" "),
                row.steps,
                row.always,
                row.in_all,
                row.tries,
                row.done,
                why.join(", ")
            )?;
        }
        writeln!(f, "{} broken; planted and found: {:?}", self.broken.len(), self.planted)
    }
}
