//! What the entries before have done on paper: where they have left forces and ships, and who goes
//! along with whom.

mod fleets;
mod places;

use super::asked_now::stands_at;
use super::calls::{Call, Calls};
use super::doubts::on_markers;
use super::supplied::Laid;
use super::{Sailing, meant, place, spoken};
use crate::book::Book;
use crate::land::initiative;
use crate::orders::{DEEDS, Entry};
use crate::record::state::{Anchorage, Force, ForceId};
use crate::sight::known::Known;
use crate::turn::activation::is_alone;
use kit::ground::Space;
use kit::names::listed;
use sheet::condition::Condition;
use std::collections::BTreeMap;

/// A force as an entry leaves it.
struct After {
    /// The number of the entry.
    entry: u16,
    /// Whether all of it was certain.
    sure: bool,
    force: Force,
    end: End,
    /// What the entries behind it had brought about when it began.
    began: Behind,
    /// What it and the entries behind it have put down.
    laid: Laid,
    /// The force as it began the entry, and as it stands if that is not played.
    start: Option<Force>,
    /// Whether the entry waits for its `if`, as things stand.
    waits: bool,
    asked: Option<Condition>,
}

/// How far an entry can be trusted to end where the receipt says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Told,
    /// An attack has to bring the force there.
    Hoped,
    Unknown,
}

/// Troops after an entry: those it named, and those it took along, joined or left on the way.
struct Stack {
    entry: u16,
    force: Force,
    end: End,
    /// Whether an entry takes it along, and if so, whether that is certain.
    taken: Option<bool>,
}

/// What the entries so far have done.
#[derive(Default)]
pub struct Earlier {
    /// By who was named: after each of their entries, in their order, but first those that no entry goes on
    /// from: third marches, and those that come before all others or not at all.
    forces: BTreeMap<String, Vec<After>>,
    /// In the order of the entries. One that waits for its `if`, as things stand, leaves none.
    stacks: Vec<Stack>,
    /// Where each fleet is, if that can be told.
    fleets: BTreeMap<String, Option<(Anchorage, Vec<String>)>>,
    /// Fleets of an entry that waits for its `if`, as things stand: it leaves them where they are.
    waiting: BTreeMap<String, u16>,
    /// By who was named: the first entry of ships that has an `if`, and where they begin it.
    cases: BTreeMap<String, (Condition, u16, Sailing)>,
    /// Forces on board: by which entry, and where it lands them.
    cargo: BTreeMap<ForceId, (u16, Option<Space>)>,
    /// Fleets that others take along: by which entry, and whom they join.
    linked: BTreeMap<String, (u16, String)>,
    /// Leaders whom their force has left on the way.
    left: BTreeMap<String, Space>,
    /// What becomes of forces that others take along or join.
    along: BTreeMap<ForceId, String>,
    /// Whether it is certain that they are gone.
    taken: BTreeMap<ForceId, bool>,
    /// Forces that have joined others: by which entry, and the troops that they are part of then.
    hosts: BTreeMap<ForceId, (u16, Force)>,
}

/// What an entry has done on paper.
pub struct Done {
    /// Whether the entry waits for its `if`, as things stand.
    pub waits: bool,
    /// Whether the entry waits for nothing, and all of its steps are certain.
    pub sure: bool,
    pub end: End,
    /// What the entries behind it had brought about when it began.
    pub began: Behind,
    /// What it and the entries behind it have put down.
    pub laid: Laid,
    pub force: Option<Force>,
    /// The troops that the force is part of when the entry is over, if it joined others.
    pub becomes: Option<Force>,
    /// Other troops that the entry takes along or leaves behind, where it leaves them.
    pub others: Vec<(Force, End)>,
    pub ships: Option<Sailing>,
    /// Forces that have joined it or go along.
    pub joined: Vec<ForceId>,
    /// What entries before have left by itself and it takes along.
    pub emptied: Vec<Force>,
    /// The force that it joins.
    pub host: Option<ForceId>,
    /// Leaders whom it has left on the way, and where.
    pub left_behind: Vec<(String, Space)>,
    pub cargo: Vec<(ForceId, Option<Space>)>,
    /// Forces of which a part stays when the rest goes on board.
    pub in_part: Vec<ForceId>,
    /// Fleets that it takes along.
    pub linked: Vec<String>,
}

