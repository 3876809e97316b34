//! `terms:`: what a victor takes of a power that has submitted, and what that power would rather give up (§20.1).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/terms.yaml")]
#![doc = "```"]
//!
//! Not here: what comes of them (`politics/submission.rs`), and what the author of a sheet is told of that beforehand
//! (`rehearsal/terms.rs`).

use crate::book::Book;
use crate::orders::words::PROVINCE;
use crate::politics::submission::{self, Choice, Item};
use crate::record::event::Terms;
use crate::sight::known::Known;
use kit::names::listed;
use sheet::frame::{POWER, comment};
use sheet::keys::{Field, Filled, Given, Kind, Steps, Value};
use sheet::{Diagnostic, Diagnostics};

/// The words of all terms, as [`Terms::word`] has them.
const TERMS_WORDS: &[&str] = &["two provinces", "one province", "reparations"];

const PROVINCES: Value = Value::List(&Value::Name(&PROVINCE));

pub const TAKE: Kind = Kind {
    key: "take",
    value: Value::Map(&[
        Field {
            key: "from",
            value: Value::Needed(&Value::Name(&POWER)),
            doc: "A power that has submitted to you.",
        },
        Field {
            key: "terms",
            value: Value::Needed(&Value::Word(TERMS_WORDS)),
            doc: "two provinces: you choose one, the other power the second; one province: the other power chooses, and \
                  peace lasts two years instead of one; reparations: money each turn, and a year of peace.",
        },
        Field {
            key: "provinces",
            value: PROVINCES,
            doc: "With `two provinces`: those that you want, the best first. You get the first that can be had.",
        },
    ]),
    doc: "What you take of a power that has submitted to you, in the season after that.",
    rule: "K05 §20.1",
};

pub const CEDE: Kind = Kind {
    key: "cede",
    value: Value::Map(&[
        Field {
            key: "to",
            value: Value::Needed(&Value::Name(&POWER)),
            doc: "The power to which you have submitted.",
        },
        Field {
            key: "provinces",
            value: Value::Needed(&PROVINCES),
            doc: "Those that you would rather give up, the first one first.",
        },
    ]),
    doc: "Which province you give up, if it is for you to choose.",
    rule: "K05 §20.1",
};

/// Every kind of line of `terms:`.
pub const KINDS: [&Kind; 2] = [&TAKE, &CEDE];

pub const TERMS: Field = Field {
    key: "terms",
    value: Value::Steps(&Steps { kinds: &KINDS, extra: &[], what: "a line of terms" }),
    doc: "In the season after a power has submitted, for it and for the victor alone: the terms of the peace. Without a \
          line the victor takes reparations, and a power that has to choose a province and names none gets, or gives up, the \
          poorest.",
};

/// What there is to choose now: a line for each peace whose terms are open.
pub fn form(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let own = |one: &&crate::record::politics::ForcedPeace| {
        one.victor == known.power || one.loser == known.power
    };
    let open: Vec<_> = submission::open(known).filter(own).collect();
    if open.is_empty() {
        return;
    }
    for peace in &open {
        let provinces = submission::may_cede(book, known, &peace.loser);
        let told = provinces.iter().map(|one| format!("{} ({})", one.name, one.resources));
        let told = listed(&told.collect::<Vec<_>>());
        let (loser, victor) = (book.title(&peace.loser), book.title(&peace.victor));
        let said = match peace.victor == known.power {
            true => format!(
                "{loser} has submitted to you: choose the terms. It can give up, with the resource points of each: {told}. \
                 Reparations are ${} a turn.",
                submission::reparations(book, &peace.loser)
            ),
            false => format!(
                "You have submitted to {victor}, who chooses the terms. Name what you would rather give up; with resource \
                 points, it can be: {told}."
            ),
        };
        comment(&said, line);
    }
    line("# terms:");
    for peace in open {
        let names: Vec<&str> = submission::may_cede(book, known, &peace.loser)
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        match peace.victor == known.power {
            true => {
                // The richest is the one to ask for.
                let terms = match names.as_slice() {
                    [_, .., best] => format!("two provinces, provinces: [{best}]"),
                    _ => Terms::Reparations.word().to_owned(),
                };
                line(&format!("# - take: {{from: {}, terms: {terms}}}", peace.loser));
            }
            false => {
                let least = names.first().copied().unwrap_or_default();
                line(&format!("# - cede: {{to: {}, provinces: [{least}]}}", peace.victor));
            }
        }
    }
}

/// Reads the list: what does nothing now is a fault at its line.
pub fn read(book: &Book, filled: &Filled, known: &Known, faults: &mut Diagnostics) -> Vec<Item> {
    let mut sound: Vec<Item> = vec![];
    for (number, step) in (1..).zip(filled.steps(TERMS.key)) {
        let map = step.given.as_ref().and_then(Given::map);
        let Some(map) = map.filter(|_| !faults.fault_within(&step.at)) else { continue };
        let at = step.at.start..step.at.start + 1;
        let Some(choice) = choice(step.key, map) else { continue };
        let fault =
            |text: String| Diagnostic::fault("no-terms", at.clone(), text).rule("K05 §20.1");
        if choice.peace(known, &known.power).is_none() {
            faults.push(fault(nothing_to_choose(book, &choice)));
            continue;
        }
        if sound.iter().any(|one| one.choice.whom() == choice.whom()) {
            faults.push(fault("a line before this one is about the same peace".to_owned()));
            continue;
        }
        let loser = match &choice {
            Choice::Take { of, .. } => of,
            Choice::Cede { .. } => &known.power,
        };
        for province in choice.provinces() {
            if let Err(why) = submission::may_take(book, known, loser, province) {
                let text = format!("{why}, so it is passed over");
                faults.push(Diagnostic::remark("no-province", at.clone(), text).rule("K05 §20.1"));
            }
        }
        if let Choice::Take { terms, provinces, .. } = &choice
            && *terms != Terms::TwoProvinces
            && !provinces.is_empty()
        {
            let text = format!(
                "with `{}` you choose no province, so `provinces:` does nothing",
                terms.word()
            );
            faults.push(Diagnostic::remark("provinces-unused", at.clone(), text));
        }
        sound.push(Item { number, at, choice });
    }
    sound
}

fn choice(key: &str, map: &Filled) -> Option<Choice> {
    let name = |key: &str| map.name(key).unwrap_or_default().to_owned();
    let provinces = map.names("provinces").into_iter().map(str::to_owned).collect();
    match key {
        key if key == TAKE.key => {
            let word = map.name("terms")?;
            let terms = Terms::ALL.into_iter().find(|terms| terms.word() == word)?;
            Some(Choice::Take { of: name("from"), terms, provinces })
        }
        key if key == CEDE.key => Some(Choice::Cede { to: name("to"), provinces }),
        _ => None,
    }
}

/// Why a line does nothing now.
fn nothing_to_choose(book: &Book, choice: &Choice) -> String {
    let other = book.title(choice.whom());
    match choice {
        Choice::Take { .. } => {
            format!("no terms with {other} are open: it has not just submitted to you")
        }
        Choice::Cede { .. } => {
            format!("no terms with {other} are open: you have not just submitted to it")
        }
    }
}
