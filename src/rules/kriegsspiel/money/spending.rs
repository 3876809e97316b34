//! What resource points are set aside for before the marches: supply, action points, and what is kept (§15.1, §16.5).
//!
//! One function says it to the season and to the receipt: it asks a purse, the lines of a budget, and what a power's
//! own forces need by its own sheet, all of which that power knows.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1, §16.5.

use super::bill::{self, Ration};
use super::budget::{self, Line};
use crate::book::Book;
use crate::book::economy::Rates;
use crate::march::movement::{self, Roll};
use crate::orders::{Entry, Task};
use crate::position::Position;
use crate::record::money::Purse;
use crate::record::state::{Formation, General};
use crate::season::turn::Turn;
use kit::calendar::Season;
use std::collections::{BTreeMap, BTreeSet};

/// The forces of a power and its sheet.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    pub power: &'m str,
    pub formations: &'m BTreeMap<String, Formation>,
    pub generals: &'m BTreeMap<String, General>,
    pub entries: &'m [Entry],
    /// What the budget says.
    pub lines: &'m [Line],
}

/// An entry for a force that is there: what it costs, and who acts by it.
struct March {
    cost: u32,
    formations: Vec<String>,
    /// The same with the general.
    names: Vec<String>,
    has_steps: bool,
    moves: bool,
}

/// What becomes of a line of the budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    /// Its place in the sheet's list; none of a line that the sheet does not mention.
    pub nth: Option<usize>,
    pub line: Line,
    /// Corps and brigades, action points, or dollars that it asks for, and how many of them it gets.
    pub wanted: u32,
    pub got: u32,
    /// Resource points that it costs.
    pub points: u32,
    /// Points that are left behind it.
    pub left: u32,
}

/// What is set aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetAside {
    pub ration: Ration,
    /// Action points that may be spent.
    pub action_points: u32,
    pub came: Vec<Came>,
    pub left: u32,
    /// Corps and brigades whose supply is paid for even if all are in the field who may be.
    pub paid: BTreeSet<String>,
    /// Those who are not paid for, if all are in the field who may be.
    pub unpaid: BTreeSet<String>,
    /// Those of them who are in the field already, and not paid for whatever the others do.
    pub surely_unpaid: BTreeSet<String>,
}

/// The entries for forces that are there, in their order.
fn marches(book: &Book, means: Means<'_>) -> Vec<March> {
    let Means { power, formations, generals, entries, .. } = means;
    let march = |entry: &Entry| {
        let force = movement::force(book, (formations, generals), power, entry)?;
        let names = force.formations.iter().chain(&force.general).cloned().collect();
        Some(March {
            cost: movement::price(book, formations, generals, entry),
            formations: force.formations,
            names,
            has_steps: !entry.steps.is_empty(),
            moves: entry.moves(),
        })
    };
    entries.iter().filter_map(march).collect()
}

/// Who marches with so many action points, and how many of them are spent (§17).
fn paid_for(marches: &[March], most: u32) -> (BTreeSet<&String>, u32) {
    let mut roll = Roll::new(most);
    let mut who = BTreeSet::new();
    for one in marches {
        if roll.enter(&one.names, one.cost, one.has_steps).is_ok() && one.moves {
            who.extend(&one.formations);
        }
    }
    (who, roll.spent)
}

/// A budget that is gone through.
struct Walk<'w, P> {
    book: &'w Book,
    position: &'w P,
    season: Season,
    means: Means<'w>,
    marches: Vec<March>,
    /// Whether a step of the sheet deploys a depot.
    deploys: bool,
}

/// A purse while a budget is gone through.
struct Open {
    purse: Purse,
    left: u32,
    /// Dollars that are kept.
    kept: u32,
    money: u32,
}

impl Open {
    /// Points that may still be spent.
    fn free(&self) -> u32 {
        let short = self.kept.saturating_sub(self.purse.bank).div_ceil(self.money);
        self.left.saturating_sub(short)
    }

    /// Sets aside for so many things, of which a point pays `each`; how many it is, and the points.
    fn take(&mut self, wanted: u32, each: u32) -> (u32, u32) {
        let points = wanted.div_ceil(each).min(self.free());
        self.left -= points;
        (wanted.min(points.saturating_mul(each)), points)
    }
}

