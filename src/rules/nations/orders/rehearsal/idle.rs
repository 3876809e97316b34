//! Who has no orders, and what becomes of them all the same.

use super::calls::Calls;
use super::earlier::Earlier;
use super::{meant, place, ships};
use crate::book::Book;
use crate::land::attrition;
use crate::land::orders_of_war;
use crate::orders::{Entry, Sheet};
use crate::position::Position;
use crate::record::state::Force;
use crate::sight::known::Known;
use play::{UnderstoodEntry, WITHOUT_ORDERS};
use sheet::keys::{Filled, Given};

/// What is said of a force out of supply that has no entry.
const STARVES: &str = "stays, and counts as out of supply until it acts, so it is checked for attrition when the season ends";

/// What a force does that has no entry.
fn without_orders(force: &Force, sheet: &Sheet) -> &'static str {
    let sorties = |reaction: &Filled| {
        let who = reaction.name("who").unwrap_or("any");
        let is_meant = who == "any" || force.leaders.iter().any(|leader| leader == who);
        is_meant
            && reaction
                .get("besieged")
                .and_then(Given::map)
                .is_some_and(|answers| answers.get("sortie").is_some())
    };
    match (force.inside, force.siege.is_some()) {
        (true, _) if sheet.reactions.iter().any(sorties) => {
            "stays inside, unless your `sortie` brings it out"
        }
        (true, _) => "stays inside",
        (false, true) => "goes on with the siege, with no attempt on the walls",
        (false, false) if force.reserve.is_some() => "waits in reserve",
        (false, false) if attrition::starves(force) => STARVES,
        (false, false) => "stays",
    }
}

/// What an army does of itself that a rule of the campaign leads to a town, on the first marker on which no entry for its
/// commander is played.
fn of_itself(book: &Book, at: &dyn Position, sheet: &Sheet, force: &Force) -> Option<String> {
    let (town, _) = orders_of_war::goal(book, at.common(), force).filter(|_| !force.inside)?;
    let mut own = entries_of_commander(book, sheet, force).peekable();
    let has_entries = own.peek().is_some();
    if own.any(|entry| !entry.waits()) {
        return None;
    }
    let name = book.atlas.name(*town);
    let goes = if force.at == *town { "besieges" } else { "marches of itself to besiege" };
    let unless = if has_entries { " and on which no entry for them is played" } else { "" };
    Some(format!(
        "{goes} {name}, on the first marker that wakes them{unless}, with up to 3 attempts (NIA §21.2.2)"
    ))
}

/// The entries for the commander of a force.
fn entries_of_commander<'s>(
    book: &Book,
    sheet: &'s Sheet,
    force: &Force,
) -> impl Iterator<Item = &'s Entry> {
    let alone = Force { leaders: force.leaders.iter().take(1).cloned().collect(), ..force.clone() };
    sheet.entries.iter().filter(move |entry| {
        meant(&book.atlas, &book.units, &entry.who, std::iter::once(&alone)).is_some()
    })
}

/// The forces and ships for which the sheet says nothing.
pub fn tell(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
    earlier: &Earlier,
    understood: &mut Vec<UnderstoodEntry>,
) {
    let named: Vec<&String> = sheet.entries.iter().map(|entry| &entry.who).collect();
    let has_none = |force: &&Force| {
        !named
            .iter()
            .any(|who| meant(&book.atlas, &book.units, who, std::iter::once(*force)).is_some())
    };
    let of_itself = |force: &Force| of_itself(book, known, sheet, force);
    let idle_or_bound = |force: &&Force| has_none(force) || of_itself(force).is_some();
    let (led, alone): (Vec<&Force>, Vec<&Force>) =
        known.own().filter(idle_or_bound).partition(|force| !force.leaders.is_empty());
    let mut idle: Vec<String> = vec![];
    for force in led {
        let who = force.name(&book.atlas, &book.units);
        let call = force.commander().and_then(|chief| {
            let call = Calls { book, known }.of(chief)?;
            let told = call.told(chief);
            told.strip_prefix(chief).map(|told| told.trim().to_owned())
        });
        let does = earlier.goes_with(force.id).or(call);
        let does = does.or_else(|| of_itself(force));
        let does = does.unwrap_or_else(|| without_orders(force, sheet).to_owned());
        let comes = if known.coming.contains(&force.id) {
            "comes when the season begins, and "
        } else {
            ""
        };
        let called = Calls { book, known }.troops(force);
        let called = called.map(|told| format!("; {told}")).unwrap_or_default();
        idle.push(format!("{who} at {}: {comes}{does}{called}", place(book, force.at)));
    }
    let (with_others, alone): (Vec<&Force>, Vec<&Force>) =
        alone.into_iter().partition(|force| earlier.goes_with(force.id).is_some());
    for force in with_others {
        let does = earlier.goes_with(force.id).unwrap_or_default();
        idle.push(format!("{}: {does}", force.name(&book.atlas, &book.units)));
    }
    if !alone.is_empty() {
        let names: Vec<String> =
            alone.iter().map(|force| force.name(&book.atlas, &book.units)).collect();
        idle.push(format!("without a leader, so they stay: {}", names.join(", ")));
    }
    idle.extend(ships::idle(book, known, sheet));
    if !idle.is_empty() {
        understood.push(UnderstoodEntry::plain(WITHOUT_ORDERS.to_owned(), idle));
    }
}
