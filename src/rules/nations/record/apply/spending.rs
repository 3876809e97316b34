//! How money that is spent changes the state.

use super::{arrive, put};
use crate::record::event::SpendingEvent;
use crate::record::state::State;

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
        SpendingEvent::CorsairFitted { corsair, .. } => {
            state.corsairs.insert(corsair.clone());
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
        | SpendingEvent::Kept { .. }
        | SpendingEvent::CorpsMerged { .. }
        | SpendingEvent::LeaderPosted { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. } => {}
    }
}