impl<P: Position> Walk<'_, P> {
    /// Who is in the field, or comes there by a march that is paid for (§15.1).
    fn field(&self, marching: &BTreeSet<&String>) -> Vec<&Formation> {
        if self.book.all_fed {
            return vec![];
        }
        let when = (self.season, self.deploys);
        let stays = |one: &Formation| {
            bill::in_field(self.book, self.position, one)
                && bill::may_be_reached(self.book, self.position, one, when)
        };
        let marches =
            |one: &Formation| marching.contains(&one.name) && bill::must_be_paid(self.book, one);
        let own = self.means.formations.values().filter(|one| one.power == self.means.power);
        own.filter(|one| marches(one) || stays(one)).collect()
    }

    /// Goes through the lines, where so many action points are had at the most; also how many the marches spend that
    /// these pay for.
    fn through(&self, purse: Purse, rates: Rates, most: u32) -> (SetAside, u32) {
        let (marching, spent) = paid_for(&self.marches, most);
        let (_, needed) = paid_for(&self.marches, u32::MAX);
        let field = self.field(&marching);
        let mut set = SetAside::default();
        let mut open = Open { purse, left: purse.points, kept: 0, money: rates.money };
        let mut covered: BTreeSet<&String> = BTreeSet::new();
        for (nth, line) in budget::whole(self.means.lines) {
            let (wanted, got, points) = match &line {
                Line::Supply(whom) => {
                    let fresh = field.iter().filter(|one| whom.covers(one));
                    let fresh = fresh.filter(|one| covered.insert(&one.name)).count();
                    let wanted = u32::try_from(fresh).unwrap_or(u32::MAX);
                    let (got, points) = open.take(wanted, rates.supply);
                    set.ration.points += points;
                    set.ration.whom.add(whom.clone());
                    (wanted, got, points)
                }
                Line::ActionPoints(asked) => {
                    let rest = needed.saturating_sub(set.action_points);
                    let wanted = asked.map_or(rest, |asked| asked.min(rest));
                    // A number is had as it stands; else what the marches cost that can be paid for.
                    let most = asked.map_or(spent, |_| most);
                    let may = wanted.min(most.saturating_sub(set.action_points));
                    let (got, points) = open.take(may, rates.action_points);
                    set.action_points += got;
                    (wanted, got, points)
                }
                Line::Keep(money) => {
                    open.kept = open.kept.max(*money);
                    let has = purse.bank.saturating_add(open.left.saturating_mul(rates.money));
                    (*money, has.min(*money), 0)
                }
            };
            set.came.push(Came { nth, line, wanted, got, points, left: open.left });
        }
        set.left = open.left;
        self.settle(&mut set, &field, &marching);
        (set, spent)
    }

    /// Says whose supply is paid for by what is set aside, and whose is not.
    fn settle(&self, set: &mut SetAside, field: &[&Formation], marching: &BTreeSet<&String>) {
        let pay = |field: &mut dyn Iterator<Item = &Formation>| {
            bill::settle(self.book, self.means.generals, &set.ration, field)
        };
        let all = pay(&mut field.iter().copied());
        let mut stay = field.iter().copied().filter(|one| !marching.contains(&one.name));
        let surely_unpaid = pay(&mut stay).unpaid;
        set.paid = all.paid.into_iter().collect();
        (set.unpaid, set.surely_unpaid) = (all.unpaid, surely_unpaid);
    }
}

/// Goes through a budget: what is set aside for each line in its order, as far as the points reach (§15.1, §16.5).
///
/// Supply is set aside for nobody whose march is not paid for. Which marches are paid for hangs on what supply leaves;
/// of all numbers of action points the highest counts that can be paid with the supply of those who march by it.
pub fn set_aside(
    book: &Book,
    position: &impl Position,
    (season, purse): (Season, Purse),
    means: Means<'_>,
) -> SetAside {
    let Some(economy) = &book.economy else { return SetAside::default() };
    let mut steps = means.entries.iter().flat_map(|entry| &entry.steps);
    let deploys = steps.any(|step| step.task == Task::Deploy);
    let walk = Walk { book, position, season, means, marches: marches(book, means), deploys };
    let mut most = u32::MAX;
    loop {
        let (set, spent) = walk.through(purse, economy.rates, most);
        if spent <= set.action_points {
            return set;
        }
        // Any number from what they spend upwards pays for the same marches.
        most = spent - 1;
    }
}

/// How many resource points so many action points cost (§16.5).
pub fn price(book: &Book, action_points: u32) -> u32 {
    let each = book.economy.as_ref().map_or(1, |economy| economy.rates.action_points);
    action_points.div_ceil(each)
}

/// Settles what each power may spend this turn: the action points of the scenario, or what its purse pays for, and what
/// it sets aside for supply.
pub fn allot(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let of_power = |power: &String| {
        let Some(purse) = state.money.purses.get(power) else {
            return (power.clone(), book.action_points(power), Ration::default());
        };
        let sheet = turn.sheets.get(power);
        let means = Means {
            power,
            formations: &state.formations,
            generals: &state.generals,
            entries: sheet.map_or(&[], |sheet| &sheet.entries),
            lines: sheet.map_or(&[], |sheet| &sheet.lines),
        };
        let set = set_aside(book, state, (state.season, *purse), means);
        (power.clone(), set.action_points, set.ration)
    };
    let all: Vec<(String, u32, Ration)> = state.relations.parties().map(of_power).collect();
    for (power, most, ration) in all {
        turn.most.insert(power.clone(), most);
        turn.rations.insert(power, ration);
    }
}
