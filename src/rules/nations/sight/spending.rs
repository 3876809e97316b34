//! Who learns what of money that is spent.
//!
//! # Our reading
//!
//! - §1.3: what is built is open to all, and so are gifts and loans (§12.2.5). What it cost, what is
//!   kept, what is left, and what a list asked for in vain is the business of the power whose list it is.
//! - Where new troops stand, others see if they see the place.

use super::all::UMPIRE;
use super::{Look, alone, own, sea};
use crate::book::units::Unit;
use crate::record::event::{Purse, SpendingEvent};
use crate::record::state::{Anchorage, Force};
use crate::sight::known::Seen;
use crate::sight::news::{LandNews, Purchase, SpendingNews};
use kit::ground::Space;

/// What one power learns of it.
pub fn spending(look: &Look, event: &SpendingEvent) -> Option<Seen> {
    let sold = matches!(event, SpendingEvent::CardBought { from, .. } if from == look.eye);
    let mine = event.purse().power == look.eye || look.eye == UMPIRE || sold;
    // Gifts and loans are open, and so are the debts that they leave.
    let open = matches!(event, SpendingEvent::Paid { .. });
    let mut seen = Seen { spent: (mine || open).then(|| event.clone()), ..Seen::default() };
    if let Some((force, _)) = event.force() {
        match look.ours(&force.power) {
            true => seen.ours.push(force.clone()),
            false => seen.spaces.push(look.stacks(force.at)),
        }
    }
    match event {
        SpendingEvent::FleetBuilt { squadron, .. } => {
            seen.waters.push(sea::waters(look, &squadron.at));
        }
        SpendingEvent::SentAbroad { purse, fleets, at, gone, rest, .. } => {
            if look.ours(&purse.power) {
                seen.gone.extend(gone);
                seen.ours.extend(rest.iter().cloned());
            }
            match fleets.is_empty() {
                true => seen.spaces.push(look.stacks(*at)),
                false => seen.waters.push(sea::waters(look, &Anchorage::Harbour(*at))),
            }
        }
        SpendingEvent::CardBought { .. } => seen.deck = super::deck(look),
        SpendingEvent::CorsairFitted { .. } => seen.corsairs = Some(look.state.corsairs.clone()),
        SpendingEvent::FortressArmed { at, .. } => seen.fort = Some((*at, None)),
        SpendingEvent::LeaderPosted { dismissed: Some(leader), force, .. } => {
            seen.pooled = own(force.power == look.eye, leader);
        }
        SpendingEvent::Raised { .. }
        | SpendingEvent::Refilled { .. }
        | SpendingEvent::ArmySetUp { .. }
        | SpendingEvent::SupportRaised { .. }
        | SpendingEvent::Paid { .. }
        | SpendingEvent::CreditRaised { .. }
        | SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::CorpsMerged { .. }
        | SpendingEvent::LeaderPosted { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. } => {}
    }
    seen.event = news(look, event, mine).map(|news| LandNews::from(news).into());
    (seen != Seen::default()).then_some(seen)
}

