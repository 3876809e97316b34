//! Whether those whom an entry leads or lands would be in supply where they end, as things stand, and why a
//! march is checked for attrition (NIA §6.2.1, §7.2).

use super::earlier::{Earlier, End, Start};
use super::{Plan, grades};
use crate::Book;
use crate::book::spelling::spoken;
use crate::land::supply::{self, Land, Moment};
use crate::orders::Entry;
use crate::record::state::{Force, ForceId};
use crate::view::forces::no_line;
use kit::ground::Space;
use std::collections::BTreeSet;

/// Of those who begin out of supply and end where a line reaches them.
const UNTIL_IT_ACTS: &str = "with a line of supply open as things stand, but it began out of supply and counts so until it \
     acts or fights again";

/// Where entries have put depots and detachments on paper.
#[derive(Debug, Default, Clone)]
pub struct Laid {
    depots: BTreeSet<Space>,
    posts: BTreeSet<Space>,
}

impl Laid {
    /// Adds them to the land on paper; returns those that were not there yet.
    pub(super) fn lay(self, land: &mut Land) -> Laid {
        let depots = self.depots.into_iter().filter(|at| land.lay_depot(*at)).collect();
        let posts = self.posts.into_iter().filter(|at| land.lay_post(*at)).collect();
        Laid { depots, posts }
    }

    /// Removes them from the land on paper, except those that stay.
    pub(super) fn lift(self, stay: &Laid, land: &mut Land) {
        self.depots.difference(&stay.depots).for_each(|at| land.lift_depot(*at));
        self.posts.difference(&stay.posts).for_each(|at| land.lift_post(*at));
    }

    /// Calls `find` with the land as it is with them on it.
    pub(super) fn on_paper<T>(self, land: &mut Land, find: impl FnOnce(&Land) -> T) -> T {
        let new = self.lay(land);
        let found = find(land);
        new.lift(&Laid::default(), land);
        found
    }

    /// Merges both.
    pub(super) fn and(mut self, others: Laid) -> Laid {
        self.depots.extend(others.depots);
        self.posts.extend(others.posts);
        self
    }
}

impl Start {
    /// The force as it is when it acts, with what the entries that it goes on from have put down (NIA §6.1.1).
    pub(super) fn when_it_acts(&self, land: &mut Land) -> Option<Force> {
        // An enemy who must be beaten for the force to get there no longer bars its supply.
        let battle = self.force.as_ref().map(|force| force.at).filter(|_| self.behind.hoped);
        let moment = Moment { battle, ..Moment::default() };
        let force = self.force.clone()?;
        let laid = self.behind.laid.clone();
        Some(laid.on_paper(land, |land| supply::when_it_acts((land, &moment), force)))
    }
}

