//! What a purse is spent on before the marches: supply, action points, purchases, and what is kept (§15.1, §16.5, §18).
//!
//! One function says it to the season and to the receipt: it asks a purse, the lines of a budget, and what a power's
//! own forces need by its own sheet, all of which that power knows.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.1, §16.5, §18.

use super::bill::{self, Ration, Reach};
use super::budget::{self, Line, Whom};
use super::purchase::{Brings, Deal, Market, Purchase};
use crate::book::Book;
use crate::book::economy::Rates;
use crate::march::movement;
use crate::march::roll::Roll;
use crate::orders::causes::BUDGET;
use crate::orders::fleets::FleetEntry;
use crate::orders::{Acting, Entry, Sheet, Task};
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, MoneyEvent, OrderEvent, Reason, SeaEvent};
use crate::record::money::Purse;
use crate::record::sea::Navy;
use crate::record::state::{Formation, General};
use crate::sea::sailing;
use crate::season::chance;
use crate::season::turn::Turn;
use kit::calendar::Season;
use std::collections::{BTreeMap, BTreeSet};

/// The forces of a power and its sheet.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    pub power: &'m str,
    pub formations: &'m BTreeMap<String, Formation>,
    pub generals: &'m BTreeMap<String, General>,
    pub navy: &'m Navy,
    pub sheet: Option<&'m Sheet>,
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
    /// Points that are left behind it, and all dollars with what these become.
    pub left: u32,
    pub dollars: u32,
    /// What becomes of a purchase.
    pub deal: Option<Result<Deal, Reason>>,
}

impl Came {
    /// A line of which nothing is known yet.
    fn of(line: &Line) -> Self {
        let (wanted, got, points, left, dollars) = (0, 0, 0, 0, 0);
        Self { nth: None, line: line.clone(), wanted, got, points, left, dollars, deal: None }
    }
}

/// What is set aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetAside {
    pub ration: Ration,
    /// Action points that may be spent.
    pub action_points: u32,
    pub came: Vec<Came>,
    /// Points, dollars in the bank, and manpower that are left.
    pub left: u32,
    pub bank: u32,
    pub manpower: u32,
    /// Those who are not paid for, if all are in the field who may be.
    pub unpaid: BTreeSet<String>,
    /// Those of them who are in the field already, and not paid for whatever the others do.
    pub surely_unpaid: BTreeSet<String>,
}

/// The entries for forces that are there, in their order.
fn marches(book: &Book, means: Means<'_>, own: &BTreeMap<String, Formation>) -> Vec<March> {
    let on_land = |entry: &Entry| {
        let force = movement::force(book, (own, means.generals), means.power, entry)?;
        let names = force.formations.iter().chain(&force.general).cloned().collect();
        Some(March {
            cost: movement::price(book, own, means.generals, entry),
            formations: force.formations,
            names,
            has_steps: !entry.steps.is_empty(),
            moves: entry.moves(),
        })
    };
    let at_sea = |entry: &FleetEntry| {
        let group = sailing::acting(means.navy, means.power, &entry.who)?;
        Some(March {
            cost: sailing::price(book, means.navy, &group, entry),
            formations: vec![],
            names: sailing::names(&group),
            has_steps: !entry.sails.is_empty(),
            moves: !entry.sails.is_empty(),
        })
    };
    let entries = means.sheet.map(Sheet::in_order).unwrap_or_default().into_iter();
    let march = |entry: Acting| match entry {
        Acting::Troops(entry) => on_land(entry),
        Acting::Ships(entry) => at_sea(entry),
    };
    entries.filter_map(march).collect()
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

/// A budget that is gone through, with so many action points at the most.
struct Walk<'w, P> {
    book: &'w Book,
    position: &'w P,
    reach: &'w Reach,
    rates: Rates,
    means: Means<'w>,
    most: u32,
    market: Market<'w, P>,
    marches: Vec<March>,
    open: Open,
    /// Who is fed by a line already.
    covered: BTreeSet<String>,
    set: SetAside,
}

