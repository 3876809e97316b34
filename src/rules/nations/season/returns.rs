//! Who comes back and who comes on a condition: garrisons with honours, healed leaders, arrivals that
//! were promised, army markers built again; and what winter mends (NIA §8.2.5, §8.3.3.1, §9.3, §21.1.3).
//!
//! Not here: timed arrivals and where an arrival may stand (`arrivals.rs`); who loses what (battles,
//! sieges).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.2.5, §8.3.3.1, §9.3, §12.4, §19.6, §21.D, §21.1.3.

use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::scenario::Entry;
use crate::book::terms::{Asked, Release};
use crate::book::units::Unit;
use crate::cards;
use crate::decisions::Topic;
use crate::land::stacking;
use crate::land::supply::{self, Land, Moment};
use crate::politics::allegiance;
use crate::record::event::{BattleEvent, ForceEvent, SequenceEvent};
use crate::record::state::{Force, Returning, State};
use crate::season::arrivals;
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use std::cmp::Reverse;

const HONOURS: Rule = Rule("NIA §9.3");
const MARKER: Rule = Rule("NIA §21.1.3");

/// Brings back whose time has come: leaders to their pool, garrisons to the map.
pub fn come_back(turn: &mut Turn) {
    let season = turn.state.season;
    let due = |returning: &&Returning| returning.when <= season;
    let due: Vec<Returning> = turn.state.returning.iter().filter(due).cloned().collect();
    for Returning { power, leaders, units, .. } in due {
        if units.is_empty() {
            for leader in leaders {
                turn.record(ForceEvent::LeaderPooled { power: power.clone(), leader });
            }
            continue;
        }
        let units: Vec<Unit> =
            units.into_iter().filter(|unit| !stays_away(turn, unit, &power)).collect();
        let nation = |leader: &str| turn.book.people.known(leader).nation.clone();
        let (parted, leaders): (Vec<String>, Vec<String>) = leaders
            .into_iter()
            .partition(|leader| allegiance::is_parted(turn, &nation(leader), &power));
        let pools: Vec<(String, String)> =
            parted.into_iter().map(|leader| (nation(&leader), leader)).collect();
        for (power, leader) in pools {
            turn.record(ForceEvent::LeaderPooled { power, leader });
        }
        if units.is_empty() && leaders.is_empty() {
            continue;
        }
        let mut force = Force::new(turn.new_id(&power), &power, Space(0));
        (force.leaders, force.units) = (leaders, units);
        let Some(at) = home(turn, &force) else { continue };
        force.at = arrivals::room(turn, &power, at);
        arrivals::stand(turn, force, true, None);
    }
}

/// Whether a unit does not come back: it has left its power, or its revolt has ended with its fortress (NIA §14.3).
fn stays_away(turn: &Turn, unit: &Unit, power: &str) -> bool {
    unit.rising.is_some() || allegiance::has_left(turn, unit, power)
}

/// Where a garrison comes back (NIA §9.3, §12.4).
fn home(turn: &mut Turn, force: &Force) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let land = Land::of(book, state, &force.power);
    let nation = supply::nation(book, force);
    let free = |at: &Space| !state.enemy_at(&force.power, *at);
    let mut options: Vec<Space> = land.sources().filter(free).collect();
    let own = book.people.nation(nation).and_then(|nation| nation.country.as_deref());
    let own = own.and_then(|country| land.country_seat(country));
    let own = own.filter(|at| land.is_source(nation, *at) && free(at));
    options.extend(own.filter(|at| !options.contains(at)));
    if options.is_empty() {
        let ours = |at: &Space| {
            let land = book.atlas.hex(*at).terrain.is_land() && book.scenario.in_play(*at);
            land && free(at) && state.holder(book, *at) == Some(&force.power)
        };
        options = (0..book.atlas.hex_count()).map(Space).find(ours).into_iter().collect();
    }
    let seat = book.people.powers.iter().find(|power| power.name == force.power);
    let seat = seat.and_then(|power| book.atlas.named(power.capital.as_deref()?));
    let near = |at: &Space| (seat.map_or(0, |seat| book.atlas.distance(seat, *at)), *at);
    let default = own.or_else(|| options.iter().copied().min_by_key(near))?;
    let question = Question {
        ask: HONOURS.by(turn.name(&Force { at: default, ..force.clone() })).at("place"),
        decider: force.power.clone(),
        decision: Topic::Return.decision(),
        options: options.iter().map(|at| book.atlas.number(*at)).collect(),
        default: book.atlas.number(default),
        needs_human: false,
    };
    book.atlas.code(&turn.ledger.decide(question, None).choice)
}

