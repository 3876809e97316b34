//! The order sheets: the keys, the steps, and reading them.
//!
//! One file an order kind; a filled-in example of the same name stands in `orders/kriegsspiel/`. The
//! sheet is one description ([`SHEET`]); the JSON Schema and the reading both come from it.
//!
//! Not here: what an order comes to (`movement.rs`, `organise.rs`, `battle`), and what the author of
//! a sheet can be told of that beforehand (`rehearsal.rs`).

pub mod attack;
pub mod blank_form;
pub mod budget;
pub mod causes;
pub mod deploy;
pub mod example;
pub mod fleets;
pub mod grammar;
pub mod limits;
pub mod manual;
pub mod march;
mod misplaced;
pub mod organise;
pub mod politics;
pub mod primer;
pub mod rehearsal;
pub mod sea_senses;
pub mod senses;
pub mod terms;
pub mod within_reach;
pub mod words;

use super::book::Book;
use crate::money::budget::Line;
use crate::orders::fleets::FleetEntry;
use crate::orders::grammar::GRAMMAR;
use crate::orders::words::{CARRIED, FLEET, FORMATION, GENERAL, PLACE, Words};
use crate::politics::{council, deals, submission};
use crate::record::event::Stance;
use crate::season::turn::Intent;
use crate::sight::known::Known;
use kit::ground::Space;
use organise::Change;
use play::table::Orders;
use sheet::condition::Condition;
use sheet::frame::{self, FRAME};
use sheet::keys::{Field, Filled, Given, Kind, Reader, Steps, Value};
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics, shape};
use std::ops::Range;

/// Every kind of step, in the order of the manual.
pub const STEPS: [&Kind; 5] =
    [&march::KIND, &attack::KIND, &deploy::KIND, &fleets::KIND, &fleets::LAND];

const COMMON: &[Field] = &[Field {
    key: "if",
    value: Value::Condition,
    doc: "The step is done only if this holds when it begins; if not, it is left out. The next \
          step follows either way. It is asked once, and nothing waits for it.",
}];

const STEP_LIST: Value = Value::Steps(&Steps { kinds: &STEPS, extra: COMMON, what: "a step" });
const CHANGES: Value = Value::Steps(&Steps {
    kinds: &organise::KINDS,
    extra: &[],
    what: "a change of the order of battle",
});

const BUDGET: Field = Field {
    key: "budget",
    value: Value::Steps(&Steps { kinds: &budget::KINDS, extra: &[], what: "a line of the budget" }),
    doc: "Where money is played: what your resource points are spent on, in order of priority. What it does not \
          mention comes behind it: first `supply: all`, then `action points: as needed`. What is left becomes money.",
};

const STANCES: &[&str] = &["attack", "defend", "besiege", "raid"];

const STANCE: &[Field] = &[
    Field {
        key: "is",
        value: Value::Needed(&Value::Word(STANCES)),
        doc: "What it does with an enemy it meets.",
    },
    Field { key: "if", value: Value::Condition, doc: "Asked in contact, before any battle." },
    Field { key: "else", value: Value::Word(STANCES), doc: "What it does if that does not hold." },
];

const BREAK_OFF: &[Field] = &[Field {
    key: "if",
    value: Value::Needed(&Value::Condition),
    doc: "Asked in the night after each day.",
}];

const ENTRY: &[Field] = &[
    Field {
        key: "army",
        value: Value::Either(&Value::Name(&GENERAL)),
        doc: "The general who acts, with all formations under them in their hex.",
    },
    Field {
        key: "formation",
        value: Value::Either(&Value::Name(&FORMATION)),
        doc: "A formation that acts by itself, without a general.",
    },
    Field {
        key: "fleet",
        value: Value::Either(&Value::Name(&FLEET)),
        doc: "Ships, where fleets are played: an admiral with the fleets under them, or a fleet by itself.",
    },
    Field { key: "steps", value: STEP_LIST, doc: "What is done, in the order of play." },
    Field {
        key: "carry",
        value: Value::List(&Value::Name(&CARRIED)),
        doc: "For transports in a harbour: who goes aboard before anybody moves. A transport takes two battalions or \
              batteries, or a regiment.",
    },
    Field {
        key: "at sea",
        value: Value::Short(fleets::AT_SEA),
        doc: "For `fleet:`. intercept: they fight the enemies whom they meet in a sea area. evade: they avoid them, which \
              a die decides if the enemy intercepts. Without it: evade.",
    },
    Field {
        key: "stance",
        value: Value::Short(STANCE),
        doc: "attack: fights, and assaults walls; a garrison comes out and fights in the open. defend: fights only if it is attacked. besiege: \
              shuts in who is behind walls; in the open, as defend. raid: as attack, then plunders \
              the city and leaves it. Without a stance: attack, and a garrison that has not moved \
              defends.",
    },
    Field {
        key: "break off",
        value: Value::Short(BREAK_OFF),
        doc: "When it leaves a battle that a day has not settled; without it, never.",
    },
    Field {
        key: "retreat",
        value: Value::Name(&PLACE),
        doc: "The place toward which it falls back if it is beaten; without it, toward supply.",
    },
    Field {
        key: "words",
        value: Value::Text,
        doc: "An order in words, for the umpire to interpret; the turn waits for the answer.",
    },
];

