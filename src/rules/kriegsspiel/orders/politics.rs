//! `deals:` and, in a council, `politics:` (§6, §16.8).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/politics.yaml")]
#![doc = "```"]
//!
//! Not here: what comes of them (`politics/`), and what the author of a sheet is told of that beforehand
//! (`rehearsal/politics.rs`).

use crate::book::Book;
use crate::book::scenario::MOST_MONEY;
use crate::orders::Sheet;
use crate::orders::terms::TERMS;
use crate::orders::words::PROVINCE;
use crate::politics::council::{self, Deed};
use crate::politics::deals::{self, Bond, Goods, Terms, holds_from};
use crate::position::Position;
use crate::sight::known::Known;
use crate::view::reasons;
use kit::calendar::Season;
use kit::deal::{Offer, Outcome, matched};
use kit::relations::{Relation, Relations};
use sheet::frame::{POWER, comment};
use sheet::keys::{Field, Filled, Given, Kind, Steps, Value};
use sheet::{Diagnostic, Diagnostics};

pub const DECLARE_WAR: Kind = Kind {
    key: "declare war",
    value: Value::Short(&[Field {
        key: "on",
        value: Value::Needed(&Value::Name(&POWER)),
        doc: "A power that is not your ally.",
    }]),
    doc: "You are at war with that power from the winter after the council on. Nobody else is drawn into it.",
    rule: "K05 §6",
};

pub const BREAK_ALLIANCE: Kind = Kind {
    key: "break alliance",
    value: Value::Short(&[Field {
        key: "with",
        value: Value::Needed(&Value::Name(&POWER)),
        doc: "An ally.",
    }]),
    doc: "The two of you are neutral from then on. Alliances are broken before wars are declared, so that the same \
          sheet can do both.",
    rule: "K05 §6",
};

/// Every kind of line of `politics:`.
pub const KINDS: [&Kind; 2] = [&DECLARE_WAR, &BREAK_ALLIANCE];

const GOODS: &[Field] = &[
    Field {
        key: "money",
        value: Value::Number(1, MOST_MONEY as i64),
        doc: "Dollars out of the bank, once what is left of the turn's points is in it.",
    },
    Field {
        key: "passage",
        value: Value::Flag,
        doc: "`yes`: troops of the other may cross the land of who gives it.",
    },
    Field {
        key: "provinces",
        value: Value::List(&Value::Name(&PROVINCE)),
        doc: "Provinces of its own, but not that of a capital, with all their cities.",
    },
];

const BONDS: &[&str] = &["alliance", "peace"];

const DEAL: &[Field] = &[
    Field {
        key: "name",
        value: Value::Needed(&Value::Text),
        doc: "What you both call it; capitals and accents do not matter.",
    },
    Field { key: "with", value: Value::Needed(&Value::Name(&POWER)), doc: "The other power." },
    Field { key: "give", value: Value::Map(GOODS), doc: "What you give." },
    Field { key: "get", value: Value::Map(GOODS), doc: "What the other gives." },
    Field {
        key: "both",
        value: Value::Word(BONDS),
        doc: "`alliance`, between neutrals, or `peace`, between enemies.",
    },
    Field {
        key: "until",
        value: Value::Text,
        doc: "The last turn in which a passage holds, such as `spring 1806`; without it, the next turn alone.",
    },
];

pub const DEALS: Field = Field {
    key: "deals",
    value: Value::List(&Value::Map(DEAL)),
    doc: "Where politics are played: what you agree on with another power. It is done when the season ends, if the \
          other's sheet has the same, with `give:` and `get:` the other way round; it holds from the next turn on. Deals \
          are made in the order of their names, which counts where money is short.",
};

pub const POLITICS: Field = Field {
    key: "politics",
    value: Value::Steps(&Steps { kinds: &KINDS, extra: &[], what: "a line of politics" }),
    doc: "In a council alone: wars that you declare and alliances that you break.",
};

