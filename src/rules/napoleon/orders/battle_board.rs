//! The board of a battle for a page on which sheets are composed: who stands where, and what it means to drag
//! a force to a row, or a plan onto a force.

use super::blank_form::{plans, start};
use super::written::act;
use crate::board::perform::March;
use crate::board::{Board, Formation, Piece, Region};
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::record::force::{Force, ForceId, Side};
use crate::record::state::board;
use crate::sequence::Campaign;
use crate::sequence::answer::Ask;
use crate::sight::Known;
use crate::view::words::{formation, punch, region};
use kit::ground::Space;
use kit::names::capital;
use play::{BattleBoard, BoardCounter, BoardRow, Drop};
use sheet::frame::quoted;
use std::collections::BTreeMap;

/// Lays it out, at the set-up of a battle and in its turns.
pub fn battle_board(book: &Book, known: &Known) -> Option<BattleBoard> {
    let campaign = known.state.campaign(book);
    match known.state.ask? {
        Ask::Deploy => set_up(book, &campaign),
        Ask::BattleTurn => Some(turn(book, board(&campaign)?)),
        Ask::Moves | Ask::After => None,
    }
}

fn counter(book: &Book, force: &Force, stands: Formation) -> BoardCounter {
    let about = format!("{} {}", force.kind.word(), punch(force.face().punch));
    BoardCounter { name: book.name(force.id).to_owned(), about, stands: formation(stands) }
}

/// Where our mobile forces start; those of the enemy are not placed yet.
fn set_up(book: &Book, campaign: &Campaign) -> Option<BattleBoard> {
    let at: Space = campaign.battle.as_ref()?.at;
    let theirs = campaign.theatre.forces_at(Side::Enemy, at);
    let mut theirs = theirs.iter().map(|force| counter(book, force, Formation::Line));
    let starts = start(book, campaign)?;
    let row = |at: Region, key, most| {
        let ours = starts.iter().filter(|(_, region, _)| *region == at);
        let with = if at == Region::FrenchFront { ", with the insight Front" } else { "" };
        BoardRow {
            name: format!("{}{with}", capital(region(at))),
            ours: ours.map(|(force, _, stands)| counter(book, force, *stands)).collect(),
            theirs: vec![],
            place: Some((key, most)),
        }
    };
    let enemy = BoardRow {
        name: "The enemy, not placed yet".to_owned(),
        ours: vec![],
        theirs: theirs.by_ref().collect(),
        place: None,
    };
    let figures = &book.figures;
    let rows = vec![
        enemy,
        row(Region::FrenchFront, "front", Some(figures.front_at_start)),
        row(Region::FrenchApproach, "approach", Some(figures.approach_at_start)),
        row(Region::FrenchReserve, "reserve", None),
    ];
    Some(BattleBoard { rows, cards: vec![], most_cards: 0, drops: vec![], place: Some("place") })
}

/// A turn of the battle: what each force can do now, and who can have which plan.
fn turn(book: &Book, board: &Board) -> BattleBoard {
    let mut board = board.clone();
    board.begin_turn();
    let side = |side, at| {
        let pieces = board.at(side, at);
        pieces.map(|piece| counter(book, &piece.force, piece.formation)).collect()
    };
    let row = |at: Region| BoardRow {
        name: capital(region(at)),
        ours: side(Side::French, at),
        theirs: side(Side::Enemy, at),
        place: None,
    };
    let mut drops: Vec<Drop> =
        board.of(Side::French).flat_map(|piece| moves(book, &board, piece)).collect();
    let mut who_can: BTreeMap<String, Vec<ForceId>> = BTreeMap::new();
    if board.routed != Some(Side::French) {
        for piece in board.of(Side::French) {
            for plan in plans(book, &board, piece) {
                who_can.entry(plan).or_default().push(piece.force.id);
            }
        }
    }
    for (plan, who) in &who_can {
        drops.extend(who.iter().map(|id| Drop {
            what: plan.clone(),
            onto: book.name(*id).to_owned(),
            list: "plans",
            item: format!("{plan}: {}", quoted(book.name(*id))),
        }));
    }
    BattleBoard {
        rows: Region::ALL.into_iter().map(row).collect(),
        cards: who_can.into_keys().collect(),
        most_cards: board.french_plans,
        drops,
        place: None,
    }
}

/// What a force does if it is dragged to a row: the acts that it can do now and that lead there or strike there.
fn moves(book: &Book, board: &Board, piece: &Piece) -> Vec<Drop> {
    let name = book.name(piece.force.id);
    let drop = |says, onto: Region| Drop {
        what: name.to_owned(),
        onto: capital(region(onto)),
        list: "acts",
        item: act(&quoted(name), says),
    };
    let ahead = |at: Region| at.forward(Side::French);
    let mut all = vec![drop(None, piece.at)];
    for says in board.french_defaults(piece.force.id) {
        let rows: Vec<Region> = match says {
            (FrenchDefault::Fire, _) => board.struck_by(piece),
            (FrenchDefault::Pivot, _) | (FrenchDefault::March, March::ForwardAndBack) => {
                vec![piece.at]
            }
            (FrenchDefault::March, March::Back) | (FrenchDefault::Retreat, _) => {
                piece.at.back(Side::French).into_iter().collect()
            }
            (FrenchDefault::March, March::Forward) => ahead(piece.at).into_iter().collect(),
            (FrenchDefault::March, March::Twice) => {
                ahead(piece.at).and_then(ahead).into_iter().collect()
            }
        };
        all.extend(rows.into_iter().map(|at| drop(Some(says), at)));
    }
    all
}
