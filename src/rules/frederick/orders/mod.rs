//! The order sheets: the keys, and reading them against what a seat knows.
//!
//! The sheet is one description ([`keys::SHEET`]); the JSON Schema, the guide and the reading come from
//! it. The keys of the court are in `court/keys.rs`, since they are another season's.
//!
//! Not here: what an order comes to (`operations`, `court`), and what its author can be told of that
//! beforehand (`rehearsal.rs`).

pub mod blank_form;
pub mod causes;
pub mod example;
pub mod grammar;
mod holdings;
pub mod keys;
pub mod lessons;
pub mod lost;
pub mod manual;
pub mod own_forces;
pub mod plan;
pub mod primer;
pub mod receipt;
pub mod rehearsal;
pub mod senses;
pub mod units;
pub mod words;

use crate::book::Book;
use crate::book::options::Extra;
use crate::court;
use crate::court::keys::COURT;
use crate::sight::Known;
use grammar::GRAMMAR;
use keys::{BESIEGE, OF_OPERATIONS, SHEET};
use plan::{Entry, Haven, Pay, Sheet, Step, Target, Task, unit_words};
use sheet::frame;
use sheet::keys::{Field, Filled, Given, Reader};
use sheet::shape::{self, Shaped};
use sheet::{Diagnostic, Diagnostics};
use words::Words;

