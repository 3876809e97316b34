//! Setting up, and the scenario's special rules (NIA §21).
//!
//! What a scenario leaves open is a decision of the side that sets up: its sheet answers it under
//! `set-up:`, else the scenario's default does and the question stands open.
//!
//! Not here: who comes later, and what a hex cannot hold (`arrivals.rs`); what a sheet is told of it
//! before the start (`foretold.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.1, §12.4, §14.1, §14.5.3, §19.5, §19.9, §21.C, §21.2.3, §21.2.4.

use crate::Nations;
use crate::book::scenario::{At, Chosen, ChosenKind, Entry, Fleets, Role};
use crate::book::units::{self, Unit};
use crate::book::{Book, Leader};
use crate::decisions::Topic;
use crate::land::{joining, stacking};
use crate::money::treasury::conscripts::has_lowered;
use crate::orders::Sheet;
use crate::politics::abroad;
use crate::politics::levies;
use crate::politics::sultans;
use crate::position::{Common, Position};
use crate::record::event::{FleetEvent, ForceEvent, Joining, SequenceEvent};
use crate::record::state::{Anchorage, Bloc, Force, Squadron, State};
use crate::season::arrivals::{room, site, stand};
use crate::season::places::choose_place;
use crate::season::replenishment::replenish;
use crate::season::returns;
use crate::sight::known::Known;
use crate::turn::Turn;
use crate::view::odd;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::ledger::{Ledger, Question, Source};
use kit::relations::Relations;
use kit::rule::Rule;
use play::table::{read, resolved};
use play::{Resolved, Summary};
use sheet::keys::Filled;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::season::places::legal;

pub const SET_UP: Rule = Rule("NIA §21.C");
const CORSAIRS: Rule = Rule("NIA §10.7");

/// Sets up a scenario, power by power in its order.
pub fn opening(
    book: &Book,
    sheets: &BTreeMap<String, String>,
    ledger: &mut Ledger,
) -> Resolved<Nations> {
    let mut turn = begun(book, ledger);
    for (power, text) in sheets {
        let known = turn.known.get(power).cloned();
        let Some(known) = known else { continue };
        let known = Known { setting_up: true, ..known };
        let (sheet, _) = read::<Nations>(book, &known, text);
        turn.sheets.insert(power.clone(), sheet);
    }
    forces(&mut turn);
    levies::raise_or_dismiss(&mut turn);
    abroad::opening(&mut turn);
    corsairs(&mut turn);
    fill_pools(&mut turn);
    turn.state.check(&book.people);
    let summary = Summary { digest: vec![], odd: odd::at_the_start(&turn), over: false };
    resolved(turn.into(), summary)
}

/// An empty map, before anybody sets up.
pub fn begun<'a>(book: &'a Book, ledger: &'a mut Ledger) -> Turn<'a> {
    let state = State::new(book);
    let known = |power: &String| {
        let money = state.money.clone().of(power);
        let titles = state.titles.clone();
        Known { money, titles, ..Known::new(power, book.scenario.first, &state.relations) }
    };
    let powers = book.scenario.powers(&book.people);
    let known = powers.iter().map(|power| (power.clone(), known(power))).collect();
    Turn::new(book, state, known, ledger)
}

/// Puts the forces of every power on the map, in the scenario's order, as the sheets at hand say.
fn forces(turn: &mut Turn) {
    holders(turn);
    for entry in in_order(turn.book) {
        place(turn, entry, SET_UP, false);
    }
}

/// Gives each place to who holds it when the game begins.
pub fn holders(turn: &mut Turn) {
    let book = turn.book;
    for (place, power) in &book.scenario.held {
        if let Some(place) = book.atlas.code(place) {
            turn.record(ForceEvent::Held { place, power: power.clone() });
        }
    }
}

/// The lines of the set-up in the order in which they are set up.
pub fn in_order(book: &Book) -> impl Iterator<Item = &Entry> {
    let ordered: Vec<String> = book.scenario.order.iter().flatten().cloned().collect();
    let mut powers = book.scenario.powers(&book.people);
    powers.retain(|power| !ordered.contains(power));
    let powers = ordered.into_iter().chain(powers);
    powers.flat_map(|power| book.scenario.forces.iter().filter(move |entry| entry.power == power))
}

