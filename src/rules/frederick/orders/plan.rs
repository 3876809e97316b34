//! A sheet as it is played: the operations in order, the reactions, and what is said at court.

use super::units::UnitWord;
use super::words::{ANY, FIGHT, FLEET, fleet_place};
use crate::book::Book;
use crate::book::troops::Kind;
use crate::record::unit::Unit;
use kit::ground::Space;
use play::table::Orders;
use sheet::condition::Condition;
use sheet::keys::{Filled, Given};
use std::ops::Range;

/// A sheet as it was read.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub operations: Vec<Entry>,
    /// The reactions, in order; the first that fits counts.
    pub reactions: Vec<Filled>,
    /// The keys of the court, as they were filled in.
    pub court: Filled,
    pub letters: Vec<(String, String)>,
    pub has_standing: bool,
    pub note: bool,
    pub(super) standing: bool,
}

/// One entry of the operations.
///
/// What stands in it is numbered through: its steps as they were written, then its Spy, then how it is
/// paid, then each forced march with its steps, then the second force with its steps.
#[derive(Debug, Clone)]
pub struct Entry {
    pub number: u16,
    /// The number of a forced march or a second force in its entry; 0 of the entry itself.
    pub part: u16,
    /// The number of its Spy in the entry.
    pub spy_part: u16,
    /// The number of how it is paid in the entry.
    pub pay_part: u16,
    pub at: Range<usize>,
    /// A leader or a place.
    pub who: String,
    /// Which units go; none: all that can.
    pub units: Vec<UnitWord>,
    pub steps: Vec<Step>,
    /// How many steps were written; those behind a faulty one are cut.
    pub written: usize,
    pub pay: Option<Pay>,
    /// The major whose treasury pays.
    pub from: Option<String>,
    pub condition: Option<Condition>,
    /// Where the condition stands in the sheet.
    pub asked: Option<Range<usize>>,
    pub times: u16,
    /// Lines about the battle markers of its battles.
    pub battle: Vec<Filled>,
    pub commander: Option<String>,
    /// What a Spy looks at before the march.
    pub spy: Option<Filled>,
    /// Forced marches that follow at once.
    pub forced: Vec<Entry>,
    /// A second force that moves too, with Thurn & Taxis.
    pub second: Option<Box<Entry>>,
    /// Whether others ten times weaker are overrun on the way, if it says so (§33).
    pub overrun: Option<bool>,
}

/// How an operation is paid.
#[derive(Debug, Clone)]
pub struct Pay {
    pub thaler: bool,
    pub condition: Option<Condition>,
}

/// One step of an entry.
#[derive(Debug, Clone)]
pub struct Step {
    /// Its number in the entry.
    pub number: u16,
    pub key: &'static str,
    pub at: Range<usize>,
    pub task: Task,
    pub condition: Option<Condition>,
    pub asked: Option<Range<usize>>,
}

/// What a step is to do.
#[derive(Debug, Clone)]
pub enum Task {
    March(Vec<Space>),
    Attack(Target),
    Drop(Vec<UnitWord>),
    /// A voyage of fleets (§25.9).
    Sail(Vec<Haven>),
    /// Units go aboard (§25.5).
    Embark(Vec<UnitWord>),
    /// Units go ashore (§25.10).
    Land(Vec<UnitWord>),
    /// Honours of war with so many points at the most, before the battle.
    Honours(u8),
    /// A formal siege instead of an attack (§34.1).
    Besiege,
    /// Pillage, and whether fieldworks are razed with it.
    Pillage {
        raze: bool,
    },
}

/// Where a fleet sails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Haven {
    Square(Space),
    /// The nearest square of a sea.
    Sea(String),
}

/// What is attacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Square(Space),
    /// A leader, wherever they stand when the step begins.
    Leader(String),
}

impl Entry {
    /// Whether it is for fleets: it says so, has a step of theirs, or names some.
    pub fn by_sea(&self) -> bool {
        let step =
            |step: &Step| matches!(step.task, Task::Sail(_) | Task::Embark(_) | Task::Land(_));
        fleet_place(&self.who).is_some()
            || self.steps.iter().any(step)
            || self.units.iter().any(UnitWord::is_fleet)
    }

    /// Numbers what stands in it.
    pub fn numbered(mut self) -> Entry {
        self.number_from(1);
        self
    }

    /// Numbers what stands in it, from a number on; gives the next one.
    fn number_from(&mut self, first: u16) -> u16 {
        for (number, step) in (first..).zip(&mut self.steps) {
            step.number = number;
        }
        let mut next = first.saturating_add(u16::try_from(self.written).unwrap_or(u16::MAX));
        if self.spy.is_some() {
            self.spy_part = next;
            next += 1;
        }
        if self.pay.is_some() {
            self.pay_part = next;
            next += 1;
        }
        for other in self.forced.iter_mut().chain(self.second.as_deref_mut()) {
            other.part = next;
            next = other.number_from(next + 1);
        }
        next
    }

