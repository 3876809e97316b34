//! `budget:` and `muster:`: what a power does with its money before spring, and where what it has
//! raised goes (NIA §12.3, §12.4).
//!
//! The list is in order of priority: what money, recruits, counters or room do not reach is not
//! done, and the report says so. How each kind is carried out is in `money/cabinet`.

use super::words::money::{ALLY, COUNTRY, FOREIGN_WAR, NEW_UNIT, RECEIVER, TROOPS};
use super::words::{CARD, LEADER, PLACE};
use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::rehearsal::spoken;
use crate::sight::known::Known;
use sheet::condition::Condition;
use sheet::keys::{Content, Field, Filled, Given, Kind, Steps, Value};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// Most pounds that a line may speak of; no purse has so many.
const MOST_POUNDS: i64 = 999;

const AT: Field = Field {
    key: "at",
    value: Value::List(&Value::Name(&PLACE)),
    doc: "Where: the capital or fortresses of one's own land that nobody besieges; one place for each unit, or one for all. Without it, the capital.",
};

const FOR: Field = Field {
    key: "for",
    value: Value::Name(&COUNTRY),
    doc: "The minor country that pays and whose troops they are; without it, the power.",
};

const REFILL: Kind = Kind {
    key: "refill",
    rule: "NIA §12.3",
    value: Value::Short(&[
        Field {
            key: "who",
            value: Value::Needed(&Value::Name(&TROOPS)),
            doc: "A force whose reduced units get a step each, or `all`.",
        },
        Field {
            key: "with",
            value: Value::List(&Value::Name(&NEW_UNIT)),
            doc: "The units that are filled, if not all of them: `+2 InfC`.",
        },
        FOR,
    ]),
    doc: "Fills reduced units: at a reinforcement site as many as you like, two steps a year for each army in supply.",
};

const RAISE: Kind = Kind {
    key: "raise",
    rule: "NIA §12.3",
    value: Value::Short(&[
        Field {
            key: "unit",
            value: Value::Needed(&Value::Name(&NEW_UNIT)),
            doc: "What is raised: `2 x +1 InfC`, `reduced CavC`, `3 x Dinf`.",
        },
        AT,
        FOR,
    ]),
    doc: "Raises new units, whole or with one step.",
};

const ARMY: Kind = Kind {
    key: "army",
    rule: "NIA §12.4",
    value: Value::Map(&[
        Field {
            key: "leader",
            value: Value::Needed(&Value::Name(&LEADER)),
            doc: "Whose force becomes the army.",
        },
        Field {
            key: "with",
            value: Value::Name(&LEADER),
            doc: "The leader from the pool who joins him; without it, the senior one there.",
        },
    ]),
    doc: "Sets up an army marker over a force in supply of two steps or more.",
};

const FLEET: Kind = Kind {
    key: "fleet",
    rule: "NIA §12.3",
    value: Value::Short(&[Field {
        key: "at",
        value: Value::Needed(&Value::Name(&PLACE)),
        doc: "The harbour with a shipyard; each builds one fleet a year.",
    }]),
    doc: "Builds a fleet.",
};

const CORSAIR: Kind = Kind {
    key: "corsair",
    rule: "NIA §12.3",
    value: Value::Number(1, 8),
    doc: "Fits out so many corsairs.",
};

const TRAIN: Kind = Kind {
    key: "train",
    rule: "NIA §12.3",
    value: Value::Short(&[AT]),
    doc: "Raises a supply train.",
};

const ENGINEER: Kind = Kind {
    key: "engineer",
    rule: "NIA §12.3",
    value: Value::Short(&[AT]),
    doc: "Raises engineers.",
};

const REARM: Kind = Kind {
    key: "rearm",
    rule: "NIA §12.3",
    value: Value::Short(&[Field {
        key: "at",
        value: Value::Needed(&Value::Name(&PLACE)),
        doc: "A captured or broken fortress of one's own side in supply.",
    }]),
    doc: "Arms a fortress again with a step that is raised for it.",
};

const LANDWEHR: Kind = Kind {
    key: "landwehr",
    rule: "NIA §14.5.3",
    value: Value::Short(&[AT]),
    doc: "Where the three infantry steps of the landwehr go, which cost nothing.",
};

const CONSCRIPTS: Kind = Kind {
    key: "conscripts",
    rule: "NIA §12.1",
    value: Value::Flag,
    doc: "Calls conscripts: twice the recruits, though no more cavalry, and half as much money again comes in. It holds for the whole list. Twice in a game, not two years running; from the second call on line corps of +2 count +1, and a bonus against attrition is lost.",
};