/// Draws the corsairs that are at sea when the game begins (NIA §10.7).
fn corsairs(turn: &mut Turn) {
    let mut left: Vec<String> = turn.book.sea.corsairs.keys().cloned().collect();
    for _ in 0..turn.book.scenario.corsairs.min(left.len()) {
        let drawn = turn.ledger.draw(CORSAIRS.by("corsairs"), &left);
        let corsair = left.remove(drawn.index);
        turn.record(FleetEvent::CorsairPlaced { corsair });
    }
}

/// Leaders of the first year who stand nowhere wait in their power's pool (NIA §1.1.4).
fn fill_pools(turn: &mut Turn) {
    let year = turn.book.scenario.first.year;
    pool(turn, |leader| {
        leader.from.is_none_or(|from| from <= year) && leader.to.is_none_or(|to| year <= to)
    });
}

/// Leaders whose first year this is come into their power's pool in spring (NIA §12.4, §21.C).
pub fn leaders_of_the_year(turn: &mut Turn) {
    let season = turn.state.season;
    if brings_leaders(turn.book, season) {
        let book = turn.book;
        pool(turn, |leader| sultans::is_of_age(book, leader, season.year));
    }
}

/// Whether leaders come into the pools when a season begins.
fn brings_leaders(book: &Book, season: Season) -> bool {
    season.quarter == Quarter::Spring && season != book.scenario.first
}

/// The leaders who come into a power's pool when a season begins, except those who are already in the game.
pub fn comes_of_age(
    book: &Book,
    common: Common<'_>,
    power: &str,
    placed: &BTreeSet<&String>,
) -> Vec<String> {
    let Common { season, relations, .. } = common;
    if !brings_leaders(book, season) {
        return vec![];
    }
    let new =
        |leader: &Leader| leader.nation == power && sultans::is_of_age(book, leader, season.year);
    let new = waiting(book, relations, placed, new);
    new.into_iter().map(|leader| leader.name.clone()).collect()
}

/// Leaders of playing powers who have come of age and are not yet in the game.
fn waiting<'b>(
    book: &'b Book,
    relations: &Relations<Bloc>,
    placed: &BTreeSet<&String>,
    is_of_age: impl Fn(&Leader) -> bool,
) -> Vec<&'b Leader> {
    let waits = |leader: &&Leader| {
        is_of_age(leader)
            && relations.takes_part(&leader.nation)
            && !placed.contains(&leader.name)
            && !book.scenario.is_out(&leader.name)
    };
    book.people.leaders().filter(waits).collect()
}

/// Puts leaders of powers that play into their pools, if they are nowhere yet.
fn pool(turn: &mut Turn, is_of_age: impl Fn(&Leader) -> bool) {
    let (book, state) = (turn.book, &turn.state);
    let placed = state.leaders();
    let new = waiting(book, &state.relations, &placed, is_of_age).into_iter();
    let new: Vec<_> = new.map(|leader| (leader.nation.clone(), leader.name.clone())).collect();
    for (power, leader) in new {
        turn.record(ForceEvent::LeaderPooled { power, leader });
    }
}

