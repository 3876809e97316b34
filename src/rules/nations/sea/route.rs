//! Ways over the sea: from area to area, a point each (NIA §5.3).

use super::super::book::Book;
use super::squad;
use crate::position::Position;
use crate::record::event::Reason;
use crate::record::state::{Anchorage, Ship};
use std::collections::{BTreeMap, BTreeSet};

/// What keeps ships from entering an area.
pub struct Chart<'a> {
    pub book: &'a Book,
    pub position: &'a dyn Position,
    pub ships: &'a [Ship],
    pub power: &'a str,
    /// The area where they were beaten in this voyage (NIA §10.3).
    pub barred: Option<&'a str>,
    /// Areas that are shunned if another way is as short; to ships under way those where enemies
    /// are known, to the beaten those that may not be passed at all.
    pub shunned: BTreeSet<String>,
    pub never: bool,
    /// Whether they ask the holder of a passage when they are there, as who sails does; the beaten and
    /// those who follow them do not.
    pub asks: bool,
}

impl Chart<'_> {
    fn may(&self, from: &str, to: &str, goal: &str) -> bool {
        let shut = || {
            let gate = squad::gate(self.book, self.position.common(), (from, to), self.power);
            gate.is_some_and(|gate| !gate.is_open())
        };
        let barred = !self.asks && shut();
        let shunned = self.never && to != goal && self.shunned.contains(to);
        !barred && !shunned && self.enters(to)
    }

    /// The areas after the first, from one sea to another; the shortest way, and of these the one
    /// with the fewest enemies, then by name.
    pub fn way(&self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut best: BTreeMap<String, (usize, usize, Vec<String>)> = BTreeMap::new();
        let mut open = BTreeSet::from([(0, 0, Vec::<String>::new(), from.to_owned())]);
        while let Some((steps, foes, path, at)) = open.pop_first() {
            if at == to {
                return Some(path);
            }
            if best.get(&at).is_some_and(|known| *known <= (steps, foes, path.clone())) {
                continue;
            }
            best.insert(at.clone(), (steps, foes, path.clone()));
            let area = self.book.atlas.sea(&at);
            for next in area.into_iter().flat_map(|area| &area.adjacent) {
                if !self.may(&at, next, to) {
                    continue;
                }
                let foes = foes + usize::from(self.shunned.contains(next) && next != to);
                let path = [path.as_slice(), std::slice::from_ref(next)].concat();
                open.insert((steps + 1, foes, path, next.clone()));
            }
        }
        None
    }

    /// The shortest way from any of some seas to any of others: where it begins and the areas after.
    pub fn between(&self, from: &[String], to: &[String]) -> Option<(String, Vec<String>)> {
        let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (a, b)));
        let ways = pairs.filter(|(a, _)| self.enters(a)).filter_map(|(a, b)| {
            let way = self.way(a, b)?;
            Some((way.len(), a.clone(), way))
        });
        ways.min().map(|(_, start, way)| (start, way))
    }

    /// Whether ships may come into the first area of a way at all.
    fn enters(&self, sea: &str) -> bool {
        self.barred != Some(sea) && !squad::out_of_bounds(self.book, self.position, self.ships, sea)
    }
}

/// A passage: the first sea, the seas after it, and its points.
pub struct Passage {
    pub start: String,
    pub way: Vec<String>,
    pub points: u32,
}

impl Chart<'_> {
    /// The shortest passage from a place, by one of the seas on its shore, to one of the goals (NIA
    /// §5.3).
    pub fn passage(
        &self,
        lies: &Anchorage,
        shore: &[String],
        goals: &[String],
    ) -> Result<Passage, Reason> {
        if let [goal] = goals
            && squad::out_of_bounds(self.book, self.position, self.ships, goal)
        {
            return Err(Reason::OutOfBounds { sea: goal.clone() });
        }
        let nowhere = || Reason::NoSeaWay { to: goals.join(" or ") };
        let (start, way) = self.between(shore, goals).ok_or_else(nowhere)?;
        let points = self.book.sea.points;
        let leave = if matches!(lies, Anchorage::Harbour(_)) { points.leave } else { 0 };
        let areas = u32::try_from(way.len()).unwrap_or(u32::MAX).saturating_mul(points.area);
        Ok(Passage { start, way, points: areas.saturating_add(leave) })
    }
}

/// The seas in which ships at war with a power are known to be.
pub fn foes(position: &dyn Position, power: &str) -> BTreeSet<String> {
    let relations = position.common().relations;
    let foes = position.afloat().filter(|ships| ships.is_there());
    let foes = foes.filter(|ships| relations.at_war(ships.power, power));
    foes.filter_map(|ships| match ships.at {
        Anchorage::Sea(sea) => Some(sea.clone()),
        Anchorage::Harbour(_) | Anchorage::Blockading(_) | Anchorage::Corsairs => None,
    })
    .collect()
}

/// The areas that belong to a power's enemies alone (NIA §10.3).
pub fn closed(book: &Book, position: &dyn Position, power: &str) -> BTreeSet<String> {
    let seas = book.atlas.seas.iter().map(|area| &area.name);
    seas.filter(|sea| squad::is_theirs(position, power, sea)).cloned().collect()
}
