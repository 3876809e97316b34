//! An automatic player for a whole campaign: it says something at every stop.
//!
//! Before the moves it thinks of a few: everybody with Napoleon to one of the areas next to him, or
//! nobody, with and without others who overrun what they can. Each of them it plays to the
//! end of the campaign turn, with dice of its own, and takes the best. Everything else follows rules
//! of thumb: in battle its columns march upon walls and a weak enemy, else its lines wait. It uses no insights and no scouts. It
//! says the same about the same campaign.

use crate::board::perform::March;
use crate::board::place::Placing;
use crate::board::turn::Commander;
use crate::board::{Formation, Region};
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::book::tables::FogEvent;
use crate::player::{OwnDice, Plain};
use crate::record::force::{Force, ForceId, Kind, Side, strength};
use crate::sequence::answer::{
    Act, After, Answer, Ask, Deploy, Move, Mover, Moves, Purchase, Said, Stops, Turn,
};
use crate::sequence::{Battle, Campaign, Stage};
use crate::theatre::holding::Outcome;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// An automatic player.
#[derive(Copy, Clone, Debug)]
pub struct General {
    /// How often it plays each of its thoughts.
    pub tries: u32,
}

impl General {
    /// What it says at the present stop; nothing, where it is not asked.
    pub fn says(self, book: &Book, campaign: &Campaign) -> Said {
        let here = match campaign.asked(book) {
            Some(Ask::Moves) => Some(Answer::Moves(self.best(book, campaign))),
            Some(Ask::Deploy | Ask::BattleTurn | Ask::After) | None => rules(book, campaign),
        };
        Said { here, ..Said::default() }
    }

    /// The best of its thoughts about the moves.
    fn best(self, book: &Book, campaign: &Campaign) -> Moves {
        let thoughts = thoughts(book, &campaign.theatre);
        let tried = thoughts.into_iter().map(|moves| (self.worth(book, campaign, &moves), moves));
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let moves = best.map(|(_, moves)| moves).unwrap_or_default();
        Moves { moves, ..Moves::default() }
    }

    /// What moves are worth: the campaign turn is played by the rules of thumb.
    fn worth(self, book: &Book, campaign: &Campaign, moves: &[Move]) -> i64 {
        let mut sum = 0;
        for number in 0..self.tries {
            let mut dice = OwnDice::seeded(u64::from(number) << 32 | campaign.theatre.turn as u64);
            let mut after = campaign.clone();
            after.stops = Stops::BattleTurns;
            let moves = Moves { moves: moves.to_vec(), ..Moves::default() };
            let mut said = Said { here: Some(Answer::Moves(moves)), ..Said::default() };
            while after.play(book, said, &mut dice).is_ok() {
                if after.outcome().is_some() || after.asked(book) == Some(Ask::Moves) {
                    break;
                }
                said = Said { here: rules(book, &after), ..Said::default() };
            }
            sum += score(book, &after);
        }
        sum
    }
}

/// How good a campaign stands for the French.
fn score(book: &Book, campaign: &Campaign) -> i64 {
    const OVER: i64 = 200;
    const OBJECTIVE: i64 = 60;
    const AREA: i64 = 10;
    match campaign.outcome() {
        Some(Outcome::Won { .. }) => return OVER,
        Some(Outcome::Lost(_)) => return -OVER,
        None => {}
    }
    let theatre = &campaign.theatre;
    let on_map = |force: &&Force| matches!(theatre.place(force.id), Place::Area(_));
    let side = |side: Side| {
        let forces = theatre.forces.iter().filter(|force| force.side() == side).filter(on_map);
        i64::from(strength(forces))
    };
    let held = theatre.objectives(book, Side::French).len() as i64;
    let far = theatre.napoleon.and_then(|at| {
        let goals = goals(book, theatre).into_iter();
        let goals = goals.filter(|goal| book.campaign.objectives.contains(goal));
        goals.filter_map(|goal| book.map.distance(at, goal)).min()
    });
    held * OBJECTIVE + side(Side::French) - side(Side::Enemy) + i64::from(theatre.french_supply)
        - i64::from(far.unwrap_or(0)) * AREA
}

/// What the rules of thumb say at a stop.
fn rules(book: &Book, campaign: &Campaign) -> Option<Answer> {
    let theatre = &campaign.theatre;
    let battle = campaign.battle.as_ref();
    campaign.asked(book).and_then(|ask| match ask {
        Ask::Moves => None,
        Ask::Deploy => battle.map(|battle| deploy(book, theatre, battle)),
        Ask::BattleTurn => battle.and_then(|battle| turn(book, battle)),
        Ask::After => Some(Answer::After(After {
            march: match campaign.stage {
                Stage::Resupply => vec![],
                _ => march(book, theatre),
            },
            resupply: Some(purchases(book, theatre)),
            ..After::default()
        })),
    })
}

/// The moves of which the general thinks, each once.
fn thoughts(book: &Book, theatre: &Theatre) -> Vec<Vec<Move>> {
    let near = theatre.napoleon.map(|at| book.map.neighbours(at)).unwrap_or_default();
    let mut thoughts: Vec<Vec<Move>> = vec![];
    for to in theatre.napoleon.into_iter().chain(near) {
        for times in [book.figures.outweighed, WALLS, 0] {
            let moves = moves(book, theatre, to, times);
            if !thoughts.contains(&moves) {
                thoughts.push(moves);
            }
        }
    }
    thoughts
}

