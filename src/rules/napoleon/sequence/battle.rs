//! A battle in the sequence: fog, envelopment, deployment, its turns, its end (§10, §11, §13).

use super::answer::{Answer, Ask, Deploy, Fault, Reroll, Try, Turn};
use super::defaults;
use super::item::{End as Came, Item};
use super::spoken::Spoken;
use super::{Battle, Campaign, Cause, Happened, Stage, Table, Why};
use crate::board::french::Assignment;
use crate::board::insight::{Insight, Openings};
use crate::board::place::Placing;
use crate::board::rout::End;
use crate::board::turn::rest_of_turn;
use crate::board::{Board, Exit, Region};
use crate::book::Book;
use crate::book::plans::PlanId;
use crate::book::tables::{FogEvent, FogRow};
use crate::record::force::{Force, ForceId, Side};
use crate::theatre::battle::Closed;
use crate::theatre::fog::{FogChoice, FogEffect};
use crate::theatre::holding::{Loss, Outcome};
use crate::theatre::{Place, Theatre};
use kit::ground::Space;

/// What may be chosen of the fog, and the event for which it is.
const FOG_ITEMS: [(Item, FogEvent); 3] = [
    (Item::FogRecruit, FogEvent::Recruit),
    (Item::FogNapoleon, FogEvent::Napoleon),
    (Item::FogJoin, FogEvent::Join),
];

/// After so many battles of a campaign turn none begins anew.
const MOST_BATTLES: u32 = 100;

impl Campaign {
    /// The fog of war: the roll, again for scouts, and its event. If the player chooses something
    /// of it that may change the envelopment, event and envelopment wait for that (§11.1, §11.2).
    pub(super) fn fog(&mut self, cause: Cause, table: &mut Table) {
        let Some(at) = self.battle.as_ref().map(|battle| battle.at) else { return };
        let mut roll = self.theatre.roll_fog(table.book, at, table.answers);
        table.tell(Happened::Fog { at, roll, scout: false });
        while let Some(rule) = self.scout_for_fog(roll)
            && let Some(again) = self.theatre.reroll_fog(at, table.answers)
        {
            roll = again;
            table.answers.decided(Item::Scout(rule), Ok(()));
            table.tell(Happened::Fog { at, roll, scout: true });
        }
        let row = *table.book.tables.fog.rows.read(roll);
        self.stage = Stage::Deploy(cause);
        self.know_fog(row, None);
        if may_choose(table.book, &self.theatre, at, row).is_err() {
            // Nothing was chosen yet.
            let _ = self.event(at, row, FogChoice::default(), cause, table);
        }
    }

    fn know_fog(&mut self, row: FogRow, effect: Option<FogEffect>) {
        if let Some(battle) = &mut self.battle {
            battle.fog = Some((row, effect));
        }
    }

    fn scout_for_fog(&mut self, roll: u8) -> Option<usize> {
        self.scout_for(|reroll| match reroll {
            Reroll::Fog { from, to } => (from..=to).contains(&roll),
            Reroll::Order { .. } => false,
        })
    }

    /// The event of the fog, then the envelopment (§11.1, §11.2).
    fn event(
        &mut self,
        at: Space,
        row: FogRow,
        choice: FogChoice,
        cause: Cause,
        table: &mut Table,
    ) -> Came {
        let before = self.theatre.clone();
        let theatre = &mut self.theatre;
        let mut chosen = Ok(());
        let effect = match theatre.fog_event(table.book, at, row, choice, table.answers) {
            Ok(effect) => effect,
            Err(why) => {
                chosen = Err(Why::of_refused(why));
                table.refuse(Fault::Fog(why));
                let nothing = FogChoice::default();
                let event = theatre.fog_event(table.book, at, row, nothing, table.answers);
                event.unwrap_or_default()
            }
        };
        table.tell(Happened::Event { at, row });
        table.tell_changes(&before, &self.theatre);
        if let Some((by, supply)) = paid(row, &before, &self.theatre) {
            table.tell(Happened::Paid { by, supply });
        }
        self.know_fog(row, Some(effect));
        if self.lost_with_napoleon(table) {
            return chosen;
        }
        let before = self.theatre.clone();
        let enveloped = self.theatre.envelop(table.book, at);
        if let Some(side) = enveloped {
            table.tell(Happened::Enveloped { at, side });
            table.tell_changes(&before, &self.theatre);
        }
        if enveloped.is_some() && !self.lost_with_napoleon(table) {
            self.stage = Stage::Battles(cause);
        }
        chosen
    }

