//! Money that was spent, in sentences: what was built, what was paid, what was not done and why.

use super::money;
use crate::book::Book;
use crate::book::spelling::{self, place};
use crate::book::units::Unit;
use crate::money::lines::ALL;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::record::state::Force;
use crate::sight::news::Sent;
use kit::ground::Space;

/// An event in a sentence; fields that its reader may not know are empty. `number` is how many were
/// sent abroad, for readers who are not told which.
pub fn sentence(book: &Book, event: &SpendingEvent, number: Option<Sent>) -> String {
    let title = |who: &str| book.people.title(who).to_owned();
    let who = title(&event.purse().owner);
    match event {
        SpendingEvent::Paid { to, pounds, loan, back, .. } => {
            paid(&who, &title(to), *pounds, *loan, *back)
        }
        SpendingEvent::CardBought { from, card, pounds, .. } => {
            sold(&who, &title(from), (!card.is_empty()).then_some((card, *pounds)))
        }
        SpendingEvent::SentAbroad { war, units, fleets, at, .. } => {
            let sent = match number {
                Some(Sent { steps, ships }) => money::counted(steps, ships),
                None => sent(book, units, fleets, *at),
            };
            format!("{who} sends {sent} to the war abroad, {war}.")
        }
        SpendingEvent::PaidForAbroad { war, owed, bill, .. } => {
            not_sent(&who, war, bill.pounds, *owed)
        }
        SpendingEvent::Kept { pounds, .. } => {
            format!("{who} held £{pounds} back from the lines that followed.")
        }
        SpendingEvent::CorpsMerged { force, .. } => {
            let name = force.name(&book.atlas, &book.units);
            format!("Reduced corps of {name} at {} are put together.", place(book, force.at))
        }
        SpendingEvent::LeaderPosted { leader, force, dismissed, .. } => {
            posted(book, leader, force.at, dismissed.as_deref())
        }
        SpendingEvent::NotCarriedOut { line, list, order, reason: why_not, .. } => {
            let why = reason(book, why_not);
            let of = of_list(*line, list);
            if let Shortfall::Bribes { .. } = why_not {
                return format!("{who}: done in part: {of}`{order}`: {why}.");
            }
            let done = format!("ot done: {of}`{order}`: {why}.");
            // Campaigns that were played before it was told have not kept whose purse it was.
            if who.is_empty() { format!("N{done}") } else { format!("{who}: n{done}") }
        }
        SpendingEvent::AccountClosed { pounds, recruits, cavalry, .. } => {
            format!("{who} has £{pounds} left, and {}.", spelling::recruits(*recruits, *cavalry))
        }
        SpendingEvent::Raised { bill, .. }
        | SpendingEvent::Refilled { bill, .. }
        | SpendingEvent::ArmySetUp { bill, .. }
        | SpendingEvent::SupportRaised { bill, .. }
        | SpendingEvent::FleetBuilt { bill, .. }
        | SpendingEvent::CorsairFitted { bill, .. }
        | SpendingEvent::FortressArmed { bill, .. }
        | SpendingEvent::CreditRaised { bill, .. } => {
            // Others are not told what it cost.
            let cost = if *bill == Bill::default() { String::new() } else { cost(*bill) };
            format!("{who} {}{cost}.", deed(book, event).unwrap_or_default())
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

/// Who is sent, and from where.
fn sent(book: &Book, units: &[Unit], fleets: &[String], at: Space) -> String {
    let units = units.iter().map(|unit| book.units.write(unit));
    let all: Vec<String> = units.chain(fleets.iter().cloned()).collect();
    format!("{} from {}", all.join(", "), place(book, at))
}

/// Where an order stands in its list, if it stands in one.
fn of_list(line: u16, list: &str) -> String {
    if line == 0 { String::new() } else { format!("line {line} of the {list}, ") }
}

fn sold(buyer: &str, seller: &str, deal: Option<(&String, i32)>) -> String {
    match deal {
        Some((card, pounds)) => {
            format!("{buyer} buys the card {card} of {seller} for £{pounds} (NIA §11.1).")
        }
        None => format!("{buyer} buys an event card of {seller} (NIA §11.1)."),
    }
}

/// A purchase in words: `raises 2 x Dinf at Paris`; `None` if the event is not a purchase.
pub fn deed(book: &Book, event: &SpendingEvent) -> Option<String> {
    let there = |at: Space| format!(" at {}", place(book, at));
    let with = |force: &Force| {
        let bare = Force { army: None, ..force.clone() };
        if bare.is_empty() { String::new() } else { there(force.at) }
    };
    let units = |units: &[Unit]| {
        units.iter().map(|unit| book.units.write(unit)).collect::<Vec<_>>().join(", ")
    };
    Some(match event {
        SpendingEvent::Raised { units: all, force, .. } => {
            format!("raises {}{}", units(all), with(force))
        }
        SpendingEvent::Refilled { unit, force, .. } => {
            format!("fills a {}{}", units(std::slice::from_ref(unit)), with(force))
        }
        SpendingEvent::ArmySetUp { force, .. } => {
            format!("sets up the {}{}", force.army.as_deref().unwrap_or_default(), with(force))
        }
        SpendingEvent::SupportRaised { what, force, .. } if what == "train" => {
            format!("raises a train{}", with(force))
        }
        SpendingEvent::SupportRaised { what, force, .. } => {
            format!("raises {what}{}", with(force))
        }
        SpendingEvent::FleetBuilt { at, squadron, .. } => {
            let known = !squadron.fleets.is_empty();
            format!("builds a fleet{}", if known { there(*at) } else { String::new() })
        }
        SpendingEvent::CorsairFitted { corsair, .. } => format!("fits out a corsair, {corsair}"),
        SpendingEvent::FortressArmed { at, .. } => format!("arms the fortress{} again", there(*at)),
        SpendingEvent::CreditRaised { of, .. } => {
            format!("raises the credit of {} with its allies", book.people.title(of))
        }
        SpendingEvent::Paid { .. }
        | SpendingEvent::CardBought { .. }
        | SpendingEvent::SentAbroad { .. }
        | SpendingEvent::PaidForAbroad { .. }
        | SpendingEvent::Kept { .. }
        | SpendingEvent::CorpsMerged { .. }
        | SpendingEvent::LeaderPosted { .. }
        | SpendingEvent::NotCarriedOut { .. }
        | SpendingEvent::AccountClosed { .. } => return None,
    })
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
        Shortfall::Bribes { needed, left } => {
            format!(
                "with all its bribes it costs £{needed}, and £{left} are left: it is made with those that they pay"
            )
        }
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
        Shortfall::Whole { who } if who == ALL => "no corps are reduced".to_owned(),
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
