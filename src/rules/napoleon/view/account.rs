//! What is known of a battle of the last season: who stood there, who struck whom, how it ended.
//!
//! Not here: the sentences (`battle.rs`).

use super::lineup::{Lineup, changes};
use crate::board::insight::Insight;
use crate::board::news::News;
use crate::board::rout::End;
use crate::book::Book;
use crate::book::plans::PlanId;
use crate::book::tables::{FogRow, Withdrawal};
use crate::record::event::Event;
use crate::record::force::{Force, ForceId, Side};
use crate::sequence::Happened;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The part of the last season in which a battle was fought.
pub struct Fight<'a> {
    pub book: &'a Book,
    pub events: &'a [Event],
    pub lineups: &'a BTreeMap<usize, Lineup>,
    pub at: Space,
    /// The numbers of its events.
    pub span: Range<usize>,
    /// Who began it, if that is known.
    pub attacker: Option<Side>,
}

/// Who struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Force(ForceId, PlanId),
    Insight(Insight),
    Nobody,
}

/// What one act did to the other side.
#[derive(Debug, Clone)]
pub struct Blow {
    pub by: By,
    pub turn: u32,
    pub reduced: Vec<ForceId>,
    pub destroyed: Vec<ForceId>,
    /// How much combat value it cost.
    pub value: u32,
}

/// The attacks of a side and their hits.
#[derive(Debug, Default, Clone, Copy)]
pub struct Shots {
    pub attacks: u32,
    pub hits: u32,
}

/// What became of one side.
#[derive(Debug, Default, Clone)]
pub struct Cost {
    pub destroyed: Vec<ForceId>,
    pub reduced: BTreeSet<ForceId>,
}

/// A side was routed.
#[derive(Debug, Clone, Copy)]
pub struct Rout {
    pub side: Side,
    pub turn: u32,
    /// How strong the French and the enemy were then, if that is known.
    pub left: Option<(u32, u32)>,
}

/// All of it.
#[derive(Debug, Default)]
pub struct Account<'a> {
    /// How both stood first, and how they stand now if it is not over.
    pub first: Option<&'a Lineup>,
    pub now: Option<&'a Lineup>,
    /// Whether it began in this season, and with which turn of battle the season comes to it and leaves it.
    pub begun: bool,
    pub turns: Option<(u32, u32)>,
    pub fog: Option<FogRow>,
    /// Who had to pay for it, and how much they had.
    pub paid: Option<(Side, u32)>,
    /// What the fog of war changed at once.
    pub by_fog: Vec<&'a Happened>,
    pub plans: u8,
    /// For how many turns both sides took the field.
    pub deployed: Option<u8>,
    /// The insights that were tried, and whether they worked at last; what a raid brought.
    pub tried: BTreeMap<Insight, bool>,
    pub raided: Option<u32>,
    pub blows: Vec<Blow>,
    pub shots: (Shots, Shots),
    pub costs: (Cost, Cost),
    pub rout: Option<Rout>,
    pub enveloped: Option<Side>,
    pub end: Option<(End, Option<Withdrawal>)>,
    /// Who came where when it was over, and Napoleon.
    pub went: Vec<(Vec<ForceId>, Space)>,
    pub napoleon_went: Option<Option<Space>>,
    forces: BTreeMap<ForceId, Force>,
    rout_at: usize,
}

/// The one of two that is of a side.
pub fn of<T>((french, enemy): &(T, T), side: Side) -> &T {
    match side {
        Side::French => french,
        Side::Enemy => enemy,
    }
}

fn of_mut<T>((french, enemy): &mut (T, T), side: Side) -> &mut T {
    match side {
        Side::French => french,
        Side::Enemy => enemy,
    }
}

impl<'a> Fight<'a> {
    /// The side of a counter.
    pub fn side(&self, id: ForceId) -> Side {
        self.book.counters.get(id.index()).map_or(Side::Enemy, |counter| counter.force.side())
    }

