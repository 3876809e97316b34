//! What of the court somebody is told: treasuries, bids, deals and control lie open (FRW §7.1, §8.2,
//! §9.3, §10.2); a deal that was not made is its writer's, and which units of a minor power went where is
//! known to the two seats that had and have it.

#![deny(clippy::wildcard_enum_match_arm)]

use super::Changes;
use crate::record::event::CourtEvent;
use std::collections::BTreeMap;

/// The event as somebody is told of it; nothing, if they are not. `is` says whether they are a seat.
pub fn masked(event: &CourtEvent, is: &dyn Fn(&str) -> bool) -> Option<CourtEvent> {
    match event {
        CourtEvent::InitiativeTaken { .. }
        | CourtEvent::InitiativeSeized { .. }
        | CourtEvent::Taxed { .. }
        | CourtEvent::Spent { .. }
        | CourtEvent::Gained { .. }
        | CourtEvent::PillageCleared { .. }
        | CourtEvent::LotBid { .. }
        | CourtEvent::LotSold { .. }
        | CourtEvent::LotUnsold { .. }
        | CourtEvent::DealMade { .. }
        | CourtEvent::PromiseEnded { .. }
        | CourtEvent::WarDeclared { .. }
        | CourtEvent::LevyCalled { .. }
        | CourtEvent::LevyOver { .. }
        | CourtEvent::FieldworksBuilt { .. } => Some(event.clone()),
        CourtEvent::DealNotMade { seat, .. } => is(seat).then(|| event.clone()),
        CourtEvent::ControlChanged { minor, before, seat, moved } => {
            let party = before.iter().chain(seat).any(|seat| is(seat));
            Some(CourtEvent::ControlChanged {
                minor: minor.clone(),
                before: before.clone(),
                seat: seat.clone(),
                moved: if party { moved.clone() } else { BTreeMap::new() },
            })
        }
    }
}

/// What an event changes of the table.
pub fn changes(event: &CourtEvent) -> Changes {
    match event {
        CourtEvent::LotBid { .. }
        | CourtEvent::LotSold { .. }
        | CourtEvent::LotUnsold { .. }
        | CourtEvent::DealNotMade { .. }
        | CourtEvent::WarDeclared { .. }
        | CourtEvent::LevyOver { .. } => Changes::Nothing,
        CourtEvent::InitiativeTaken { .. }
        | CourtEvent::InitiativeSeized { .. }
        | CourtEvent::Taxed { .. }
        | CourtEvent::Spent { .. }
        | CourtEvent::Gained { .. }
        | CourtEvent::PillageCleared { .. }
        | CourtEvent::DealMade { .. }
        | CourtEvent::PromiseEnded { .. }
        | CourtEvent::LevyCalled { .. }
        | CourtEvent::FieldworksBuilt { .. } => Changes::Table,
        CourtEvent::ControlChanged { .. } => Changes::Units,
    }
}
