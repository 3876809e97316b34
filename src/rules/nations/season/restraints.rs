//! Special rules of a scenario that begin to hold or are looked at during a season (NIA §21.2.4, §21.3.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.1.1, §21.2.4, §21.3.2.

use crate::Nations;
use crate::book::countries::CountryStatus;
use crate::book::restraints::Stream;
use crate::land::guests;
use crate::land::movement::{self, Mover};
use crate::land::supply::{self, Moment};
use crate::politics::allegiance;
use crate::position::Position;
use crate::record::event::{
    BattleEvent, Cause, ContactEvent, CourtEvent, Event, ForceEvent, LossEvent, SequenceEvent,
};
use crate::record::state::{Force, ForceId, Marker};
use crate::season::entries;
use crate::turn::Turn;
use crate::turn::activation::is_spent;
use kit::ground::Space;
use play::table::read;
use std::collections::BTreeSet;

/// Lets the rules about rivers begin that wait for a lost battle: `loser` is a power of the side that lost it,
/// `armies` are that side's forces with a marker after the last round, and `since` is the event with which the
/// battle began.
pub fn begin(turn: &mut Turn, loser: &str, armies: &[Force], since: usize) {
    let rules = turn.book.scenario.special.iter();
    for (id, stream) in rules.filter_map(|rule| Some((&rule.id, rule.stream.as_ref()?))) {
        let (state, power) = (&turn.state, &stream.beaten);
        let waits = state.season == stream.season
            && !state.begun.contains(id)
            && state.friends(power, loser);
        let events = turn.events.get(since..).unwrap_or_default();
        let in_disorder = |army: &Force| {
            army.power == *power
                && (army.demoralized || events.iter().any(|event| breaks(event, army.id)))
        };
        let is_beaten =
            || armies.iter().any(in_disorder) || events.iter().any(|event| is_end_of(event, power));
        if waits && is_beaten() {
            turn.record(SequenceEvent::RuleBegun { rule: id.clone() });
        }
    }
}

/// Whether an event is the check after a battle in which a force loses its order.
fn breaks(event: &Event, id: ForceId) -> bool {
    matches!(event, Event::Battle(BattleEvent::MoraleChecked { force, demoralized: true, .. }) if *force == id)
}

/// Whether an army of a power comes to its end by an event of a battle: it is destroyed, or its marker is lost
/// with its last corps.
fn is_end_of(event: &Event, power: &str) -> bool {
    let (of, cause) = match event {
        Event::Loss(LossEvent::Destroyed { power, army: Some(_), cause, .. }) => (power, cause),
        Event::Loss(LossEvent::Lost { force, army: Some(_), cause, .. }) => (&force.power, cause),
        _ => return false,
    };
    // Who marches to the guns may lose by attrition on the way.
    of == power && !matches!(cause, Cause::Attrition | Cause::Spent)
}

/// Notes whose first activation as a guest is over, and that guests have left their host's land.
pub fn note_guests(turn: &mut Turn, since: usize) {
    let (book, common) = (turn.book, turn.state.common());
    let Some((id, rule)) = guests::rule(book, common) else { return };
    let events = turn.events.get(since..).unwrap_or_default();
    let active = events.iter().filter_map(|event| match event {
        Event::Force(ForceEvent::Activated { force, .. }) => turn.state.forces.get(force),
        _ => None,
    });
    let active = active.filter(|force| guests::is_of(book, rule, force));
    let marched = active.flat_map(|force| &force.leaders).map(|name| guests::marched(id, name));
    let marched: BTreeSet<String> = marched.filter(|key| !common.begun.contains(key)).collect();
    let is_there = |at: Space| guests::is_there(book, common.titles, rule, at);
    let leaves = |event: &Event| match event {
        Event::Force(ForceEvent::Moved { force, from, to, .. })
        | Event::Contact(
            ContactEvent::Retreated { force, from, to }
            | ContactEvent::CameUp { force, from, to }
            | ContactEvent::Avoided { force, at: from, to, succeeded: true, .. },
        ) => force.power(book) == rule.power && is_there(*from) && !is_there(*to),
        _ => false,
    };
    let left = guests::left(id);
    let leaves = !common.begun.contains(&left) && events.iter().any(leaves);
    let power = rule.power.clone();
    for rule in marched {
        turn.record(SequenceEvent::FirstMarchOver { power: power.clone(), rule });
    }
    if leaves {
        turn.record(SequenceEvent::RuleBegun { rule: left });
    }
}

