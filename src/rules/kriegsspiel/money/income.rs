//! Income: what a power collects of provinces, trade and gold (§14, §16.1, §16.2, §16.3).
//!
//! It is reckoned when a turn is over, for the turn to come, and stands in the report, so that a player knows what
//! there is before the sheet is written. The dice of trade and gold are rolled then; all else follows from a position.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8, §14.1, §14.2, §14.3, §16, §16.2, §16.3, §16.4, §16.5, §16.6,
//! §16.7.

use crate::book::Book;
use crate::book::economy::{Economy, Taxed};
use crate::position::Position;
use crate::record::event::{IncomeLine, MoneyEvent, PublicEvent, Revenue};
use crate::record::sea::{Berth, Fleet};
use crate::season::turn::Turn;
use kit::ground::Space;
use kit::ledger::Ledger;
use kit::names::plain;
use kit::rule::Rule;
use std::collections::BTreeMap;

const TRADE: Rule = Rule("K05 §16.2");
const GOLD: Rule = Rule("K05 §16.3");
const PRIVATEER: Rule = Rule("K05 §16.4");

/// What a power collects before dice are rolled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Income {
    pub lines: Vec<IncomeLine>,
    pub manpower: u32,
    /// Dice of trade.
    pub trade: u32,
    /// What raids take of all of it.
    pub raided: u32,
}

impl Income {
    /// The points of all lines, less what raids take; never less than none.
    pub fn points(&self) -> u32 {
        let sum: u32 = self.lines.iter().map(|line| line.points).sum();
        sum.saturating_sub(self.raided)
    }
}

/// The owner of a province: the power to which it was ceded, else its nation (§14.3).
pub fn owner<'p>(position: &'p impl Position, province: &'p Taxed) -> &'p str {
    let titles = &position.common().money.titles;
    titles.get(&province.name).unwrap_or(&province.nation)
}

/// A province by its name in any spelling.
pub fn named<'b>(book: &'b Book, province: &str) -> Result<&'b Taxed, String> {
    let economy =
        book.economy.as_ref().ok_or("money is not played here, so no province is ceded")?;
    let found = economy.provinces().iter().find(|one| plain(&one.name) == plain(province));
    found.ok_or_else(|| format!("unknown province `{province}`"))
}

/// A province as it passes to another by the umpire's ruling, with all cities in it (§14.3).
pub fn ceded(
    book: &Book,
    position: &impl Position,
    (province, to): (&str, &str),
) -> Result<PublicEvent, String> {
    let found = named(book, province)?;
    let from = owner(position, found).to_owned();
    if from == to {
        return Err(format!("{} belongs to {to} already", found.name));
    }
    let (province, power, cities) = (found.name.clone(), to.to_owned(), found.cities.clone());
    Ok(PublicEvent::TitlePassed { province, power, from, cities, ruled: true })
}

/// Who occupies all of a province that is not theirs: they hold each of its cities (§14.2).
pub fn occupier<'p>(
    book: &'p Book,
    position: &'p impl Position,
    province: &'p Taxed,
) -> Option<&'p str> {
    let (first, others) = province.cities.split_first()?;
    let holder = position.holder(book, *first)?;
    let all = others.iter().all(|at| position.holder(book, *at) == Some(holder));
    (all && holder != owner(position, province)).then_some(holder)
}

/// Whether the owner of a province still holds a city of it; one without cities on the map cannot be lost.
fn is_kept(book: &Book, position: &impl Position, province: &Taxed) -> bool {
    let owner = owner(position, province);
    let holds = |at: &Space| position.holder(book, *at) == Some(owner);
    province.cities.is_empty() || province.cities.iter().any(holds)
}

/// What a power collects as things stand (§14.2, §14.3, §14.4, §16.1, §19.9): in the season for the turn to come, in
/// reports as it is known.
pub fn income(book: &Book, position: &impl Position, power: &str) -> Income {
    let mut income = Income::default();
    let Some(economy) = &book.economy else { return income };
    for province in economy.provinces() {
        if owner(position, province) == power {
            if is_kept(book, position, province) {
                income.add(Revenue::Own, province, province.resources);
                income.manpower += province.manpower;
                income.trade += province.trade;
            }
        } else if occupier(book, position, province) == Some(power) {
            income.add(Revenue::Occupied, province, province.resources / economy.occupied);
        }
    }
    let money = position.common().money;
    income.trade += u32::from(money.rich && income.trade > 0); // §8
    income.raided = money.raids.get(power).copied().unwrap_or(0);
    income
}

impl Income {
    fn add(&mut self, what: Revenue, province: &Taxed, points: u32) {
        self.lines.push(IncomeLine { what, of: province.name.clone(), points });
    }

    /// The income as it is collected, with these dice.
    fn collected(mut self, power: &str, trade: Vec<u8>, gold: Vec<u8>) -> MoneyEvent {
        let sum = |dice: &[u8]| dice.iter().map(|die| u32::from(*die)).sum::<u32>();
        let dice = [(Revenue::Trade, sum(&trade)), (Revenue::Gold, sum(&gold))];
        let rolled = dice.into_iter().filter(|(_, points)| *points > 0);
        let line = |(what, points)| IncomeLine { what, of: String::new(), points };
        self.lines.extend(rolled.map(line));
        let (points, raided) = (self.points(), self.raided);
        let (power, manpower, lines) = (power.to_owned(), self.manpower, self.lines);
        MoneyEvent::Collected { power, lines, raided, points, manpower, trade, gold }
    }
}

