//! Events and the state as facts: names instead of numbers, fields as text.
//!
//! An event is told by its own document, so that a new one needs no line here: its name in words, and
//! its fields by their names. A square is given by its place and its number (`Prague|8M`).

#![deny(clippy::wildcard_enum_match_arm)]

use super::vocabulary::{DECK, OTHERS};
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::record::event::{Battle, Event, Modifier};
use crate::record::state::{Open, Promise, Siege, Standing, State};
use crate::record::unit::{Force, Sort, Unit};
use crate::sight::{Known, Stack};
use crate::view::court::{promise, standing};
use crate::view::story::sorts;
use kit::deck::{Change, Place};
use kit::declared::spaced;
use kit::ground::Space;
use play::case::{Fact, called, only, read_again as read, text};
use play::reactions::Hearing;
use serde_json::Value as Json;
use sheet::condition::WhyNot;
use std::collections::{BTreeMap, BTreeSet};

/// A square in the words of cases.
pub fn place(book: &Book, at: Space) -> String {
    let (name, code) = (book.atlas.name(at), &book.atlas.square(at).code);
    if name == code { code.clone() } else { format!("{name}|{code}") }
}

/// Tells an event.
pub fn tell(book: &Book, event: &Event) -> Fact {
    let json = serde_json::to_value(event).unwrap_or_default();
    let Some((name, fields)) = only(&json) else { return Fact::default() };
    match name.as_str() {
        "deck" => return deck(read(fields)),
        "fought" => return fought(book, &read(fields)),
        _ => {}
    }
    let mut fact = Fact::new(called(name, OTHERS));
    for (name, value) in fields.as_object().into_iter().flatten() {
        fact = field(book, fact, name, value);
    }
    fact
}

fn field(book: &Book, fact: Fact, name: &str, value: &Json) -> Fact {
    let word = spaced(name);
    match (name, value) {
        (_, Json::Null) => fact,
        ("force", value) => force(fact, &read(value)),
        ("at" | "from" | "to", Json::Number(_)) => fact.with(&word, place(book, read(value))),
        ("unit", Json::Object(_)) => {
            let unit: Unit = read(value);
            fact.with("unit", unit.words()).with("power", &unit.power)
        }
        ("sort", value) => {
            let sort: Sort = read(value);
            fact.with("unit", sort.words()).with("power", &sort.power)
        }
        // Which of several alike it was is nobody's affair but the record's.
        ("unit", Json::String(_)) if fact.fields.contains_key("unit") => fact,
        ("sorts", value) => fact.with("sorts", sorts(&read::<Vec<Sort>>(value))),
        ("carriers", Json::Object(map)) => {
            let fleets: BTreeSet<String> = map.values().map(text).collect();
            fact.with_list("aboard", fleets)
        }
        ("stacks", value) => {
            let stacks: BTreeMap<String, Vec<Sort>> = read(value);
            let line = stacks.iter().map(|(seat, all)| format!("{seat}: {}", sorts(all)));
            fact.with("shown", line.collect::<Vec<_>>().join("; "))
        }
        ("modifiers", value) => {
            let modifiers: Vec<Modifier> = read(value);
            fact.with_list("modifiers", modifiers.iter().map(Modifier::words))
        }
        ("bids" | "votes", Json::Object(map)) => {
            let bids = map.iter().map(|(seat, bid)| format!("{seat} {bid}"));
            fact.with(name, bids.collect::<Vec<_>>().join(", "))
        }
        ("gives", Json::Object(map)) => {
            let gives = map.iter().map(|(seat, what)| format!("{seat}: {}", text(what)));
            fact.with("gives", gives.collect::<Vec<_>>().join("; "))
        }
        ("moved", Json::Object(map)) => {
            let to = map.values().map(|at| place(book, read(at)));
            fact.with_list("moved", to)
        }
        ("promises", value) => {
            let all: Vec<Promise> = read(value);
            fact.with_list("promises", all.iter().map(|one| promise(book, one)))
        }
        ("failed", Json::Object(_)) => fact.with("failed", read::<WhyNot>(value).told()),
        ("heard", value) => fact.with("heard", heard(&read::<Vec<Hearing>>(value))),
        ("promise", value) => fact.with("promise", promise(book, &read(value))),
        ("standings", value) => {
            let all: Vec<Standing> = read(value);
            let all: Vec<String> = all.iter().map(|one| standing(book, one)).collect();
            fact.with("standings", all.join("; "))
        }
        ("outcome", Json::String(word)) => fact.with("outcome", spaced(word)),
        ("outcome", Json::Object(map)) => {
            let (word, inner) =
                map.iter().next().map_or(("", &Json::Null), |(w, i)| (w.as_str(), i));
            let seat = inner.get("seat").map(text);
            fact.with("outcome", spaced(word)).with_some("seat", seat)
        }
        ("counters", Json::Array(all)) => {
            let kinds = all.iter().filter_map(Json::as_str).map(kind_of);
            fact.with_list("counters", kinds)
        }
        ("why" | "grade" | "height", Json::String(word)) => fact.with(name, spaced(word)),
        (_, Json::Array(all)) => fact.with_list(&word, all.iter().map(text)),
        (_, value) => fact.with(&word, text(value)),
    }
}

