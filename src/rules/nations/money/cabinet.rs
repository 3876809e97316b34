//! The cabinet: money comes in and is spent before spring (NIA §12, §12.3, §12.4).
//!
//! It is a season of its own, or with the option `politics=with-the-orders` the beginning of spring.
//! Money is collected; gifts and loans are paid; each power's budget is carried out, line by line;
//! then leaders come and go. What no line asks for is done by default: landwehr, then armies in
//! supply, then what stands at reinforcement sites.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12, §12.2.5.

pub mod command;
mod limits;
pub mod works;

use crate::book::Book;
use crate::land::supply::Land;
use crate::money::lines::guerrilla::rising;
use crate::money::lines::payment::{Payments, gift_of};
use crate::money::lines::{Docks, Lines, Settled, conscripts, corsair, deal, fleet, landwehr};
use crate::money::treasury::{self, Scene as Money};
use crate::orders::budget::{self, Item};
use crate::orders::senses::{Commander, Scene};
use crate::politics::abroad;
use crate::politics::credit;
use crate::politics::diplomacy;
use crate::politics::levies;
use crate::politics::liberation;
use crate::politics::revolts;
use crate::position::{Common, Position};
use crate::record::event::{
    CreditCause, Event, MoneyEvent, Purse, SequenceEvent, Shortfall, SpendingEvent,
};
use crate::record::exchange::Exchange;
use crate::record::state::{Anchorage, Marker, Squadron, State};
use crate::season::rulings;
use crate::season::setup;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Now;
use kit::rule::Rule;
use sheet::condition::Truth;
use std::collections::{BTreeMap, BTreeSet};
use works::{Account, Works};

const CORSAIR: Rule = Rule("NIA §12.3");

/// Plays the cabinet as a season of its own.
pub fn play(turn: &mut Turn) {
    let year = turn.state.season.year;
    turn.record(SequenceEvent::CabinetBegan { year });
    rulings::play(turn, Now::Start);
    turn.announce();
    rulings::play(turn, Now::Pause);
    spend(turn);
    diplomacy::phase(turn, Exchange::Cabinet(year)); // §11.2
    turn.state.check(&turn.book.people);
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    turn.tell_rulings(&[]);
    turn.record(SequenceEvent::CabinetEnded { year });
}

/// Collects the money of the year and spends it.
pub fn spend(turn: &mut Turn) {
    abroad::begin(turn);
    treasury::collect(turn);
    fleet::free(turn); // §15.2
    setup::leaders_of_the_year(turn);
    levies::raise_or_dismiss(turn);
    levies::fill(turn);
    revolts::fill(turn);
    let powers = purses(&turn.state, turn.book);
    for power in &powers {
        call_conscripts(turn, power);
    }
    for power in &powers {
        pay_gifts(turn, power);
    }
    deal::settle(turn, &powers);
    for power in &powers {
        carry_out(turn, power, List::Budget);
    }
    abroad::home(turn);
    for power in &powers {
        carry_out(turn, power, List::Muster);
    }
    close(turn);
}

/// The powers that have a purse, in the order of diplomacy.
fn purses(state: &State, book: &Book) -> Vec<String> {
    let is_power = |name: &&String| book.people.powers.iter().any(|power| power.name == **name);
    let mut powers: Vec<String> = state.money.chests.keys().filter(is_power).cloned().collect();
    powers.sort_by_key(|power| book.people.order(power));
    powers
}

/// Calls a power's conscripts, if its list says so and it may (NIA §12.1).
fn call_conscripts(turn: &mut Turn, power: &str) {
    let (items, _) = lines_of(turn, power, List::Budget);
    let asked = items.into_iter().find(|item| item.is(&conscripts::LINE) && item.says_yes());
    let Some(item) = asked else { return };
    let (pounds, recruits) = (turn.state.money.chest(power), turn.state.money.recruits(power));
    if !holds(turn, Account { pounds, recruits, kept: 0 }, power, &item) {
        let event = not_done(turn, power, List::Budget, &item, Shortfall::NotSo);
        turn.record(event);
        return;
    }
    if let Err(refusal) = treasury::conscripts::call(turn, power) {
        let why = Shortfall::NotAllowed { why: refusal.sentence() };
        let event = not_done(turn, power, List::Budget, &item, why);
        turn.record(event);
    }
}

/// Which list of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Budget,
    Muster,
    Politics,
    Peace,
}

impl List {
    /// The numbers by which receipts and reports count the lists: those after the last entry.
    pub fn numbers(last: u16) -> [u16; 4] {
        [last + 1, last + 2, last + 3, last + 4]
    }

    pub fn word(self) -> &'static str {
        match self {
            List::Budget => "budget",
            List::Muster => "muster",
            List::Politics => "politics",
            List::Peace => "peace",
        }
    }
}

