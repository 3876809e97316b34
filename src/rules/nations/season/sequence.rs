//! The sequence of play of a season, on one screen (NIA §2).
//!
//! Who is called away leaves, and who comes back or arrives is there at the start (§9.3, §21.D); the pool is made (§3.1); markers are played until the pool
//! is empty or winter quarters end it (§3.2). Each land marker lets the powers of its bloc act, in
//! the order of diplomacy, each by the entries of its sheet in their order (§5.1.3). Of the entries of
//! one leader the first that fits is played; those that wait for a marker or for their `if` do not
//! hold up the ones behind them.
//! On a naval marker the squadrons of its bloc sail (§5.1.1). In spring the corsairs are hunted before
//! anything else (§12.2.3), and who is on board when the marches are over is lost (§5.3.3).

use crate::Nations;
use crate::book::terms::Asked;
use crate::decisions::Topic;
use crate::land::attrition;
use crate::land::combat::leaders;
use crate::land::joining;
use crate::land::siege;
use crate::orders::Entry;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::record::event::{OrderEvent, Reason, SequenceEvent};
use crate::record::state::{Bloc, Marker};
use crate::sea::{corsairs, troops, voyage, wake};
use crate::season::abroad;
use crate::season::activation;
use crate::season::arrivals;
use crate::season::cabinet;
use crate::season::cards;
use crate::season::commands;
use crate::season::credit;
use crate::season::deck;
use crate::season::favours;
use crate::season::initiative::{self, Drawn, Draws};
use crate::season::levies;
use crate::season::liberation;
use crate::season::recall;
use crate::season::restraints;
use crate::season::returns;
use crate::season::rulings;
use crate::season::setup;
use crate::season::transport;
use crate::season::turn::Turn;
use crate::season::victory;
use crate::season::withdrawals;
use kit::calendar::Quarter;
use kit::ledger::Now;
use kit::rule::Rule;
use play::table::read;
use std::collections::BTreeSet;

const SORTIE: Rule = Rule("NIA §6.2");

/// Plays one season from its first event to its last.
pub fn play(turn: &mut Turn) {
    initiative::make_pool(turn);
    rulings::play(turn, Now::Start);
    turn.announce();
    let (season, first) = (turn.state.season, turn.book.scenario.first);
    // Where there is money they are hunted when it comes in (§12.2.3.1).
    if turn.book.spends_with_orders(season) {
        cabinet::spend(turn);
    } else if season.quarter == Quarter::Spring && season != first && !turn.book.has_money() {
        corsairs::hunt(turn);
    }
    setup::leaders_of_the_year(turn);
    returns::come_back(turn);
    levies::look(turn);
    returns::promise(turn, Asked::Start);
    commands::take(turn, false);
    withdrawals::take(turn, false);
    arrivals::bring(turn);
    returns::armies_again(turn);
    commands::take(turn, true);
    setup::special_rules(turn);
    let mut draws = Draws::default();
    let mut played = 1;
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::Before(played));
    while let Drawn::Play(marker) = draws.next(turn) {
        play_marker(turn, marker);
        setup::releases(turn);
        turn.state.check(&turn.book.people);
        played += 1;
        rulings::play(turn, Now::Pause);
        rulings::play(turn, Now::Before(played));
    }
    if turn.is_told() {
        return; // The season goes on, but not in this case.
    }
    favours::never(turn);
    restraints::withdraw(turn);
    troops::not_landed(turn);
    attrition::last(turn);
    leaders::keep_limits(turn);
    siege::hold(turn);
    joining::crowds(turn);
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    withdrawals::take(turn, true);
    let season = turn.state.season;
    restraints::surrenders(turn);
    credit::reckon(turn);
    abroad::winter(turn);
    let last = season >= turn.book.scenario.last;
    if last {
        victory::score(turn);
    }
    let scenario_over = victory::decide(turn, last);
    if !scenario_over {
        deck::draw(turn);
        liberation::end(turn);
        returns::promise(turn, Asked::End);
    }
    turn.tell_rulings(&[]);
    let cabinet = !scenario_over && turn.book.has_cabinet_before(season.next());
    turn.record(SequenceEvent::SeasonEnded { season, scenario_over, cabinet });
}

/// Plays one marker (NIA §5.1).
fn play_marker(turn: &mut Turn, marker: Marker) {
    turn.active.clear();
    turn.sailed.clear();
    turn.transported = 0;
    turn.marker = Some(marker);
    let bloc = match marker {
        Marker::Land(bloc, _) | Marker::Naval(bloc, _) => bloc,
        // Neutral powers act on their own markers alone, once a season (§5.1.2).
        Marker::NeutralLand | Marker::NeutralNaval => Bloc::Neutral,
        Marker::WinterQuarters => return,
    };
    cards::scorch(turn);
    let mut moved = false;
    for power in turn.powers(bloc) {
        moved |= play_power(turn, &power, marker);
    }
    leaders::keep_limits(turn);
    if matches!(marker, Marker::Land(..)) && !moved {
        turn.record(SequenceEvent::NobodyMoved { bloc });
    }
}

