//! The courses that the entries of a sheet may take, and where their depots may come by each (§15.2).
//!
//! A receipt tells one course of an entry. Depots count by all of them: an `if` may hold or not, an `else` is done
//! then, a way may open that is shut as things stand, and who is attacked by name may be elsewhere.

use super::march::Walk;
use super::{Paper, is_another_case, is_hidden};
use crate::book::Atlas;
use crate::march::depots::{self, NoDepot};
use crate::march::roll::Roll;
use crate::orders::{Entry, Sheet, Step, Task};
use kit::ground::Space;
use sheet::Diagnostics;

/// How many courses of an entry are gone through; if there are more, its depots may come anywhere.
const MOST_COURSES: usize = 64;

/// What a `deploy` of an entry comes to on one of its courses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MayDeploy {
    entry: u16,
    /// Where the step stands in the sheet.
    step: usize,
    at: Space,
    /// How far from there it may be.
    within: u16,
    /// What keeps a depot from being deployed there.
    pub bar: Option<NoDepot>,
    /// Whether the same course may have deployed one there before.
    again: bool,
}

/// Where the depots of a sheet may come.
#[derive(Debug, Clone, Default)]
pub(super) struct Planned {
    all: Vec<MayDeploy>,
    /// The most that all entries deploy together.
    pub most: usize,
}

impl Planned {
    /// What a step comes to, on every course of its entry.
    pub fn of(&self, step: usize) -> impl Iterator<Item = &MayDeploy> {
        self.all.iter().filter(move |one| one.step == step)
    }

    /// Whether a depot may stand where a step deploys one, also by another step of the sheet.
    pub fn may_be_taken(&self, atlas: &Atlas, step: usize) -> bool {
        let is_there = |one: &MayDeploy| match one.bar {
            None => one.again || self.all.iter().any(|other| one.may_meet(atlas, other)),
            Some(NoDepot::HasOne(_)) => true,
            Some(NoDepot::NoneLeft | NoDepot::NoTroops | NoDepot::Shut(_)) => false,
        };
        self.of(step).any(is_there)
    }
}

impl MayDeploy {
    /// Whether a step of another entry may deploy one in the same hex.
    fn may_meet(&self, atlas: &Atlas, other: &Self) -> bool {
        let near = may_be_one(atlas, (self.at, self.within), (other.at, other.within));
        other.entry != self.entry && other.bar.is_none() && near
    }
}

/// Whether two hexes may be one, each of which may be so far from a place.
fn may_be_one(atlas: &Atlas, (one, within): (Space, u16), (other, far): (Space, u16)) -> bool {
    atlas.distance(one, other) <= within.saturating_add(far)
}

/// A course of an entry, as far as it is gone through.
#[derive(Clone)]
struct Course<'s> {
    walk: Walk,
    /// How far from there the force may be, behind an attack on somebody by name.
    within: u16,
    /// Where it has deployed depots, and how far from there that may be.
    deployed: Vec<(Space, u16)>,
    /// Steps of which one at the most is done, and whether one of them is.
    cases: Vec<&'s Step>,
    has_case: bool,
}

/// The courses of an entry that have been gone through.
struct Courses {
    entry: u16,
    count: usize,
    all: Vec<MayDeploy>,
    most: usize,
    /// What is to say of the steps is said where they are told.
    faults: Diagnostics,
}

