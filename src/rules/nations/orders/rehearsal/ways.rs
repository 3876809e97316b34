//! Ways on paper: where a march would lead, what is known to bar it, and where a border stops it (NIA
//! §5.2.4, §17.4.5).

use super::{Began, Plan};
use crate::book::Book;
use crate::book::cards::Effect;
use crate::land::movement::{self, Leg, Mover};
use crate::land::routes::Routes;
use crate::orders::causes::Cause;
use crate::orders::{Step, march};
use crate::position::Position;
use crate::record::event::Halt;
use crate::record::state::Force;
use kit::ground::Space;
use kit::names::listed;
use sheet::Diagnostic;
use sheet::condition::{Condition, Term};
use std::collections::BTreeSet;

/// The places that a condition wants to be ours.
pub(super) fn wanted(book: &Book, condition: Option<&Condition>) -> BTreeSet<Space> {
    let terms = condition.map(Condition::terms).unwrap_or_default().into_iter();
    let ours = terms.filter_map(|term| match term {
        Term::Whose { place, ours: true } => Some(place),
        _ => None,
    });
    ours.filter_map(|place| book.atlas.place(place)).collect()
}

/// How near a known enemy must stand for a receipt to say that he may come into the way.
const NEAR: u16 = 1;

/// How near one must stand to take steps of it.
const THREATENED: u16 = 3;

/// What helps those who keep away from the enemy.
pub const LED_ALONE: &str = "only troops with a leader go there or attack";

