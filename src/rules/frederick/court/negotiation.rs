//! Negotiations: a marker out of another hand, the exchange of the French card, deals, and peace (FRW
//! §9.12, §9.13, §10, §38), once in each court (§10.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.5, §9.7, §10.2, §38.

use super::cancel::{ENLIGHTENMENT, play_for};
use super::initiative::pay;
use super::lines::{Line, first, lines};
use crate::book::cards::kind_of;
use crate::markers;
use crate::operations::prisoners;
use crate::record::event::{CourtEvent, Event, Why, YearEvent};
use crate::record::state::{Captive, Outcome as End, Promise, Vow};
use crate::turn::Turn;
use kit::deal::{Offer, Outcome, matched};
use kit::deck::{Change, Place};
use kit::rule::Rule;
use sheet::keys::{Filled, Given};
use std::collections::{BTreeMap, BTreeSet};

const TAKING: Rule = Rule("FRW §9.13");
const SWAP: Rule = Rule("FRW §38");

/// What one side gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goods {
    pub thaler: u32,
    /// Kinds of markers, in the order of the alphabet.
    pub markers: Vec<String>,
    /// Prisoners whom it sets free, in the order of the alphabet (§35.3).
    pub prisoners: Vec<String>,
}

/// The terms of a deal: seat to what it gives, and what is promised.
#[derive(Debug, Clone, Eq)]
pub struct Terms {
    pub gives: BTreeMap<String, Goods>,
    pub promises: BTreeSet<Promise>,
}

impl PartialEq for Terms {
    fn eq(&self, other: &Self) -> bool {
        let alike = |terms: &Terms| terms.promises.iter().map(compared).collect::<BTreeSet<_>>();
        self.gives == other.gives && alike(self) == alike(other)
    }
}

/// A promise as it is compared: capitals, blanks and the end punctuation of words do not matter.
fn compared(promise: &Promise) -> Promise {
    let what = match &promise.what {
        Vow::Words { text } => {
            let text = text.trim_end_matches(['.', '!', ',', ';', ':', ' ']);
            Vow::Words { text: kit::names::plain(text) }
        }
        what => what.clone(),
    };
    Promise { what, ..promise.clone() }
}

/// Plays the phase; peace ends the game and the phase.
pub fn hold(turn: &mut Turn<'_>) {
    take_from_hands(turn);
    prisoners::come_home(turn);
    if peace(turn) {
        turn.record(Event::from(YearEvent::GameOver { outcome: End::Treaty }));
        return;
    }
    for seat in turn.state.order() {
        if turn.sheet(&seat).court.flag("peace") {
            turn.not_done(&seat, 1, "peace", Why::NotAll);
        }
    }
    swap(turn);
    deals(turn);
    super::promises::challenges(turn);
}

/// Whether every seat says yes to peace (§10.2, §30.6).
fn peace(turn: &Turn<'_>) -> bool {
    turn.state.seats.iter().all(|seat| turn.sheet(seat).court.flag("peace"))
}

/// Takes markers out of other hands by lot, for an Enlightenment (§9.13).
fn take_from_hands(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        for line in lines(turn, &seat, "enlightenment") {
            let Some(other) = line.map.name("from").map(str::to_owned) else { continue };
            if line.map.name("for").is_some() {
                continue;
            }
            if !line.holds(turn) {
                line.refuse(turn, Why::Condition);
                continue;
            }
            if other == seat {
                line.refuse(turn, Why::NotThere);
                continue;
            }
            if play_for(turn, &line, ENLIGHTENMENT, None, "a marker of another hand") {
                take_one(turn, TAKING, &seat, &other);
            }
        }
    }
}

/// Takes a marker of a hand by lot; an empty one gives none.
fn take_one(turn: &mut Turn<'_>, rule: Rule, seat: &str, other: &str) {
    let hand = turn.state.hand(other);
    if hand.is_empty() {
        return;
    }
    markers::make_room(turn, seat, 1);
    let drawn = turn.ledger.lot(rule.by(seat).at(other), &hand);
    hand_over(turn, &drawn, other, seat);
}

fn hand_over(turn: &mut Turn<'_>, counter: &str, from: &str, to: &str) {
    let (card, from, to) =
        (counter.to_owned(), Place::Hand(from.to_owned()), Place::Hand(to.to_owned()));
    markers::change(turn, Change::Moved { card, from, to });
}

