//! What a condition is told when its stop comes. Everything lies open on map and board (§2), so
//! only what there is not now is unknown, such as odds without a battle.

use super::grammar::GRAMMAR;
use super::words::{ENEMY, NAPOLEON, Words};
use crate::board::{Board, Exit, Formation, Gone, Piece};
use crate::book::Book;
use crate::record::force::{Force, ForceId, Kind, Side, strength};
use crate::season::staff::CHIEF;
use crate::sequence::{Campaign, Cause, Stage};
use crate::theatre::Place;
use kit::ground::Space;
use sheet::Diagnostics;
use sheet::condition::{self, Senses, Term, Truth};

/// A campaign at one moment, and the force whose line asks.
pub struct Scene<'a> {
    pub book: &'a Book,
    pub campaign: &'a Campaign,
    pub who: Option<ForceId>,
    /// Who of the staff asks: headquarters alone knows the purse.
    pub officer: Option<&'a str>,
}

impl Scene<'_> {
    /// Whether a condition holds, in the words of the sheet; no condition holds always.
    pub fn holds(&self, words: Option<&str>) -> bool {
        words.is_none_or(|words| self.asks(words) == Truth::Yes)
    }

    /// What a condition comes to, in the words of the sheet.
    pub fn asks(&self, words: &str) -> Truth {
        let vocabulary = Words { book: self.book };
        let mut faults = Diagnostics::default();
        let read = condition::parse(words, 0, &GRAMMAR, &vocabulary, &mut faults);
        read.map_or(Truth::Unknown, |condition| condition.ask(self))
    }

    fn has_purse(&self) -> bool {
        self.officer.is_none_or(|officer| officer == CHIEF)
    }

    fn at(&self) -> Option<Space> {
        self.campaign.battle.as_ref().map(|battle| battle.at)
    }

    fn board(&self) -> Option<&Board> {
        self.campaign.battle.as_ref()?.board.as_ref()
    }

    fn piece(&self) -> Option<&Piece> {
        self.board()?.piece(self.who?)
    }

    /// The forces of a side in the battle that is on.
    fn forces(&self, side: Side) -> Option<Vec<Force>> {
        match (self.board(), self.at()) {
            (Some(board), _) => Some(board.of(side).map(|piece| piece.force).collect()),
            (None, Some(at)) => Some(self.campaign.theatre.forces_at(side, at)),
            (None, None) => None,
        }
    }

    fn strengths(&self) -> Option<(i64, i64)> {
        let sum = |side| self.forces(side).map(|forces| i64::from(strength(&forces)));
        Some((sum(Side::French)?, sum(Side::Enemy)?))
    }

    fn flag(&self, flag: &str) -> Truth {
        let known = |known: Option<bool>| known.map_or(Truth::Unknown, Truth::of);
        let piece = self.piece();
        let stands = |formation| piece.map(|piece| piece.formation == formation);
        match flag {
            "napoleon here" => {
                known(self.at().map(|at| self.campaign.theatre.napoleon == Some(at)))
            }
            "enemy turn" => Truth::of(cause(self.campaign.stage) == Some(Cause::Enemy)),
            "routed" => known(self.board().map(|board| board.routed == Some(Side::French))),
            "enemy routed" => known(self.board().map(|board| board.routed == Some(Side::Enemy))),
            "in line" => known(stands(Formation::Line)),
            "in column" => known(stands(Formation::Column)),
            "in melee" => known(self.board().zip(self.who).map(|(board, who)| board.in_melee(who))),
            "reduced" => {
                let force = piece.map(|piece| &piece.force);
                let force =
                    force.or_else(|| self.who.and_then(|who| self.campaign.theatre.force(who)));
                known(force.map(|force| force.reduced))
            }
            _ => Truth::Unknown,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        let theatre = &self.campaign.theatre;
        let enemies = |kinds: &[Kind]| {
            let forces = self.forces(Side::Enemy)?;
            let many = forces.iter().filter(|force| kinds.contains(&force.kind)).count();
            i64::try_from(many).ok()
        };
        let dead = |side: Side| {
            let ours = |gone: &&Gone| gone.force.side() == side;
            let many = self.board()?.gone(Exit::Destroyed).filter(ours).count();
            i64::try_from(many).ok()
        };
        let board = self.board();
        match name {
            "our strength" => self.strengths().map(|(ours, _)| ours),
            "their strength" => self.strengths().map(|(_, theirs)| theirs),
            "our losses" => dead(Side::French),
            "their losses" => dead(Side::Enemy),
            "turn" => self.campaign.battle.as_ref().map(|battle| i64::from(battle.turn)),
            "turns left" => {
                let fog = self.campaign.battle.as_ref().and_then(|battle| battle.fog);
                let left = board.map(|board| board.turns_left);
                left.or(fog.map(|(row, _)| row.turns)).map(i64::from)
            }
            "plans" => board.map(|board| i64::from(board.french_plans)),
            "enemy plans" => board.map(|board| i64::from(board.enemy_plans)),
            "enemy infantry" => enemies(&[Kind::Infantry]),
            "enemy cavalry" => enemies(&[Kind::Cavalry]),
            "enemy cannons" => enemies(&[Kind::Cannon, Kind::Fortification]),
            "range" => board?.range(self.who?).map(i64::from),
            "supply" | "enemy supply" | "scouts" if !self.has_purse() => None,
            "supply" => Some(i64::from(theatre.french_supply)),
            "enemy supply" => Some(i64::from(theatre.enemy_supply)),
            "scouts" => Some(i64::from(theatre.scouts)),
            "objectives" => i64::try_from(theatre.objectives(self.book, Side::French).len()).ok(),
            "campaign turn" => i64::try_from(theatre.turn).ok(),
            _ => None,
        }
    }

    /// Where somebody stands on the map.
    fn places(&self, who: &str) -> Vec<Space> {
        let theatre = &self.campaign.theatre;
        match who {
            NAPOLEON => theatre.napoleon.into_iter().collect(),
            ENEMY => self.book.map.all().filter(|at| theatre.stands(Side::Enemy, *at)).collect(),
            name => match self.book.force(name).map(|force| theatre.place(force.id)) {
                Some(Place::Area(at)) => vec![at],
                Some(Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen)
                | None => vec![],
            },
        }
    }

    fn near(&self, who: &str, place: &str, most: i64) -> Truth {
        let Some(place) = self.book.map.find(place) else { return Truth::Unknown };
        let far = |at: Space| self.book.map.distance(at, place).map(i64::from);
        Truth::of(self.places(who).into_iter().any(|at| far(at).is_some_and(|far| far <= most)))
    }
}

