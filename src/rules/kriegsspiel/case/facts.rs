//! Events and the state as facts: names instead of numbers, fields as text.
//!
//! An event is told by its own document, so that a new one needs no line here: its name in words and
//! its fields by their names. A place is given by its town and its number (`Ulm|W3626`).

#![deny(clippy::wildcard_enum_match_arm)]

use super::super::book::Book;
use super::vocabulary::OTHERS;
use crate::march::losses;
use crate::record::estimate::{HostMadeOut, Span, Toll};
use crate::record::event::{
    Event, Host, IncomeLine, Losses, Modifier, Party, SeaHost, SeaHostMadeOut, Terms,
};
use crate::record::money::{Money, Purse};
use crate::record::politics::Politics;
use crate::record::sea::{Admiral, Berth, Fleet, Navy, ShipLosses, Ships};
use crate::record::state::{Formation, General, State};
use crate::sea::losses as sea_losses;
use crate::sight::known::Known;
use crate::view::money as view;
use kit::declared::spaced;
use kit::ground::Space;
use play::case::{Fact, called, only, read_again as read, text};
use serde_json::Value as Json;
use sheet::condition::WhyNot;

/// Tells what holds.
pub fn state(book: &Book, state: &State) -> Vec<Fact> {
    let mut facts = vec![Fact::new("season").with("season", state.season)];
    facts.extend(state.formations.values().map(|one| formation(book, one)));
    facts.extend(state.generals.values().map(|one| general(book, Fact::new("general"), one)));
    let holder = |(at, power): (&Space, &String)| {
        Fact::new("holder").with("at", place(book, *at)).with("power", power)
    };
    facts.extend(state.held.iter().map(holder));
    let depot = |(at, power): (&Space, &String)| {
        Fact::new("depot").with("at", place(book, *at)).with("power", power)
    };
    facts.extend(state.depots.iter().map(depot));
    let reformed = |nation: &String| Fact::new("reformed").with("nation", nation);
    facts.extend(state.reformed.iter().map(reformed));
    let fallen = |name: &String| Fact::new("fallen").with("general", name);
    facts.extend(state.fallen.iter().map(fallen));
    facts.push(Fact::new("harvest").with("adds", state.harvest));
    facts.extend(money(&state.money));
    facts.extend(peaces(&state.politics));
    facts.extend(navy(book, &state.navy));
    facts
}

/// Fleets, admirals and ships lost; of what one power knows, sails as well.
fn navy(book: &Book, navy: &Navy) -> Vec<Fact> {
    let fleets = navy.fleets.values().map(|one| {
        let fact = Fact::new("fleet").with("name", &one.name).with("power", &one.power);
        let fact = fact.with("at", berth(book, &one.at)).with("kind", one.kind.word());
        let fact = fact.with_list("ships", ships(&one.ships));
        let fact = fact.with_list("prizes", ships(&one.prizes));
        let generals = one.cargo.generals.iter().map(|one| one.name.clone());
        let aboard = generals.chain(one.cargo.formations.iter().map(|one| one.name.clone()));
        let fact = fact.with_list("aboard", aboard);
        fact.with("under", one.under.as_deref().unwrap_or("nobody"))
    });
    let admirals = navy.admirals.values().map(|one| admiral(book, Fact::new("admiral"), one));
    let lost = navy.lost.iter().filter(|(_, lost)| lost.values().any(|count| *count > 0));
    let lost = lost.map(|(power, lost)| {
        Fact::new("ships lost").with("power", power).with_list("ships", ships(lost))
    });
    let sails = navy.sails.iter().map(|one| {
        let fact = Fact::new("sail").with("power", &one.power).with("at", berth(book, &one.at));
        fact.with("size", one.size.word()).with_some("last seen", one.last)
    });
    fleets.chain(admirals).chain(lost).chain(sails).collect()
}

fn admiral(book: &Book, fact: Fact, one: &Admiral) -> Fact {
    fact.with("name", &one.name)
        .with("power", &one.power)
        .with("rank", &one.rank)
        .with("battle", one.battle)
        .with("command", one.command)
        .with("at", berth(book, &one.at))
}

fn ships(all: &Ships) -> Vec<String> {
    all.iter()
        .filter(|(_, count)| **count > 0)
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect()
}

