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
    let bill = |bill: Bill| if mine { bill } else { Bill::default() };
    let hidden = |force: &Force| Force::new(ForceId(0), &force.power, Space(0));
    let shown = |force: &Force| match look.ours(&force.power) {
        true => (force.clone(), true),
        false => (hidden(force), false),
    };
    Some(match event.clone() {
        SpendingEvent::Raised { purse, line: nth, units, force, formed, bill: cost } => {
            let (force, ours) = shown(&force);
            let (line, formed, bill) = (line(nth), formed && ours, bill(cost));
            SpendingEvent::Raised { purse, line, units, force, formed, bill }
        }
        SpendingEvent::Refilled { purse, line: nth, unit, force, bill: cost } => {
            let (line, (force, _), bill) = (line(nth), shown(&force), bill(cost));
            SpendingEvent::Refilled { purse, line, unit, force, bill }
        }
        SpendingEvent::ArmySetUp { purse, line: nth, force, bill: cost } => {
            // Which army it is, is on its marker.
            let shown = Force { army: force.army.clone(), ..shown(&force).0 };
            SpendingEvent::ArmySetUp { purse, line: line(nth), force: shown, bill: bill(cost) }
        }
        SpendingEvent::SupportRaised { purse, line: nth, what, force, formed, bill: cost } => {
            let (force, ours) = shown(&force);
            let (line, formed, bill) = (line(nth), formed && ours, bill(cost));
            SpendingEvent::SupportRaised { purse, line, what, force, formed, bill }
        }
        SpendingEvent::FleetBuilt { purse, line: nth, fleet, at, squadron, bill: cost } => {
            let (line, bill) = (line(nth), bill(cost));
            let (fleet, at, squadron) = match look.ours(&squadron.power) {
                true => (fleet, at, squadron),
                false => {
                    let nowhere = Squadron::new(&squadron.power, &Anchorage::Corsairs, &[]);
                    (String::new(), Space(0), nowhere)
                }
            };
            SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill }
        }
        SpendingEvent::CorsairFitted { purse, line: nth, corsair, bill: cost } => {
            SpendingEvent::CorsairFitted { purse, line: line(nth), corsair, bill: bill(cost) }
        }
        // Walls are on the map for everybody.
        SpendingEvent::FortressArmed { purse, line: nth, at, power, bill: cost } => {
            SpendingEvent::FortressArmed { purse, line: line(nth), at, power, bill: bill(cost) }
        }
        SpendingEvent::CreditRaised { purse, line: nth, of, bill: cost } => {
            SpendingEvent::CreditRaised { purse, line: line(nth), of, bill: bill(cost) }
        }
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
            if look.ours(&purse.power) {
                let event =
                    SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest };
                return Some(event);
            }
            let (units, fleets, at, gone, rest) = (vec![], vec![], Space(0), None, None);
            SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest }
        }
        SpendingEvent::CorpsMerged { purse, line: nth, force } => {
            let line = line(nth);
            return look.ours(&force.power).then_some(SpendingEvent::CorpsMerged {
                purse,
                line,
                force,
            });
        }
        SpendingEvent::LeaderPosted { purse, line: nth, leader, force, formed, dismissed } => {
            let line = line(nth);
            return look.ours(&force.power).then_some(SpendingEvent::LeaderPosted {
                purse,
                line,
                leader,
                force,
                formed,
                dismissed,
            });
        }
        own @ (SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. }) => return mine.then_some(own),
    })
}