/// Sends those back over the river who have not gone, once the season's marches are over.
pub fn withdraw(turn: &mut Turn) {
    let (book, season) = (turn.book, turn.state.season);
    let rules = book.scenario.special.iter().filter(|rule| turn.state.begun.contains(&rule.id));
    let streams = rules.filter_map(|rule| rule.stream.as_ref());
    let streams: Vec<&Stream> = streams.filter(|stream| stream.season == season).collect();
    for stream in streams {
        let people = &turn.book.people;
        let beyond = |force: &&Force| {
            stream.binds(people, force)
                && stream.far(force.at) > 0
                && !force.inside
                && force.reserve.is_none()
                && !is_spent(force)
        };
        let ids: Vec<ForceId> =
            turn.state.forces.values().filter(beyond).map(|force| force.id).collect();
        for id in ids {
            go_back(turn, stream, id);
        }
    }
}

/// Marches one force toward the bank, as its own entry would.
fn go_back(turn: &mut Turn, stream: &Stream, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let Some(goal) = bank(turn, stream, &force) else { return };
    let (who, to) = (turn.name(&force), turn.book.atlas.number(goal));
    let key = if force.leaders.is_empty() { "force" } else { "leader" };
    let text = format!("activations: [{{{key}: '{who}', steps: [{{march: ['{to}']}}]}}]");
    let (sheet, _) = read::<Nations>(turn.book, turn.known(&force.power), &text);
    let Some(entry) = sheet.entries.into_iter().next() else { return };
    // As on a marker that wakes everybody: what is asked is that it goes.
    let marker = Marker::Land(turn.state.bloc(&force.power), 1);
    turn.active.remove(&id);
    entries::run(turn, &force.power, &entry, id, marker);
}

/// The hex of the bank that a force reaches for the fewest points.
fn bank(turn: &Turn, stream: &Stream, force: &Force) -> Option<Space> {
    let book = turn.book;
    let mover = Mover::of(book, &turn.state, force);
    let near = |at: &Space| {
        let known = turn.known(&force.power);
        let plan = movement::plan(book, known, &mover, (force.at, *at), mover.factor)?;
        Some((plan.iter().map(|leg| leg.cost).sum::<u32>(), *at))
    };
    let all = (0..book.atlas.hex_count()).map(Space);
    let land = |at: &Space| {
        book.atlas.hex(*at).terrain.is_land()
            && book.scenario.in_play(*at)
            && stream.far(*at) == 0
            && book.atlas.around(*at).into_iter().any(|beside| stream.far(beside) > 0)
    };
    all.filter(land).filter_map(|at| near(&at)).min().map(|(_, at)| at)
}

/// Conquers countries whose town has been taken (NIA §21.3.2).
pub fn surrenders(turn: &mut Turn) {
    let rules = turn.book.scenario.special.iter();
    for rule in rules.filter_map(|rule| rule.surrender.as_ref()) {
        let (book, state) = (turn.book, &turn.state);
        let status = CountryStatus::Conquered(rule.to.clone());
        let Some(at) = book.atlas.named(&rule.town) else { continue };
        let ours = |power: &str| state.friends(power, &rule.to);
        let fed = |force: &Force| {
            ours(&force.power)
                && !force.units.is_empty()
                && !force.inside
                && supply::supplied(book, state, force, &Moment::default())
        };
        let held = state.holder(book, at).is_some_and(ours) && state.at(at).any(fed);
        // Who serves that power already does not surrender to it.
        let hostile = state
            .titles
            .status(book, &rule.country)
            .is_some_and(|now| now.power().is_none_or(|power| !ours(power)));
        if !held || !hostile {
            continue;
        }
        allegiance::turn_country(turn, &rule.country, status);
        arm(turn, &rule.country, &rule.to, false);
    }
}

/// Arms the fortresses of a country that its master's side holds, for nothing; `empty`: those alone that are not armed.
pub fn arm(turn: &mut Turn, country: &str, to: &str, empty: bool) {
    let (book, state) = (turn.book, &turn.state);
    let ours = |at: &Space| {
        let province = book.atlas.province(*at).map(|one| one.name.as_str());
        province.and_then(|name| state.titles.owner(book, name)) == Some(country)
            && state.holder(book, *at).is_some_and(|power| state.friends(power, to))
    };
    let forts = state.forts.iter().filter(|(_, fort)| fort.empty || !empty).map(|(at, _)| *at);
    for at in forts.filter(ours).collect::<Vec<Space>>() {
        turn.record(CourtEvent::Restored { at, armed: true });
    }
}
