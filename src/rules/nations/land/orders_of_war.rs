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
    let (_, orders) = rules.find(|(_, one)| one.power == force.power && one.army == *army)?;
    let next = orders.goals.iter().find(|(at, _)| !is_taken(book, common, &force.power, *at))?;
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
    let bound = home(book, common, &force.power).is_some();
    let title = book.people.title(&force.power);
    bound.then(|| format!("the forces of {title} stay on her own land for now (NIA §21.2.2)"))
}

/// The rules that keep a power at home and hold now, with their names.
pub fn at_home<'b>(
    book: &'b Book,
    common: Common,
) -> impl Iterator<Item = (&'b String, &'b StaysAtHome)> {
    let rules = book.scenario.special.iter();
    let rules = rules.filter(move |rule| !common.begun.contains(&rule.id));
    let rules = rules.filter_map(|rule| Some((&rule.id, rule.at_home.as_ref()?)));
    rules.filter(move |(_, one)| common.bloc(&one.power) != Bloc::Neutral)
}

/// The provinces to which the troops of a power keep, if a rule holds that keeps it at home.
pub fn home(book: &Book, common: Common, power: &str) -> Option<BTreeSet<String>> {
    let bound = at_home(book, common).any(|(_, one)| one.power == power);
    let own = book.atlas.provinces.iter().map(|province| &province.name);
    let own = own.filter(|name| common.titles.owner(book, name) == Some(power));
    bound.then(|| own.cloned().collect())
}