    /// Reads the events of the battle.
    pub fn account(&self) -> Account<'a> {
        let (mut account, mut by) = (Account::default(), By::Nobody);
        for number in self.span.clone() {
            let Some(event) = self.events.get(number).map(Event::itself) else { continue };
            if let Event::Map { what, .. } = event {
                self.on_map(number, what, &mut by, &mut account);
            } else if let Event::Board { what } = event {
                self.on_board(number, *what, &mut by, &mut account);
            }
        }
        let is_on = account.end.is_none() && account.enveloped.is_none();
        account.now = self.lineups.get(&self.events.len()).filter(|_| is_on);
        account.first = account.first.or(account.now);
        let after = self.lineups.range(account.rout_at..=self.span.end).next();
        if let (Some(rout), Some((_, lineup))) = (&mut account.rout, after) {
            rout.left = lineup.strength(Side::French).zip(lineup.strength(Side::Enemy));
        }
        account
    }

    /// Who stood there first.
    fn stood(&self, number: usize, account: &mut Account<'a>) {
        if let (Some(lineup), None) = (self.lineups.get(&number), account.first) {
            account.first = Some(lineup);
            let all = [Side::French, Side::Enemy].into_iter().flat_map(|side| lineup.of(side));
            account.forces = all.map(|force| (force.id, *force)).collect();
        }
    }

    fn on_map(&self, number: usize, what: &'a Happened, by: &mut By, account: &mut Account<'a>) {
        if let Happened::Fog { .. } = what {
            account.begun = true;
        } else if let Happened::Event { row, .. } = what {
            account.fog = Some(*row);
            account.by_fog = changes(self.events, number).collect();
        } else if let Happened::Paid { by, supply } = what {
            account.paid = Some((*by, *supply));
        } else if let Happened::PlansBought { plans, .. } = what {
            account.plans = *plans;
        } else if let Happened::Deployed { turns, .. } = what {
            (account.begun, account.deployed) = (true, Some(*turns));
            self.stood(number, account);
        } else if let Happened::BattleTurn { turn, .. } = what {
            self.stood(number, account);
            let first = account.turns.map_or(*turn, |(first, _)| first);
            account.turns = Some((first, *turn));
            *by = By::Nobody;
        } else if let Happened::Tried { insight, tried } = what {
            account.tried.insert(*insight, tried.works);
            *by = if tried.works { By::Insight(*insight) } else { *by };
        } else if let Happened::Raided(supply) = what {
            account.raided = Some(*supply);
        } else if let Happened::Enveloped { side, .. } = what {
            self.stood(number, account);
            (account.begun, account.enveloped) = (true, Some(*side));
        } else if let Happened::BattleOver { end, withdrawal, .. } = what {
            account.end = Some((*end, *withdrawal));
            self.after(number, account);
        }
    }

    /// What became of those who were there when it was over.
    fn after(&self, number: usize, account: &mut Account<'a>) {
        for change in changes(self.events, number) {
            if let Happened::Came { who, to } = change {
                let were = |id: &ForceId| account.forces.contains_key(id);
                let who: Vec<ForceId> = who.iter().copied().filter(were).collect();
                account.went.extend((!who.is_empty()).then_some((who, *to)));
            } else if let Happened::NapoleonCame(to) = change {
                account.napoleon_went = Some(*to);
            } else if let Happened::Lost(who) = change {
                for id in who {
                    of_mut(&mut account.costs, self.side(*id)).destroyed.push(*id);
                }
            }
        }
    }

    fn on_board(&self, number: usize, what: News, by: &mut By, account: &mut Account<'a>) {
        if let News::Activated { who, plan, .. } = what {
            *by = By::Force(who, plan);
        } else if let News::Attacked { who, hits, .. } = what {
            let shots = of_mut(&mut account.shots, self.side(who));
            shots.attacks += 1;
            shots.hits += u32::from(hits);
        } else if let News::Hit { who, destroyed } = what {
            self.struck((*by, who), destroyed, account);
        } else if let News::Destroyed { who } = what {
            self.struck((*by, who), true, account);
        } else if let News::Routed(side) = what {
            let turn = account.turns.map_or(0, |(_, turn)| turn);
            account.rout = Some(Rout { side, turn, left: None });
            account.rout_at = number;
            *by = By::Nobody;
        }
    }

    /// Records a hit on a force and who made it.
    fn struck(&self, (by, who): (By, ForceId), destroyed: bool, account: &mut Account<'a>) {
        let Some(counter) = self.book.counters.get(who.index()) else { return };
        let force = account.forces.entry(who).or_insert(counter.force);
        let before = force.combat();
        force.reduced |= force.back.is_some();
        let value = if destroyed { before } else { before.saturating_sub(force.combat()) };
        let cost = of_mut(&mut account.costs, counter.force.side());
        cost.reduced.remove(&who);
        match destroyed {
            true => cost.destroyed.push(who),
            false => drop(cost.reduced.insert(who)),
        }
        let turn = account.turns.map_or(0, |(_, turn)| turn);
        if !account.blows.last().is_some_and(|blow| blow.by == by && blow.turn == turn) {
            let (reduced, destroyed) = (vec![], vec![]);
            account.blows.push(Blow { by, turn, reduced, destroyed, value: 0 });
        }
        if let Some(blow) = account.blows.last_mut() {
            blow.value += value;
            blow.reduced.retain(|id| *id != who);
            let list = if destroyed { &mut blow.destroyed } else { &mut blow.reduced };
            list.push(who);
        }
    }
}
