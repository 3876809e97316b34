//! The sequence of a campaign (§8 to §16) as one machine of stages that stops where the player is
//! asked.
//!
//! A [`Campaign`] is a value that can be copied to look ahead: the map, the stage, and the battle
//! that is on. [`Campaign::play`] takes what the player says at a stop, plays on, looks at victory
//! and defeat after each step (§3), and stops where the next answer is wanted: at the moves, before
//! a battle when its fog is known, before each turn of battle, and after the battles. A campaign has
//! a finest grade of stops; where it does not stop, what was said in advance counts, then the
//! default. The dice are asked in the same order in every grade.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §13.14, §14.2, §14.4.
//!
//! Not here: conditions in answers (a line of acts that cannot be done makes way for the next one);
//! choices among equals, which [`crate::answers::Answers`] answers when they come up; campaigns that
//! are scored at their end (§3).

pub mod answer;
mod battle;
pub mod defaults;
mod hidden;
pub mod item;
pub mod name;
mod orders;
pub mod saved;
pub mod spoken;
mod story;

pub use story::Happened;

use crate::answers::Answers;
use crate::board::Board;
use crate::book::Book;
use crate::book::tables::FogRow;
use crate::orders::causes::Cause as Why;
use crate::record::force::{Force, ForceId, Side};
use crate::theatre::fog::FogEffect;
use crate::theatre::holding::{Loss, Outcome};
use crate::theatre::linked::Upgrade;
use crate::theatre::{Place, Theatre};
use answer::{After, Answer, Ask, Fault, Fits, Move, Mover, Moves, Orders, Said, ScoutRule, Stops};
use item::Item;
use kit::ground::Space;
use name::StopName;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// Which battles are fought (§9.3, §14.2, §15.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    Moves,
    March,
    Enemy,
}

/// Where a campaign stands (§8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// §9.1.
    TurnCounter,
    /// §9.2.
    Moves,
    /// The next battle is chosen, or the step is over (§9.3).
    Battles(Cause),
    /// The fog of war of the battle that was chosen (§11.1).
    Fog(Cause),
    /// What precedes the first turn of battle (§11.1 to §11.8).
    Deploy(Cause),
    /// §13.
    BattleTurn(Cause),
    /// §14.1.
    March,
    /// §14.3 to §14.6.
    Resupply,
    /// §15.1 to §15.3.
    EnemyOrders,
    /// §15.5 and §15.6.
    EnemyResupply,
    Over(Outcome),
}

/// The battle that is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    pub at: Space,
    /// Its number in the campaign turn.
    pub number: u32,
    /// The number of the turn of battle that is next or on.
    pub turn: u32,
    /// The row of the fog, and what its event left if it has been carried out.
    pub fog: Option<(FogRow, Option<FogEffect>)>,
    /// The board, from the first turn of battle on.
    pub board: Option<Board>,
}

/// A campaign as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    pub theatre: Theatre,
    pub stage: Stage,
    pub stops: Stops,
    pub battle: Option<Battle>,
    /// How many stops this campaign turn had so far, with the present one.
    number: u16,
    /// Whether it waits for the player.
    waits: bool,
    /// How many battles this campaign turn had so far.
    battles: u32,
    ahead: Orders,
    /// The order of the battles as the player likes it.
    order: Vec<Space>,
    scouts: Vec<ScoutRule>,
    /// What is bought when the march is over.
    after: After,
    /// Whether the march has brought about battles, after which purchases are asked for again.
    fought: bool,
}

/// An answer for another stage than the one that is asked about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WrongStop {
    pub asked: Option<Ask>,
    pub given: Ask,
}

impl fmt::Display for WrongStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this answer is for another kind of stop")
    }
}

impl std::error::Error for WrongStop {}

/// What the steps of the sequence need besides the campaign.
struct Table<'t> {
    book: &'t Book,
    answers: &'t mut dyn Answers,
    told: Vec<Happened>,
}

impl Table<'_> {
    fn tell(&mut self, happened: Happened) {
        self.answers.happened(&happened);
        self.told.push(happened);
    }

    fn refuse(&mut self, fault: Fault) {
        self.tell(Happened::Refused(fault));
    }

    /// Tells which counters went, came or changed since the map stood as it did before.
    fn tell_changes(&mut self, before: &Theatre, after: &Theatre) {
        for happened in story::changes(before, after) {
            self.tell(happened);
        }
    }
}

impl Campaign {
    /// A campaign before its first turn.
    pub fn set_up(book: &Book, stops: Stops) -> Self {
        Self {
            theatre: Theatre::set_up(book),
            stage: Stage::TurnCounter,
            stops,
            battle: None,
            number: 0,
            waits: false,
            battles: 0,
            ahead: Orders::default(),
            order: vec![],
            scouts: vec![],
            after: After::default(),
            fought: false,
        }
    }

