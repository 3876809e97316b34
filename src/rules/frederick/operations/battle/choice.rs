//! Who commands, and which markers a side lays face down (FRW §18.3, §23.3, §23.11).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §18.3, §25.13, §25.14.

use super::host::{LIGHT, Means, NAVAL, PIONEERS, SPECIAL, Site};
use crate::book::Book;
use crate::book::cards::{Sort, kind_of};
use crate::decisions::Topic;
use crate::operations::sea::cargo::aboard;
use crate::orders::plan::Entry;
use crate::record::unit::Unit;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};
use std::collections::{BTreeMap, BTreeSet};

const COMMAND: Rule = Rule("FRW §23.3");
const LAYING: Rule = Rule("FRW §18.3");

/// A side while its battle is prepared.
#[derive(Debug, Clone)]
pub struct Side {
    pub seat: String,
    pub units: Vec<String>,
    pub attacks: bool,
    pub commander: Option<String>,
    /// Whether the commander is an admiral, who alone lays Naval (§25.14).
    pub naval: bool,
    /// Whether the commander is not aboard a fleet: who is lays Naval alone (§25.14).
    pub ashore: bool,
    /// The counters of battle markers that it lays.
    pub counters: Vec<String>,
    pub decoys: Vec<String>,
}

/// What a set of counters is for: kinds with a Special as what it stands for.
pub fn kinds(counters: &[String], special_as: Option<&str>) -> Vec<String> {
    let kind = |counter: &String| match (kind_of(counter), special_as) {
        (SPECIAL, Some(other)) => other.to_owned(),
        (kind, _) => kind.to_owned(),
    };
    counters.iter().map(kind).collect()
}

/// As which battle markers the Special of a seat counts; before walls as Pioneers alone (§19.3).
pub fn specials(book: &Book, side: &Side, site: Site) -> Vec<String> {
    let mut all = vec![];
    for major in book.majors(&side.seat) {
        let card = book.cards.majors.get(major).map(|card| card.special.clone());
        all.extend(card.unwrap_or_default());
    }
    all.retain(|name| book.cards.marker(name).is_some_and(|marker| marker.kind == Sort::Battle));
    all.retain(|name| !site.walls() || name == PIONEERS);
    all.retain(|name| side.may_lay(name));
    all
}

impl Side {
    /// Some units of a seat, before anybody commands them or lays markers.
    pub fn of(seat: String, units: Vec<String>, attacks: bool) -> Self {
        let (counters, decoys) = (vec![], vec![]);
        Side { seat, units, attacks, commander: None, naval: false, ashore: true, counters, decoys }
    }

    /// Whether its commander may lay a marker at all (§25.14, §25.15).
    fn may_lay(&self, kind: &str) -> bool {
        if kind == NAVAL { self.naval } else { self.ashore }
    }
}

/// Those who fight for a side: its units, and the admirals aboard its fleets (§25.13).
pub fn fighters<'t>(turn: &'t Turn<'_>, units: &[String]) -> Vec<&'t Unit> {
    let admirals = aboard(turn, units).into_iter().filter(|unit| turn.book.is_admiral(unit));
    turn.units_of(units).into_iter().chain(admirals).collect()
}

/// Names the commander of a side (§23.3, §23.4).
pub fn commander(turn: &mut Turn<'_>, side: &mut Side, at: Space, entry: Option<&Entry>) {
    let book = turn.the_book();
    let mut leaders: Vec<(u8, bool, String)> = fighters(turn, &side.units)
        .into_iter()
        .filter_map(|unit| book.leader(unit))
        .map(|leader| (leader.value, leader.political, leader.name.clone()))
        .collect();
    leaders.sort_by_key(|(value, political, name)| {
        (*political, std::cmp::Reverse(*value), name.clone())
    });
    let names: Vec<&str> = leaders.iter().map(|(_, _, name)| name.as_str()).collect();
    side.commander = match names[..] {
        [] => None,
        [one] => Some(one.to_owned()),
        [first, ..] => {
            let own =
                entry.and_then(|entry| entry.commander.clone()).map(|name| (name, Source::Entry));
            let reaction = turn.reaction(&side.seat, &side.units, "commander");
            let said = reaction.and_then(|said| said.name("commander").map(str::to_owned));
            let said = own.or_else(|| said.map(|name| (name, Source::Reaction)));
            let said = said.filter(|(name, _)| names.contains(&name.as_str()));
            let ask = COMMAND.by(side.seat.as_str()).at(turn.place(at));
            Some(turn.decide(ask, &side.seat, Topic::Commander, &names, (first, said)))
        }
    };
    let unit = side.commander.as_ref().and_then(|name| turn.state.units.get(name));
    side.naval = unit.is_some_and(|unit| book.is_admiral(unit));
    side.ashore = unit.is_none_or(|unit| unit.aboard.is_none());
}

