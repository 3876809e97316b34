//! Forced marches, ambushes and delaying actions (FRW §20.1):
//! an ambush (§20.6) comes in the march of another, and a delay before the battle.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §20.1, §20.5, §20.7, §20.8, §20.9, §20.11, §32.2, §34.4.

use super::force::{Acting, can_march};
use super::path::{Field, Marcher};
use super::{attrition, battle, money};
use crate::book::Book;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::decisions::Topic;
use crate::markers;
use crate::operations::battle::Terms;
use crate::orders::plan::unit_words;
use crate::orders::units::chosen;
use crate::position::{Position, Standing};
use crate::record::event::{Event, ForceEvent};
use crate::record::unit::Unit;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Filled;

const AMBUSH: Rule = Rule("FRW §20.7");
const DELAY: Rule = Rule("FRW §20.10");
const PAYING: Rule = Rule("FRW §20.5");

/// The marker.
pub const COUNTERMARCH: &str = "Countermarch";

/// Pays for a use of the marker, or checks the force; gives the units that are left.
pub fn pay(
    turn: &mut Turn<'_>,
    seat: &str,
    units: Vec<String>,
    (said, source): (Option<&str>, Source),
) -> Vec<String> {
    let price = turn.book.tables.expenditure.countermarch;
    let cost = money::price(turn, price, &units);
    let from = money::payer(turn, seat, &units, None);
    let at = turn.units_of(&units).first().map(|unit| unit.at);
    let can = money::has(turn, &from, cost);
    let pays = can && {
        let said = said.map(|word| (word.to_owned(), source));
        let place = at.map(|at| turn.place(at)).unwrap_or_default();
        let ask = PAYING.by(seat).at(place);
        let options = ["thaler", "attrition"];
        turn.decide(ask, seat, Topic::CountermarchPay, &options, ("thaler", said)) == "thaler"
    };
    if pays {
        money::spend(turn, seat, from, cost, "countermarch");
        return units;
    }
    let mountains = at.is_some_and(|at| turn.book.atlas.square(at).mountain);
    attrition::check_units(turn, seat, units, mountains)
}

/// The first seat that ambushes a force which has just come into a square; says whether it was fought.
pub fn ambush(turn: &mut Turn<'_>, acting: &mut Acting) -> bool {
    if turn.ambushed == Some(turn.operation) {
        return false;
    }
    for seat in turn.state.clockwise(&acting.seat) {
        let barred = is_barred(turn.book, &turn.state, &seat, (&acting.seat, acting.at));
        if barred || turn.state.holding(&seat, COUNTERMARCH).is_none() {
            continue;
        }
        for from in turn.book.atlas.around(acting.at) {
            if let Some(units) = ambushers(turn, &seat, from, acting.at)
                && springs(turn, &seat, (from, acting.at), units, acting)
            {
                return true;
            }
            // An ambush whose force lost its leader in the check still counts as the only one of the operation.
            if turn.ambushed == Some(turn.operation) {
                return false;
            }
        }
    }
    false
}

/// Whether a seat may not ambush another in a square: the other is behind walls or fieldworks there, or a
/// third stands between them (§20.7).
fn is_barred(
    book: &Book,
    position: &impl Position,
    seat: &str,
    (mover, at): (&str, Space),
) -> bool {
    let open = position.open();
    let siege = open.sieges.get(&at);
    let stands = position.seats_at(at).contains(seat);
    let city = siege.map_or(stands, |siege| siege.of == seat);
    let works = siege.map_or(stands, |siege| siege.by == seat);
    let third = |one: &Standing<'_>| one.seat != Some(seat) && one.seat != Some(mover);
    (book.atlas.city(at).is_some() && !city)
        || (open.fieldworks.contains(&at) && !works)
        || position.standing(at).iter().any(third)
}

