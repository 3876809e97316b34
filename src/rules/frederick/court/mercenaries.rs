//! Mercenaries on the map: units whose counters are campaign markers (FRW §9.8, §23.8).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.8, §12.1.

use crate::book::MERCENARY;
use crate::markers;
use crate::record::event::{Cause, Event, ForceEvent};
use crate::record::unit::{Sort, Unit};
use crate::turn::Turn;
use kit::deck::{Change, Place};

/// Sends mercenaries back who stand alone.
pub fn attend(turn: &mut Turn<'_>) {
    let alone: Vec<Unit> = {
        let units = turn.state.units.values().filter(|unit| unit.power == MERCENARY);
        let alone = |unit: &&Unit| {
            let seat = turn.state.seat_of(unit).unwrap_or_default();
            let own = turn.state.own_at(seat, unit.at);
            own.iter().all(|one| one.power == MERCENARY)
        };
        units.filter(alone).cloned().collect()
    };
    for unit in alone {
        turn.record(Event::from(ForceEvent::Lost {
            seat: unit.owner.clone().unwrap_or_default(),
            at: unit.at,
            sort: Sort::of(&unit),
            unit: unit.id.clone(),
            why: Cause::Unattended,
            to_pool: false,
        }));
        // A unit without a counter of the pool stands in worked examples alone.
        if turn.state.markers.place(&unit.id) != Some(Place::Table) {
            continue;
        }
        let change = Change::Moved { card: unit.id, from: Place::Table, to: Place::Discard };
        markers::change(turn, change);
    }
}