/// How many battle markers a side may lay: the value of a commander who is not political.
pub fn most(book: &Book, commander: Option<&String>) -> usize {
    let leader = commander.and_then(|name| book.troops.leader(name));
    leader.map_or(0, |leader| if leader.political { 0 } else { usize::from(leader.value) })
}

/// The same for the best commander that a force could name.
pub fn most_of(book: &Book, units: &[&Unit], named: Option<&String>) -> usize {
    let leaders = units.iter().filter_map(|unit| book.leader(unit)).map(|leader| &leader.name);
    let named = named.filter(|name| leaders.clone().any(|leader| leader == *name));
    match named {
        Some(name) => most(book, Some(name)),
        None => leaders.map(|leader| most(book, Some(leader))).max().unwrap_or(0),
    }
}

/// The sets of counters that a side may lay, each kind once but Pioneers; nothing is always one.
pub fn sets(
    book: &Book,
    side: &Side,
    hand: &[String],
    site: Site,
    most: usize,
) -> Vec<Vec<String>> {
    let is_battle = |counter: &&String| {
        let kind = kind_of(counter);
        let battle = book.cards.marker(kind).is_some_and(|marker| marker.kind == Sort::Battle);
        let special = match kind {
            SPECIAL => !specials(book, side, site).is_empty(),
            kind => side.may_lay(kind),
        };
        battle && special && (!site.walls() || matches!(kind, PIONEERS | SPECIAL)) && kind != LIGHT
    };
    let mut by_kind: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for counter in hand.iter().filter(is_battle) {
        by_kind.entry(kind_of(counter)).or_default().push(counter);
    }
    let mut sets: Vec<Vec<String>> = vec![vec![]];
    for (kind, counters) in by_kind {
        let many = if kind == PIONEERS { counters.len() } else { 1 };
        let mut next = sets.clone();
        for set in &sets {
            for count in 1..=many {
                if set.len() + count <= most {
                    let more = counters.iter().take(count).map(|counter| (*counter).clone());
                    next.push(set.iter().cloned().chain(more).collect());
                }
            }
        }
        sets = next;
    }
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets
}

/// What a set of counters is called.
fn name(set: &[String]) -> String {
    let kinds: Vec<&str> = set.iter().map(|counter| kind_of(counter)).collect();
    if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") }
}

/// The column that a side would reach with a set, if the other lays nothing; a Special as what helps
/// most. For the attacker more is better, for the defender less.
pub(super) fn column(
    book: &Book,
    side: &Side,
    own: &[&Unit],
    theirs: &[&Unit],
    (site, set): (Site, &[String]),
) -> usize {
    let mut options: Vec<Option<String>> = vec![None];
    if set.iter().any(|counter| kind_of(counter) == SPECIAL) {
        options = specials(book, side, site).into_iter().map(Some).collect();
    }
    let reached = options.iter().map(|special| {
        let kinds = kinds(set, special.as_deref());
        let means = Means {
            units: own.to_vec(),
            attacks: side.attacks,
            site,
            markers: kinds.iter().map(String::as_str).collect(),
            pioneers: kinds.iter().any(|kind| kind == PIONEERS),
        };
        let other = Means {
            units: theirs.to_vec(),
            attacks: !side.attacks,
            site,
            markers: vec![],
            pioneers: false,
        };
        let (ours, others) = (means.sum(book), other.sum(book));
        let (attack, defence) = if side.attacks { (ours, others) } else { (others, ours) };
        let combat = &book.tables.combat;
        combat.column(crate::book::tables::Combat::per_cent(attack, defence))
    });
    if side.attacks { reached.max().unwrap_or(0) } else { reached.min().unwrap_or(0) }
}

/// The fewest markers that reach the best column.
pub(super) fn best(
    book: &Book,
    side: &Side,
    (own, theirs): (&[&Unit], &[&Unit]),
    site: Site,
    sets: &[Vec<String>],
) -> Vec<String> {
    let rank = |set: &&Vec<String>| {
        let column = column(book, side, own, theirs, (site, set));
        let best = if side.attacks { book.tables.combat.best() - column } else { column };
        (best, set.len(), (*set).clone())
    };
    sets.iter().min_by_key(rank).cloned().unwrap_or_default()
}

