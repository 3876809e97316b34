//! How strong both sides are where a sheet leads its forces, as its receipt says it.

use super::told::{AfterTold, Going, MovesTold, When};
use crate::book::Book;
use crate::record::force::Side;
use crate::sequence::answer::Mover;
use crate::theatre::Theatre;
use kit::ground::Space;
use std::collections::BTreeSet;

/// How strong both sides would be where they meet, if all of the moves are made; what the fog of war
/// brings comes to that (§11.1, §11.2).
pub fn of_moves(book: &Book, theatre: &Theatre, told: &MovesTold) -> Vec<String> {
    let mut there = theatre.clone();
    for When { what: Going { who, to }, .. } in &told.moves {
        for one in who {
            // What is refused has a line of its own.
            let _ = match one {
                Mover::Napoleon => there.move_napoleon(book, *to),
                Mover::Force(id) => there.move_force(book, *id, *to),
            };
        }
    }
    let doubtful =
        |at: &Space| told.moves.iter().any(|line| line.what.to == *at && line.condition.is_some());
    let meet = there.battles(book).into_iter().filter(|at| !doubtful(at));
    let line = |at: Space| {
        let [ours, theirs] = [Side::French, Side::Enemy].map(|side| there.strength(side, at));
        let end = match there.enveloped(book, at) {
            None if there.napoleon == Some(at) => {
                "a battle; if no force is left with Napoleon there, the campaign is lost (§3.2)"
                    .to_owned()
            }
            None => "a battle".to_owned(),
            Some(side) => {
                let times = book.figures.outweighed;
                let (who, whom) = match side {
                    Side::Enemy => ("it is", "it"),
                    Side::French => ("you are", "you"),
                };
                format!(
                    "at {times} to 1 {who} destroyed without a battle, unless the fog of war brings \
                     {whom} more (§11.2)"
                )
            }
        };
        format!("at {} you would have {ours}, the enemy {theirs}: {end}", book.map.name(at))
    };
    meet.map(line).collect()
}

/// How strong the enemy is now where forced marches lead: marching into its area means a battle (§14.1).
pub fn of_marches(book: &Book, theatre: &Theatre, told: &AfterTold) -> Vec<String> {
    let goals: BTreeSet<Space> = told.march.iter().map(|line| line.what.to).collect();
    let line = |at: Space| {
        let theirs = theatre.strength(Side::Enemy, at);
        (theirs > 0).then(|| {
            let at = book.map.name(at);
            format!(
                "at {at} the enemy has {theirs} now: a march there means a battle, unless it leaves"
            )
        })
    };
    goals.into_iter().filter_map(line).collect()
}
