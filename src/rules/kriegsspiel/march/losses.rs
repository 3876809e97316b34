//! Losses in per cent, and whose they are (§12.5, §15.4, §19.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10.4, §10.5.

use crate::book::Book;
use crate::record::event::Losses;
use crate::record::state::Formation;

/// The hits that so many per cent of a force of so many units come to.
pub fn amount(units: u32, percent: u32) -> u32 {
    if percent == 0 || units == 0 {
        return 0;
    }
    let exact = u64::from(units) * u64::from(percent);
    u32::try_from(((exact + 50) / 100).max(1)).unwrap_or(u32::MAX).min(units)
}

/// Takes so many per cent of all hits from a force, whatever a battalion can bear: of those who go down with their ships.
pub fn of_hits(book: &Book, force: &[&Formation], percent: u32) -> Losses {
    counted(book, (force, percent), |_| 1)
}

/// Takes so many per cent from a force.
pub fn share(book: &Book, force: &[&Formation], percent: u32) -> Losses {
    // A loss of everything is one of all hits; any other is counted by the battalion.
    let each = |kind: &str| if percent >= 100 { 1 } else { book.troops.kind(kind).hits };
    counted(book, (force, percent), each)
}

/// The losses of a force, counted in so many hits of a kind.
fn counted(
    book: &Book,
    (force, percent): (&[&Formation], u32),
    each: impl Fn(&str) -> u32,
) -> Losses {
    let all = force.iter().flat_map(|one| &one.units).map(|(kind, hits)| hits.div_ceil(each(kind)));
    let mut left = amount(all.sum(), percent);
    let mut lost = Losses::new();
    let lines = |fanatic: bool| -> Vec<(&String, &String, u32)> {
        let units = force
            .iter()
            .flat_map(|one| one.units.iter().map(move |(kind, hits)| (&one.name, kind, *hits)));
        let units = units.map(|(name, kind, hits)| (name, kind, hits.div_ceil(each(kind))));
        units.filter(|(_, kind, _)| book.troops.kind(kind).fanatic == fanatic).collect()
    };
    for lines in [lines(true), lines(false)] {
        let taken = spread(&lines, left);
        left -= taken.iter().sum::<u32>();
        for ((name, kind, _), hits) in lines.iter().zip(taken).filter(|(_, hits)| *hits > 0) {
            lost.entry((*name).clone()).or_default().insert((*kind).clone(), hits);
        }
    }
    lost
}

/// Spreads a loss over lines in proportion, the largest fractions first.
pub fn spread(lines: &[(&String, &String, u32)], loss: u32) -> Vec<u32> {
    let all: u64 = lines.iter().map(|(_, _, hits)| u64::from(*hits)).sum();
    let loss = u64::from(loss).min(all);
    if all == 0 {
        return vec![0; lines.len()];
    }
    let exact = |hits: u32| u64::from(hits) * loss;
    let mut taken: Vec<u64> = lines.iter().map(|(_, _, hits)| exact(*hits) / all).collect();
    let mut open: Vec<usize> = (0..lines.len()).collect();
    open.sort_by_key(|at| (std::cmp::Reverse(exact(lines[*at].2) % all), *at));
    let rest = usize::try_from(loss - taken.iter().sum::<u64>()).unwrap_or(0);
    for at in open.into_iter().take(rest) {
        taken[at] += 1;
    }
    taken.into_iter().map(|hits| u32::try_from(hits).unwrap_or(u32::MAX)).collect()
}

/// How many hits losses come to.
pub fn count(lost: &Losses) -> u32 {
    lost.values().flat_map(|units| units.values()).sum()
}
