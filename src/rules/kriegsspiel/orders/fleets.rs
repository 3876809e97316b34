//! Entries for ships: who sails where, and what they do when they meet an enemy (§13, §19.6).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/sail.yaml")]
#![doc = "```"]
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/land.yaml")]
#![doc = "```"]

use crate::book::Book;
use crate::orders::words::BERTH;
use crate::record::event::Conduct;
use crate::record::sea::Berth;
use sheet::condition::Condition;
use sheet::keys::{Field, Filled, Given, Kind, Value};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

const KEYS: &[Field] = &[Field {
    key: "to",
    value: Value::Needed(&Value::List(&Value::Name(&BERTH))),
    doc: "Sea areas and harbours on the way, the goal last.",
}];

/// The step of an entry for ships.
pub const KIND: Kind = Kind {
    key: "sail",
    value: Value::Short(KEYS),
    doc: "For an entry of `fleet:`. Sails to a sea area or into a harbour by the shortest way; each area that is entered \
          counts one. Who is caught by an enemy, or fights, sails no further.",
    rule: "K05 §13.3",
};

const LAND_KEYS: &[Field] =
    &[Field { key: "at", value: Value::Needed(&Value::Name(&BERTH)), doc: "The harbour." }];

/// The step that puts troops ashore.
pub const LAND: Kind = Kind {
    key: "land",
    value: Value::Short(LAND_KEYS),
    doc: "For an entry of `fleet:`. Sails to the area before a harbour, or lies in it, and puts all who are aboard ashore \
          there, also where the enemy is. They march no further in this turn.",
    rule: "K05 §13.6",
};

const WORDS: &[&str] = &["intercept", "evade"];

/// What ships do when they meet an enemy.
pub const AT_SEA: &[Field] = &[
    Field {
        key: "is",
        value: Value::Needed(&Value::Word(WORDS)),
        doc: "What they do with an enemy they meet.",
    },
    Field { key: "if", value: Value::Condition, doc: "Asked at each meeting." },
    Field { key: "else", value: Value::Word(WORDS), doc: "What they do if that does not hold." },
];

/// What an entry says of meetings.
#[derive(Debug, Clone)]
pub struct AtSea {
    /// The number of the entry.
    pub entry: u16,
    pub is: Conduct,
    pub condition: Option<Condition>,
    pub otherwise: Option<Conduct>,
    /// Where the condition stands in the sheet.
    pub asked: Option<Range<usize>>,
}

/// One step: where ships sail.
#[derive(Debug, Clone)]
pub struct SailStep {
    pub at: Range<usize>,
    pub to: Vec<Berth>,
    /// Whether those aboard land there.
    pub lands: bool,
    pub condition: Option<Condition>,
    pub asked: Option<Range<usize>>,
}

/// One entry for ships.
#[derive(Debug, Clone)]
pub struct FleetEntry {
    pub number: u16,
    pub at: Range<usize>,
    /// An admiral or a fleet.
    pub who: String,
    pub sails: Vec<SailStep>,
    /// How many steps were written; those behind a faulty one are cut.
    pub written: usize,
    pub at_sea: Option<AtSea>,
    /// Who goes aboard first: generals with the troops that they lead, and formations.
    pub carry: Vec<String>,
    pub words: Option<String>,
}

impl FleetEntry {
    /// The steps with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u16, &SailStep)> {
        (1..).zip(&self.sails)
    }

    /// The number of what it says of meetings: behind all steps that are written.
    pub fn conduct_number(&self) -> u16 {
        u16::try_from(self.written).unwrap_or(u16::MAX).saturating_add(1)
    }

    /// The number of who goes aboard, behind that.
    pub fn carry_number(&self) -> u16 {
        self.conduct_number().saturating_add(u16::from(self.at_sea.is_some()))
    }

    /// The key of what it says first.
    pub fn first(&self) -> &'static str {
        match (self.sails.is_empty(), &self.at_sea) {
            (false, _) if self.sails[0].lands => LAND.key,
            (false, _) => KIND.key,
            (true, Some(_)) => "at sea",
            (true, None) if !self.carry.is_empty() => "carry",
            (true, None) => "words",
        }
    }

    /// Where the entry begins in the sheet.
    pub fn head(&self) -> Range<usize> {
        self.at.start..self.at.start + 1
    }
}

/// Whether a step is one of ships.
pub fn is_of_ships(key: &str) -> bool {
    [KIND.key, LAND.key].contains(&key)
}

