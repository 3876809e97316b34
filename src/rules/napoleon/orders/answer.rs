//! What a sheet or the doctrine says, as the typed answer of a stop: conditions are asked, and sorts
//! of forces become forces.

use super::causes::Cause;
use super::check::{assignments, for_sale, placings_of, step};
use super::senses::{Scene, cause};
use super::steps::{Origins, Part, Written};
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
use crate::season::staff;
use crate::sequence::answer::{
    Act, After, Answer, Ask, Change, Deploy, Move, Mover, Moves, Purchase, ScoutRule, Try, Turn,
};
use crate::sequence::item::Item;
use crate::sequence::{Campaign, Cause as Battles, Stage};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use sheet::condition::Truth;
use std::collections::BTreeSet;

/// The lines before a battle of which there is one at most.
const OF_DEPLOY: [(Item, Part); 6] = [
    (Item::FogInsight, Part::FogInsight),
    (Item::FogRecruit, Part::FogRecruit),
    (Item::FogNapoleon, Part::FogNapoleon),
    (Item::FogJoin, Part::FogJoin),
    (Item::MorePlans, Part::MorePlans),
    (Item::Terrain, Part::Terrain),
];

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

    /// Whether a condition asks what cannot be known here.
    pub fn asks_unknown(&self, words: &str, who: Option<ForceId>) -> bool {
        let scene = Scene { book: self.book, campaign: self.campaign, who, officer: self.officer };
        scene.asks(words) == Truth::Unknown
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
        let purse = self.officer.is_none_or(|officer| staff::has_purse(self.book, officer));
        ask == Ask::After && (resupply.is_some() || !purse) && marched
    }

    /// The answer that was said, as the machine takes it.
    pub fn answer(&self, told: &Told) -> Answer {
        self.taken(told, false).0
    }

    /// The same of what was said beforehand, by who did not see the board: a plan that can do nothing
    /// now is passed over for the next line.
    pub fn foreseen(&self, told: &Told) -> Answer {
        self.taken(told, true).0
    }

    /// The answer, and which line each part of it comes from; whether it was said beforehand.
    pub fn taken(&self, told: &Told, foreseen: bool) -> (Answer, Origins<Part>) {
        let mut origins = Origins::default();
        let from = &mut origins;
        let answer = match told {
            Told::Moves(told) => Answer::Moves(self.moves(told, from)),
            Told::Deploy(told) => Answer::Deploy(self.deploy(told, from)),
            Told::Turn(told) => Answer::Turn(self.turn(told, foreseen, from)),
            Told::After(told) => Answer::After(self.after(told, from)),
        };
        (answer, origins)
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
    pub fn doctrine(&self, ask: Ask, lasting: &Lasting) -> Option<Written> {
        let lines = lasting.doctrine.iter().enumerate().filter(|(_, line)| self.fits(line));
        Written::doctrine(ask, lines)
    }

    fn fits(&self, line: &Line) -> bool {
        let Some(battle) = &self.campaign.battle else { return false };
        let here = match line.battle {
            Where::Any => true,
            Where::Area(at) => battle.at == at,
            Where::WithNapoleon => self.campaign.theatre.napoleon == Some(battle.at),
            Where::EnemyTurn => cause(self.campaign.stage) == Some(Battles::Enemy),
        };
        let turn = line.turn.is_none_or(|turn| battle.board.is_some() && battle.turn == turn);
        here && turn && self.holds(line.condition.as_ref(), None)
    }

    /// Moves; a condition may not leave Napoleon alone, so he stays then.
    fn block(&self, lines: &[When<Going>], forced: bool, from: &mut Origins<Part>) -> Vec<Move> {
        let (mut moves, mut parts) = (vec![], vec![]);
        for (line, When { condition, what: Going { who, to } }) in lines.iter().enumerate() {
            for (place, mover) in who.iter().enumerate() {
                let part = Part::Going(line, place);
                let id = match mover {
                    Mover::Force(id) => Some(*id),
                    Mover::Napoleon => None,
                };
                if self.holds(condition.as_ref(), id) {
                    moves.push(Move { who: *mover, to: *to });
                    parts.push(part);
                } else {
                    from.none.push((part, Cause::Condition));
                }
            }
        }
        let mut after = self.campaign.theatre.clone();
        after.begin_step();
        for Move { who, to } in &moves {
            let _ = step(self.book, &mut after, *who, *to, forced);
        }
        if after.napoleon_alone() {
            let stays = |(one, _): &(&Move, &Part)| one.who == Mover::Napoleon;
            let stay = moves.iter().zip(&parts).filter(stays);
            from.none.extend(stay.map(|(_, part)| (*part, Cause::Earlier)));
            let mut goes = moves.iter().map(|one| one.who != Mover::Napoleon);
            parts.retain(|_| goes.next().unwrap_or(true));
            moves.retain(|one| one.who != Mover::Napoleon);
        }
        let item = if forced { Item::March } else { Item::Move };
        from.of.extend(parts.into_iter().enumerate().map(|(place, part)| (item(place), part)));
        moves
    }

    /// The order of the battles and the use of scouts.
    fn wishes(&self, battles: &[Space], scouts: Option<&Vec<ScoutRule>>, from: &mut Origins<Part>) {
        from.of.extend((!battles.is_empty()).then_some((Item::Battles, Part::Battles)));
        let rules = 0..scouts.map_or(0, Vec::len);
        from.of.extend(rules.map(|place| (Item::Scout(place), Part::Scout(place))));
    }

    fn moves(&self, told: &MovesTold, from: &mut Origins<Part>) -> Moves {
        self.wishes(&told.battles, told.scouts.as_ref(), from);
        let keep = 0..told.keep.len();
        from.of.extend(keep.map(|place| (Item::Keep(place), Part::Keep(place))));
        Moves {
            moves: self.block(&told.moves, false, from),
            battles: told.battles.clone(),
            scouts: told.scouts.clone(),
            keep: told.keep.clone(),
        }
    }

    fn deploy(&self, told: &DeployTold, from: &mut Origins<Part>) -> Deploy {
        let mut deploy = Deploy {
            free_insight: told.fog.insight,
            insights: told.insights.clone(),
            terrain: told.terrain,
            ..Deploy::default()
        };
        from.of.extend(OF_DEPLOY);
        let insights = 0..told.insights.len();
        from.of.extend(insights.map(|place| (Item::Insight(place), Part::Insight(place))));
        let Some(battle) = &self.campaign.battle else { return deploy };
        let theatre = &self.campaign.theatre;
        let mut comes = vec![];
        if let Some((row, None)) = battle.fog {
            let choice = super::check::fog_choice(theatre, (battle.at, row), told);
            if row.event == FogEvent::Recruit && choice.recruit.is_none() {
                from.none.push((Part::FogRecruit, Cause::Sale));
            }
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
        if plans.is_none() {
            from.none.push((Part::MorePlans, Cause::Condition));
        }
        if let Some(placed) = &told.place {
            let board = theatre.open_board(self.book, battle.at, 1, 0);
            let mut forces = theatre.forces_at(Side::French, battle.at);
            forces.extend(comes.into_iter().filter_map(|id| theatre.force(id)).copied());
            let mut placings = vec![];
            let there = |id: ForceId| forces.iter().any(|force| force.id == id);
            for (place, line) in placed.iter().enumerate() {
                let mut new = placings_of(&board, &forces, line, &placings);
                new.retain(|placing| there(placing.who));
                if new.is_empty() {
                    from.none.push((Part::Place(place), Cause::Nobody));
                }
                let items = placings.len()..placings.len() + new.len();
                from.of.extend(items.map(|item| (Item::Place(item), Part::Place(place))));
                placings.extend(new);
            }
            deploy.place = Some(placings);
        }
        deploy
    }

    fn turn(&self, told: &TurnTold, foreseen: bool, from: &mut Origins<Part>) -> Turn {
        let Some(mut board) = board(self.campaign).cloned() else { return Turn::default() };
        board.begin_turn();
        let mut turn = Turn { shorter: told.shorter, ..Turn::default() };
        from.of.extend(told.shorter.then_some((Item::Shorter, Part::Shorter)));
        turn.tries = told.tries.as_ref().map(|tries| {
            let lines = tries.iter().enumerate();
            let mut of = vec![];
            let lines = lines.filter(|(place, line)| {
                let holds = self.holds(line.condition.as_ref(), None);
                match holds {
                    true => of.push((Item::Try(of.len()), Part::Try(*place))),
                    false => from.none.push((Part::Try(*place), Cause::Condition)),
                }
                holds
            });
            let lines: Vec<_> = lines.map(|(_, line)| line).collect();
            from.of.append(&mut of);
            let a_try = |line: &When<super::told::TryTold>| {
                let mut riders = vec![];
                for who in &line.what.riders {
                    let new = who.on_board(&board, &riders);
                    riders.extend(new);
                }
                let may = board.sweepers();
                riders.retain(|id| may.contains(id));
                riders.truncate(board.figures.sweep_most);
                let named = !line.what.riders.is_empty();
                let (insight, scouts) = (line.what.insight, line.what.scouts);
                Try { insight, scouts, riders: named.then_some(riders) }
            };
            lines.into_iter().map(a_try).collect()
        });
        if let Some(plans) = &told.plans {
            self.plans(&board, plans, foreseen, &mut turn, from);
        }
        for (place, line) in told.acts.iter().enumerate() {
            let mut why = Some(line.what.who.why_absent(&board));
            for who in line.what.who.on_board(&board, &[]) {
                if self.holds(line.condition.as_ref(), Some(who)) {
                    why = None;
                    from.of.push((Item::Act(turn.acts.len()), Part::Act(place)));
                    turn.acts.push(Act { who, says: line.what.says });
                } else {
                    why = why.map(|_| Cause::Condition);
                }
            }
            from.none.extend(why.map(|why| (Part::Act(place), why)));
        }
        turn
    }

    fn plans(
        &self,
        board: &Board,
        lines: &[When<PlanTold>],
        foreseen: bool,
        turn: &mut Turn,
        from: &mut Origins<Part>,
    ) {
        let idle = |Assignment { plan, who }: Assignment| {
            let (who, plan) = who.zip(self.book.plans.plan(plan))?;
            (!board.comes_to_anything(who, plan)).then(|| board.why_idle(who, plan))
        };
        let mut chosen = vec![];
        for (place, When { condition, what }) in lines.iter().enumerate() {
            let mut why = Some(match what {
                PlanTold::On { who, .. } => who.why_absent(board),
                PlanTold::Formation { .. } => Cause::Nobody,
            });
            let on_board = |one: &Assignment| one.who.is_none_or(|who| board.piece(who).is_some());
            for assignment in
                assignments(self.book, board, what, &chosen).into_iter().filter(on_board)
            {
                if !self.holds(condition.as_ref(), assignment.who) {
                    why = Some(Cause::Condition);
                    continue;
                }
                if let Some(cause) = idle(assignment).filter(|_| foreseen) {
                    why = Some(cause);
                    continue;
                }
                chosen.push(assignment);
                if let Err(refusal) = board.clone().assign_french(&chosen, &self.book.plans) {
                    chosen.pop();
                    why = Some(Cause::of_refusal(refusal));
                    continue;
                }
                why = None;
                let item = match what {
                    PlanTold::Formation { change, before } => {
                        turn.changes.push(Change { moment: *before, to: change.clone() });
                        Item::Change(turn.changes.len() - 1)
                    }
                    PlanTold::On { .. } => Item::Plan(chosen.len() - 1),
                };
                from.of.push((item, Part::Plan(place)));
            }
            from.none.extend(why.map(|why| (Part::Plan(place), why)));
        }
        turn.plans = Some(chosen);
    }

    /// What is done after the battles.
    fn after(&self, told: &AfterTold, from: &mut Origins<Part>) -> After {
        self.wishes(&told.battles, told.scouts.as_ref(), from);
        let march = match self.campaign.stage == Stage::Resupply {
            true => vec![],
            false => self.block(&told.march, true, from),
        };
        let mut paid = self.campaign.theatre.clone();
        paid.begin_step();
        for Move { who, to } in &march {
            let _ = step(self.book, &mut paid, *who, *to, true);
        }
        paid.begin_purchases();
        let resupply = told.resupply.as_ref().map(|lines| {
            let mut bought = vec![];
            for (place, line) in lines.iter().enumerate() {
                if !self.holds(line.condition.as_ref(), None) {
                    from.none.push((Part::Buy(place), Cause::Condition));
                    continue;
                }
                let before = bought.len();
                self.purchase(&mut paid, &line.what, &mut bought);
                let items = before..bought.len();
                if items.is_empty() {
                    from.none.push((Part::Buy(place), Cause::Sale));
                }
                from.of.extend(items.map(|item| (Item::Buy(item), Part::Buy(place))));
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