/// The lines of a power's list, and the hexes that its muster names for guerrillas.
pub fn lines_of(turn: &Turn, power: &str, list: List) -> (Vec<Item>, Vec<Space>) {
    let Some(sheet) = turn.sheets.get(power) else { return (vec![], vec![]) };
    let spending = &sheet.spending;
    let rising = rising(turn.book, &spending.muster);
    let items = match list {
        List::Budget => &spending.budget,
        List::Muster => &spending.muster,
        List::Politics => &spending.politics,
        List::Peace => &spending.peace,
    };
    (items.clone(), rising)
}

/// What a power can reach, as things stand.
pub(crate) fn works<'a>(
    book: &'a Book,
    state: &State,
    land: &Land<'_>,
    power: &str,
) -> Option<Works<'a>> {
    let account = |owner: &String| {
        let (pounds, recruits) = (state.money.chest(owner), state.money.recruits(owner));
        (owner.clone(), Account { pounds, recruits, kept: 0 })
    };
    let scene = Money::of(book, state);
    let keeps = |owner: &&String| keeper(&scene, owner) == Some(power);
    let accounts = state.money.chests.keys().filter(keeps).map(account).collect();
    Works::of(book, state, land, power, accounts)
}

/// What lies in the harbours, and what else can be bought once.
pub(crate) fn docks(book: &Book, position: &dyn Position, power: &str, land: &Land<'_>) -> Docks {
    let Common { season, relations, money, corsairs, forts, squadrons, .. } = position.common();
    let mut berths: BTreeMap<Space, usize> = BTreeMap::new();
    let friends = |one: &&Squadron| relations.friends(&one.power, power);
    for squadron in squadrons.iter().filter(friends) {
        if let Anchorage::Harbour(at) = squadron.at {
            *berths.entry(at).or_default() += squadron.fleets.len();
        }
    }
    let own = squadrons.iter().filter(|one| one.power == power);
    let free = book.sea.corsairs.keys().filter(|name| !corsairs.contains(*name));
    Docks {
        squadrons: own.cloned().collect(),
        berths,
        names: position.fleet_names(power),
        used: BTreeSet::new(),
        corsairs: free.cloned().collect(),
        broken: forts.keys().copied().filter(|at| land.can_arm(*at)).collect(),
        closed: liberation::shut_to_guerrillas(book, position, power, land),
        risen: liberation::risen(book, position, power),
        courted: credit::courted(relations, money, power),
        wars: abroad::needs(book, money, power, season.year),
        abroad: abroad_fleets(money, power),
    }
}

/// How many fleets of a power are abroad.
fn abroad_fleets(money: &crate::record::state::Money, power: &str) -> usize {
    let own = money.abroad.values().filter(|there| there.power == power);
    own.map(|there| there.fleets.len()).sum()
}

/// Carries out one list of a power: what it can do is done, and what it cannot is told.
fn carry_out(turn: &mut Turn, power: &str, list: List) {
    let (items, rising) = lines_of(turn, power, list);
    let lots = draw_corsairs(turn, power, &items);
    let mut events = vec![];
    {
        let before = &turn.state;
        let land = Land::of(turn.book, before, power);
        let Some(mut works) = works(turn.book, &turn.state, &land, power) else { return };
        let mut docks = docks(turn.book, &turn.state, power, &land);
        docks.courted.retain(|ally| !credit::is_paid(turn, ally));
        let landwehr = landwehr::steps(turn.book, turn.state.common(), power);
        let mut lines =
            Lines { works: &mut works, docks: &mut docks, land: &land, rising, landwehr, lots };
        for item in items.iter().filter(|item| matches!(item.kind.settled, Settled::InTurn(_))) {
            events.extend(line(turn, &mut lines, power, list, item));
        }
        if list == List::Budget {
            let named = items.iter().map(|item| item.owner(power).to_owned()).collect();
            events.extend(lines.by_default(&named));
        } else {
            events.extend(lines.rest_abroad());
        }
    }
    for event in events {
        let courted = match &event {
            SpendingEvent::CreditRaised { of, .. } => Some(of.clone()),
            _ => None,
        };
        turn.record(event);
        if let Some(ally) = courted {
            credit::change(turn, &ally, 1, CreditCause::Paid);
        }
    }
}

/// Draws the corsairs that a list asks for, as many as there are.
fn draw_corsairs(turn: &mut Turn, power: &str, items: &[Item]) -> Vec<String> {
    let asked: i64 =
        items.iter().filter(|item| item.is(&corsair::LINE)).map(|item| item.own_number()).sum();
    let book = turn.book;
    let mut free: Vec<String> = book.sea.corsairs.keys().cloned().collect();
    free.retain(|name| !turn.state.corsairs.contains(name));
    let mut lots = vec![];
    for nth in 1..=asked {
        if free.is_empty() {
            break;
        }
        let drawn = turn.ledger.draw(CORSAIR.by(power).at(format!("corsair {nth}")), &free).index;
        lots.push(free.remove(drawn));
    }
    lots
}