    /// The numbers of all that stands in it, but for what follows at once.
    pub fn parts(&self) -> Vec<u16> {
        let spy = self.spy.as_ref().map(|_| self.spy_part);
        let pay = self.pay.as_ref().map(|_| self.pay_part);
        self.steps.iter().map(|step| step.number).chain(spy).chain(pay).collect()
    }

    /// The numbers of a forced march or a second force, and of all that stands in it.
    pub fn whole(&self) -> Vec<u16> {
        let own = [self.part].into_iter().chain(self.parts());
        let behind = self.forced.iter().chain(self.second.as_deref()).flat_map(Entry::whole);
        own.chain(behind).collect()
    }

    /// The condition of a part of it, or of what follows it at once.
    fn condition_of(&self, part: u16) -> Option<&Condition> {
        if part == self.part {
            return self.condition.as_ref();
        }
        if part == self.spy_part {
            return self.spy.as_ref()?.condition("if");
        }
        if part == self.pay_part {
            return self.pay.as_ref()?.condition.as_ref();
        }
        let step = self.steps.iter().find(|step| step.number == part);
        let behind = || self.forced.iter().chain(self.second.as_deref());
        step.and_then(|step| step.condition.as_ref())
            .or_else(|| behind().find_map(|entry| entry.condition_of(part)))
    }

    /// Where the entry begins in the sheet.
    pub fn head(&self) -> Range<usize> {
        self.at.start..self.at.start + 1
    }
}

impl Orders for Sheet {
    fn stands_in(&self) -> bool {
        self.standing
    }

    fn letters(&self) -> &[(String, String)] {
        &self.letters
    }

    /// Whom the operations are for; at court the keys that are filled in.
    fn whom(&self) -> Vec<String> {
        let operations = self.operations.iter().map(|entry| entry.who.clone());
        operations.chain(self.court.keys().map(|(key, _)| key.to_owned())).collect()
    }
}

impl Sheet {
    /// The first reaction that is for some units and has a key, with its number.
    pub fn reaction(&self, book: &Book, here: &[&Unit], key: &str) -> Option<(u16, &Filled)> {
        let fits = |reaction: &&Filled| match reaction.name("who") {
            None | Some(ANY) => true,
            Some(FLEET) => here.iter().any(|unit| unit.kind == Kind::Fleet),
            Some(name) => {
                let place = book.atlas.find(name);
                here.iter().any(|unit| unit.id == name || Some(unit.at) == place)
            }
        };
        (1..).zip(&self.reactions).find(|(_, one)| fits(one) && one.get(key).is_some())
    }

    /// The condition of a line at court: of a list, or of a key that has one line alone.
    pub fn condition_of_line(&self, key: &str, line: u16) -> Option<&Condition> {
        let given = self.court.get(key)?;
        let line = match given.map() {
            Some(map) => map,
            None => self.court.list(key).get(usize::from(line).checked_sub(1)?)?.map()?,
        };
        line.condition("if")
    }

    /// The conditions of a part of an entry; part 0 is the entry, which never fitted, or whose steps could not
    /// begin.
    pub fn conditions_of(&self, (entry, part): (u16, u16), never_fitted: bool) -> Vec<&Condition> {
        let Some(entry) = self.operations.iter().find(|one| one.number == entry) else {
            return vec![];
        };
        match part {
            0 if never_fitted => entry.condition.iter().collect(),
            0 => entry.steps.iter().filter_map(|step| step.condition.as_ref()).collect(),
            part => entry.condition_of(part).into_iter().collect(),
        }
    }

    /// Whether the sheet lets a force fight others that it meets.
    pub fn fights(&self, book: &Book, here: &[&Unit]) -> bool {
        self.reaction(book, here, "met").and_then(|(_, said)| said.name("met")) == Some(FIGHT)
    }

    /// Whether it says anything that is played.
    pub fn says_anything(&self) -> bool {
        let orders = !self.operations.is_empty() || !self.reactions.is_empty();
        orders || !self.court.is_empty() || !self.letters.is_empty() || self.has_standing
    }
}

/// The names of a list, read as units.
pub fn unit_words(given: &[Given], is_leader: impl Fn(&str) -> bool) -> Vec<UnitWord> {
    let word = |name: &str| match is_leader(name) {
        true => Some(UnitWord::leader(name)),
        false => UnitWord::read(name),
    };
    given.iter().filter_map(Given::name).filter_map(word).collect()
}
