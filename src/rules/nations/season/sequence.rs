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
use crate::cards;
use crate::cards::{deck, public, risings};
use crate::decisions::Topic;
use crate::land::attrition;
use crate::land::combat::leaders;
use crate::land::joining;
use crate::land::siege;
use crate::money::cabinet;
use crate::orders::Entry;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::politics::abroad;
use crate::politics::conquest::winter;
use crate::politics::credit;
use crate::politics::diplomacy;
use crate::politics::entering;
use crate::politics::instability;
use crate::politics::levies;
use crate::politics::liberation;
use crate::politics::partitions;
use crate::politics::peace::settle;
use crate::politics::satellites;
use crate::record::event::{OrderEvent, Reason, SequenceEvent};
use crate::record::exchange::Exchange;
use crate::record::state::{Bloc, Marker};
use crate::sea::{corsairs, troops, voyage, wake};
use crate::season::armies;
use crate::season::arrivals;
use crate::season::commands;
use crate::season::entries;
use crate::season::initiative::{self, Drawn, Draws};
use crate::season::orders_of_war;
use crate::season::recall;
use crate::season::restraints;
use crate::season::returns;
use crate::season::rulings;
use crate::season::setup;
use crate::season::transport;
use crate::season::turncoat;
use crate::season::victory;
use crate::season::withdrawals;
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::ledger::Now;
use kit::rule::Rule;
use play::table::read;
use std::collections::BTreeSet;

const SORTIE: Rule = Rule("NIA §6.2");

/// Plays one season from its first event to its last.
pub fn play(turn: &mut Turn) {
    begin(turn);
    markers(turn);
    if turn.is_told() {
        return; // The season goes on, but not in this case.
    }
    end(turn);
}

/// What happens before the first marker is drawn.
fn begin(turn: &mut Turn) {
    initiative::make_pool(turn); // §3.1
    rulings::play(turn, Now::Start);
    turn.announce();
    public::at_the_start(turn); // §11.1
    risings::levies(turn); // §11.1
    risings::traps(turn); // §14.4.1
    money_or_corsairs(turn);
    setup::leaders_of_the_year(turn); // §21.D
    returns::come_back(turn); // §9.3, §8.2.5
    levies::raise_or_dismiss(turn); // §14.5
    returns::conditional_arrivals(turn, Asked::Start); // §21.1.3
    commands::take(turn, false); // §21.3.5
    withdrawals::take(turn, false); // §21.D
    arrivals::bring(turn); // §21.D
    returns::armies_again(turn); // §12.4, §21.1.3
    commands::take(turn, true);
    diplomacy::phase(turn, Exchange::Quarter(turn.state.season)); // §11.2, §11.3
    entering::play(turn, turn.events.len()); // §21.2.1
    setup::special_rules(turn); // §21.3
}

/// Money is spent with the orders where the scenario says so (§12); without money, corsairs are
/// hunted in spring before anything else (§12.2.3.1).
fn money_or_corsairs(turn: &mut Turn) {
    let (season, first) = (turn.state.season, turn.book.scenario.first);
    if turn.book.spends_with_orders(season) {
        cabinet::spend(turn);
    } else if season.quarter == Quarter::Spring && season != first && !turn.book.has_money() {
        corsairs::hunt(turn);
    }
}

/// Draws and plays markers until the pool is empty or winter quarters end it (§3.2).
fn markers(turn: &mut Turn) {
    let mut draws = Draws::default();
    let mut played = 1;
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::Before(played));
    instability::without_fleets(turn); // §14.4.1
    while let Drawn::Play(marker) = draws.next(turn) {
        let since = turn.events.len();
        play_marker(turn, marker);
        restraints::note_guests(turn, since); // §21.2.4
        entering::play(turn, since); // §21.2.1
        setup::releases(turn, false); // §21.3
        orders_of_war::free(turn); // §21.2.2
        instability::without_fleets(turn); // §14.4.1
        turn.state.check(&turn.book.people);
        played += 1;
        rulings::play(turn, Now::Pause);
        rulings::play(turn, Now::Before(played));
    }
}

/// What happens when the marches are over: losses, points, and whether the game ends.
fn end(turn: &mut Turn) {
    armies::tell_missing(turn); // §12.4
    restraints::withdraw(turn); // §21.3.2
    troops::not_landed(turn); // §5.3.3
    attrition::last(turn); // §7.4
    leaders::keep_limits(turn); // §4.2.4
    siege::hold(turn); // §9.4
    joining::crowds(turn); // §4.1.1
    leaders::keep_limits(turn); // What these two take can leave allied steps surplus.
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    withdrawals::take(turn, true); // §21.D
    turncoat::come(turn); // §15.4
    let season = turn.state.season;
    restraints::surrenders(turn); // §13.1
    winter::play(turn); // §13.1, §13.2
    partitions::play(turn); // §19.6
    settle::play(turn); // §13.3
    winter::decide(turn); // §13.1.2, §19.1
    satellites::bind(turn); // §11.2.2
    credit::reckon(turn); // §15.1
    abroad::winter(turn); // §14.1
    let last = season >= turn.book.scenario.last;
    if last {
        victory::score(turn); // §21.1
    }
    let scenario_over = victory::decide(turn, last); // §16, §21.3
    if !scenario_over {
        liberation::end(turn); // §14.4.2
        deck::draw(turn); // §11.1
        returns::conditional_arrivals(turn, Asked::End); // §21.1.3
    }
    turn.tell_reactions();
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
        armies::set_up(turn, power);
    }
    // The entries are taken out while they are played; the reactions stay where rules find them.
    let granted = turn.take_granted(power);
    if !granted.is_empty() {
        turn.sheets.entry(power.to_owned()).or_default().entries.extend(granted);
    }
    let Some(sheet) = turn.sheets.get_mut(power) else {
        return orders_of_war::march(turn, power, marker); // §21.2.2
    };
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
        cards::end_entry(turn, entry);
        turn.lasting_cards.end_entry();
        recall::call_away(turn);
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
    moved |= orders_of_war::march(turn, power, marker); // §21.2.2
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
        match entries::wake(turn, power, entry, marker) {
            Ok(None) => return Tried::OtherElement,
            Ok(Some(force)) => {
                entry.used = true;
                take_up(turn, power, entry);
                entries::run(turn, power, entry, force, marker);
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
    let (power, entry, who) = (power.to_owned(), entry.number, entry.acting());
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
        let able = entries::wake(turn, power, &entry, marker);
        let (Ok(Some(id)), Some(_)) = (able, said) else { continue };
        if will::yes(turn, SORTIE, &force, Topic::Sortie, false, said) {
            entries::run(turn, power, &entry, id, marker);
            moved = true;
        }
    }
    moved
}
