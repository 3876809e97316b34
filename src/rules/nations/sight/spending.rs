//! Who learns what of money that is spent.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §12.2.5.

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
    let mine = event.purse().power == look.eye || look.eye == UMPIRE;
    // Gifts and loans are open, and so are the debts that they leave.
    let counts = mine || sold || matches!(event, SpendingEvent::Paid { .. });
    let mut seen = Seen { spent: counts.then(|| event.clone()), ..Seen::default() };
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

/// The event as a power is told it: its own list whole, of others what is public.
fn told(look: &Look, event: &SpendingEvent, mine: bool) -> Option<SpendingEvent> {
    if mine {
        return Some(event.clone());
    }
    let (line, bill) = (0, Bill::default());
    let ours = |force: &Force| look.ours(&force.power);
    Some(match event.clone() {
        SpendingEvent::Raised { purse, units, force, formed, .. } => {
            let formed = formed && ours(&force);
            SpendingEvent::Raised { purse, line, units, force: shown(look, force), formed, bill }
        }
        SpendingEvent::Refilled { purse, unit, force, .. } => {
            SpendingEvent::Refilled { purse, line, unit, force: shown(look, force), bill }
        }
        SpendingEvent::ArmySetUp { purse, force, .. } => {
            // The marker shows which army it is.
            let force = Force { army: force.army.clone(), ..shown(look, force) };
            SpendingEvent::ArmySetUp { purse, line, force, bill }
        }
        SpendingEvent::SupportRaised { purse, what, force, formed, .. } => {
            let (formed, force) = (formed && ours(&force), shown(look, force));
            SpendingEvent::SupportRaised { purse, line, what, force, formed, bill }
        }
        SpendingEvent::FleetBuilt { purse, fleet, at, squadron, .. } => {
            let (fleet, at, squadron) = built(look, fleet, at, squadron);
            SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill }
        }
        SpendingEvent::CorsairFitted { purse, corsair, .. } => {
            SpendingEvent::CorsairFitted { purse, line, corsair, bill }
        }
        SpendingEvent::FortressArmed { purse, at, power, .. } => {
            SpendingEvent::FortressArmed { purse, line, at, power, bill }
        }
        SpendingEvent::CreditRaised { purse, of, .. } => {
            SpendingEvent::CreditRaised { purse, line, of, bill }
        }
        SpendingEvent::Paid { purse, to, pounds, loan, back, .. } => {
            SpendingEvent::Paid { purse, line, to, pounds, loan, back }
        }
        // How many cards a hand has is public; which was sold, and for how much, only the two know.
        SpendingEvent::CardBought { purse, card, from, pounds, .. } => {
            let (card, pounds) = if from == look.eye { (card, pounds) } else { (String::new(), 0) };
            SpendingEvent::CardBought { purse, line, card, from, pounds }
        }
        SpendingEvent::SentAbroad { purse, war, units, fleets, at, gone, rest, .. } => {
            let (units, fleets, at, gone, rest) = match look.ours(&purse.power) {
                true => (units, fleets, at, gone, rest),
                false => (vec![], vec![], Space(0), None, None),
            };
            SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest }
        }
        SpendingEvent::CorpsMerged { purse, force, .. } => {
            return ours(&force).then_some(SpendingEvent::CorpsMerged { purse, line, force });
        }
        SpendingEvent::LeaderPosted { purse, leader, force, formed, dismissed, .. } => {
            let ours = ours(&force);
            let event =
                SpendingEvent::LeaderPosted { purse, line, leader, force, formed, dismissed };
            return ours.then_some(event);
        }
        SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. } => return None,
    })
}

/// A force as others than its owner are told: an empty one stands for what they may not know.
fn shown(look: &Look, force: Force) -> Force {
    match look.ours(&force.power) {
        true => force,
        false => Force::new(ForceId(0), &force.power, Space(0)),
    }
}

/// A new fleet as others than its owner are told: an empty squadron stands for what they may not know.
fn built(look: &Look, fleet: String, at: Space, squadron: Squadron) -> (String, Space, Squadron) {
    if look.ours(&squadron.power) {
        return (fleet, at, squadron);
    }
    (String::new(), Space(0), Squadron::new(&squadron.power, &Anchorage::Corsairs, &[]))
}
