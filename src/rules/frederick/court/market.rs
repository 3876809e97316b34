//! The market: twice as many markers as seats, lot by lot, in open bids (FRW §9.2, §9.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.3, §9.13.

use super::cancel::{self, ENLIGHTENMENT, SPY, play_for};
use super::initiative::pay;
use super::lines::{Line, first, lines};
use crate::book::cards::kind_of;
use crate::markers;
use crate::record::event::{CourtEvent, Event, MarkerEvent, Why};
use crate::record::state::{MARKET, Open, SEARCH};
use crate::turn::Turn;
use kit::deck::{Change, Place};
use kit::rule::Rule;
use play::Table;
use sheet::keys::{Filled, Given};
use std::collections::{BTreeMap, BTreeSet};

const LOTS: Rule = Rule("FRW §9.2");
const TIE: Rule = Rule("FRW §9.3");
const SEARCHING: Rule = Rule("FRW §9.13");

/// A seat that bids: its line, what it has spent, and whether it has seen the lots.
struct Bidder {
    seat: String,
    line: Line,
    spent: u32,
    bought: u32,
    spied: bool,
}

/// Plays the phase.
pub fn hold(turn: &mut Turn<'_>) {
    exchange(turn);
    give_back(turn);
    let lots = lay_out(turn);
    let order = turn.state.order();
    let mut bidders = vec![];
    for seat in &order {
        let Some(line) = first(turn, seat, "market") else { continue };
        let spied = line.map.flag("spy") && spy(turn, &line, &lots);
        bidders.push(Bidder { seat: seat.clone(), line, spent: 0, bought: 0, spied });
    }
    for (index, counter) in lots.iter().enumerate() {
        let number = u16::try_from(index + 1).unwrap_or(u16::MAX);
        let mut round = order.clone();
        round.rotate_left(index % order.len().max(1));
        auction(turn, &mut bidders, &round, number, counter);
    }
}

/// Exchanges Enlightenments for action markers of the pool that their holders name (§9.13).
fn exchange(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        for line in lines(turn, &seat, "enlightenment") {
            let Some(kind) = line.map.name("for").map(str::to_owned) else { continue };
            if !line.holds(turn) {
                line.refuse(turn, Why::Condition);
                continue;
            }
            if !turn.book.cards.is_action(&kind) {
                line.refuse(turn, Why::NotThere);
                continue;
            }
            if play_for(turn, &line, ENLIGHTENMENT, None, "an exchange") {
                search(turn, &line, &kind);
            }
        }
    }
}

/// Searches the pool for a marker of a kind: it is mixed and turned over from the top.
fn search(turn: &mut Turn<'_>, line: &Line, kind: &str) {
    markers::mix(turn);
    let aside = Place::Hand(SEARCH.to_owned());
    let mut turned: Vec<String> = vec![];
    let mut found = false;
    while !found && turn.state.markers.count(&Place::Pool) > 0 {
        let table: &mut Table<'_, crate::Frederick> = turn;
        let Ok(drawn) =
            table.state.markers.draw(table.ledger, SEARCHING.by("search"), aside.clone())
        else {
            break;
        };
        if let Change::Drawn { card, .. } = &drawn {
            found = kind_of(card) == kind;
            turned.push(card.clone());
        }
        markers::change(turn, drawn);
    }
    let to = Place::Hand(line.seat.clone());
    let wanted = if found { turned.pop() } else { None };
    match wanted {
        Some(card) => markers::change(turn, Change::Moved { card, from: aside.clone(), to }),
        None => line.refuse(turn, Why::NoneLeft),
    }
    for card in turned {
        markers::change(turn, Change::Moved { card, from: aside.clone(), to: Place::Discard });
    }
}

/// Puts back what hands do not want (§9.7).
fn give_back(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        let sheet = turn.sheet(&seat);
        for (number, kind) in (1..).zip(sheet.court.names("give back")) {
            match turn.state.holding(&seat, kind) {
                Some(counter) => markers::give_back(turn, &seat, &counter),
                None => turn.not_done(&seat, number, "give back", Why::NoMarker),
            }
        }
    }
}

/// How many lots a market has.
pub fn count(open: &Open) -> usize {
    2 * open.seats.len()
}

/// Draws the lots face down, twice as many as there are seats.
fn lay_out(turn: &mut Turn<'_>) -> Vec<String> {
    markers::mix(turn);
    let mut lots = vec![];
    for _ in 0..count(&turn.state.open) {
        if turn.state.markers.count(&Place::Pool) == 0 {
            break;
        }
        let table: &mut Table<'_, crate::Frederick> = turn;
        let to = Place::Hand(MARKET.to_owned());
        let Ok(drawn) = table.state.markers.draw(table.ledger, LOTS.by(MARKET), to) else { break };
        if let Change::Drawn { card, .. } = &drawn {
            lots.push(card.clone());
        }
        markers::change(turn, drawn);
    }
    lots
}

/// Plays a Spy; whose it is sees all lots (§9.13).
fn spy(turn: &mut Turn<'_>, line: &Line, lots: &[String]) -> bool {
    let Some(counter) = turn.state.holding(&line.seat, SPY) else {
        line.refuse(turn, Why::NoMarker);
        return false;
    };
    if !cancel::play(turn, &line.seat, &counter, None, "the market") {
        line.refuse(turn, Why::Cancelled);
        return false;
    }
    turn.record(Event::from(MarkerEvent::Spied {
        seat: line.seat.clone(),
        at: None,
        hand: None,
        counters: lots.to_vec(),
        stacks: BTreeMap::new(),
    }));
    true
}

