//! The board as six rows, from the enemy's end to ours, and what our forces could do.

use super::words::{formation, punch, region};
use crate::board::{Board, Formation, Piece, Region};
use crate::book::Book;
use crate::record::force::Side;
use crate::sequence::Battle;
use kit::names::capital;
use serde::Serialize;

/// A row of the board.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    pub region: String,
    /// Whether both sides are in it.
    pub melee: bool,
    pub ours: Vec<Counter>,
    pub theirs: Vec<Counter>,
    /// All of it in lines that fit behind the name of the region.
    pub lines: Vec<String>,
}

/// A counter on the board.
#[derive(Debug, Clone, Serialize)]
pub struct Counter {
    /// `=` in line, `!` in column.
    pub sign: &'static str,
    pub name: String,
    pub combat: String,
    pub formation: &'static str,
    pub reduced: bool,
    pub kind: &'static str,
}

/// A battle as it stands.
#[derive(Debug, Clone, Serialize)]
pub struct BoardView {
    pub title: String,
    /// Strengths, turns and plans.
    pub facts: Vec<String>,
    pub rows: Vec<Row>,
    /// What each of our forces stands before.
    pub reach: Vec<String>,
}

/// The name of a counter without its nation, where its side is clear.
pub fn short(name: &str) -> &str {
    name.strip_prefix("French ").or_else(|| name.strip_prefix("enemy ")).unwrap_or(name)
}

fn counter(book: &Book, piece: &Piece) -> Counter {
    Counter {
        sign: match piece.formation {
            Formation::Line => "=",
            Formation::Column => "!",
        },
        name: short(book.name(piece.force.id)).to_owned(),
        combat: punch(piece.force.face().punch),
        formation: formation(piece.formation),
        reduced: piece.force.reduced,
        kind: piece.kind().word(),
    }
}

/// The room behind the name of a region, in letters.
const ROOM: usize = 52;

/// Counters in lines, those of each side by themselves.
fn lines(counters: &[Counter], lines: &mut Vec<String>) {
    let mut line = String::new();
    for Counter { sign, name, combat, reduced, .. } in counters {
        let mark = if *reduced { "-" } else { "" };
        let one = match name.ends_with(|sign: char| sign.is_ascii_digit()) {
            true => format!("{sign} {name} ({combat}{mark})"),
            false => format!("{sign} {name} {combat}{mark}"),
        };
        if !line.is_empty() && line.chars().count() + 3 + one.chars().count() > ROOM {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(if line.is_empty() { "" } else { "   " });
        line.push_str(&one);
    }
    lines.extend((!line.is_empty()).then_some(line));
}

fn row(book: &Book, board: &Board, at: Region) -> Row {
    let side = |side| board.at(side, at).map(|piece| counter(book, piece)).collect::<Vec<_>>();
    let (ours, theirs) = (side(Side::French), side(Side::Enemy));
    let melee = !ours.is_empty() && !theirs.is_empty();
    let mut text = vec![];
    lines(&theirs, &mut text);
    if melee {
        text.push("against".to_owned());
    }
    lines(&ours, &mut text);
    Row { region: capital(region(at)), melee, ours, theirs, lines: text }
}

/// Lays out the battle that is on.
pub fn board(book: &Book, battle: &Battle) -> Option<BoardView> {
    let board = battle.board.as_ref()?;
    let (ours, theirs) = (board.strength(Side::French), board.strength(Side::Enemy));
    let mut facts = vec![format!(
        "Strength: you {ours}, they {theirs}. Turns left: {}. Your plans: {} a turn; theirs: {}.",
        board.turns_left, board.french_plans, board.enemy_plans
    )];
    if board.napoleon {
        facts.push("Napoleon is here.".to_owned());
    }
    if !board.insights.is_empty() {
        let names: Vec<&str> = board.insights.iter().map(|insight| insight.name()).collect();
        facts.push(format!("Insights still to come: {}.", names.join(", ")));
    }
    if let Some(side) = board.routed {
        let who = super::words::side_name(side);
        facts.push(format!("{} are routed, and retreat until they are gone.", capital(who)));
    }
    let reach = board.of(Side::French).map(|piece| {
        let id = piece.force.id;
        let range = match board.range(id) {
            Some(0) => "in melee".to_owned(),
            Some(range) => format!("range {range}"),
            None => "no enemy".to_owned(),
        };
        let face = piece.force.face();
        format!(
            "{}: {}, in {}, {range}; activation {}, combat {}",
            book.name(id),
            piece.kind().word(),
            formation(piece.formation),
            face.activation,
            punch(face.punch)
        )
    });
    Some(BoardView {
        title: format!("{}, turn {} of the battle", book.map.name(battle.at), battle.turn),
        facts,
        rows: Region::ALL.into_iter().map(|at| row(book, board, at)).collect(),
        reach: reach.collect(),
    })
}
