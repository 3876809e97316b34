//! The umpire's rulings on facts: what they can correct on the map, and how it is played.
//!
//! A fact is one key and what belongs to it, written as in a sheet: `move: {force: Melas, to:
//! Turin}`. It waits in the ledger for its place in the sequence, is held against the position as
//! it is then, and becomes events like everything else, so that each power learns of it what it
//! could have seen. Whose forces it is about is told the umpire's words and their reason.
//!
//! Not here: answers to decisions and forced dice, which the ledger gives by their keys.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §2.

pub mod facts;
mod funds;
mod pacts;
mod ships;

use crate::Nations;
use crate::orders::Entry;
use crate::politics::allegiance;
use crate::record::event::Event;
use crate::season::recall;
use crate::turn::Turn;
use facts::{Deed, read};
use kit::ledger::Now;
use kit::names::plain;
use play::table::{self, Decree};

/// The facts, as an umpire writes them.
pub const FACTS: &str = "\
move: {force: Melas, to: Turin}            a force stands elsewhere; `inside: yes`, in its fortress
add: {power: austria, at: Turin, leader: Ott, units: [2 x (+1) InfC]}
                                           a force comes onto the map
remove: {force: Melas}                     a force leaves it; with `units:`, these alone
change: {force: Melas, demoralized: no}    what is named becomes so: units, leaders, trains,
                                           engineers, depots, activations, inside, out of supply
ships: {power: france, fleets: [fleet 1], to: Brest}
                                           fleets lie elsewhere, or `blockading: Brest`; `to: nowhere`
                                           takes them off the map
control: {place: Turin, power: france}     a place is held by another
title: {province: Tyrol, owner: france}    a province belongs to another power or minor country
status: {country: Saxony, status: allied to france}
                                           a minor country is `neutral`, `allied to`, a `satellite of`
                                           or `conquered by` a power; its troops follow
truce: {country: Saxony, power: france, until: spring 1808}
                                           the two declare no war on each other before that season
system: {court: austria, bound: yes}       a power or a minor country is bound by the Continental System,
                                           or free of it
peace: {of: austria, with: [france], until: spring 1808}
                                           a beaten power has peace with these; `over: yes` in place of
                                           `until:` ends it now, with all who have it under `with:`
condition: {of: austria, to: france, term: indemnity}
                                           that peace has a condition more: `indemnity`, `troops` or
                                           `alliance`
side: {power: austria, side: neutral}      a power goes to the `empire`, the `coalition` or neither
credit: {power: austria, change: 1}        the credit of an alliance rises or falls, as after a peace that
                                           was refused
money: {of: france, pounds: -5}            a power or a minor country gets money, or pays it
grant: {power: france, leader: Ney, steps: [{march: [Ulm]}]}
                                           an order is played after those of the sheet
deny: {power: france, entry: 2}            an order is not played; with `who: Ney`, none of his
tell: {to: [france], text: A courier is late.}
                                           courts learn something; without `to:`, all of them
";

/// An order that the umpire denies from a place of the sequence on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denied {
    Entry(u16),
    Who(String),
}

impl Denied {
    /// Whether an entry is the one.
    pub fn is(&self, entry: &Entry) -> bool {
        match self {
            Denied::Entry(number) => *number == entry.number,
            Denied::Who(who) => plain(who) == plain(&entry.who),
        }
    }
}

/// What a fact does, and what the umpire's word says of it.
struct Word {
    words: String,
    /// The powers that are told.
    told: Vec<String>,
    events: Vec<Event>,
    deed: Option<Deed>,
}

/// Says whether a fact is written as one, so that it can be told before the season is played.
pub fn check(book: &crate::book::Book, text: &str) -> Result<(), String> {
    read(book, text).map(|_| ())
}

/// Plays the facts whose place has come; says whether there were any.
pub fn play(turn: &mut Turn, now: Now) -> bool {
    let any = table::facts::<Nations>(turn, now);
    allegiance::follow(turn);
    if any {
        recall::call_away(turn);
    }
    any
}

/// What a fact comes to, as things stand now.
pub fn decree(turn: &mut Turn, text: &str) -> Result<Decree<Event>, String> {
    let Word { words, told, events, deed } = read(turn.book, text)?.word(turn)?;
    match deed {
        None => {}
        Some(Deed::Granted(power, entry)) => turn.grant(&power, *entry),
        Some(Deed::Denied(power, denied)) => turn.denied.push((power, denied)),
        Some(Deed::Turned(change)) => turn.turned.push(change),
    }
    Ok(Decree { words, told, events })
}