/// What trade brings before the first turn, when no dice are rolled (§16.2): the mean of so many, rounded down.
fn mean(economy: &Economy, dice: u32) -> u32 {
    dice * economy.trade_die / 2
}

/// The income of the first turn of a scenario.
pub fn first(book: &Book, position: &impl Position, power: &str) -> Option<MoneyEvent> {
    let economy = book.economy.as_ref()?;
    let mut income = income(book, position, power);
    let points = mean(economy, income.trade);
    let trade = IncomeLine { what: Revenue::Trade, of: String::new(), points };
    income.lines.extend((points > 0).then_some(trade));
    Some(income.collected(power, vec![], vec![]))
}

/// Rolls so many dice.
fn rolled(ledger: &mut Ledger, rule: Rule, power: &str, dice: u32) -> Vec<u8> {
    match dice {
        0 => vec![],
        dice => {
            let dice = u8::try_from(dice).unwrap_or(u8::MAX);
            ledger.dice(rule.by(power), dice, 6).faces
        }
    }
}

/// Every power turns what it has left into money (§16.5, §16.6).
pub fn bank(turn: &mut Turn) {
    let Some(economy) = &turn.book.economy else { return };
    let left = |(power, purse): (&String, &crate::record::money::Purse)| {
        let (power, points) = (power.clone(), purse.points);
        let money = points * economy.rates.money;
        (points > 0).then_some(MoneyEvent::Banked { power, points, money })
    };
    let events: Vec<MoneyEvent> = turn.state.money.purses.iter().filter_map(left).collect();
    events.into_iter().for_each(|event| turn.record(event));
}

/// Every power collects for the turn to come (§16.1, §16.2, §16.3), in the order of the alphabet.
pub fn collect(turn: &mut Turn) {
    let Some(economy) = &turn.book.economy else { return };
    let gone = &turn.state.politics.conquered;
    let left = turn.state.money.purses.keys().filter(|power| !gone.contains(*power));
    let powers: Vec<String> = left.cloned().collect();
    let mut at_sea: BTreeMap<String, u32> = BTreeMap::new();
    for power in powers {
        let income = income(turn.book, &turn.state, &power);
        let trade = rolled(turn.ledger, TRADE, &power, income.trade);
        let comes =
            economy.gold.nation == power && economy.gold.season == turn.state.season.quarter;
        let dice = if comes { economy.gold.dice } else { 0 };
        let gold = rolled(turn.ledger, GOLD, &power, dice);
        let rolled = trade.iter().chain(&gold).map(|die| u32::from(*die)).sum();
        at_sea.insert(power.clone(), rolled);
        turn.record(income.collected(&power, trade, gold));
    }
    privateer(turn, at_sea);
}

/// Whose trade and gold a fleet takes in a berth: a fleet or squadron those of the enemy in whose trade box it is (§16.4).
pub fn preys_on<'b>(
    book: &'b Book,
    position: &impl Position,
    fleet: &Fleet,
    at: &Berth,
) -> Option<&'b str> {
    let of = book.navies.as_ref()?.waters.trade_of(at.area()?)?;
    (fleet.kind.is_warlike() && position.at_war(&fleet.power, of)).then_some(of)
}

/// Fleets and squadrons in the trade box of an enemy, in the order of initiative: each takes a die of the trade and the
/// gold that came in, as far as there is something left of them (§16.3, §16.4).
fn privateer(turn: &mut Turn, mut at_sea: BTreeMap<String, u32>) {
    let state = &turn.state;
    let robs = |one: &Fleet| {
        let of = preys_on(turn.book, state, one, &one.at)?;
        Some((one.power.clone(), one.name.clone(), of.to_owned()))
    };
    let mut all: Vec<(String, String, String)> =
        state.navy.fleets.values().filter_map(robs).collect();
    all.sort_by_key(|(power, who, _)| (turn.initiative(power), power.clone(), who.clone()));
    for (power, who, of) in all {
        let Some(left) = at_sea.get_mut(&of).filter(|left| **left > 0) else { continue };
        let die = turn.ledger.dice(PRIVATEER.by(&who), 1, 6).faces[0];
        let points = u32::from(die).min(*left);
        *left -= points;
        turn.record(MoneyEvent::Privateered { power, who, of, die, points });
    }
}

/// A nation whose last capital has just been captured loses its bank to its captor when points have become money (§16.7).
pub fn fall_of(turn: &mut Turn, (at, by, from): (Space, &str, &str)) {
    let (book, state) = (turn.book, &turn.state);
    let capitals: Vec<Space> = book.lands.capitals(from).collect();
    let lost = |at: &Space| state.holder(book, *at) != Some(from);
    let falls = capitals.contains(&at) && capitals.iter().all(lost);
    if falls && state.money.purses.contains_key(from) {
        let (nation, power) = (from.to_owned(), by.to_owned());
        turn.treasuries.push((nation.clone(), power.clone()));
        turn.record(PublicEvent::TreasuryTaken { nation, power });
    }
}

/// The banks of nations that have lost their last capital in this turn go to their captors, all as they are now (§16.7).
pub fn seize(turn: &mut Turn) {
    let treasuries = std::mem::take(&mut turn.treasuries).into_iter();
    let sums = treasuries.filter_map(|(power, by)| {
        let money = turn.state.money.purses.get(&power)?.bank;
        (money > 0).then_some(MoneyEvent::Seized { power, by, money })
    });
    let sums: Vec<MoneyEvent> = sums.collect();
    sums.into_iter().for_each(|event| turn.record(event));
}
