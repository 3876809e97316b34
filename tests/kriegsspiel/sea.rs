//! The war at sea by automatic players: every ship is accounted for, nobody is where they cannot be, and nobody knows of
//! ships that they cannot see.

use crate::table::{Table, events, state};
use kit::ground::Space;
use kit::ledger::Ledger;
use kriegsspiel::book::Book;
use kriegsspiel::march::borders;
use kriegsspiel::orders::blank_form::own_groups;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{Event, SeaEvent};
use kriegsspiel::record::sea::{Berth, Fleet, FleetKind, Group, Ships, Size, add, count};
use kriegsspiel::record::state::{Formation, State};
use kriegsspiel::sea::{boarding, harbour, sailing};
use kriegsspiel::sight::known::Known;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Entries for all ships of a power: each sails somewhere in reach or stays, and intercepts or evades, as a seed makes it.
pub fn entries(book: &Book, known: &Known, luck: u64) -> String {
    let Some(navies) = &book.navies else { return String::new() };
    let mut text = String::new();
    for (nth, group) in own_groups(known).into_iter().enumerate() {
        let luck = luck.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(nth as u64 * 0xD134_2543);
        let pace = sailing::pace(book, &known.navy, &group);
        let goals: Vec<String> = navies.waters.reach(&group.at, pace).into_keys().collect();
        let conduct =
            ["intercept", "evade", "{is: intercept, if: their ships <= our ships, else: evade}"];
        let conduct = conduct[usize::try_from(luck >> 7).unwrap_or(0) % conduct.len()];
        writeln!(text, "- fleet: \"{}\"\n  at sea: {conduct}", group.who).unwrap();
        let goal = usize::try_from(luck >> 11).unwrap_or(0) % (goals.len() + 1);
        if let Some(landing) = expedition(book, known, &group, luck) {
            text += &landing;
        } else if let Some(goal) = goals.get(goal) {
            writeln!(text, "  steps: [{{sail: {goal}}}]").unwrap();
        }
    }
    text
}

/// A line that buys frigates for a fleet in a home port, or too many of them.
pub fn purchase(book: &Book, known: &Known, luck: u64) -> String {
    let in_port = |one: &&Fleet| match one.at {
        Berth::Port(port) => harbour::is_home(book, known, &known.power, port),
        Berth::Sea(_) => false,
    };
    let fights = |one: &&Fleet| matches!(one.kind, FleetKind::Fleet | FleetKind::Squadron);
    let own = known.navy.fleets.values().filter(|one| one.power == known.power);
    let own: Vec<&Fleet> = own.filter(in_port).filter(fights).collect();
    let nth = usize::try_from(luck >> 5).unwrap_or(0) % own.len().max(1);
    own.get(nth).map_or(String::new(), |one| {
        let count = 1 + luck % 3 * 8;
        format!(", {{buy: {{ships into: \"{}\", ships: {{frigate: {count}}}}}}}", one.name)
    })
}

/// A formation without a general goes aboard where transports lie, and lands, as those do who are aboard already.
fn expedition(book: &Book, known: &Known, group: &Group, luck: u64) -> Option<String> {
    let navies = book.navies.as_ref()?;
    let fleets = known.navy.of_group(group);
    let fleets: Vec<&Fleet> = fleets.filter(|one| navies.room(&one.ships) > 0).collect();
    let first = *fleets.first()?;
    let mut text = String::new();
    if first.cargo.is_empty() {
        let Berth::Port(port) = group.at else { return None };
        let fits = |one: &&Formation| {
            let room = boarding::room_left(book, navies, first);
            one.under.is_none() && one.at == port && boarding::room_of(book, one) <= room
        };
        let one = known.own().find(fits)?;
        writeln!(text, "  carry: [\"{}\"]", book.given(&one.name)).unwrap();
    }
    let pace = sailing::pace(book, &known.navy, group);
    let areas = navies.waters.reach(&group.at, pace);
    let near = |opens: &[String]| opens.iter().any(|area| areas.contains_key(area));
    let ports = navies.waters.harbours().filter(|(port, opens)| near(opens) && book.in_play(*port));
    let ports: Vec<Space> = ports.map(|(port, _)| port).collect();
    let open = |port: &&Space| borders::shut(book, known, &known.power, **port).is_none();
    let ports: Vec<&Space> = ports.iter().filter(open).collect();
    let port = ports.get(usize::try_from(luck >> 13).ok()? % ports.len().max(1))?;
    writeln!(text, "  steps: [{{land: {}}}]", book.atlas.number(**port)).unwrap();
    Some(text)
}

