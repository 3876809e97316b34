//! Where special rules of a campaign let a force march: an army that must take towns first, and a power that stays on its
//! own land (NIA §21.2.2).
//!
//! Not here: when these rules end, and what an army does of itself (`season/orders_of_war.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.2.

use crate::book::Book;
use crate::book::marching::{MarchingOrders, StaysAtHome};
use crate::position::Common;
use crate::record::state::{Bloc, Force};
use kit::ground::Space;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A town that an army must take, and how far each hex is from it.
pub type Goal = (Space, Arc<Vec<u16>>);

/// The town that a force must take before it marches elsewhere, if a rule that still holds says so.
pub fn goal<'b>(book: &'b Book, common: Common, force: &Force) -> Option<&'b Goal> {
    let mut rules = of_armies(book, common.begun);
    let army = force.army.as_ref()?;
    let (id, orders) = rules.find(|(_, one)| one.power == force.power && one.army == *army)?;
    let reached = |at: Space| force.at == at && common.fortress(book, at) == 0;
    let mut open = orders.goals.iter().filter(|(at, _)| !is_done(book, common, (id, orders), *at));
    let next = open.find(|(at, _)| !reached(*at))?;
    // Nobody takes a town of somebody with whom there is no war.
    let holder = common.holder(book, next.0);
    holder.is_some_and(|holder| common.relations.at_war(holder, &force.power)).then_some(next)
}

/// The rules about armies that hold, with their names.
pub fn of_armies<'b>(
    book: &'b Book,
    over: &BTreeSet<String>,
) -> impl Iterator<Item = (&'b String, &'b MarchingOrders)> {
    let rules = book.scenario.special.iter().filter(|rule| !over.contains(&rule.id));
    rules.filter_map(|rule| Some((&rule.id, rule.marching.as_ref()?)))
}

/// What is recorded when a town has fallen that an army must take before others.
pub fn fallen(book: &Book, rule: &str, at: Space) -> String {
    format!("{rule}, {}", book.atlas.name(at))
}

/// What has begun, if it is that such a town has fallen.
pub fn begun_in_words(book: &Book, rule: &str) -> Option<String> {
    book.scenario.special.iter().find_map(|special| {
        let orders = special.marching.as_ref()?;
        let mut towns = orders.goals.iter().map(|(at, _)| *at);
        let at = towns.find(|at| rule == fallen(book, &special.id, *at))?;
        let (town, army) = (book.atlas.name(at), &orders.army);
        Some(format!("With the fall of {town} the {army} goes on (NIA §21.2.2)."))
    })
}

/// Whether an army need not take a town any more: its side has it, or it had fallen before.
pub fn is_done(
    book: &Book,
    common: Common,
    (rule, orders): (&str, &MarchingOrders),
    at: Space,
) -> bool {
    is_taken(book, common, &orders.power, at) || common.begun.contains(&fallen(book, rule, at))
}

/// Whether the side of a power has a town.
pub fn is_taken(book: &Book, common: Common, power: &str, at: Space) -> bool {
    common.holder(book, at).is_some_and(|holder| common.relations.friends(holder, power))
}

/// What keeps a force from marching where it likes, in words, if a rule of the campaign does.
pub fn told(book: &Book, common: Common, force: &Force) -> Option<String> {
    if let Some((town, _)) = goal(book, common, force) {
        let (army, town) = (force.army.as_deref().unwrap_or("the army"), book.atlas.name(*town));
        return Some(format!(
            "{army} must take {town} first, and each hex must bring it nearer to that (NIA §21.2.2)"
        ));
    }
    let title = book.people.title(bound(book, common, force)?);
    Some(format!("the forces of {title} stay on her own land for now (NIA §21.2.2)"))
}

/// The rules that keep a power at home when it is at war and are not over, with their names.
pub fn at_home<'b>(
    book: &'b Book,
    over: &BTreeSet<String>,
) -> impl Iterator<Item = (&'b String, &'b StaysAtHome)> {
    let rules = book.scenario.special.iter().filter(|rule| !over.contains(&rule.id));
    rules.filter_map(|rule| Some((&rule.id, rule.at_home.as_ref()?)))
}

/// The power at war that keeps a force on its own land, if one does: that of the force or of a unit in it.
fn bound<'b>(book: &'b Book, common: Common, force: &Force) -> Option<&'b str> {
    let is_of = |power: &String| {
        force.power == *power || force.units.iter().any(|unit| unit.nation == *power)
    };
    let mut rules = at_home(book, common.begun).map(|(_, one)| &one.power);
    let power = rules.find(|power| common.bloc(power) != Bloc::Neutral && is_of(power))?;
    Some(power)
}

/// The provinces to which a force keeps, if a rule holds that keeps it at home.
pub fn home(book: &Book, common: Common, force: &Force) -> Option<BTreeSet<String>> {
    let power = bound(book, common, force)?;
    let own = book.atlas.provinces.iter().map(|province| &province.name);
    Some(own.filter(|name| common.titles.owner(book, name) == Some(power)).cloned().collect())
}
