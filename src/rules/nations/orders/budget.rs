//! `budget:` and `muster:`: what a power does with its money before spring, and where what it has
//! raised goes (NIA §12.3, §12.4); `politics:`, what it does at other courts (NIA §11.2, §11.3); and `peace:`,
//! what it asks or gives when a power is beaten (NIA §13.3).
//!
//! The list is in order of priority: what money, recruits, counters or room do not reach is not
//! done, and the report says so. Each kind of line has a file in `money/lines`; those of politics are in
//! `politics/lines.rs`.

use crate::book::Book;
use crate::book::spelling::spoken;
use crate::money::lines::{BUDGET, LineKind, MUSTER};
use crate::orders::Sheet;
use crate::politics::diplomacy;
use crate::politics::lines::POLITICS;
use crate::politics::peace::lines::PEACE;
use crate::sight::known::Known;
use sheet::condition::Condition;
use sheet::keys::{Content, Field, Filled, Given, Kind, Steps, Value};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// The grammar of some kinds of line.
const fn kinds<const N: usize>(lines: &[&'static LineKind]) -> [&'static Kind; N] {
    let mut kinds = [&lines[0].kind; N];
    let mut at = 0;
    while at < N {
        kinds[at] = &lines[at].kind;
        at += 1;
    }
    kinds
}

const BUDGET_KINDS: [&Kind; BUDGET.len()] = kinds(BUDGET);
const MUSTER_KINDS: [&Kind; MUSTER.len()] = kinds(MUSTER);
const POLITICS_KINDS: [&Kind; POLITICS.len()] = kinds(POLITICS);
const PEACE_KINDS: [&Kind; PEACE.len()] = kinds(PEACE);

const COMMON: &[Field] = &[Field {
    key: "if",
    value: Value::Condition,
    doc: "The line is carried out only if this holds when its turn comes.",
}];

const BUDGET_LIST: Value =
    Value::Steps(&Steps { kinds: &BUDGET_KINDS, extra: COMMON, what: "a line of the budget" });
const MUSTER_LIST: Value =
    Value::Steps(&Steps { kinds: &MUSTER_KINDS, extra: COMMON, what: "a line of the muster" });

const POLITICS_LIST: Value =
    Value::Steps(&Steps { kinds: &POLITICS_KINDS, extra: COMMON, what: "a line of politics" });

const PEACE_LIST: Value =
    Value::Steps(&Steps { kinds: &PEACE_KINDS, extra: COMMON, what: "a line of peace" });

/// The four keys, in a sheet and in standing orders.
pub const FIELDS: [Field; 4] = [
    Field {
        key: "budget",
        value: BUDGET_LIST,
        doc: "What your money is spent on, in order of priority.",
    },
    Field {
        key: "muster",
        value: MUSTER_LIST,
        doc: "Who commands, and where leaders and guerrillas go.",
    },
    Field {
        key: "politics",
        value: POLITICS_LIST,
        doc: "What you do at other courts: attempts, embassies, declarations of war, and what becomes of conquests.",
    },
    Field {
        key: "peace",
        value: PEACE_LIST,
        doc: "What you ask of a power that is beaten, what you give if it is you, and whether you fight on.",
    },
];

/// One line of a budget or a muster.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its number in the list, from 1.
    pub number: u16,
    pub kind: &'static LineKind,
    pub at: Range<usize>,
    pub condition: Option<Condition>,
    pub given: Given,
}

impl Item {
    /// What was written under the key, if it is a map.
    pub fn filled(&self) -> Option<&Filled> {
        self.given.map()
    }

    /// Whether it is a line of this kind.
    pub fn is(&self, line: &LineKind) -> bool {
        self.kind.kind.key == line.kind.key
    }

    /// Whose purse pays: a minor country's (`for:`), or the power's own.
    pub fn owner<'i>(&'i self, power: &'i str) -> &'i str {
        self.name("for").filter(|_| self.kind.for_countries).unwrap_or(power)
    }

    /// The name under a key of the map.
    pub fn name(&self, key: &str) -> Option<&str> {
        self.filled()?.name(key)
    }

    /// The number under a key of the map.
    pub fn number_of(&self, key: &str) -> i64 {
        self.filled().and_then(|filled| filled.number(key)).unwrap_or(0)
    }

    /// The number that stands alone behind the line's own key.
    pub fn own_number(&self) -> i64 {
        self.number_of(self.kind.kind.key)
    }

    /// Whether a line that calls conscripts says yes.
    pub fn says_yes(&self) -> bool {
        let says = |filled: &Filled| filled.get("call").is_none() || filled.flag("call");
        self.filled().is_some_and(says)
    }
}

/// What a sheet says of money and of who commands.
#[derive(Debug, Clone, Default)]
pub struct Spending {
    pub budget: Vec<Item>,
    pub muster: Vec<Item>,
    pub politics: Vec<Item>,
    pub peace: Vec<Item>,
}

impl Spending {
    /// Reads the lists; faulty lines are left out, and the rest stands.
    pub fn read(filled: &Filled, faults: &mut Diagnostics) -> Spending {
        let list = |key: &'static str, kinds: &'static [&'static LineKind]| {
            let lines = (1..).zip(filled.steps(key));
            lines.filter_map(|(number, step)| item(number, step, kinds, faults)).collect()
        };
        Spending {
            budget: list("budget", BUDGET),
            muster: list("muster", MUSTER),
            politics: list("politics", POLITICS),
            peace: list("peace", PEACE),
        }
    }