/// What the entries that another goes on from have brought about.
#[derive(Default, Clone)]
pub struct Behind {
    /// The depots and detachments that they have put down.
    pub laid: Laid,
    /// Whether an attack of theirs must succeed to bring the force to where it stands.
    pub hoped: bool,
}

/// Where a force begins an entry.
pub struct Start {
    pub force: Option<Force>,
    /// The force as it stands now, before any entry.
    pub now: Option<Force>,
    /// The force where it stands if the entry is not played, if that is elsewhere.
    pub stands: Option<Force>,
    pub unsure: bool,
    pub behind: Behind,
    /// Whether it has done an entry before.
    pub again: bool,
    /// Whether it has, and not all of that was certain.
    pub doubted: bool,
    /// Whether the receipt assumes that an earlier entry is not played.
    pub as_if: bool,
    /// An entry that has used the one marker on which it acts in a season.
    pub spent: Option<u16>,
    /// What the receipt says of it.
    pub told: Option<String>,
    /// What a rule of the scenario does with it when the season begins.
    pub call: Option<Call>,
}

impl End {
    /// Where an entry begins that goes on from another.
    fn told(self, book: &Book, at: Space, entry: u16, how: &str) -> String {
        let at = place(book, at);
        match self {
            Self::Told => format!("reckoned from {at}, where entry {entry} {how}"),
            Self::Hoped => format!("reckoned from {at}, if entry {entry} goes as told"),
            Self::Unknown => {
                format!("goes on from where entry {entry} {how}, which is not certain")
            }
        }
    }
}

impl Start {
    /// Somebody who stands somewhere now, if they do, and begins with this force.
    fn of(now: Option<&Force>, force: Option<Force>) -> Self {
        let now = now.cloned();
        Self {
            force,
            now,
            stands: None,
            unsure: false,
            behind: Behind::default(),
            again: false,
            doubted: false,
            as_if: false,
            spent: None,
            told: None,
            call: None,
        }
    }
}

impl After {
    /// The force as it stands while the entry waits for its `if`, or else as the entry leaves it.
    fn as_it_waits(&self) -> &Force {
        self.start.as_ref().filter(|_| self.waits).unwrap_or(&self.force)
    }

    /// The force as it began, if a further entry of the same is reckoned as if this one still waited for its
    /// `if`.
    fn still_waits(&self, book: &Book, further: &Entry) -> Option<&Force> {
        let is_same = self.waits_for_the_same(further);
        let start = self.start.as_ref().filter(|_| self.waits);
        start.filter(|_| !further.is_a_sequel(book) && !is_same)
    }

    /// Whether it and a further entry wait for the same: these are played one after the other.
    fn waits_for_the_same(&self, further: &Entry) -> bool {
        let both = self.asked.as_ref().zip(further.condition.as_ref());
        both.is_some_and(|(asked, mine)| asked.is_same(mine))
    }

    /// Whether its `if` and another can never hold together.
    fn excludes(&self, other: Option<&Condition>) -> bool {
        let both = self.asked.as_ref().zip(other);
        both.is_some_and(|(asked, other)| other.excludes(asked))
    }

    /// Where a further entry of the same begins that is reckoned as if this one was not played: with the
    /// force as it began.
    fn before(&self, book: &Book, start: &Force, now: Option<&Force>, why: &str) -> Start {
        let told = Some(format!("reckoned from {}, {why}", place(book, start.at)));
        Start {
            behind: self.began.clone(),
            again: true,
            doubted: true,
            as_if: true,
            told,
            ..Start::of(now, Some(start.clone()))
        }
    }

    /// What stands behind those who go on from it, or from where it left them.
    fn behind(&self, end: &End) -> Behind {
        Behind { laid: self.laid.clone(), hoped: *end == End::Hoped }
    }

