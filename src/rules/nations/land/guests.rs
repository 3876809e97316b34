//! Troops of one nation whom a neutral power lets onto its land, and feeds in their first activation (NIA §21.2.4).
//!
//! Not here: when they have left, and when that activation is over (`season/restraints.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.4.

use crate::book::Book;
use crate::book::restraints::Guests;
use crate::position::Common;
use crate::record::state::{Bloc, Force, Titles};
use kit::ground::Space;
use std::collections::BTreeSet;

/// What stands behind the name of the rule once guests have left the land.
const LEFT: &str = ", left";

/// The rule about guests, with its name, as long as their host is neutral.
pub fn rule<'b>(book: &'b Book, common: Common) -> Option<(&'b str, &'b Guests)> {
    let mut rules =
        book.scenario.special.iter().filter_map(|rule| Some((&*rule.id, rule.guests.as_ref()?)));
    rules.find(|(_, one)| {
        let peace = !common.relations.at_war(&one.power, &one.host);
        peace && common.bloc(&one.host) == Bloc::Neutral
    })
}

/// The name under which it is noted that guests have left.
pub fn left(id: &str) -> String {
    format!("{id}{LEFT}")
}

/// The name under which it is noted that a leader's first activation is over.
pub fn marched(id: &str, leader: &str) -> String {
    format!("{id}, {leader}")
}

/// What has begun, if it is that guests have left.
pub fn begun_in_words(book: &Book, rule: &str) -> Option<String> {
    let mut rules =
        book.scenario.special.iter().filter_map(|rule| Some((&rule.id, rule.guests.as_ref()?)));
    let (_, guests) = rules.find(|(id, _)| rule == left(id))?;
    let (host, power) = (book.people.title(&guests.host), book.people.title(&guests.power));
    Some(format!(
        "The guests have left the land of {host}; no troops of {power} enter it before there is war (NIA §21.2.4)."
    ))
}

/// Whether a place is on the host's land.
pub fn is_there(book: &Book, titles: &Titles, rule: &Guests, at: Space) -> bool {
    let province = book.atlas.province(at);
    province.and_then(|one| titles.owner(book, &one.name)) == Some(rule.host.as_str())
}

/// Whether all of a force is of the nation that is let in.
pub fn is_of(book: &Book, rule: &Guests, force: &Force) -> bool {
    let own = |name: &String| book.people.leader(name).is_some_and(|one| one.nation == rule.nation);
    force.power == rule.power
        && force.units.iter().all(|unit| unit.nation == rule.nation)
        && force.leaders.iter().all(own)
        && !(force.units.is_empty() && force.leaders.is_empty())
}

/// The provinces that are closed to a force: the host's, unless it is a guest and no guest has left.
pub fn shut_to(book: &Book, common: Common, force: &Force) -> Option<BTreeSet<String>> {
    let (id, rule) = rule(book, common).filter(|(_, rule)| rule.power == force.power)?;
    if is_of(book, rule, force) && !common.begun.contains(&left(id)) {
        return None;
    }
    let all = book.atlas.provinces.iter().map(|province| &province.name);
    Some(all.filter(|name| common.titles.owner(book, name) == Some(&*rule.host)).cloned().collect())
}

/// Why a force does not come to a place, in words, if this rule keeps it from there.
pub fn told(book: &Book, common: Common, force: &Force, to: Space) -> Option<String> {
    let shut = shut_to(book, common, force)?;
    let (_, rule) = rule(book, common)?;
    let province = book.atlas.province(to).filter(|one| shut.contains(&one.name))?;
    let host = book.people.title(&rule.host);
    Some(match is_of(book, rule, force) {
        true => format!(
            "{} is land of {host}, and the guests have left it (NIA §21.2.4)",
            province.name
        ),
        false => format!(
            "{} is land of {host}, which lets in only {} troops (NIA §21.2.4)",
            province.name,
            book.people.adjective(&rule.nation)
        ),
    })
}

/// Whether a force is fed since it is in its first activation.
pub fn feeds(book: &Book, common: Common, force: &Force) -> bool {
    let Some((id, rule)) = rule(book, common) else { return false };
    force.activations > 0
        && is_of(book, rule, force)
        && force.commander().is_some_and(|leader| !common.begun.contains(&marched(id, leader)))
}