    /// What the player is asked now; nothing before the first turn and when the campaign is over.
    pub fn asked(&self, book: &Book) -> Option<Ask> {
        self.ask(book).filter(|_| self.waits)
    }

    /// How the campaign ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            Stage::TurnCounter
            | Stage::Moves
            | Stage::Battles(_)
            | Stage::Fog(_)
            | Stage::Deploy(_)
            | Stage::BattleTurn(_)
            | Stage::March
            | Stage::Resupply
            | Stage::EnemyOrders
            | Stage::EnemyResupply => None,
        }
    }

    /// The name of the present stop.
    pub fn name(&self, book: &Book) -> Option<StopName> {
        let found = book.campaign.track.get(self.theatre.turn.checked_sub(1)?)?;
        let name: StopName = found.turn.parse().ok()?;
        self.waits.then(|| name.numbered(self.number))
    }

    /// What the present stop is about.
    pub fn title(&self, book: &Book) -> Option<String> {
        let place = self.battle.as_ref().map_or("", |battle| book.map.name(battle.at));
        let turn = self.battle.as_ref().map_or(0, |battle| battle.turn);
        self.asked(book).map(|ask| match ask {
            Ask::Moves => "Moves".to_owned(),
            Ask::Deploy => format!("{place}, deployment"),
            Ask::BattleTurn => format!("{place}, battle turn {turn}"),
            Ask::After if self.stage == Stage::Resupply => "After the marches".to_owned(),
            Ask::After => "After the battles".to_owned(),
        })
    }

    /// Takes what the player says at the present stop, and plays to the next one, or to the end.
    /// Before the first stop there is nothing to say.
    pub fn play(
        &mut self,
        book: &Book,
        said: Said,
        answers: &mut dyn Answers,
    ) -> Result<Vec<Happened>, WrongStop> {
        let asked = self.asked(book);
        if let Some(given) = said.here.as_ref().map(Answer::ask)
            && asked != Some(given)
        {
            return Err(WrongStop { asked, given });
        }
        let mut ahead = said.ahead;
        ahead.0.append(&mut self.ahead.0);
        self.ahead = ahead;
        let mut here = said.here;
        let mut table = Table { book, answers, told: vec![] };
        let before = self.theatre.clone();
        while self.outcome().is_none() {
            let wanted = self.ask(book).filter(|ask| self.stops.includes(*ask));
            if wanted.is_some() && !self.waits {
                self.waits = true;
                self.number = self.number.saturating_add(1);
                break;
            }
            self.waits = false;
            let late = self.late();
            let at = self.battle.as_ref().map(|battle| battle.at);
            table.answers.now_at(at, &self.theatre);
            self.advance(here.take(), &mut table);
            let arrived = |id: &ForceId| matches!(self.theatre.place(*id), Place::Area(_));
            let arrived: Vec<ForceId> = late.into_iter().filter(arrived).collect();
            if !arrived.is_empty() {
                table.tell(Happened::Arrived(arrived));
            }
        }
        // Nothing is told after the end of a campaign.
        let open = self.outcome().is_none();
        for at in book.campaign.objectives.iter().copied().filter(|_| open) {
            let (before, by) = (before.holder(at), self.theatre.holder(at));
            if before != by {
                table.tell(Happened::Held { at, before, by });
            }
        }
        Ok(table.told)
    }

    /// The same after the stage at which it waits, and after what follows of the French half while no battle
    /// is to be fought: as far as a sheet can be foreseen.
    pub fn rehearsed(&self, book: &Book, here: Option<Answer>, answers: &mut dyn Answers) -> Self {
        let mut after = Self { waits: false, ..self.clone() };
        let mut table = Table { book, answers, told: vec![] };
        after.advance(here, &mut table);
        while let Stage::Battles(Cause::Moves | Cause::March) = after.stage {
            after.advance(None, &mut table);
        }
        if after.stage == Stage::Resupply {
            after.advance(None, &mut table);
        }
        after
    }

    /// The end of the French half as it would be if the battles before it changed nothing.
    pub fn rehearsed_after(
        &self,
        book: &Book,
        here: impl Fn(&Self) -> Answer,
        answers: &mut dyn Answers,
    ) -> Self {
        let mut after = Self { waits: false, stage: Stage::March, battle: None, ..self.clone() };
        let mut table = Table { book, answers, told: vec![] };
        let said = here(&after);
        after.advance(Some(said), &mut table);
        if after.stage == Stage::Battles(Cause::March) {
            after.stage = Stage::Resupply;
            after.advance(None, &mut table);
        }
        after
    }

    /// Whether a battle was fought in this campaign turn.
    pub fn has_fought(&self) -> bool {
        self.battles > 0
    }

    fn late(&self) -> Vec<ForceId> {
        let all = self.theatre.forces.iter().map(|force| force.id);
        all.filter(|id| matches!(self.theatre.place(*id), Place::Late(_))).collect()
    }

    /// What there is to decide in the present stage.
    fn ask(&self, book: &Book) -> Option<Ask> {
        match self.stage {
            Stage::Moves => Some(Ask::Moves),
            Stage::Deploy(_) => self.may_deploy(book).then_some(Ask::Deploy),
            Stage::BattleTurn(_) => self.may_fight(book).then_some(Ask::BattleTurn),
            Stage::March => self.may_march_or_buy(book).then_some(Ask::After),
            Stage::Resupply => (self.fought && self.may_buy(book)).then_some(Ask::After),
            Stage::TurnCounter
            | Stage::Battles(_)
            | Stage::Fog(_)
            | Stage::EnemyOrders
            | Stage::EnemyResupply
            | Stage::Over(_) => None,
        }
    }

    /// Whether anybody may march, or anything be bought (§14).
    fn may_march_or_buy(&self, book: &Book) -> bool {
        let theatre = &self.theatre;
        let free = |force: &&Force| {
            let Place::Area(at) = theatre.place(force.id) else { return false };
            let french = force.side() == Side::French && force.kind.is_mobile();
            french && !theatre.stands(Side::Enemy, at)
        };
        let marches = theatre.french_supply >= book.figures.forced_march
            && theatre.forces.iter().any(|force| free(&force));
        marches || self.may_buy(book)
    }

    /// Whether anything may be bought (§14.4 to §14.6).
    fn may_buy(&self, book: &Book) -> bool {
        let theatre = &self.theatre;
        let supply = theatre.french_supply.saturating_add(theatre.income(book));
        supply >= book.figures.scout.min(book.figures.refit)
    }

    /// What was said for the present stage, here or in advance.
    fn said(&self, here: Option<Answer>, ask: Ask) -> Option<Answer> {
        let battle = self.battle.as_ref();
        let turn = battle.filter(|_| ask == Ask::BattleTurn).map(|battle| battle.turn);
        let (area, battle) = (battle.map(|battle| battle.at), battle.map(|battle| battle.number));
        let now = Fits { area, battle, turn };
        here.or_else(|| self.ahead.answer(ask, now).cloned())
    }

    /// Plays the present stage and goes on to the next one (§8).
    fn advance(&mut self, here: Option<Answer>, table: &mut Table) {
        match self.stage {
            Stage::TurnCounter => self.turn_counter(table),
            Stage::Moves => self.moves(here, table),
            Stage::Battles(cause) => self.next_battle(cause, table),
            Stage::Fog(cause) => self.fog(cause, table),
            Stage::Deploy(cause) => self.deploy(cause, here, table),
            Stage::BattleTurn(cause) => self.battle_turn(cause, here, table),
            Stage::March => self.forced_march(here, table),
            Stage::Resupply => self.resupply(here, table),
            Stage::EnemyOrders => self.enemy_orders(table),
            Stage::EnemyResupply => self.enemy_resupply(table),
            Stage::Over(_) => {}
        }
    }

    /// Ends a step: victory and defeat are looked at (§3).
    fn end_step(&mut self, next: Stage, table: &mut Table) {
        let objectives = &table.book.campaign.objectives;
        let disputed = self.theatre.battles(table.book).iter().any(|at| objectives.contains(at));
        match self.theatre.outcome(table.book) {
            Some(Outcome::Lost(Loss::TooFewObjectives)) if disputed => self.stage = next,
            Some(outcome) => self.end(outcome, table),
            None => self.stage = next,
        }
    }

    fn end(&mut self, outcome: Outcome, table: &mut Table) {
        self.stage = Stage::Over(outcome);
        self.battle = None;
        table.tell(Happened::Over(outcome));
    }

    /// Ends the campaign, if Napoleon is alone (§3.2).
    fn lost_with_napoleon(&mut self, table: &mut Table) -> bool {
        let alone = self.theatre.napoleon_alone();
        if alone {
            self.end(Outcome::Lost(Loss::NapoleonAlone), table);
        }
        alone
    }

    /// The turn counter moves on (§9.1, §16).
    fn turn_counter(&mut self, table: &mut Table) {
        self.number = 0;
        self.battles = 0;
        self.ahead = Orders::default();
        self.scouts.clear();
        self.fought = false;
        self.order.clear();
        self.after = After::default();
        self.theatre.advance_turn(table.book);
        table.tell(Happened::Turn(self.theatre.turn));
        self.end_step(Stage::Moves, table);
    }

    /// Moves (§9.2).
    fn moves(&mut self, here: Option<Answer>, table: &mut Table) {
        let said = match self.said(here, Ask::Moves) {
            Some(Answer::Moves(moves)) => moves,
            Some(Answer::Deploy(_) | Answer::Turn(_) | Answer::After(_)) | None => Moves::default(),
        };
        self.order = said.battles;
        self.scouts = said.scouts.unwrap_or_default();
        for (number, id) in said.keep.iter().enumerate() {
            let before = self.theatre.clone();
            match self.theatre.keep(table.book, *id, table.answers) {
                Some(Upgrade { roll, row, at }) => {
                    table.tell(Happened::Kept { who: *id, roll, row, at });
                    table.tell_changes(&before, &self.theatre);
                    table.answers.decided(Item::Keep(number), Ok(()));
                }
                None => {
                    table.refuse(Fault::Keep(*id));
                    table.answers.decided(Item::Keep(number), Err(Why::Rules));
                }
            }
        }
        self.theatre.begin_step();
        self.block(&said.moves, false, table);
        self.end_step(Stage::Battles(Cause::Moves), table);
    }

    /// Forced march (§14.1).
    fn forced_march(&mut self, here: Option<Answer>, table: &mut Table) {
        self.after = match self.said(here, Ask::After) {
            Some(Answer::After(after)) => after,
            Some(Answer::Moves(_) | Answer::Deploy(_) | Answer::Turn(_)) | None => After::default(),
        };
        if let Some(scouts) = self.after.scouts.take() {
            self.scouts = scouts;
        }
        self.order = self.after.battles.clone();
        self.fought = false;
        self.theatre.begin_step();
        let march = std::mem::take(&mut self.after.march);
        self.block(&march, true, table);
        self.end_step(Stage::Battles(Cause::March), table);
    }

    /// A block of moves. Napoleon follows the strongest of those who leave him alone, if nothing is
    /// said of him (§9.2, §14.1).
    fn block(&mut self, moves: &[Move], forced: bool, table: &mut Table) {
        let began = self.theatre.napoleon;
        let here = began.map(|at| self.theatre.forces_at(Side::French, at)).unwrap_or_default();
        let mut left = vec![];
        for (number, Move { who, to }) in moves.iter().copied().enumerate() {
            let done = match who {
                Mover::Napoleon => self.theatre.move_napoleon(table.book, to),
                Mover::Force(id) if forced => self.theatre.forced_march(table.book, id, to),
                Mover::Force(id) => self.theatre.move_force(table.book, id, to),
            };
            match done {
                Ok(()) => table.tell(Happened::Moved { who, to }),
                Err(why) => table.refuse(Fault::Move(who, why)),
            }
            let item = if forced { Item::March(number) } else { Item::Move(number) };
            table.answers.decided(item, done.map_err(Why::of_refused));
            if let (Ok(()), Mover::Force(id)) = (done, who) {
                left.extend(here.iter().filter(|force| force.id == id).map(|force| (*force, to)));
            }
        }
        let said = moves.iter().any(|said| said.who == Mover::Napoleon);
        let strongest = left.iter().max_by_key(|(force, _)| (force.combat(), Reverse(force.id)));
        if let Some((_, to)) = strongest.filter(|_| !said && self.theatre.napoleon_alone())
            && self.theatre.move_napoleon(table.book, *to).is_ok()
        {
            table.tell(Happened::Moved { who: Mover::Napoleon, to: *to });
        }
    }

    /// The next battle, in the order that the player likes, else by odds; without one the step is
    /// over (§9.3, §14.2, §15.4).
    fn next_battle(&mut self, cause: Cause, table: &mut Table) {
        self.battle = None;
        let open = self.theatre.battles(table.book);
        let wanted = self.order.iter().copied().find(|at| open.contains(at));
        if wanted.is_some() {
            table.answers.decided(Item::Battles, Ok(()));
        }
        match wanted.or_else(|| defaults::best_odds(table.book, &self.theatre)) {
            Some(at) => self.begin_battle(at, cause),
            None => {
                let next = match cause {
                    Cause::Moves => Stage::March,
                    Cause::March => Stage::Resupply,
                    Cause::Enemy => Stage::EnemyResupply,
                };
                self.end_step(next, table);
            }
        }
    }

    /// A battle begins with its fog roll (§10, §11.1).
    fn begin_battle(&mut self, at: Space, cause: Cause) {
        self.battles = self.battles.saturating_add(1);
        let number = self.battles;
        self.fought |= cause == Cause::March;
        self.battle = Some(Battle { at, number, turn: 1, fog: None, board: None });
        self.stage = Stage::Fog(cause);
    }
}