    /// Whether there is anything to decide before the first turn of battle.
    pub(super) fn may_deploy(&self, book: &Book) -> bool {
        let Some(Battle { at, fog: Some((row, effect)), .. }) = &self.battle else { return false };
        let theatre = &self.theatre;
        let mobile =
            theatre.forces_at(Side::French, *at).iter().any(|force| force.kind.is_mobile());
        let cheapest = book.figures.price_of_plans(1).unwrap_or(u32::MAX);
        let waits = effect.is_none() && may_choose(book, theatre, *at, *row).is_ok();
        let free = effect.is_some_and(|effect| effect.free_insight);
        // With Napoleon there are insights to choose, also for walls alone (§11.5).
        let insights = theatre.napoleon == Some(*at) && book.campaign.rating > 0;
        mobile || waits || free || insights || theatre.french_supply >= cheapest
    }

    /// Event and envelopment, if they waited; plans, insights, and both sides on the board (§11.1
    /// to §11.8).
    pub(super) fn deploy(&mut self, cause: Cause, here: Option<Answer>, table: &mut Table) {
        let said = match self.said(here, Ask::Deploy) {
            Some(Answer::Deploy(deploy)) => deploy,
            Some(Answer::Moves(_) | Answer::Turn(_) | Answer::After(_)) | None => Deploy::default(),
        };
        let Some((at, row, effect)) = self.fog_now() else { return };
        let mut chosen = Ok(());
        if effect.is_none() {
            let Deploy { recruit, napoleon_comes, joins, .. } = said;
            let choice = FogChoice { recruit, napoleon_comes, joins };
            chosen = self.event(at, row, choice, cause, table);
        }
        for (item, event) in FOG_ITEMS {
            let end = match effect {
                _ if row.event != event => Err(Why::Fog),
                None => chosen,
                // It took effect when it came up, since there was nothing to choose.
                Some(_) => may_choose(table.book, &self.theatre, at, row).and(Err(Why::Fog)),
            };
            table.answers.decided(item, end);
        }
        if self.stage != Stage::Deploy(cause) {
            return;
        }
        let effect = self.fog_now().and_then(|(_, _, effect)| effect).unwrap_or_default();
        let mut board = self.theatre.open_board(table.book, at, row.turns, effect.enemy_plans);
        if said.plans > 0 {
            match self.theatre.buy_plans(table.book, &mut board, said.plans) {
                true => {
                    table.answers.decided(Item::MorePlans, Ok(()));
                    table.tell(Happened::PlansBought { at, plans: said.plans });
                }
                false => {
                    table.answers.decided(Item::MorePlans, Err(Why::Supply));
                    table.refuse(Fault::Plans(said.plans));
                }
            }
        }
        let front = said.place.iter().flatten().any(|one| one.at == Region::FrenchFront);
        let terrain = said.terrain.unwrap_or(defaults::TERRAIN);
        let openings = self.theatre.openings(&board, at, front, terrain);
        take_insights(&mut board, &said, (row, effect, openings), table);
        let french = self.theatre.forces_at(Side::French, at);
        let enemies = self.theatre.forces_at(Side::Enemy, at);
        place_french(&mut board, (&french, &enemies), &said, table);
        let has_terrain = board.use_in_placing(Insight::Terrain);
        let used = if has_terrain { Ok(()) } else { Err(Why::Insight) };
        table.answers.decided(Item::Terrain, used);
        let terrain = has_terrain.then_some(terrain);
        board.place_enemy(&enemies, terrain, table.answers);
        table.tell(Happened::Deployed { at, turns: board.turns_left });
        if let Some(battle) = &mut self.battle {
            battle.board = Some(board);
        }
        self.stage = Stage::BattleTurn(cause);
    }

    fn fog_now(&self) -> Option<(Space, FogRow, Option<FogEffect>)> {
        let battle = self.battle.as_ref()?;
        battle.fog.map(|(row, effect)| (battle.at, row, effect))
    }

    /// Whether there is anything to decide in a turn of battle.
    pub(super) fn may_fight(&self, book: &Book) -> bool {
        let Some(board) = self.battle.as_ref().and_then(|battle| battle.board.as_ref()) else {
            return false;
        };
        let tried = !board.insights.is_empty();
        let mobile = board.of(Side::French).any(|piece| piece.kind().is_mobile());
        let plan = |plan: PlanId| {
            board.of(Side::French).any(|piece| {
                let wanted = [Assignment { plan, who: Some(piece.force.id) }];
                board.clone().assign_french(&wanted, &book.plans).is_ok()
            })
        };
        let routed = board.routed == Some(Side::French);
        tried || !routed && (mobile || book.plans.french_counters().any(plan))
    }

