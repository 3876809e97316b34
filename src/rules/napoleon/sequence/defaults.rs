//! What is done where the player says nothing.
//!
//! | what | default |
//! | --- | --- |
//! | moves (§9.2, §14.1) | nobody; Napoleon follows the strongest of those who leave him alone |
//! | next battle (§9.3) | the best odds for the French, then the map's order |
//! | scouts (§11.1, §13.1, §15.3) | none is used |
//! | fog of war (§11.1) | no insight, no recruit, Napoleon stays, nobody joins |
//! | plans bought (§11.4), insights (§11.5) | none; Terrain means the reserve, Duration is longer |
//! | placing (§11.6, §11.8) | the four strongest of infantry and cavalry in the approach, infantry in line, cavalry in column; the others in reserve, in column |
//! | tries of insights (§13.1) | each turn; all cavalry of the reserve but one sweep, three at most |
//! | plans (§13.2) | Square, Engage, Volley, Charge, Grapeshot, Push, where they fit |
//! | formations (§13.3) | never |
//! | acts (§13.4, §13.10) | [`Steady`], in the usual order |
//! | leaving the board (§13.11) | never |
//! | purchases (§14.4 to §14.6) | the strongest reduced force is refitted while more than four points are left |
//! | order of the groups (§15.2) | the map's, then by nation and lot |

use super::answer::{Purchase, Try};
use crate::board::french::Assignment;
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::place::Placing;
use crate::board::turn::{Commander, Says};
use crate::board::{Board, Formation, Piece, Region};
use crate::book::Book;
use crate::book::plans::{FrenchDefault, Plans};
use crate::record::force::{Force, ForceId, Kind, Side};
use crate::theatre::Theatre;
use kit::ground::Space;
use std::cmp::Reverse;

/// Where Terrain puts the enemy (§11.5).
pub const TERRAIN: Region = Region::EnemyReserve;

/// How many supply points a silent player keeps (§14.4).
pub const KEPT: u32 = 4;

/// The battle with the best odds for the French (§9.3).
pub fn best_odds(book: &Book, theatre: &Theatre) -> Option<Space> {
    let worse = |one: Space, other: Space| {
        let sums = |at| (theatre.strength(Side::French, at), theatre.strength(Side::Enemy, at));
        let ((ours, theirs), (our_other, their_other)) = (sums(one), sums(other));
        (ours * their_other) < (our_other * theirs)
    };
    let all = theatre.battles(book).into_iter();
    all.reduce(|best, next| if worse(best, next) { next } else { best })
}

/// Where the forces of a battle start (§11.6, §11.8).
pub fn placings(most: usize, forces: &[Force]) -> Vec<Placing> {
    let mut first: Vec<&Force> = forces.iter().filter(|force| force.kind.manoeuvres()).collect();
    first.sort_by_key(|force| (Reverse(force.combat()), force.id));
    let formation = |kind| match kind {
        Kind::Infantry => Formation::Line,
        Kind::Cavalry | Kind::Cannon | Kind::Garrison | Kind::Fortification => Formation::Column,
    };
    let approach = first.into_iter().take(most).map(|force| Placing {
        who: force.id,
        at: Region::FrenchApproach,
        formation: formation(force.kind),
    });
    approach.collect()
}

/// Who sweeps: all cavalry of the reserve but one; one alone goes if somebody else stays (§11.5).
pub fn riders(board: &Board) -> Vec<ForceId> {
    let mut may = board.sweepers();
    may.sort_by_key(|id| Reverse(board.piece(*id).map(|piece| piece.force.combat())));
    let others = board.of(Side::French).count() > may.len();
    let many =
        if others { may.len().saturating_sub(1).max(1) } else { may.len() - may.len().min(1) };
    may.truncate(many.min(board.figures.sweep_most));
    may
}

/// Which insights are tried: all that are left and need a roll (§13.1).
pub fn tries(board: &Board) -> Vec<Try> {
    let left = board.insights.iter().copied();
    let rolled = left.filter(|insight| board.insight_target(*insight).is_some());
    let worth = rolled.filter(|insight| *insight != Insight::Sweep || !riders(board).is_empty());
    worth.map(|insight| Try { insight, scouts: 0, riders: vec![] }).collect()
}

/// What is bought: refits of the strongest, while more than four points are left (§14.4).
pub fn purchases(theatre: &Theatre) -> Vec<Purchase> {
    let mut reduced = theatre.to_refit();
    reduced.sort_by_key(|force| (Reverse(force.front.punch.combat), force.id));
    let refits = reduced.into_iter().map(|force| Purchase::Refit(force.id));
    // A refit costs two points: more than four are left before each of them.
    std::iter::once(Purchase::Keep(KEPT - 1)).chain(refits).collect()
}

/// A commander who holds: plans where they fit, fire in line, and a march upon a column that stands
/// next to a column (§13.2, §13.4).
#[derive(Copy, Clone, Debug, Default)]
pub struct Steady;

/// The plans in the order in which they are chosen.
const PLANS: [&str; 6] = ["Square", "Engage", "Volley", "Charge", "Grapeshot", "Push"];

impl Steady {
    /// Whether a plan is worth placing on a force now.
    fn fits(board: &Board, piece: &Piece, name: &str) -> bool {
        let id = piece.force.id;
        let Some(range) = board.range(id) else { return false };
        let kind = piece.kind();
        let column = piece.formation == Formation::Column;
        let rider =
            |other: &Piece| other.kind() == Kind::Cavalry && other.at.distance(piece.at) <= 1;
        match name {
            "Square" => kind == Kind::Infantry && board.of(Side::Enemy).any(rider),
            "Engage" => kind == Kind::Infantry && column && range == 1,
            "Volley" => kind == Kind::Infantry && !column && range == 1,
            "Charge" => kind == Kind::Cavalry && (1..=2).contains(&range),
            "Grapeshot" => kind.is_artillery() && board.can_attack(id),
            "Push" => kind.manoeuvres() && column && range == 1,
            _ => false,
        }
    }
}

impl Commander for Steady {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        let mut chosen: Vec<Assignment> = vec![];
        if board.routed == Some(Side::French) {
            return chosen;
        }
        for name in PLANS {
            let Some(id) = plans.french(name) else { continue };
            let mut fits: Vec<&Piece> =
                board.of(Side::French).filter(|piece| Self::fits(board, piece, name)).collect();
            fits.sort_by_key(|piece| (Reverse(piece.force.combat()), piece.force.id));
            for piece in fits {
                let who = Some(piece.force.id);
                chosen.push(Assignment { plan: id, who });
                if board.clone().assign_french(&chosen, plans).is_err() {
                    chosen.pop();
                }
            }
        }
        chosen
    }

    fn says(&mut self, board: &Board, who: ForceId, _plans: &Plans) -> Says {
        let piece = board.piece(who)?;
        if board.routed == Some(Side::French) {
            return Some((FrenchDefault::Retreat, March::Back));
        }
        let range = board.range(who)?;
        if piece.formation == Formation::Line || !piece.kind().manoeuvres() {
            return board.can_attack(who).then_some((FrenchDefault::Fire, March::default()));
        }
        let columns = board
            .of(Side::Enemy)
            .any(|other| other.formation == Formation::Column && other.at.distance(piece.at) == 1);
        (range == 1 && columns).then_some((FrenchDefault::March, March::Forward))
    }
}
