//! Who learns what of money that is spent.
//!
//! # Our reading
//!
//! - §1.3: what is built is open to all, and so are gifts and loans (§12.2.5). What it cost, what is
//!   kept, what is left, and what a list asked for in vain is the business of the power whose list it is.
//! - Where new troops stand, others see if they see the place.

use super::all::UMPIRE;
use super::{Look, own, sea};
use crate::record::event::{Bill, SpendingEvent};
use crate::record::state::{Anchorage, Force, ForceId, Squadron};
use crate::sight::known::Seen;
use crate::sight::news::{LandNews, Sent, Told};
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
    let sent = sent(look, event);
    let told = told(look, event, mine).map(|event| Told::Spending { event, sent });
    seen.event = told.map(|told| LandNews::from(told).into());
    (seen != Seen::default()).then_some(seen)
}

/// How many went abroad; who, is not told to others.
fn sent(look: &Look, event: &SpendingEvent) -> Option<Sent> {
    let SpendingEvent::SentAbroad { purse, units, fleets, .. } = event else { return None };
    let steps = units.iter().map(|unit| u32::from(unit.steps)).sum();
    let ships = u32::try_from(fleets.len()).unwrap_or(u32::MAX);
    (!look.ours(&purse.power)).then_some(Sent { steps, ships })
}

/// The event as it is told: what was built, to all; the rest, to whose list it is.
fn told(look: &Look, event: &SpendingEvent, mine: bool) -> Option<SpendingEvent> {
    let line = |line: u16| if mine { line } else { 0 };
    let ours = |power: &str| look.ours(power);
    Some(match event.clone() {
        SpendingEvent::Paid { purse, line: nth, to, pounds, loan, back } => {
            SpendingEvent::Paid { purse, line: line(nth), to, pounds, loan, back }
        }
        // How many cards a hand has is open; which it was and for how much is between the two.
        SpendingEvent::CardBought { purse, line: nth, card, from, pounds } => {
            let (card, pounds) = if mine { (card, pounds) } else { (String::new(), 0) };
            SpendingEvent::CardBought { purse, line: line(nth), card, from, pounds }
        }
        SpendingEvent::SentAbroad { purse, line: nth, war, units, fleets, at, gone, rest } => {
            let line = line(nth);
            let (units, fleets, at, gone, rest) = match ours(&purse.power) {
                true => (units, fleets, at, gone, rest),
                false => (vec![], vec![], Space(0), None, None),
            };
            SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest }
        }
        SpendingEvent::CorpsMerged { purse, line: nth, force } => {
            let (line, ours) = (line(nth), ours(&force.power));
            return ours.then_some(SpendingEvent::CorpsMerged { purse, line, force });
        }
        SpendingEvent::LeaderPosted { purse, line: nth, leader, force, formed, dismissed } => {
            let (line, ours) = (line(nth), ours(&force.power));
            let event =
                SpendingEvent::LeaderPosted { purse, line, leader, force, formed, dismissed };
            return ours.then_some(event);
        }
        own @ (SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. }) => return mine.then_some(own),
        built @ (SpendingEvent::Raised { .. }
        | SpendingEvent::Refilled { .. }
        | SpendingEvent::ArmySetUp { .. }
        | SpendingEvent::SupportRaised { .. }
        | SpendingEvent::FleetBuilt { .. }
        | SpendingEvent::CorsairFitted { .. }
        | SpendingEvent::FortressArmed { .. }
        | SpendingEvent::CreditRaised { .. }) => {
            if mine {
                built
            } else {
                told_to_others(look, built)
            }
        }
    })
}

/// What was built, as others than its payer are told: not what it cost, and where only on their side.
fn told_to_others(look: &Look, event: SpendingEvent) -> SpendingEvent {
    let (line, bill) = (0, Bill::default());
    let shown = |force: Force| match look.ours(&force.power) {
        true => force,
        false => Force::new(ForceId(0), &force.power, Space(0)),
    };
    match event {
        SpendingEvent::Raised { purse, units, force, formed, .. } => {
            let formed = formed && look.ours(&force.power);
            SpendingEvent::Raised { purse, line, units, force: shown(force), formed, bill }
        }
        SpendingEvent::Refilled { purse, unit, force, .. } => {
            SpendingEvent::Refilled { purse, line, unit, force: shown(force), bill }
        }
        SpendingEvent::ArmySetUp { purse, force, .. } => {
            // Which army it is, is on its marker.
            let force = Force { army: force.army.clone(), ..shown(force) };
            SpendingEvent::ArmySetUp { purse, line, force, bill }
        }
        SpendingEvent::SupportRaised { purse, what, force, formed, .. } => {
            let formed = formed && look.ours(&force.power);
            SpendingEvent::SupportRaised { purse, line, what, force: shown(force), formed, bill }
        }
        SpendingEvent::FleetBuilt { purse, fleet, at, squadron, .. } => {
            let (fleet, at, squadron) = match look.ours(&squadron.power) {
                true => (fleet, at, squadron),
                false => {
                    let nowhere = Squadron::new(&squadron.power, &Anchorage::Corsairs, &[]);
                    (String::new(), Space(0), nowhere)
                }
            };
            SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill }
        }
        SpendingEvent::CorsairFitted { purse, corsair, .. } => {
            SpendingEvent::CorsairFitted { purse, line, corsair, bill }
        }
        // Walls are on the map for everybody.
        SpendingEvent::FortressArmed { purse, at, power, .. } => {
            SpendingEvent::FortressArmed { purse, line, at, power, bill }
        }
        SpendingEvent::CreditRaised { purse, of, .. } => {
            SpendingEvent::CreditRaised { purse, line, of, bill }
        }
        other @ (SpendingEvent::Paid { .. }
        | SpendingEvent::CardBought { .. }
        | SpendingEvent::SentAbroad { .. }
        | SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::CorpsMerged { .. }
        | SpendingEvent::LeaderPosted { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. }) => other,
    }
}