    /// Where a further entry of the same begins.
    fn goes_on(&self, book: &Book, entry: &Entry, now: Option<&Force>) -> Start {
        match self.still_waits(book, entry) {
            None => {
                let has_moved = now.is_none_or(|now| now.at != self.force.at);
                // Nobody knows where the beaten go.
                let hoped = self.end == End::Hoped;
                let is_lost = hoped && entry.condition.as_ref().is_some_and(|is| is.wants("lost"));
                let told = match is_lost {
                    true => Some(format!(
                        "goes on from where it is if the battle of entry {} is lost, which is not known",
                        self.entry
                    )),
                    false => {
                        has_moved.then(|| self.end.told(book, self.force.at, self.entry, "ends"))
                    }
                };
                let unsure = self.end == End::Unknown || is_lost;
                Start {
                    unsure,
                    behind: self.behind(&self.end),
                    again: true,
                    doubted: !self.sure,
                    told,
                    ..Start::of(now, Some(self.force.clone()))
                }
            }
            Some(force) => {
                let why = self.as_if_it_waits(book, force, entry);
                self.before(book, force, now, &why)
            }
        }
    }
}

/// What is said of a force that an entry before takes on board, and of where it lands.
fn on_board(book: &Book, who: &str, entry: u16, landed: Option<Space>) -> String {
    let Some(at) = landed else {
        return format!("entry {entry} takes it on board, and lands it nowhere");
    };
    let (here, who) = (place(book, at), spoken(book, who));
    format!(
        "reckoned from {here}, where entry {entry} lands it; the marker may come sooner than the \
         ships: `if: {who} at {}` waits for them",
        book.atlas.name(at)
    )
}

impl Start {
    /// Where those begin who go on from no entry of theirs, although some stand before it.
    fn before_all(book: &Book, now: &Force) -> Self {
        let told = Some(format!(
            "reckoned from {}, as if no entry of theirs was played before: its `if` asks that",
            place(book, now.at)
        ));
        let start = Self::of(Some(now), Some(now.clone()));
        Self { again: true, doubted: true, as_if: true, told, ..start }
    }
}

impl Earlier {
    /// Where somebody begins an entry, after the entries before it.
    pub fn start(&self, book: &Book, known: &Known, entry: &Entry) -> Start {
        let call = Calls { book, known }.of(&entry.who).filter(|_| !entry.at_sea());
        let own = || known.own().chain(known.aboard.values().map(|passage| &passage.force));
        let found = match &call {
            Some(Call::Leads(force, _)) => Some(force),
            Some(Call::Leaves(_)) => None,
            // The troops of a harbour are not its ships.
            _ if entry.at_sea() => None,
            Some(Call::Comes(_)) | None => meant(&book.atlas, &book.units, &entry.who, own()),
        };
        let start = self.after(book, known, entry, found);
        Start { call, ..start }
    }

    /// Where somebody begins an entry whose `if` wants them in a place.
    fn where_wanted(
        &self,
        book: &Book,
        who: &str,
        (now, force): (Option<&Force>, &Force),
        at: Space,
    ) -> Start {
        // Where several entries may be played before, the one that leads there was.
        let there = |after: &&After| after.force.at == at;
        let is_told = |after: &&After| there(after) && after.end != End::Unknown;
        let all = self.forces.get(who).into_iter().flatten().rev();
        let led = all.clone().find(is_told).or_else(|| all.clone().find(there));
        let led = led.or_else(|| self.last(who));
        let after = led.map_or(force, |after| &after.force);
        let other = led.filter(|led| self.last(who).is_some_and(|last| last.entry != led.entry));
        let told = match other {
            _ if after.at != at => {
                Some(format!("reckoned from {}, where its `if` wants it", place(book, at)))
            }
            Some(led) => Some(led.end.told(book, at, led.entry, "ends")),
            None => None,
        };
        let again = self.forces.contains_key(who);
        let stands = self.last(who).map_or(after, After::as_it_waits).clone();
        let force = Force { at, ..after.clone() };
        let behind = led.map(|after| after.behind(&after.end)).unwrap_or_default();
        let stands = Some(stands);
        Start { behind, again, doubted: again, told, stands, ..Start::of(now, Some(force)) }
    }

