//! How strong both sides are where a sheet leads its forces, as its receipt says it.

use super::told::{AfterTold, Going, MovesTold, When};
use crate::book::Book;
use crate::record::force::Side;
use crate::sequence::answer::Mover;
use crate::theatre::Theatre;
use kit::ground::Space;
use std::collections::BTreeSet;

/// How strong both sides would be where they meet, if all of the moves are made; what the fog of war
/// brings comes to that (§11.1, §11.2). Where both encamped before they fight again (§13.14).
pub fn of_moves(book: &Book, theatre: &Theatre, told: &MovesTold) -> Vec<String> {
    let [without, with] = [false, true].map(|all| moved(book, theatre, told, all));
    let mut meet = without.battles(book);
    meet.extend(with.battles(book).into_iter().filter(|at| !without.battles(book).contains(at)));
    meet.into_iter().map(|at| met(book, at, &without, &with)).collect()
}

/// The map after the moves, with or without those that have a condition.
fn moved(book: &Book, theatre: &Theatre, told: &MovesTold, all: bool) -> Theatre {
    let mut there = theatre.clone();
    there.begin_step();
    let lines = told.moves.iter().filter(|line| all || line.condition.is_none());
    for When { what: Going { who, to }, .. } in lines {
        for one in who {
            // What is refused has a line of its own.
            let _ = match one {
                Mover::Napoleon => there.move_napoleon(book, *to),
                Mover::Force(id) => there.move_force(book, *id, *to),
            };
        }
    }
    there
}

/// How both sides would meet at a place, without and with the moves that have a condition.
fn met(book: &Book, at: Space, without: &Theatre, with: &Theatre) -> String {
    let ours = |there: &Theatre| there.strength(Side::French, at);
    let (least, most) = (ours(without), ours(with));
    let theirs = with.strength(Side::Enemy, at);
    let name = book.map.name(at);
    let end = outcome(book, at, with);
    match least == most {
        true => format!("at {name} you would have {most}, the enemy {theirs}: {end}"),
        false => format!(
            "at {name} you would have {most}, or {least} without the moves whose `if:` does not hold, the \
             enemy {theirs}: with all of them {end}"
        ),
    }
}

fn outcome(book: &Book, at: Space, there: &Theatre) -> String {
    match there.enveloped(book, at) {
        None if there.napoleon == Some(at) => format!(
            "a battle{}; if no force is left with Napoleon there, the campaign is lost (§3.2)",
            behind(book, at, there)
        ),
        None => format!("a battle{}", behind(book, at, there)),
        Some(side) => {
            let times = book.figures.outweighed;
            let (who, whom) = match side {
                Side::Enemy => ("it is", "it"),
                Side::French => ("you are", "you"),
            };
            format!(
                "at {times} to 1 {who} destroyed without a battle, unless the fog of war brings {whom} more \
                 (§11.2)"
            )
        }
    }
}

/// That not all of those who come start in the approach, and when the others come forward (§11.6, §12.3).
fn behind(book: &Book, at: Space, there: &Theatre) -> String {
    let forces = there.forces_at(Side::French, at);
    let mobile = forces.iter().filter(|force| force.kind.is_mobile()).count();
    let room = book.figures.approach_at_start;
    match mobile > room {
        true => format!(
            " ({room} of your {mobile} mobile forces start in the approach; those in the reserve come forward \
             only as these leave room)"
        ),
        false => String::new(),
    }
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