const ENTRIES: Value = Value::List(&Value::Map(ENTRY));

const COMMANDER: Field = Field {
    key: "commander",
    value: Value::List(&Value::Name(&GENERAL)),
    doc: "Who commands where generals of equal rank and ratings stand together: who is named first.",
};

const STANDING: &[Field] = &[
    Field { key: "orders", value: ENTRIES, doc: "Entries played when no sheet came." },
    BUDGET,
    COMMANDER,
];

const FIELDS: &[Field] = &[
    Field { key: "organise", value: CHANGES, doc: "Changes of the order of battle, made first." },
    BUDGET,
    Field { key: "orders", value: ENTRIES, doc: "What your forces do, entry by entry." },
    politics::DEALS,
    politics::POLITICS,
    terms::TERMS,
    COMMANDER,
    Field {
        key: "words",
        value: Value::Text,
        doc: "An order in words that is about no one force, for the umpire to interpret.",
    },
    Field {
        key: "standing",
        value: Value::Map(STANDING),
        doc: "Orders that are played in every season for which no sheet came: below `standing:`, set in \
              by two blanks, `orders:` as above.",
    },
];

/// The whole sheet.
pub const SHEET: &[&[Field]] = &[FRAME, FIELDS];

/// A sheet as it is played.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub entries: Vec<Entry>,
    /// The entries for ships; entries of both sorts are numbered as they stand in the sheet.
    pub fleets: Vec<FleetEntry>,
    /// With their numbers among those that are written.
    pub changes: Vec<(u16, Change, Range<usize>)>,
    /// The budget: each line with its place, and the lines as they are played.
    pub budget: Vec<budget::Item>,
    pub lines: Vec<Line>,
    /// What it offers other powers, and what it does in a council.
    pub deals: Vec<deals::Item>,
    pub politics: Vec<council::Item>,
    /// What it takes of a power that has submitted, or would rather give up.
    pub terms: Vec<submission::Item>,
    /// Who commands among equal generals: the first of them that is named.
    pub commanders: Vec<String>,
    pub words: Option<String>,
    pub letters: Vec<(String, String)>,
    pub has_standing: bool,
    pub note: bool,
    standing: bool,
}

impl Sheet {
    /// All entries as they stand in the sheet.
    pub fn in_order(&self) -> Vec<Acting<'_>> {
        let troops = self.entries.iter().map(Acting::Troops);
        let mut all: Vec<Acting> = troops.chain(self.fleets.iter().map(Acting::Ships)).collect();
        all.sort_by_key(|one| one.number());
        all
    }
}

/// One entry of the orders.
#[derive(Debug, Clone)]
pub struct Entry {
    pub number: u16,
    pub at: Range<usize>,
    /// A general or a formation.
    pub who: String,
    /// Whether a general is meant, with the army he leads.
    pub army: bool,
    pub steps: Vec<Step>,
    /// How many steps were written; those behind a faulty one are cut.
    pub written: usize,
    pub intent: Intent,
    pub asked: Asked,
    /// The keys of the intent that were written and do not count, for a fault in them.
    pub faulty: Vec<&'static str>,
    pub words: Option<String>,
}