    /// Where those who are found for an entry begin it.
    fn after(&self, book: &Book, known: &Known, entry: &Entry, found: Option<&Force>) -> Start {
        let who = &entry.who;
        let now = found.filter(|force| !known.aboard.contains_key(&force.id));
        let wanted = entry.condition.as_ref().and_then(|condition| stands_at(condition, who));
        let wanted = wanted.and_then(|at| book.atlas.place(at));
        if let Some((force, at)) = found.zip(wanted) {
            return self.where_wanted(book, who, (now, force), at);
        }
        if let Some(now) = now.filter(|_| entry.is_a_first() && self.forces.contains_key(who)) {
            return Start::before_all(book, now);
        }
        if let Some((numbers, force, first)) = self.other_cases(entry) {
            let numbers: Vec<String> = numbers.iter().rev().map(u16::to_string).collect();
            let (entries, were) =
                if numbers.len() == 1 { ("entry", "was") } else { ("entries", "were") };
            let why = format!(
                "as if {entries} {} {were} not played: their `if`s never hold at one moment",
                listed(&numbers)
            );
            return first.before(book, force, now, &why);
        }
        let carried = found.and_then(|force| Some((force, *self.cargo.get(&force.id)?)));
        let own = match self.last(who).is_some_and(|last| last.waits_for_the_same(entry)) {
            true => self.last(who),
            false => self.last_that_holds(who),
        };
        let last = own.map(|after| after.entry).max(carried.map(|(_, (number, _))| number));
        if let Some(stack) = self.stack(book, who).filter(|stack| Some(stack.entry) > last) {
            return self.with_others(book, stack, now, own.is_some());
        }
        match (carried, own) {
            (Some((_, (number, _))), Some(after)) if after.entry > number => {
                after.goes_on(book, entry, now)
            }
            (None, Some(after)) => {
                let replaced = self.replaces_the_last_march(book, entry, now);
                replaced.unwrap_or_else(|| after.goes_on(book, entry, now))
            }
            (Some((force, (number, landed))), own) => {
                let force = own.map_or(force, |after| &after.force);
                let told = Some(on_board(book, who, number, landed));
                let at = landed.unwrap_or(force.at);
                let (unsure, again) = (landed.is_none(), own.is_some());
                let force = Force { at, ..force.clone() };
                Start { unsure, again, doubted: again, told, ..Start::of(now, Some(force)) }
            }
            (None, None) => Start::of(now, now.cloned()),
        }
    }

    /// Where an entry begins for which a season has no march left if all before it are played: as if the last
    /// of them was not (NIA §5.1.3).
    fn replaces_the_last_march(
        &self,
        book: &Book,
        entry: &Entry,
        now: Option<&Force>,
    ) -> Option<Start> {
        let (last, before) = self.last_march(book, entry)?;
        let markers = on_markers(initiative::marches(book, &last.force));
        let why =
            format!("as if entry {} was not played: a force acts {markers} a season", last.entry);
        let Some(before) = before else {
            return Some(last.before(book, last.start.as_ref()?, now, &why));
        };
        let told = Some(format!("reckoned from {}, {why}", place(book, before.force.at)));
        Some(Start { told, as_if: true, ..before.goes_on(book, entry, now) })
    }

    /// The entry of a force with which a season has no march left for another, and the one before it.
    fn last_march(&self, book: &Book, entry: &Entry) -> Option<(&After, Option<&After>)> {
        if entry.is_a_sequel(book) || entry.is_transport() {
            return None;
        }
        let all = self.forces.get(&entry.who)?;
        let played = |after: &&After| !after.waits && !after.excludes(entry.condition.as_ref());
        let mut played = all.iter().filter(played).rev();
        let (last, before) = (played.next()?, played.next());
        let most = initiative::marches(book, &last.force);
        let is_last = !is_alone(&last.force) && (most < 2 || before.is_some());
        is_last.then_some((last, before.filter(|_| most >= 2)))
    }

