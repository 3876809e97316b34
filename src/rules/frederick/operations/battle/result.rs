//! What the result of a battle does: losses, retreats, who keeps markers, rewards (FRW §18.3 to §18.6,
//! §19.4, §26.6).
//!
//! The table of the rules is not in the text; its results are those of
//! `campaigns/frederick/book/tables/combat.yaml`: AZ all attackers lost; AD half of them, rounded up, and
//! the rest flee; AR the attackers go back; BB half of both, and the attackers go back if a defender is
//! left; MV the defenders go back; TV half of them and the rest flee; DV all lost.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.8, §9.9, §18.4, §19.4, §26.4, §26.6.

use super::choice::Side;
use super::host::Site;
use super::reward;
use crate::book::options::Extra;
use crate::book::tables::Verdict;
use crate::book::troops::Kind;
use crate::markers;
use crate::operations::loss;
use crate::operations::prisoners;
use crate::operations::retreat::{self, Beaten, How};
use crate::record::event::{Battle, Cause, Event, ForceEvent, Host, Return};
use crate::record::unit::Unit;
use crate::turn::Turn;

/// How many of so many units a half is, rounded up.
pub fn half(units: usize) -> usize {
    units.div_ceil(2)
}

/// Who wins with a result, the first side being the attacker.
pub fn winner(verdict: Verdict, hosts: &[Host], site: Site) -> Option<String> {
    let defenders = hosts.get(1).map_or(0, |host| host.units);
    let attacks = attacker_wins(verdict, defenders, site)?;
    hosts.get(usize::from(!attacks)).map(|host| host.seat.clone())
}

/// Whether the attacker wins, or else the defender; nobody does by a bloodbath, or before walls that hold (§19.4).
pub fn attacker_wins(verdict: Verdict, defenders: usize, site: Site) -> Option<bool> {
    let clears = |lost: usize| !site.fortress || site.besieged || defenders <= lost;
    match verdict {
        Verdict::AZ | Verdict::AD | Verdict::AR => Some(false),
        Verdict::BB => None,
        Verdict::MV => clears(0).then_some(true),
        Verdict::TV => clears(half(defenders)).then_some(true),
        Verdict::DV => Some(true),
    }
}

/// Does what the result says.
pub fn apply(turn: &mut Turn<'_>, battle: &Battle, sides: &[Side; 2], site: Site) {
    let [attacker, defender] = sides;
    let all = |side: &Side| side.units.clone();
    let beaten = |side: &Side, other: &Side| Beaten {
        seat: side.seat.clone(),
        winner: other.seat.clone(),
        at: site.at,
    };
    let back = |turn: &mut Turn<'_>, how: How| {
        let units = here(turn, attacker, site);
        if site.sortie {
            loss::lose(turn, &attacker.seat, &units, units.len(), Cause::Besieged);
        } else {
            retreat::go(turn, &beaten(attacker, defender), units, how);
        }
    };
    let away = |turn: &mut Turn<'_>, how: How| {
        let units = here(turn, defender, site);
        if site.besieged {
            loss::lose(turn, &defender.seat, &units, units.len(), Cause::Besieged);
        } else if !site.fortress {
            retreat::go(turn, &beaten(defender, attacker), units, how);
        }
    };
    match battle.verdict {
        Verdict::AZ => {
            let sides = (attacker.seat.as_str(), defender.seat.as_str());
            prisoners::wipe_out(turn, sides, &all(attacker), Cause::Battle);
        }
        Verdict::AD => {
            lose_half(turn, attacker);
            back(turn, How::EachByDie);
        }
        Verdict::AR => back(turn, How::Together),
        Verdict::BB => {
            for side in sides {
                loss::lose(turn, &side.seat, &all(side), half(side.units.len()), Cause::Battle);
            }
            if !here(turn, defender, site).is_empty() {
                back(turn, How::Together);
            }
        }
        Verdict::MV if !site.fortress || site.besieged => away(turn, How::Together),
        Verdict::MV => back(turn, How::Together),
        Verdict::TV => {
            lose_half(turn, defender);
            away(turn, How::EachByDie);
            if site.fortress && !here(turn, defender, site).is_empty() {
                back(turn, How::Together);
            }
        }
        Verdict::DV => {
            let sides = (defender.seat.as_str(), attacker.seat.as_str());
            prisoners::wipe_out(turn, sides, &all(defender), Cause::Battle);
        }
    }
    fieldworks(turn, battle.verdict, defender, site);
    return_markers(turn, battle, sides);
    if let Some(winner) = &battle.winner {
        let (won, lost) = if *winner == attacker.seat { (0, 1) } else { (1, 0) };
        let hosts = [&battle.attacker, &battle.defender];
        reward::give(turn, site.at, (&sides[won], &sides[lost]), hosts[lost]);
    }
}

/// Half of a beaten side is lost; with the option its siege trains are the first (§32.3).
fn lose_half(turn: &mut Turn<'_>, side: &Side) {
    let count = half(side.units.len());
    let is_train = |id: &&String| {
        let unit = turn.state.units.get(*id);
        unit.is_some_and(|unit| unit.kind == Kind::SiegeTrain)
    };
    let (mut trains, mut others): (Vec<String>, Vec<String>) = (vec![], side.units.clone());
    if turn.book.options.has(Extra::SpecialUnits) {
        trains = side.units.iter().filter(is_train).take(count).cloned().collect();
        others.retain(|id| !trains.contains(id));
    }
    let first = loss::lose(turn, &side.seat, &trains, trains.len(), Cause::Battle).len();
    loss::lose(turn, &side.seat, &others, count - first, Cause::Battle);
}

/// The units of a side that still stand in the square.
fn here(turn: &Turn<'_>, side: &Side, site: Site) -> Vec<String> {
    let own = |unit: &&Unit| turn.state.seat_of(unit) == Some(side.seat.as_str());
    let units = turn.units_of(&side.units).into_iter().filter(own);
    let units = units.filter(|unit| unit.at == site.at);
    units.map(|unit| unit.id.clone()).collect()
}

/// Fieldworks fall with all who defended in them (§26.6).
fn fieldworks(turn: &mut Turn<'_>, verdict: Verdict, defender: &Side, site: Site) {
    let own = |unit: &&Unit| turn.state.seat_of(unit) == Some(defender.seat.as_str());
    let cleared = match verdict {
        Verdict::DV | Verdict::TV | Verdict::BB => {
            let left = turn.units_of(&defender.units).into_iter().filter(own);
            site.fieldworks && left.count() == 0
        }
        Verdict::AZ | Verdict::AD | Verdict::AR | Verdict::MV => false,
    };
    if cleared {
        turn.record(Event::from(ForceEvent::FieldworksLost { at: site.at }));
    }
}

/// The winner keeps the battle markers, the loser gives them back (§9.8, §18.4); before walls that hold both
/// do (§19.4), and in a bloodbath nobody.
fn return_markers(turn: &mut Turn<'_>, battle: &Battle, sides: &[Side; 2]) {
    if battle.verdict == Verdict::BB {
        return;
    }
    for side in sides {
        if battle.winner.as_deref() == Some(side.seat.as_str()) {
            continue;
        }
        // A sovereign who fell has cost the hand by now (§23.9).
        let hand = turn.state.hand(&side.seat);
        let back: Vec<&String> =
            side.counters.iter().filter(|counter| hand.contains(counter)).collect();
        markers::go_back(turn, &side.seat, back.len(), Return::NotWon);
        for counter in back {
            markers::give_back(turn, &side.seat, counter);
        }
    }
}
