//! What a sheet or the doctrine says, as the typed answer of a stop: conditions are asked, and sorts
//! of forces become forces.

use super::check::{assignments, for_sale, placings_of, step};
use super::senses::{Scene, cause};
use super::told::{
    AfterTold, BuyTold, DeployTold, Going, Lasting, Line, MovesTold, PlanTold, Told, TurnTold,
    When, Where,
};
use super::whom::Whom;
use crate::board::Board;
use crate::board::french::Assignment;
use crate::book::Book;
use crate::book::tables::FogEvent;
use crate::record::force::{ForceId, Side};
use crate::record::state::board;
use crate::sequence::answer::{
    Act, After, Answer, Ask, Change, Deploy, Move, Mover, Moves, Purchase, Try, Turn,
};
use crate::sequence::{Campaign, Cause, Stage};
use crate::theatre::{Place, Theatre};
use std::collections::BTreeSet;

/// A campaign at a stop.
pub struct Stop<'a> {
    pub book: &'a Book,
    pub campaign: &'a Campaign,
    /// Who of the staff says it, if there is one.
    pub officer: Option<&'a str>,
}

impl Stop<'_> {
    fn holds(&self, condition: Option<&String>, who: Option<ForceId>) -> bool {
        let scene = Scene { book: self.book, campaign: self.campaign, who, officer: self.officer };
        scene.holds(condition.map(String::as_str))
    }

    /// Whether the player wants to be asked at this stop: not where what is asked was said before,
    /// unless `ask:` names the stop.
    pub fn is_asked(&self, ask: Ask, lasting: &Lasting, before: Option<&AfterTold>) -> bool {
        let allowed = self.book.options.stops.includes(ask);
        let wanted = match &lasting.ask {
            None => !self.is_answered(ask, before),
            Some(list) => {
                let mut lines = list.iter().filter(|line| line.what == ask);
                lines.any(|line| self.holds(line.condition.as_ref(), None))
            }
        };
        allowed && (ask == Ask::Moves || wanted)
    }

    /// Whether all that is asked after the battles was said before: purchases, and marches where
    /// they are still to come.
    fn is_answered(&self, ask: Ask, before: Option<&AfterTold>) -> bool {
        let Some(AfterTold { march, resupply, .. }) = before else { return false };
        let marched = !march.is_empty() || self.campaign.stage == Stage::Resupply;
        ask == Ask::After && resupply.is_some() && marched
    }

    /// The answer that was said, as the machine takes it.
    pub fn answer(&self, told: &Told) -> Answer {
        self.taken(told, false)
    }

    /// The same of what was said beforehand, by who did not see the board: a plan that can do nothing
    /// now is passed over for the next line.
    pub fn foreseen(&self, told: &Told) -> Answer {
        self.taken(told, true)
    }

    fn taken(&self, told: &Told, foreseen: bool) -> Answer {
        match told {
            Told::Moves(told) => Answer::Moves(self.moves(told)),
            Told::Deploy(told) => Answer::Deploy(self.deploy(told)),
            Told::Turn(told) => Answer::Turn(self.turn(told, foreseen)),
            Told::After(told) => Answer::After(self.after(told)),
        }
    }

    /// Those whose acts are said of sorts of forces alone.
    pub fn of_sorts(&self, told: &Told) -> BTreeSet<ForceId> {
        let (Told::Turn(told), Some(board)) = (told, board(self.campaign)) else {
            return BTreeSet::new();
        };
        let (mut sorts, mut named) = (BTreeSet::new(), BTreeSet::new());
        for line in &told.acts {
            match line.what.who {
                Whom::Force(id) => {
                    named.insert(id);
                }
                Whom::Sort(_) => sorts.extend(line.what.who.on_board(board, &[])),
            }
        }
        &sorts - &named
    }

    /// What the doctrine says at this stop, if it says anything.
    pub fn doctrine(&self, ask: Ask, lasting: &Lasting) -> Option<Told> {
        let lines = || lasting.doctrine.iter().filter(|line| self.fits(line));
        match ask {
            Ask::Deploy => lines().find_map(|line| line.deploy.clone()).map(Told::Deploy),
            Ask::BattleTurn => lines().find_map(|line| line.fight.clone()).map(Told::Turn),
            Ask::Moves | Ask::After => None,
        }
    }

    fn fits(&self, line: &Line) -> bool {
        let Some(battle) = &self.campaign.battle else { return false };
        let here = match line.battle {
            Where::Any => true,
            Where::Area(at) => battle.at == at,
            Where::WithNapoleon => self.campaign.theatre.napoleon == Some(battle.at),
            Where::EnemyTurn => cause(self.campaign.stage) == Some(Cause::Enemy),
        };
        let turn = line.turn.is_none_or(|turn| battle.board.is_some() && battle.turn == turn);
        here && turn && self.holds(line.condition.as_ref(), None)
    }

    /// Moves; a condition may not leave Napoleon alone, so he stays then.
    fn block(&self, lines: &[When<Going>], forced: bool) -> Vec<Move> {
        let mut moves = vec![];
        for When { condition, what: Going { who, to } } in lines {
            for mover in who {
                let id = match mover {
                    Mover::Force(id) => Some(*id),
                    Mover::Napoleon => None,
                };
                if self.holds(condition.as_ref(), id) {
                    moves.push(Move { who: *mover, to: *to });
                }
            }
        }
        let mut after = self.campaign.theatre.clone();
        after.begin_step();
        for Move { who, to } in &moves {
            let _ = step(self.book, &mut after, *who, *to, forced);
        }
        if after.napoleon_alone() {
            moves.retain(|one| one.who != Mover::Napoleon);
        }
        moves
    }

    fn moves(&self, told: &MovesTold) -> Moves {
        Moves {
            moves: self.block(&told.moves, false),
            battles: told.battles.clone(),
            scouts: told.scouts.clone(),
            keep: told.keep.clone(),
        }
    }

    fn deploy(&self, told: &DeployTold) -> Deploy {
        let mut deploy = Deploy {
            free_insight: told.fog.insight,
            insights: told.insights.clone(),
            terrain: told.terrain,
            ..Deploy::default()
        };
        let Some(battle) = &self.campaign.battle else { return deploy };
        let theatre = &self.campaign.theatre;
        let mut comes = vec![];
        if let Some((row, None)) = battle.fog {
            let choice = super::check::fog_choice(theatre, (battle.at, row), told);
            deploy.recruit = choice.recruit;
            deploy.napoleon_comes = choice.napoleon_comes;
            deploy.joins = choice.joins;
            // Who comes by the fog can be placed too.
            comes.extend(choice.joins);
            let recruit = choice.recruit.filter(|_| row.event == FogEvent::Recruit);
            comes.extend(recruit.filter(|(_, to)| *to == battle.at).map(|(id, _)| id));
        }
        let plans = told.plans.as_ref().filter(|line| self.holds(line.condition.as_ref(), None));
        deploy.plans = plans.map_or(0, |line| line.what);
        if let Some(placed) = &told.place {
            let board = theatre.open_board(self.book, battle.at, 1, 0);
            let mut forces = theatre.forces_at(Side::French, battle.at);
            forces.extend(comes.into_iter().filter_map(|id| theatre.force(id)).copied());
            let mut placings = vec![];
            for line in placed {
                let new = placings_of(&board, &forces, line, &placings);
                placings.extend(new);
            }
            let there = |id: ForceId| forces.iter().any(|force| force.id == id);
            placings.retain(|placing| there(placing.who));
            deploy.place = Some(placings);
        }
        deploy
    }

    fn turn(&self, told: &TurnTold, foreseen: bool) -> Turn {
        let Some(mut board) = board(self.campaign).cloned() else { return Turn::default() };
        board.begin_turn();
        let mut turn = Turn { shorter: told.shorter, ..Turn::default() };
        turn.tries = told.tries.as_ref().map(|tries| {
            let lines = tries.iter().filter(|line| self.holds(line.condition.as_ref(), None));
            let a_try = |line: &When<super::told::TryTold>| {
                let mut riders = vec![];
                for who in &line.what.riders {
                    let new = who.on_board(&board, &riders);
                    riders.extend(new);
                }
                let may = board.sweepers();
                riders.retain(|id| may.contains(id));
                riders.truncate(board.figures.sweep_most);
                Try { insight: line.what.insight, scouts: line.what.scouts, riders }
            };
            lines.map(a_try).collect()
        });
        if let Some(plans) = &told.plans {
            self.plans(&board, plans, foreseen, &mut turn);
        }
        for line in &told.acts {
            for who in line.what.who.on_board(&board, &[]) {
                if self.holds(line.condition.as_ref(), Some(who)) {
                    turn.acts.push(Act { who, says: line.what.says });
                }
            }
        }
        turn
    }

    fn plans(&self, board: &Board, lines: &[When<PlanTold>], foreseen: bool, turn: &mut Turn) {
        let does = |Assignment { plan, who }: Assignment| {
            let plan = self.book.plans.plan(plan);
            who.zip(plan).is_none_or(|(who, plan)| board.comes_to_anything(who, plan))
        };
        let mut chosen = vec![];
        for When { condition, what } in lines {
            for assignment in assignments(self.book, board, what, &chosen) {
                let passed_over = foreseen && !does(assignment);
                if passed_over || !self.holds(condition.as_ref(), assignment.who) {
                    continue;
                }
                chosen.push(assignment);
                if board.clone().assign_french(&chosen, &self.book.plans).is_err() {
                    chosen.pop();
                } else if let PlanTold::Formation { change, before } = what {
                    turn.changes.push(Change { moment: *before, to: change.clone() });
                }
            }
        }
        turn.plans = Some(chosen);
    }

    /// What is done after the battles.
    pub fn after(&self, told: &AfterTold) -> After {
        let march = match self.campaign.stage == Stage::Resupply {
            true => vec![],
            false => self.block(&told.march, true),
        };
        let mut paid = self.campaign.theatre.clone();
        paid.begin_step();
        for Move { who, to } in &march {
            let _ = step(self.book, &mut paid, *who, *to, true);
        }
        paid.begin_purchases();
        let resupply = told.resupply.as_ref().map(|lines| {
            let mut bought = vec![];
            for line in lines.iter().filter(|line| self.holds(line.condition.as_ref(), None)) {
                self.purchase(&mut paid, &line.what, &mut bought);
            }
            bought
        });
        let (battles, scouts) = (told.battles.clone(), told.scouts.clone());
        After { march, battles, resupply, scouts }
    }

    /// The purchases of a line; who is meant by a sort is found as if all before were bought.
    fn purchase(&self, theatre: &mut Theatre, what: &BuyTold, bought: &mut Vec<Purchase>) {
        match what {
            BuyTold::Keep(points) => bought.push(Purchase::Keep(*points)),
            BuyTold::Scouts(many) => {
                bought.extend(std::iter::repeat_n(Purchase::Scout, *many as usize));
            }
            BuyTold::Refit(who) => {
                let reduced = theatre.to_refit();
                bought.extend(who.among(&reduced, &[]).into_iter().map(Purchase::Refit));
            }
            BuyTold::Buy { what, reduced, at } => {
                let id = match what {
                    Whom::Force(id) => Some(*id),
                    Whom::Sort(_) => for_sale(theatre, *what).first().copied(),
                };
                if let Some(id) = id {
                    theatre.put(id, Place::Aside);
                    bought.push(Purchase::Buy { what: id, reduced: *reduced, at: *at });
                }
            }
        }
    }
}