/// The news of it: what was built for all, the rest for whose list it is.
fn news(look: &Look, event: &SpendingEvent, mine: bool) -> Option<SpendingNews> {
    let bought = |purse: &Purse, what: Purchase, at: Option<Space>| {
        let bill = event.bill().filter(|_| mine).map(|(_, bill)| bill);
        Some(SpendingNews::Bought { purse: purse.owner.clone(), what, at, bill })
    };
    let place = |force: &Force| look.ours(&force.power).then_some(force.at);
    let name = |force: &Force| {
        let leader = force.commander().map(str::to_owned);
        leader.unwrap_or_else(|| alone(force).to_owned())
    };
    match event {
        SpendingEvent::Raised { purse, units, force, .. } => {
            bought(purse, Purchase::Units(units.clone()), place(force))
        }
        SpendingEvent::Refilled { purse, unit, force, .. } => {
            bought(purse, Purchase::Step(unit.clone()), place(force))
        }
        SpendingEvent::ArmySetUp { purse, force, .. } => {
            bought(purse, Purchase::Army(force.army.clone().unwrap_or_default()), place(force))
        }
        SpendingEvent::SupportRaised { purse, what, force, .. } => {
            bought(purse, Purchase::Support(what.clone()), place(force))
        }
        SpendingEvent::FleetBuilt { purse, at, squadron, .. } => {
            let at = look.ours(&squadron.power).then_some(*at);
            bought(purse, Purchase::Fleet, at)
        }
        SpendingEvent::CorsairFitted { purse, corsair, .. } => {
            bought(purse, Purchase::Corsair(corsair.clone()), None)
        }
        // Walls are on the map for everybody.
        SpendingEvent::FortressArmed { purse, at, .. } => bought(purse, Purchase::Arms, Some(*at)),
        SpendingEvent::SentAbroad { purse, war, units, fleets, .. } => {
            Some(sent(purse, war, units, fleets))
        }
        SpendingEvent::PaidForAbroad { purse, war, owed, bill, .. } => {
            mine.then(|| not_sent(purse, war, bill.pounds, *owed))
        }
        SpendingEvent::CreditRaised { purse, of, .. } => {
            bought(purse, Purchase::Credit(of.clone()), None)
        }
        SpendingEvent::Paid { purse, to, pounds, loan, back, .. } => {
            let (purse, to) = (purse.owner.clone(), to.clone());
            Some(SpendingNews::Paid { purse, to, pounds: *pounds, loan: *loan, back: *back })
        }
        // How many cards a hand has is open; which it was and for how much is between the two.
        SpendingEvent::CardBought { purse, card, from, pounds, .. } => {
            Some(sale(purse, from, mine.then_some((card, *pounds))))
        }
        SpendingEvent::CorpsMerged { force, .. } => {
            let who = name(force);
            look.ours(&force.power).then_some(SpendingNews::Merged { who, at: force.at })
        }
        SpendingEvent::LeaderPosted { leader, force, dismissed, .. } => {
            let (leader, dismissed) = (leader.clone(), dismissed.clone());
            let at = force.at;
            look.ours(&force.power).then_some(SpendingNews::Posted { leader, at, dismissed })
        }
        SpendingEvent::Kept { purse, pounds, .. } => {
            mine.then(|| SpendingNews::Kept { purse: purse.owner.clone(), pounds: *pounds })
        }
        SpendingEvent::NotCarriedOut { line, list, order, reason, .. } => mine.then(|| {
            let (list, order, why) = (list.clone(), order.clone(), reason.clone());
            SpendingNews::NotCarriedOut { line: *line, list, order, why }
        }),
        SpendingEvent::AccountClosed { purse, pounds, recruits, cavalry } => {
            mine.then(|| closed(purse, *pounds, *recruits, *cavalry))
        }
    }
}

/// Who goes abroad, by number.
fn sent(purse: &Purse, war: &str, units: &[Unit], fleets: &[String]) -> SpendingNews {
    let steps = units.iter().map(|unit| u32::from(unit.steps)).sum();
    let ships = u32::try_from(fleets.len()).unwrap_or(0);
    SpendingNews::SentAbroad { power: purse.power.clone(), war: war.to_owned(), steps, ships }
}

fn not_sent(purse: &Purse, war: &str, pounds: i32, owed: i32) -> SpendingNews {
    let (purse, war) = (purse.owner.clone(), war.to_owned());
    SpendingNews::PaidForAbroad { purse, war, pounds, owed }
}

/// What a purse has left.
fn closed(purse: &Purse, pounds: i32, recruits: u32, cavalry: u32) -> SpendingNews {
    SpendingNews::Closed { purse: purse.owner.clone(), pounds, recruits, cavalry }
}

/// A card that changed hands; which and for how much, for those who know of it.
fn sale(purse: &Purse, from: &str, deal: Option<(&String, i32)>) -> SpendingNews {
    let (purse, from) = (purse.owner.clone(), from.to_owned());
    let (card, pounds) = deal.map(|(card, pounds)| (card.clone(), pounds)).unzip();
    SpendingNews::CardBought { purse, from, card, pounds }
}
