//! Storms (§13.8): what the random event does to ships at sea.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.8.

use super::{battle, boarding, harbour, losses};
use crate::book::ships::Weathered;
use crate::record::event::SeaEvent;
use crate::record::sea::{Berth, Fleet, Group};
use crate::season::turn::Turn;
use kit::rule::Rule;

/// The rule of the dice, and of the lot of those who are driven off.
const STORM: Rule = Rule("K05 §13.8");

/// Rolls once for each grand fleet, fleet and squadron at sea, area by area: who is driven into a later area rolls no
/// second time there.
pub fn play(turn: &mut Turn) {
    let Some(navies) = &turn.book.navies else { return };
    let mut struck = vec![];
    for area in navies.waters.areas() {
        let groups = turn.state.navy.groups_at(&Berth::Sea(area.clone()));
        struck.extend(groups.into_iter().map(|group| (area, group)));
    }
    for (area, group) in struck {
        strike(turn, area, group);
    }
}

fn strike(turn: &mut Turn, area: &str, group: Group) {
    let Some(navies) = &turn.book.navies else { return };
    let roll = turn.ledger.dice(STORM.by(&group.who).at(area), 2, 6);
    let line = navies.storm(roll.sum());
    let navy = &turn.state.navy;
    let fleets: Vec<_> = navy.of_group(&group).collect();
    let lost = losses::share(navies, &fleets, line.loss);
    let before: Vec<Fleet> = fleets.into_iter().cloned().collect();
    let to = match line.then {
        Weathered::Stays => None,
        Weathered::Harbour => harbour::refuge(turn.book, &turn.state, &group.power, (area, false)),
        Weathered::Driven => {
            let beside = navies.waters.adjacent(area).into_iter();
            let beside = beside.filter(|other| navies.waters.trade_of(other).is_none());
            let names: Vec<String> = beside.map(str::to_owned).collect();
            (!names.is_empty())
                .then(|| Berth::Sea(turn.ledger.lot(STORM.by(&group.who).at(area), &names)))
        }
    };
    turn.record(SeaEvent::Stormed {
        power: group.power.clone(),
        who: group.who.clone(),
        fleets: group.fleets.clone(),
        admirals: group.admiral.clone().into_iter().collect(),
        area: area.to_owned(),
        dice: roll.faces,
        percent: line.loss,
        lost,
        to,
    });
    boarding::lost_with(turn, &before);
    battle::admirals_lost(turn, area, [&group].into_iter());
}