fn berth(book: &Book, at: &Berth) -> String {
    match at {
        Berth::Port(port) => place(book, *port),
        Berth::Sea(area) => area.clone(),
    }
}

/// What a power was told this turn, and knows: its side's forces, and markers of the others.
pub fn known_facts(book: &Book, known: &Known) -> Vec<Fact> {
    let mut facts = news(book, known);
    facts.extend(known.formations.values().map(|one| formation(book, one)));
    facts.extend(known.generals.values().map(|one| general(book, Fact::new("general"), one)));
    facts.extend(known.markers.iter().map(|marker| {
        let fact = Fact::new("marker").with("power", &marker.power);
        let fact = fact.with("at", place(book, marker.at)).with("band", marker.band.word());
        let fact = fact.with_some("formations", marker.formations);
        let fact = fact.with_some("general", marker.general.as_ref());
        let estimate = marker.estimate.as_ref();
        let fact = fact.with_some("by", estimate.map(|one| one.by.word()));
        let fact = fact.with_some("units", estimate.map(|one| one.units));
        let fact = fact.with_some("combat", estimate.and_then(|one| one.combat));
        fact.with_some("last seen", marker.since())
    }));
    facts.extend(money(&known.money));
    facts.extend(peaces(&known.politics));
    facts.extend(navy(book, &known.navy));
    facts
}

/// Peaces that powers were forced to keep.
fn peaces(politics: &Politics) -> impl Iterator<Item = Fact> + '_ {
    politics.peaces.iter().map(|one| {
        let fact = Fact::new("peace").with("victor", &one.victor).with("loser", &one.loser);
        let fact = fact.with("until", one.until).with("tribute", one.tribute);
        fact.with_some("terms", one.terms.map(Terms::word))
    })
}

/// Purses, as far as they are known, and provinces that belong to another than the book says.
fn money(money: &Money) -> Vec<Fact> {
    let purse = |(power, purse): (&String, &Purse)| {
        let fact = Fact::new("purse").with("power", power).with("points", purse.points);
        fact.with("manpower", purse.manpower).with("bank", purse.bank)
    };
    let title = |(province, power): (&String, &String)| {
        Fact::new("title").with("province", province).with("power", power)
    };
    let titles = money.titles.iter().map(title);
    money.purses.iter().map(purse).chain(titles).collect()
}

/// The news of the turn in its order, each piece as a fact.
pub fn news(book: &Book, known: &Known) -> Vec<Fact> {
    known.seen_events.iter().map(|seen_event| tell(book, seen_event)).collect()
}

fn place(book: &Book, space: Space) -> String {
    let (name, number) = (book.atlas.name(space), book.atlas.number(space));
    let bare = number.trim_start_matches(['W', 'E']);
    if name == number { format!("{number}|{bare}") } else { format!("{name}|{number}|{bare}") }
}

fn units(one: &Formation) -> Vec<String> {
    one.units.iter().map(|(kind, hits)| format!("{hits} {kind}")).collect()
}

fn formation(book: &Book, one: &Formation) -> Fact {
    let fact = Fact::new("formation").with("name", &one.name).with("power", &one.power);
    let fact = fact.with("at", place(book, one.at)).with_list("units", units(one));
    let under = one.under.as_deref().unwrap_or("nobody");
    let fact = fact.with("kind", one.kind.word()).with("under", under);
    fact.with_flag("fed", one.fed).with("hits", one.hits())
}

fn general(book: &Book, fact: Fact, one: &General) -> Fact {
    fact.with("name", &one.name)
        .with("power", &one.power)
        .with("rank", &one.rank)
        .with("battle", one.battle)
        .with("command", one.command)
        .with("at", place(book, one.at))
}

/// Tells one event.
pub fn tell(book: &Book, event: &Event) -> Fact {
    let document = serde_json::to_value(event).expect("events can be written");
    let (name, fields) = only(&document).expect("an event is its name with its fields");
    let mut fact = Fact::new(called(name, OTHERS));
    for (name, value) in fields.as_object().into_iter().flatten() {
        fact = field(book, fact, name, value);
    }
    fact
}