/// An entry of either sort.
#[derive(Debug, Clone, Copy)]
pub enum Acting<'s> {
    Troops(&'s Entry),
    Ships(&'s FleetEntry),
}

impl<'s> Acting<'s> {
    /// Its number in the sheet.
    pub fn number(self) -> u16 {
        match self {
            Acting::Troops(entry) => entry.number,
            Acting::Ships(entry) => entry.number,
        }
    }

    /// Who acts.
    pub fn who(self) -> &'s str {
        match self {
            Acting::Troops(entry) => &entry.who,
            Acting::Ships(entry) => &entry.who,
        }
    }

    /// The key of what it says first.
    pub fn first(self) -> &'static str {
        match self {
            Acting::Troops(entry) => entry.first(),
            Acting::Ships(entry) => entry.first(),
        }
    }
}

/// Where the conditions of an intent stand in the sheet.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub stance: Option<Range<usize>>,
    pub break_off: Option<Range<usize>>,
}

/// What an entry says of contact with the enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Stance,
    BreakOff,
    Retreat,
}

impl Part {
    /// Its key in the sheet.
    pub fn key(self) -> &'static str {
        match self {
            Part::Stance => "stance",
            Part::BreakOff => "break off",
            Part::Retreat => "retreat",
        }
    }
}

/// One step of an entry.
#[derive(Debug, Clone)]
pub struct Step {
    /// Where the force marches instead if the condition does not hold.
    pub otherwise: Option<Space>,
    pub key: &'static str,
    pub at: Range<usize>,
    pub task: Task,
    pub condition: Option<Condition>,
    /// Where the condition stands in the sheet.
    pub asked: Option<Range<usize>>,
}

/// What a step is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    March { to: Vec<Space>, force: u32 },
    Attack { at: String, force: u32 },
    Deploy,
}

impl Entry {
    /// The steps with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u16, &Step)> {
        (1..).zip(&self.steps)
    }

    /// What is written for contact with the enemy, numbered behind all steps that are written.
    pub fn parts(&self) -> impl Iterator<Item = (u16, Part)> {
        let Intent { stance, break_off, retreat } = &self.intent;
        let written = u16::try_from(self.written).unwrap_or(u16::MAX);
        let parts = [
            (Part::Stance, stance.is_some()),
            (Part::BreakOff, break_off.is_some()),
            (Part::Retreat, retreat.is_some()),
        ];
        let parts = parts.into_iter().filter(|(_, says)| *says);
        parts.zip(1..).map(move |((part, _), nth)| (written.saturating_add(nth), part))
    }

    /// The number of a part of it.
    pub fn number_of(&self, part: Part) -> Option<u16> {
        self.parts().find(|(_, one)| *one == part).map(|(number, _)| number)
    }

    /// The key of what it says first.
    pub fn first(&self) -> &'static str {
        let step = self.steps.first().map(|step| step.key);
        let part = self.parts().next().map(|(_, part)| part.key());
        step.or(part).unwrap_or("words")
    }

    /// Where the entry begins in the sheet.
    pub fn head(&self) -> Range<usize> {
        self.at.start..self.at.start + 1
    }

    /// Whether nothing is written in it but who acts.
    pub fn says_nothing(&self) -> bool {
        let Intent { stance, break_off, retreat } = &self.intent;
        let intends = stance.is_some() || break_off.is_some() || retreat.is_some();
        self.written == 0 && !intends && self.faulty.is_empty() && self.words.is_none()
    }

    /// Whether it costs action points: it moves.
    pub fn moves(&self) -> bool {
        self.steps.iter().any(|step| step.task != Task::Deploy)
    }
}

impl Orders for Sheet {
    fn stands_in(&self) -> bool {
        self.standing
    }

    fn letters(&self) -> &[(String, String)] {
        &self.letters
    }

    fn whom(&self) -> Vec<String> {
        self.in_order().into_iter().map(|one| one.who().to_owned()).collect()
    }
}

fn forced(filled: &Filled) -> u32 {
    filled.number("force").and_then(|force| u32::try_from(force).ok()).unwrap_or(0)
}

