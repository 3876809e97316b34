//! One turn while it is played: the table ([`play::table`]), and what lasts for one turn only, such
//! as who came from where.

use crate::Kriegsspiel;
use crate::battle::Camp;
use crate::book::Book;
use crate::money::bill::Ration;
use crate::orders::{Entry, Part};
use crate::record::event::{BattleKind, Stance};
use crate::record::state::State;
use crate::sea::SeaTurn;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::ledger::Ledger;
use play::Table;
use sheet::condition::Condition;
use std::collections::{BTreeMap, BTreeSet};

/// What a force does when it meets the enemy, as its entry says.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    /// The stance, the condition it needs, and the stance if that does not hold.
    pub stance: Option<(Stance, Option<Condition>, Option<Stance>)>,
    /// When it breaks off in the night.
    pub break_off: Option<Condition>,
    /// Where it goes when it is beaten.
    pub retreat: Option<Space>,
}

/// A battle of this turn, for whom it may have cost a general.
#[derive(Debug, Clone)]
pub struct BattleRecord {
    pub at: Space,
    pub kind: BattleKind,
    /// The generals of each camp who were there, the lowest rank last.
    pub generals: [Vec<String>; 2],
}

/// A turn while it is played.
pub struct Turn<'a> {
    table: Table<'a, Kriegsspiel>,
    /// What forces mean to do, by the general or formation.
    pub intents: BTreeMap<String, Intent>,
    /// The entries that were taken up, by power.
    pub taken_up: BTreeMap<String, Vec<u16>>,
    /// Whose word on contact was asked for, and what of it.
    pub asked: BTreeSet<(String, Part)>,
    /// Action points that each power may spend, and what is set aside for its supply.
    pub most: BTreeMap<String, u32>,
    pub rations: BTreeMap<String, Ration>,
    /// Action points spent, by power.
    pub spent: BTreeMap<String, u32>,
    /// The place of each power in the order of initiative.
    pub order: BTreeMap<String, u32>,
    /// Whence each formation came into the hex where it stands.
    pub entered: BTreeMap<String, Space>,
    /// Hexes where enemies have met this turn, each with the power that moved in.
    pub contact: BTreeSet<(Space, String)>,
    pub battles: Vec<BattleRecord>,
    /// Who must fall back, from where, and whether they were the attackers.
    pub beaten: Vec<crate::battle::retreat::Beaten>,
    /// Hexes that have been raided, and by whom.
    pub raiders: Vec<(Space, Camp)>,
    /// Cities that have been raided.
    pub raided: BTreeSet<Space>,
    /// Nations that have lost their last capital, each with its captor.
    pub treasuries: Vec<(String, String)>,
    /// Who of equal generals commands, by hex and the name of the camp.
    pub commanders: BTreeMap<(Space, String), String>,
    /// Who has been told that his stance does not count.
    pub overruled: BTreeSet<String>,
    /// What lasts for one turn at sea.
    pub sea: SeaTurn,
    /// Orders of the umpire that wait for their step.
    pub waiting: Vec<crate::season::free_words::Waiting>,
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

    /// Takes entries that the umpire made into a power's sheet: each in the place of the entry for the
    /// same force, else behind all others.
    pub fn take_orders(&mut self, power: &str, entries: Vec<Entry>) {
        let sheet = self.table.sheets.entry(power.to_owned()).or_default();
        for mut new in entries {
            self.intents.insert(new.who.clone(), new.intent.clone());
            match sheet.entries.iter_mut().find(|old| old.who == new.who) {
                Some(old) => {
                    new.number = old.number;
                    *old = new;
                }
                None => {
                    let last = sheet.entries.iter().map(|old| old.number).max().unwrap_or(0);
                    new.number = last.saturating_add(1);
                    sheet.entries.push(new);
                }
            }
        }
    }

    /// The place of a power in the order of initiative; who is not in it comes last.
    pub fn initiative(&self, power: &str) -> u32 {
        self.order.get(power).copied().unwrap_or(u32::MAX)
    }
}

impl<'a> From<Table<'a, Kriegsspiel>> for Turn<'a> {
    fn from(table: Table<'a, Kriegsspiel>) -> Self {
        Self {
            table,
            intents: BTreeMap::new(),
            taken_up: BTreeMap::new(),
            asked: BTreeSet::new(),
            most: BTreeMap::new(),
            rations: BTreeMap::new(),
            spent: BTreeMap::new(),
            order: BTreeMap::new(),
            entered: BTreeMap::new(),
            contact: BTreeSet::new(),
            battles: vec![],
            beaten: vec![],
            raiders: vec![],
            raided: BTreeSet::new(),
            treasuries: vec![],
            commanders: BTreeMap::new(),
            overruled: BTreeSet::new(),
            sea: SeaTurn::default(),
            waiting: vec![],
        }
    }
}

play::on_the_table!(Turn, Kriegsspiel);