    /// Where those begin whom an entry of others leaves somewhere.
    fn with_others(&self, book: &Book, stack: &Stack, now: Option<&Force>, again: bool) -> Start {
        let has_moved = now.is_none_or(|now| now.at != stack.force.at);
        let told =
            has_moved.then(|| stack.end.told(book, stack.force.at, stack.entry, "leaves them"));
        // Others may have left it there, and then it has not acted.
        let led = self.forces.values().flatten().find(|after| after.entry == stack.entry);
        let is_it =
            |after: &After| after.force.id == stack.force.id && after.force.leaders.is_empty();
        let is_spent = led.is_some_and(is_it) && initiative::marches(book, &stack.force) < 2;
        Start {
            spent: is_spent.then_some(stack.entry),
            unsure: stack.end == End::Unknown,
            behind: self.behind(stack),
            again,
            doubted: again,
            told,
            ..Start::of(now, Some(stack.force.clone()))
        }
    }

    /// What stands behind troops that an entry has led somewhere.
    fn behind(&self, stack: &Stack) -> Behind {
        let led = self.forces.values().flatten().find(|after| after.entry == stack.entry);
        led.map(|after| after.behind(&stack.end)).unwrap_or_default()
    }

    /// Somebody after the last of their entries.
    fn last(&self, who: &str) -> Option<&After> {
        self.forces.get(who)?.last()
    }

    /// The same; but of cases that never hold together the one that holds as things stand.
    fn last_that_holds(&self, who: &str) -> Option<&After> {
        let mut all = self.forces.get(who)?.iter().rev();
        let last = all.next()?;
        if !last.waits {
            return Some(last);
        }
        let is_other = |after: &&After| after.excludes(last.asked.as_ref());
        Some(all.take_while(is_other).find(|after| !after.waits).unwrap_or(last))
    }

    /// The entries just before this one, of the same force, whose conditions can never hold together with its
    /// own: their numbers from the last to the first, the force as it began the first, and that entry.
    fn other_cases(&self, entry: &Entry) -> Option<(Vec<u16>, &Force, &After)> {
        let mine = entry.condition.as_ref()?;
        let cases = self.forces.get(&entry.who)?.iter().rev().map_while(|after| {
            let (asked, force) = after.asked.as_ref().zip(after.start.as_ref())?;
            // `not won` and `won` hold one after the other, so both entries can be played.
            let then = |deed: &&str| mine.wants(deed) && asked.rejects(deed);
            let is_other = mine.excludes(asked) && !DEEDS.iter().any(then);
            is_other.then_some((after.entry, force, after))
        });
        let cases: Vec<(u16, &Force, &After)> = cases.collect();
        let (_, force, first) = *cases.last()?;
        Some((cases.iter().map(|(number, ..)| *number).collect(), force, first))
    }

    /// The troops that go by a name after the entries so far, if one of these has changed them.
    fn stack(&self, book: &Book, who: &str) -> Option<&Stack> {
        let is_meant = |stack: &&Stack| {
            meant(&book.atlas, &book.units, who, std::iter::once(&stack.force)).is_some()
        };
        self.stacks.iter().rev().find(is_meant)
    }

    /// Trains, depots and engineers that the entries so far have left by themselves in a hex, and whether
    /// one of these may have taken them along since.
    pub fn support(&self, at: Space) -> impl Iterator<Item = (&Force, bool)> {
        let is_left = move |stack: &&Stack| {
            let force = &stack.force;
            force.at == at && force.is_support_alone_or_depot() && stack.taken != Some(true)
        };
        self.stacks.iter().filter(is_left).map(|stack| (&stack.force, stack.taken.is_some()))
    }

    /// Whether an entry before lets the force act, too, so that this one is a forced march (NIA §7.2).
    pub fn is_forced(&self, book: &Book, entry: &Entry, force: &Force) -> bool {
        // Of several cases one alone is played.
        let others = self.other_cases(entry).map_or(0, |(numbers, ..)| numbers.len());
        let all = self.forces.get(&entry.who);
        let waiting = all.map_or(0, |all| {
            all.iter().rev().take_while(|after| after.still_waits(book, entry).is_some()).count()
        });
        let replaced = usize::from(self.last_march(book, entry).is_some());
        let has_before = all.is_some_and(|all| all.len() > others.max(waiting).max(replaced));
        has_before && !entry.is_a_first() && !is_alone(force)
    }

