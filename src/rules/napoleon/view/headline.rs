//! What mattered in a season, in a few sentences at the head of a report, the heaviest first.

#![deny(clippy::wildcard_enum_match_arm)]

use super::forces::points;
use crate::board::rout::End;
use crate::book::Book;
use crate::book::tables::Withdrawal;
use crate::record::event::Event;
use crate::record::force::Side;
use crate::sequence::Happened;
use kit::ground::Space;
use kit::headline::{Weighed, first_of};
use std::collections::BTreeMap;

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 4;

/// What a season can bring, with its weight: the more, the sooner it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Matter {
    /// The French lose an objective to an attack, or do not win it.
    ObjectiveLost = 95,
    /// An objective that the French held is the enemy's, or nobody's.
    Taken = 94,
    Left = 92,
    /// An army of ours is destroyed or beaten off its area.
    Beaten = 90,
    /// The French hold an objective for which they fought.
    Objective = 80,
    /// They hold another one than before, without a battle that they won for it.
    Ours = 75,
    /// They hold another area.
    Won = 60,
    /// Nobody won before the time was over.
    Undecided = 50,
    /// Supply points are taken.
    Raid = 20,
}

/// The news of a season; nothing of a race, whose tables are told one by one.
pub fn news(book: &Book, events: &[Event]) -> Vec<String> {
    let mut all = Weighed::default();
    // Where several battles were fought the last one counts.
    let mut ends: Vec<(Matter, Space)> = vec![];
    for end in events.iter().filter_map(Event::on_map).filter_map(|what| ended(book, what)) {
        ends.retain(|(_, at)| *at != end.1);
        ends.push(end);
    }
    let held = held(events, &ends);
    ends.extend(held);
    let all_matters = [
        Matter::ObjectiveLost,
        Matter::Taken,
        Matter::Left,
        Matter::Beaten,
        Matter::Objective,
        Matter::Ours,
        Matter::Won,
        Matter::Undecided,
    ];
    for matter in all_matters {
        let of = ends.iter().filter(|(found, _)| *found == matter);
        let names: Vec<String> = of.map(|(_, at)| book.map.name(*at).to_owned()).collect();
        if !names.is_empty() {
            all.put(matter as u8, sentence(matter, &first_of(&names, NAMED), names.len()));
        }
    }
    let raided = |what: &Happened| if let Happened::Raided(supply) = what { *supply } else { 0 };
    let raids: u32 = events.iter().filter_map(Event::on_map).map(raided).sum();
    if raids > 0 {
        all.put(Matter::Raid as u8, sentence(Matter::Raid, &points(raids), 1));
    }
    all.ranked()
}

/// What became of some places.
fn sentence(matter: Matter, places: &str, many: usize) -> String {
    match matter {
        Matter::ObjectiveLost if many == 1 => {
            format!("You are beaten at the objective {places}.")
        }
        Matter::ObjectiveLost => format!("You are beaten at the objectives {places}."),
        Matter::Taken if many == 1 => format!("The enemy takes the objective {places}."),
        Matter::Taken => format!("The enemy takes the objectives {places}."),
        Matter::Left if many == 1 => format!("You no longer hold the objective {places}."),
        Matter::Left => format!("You no longer hold the objectives {places}."),
        Matter::Beaten => format!("You are beaten at {places}."),
        Matter::Objective if many == 1 => {
            format!("You win at the objective {places}.")
        }
        Matter::Objective => format!("You win at the objectives {places}."),
        Matter::Ours if many == 1 => format!("You hold the objective {places} now."),
        Matter::Ours => format!("You hold the objectives {places} now."),
        Matter::Won => format!("You win at {places}."),
        Matter::Undecided => format!("The battle at {places} is not decided."),
        Matter::Raid => format!("Raids take up to {places} from the enemy."),
    }
}

/// The objectives that changed hands between the beginning of a season and its end; what the end of a battle
/// for them tells is left out.
fn held(events: &[Event], ends: &[(Matter, Space)]) -> Vec<(Matter, Space)> {
    let mut all: BTreeMap<Space, (Option<Side>, Option<Side>)> = BTreeMap::new();
    for what in events.iter().filter_map(Event::on_map) {
        if let Happened::Held { at, before, by } = what {
            all.entry(*at).or_insert((*before, *by)).1 = *by;
        }
    }
    let told = |matter: Matter, at: Space| ends.contains(&(matter, at));
    let changed = all.into_iter().filter_map(|(at, change)| match change {
        (before, now) if before == now => None,
        (_, Some(Side::French)) if told(Matter::Objective, at) => None,
        (_, Some(Side::French)) => Some((Matter::Ours, at)),
        (Some(Side::French), _) if told(Matter::ObjectiveLost, at) => None,
        (Some(Side::French), Some(Side::Enemy)) => Some((Matter::Taken, at)),
        (Some(Side::French), None) => Some((Matter::Left, at)),
        (Some(Side::Enemy) | None, Some(Side::Enemy) | None) => None,
    });
    changed.collect()
}

/// What the end of a battle means, and where it was.
fn ended(book: &Book, what: &Happened) -> Option<(Matter, Space)> {
    let (at, winner) = if let Happened::BattleOver { at, end, withdrawal } = what {
        match (end, withdrawal) {
            (End::Alone(Some(side)), _) => (*at, Some(*side)),
            (End::Withdrawal, Some(Withdrawal::EnemyRetreat)) => (*at, Some(Side::French)),
            (End::Withdrawal, Some(Withdrawal::FrenchRetreat)) => (*at, Some(Side::Enemy)),
            (End::Alone(None) | End::Withdrawal, _) => (*at, None),
        }
    } else if let Happened::Enveloped { at, side: Side::Enemy } = what {
        (*at, Some(Side::French))
    } else if let Happened::Enveloped { at, side: Side::French } = what {
        (*at, Some(Side::Enemy))
    } else {
        return None;
    };
    let matter = match winner {
        Some(Side::Enemy) if book.campaign.objectives.contains(&at) => Matter::ObjectiveLost,
        Some(Side::Enemy) => Matter::Beaten,
        Some(Side::French) if book.campaign.objectives.contains(&at) => Matter::Objective,
        Some(Side::French) => Matter::Won,
        None => Matter::Undecided,
    };
    Some((matter, at))
}
