//! What the entries before have done with fleets on paper.

use super::{Earlier, Sailing, spoken};
use crate::book::Book;
use crate::orders::Entry;
use crate::record::state::{Anchorage, Ship};

impl Earlier {
    /// What is to say of ships that an entry before takes along, so that they have acted with it.
    pub fn sailed_along(&self, book: &Book, sailing: &Sailing) -> Option<String> {
        let mut ships = sailing.ships.iter();
        let (fleet, (entry, who)) =
            ships.find_map(|ship| Some((&ship.fleet, self.linked.get(&ship.fleet)?)))?;
        let who = spoken(book, who);
        Some(format!(
            "{fleet} goes with {who} by entry {entry} and has acted when it has: this entry waits for \
             another naval marker"
        ))
    }

    /// Where the entries before have left a fleet, if they have moved it and that can be told.
    pub fn lies(&self, fleet: &str) -> Option<&Anchorage> {
        self.fleets.get(fleet)?.as_ref().map(|(at, _)| at)
    }

    /// How many fleets the entries before have led to a place.
    pub fn come_to(&self, place: &Anchorage) -> usize {
        self.fleets.values().flatten().filter(|(at, _)| at == place).count()
    }

    /// Whether the entries before have moved fleets but these: the rules may allow only so many of
    /// them abroad (NIA §5.2.12).
    pub fn moves_others(&self, ships: &[Ship]) -> bool {
        self.fleets.keys().any(|fleet| ships.iter().all(|ship| ship.fleet != *fleet))
    }

    /// Brings ships to where an entry before has left them; no, if nobody can tell where that is.
    pub fn sails_from(&self, sailing: &mut Sailing) -> bool {
        let Some(fleet) = sailing.ships.first().map(|ship| &ship.fleet) else { return true };
        match self.fleets.get(fleet) {
            None => true,
            Some(None) => false,
            Some(Some((at, shore))) => {
                (sailing.at, sailing.shore) = (at.clone(), shore.clone());
                true
            }
        }
    }

    /// The entry before of the same ships whose `if` never holds together with this one's, and the ships
    /// as they began that.
    pub fn other_case_of_ships(&self, entry: &Entry) -> Option<(u16, &Sailing)> {
        let (asked, number, sailing) = self.cases.get(&entry.who)?;
        entry.condition.as_ref()?.excludes(asked).then_some((*number, sailing))
    }

    /// Notes where ships begin an entry.
    pub fn begins(&mut self, entry: &Entry, sailing: &Sailing) {
        if let Some(asked) = entry.condition.clone() {
            let case = (asked, entry.number, sailing.clone());
            self.cases.entry(entry.who.clone()).or_insert(case);
        }
    }

    /// The entry before of some ships that waits for its `if`, as things stand.
    pub fn waits(&self, sailing: &Sailing) -> Option<u16> {
        sailing.ships.iter().find_map(|ship| self.waiting.get(&ship.fleet).copied())
    }
}
