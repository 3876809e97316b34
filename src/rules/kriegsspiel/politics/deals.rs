//! Deals: what two sheets say alike about money, passage, an alliance or peace is done when the season ends (§6, §16.8).
//!
//! Whether an offer can be met at all, [`may`] tells to the season and to the receipt.
//!
//! Not here: how offers are matched (`kit::deal`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6, §16.8.

use crate::book::Book;
use crate::position::{Common, Position};
use crate::record::event::{CouncilEvent, MoneyEvent, Unmade};
use crate::record::moment::Moment;
use crate::record::politics::Passage;
use crate::season::turn::Turn;
use kit::calendar::Season;
use kit::deal::{Offer, Outcome, matched};
use kit::names::plain;
use kit::relations::{Relation, Relations};
use std::collections::BTreeMap;
use std::ops::Range;

/// What one side gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goods {
    /// Dollars.
    pub money: u32,
    /// Whether it lets the other's troops through its land.
    pub passage: bool,
}

/// What both become to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bond {
    Alliance,
    Peace,
}

/// The terms of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// What each of the two gives.
    pub gives: BTreeMap<String, Goods>,
    pub both: Option<Bond>,
    /// The last turn in which a passage holds; in a deal without one, the first turn in which all of it holds.
    pub until: Season,
}

impl Terms {
    /// Whether one of the two lets the other through its land.
    pub fn has_passage(&self) -> bool {
        self.gives.values().any(|goods| goods.passage)
    }
}

/// An offer of a sheet, with its number and its place there.
#[derive(Debug, Clone)]
pub struct Item {
    pub number: u16,
    pub at: Range<usize>,
    pub offer: Offer<Terms>,
}

/// The first turn in which what is agreed on now holds.
pub fn holds_from(now: Moment) -> Season {
    if now.is_council() { now.season } else { now.season.next() }
}

/// Until when a passage holds that is given up to and with some turn: one that lasts longer is not shortened. Nothing, if
/// it has no end.
pub fn lasts(common: &Common, guest: &str, host: &str, until: Season) -> Option<Season> {
    let is_it = |one: &&Passage| one.guest == guest && one.host == host;
    match common.politics.passages.iter().find(is_it) {
        Some(passage) => Some(passage.until.max(until)),
        None if common.relations.relation(guest, host) == Relation::Passage => None,
        None => Some(until),
    }
}

/// Whether an offer can be met, as far as it and what the two powers are to each other decide that (§6, §16.8).
pub fn may(
    book: &Book,
    (relations, money_is_played): (&Relations<String>, bool),
    now: Moment,
    offer: &Offer<Terms>,
) -> Result<(), String> {
    let Terms { gives, both, until } = &offer.terms;
    let other = book.title(&offer.to);
    let money = gives.values().any(|goods| goods.money > 0);
    let passage = offer.terms.has_passage();
    let relation = relations.relation(&offer.from, &offer.to);
    let first = holds_from(now);
    Err(match (both, relation) {
        _ if !money && !passage && both.is_none() => {
            "it gives nothing: write `give:`, `get:` or `both:`".to_owned()
        }
        _ if money && !money_is_played => "no money is played in this scenario".to_owned(),
        (Some(Bond::Alliance), Relation::War) => {
            format!("you are at war with {other}: make peace first")
        }
        (Some(Bond::Alliance), Relation::Allied) => format!("{other} is your ally"),
        (Some(Bond::Peace), Relation::Allied | Relation::Passage | Relation::Neutral) => {
            format!("you are not at war with {other}")
        }
        (Some(_), _) | (_, Relation::War | Relation::Allied) if passage => {
            "a passage is for powers that are neutral to each other".to_owned()
        }
        _ if *until < first => format!("what is agreed on now holds from {first} on"),
        _ => return Ok(()),
    })
}