/// Tries a power's entries in their order: of each leader the first that fits is played, one a
/// marker (§5.1.3).
fn play_power(turn: &mut Turn, power: &str, marker: Marker) -> bool {
    if matches!(marker, Marker::Land(..) | Marker::NeutralLand) {
        favours::found(turn, power);
    }
    // The entries are taken out while they are played; the reactions stay where rules find them.
    let granted = turn.take_granted(power);
    if !granted.is_empty() {
        turn.sheets.entry(power.to_owned()).or_default().entries.extend(granted);
    }
    let Some(sheet) = turn.sheets.get_mut(power) else { return false };
    let mut entries = std::mem::take(&mut sheet.entries);
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut moved = false;
    for entry in entries.iter_mut().filter(|entry| !entry.used) {
        rulings::play(turn, Now::Pause);
        if turn.is_denied(power, entry) {
            entry.used = true;
            continue;
        }
        if done.contains(&entry.who) {
            continue;
        }
        tried.insert(entry.who.clone());
        let tried_entry = try_entry(turn, power, entry, marker);
        turn.entry_card = None;
        turn.lasting_cards.end_entry();
        recall::look(turn);
        restraints::look(turn);
        match tried_entry {
            Tried::Played { marched } => {
                moved |= marched;
                done.insert(entry.who.clone());
            }
            Tried::Waits { for_good: true } => {
                done.insert(entry.who.clone());
            }
            Tried::Waits { for_good: false } | Tried::OtherElement => {}
        }
    }
    if let Some(sheet) = turn.sheets.get_mut(power) {
        sheet.entries = entries;
    }
    moved | sorties(turn, power, marker, &tried)
}

/// What became of an entry at a marker.
enum Tried {
    Played {
        marched: bool,
    },
    /// It was not played; for good if no other entry of the same leader can be played now.
    Waits {
        for_good: bool,
    },
    /// Ships on a land marker, or troops on a naval one.
    OtherElement,
}

/// Plays an entry if it fits this marker.
fn try_entry(turn: &mut Turn, power: &str, entry: &mut Entry, marker: Marker) -> Tried {
    let waits = if entry.is_transport() {
        match transport::wake(turn, power, entry, marker) {
            Ok(None) => return Tried::OtherElement,
            Ok(Some(force)) => {
                entry.used = true;
                take_up(turn, power, entry);
                transport::run(turn, power, entry, force);
                return Tried::Played { marched: false };
            }
            Err(reason) => reason,
        }
    } else if entry.at_sea() {
        match wake::wake(turn, power, entry, marker) {
            Ok(None) => return Tried::OtherElement,
            Ok(Some(fleets)) => {
                entry.used = true;
                take_up(turn, power, entry);
                voyage::run(turn, power, entry, fleets, marker);
                return Tried::Played { marched: false };
            }
            Err(reason) => reason,
        }
    } else {
        match activation::wake(turn, power, entry, marker) {
            Ok(None) => return Tried::OtherElement,
            Ok(Some(force)) => {
                entry.used = true;
                take_up(turn, power, entry);
                activation::run(turn, power, entry, force, marker);
                return Tried::Played { marched: true };
            }
            Err(reason) => reason,
        }
    };
    // An entry that can never be played any more is not tried again.
    entry.used |= matches!(waits, Reason::ThirdMarch | Reason::NoCard { .. });
    let for_good = !waits.is_of_the_entry();
    let (power, number, who) = (power.to_owned(), entry.number, entry.who.clone());
    turn.record(OrderEvent::Waited { power, entry: number, who, reason: waits });
    Tried::Waits { for_good }
}

fn take_up(turn: &mut Turn, power: &str, entry: &Entry) {
    let (power, entry, who) = (power.to_owned(), entry.number, entry.who.clone());
    turn.record(OrderEvent::TakenUp { power, entry, who });
}

/// Lets besieged leaders without an entry come out, if their reactions want it (NIA §6.2).
fn sorties(turn: &mut Turn, power: &str, marker: Marker, tried: &BTreeSet<String>) -> bool {
    let shut_up = turn.state.forces.values().filter(|force| force.power == power && force.inside);
    let leaders: Vec<(String, String)> = shut_up
        .filter_map(|force| Some((force.commander()?.to_owned(), turn.book.atlas.number(force.at))))
        .filter(|(leader, _)| !tried.contains(leader))
        .collect();
    let mut moved = false;
    for (leader, at) in leaders {
        let Some(force) = turn.state.with_leader(&leader).cloned() else { continue };
        let said = Will::default().wants(turn, &force, Topic::Sortie.path());
        let text = format!("activations: [{{leader: '{leader}', steps: [{{attack: {at}}}]}}]");
        let (sheet, _) = read::<Nations>(turn.book, turn.known(power), &text);
        let Some(entry) = sheet.entries.into_iter().next() else { continue };
        let able = activation::wake(turn, power, &entry, marker);
        let (Ok(Some(id)), Some(_)) = (able, said) else { continue };
        if will::yes(turn, SORTIE, &force, Topic::Sortie, false, said) {
            activation::run(turn, power, &entry, id, marker);
            moved = true;
        }
    }
    moved
}
