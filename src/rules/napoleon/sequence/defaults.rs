//! What is done where the player says nothing.
//!
//! | what | default |
//! | --- | --- |
//! | moves (§9.2, §14.1) | nobody; Napoleon follows the strongest of those who leave him alone |
//! | next battle (§9.3) | the best odds for the French, then the map's order |
//! | scouts (§11.1, §13.1, §15.3) | none is used |
//! | fog of war (§11.1) | no insight, no recruit, Napoleon stays, nobody joins |
//! | plans bought (§11.4), insights (§11.5) | none; Terrain means the reserve, Duration is longer |
//! | placing (§11.6, §11.8) | the four strongest of infantry and cavalry in the approach, in column to attack, in line to defend; the others in reserve, in column |
//! | tries of insights (§13.1) | each turn; all cavalry of the reserve but one sweep, three at most |
//! | plans (§13.2) | where they fit: in an attack Engage, Volley, Charge, Grapeshot, Push, else Square before them |
//! | formations (§13.3) | never |
//! | acts (§13.4, §13.10) | [`Steady`], in the usual order |
//! | leaving the board (§13.11) | never |
//! | purchases (§14.4 to §14.6) | as far as the points go: refits of the strongest, mobile forces where Napoleon is, walls for objectives without them |
//! | order of the groups (§15.2) | the map's, then by nation and lot |
//!
//! The French attack upon an enemy of whom walls and cannons are more than half, and with twice the
//! strength; else they defend.

use super::answer::{Purchase, Try};
use crate::board::french::Assignment;
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::place::Placing;
use crate::board::turn::{Commander, Says};
use crate::board::{Board, Formation, Piece, Region};
use crate::book::Book;
use crate::book::plans::{FrenchDefault, Plans};
use crate::record::force::{Force, ForceId, Kind, Side, strength};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use std::cmp::Reverse;

/// Where Terrain puts the enemy (§11.5).
pub const TERRAIN: Region = Region::EnemyReserve;

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

/// Where the forces of a battle start: in column to attack, in line to defend (§11.6, §11.8).
pub fn placings(most: usize, forces: &[Force], enemies: &[Force]) -> Vec<Placing> {
    let mut first: Vec<&Force> = forces.iter().filter(|force| force.kind.manoeuvres()).collect();
    first.sort_by_key(|force| (Reverse(force.combat()), force.id));
    let formation = if attacks(forces, enemies) { Formation::Column } else { Formation::Line };
    let at = Region::FrenchApproach;
    first.into_iter().take(most).map(|force| Placing { who: force.id, at, formation }).collect()
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
    let openings = board.openings();
    let can = |insight: &Insight| {
        insight.does_anything(&openings)
            && (*insight != Insight::Sweep || !riders(board).is_empty())
    };
    let worth = rolled.filter(can);
    worth.map(|insight| Try { insight, scouts: 0, riders: None }).collect()
}

/// What so many points are spent on: refits of the strongest first, then the dead and recruits to
/// Napoleon, and walls for objectives without any (§14.4, §14.5).
pub fn purchases(book: &Book, theatre: &Theatre, purse: u32) -> Vec<Purchase> {
    let mut wanted = vec![];
    let mut reduced = theatre.to_refit();
    reduced.sort_by_key(|force| (Reverse(force.front.punch.combat), force.id));
    wanted.extend(reduced.iter().map(|force| Purchase::Refit(force.id)));
    let mut pool = theatre.for_sale();
    pool.retain(|force| force.kind.is_mobile());
    pool.sort_by_key(|force| (Reverse(force.front.punch.combat), force.id));
    let buy = |force: &Force| Purchase::Buy { what: force.id, reduced: false, at: None };
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
    affordable(book, theatre, purse, wanted)
}

/// What of a list the purse can pay.
fn affordable(
    book: &Book,
    theatre: &Theatre,
    mut purse: u32,
    wanted: Vec<Purchase>,
) -> Vec<Purchase> {
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

/// Whether the French had better march: upon walls and cannons, and upon half of their strength.
pub fn attacks(ours: &[Force], theirs: &[Force]) -> bool {
    let enemy = strength(theirs);
    let field = strength(theirs.iter().filter(|force| force.kind.manoeuvres()));
    2 * field < enemy || strength(ours) >= 2 * enemy
}

/// What a force of an attack does, the first that it can: columns march, the others fire (§13.4).
pub fn on_the_attack(piece: &Piece) -> Vec<(FrenchDefault, March)> {
    let march = (FrenchDefault::March, March::Forward);
    let fire = (FrenchDefault::Fire, March::default());
    match (piece.kind().manoeuvres(), piece.formation) {
        (false, _) => vec![fire],
        (true, Formation::Column) => vec![march, fire],
        (true, Formation::Line) => vec![fire, march],
    }
}

/// Whether the French of a board had better march.
fn attack_on(board: &Board) -> bool {
    let side = |side| board.of(side).map(|piece| piece.force).collect::<Vec<Force>>();
    attacks(&side(Side::French), &side(Side::Enemy))
}

/// Whether a plan is worth placing on a force of an attack now.
fn fits_attack(board: &Board, piece: &Piece, name: &str) -> bool {
    let id = piece.force.id;
    let Some(range) = board.range(id).filter(|range| *range > 0) else { return false };
    let (line, column) = (piece.formation == Formation::Line, piece.formation == Formation::Column);
    match name {
        "Engage" => piece.kind() == Kind::Infantry && column && range == 1,
        "Volley" => piece.kind().manoeuvres() && line && range == 1 && board.can_attack(id),
        "Charge" => piece.kind() == Kind::Cavalry && range <= 2,
        "Grapeshot" => piece.kind().is_artillery() && board.can_attack(id),
        "Push" => piece.kind().manoeuvres() && column && range == 1,
        _ => false,
    }
}

/// The plans of an attack that fit, the strongest forces first (§13.2).
pub fn attacking_plans(board: &Board, plans: &Plans) -> Vec<Assignment> {
    let mut chosen: Vec<Assignment> = vec![];
    for name in ["Engage", "Volley", "Charge", "Grapeshot", "Push"] {
        let Some(id) = plans.french(name) else { continue };
        let counters = plans.plan(id).map_or(0, |plan| usize::from(plan.counters));
        let free = |piece: &&Piece| {
            let taken = |other: &Assignment| other.who == Some(piece.force.id);
            !chosen.iter().any(taken) && fits_attack(board, piece, name)
        };
        let mut fits: Vec<&Piece> = board.of(Side::French).filter(free).collect();
        fits.sort_by_key(|piece| Reverse(piece.force.combat()));
        let taken = fits.into_iter().take(counters);
        let taken = taken.map(|piece| Assignment { plan: id, who: Some(piece.force.id) });
        let taken: Vec<Assignment> = taken.collect();
        chosen.extend(taken);
    }
    chosen.truncate(usize::from(board.french_plans));
    chosen
}

/// A commander who attacks where [`attacks`] says so, and else holds: plans where they fit, fire in
/// line, and a march upon a column that stands next to a column (§13.2, §13.4).
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
        if attack_on(board) {
            return attacking_plans(board, plans);
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
        if attack_on(board) {
            let may = board.french_defaults(who);
            return on_the_attack(piece).into_iter().find(|says| may.contains(says));
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
