//! Event cards that are sold (NIA §11.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §12.2.5.

use super::{Item, LineKind, MOST_POUNDS, Settled};
use crate::land::supply::Land;
use crate::money::cabinet::{List, holds, lines_of, not_done, purse, works};
use crate::orders::words::CARD;
use crate::orders::words::money::RECEIVER;
use crate::record::event::{Shortfall, SpendingEvent};
use crate::turn::Turn;
use kit::deal::{Offer, Outcome, matched};
use kit::deck::Place;
use sheet::keys::{Field, Kind, Value};

pub const SELL: LineKind = LineKind {
    kind: Kind {
        key: "sell",
        rule: "NIA §11.1",
        value: Value::Map(&[
            Field {
                key: "card",
                value: Value::Needed(&Value::Name(&CARD)),
                doc: "The event card, in hand.",
            },
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&RECEIVER)),
                doc: "The power that buys it.",
            },
            Field {
                key: "pounds",
                value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
                doc: "The price.",
            },
        ]),
        doc: "Sells an event card, if the buyer's list has the same card and price.",
    },
    settled: Settled::Deal,
    offered: |offer| !offer.hand.is_empty(),
    price: None,
    for_countries: false,
    nothing: None,
};

pub const BUY: LineKind = LineKind {
    kind: Kind {
        key: "buy",
        rule: "NIA §11.1",
        value: Value::Map(&[
            Field {
                key: "card",
                value: Value::Needed(&Value::Text),
                doc: "The number of the event card.",
            },
            Field {
                key: "from",
                value: Value::Needed(&Value::Name(&RECEIVER)),
                doc: "The power that sells it.",
            },
            Field {
                key: "pounds",
                value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
                doc: "The price.",
            },
        ]),
        doc: "Buys an event card, if the seller's list has the same card and price. It is paid after gifts and before anything is built.",
    },
    settled: Settled::Deal,
    offered: |offer| offer.deck.is_some_and(|deck| deck.others.values().any(|held| *held > 0)),
    price: None,
    for_countries: false,
    nothing: None,
};

/// What two agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sale {
    card: String,
    seller: String,
    buyer: String,
    pounds: i32,
}

/// What a line pays for a card.
pub fn price(item: &Item) -> i32 {
    let pounds = i32::try_from(item.number_of("pounds")).unwrap_or(i32::MAX);
    if item.is(&BUY) { pounds } else { 0 }
}

/// Carries out the sales that both sides have written (NIA §11.1).
pub fn settle(turn: &mut Turn, powers: &[String]) {
    let mut lines = vec![];
    for power in powers {
        let (items, _) = lines_of(turn, power, List::Budget);
        for item in items.into_iter().filter(|item| matches!(item.kind.settled, Settled::Deal)) {
            match may(turn, power, &item) {
                Ok(()) => lines.push((power.clone(), item)),
                Err(why) => refuse(turn, power, &item, why),
            }
        }
    }
    let offers: Vec<Offer<Sale>> = lines.iter().map(|(power, item)| offer(power, item)).collect();
    for (at, outcome) in matched(&offers).iter().enumerate() {
        let (power, item) = &lines[at];
        let sale = &offers[at].terms;
        match outcome {
            // A deal stands in two lists; it is carried out by the buyer's.
            Outcome::Met { .. } if sale.buyer != *power => {}
            Outcome::Met { other } => {
                let (seller, sells) = &lines[*other];
                match carry_out(turn, item.number, sale) {
                    Ok(event) => turn.record(event),
                    // The seller is not told why: what a purse has is its owner's secret.
                    Err([mine, theirs]) => {
                        let unmet = |at: usize| Shortfall::NotAllowed {
                            why: Outcome::Unmet.words(&offers[at]),
                        };
                        refuse(turn, power, item, mine.unwrap_or_else(|| unmet(at)));
                        refuse(turn, seller, sells, theirs.unwrap_or_else(|| unmet(*other)));
                    }
                }
            }
            Outcome::Unmet | Outcome::Refused(_) => {
                let why = Shortfall::NotAllowed { why: outcome.words(&offers[at]) };
                refuse(turn, power, item, why);
            }
        }
    }
}

/// Tells a power that its line came to nothing.
fn refuse(turn: &mut Turn, power: &str, item: &Item, why: Shortfall) {
    let event = not_done(turn, power, List::Budget, item, why);
    turn.record(event);
}

/// Whether a line counts, as far as its own author goes: its `if:` holds.
fn may(turn: &Turn, power: &str, item: &Item) -> Result<(), Shortfall> {
    let land = Land::of(turn.book, &turn.state, power);
    let mut works = works(turn.book, &turn.state, &land, power)
        .ok_or_else(|| Shortfall::NotAllowed { why: "there is no purse".to_owned() })?;
    works.open(power, &land)?;
    if holds(turn, works.account(), power, item) { Ok(()) } else { Err(Shortfall::NotSo) }
}

/// What a line offers.
fn offer(power: &str, item: &Item) -> Offer<Sale> {
    let card = item.name("card").unwrap_or_default().trim().to_uppercase();
    let sells = item.is(&SELL);
    let other = item.name(if sells { "to" } else { "from" }).unwrap_or_default().to_owned();
    let pounds = i32::try_from(item.number_of("pounds")).unwrap_or(i32::MAX);
    let (seller, buyer) = match sells {
        true => (power.to_owned(), other.clone()),
        false => (other.clone(), power.to_owned()),
    };
    let terms = Sale { card: card.clone(), seller, buyer, pounds };
    Offer { from: power.to_owned(), to: other, name: card, terms }
}

/// The sale of a card that is there, to somebody who can pay it; else what the buyer and the seller are
/// told, where it is more than that there is no deal.
fn carry_out(turn: &Turn, line: u16, sale: &Sale) -> Result<SpendingEvent, [Option<Shortfall>; 2]> {
    let held = turn.state.cards.get(&sale.seller).is_some_and(|hand| hand.contains(&sale.card));
    // A card that a scenario deals beside its deck is nobody else's to have.
    let place = Place::Hand(sale.seller.clone());
    let in_deck = turn.state.deck.as_ref().is_some_and(|deck| {
        deck.seen_in(&place, &sale.seller).is_some_and(|cards| cards.contains(&sale.card))
    });
    if !held || !in_deck {
        let why = format!("{} is not in your hand any more", sale.card);
        return Err([None, Some(Shortfall::NotAllowed { why })]);
    }
    let left = turn.state.money.chest(&sale.buyer);
    if left < sale.pounds {
        return Err([Some(Shortfall::Money { needed: sale.pounds, left }), None]);
    }
    let purse = purse(&sale.buyer, &sale.buyer);
    let (card, from, pounds) = (sale.card.clone(), sale.seller.clone(), sale.pounds);
    Ok(SpendingEvent::CardBought { purse, line, card, from, pounds })
}