/// Looks at the conditions of arrivals, and promises those that have come true (NIA §21.1.3).
pub fn conditional_arrivals(turn: &mut Turn, asked: Asked) {
    let season = match asked {
        Asked::Start => turn.state.season,
        Asked::End => turn.state.season.next(),
    };
    for conditional in turn.book.scenario.conditional.iter().filter(|c| c.asked == asked) {
        let entry = &conditional.entry;
        let made = turn.state.promised.contains_key(&entry.key);
        if !made && conditional.any.iter().any(|release| met(turn.book, &turn.state, release)) {
            let (key, power) = (entry.key.clone(), entry.power.clone());
            turn.record(SequenceEvent::Promised { key, power, season });
        }
    }
}

/// Whether a condition of a special rule or an arrival is true now.
pub fn met(book: &Book, state: &State, release: &Release) -> bool {
    let entered = release.enters.as_ref().is_none_or(|province| {
        state.forces.values().any(|force| {
            force.power == release.power
                && force.fights()
                && book.atlas.province(force.at).is_some_and(|p| p.name == *province)
        })
    });
    let holds = |at: Space| state.holder(book, at) == Some(&release.power);
    let besieges = |at: Space| {
        let mut there = state.at(at);
        there.any(|f| f.power == release.power && f.siege.is_some() && !f.inside)
    };
    let at = |name: &String| book.atlas.named(name);
    let lost = state.armies_lost.get(&release.power).is_some_and(|armies| !armies.is_empty());
    let beaten =
        |force: &Force| force.power == release.power && force.army.is_some() && force.demoralized;
    let followed = release.followed.as_ref().is_none_or(|country| {
        let status = state.titles.status(book, country);
        status.and_then(CountryStatus::ally) == Some(release.power.as_str())
    });
    let out =
        release.unless_played.as_ref().is_some_and(|card| cards::out(book, state).contains(card));
    entered
        && followed
        && !out
        && release.holds.iter().all(|name| at(name).is_some_and(holds))
        && release.besieges.iter().all(|name| at(name).is_some_and(|at| holds(at) || besieges(at)))
        && (!release.army_lost || lost || state.forces.values().any(beaten))
}

/// Builds lost army markers again where a rule of the scenario gives them (NIA §21.1.3).
pub fn armies_again(turn: &mut Turn) {
    let book = turn.book;
    for special in &book.scenario.special {
        let Some(power) = &special.army_again else { continue };
        let lost = turn.state.armies_lost.get(power).cloned().unwrap_or_default();
        for army in lost {
            let Some(force) = who_builds(turn, power, &army, None) else { continue };
            let why = format!("the marker of the {army} was built again");
            turn.record(ForceEvent::Changed { force, why });
        }
    }
}

/// An army marker that arrives alone goes to a force that can build an army: the senior one, unless the
/// sheet names another leader; if there is none, it comes a season later (NIA §12.4, §21.D).
pub fn army_marker(turn: &mut Turn, entry: &Entry) {
    let Some(army) = &entry.army else { return };
    let said = arrivals::named_leader(turn, entry);
    if let Some(force) = who_builds(turn, &entry.power, army, said) {
        let why = format!("the marker of the {army} arrived");
        turn.record(ForceEvent::Changed { force, why });
    } else {
        let (key, power) = (entry.key.clone(), entry.power.clone());
        let season = turn.state.season.next();
        turn.record(SequenceEvent::Promised { key, power, season });
    }
}

/// The force that takes an army marker, with it, if its owner wants one to (NIA §12.4).
fn who_builds(turn: &mut Turn, power: &str, army: &str, said: Option<String>) -> Option<Force> {
    let (book, state) = (turn.book, &turn.state);
    let mut able: Vec<Force> = vec![];
    let own = |force: &&Force| force.power == power && force.army.is_none() && !force.inside;
    for force in state.forces.values().filter(own) {
        let mut force = force.clone();
        force.army = Some(army.to_owned());
        let capacity = force.commander().and_then(|name| book.people.known(name).capacity);
        let fits = stacking::fits(book, &force) && stacking::keeps_army(book, &force);
        let free = force.reserve.is_none() && force.steps() >= 2;
        if capacity.is_some()
            && fits
            && free
            && supply::supplied(book, state, &force, &Moment::default())
        {
            able.push(force);
        }
    }
    let commander = |force: &Force| force.commander().unwrap_or_default().to_owned();
    able.sort_by_key(|force| {
        let leader = book.people.known(&commander(force));
        let worth = (stacking::stars(book, &leader.name), leader.initiative, force.steps());
        (Reverse(worth), force.id)
    });
    let default = commander(able.first()?);
    let question = Question {
        ask: MARKER.by(army).at("army marker"),
        decider: power.to_owned(),
        decision: Topic::ArmyMarker.decision(),
        options: able.iter().map(commander).chain(["nobody".to_owned()]).collect(),
        default,
        needs_human: false,
    };
    let said = said.filter(|name| question.options.contains(name));
    let said = said.map(|name| (name, Source::Entry));
    let choice = turn.ledger.decide(question, said).choice;
    able.into_iter().find(|force| commander(force) == choice)
}