/// Which battles are fought in a stage.
pub fn cause(stage: Stage) -> Option<Cause> {
    match stage {
        Stage::Battles(cause)
        | Stage::Fog(cause)
        | Stage::Deploy(cause)
        | Stage::BattleTurn(cause) => Some(cause),
        Stage::TurnCounter
        | Stage::Moves
        | Stage::March
        | Stage::Resupply
        | Stage::EnemyOrders
        | Stage::EnemyResupply
        | Stage::Over(_) => None,
    }
}

impl Senses for Scene<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Flag(flag) | Term::FlagAt(flag, _) => self.flag(flag),
            Term::Odds(how, ours, theirs) => {
                let strengths = self.strengths();
                how.holds_of_odds(strengths, *ours, *theirs)
            }
            Term::Compare(left, how, right) => how.holds_of(left, right, |name| self.number(name)),
            Term::CompareOf(..) => Truth::Unknown,
            Term::Is(..) => Truth::Unknown,
            Term::Unknown(name) => Truth::of(self.number(name).is_none()),
            Term::Whose { place, ours } => match self.book.map.find(place) {
                Some(at) => {
                    let wanted = if *ours { Side::French } else { Side::Enemy };
                    Truth::of(self.campaign.theatre.holder(at) == Some(wanted))
                }
                None => Truth::Unknown,
            },
            Term::Inside(who) => {
                let city = |at: &Space| self.book.map.is_city(*at);
                Truth::of(self.places(who).iter().any(city))
            }
            Term::At { who, place } => self.near(who, place, 0),
            Term::Within { who, steps, place } => self.near(who, place, *steps),
        }
    }
}
