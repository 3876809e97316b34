//! Tests of `season/returns.rs`.

use kit::ground::Space;
use kit::ledger::Ledger;
use nations::Nations;
use nations::book::Book;
use nations::book::terms::Asked;
use nations::land::stacking;
use nations::record::event::BattleEvent;
use nations::record::event::{Event, Fate, SiegeEvent};
use nations::record::state::ForceId;
use nations::record::state::State;
use nations::season::arrivals;
use nations::season::returns::*;
use nations::season::setup;
use nations::sight::known::Known;
use nations::turn::Turn;
use play::Table;
use play::table::read;
use std::collections::BTreeMap;

fn open(scenario: &str) -> (Book, State) {
    let book = Book::read(&play::shelf::<nations::Nations>(), scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    (book, state)
}

fn play(book: &Book, state: State, act: impl FnOnce(&mut Turn)) -> (Vec<Event>, State) {
    let mut ledger = Ledger::seeded("a season", [0; 32]);
    let mut turn = Turn::new(book, state, BTreeMap::new(), &mut ledger);
    act(&mut turn);
    turn.state.check(&book.people);
    let table = Table::from(turn);
    (table.events, table.state)
}

fn hex(book: &Book, code: &str) -> Space {
    book.atlas.code(code).unwrap()
}

fn id(state: &State, leader: &str) -> ForceId {
    state.with_leader(leader).unwrap().id
}

/// §9.3: Brock left Hanover with honours; the Hanoverians have no country left to go to.
#[test]
fn a_garrison_with_honours_comes_back_in_spring() {
    let (book, mut state) = open("marengo-1800");
    let (brock, hanover) = (id(&state, "Brock"), hex(&book, "W3219"));
    let back = "spring 1801".parse().unwrap();
    let power = "britain".to_owned();
    let honours = SiegeEvent::HonoursOfWar {
        force: brock,
        power,
        at: hanover,
        leader: None,
        units: vec![],
        back,
    };
    state.apply(&honours.into());
    state.held.insert(hanover, "france".to_owned());
    let (events, state) = play(&book, state, come_back);
    assert_eq!(events, [], "not before its time");

    let mut state = state;
    state.season = back;
    let (events, state) = play(&book, state, come_back);
    assert_eq!(events.len(), 1);
    let brock = state.with_leader("Brock").unwrap();
    assert!(book.atlas.distance(brock.at, hex(&book, "W2123")) <= 1, "London is held by others");
    assert_eq!(brock.steps(), 2);
    assert!(state.returning.is_empty());
    let (events, _) = play(&book, state, come_back);
    assert_eq!(events, [], "and it comes once");
}

/// §8.2.5: a wound heals in a season, and the leader waits in his pool.
#[test]
fn a_wounded_leader_comes_back_to_his_pool() {
    let (book, mut state) = open("marengo-1800");
    let back = "summer 1800".parse().unwrap();
    let (power, leader) = ("france".to_owned(), "Lannes".to_owned());
    let wounded = BattleEvent::LeaderChecked {
        force: id(&state, "Bonaparte"),
        power,
        leader,
        at: hex(&book, "W3130"),
        overall: false,
        die: 5,
        fate: Fate::Wounded,
        back: Some(back),
    };
    state.apply(&wounded.into());
    assert!(!state.pools["france"].contains("Lannes"));
    state.season = back;
    let (_, state) = play(&book, state, come_back);
    assert!(state.pools["france"].contains("Lannes") && state.returning.is_empty());
}

/// §21.1.3: Wurmser is promised once, when the Austrian army is beaten, and comes a season later.
#[test]
fn wurmser_comes_a_season_after_the_defeat() {
    let (book, mut state) = open("italy-1796");
    let (events, quiet) = play(&book, state.clone(), |turn| conditional_arrivals(turn, Asked::End));
    assert_eq!(events, []);
    assert!(quiet.promised.is_empty());
    let beaulieu = id(&state, "Beaulieu");
    state.forces.get_mut(&beaulieu).unwrap().demoralized = true;
    let (_, state) = play(&book, state, |turn| conditional_arrivals(turn, Asked::End));
    let summer = "summer 1796".parse().unwrap();
    assert_eq!(state.promised["Wurmser"], summer);
    let (events, mut state) = play(&book, state, |turn| conditional_arrivals(turn, Asked::End));
    assert_eq!(events, [], "it is promised once");
    state.season = summer;
    let (_, state) = play(&book, state, arrivals::bring);
    let wurmser = state.with_leader("Wurmser").unwrap();
    assert!(book.atlas.distance(wurmser.at, hex(&book, "W3828")) <= 1);
    assert_eq!(wurmser.leaders, ["Wurmser", "Davidovic"]);
    let quasdanovitch = state.with_leader("Quasdanovitch").unwrap();
    assert_eq!(book.atlas.distance(wurmser.at, quasdanovitch.at), 1, "no third leader here");
    assert_eq!(wurmser.steps() + quasdanovitch.steps(), 6);
    for force in [wurmser, quasdanovitch] {
        assert!(stacking::fits(&book, force) && force.steps() > 0);
    }
}

/// §21.1.3: the Austrian may send a part of them to the other town.
#[test]
fn wurmsers_force_may_come_to_two_towns() {
    let (book, mut state) = open("italy-1796");
    state.promised.insert("Wurmser".to_owned(), state.season);
    let known = Known::new("austria", state.season, &state.relations);
    let text = "set-up: {Wurmser: {at: [Trieste, Innsbruck]}}";
    let (sheet, said) = read::<Nations>(&book, &known, text);
    assert!(said.is_empty(), "{said:?}");
    let (_, state) = play(&book, state, |turn| {
        turn.sheets.insert("austria".to_owned(), sheet);
        arrivals::bring(turn);
    });
    let at = |leader| state.with_leader(leader).unwrap().at;
    assert_eq!(at("Wurmser"), book.atlas.named("Trieste").unwrap());
    let innsbruck = book.atlas.named("Innsbruck").unwrap();
    assert!(book.atlas.distance(at("Quasdanovitch"), innsbruck) <= 1);
}

/// §21.1.3: what stands at the border of the area is placed within it.
#[test]
fn bernadotte_comes_when_mantua_and_bologna_are_held_or_besieged() {
    let (book, mut state) = open("italy-1796");
    state.held.insert(book.atlas.named("Bologna").unwrap(), "france".to_owned());
    let (events, mut state) = play(&book, state, |turn| conditional_arrivals(turn, Asked::Start));
    assert_eq!(events, []);
    let serurier = id(&state, "Serurier");
    let serurier = state.forces.get_mut(&serurier).unwrap();
    serurier.at = book.atlas.named("Mantua").unwrap();
    serurier.siege = Some(1);
    let (_, state) = play(&book, state, |turn| {
        conditional_arrivals(turn, Asked::Start);
        arrivals::bring(turn);
    });
    let bernadotte = state.with_leader("Bernadotte").unwrap();
    assert_eq!((bernadotte.at, bernadotte.steps()), (hex(&book, "W3233"), 4));
    assert!(state.forces.values().all(|force| book.scenario.in_play(force.at)));
}

/// §21.1.3, §12.4: a lost marker goes to the senior leader who has the corps for it.
#[test]
fn the_austrian_marker_is_built_again() {
    let (book, mut state) = open("italy-1796");
    let beaulieu = id(&state, "Beaulieu");
    let (events, state_before) = play(&book, state.clone(), armies_again);
    assert!(events.is_empty() && state_before.armies_lost.is_empty());
    let army = state.forces.get_mut(&beaulieu).unwrap().army.take().unwrap();
    state.forces.get_mut(&beaulieu).unwrap().leaders.truncate(1);
    state.armies_lost.entry("austria".to_owned()).or_default().insert(army.clone());
    state.pools.entry("austria".to_owned()).or_default().insert("Sebotendorf".to_owned());
    let (events, state) = play(&book, state, armies_again);
    assert_eq!(events.len(), 1);
    assert_eq!(state.force(beaulieu).army.as_ref(), Some(&army));
    assert!(state.armies_lost["austria"].is_empty());
}

#[test]
fn winter_mends_disorder() {
    let (book, mut state) = open("italy-1796");
    let beaulieu = id(&state, "Beaulieu");
    state.forces.get_mut(&beaulieu).unwrap().demoralized = true;
    let (events, mut state) = play(&book, state, winter);
    assert_eq!(events, [], "it is spring");
    state.season = "winter 1796".parse().unwrap();
    let (_, state) = play(&book, state, winter);
    assert!(!state.force(beaulieu).demoralized);
}

/// §21.D: Alvinczy comes with his troops in autumn, and cannot have been drawn before.
#[test]
fn who_is_still_to_come_follows_nobody() {
    let (book, mut state) = open("italy-1796");
    let alvinczy = "Alvinczy".to_owned();
    assert!(state.pools["austria"].contains(&alvinczy));
    assert!(!successors(&book, &state, "austria").contains(&alvinczy));
    state.season = "winter 1796".parse().unwrap();
    assert!(successors(&book, &state, "austria").contains(&alvinczy));
}

#[test]
fn some_leaders_may_not_follow_others() {
    let (book, state) = open("italy-1796");
    let (france, austria) =
        (successors(&book, &state, "france"), successors(&book, &state, "austria"));
    assert!(state.pools["france"].contains("Moreau") && !france.contains(&"Moreau".to_owned()));
    assert!(state.pools["austria"].contains("Charles"));
    assert!(!austria.contains(&"Charles".to_owned()) && !austria.is_empty());
    assert!(!france.is_empty());
}
