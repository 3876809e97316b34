//! A battle: all units of both sides in a square, one table, one die (FRW §18, §19).
//!
//! The parts: who commands and which markers are laid (`choice`), what each side counts (`host`),
//! what the result does (`result`), and what a victory brings (`reward`). Retreats are in
//! [`super::retreat`].
//!
//! # Our reading
//!
//! In `readings.yaml`, under §18.1, §18.5, §19.

pub mod choice;
pub mod host;
mod result;
mod reward;
pub mod storm;

use super::dice::{Die, Throw};
use super::{interrupt, loss};
use crate::book::tables::Combat;
use crate::orders::plan::Entry;
use crate::record::event::{Battle, Event, Host, WarEvent};
use crate::record::unit::Unit;
use crate::turn::Turn;
use choice::Side;
use host::{Means, PIONEERS, Site};
use kit::ground::Space;
use kit::rule::Rule;

const COMBAT: Rule = Rule("FRW §18.3");

/// How a fight came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub at: Space,
    /// Whether terrain helps the defender.
    pub terrain: bool,
    /// Whether the defender is outside the walls and fieldworks of the square (§20.7).
    pub outside: bool,
    /// The attackers, if not all of their seat there attack (§34.4).
    pub attackers: Vec<String>,
}

/// Fights a battle between two seats in a square; nothing, if one side slipped away before it.
pub fn fight(
    turn: &mut Turn<'_>,
    attacker: &str,
    defender: &str,
    terms: Terms,
    entry: Option<&Entry>,
) -> Option<Battle> {
    let at = terms.at;
    let site = site(turn, attacker, defender, &terms);
    let book = turn.the_book();
    let mut sides = [side(turn, attacker, at, true), side(turn, defender, at, false)];
    if !terms.attackers.is_empty() {
        sides[0].units = loss::not_carried(turn, terms.attackers);
    }
    for (number, side) in sides.iter_mut().enumerate() {
        choice::commander(turn, side, at, entry.filter(|_| number == 0));
    }
    let mut fewer = [0, 0];
    for number in [0, 1] {
        let others = sides[1 - number].units.clone();
        let most = choice::most(book, sides[number].commander.as_ref());
        fewer[number] = usize::from(interrupt::slip(turn, &sides[number], &others, site, most));
        for side in &mut sides {
            side.units.retain(|id| turn.state.units.get(id).is_some_and(|unit| unit.at == at));
        }
        if sides.iter().any(|side| side.units.is_empty()) {
            return None;
        }
    }
    let disputed = [1, 0].map(|by: usize| {
        let others = sides[1 - by].units.clone();
        interrupt::dispute(turn, &sides[by], &others, at)
    });
    let others = [sides[1].units.clone(), sides[0].units.clone()];
    for (number, side) in sides.iter_mut().enumerate() {
        // Who slipped away may have been in command.
        let gone = |name: &String| {
            !choice::fighters(turn, &side.units).iter().any(|unit| unit.id == *name)
        };
        if side.commander.as_ref().is_some_and(gone) {
            choice::commander(turn, side, at, entry.filter(|_| number == 0));
        }
        let most = choice::most(book, side.commander.as_ref()).saturating_sub(fewer[number]);
        let most = if disputed[number] { 0 } else { most };
        choice::lay(turn, side, (&others[number], most), site, entry.filter(|_| number == 0));
    }
    let battle = table(turn, &sides, site);
    turn.record(Event::from(WarEvent::Fought(battle.clone())));
    result::apply(turn, &battle, &sides, site);
    Some(battle)
}

/// The ground of a battle; besiegers defend in the open or in their fieldworks (§34.2).
fn site(turn: &Turn<'_>, attacker: &str, defender: &str, terms: &Terms) -> Site {
    let (book, at) = (turn.the_book(), terms.at);
    let fieldworks = turn.state.fieldworks.contains(&at);
    if turn.state.besieges(defender, at) {
        let sortie = turn.state.is_besieged(attacker, at) && terms.attackers.is_empty();
        return Site { sortie, ..Site::in_the_open(at, fieldworks) };
    }
    if terms.outside {
        return Site::outside(book, at);
    }
    let besieged = turn.state.is_besieged(defender, at);
    Site { besieged, ..Site::of(book, at, fieldworks, terms.terrain) }
}

fn side(turn: &Turn<'_>, seat: &str, at: Space, attacks: bool) -> Side {
    // Who is aboard neither fights nor is lost apart from the fleet (§25.18).
    let own = turn.state.own_at(seat, at).into_iter().filter(|unit| unit.aboard.is_none());
    let units = own.map(|unit| unit.id.clone()).collect();
    Side::of(seat.to_owned(), units, attacks)
}

/// Counts both sides, rolls the die and reads the table.
fn table(turn: &mut Turn<'_>, sides: &[Side; 2], site: Site) -> Battle {
    let book = turn.the_book();
    let kind = crate::book::cards::kind_of;
    let cancelled = sides[1].counters.iter().filter(|one| kind(one) == PIONEERS).count();
    let hosts: Vec<Host> = sides.iter().map(|side| host(turn, side, site, cancelled)).collect();
    let [attacker, defender] = [hosts[0].clone(), hosts[1].clone()];
    let per_cent = Combat::per_cent(attacker.sum, defender.sum);
    let column = book.tables.combat.column(per_cent);
    let (who, at) = (attacker.seat.as_str(), site.at);
    let throw = Throw { rule: COMBAT, who, at, dice: 1, die: Die::Combat, owner: who };
    let letters = |faces: &[u8]| {
        let verdict = book.tables.combat.read(column, faces.first().copied().unwrap_or(1));
        Some(verdict.letters().to_lowercase())
    };
    let die = throw.roll_for(turn, &letters)[0];
    let verdict = book.tables.combat.read(column, die);
    let winner = result::winner(verdict, &hosts, site);
    Battle {
        at: site.at,
        attacker,
        defender,
        siege: site.fortress,
        per_cent,
        column: book.tables.combat.band(column).to_owned(),
        die,
        verdict,
        winner,
    }
}

/// A side with its sums; a Special as what makes most of it. Pioneers of the defender cancel those of
/// the attacker, one for one (§9.13).
fn host(turn: &Turn<'_>, side: &Side, site: Site, cancelled: usize) -> Host {
    let book = turn.the_book();
    let units: Vec<&Unit> = choice::fighters(turn, &side.units);
    let mut options: Vec<Option<String>> =
        choice::specials(book, side, site).into_iter().map(Some).collect();
    options.push(None);
    let lines = options.iter().map(|special| {
        let kinds = choice::kinds(&side.counters, special.as_deref());
        let pioneers = kinds.iter().filter(|kind| *kind == PIONEERS).count();
        let means = Means {
            units: units.clone(),
            attacks: side.attacks,
            site,
            markers: kinds.iter().map(String::as_str).collect(),
            pioneers: side.attacks && pioneers > cancelled,
        };
        let lines = means.lines(book);
        (lines.iter().map(crate::record::event::Line::sum).sum::<u32>(), lines)
    });
    let (sum, lines) = lines.max_by_key(|(sum, _)| *sum).unwrap_or_default();
    let kind = |counter: &String| crate::book::cards::kind_of(counter).to_owned();
    Host {
        seat: side.seat.clone(),
        commander: side.commander.clone(),
        markers: side.counters.iter().map(kind).collect(),
        decoys: side.decoys.iter().map(kind).collect(),
        lines,
        sum,
        units: side.units.len(),
    }
}