const GIFT: Kind = Kind {
    key: "gift",
    rule: "NIA §12.2.5",
    value: Value::Map(&[
        Field {
            key: "to",
            value: Value::Needed(&Value::Name(&RECEIVER)),
            doc: "The power or minor country that gets the money.",
        },
        Field {
            key: "pounds",
            value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
            doc: "How many pounds.",
        },
        Field {
            key: "loan",
            value: Value::Flag,
            doc: "Whether it is lent; the account keeps the debt until `repay:`.",
        },
    ]),
    doc: "Gives money: at most £6 to a power and £4 to a minor country, Britain as much as she likes to powers; nobody gets more than they earn.",
};

const REPAY: Kind = Kind {
    key: "repay",
    rule: "NIA §12.2.5",
    value: Value::Map(&[
        Field {
            key: "to",
            value: Value::Needed(&Value::Name(&RECEIVER)),
            doc: "Who lent the money.",
        },
        Field {
            key: "pounds",
            value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
            doc: "How many pounds.",
        },
    ]),
    doc: "Pays back what was lent.",
};

const CREDIT: Kind = Kind {
    key: "credit",
    rule: "NIA §15.1",
    value: Value::Short(&[Field {
        key: "of",
        value: Value::Needed(&Value::Name(&ALLY)),
        doc: "The power of one's own side: `austria`.",
    }]),
    doc: "Raises the credit of an allied power by one, for £4 that go to its officials; once a spring for each power.",
};

const SELL: Kind = Kind {
    key: "sell",
    rule: "NIA §11.1",
    value: Value::Map(&[
        Field {
            key: "card",
            value: Value::Needed(&Value::Name(&CARD)),
            doc: "The event card, in hand.",
        },
        Field {
            key: "to",
            value: Value::Needed(&Value::Name(&RECEIVER)),
            doc: "The power that buys it.",
        },
        Field {
            key: "pounds",
            value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
            doc: "The price.",
        },
    ]),
    doc: "Sells an event card, if the buyer's list has the same card and price.",
};

const BUY: Kind = Kind {
    key: "buy",
    rule: "NIA §11.1",
    value: Value::Map(&[
        Field {
            key: "card",
            value: Value::Needed(&Value::Text),
            doc: "The number of the event card.",
        },
        Field {
            key: "from",
            value: Value::Needed(&Value::Name(&RECEIVER)),
            doc: "The power that sells it.",
        },
        Field {
            key: "pounds",
            value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
            doc: "The price.",
        },
    ]),
    doc: "Buys an event card, if the seller's list has the same card and price. It is paid after gifts and before anything is built.",
};

const KEEP: Kind = Kind {
    key: "keep",
    rule: "NIA §12.3",
    value: Value::Number(1, MOST_POUNDS),
    doc: "Holds so many pounds back from what stands behind it. What is left of the year is lost at the next spring, but in Britain.",
};

/// Every kind of line in a budget, in the order of the manual.
pub const BUDGET: &[&Kind] = &[
    &REFILL,
    &RAISE,
    &ARMY,
    &FLEET,
    &CORSAIR,
    &TRAIN,
    &ENGINEER,
    &REARM,
    &LANDWEHR,
    &CONSCRIPTS,
    &GIFT,
    &REPAY,
    &CREDIT,
    &SELL,
    &BUY,
    &KEEP,
];

const NEW_LEADER: Kind = Kind {
    key: "leader",
    rule: "NIA §12.4",
    value: Value::Map(&[
        Field {
            key: "name",
            value: Value::Needed(&Value::Name(&LEADER)),
            doc: "A leader of the pool.",
        },
        Field {
            key: "at",
            value: Value::Needed(&Value::Name(&PLACE)),
            doc: "A reinforcement site, or where troops of an allied minor country stand.",
        },
    ]),
    doc: "Puts a leader of the pool on the map.",
};

const DISMISS: Kind = Kind {
    key: "dismiss",
    rule: "NIA §4.2.4",
    value: Value::Map(&[
        Field {
            key: "leader",
            value: Value::Needed(&Value::Name(&LEADER)),
            doc: "The leader who goes.",
        },
        Field {
            key: "for",
            value: Value::Needed(&Value::Name(&LEADER)),
            doc: "The leader of the pool who takes his place.",
        },
    ]),
    doc: "Replaces a leader by one of the pool, where he stands.",
};

const GUERRILLA: Kind = Kind {
    key: "guerrilla",
    rule: "NIA §14.4.2",
    value: Value::Short(&[Field {
        key: "at",
        value: Value::Needed(&Value::List(&Value::Name(&PLACE))),
        doc: "The hexes for guerrillas that the budget raises without a place: one each.",
    }]),
    doc: "Says where guerrillas rise.",
};

const MERGE: Kind = Kind {
    key: "merge",
    rule: "NIA §12.3",
    value: Value::Short(&[Field {
        key: "who",
        value: Value::Needed(&Value::Name(&TROOPS)),
        doc: "A force, or `all`: of two reduced corps of one sort in it one becomes whole.",
    }]),
    doc: "Puts reduced corps of one sort together.",
};