/// How many times the strength of walls is enough to storm them.
const WALLS: u32 = 2;

/// Everybody who is not needed against others, of whom so many times the strength is wanted, goes to an area with Napoleon, or nearer to it.
fn moves(book: &Book, theatre: &Theatre, to: Space, times: u32) -> Vec<Move> {
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
    let may = |force: &&Force| match theatre.place(force.id) {
        Place::Area(at) => {
            let ours = force.side() == Side::French && force.kind.is_mobile();
            ours && !theatre.stands(Side::Enemy, at)
        }
        Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => false,
    };
    theatre.forces.iter().filter(may).copied().collect()
}

/// Where the enemy is, and objectives that nobody holds: objectives first, then the weakest.
fn goals(book: &Book, theatre: &Theatre) -> Vec<Space> {
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

/// Whether the French had better march: upon walls and cannons, and upon half of their strength.
fn attacks(ours: &[Force], theirs: &[Force]) -> bool {
    let enemy = strength(theirs);
    let field = strength(theirs.iter().filter(|force| force.kind.manoeuvres()));
    2 * field < enemy || strength(ours) >= 2 * enemy
}

/// If the French attack, plans where they fit, columns march, and lines fire or march; else the
/// defaults.
fn turn(book: &Book, battle: &Battle) -> Option<Answer> {
    let board = battle.board.as_ref()?;
    let side = |side: Side| board.of(side).map(|piece| piece.force).collect::<Vec<Force>>();
    if !attacks(&side(Side::French), &side(Side::Enemy)) {
        return None;
    }
    let march = Some((FrenchDefault::March, March::Forward));
    let fire = Some((FrenchDefault::Fire, March::default()));
    let mut acts = vec![];
    let mut pieces: Vec<_> = board.of(Side::French).collect();
    pieces.sort_by_key(|piece| (piece.kind().manoeuvres(), piece.at, piece.force.id));
    for piece in pieces {
        let column = piece.formation == Formation::Column;
        let says = match (piece.kind().manoeuvres(), column) {
            (false, _) => vec![fire, None],
            (true, true) => vec![march, fire, None],
            (true, false) => vec![fire, march, None],
        };
        acts.extend(says.into_iter().map(|says| Act { who: piece.force.id, says }));
    }
    let plans = Some(Plain.plans(board, &book.plans));
    Some(Answer::Turn(Turn { plans, acts, ..Turn::default() }))
}

/// Refits first, then the dead and recruits to Napoleon, and walls for objectives without any.
fn purchases(book: &Book, theatre: &Theatre) -> Vec<Purchase> {
    let mut wanted = vec![];
    let on_map = |force: &&Force| matches!(theatre.place(force.id), Place::Area(_));
    let french = || theatre.forces.iter().filter(|force| force.side() == Side::French);
    let mut reduced: Vec<&Force> = french().filter(on_map).filter(|force| force.reduced).collect();
    reduced.sort_by_key(|force| (Reverse(force.front.punch.combat), force.id));
    wanted.extend(reduced.iter().map(|force| Purchase::Refit(force.id)));
    let pool = french().filter(|force| theatre.place(force.id) == Place::Pool);
    let mut pool: Vec<&Force> = pool.filter(|force| force.kind.is_mobile()).collect();
    pool.sort_by_key(|force| (Reverse(force.front.punch.combat), force.id));
    let buy = |force: &&Force| Purchase::Buy { what: force.id, reduced: false, at: None };
    wanted.extend(pool.iter().map(buy));
    for at in theatre.objectives(book, Side::French) {
        for kind in [Kind::Fortification, Kind::Garrison] {
            let stands = theatre.forces_at(Side::French, at).iter().any(|force| force.kind == kind);
            let used = |what: &ForceId| {
                wanted
                    .iter()
                    .any(|other| matches!(other, Purchase::Buy { what: w, .. } if w == what))
            };
            let spare = theatre.forces.iter().filter(|force| force.kind == kind);
            let spare = spare.map(|force| force.id).filter(|id| theatre.place(*id) == Place::Pool);
            if !stands && let Some(what) = spare.into_iter().find(|id| !used(id)) {
                wanted.push(Purchase::Buy { what, reduced: false, at: Some(at) });
            }
        }
    }
    affordable(book, theatre, wanted)
}

/// What of a list the purse can pay.
fn affordable(book: &Book, theatre: &Theatre, wanted: Vec<Purchase>) -> Vec<Purchase> {
    let mut purse = theatre.french_supply.saturating_add(theatre.income(book));
    let mut paid = |purchase: &Purchase| {
        let price = match purchase {
            Purchase::Refit(_) => book.figures.refit,
            Purchase::Buy { what, .. } => theatre.force(*what).map_or(0, Force::price),
            Purchase::Scout => book.figures.scout,
            Purchase::Keep(_) => 0,
        };
        let left = purse.checked_sub(price);
        purse = left.unwrap_or(purse);
        left.is_some()
    };
    wanted.into_iter().filter(|purchase| paid(purchase)).collect()
}