fn force(fact: Fact, force: &Force) -> Fact {
    fact.with("seat", &force.seat)
        .with("height", force.height.words())
        .with_some("fleet", force.fleet.then_some("yes"))
        .with_some("leader", force.leader.as_ref())
}

fn deck(change: Change) -> Fact {
    let fact = Fact::new(DECK);
    let named = |fact: Fact, card: &str| match card.is_empty() {
        true => fact,
        false => fact.with("counter", kind_of(card)),
    };
    let holder = |place: &Place| match place {
        Place::Pool => "pool".to_owned(),
        Place::Hand(seat) => seat.clone(),
        Place::Table => "table".to_owned(),
        Place::Discard => "pool".to_owned(),
    };
    match change {
        Change::Shuffled { order, .. } => fact.with("pool", order.len()),
        Change::Drawn { card, to } => named(fact, &card)
            .with("from", "pool")
            .with("to", holder(&to))
            .with("seat", holder(&to)),
        Change::Moved { card, from, to } => named(fact, &card)
            .with("from", holder(&from))
            .with("to", holder(&to))
            .with("seat", holder(&from)),
    }
}

fn fought(book: &Book, battle: &Battle) -> Fact {
    Fact::new("battle")
        .with("at", place(book, battle.at))
        .with("attacker", &battle.attacker.seat)
        .with("defender", &battle.defender.seat)
        .with("attack", battle.attacker.sum)
        .with("defence", battle.defender.sum)
        .with_list("attack markers", battle.attacker.markers.iter())
        .with_list("defence markers", battle.defender.markers.iter())
        .with("per cent", battle.per_cent)
        .with("column", &battle.column)
        .with("die", battle.die)
        .with("verdict", battle.verdict.letters())
        .with("winner", battle.winner.as_deref().unwrap_or("nobody"))
        .with_flag("siege", battle.siege)
}

/// How each time went that a reaction was asked.
fn heard(all: &[Hearing]) -> String {
    all.iter().map(Hearing::told).collect::<Vec<_>>().join("; ")
}

/// Tells what holds.
pub fn state(book: &Book, state: &State) -> Vec<Fact> {
    let mut facts = open(book, &state.open);
    let mut seats: Vec<(String, usize)> =
        state.seats.iter().map(|seat| (seat.clone(), state.hand_count(seat))).collect();
    seats.sort();
    for (seat, count) in seats {
        let hand = state.hand(&seat);
        let kinds = hand.iter().map(|counter| kind_of(counter));
        facts.push(
            Fact::new("hand").with("seat", &seat).with("count", count).with_list("counters", kinds),
        );
    }
    facts.extend(state.units.values().map(|unit| one(book, unit)));
    let stack = |at: Space| {
        let units = crate::orders::units::listed(state.units.at(at));
        let count = state.units.at(at).count();
        Fact::new("stack").with("at", place(book, at)).with("units", units).with("count", count)
    };
    facts.extend(state.units.spaces().map(stack));
    facts
}