/// Adds one field of an event; what it is, is known by its name and its sort.
fn field(book: &Book, fact: Fact, name: &str, value: &Json) -> Fact {
    let fact = match at_sea(book, fact, (name, value)) {
        Ok(fact) => return fact,
        Err(fact) => fact,
    };
    let spaced = spaced(name);
    match (name, value) {
        ("at" | "from" | "to", Json::Number(_)) => fact.with(name, place(book, read(value))),
        ("formation", Json::Object(_)) => {
            let one: Formation = read(value);
            let fact = fact.with("formation", &one.name).with("power", &one.power);
            fact.with("at", place(book, one.at)).with_list("units", units(&one))
        }
        ("formations", Json::Array(items)) if items.iter().any(Json::is_object) => {
            let all: Vec<Formation> = read(value);
            fact.with_list("formations", all.iter().map(|one| one.name.clone()))
        }
        ("general", Json::Object(_)) => general(book, fact, &read(value)),
        ("attacker" | "defender", Json::Object(_)) => host(fact, name, &read(value)),
        ("attacking" | "defending", Json::Object(_)) => made_out(fact, name, &read(value)),
        ("units", Json::Object(_)) => fact.with("units", read::<Span>(value)),
        ("troops", Json::Object(kinds)) => {
            fact.with_list("troops", kinds.iter().map(|(kind, count)| format!("{count} {kind}")))
        }
        ("lost" | "attacker_lost" | "defender_lost", _) => {
            let lost: Losses = read(value);
            fact.with(&spaced, losses::count(&lost))
        }
        ("adjusted", _) => fact.with_list(&spaced, each(&read::<Vec<Modifier>>(value))),
        ("lines", Json::Array(_)) => {
            let all: Vec<IncomeLine> = read(value);
            fact.with_list("lines", all.iter().map(view::income_line))
        }
        ("cities", Json::Array(_)) => {
            let all: Vec<Space> = read(value);
            fact.with_list("cities", all.into_iter().map(|at| book.atlas.name(at)))
        }
        ("points", Json::Object(map)) => {
            fact.with_list("points", map.iter().map(|(power, sum)| format!("{power} {sum}")))
        }
        ("failed", Json::Object(_)) => fact.with("failed", read::<WhyNot>(value).told()),
        ("halt" | "reason" | "taken", Json::Object(_)) => {
            let Some((word, particulars)) = only(value) else { return fact };
            let fact = fact.with(name, word.replace('-', " "));
            let all = particulars.as_object().into_iter().flatten();
            all.fold(fact, |fact, (name, value)| field(book, fact, name, value))
        }
        ("halt" | "reason", Json::String(word)) => fact.with(name, word.replace('-', " ")),
        ("trade" | "gold", Json::Array(faces)) => {
            fact.with(name, faces.iter().filter_map(Json::as_u64).sum::<u64>())
        }
        ("dice", Json::Array(faces)) => {
            fact.with("roll", faces.iter().filter_map(Json::as_u64).sum::<u64>())
        }
        (_, Json::Null) => fact.with(&spaced, "none"),
        (_, Json::Array(items)) => fact.with_list(&spaced, items.iter().map(text)),
        _ => fact.with(&spaced, text(value)),
    }
}

/// Adds a field of an event at sea; gives the fact back as it was, if the field is of another sort.
fn at_sea(book: &Book, fact: Fact, (name, value): (&str, &Json)) -> Result<Fact, Fact> {
    Ok(match (name, value) {
        ("at" | "from" | "to", Json::Object(_)) => fact.with(name, berth(book, &read(value))),
        ("fleet" | "convoy", Json::Object(_)) => {
            let one: Fleet = read(value);
            let fact = fact.with(name, &one.name).with("power", &one.power);
            let fact = fact.with("at", berth(book, &one.at));
            // Of a convoy it is told what was captured.
            fact.with_list("ships", ships(if name == "convoy" { &one.prizes } else { &one.ships }))
        }
        ("fleets", Json::Array(items)) if items.iter().any(Json::is_object) => {
            let all: Vec<Fleet> = read(value);
            fact.with_list("fleets", all.iter().map(|one| one.name.clone()))
        }
        ("admiral", Json::Object(_)) => admiral(book, fact, &read(value)),
        ("first" | "second", Json::Object(_)) => {
            let one: Party = read(value);
            let fact = fact.with(name, &one.who).with(&format!("{name} power"), &one.power);
            let fact = fact.with(&format!("{name} size"), one.size.word());
            fact.with(&format!("{name} conduct"), one.conduct.word())
        }
        ("attacker" | "defender", Json::Object(host)) if host.contains_key("fleets") => {
            sea_host(fact, name, &read(value))
        }
        ("attacking" | "defending", Json::Object(host)) if is_of_ships(host) => {
            sea_made_out(fact, name, &read(value))
        }
        ("ships" | "burnt", Json::Object(_)) => fact.with_list(name, ships(&read(value))),
        ("of", Json::Object(powers)) => fact.with_list(name, powers.keys().cloned()),
        ("escorts", Json::Object(_)) => {
            let all: ShipLosses = read(value);
            fact.with_list(name, ships(&sea_losses::sum(&all)))
        }
        _ => return Err(fact),
    })
}