/// Those of a square who could go into another: with a leader, on land, through the side.
fn ambushers(turn: &Turn<'_>, seat: &str, from: Space, to: Space) -> Option<Vec<String>> {
    let book = turn.the_book();
    let here = turn.state.own_at(seat, from);
    let units: Vec<&Unit> = here.into_iter().filter(|unit| can_march(book, unit)).collect();
    let leads = may_ambush(book, &units);
    let field =
        Field { book, may_enter: &|at| turn.state.may_go(book, seat, at), others: &|_| false };
    let marcher = Marcher::of(book, &units);
    let cost = field.cost(&marcher, from, to)?;
    let goes = leads && cost <= marcher.points && !turn.state.is_besieged(seat, from);
    goes.then(|| units.iter().map(|unit| unit.id.clone()).collect())
}

/// Whether units may ambush: with a leader, and with cavalry or light troops where these are apart (§20.7, §32.2).
fn may_ambush(book: &Book, units: &[&Unit]) -> bool {
    units.iter().any(|unit| unit.kind == Kind::Leader)
        && (!book.options.has(Extra::SpecialUnits) || units.iter().any(|unit| is_nimble(unit)))
}

/// Whether a unit is cavalry or light troops (§32.2).
fn is_nimble(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Cavalry | Kind::LightTroops)
}

/// What the cavalry and light troops of some units count, as printed.
pub fn nimble_strength(book: &Book, units: &[&Unit]) -> u32 {
    units.iter().filter(|unit| is_nimble(unit)).map(|unit| book.strength(unit)).sum()
}

/// Whether a force has the cavalry and light troops for a delaying action against another (§32.2).
fn is_fast_enough(turn: &Turn<'_>, units: &[String], enemy: &[String]) -> bool {
    let nimble = |ids: &[String]| nimble_strength(turn.book, &turn.units_of(ids));
    !turn.book.options.has(Extra::SpecialUnits) || nimble(units) >= nimble(enemy)
}