    /// One turn of battle (§13).
    pub(super) fn battle_turn(&mut self, cause: Cause, here: Option<Answer>, table: &mut Table) {
        let said = match self.said(here, Ask::BattleTurn) {
            Some(Answer::Turn(turn)) => turn,
            Some(Answer::Moves(_) | Answer::Deploy(_) | Answer::After(_)) | None => Turn::default(),
        };
        let Some(Battle { at, number, turn, fog, board: Some(mut board) }) = self.battle.take()
        else {
            return;
        };
        table.tell(Happened::BattleTurn { at, turn });
        board.begin_turn();
        match turn {
            1 => self.first_insights(&mut board, &said, table),
            _ => {
                let why = no_longer(&board, Insight::Duration);
                table.answers.decided(Item::Shorter, Err(why));
            }
        }
        self.try_insights(&mut board, &said, table);
        if board.end().is_none() {
            let mut spoken = Spoken::new(&said);
            rest_of_turn(&mut board, &table.book.plans, &mut spoken, table.answers);
            let ends = spoken.all_ends(&board);
            ends.into_iter().for_each(|(item, end)| table.answers.decided(item, end));
            spoken.faults.into_iter().for_each(|fault| table.refuse(fault));
        }
        match board.end() {
            None => {
                let turn = turn.saturating_add(1);
                self.battle = Some(Battle { at, number, turn, fog, board: Some(board) });
            }
            Some(end) => self.end_battle(at, &board, end, cause, table),
        }
    }

    /// Insights that work by themselves in the first turn (§11.5).
    fn first_insights(&mut self, board: &mut Board, said: &Turn, table: &mut Table) {
        let lasts = board.insights.contains(&Insight::Duration);
        table.answers.decided(Item::Shorter, if lasts { Ok(()) } else { Err(Why::Insight) });
        board.duration(!said.shorter);
        board.raise_morale();
        if board.insights.contains(&Insight::Raid) {
            let supply = board.raid(&table.book.figures, table.answers);
            self.theatre.raided(supply);
            table.tell(Happened::Raided(supply));
        }
    }

    /// Tries of Engineers and Sweep (§13.1).
    fn try_insights(&mut self, board: &mut Board, said: &Turn, table: &mut Table) {
        let tries = said.tries.clone().unwrap_or_else(|| defaults::tries(board));
        for (number, Try { insight, scouts, riders }) in tries.into_iter().enumerate() {
            let there = board.insights.contains(&insight) && !board.tried.contains(&insight);
            let may = board.sweepers();
            let named =
                riders.map(|named| named.into_iter().filter(|id| may.contains(id)).collect());
            let riders: Vec<ForceId> = named.unwrap_or_else(|| defaults::riders(board));
            let idle = !insight.does_anything(&board.openings());
            let useless = idle || insight == Insight::Sweep && riders.is_empty();
            if !there || useless || board.insight_target(insight).is_none() {
                let why = if there { Why::Idle } else { no_longer(board, insight) };
                if why != Why::Used {
                    table.refuse(Fault::Insight(insight));
                }
                table.answers.decided(Item::Try(number), Err(why));
                continue;
            }
            table.answers.decided(Item::Try(number), Ok(()));
            let mut tried = board.try_insight(insight, false, table.answers);
            table.tell(Happened::Tried { insight, tried });
            let mut left = scouts;
            while !tried.works && left > 0 && self.theatre.use_scout() {
                left -= 1;
                tried = board.try_insight(insight, true, table.answers);
                table.tell(Happened::Tried { insight, tried });
            }
            if tried.works && insight == Insight::Engineers {
                board.engineers(table.answers);
            } else if tried.works && !board.sweep(&riders, table.answers) {
                table.refuse(Fault::Insight(insight));
            }
        }
    }

    /// The end of a battle; after a rejoin it begins anew (§13.13, §13.14).
    fn end_battle(&mut self, at: Space, board: &Board, end: End, cause: Cause, table: &mut Table) {
        let chart = &table.book.tables.withdrawal;
        let withdrawal = (end == End::Withdrawal).then(|| board.withdrawal(chart, table.answers));
        let mut before = self.theatre.clone();
        let closed = self.theatre.close_board(table.book, at, board, withdrawal, table.answers);
        table.tell(Happened::BattleOver { at, end, withdrawal });
        // Hits and the dead of the board were told when they came.
        for (old, new) in before.forces.iter_mut().zip(&self.theatre.forces) {
            old.reduced = new.reduced;
        }
        board.gone(Exit::Destroyed).for_each(|gone| before.destroy(gone.force.id));
        table.tell_changes(&before, &self.theatre);
        if closed == Closed::NoWayBack {
            self.end(Outcome::Lost(Loss::NoWayBack), table);
            return;
        }
        if board.napoleon_is_alone() {
            self.end(Outcome::Lost(Loss::NapoleonAlone), table);
            return;
        }
        if self.lost_with_napoleon(table) {
            return;
        }
        let again = closed == Closed::Again && self.theatre.battles(table.book).contains(&at);
        if again && self.battles < MOST_BATTLES {
            self.begin_battle(at, cause);
            return;
        }
        if again {
            self.theatre.encamped.insert(at);
        }
        self.stage = Stage::Battles(cause);
    }
}