/// Puts one line of a set-up, or one arrival, on the map.
pub fn place(turn: &mut Turn, entry: &Entry, rule: Rule, arrival: bool) {
    if let Some(fleets) = &entry.fleets {
        place_fleets(turn, entry, fleets, rule);
    }
    if entry.is_marker_alone() {
        returns::army_marker(turn, entry);
    }
    let lands = !entry.counted.is_empty()
        || entry.commander.is_some()
        || entry.trains + entry.engineers + entry.depots > 0;
    if !lands && entry.steps.is_empty() {
        return;
    }
    let at = if arrival { site(turn, entry, rule) } else { choose_place(turn, entry, rule) };
    let Some(at) = at else {
        if arrival {
            let (key, power) = (entry.key.clone(), entry.power.clone());
            let season = turn.state.season.next();
            turn.record(SequenceEvent::Promised { key, power, season });
        }
        return;
    };
    turn.placed.insert(entry.key.clone(), at);
    replenish(turn, entry);
    if !lands {
        return;
    }
    let choice = arrival || entry.at.is_open();
    let at = if choice && !entry.counted.is_empty() { room(turn, &entry.power, at) } else { at };
    let mut force = Force::new(turn.new_id(&entry.power), &entry.power, at);
    force.army.clone_from(&entry.army);
    let leaders = entry.commander.iter().chain(&entry.leaders);
    force.leaders.extend(leaders.filter(|name| may_come(&turn.state, name)).cloned());
    force.leaders.extend(choose_leaders(turn, entry, rule, &force));
    force.units.clone_from(units(turn, entry, rule));
    if has_lowered(turn.book, &turn.state.money, &entry.power) {
        units::lower(&mut force.units, &entry.power);
    }
    (force.trains, force.engineers, force.depots) = (entry.trains, entry.engineers, entry.depots);
    force.activations = entry.activations;
    force.reserve.clone_from(&entry.reserve);
    if let Some(siege) = &entry.siege {
        force.inside = siege.role == Role::Besieged;
        force.siege = Some(siege.level);
    }
    let host = turn
        .state
        .at(at)
        .find(|other| other.power == force.power && !other.leaders.is_empty())
        .cloned();
    let support_alone = force.is_support_alone();
    let (id, trains, engineers) = (force.id, force.trains, force.engineers);
    stand(turn, force, arrival, Some((entry, rule)));
    let joins = arrival || entry.joins;
    if let (Some(mut host), true, true) = (host, support_alone, joins) {
        host.trains += trains;
        host.engineers += engineers;
        turn.record(ForceEvent::Joined {
            force: host,
            gone: id,
            of: None,
            how: Joining::PickedUp,
            cost: 0,
            spent: 0,
        });
    }
}

/// Whether a leader is free to come with a line: who was on the map before may be dead, away with a
/// wound, or there still (NIA §21.3.5).
fn may_come(state: &State, leader: &str) -> bool {
    let aboard = state.aboard.values().flat_map(|passage| &passage.force.leaders);
    let back = state.returning.iter().flat_map(|returning| &returning.leaders);
    !state.dead.contains(leader)
        && state.with_leader(leader).is_none()
        && !aboard.chain(back).any(|name| name == leader)
}

/// The units of a line, or those that its owner may take instead (NIA §21.3.2).
fn units<'b>(turn: &mut Turn, entry: &'b Entry, rule: Rule) -> &'b Vec<Unit> {
    if entry.other.is_empty() {
        return &entry.counted;
    }
    let word = |units: &[String]| units.join(", ");
    let (first, second) = (word(&entry.units), word(&entry.instead));
    let said = placing(turn, entry).is_some_and(|said| said.flag("other units"));
    let said = said.then(|| second.clone());
    let options = vec![first.clone(), second.clone()];
    match ask(turn, entry, rule, "units", options, first, said) == second {
        true => &entry.other,
        false => &entry.counted,
    }
}

fn place_fleets(turn: &mut Turn, entry: &Entry, fleets: &Fleets, rule: Rule) {
    let mut names: Vec<String> =
        fleets.named.iter().chain(&fleets.default).take(fleets.count).cloned().collect();
    let atlas = &turn.book.atlas;
    let at = match &entry.at {
        At::Sea { sea } => Anchorage::Sea(sea.clone()),
        At::Blockading { blockading } => Anchorage::Blockading(
            atlas.code(blockading).expect("checked when the scenario is read"),
        ),
        At::Hex { hex } => {
            Anchorage::Harbour(atlas.code(hex).expect("checked when the scenario is read"))
        }
        At::AnySea { default, defaults, .. } => {
            let defaults: Vec<String> = defaults.iter().chain(default).cloned().collect();
            for (index, fleet) in names.drain(..).enumerate() {
                let sea = choose_sea(turn, entry, rule, index, &defaults);
                let squadron = Squadron::new(&entry.power, &Anchorage::Sea(sea), &[fleet]);
                turn.record(FleetEvent::SquadronPlaced { squadron });
            }
            return;
        }
        At::Hexes { .. } => match choose_place(turn, entry, rule) {
            Some(at) => Anchorage::Harbour(at),
            None => return,
        },
        _ => return,
    };
    let squadron = Squadron::new(&entry.power, &at, &names);
    turn.record(FleetEvent::SquadronPlaced { squadron });
}

