//! What a power was told while a case was played, and what it knows at the end, as facts.
//!
//! News has the name of the event it is of, and of its fields those that the power was told.

#![deny(clippy::wildcard_enum_match_arm)]

use super::super::book::Book;
use super::facts::{Teller, common};
use super::vocabulary::OTHERS;
use crate::position::Position;
use crate::record::state::State;
use crate::sight::known::{Known, Sail, Stack};
use play::case::{Fact, called, only, text};
use serde_json::Value as Json;

/// All of it: the news in its order, then what is known.
pub fn facts(book: &Book, known: &Known) -> Vec<Fact> {
    let nobody = State::new(book);
    let tell = Teller { book, before: &nobody, after: &nobody };
    let mut facts = news_of(book, known);
    facts.extend(forces(book, known));
    facts.extend(known.theirs.iter().map(|stack| stack_fact(&tell, stack)));
    facts.extend(known.sails.iter().map(|sail| sail_fact(&tell, sail)));
    let power = || known.power.clone();
    let pooled = |leader: &String| Fact::new("pool").with("power", power()).with("leader", leader);
    facts.extend(known.pool.iter().map(pooled));
    facts.extend(common(&tell, known.common()));
    let hand = known.hand(book);
    let hand = hand.iter();
    facts.extend(hand.map(|card| Fact::new("card").with("power", power()).with("card", card)));
    facts
}

/// The news of the season in its order, each piece as a fact.
pub fn news_of(book: &Book, known: &Known) -> Vec<Fact> {
    // News has no numbers of forces, so no state is asked for them.
    let nobody = State::new(book);
    let tell = Teller { book, before: &nobody, after: &nobody };
    let one = |seen_event| {
        let document = serde_json::to_value(seen_event).expect("it has string keys");
        let (name, fields) = only(&document).expect("news is its name with its fields");
        match (name.as_str(), only(fields)) {
            ("war", Some((name, told))) if name == "court" || name == "spending" => {
                let event = told.get("event").and_then(only);
                let (name, fields) = event.expect("an event is its name with its fields");
                let mut fields = fields.clone();
                if let Some(who) = told.get("who").filter(|who| who.is_object()) {
                    fields["who"] = who.clone();
                }
                for (key, number) in
                    told.get("sent").and_then(Json::as_object).into_iter().flatten()
                {
                    fields[key] = number.clone();
                }
                news(&tell, name, &fields)
            }
            ("war", Some((name, fields))) => news(&tell, event_on_land(name), fields),
            ("sea", Some((name, fields))) => news(&tell, event_at_sea(name), fields),
            _ => news(&tell, event(name), fields),
        }
    };
    known.seen_events.iter().map(one).collect()
}

/// The forces of the power's side.
pub fn forces(book: &Book, known: &Known) -> Vec<Fact> {
    let nobody = State::new(book);
    let tell = Teller { book, before: &nobody, after: &nobody };
    known.ours.values().map(|force| tell.holding(force)).collect()
}

fn stack_fact(tell: &Teller, stack: &Stack) -> Fact {
    let fact = Fact::new("stack").with("power", &stack.power).with("at", tell.place(stack.at));
    let fact = fact.with_some("leader", stack.leader.as_ref()).with_flag("army", stack.army);
    let fact = fact.with_flag("inside", stack.inside).with_flag("besieging", stack.besieging);
    fact.with_flag("demoralized", stack.demoralized).with_some("last seen", stack.last)
}

fn sail_fact(tell: &Teller, sail: &Sail) -> Fact {
    let fact = Fact::new("sails").with("power", &sail.power).with("at", tell.waters(&sail.at));
    fact.with("number", sail.fleets).with_some("last seen", sail.last)
}

/// One piece of news; who did something is named with their power.
fn news(tell: &Teller, name: &str, fields: &Json) -> Fact {
    let mut fact = Fact::new(called(name, OTHERS));
    for (field, value) in fields.as_object().into_iter().flatten() {
        fact = match (field.as_str(), value.get("name"), value.get("ours")) {
            ("who", Some(who), Some(_)) => {
                let power = value.get("power").map(text).unwrap_or_default();
                fact.with("who", text(who)).with("power", power)
            }
            ("name", ..) if name == "fleet-sunk" => fact.with("fleet", text(value)),
            // News calls ships by their names alone.
            ("ships", ..) => {
                fact.with_list("ships", value.as_array().into_iter().flatten().map(text))
            }
            (_, Some(who), Some(_)) => fact.with(field, text(who)),
            ("throw", ..) if is_veiled(value) => {
                let dice = value.get("dice").and_then(Json::as_array).into_iter().flatten();
                fact.with("roll", dice.filter_map(Json::as_u64).sum::<u64>())
            }
            _ => tell.field(fact, field, value),
        };
    }
    fact
}

/// Whether of a roll only the dice were shown, and not what they were modified by.
fn is_veiled(throw: &Json) -> bool {
    let list = |key: &str| throw.get(key).and_then(Json::as_array);
    let sum: i64 = list("dice").into_iter().flatten().filter_map(Json::as_i64).sum();
    list("modifiers").is_none_or(Vec::is_empty)
        && throw.get("total").and_then(Json::as_i64) != Some(sum)
}

/// The event that news is of, where it has another name.
fn event(news: &str) -> &str {
    match news {
        "began" => "season-began",
        "drawn" => "marker-drawn",
        "put-back" => "marker-put-back",
        "arrived" => "placed",
        "ended" => "season-ended",
        other => other,
    }
}

fn event_on_land(news: &str) -> &str {
    match news {
        "supply" => "supply-assessed",
        "attrition" => "attrition-checked",
        "guns" => "marched-to-guns",
        "morale" => "morale-checked",
        other => other,
    }
}

fn event_at_sea(news: &str) -> &str {
    match news {
        "joined" => "fleets-joined",
        "intercepted" => "sea-intercepted",
        "avoided" => "sea-avoided",
        "fought" => "sea-fought",
        "sunk" => "fleet-sunk",
        "ended" => "sea-battle-ended",
        "retreated" => "sea-retreated",
        "repulsed" => "landing-repulsed",
        "hunted" => "corsair-hunted",
        other => other,
    }
}