/// What is left of a purse while a budget is gone through.
struct Open {
    points: u32,
    bank: u32,
    manpower: u32,
    /// Dollars that are kept.
    kept: u32,
    /// What a point is worth in dollars.
    money: u32,
}

impl Open {
    /// Points that may still be spent.
    fn free(&self) -> u32 {
        let short = self.kept.saturating_sub(self.bank).div_ceil(self.money);
        self.points.saturating_sub(short)
    }

    /// Sets aside for so many things, of which a point pays `each`; how many it is, and the points.
    fn take(&mut self, wanted: u32, each: u32) -> (u32, u32) {
        let points = wanted.div_ceil(each).min(self.free());
        self.points -= points;
        (wanted.min(points.saturating_mul(each)), points)
    }

    /// All that there is in dollars, with what points become.
    fn dollars(&self) -> u32 {
        self.bank.saturating_add(self.points.saturating_mul(self.money))
    }

    /// Pays for a purchase, from the bank first; the points that were turned into money for it (§16.1, §16.5).
    fn pay(&mut self, deal: &Deal) -> Result<u32, Reason> {
        let left = self.dollars().saturating_sub(self.kept);
        if deal.manpower > self.manpower {
            return Err(Reason::NoManpower { needed: deal.manpower, left: self.manpower });
        }
        if deal.money > left {
            return Err(Reason::NoMoney { needed: deal.money, left });
        }
        let points = deal.money.saturating_sub(self.bank).div_ceil(self.money);
        self.points -= points;
        self.bank = self.bank.saturating_add(points.saturating_mul(self.money)) - deal.money;
        self.manpower -= deal.manpower;
        Ok(points)
    }
}

impl<P: Position> Walk<'_, P> {
    /// Who is in the field, or comes there by a march that is paid for (§15.1).
    fn field(&self) -> Vec<&Formation> {
        if self.book.all_fed {
            return vec![];
        }
        let (marching, _) = paid_for(&self.marches, self.most);
        let stays = |one: &Formation| {
            bill::in_field(self.book, self.position, one)
                && self.reach.may_feed(self.book, self.position, one)
        };
        let marches =
            |one: &Formation| marching.contains(&one.name) && bill::must_be_paid(self.book, one);
        self.market.own.values().filter(|one| marches(one) || stays(one)).collect()
    }

    /// Goes through the lines; also how many action points the marches spend that are paid for.
    fn through(mut self) -> (SetAside, u32) {
        for (nth, line) in budget::whole(self.means.lines) {
            let mut came = match &line {
                Line::Supply(whom) => self.feed(whom),
                Line::ActionPoints(asked) => self.action_points(*asked),
                Line::Keep(money) => {
                    self.open.kept = self.open.kept.max(*money);
                    let got = self.open.dollars().min(*money);
                    Came { wanted: *money, got, ..Came::of(&line) }
                }
                Line::Buy(purchase) => self.buy(purchase),
                Line::NoPurchase => Came::of(&line),
            };
            (came.nth, came.line) = (nth, line);
            (came.left, came.dollars) = (self.open.points, self.open.dollars());
            self.set.came.push(came);
        }
        self.set.left = self.open.points;
        (self.set.bank, self.set.manpower) = (self.open.bank, self.open.manpower);
        self.settle();
        let (_, spent) = paid_for(&self.marches, self.most);
        (self.set, spent)
    }

    fn feed(&mut self, whom: &Whom) -> Came {
        let fresh = |one: &&Formation| whom.covers(one) && !self.covered.contains(&one.name);
        let fresh: Vec<String> =
            self.field().into_iter().filter(fresh).map(|one| one.name.clone()).collect();
        let wanted = u32::try_from(fresh.len()).unwrap_or(u32::MAX);
        self.covered.extend(fresh);
        let (got, points) = self.open.take(wanted, self.rates.supply);
        self.set.ration.points += points;
        self.set.ration.whom.add(whom.clone());
        Came { wanted, got, points, ..Came::of(&Line::Supply(whom.clone())) }
    }

    fn action_points(&mut self, asked: Option<u32>) -> Came {
        let had = self.set.action_points;
        let (_, needed) = paid_for(&self.marches, u32::MAX);
        let rest = needed.saturating_sub(had);
        let wanted = asked.map_or(rest, |asked| asked.min(rest));
        // A number is had as it stands; else what the marches cost that can be paid for.
        let most = match asked {
            Some(_) => self.most,
            None => paid_for(&self.marches, self.most).1,
        };
        let (got, points) =
            self.open.take(wanted.min(most.saturating_sub(had)), self.rates.action_points);
        self.set.action_points += got;
        Came { wanted, got, points, ..Came::of(&Line::ActionPoints(asked)) }
    }

    fn buy(&mut self, purchase: &Purchase) -> Came {
        let came = Came { wanted: 1, ..Came::of(&Line::Buy(purchase.clone())) };
        let paid = self.market.offer(purchase).and_then(|deal| {
            let points = self.open.pay(&deal)?;
            Ok((deal, points))
        });
        match paid {
            Ok((deal, points)) => {
                self.market.take(&deal);
                self.marches = marches(self.book, self.means, &self.market.own);
                Came { got: 1, points, deal: Some(Ok(deal)), ..came }
            }
            Err(why) => Came { deal: Some(Err(why)), ..came },
        }
    }

    /// Says whose supply is paid for by what is set aside, and whose is not.
    fn settle(&mut self) {
        let (marching, _) = paid_for(&self.marches, self.most);
        let field = self.field();
        let pay = |field: &mut dyn Iterator<Item = &Formation>| {
            bill::settle(self.book, self.means.generals, &self.set.ration, field)
        };
        let all = pay(&mut field.iter().copied());
        let mut stay = field.iter().copied().filter(|one| !marching.contains(&one.name));
        let surely = pay(&mut stay).unpaid;
        (self.set.unpaid, self.set.surely_unpaid) = (all.unpaid, surely);
    }
}

