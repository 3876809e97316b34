//! One season while it is played: the table ([`play::table`]), and what lasts for one season only.

pub mod activation;

use crate::Nations;
use crate::book::Book;
use crate::cards::LastingCards;
use crate::orders::Entry;
use crate::politics::allegiance::Turned;
use crate::record::event::OrderEvent;
use crate::record::state::{Bloc, Force, ForceId, Marker, Ship, State};
use crate::season::rulings::Denied;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::ledger::Ledger;
use play::Table;
use play::reactions::{Asked, Heard, Reacted};
use std::collections::{BTreeMap, BTreeSet};

/// The number of the first entry that an umpire grants.
const GRANTED: u16 = 1001;

/// How much of a season is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Extent {
    #[default]
    Whole,
    /// A case that ends after the last chit of its script.
    Script,
}

/// A season while it is played.
pub struct Turn<'a> {
    table: Table<'a, Nations>,
    /// Forces that were activated on the marker that is being played (NIA §5.1.6).
    pub active: BTreeSet<ForceId>,
    /// Fleets that have sailed on it (NIA §5.1.1).
    pub sailed: BTreeSet<Ship>,
    /// Steps that went over the sea on it by a rule of the scenario (NIA §21.3.4).
    pub transported: u32,
    /// The marker that is being played.
    pub marker: Option<Marker>,
    /// Markers still in the pool.
    pub pool: Vec<Marker>,
    /// What the forces were called when the season began; some will be gone by its end.
    pub began: BTreeMap<ForceId, String>,
    /// Where the lines of the set-up and the arrivals of the season were placed, by their keys.
    pub placed: BTreeMap<String, Space>,
    /// Orders that the umpire has granted and that are not with the sheet's yet.
    granted: BTreeMap<String, Vec<Entry>>,
    grants: u16,
    /// Orders that he has denied, by power.
    pub denied: Vec<(String, Denied)>,
    pub extent: Extent,
    /// Countries and powers that have changed sides, and whose troops have not moved yet.
    pub turned: Vec<Turned>,
    /// Whom forces and leaders serve that have left a power this season, by that power and name.
    pub gone_over: BTreeMap<(String, String), String>,
    /// The card of the entry that is being played, and whose it is.
    pub entry_card: Option<(String, String)>,
    /// What cards do until the season is over.
    pub lasting_cards: LastingCards,
    heard: Heard,
}

impl<'a> Turn<'a> {
    /// Begins with nothing recorded.
    pub fn new(
        book: &'a Book,
        state: State,
        known: BTreeMap<String, Known>,
        ledger: &'a mut Ledger,
    ) -> Self {
        Table::new(book, state, known, ledger).into()
    }

    /// Whether nothing more is to be drawn, since the case has told its last chit.
    pub fn is_told(&self) -> bool {
        self.extent == Extent::Script && self.ledger.scripted_chits_done()
    }

    /// Notes that a reaction was asked.
    pub fn hear(&self, asked: Asked) {
        self.heard.note(self.events.len(), asked);
    }

    /// Tells each power what its reactions were asked and what they said.
    pub fn tell_reactions(&mut self) {
        for Reacted { power, reaction, whose, what, times, heard } in self.heard.take() {
            self.record(OrderEvent::Reacted { power, reaction, whose, what, times, heard });
        }
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
            .relations
            .groups()
            .filter(|(_, side)| **side == bloc)
            .map(|(power, _)| power.clone())
            .collect();
        powers.sort_by_key(|power| self.book.people.order(power));
        powers
    }
}

impl<'a> From<Table<'a, Nations>> for Turn<'a> {
    fn from(table: Table<'a, Nations>) -> Self {
        let book = table.book;
        let name = |force: &Force| force.name(&book.atlas, &book.units);
        Self {
            began: table.state.forces.iter().map(|(id, force)| (*id, name(force))).collect(),
            table,
            active: BTreeSet::new(),
            sailed: BTreeSet::new(),
            transported: 0,
            placed: BTreeMap::new(),
            marker: None,
            pool: vec![],
            granted: BTreeMap::new(),
            grants: 0,
            denied: vec![],
            extent: Extent::default(),
            turned: vec![],
            gone_over: BTreeMap::new(),
            entry_card: None,
            lasting_cards: LastingCards::default(),
            heard: Heard::default(),
        }
    }
}

play::on_the_table!(Turn, Nations);
