//! Enemy orders: groups, their rolls, and where they go (§15.1 to §15.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1.

use super::{Place, Theatre};
use crate::answers::{Answers, Choice, Pick, Topic, Who, area, chosen, drawn, force};
use crate::book::Book;
use crate::book::tables::{EnemyOrder, Goal};
use crate::record::force::{Force, ForceId, Nation, Side};
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

pub const GROUPS: Rule = Rule("FCN §15.2");
const ORDERS: Rule = Rule("FCN §15.3");

/// Enemy forces that move together (§15.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub at: Space,
    pub forces: Vec<ForceId>,
}

/// The French areas that an order may make for: all of them, objectives or cities.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Among {
    All,
    Objectives,
    Cities,
}

impl Theatre {
    /// Breaks the enemy's mobile forces of each area without French into groups: by nation,
    /// recruits for themselves, in parts of the campaign's size by lot. In which order they are
    /// rolled for is the caller's choice (§15.2, §17).
    pub fn groups(&self, book: &Book, answers: &mut dyn Answers) -> Vec<Group> {
        let mut groups = vec![];
        for at in book.map.all().filter(|at| !self.stands(Side::French, *at)) {
            let mut stacks: BTreeMap<(bool, Nation), Vec<Pick>> = BTreeMap::new();
            for Force { id, nation, recruit, kind, .. } in self.forces_at(Side::Enemy, at) {
                if kind.is_mobile() {
                    stacks.entry((recruit, nation)).or_default().push(Pick::Force(id));
                }
            }
            for mut stack in stacks.into_values() {
                while !stack.is_empty() {
                    let mut forces = vec![];
                    if stack.len() <= book.campaign.group {
                        forces.extend(stack.drain(..).filter_map(force));
                    }
                    while forces.len() < book.campaign.group && !stack.is_empty() {
                        let who = Who::Area(at);
                        let Some(pick) = drawn(answers, GROUPS, who, &stack) else { break };
                        stack.retain(|other| *other != pick);
                        forces.extend(force(pick));
                    }
                    groups.push(Group { at, forces });
                }
            }
        }
        groups
    }

    /// The enemy pays for its orders, and gets what is added to their rolls (§15.1).
    pub fn pay_for_orders(&mut self, book: &Book, groups: &[Group]) -> u8 {
        if groups.is_empty() {
            return 0;
        }
        let modifier = book.tables.map.modifiers.with(self.enemy_supply);
        self.enemy_supply = self.enemy_supply.saturating_sub(modifier.pay);
        modifier.roll
    }

    /// Rolls the order of a group; a re-roll for a scout has no modifier (§15.3).
    pub fn roll_order(
        &self,
        book: &Book,
        group: &Group,
        modifier: u8,
        answers: &mut dyn Answers,
    ) -> EnemyOrder {
        let first = group.forces.first().copied();
        let who = first.map_or(Who::Area(group.at), Who::Force);
        let roll = answers.die(ORDERS, who).saturating_add(modifier);
        *book.tables.map.orders.read(roll)
    }

    /// Moves a group by its order. `before` is the map as it was before the first group moved
    /// (§15.3). Gives where it is then.
    pub fn obey(
        &mut self,
        book: &Book,
        group: &Group,
        order: EnemyOrder,
        before: &Theatre,
        answers: &mut dyn Answers,
    ) -> Space {
        let to = before.destination(book, group, order, answers);
        for id in &group.forces {
            self.put(*id, Place::Area(to));
        }
        to
    }

    /// Where an order leads a group.
    pub fn destination(
        &self,
        book: &Book,
        group: &Group,
        order: EnemyOrder,
        answers: &mut dyn Answers,
    ) -> Space {
        let from = group.at;
        let areas = u32::from(order.areas);
        match order.goal {
            Goal::Hold => from,
            Goal::Random => self.random(book, group, |_| true, answers),
            Goal::EnemyObjective => {
                let held = self.objectives(book, Side::Enemy);
                self.toward_own(book, group, &held, areas, answers)
            }
            Goal::EnemyCity => {
                let cities = book.map.all().filter(|at| book.map.is_city(*at));
                let held = cities.filter(|at| self.holder(*at) == Some(Side::Enemy));
                let held: Vec<Space> = held.collect();
                self.toward_own(book, group, &held, areas, answers)
            }
            Goal::FrenchObjective => {
                self.toward_french(book, group, Among::Objectives, areas, answers)
            }
            Goal::FrenchCity => self.toward_french(book, group, Among::Cities, areas, answers),
            Goal::Advance => self.toward_french(book, group, Among::All, areas, answers),
        }
    }

    /// A neighbouring area by lot, each equally likely; the own area if there is none.
    fn random(
        &self,
        book: &Book,
        group: &Group,
        fits: impl Fn(Space) -> bool,
        answers: &mut dyn Answers,
    ) -> Space {
        let options = book.map.neighbours(group.at).into_iter().filter(|at| fits(*at));
        let options: Vec<Pick> = options.map(Pick::Area).collect();
        drawn(answers, ORDERS, Who::Area(group.at), &options).and_then(area).unwrap_or(group.at)
    }