/// Ends the disorder of every force at the end of winter (NIA §8.3.3.1).
pub fn winter(turn: &mut Turn) {
    if turn.state.season.quarter != Quarter::Winter {
        return;
    }
    let disordered = turn.state.forces.values().filter(|force| force.demoralized);
    let disordered: Vec<_> = disordered.map(|force| force.id).collect();
    for force in disordered {
        turn.record(BattleEvent::Disordered { force, demoralized: false });
    }
}

/// Leaders of a power's pool who may follow one who is killed or wounded (NIA §8.2.5, §21.1.3).
///
/// One of them is drawn. A scenario may leave some out and name the years in which they serve.
pub fn successors(book: &Book, state: &State, power: &str) -> Vec<String> {
    let rule = book.scenario.special.iter().find_map(|special| special.successors.as_ref());
    let serves = |name: &&String| {
        let leader = book.people.known(name);
        rule.is_none_or(|rule| {
            let [first, last] = rule.years.unwrap_or([0, u16::MAX]);
            let left_out = rule.except.get(power).is_some_and(|names| names.contains(name));
            let in_time = leader.from.is_none_or(|from| from <= last)
                && leader.to.is_none_or(|to| first <= to);
            in_time && !left_out
        })
    };
    let expected = expected(book, state);
    let here = |name: &&String| serves(name) && !expected.contains(&name.as_str());
    state.pools.get(power).into_iter().flatten().filter(here).cloned().collect()
}

/// Leaders whom an arrival of this season brings (NIA §21.D).
pub fn coming<'b>(book: &'b Book, state: &State) -> Vec<&'b str> {
    let conditional = book.scenario.conditional.iter().map(|conditional| &conditional.entry);
    let due = book.scenario.arrivals.iter().chain(conditional).filter(|entry| {
        let when = state.promised.get(&entry.key).copied().or(entry.when);
        when == Some(state.season)
    });
    due.flat_map(|entry| entry.commander.iter().chain(&entry.leaders)).map(String::as_str).collect()
}

/// Leaders whom an arrival of a later season will bring (NIA §21.D).
fn expected<'b>(book: &'b Book, state: &State) -> Vec<&'b str> {
    let scenario = &book.scenario;
    let conditional = scenario.conditional.iter().map(|conditional| &conditional.entry);
    let later = scenario.arrivals.iter().chain(conditional).filter(|entry| {
        let when = state.promised.get(&entry.key).copied().or(entry.when);
        when.is_none_or(|when| when > state.season)
    });
    let away = scenario.withdrawals.iter().filter(|line| line.is_past(state.season));
    // Who was called away and came again is here, until they are called away anew.
    let last = |name: &&String| {
        let lines = scenario.withdrawals.iter().filter(|line| line.is_past(state.season));
        let left = lines.filter(|line| line.leaders.contains(name)).map(|line| line.when).max();
        let came = scenario
            .arrivals
            .iter()
            .filter(|entry| entry.commander.iter().chain(&entry.leaders).any(|one| one == *name));
        let mut came = came.filter_map(|entry| entry.when);
        !came.any(|when| Some(when) > left && when <= state.season)
    };
    // Who comes to take command is still to come as well (§21.3.5).
    let commands = scenario.special.iter().filter_map(|rule| rule.command.as_ref());
    let commands = commands.filter(|rule| rule.near.is_some() && rule.when > state.season);
    later
        .flat_map(|entry| entry.commander.iter().chain(&entry.leaders))
        .chain(away.flat_map(|line| &line.leaders).filter(last))
        .chain(commands.map(|rule| &rule.leader))
        .map(String::as_str)
        .collect()
}
