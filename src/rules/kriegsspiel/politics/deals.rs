//! Deals: money, provinces, passage, an alliance or peace, on which two sheets agree, are settled when the season ends
//! (§6, §14.3, §16.8).
//!
//! Whether an offer can be met at all, [`may`] tells to the season and to the receipt.
//!
//! Not here: how offers are matched (`kit::deal`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6, §14.3, §16.8.

use crate::book::Book;
use crate::politics::submission;
use crate::position::{Common, Position};
use crate::record::event::{CouncilEvent, MoneyEvent, Unmade};
use crate::record::moment::Moment;
use crate::record::money::Money;
use crate::record::politics::{Passage, Politics};
use crate::season::turn::Turn;
use kit::calendar::Season;
use kit::deal::{Offer, Outcome, matched};
use kit::names::plain;
use kit::relations::{Relation, Relations};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What one side gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goods {
    /// Dollars.
    pub money: u32,
    /// The last turn in which it lets the other's troops through its land, if it does.
    pub passage: Option<Season>,
    /// Provinces that it cedes.
    pub provinces: BTreeSet<String>,
}

impl Goods {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
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
}

impl Terms {
    /// The last turn in which one of the two lets the other through its land, if one does.
    pub fn passage(&self) -> Option<Season> {
        self.gives.values().find_map(|goods| goods.passage)
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
    let forced = common.politics.peace(guest, host).is_some_and(|peace| peace.victor == guest);
    match common.politics.passages.iter().find(is_it) {
        Some(passage) => Some(passage.until.max(until)),
        // The passage of a victor ends with the peace, and this one holds as long as it says.
        None if forced => Some(until),
        None if common.relations.relation(guest, host) == Relation::Passage => None,
        None => Some(until),
    }
}

/// Whether an offer can be met, as far as it and what the two powers are to each other decide that (§6, §16.8).
pub fn may(
    book: &Book,
    (relations, purses, politics): (&Relations<String>, &Money, &Politics),
    now: Moment,
    offer: &Offer<Terms>,
) -> Result<(), String> {
    let Terms { gives, both } = &offer.terms;
    let other = book.title(&offer.to);
    let money = gives.values().any(|goods| goods.money > 0);
    let passage = offer.terms.passage();
    let kept = gives.iter().find_map(|(giver, goods)| {
        goods
            .provinces
            .iter()
            .find_map(|name| may_cede(book, (purses, politics), giver, name).err())
    });
    let relation = relations.relation(&offer.from, &offer.to);
    let first = holds_from(now);
    if let Some(gone) =
        [&offer.from, &offer.to].into_iter().find(|one| politics.conquered.contains(*one))
    {
        return Err(format!("{} is conquered and out of the war", book.title(gone)));
    }
    Err(match (both, relation) {
        _ if both.is_none() && gives.values().all(Goods::is_nothing) => {
            "it gives nothing: write `give:`, `get:` or `both:`".to_owned()
        }
        _ if money && !purses.played => "no money is played in this scenario".to_owned(),
        _ if kept.is_some() => kept.expect("there is one"),
        (Some(Bond::Alliance), Relation::War) => {
            format!("you are at war with {other}: make peace first")
        }
        (Some(Bond::Alliance), Relation::Allied) => format!("{other} is your ally"),
        (Some(Bond::Peace), Relation::Allied | Relation::Passage | Relation::Neutral) => {
            format!("you are not at war with {other}")
        }
        (Some(_), _) | (_, Relation::War | Relation::Allied) if passage.is_some() => {
            "a passage is for powers that are neutral to each other".to_owned()
        }
        _ if passage.is_some_and(|until| until < first) => {
            format!("what is agreed on now holds from {first} on")
        }
        _ => return Ok(()),
    })
}

/// Whether a power can cede a province: its own, and not that of its capital (§14.3).
fn may_cede(
    book: &Book,
    (purses, politics): (&Money, &Politics),
    giver: &str,
    province: &str,
) -> Result<(), String> {
    let page = book.economy.as_ref().and_then(|economy| economy.province(province));
    let page = page.ok_or("no provinces are ceded where no money is played")?;
    let title = book.title(giver);
    if purses.titles.get(province).unwrap_or(&page.nation) != giver {
        return Err(format!("{province} is not a province of {title}"));
    }
    // What the victor may choose of stays until it has chosen (§20.1).
    if politics.peaces.iter().any(|one| one.loser == giver && one.terms.is_none()) {
        return Err(format!("{title} has submitted, and the terms of that peace are open"));
    }
    match book.lands.capitals(giver).any(|at| page.cities.contains(&at)) {
        true => Err(format!("the capital of {title} lies in {province}")),
        false => Ok(()),
    }
}

/// Makes the deals that both sheets have and that can be made, one after the other by their names.
///
/// Whether an offer can be made is asked before it is looked at whether the other has it too: a refusal says nothing of
/// the other's sheet.
pub fn settle(turn: &mut Turn) {
    let sheets = turn.sheets.values();
    let mut items: Vec<Item> = sheets.flat_map(|sheet| sheet.deals.iter().cloned()).collect();
    items.sort_by_key(|item| (plain(&item.offer.name), item.offer.from.clone(), item.number));
    let offers: Vec<Offer<Terms>> = items.iter().map(|item| item.offer.clone()).collect();
    let mut settled = BTreeSet::new();
    for (at, outcome) in matched(&offers).into_iter().enumerate() {
        if settled.contains(&at) {
            continue;
        }
        let item = &items[at];
        let now = Moment::of(turn.state.season, turn.state.politics.council);
        let scene = (&turn.state.relations, &turn.state.money, &turn.state.politics);
        match (may(turn.book, scene, now, &item.offer), outcome) {
            (_, Outcome::Refused(why)) | (Err(why), _) => {
                unmade(turn, item, Unmade::Refused { why });
            }
            (Ok(()), Outcome::Unmet) => unmade(turn, item, Unmade::Unmet),
            (Ok(()), Outcome::Met { other }) => {
                settled.insert(other);
                make(turn, [item, &items[other]]);
            }
        }
    }
}

/// Makes a deal that stands in two sheets, if both can give what they promise.
///
/// Why the other cannot pay is its secret, so its partner is told what is told of a deal that is not met.
fn make(turn: &mut Turn, both: [&Item; 2]) {
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
        let until = goods.passage;
        let until = until.and_then(|until| lasts(&turn.state.common(), &taker, &giver, until));
        if let Some(until) = until {
            let (guest, host) = (taker.clone(), giver.clone());
            turn.record(CouncilEvent::PassageGiven { guest, host, until });
        }
        for province in &goods.provinces {
            let economy = turn.book.economy.as_ref();
            let page = economy.and_then(|economy| economy.province(province));
            submission::pass(turn, page.expect("it was asked before"), &giver, &taker);
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
