//! What a sheet asks of the special rules of a scenario: troops over a sea without ships, and an army
//! marker for nothing (NIA §21.3.2).

use super::words::{FORCE, LEADER, PLACE};
use crate::book::Book;
use crate::orders::rehearsal::spoken;
use crate::sight::known::Known;
use sheet::keys::{Field, Filled, Given, Value};
use sheet::{Diagnostic, Diagnostics};

/// The keys of a lift.
pub const LIFT: &[Field] = &[
    Field { key: "force", value: Value::Name(&FORCE), doc: "Who goes over." },
    Field { key: "to", value: Value::Name(&PLACE), doc: "The harbour to which they go." },
];

/// The keys of a new army.
pub const ARMY: &[Field] = &[
    Field { key: "leader", value: Value::Name(&LEADER), doc: "Whose force becomes the army." },
    Field {
        key: "with",
        value: Value::Name(&LEADER),
        doc: "The leader from the pool who joins him.",
    },
];

/// Troops that go over a sea.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossing {
    pub who: String,
    pub to: String,
}

/// The force that becomes an army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    pub leader: String,
    pub with: Option<String>,
}

/// All that is asked.
#[derive(Debug, Clone, Default)]
pub struct Favours {
    pub lifts: Vec<Crossing>,
    pub army: Option<Army>,
}

/// Reads what a sheet asks; what no rule of the scenario gives is a fault.
pub fn read(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) -> Favours {
    let own = known.bloc(&known.power);
    let mut rules = book.scenario.special.iter();
    let lifts = rules.clone().any(|rule| rule.lift.as_ref().is_some_and(|lift| lift.side == own));
    let armies =
        rules.any(|rule| rule.new_army.as_ref().is_some_and(|army| army.power == known.power));
    for (key, given, allowed) in
        [("lift", filled.get("lift"), lifts), ("new army", filled.get("new army"), armies)]
    {
        if let (Some(given), false) = (given, allowed) {
            let text = format!("no special rule of this scenario gives you `{key}:`");
            faults.push(Diagnostic::fault("no-such-rule", given.at.clone(), text));
        }
    }
    let whole = |map: &Filled, keys: [&str; 2], faults: &mut Diagnostics| {
        let missing = keys.into_iter().find(|key| !key.is_empty() && map.get(key).is_none());
        if let Some(key) = missing
            && !faults.fault_within(&map.at)
        {
            let text = format!("`{key}:` is missing here");
            faults.push(Diagnostic::fault("missing-key", map.at.clone(), text));
        }
        missing.is_none() && !faults.fault_within(&map.at)
    };
    let crossing = |map: &Filled| Crossing {
        who: map.name("force").unwrap_or_default().to_owned(),
        to: map.name("to").unwrap_or_default().to_owned(),
    };
    let maps: Vec<&Filled> = filled.list("lift").iter().filter_map(Given::map).collect();
    let maps = maps.into_iter().filter(|map| whole(map, ["force", "to"], faults));
    let lifted: Vec<Crossing> = maps.map(crossing).collect();
    let army = filled.get("new army").and_then(Given::map);
    let army = army.filter(|map| whole(map, ["leader", ""], faults)).map(|map| Army {
        leader: map.name("leader").unwrap_or_default().to_owned(),
        with: map.name("with").map(str::to_owned),
    });
    Favours { lifts: if lifts { lifted } else { vec![] }, army: army.filter(|_| armies) }
}

/// What the receipt says of it.
pub fn told(book: &Book, known: &Known, favours: &Favours) -> Vec<String> {
    let lift = |Crossing { who, to }: &Crossing| {
        let (who, to) = (spoken(book, who), spoken(book, to));
        format!("{who} goes over the sea to {to} on a naval marker of your side (NIA §21.3.2)")
    };
    let army = |Army { leader, with }: &Army| {
        let rules = book.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
        let mut names = rules.filter(|rule| rule.power == known.power).map(|rule| &rule.army);
        let name = names.next().map_or("army", String::as_str);
        let with = with.as_deref().unwrap_or("a leader of the pool");
        format!("{leader} sets up the {name} with {with} as soon as that can be (NIA §21.3.2)")
    };
    favours.lifts.iter().map(lift).chain(favours.army.iter().map(army)).collect()
}

/// What the form says of the rules that give this power something, and how it is written.
pub fn offered(book: &Book, known: &Known) -> Vec<(String, &'static str)> {
    let mut lines = vec![];
    for rule in &book.scenario.special {
        if let Some(lift) = rule.lift.as_ref().filter(|lift| lift.side == known.bloc(&known.power))
        {
            let nations: Vec<&str> =
                lift.nations.iter().map(|nation| book.people.adjective(nation)).collect();
            let (steps, sea) = (lift.steps, &lift.sea);
            let nations = nations.join(" or ");
            let told = format!(
                "once a season {steps} steps of {nations} units go over: harbours of the {sea}"
            );
            lines.push((told, "lift: [{force: FORCE, to: HARBOUR}]"));
        }
        if let Some(army) = rule.new_army.as_ref().filter(|army| army.power == known.power) {
            let told = format!("the {} may be set up for nothing", army.army);
            lines.push((told, "new army: {leader: LEADER, with: LEADER}"));
        }
    }
    lines
}
