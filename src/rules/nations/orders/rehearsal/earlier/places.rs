//! Where forces and leaders stand after the entries so far.

use super::super::supplied::Laid;
use super::{After, Earlier, End, Stack, initiative};
use crate::book::Book;
use crate::book::spelling::place;
use crate::orders::Entry;
use crate::record::state::{Force, ForceId};
use kit::ground::Space;
use sheet::condition::{Senses, Term, Truth};
use std::collections::BTreeMap;

impl Earlier {
    /// The troops that the entries so far have sent off from others and that stand in a hex.
    pub fn new_at<'a>(
        &'a self,
        own: &'a BTreeMap<ForceId, Force>,
        at: Space,
    ) -> impl Iterator<Item = &'a Force> {
        let is_known = |force: &Force| {
            let parent = own.get(&force.id);
            let chief = force.commander();
            match chief {
                Some(_) => own.values().any(|own| own.commander() == chief),
                None => parent.is_none_or(|own| own.commander().is_none()),
            }
        };
        let is_last = |place: usize, chief: Option<&str>| {
            let later = self.stacks.iter().skip(place + 1);
            chief.is_none() || !later.clone().any(|stack| stack.force.commander() == chief)
        };
        let all = self.stacks.iter().enumerate();
        let new = all.filter(move |(place, stack)| {
            let Stack { force, end, taken, .. } = stack;
            let there = force.at == at && *end == End::Told && taken.is_none();
            there
                && !force.units.is_empty()
                && !is_known(force)
                && is_last(*place, force.commander())
        });
        new.map(|(_, stack)| &stack.force)
    }

    /// What the entries so far have put down, but for those that wait for their `if`, as things stand.
    pub(in super::super) fn laid(&self) -> Laid {
        let all = self.forces.values().flatten().filter(|after| !after.waits);
        all.fold(Laid::default(), |laid, after| laid.and(after.laid.clone()))
    }

    /// The forces that an entry brings to a hex and a later one leads away again, with the numbers of the two.
    pub fn stops_at(&self, at: Space) -> impl Iterator<Item = (&Force, [u16; 2])> {
        let stops = move |all: &'_ [After]| {
            let [comes, goes] = all else { return None };
            let stops = comes.force.at == at && goes.force.at != at && !comes.waits;
            stops.then_some([comes.entry, goes.entry])
        };
        let pairs = self.forces.values().flat_map(|all| all.windows(2));
        pairs.filter_map(move |pair| Some((&pair.first()?.force, stops(pair)?)))
    }

    /// The entry by which a force joins others, and the troops that it is part of then.
    pub fn host(&self, force: ForceId) -> Option<&(u16, Force)> {
        self.hosts.get(&force)
    }

    /// A force as the entries so far leave it.
    pub fn now(&self, force: &Force) -> Force {
        let chief = force.commander();
        let has =
            |stack: &&Stack| stack.force.leaders.iter().any(|one| Some(one.as_str()) == chief);
        match self.stacks.iter().rev().find(has) {
            Some(stack) => stack.force.clone(),
            None => Force { at: self.place(force), ..force.clone() },
        }
    }

    /// The entry that takes a force on board.
    pub fn carried_by(&self, force: ForceId) -> Option<u16> {
        self.cargo.get(&force).map(|(entry, _)| *entry)
    }

    /// Where a force stands after the entries so far.
    pub fn place(&self, force: &Force) -> Space {
        // A leader who was sent off has the number of the force that stays behind.
        let is_it = |after: &&After| {
            after.force.id == force.id
                && force
                    .commander()
                    .is_none_or(|chief| after.force.leaders.iter().any(|one| one == chief))
        };
        let moved = self.forces.keys().filter_map(|who| self.last_that_holds(who)).find(is_it);
        let leads = |stack: &&Stack| {
            let chief = force.commander();
            chief.is_some() && stack.force.leaders.iter().any(|one| Some(one.as_str()) == chief)
        };
        let landing = self.cargo.get(&force.id);
        let last = landing.map(|(entry, _)| *entry);
        if let Some(stack) = self.stacks.iter().rev().find(leads) {
            let landed = landing.filter(|_| last > Some(stack.entry)).and_then(|(_, at)| *at);
            return landed.unwrap_or(stack.force.at);
        }
        let landed = || self.cargo.get(&force.id).and_then(|(_, landed)| *landed);
        moved.map(|after| after.force.at).or_else(landed).unwrap_or(force.at)
    }

    /// The troops that a leader has after the entries so far, if one of these has changed them.
    pub fn led_by(&self, leader: &str) -> Option<&Force> {
        let has = |stack: &&Stack| stack.force.leaders.iter().any(|one| one == leader);
        self.stacks.iter().rev().find(has).map(|stack| &stack.force)
    }

    /// Where a leader was left with troops of the force he was under.
    pub fn left(&self, leader: &str) -> Option<Space> {
        let at = self.left.get(leader)?;
        Some(self.led_by(leader).map_or(*at, |force| force.at))
    }
}

impl After {
    /// What is said of a further entry that is reckoned as if this one still waits: that it can be played after this one
    /// too, as a second march from where this one ends.
    pub(super) fn as_if_it_waits(&self, book: &Book, before: &Force, further: &Entry) -> String {
        let stands = StandsThere { book, force: &self.force };
        let is_shut = further.condition.as_ref().is_some_and(|is| is.ask(&stands) == Truth::No);
        let ends = matches!(self.end, End::Told | End::Hoped) && self.force.at != before.at;
        let follows = match ends && !is_shut && initiative::marches(book, &self.force) >= 2 {
            true => {
                let (first, at) = (self.entry, place(book, self.force.at));
                format!("; it may still follow entry {first} as a second march, from {at}")
            }
            false => String::new(),
        };
        format!("as if entry {} still waits for its `if`{follows}", self.entry)
    }
}

/// What is known of a force where an entry ends: where its own leaders stand, and nothing else.
struct StandsThere<'a> {
    book: &'a Book,
    force: &'a Force,
}

impl Senses for StandsThere<'_> {
    fn ask(&self, term: &Term) -> Truth {
        let (who, place, radius) = match term {
            Term::At { who, place } => (who, place, 0_i64),
            Term::Within { who, steps, place } => (who, place, *steps),
            Term::Whose { .. }
            | Term::Inside(_)
            | Term::Flag(_)
            | Term::FlagAt(..)
            | Term::Odds(..)
            | Term::Compare(..)
            | Term::CompareOf(..)
            | Term::Is(..)
            | Term::Unknown(_) => return Truth::Unknown,
        };
        match self.book.atlas.code(place).filter(|_| self.force.leaders.contains(who)) {
            Some(at) => {
                let far = i64::from(self.book.atlas.distance(self.force.at, at));
                Truth::of(far <= radius)
            }
            None => Truth::Unknown,
        }
    }
}
