//! What resource points are set aside for before the marches: supply, action points, and what is kept (§15.1, §16.5).
//!
//! One function says it to the season and to the receipt: it asks a purse, the lines of a budget, and what a power's
//! own forces need by its own sheet, all of which that power knows.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1, §16.5.

use super::bill::{self, Ration};
use super::budget::{self, Line, Whom};
use crate::book::Book;
use crate::march::movement::Roll;
use crate::orders::Entry;
use crate::position::Position;
use crate::record::money::Purse;
use crate::record::state::{Formation, General, Kind};
use crate::season::turn::Turn;
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

/// What may have to be paid for in a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Corps and brigades that are in the field, or may come there by their orders.
    pub field: Vec<String>,
    /// What all orders cost that can be carried out.
    pub action_points: u32,
}

/// What becomes of a line of the budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
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
}

/// What a power's forces may need in a turn (§15.1, §17).
pub fn needs(book: &Book, position: &impl Position, means: Means<'_>) -> Needs {
    let Means { power, formations, generals, entries, .. } = means;
    let mut roll = Roll::new(u32::MAX);
    let mut marching: BTreeSet<String> = BTreeSet::new();
    for entry in entries {
        let force = roll.take_up(book, (formations, generals), power, entry);
        if let Ok(force) = force
            && entry.moves()
        {
            marching.extend(force.formations);
        }
    }
    let may_need = |one: &&Formation| {
        let marches = one.kind != Kind::Marauders && marching.contains(&one.name);
        one.power == power && (marches || bill::in_field(book, position, one))
    };
    let field = match book.all_fed {
        true => vec![],
        false => formations.values().filter(may_need).map(|one| one.name.clone()).collect(),
    };
    Needs { field, action_points: roll.spent }
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

/// Goes through a budget: what is set aside for each line in its order, as far as the points reach (§15.1, §16.5).
pub fn set_aside(
    book: &Book,
    position: &impl Position,
    purse: Purse,
    means: Means<'_>,
) -> SetAside {
    let Some(economy) = &book.economy else { return SetAside::default() };
    let needs = needs(book, position, means);
    let (rates, mut set) = (economy.rates, SetAside::default());
    let mut open = Open { purse, left: purse.points, kept: 0, money: rates.money };
    let mut covered: BTreeSet<&String> = BTreeSet::new();
    for line in budget::whole(means.lines) {
        let (wanted, got, points) = match &line {
            Line::Supply(whom) => {
                let Whom { first, others } = whom.clone();
                let more = Ration { points: 0, first, others };
                let covers = |name: &&String| more.covers(&means.formations[*name]);
                let fresh: Vec<&String> =
                    needs.field.iter().filter(covers).filter(|name| covered.insert(name)).collect();
                let wanted = u32::try_from(fresh.len()).unwrap_or(u32::MAX);
                let (got, points) = open.take(wanted, rates.supply);
                set.ration.points += points;
                set.ration.first.extend(more.first);
                set.ration.others |= more.others;
                (wanted, got, points)
            }
            Line::ActionPoints(most) => {
                let rest = needs.action_points.saturating_sub(set.action_points);
                let wanted = most.map_or(rest, |most| most.min(rest));
                let (got, points) = open.take(wanted, rates.action_points);
                set.action_points += got;
                (wanted, got, points)
            }
            Line::Keep(money) => {
                open.kept = open.kept.max(*money);
                let has = purse.bank.saturating_add(open.left.saturating_mul(rates.money));
                (*money, has.min(*money), 0)
            }
        };
        set.came.push(Came { line, wanted, got, points, left: open.left });
    }
    set.left = open.left;
    set
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
        let set = set_aside(book, state, *purse, means);
        (power.clone(), set.action_points, set.ration)
    };
    let all: Vec<(String, u32, Ration)> = state.relations.parties().map(of_power).collect();
    for (power, most, ration) in all {
        turn.most.insert(power.clone(), most);
        turn.rations.insert(power, ration);
    }
}
