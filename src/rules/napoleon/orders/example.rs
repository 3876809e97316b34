//! The example sheet: what simple rules of thumb would do at a stop.
//!
//! Forces go where the enemy is weak or objectives are open, the others stay with Napoleon. In battle
//! they do what is done by default, with a plan more if there is plenty. No insights and no scouts are
//! used. The same campaign always gives the same sheet.

use crate::board::place::Placing;
use crate::board::{Formation, Region};
use crate::book::Book;
use crate::book::tables::FogEvent;
use crate::record::force::{Force, ForceId, Side, strength};
use crate::sequence::answer::{Act, After, Answer, Ask, Deploy, Move, Mover, Moves, Turn};
use crate::sequence::defaults::{attacking_plans, attacks, on_the_attack, purchases};
use crate::sequence::{Battle, Campaign, Stage};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What the rules of thumb say at a stop; nothing, where nobody is asked.
pub fn answer(book: &Book, campaign: &Campaign) -> Option<Answer> {
    let theatre = &campaign.theatre;
    let battle = campaign.battle.as_ref();
    campaign.asked(book).and_then(|ask| match ask {
        Ask::Moves => Some(Answer::Moves(Moves { moves: here(book, theatre), ..Moves::default() })),
        Ask::Deploy => battle.map(|battle| deploy(book, theatre, battle)),
        Ask::BattleTurn => battle.and_then(|battle| turn(book, battle)),
        Ask::After => Some(Answer::After(After {
            march: match campaign.stage {
                Stage::Resupply => vec![],
                _ => march(book, theatre),
            },
            resupply: Some(purchases(
                book,
                theatre,
                theatre.french_supply.saturating_add(theatre.income(book)),
            )),
            ..After::default()
        })),
    })
}

/// The moves of those who stay with Napoleon.
fn here(book: &Book, theatre: &Theatre) -> Vec<Move> {
    theatre.napoleon.map_or(vec![], |at| moves(book, theatre, at, book.figures.outweighed))
}

/// How many times the strength of walls is enough to storm them.
pub const WALLS: u32 = 2;

/// Everybody who is not needed against others, of whom so many times the strength is wanted, goes to an area with Napoleon, or nearer to it.
pub fn moves(book: &Book, theatre: &Theatre, to: Space, times: u32) -> Vec<Move> {
    let mut free = free(theatre);
    let mut going: BTreeMap<ForceId, Space> = BTreeMap::new();
    let others = goals(book, theatre).into_iter().filter(|goal| times > 0 && *goal != to);
    for goal in others {
        let enemy = theatre.strength(Side::Enemy, goal);
        let near = near(book, theatre, &free, goal);
        let walls = attacks(&[], &theatre.forces_at(Side::Enemy, goal));
        let wanted = if walls { times } else { times.max(book.figures.outweighed) };
        let chosen = fewest(&near, (wanted * enemy).max(1));
        going.extend(chosen.iter().map(|id| (*id, goal)));
        free.retain(|force| !chosen.contains(&force.id));
    }
    for goal in goals(book, theatre) {
        let step = match theatre.strength(Side::Enemy, goal) {
            0 if goal != to => errand(book, theatre, &free, goal),
            _ => None,
        };
        going.extend(step);
        free.retain(|force| !going.contains_key(&force.id));
    }
    going.extend(gather(book, theatre, &free, to));
    let list = going.into_iter().map(|(id, to)| Move { who: Mover::Force(id), to });
    let mut list: Vec<Move> = list.collect();
    if theatre.napoleon != Some(to) {
        list.push(Move { who: Mover::Napoleon, to });
    }
    list
}

/// Forced marches: objectives that nobody defends.
fn march(book: &Book, theatre: &Theatre) -> Vec<Move> {
    let mut free = free(theatre);
    let napoleon = theatre.napoleon.map(Place::Area);
    let at = theatre.napoleon.map(|at| theatre.forces_at(Side::French, at)).unwrap_or_default();
    if at.len() < 2 {
        free.retain(|force| Some(theatre.place(force.id)) != napoleon);
    }
    let mut list = vec![];
    for goal in goals(book, theatre) {
        if theatre.strength(Side::Enemy, goal) == 0 {
            let chosen = fewest(&near(book, theatre, &free, goal), 1);
            free.retain(|force| !chosen.contains(&force.id));
            list.extend(chosen.into_iter().map(|id| Move { who: Mover::Force(id), to: goal }));
        }
    }
    list.truncate(usize::try_from(theatre.french_supply).unwrap_or(usize::MAX));
    list
}

/// The French who may move.
fn free(theatre: &Theatre) -> Vec<Force> {
    let may = |force: &&Force| theatre.may_leave(force.id).is_ok();
    theatre.forces.iter().filter(may).copied().collect()
}

/// Where the enemy is, and objectives that nobody holds: objectives first, then the weakest.
pub fn goals(book: &Book, theatre: &Theatre) -> Vec<Space> {
    let objective = |at: Space| book.campaign.objectives.contains(&at);
    let wanted = |at: &Space| {
        theatre.stands(Side::Enemy, *at) || objective(*at) && theatre.holder(*at).is_none()
    };
    let mut goals: Vec<Space> = book.map.all().filter(wanted).collect();
    goals.sort_by_key(|at| (!objective(*at), theatre.strength(Side::Enemy, *at), *at));
    goals
}