/// Reads a sheet: what is sound of it, and everything that is wrong.
pub fn read_shaped(book: &Book, known: &Known, shaped: &Shaped<'_>) -> (Sheet, Diagnostics) {
    let mut faults = shaped.faults.clone();
    let Some(root) = shaped.root else { return (Sheet::default(), faults) };
    if !frame::must_be_map(root, &mut faults) {
        return (Sheet::default(), faults);
    }
    let words = Words { book, known };
    let mut reader = Reader { words: &words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(root, SHEET);
    frame::season(filled.get("season"), known.open.season, &mut faults);
    other_season(&filled, known, &mut faults);
    let sheet = sheet(book, &filled, known, &mut faults);
    rehearsal::rehearse((book, known), shaped.text, &sheet, &mut faults);
    court::check::check(book, known, &sheet.court, &mut faults);
    if known.open.season.is_court() {
        court::check::reactions(&filled, &mut faults);
    }
    holdings::check(book, known, &filled, &mut faults);
    faults.sort();
    (sheet, faults)
}

/// The standing orders of a sheet, as a sheet of their own.
pub fn read_standing(book: &Book, known: &Known, text: &str) -> Sheet {
    let mut faults = Diagnostics::default();
    let Some(root) = shape::shape(text, &mut faults) else { return Sheet::default() };
    let words = Words { book, known };
    let mut reader = Reader { words: &words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(&root, SHEET);
    let standing = filled.get("standing").and_then(Given::map).cloned().unwrap_or_default();
    let sheet = sheet(book, &standing, known, &mut faults);
    Sheet { standing: true, has_standing: false, ..sheet }
}

/// Tells of keys that another kind of season asks for.
fn other_season(filled: &Filled, known: &Known, faults: &mut Diagnostics) {
    let season = known.open.season;
    let (others, when): (&[Field], _) = match season.is_court() {
        true => (OF_OPERATIONS, "a season of operations"),
        false => (COURT, "the court"),
    };
    for field in others {
        if let Some(given) = filled.get(field.key) {
            let at = given.at.start..given.at.start + 1;
            let text =
                format!("`{}:` is asked in {when}, and orders are open for {season}", field.key);
            let help = "leave it out here, and write it in that season's sheet";
            faults
                .push(Diagnostic::fault("other-season-key", at, text).rule("FRW §3.2").help(help));
        }
    }
}

fn sheet(book: &Book, filled: &Filled, known: &Known, faults: &mut Diagnostics) -> Sheet {
    let maps = |key| filled.list(key).iter().filter_map(Given::map);
    let is_court = known.open.season.is_court();
    let mut pen = Pen { book, faults };
    let entries = (1..)
        .zip(maps("operations"))
        .filter_map(|(number, map)| pen.entry(number, map).map(Entry::numbered));
    let operations = if is_court { vec![] } else { entries.collect() };
    let mut court = filled.clone();
    court.keep_keys(|key| is_court && COURT.iter().any(|field| field.key == key));
    Sheet {
        operations,
        reactions: maps("reactions").cloned().collect(),
        court,
        letters: frame::letters(filled, &known.power, faults),
        has_standing: frame::sets_standing(filled.get("standing").map(|given| &given.at), faults),
        note: filled.get("note to umpire").is_some(),
        standing: false,
    }
}

/// Reads what was filled in.
struct Pen<'a> {
    book: &'a Book,
    faults: &'a mut Diagnostics,
}

impl Pen<'_> {
    /// One entry; a faulty step cuts it there, and a faulty head leaves nothing of it.
    fn entry(&mut self, number: u16, map: &Filled) -> Option<Entry> {
        let Some(who) = map.name("force") else {
            if !self.faults.fault_within(&map.at) {
                let text = "an entry names a leader or a place: `force:`";
                let at = map.at.start..map.at.start + 1;
                let fault = Diagnostic::fault("who-acts", at, text).rule("FRW §12.2");
                self.faults.push(fault.help("such as `force: Berlin`"));
            }
            return None;
        };
        // A condition or a word that cannot be read would let the entry do more than was meant.
        let head = ["units", "if", "pay", "from", "times", "overrun"];
        if head.iter().any(|key| map.is_written(key) && map.get(key).is_none()) {
            return None;
        }
        let units = self.units(map.list("units"));
        if map.is_written("units") && units.is_empty() {
            return None;
        }
        if let Some(given) = map.get("overrun")
            && !self.book.options.has(Extra::Overrun)
        {
            self.not_played(given.at.start, "overrun", "FRW §33");
        }
        let written = map.steps("steps");
        let mut steps = vec![];
        for step in written {
            let Some(read) = self.step(step) else { break };
            steps.push(read);
        }
        let pay = map.get("pay").and_then(Given::map).map(|pay| Pay {
            thaler: pay.name("by") != Some("attrition"),
            condition: pay.condition("if").cloned(),
        });
        Some(Entry {
            number,
            part: 0,
            spy_part: 0,
            pay_part: 0,
            at: map.at.clone(),
            who: who.to_owned(),
            units,
            steps,
            written: written.len(),
            pay,
            from: map.name("from").map(str::to_owned),
            condition: map.condition("if").cloned(),
            asked: map.get("if").map(|given| given.at.clone()),
            battle: map.list("battle").iter().filter_map(Given::map).cloned().collect(),
            commander: map.name("commander").map(str::to_owned),
            spy: map.get("spy").and_then(Given::map).cloned(),
            forced: map
                .list("forced march")
                .iter()
                .filter_map(Given::map)
                .map_while(|map| self.entry(number, map))
                .collect(),
            second: map
                .get("second force")
                .and_then(Given::map)
                .and_then(|map| self.entry(number, map))
                .map(Box::new),
            overrun: map.get("overrun").map(|_| map.flag("overrun")),
            times: map.number("times").and_then(|n| u16::try_from(n).ok()).unwrap_or(1),
        })
    }

    /// Tells of a key of an optional rule that this campaign does not play.
    fn not_played(&mut self, start: usize, key: &str, rule: &'static str) {
        let text = format!("`{key}:` is of an optional rule that this campaign does not play");
        let fault = Diagnostic::fault("option-off", start..start + 1, text).rule(rule);
        self.faults.push(fault.help("leave it out"));
    }

    fn units(&self, list: &[Given]) -> Vec<units::UnitWord> {
        unit_words(list, |name| self.book.troops.leader(name).is_some())
    }

    fn haven(&self, name: &str) -> Haven {
        match self.book.atlas.find(name) {
            Some(at) => Haven::Square(at),
            None => Haven::Sea(name.to_owned()),
        }
    }

    fn step(&mut self, step: &sheet::keys::Step) -> Option<Step> {
        let filled = step.given.as_ref()?.map()?;
        if self.faults.fault_within(&step.at) {
            return None;
        }
        if step.key == BESIEGE.key && !self.book.options.has(Extra::FormalSieges) {
            self.not_played(step.at.start, BESIEGE.key, BESIEGE.rule);
            return None;
        }
        let atlas = &self.book.atlas;
        let task = match step.key {
            "march" => {
                let to: Vec<_> =
                    filled.names("to").into_iter().filter_map(|name| atlas.find(name)).collect();
                (!to.is_empty()).then_some(Task::March(to))
            }
            "attack" => filled.name("at").map(|name| {
                Task::Attack(match self.book.troops.leader(name) {
                    Some(leader) => Target::Leader(leader.name.clone()),
                    None => Target::Square(atlas.find(name).unwrap_or_default()),
                })
            }),
            "drop" => {
                let units = self.units(filled.list("units"));
                (!units.is_empty()).then_some(Task::Drop(units))
            }
            "sail" => {
                let to = filled.names("to").into_iter();
                let to: Vec<_> = to.map(|name| self.haven(name)).collect();
                (!to.is_empty()).then_some(Task::Sail(to))
            }
            "embark" | "land" => {
                let units = self.units(filled.list("units"));
                let task = if step.key == "embark" { Task::Embark } else { Task::Land };
                (!units.is_empty()).then(|| task(units))
            }
            "honours" => {
                let points = filled.number("points").and_then(|points| u8::try_from(points).ok());
                points.filter(|points| *points > 0).map(Task::Honours)
            }
            "besiege" => Some(Task::Besiege),
            "pillage" => Some(Task::Pillage { raze: filled.name("fieldworks") == Some("raze") }),
            // A key without an arm is told as a fault, and never played as another.
            _ => None,
        };
        let Some(task) = task else {
            let at = step.at.start..step.at.start + 1;
            let text = format!("`{}:` does not say where or who", step.key);
            let fault = Diagnostic::fault("no-goal", at, text).rule("FRW §16");
            self.faults.push(fault.help("the form and the guide show how it is written"));
            return None;
        };
        Some(Step {
            number: 0,
            key: step.key,
            at: step.at.clone(),
            task,
            condition: filled.condition("if").cloned(),
            asked: filled.get("if").map(|given| given.at.clone()),
        })
    }
}
