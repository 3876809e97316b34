//! What operations cost, and whose treasury pays (FRW §8.4, §8.5, §12.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.2, §8.5, §12.2.

use super::countermarch::COUNTERMARCH;
use super::force::Acting;
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::tables::Halves;
use crate::decisions::Topic;
use crate::orders::plan::{Entry, Pay, Sheet};
use crate::record::event::{CourtEvent, Event, Why};
use crate::sight::Known;
use crate::turn::{About, Turn};
use kit::ledger::Source;
use kit::rule::Rule;

const PAY: Rule = Rule("FRW §12.2");

/// How many Countermarches may come into a hand by victories within a season, for a bound of its costs.
const SPOILS: u32 = 4;

const PRUSSIA: &str = "prussia";

/// What a force pays by a price, in halves.
pub fn price(turn: &Turn<'_>, price: Halves, units: &[String]) -> u32 {
    let units = turn.units_of(units);
    let all = !units.is_empty() && units.iter().all(|unit| unit.power == PRUSSIA);
    if all { price.prussian } else { price.halves }
}

/// The major whose treasury pays for a force.
pub fn payer(turn: &Turn<'_>, seat: &str, units: &[String], from: Option<&str>) -> String {
    let majors = turn.book.majors(seat);
    let own = turn.units_of(units).first().map(|unit| unit.power.clone());
    let named = from.map(str::to_owned).filter(|from| majors.contains(from));
    let own = own.filter(|power| majors.contains(power));
    named.or(own).or_else(|| majors.first().cloned()).unwrap_or_else(|| seat.to_owned())
}

/// Takes money out of a treasury that has it.
pub fn spend(turn: &mut Turn<'_>, seat: &str, from: String, halves: u32, on: &str) {
    let (seat, on) = (seat.to_owned(), on.to_owned());
    turn.record(Event::from(CourtEvent::Spent { seat, from, halves, on }));
}

/// Whether a treasury has so many halves.
pub fn has(turn: &Turn<'_>, major: &str, halves: u32) -> bool {
    turn.state.has(major, halves)
}

/// The most that the operations of a sheet may cost in a season, in halves: each as often as it may be played,
/// and a reaction with each Countermarch of the hand and of spoils.
pub fn most_spent(book: &Book, known: &Known, sheet: &Sheet) -> u32 {
    let table = &book.tables.expenditure;
    let one = |entry: &Entry| {
        let forced = u32::try_from(entry.forced.len()).unwrap_or(u32::MAX);
        let forced = forced.saturating_mul(table.countermarch.halves);
        u32::from(entry.times).saturating_mul(table.operation.halves.saturating_add(forced))
    };
    let held = known.markers.own.iter().filter(|one| kind_of(one) == COUNTERMARCH).count();
    let held = u32::try_from(held).unwrap_or(u32::MAX).saturating_add(SPOILS);
    let plays = |key: &str| sheet.reactions.iter().any(|one| one.get(key).is_some());
    let reacts = plays("ambush") || plays("delay");
    let reactions = if reacts { held.saturating_mul(table.countermarch.halves) } else { 0 };
    sheet.operations.iter().map(one).fold(reactions, u32::saturating_add)
}

/// What an operation or a forced march costs, and whose treasury pays; nothing, if it is checked for attrition.
pub fn bill(
    turn: &mut Turn<'_>,
    entry: &Entry,
    acting: &Acting,
    forced: bool,
) -> Option<(String, u32)> {
    let seat = acting.seat.clone();
    let table = &turn.book.tables.expenditure;
    let halves = if forced { table.countermarch } else { table.operation };
    let cost = price(turn, halves, &acting.units);
    let from = payer(turn, &seat, &acting.units, entry.from.as_deref());
    let about = About { units: acting.units.clone(), ..About::default() };
    let holds = |pay: &Pay| turn.holds(&seat, pay.condition.as_ref(), &about);
    let asked = entry.pay.as_ref().map(|pay| (pay.thaler, holds(pay)));
    let has = has(turn, &from, cost);
    let why = match asked {
        Some((true, true)) if !has => Some(Why::NoMoney),
        Some((_, false)) => Some(Why::Condition),
        Some((_, true)) | None => None,
    };
    if let Some(why) = why {
        turn.part_not_done(&seat, (entry.number, entry.pay_part), "pay", why);
    }
    if !has {
        return None;
    }
    let said = asked.map(|(thaler, holds)| {
        let word = if thaler == holds { "thaler" } else { "attrition" };
        (word.to_owned(), Source::Entry)
    });
    let ask = PAY.by(seat.as_str()).at(turn.place(acting.at));
    let choice = turn.decide(ask, &seat, Topic::Pay, &["thaler", "attrition"], ("thaler", said));
    (choice == "thaler").then_some((from, cost))
}