fn choose_sea(
    turn: &mut Turn,
    entry: &Entry,
    rule: Rule,
    index: usize,
    defaults: &[String],
) -> String {
    let atlas = &turn.book.atlas;
    let options: Vec<String> = atlas
        .seas
        .iter()
        .filter(|sea| !sea.adjacent.is_empty())
        .filter(|sea| turn.state.berths(&entry.power, &Anchorage::Sea(sea.name.clone())) > 0)
        .map(|sea| sea.name.clone())
        .collect();
    let wished = defaults.get(index).or(defaults.last()).filter(|sea| options.contains(sea));
    let default = wished.or(options.first()).cloned().unwrap_or_default();
    let said = placing(turn, entry)
        .and_then(|filled| filled.names("at").get(index).map(|s| (*s).to_owned()));
    let said = said.filter(|name| options.contains(name));
    ask(turn, entry, rule, &format!("fleet {}", index + 1), options, default, said)
}

/// What the power's sheet says about a line of the set-up.
pub(crate) fn placing<'t>(turn: &'t Turn, entry: &Entry) -> Option<&'t Filled> {
    let sheet = turn.sheets.get(&entry.power)?;
    sheet.placings.iter().find(|(key, _)| *key == entry.key).map(|(_, filled)| filled)
}

pub(crate) fn ask(
    turn: &mut Turn,
    entry: &Entry,
    rule: Rule,
    what: &str,
    options: Vec<String>,
    default: String,
    said: Option<String>,
) -> String {
    let question = Question {
        ask: rule.by(entry.key.clone()).at(what),
        decider: entry.power.clone(),
        decision: Topic::SetUp.decision(),
        options,
        default,
        needs_human: false,
    };
    turn.ledger.decide(question, said.map(|said| (said, Source::Entry))).choice
}

fn choose_leaders(turn: &mut Turn, entry: &Entry, rule: Rule, force: &Force) -> Vec<String> {
    let said: Vec<String> = placing(turn, entry)
        .map(|filled| filled.names("leaders").into_iter().map(str::to_owned).collect())
        .unwrap_or_default();
    each_pick(entry, force, |index, of, taken| {
        let (options, default) = pick(turn.book, &turn.state, of, taken)?;
        let said = said.get(index).filter(|name| options.contains(name)).cloned();
        let what = format!("leader {}", index + 1);
        Some(ask(turn, entry, rule, &what, options, default, said))
    })
}

/// The leaders whom a line brings by a sheet, as far as they may be chosen, or else by default.
pub fn leaders_to_come(
    book: &Book,
    position: &dyn Position,
    entry: &Entry,
    force: &Force,
    said: &[&str],
) -> Vec<String> {
    each_pick(entry, force, |index, of, taken| {
        let (options, default) = pick(book, position, of, taken)?;
        let said = said.get(index).map(|name| (*name).to_owned());
        Some(said.filter(|name| options.contains(name)).unwrap_or(default))
    })
}

/// A place of a line for a leader: the line, the force so far, who may be chosen, and the index among these.
type Place<'a> = (&'a Entry, &'a Force, &'a Chosen, usize);

