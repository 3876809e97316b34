//! Money that was spent, in sentences: what was built, what was paid, what was not done and why.

use super::money;
use crate::book::Book;
use crate::book::spelling::place;
use crate::book::units::Unit;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::sight::news::{Purchase, SpendingNews};
use kit::ground::Space;

/// One piece of news in a sentence.
pub fn sentence(book: &Book, news: &SpendingNews) -> String {
    let title = |who: &str| book.people.title(who).to_owned();
    match news {
        SpendingNews::Bought { purse, what, at, bill } => bought(book, purse, what, *at, *bill),
        SpendingNews::Paid { purse, to, pounds, loan, back } => {
            let (from, to) = (title(purse), title(to));
            paid(&from, &to, *pounds, *loan, *back)
        }
        SpendingNews::CardBought { purse, from, card, pounds } => {
            let deal = card.as_deref().zip(*pounds);
            sold(&title(purse), &title(from), deal)
        }
        SpendingNews::SentAbroad { power, war, steps, ships } => {
            let sent = money::counted(*steps, *ships);
            format!("{} sends {sent} to the war abroad, {war}.", title(power))
        }
        SpendingNews::PaidForAbroad { purse, war, pounds, owed } => {
            not_sent(&title(purse), war, *pounds, *owed)
        }
        SpendingNews::Kept { purse, pounds } => {
            format!("{} held £{pounds} back from the lines that followed.", title(purse))
        }
        SpendingNews::Merged { who, at } => {
            format!("Reduced corps of {who} at {} are put together.", place(book, *at))
        }
        SpendingNews::Posted { leader, at, dismissed } => {
            posted(book, leader, *at, dismissed.as_deref())
        }
        SpendingNews::NotCarriedOut { line, list, order, why } => {
            format!("Not done: {}`{order}`: {}.", of_list(*line, list), reason(book, why))
        }
        SpendingNews::Closed { purse, pounds, recruits, cavalry } => {
            let purse = title(purse);
            format!(
                "{purse} has £{pounds} left, and {recruits} recruits, {cavalry} of them cavalry."
            )
        }
    }
}

/// That troops were not sent to a war abroad.
fn not_sent(power: &str, war: &str, pounds: i32, owed: i32) -> String {
    let owed = match owed {
        0 => String::new(),
        owed => format!(", and owes £{owed} to the next spring"),
    };
    format!(
        "{power} has not sent all that the war abroad, {war}, asks for: it pays £{pounds}{owed} (NIA §14.1)."
    )
}

/// One event in a sentence, for the umpire.
pub fn of_event(book: &Book, event: &SpendingEvent) -> String {
    let title = |who: &str| book.people.title(who).to_owned();
    let bill = event.bill().map(|(_, bill)| bill);
    let owner = &event.purse().owner;
    let buys = |what: Purchase, at: Option<Space>| bought(book, owner, &what, at, bill);
    match event {
        SpendingEvent::Raised { units, force, .. } => {
            buys(Purchase::Units(units.clone()), Some(force.at))
        }
        SpendingEvent::Refilled { unit, force, .. } => {
            buys(Purchase::Step(unit.clone()), Some(force.at))
        }
        SpendingEvent::ArmySetUp { force, .. } => {
            buys(Purchase::Army(force.army.clone().unwrap_or_default()), Some(force.at))
        }
        SpendingEvent::SupportRaised { what, force, .. } => {
            buys(Purchase::Support(what.clone()), Some(force.at))
        }
        SpendingEvent::FleetBuilt { at, .. } => buys(Purchase::Fleet, Some(*at)),
        SpendingEvent::CorsairFitted { corsair, .. } => {
            buys(Purchase::Corsair(corsair.clone()), None)
        }
        SpendingEvent::FortressArmed { at, .. } => buys(Purchase::Arms, Some(*at)),
        SpendingEvent::CreditRaised { of, .. } => buys(Purchase::Credit(of.clone()), None),
        SpendingEvent::Paid { to, pounds, loan, back, .. } => {
            paid(&title(owner), &title(to), *pounds, *loan, *back)
        }
        SpendingEvent::CardBought { from, card, pounds, .. } => {
            sold(&title(owner), &title(from), Some((card, *pounds)))
        }
        SpendingEvent::SentAbroad { war, units, fleets, at, .. } => {
            let units = units.iter().map(|unit| book.units.write(unit));
            let all: Vec<String> = units.chain(fleets.iter().cloned()).collect();
            let (who, at) = (title(owner), place(book, *at));
            format!("{who} sends {} from {at} to the war abroad, {war}.", all.join(", "))
        }
        SpendingEvent::PaidForAbroad { war, owed, bill, .. } => {
            not_sent(&title(owner), war, bill.pounds, *owed)
        }
        SpendingEvent::Kept { pounds, .. } => {
            format!("{} held £{pounds} back from the lines that followed.", title(owner))
        }
        SpendingEvent::CorpsMerged { force, .. } => {
            format!("Reduced corps at {} are put together.", place(book, force.at))
        }
        SpendingEvent::LeaderPosted { leader, force, dismissed, .. } => {
            posted(book, leader, force.at, dismissed.as_deref())
        }
        SpendingEvent::NotCarriedOut { purse, line, list, order, reason: why } => {
            let power = title(&purse.power);
            let why = reason(book, why);
            format!("{power}: {}`{order}`, was not done: {why}.", of_list(*line, list))
        }
        SpendingEvent::AccountClosed { pounds, recruits, .. } => {
            format!("{} has £{pounds} and {recruits} recruits left.", title(owner))
        }
    }
}

