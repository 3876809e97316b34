//! The council before each winter: alliances are broken, then wars are declared, then deals are made (§6).
//!
//! Whether a power may do what a line of its sheet says, [`may`] tells to the season and to the receipt.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.

use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::causes::POLITICS;
use crate::politics::{deals, submission};
use crate::position::Position;
use crate::record::event::{CouncilEvent, OrderEvent, Reason};
use crate::season::rulings;
use crate::season::turn::Turn;
use kit::ledger::Now;
use kit::relations::Relation;
use std::ops::Range;

/// What a line of `politics:` does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    DeclareWar { on: String },
    BreakAlliance { with: String },
}

impl Deed {
    /// The other power.
    pub fn whom(&self) -> &str {
        match self {
            Deed::DeclareWar { on } => on,
            Deed::BreakAlliance { with } => with,
        }
    }

    /// Which comes first: alliances are broken before wars are declared.
    pub fn step(&self) -> u8 {
        match self {
            Deed::BreakAlliance { .. } => 0,
            Deed::DeclareWar { .. } => 1,
        }
    }

    /// Its key in the sheet.
    pub fn key(&self) -> &'static str {
        match self {
            Deed::DeclareWar { .. } => "declare war",
            Deed::BreakAlliance { .. } => "break alliance",
        }
    }

    /// What it does, in words.
    pub fn words(&self, book: &Book) -> String {
        match self {
            Deed::DeclareWar { on } => format!("war is declared on {}", book.title(on)),
            Deed::BreakAlliance { with } => {
                format!("the alliance with {} is broken", book.title(with))
            }
        }
    }
}

/// A line of `politics:`, with its number and its place in the sheet.
#[derive(Debug, Clone)]
pub struct Item {
    pub number: u16,
    pub at: Range<usize>,
    pub deed: Deed,
}

/// Whether a power may do something in a council; `all` is what its sheet says there, since alliances are broken
/// before wars are declared.
pub fn may(position: &impl Position, power: &str, deed: &Deed, all: &[Item]) -> Result<(), Reason> {
    let of = || deed.whom().to_owned();
    let breaks =
        |item: &Item| matches!(&item.deed, Deed::BreakAlliance { with } if *with == deed.whom());
    if position.common().politics.conquered.contains(deed.whom()) {
        return Err(Reason::Gone { who: of() });
    }
    let peace = position.common().politics.peace(power, deed.whom());
    match (deed, position.relation(power, deed.whom())) {
        (Deed::DeclareWar { .. }, _) if peace.is_some() => {
            let until = peace.map(|peace| peace.until).expect("there is one");
            Err(Reason::Peace { with: of(), until })
        }
        (Deed::DeclareWar { .. }, Relation::War) => Err(Reason::AtWar { with: of() }),
        (Deed::DeclareWar { .. }, Relation::Allied) if !all.iter().any(breaks) => {
            Err(Reason::Allied { with: of() })
        }
        (Deed::BreakAlliance { .. }, Relation::War | Relation::Passage | Relation::Neutral) => {
            Err(Reason::NotAllied { with: of() })
        }
        (Deed::DeclareWar { .. }, _) | (Deed::BreakAlliance { .. }, Relation::Allied) => Ok(()),
    }
}

/// Plays a council from its first event to its last.
pub fn play(turn: &mut Turn) {
    let year = turn.state.season.year;
    turn.record(CouncilEvent::CouncilBegan { year });
    rulings::play(turn, Now::Start);
    turn.announce();
    rulings::play(turn, Now::Pause);
    do_lines(turn);
    submission::settle(turn); // §20.1
    deals::settle(turn);
    rulings::play(turn, Now::End);
    turn.state.check(turn.book);
    turn.tell_rulings(&[]);
    turn.record(CouncilEvent::CouncilEnded { year });
}

/// Does the lines of all sheets, step by step, in the order of the powers' names.
fn do_lines(turn: &mut Turn) {
    let of_power = |(power, sheet): (&String, &Sheet)| {
        let own = sheet.politics.iter().map(|item| (power.clone(), item.clone()));
        own.collect::<Vec<_>>()
    };
    let mut all: Vec<(String, Item)> = turn.sheets.iter().flat_map(of_power).collect();
    all.sort_by_key(|(_, item)| item.deed.step());
    let before = turn.state.relations.clone();
    for (power, item) in all {
        let was_allied = before.relation(&power, item.deed.whom()) == Relation::Allied;
        match may(&turn.state, &power, &item.deed, &[]) {
            Ok(()) => turn.record(done(&power, &item.deed)),
            // The other has just declared the same war, or broken the same alliance.
            Err(Reason::AtWar { .. }) => {}
            Err(Reason::NotAllied { .. }) if was_allied => {}
            Err(reason) => turn.record(OrderEvent::NotDone {
                power,
                entry: Some(POLITICS),
                step: Some(item.number),
                order: item.deed.key().to_owned(),
                who: item.deed.whom().to_owned(),
                reason,
                failed: None,
            }),
        }
    }
}

/// What a line does.
pub fn done(power: &str, deed: &Deed) -> CouncilEvent {
    let power = power.to_owned();
    match deed.clone() {
        Deed::DeclareWar { on } => CouncilEvent::WarDeclared { power, on },
        Deed::BreakAlliance { with } => CouncilEvent::AllianceBroken { power, with },
    }
}