/// Those who are next to an area.
fn near(book: &Book, theatre: &Theatre, free: &[Force], goal: Space) -> Vec<Force> {
    let next = |force: &&Force| match theatre.place(force.id) {
        Place::Area(at) => book.map.distance(at, goal) == Some(1),
        Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => false,
    };
    free.iter().filter(next).copied().collect()
}

/// The forces whose sum is least among those that reach a sum; nobody, if all together do not.
fn fewest(forces: &[Force], wanted: u32) -> Vec<ForceId> {
    const MOST: usize = 10;
    let mut best: Option<(u32, u32)> = None;
    let forces = &forces[..forces.len().min(MOST)];
    for set in 1..(1_u32 << forces.len()) {
        let sum = forces.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let sum = strength(sum.map(|(_, force)| force));
        if sum >= wanted && best.is_none_or(|(least, _)| sum < least) {
            best = Some((sum, set));
        }
    }
    let set = best.map_or(0, |(_, set)| set);
    let chosen = forces.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
    chosen.map(|(_, force)| force.id).collect()
}

/// Who goes toward an objective that is open, through areas that are: the nearest, then the weakest.
fn errand(book: &Book, theatre: &Theatre, free: &[Force], goal: Space) -> Option<(ForceId, Space)> {
    let far = |force: &Force| match theatre.place(force.id) {
        Place::Area(at) => book.map.distance(at, goal),
        Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
    };
    let near = free.iter().filter(|force| far(force).is_some_and(|far| far > 0));
    let who = near.min_by_key(|force| (far(force), force.combat(), force.id))?;
    let steps = gather(book, theatre, &[*who], goal);
    steps.into_iter().next()
}

/// All others come nearer to Napoleon, through areas without enemies.
fn gather(book: &Book, theatre: &Theatre, free: &[Force], to: Space) -> Vec<(ForceId, Space)> {
    let mut moves = vec![];
    for force in free {
        let Place::Area(at) = theatre.place(force.id) else { continue };
        let far = |from: Space| book.map.distance(from, to).unwrap_or(u32::MAX);
        let open = |next: &Space| *next == to || theatre.holder(*next) == Some(Side::French);
        let next = book.map.neighbours(at).into_iter().filter(|next| far(*next) < far(at));
        moves.extend(next.filter(open).min().map(|next| (force.id, next)));
    }
    moves
}

/// The strongest in the approach, in column to attack and in line to defend; a plan more if there
/// is plenty.
fn deploy(book: &Book, theatre: &Theatre, battle: &Battle) -> Answer {
    const PLENTY: u32 = 6;
    let here = theatre.napoleon == Some(battle.at);
    let forces = theatre.forces_at(Side::French, battle.at);
    let alone = |force: &Force| {
        let Place::Area(at) = theatre.place(force.id) else { return true };
        theatre.forces_at(Side::French, at).len() < 2
    };
    let joins = free(theatre).into_iter().filter(|force| !alone(force));
    let joins = joins.max_by_key(|force| (force.combat(), Reverse(force.id)));
    let attacks = attacks(&forces, &theatre.forces_at(Side::Enemy, battle.at));
    let joins = joins.filter(|_| {
        battle.fog.is_some_and(|(row, done)| done.is_none() && row.event == FogEvent::Join)
    });
    let joining = joins.iter();
    let mut all: Vec<Force> = forces.iter().chain(joining).copied().collect();
    all.retain(|force| force.kind.manoeuvres());
    all.sort_by_key(|force| (Reverse(force.combat()), force.id));
    let approach = all.into_iter().take(book.figures.approach_at_start).map(|force| Placing {
        who: force.id,
        at: Region::FrenchApproach,
        formation: if attacks { Formation::Column } else { Formation::Line },
    });
    Answer::Deploy(Deploy {
        joins: joins.map(|force| force.id),
        plans: u8::from(here && theatre.french_supply >= PLENTY),
        place: Some(approach.collect()),
        ..Deploy::default()
    })
}

/// If the French attack, plans where they fit, columns march, and lines fire or march; else the
/// defaults.
fn turn(book: &Book, battle: &Battle) -> Option<Answer> {
    let board = battle.board.as_ref()?;
    let side = |side: Side| board.of(side).map(|piece| piece.force).collect::<Vec<Force>>();
    if !attacks(&side(Side::French), &side(Side::Enemy)) {
        return None;
    }
    let mut acts = vec![];
    let mut pieces: Vec<_> = board.of(Side::French).collect();
    pieces.sort_by_key(|piece| (piece.kind().manoeuvres(), piece.at, piece.force.id));
    for piece in pieces {
        let says = on_the_attack(piece).into_iter().map(Some).chain([None]);
        acts.extend(says.map(|says| Act { who: piece.force.id, says }));
    }
    let plans = Some(attacking_plans(board, &book.plans));
    Some(Answer::Turn(Turn { plans, acts, ..Turn::default() }))
}
