//! Tests of `land/supply.rs`.

use kit::ground::Space;
use kit::ledger::Ledger;
use nations::book::Book;
use nations::land::nationality::nation;
use nations::land::supply::*;
use nations::record::state::Squadron;
use nations::record::state::{Anchorage, Bloc, Force, ForceId, Fort, State};
use nations::season::setup;
use std::collections::BTreeMap;
use std::fmt::Write;

fn book() -> Book {
    Book::read(&play::shelf::<nations::Nations>(), "marengo-1800", &BTreeMap::new()).unwrap()
}

/// The printed spring of 1800 as it is set up.
fn spring(book: &Book) -> State {
    setup::opening(book, &BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32])).state
}

fn hex(book: &Book, code: &str) -> Space {
    book.atlas.code(code).unwrap()
}

fn told(book: &Book, line: Option<Vec<Space>>) -> String {
    let mut told = String::new();
    let Some(line) = line else { return "none".to_owned() };
    line.iter().for_each(|at| write!(told, "{} ", book.atlas.number(*at)).unwrap());
    told.trim_end().to_owned()
}

/// The line from a hex in a state.
fn from(book: &Book, state: &State, power: &str, code: &str) -> String {
    let land = Land::of(book, state, power);
    told(book, line(&land, power, hex(book, code), &Moment::default()))
}

fn put(state: &mut State, force: Force) {
    state.forces.insert(force.id, force);
}

fn depot(book: &Book, state: &mut State, power: &str, code: &str) {
    let number = u32::try_from(state.forces.len()).unwrap();
    let id = ForceId::of(book, power, 1_000 + number);
    let mut force = Force::new(id, power, hex(book, code));
    force.depots = 1;
    put(state, force);
}

fn goes(state: &mut State, leader: &str, to: Space) {
    let id = state.with_leader(leader).unwrap().id;
    state.forces.get_mut(&id).unwrap().at = to;
}

#[test]
fn the_lines_of_the_printed_spring() {
    let book = book();
    let mut state = spring(&book);
    let bonaparte = hex(&book, "W3130");
    let land = Land::of(&book, &state, "france");
    assert_eq!(land.cost(bonaparte, hex(&book, "W3129")), Some(1), "Besançon is next door");
    drop(land);
    assert_eq!(from(&book, &state, "france", "W3130"), "W3129");
    let turin = hex(&book, "W3432");
    assert_eq!(from(&book, &state, "austria", "W3633"), "W3432", "Ott; Turin is as near");
    state.forts.insert(turin, Fort { lost: 0, empty: true });
    assert_eq!(from(&book, &state, "austria", "W3633"), "W3732", "Ott is fed from Milan");
    state.forts.remove(&turin);
    assert_eq!(from(&book, &state, "france", "W3219"), "W2821", "Augereau, from Amsterdam");

    assert_eq!(from(&book, &state, "france", "W3431"), "none", "too far without a depot");
    depot(&book, &mut state, "france", "W3331");
    assert_eq!(from(&book, &state, "france", "W3331"), "W3129");
    assert_eq!(from(&book, &state, "france", "W3431"), "W3331 W3129");
}

/// After Marengo: Melas beaten at Milan, Turin armed again, Bonaparte before Genoa.
#[test]
fn the_line_from_genoa_over_turin() {
    let book = book();
    let mut state = spring(&book);
    depot(&book, &mut state, "france", "W3331");
    let (milan, genoa) = (hex(&book, "W3732"), hex(&book, "W3633"));
    goes(&mut state, "Melas", hex(&book, "W3632"));
    goes(&mut state, "Kollowrat", milan);
    let ott = state.with_leader("Ott").unwrap().id;
    state.forces.remove(&ott);
    let masséna = state.with_leader("Masséna").unwrap().id;
    state.forces.remove(&masséna);
    state.forts.insert(genoa, Fort { lost: 0, empty: true });
    state.held.insert(hex(&book, "W3432"), "france".to_owned());
    assert_eq!(from(&book, &state, "france", "W3633"), "none", "Melas has his zone");
    let melas = state.with_leader("Melas").unwrap().id;
    state.forces.get_mut(&melas).unwrap().demoralized = true;
    goes(&mut state, "Melas", milan);
    assert_eq!(from(&book, &state, "france", "W3633"), "W3432 W3331 W3129");
    let turin = hex(&book, "W3432");
    state.forts.insert(turin, Fort { lost: 0, empty: true });
    assert_eq!(from(&book, &state, "france", "W3633"), "none", "an empty Turin is no link");
}

