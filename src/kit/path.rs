//! The cheapest way between two spaces, and how far a budget reaches.
//!
//! The search is our own and not a crate's. Which of two equally cheap ways is taken becomes part
//! of a season's record, so the order of ties is ours to promise; and across 4,320 hexes one flat list
//! took a fifth of the time that the crate's hash table keyed by space did (0.5 ms in a debug build).
//!
//! Not here: what a step costs. The caller says so, and forbids a step by giving no cost.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::ground::{Ground, Space};

/// A way over the ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The spaces entered, in order; the start is not among them.
    pub spaces: Vec<Space>,
    /// What entering all of them costs.
    pub cost: u32,
}

/// Finds the cheapest way from the start to any of the goals.
///
/// Ties always fall the same way: lower cost, then fewer steps, then the goal with the lower number.
/// Between ways that agree in all this, the space entered last is reached from the cheaper, nearer,
/// lower-numbered space before it.
pub fn cheapest(
    ground: &dyn Ground,
    start: Space,
    goals: &[Space],
    cost: impl Fn(Space, Space) -> Option<u32>,
) -> Option<Path> {
    cheapest_to(ground, start, |at| goals.contains(&at), cost)
}

/// The same, to any space of a kind.
pub fn cheapest_to(
    ground: &dyn Ground,
    start: Space,
    is_goal: impl Fn(Space) -> bool,
    cost: impl Fn(Space, Space) -> Option<u32>,
) -> Option<Path> {
    let mut search = Search::new(ground, start);
    while let Some((effort, at)) = search.settle(u64::MAX, &cost) {
        if is_goal(at) {
            return Some(Path { spaces: search.way_to(at), cost: effort.cost() });
        }
    }
    None
}

/// Lists every space that a budget reaches, with its cost; the start costs nothing.
pub fn reach(
    ground: &dyn Ground,
    start: Space,
    budget: u32,
    cost: impl Fn(Space, Space) -> Option<u32>,
) -> BTreeMap<Space, u32> {
    let mut search = Search::new(ground, start);
    let mut reached = BTreeMap::new();
    while let Some((effort, at)) = search.settle(u64::from(budget), &cost) {
        reached.insert(at, effort.cost());
    }
    reached
}

/// Lists every space that a budget reaches from the nearest of several starts, with the cost and that start;
/// of starts equally near, the one with the lower number.
pub fn reach_from(
    ground: &dyn Ground,
    starts: &BTreeSet<Space>,
    budget: u32,
    cost: impl Fn(Space, Space) -> Option<u32>,
) -> BTreeMap<Space, (u32, Space)> {
    let mut open: BinaryHeap<_> =
        starts.iter().map(|start| Reverse((0u32, *start, *start))).collect();
    let mut best: Vec<Option<(u32, Space)>> = vec![None; usize::from(ground.size())];
    starts.iter().for_each(|start| best[start.index()] = Some((0, *start)));
    let mut reached = BTreeMap::new();
    let mut beside = Vec::with_capacity(8);
    while let Some(Reverse((spent, start, at))) = open.pop() {
        if best[at.index()] != Some((spent, start)) {
            continue;
        }
        reached.insert(at, (spent, start));
        ground.neighbours(at, &mut beside);
        for next in &beside {
            let Some(further) = cost(at, *next).map(|cost| spent + cost) else { continue };
            let nearer = best[next.index()].is_none_or(|known| (further, start) < known);
            if further <= budget && nearer {
                best[next.index()] = Some((further, start));
                open.push(Reverse((further, start, *next)));
            }
        }
    }
    reached
}

/// Lists every space that a budget reaches, with the way that [`cheapest`] finds to it.
pub fn ways(
    ground: &dyn Ground,
    start: Space,
    budget: u32,
    cost: impl Fn(Space, Space) -> Option<u32>,
) -> BTreeMap<Space, Path> {
    let mut search = Search::new(ground, start);
    let mut reached = vec![];
    while let Some((effort, at)) = search.settle(u64::from(budget), &cost) {
        reached.push((at, effort.cost()));
    }
    let way = |(at, cost)| (at, Path { spaces: search.way_to(at), cost });
    reached.into_iter().map(way).collect()
}

/// Cost and steps in one number, so that of two equal costs the way with fewer steps is smaller.
///
/// No way has more than 65,535 steps, and that many of the greatest cost still fit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Effort(u64);

impl Effort {
    const NEVER: Effort = Effort(u64::MAX);

    fn and_a_step(self, cost: u32) -> Effort {
        Effort(self.0 + (u64::from(cost) << 16) + 1)
    }

    fn cost(self) -> u32 {
        u32::try_from(self.0 >> 16).unwrap_or(u32::MAX)
    }
}

/// One search in progress: the best effort known for each space, and the space before it. They are
/// two lists, since most ways are short and to lay out one of pairs takes longer than to find them.
struct Search<'a> {
    ground: &'a dyn Ground,
    start: Space,
    best: Vec<Effort>,
    before: Vec<Space>,
    open: BinaryHeap<Reverse<(Effort, Space)>>,
    beside: Vec<Space>,
}