/// The form of a council: which wars can be declared, which alliances broken, and a deal.
pub fn form(known: &Known, line: &mut impl FnMut(&str)) {
    comment(
        &format!(
            "A council: wars that are declared here are fought from {} on. Take the `#` away from what you want.",
            known.season
        ),
        line,
    );
    let others = || known.relations.parties().filter(|other| **other != known.power);
    let can = |deed: &Deed| council::may(known, &known.power, deed, &[]).is_ok();
    let on = others().map(|on| Deed::DeclareWar { on: on.clone() });
    let with = others().map(|with| Deed::BreakAlliance { with: with.clone() });
    let deeds: Vec<Deed> = on.chain(with).filter(|deed| can(deed)).collect();
    if !deeds.is_empty() {
        line("# politics:");
    }
    deeds.iter().for_each(|deed| line(&format!("# - {}: {}", deed.key(), deed.whom())));
    form_of_deals(known, line);
}

/// A deal to fill in.
pub fn form_of_deals(known: &Known, line: &mut impl FnMut(&str)) {
    let power = &known.power;
    // A victor crosses the land of a power that has submitted to it for nothing.
    let is_open = |other: &String| known.relation(power, other) != Relation::Passage;
    let others = known.relations.parties().filter(|other| *other != power);
    let mut others: Vec<&String> =
        others.filter(|other| known.is_in_play(other) && is_open(other)).collect();
    // Neutrals have the most to agree on.
    others.sort_by_key(|other| match known.relations.relation(power, other) {
        Relation::Neutral | Relation::Passage => 0,
        Relation::War => 1,
        Relation::Allied => 2,
    });
    let Some(other) = others.first() else { return };
    let money = known.money.played;
    let terms = match known.relations.relation(power, other) {
        Relation::Neutral | Relation::Passage if money => {
            &["give: {money: 100}", "get: {passage: yes}"][..]
        }
        Relation::Neutral | Relation::Passage => &["give: {passage: yes}", "get: {passage: yes}"],
        Relation::War => &["both: peace"],
        Relation::Allied if money => &["get: {money: 100}"],
        Relation::Allied => return,
    };
    line("# deals:");
    line("# - name:");
    line(&format!("#   with: {other}"));
    terms.iter().for_each(|term| line(&format!("#   {term}")));
}

/// What a council does not ask.
const OF_TURNS: [&str; 5] = ["organise", "budget", "orders", "commander", "words"];

/// Reads both lists, and says of what is written for another season where it belongs.
pub fn read(
    book: &Book,
    filled: &Filled,
    known: &Known,
    faults: &mut Diagnostics,
) -> (Vec<deals::Item>, Vec<council::Item>) {
    let mut fault = |key: &str, code, text: &str, help: String| {
        let Some(given) = filled.get(key) else { return };
        let at = given.at.start..given.at.start + 1;
        faults
            .push(Diagnostic::fault(code, at, text.replace("KEY", key)).rule("K05 §6").help(help));
    };
    if !known.politics.played {
        let text = "no politics are played in this scenario, so `KEY:` does nothing";
        for key in [DEALS.key, POLITICS.key, TERMS.key] {
            fault(key, "no-politics", text, "leave it out".to_owned());
        }
        return (vec![], vec![]);
    }
    let now = known.moment();
    if now.is_council() {
        let text = "a council has `politics:`, `deals:` and `terms:` alone, so `KEY:` does nothing";
        let help = format!("write it for {}, the turn after the council", known.season);
        OF_TURNS.into_iter().for_each(|key| fault(key, "not-in-council", text, help.clone()));
    } else {
        let text =
            "war is declared and alliances are broken in a council, so `KEY:` does nothing now";
        let help = "the next council comes before the next winter".to_owned();
        fault(POLITICS.key, "in-council-alone", text, help);
    }
    let politics = if now.is_council() { read_deeds(book, filled, known, faults) } else { vec![] };
    // Deals are made after what the same sheet declares.
    let (mut after, mut relations) = (known.politics.clone(), known.relations.clone());
    let mut in_order: Vec<&council::Item> = politics.iter().collect();
    in_order.sort_by_key(|item| item.deed.step());
    for item in in_order {
        after.apply(&mut relations, &council::done(&known.power, &item.deed));
    }
    let deals = read_deals(book, filled, (known, &relations), faults);
    (deals, politics)
}

/// Drops what a council does not ask, which was reported.
pub fn only_of_council(sheet: Sheet) -> Sheet {
    let Sheet { letters, has_standing, note, standing, deals, politics, terms, .. } = sheet;
    Sheet { letters, has_standing, note, standing, deals, politics, terms, ..Sheet::default() }
}