impl Paper<'_> {
    /// Where an entry ends if a fortress that stops it is shut in by then.
    pub(super) fn if_shut_in(
        &mut self,
        entry: &Entry,
        mut walk: Walk,
        fortress: Space,
    ) -> Option<Walk> {
        if self.shut_in.contains(&fortress) {
            return None;
        }
        let deployed = self.deployed.len();
        self.shut_in.push(fortress);
        self.steps(entry, &mut walk, &mut Diagnostics::default());
        self.shut_in.pop();
        self.deployed.truncate(deployed);
        Some(walk)
    }

    /// Where an entry ends if none of several conditions of its marches holds.
    pub(super) fn if_none_holds(&mut self, entry: &Entry, mut walk: Walk) -> Option<Walk> {
        let is_case = |step: &&Step| step.condition.is_some() && step.otherwise.is_none();
        if entry.steps.iter().filter(is_case).count() < 2 {
            return None;
        }
        let mut rest = entry.clone();
        rest.steps.retain(|step| step.condition.is_none() || step.otherwise.is_some());
        let deployed = self.deployed.len();
        self.steps(&rest, &mut walk, &mut Diagnostics::default());
        self.deployed.truncate(deployed);
        Some(walk)
    }

    /// Finds out where the depots of a sheet may come.
    pub(super) fn plan(&mut self, sheet: &Sheet) {
        if self.stores == 0 {
            return;
        }
        let mut roll = Roll::new(self.roll.most);
        for entry in &sheet.entries {
            let forces = (&self.formations, &self.generals);
            let force = roll.take_up(self.book, forces, &self.known.power, entry);
            let last = entry.steps.iter().rposition(|step| step.task == Task::Deploy);
            let (Ok(force), Some(last)) = (force, last) else { continue };
            let walk = Walk::new(&force);
            if !walk.troops {
                continue;
            }
            let course =
                Course { walk, within: 0, deployed: vec![], cases: vec![], has_case: false };
            let (all, faults) = (vec![], Diagnostics::default());
            let mut found = Courses { entry: entry.number, count: 0, all, most: 0, faults };
            self.course(&entry.steps[..=last], course, &mut found);
            if found.count > MOST_COURSES {
                found.anywhere(entry, force.at);
            }
            self.planned.most += found.most;
            self.planned.all.extend(found.all);
        }
    }

    /// Goes through the rest of a course, and through each that branches off it.
    fn course<'s>(&mut self, steps: &'s [Step], mut course: Course<'s>, found: &mut Courses) {
        if found.count > MOST_COURSES {
            return;
        }
        let Some((step, rest)) = steps.split_first().filter(|_| !course.walk.over) else {
            found.count += 1;
            found.most = found.most.max(course.deployed.len());
            return;
        };
        let is_case = is_another_case(&mut course.cases, step);
        course.has_case &= is_case;
        if step.condition.is_some() {
            let without = course.clone();
            match step.otherwise {
                Some(place) => {
                    let task = Task::March { to: vec![place], force: 0 };
                    self.done((&task, step, rest), without, found);
                }
                None => self.course(rest, without, found),
            }
            if is_hidden(step) || course.has_case {
                return;
            }
            course.has_case = true;
        }
        self.done((&step.task, step, rest), course, found);
    }

    /// Does a step on a course, and goes on.
    fn done<'s>(
        &mut self,
        (task, step, rest): (&Task, &Step, &'s [Step]),
        mut course: Course<'s>,
        found: &mut Courses,
    ) {
        let (goal, force) = match task {
            Task::Deploy => {
                let may = self.may_deploy(step, &course, found.entry);
                let place = (may.at, may.within);
                let surely_again = may.within == 0 && course.deployed.contains(&place);
                let is_done = may.bar.is_none() && !surely_again;
                course.deployed.extend(is_done.then_some(place));
                found.all.extend((!found.all.contains(&may)).then_some(may));
                return self.course(rest, course, found);
            }
            Task::March { to, force } => (to.last().copied(), *force),
            Task::Attack { at, force } => (self.book.atlas.find(at), *force),
        };
        let left = course.walk.left(force);
        let told = self.step(task, &step.at, &mut course.walk, &mut found.faults);
        let may_open = course.within > 0 || goal.is_none() || !told.is_refused();
        if course.walk.over && !may_open {
            return self.course(rest, course, found);
        }
        // What stops it may be gone by then.
        course.walk.over = false;
        course.walk.here = goal.unwrap_or(course.walk.here);
        course.within = goal.map_or_else(|| self.chase(step).unwrap_or_default().min(left), |_| 0);
        self.course(rest, course, found);
    }

    /// What a `deploy` comes to where a course has brought the force.
    fn may_deploy(&self, step: &Step, course: &Course<'_>, entry: u16) -> MayDeploy {
        let Course { walk, within, deployed, .. } = course;
        let (at, within) = (walk.here, *within);
        let of = (self.known.power.as_str(), self.stores);
        let bar = depots::no_depot(self.book, self.known, of, (at, walk.troops));
        let bar = bar.filter(|_| within == 0);
        let here = |one: &(Space, u16)| may_be_one(&self.book.atlas, *one, (at, within));
        let again = deployed.iter().any(here);
        MayDeploy { entry, step: step.at.start, at, within, bar, again }
    }
}

impl Courses {
    /// Takes each `deploy` of an entry for one that may come anywhere.
    fn anywhere(&mut self, entry: &Entry, at: Space) {
        let deploys = entry.steps.iter().filter(|step| step.task == Task::Deploy);
        let all = deploys.map(|step| MayDeploy {
            entry: entry.number,
            step: step.at.start,
            at,
            within: u16::MAX,
            bar: None,
            again: true,
        });
        self.all = all.collect();
        self.most = self.all.len();
    }
}