/// The most that a line would give for any lot.
pub fn most_for_a_lot(map: &Filled) -> u32 {
    let one = |key: &str| map.get(key).and_then(number);
    let by_kind = map.named("spied").iter().filter_map(|(_, given)| number(given)).max();
    let spied = by_kind.max(one("other")).filter(|_| map.flag("spy"));
    let most = one("up to").max(spied).unwrap_or(0);
    one("spend").map_or(most, |spend| most.min(spend))
}

/// The most that a seat bids for a lot, in thaler.
fn ceiling(turn: &Turn<'_>, bidder: &Bidder, counter: &str) -> u32 {
    let line = &bidder.line;
    let plain = line.number("up to").unwrap_or(0);
    let wanted =
        if bidder.spied && (line.map.get("spied").is_some() || line.map.get("other").is_some()) {
            let mut named = line.map.named("spied").iter();
            let named = named.find(|(kind, _)| kind == kind_of(counter));
            let named = named.and_then(|(_, given)| number(given));
            named.unwrap_or_else(|| line.number("other").unwrap_or(0))
        } else {
            plain
        };
    let lots_left = line.number("most").is_none_or(|most| bidder.bought < most);
    let purse = turn.state.purse(turn.book, &bidder.seat) / 2;
    let free = purse.saturating_sub(line.number("keep").unwrap_or(0));
    let budget = line.number("spend").map_or(free, |spend| spend.saturating_sub(bidder.spent));
    if lots_left { wanted.min(free).min(budget) } else { 0 }
}

fn number(given: &Given) -> Option<u32> {
    match given.what {
        sheet::keys::Content::Number(number) => u32::try_from(number).ok(),
        _ => None,
    }
}

/// Sells one lot, round after round until one bid is the highest.
fn auction(turn: &mut Turn<'_>, bidders: &mut [Bidder], order: &[String], lot: u16, counter: &str) {
    let mut ceilings: BTreeMap<String, u32> = BTreeMap::new();
    for bidder in bidders.iter() {
        ceilings.insert(bidder.seat.clone(), ceiling(turn, bidder, counter));
    }
    let opens = |seat: &str| {
        let bidder = bidders.iter().find(|bidder| bidder.seat == seat);
        bidder.and_then(|bidder| bidder.line.number("open"))
    };
    let mut bids: BTreeMap<String, u32> = BTreeMap::new();
    let mut high = 0;
    for seat in order {
        let most = ceilings.get(seat).copied().unwrap_or(0);
        let bid = match high {
            0 => opens(seat).unwrap_or(most).min(most),
            high if most > high => high + 1,
            high if most == high => high,
            _ => 0,
        };
        if bid > 0 {
            bids.insert(seat.clone(), bid);
            high = high.max(bid);
        }
    }
    let mut round = 1;
    turn.record(Event::from(CourtEvent::LotBid { lot, round, bids: bids.clone() }));
    let mut tied = highest(&bids);
    while tied.len() > 1 {
        let (mut again, stood) = (BTreeMap::new(), high);
        for seat in order {
            let most = ceilings.get(seat).copied().unwrap_or(0);
            if most >= high {
                high = most.min(high + 1);
                again.insert(seat.clone(), high);
            }
        }
        if high == stood {
            tied = highest(&again);
            break;
        }
        round += 1;
        turn.record(Event::from(CourtEvent::LotBid { lot, round, bids: again.clone() }));
        tied = highest(&again);
    }
    let tied: Vec<String> = order.iter().filter(|seat| tied.contains(*seat)).cloned().collect();
    let winner = match tied.len() {
        0 | 1 => tied.first().cloned(),
        _ => Some(turn.ledger.lot(TIE.by("market").at(format!("lot {lot}")), &tied)),
    };
    match winner {
        Some(seat) => sell(turn, bidders, (lot, counter), &seat, high),
        None => {
            turn.record(Event::from(CourtEvent::LotUnsold { lot }));
            let (card, from) = (counter.to_owned(), Place::Hand(MARKET.to_owned()));
            markers::change(turn, Change::Moved { card, from, to: Place::Discard });
        }
    }
}

/// The seats with the highest bid.
fn highest(bids: &BTreeMap<String, u32>) -> BTreeSet<String> {
    let high = bids.values().copied().max().unwrap_or(0);
    bids.iter().filter(|(_, bid)| **bid == high).map(|(seat, _)| seat.clone()).collect()
}

/// The highest bid is paid, and the marker goes into the hand; a full one gives back first (§9.7).
fn sell(
    turn: &mut Turn<'_>,
    bidders: &mut [Bidder],
    (lot, counter): (u16, &str),
    seat: &str,
    paid: u32,
) {
    turn.record(Event::from(CourtEvent::LotSold { lot, seat: seat.to_owned(), paid }));
    pay(turn, seat, 2 * paid, &format!("lot {lot}"));
    markers::make_room(turn, seat, 1);
    let (card, from) = (counter.to_owned(), Place::Hand(MARKET.to_owned()));
    markers::change(turn, Change::Moved { card, from, to: Place::Hand(seat.to_owned()) });
    if let Some(bidder) = bidders.iter_mut().find(|bidder| bidder.seat == seat) {
        bidder.spent += paid;
        bidder.bought += 1;
    }
}