/// Goes through a budget: what is set aside and bought by each line in its order, as far as it reaches (§15.1, §16.5,
/// §18).
///
/// Supply is set aside for nobody whose march is not paid for. Which marches are paid for hangs on what supply leaves;
/// of all numbers of action points the highest counts that can be paid with the supply of those who march by it. A
/// line counts those who were bought before it.
pub fn set_aside(
    book: &Book,
    position: &impl Position,
    (season, purse): (Season, Purse),
    means: Means<'_>,
) -> SetAside {
    let Some(economy) = &book.economy else { return SetAside::default() };
    let Means { power, formations, generals, navy, .. } = means;
    let entries = means.sheet.map_or(&[][..], |sheet| &sheet.entries);
    let mut steps = entries.iter().flat_map(|entry| &entry.steps);
    let deploys = steps.any(|step| step.task == Task::Deploy);
    let reach = &Reach::new(position, (power, season), deploys);
    let own = formations.iter().filter(|(_, one)| one.power == power);
    let own: BTreeMap<String, Formation> =
        own.map(|(name, one)| (name.clone(), one.clone())).collect();
    let mut most = u32::MAX;
    loop {
        let own = own.clone();
        let (rates, Purse { points, bank, manpower }) = (economy.rates, purse);
        let marches = marches(book, means, &own);
        let (new_generals, new_depots) = (0, 0);
        let market = Market {
            book,
            position,
            power,
            season,
            formations,
            generals,
            navy,
            own,
            new_fleets: BTreeMap::new(),
            new_generals,
            new_depots,
        };
        let open = Open { points, bank, manpower, kept: 0, money: rates.money };
        let (covered, set) = (BTreeSet::new(), SetAside::default());
        let walk =
            Walk { book, position, reach, rates, means, most, market, marches, open, covered, set };
        let (set, spent) = walk.through();
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

/// Goes through the budget of each power: what it may spend this turn, the action points of the scenario or what its
/// purse pays for, what it sets aside for supply, and what it buys.
pub fn play(turn: &mut Turn) {
    let powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    for power in powers {
        let (book, state) = (turn.book, &turn.state);
        let sheet = turn.sheets.get(&power);
        let set = state.money.purses.get(&power).map(|purse| {
            let means = Means {
                power: &power,
                formations: &state.formations,
                generals: &state.generals,
                navy: &state.navy,
                sheet,
                lines: sheet.map_or(&[], |sheet| &sheet.lines),
            };
            set_aside(book, state, (state.season, *purse), means)
        });
        let Some(set) = set else {
            turn.most.insert(power.clone(), book.action_points(&power));
            continue;
        };
        let numbers: Vec<u16> =
            sheet.map_or(vec![], |sheet| sheet.budget.iter().map(|item| item.number).collect());
        for came in set.came {
            let (Line::Buy(purchase), Some(deal)) = (&came.line, came.deal) else { continue };
            let line = came.nth.and_then(|nth| numbers.get(nth).copied()).unwrap_or_default();
            match deal {
                Ok(deal) => deliver(turn, &power, (line, purchase), (deal, came.points)),
                Err(reason) => not_bought(turn, &power, (line, purchase), reason),
            }
        }
        turn.most.insert(power.clone(), set.action_points);
        turn.rations.insert(power, set.ration);
    }
}

fn not_bought(turn: &mut Turn, power: &str, (line, what): (u16, &Purchase), reason: Reason) {
    turn.record(OrderEvent::NotDone {
        power: power.to_owned(),
        entry: Some(BUDGET),
        step: Some(line),
        order: "buy".to_owned(),
        who: what.who(),
        reason,
        failed: None,
    });
}

/// Takes the price of a purchase, and brings what was bought (§15.2, §18, §19.7).
fn deliver(
    turn: &mut Turn,
    power: &str,
    (line, what): (u16, &Purchase),
    (deal, points): (Deal, u32),
) {
    let Deal { money, manpower, at, brings } = deal;
    let worth = points * turn.book.economy.as_ref().map_or(0, |economy| economy.rates.money);
    let (mut name, mut count, mut die) = (String::new(), 1, None);
    let brought: Event = match brings {
        Brings::Formation(formation) => {
            name.clone_from(&formation.name);
            let power = power.to_owned();
            match what {
                Purchase::New { .. } => ForceEvent::Placed { formation, arrival: true }.into(),
                Purchase::Into { .. }
                | Purchase::Depots(_)
                | Purchase::General { .. }
                | Purchase::Fleet { .. }
                | Purchase::Ships { .. } => {
                    let (formations, gone) = (vec![formation], vec![]);
                    ForceEvent::Reshaped { power, formations, gone }.into()
                }
            }
        }
        Brings::Depots(depots) => {
            count = u32::from(depots);
            ForceEvent::Stored { power: power.to_owned(), depots }.into()
        }
        Brings::General => {
            let Some(at) = at else { return };
            let (general, face) = chance::engaged(turn, power, at);
            name.clone_from(&general.name);
            die = Some(face);
            ForceEvent::GeneralPlaced { general, arrival: true }.into()
        }
        Brings::Fleet(fleet) => {
            name.clone_from(&fleet.name);
            match what {
                Purchase::Fleet { .. } => SeaEvent::Commissioned { fleet, arrival: true }.into(),
                _ => SeaEvent::Enlarged { fleet }.into(),
            }
        }
    };
    let (power, ware, troops) = (power.to_owned(), what.ware(), what.units());
    turn.record(MoneyEvent::Bought {
        power,
        line,
        ware,
        name,
        at,
        troops,
        count,
        points,
        worth,
        money,
        manpower,
        die,
    });
    turn.record(brought);
}
