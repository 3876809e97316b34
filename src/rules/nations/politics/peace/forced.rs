//! Alliances that a peace has forced on a power, in games of two: how the other side may break them (NIA §13.3.2.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.4, §21.2.4.

use crate::book::war::BattleSize;
use crate::land::combat::Battle;
use crate::politics::influence::is_game_of_two;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, ForceEvent, Winner};
use crate::record::state::peaces::Treaty;
use crate::record::state::{Bloc, ForceId};
use crate::turn::Turn;
use kit::calendar::Season;
use kit::ground::Space;

/// The peace that has made a power the ally of its conqueror, as long as they are on one side, or the power is still
/// neutral (NIA §21.2.4).
pub fn alliance<'c>(common: Common<'c>, power: &str) -> Option<&'c Treaty> {
    let treaty = common.titles.peaces.binding(power)?;
    let is_ally = |to: &&str| common.relations.friends(power, to) || is_neutral(common, power);
    treaty.conqueror().filter(is_ally).map(|_| treaty)
}

/// Whether an ally by force has not gone to war for its conqueror.
pub fn is_neutral(common: Common, power: &str) -> bool {
    common.bloc(power) == Bloc::Neutral
}

/// What changes the dice of whoever tries to break such an alliance: a major battle that the conqueror lost in the
/// season before, and the full years after the first.
pub fn modifiers(common: Common, treaty: &Treaty) -> [(&'static str, i32); 2] {
    let routed = treaty.conqueror().and_then(|to| common.titles.peaces.routed(to));
    let lost = routed.is_some_and(|season| season.next() == common.season);
    let years = full_years(treaty.until, common.season).saturating_sub(1);
    [
        ("a major battle that the conqueror lost", i32::from(lost)),
        ("years of the alliance after the first", i32::from(years)),
    ]
}

/// How many full years lie between two seasons.
fn full_years(since: Season, now: Season) -> u16 {
    let years = now.year.saturating_sub(since.year);
    if now.quarter < since.quarter { years.saturating_sub(1) } else { years }
}

/// Notes that a conqueror lost a major battle: it weakens the alliances that it has forced.
pub fn battle(turn: &mut Turn, battle: &Battle, winner: Winner) {
    let Some(terms) = turn.book.scenario.track.as_ref() else { return };
    if battle.size != BattleSize::Major || !is_game_of_two(terms, &turn.state.relations) {
        return;
    }
    let losers: &[ForceId] = match winner {
        Winner::Attacker => &battle.defenders,
        Winner::Defender | Winner::Nobody => &battle.attackers,
    };
    let mut powers: Vec<String> = losers.iter().map(|id| id.power(turn.book).to_owned()).collect();
    powers.sort();
    powers.dedup();
    let conquers = |power: &String| {
        let mut treaties = turn.state.titles.peaces.treaties();
        treaties.any(|treaty| {
            treaty.conqueror() == Some(power.as_str())
                && alliance(turn.state.common(), &treaty.beaten) == Some(treaty)
        })
    };
    powers.retain(conquers);
    for power in powers {
        let season = turn.state.season;
        turn.record(CourtEvent::ConquerorBeaten { power, season });
    }
}

/// When an alliance breaks, the conqueror's troops take the fortresses in whose hexes they stand.
pub fn seize(turn: &mut Turn, power: &str, conqueror: &str) {
    let book = turn.book;
    let there = turn.state.forces.values().filter(|force| force.power == conqueror);
    let mut places: Vec<Space> = there
        .filter(|force| !force.units.is_empty())
        .map(|force| force.at)
        .filter(|at| turn.state.fortress(book, *at) > 0)
        .filter(|at| turn.state.holder(book, *at) == Some(power))
        .collect();
    places.sort();
    places.dedup();
    for place in places {
        turn.record(ForceEvent::Held { place, power: conqueror.to_owned() });
    }
}
