//! What a sheet asks of the special rules of a scenario: an army marker for nothing (NIA §21.3.2).

use super::words::LEADER;
use crate::book::Book;
use crate::sight::known::Known;
use sheet::keys::{Field, Filled, Value};
use sheet::{Diagnostic, Diagnostics};

/// The keys of a new army.
pub const ARMY: &[Field] = &[
    Field { key: "leader", value: Value::Name(&LEADER), doc: "Whose force becomes the army." },
    Field {
        key: "with",
        value: Value::Name(&LEADER),
        doc: "The leader from the pool who joins him.",
    },
];

/// The force that becomes an army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    pub leader: String,
    pub with: Option<String>,
}

/// All that is asked.
#[derive(Debug, Clone, Default)]
pub struct Favours {
    pub army: Option<Army>,
}

/// Reads what a sheet asks; what no rule of the scenario gives is a fault.
pub fn read(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) -> Favours {
    let Some(given) = filled.get("new army") else { return Favours::default() };
    let mut rules = book.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
    if !rules.any(|rule| rule.power == known.power) {
        let text = "no special rule of this scenario gives you `new army:`";
        faults.push(Diagnostic::fault("no-such-rule", given.at.clone(), text));
        return Favours::default();
    }
    let army = given.map().filter(|map| !faults.fault_within(&map.at));
    let Some(map) = army else { return Favours::default() };
    let with = map.name("with").map(str::to_owned);
    match map.name("leader") {
        Some(leader) => Favours { army: Some(Army { leader: leader.to_owned(), with }) },
        None => {
            let text = "`leader:` is missing here";
            faults.push(Diagnostic::fault("missing-key", map.at.clone(), text));
            Favours::default()
        }
    }
}

/// What the receipt says of it.
pub fn told(book: &Book, known: &Known, favours: &Favours) -> Vec<String> {
    let army = |Army { leader, with }: &Army| {
        let rules = book.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
        let mut names = rules.filter(|rule| rule.power == known.power).map(|rule| &rule.army);
        let name = names.next().map_or("army", String::as_str);
        let with = with.as_deref().unwrap_or("a leader of the pool");
        format!("{leader} sets up the {name} with {with} as soon as that can be (NIA §21.3.2)")
    };
    favours.army.iter().map(army).collect()
}

/// What the form says of the rules that give this power something, and how it is written.
pub fn offered(book: &Book, known: &Known) -> Vec<(String, &'static str)> {
    let mut lines = vec![];
    for rule in &book.scenario.special {
        if let Some(army) = rule.new_army.as_ref().filter(|army| army.power == known.power) {
            let told = format!("the {} may be set up for nothing", army.army);
            lines.push((told, "new army: {leader: LEADER, with: LEADER}"));
        }
    }
    lines
}