fn one(book: &Book, unit: &Unit) -> Fact {
    Fact::new("unit")
        .with("name", &unit.id)
        .with("unit", unit.words())
        .with("power", &unit.power)
        .with("at", place(book, unit.at))
        .with_some("aboard", unit.aboard.as_ref())
}

fn open(book: &Book, open: &Open) -> Vec<Fact> {
    let mut facts = vec![Fact::new("season").with("season", open.season)];
    facts.extend(open.initiative.iter().map(|seat| Fact::new("initiative").with("seat", seat)));
    let purse = |(major, halves): (&String, &u32)| {
        let written = format!("{}.{}", halves / 2, if halves % 2 == 1 { 5 } else { 0 });
        let plain = written.trim_end_matches(".0").to_owned();
        Fact::new("treasury").with("of", major).with("thaler", plain)
    };
    facts.extend(open.treasury.iter().map(purse));
    let control = |(power, seat): (&String, &String)| {
        Fact::new("control").with("of", power).with("seat", seat)
    };
    facts.extend(open.relations.groups().map(control));
    let works = |at: &Space| Fact::new("fieldworks").with("at", place(book, *at));
    facts.extend(open.fieldworks.iter().map(works));
    let waste = |at: &Space| Fact::new("waste").with("at", place(book, *at));
    facts.extend(open.pillaged.iter().map(waste));
    let siege = |(at, siege): (&Space, &Siege)| {
        Fact::new("siege")
            .with("at", place(book, *at))
            .with("seat", &siege.by)
            .with("of", &siege.of)
    };
    facts.extend(open.sieges.iter().map(siege));
    facts.extend(open.prisoners.iter().map(|one| {
        let fact = Fact::new("prisoner").with("seat", &one.by).with("unit", one.sort.words());
        fact.with("power", &one.sort.power)
    }));
    let pool = |(major, pool): (&String, &Vec<String>)| {
        Fact::new("leaders").with("of", major).with_list("pool", pool.iter())
    };
    facts.extend(open.pools.iter().map(pool));
    facts
}

/// What a seat was told this season, and knows.
pub fn known_facts(book: &Book, known: &Known) -> Vec<Fact> {
    let mut facts: Vec<Fact> = known.events.iter().map(|event| tell(book, event)).collect();
    facts.extend(open(book, &known.open));
    facts.extend(known.own.values().map(|unit| one(book, unit)));
    let kinds = known.markers.own.iter().map(|counter| kind_of(counter));
    let count = known.markers.own.len();
    let own = Fact::new("hand").with("seat", &known.power).with("count", count);
    facts.push(own.with_list("counters", kinds));
    let other = |(seat, count): (&String, &usize)| {
        Fact::new("hand").with("seat", seat).with("count", count)
    };
    facts.extend(known.markers.others.iter().map(other));
    for (at, stacks) in &known.stacks {
        facts.extend(stacks.iter().map(|stack| seen(book, *at, stack)));
    }
    facts
}

fn seen(book: &Book, at: Space, stack: &Stack) -> Fact {
    let fact = Fact::new("stack")
        .with("at", place(book, at))
        .with("seat", stack.seat.as_deref().unwrap_or("nobody"))
        .with("height", stack.height.words())
        .with_some("leader", stack.leader.as_ref())
        .with_some("fleet", stack.fleet.then_some("yes"))
        .with_some("since", stack.since)
        .with_some("met", stack.met);
    fact.with_some("units", stack.units.as_ref().map(|units| sorts(units)))
}