    pub fn is_empty(&self) -> bool {
        let money = self.budget.is_empty() && self.muster.is_empty();
        money && self.politics.is_empty() && self.peace.is_empty()
    }
}

fn item(
    number: u16,
    step: &sheet::keys::Step,
    kinds: &'static [&'static LineKind],
    faults: &Diagnostics,
) -> Option<Item> {
    let kind = kinds.iter().find(|line| line.kind.key == step.key)?;
    let given = step.given.clone()?;
    if faults.fault_within(&step.at) {
        return None;
    }
    let condition = given.map().and_then(|map| map.condition("if")).cloned();
    Some(Item { number, kind, at: step.at.clone(), condition, given })
}

/// Refuses what does not belong into the sheet of this season (NIA §12).
pub fn belongs(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) {
    const OF_A_SEASON: [&str; 7] =
        ["activations", "reactions", "first marker", "naval 2", "new army", "set-up", "peace"];
    let spends = known.cabinet || book.spends_with_orders(known.season);
    let mut refuse = |keys: &[&'static str], code, text: &dyn Fn(&str) -> String| {
        for key in keys {
            if let Some(given) = filled.get(key) {
                faults.push(Diagnostic::fault(code, given.at.clone(), text(key)));
            }
        }
    };
    if known.cabinet {
        let now = known.exchange();
        let text = |key: &str| format!("`{key}:` is for a season of the war; this is {now}");
        refuse(&OF_A_SEASON, "not-in-a-cabinet", &text);
    }
    if !spends {
        let text = |key: &str| match book.has_money() {
            false => format!(
                "`{key}:`: no troops are raised and no leaders sent out in this scenario, which has no money"
            ),
            true => format!("`{key}:` is for {}; this is {}", book.when_spent(), known.exchange()),
        };
        refuse(&["budget", "muster"], "not-now", &text);
    }
    if !known.cabinet && book.scenario.track.is_none() {
        let text = |key: &str| format!("`{key}:`: no power makes peace in this scenario");
        refuse(&["peace"], "not-now", &text);
    }
    if !diplomacy::is_played_in(book, known.exchange()) {
        let now = known.exchange();
        let text = |key: &str| match (&book.scenario.track, known.season == book.scenario.first) {
            (None, _) => {
                format!("`{key}:`: nobody is won over and no war declared in this scenario")
            }
            (Some(_), true) => {
                format!("`{key}:`: the first season has no diplomatic phase (NIA §21.B)")
            }
            (Some(_), false) => format!("`{key}:` was for the cabinet before {now}"),
        };
        refuse(&["politics"], "not-now", &text);
    }
}

/// A line in words: `raise: 2 x +1 InfC, at Paris`.
pub fn in_words(book: &Book, item: &Item) -> String {
    let key = item.kind.kind.key;
    format!("{key}: {}", told(book, &item.given, key))
}

/// The keys whose values stand first in the words of a line, without their key.
const FIRST: [&str; 12] = [
    "who", "unit", "to", "of", "on", "name", "leader", "call", "province", "country", "term",
    "against",
];

fn told(book: &Book, given: &Given, own: &str) -> String {
    match &given.what {
        Content::Name(name) if book.people.is_major(name) => book.people.title(name).to_owned(),
        Content::Name(name) | Content::Text(name) => spoken(book, name),
        Content::Number(number) => number.to_string(),
        Content::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Content::List(items) => {
            items.iter().map(|item| told(book, item, own)).collect::<Vec<_>>().join(", ")
        }
        Content::Map(filled) => {
            let parts = filled.keys().filter(|(key, _)| *key != "if");
            let first = |key: &str| FIRST.contains(&key);
            let mut parts: Vec<(bool, String)> = parts
                .map(|(key, given)| {
                    let words = told(book, given, own);
                    let words = match key {
                        "pounds" => format!("£{words}"),
                        "bribe" => format!("bribe £{words}"),
                        "as" => format!("in the name of {words}"),
                        key if first(key) || key == own || words.starts_with(key) => words,
                        key => format!("{key} {words}"),
                    };
                    (!first(key), words)
                })
                .collect();
            parts.sort_by_key(|(later, _)| *later);
            parts.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", ")
        }
        Content::Condition(_) | Content::Named(_) | Content::Steps(_) => String::new(),
    }
}

/// Leaves out what does not belong into the sheet of this season; its author was told.
pub fn keep_what_belongs(book: &Book, known: &Known, sheet: &mut Sheet) {
    if known.cabinet {
        sheet.entries.clear();
        sheet.reactions.clear();
        sheet.naval_2 = None;
    } else if !book.spends_with_orders(known.season) {
        sheet.spending.budget.clear();
        sheet.spending.muster.clear();
    }
    if !diplomacy::is_played_in(book, known.exchange()) {
        sheet.spending.politics.clear();
    }
    if known.cabinet || book.scenario.track.is_none() {
        sheet.spending.peace.clear();
    }
}