    /// Who leads the army from which an entry sends somebody off, if an entry before lets it act: who is sent off then
    /// counts as having acted too (NIA §5.1.9).
    pub fn army_acts_before<'f>(
        &self,
        book: &Book,
        entry: &Entry,
        army: &'f Force,
    ) -> Option<&'f str> {
        let chief = army.commander().filter(|_| entry.begins_with_detach())?;
        let acts = |after: &After| after.still_waits(book, entry).is_none();
        self.forces.get(chief)?.iter().any(acts).then_some(chief)
    }

    /// Notes what an entry has done; `start` is the force as it stands if it is not played.
    pub fn note(&mut self, book: &Book, entry: &Entry, start: Option<Force>, done: Done) {
        let unsure = done.end == End::Unknown;
        let goes = match done.waits {
            true => format!("goes with {}, if that entry is played", entry.acting()),
            false => format!("goes with {}", entry.acting()),
        };
        for id in done.joined {
            *self.taken.entry(id).or_default() |= done.sure;
            self.along.insert(id, goes.clone());
        }
        for support in done.emptied {
            let is_it = |stack: &&mut Stack| stack.force == support && stack.taken != Some(true);
            if let Some(stack) = self.stacks.iter_mut().find(is_it) {
                *stack.taken.get_or_insert_default() |= done.sure;
            }
        }
        if let Some(id) = done.host {
            self.along.entry(id).or_insert_with(|| format!("stays, and {} joins it", entry.who));
        }
        self.left.extend(done.left_behind);
        for (id, landed) in done.cargo {
            if !done.waits {
                self.cargo.insert(id, (entry.number, landed));
            }
            // Of one that goes in part, a part stays.
            match done.in_part.contains(&id) {
                true => self.along.insert(id, format!("a part {goes}, and the rest stays")),
                false => self.along.insert(id, goes.clone()),
            };
        }
        for fleet in done.linked {
            self.linked.insert(fleet, (entry.number, entry.who.clone()));
        }
        for ship in done.ships.iter().flat_map(|sailing| &sailing.ships) {
            let at = done.ships.as_ref().map(|sailing| (sailing.at.clone(), sailing.shore.clone()));
            if done.waits {
                self.waiting.insert(ship.fleet.clone(), entry.number);
            } else {
                self.fleets.insert(ship.fleet.clone(), at.filter(|_| !unsure));
            }
        }
        let whole = done.becomes.clone().or(done.force.clone());
        if let Some((joins, host)) = start.as_ref().zip(done.becomes).filter(|_| !done.waits)
            && joins.id != host.id
        {
            self.hosts.insert(joins.id, (entry.number, host));
        }
        if !done.waits {
            let stack = |(force, end)| Stack { entry: entry.number, force, end, taken: None };
            self.stacks.extend(done.others.into_iter().map(stack));
            self.stacks.extend(whole.clone().map(|force| stack((force, done.end))));
        }
        if let Some(force) = whole {
            let (waits, asked) = (done.waits && start.is_some(), entry.condition.clone());
            let Done { end, sure, began, laid, .. } = done;
            let all = self.forces.entry(entry.who.clone()).or_default();
            let is_end = entry.is_a_first() || entry.is_a_third_march(book);
            let at = if is_end { 0 } else { all.len() };
            let entry = entry.number;
            let after = After { entry, sure, force, end, began, laid, start, waits, asked };
            all.insert(at, after);
        }
    }

    /// Whether an entry before takes a force along, and if so, whether that is certain.
    pub fn taken(&self, force: ForceId) -> Option<bool> {
        self.taken.get(&force).copied()
    }

    /// What becomes of a force that has no entry of its own, by the entries of others.
    pub fn goes_with(&self, force: ForceId) -> Option<String> {
        self.along.get(&force).cloned()
    }
}