/// Chooses for each place of a line in turn.
fn each_pick(
    entry: &Entry,
    force: &Force,
    mut choose: impl FnMut(usize, Place<'_>, &[String]) -> Option<String>,
) -> Vec<String> {
    let picks = entry.picks().flat_map(|chosen| (0..chosen.count).map(move |nth| (chosen, nth)));
    let mut force = force.clone();
    let mut taken = vec![];
    for (index, (chosen, nth)) in picks.enumerate() {
        let Some(leader) = choose(index, (entry, &force, chosen, nth), &taken) else { continue };
        if force.leaders.is_empty() && chosen.kind == ChosenKind::ArmyCommander {
            force.leaders.push(leader.clone()); // Nobody under him may be senior to him.
        }
        taken.push(leader);
    }
    taken
}

/// Who may be chosen for a place of a line, and who is by default; nothing, if nobody may.
fn pick(
    book: &Book,
    position: &dyn Position,
    (entry, force, chosen, nth): Place<'_>,
    taken: &[String],
) -> Option<(Vec<String>, String)> {
    let options = eligible(book, position, entry, force, chosen, taken);
    let printed = chosen.default.get(nth).filter(|name| options.contains(name));
    let default = printed.or(options.first())?.clone();
    Some((options, default))
}

/// Leaders who may be chosen: of age, of the nation, of the kind, not senior to who is there (NIA
/// §21.C).
fn eligible(
    book: &Book,
    position: &dyn Position,
    entry: &Entry,
    force: &Force,
    chosen: &Chosen,
    taken: &[String],
) -> Vec<String> {
    let year = entry.when.unwrap_or(book.scenario.first).year;
    let nation = entry.nation.as_ref().unwrap_or(&entry.power);
    let most = force.commander().map_or(4, |leader| stacking::stars(book, leader));
    let [fewest, highest] = chosen.stars.unwrap_or([0, 4]);
    let named = |name: &String| {
        let entries = book.scenario.lines();
        entries.flat_map(|e| e.commander.iter().chain(&e.leaders)).any(|other| other == name)
    };
    let commands = book.scenario.special.iter().filter_map(|rule| rule.command.as_ref());
    let to_come: Vec<&String> = commands.map(|rule| &rule.leader).collect();
    // Who comes later is one of those who wait then (§21.D).
    let waits = |name: &String| {
        entry.when.is_none() || position.pool(&entry.power).is_some_and(|pool| pool.contains(name))
    };
    let stands = |name: &String| {
        position.standing().filter_map(|one| one.whole).any(|force| force.leaders.contains(name))
    };
    let kind = |leader: &Leader| match chosen.kind {
        ChosenKind::AnyButCavalry => !leader.cavalry,
        ChosenKind::Cavalry => leader.cavalry,
        ChosenKind::ArmyCommander => leader.capacity.is_some() && !leader.sovereign,
    };
    let fits = |leader: &&Leader| {
        leader.nation == *nation
            && kind(leader)
            && (fewest..=highest).contains(&stacking::stars(book, &leader.name))
            && waits(&leader.name)
            && !book.scenario.is_out(&leader.name)
            && (entry.when.is_some() || !book.scenario.is_not_set_up(&leader.name))
            && leader.from.is_none_or(|from| from <= year)
            && leader.to.is_none_or(|to| year <= to)
            && stacking::stars(book, &leader.name) <= most
            && !named(&leader.name)
            && !to_come.contains(&&leader.name)
            && !taken.contains(&leader.name)
            && !stands(&leader.name)
    };
    book.people.leaders().filter(fits).map(|leader| leader.name.clone()).collect()
}

/// Tells what cannot stand where a sheet's `set-up:` puts it.
pub fn check(book: &Book, sheet: &Sheet, known: &Known, faults: &mut Diagnostics) {
    let power = &known.power;
    for (key, filled) in &sheet.placings {
        let Some(entry) = book.scenario.lines().find(|e| e.key == *key && e.power == *power) else {
            let refused = levies::refused(book, known, power, (key, filled));
            refused.into_iter().for_each(|fault| faults.push(fault));
            continue;
        };
        if let Some(why) = not_played(book, entry, known) {
            faults.push(Diagnostic::remark("set-up-over", filled.at.clone(), why).rule(SET_UP.0));
        }
        for given in filled.list("leaders") {
            let twice = |(other, more): &(String, Filled)| {
                other != key
                    && given.name().is_some_and(|name| more.names("leaders").contains(&name))
            };
            if sheet.placings.iter().any(twice) {
                let text = format!("{} is chosen twice", given.name().unwrap_or_default());
                faults
                    .push(Diagnostic::fault("chosen-twice", given.at.clone(), text).rule(SET_UP.0));
            }
        }
        let Some(given) = filled.get("at") else { continue };
        let (open, _) = legal(book, entry);
        let mut chosen = filled.names("at").into_iter().filter_map(|name| book.atlas.code(name));
        if let Some((other, at)) = stands_with(book, sheet, entry, filled) {
            let text =
                format!("{key} stands apart from {other}, which is at {}", book.atlas.name(at));
            let fault = Diagnostic::fault("set-up", given.at.clone(), text).rule(SET_UP.0);
            faults.push(fault.help("name two different places"));
        }
        if let Some(space) = chosen.find(|space| !open.is_empty() && !open.contains(space)) {
            let near: Vec<String> =
                open.iter().take(8).map(|space| book.atlas.name(*space)).collect();
            let text = format!("{key} cannot be set up at {}", book.atlas.name(space));
            let more = if open.len() > 8 { " and others" } else { "" };
            faults.push(
                Diagnostic::fault("set-up", given.at.clone(), text)
                    .rule(SET_UP.0)
                    .help(format!("it may stand at {}{more}", near.join(", "))),
            );
        }
    }
}

/// The line with which a place is shared that a line must not share: as the sheet has it, or by default.
fn stands_with<'e>(
    book: &Book,
    sheet: &Sheet,
    entry: &'e Entry,
    filled: &Filled,
) -> Option<(&'e str, Space)> {
    let key = entry.apart.as_deref()?;
    let place = |filled: &Filled| book.atlas.code(filled.names("at").first()?);
    let other = book.scenario.lines().find(|one| one.key == key && one.power == entry.power)?;
    let said = sheet.placings.iter().find(|(name, _)| name == key);
    let at = said.and_then(|(_, filled)| place(filled)).or_else(|| legal(book, other).1)?;
    (place(filled) == Some(at)).then_some((key, at))
}