/// A step of ships in an entry for troops.
pub fn not_on_land(step: &sheet::keys::Step) -> Diagnostic {
    let at = step.at.start..step.at.start + 1;
    Diagnostic::fault("not-on-land", at, format!("troops do not `{}`", step.key))
        .rule("K05 §13.3")
        .help("an entry of `fleet:` does; troops `march`")
}

/// A sea area or a harbour by its name.
pub fn berth(book: &Book, written: &str) -> Option<Berth> {
    book.navies.as_ref()?.berth(written, |name| book.atlas.find(name))
}

/// The name of a berth as the map has it.
pub fn berth_name(book: &Book, at: &Berth) -> String {
    match at {
        Berth::Sea(area) => area.clone(),
        Berth::Port(port) => book.atlas.name(*port),
    }
}

/// The same as reports have it: a harbour with its number.
pub fn berth_told(book: &Book, at: &Berth) -> String {
    match at {
        Berth::Sea(area) => area.clone(),
        Berth::Port(port) => book.atlas.place(*port),
    }
}

/// Reads an entry for ships; a faulty step cuts it there.
pub fn read(
    book: &Book,
    number: u16,
    map: &Filled,
    faults: &mut Diagnostics,
) -> Option<FleetEntry> {
    for key in ["stance", "break off", "retreat"] {
        if let Some(given) = map.get(key) {
            let text = format!("`{key}:` is for troops, and does nothing in an entry of `fleet:`");
            let at = given.at.start..given.at.start + 1;
            faults.push(
                Diagnostic::remark("not-at-sea", at, text)
                    .help("leave it out; `at sea:` says what ships do"),
            );
        }
    }
    let steps = map.steps("steps");
    let mut sails = vec![];
    for step in steps {
        let filled = step.given.as_ref().and_then(Given::map);
        let Some(filled) = filled.filter(|_| !faults.fault_within(&step.at)) else { break };
        let at = step.at.start..step.at.start + 1;
        if !is_of_ships(step.key) {
            let text = format!("ships do not `{}`", step.key);
            faults.push(
                Diagnostic::fault("not-at-sea", at, text).rule("K05 §13.3").help("they `sail`"),
            );
            break;
        }
        let lands = step.key == LAND.key;
        let names =
            if lands { filled.name("at").into_iter().collect() } else { filled.names("to") };
        let to: Option<Vec<Berth>> = names.into_iter().map(|name| berth(book, name)).collect();
        let fits = |at: &Berth| match at {
            Berth::Port(port) => book.in_play(*port) || !lands,
            Berth::Sea(_) => !lands,
        };
        let Some(to) = to.filter(|to| !to.is_empty() && to.iter().all(fits)) else {
            let text = match lands {
                true => "`land:` names no harbour in play",
                false => "`sail:` names no sea area and no harbour",
            };
            faults.push(Diagnostic::fault("no-goal", at, text).rule("K05 §13.3"));
            break;
        };
        let condition = filled.condition("if").cloned();
        let asked = filled.get("if").map(|given| given.at.clone());
        sails.push(SailStep { at: step.at.clone(), to, lands, condition, asked });
    }
    let (mut carry, mut written) = (map.names("carry"), steps.len());
    if let Some(given) = map.get("carry").filter(|given| faults.fault_within(&given.at)) {
        let at = given.at.start..given.at.start + 1;
        let text = "`carry:` has a fault: nobody goes aboard, and the ships stay where they are";
        faults.push(Diagnostic::remark("nobody-aboard", at, text).rule("K05 §13.6"));
        (carry, sails, written) = (vec![], vec![], 0);
    }
    Some(FleetEntry {
        number,
        at: map.at.clone(),
        who: map.name("fleet")?.to_owned(),
        sails,
        written,
        at_sea: at_sea(number, map, faults),
        carry: carry.into_iter().map(str::to_owned).collect(),
        words: map.name("words").map(str::to_owned),
    })
}

fn at_sea(entry: u16, map: &Filled, faults: &mut Diagnostics) -> Option<AtSea> {
    let given = map.get("at sea").filter(|given| !faults.fault_within(&given.at))?;
    let said = given.map()?;
    let word = |key| said.name(key).and_then(Conduct::read);
    let (condition, otherwise) = (said.condition("if").cloned(), word("else"));
    if condition.is_none() && otherwise.is_some() {
        let at = said.get("else").map_or(said.at.clone(), |given| given.at.clone());
        faults.push(Diagnostic::fault(
            "else-without-if",
            at,
            "`else:` of `at sea:` needs an `if:`",
        ));
    }
    let asked = said.get("if").map(|given| given.at.clone());
    Some(AtSea { entry, is: word("is")?, condition, otherwise, asked })
}