/// Goes through a turn once more: ships come only with those who are commissioned, and change hands only as prizes; ways
/// lead from area to area; who fought is at war.
pub fn watch(book: &Book, mut now: State, events: &[Event], around: &str) {
    let Some(navies) = &book.navies else { return };
    let all = |state: &State| {
        let mut sum = Ships::new();
        state.navy.roll_call().values().for_each(|ships| add(&mut sum, ships));
        sum.retain(|_, count| *count > 0);
        sum
    };
    for event in events {
        let before = now.clone();
        now.apply(event);
        let Event::Sea(event) = event else {
            assert_eq!(all(&before), all(&now), "{around}: {event:?}");
            continue;
        };
        let around = format!("{around}: {event:?}");
        match event {
            SeaEvent::Commissioned { fleet, .. } => {
                let mut with = all(&before);
                add(&mut with, &fleet.ships);
                assert_eq!(with, all(&now), "{around}");
            }
            SeaEvent::Enlarged { fleet } => {
                let mut with = all(&before);
                for (kind, are) in &fleet.ships {
                    let were = before.navy.fleets[&fleet.name].ships.get(kind).unwrap_or(&0);
                    assert!(are >= were, "{around}");
                    *with.entry(kind.clone()).or_default() += are - were;
                }
                with.retain(|_, count| *count > 0);
                assert_eq!(with, all(&now), "{around}");
            }
            SeaEvent::Sailed { power, from, to, areas, .. } => {
                assert_eq!(all(&before), all(&now), "{around}");
                match (from, to) {
                    (Berth::Sea(from), Berth::Sea(to)) => {
                        assert!(navies.waters.adjacent(from).contains(&to.as_str()), "{around}");
                    }
                    (Berth::Port(port), Berth::Sea(area))
                    | (Berth::Sea(area), Berth::Port(port)) => {
                        assert!(navies.waters.opens(*port).contains(area), "{around}");
                    }
                    (Berth::Port(_), Berth::Port(_)) => panic!("{around}"),
                }
                assert!(*areas <= 5, "{around}");
                if let Berth::Port(port) = to {
                    let holder = before.master(book, *port);
                    assert!(!holder.is_some_and(|one| before.at_war(one, power)), "{around}");
                }
            }
            SeaEvent::FoughtAtSea(day) => {
                let sides = [&day.attacker, &day.defender];
                for one in &sides[0].powers {
                    assert!(
                        sides[1].powers.iter().any(|other| before.at_war(one, other)),
                        "{around}"
                    );
                }
                for side in sides {
                    let lost: u32 = side.lost.values().map(count).sum();
                    assert!(lost <= count(&side.ships), "{around}");
                }
                assert_eq!(all(&before), all(&now), "{around}");
            }
            SeaEvent::PrizesTaken { of, escorts, convoy, .. } => {
                let sum = |all: &BTreeMap<String, Ships>| all.values().map(count).sum::<u32>();
                assert_eq!(sum(escorts), count(&convoy.prizes), "one escort each: {around}");
                assert_eq!(sum(of), count(&convoy.prizes), "{around}");
                assert_eq!(all(&before), all(&now), "{around}");
            }
            SeaEvent::Embarked { who, .. } | SeaEvent::Landed { who, .. } => {
                assert!(before.navy.fleets.contains_key(who), "{around}");
                assert_eq!(before.roll_call(), now.roll_call(), "{around}");
            }
            SeaEvent::Appointed { .. }
            | SeaEvent::LostAboard { .. }
            | SeaEvent::AtSea { .. }
            | SeaEvent::Met { .. }
            | SeaEvent::MadeOutAtSea(_)
            | SeaEvent::SeaBattleEnded { .. }
            | SeaEvent::FellBack { .. }
            | SeaEvent::PrizesJoined { .. }
            | SeaEvent::AdmiralLost { .. }
            | SeaEvent::Stormed { .. } => assert_eq!(all(&before), all(&now), "{around}"),
        }
    }
    for fleet in now.navy.fleets.values() {
        assert!(fleet.ships.values().all(|count| *count > 0), "{around}: {fleet:?}");
    }
    for admiral in now.navy.admirals.values().filter(|one| one.at.area().is_some()) {
        assert!(now.navy.led(admiral).next().is_some(), "{around}: {admiral:?}");
    }
}

/// The areas that a power sees, and those in which its frigates are, reckoned apart from the program.
fn eyes(book: &Book, state: &State, eye: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let navies = book.navies.as_ref().unwrap();
    let (mut seen, mut scouted) = (BTreeSet::new(), BTreeSet::new());
    for fleet in state.navy.fleets.values().filter(|one| one.power == eye) {
        let Berth::Sea(area) = &fleet.at else { continue };
        seen.insert(area.clone());
        if fleet.ships.contains_key("frigate") {
            scouted.insert(area.clone());
            seen.extend(navies.waters.adjacent(area).into_iter().map(str::to_owned));
        }
    }
    for (port, opens) in navies.waters.harbours() {
        if state.master(book, port) == Some(eye) {
            seen.extend(opens.iter().cloned());
        }
    }
    (seen, scouted)
}

/// Whether a power may know where a fleet of another lies.
fn sees(
    book: &Book,
    (seen, scouted): &(BTreeSet<String>, BTreeSet<String>),
    fleet: &Fleet,
) -> bool {
    match &fleet.at {
        Berth::Sea(area) => seen.contains(area),
        Berth::Port(port) => {
            let navies = book.navies.as_ref().unwrap();
            navies.waters.opens(*port).iter().any(|area| scouted.contains(area))
        }
    }
}