impl Plan<'_> {
    /// Whether a force that has marched would be in supply where it ends, as things stand.
    fn supplied(&self, land: &mut Land) -> Option<String> {
        let force =
            self.force.as_ref().filter(|force| !force.units.is_empty() && self.spent > 0)?;
        if self.unsure || self.host.is_some() {
            return None;
        }
        let new = self.laid().lay(land);
        let taken = self.depots_taken();
        taken.iter().for_each(|at| land.lift_depot(*at));
        // An enemy who is beaten there bars nothing any more.
        let battle = self.hoped.then_some(force.at);
        let moment = Moment { battle, ..Moment::default() };
        let why = no_line(self.book, self.known, (land, &moment), force);
        let by_others = why.is_some() && self.fed_by_others((land, &moment), force);
        let by_gone =
            if why.is_none() { self.fed_by_the_gone((land, &moment), force) } else { None };
        for at in taken {
            land.lay_depot(at);
        }
        if self.conditional {
            // Whoever waits has put down none.
            new.lift(&self.laid_before(self.certain), land);
        } else if let Some(from) = self.leaves_no_post() {
            land.lift_post(from);
        }
        let others = self.or_ends.iter().filter(|at| **at != force.at);
        let others: String = others.map(|at| format!(", or at {}", self.place(*at))).collect();
        let there = if others.is_empty() { "" } else { " there" };
        // What falls to those who must win there first is not said.
        let takes = !self.hoped && others.is_empty() && self.is_open_and_theirs(force.at);
        let takes = if takes { " and takes it" } else { "" };
        let ends = format!("ends at {}{takes}", self.place(force.at));
        let told = match by_gone {
            Some(at) => format!(
                "in supply as long as the depot at {} stands, which an entry before takes along",
                self.place(at)
            ),
            None if by_others => {
                "in supply if the entries before have put down their depots by then".to_owned()
            }
            None if why.is_none() && force.unsupplied => UNTIL_IT_ACTS.to_owned(),
            None => supply_told(why),
        };
        Some(format!("{ends}, {told}{there}{others}"))
    }

    /// Where depots stood that the entry takes along, and puts down elsewhere or not at all.
    fn depots_taken(&self) -> Vec<Space> {
        let goes = |one: &&Force| one.depots > 0 && self.joined.contains(&one.id);
        let all = self.known.own().filter(goes).map(|one| one.at);
        all.filter(|at| !self.depots.contains(at)).collect()
    }

    /// Whether the depots and detachments of all entries before would feed a force.
    fn fed_by_others(&self, (land, moment): (&mut Land, &Moment), force: &Force) -> bool {
        let is_fed = |land: &Land| no_line(self.book, self.known, (land, moment), force).is_none();
        self.earlier.laid().on_paper(land, is_fed)
    }

    /// A depot that an entry before takes along, if a force would not be fed without those that are.
    fn fed_by_the_gone(
        &self,
        (land, moment): (&mut Land, &Moment),
        force: &Force,
    ) -> Option<Space> {
        let is_gone = |one: &&Force| one.depots > 0 && self.earlier.taken(one.id).is_some();
        let gone: Vec<Space> = self.known.own().filter(is_gone).map(|one| one.at).collect();
        let first = gone.first().copied()?;
        gone.iter().for_each(|at| land.lift_depot(*at));
        let is_fed = no_line(self.book, self.known, (land, moment), force).is_none();
        for at in gone {
            land.lay_depot(at);
        }
        (!is_fed).then_some(first)
    }

    /// The hex from which the entry leads the only detachment or depot away.
    fn leaves_no_post(&self) -> Option<Space> {
        let (from, force) = self.path.first().copied().zip(self.force.as_ref())?;
        let mut there = self.known.own().filter(|one| one.at == from && one.id != force.id);
        let left =
            self.parted.iter().any(|(left, _)| left.at == from && supply::is_post(self.book, left));
        let stays = left || there.any(|one| supply::is_post(self.book, one));
        (supply::is_post(self.book, force) && !stays).then_some(from)
    }

    /// Where the depots and detachments stand that the entry leaves behind or moves.
    pub(super) fn laid(&self) -> Laid {
        let mut all = self.laid_before([self.depots.len(), self.parted.len()]);
        all.posts
            .extend(self.force.iter().filter(|_| !self.hoped).filter_map(|own| self.post(own)));
        all
    }

    /// The first so many depots that it puts down, and forces that it leaves.
    fn laid_before(&self, [depots, parted]: [usize; 2]) -> Laid {
        let parted = self.parted.iter().take(parted).filter(|(_, end)| *end == End::Told);
        let posts = parted.filter_map(|(left, _)| self.post(left)).collect();
        Laid { depots: self.depots.iter().take(depots).copied().collect(), posts }
    }

    /// Where a force stands, if it is a link of a line of supply.
    fn post(&self, force: &Force) -> Option<Space> {
        let is_post = supply::is_post(self.book, force) && force.power == self.known.power;
        is_post.then_some(force.at)
    }

    /// Whether those whom the entry leads or lands would be in supply where they end, as things stand.
    pub(super) fn supply(&self, land: &mut Land, laid_before: &Laid) -> Vec<String> {
        let laid = laid_before.clone().lay(land);
        let own = self.supplied(land);
        let told = own.into_iter().chain(self.landed_supplied(land)).collect();
        laid.lift(&Laid::default(), land);
        told
    }

    /// Whether the troops that its ships land would be in supply there, as things stand.
    fn landed_supplied(&self, land: &Land) -> Vec<String> {
        let known = self.known;
        let told = |(id, at): &(ForceId, Option<Space>)| {
            let aboard = || known.aboard.get(id).map(|passage| &passage.force);
            let force = self.carried.get(id).or_else(|| known.ours.get(id)).or_else(aboard)?;
            let force = Force { at: (*at)?, ..force.clone() };
            let (name, place) =
                (force.name(&self.book.atlas, &self.book.units), self.place(force.at));
            let why = no_line(self.book, known, (land, &Moment::default()), &force);
            let told = format!("{name} lands at {place}, {}", supply_told(why));
            (force.power == known.power && !force.units.is_empty()).then_some(told)
        };
        if self.unsure { vec![] } else { self.cargo.iter().filter_map(told).collect() }
    }
}

/// A force as it is when its entry is played: an `if` that asks for supply says whether it has any.
pub(super) fn as_its_if_says(entry: &Entry, force: Force) -> Force {
    const SUPPLY: &str = "in supply";
    let condition = entry.condition.as_ref();
    let unsupplied = match force.unsupplied {
        true => !condition.is_some_and(|asks| asks.wants(SUPPLY)),
        false => condition.is_some_and(|asks| asks.rejects(SUPPLY)),
    };
    Force { unsupplied, ..force }
}

/// Why a march is checked for attrition, as far as that is known before it begins (NIA §7.2).
pub(super) fn checks(
    (book, earlier): (&Book, &Earlier),
    entry: &Entry,
    (force, unsure): (&Force, bool),
) -> Option<String> {
    // A leader who is sent off without units is not checked.
    let detach = entry.steps.first().filter(|_| entry.begins_with_detach());
    if detach.is_some_and(|step| step.filled.get("units").is_none()) {
        return None;
    }
    let marches = entry.steps.iter().any(|step| grades::moves(step.key));
    // Whether it is in supply is not known if it is not known where it begins.
    let cut_off = marches && !unsure && force.unsupplied && !force.units.is_empty();
    let why = match (cut_off, earlier.is_forced(book, entry, force)) {
        (true, true) => "begins out of supply, and after another entry of theirs: this march is",
        (true, false) => "begins out of supply as things stand, so this march is",
        (false, true) => "after another entry of theirs this is a forced march,",
        (false, false) => {
            let chief = spoken(book, earlier.army_acts_before(book, entry, force)?);
            &format!("if {chief} has acted before, this is a forced march,")
        }
    };
    Some(format!("{why} checked for attrition"))
}

/// Says that a force would be in supply where it ends, or why not.
fn supply_told(why: Option<String>) -> String {
    match why {
        None => "in supply as things stand".to_owned(),
        Some(why) => format!("out of supply as things stand: {why}"),
    }
}
