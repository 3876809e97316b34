//! Who stands where: our side in full, what is seen of the others, and ships.

use super::Maker;
use crate::book::units;
use crate::land::reckon::host;
use crate::record::state::{Anchorage, EmbarkedForce, Force, Squadron};
use crate::sight::known::{Sail, Stack};
use crate::view::forces as words;
use kit::chart::{Arm, Counter, Plight, Size};
use kit::sight::Sight;

/// Every force, stack and squadron that the power knows of, each once.
pub fn counters(maker: &Maker) -> Vec<Counter> {
    let known = maker.known;
    let mut counters = vec![];
    counters.extend(known.ours.values().filter_map(|force| own(maker, force)));
    counters.extend(known.aboard.values().filter_map(|passage| aboard(maker, passage)));
    counters.extend(known.theirs.iter().filter_map(|stack| seen(maker, stack)));
    counters.extend(known.squadrons.iter().filter_map(|squadron| ships(maker, squadron)));
    counters.extend(known.sails.iter().filter_map(|sail| sails(maker, sail)));
    counters
}

/// A force of our side.
fn own(maker: &Maker, force: &Force) -> Option<Counter> {
    let units = words::units(maker.book, force);
    let support = words::support(force);
    let under = force.leaders.get(1..).unwrap_or_default().join(", ");
    let inside: Vec<String> =
        [units, support, under].into_iter().filter(|part| !part.is_empty()).collect();
    Some(Counter {
        party: maker.party(&force.power)?,
        spot: maker.spot(force.at),
        name: force.commander().unwrap_or_default().to_owned(),
        arm: arm(maker, force),
        size: size(maker, force),
        strength: (!force.units.is_empty()).then(|| force.steps()),
        bounds: None,
        sight: Sight::Full,
        since: None,
        plight: Plight {
            besieged: force.inside,
            besieging: force.siege.is_some() && !force.inside,
            disordered: force.demoralized,
            unfed: force.unsupplied,
        },
        inside: inside.join("; "),
    })
}

fn arm(maker: &Maker, force: &Force) -> Arm {
    let horse = force.units.iter().filter(|unit| host::is_cavalry(maker.book, unit)).count();
    if force.units.is_empty() {
        return match force {
            _ if force.depots > 0 => Arm::Depot,
            _ if force.trains > 0 => Arm::Train,
            _ if force.engineers > 0 => Arm::Engineers,
            _ => Arm::Leader,
        };
    }
    match horse {
        0 => Arm::Foot,
        horse if horse == force.units.len() => Arm::Horse,
        _ => Arm::Mixed,
    }
}

fn size(maker: &Maker, force: &Force) -> Size {
    let corps = |kind: &str| maker.book.units.kind(kind).size == units::Size::Corps;
    match force {
        _ if force.army.is_some() => Size::Army,
        _ if force.units.iter().any(|unit| corps(&unit.kind)) => Size::Corps,
        _ if !force.units.is_empty() => Size::Detachment,
        _ => Size::Other,
    }
}

/// Troops on board stand beside their ships.
fn aboard(maker: &Maker, passage: &EmbarkedForce) -> Option<Counter> {
    let ship = passage.holds.iter().find_map(|hold| hold.ship.as_ref());
    let carries = |squadron: &&Squadron| {
        ship.is_some_and(|ship| {
            ship.power == squadron.power && squadron.fleets.contains(&ship.fleet)
        })
    };
    let squadron = maker.known.squadrons.iter().find(carries);
    let mut counter = own(maker, &passage.force)?;
    if let Some(squadron) = squadron {
        counter.spot = maker.mooring(&squadron.at);
    }
    counter.inside = format!("on board; {}", counter.inside);
    Some(counter)
}

/// A stack of somebody else, as its hex and leader show it (NIA §1.3).
fn seen(maker: &Maker, stack: &Stack) -> Option<Counter> {
    let leader = stack.leader.clone().unwrap_or_default();
    let counted = maker.known.counted.get(&leader);
    let counted = counted.map(|season| format!("counted in {season}"));
    let unled = || stack.leader.is_none().then(|| words::without_leader(stack).to_owned());
    let shown = maker.known.strengths.get(&leader).map(|halves| halves.div_ceil(2));
    Some(Counter {
        party: maker.party(&stack.power)?,
        spot: maker.spot(stack.at),
        name: leader,
        arm: Arm::Unknown,
        size: if stack.army { Size::Army } else { Size::Other },
        strength: shown,
        bounds: None,
        sight: if stack.is_remembered() { Sight::Remembered } else { stack.sight },
        since: stack.last.map(|season| season.to_string()),
        plight: Plight {
            besieged: stack.inside,
            besieging: stack.besieging,
            disordered: stack.demoralized,
            unfed: false,
        },
        inside: counted.or_else(unled).unwrap_or_default(),
    })
}

/// A squadron of our side.
fn ships(maker: &Maker, squadron: &Squadron) -> Option<Counter> {
    Some(Counter {
        party: maker.party(&squadron.power)?,
        spot: maker.mooring(&squadron.at),
        name: squadron.fleets.first().cloned().unwrap_or_default(),
        arm: Arm::Ships,
        size: Size::Other,
        strength: u32::try_from(squadron.fleets.len()).ok(),
        bounds: None,
        sight: Sight::Full,
        since: None,
        plight: blockaded(maker, &squadron.at),
        inside: squadron.fleets.join(", "),
    })
}

/// Ships in a harbour before which others lie.
fn blockaded(maker: &Maker, at: &Anchorage) -> Plight {
    let Anchorage::Harbour(space) = at else { return Plight::default() };
    let besieged = maker.known.foes_at(&Anchorage::Blockading(*space)) > 0;
    Plight { besieged, ..Plight::default() }
}

/// Ships of somebody else, as many as were counted.
fn sails(maker: &Maker, sail: &Sail) -> Option<Counter> {
    Some(Counter {
        party: maker.party(&sail.power)?,
        spot: maker.mooring(&sail.at),
        name: String::new(),
        arm: Arm::Ships,
        size: Size::Other,
        strength: (sail.fleets > 0).then(|| u32::from(sail.fleets)),
        bounds: None,
        sight: if sail.last.is_some() { Sight::Remembered } else { Sight::Counted },
        since: sail.last.map(|season| season.to_string()),
        plight: Plight::default(),
        inside: String::new(),
    })
}