impl<'a> Search<'a> {
    fn new(ground: &'a dyn Ground, start: Space) -> Search<'a> {
        let size = usize::from(ground.size());
        let mut best = vec![Effort::NEVER; size];
        best[start.index()] = Effort(0);
        let open = BinaryHeap::from([Reverse((Effort(0), start))]);
        Search {
            ground,
            start,
            best,
            before: vec![start; size],
            open,
            beside: Vec::with_capacity(8),
        }
    }

    /// Takes the nearest space not yet settled and looks at the spaces around it.
    fn settle(
        &mut self,
        budget: u64,
        cost: impl Fn(Space, Space) -> Option<u32>,
    ) -> Option<(Effort, Space)> {
        let (effort, at) = loop {
            let Reverse((effort, at)) = self.open.pop()?;
            if effort == self.best[at.index()] {
                break (effort, at);
            }
        };
        self.ground.neighbours(at, &mut self.beside);
        for next in &self.beside {
            let Some(cost) = cost(at, *next) else { continue };
            let further = effort.and_a_step(cost);
            if further < self.best[next.index()] && further.0 >> 16 <= budget {
                self.best[next.index()] = further;
                self.before[next.index()] = at;
                self.open.push(Reverse((further, *next)));
            }
        }
        Some((effort, at))
    }

    fn way_to(&self, goal: Space) -> Vec<Space> {
        let mut spaces = Vec::new();
        let mut at = goal;
        while at != self.start {
            spaces.push(at);
            at = self.before[at.index()];
        }
        spaces.reverse();
        spaces
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hex::HexGround;

    #[test]
    fn the_nearest_goal_and_then_the_lower_number() {
        let ground = HexGround::new(9, 9);
        let hex = |column, row| ground.at(column, row).unwrap();
        let flat = |_: Space, _: Space| Some(1);
        let goals = [hex(5, 8), hex(5, 2), hex(1, 1)];
        let path = cheapest(&ground, hex(5, 5), &goals, flat).unwrap();
        assert_eq!(path.spaces, [hex(5, 4), hex(5, 3), hex(5, 2)]);
        assert_eq!(path.cost, 3);
        assert_eq!(cheapest(&ground, hex(5, 5), &[hex(5, 5)], flat).unwrap().spaces, []);
        assert_eq!(cheapest(&ground, hex(5, 5), &[], flat), None);
    }

    #[test]
    fn fewer_steps_before_more_at_the_same_cost() {
        let ground = HexGround::new(3, 3);
        let hex = |column, row| ground.at(column, row).unwrap();
        // Straight ahead costs 2; the way round costs 1 + 1.
        let cost = |_: Space, to: Space| Some(if to == hex(1, 2) { 2 } else { 1 });
        let path = cheapest(&ground, hex(1, 1), &[hex(1, 2)], cost).unwrap();
        assert_eq!(path.spaces.len(), 1);
    }

    #[test]
    fn a_forbidden_side_is_gone_round() {
        let ground = HexGround::new(9, 9);
        let hex = |column, row| ground.at(column, row).unwrap();
        let river = |from: Space, to: Space| {
            (ground.column_row(from).0 != 4 || ground.column_row(to).0 != 5).then_some(1)
        };
        assert_eq!(cheapest(&ground, hex(4, 4), &[hex(5, 4)], river), None);
        assert!(cheapest(&ground, hex(5, 4), &[hex(4, 4)], river).is_some());
        let reached = reach(&ground, hex(4, 4), 2, river);
        assert_eq!(reached[&hex(4, 4)], 0);
        assert_eq!(reached.len(), 19 - 3 - 4);
    }

    proptest! {
        #[test]
        fn symmetric_costs_make_symmetric_ways(
            a in 0u16..400, b in 0u16..400, costs in prop::collection::vec(0u32..5, 400),
        ) {
            let ground = HexGround::new(20, 20);
            let cost = |from: Space, to: Space| Some(costs[from.index()] + costs[to.index()]);
            let there = cheapest(&ground, Space(a), &[Space(b)], cost).unwrap();
            let back = cheapest(&ground, Space(b), &[Space(a)], cost).unwrap();
            prop_assert_eq!(there.cost, back.cost);
            prop_assert_eq!(there.spaces.len(), back.spaces.len());
            let reached = reach(&ground, Space(a), there.cost, cost);
            prop_assert_eq!(reached.get(&Space(b)), Some(&there.cost));
            let ways = ways(&ground, Space(a), there.cost, cost);
            prop_assert_eq!(ways.get(&Space(b)), Some(&there));
        }

        #[test]
        fn from_several_starts_the_nearest_counts(
            starts in prop::collection::btree_set(0u16..400, 0..6), budget in 0u32..30,
            costs in prop::collection::vec(0u32..5, 400),
        ) {
            let ground = HexGround::new(20, 20);
            let cost = |_: Space, to: Space| (costs[to.index()] < 4).then(|| costs[to.index()]);
            let starts: BTreeSet<Space> = starts.into_iter().map(Space).collect();
            let mut expected: BTreeMap<Space, (u32, Space)> = BTreeMap::new();
            for start in &starts {
                for (to, spent) in reach(&ground, *start, budget, cost) {
                    let nearest = expected.entry(to).or_insert((spent, *start));
                    *nearest = (*nearest).min((spent, *start));
                }
            }
            prop_assert_eq!(reach_from(&ground, &starts, budget, cost), expected);
        }
    }
}
