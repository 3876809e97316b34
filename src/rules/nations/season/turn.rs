//! One season while it is played: the book, the state, what each power knows, and the ledger.
//!
//! Rules change the state by [`Turn::record`] alone: it writes the event into the state and lets
//! every power see what it may.

use crate::book::Book;
use crate::orders::{Entry, Sheet};
use crate::record::event::Event;
use crate::record::state::{Bloc, Force, ForceId, Marker, Ship, State};
use crate::season::rulings::Denied;
use crate::sight;
use crate::sight::known::{Known, SeenEvent};
use kit::ledger::{Ledger, Shown};
use std::collections::{BTreeMap, BTreeSet};

/// The number of the first entry that an umpire grants.
const GRANTED: u16 = 1001;

/// A season while it is played.
pub struct Turn<'a> {
    pub book: &'a Book,
    pub state: State,
    pub known: BTreeMap<String, Known>,
    pub ledger: &'a mut Ledger,
    pub events: Vec<Event>,
    pub sheets: BTreeMap<String, Sheet>,
    /// Forces that were activated on the marker that is being played (NIA §5.1.6).
    pub active: BTreeSet<ForceId>,
    /// Fleets that have sailed on it (NIA §5.1.1).
    pub sailed: BTreeSet<Ship>,
    /// The marker that is being played.
    pub marker: Option<Marker>,
    /// Markers still in the pool.
    pub pool: Vec<Marker>,
    /// What the forces were called when the season began; some will be gone by its end.
    pub began: BTreeMap<ForceId, String>,
    /// Orders that the umpire has granted and that are not with the sheet's yet.
    granted: BTreeMap<String, Vec<Entry>>,
    grants: u16,
    /// Orders that he has denied, by power.
    pub denied: Vec<(String, Denied)>,
    /// Whether the season is played to its end; a case ends after the last chit of its script.
    pub whole: bool,
}

impl<'a> Turn<'a> {
    /// Begins with nothing recorded.
    pub fn new(
        book: &'a Book,
        state: State,
        known: BTreeMap<String, Known>,
        ledger: &'a mut Ledger,
    ) -> Self {
        let name = |force: &Force| force.name(&book.atlas, &book.units);
        Self {
            began: state.forces.iter().map(|(id, force)| (*id, name(force))).collect(),
            book,
            state,
            known,
            ledger,
            events: vec![],
            sheets: BTreeMap::new(),
            active: BTreeSet::new(),
            sailed: BTreeSet::new(),
            marker: None,
            pool: vec![],
            granted: BTreeMap::new(),
            grants: 0,
            denied: vec![],
            whole: true,
        }
    }

    /// Whether nothing more is to be drawn, since the case has told its last chit.
    pub fn is_told(&self) -> bool {
        !self.whole && self.ledger.scripted_chits_done()
    }

    /// Records what happened: into the log, the state, and what each power knows.
    pub fn record(&mut self, event: Event) {
        self.state.apply(&event);
        let dice = self.ledger.uncited();
        for (eye, known) in &mut self.known {
            if let Some(seen) = sight::witness(self.book, &event, &self.state, eye) {
                let shown = seen.event.as_ref().is_some_and(SeenEvent::shows_dice);
                for die in dice.iter().filter(|_| shown).filter_map(Shown::of) {
                    die.follow(&mut known.dice);
                }
                known.learn(self.book, seen);
            }
        }
        self.ledger
            .cite(|| serde_json::to_string(&event).expect("our own events have string keys"));
        self.events.push(event);
    }

    /// Grants a power an order, which is taken up after those of its sheet.
    pub fn grant(&mut self, power: &str, entry: Entry) {
        self.grants += 1;
        self.granted.entry(power.to_owned()).or_default().push(entry);
    }

    /// The number of the next entry that is granted; no sheet has so many of its own.
    pub fn next_entry(&self) -> u16 {
        GRANTED + self.grants
    }

    /// Takes the orders that a power was granted since it was last asked.
    pub fn take_granted(&mut self, power: &str) -> Vec<Entry> {
        self.granted.get_mut(power).map(std::mem::take).unwrap_or_default()
    }

    /// Whether the umpire has denied an entry.
    pub fn is_denied(&self, power: &str, entry: &Entry) -> bool {
        self.denied.iter().any(|(whose, denied)| whose == power && denied.is(entry))
    }

    /// What a power knows now.
    pub fn known(&self, power: &str) -> &Known {
        self.known.get(power).expect("every power of the scenario has eyes")
    }

    /// A number for a new force of a power.
    pub fn new_id(&self, power: &str) -> ForceId {
        let count = self.state.counts.get(power).copied().unwrap_or(0);
        ForceId::of(self.book, power, count + 1)
    }

    /// What a force is called by its own side.
    pub fn name(&self, force: &Force) -> String {
        force.name(&self.book.atlas, &self.book.units)
    }

    /// The powers of a bloc, in the order of diplomacy.
    pub fn powers(&self, bloc: Bloc) -> Vec<String> {
        let mut powers: Vec<String> = self
            .state
            .sides
            .iter()
            .filter(|(_, side)| **side == bloc)
            .map(|(power, _)| power.clone())
            .collect();
        powers.sort_by_key(|power| self.book.people.order(power));
        powers
    }
}
