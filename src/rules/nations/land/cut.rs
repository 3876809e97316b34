//! Why a force is out of supply: which link is missing, and who stands between (NIA §6.2.1).
//!
//! It is asked of a [`Land`] like supply itself; of one that is made from what a power knows, for its
//! report.

use super::supply::{Land, Moment, SPAN};
use kit::ground::Space;
use kit::path;
use std::collections::{BTreeSet, VecDeque};

/// What is missing between a force and a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// Between two links something bars a hex.
    Barred { from: Space, to: Space, at: Space },
    /// The next link lies too far away; where a depot would close the gap, if one would.
    Far { from: Space, to: Space, points: u32, depot: Option<Space> },
    /// No link that leads on is known at all; the nearest sources, if there are any.
    Nowhere { sources: Vec<Space> },
}

/// Most sources that are named.
const MOST_SOURCES: usize = 2;

/// The longest way home that is considered, as a multiple of the direct one.
const LONGEST: u32 = 2;

/// How far a next link is sought, in movement points.
const SOUGHT: u32 = 3 * SPAN;

/// What cuts off a place; nothing, if a line over land leads on from it.
pub fn cut(land: &Land, nation: &str, at: Space, moment: &Moment) -> Option<Cut> {
    let leads = |link: Space| land.chain(link, moment, |space| land.is_source(nation, space));
    if leads(at).is_some() {
        return None;
    }
    let reached = reached(land, at, moment);
    let ground = &*land.book.atlas;
    let step = |a: Space, b: Space| land.cost(a, b);
    // For each place beyond, its nearest link. The gap is before the first place that leads to a source. A link
    // that the enemy bars comes last if another way home is shorter, for it is not what is missing.
    let mut gaps = path::reach_from(ground, &reached, SOUGHT, step);
    let ends = |to: Space| land.is_link(to) || land.is_source(nation, to);
    gaps.retain(|to, _| !reached.contains(to) && ends(*to));
    let is_barred = |from: Space, to: Space| {
        let way = path::cheapest(ground, from, &[to], step);
        way.is_none_or(|way| way.spaces.iter().any(|space| !land.lets_through(*space, moment)))
    };
    let hexes = |a: Space, b: Space| u32::from(land.book.atlas.distance(a, b));
    let home = |(to, (points, link)): (Space, (u32, Space))| {
        let all: Vec<Space> = [at, link].into_iter().chain(leads(to)?).collect();
        let length = all.windows(2).map(|two| hexes(two[0], two[1])).sum::<u32>();
        Some((points <= SPAN && is_barred(link, to), length, points, link, to))
    };
    // A gap at the other end of Europe is not what is missing.
    let direct = sources(land, nation, at).first().map(|source| hexes(at, *source));
    let is_near = |length: u32| direct.is_none_or(|direct| length <= LONGEST * direct.max(SPAN));
    let ways: Vec<_> = gaps.into_iter().filter_map(home).filter(|way| is_near(way.1)).collect();
    let shortest = ways.iter().filter(|way| !way.0).map(|way| way.1).min();
    let is_round = |length: u32| shortest.is_some_and(|least| length > least);
    let all = ways.iter().map(|(barred, length, points, from, to)| {
        (*barred && is_round(*length), *points, *from, *to)
    });
    let Some((_, points, from, to)) = all.min() else {
        return Some(Cut::Nowhere { sources: sources(land, nation, at) });
    };
    let bar = |from: Space, to: Space| {
        let way = path::cheapest(ground, from, &[to], step)?;
        let bar = way.spaces.iter().copied().find(|at| !land.lets_through(*at, moment));
        Some((way, bar))
    };
    let (way, barred) = bar(from, to)?;
    match barred {
        Some(at) if points <= SPAN => return Some(Cut::Barred { from, to, at }),
        Some(_) => {
            // Where the enemy bars the long way as well, the link that is near enough is what is missing.
            let near = ways.iter().filter(|way| way.0).map(|way| (way.2, way.3, way.4)).min();
            if let Some((_, from, to)) = near
                && let Some(at) = bar(from, to)?.1
            {
                return Some(Cut::Barred { from, to, at });
            }
        }
        None => {}
    }
    Some(Cut::Far { from, to, points, depot: between(land, (from, to), &way.spaces, moment) })
}

/// A hex on a way in which a depot would link its two ends (NIA §6.2.1).
fn between(
    land: &Land,
    (from, to): (Space, Space),
    way: &[Space],
    moment: &Moment,
) -> Option<Space> {
    let ground = &*land.book.atlas;
    let near = |a: Space, b: Space| {
        let step = |a: Space, b: Space| land.cost(a, b).filter(|_| land.lets_through(b, moment));
        let reached = path::reach(ground, a, SPAN, step);
        reached.into_iter().any(|(at, _)| at == b)
    };
    let mut free = way.iter().copied().filter(|at| *at != to && land.lets_through(*at, moment));
    free.find(|at| near(from, *at) && near(*at, to))
}

/// The sources of a nation, the nearest first.
fn sources(land: &Land, nation: &str, at: Space) -> Vec<Space> {
    let atlas = &land.book.atlas;
    let mut all: Vec<Space> =
        atlas.towns().map(|(at, _)| at).filter(|at| land.is_source(nation, *at)).collect();
    all.sort_by_key(|source| (atlas.distance(*source, at), *source));
    all.truncate(MOST_SOURCES);
    all
}

/// The place itself and all links to which a line leads from it.
fn reached(land: &Land, at: Space, moment: &Moment) -> BTreeSet<Space> {
    let mut reached = BTreeSet::from([at]);
    let mut open = VecDeque::from([at]);
    while let Some(link) = open.pop_front() {
        for next in land.near(link, moment).iter().filter(|next| land.is_link(**next)) {
            if reached.insert(*next) {
                open.push_back(*next);
            }
        }
    }
    reached
}