/// Whether a line of a sheet's `set-up:` is played in the season that is known.
pub fn is_played(book: &Book, known: &Known, key: &str) -> bool {
    let entry = book.scenario.lines().find(|e| e.key == key && e.power == known.power);
    let is_levy = || levies::of_choice(book, &known.power).any(|levy| levy.kind == key);
    entry.map_or_else(is_levy, |entry| not_played(book, entry, known).is_none())
}

/// Why a sheet's word on a line of the set-up changes nothing, if so it is. An arrival that is due
/// may have been put off to a later season.
fn not_played(book: &Book, entry: &Entry, known: &Known) -> Option<String> {
    let key = &entry.key;
    let is_entry = |force: &Entry| force.key == *key && force.power == entry.power;
    let is_set_up = || book.scenario.forces.iter().any(is_entry);
    match entry.when {
        None if !known.setting_up && is_set_up() => {
            Some(format!("the set-up is over: `{key}` was placed when the game started"))
        }
        Some(when) if when > known.season => {
            Some(format!("`{key}` arrives in {when}; write this into the sheet for {when}"))
        }
        None | Some(_) => None,
    }
}

/// Plays the special rules that hold at the start of a season's marches.
pub fn special_rules(turn: &mut Turn) {
    let book = turn.book;
    for special in &book.scenario.special {
        let Some(gain) = &special.train else { continue };
        if !returns::met(book, &turn.state, gain) {
            continue;
        }
        let at = gain.holds.first().and_then(|name| book.atlas.named(name));
        let Some(at) = at else { continue };
        let host =
            turn.state.at(at).find(|force| force.power == gain.power && !force.inside).cloned();
        let mut force =
            host.unwrap_or_else(|| Force::new(turn.new_id(&gain.power), &gain.power, at));
        force.trains += 1;
        turn.record(ForceEvent::TrainGained { force, rule: special.id.clone() });
    }
    releases(turn, true);
}

/// Sets reserves free whose condition has come true; some are looked at only when a season begins
/// (NIA §21.1.3).
pub fn releases(turn: &mut Turn, begins: bool) {
    let book = turn.book;
    for special in &book.scenario.special {
        let release = special.release.as_ref().filter(|release| begins || !release.from_next);
        let Some(release) = release else { continue };
        if !returns::met(book, &turn.state, release) {
            continue;
        }
        let held =
            turn.state.forces.values().filter(|force| force.reserve.as_ref() == Some(&special.id));
        let ids: Vec<_> = held.map(|force| force.id).collect();
        for force in ids {
            turn.record(ForceEvent::Released { force, rule: special.id.clone() });
        }
    }
    joining::crowds(turn); // Who stood beside the reserve is now one too many (§4.1.1).
}