/// Where an order stands in its list, if it stands in one.
fn of_list(line: u16, list: &str) -> String {
    if line == 0 { String::new() } else { format!("line {line} of the {list}, ") }
}

fn sold(buyer: &str, seller: &str, deal: Option<(&str, i32)>) -> String {
    match deal {
        Some((card, pounds)) => {
            format!("{buyer} buys the card {card} of {seller} for £{pounds} (NIA §11.1).")
        }
        None => format!("{buyer} buys an event card of {seller} (NIA §11.1)."),
    }
}

fn bought(
    book: &Book,
    purse: &str,
    what: &Purchase,
    at: Option<Space>,
    bill: Option<Bill>,
) -> String {
    let who = book.people.title(purse);
    format!("{who} {}{}.", deed(book, what, at), bill.map(cost).unwrap_or_default())
}

/// What was bought, as a deed: `raises 2 x Dinf at Paris`.
pub fn deed(book: &Book, what: &Purchase, at: Option<Space>) -> String {
    let at = at.map(|at| format!(" at {}", place(book, at))).unwrap_or_default();
    let units = |units: &[Unit]| {
        units.iter().map(|unit| book.units.write(unit)).collect::<Vec<_>>().join(", ")
    };
    match what {
        Purchase::Units(all) => format!("raises {}{at}", units(all)),
        Purchase::Step(unit) => format!("fills a {}{at}", units(std::slice::from_ref(unit))),
        Purchase::Army(army) => format!("sets up the {army}{at}"),
        Purchase::Support(what) if what == "train" => format!("raises a train{at}"),
        Purchase::Support(what) => format!("raises {what}{at}"),
        Purchase::Fleet => format!("builds a fleet{at}"),
        Purchase::Corsair(name) => format!("fits out a corsair, {name}"),
        Purchase::Arms => format!("arms the fortress{at} again"),
        Purchase::Credit(of) => {
            format!("raises the credit of {} with its allies", book.people.title(of))
        }
    }
}

/// The recruits that a line took, in words.
pub fn recruits(bill: Bill) -> String {
    match (bill.recruits, bill.cavalry) {
        (0, _) => String::new(),
        (many, 0) => counted(many, "recruit"),
        (many, _) => counted(many, "cavalry recruit"),
    }
}

fn counted(many: u32, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

/// What it cost: `: £11, 2 recruits`.
pub fn cost(bill: Bill) -> String {
    let recruits = recruits(bill);
    let gap = if recruits.is_empty() { "" } else { ", " };
    format!(": £{}{gap}{recruits}", bill.pounds)
}

fn paid(from: &str, to: &str, pounds: i32, loan: bool, back: bool) -> String {
    match (loan, back) {
        (_, true) => format!("{from} pays £{pounds} back to {to}."),
        (true, _) => format!("{from} lends £{pounds} to {to}."),
        _ => format!("{from} gives £{pounds} to {to}."),
    }
}

fn posted(book: &Book, leader: &str, at: Space, dismissed: Option<&str>) -> String {
    let at = place(book, at);
    match dismissed {
        Some(old) => format!("{leader} takes the place of {old} at {at}."),
        None => format!("{leader} comes to {at}."),
    }
}

/// Why a line was not carried out, in words.
pub fn reason(book: &Book, why: &Shortfall) -> String {
    let name = |space: &Space| place(book, *space);
    match why {
        Shortfall::Money { needed, left } => format!("it costs £{needed}, and £{left} are left"),
        Shortfall::Recruits { needed, left } => {
            let needed = counted(*needed, "recruit");
            format!("it takes {needed}, and {left} are left this year")
        }
        Shortfall::Cavalry { needed, left } => {
            let needed = counted(*needed, "cavalry recruit");
            format!("it takes {needed}, and {left} are left this year")
        }
        Shortfall::Counters { what } => format!("no counter of {what} is left"),
        Shortfall::NoSite { at } => format!("nobody can be raised at {}", name(at)),
        Shortfall::NoSites => "there is no place for it".to_owned(),
        Shortfall::NoRoom { at } => format!("there is no room at {}", name(at)),
        Shortfall::OutOfReach { who } => {
            format!(
                "{who} is neither at a reinforcement site nor an army in supply with steps to get"
            )
        }
        Shortfall::Whole { who } => format!("nothing of {who} is reduced"),
        Shortfall::NotThere { who } => format!("{who} is not there"),
        Shortfall::NoYard { at } => {
            format!("{} has no shipyard of ours that is free this year", name(at))
        }
        Shortfall::NotToArm { at } => format!("there is nothing to arm at {}", name(at)),
        Shortfall::NoArmy { who } => {
            format!("{who} has no force of two steps in supply that can be an army")
        }
        Shortfall::NotInPool { who } => format!("{who} does not wait in the pool"),
        Shortfall::Limit { most } => {
            format!("{}, since nobody gets more than they earn", at_most(*most, "paid to them"))
        }
        Shortfall::GiftLimit { most, limit } if most == limit => {
            format!("£{limit} is the most that one power may give them in a year")
        }
        Shortfall::GiftLimit { most, limit } => format!(
            "{}, since £{limit} is the most that one power may give them in a year",
            at_most(*most, "given to them")
        ),
        Shortfall::Debt { most } => format!("{}, since no more is owed", at_most(*most, "repaid")),
        Shortfall::NotAllowed { why } => why.clone(),
        Shortfall::NotSo => "its `if:` did not hold".to_owned(),
    }
}

/// What may still be done with money: `at most £3 may be repaid`.
fn at_most(pounds: i32, done: &str) -> String {
    match pounds {
        ..=0 => format!("nothing more may be {done}"),
        _ => format!("at most £{pounds} may be {done}"),
    }
}
