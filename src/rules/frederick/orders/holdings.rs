//! What a sheet plays markers for that its writer does not hold now (FRW §9.8). It may be theirs by then, so it
//! is a remark.

use crate::book::Book;
use crate::book::cards::kind_of;
use crate::court::keys::is_asked;
use crate::court::taxation::MERCANTILISM;
use crate::markers::{ENLIGHTENMENT, SPY};
use crate::operations::battle::host::LIGHT;
use crate::operations::countermarch::COUNTERMARCH;
use crate::operations::dice::FORTUNES;
use crate::operations::interrupt::{DISPUTE, TRUCE};
use crate::sight::Known;
use crate::year::empire;
use sheet::keys::{Content, Filled, Given};
use sheet::{Diagnostic, Diagnostics};

/// The keys of a reaction that play a marker, and any of which kinds it needs.
const REACTIONS: [(&str, &[&str]); 9] = [
    ("ambush", &[COUNTERMARCH]),
    ("delay", &[COUNTERMARCH]),
    ("truce", &[TRUCE]),
    ("dispute", &[DISPUTE]),
    ("slip", &[LIGHT]),
    ("reroll", &[FORTUNES]),
    ("cancel", &[ENLIGHTENMENT, SPY]),
    ("honours", &["Honours of War 1", "Honours of War 2"]),
    ("vote", &[empire::MARKER]),
];

/// What helps with a marker for the taxes, which come before anything can be bought.
const BEFORE_THE_MARKET: &str = "taxes come before the market: one that is bought in this court does not \
                                 count for the taxes of this year";

/// Tells of each marker that is counted on and not held.
pub fn check(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) {
    let mut pen = Pen { known, faults };
    let is_court = known.open.season.is_court();
    for reaction in filled.list("reactions").iter().filter_map(Given::map) {
        // Of what no court asks that is said already.
        for (key, kinds) in REACTIONS.into_iter().filter(|(key, _)| !is_court || is_asked(key)) {
            pen.needs(reaction.get(key), kinds);
        }
    }
    for entry in filled.list("operations").iter().filter_map(Given::map) {
        pen.entry(entry);
    }
    if !is_court {
        return;
    }
    let tax =
        filled.get("tax").filter(|given| given.map().is_some_and(|map| map.flag("mercantilism")));
    pen.needs_for(tax, &[MERCANTILISM], BEFORE_THE_MARKET);
    pen.needs(filled.list("enlightenment").first(), &[ENLIGHTENMENT]);
    for line in filled.list("initiative").iter().filter_map(Given::map) {
        pen.needs(line.get("take"), &[ENLIGHTENMENT]);
    }
    for line in filled.list("market").iter().filter_map(Given::map) {
        pen.needs(line.get("spy").filter(|_| line.flag("spy")), &[SPY]);
    }
    for line in filled.list("play").iter().filter_map(Given::map) {
        let Some(kind) = line.name("marker").filter(|kind| book.cards.marker(kind).is_some())
        else {
            continue;
        };
        pen.needs(line.get("marker"), &[kind]);
    }
}

struct Pen<'a> {
    known: &'a Known,
    faults: &'a mut Diagnostics,
}

impl Pen<'_> {
    /// The Spies of an entry and of what follows it.
    fn entry(&mut self, entry: &Filled) {
        self.needs(entry.get("spy"), &[SPY]);
        for forced in entry.list("forced march").iter().filter_map(Given::map) {
            self.entry(forced);
        }
        if let Some(second) = entry.get("second force").and_then(Given::map) {
            self.entry(second);
        }
    }

    /// What is written under a key needs a marker of one of these kinds.
    fn needs(&mut self, given: Option<&Given>, kinds: &[&str]) {
        self.needs_for(given, kinds, "it counts if you hold one by then");
    }

    /// The same, with what helps.
    fn needs_for(&mut self, given: Option<&Given>, kinds: &[&str], help: &'static str) {
        let Some(given) = given else { return };
        let mut hand = self.known.markers.own.iter().map(|one| kind_of(one));
        let unwanted = matches!(&given.what, Content::List(items) if items.is_empty());
        let wrong = self.faults.fault_within(&given.at);
        if unwanted || wrong || hand.any(|kind| kinds.contains(&kind)) {
            return;
        }
        let at = given.at.start..given.at.start + 1;
        let text = format!("you hold no {} now", kinds.join(" or "));
        let fault = Diagnostic::remark("not-held", at, text).rule("FRW §9.8");
        self.faults.push(fault.help(help));
    }
}