/// The exchange of cards that have one (§38).
fn swap(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        let Some(line) = first(turn, &seat, "swap") else { continue };
        let may = turn.book.card_allows(&seat, |ability| ability.swap);
        let other = line.map.name("with").filter(|other| *other != seat).map(str::to_owned);
        let (Some(other), true) = (other, may) else {
            line.refuse(turn, Why::NotThere);
            continue;
        };
        let given = line.map.name("give").and_then(|kind| turn.state.holding(&seat, kind));
        let Some(given) = given else {
            line.refuse(turn, Why::NoMarker);
            continue;
        };
        let hand = turn.state.hand(&other);
        if hand.is_empty() {
            line.refuse(turn, Why::NoneLeft);
            continue;
        }
        let drawn = turn.ledger.lot(SWAP.by(seat.as_str()).at(other.as_str()), &hand);
        hand_over(turn, &given, &seat, &other);
        hand_over(turn, &drawn, &other, &seat);
    }
}

fn goods(map: Option<&Filled>) -> Goods {
    let Some(map) = map else { return Goods::default() };
    let thaler = map.number("thaler").and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    let mut markers: Vec<String> = map.names("markers").into_iter().map(str::to_owned).collect();
    markers.sort();
    let mut prisoners: Vec<String> =
        map.names("prisoners").into_iter().map(str::to_owned).collect();
    prisoners.sort();
    Goods { thaler, markers, prisoners }
}

/// What one line promises; nothing, if it says nothing.
fn vow(turn: &Turn<'_>, map: &Filled) -> Option<Vow> {
    if map.flag("no attack") {
        return Some(Vow::NoAttack);
    }
    if let Some(at) = map.name("leave").and_then(|name| turn.book.atlas.find(name)) {
        return Some(Vow::Leave { at });
    }
    let Some(Given { what: sheet::keys::Content::Text(text), .. }) = map.get("words") else {
        return None;
    };
    Some(Vow::Words { text: text.split_whitespace().collect::<Vec<_>>().join(" ") })
}

/// The terms of a line, so that they mean the same in both sheets.
fn terms(turn: &Turn<'_>, line: &Line, name: &str, other: &str) -> Terms {
    let year = turn.state.season.year;
    let mut promises = BTreeSet::new();
    for (key, by, to) in [("promise", line.seat.as_str(), other), ("promised", other, &line.seat)] {
        for map in line.map.list(key).iter().filter_map(Given::map) {
            let Some(what) = vow(turn, map) else { continue };
            let until = map.number("until").and_then(|year| u16::try_from(year).ok());
            let (deal, by, to) = (kit::names::plain(name), by.to_owned(), to.to_owned());
            promises.insert(Promise { deal, by, to, what, until: until.unwrap_or(year) });
        }
    }
    let side = |key: &str| goods(line.map.get(key).and_then(Given::map));
    let gives = [(line.seat.clone(), side("give")), (other.to_owned(), side("get"))];
    Terms { gives: gives.into_iter().collect(), promises }
}