/// Whether a side of a battle, as somebody makes it out, is of ships.
fn is_of_ships(host: &serde_json::Map<String, Json>) -> bool {
    let whole = host.get("whole").and_then(Json::as_object);
    host.contains_key("ships") || whole.is_some_and(|whole| whole.contains_key("fleets"))
}

/// Adds a side of a battle at sea.
fn sea_host(fact: Fact, which: &str, host: &SeaHost) -> Fact {
    fact.with(which, host.name())
        .with_list(&format!("{which} powers"), &host.powers)
        .with_list(&format!("{which} fleets"), &host.fleets)
        .with_list(&format!("{which} ships"), ships(&host.ships))
        .with(&format!("{which} combat"), host.combat)
        .with(&format!("{which} battle"), host.battle)
        .with(&format!("{which} morale"), host.morale)
        .with_list(&format!("{which} modifiers"), each(&host.modifiers))
        .with_list(&format!("{which} lost"), ships(&sea_losses::sum(&host.lost)))
}

/// Adds a side of a battle at sea, as the other makes it out.
fn sea_made_out(fact: Fact, which: &str, host: &SeaHostMadeOut) -> Fact {
    let about = host.ships.map(|about| about.to_string());
    let whole = host.whole.as_ref().map(|whole| ships(&whole.ships).join(", "));
    fact.with(which, host.commander.as_deref().unwrap_or(&host.power))
        .with_list(&format!("{which} powers"), &host.powers)
        .with_some(&format!("{which} ships"), about.or(whole))
        .with_list(&format!("{which} lost"), ships(&sea_losses::sum(&host.lost)))
        .with_some(&format!("{which} toll"), host.toll.map(Toll::word))
        .with_flag(&format!("{which} goes"), host.goes)
}

/// Adds a side of a battle.
fn host(fact: Fact, which: &str, host: &Host) -> Fact {
    fact.with(which, host.name())
        .with_list(&format!("{which} powers"), &host.powers)
        .with_list(&format!("{which} formations"), &host.formations)
        .with(&format!("{which} combat"), host.combat)
        .with(&format!("{which} battle"), host.battle)
        .with(&format!("{which} overcommand"), host.overcommand)
        .with(&format!("{which} morale"), host.morale)
        .with(&format!("{which} units"), host.units)
        .with_list(&format!("{which} modifiers"), each(&host.modifiers))
}

/// Adds a side of a battle, as the other makes it out; of one's own side the exact figures.
fn made_out(fact: Fact, which: &str, host: &HostMadeOut) -> Fact {
    let fact = match (&host.whole, &host.estimate) {
        (Some(whole), _) => fact
            .with(&format!("{which} combat"), whole.combat)
            .with(&format!("{which} units"), whole.units),
        (None, Some(estimate)) => fact
            .with_some(&format!("{which} combat"), estimate.combat)
            .with(&format!("{which} units"), estimate.units),
        (None, None) => fact,
    };
    fact.with(which, host.name())
        .with_list(&format!("{which} powers"), &host.powers)
        .with(&format!("{which} lost"), losses::count(&host.lost))
        .with_some(&format!("{which} toll"), host.toll.map(Toll::word))
        .with_flag(&format!("{which} goes"), host.goes)
}

fn each(modifiers: &[Modifier]) -> Vec<String> {
    modifiers.iter().map(|one| format!("{:+} {}", one.by, one.what)).collect()
}