/// Whether an event of the fog has a choice that may change the envelopment and that can be made; else why not
/// (§11.1, rows 4 to 6).
fn may_choose(book: &Book, theatre: &Theatre, at: Space, row: FogRow) -> Result<(), Why> {
    let for_sale = |force: &Force| force.recruit && theatre.place(force.id) == Place::Pool;
    let can_come = || {
        theatre.forces.iter().any(for_sale)
            && book.map.all().any(|at| theatre.stands(Side::French, at))
    };
    match row.event {
        FogEvent::Recruit if theatre.french_supply < u32::from(row.amount) => Err(Why::Supply),
        FogEvent::Recruit => can_come().then_some(()).ok_or(Why::Sale),
        FogEvent::Napoleon => match theatre.napoleon {
            Some(from) if from != at => Ok(()),
            Some(_) => Err(Why::There),
            None => Err(Why::Nobody),
        },
        FogEvent::Join if theatre.joiners(at).is_empty() => Err(Why::Nobody),
        FogEvent::Join => Ok(()),
        FogEvent::Insight
        | FogEvent::FrenchSupply
        | FogEvent::Scout
        | FogEvent::EnemyPays
        | FogEvent::FrenchPay
        | FogEvent::HitInCity
        | FogEvent::Reinforcement
        | FogEvent::Garrison
        | FogEvent::EnemyPlan => Err(Why::Fog),
    }
}

/// Who paid for an event of the fog, and how much they had of it (§11.1, rows 7 and 8).
fn paid(row: FogRow, before: &Theatre, after: &Theatre) -> Option<(Side, u32)> {
    match row.event {
        FogEvent::EnemyPays => Some((Side::Enemy, before.enemy_supply - after.enemy_supply)),
        FogEvent::FrenchPay => Some((Side::French, before.french_supply - after.french_supply)),
        FogEvent::Recruit
        | FogEvent::Napoleon
        | FogEvent::Join
        | FogEvent::Insight
        | FogEvent::FrenchSupply
        | FogEvent::Scout
        | FogEvent::HitInCity
        | FogEvent::Reinforcement
        | FogEvent::Garrison
        | FogEvent::EnemyPlan => None,
    }
}

/// Why an insight that is not left cannot be used.
fn no_longer(board: &Board, insight: Insight) -> Why {
    match board.spent.contains(&insight) {
        true => Why::Used,
        false => Why::Insight,
    }
}

/// Insights for plans, and the one of the fog without a price (§11.1, §11.5). What can do nothing in this
/// battle is passed over for the next one.
fn take_insights(
    board: &mut Board,
    said: &Deploy,
    (row, effect, openings): (FogRow, FogEffect, Openings),
    table: &mut Table,
) {
    for (number, insight) in said.insights.iter().enumerate() {
        let there = board.insights.contains(insight);
        let end = if !board.napoleon {
            Err(Why::Away)
        } else if !insight.does_anything(&openings) {
            Err(Why::NoUse)
        } else if there || !board.choose_insights(&[*insight]) {
            Err(Why::Counters)
        } else {
            Ok(())
        };
        // What can do nothing is passed over, which is no fault.
        if matches!(end, Err(why) if why != Why::NoUse) {
            table.refuse(Fault::Insight(*insight));
        }
        table.answers.decided(Item::Insight(number), end);
    }
    if let Some(insight) = said.free_insight.filter(|_| effect.free_insight) {
        board.take_free_insight(insight);
    }
    let free = match effect.free_insight {
        true => Ok(()),
        false if row.event == FogEvent::Insight => Err(Why::There),
        false => Err(Why::Fog),
    };
    table.answers.decided(Item::FogInsight, free);
}

/// Places the French; what of it is not allowed falls away (§11.6).
fn place_french(
    board: &mut Board,
    (forces, enemies): (&[Force], &[Force]),
    said: &Deploy,
    table: &mut Table,
) {
    let front = board.use_in_placing(Insight::Front);
    let usual = || defaults::placings(board.figures.approach_at_start, forces, enemies);
    let mut placings: Vec<Placing> = vec![];
    for (number, placing) in said.place.clone().unwrap_or_else(usual).into_iter().enumerate() {
        placings.push(placing);
        let mut end = Ok(());
        if let Err(why) = board.clone().place_french(forces, &placings, front) {
            placings.pop();
            table.refuse(Fault::Place(why));
            end = Err(Why::of_misplaced(why));
        }
        table.answers.decided(Item::Place(number), end);
    }
    if let Err(why) = board.place_french(forces, &placings, front) {
        table.refuse(Fault::Place(why));
    }
}