impl Plan<'_> {
    /// Whether an enemy holds a town there that no walls keep.
    pub(super) fn is_open_and_theirs(&self, at: Space) -> bool {
        let is_open_town =
            self.book.atlas.town(at).is_some() && self.known.fortress(self.book, at) == 0;
        let holder = self.known.holder(self.book, at);
        is_open_town && holder.is_some_and(|power| self.known.is_foe(power))
    }

    /// Enemy towns that the entry comes through and does not take: they fall to troops that stand in them
    /// when it is over (NIA §13.1).
    pub(super) fn passes(&self, sure: bool) -> Option<String> {
        let force = self.force.as_ref().filter(|force| !self.unsure && !force.units.is_empty())?;
        let stays = |at: Space| {
            at == force.at
                || self.parted.iter().any(|(left, _)| left.at == at && !left.units.is_empty())
        };
        // Where there is no room the march ends in the hex before.
        let end = self.path.iter().rposition(|at| *at == force.at).unwrap_or(self.path.len());
        let passed: BTreeSet<Space> = self.path.iter().take(end).copied().collect();
        let passed = passed.into_iter().filter(|at| self.is_open_and_theirs(*at) && !stays(*at));
        // The place where it begins was taken when it ended there, and is not passed.
        let passed = passed.filter(|at| self.path.first() != Some(at));
        let passed: Vec<String> = passed.map(|at| self.place(at)).collect();
        (!passed.is_empty()).then(|| {
            let (them, falls) = if passed.len() == 1 { ("it", "it falls") } else { ("them", "they fall") };
            let how = if sure { "" } else { "if all of it is done, " };
            format!(
                "{how}goes through {} and does not take {them}: {falls} to troops that stay there, such as a \
                 `detachment`",
                listed(&passed)
            )
        })
    }

    /// Ends a march for want of points: where it stops, and what the rest of the way would cost.
    pub fn strand(&mut self, at: Space, rest: &[Leg], goal: Space) {
        let (left, needed) = (self.left(), rest.iter().map(|leg| leg.cost).sum::<u32>());
        let goal_at = goal;
        let (goal, end) = (self.place(goal), self.place(at));
        let unit = if needed == 1 { "point" } else { "points" };
        let text = format!(
            "from {end} to {goal} it is {needed} {unit}, with {left} left: the march ends at {end}"
        );
        let help = "a further entry of the same force can march on from there";
        let remark = Diagnostic::remark("too-far", self.at.clone(), text).help(help);
        self.faults.push(remark.rule("NIA §5.2.1"));
        self.stranded = true;
        self.only_if(Cause::Points);
        // A way that is longer than the points by whatever road does not become shorter.
        let Began { at: from, spent, saved, .. } = self.began;
        let points = self.left() + self.spent.saturating_sub(spent) + saved;
        let hexes = from.map_or(0, |from| u32::from(self.book.atlas.distance(from, goal_at)));
        self.too_far = hexes > points;
        self.refused |= self.too_far && self.is_certain();
        self.only_if(Cause::Friends);
    }

    /// Notes where a step begins, and what a shorter way would have saved the step before.
    pub(super) fn begin_step(&mut self) {
        let at = self.here().filter(|_| !self.unsure);
        let Began { at: from, spent, walked, saved } = self.began;
        let hexes = from.zip(at).filter(|_| self.path.len() > walked);
        let hexes = hexes.map(|(from, at)| u32::from(self.book.atlas.distance(from, at)));
        let longer =
            hexes.map_or(0, |hexes| self.spent.saturating_sub(spent).saturating_sub(hexes));
        let (spent, walked) = (self.spent, self.path.len());
        self.began = Began { at, spent, walked, saved: saved + longer };
    }

    /// Whether an enemy is known to stand near the way, from its hex of this number on.
    pub fn is_watched(&self, from: usize) -> bool {
        let way = self.path.get(from.saturating_sub(1)..).unwrap_or_default();
        let foes = || self.known.theirs.iter().filter(|stack| self.known.is_foe(&stack.power));
        way.iter().any(|at| foes().any(|foe| self.book.atlas.distance(*at, foe.at) <= NEAR))
    }

    /// Whether an enemy is known to stand so near that he may take steps of the force first.
    pub fn is_threatened(&self) -> bool {
        let foes = self.known.theirs.iter().filter(|stack| self.known.is_foe(&stack.power));
        let near =
            |at: Space| foes.clone().any(|foe| self.book.atlas.distance(at, foe.at) <= THREATENED);
        self.here().is_some_and(near)
    }

    /// Whether a march that begins an entry reaches its goals from where the force stands now as well, so
    /// that it does not matter what becomes of the entries before. Not where the receipt assumes that one of
    /// them is not played: where that one would leave the force has not been worked out.
    pub(super) fn marches_either_way(&self, step: &Step) -> bool {
        let is_first = self.spent == 0 && step.key == march::STEP.kind.key;
        let Some(now) = self.otherwise.as_ref().filter(|_| is_first) else { return false };
        let mut mover = Mover::of(self.book, self.known, now);
        mover.shy |= step.filled.flag("extended");
        let routes = Routes::new(self.book, self.known, &mover);
        let (mut from, mut spent) = (now.at, 0);
        let goals = march::goals(&step.filled, &self.book.atlas);
        // Where it already stands by those entries, they may as well leave it elsewhere.
        if goals.iter().any(|goal| self.here() == Some(*goal)) {
            return false;
        }
        goals.into_iter().all(|goal| {
            let Some(legs) = routes.plan(from, goal, mover.factor.saturating_sub(spent)) else {
                return false;
            };
            spent += legs.iter().map(|leg| leg.cost).sum::<u32>();
            from = goal;
            spent <= mover.factor
        })
    }

    /// Walks to a place on paper; the legs, or nothing if there is no way.
    pub fn walk(&mut self, goal: Space) -> Option<Vec<Leg>> {
        let force = self.force.as_ref()?;
        let mut mover = self.mover(force);
        mover.shy |= self.extended;
        let from = force.at;
        let legs = movement::plan(self.book, self.known, &mover, (from, goal), self.left())?;
        if let Some(legs) = self.up_to_the_border(&legs) {
            if let Some(force) = &mut self.force {
                force.at = legs.last().map_or(from, |leg| leg.to);
            }
            self.unsure = true;
            return Some(legs);
        }
        let last = legs.iter().rev().nth(1).map_or(from, |leg| leg.to);
        let reaches = legs.iter().map(|leg| leg.cost).sum::<u32>() <= self.left();
        let barrier = movement::barrier(self.book, self.known, &mover, last, goal);
        let barrier = barrier.filter(|_| reaches);
        // Walls do not go away; enemies may.
        let stays = |halt: &Halt| match halt {
            Halt::FortressAhead { at } => !self.wanted.contains(at),
            _ => !self.conditional,
        };
        if let Some(halt) = barrier.filter(|halt| !self.hoped && stays(halt)) {
            let why = crate::view::reasons::halt(self.book, &halt);
            let text = format!("the march will stop: {why}");
            let remark = Diagnostic::remark("barred", self.at.clone(), text);
            let help = match mover.shy {
                true => LED_ALONE.to_owned(),
                false => format!("`attack: {{at: {}}}` goes in", self.book.atlas.name(goal)),
            };
            self.faults.push(remark.help(help));
            self.only_if(Cause::Enemy);
            (self.unsure, self.barred) = (true, true);
            if let Some(force) = &mut self.force {
                force.at = last;
            }
            return Some(legs[..legs.len().saturating_sub(1)].to_vec());
        }
        if let Some(force) = &mut self.force {
            force.at = goal;
        }
        Some(legs)
    }

    /// Whether an extended march is longer since it keeps away from enemies (NIA §5.2.5).
    pub fn keeps_away(&self, from: Space, goal: Space, legs: &[Leg]) -> bool {
        let Some(force) = self.force.as_ref().filter(|_| self.extended) else { return false };
        let mover = self.mover(force);
        let cost = |legs: &[Leg]| legs.iter().map(|leg| leg.cost).sum::<u32>();
        let plain = movement::plan(self.book, self.known, &mover, (from, goal), self.left());
        !mover.shy && plain.is_some_and(|plain| cost(&plain) < cost(legs))
    }

    /// A note on a hex that is entered directly although a way round costs less.
    pub fn way_round(&self, from: Space, leg: &Leg) -> Option<String> {
        if leg.cost < 3 {
            return None; // A way round has two hexes at least.
        }
        let mut mover = self.mover(self.force.as_ref()?);
        mover.shy |= self.extended;
        let round = Routes::new(self.book, self.known, &mover).round(from, leg.to, 0)?;
        let cost: u32 = round.iter().map(|leg| leg.cost).sum();
        let by: Vec<String> =
            round[..round.len() - 1].iter().map(|leg| self.place(leg.to)).collect();
        (cost < leg.cost).then(|| format!(" directly (by {} it is {cost})", listed(&by)))
    }

    /// What is known to shut the way to a place, where there is none.
    pub fn shut(&self, goal: Space) -> Option<Halt> {
        let force = self.force.as_ref()?;
        let mover = self.mover(force);
        Routes::new(self.book, self.known, &mover).shut(force.at, goal)
    }

    /// How a force moves, with the bridge that the entry lays and its card.
    fn mover(&self, force: &Force) -> Mover {
        let mut mover = Mover::of(self.book, self.known, force);
        mover.bridge = self.bridge;
        mover.guided = self.card == Some(Effect::LocalGuides);
        mover.crosses = self.card == Some(Effect::Bridge);
        mover.bridged = self.card == Some(Effect::AsBridged);
        mover.factor = self.points_by_card().unwrap_or(mover.factor);
        mover
    }

    /// The way to somebody who is attacked; the force itself does not move on paper.
    pub fn approach(&self, goal: Space) -> Option<Vec<Leg>> {
        let force = self.force.as_ref()?;
        let mover = self.mover(force);
        movement::plan(self.book, self.known, &mover, (force.at, goal), self.left())
    }

    /// The part of a way before the first hex that those who keep away from the enemy do not enter, with a
    /// remark; nothing, if they may go all of it (NIA §5.2.1).
    pub fn kept_away(&mut self, legs: &[Leg]) -> Option<Vec<Leg>> {
        let force = self.force.as_ref()?;
        let mover = Mover::of(self.book, self.known, force);
        let from = std::iter::once(force.at).chain(legs.iter().map(|leg| leg.to));
        let bar = |(from, leg): (Space, &Leg)| {
            movement::barrier(self.book, self.known, &mover, from, leg.to)
        };
        let mut bars = from.zip(legs).map(bar).enumerate().filter(|_| mover.shy);
        let (nth, halt) = bars.find_map(|(nth, bar)| Some((nth, bar?)))?;
        let text = format!("as things stand, {}", crate::view::reasons::halt(self.book, &halt));
        let remark = Diagnostic::remark("barred", self.at.clone(), text);
        self.faults.push(remark.rule("NIA §5.2.1").help(LED_ALONE));
        self.refused |= self.is_certain();
        self.only_if(Cause::Enemy);
        Some(legs[..nth].to_vec())
    }

    /// The part of a way before the first hex that is closed, with a remark that says whose it is;
    /// nothing, if all of it is open (NIA §17.4.5).
    pub fn up_to_the_border(&mut self, legs: &[Leg]) -> Option<Vec<Leg>> {
        let common = self.known.common();
        let open = |at: Space| common.may_enter(self.book, &self.known.power, at);
        let nth = legs.iter().position(|leg| !open(leg.to))?;
        let at = legs[nth].to;
        let of = self.known.holder(self.book, at).unwrap_or_default();
        let why = crate::view::reasons::closed(self.book, at, of);
        let text = format!("the march will stop: {why}");
        let whose = self.book.people.title(of);
        let help =
            format!("only an ally of {whose} or who is at war with it may enter; go round it");
        let remark = Diagnostic::remark("border", self.at.clone(), text);
        self.faults.push(remark.rule("NIA §17.4.5").help(help));
        self.refused |= self.is_certain();
        self.only_if(Cause::Enemy);
        Some(legs[..nth].to_vec())
    }
}