/// Reads a sheet: what is sound of it, and everything that is wrong.
pub fn read_shaped(shaped: &Shaped<'_>, words: &Words) -> (Sheet, Diagnostics) {
    let mut faults = shaped.faults.clone();
    let Some(root) = shaped.root else { return (Sheet::default(), faults) };
    if !frame::must_be_map(root, &mut faults) {
        return (Sheet::default(), faults);
    }
    let words = &words.with_raised([organise::raised(root), budget::bought(root)].concat());
    let mut reader = Reader { words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(root, SHEET);
    frame::season(filled.get("season"), words.known.moment(), &mut faults);
    misplaced::explain(root, &mut faults);
    let mut sheet = sheet(words.book, &filled, words.known, &mut faults);
    (sheet.deals, sheet.politics) = politics::read(words.book, &filled, words.known, &mut faults);
    sheet.terms = terms::read(words.book, &filled, words.known, &mut faults);
    if words.known.politics.conquered.contains(&words.known.power) {
        let text = "you are conquered and out of the war, so nothing of this sheet is played";
        faults.push(Diagnostic::fault("conquered", 0..1, text).rule("K05 §20.2"));
        let Sheet { letters, note, .. } = sheet;
        return (Sheet { letters, note, ..Sheet::default() }, faults);
    }
    if words.known.politics.council {
        sheet = politics::only_of_council(sheet);
    }
    faults.sort();
    (sheet, faults)
}

/// The standing orders of a sheet, as a sheet of their own.
pub fn read_standing(text: &str, words: &Words) -> Sheet {
    if words.known.politics.conquered.contains(&words.known.power) {
        return Sheet { standing: true, ..Sheet::default() };
    }
    let mut faults = Diagnostics::default();
    let Some(root) = shape::shape(text, &mut faults) else { return Sheet::default() };
    let mut reader = Reader { words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(&root, SHEET);
    let standing = filled.get("standing").and_then(Given::map).cloned().unwrap_or_default();
    let sheet = Sheet { standing: true, ..sheet(words.book, &standing, words.known, &mut faults) };
    if words.known.politics.council { politics::only_of_council(sheet) } else { sheet }
}

fn sheet(book: &Book, filled: &Filled, known: &Known, faults: &mut Diagnostics) -> Sheet {
    let maps = |key| filled.list(key).iter().filter_map(Given::map);
    let (mut entries, mut fleets) = (vec![], vec![]);
    for (number, map) in (1..).zip(maps("orders")) {
        match actor(book, map, faults) {
            Some("fleet") => fleets.extend(fleets::read(book, number, map, faults)),
            Some(key) => entries.extend(entry(book, number, (map, key), faults)),
            None => {}
        }
    }
    let letters = frame::letters(filled, &known.power, faults);
    let mut changes = vec![];
    for (number, step) in (1..).zip(filled.steps("organise")) {
        let Some(map) = step.given.as_ref().and_then(Given::map) else { continue };
        let change = Change::read(step.key, map).filter(|_| !faults.fault_within(&step.at));
        changes.extend(change.map(|change| (number, change, step.at.clone())));
    }
    let budget = spends(book, filled, known, faults);
    Sheet {
        entries,
        fleets,
        changes,
        lines: budget.iter().map(|item| item.line.clone()).collect(),
        budget,
        deals: vec![],
        politics: vec![],
        terms: vec![],
        commanders: filled.names("commander").into_iter().map(str::to_owned).collect(),
        words: filled.name("words").map(str::to_owned),
        letters,
        has_standing: frame::sets_standing(filled.get("standing").map(|given| &given.at), faults),
        note: filled.get("note to umpire").is_some(),
        standing: false,
    }
}

/// The budget, if money is played; else its author is told that it does nothing.
fn spends(
    book: &Book,
    filled: &Filled,
    known: &Known,
    faults: &mut Diagnostics,
) -> Vec<budget::Item> {
    let items = budget::read(book, filled, faults);
    let Some(given) = filled.get("budget").filter(|_| !known.money.played) else { return items };
    let text = "no money is played in this scenario, so a budget does nothing";
    let at = given.at.start..given.at.start + 1;
    faults.push(Diagnostic::remark("no-money", at, text).help("leave it out"));
    vec![]
}

/// The key that says who acts by an entry; there is one, or the entry is not played.
fn actor(book: &Book, map: &Filled, faults: &mut Diagnostics) -> Option<&'static str> {
    let actors = ["army", "formation", "fleet"].into_iter().filter(|key| map.get(key).is_some());
    let actors: Vec<&str> = actors.collect();
    if let [actor] = actors[..] {
        return Some(actor);
    }
    if !faults.fault_within(&map.at) || map.get("army").is_some() {
        let text = match book.navies {
            Some(_) => "an entry names one who acts: `army:`, `formation:` or `fleet:`",
            None => "an entry names one who acts: `army:` or `formation:`",
        };
        faults.push(Diagnostic::fault("who-acts", map.at.start..map.at.start + 1, text));
    }
    None
}

/// One entry; a faulty step cuts it there.
fn entry(
    book: &Book,
    number: u16,
    (map, actor): (&Filled, &str),
    faults: &mut Diagnostics,
) -> Option<Entry> {
    for (key, given) in ["at sea", "carry"].map(|key| (key, map.get(key))) {
        let Some(given) = given else { continue };
        let text = format!("`{key}:` is for ships, and does nothing in an entry for troops");
        let at = given.at.start..given.at.start + 1;
        faults.push(Diagnostic::remark("not-on-land", at, text).help("leave it out"));
    }
    let steps = map.steps("steps");
    let faulty = |at: &Range<usize>| faults.fault_within(at);
    let sound = steps.iter().take_while(|step| step.given.is_some() && !faulty(&step.at));
    let sound: Vec<_> =
        sound.filter_map(|step| Some((step, step.given.as_ref()?.map()?))).collect();
    let mut done = vec![];
    for (step, filled) in sound {
        let task = match step.key {
            "march" => march::task(book, filled),
            "attack" => attack::task(filled),
            "deploy" => Some(Task::Deploy),
            // A step without a task is told as a fault, and never played as another.
            _ => None,
        };
        let Some(task) = task else {
            faults.push(match fleets::is_of_ships(step.key) {
                true => fleets::not_on_land(step),
                false => no_goal(step),
            });
            break;
        };
        let condition = filled.condition("if").cloned();
        let asked = filled.get("if").map(|given| given.at.clone());
        let otherwise = filled.name("else").and_then(|name| book.atlas.find(name));
        if condition.is_none()
            && let Some(given) = filled.get("else")
        {
            let text = "`else:` needs an `if:` beside it";
            faults.push(Diagnostic::fault("else-without-if", given.at.clone(), text));
            break;
        }
        done.push(Step { key: step.key, at: step.at.clone(), task, condition, asked, otherwise });
    }
    let intent = intent(book, map, faults);
    let parts = [
        ("stance", intent.stance.is_some()),
        ("break off", intent.break_off.is_some()),
        ("retreat", intent.retreat.is_some()),
    ];
    let faulty = parts.into_iter().filter(|(key, counts)| !counts && map.is_written(key));
    Some(Entry {
        number,
        at: map.at.clone(),
        who: map.name(actor)?.to_owned(),
        army: actor == "army",
        steps: done,
        written: steps.len(),
        faulty: faulty.map(|(key, _)| key).collect(),
        intent,
        asked: Asked { stance: asked(map, "stance"), break_off: asked(map, "break off") },
        words: map.name("words").map(str::to_owned),
    })
}

/// A step that does not say where.
fn no_goal(step: &sheet::keys::Step) -> Diagnostic {
    let (key, at) = (step.key, step.at.start..step.at.start + 1);
    Diagnostic::fault("no-goal", at, format!("`{key}:` names no place"))
        .rule("K05 §12")
        .help(format!("name one, such as `{key}: Ulm`, or leave the step out"))
}

/// Where the condition of a part of an entry stands.
fn asked(map: &Filled, key: &str) -> Option<Range<usize>> {
    let part = map.get(key).and_then(Given::map)?;
    part.get("if").map(|given| given.at.clone())
}

/// What the force means to do when it meets somebody; a faulty part of it is left out.
fn intent(book: &Book, map: &Filled, faults: &mut Diagnostics) -> Intent {
    let mut intent = Intent::default();
    let sound = |given: &&Given| !faults.fault_within(&given.at);
    if let Some(stance) = map.get("stance").filter(sound).and_then(Given::map) {
        let word = |key| stance.name(key).and_then(Stance::read);
        let condition = stance.condition("if").cloned();
        let otherwise = word("else");
        intent.stance = word("is").map(|is| (is, condition.clone(), otherwise));
        if condition.is_none() && otherwise.is_some() {
            let text = "`else:` of a stance needs an `if:`";
            let at = stance.get("else").map_or(stance.at.clone(), |given| given.at.clone());
            faults.push(Diagnostic::fault("else-without-if", at, text));
        }
    }
    let sound = |given: &&Given| !faults.fault_within(&given.at);
    let night = map.get("break off").filter(sound).and_then(Given::map);
    intent.break_off = night.and_then(|night| night.condition("if").cloned());
    intent.retreat = map.name("retreat").and_then(|name| book.atlas.find(name));
    intent
}