/// One line: its `if:` is asked, and what stops it is told.
fn line(
    turn: &Turn,
    lines: &mut Lines,
    power: &str,
    list: List,
    item: &Item,
) -> Vec<SpendingEvent> {
    let (mut events, stopped) = match holds(turn, lines.works.account(), power, item) {
        true => lines.carry_out(item),
        false => (vec![], Some(Shortfall::NotSo)),
    };
    if let Some(why) = stopped {
        events.push(not_done(turn, power, list, item, why));
    }
    events
}

pub fn not_done(
    turn: &Turn,
    power: &str,
    list: List,
    item: &Item,
    why: Shortfall,
) -> SpendingEvent {
    SpendingEvent::NotCarriedOut {
        purse: purse(power, item.owner(power)),
        line: item.number,
        list: list.word().to_owned(),
        order: budget::in_words(turn.book, item),
        reason: why,
    }
}

/// Whether the `if:` of a line holds, as far as the power knows.
pub fn holds(turn: &Turn, account: Account, power: &str, item: &Item) -> bool {
    let Some(condition) = &item.condition else { return true };
    let scene = Scene { purse: Some((account.pounds, account.recruits)), ..Scene::default() };
    let eyes = Commander::new(turn.book, turn.known(power), None, Marker::WinterQuarters, 0);
    condition.ask(&eyes.amid(scene)) == Truth::Yes
}

/// Pays the gifts and the debts of a power, each if its own money reaches it at its place in the list
/// (NIA §12.2.5).
fn pay_gifts(turn: &mut Turn, power: &str) {
    let (items, rising) = lines_of(turn, power, List::Budget);
    if !items.iter().any(is_payment) {
        return;
    }
    let mut events = vec![];
    {
        let land = Land::of(turn.book, &turn.state, power);
        let Some(mut works) = works(turn.book, &turn.state, &land, power) else { return };
        let mut docks = docks(turn.book, &turn.state, power, &land);
        docks.courted.retain(|ally| !credit::is_paid(turn, ally));
        let landwehr = landwehr::steps(turn.book, turn.state.common(), power);
        let lots = vec![];
        let mut lines =
            Lines { works: &mut works, docks: &mut docks, land: &land, rising, landwehr, lots };
        let earned = |who: &str| income_of(turn, who);
        let given = turn.events.iter().filter_map(|event| match event {
            Event::Spending(event) => gift_of(event),
            _ => None,
        });
        let given = given.collect();
        let (book, money) = (turn.book, &turn.state.money);
        let mut payments = Payments { book, money, earned: &earned, given };
        for item in items.iter().filter(|item| !item.is(&conscripts::LINE)) {
            if !is_payment(item) {
                // What stands before a gift is bought first, so that it leaves less for it.
                line(turn, &mut lines, power, List::Budget, item);
                continue;
            }
            let paid = match holds_for(turn, &mut lines, power, item) {
                Ok(()) => payments.pay(&mut lines, item),
                Err(why) => Err(why),
            };
            events.push(paid.unwrap_or_else(|why| not_done(turn, power, List::Budget, item, why)));
        }
    }
    for event in events {
        turn.record(event);
    }
}

fn is_payment(item: &Item) -> bool {
    matches!(item.kind.settled, Settled::Payment)
}

/// Asks the `if:` of a payment, with what the power's own purse has.
fn holds_for(turn: &Turn, lines: &mut Lines, power: &str, item: &Item) -> Result<(), Shortfall> {
    lines.works.open(power, lines.land)?;
    match holds(turn, lines.works.account(), power, item) {
        true => Ok(()),
        false => Err(Shortfall::NotSo),
    }
}

pub fn purse(power: &str, owner: &str) -> Purse {
    Purse { power: power.to_owned(), owner: owner.to_owned() }
}

/// What somebody has earned this spring; nothing, if they have no purse.
fn income_of(turn: &Turn, who: &str) -> Option<i32> {
    turn.events.iter().find_map(|event| match event {
        Event::Money(MoneyEvent::Collected { who: whose, pounds, .. }) if whose == who => {
            Some(*pounds)
        }
        _ => None,
    })
}

/// Says what every purse has left.
fn close(turn: &mut Turn) {
    for event in closed(turn) {
        turn.record(event);
    }
}

fn closed(turn: &Turn) -> Vec<SpendingEvent> {
    let scene = Money::of(turn.book, &turn.state);
    let money = &turn.state.money;
    let closed = money.chests.iter().filter_map(|(owner, pounds)| {
        let purse = purse(keeper(&scene, owner)?, owner);
        let left = money.recruits(owner);
        let (recruits, cavalry) = (u32::from(left.steps), u32::from(left.cavalry));
        Some(SpendingEvent::AccountClosed { purse, pounds: *pounds, recruits, cavalry })
    });
    closed.collect()
}

/// The power that spends somebody's money: they themselves, or the power that a minor country follows
/// (NIA §12.2.2).
fn keeper<'s>(scene: &'s Money<'s>, who: &'s str) -> Option<&'s str> {
    match scene.book.countries.get(who) {
        Some(_) => treasury::income::keeper(scene, who),
        None => Some(who),
    }
}
