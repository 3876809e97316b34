//! Who has orders by a sheet, and whether their action points last (§12.2, §17).

use crate::book::Book;
use crate::march::movement::{Force, force, price};
use crate::orders::Entry;
use crate::record::event::Reason;
use crate::record::state::{Formation, General};
use std::collections::{BTreeMap, BTreeSet};

/// Who has orders by a power's sheet, and the action points that they cost (§17).
pub struct Roll {
    pub most: u32,
    pub spent: u32,
    taken: BTreeSet<String>,
    /// Who goes aboard ships in this turn.
    aboard: BTreeSet<String>,
}

impl Roll {
    pub fn new(most: u32) -> Self {
        Self { most, spent: 0, taken: BTreeSet::new(), aboard: BTreeSet::new() }
    }

    /// Who of some has orders by an earlier entry.
    pub fn twice<'n>(&self, names: &'n [String]) -> Option<&'n String> {
        names.iter().find(|name| self.taken.contains(*name))
    }

    /// Whether an entry for some counts: the first for each of them, while the points last.
    pub fn admits(&self, names: &[String], cost: u32) -> Result<(), Reason> {
        let left = self.most.saturating_sub(self.spent);
        match self.twice(names) {
            Some(_) => Err(Reason::Twice),
            None if cost > left => Err(Reason::NoPoints { needed: cost, left }),
            None => Ok(()),
        }
    }

    /// Takes up an entry: who moves by it, or why nobody does. An entry without steps is paid for
    /// with nothing.
    pub fn take_up(
        &mut self,
        book: &Book,
        forces: (&BTreeMap<String, Formation>, &BTreeMap<String, General>),
        power: &str,
        entry: &Entry,
    ) -> Result<Force, Reason> {
        let force = force(book, forces, power, entry).ok_or(Reason::NoForce)?;
        let names: Vec<String> = force.formations.iter().chain(&force.general).cloned().collect();
        if names.iter().any(|name| self.aboard.contains(name)) {
            // What an entry says of contact holds where they land.
            return if entry.steps.is_empty() { Ok(force) } else { Err(Reason::Aboard) };
        }
        let cost = price(book, forces.0, forces.1, entry);
        self.enter(&names, cost, !entry.steps.is_empty())?;
        Ok(force)
    }

    /// Notes that some go aboard: they do nothing else.
    pub fn embark(&mut self, names: impl Iterator<Item = String>) {
        self.aboard.extend(names);
        self.taken.extend(self.aboard.iter().cloned());
    }

    /// Whether somebody goes aboard.
    pub fn is_aboard(&self, name: &str) -> bool {
        self.aboard.contains(name)
    }

    /// Enters some, if they are admitted; without steps nothing is paid, and nobody has been spoken for.
    pub fn enter(&mut self, names: &[String], cost: u32, has_steps: bool) -> Result<(), Reason> {
        self.admits(names, cost)?;
        if has_steps {
            self.spent += cost;
            self.taken.extend(names.iter().cloned());
        }
        Ok(())
    }
}