/// Lays the markers of a side: as the entry or a reaction says, else the fewest that reach the best
/// column. Both sides choose before either sees anything.
pub fn lay(
    turn: &mut Turn<'_>,
    side: &mut Side,
    (others, most): (&[String], usize),
    site: Site,
    entry: Option<&Entry>,
) {
    let book = turn.the_book();
    let hand = turn.state.hand(&side.seat);
    let sets = sets(book, side, &hand, site, most);
    let own: Vec<Unit> = fighters(turn, &side.units).into_iter().cloned().collect();
    let theirs: Vec<Unit> = fighters(turn, others).into_iter().cloned().collect();
    let (own, theirs): (Vec<&Unit>, Vec<&Unit>) = (own.iter().collect(), theirs.iter().collect());
    let best = best(book, side, (&own, &theirs), site, &sets);
    let vain = |line: &Filled| vain(side, (&hand, &sets, most), site, line, book);
    let line = said(turn, side, site, entry, vain);
    if sets.len() > 1 {
        let wanted = line.as_ref().and_then(|(line, source)| {
            let names = line.names("markers");
            let set = match names[..] {
                ["best"] | [] => best.clone(),
                ["none"] => vec![],
                _ => wanted(&sets, &names)?,
            };
            Some((name(&set), *source))
        });
        let names: Vec<String> = {
            let mut seen = BTreeSet::new();
            sets.iter().map(|set| name(set)).filter(|name| seen.insert(name.clone())).collect()
        };
        let options: Vec<&str> = names.iter().map(String::as_str).collect();
        let ask = LAYING.by(side.seat.as_str()).at(turn.place(site.at));
        let default = name(&best);
        let choice = turn.decide(ask, &side.seat, Topic::Markers, &options, (&default, wanted));
        side.counters = sets.into_iter().find(|set| name(set) == choice).unwrap_or_default();
    }
    let decoys = line.and_then(|(line, _)| line.number("decoys")).unwrap_or(0);
    let decoys = usize::try_from(decoys).unwrap_or(0);
    if side.commander.is_some() {
        side.decoys = hand.iter().filter(|one| is_decoy(book, one)).take(decoys).cloned().collect();
    }
}

/// Whether a counter can be laid only as a decoy, since it is not a battle marker (§18.3).
fn is_decoy(book: &Book, counter: &str) -> bool {
    let marker = book.cards.marker(kind_of(counter));
    marker.is_some_and(|marker| marker.kind != Sort::Battle)
}

/// Why a line about a battle lays none of the markers that it asks for; empty if it lays some, or decoys.
fn vain(
    side: &Side,
    (hand, sets, most): (&[String], &[Vec<String>], usize),
    site: Site,
    line: &Filled,
    book: &Book,
) -> String {
    let names = line.names("markers");
    let decoys = line.number("decoys").is_some_and(|count| count > 0);
    let has_decoys =
        decoys && side.commander.is_some() && hand.iter().any(|one| is_decoy(book, one));
    if has_decoys || names == ["none"] {
        return String::new();
    }
    let any = matches!(names[..], ["best"] | []);
    let can = match any {
        true => sets.len() > 1,
        false => wanted(sets, &names).is_some_and(|set| !set.is_empty()),
    };
    let why = match (most, any) {
        _ if can => "",
        (0, _) => "nobody commanded there who plays markers",
        _ if site.walls() => "before walls Pioneers alone are played, and none was in hand",
        (_, true) => "no battle marker was in hand",
        (_, false) => "no marker that it names was in hand",
    };
    why.to_owned()
}

/// The largest set of the wanted kinds that may be laid.
fn wanted(sets: &[Vec<String>], names: &[&str]) -> Option<Vec<String>> {
    let fits = |set: &&Vec<String>| set.iter().all(|counter| names.contains(&kind_of(counter)));
    let order = |set: &&Vec<String>| {
        let place = |counter: &String| names.iter().position(|name| *name == kind_of(counter));
        let first: usize = set.iter().filter_map(place).sum();
        (set.len(), std::cmp::Reverse(first))
    };
    sets.iter().filter(fits).max_by_key(order).cloned()
}

/// The first line about a battle whose condition holds.
fn said(
    turn: &Turn<'_>,
    side: &Side,
    site: Site,
    entry: Option<&Entry>,
    vain: impl Fn(&Filled) -> String,
) -> Option<(Filled, Source)> {
    let about = About { units: side.units.clone(), goal: Some(site.at), ..About::default() };
    let holds = |line: &&Filled| turn.holds(&side.seat, line.condition("if"), &about);
    if let Some(entry) = entry
        && let Some(line) = entry.battle.iter().find(holds)
    {
        return Some((line.clone(), Source::Entry));
    }
    let reaction = turn.reaction(&side.seat, &side.units, "battle")?;
    let lines = reaction.list("battle").iter().filter_map(Given::map);
    turn.said_but(&side.seat, lines, &about, vain).map(|line| (line.clone(), Source::Reaction))
}