    /// Toward the nearest of the enemy's own; without one to a random area that no French hold.
    fn toward_own(
        &self,
        book: &Book,
        group: &Group,
        own: &[Space],
        areas: u32,
        answers: &mut dyn Answers,
    ) -> Space {
        if own.is_empty() {
            let open = |at| !self.stands(Side::French, at);
            return self.random(book, group, open, answers);
        }
        let goal = self.nearest(book, group, own, answers);
        goal.map_or(group.at, |goal| self.march(book, group.at, goal, areas, answers))
    }

    /// The nearest of several areas; of equals the weakest in French forces, then by choice.
    fn nearest(
        &self,
        book: &Book,
        group: &Group,
        goals: &[Space],
        answers: &mut dyn Answers,
    ) -> Option<Space> {
        let key = |at: Space| {
            let distance = book.map.distance(group.at, at);
            distance.map(|distance| (distance, self.strength(Side::French, at)))
        };
        self.least(group, goals, key, answers)
    }

    /// The area with the least key; among equals by choice, else by lot (§17).
    fn least<K: Ord>(
        &self,
        group: &Group,
        goals: &[Space],
        key: impl Fn(Space) -> Option<K>,
        answers: &mut dyn Answers,
    ) -> Option<Space> {
        let least = goals.iter().filter_map(|at| key(*at)).min()?;
        let equals = goals.iter().filter(|at| key(**at).as_ref() == Some(&least));
        let options: Vec<Pick> = equals.copied().map(Pick::Area).collect();
        let who = Who::Area(group.at);
        let topic = Topic::Goal;
        let choice = Choice { rule: ORDERS, topic, who, options: &options, default: None };
        chosen(answers, &choice).and_then(area)
    }

    /// Toward French forces: those of objectives or cities that they hold, else any (§15.3).
    fn toward_french(
        &self,
        book: &Book,
        group: &Group,
        among: Among,
        areas: u32,
        answers: &mut dyn Answers,
    ) -> Space {
        let held = |at: &Space| self.holder(*at) == Some(Side::French);
        let goals: Vec<Space> = match among {
            Among::All => book.map.all().filter(|at| self.stands(Side::French, *at)).collect(),
            Among::Objectives => self.objectives(book, Side::French),
            Among::Cities => {
                book.map.all().filter(|at| book.map.is_city(*at)).filter(held).collect()
            }
        };
        if goals.is_empty() && among != Among::All {
            return self.toward_french(book, group, Among::All, areas, answers);
        }
        let goal = if among == Among::All && areas > 1 {
            self.weakest(book, group, &goals, areas, answers)
        } else {
            self.nearest(book, group, &goals, answers)
        };
        goal.map_or(group.at, |goal| self.march(book, group.at, goal, areas, answers))
    }

    /// The weakest French area within reach, else the weakest of all (§15.3).
    fn weakest(
        &self,
        book: &Book,
        group: &Group,
        goals: &[Space],
        areas: u32,
        answers: &mut dyn Answers,
    ) -> Option<Space> {
        let reached = |at: &Space| {
            self.round_french(book, *at).get(&group.at).is_some_and(|moves| *moves <= areas)
        };
        let near: Vec<Space> = goals.iter().copied().filter(reached).collect();
        let goals = if near.is_empty() { goals } else { &near };
        let key = |at: Space| Some(self.strength(Side::French, at));
        self.least(group, goals, key, answers)
    }

    /// How many moves it is to a goal from each area without French.
    pub fn round_french(&self, book: &Book, goal: Space) -> BTreeMap<Space, u32> {
        let mut moves = BTreeMap::from([(goal, 0)]);
        let mut edge = BTreeSet::from([goal]);
        let mut far = 0;
        while !edge.is_empty() {
            far += 1;
            let next = edge.iter().flat_map(|at| book.map.neighbours(*at));
            let next: BTreeSet<Space> = next
                .filter(|at| !moves.contains_key(at) && !self.stands(Side::French, *at))
                .collect();
            moves.extend(next.iter().map(|at| (*at, far)));
            edge = next;
        }
        moves
    }

    /// Goes so many areas toward a goal, and stops where French stand.
    fn march(
        &self,
        book: &Book,
        from: Space,
        goal: Space,
        areas: u32,
        answers: &mut dyn Answers,
    ) -> Space {
        let round = self.round_french(book, goal);
        let within = round.get(&from).is_some_and(|moves| *moves <= areas);
        let moves = |at: Space| {
            if within { round.get(&at).copied() } else { book.map.distance(at, goal) }
        };
        let mut at = from;
        for _ in 0..areas {
            let Some(left) = moves(at).filter(|left| *left > 0) else { break };
            let nearer = book.map.neighbours(at).into_iter();
            let nearer = nearer.filter(|next| moves(*next).is_some_and(|other| other < left));
            let options: Vec<Pick> = nearer.map(Pick::Area).collect();
            let who = Who::Area(from);
            let topic = Topic::Way;
            let choice = Choice { rule: ORDERS, topic, who, options: &options, default: None };
            let Some(next) = chosen(answers, &choice).and_then(area) else { break };
            at = next;
            if self.stands(Side::French, at) {
                break;
            }
        }
        at
    }
}
