//! The forces that a sheet for the stop at hand can order, each with its entry: for a page on which
//! sheets are composed. At the moves and after the battles these are those who may leave their area,
//! in a battle turn those on the board.

use super::written::act;
use crate::board::Board;
use crate::book::Book;
use crate::record::force::Side;
use crate::record::state::board;
use crate::season::staff;
use crate::sequence::Campaign;
use crate::sequence::answer::{Ask, Mover};
use crate::sight::Known;
use crate::view::words::{formation, punch};
use kit::ground::Space;
use play::OwnForce;
use sheet::frame::quoted;
use sheet::reach::{Deed, Goal, Reach};

/// Lists them by their areas.
pub fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
    let campaign = known.state.campaign(book);
    match (known.state.ask, board(&campaign)) {
        (Some(Ask::Moves), _) => movers(book, known, &campaign, "moves"),
        (Some(Ask::After), _) => movers(book, known, &campaign, "forced march"),
        (Some(Ask::BattleTurn), Some(board)) => fighters(book, board),
        (Some(Ask::Deploy | Ask::BattleTurn) | None, _) => vec![],
    }
}

fn movers(book: &Book, known: &Known, campaign: &Campaign, list: &'static str) -> Vec<OwnForce> {
    let theatre = &campaign.theatre;
    let own = |mover| staff::may_order(book, &known.power, mover);
    let goal = |at: Space| Goal {
        name: book.map.name(at).to_owned(),
        cost: 1,
        beside: None,
        named: true,
        ours: !theatre.stands(Side::Enemy, at),
    };
    let mover = |name: &str, at: Space, about: String| OwnForce {
        name: name.to_owned(),
        at: Some(at),
        about,
        list,
        entry: vec![format!("- who: [{}]", quoted(name))],
        go: "  to: PLACES",
        through: false,
        reach: Reach {
            verb: "moves to",
            goals: book.map.neighbours(at).into_iter().map(goal).collect(),
            deeds: vec![],
        },
    };
    let mut all = vec![];
    for at in book.map.all() {
        let place = book.map.name(at);
        if theatre.napoleon == Some(at) && own(Mover::Napoleon) {
            all.push(mover("Napoleon", at, place.to_owned()));
        }
        let forces = theatre.free(at).into_iter().filter(|one| own(Mover::Force(one.id)));
        all.extend(forces.map(|force| {
            let about = format!("{place}; {}", punch(force.face().punch));
            mover(book.name(force.id), at, about)
        }));
    }
    all
}

fn fighters(book: &Book, board: &Board) -> Vec<OwnForce> {
    let mut fresh = board.clone();
    fresh.begin_turn();
    let fighter = |piece: &crate::board::Piece| {
        let name = book.name(piece.force.id);
        let deed = |says| Deed {
            step: act(&quoted(name), Some(says)),
            told: "if the enemy leaves it the chance".to_owned(),
        };
        let may = fresh.french_defaults(piece.force.id).into_iter();
        let mut deeds: Vec<Deed> = may.map(deed).collect();
        deeds.push(Deed { step: act(&quoted(name), None), told: "does nothing".to_owned() });
        OwnForce {
            name: name.to_owned(),
            at: None,
            about: format!(
                "{}, in {}",
                punch(piece.force.face().punch),
                formation(piece.formation)
            ),
            list: "acts",
            entry: vec![],
            go: "",
            through: false,
            reach: Reach { verb: "can", goals: vec![], deeds },
        }
    };
    fresh.of(Side::French).map(fighter).collect()
}