/// Asks for an ambush and fights it.
fn springs(
    turn: &mut Turn<'_>,
    seat: &str,
    (from, to): (Space, Space),
    units: Vec<String>,
    acting: &mut Acting,
) -> bool {
    let said = map_of(turn, seat, &units, "ambush");
    let units = without_left(turn, said.as_ref(), units);
    if !may_ambush(turn.the_book(), &turn.units_of(&units)) {
        return false;
    }
    let about = About { units: units.clone(), goal: Some(to), ..About::default() };
    let answer = said.as_ref().map(|said| {
        let yes = turn.said(seat, [said], &about).is_some();
        (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
    });
    let ask = AMBUSH.by(seat).at(turn.place(from));
    if turn.decide(ask, seat, Topic::Ambush, &["yes", "no"], ("no", answer)) != "yes" {
        return false;
    }
    let Some(counter) = turn.state.holding(seat, COUNTERMARCH) else { return false };
    if !markers::action(turn, seat, &counter, Some(to), "ambush") {
        return false;
    }
    turn.ambushed = Some(turn.operation);
    let by = said.as_ref().and_then(|said| said.name("pay"));
    let units = pay(turn, seat, units, (by, Source::Reaction));
    if !turn.units_of(&units).iter().any(|unit| unit.kind == Kind::Leader && unit.at == from) {
        return false;
    }
    let force = turn.force(seat, &units);
    turn.record(Event::from(ForceEvent::Moved { force, from, to }));
    super::march::show(turn, to);
    let mover = acting.seat.clone();
    // Who comes to a siege fights alone (§34.4).
    let attackers = if turn.state.sieges.contains_key(&to) { units } else { vec![] };
    let terms = Terms { at: to, terrain: true, outside: true, attackers };
    let fought = battle::fight(turn, seat, &mover, terms, None);
    acting.won = fought.and_then(|battle| battle.winner).map(|winner| winner == mover);
    acting.ambushed = true;
    acting.left = 0;
    acting.settle(turn);
    true
}

/// What a reaction for some units has under a key, if that is a map.
fn map_of(turn: &Turn<'_>, seat: &str, units: &[String], key: &str) -> Option<Filled> {
    turn.reaction(seat, units, key)?.get(key)?.map().cloned()
}

/// Units without those who stay behind by a reaction.
fn without_left(turn: &Turn<'_>, said: Option<&Filled>, ids: Vec<String>) -> Vec<String> {
    let book = turn.the_book();
    let is_leader = |name: &str| book.troops.leader(name).is_some();
    let words = said.map(|said| unit_words(said.list("leave"), is_leader)).unwrap_or_default();
    let left = chosen(book, &words, &turn.units_of(&ids));
    ids.into_iter().filter(|id| !left.contains(id)).collect()
}

/// The delaying action of a seat that was entered: with a leader, all or part goes to a square next door
/// (§20.10).
pub fn delay(turn: &mut Turn<'_>, acting: &Acting, defender: &str) {
    let at = acting.at;
    // Who was not entered does not delay, and the besieged cannot leave (§34.2).
    if acting.came_from.is_none() || turn.state.is_besieged(defender, at) {
        return;
    }
    let Some(counter) = turn.state.holding(defender, COUNTERMARCH) else { return };
    let book = turn.the_book();
    let here: Vec<Unit> = turn.state.own_at(defender, at).into_iter().cloned().collect();
    let mobile: Vec<&Unit> = here.iter().filter(|unit| can_march(book, unit)).collect();
    let ids: Vec<String> = mobile.iter().map(|unit| unit.id.clone()).collect();
    let said = map_of(turn, defender, &ids, "delay");
    let units = without_left(turn, said.as_ref(), ids);
    let leads = turn.units_of(&units).iter().any(|unit| unit.kind == Kind::Leader);
    let open = refuges(turn, acting, defender, &units);
    if !leads || open.is_empty() || !is_fast_enough(turn, &units, &acting.units) {
        return;
    }
    let about = About { units: units.clone(), goal: Some(at), ..About::default() };
    let answer = said.as_ref().map(|said| {
        let yes = turn.said(defender, [said], &about).is_some();
        (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
    });
    let ask = DELAY.by(defender).at(turn.place(at));
    if turn.decide(ask, defender, Topic::Delay, &["yes", "no"], ("no", answer)) != "yes" {
        return;
    }
    if !markers::action(turn, defender, &counter, Some(at), "delaying action") {
        return;
    }
    let by = said.as_ref().and_then(|said| said.name("pay"));
    let units = pay(turn, defender, units, (by, Source::Reaction));
    if !turn.units_of(&units).iter().any(|unit| unit.kind == Kind::Leader && unit.at == at) {
        return;
    }
    let to = preferred(turn, said.as_ref(), &open);
    let force = turn.force(defender, &units);
    turn.record(Event::from(ForceEvent::Moved { force, from: at, to }));
}

/// The squares into which a delaying force could go: free of others, not the one from which the enemy
/// came.
fn refuges(turn: &Turn<'_>, acting: &Acting, seat: &str, units: &[String]) -> Vec<Space> {
    let book = turn.the_book();
    let units = turn.units_of(units);
    let marcher = Marcher::of(book, &units);
    let field =
        Field { book, may_enter: &|at| turn.state.may_go(book, seat, at), others: &|_| false };
    let open = |to: &Space| {
        Some(*to) != acting.came_from
            && turn.state.others_at(seat, *to).is_empty()
            && field.cost(&marcher, acting.at, *to).is_some_and(|cost| cost <= marcher.points)
    };
    book.atlas.around(acting.at).into_iter().filter(open).collect()
}

/// The square that a sheet wants: the first of its list that is open, else toward a place, else nearest
/// to a fortress of one's own.
fn preferred(turn: &Turn<'_>, said: Option<&Filled>, open: &[Space]) -> Space {
    let atlas = &turn.the_book().atlas;
    let named = said.into_iter().flat_map(|said| said.names("to"));
    let mut named = named.filter_map(|name| atlas.find(name)).filter(|at| open.contains(at));
    if let Some(at) = named.next() {
        return at;
    }
    let goal = said.and_then(|said| atlas.find(said.name("toward")?));
    let far = |at: &Space| match goal {
        Some(goal) => atlas.distance(*at, goal).unwrap_or(u16::MAX),
        None => u16::from(!atlas.is_fortress(*at)),
    };
    open.iter().copied().min_by_key(|at| (far(at), *at)).unwrap_or(open[0])
}