/// Makes the deals that both sheets have and that can be made, one after the other by their names.
pub fn settle(turn: &mut Turn) {
    let sheets = turn.sheets.values();
    let items: Vec<Item> = sheets.flat_map(|sheet| sheet.deals.iter().cloned()).collect();
    let offers: Vec<Offer<Terms>> = items.iter().map(|item| item.offer.clone()).collect();
    let mut met = vec![];
    for (at, outcome) in matched(&offers).into_iter().enumerate() {
        match outcome {
            Outcome::Met { other } if other < at => met.push((at, other)),
            Outcome::Met { .. } => {}
            Outcome::Unmet => unmade(turn, &items[at], Unmade::Unmet),
            Outcome::Refused(why) => unmade(turn, &items[at], Unmade::Refused { why }),
        }
    }
    met.sort_by_key(|(at, _)| {
        let Offer { name, from, to, .. } = &offers[*at];
        (plain(name), from.clone(), to.clone())
    });
    for (at, other) in met {
        make(turn, [&items[at], &items[other]]);
    }
}

/// Makes a deal that stands in two sheets, if both can give what they promise.
///
/// Why the other cannot pay is its secret, so its partner is told what is told of a deal that is not met.
fn make(turn: &mut Turn, both: [&Item; 2]) {
    let now = Moment::of(turn.state.season, turn.state.politics.council);
    let scene = (&turn.state.relations, turn.state.money.played);
    if let Err(why) = may(turn.book, scene, now, &both[0].offer) {
        return both.iter().for_each(|one| unmade(turn, one, Unmade::Refused { why: why.clone() }));
    }
    let lacks = |power: &str| {
        let goods = both[0].offer.terms.gives.get(power)?;
        let bank = turn.state.money.purses.get(power).map_or(0, |purse| purse.bank);
        (goods.money > bank).then_some(Unmade::NoMoney { needed: goods.money, left: bank })
    };
    let short = both.map(|one| lacks(&one.offer.from));
    if short.iter().any(Option::is_some) {
        for (one, short) in both.into_iter().zip(short) {
            unmade(turn, one, short.unwrap_or(Unmade::Unmet));
        }
        return;
    }
    let Offer { from, to, name, terms } = &both[0].offer;
    let parties = vec![from.clone(), to.clone()];
    turn.record(CouncilEvent::DealMade { parties, deal: name.clone() });
    for (giver, goods) in &terms.gives {
        let (giver, taker) = (giver.clone(), if giver == from { to } else { from }.clone());
        if goods.passage {
            let (guest, host) = (taker.clone(), giver.clone());
            if let Some(until) = lasts(&turn.state.common(), &guest, &host, terms.until) {
                turn.record(CouncilEvent::PassageGiven { guest, host, until });
            }
        }
        if goods.money > 0 {
            turn.record(MoneyEvent::Given { power: giver, to: taker, money: goods.money });
        }
    }
    let (one, other) = (from.clone(), to.clone());
    match terms.both {
        Some(Bond::Alliance) => turn.record(CouncilEvent::AllianceMade { one, other }),
        Some(Bond::Peace) => turn.record(CouncilEvent::PeaceMade { one, other }),
        None => {}
    }
}

/// Tells the writer of an offer that it was not made, and why.
fn unmade(turn: &mut Turn, item: &Item, reason: Unmade) {
    let Offer { from, to, name, .. } = item.offer.clone();
    turn.record(CouncilEvent::DealNotMade {
        power: from,
        with: to,
        deal: name,
        line: item.number,
        reason,
    });
}

/// Ends the passages that held up to this turn.
pub fn expire(turn: &mut Turn) {
    let now = turn.state.season;
    let over: Vec<CouncilEvent> = turn
        .state
        .politics
        .passages
        .iter()
        .filter(|one| one.until <= now)
        .map(|one| CouncilEvent::PassageEnded { guest: one.guest.clone(), host: one.host.clone() })
        .collect();
    over.into_iter().for_each(|event| turn.record(event));
}