#[test]
fn what_cuts_a_line() {
    let book = book();
    let mut state = spring(&book);
    depot(&book, &mut state, "france", "W3331");
    let at = hex(&book, "W3431");
    let feeds = |state: &State, moment: &Moment| {
        let land = Land::of(&book, state, "france");
        line(&land, "france", at, moment).is_some()
    };
    let quiet = Moment::default();
    assert!(feeds(&state, &quiet));
    let contact = Moment { contact: vec![hex(&book, "W3331")], ..Moment::default() };
    assert!(!feeds(&state, &contact), "the hex of contact of a leader");

    let melas = state.with_leader("Melas").unwrap().at;
    goes(&mut state, "Melas", at);
    assert!(!feeds(&state, &quiet), "the zone, even from the same hex");
    let battle = Moment { battle: Some(at), ..Moment::default() };
    assert!(feeds(&state, &battle), "an army in a battle has no zone");
    goes(&mut state, "Melas", melas);

    // A train of the enemy does no harm, a detachment does.
    let mut other = Force::new(ForceId::of(&book, "austria", 900), "austria", hex(&book, "W3331"));
    other.trains = 1;
    put(&mut state, other.clone());
    assert!(feeds(&state, &quiet));
    other.depots = 1;
    put(&mut state, other);
    assert!(!feeds(&state, &quiet), "an enemy depot");
}

#[test]
fn a_besieged_place_feeds_its_own_level() {
    let book = book();
    let mut state = spring(&book);
    let masséna = state.with_leader("Masséna").unwrap().id;
    let moment = Moment::default();
    assert!(supplied(&book, &state, state.force(masséna), &moment), "one step in a level of two");
    let unit = state.force(masséna).units[0].clone();
    let inside = &mut state.forces.get_mut(&masséna).unwrap().units;
    inside.extend([unit.clone(), unit]);
    assert!(!supplied(&book, &state, state.force(masséna), &moment), "three steps");
    assert_eq!(fed_inside(&book, &state, hex(&book, "W3633")), 2);
}

#[test]
fn a_minors_capital_feeds_its_own_troops_alone() {
    let book = book();
    let state = spring(&book);
    let munich = hex(&book, "W3826");
    let land = Land::of(&book, &state, "austria");
    assert!(land.is_source("bavarian", munich));
    assert!(!land.is_source("austria", munich), "it has no fortress");
    assert!(land.is_source("austria", hex(&book, "W3732")), "Milan");
    assert!(land.is_source("austria", hex(&book, "W3432")), "Turin, with its fortress");
    let de_wrede = state.with_leader("De Wrede").unwrap();
    assert_eq!(nation(&book, de_wrede), "bavarian");
    assert!(supplied(&book, &state, de_wrede, &Moment::default()));
}

#[test]
fn a_power_traces_what_it_knows() {
    let book = book();
    let opening = setup::opening(&book, &BTreeMap::new(), &mut Ledger::seeded("set-up", [0; 32]));
    for (power, known) in &opening.known {
        let (truth, hearsay) =
            (Land::of(&book, &opening.state, power), Land::of(&book, known, &known.power));
        for force in known.own() {
            let line = |land| line(land, nation(&book, force), force.at, &Moment::default());
            assert_eq!(line(&truth), line(&hearsay), "{:?}", force.leaders);
            let feeds = |land| feeds(land, force, &Moment::default());
            assert_eq!(feeds(&truth), feeds(&hearsay), "{:?}", force.leaders);
        }
    }
}

#[test]
fn an_allys_depot_is_no_link() {
    let book = book();
    let mut state = spring(&book);
    state.relations.join("britain", Bloc::Empire);
    depot(&book, &mut state, "britain", "W3331");
    assert_eq!(from(&book, &state, "france", "W3431"), "none");
    state.relations.join("austria", Bloc::Empire);
    let turin = hex(&book, "W3432");
    assert!(Land::of(&book, &state, "france").is_link(turin), "his fortress is one");
}

#[test]
fn a_depot_in_a_harbour_is_fed_by_sea() {
    let book = book();
    let mut state = spring(&book);
    let (naples, london) = (hex(&book, "E0538"), hex(&book, "W2123"));
    state.forts.insert(naples, Fort { lost: 0, empty: true });
    assert_eq!(from(&book, &state, "britain", "E0538"), "none");
    depot(&book, &mut state, "britain", "E0538");
    let by_sea = from(&book, &state, "britain", "E0538");
    assert!(by_sea.starts_with("E0538 ") && by_sea != "none", "{by_sea}");
    // French ships alone on the waters before Naples shut it off.
    let seas = book.atlas.town(naples).unwrap().seas.clone();
    state.squadrons.retain(|ship| !matches!(&ship.at, Anchorage::Sea(sea) if seas.contains(sea)));
    for sea in &seas {
        let at = Anchorage::Sea(sea.clone());
        state.squadrons.push(Squadron::new("france", &at, &[]));
    }
    assert_eq!(from(&book, &state, "britain", "E0538"), "none");
    assert!(Land::of(&book, &state, "britain").is_source("britain", london));
}

#[test]
fn distances_to_the_nearest_source() {
    let book = book();
    let state = spring(&book);
    let far = distance(&book, &state, "france", &Moment::default());
    assert_eq!(far[&hex(&book, "W3129")], 0);
    assert_eq!(far[&hex(&book, "W3130")], 1);
    assert_eq!(far[&hex(&book, "W3331")], 4);
    let austria = distance(&book, &state, "austria", &Moment::default());
    assert_eq!(austria[&hex(&book, "W3633")], 2);
    let source = |at: &Space| Land::of(&book, &state, "austria").is_source("austria", *at);
    assert!(austria.iter().all(|(at, points)| (*points == 0) == source(at)));
}
