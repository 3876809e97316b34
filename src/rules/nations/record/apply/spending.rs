//! How money that is spent changes the state.

use super::afloat::cast_off;
use super::{arrive, change_deck, put};
use crate::record::event::SpendingEvent;
use crate::record::state::State;
use kit::deck::{Change, Place};

/// Money goes, and what it buys is there.
pub(super) fn spending(event: &SpendingEvent, state: &mut State) {
    state.money.spend(event);
    if let Some((force, formed)) = event.force() {
        match formed {
            true => arrive(state, force, false),
            false => put(state, force),
        }
    }
    match event {
        SpendingEvent::FleetBuilt { squadron, .. } => {
            state.squadrons.retain(|one| (&one.power, &one.at) != (&squadron.power, &squadron.at));
            state.squadrons.push(squadron.clone());
            state.squadrons.sort();
        }
        SpendingEvent::CardBought { purse, card, from, .. } => {
            if let Some(hand) = state.cards.get_mut(from) {
                hand.remove(card);
            }
            state.cards.entry(purse.power.clone()).or_default().insert(card.clone());
            let hand = |power: &String| Place::Hand(power.clone());
            let (from, to) = (hand(from), hand(&purse.power));
            change_deck(state, &Change::Moved { card: card.clone(), from, to });
        }
        SpendingEvent::CorsairFitted { corsair, .. } => {
            state.corsairs.insert(corsair.clone());
        }
        SpendingEvent::SentAbroad { purse, fleets, gone, rest, .. } => {
            if let Some(gone) = gone {
                state.forces.remove(gone);
            }
            rest.iter().for_each(|rest| put(state, rest));
            cast_off(state, &purse.power, fleets);
        }
        SpendingEvent::FortressArmed { at, .. } => {
            state.forts.remove(at);
        }
        SpendingEvent::LeaderPosted { dismissed: Some(leader), force, .. } => {
            state.pools.entry(force.power.clone()).or_default().insert(leader.clone());
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
}
