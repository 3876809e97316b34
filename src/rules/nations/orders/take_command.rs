//! `take command`: an arriving leader replaces the one who is there (NIA §4.2.4).

use super::{StepKind, absorb};
use crate::rules::nations::activation::Activation;
use crate::rules::nations::event::{Event, Joining, Reason};
use crate::rules::nations::plan::Plan;
use crate::rules::nations::stacking;
use crate::rules::nations::state::Force;
use crate::rules::nations::words::FORCE;
use crate::sheet::form::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "take command",
        rule: "NIA §4.2.4",
        value: Value::Short(&[Field {
            key: "of",
            value: Value::Name(&FORCE),
            doc: "The force whose command he takes; its leader goes to the pool.",
        }]),
        doc: "A leader alone takes over a force in the same hex: senior to an army's leader, or at least equal to another's.",
    },
    tell,
    play,
};

fn tell(_: &mut Plan, filled: &Filled) -> String {
    format!("take command: of {}", filled.name("of").unwrap_or_default())
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let other = absorb::here(acting, filled.name("of").unwrap_or_default())?;
    replace(acting, &other, true)
}

/// A leader who ends his march alone with a force joins it: a senior takes command, another finds a
/// place under the leader who is there, or goes to the pool (NIA §4.2.4).
pub fn arrive(acting: &mut Activation, other: &Force) {
    if replace(acting, other, false).is_ok() {
        return;
    }
    let mover = acting.force().clone();
    match stacking::join(acting.turn.book, other, &mover, Joining::Merged, None) {
        Ok(joined) => super::merge::record(acting, joined, other, 0),
        Err(_) => {
            for leader in &mover.leaders {
                let (power, leader, at) = (mover.power.clone(), leader.clone(), mover.at);
                acting.turn.record(Event::LeaderLeft { power, leader, at });
            }
            acting.force = other.id;
        }
    }
}

/// Replaces the commander of a force by the leader who came alone. An equal does so only when the
/// sheet says it.
fn replace(acting: &mut Activation, other: &Force, by_order: bool) -> Result<(), Reason> {
    let mover = acting.force().clone();
    let book = acting.turn.book;
    let Some(arriving) = mover.commander().map(str::to_owned).filter(|_| mover.units.is_empty())
    else {
        return Err(Reason::HasNone { what: "leader alone".to_owned() });
    };
    let mut force = other.clone();
    if let Some(resident) = other.commander() {
        let (new, old) = (stacking::stars(book, &arriving), stacking::stars(book, resident));
        let may = if other.army.is_some() || !by_order { new > old } else { new >= old };
        if !may {
            return Err(Reason::Rank { name: resident.to_owned() });
        }
        let (power, leader, at) = (other.power.clone(), resident.to_owned(), other.at);
        acting.turn.record(Event::LeaderLeft { power, leader, at });
        force.leaders.remove(0);
    }
    force.leaders.insert(0, arriving);
    // Those who came with him find a place or go to the pool; what they brought stays.
    for other in mover.leaders.iter().skip(1) {
        if force.leaders.len() <= stacking::places(book, &force) {
            force.leaders.push(other.clone());
        } else {
            let (power, leader, at) = (mover.power.clone(), other.clone(), mover.at);
            acting.turn.record(Event::LeaderLeft { power, leader, at });
        }
    }
    force.trains += mover.trains;
    force.depots += mover.depots;
    force.engineers += mover.engineers;
    let (id, spent) = (force.id, acting.spent);
    acting.turn.record(Event::Joined {
        force,
        gone: mover.id,
        how: Joining::Merged,
        cost: 0,
        spent,
    });
    acting.force = id;
    Ok(())
}