/// What each power knows of the sea is what its eyes see, and no more: at the opening and after turns of automatic players.
#[test]
fn nobody_knows_of_ships_that_they_cannot_see() {
    let table = Table::named("kriegsspiel/europe", &[]);
    let (mut at, mut shown, mut hidden) = (table.opening(), 0, 0);
    for turn in 0..if crate::effort::is_more() { 6 } else { 2 } {
        let now = state(&at);
        for (power, known) in &at.known {
            let known: Known = serde_json::from_str(known).unwrap();
            let eyes = eyes(&table.book, &now, power);
            let own: BTreeSet<&String> = now
                .navy
                .fleets
                .values()
                .filter(|one| one.power == *power)
                .map(|one| &one.name)
                .collect();
            assert_eq!(
                known.navy.fleets.keys().collect::<BTreeSet<_>>(),
                own,
                "{power}, turn {turn}"
            );
            let mut expected: BTreeMap<(String, Berth), u32> = BTreeMap::new();
            for fleet in now.navy.fleets.values().filter(|one| one.power != *power) {
                match sees(&table.book, &eyes, fleet) {
                    true => {
                        let key = (fleet.power.clone(), fleet.at.clone());
                        *expected.entry(key).or_default() +=
                            count(&fleet.ships) + count(&fleet.prizes);
                        shown += 1;
                    }
                    false => hidden += 1,
                }
            }
            let expected: BTreeSet<_> = expected
                .into_iter()
                .map(|((power, at), ships)| (power, at, Size::of(ships)))
                .collect();
            let sails = known.navy.sails.iter().filter(|one| one.last.is_none());
            let sails: BTreeSet<_> =
                sails.map(|one| (one.power.clone(), one.at.clone(), one.size)).collect();
            assert_eq!(sails, expected, "{power}, turn {turn}");
        }
        let season = at.season.to_string();
        let write = |(who, (power, known)): (usize, (&String, &String))| {
            let read: Known = serde_json::from_str(known).unwrap();
            let entries = entries(&table.book, &read, turn * 97 + who as u64);
            let orders = if read.politics.council { "" } else { "orders:\n" };
            let entries = if orders.is_empty() { String::new() } else { entries };
            (power.clone(), format!("season: {season}\npower: {power}\n{orders}{entries}"))
        };
        let sheets = at.known.iter().enumerate().map(write).collect();
        let mut ledger = Ledger::seeded(&season, [7; 32]);
        at = table.game.resolve(&at, &sheets, &mut ledger).unwrap().after;
    }
    assert!(shown > 20 && hidden > 100, "{shown} {hidden}");
}

/// Twins: another ship in a harbour that nobody looks into, and another word to ships that meet nobody, change nothing that
/// others know.
#[test]
fn what_is_out_of_sight_changes_nothing_for_others() {
    let table = Table::named("kriegsspiel/europe", &[]);
    let opening = table.opening();
    let sheets = |at: &play::Position| -> BTreeMap<String, String> {
        let write = |(who, (power, known)): (usize, (&String, &String))| {
            let read: Known = serde_json::from_str(known).unwrap();
            let entries = entries(&table.book, &read, 41 + who as u64);
            (power.clone(), format!("power: {power}\norders:\n{entries}"))
        };
        at.known.iter().enumerate().map(write).collect()
    };
    let play = |at: &play::Position, sheets: &BTreeMap<String, String>| {
        let mut ledger = Ledger::seeded("autumn 1805", [3; 32]);
        table.game.resolve(at, sheets, &mut ledger).unwrap()
    };
    let sheets = sheets(&opening);
    let one = play(&opening, &sheets);
    let met: BTreeSet<String> = events(&one)
        .iter()
        .filter_map(|event| match event {
            Event::Sea(SeaEvent::Met { first, second, .. }) => {
                Some([first.who.clone(), second.who.clone()])
            }
            _ => None,
        })
        .flatten()
        .collect();
    let (mut pairs, mut holes) = (0, 0);
    for (power, known) in &opening.known {
        let read: Known = serde_json::from_str(known).unwrap();
        for group in own_groups(&read).into_iter().filter(|one| !met.contains(&one.who)) {
            // The word to those who meet nobody is asked of nobody.
            let mut other = sheets.clone();
            let entry = format!("- fleet: \"{}\"\n  at sea: ", group.who);
            let sheet = other.get_mut(power).unwrap();
            let from = sheet.find(&entry).unwrap() + entry.len();
            let to = from + sheet[from..].find('\n').unwrap();
            let word = if &sheet[from..to] == "evade" { "intercept" } else { "evade" };
            sheet.replace_range(from..to, word);
            let twin = play(&opening, &other);
            for (eye, known) in one.after.known.iter().filter(|(eye, _)| *eye != power) {
                assert_eq!(
                    *known, twin.after.known[eye],
                    "{eye} learns of the word to {}",
                    group.who
                );
                pairs += 1;
            }
            let own = |known: &str| known.contains("not-asked");
            holes += usize::from(!own(&one.after.known[power]));
        }
    }
    assert!(pairs > 100 && holes == 0, "{pairs} pairs, {holes} holes");
}
