//! Ships lost: whole ships by a share in per cent (§13.8, §19.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.6.

use crate::book::ships::Navies;
use crate::record::sea::{Fleet, ShipLosses, Ships, count};

/// How many of so many ships are lost by so many per cent: whole ships; from ten per cent on one at the least.
pub fn number(ships: u32, percent: u32) -> u32 {
    let whole = ships * percent / 100;
    if percent >= 10 { whole.max(1).min(ships) } else { whole }
}

/// Which ships of some fleets are lost: each kind of each fleet by its share; what is left over goes to the largest
/// remainders, men of war first.
pub fn share(book: &Navies, fleets: &[&Fleet], percent: u32) -> ShipLosses {
    let all: u32 = fleets.iter().map(|one| count(&one.ships)).sum();
    let lost = number(all, percent);
    if lost == 0 {
        return ShipLosses::new();
    }
    let mut parts: Vec<(u32, usize, &str, &str, u32)> = vec![];
    for fleet in fleets {
        for (nth, kind) in book.kinds.iter().enumerate() {
            let has = fleet.ships.get(&kind.name).copied().unwrap_or(0);
            let (part, rest) = (lost * has / all, lost * has % all);
            parts.push((rest, nth, &fleet.name, &kind.name, part));
        }
    }
    let given: u32 = parts.iter().map(|(.., part)| part).sum();
    parts.sort_by_key(|(rest, nth, fleet, ..)| (std::cmp::Reverse(*rest), *nth, *fleet));
    for (.., part) in parts.iter_mut().take(usize::try_from(lost - given).unwrap_or(0)) {
        *part += 1;
    }
    let mut losses = ShipLosses::new();
    for (_, _, fleet, kind, part) in parts.into_iter().filter(|(.., part)| *part > 0) {
        losses.entry(fleet.to_owned()).or_default().insert(kind.to_owned(), part);
    }
    losses
}

/// The sum of losses by kind.
pub fn sum(lost: &ShipLosses) -> Ships {
    let mut all = Ships::new();
    lost.values().for_each(|ships| crate::record::sea::add(&mut all, ships));
    all
}