const SEND: Kind = Kind {
    key: "send",
    rule: "NIA §14.1",
    value: Value::Map(&[
        Field {
            key: "to",
            value: Value::Needed(&Value::Name(&FOREIGN_WAR)),
            doc: "The war outside the map that begins this year: `USA`.",
        },
        Field {
            key: "who",
            value: Value::Name(&TROOPS),
            doc: "The force from which the troops go; it stands where new troops may stand.",
        },
        Field {
            key: "with",
            value: Value::List(&Value::Name(&NEW_UNIT)),
            doc: "The units of it that go, `+1 InfC`; without it, the least that the war asks for.",
        },
        Field {
            key: "fleet",
            value: Value::Text,
            doc: "A fleet in a harbour, by name: `fleet 3`.",
        },
    ]),
    doc: "Sends troops or a fleet to a war outside the map. What it asks for and nobody names is chosen for you; what is missing is paid for.",
};

/// Every kind of line in a muster, in the order of the manual.
pub const MUSTER: &[&Kind] = &[&NEW_LEADER, &DISMISS, &GUERRILLA, &MERGE, &SEND];

const COMMON: &[Field] = &[Field {
    key: "if",
    value: Value::Condition,
    doc: "The line is carried out only if this holds when its turn comes.",
}];

const BUDGET_LIST: Value =
    Value::Steps(&Steps { kinds: BUDGET, extra: COMMON, what: "a line of the budget" });
const MUSTER_LIST: Value =
    Value::Steps(&Steps { kinds: MUSTER, extra: COMMON, what: "a line of the muster" });

/// The two keys, in a sheet and in standing orders.
pub const FIELDS: [Field; 2] = [
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
];

/// One line of a budget or a muster.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its number in the list, from 1.
    pub number: u16,
    pub key: &'static str,
    pub at: Range<usize>,
    pub condition: Option<Condition>,
    pub given: Given,
}

impl Item {
    /// What was written under the key, if it is a map.
    pub fn filled(&self) -> Option<&Filled> {
        self.given.map()
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
        self.number_of(self.key)
    }

    /// Whether a line of one word says yes.
    pub fn says_yes(&self) -> bool {
        self.filled().is_some_and(|filled| filled.flag(self.key))
    }
}

/// What a sheet says of money and of who commands.
#[derive(Debug, Clone, Default)]
pub struct Spending {
    pub budget: Vec<Item>,
    pub muster: Vec<Item>,
}

impl Spending {
    /// Reads both lists; faulty lines are left out, and the rest stands.
    pub fn read(filled: &Filled, faults: &mut Diagnostics) -> Spending {
        let list = |key: &'static str| {
            let lines = (1..).zip(filled.steps(key));
            lines.filter_map(|(number, step)| item(number, step, faults)).collect()
        };
        Spending { budget: list("budget"), muster: list("muster") }
    }

    pub fn is_empty(&self) -> bool {
        self.budget.is_empty() && self.muster.is_empty()
    }
}

fn item(number: u16, step: &sheet::keys::Step, faults: &Diagnostics) -> Option<Item> {
    let given = step.given.clone()?;
    if faults.fault_within(&step.at) {
        return None;
    }
    let condition = given.map().and_then(|map| map.condition("if")).cloned();
    Some(Item { number, key: step.key, at: step.at.clone(), condition, given })
}

/// Refuses what does not belong into the sheet of this season (NIA §12).
pub fn belongs(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) {
    const OF_A_SEASON: [&str; 6] =
        ["activations", "reactions", "first marker", "naval 2", "new army", "set-up"];
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
            false => format!("`{key}:`: there is no money in this scenario"),
            true => format!("`{key}:` is for {}; this is {}", book.when_spent(), known.exchange()),
        };
        refuse(&["budget", "muster"], "not-now", &text);
    }
}

/// A line in words: `raise: 2 x +1 InfC, at Paris`.
pub fn in_words(book: &Book, item: &Item) -> String {
    format!("{}: {}", item.key, told(book, &item.given, item.key))
}

fn told(book: &Book, given: &Given, own: &str) -> String {
    match &given.what {
        Content::Name(name) | Content::Text(name) => spoken(book, name),
        Content::Number(number) => number.to_string(),
        Content::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Content::List(items) => {
            items.iter().map(|item| told(book, item, own)).collect::<Vec<_>>().join(", ")
        }
        Content::Map(filled) => {
            let parts = filled.keys().filter(|(key, _)| *key != "if");
            let first = |key: &str| ["who", "unit", "to", "of", "name", "leader"].contains(&key);
            let mut parts: Vec<(bool, String)> = parts
                .map(|(key, given)| {
                    let words = told(book, given, own);
                    let words = match key {
                        "pounds" => format!("£{words}"),
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
        sheet.spending = Spending::default();
    }
}