fn read_deals(
    book: &Book,
    filled: &Filled,
    (known, relations): (&Known, &Relations<String>),
    faults: &mut Diagnostics,
) -> Vec<deals::Item> {
    let mut items: Vec<deals::Item> = vec![];
    for (number, given) in (1..).zip(filled.list(DEALS.key)) {
        let Some(map) = given.map().filter(|map| !faults.fault_within(&map.at)) else { continue };
        let at = map.at.start..map.at.start + 1;
        match offer(known, map) {
            Ok(offer) => {
                if map.get("until").is_some() && offer.terms.passage().is_none() {
                    let text = "no passage is in this deal, so `until:` does nothing";
                    faults.push(Diagnostic::remark("until-unused", at.clone(), text));
                }
                items.push(deals::Item { number, at, offer });
            }
            Err(text) => faults.push(Diagnostic::fault("until-when", at, text)),
        }
    }
    // What is wrong with the offers by themselves is told now, by what the season asks.
    let offers: Vec<Offer<Terms>> = items.iter().map(|item| item.offer.clone()).collect();
    let outcomes = matched(&offers);
    let mut sound = vec![];
    for (item, outcome) in items.into_iter().zip(outcomes) {
        let may = match outcome {
            Outcome::Refused(why) => Err(why),
            Outcome::Met { .. } | Outcome::Unmet => {
                let scene = (relations, &known.money, &known.politics);
                deals::may(book, scene, known.moment(), &item.offer)
            }
        };
        match may {
            Ok(()) => sound.push(item),
            Err(why) => {
                let text = format!("the deal `{}`: {why}", item.offer.name);
                faults.push(Diagnostic::fault("no-deal", item.at, text).rule("K05 §16.8"));
            }
        }
    }
    sound
}

/// What a deal offers; or what is wrong with its last turn.
fn offer(known: &Known, map: &Filled) -> Result<Offer<Terms>, String> {
    let (from, to) = (known.power.clone(), map.name("with").unwrap_or_default().to_owned());
    let until = match map.name("until") {
        Some(written) => written.parse::<Season>()?,
        None => holds_from(known.moment()),
    };
    let side = |key: &str| {
        let Some(map) = map.get(key).and_then(Given::map) else { return Goods::default() };
        let money = map.number("money").and_then(|money| u32::try_from(money).ok()).unwrap_or(0);
        let provinces = map.names("provinces").into_iter().map(str::to_owned).collect();
        Goods { money, passage: map.flag("passage").then_some(until), provinces }
    };
    let both = map.name("both").map(|word| match word {
        "peace" => Bond::Peace,
        _ => Bond::Alliance,
    });
    let gives = [(from.clone(), side("give")), (to.clone(), side("get"))].into_iter().collect();
    let name = map.name("name").unwrap_or_default().trim().to_owned();
    Ok(Offer { from, to, name, terms: Terms { gives, both } })
}

fn read_deeds(
    book: &Book,
    filled: &Filled,
    known: &Known,
    faults: &mut Diagnostics,
) -> Vec<council::Item> {
    let mut items: Vec<council::Item> = vec![];
    for (number, step) in (1..).zip(filled.steps(POLITICS.key)) {
        let map = step.given.as_ref().and_then(Given::map);
        let Some(map) = map.filter(|_| !faults.fault_within(&step.at)) else { continue };
        let name = |key: &str| map.name(key).unwrap_or_default().to_owned();
        let deed = match step.key {
            key if key == DECLARE_WAR.key => Deed::DeclareWar { on: name("on") },
            key if key == BREAK_ALLIANCE.key => Deed::BreakAlliance { with: name("with") },
            _ => continue,
        };
        items.push(council::Item { number, at: step.at.start..step.at.start + 1, deed });
    }
    let mut sound: Vec<council::Item> = vec![];
    for item in &items {
        let fault =
            |text: String| Diagnostic::fault("not-declared", item.at.clone(), text).rule("K05 §6");
        if item.deed.whom() == known.power {
            faults.push(fault("this line is about your own power".to_owned()));
        } else if sound.iter().any(|one| one.deed == item.deed) {
            faults.push(fault("the same line stands before this one".to_owned()));
        } else if let Err(reason) = council::may(known, &known.power, &item.deed, &items) {
            faults.push(fault(reasons::sentence(book, &reason)));
        } else {
            sound.push(item.clone());
        }
    }
    sound
}