/// The text under a key.
pub fn text(map: &Filled, key: &str) -> Option<String> {
    let Given { what: sheet::keys::Content::Text(text), .. } = map.get(key)? else { return None };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Makes the deals that both sheets have.
fn deals(turn: &mut Turn<'_>) {
    let mut offers: Vec<Offer<Terms>> = vec![];
    let mut offered: Vec<Line> = vec![];
    for seat in turn.state.order() {
        for line in lines(turn, &seat, "deals") {
            let (name, with) = (text(&line.map, "name"), line.map.name("with"));
            let (Some(name), Some(other)) = (name, with.map(str::to_owned)) else { continue };
            if !line.holds(turn) {
                line.refuse(turn, Why::Condition);
                continue;
            }
            let terms = terms(turn, &line, &name, &other);
            offers.push(Offer { from: seat.clone(), to: other, name, terms });
            offered.push(line);
        }
    }
    let outcomes = matched(&offers);
    for (at, (offer, outcome)) in offers.iter().zip(&outcomes).enumerate() {
        match outcome {
            Outcome::Met { other } if *other < at => {}
            Outcome::Met { other } => {
                if able(turn, offer) {
                    carry_out(turn, offer);
                } else {
                    unmade(turn, (offer, &offered[at]), &Outcome::Unmet);
                    unmade(turn, (&offers[*other], &offered[*other]), &Outcome::Unmet);
                }
            }
            Outcome::Unmet | Outcome::Refused(_) => {
                unmade(turn, (offer, &offered[at]), outcome);
            }
        }
    }
}

/// Tells the writer of an offer that it was not made.
fn unmade(turn: &mut Turn<'_>, (offer, line): (&Offer<Terms>, &Line), outcome: &Outcome) {
    let (seat, name, words) = (offer.from.clone(), offer.name.clone(), outcome.words(offer));
    turn.record(Event::from(CourtEvent::DealNotMade { seat, name, words }));
    line.refuse(turn, Why::NotMet);
}

/// The counters of these kinds in a hand; none, if one of them is missing.
fn counters(turn: &Turn<'_>, seat: &str, kinds: &[String]) -> Option<Vec<String>> {
    let mut hand = turn.state.hand(seat);
    let take = |kind: &String| {
        let at = hand.iter().position(|counter| kind_of(counter) == kind)?;
        Some(hand.remove(at))
    };
    kinds.iter().map(take).collect()
}

/// Whether both sides have what they give.
fn able(turn: &Turn<'_>, offer: &Offer<Terms>) -> bool {
    offer.terms.gives.iter().all(|(seat, goods)| {
        let pays = turn.state.purse(turn.book, seat) / 2 >= goods.thaler;
        let frees = freed(turn, offer, seat, goods)
            .is_some_and(|all| all.iter().all(|one| !prisoners::homes(turn, one).is_empty()));
        pays && frees && counters(turn, seat, &goods.markers).is_some()
    })
}

/// The prisoners whom a side sets free; nothing, if it does not hold them.
fn freed(turn: &Turn<'_>, offer: &Offer<Terms>, seat: &str, goods: &Goods) -> Option<Vec<Captive>> {
    if goods.prisoners.is_empty() {
        return Some(vec![]);
    }
    let other = if *seat == *offer.from { &offer.to } else { &offer.from };
    let words = prisoners::words(&goods.prisoners, turn.book);
    prisoners::meant(turn.book, &turn.state, (seat, other), &words)
}

/// Goods in words.
fn told(goods: &Goods) -> Option<String> {
    let mut words = vec![];
    if goods.thaler > 0 {
        words.push(format!("{} thaler", goods.thaler));
    }
    words.extend(goods.markers.iter().cloned());
    if !goods.prisoners.is_empty() {
        words.push(format!("prisoners: {}", goods.prisoners.join(", ")));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

fn carry_out(turn: &mut Turn<'_>, offer: &Offer<Terms>) {
    let Terms { gives, promises } = &offer.terms;
    let all = gives.iter().filter_map(|(seat, goods)| Some((seat.clone(), told(goods)?)));
    turn.record(Event::from(CourtEvent::DealMade {
        name: offer.name.clone(),
        parties: vec![offer.from.clone(), offer.to.clone()],
        gives: all.collect(),
        promises: promises.iter().cloned().collect(),
    }));
    let counters: Vec<(String, Vec<String>)> = gives
        .iter()
        .map(|(seat, goods)| {
            (seat.clone(), counters(turn, seat, &goods.markers).unwrap_or_default())
        })
        .collect();
    let other = |seat: &String| if *seat == offer.from { &offer.to } else { &offer.from };
    for (seat, goods) in gives.iter().filter(|(_, goods)| goods.thaler > 0) {
        give_thaler(turn, seat, other(seat), goods.thaler, &format!("deal `{}`", offer.name));
    }
    for (seat, goods) in gives {
        for one in freed(turn, offer, seat, goods).unwrap_or_default() {
            prisoners::release(turn, &one);
        }
    }
    // Markers lie on the table between the two, so that no hand is ever too full.
    for (seat, all) in &counters {
        for card in all {
            let (card, from) = (card.clone(), Place::Hand(seat.clone()));
            markers::change(turn, Change::Moved { card, from, to: between() });
        }
    }
    for (seat, all) in &counters {
        let more = u32::try_from(all.len()).unwrap_or(u32::MAX);
        markers::make_room(turn, other(seat), more);
        for card in all {
            let (card, to) = (card.clone(), Place::Hand(other(seat).clone()));
            markers::change(turn, Change::Moved { card, from: between(), to });
        }
    }
}

/// Where the markers of a deal lie while they change hands.
fn between() -> Place {
    Place::Hand(crate::record::state::SEARCH.to_owned())
}

/// Thaler go from a seat to another.
pub fn give_thaler(turn: &mut Turn<'_>, from: &str, to: &str, thaler: u32, on: &str) {
    pay(turn, from, 2 * thaler, on);
    let major = turn.book.majors(to).first().cloned().unwrap_or_else(|| to.to_owned());
    let (seat, on) = (to.to_owned(), on.to_owned());
    turn.record(Event::from(CourtEvent::Gained { seat, to: major, halves: 2 * thaler, on }));
}
