//! What the receipt says of a budget and a muster: what each line would come to, and what is left.
//!
//! It reckons with the same works as the game, on what the author knows. Gifts of others, corsairs
//! and what fog hides are not in it.

use crate::book::Book;
use crate::land::supply::Land;
use crate::money::cabinet::docks;
use crate::money::expected::{self, Expected};
use crate::money::lines::guerrilla::rising;
use crate::money::lines::payment::Payments;
use crate::money::lines::{self, Lines, Settled, landwehr};
use crate::orders::Sheet;
use crate::orders::budget::{Item, in_words};
use crate::orders::senses::{Commander, Scene as Senses};
use crate::position::Position;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::record::state::Marker;
use crate::sight::known::Known;
use crate::view::spending;
use play::UnderstoodEntry;
use sheet::condition::Truth;
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;

/// Tells both lists.
pub fn tell(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
    faults: &mut Diagnostics,
) -> Vec<UnderstoodEntry> {
    let spends = known.cabinet || book.spends_with_orders(known.season);
    if !spends {
        return vec![];
    }
    let land = Land::of(book, known, &known.power);
    let mut purses = expected::purses(book, known, &known.power);
    conscripts(book, known, sheet, &mut purses, faults);
    let Some(mut works) = expected::works(book, known, &known.power, &land, &purses) else {
        return vec![];
    };
    let mut docks = docks(book, known, &known.power, &land);
    let spending = &sheet.spending;
    let mut lines = Lines {
        works: &mut works,
        docks: &mut docks,
        land: &land,
        rising: rising(book, &spending.muster),
        landwehr: landwehr::steps(book, &known.power),
        lots: vec![],
    };
    let earned = |who: &str| expected::earned(book, known, who);
    let mut payments = Payments { book, money: &known.money, earned: &earned, given: vec![] };
    let mut budget: Vec<String> = purses.iter().map(|purse| comes_in(book, purse)).collect();
    let mut named = BTreeSet::new();
    for item in &spending.budget {
        named.insert(item.owner(&known.power).to_owned());
        budget.push(one(book, known, (&mut lines, &mut payments), item, faults));
    }
    let unasked = lines.by_default(&named);
    if !unasked.is_empty() {
        budget.push("Without a line of yours, by default:".to_owned());
        budget.extend(unasked.iter().map(|event| spending::sentence(book, event, None)));
    }
    for owner in lines.owners() {
        let account = lines.works.accounts.get(&owner).copied().unwrap_or_default();
        let keeps = book.keeps_money(&owner, known.season.year + 1);
        let pounds = account.pounds + account.kept;
        budget.push(left(book, &owner, (pounds, keeps), account.recruits.steps));
    }
    let mut told = vec![UnderstoodEntry::plain("Budget".to_owned(), budget)];
    let muster = spending.muster.iter();
    let mut muster: Vec<String> =
        muster.map(|item| one(book, known, (&mut lines, &mut payments), item, faults)).collect();
    let abroad = lines.rest_abroad();
    if !abroad.is_empty() {
        muster.push("Without a line of yours, for wars abroad:".to_owned());
        muster.extend(abroad.iter().map(|event| spending::sentence(book, event, None)));
    }
    if !muster.is_empty() {
        told.push(UnderstoodEntry::plain("Muster".to_owned(), muster));
    }
    told
}

/// Counts the conscripts that a list calls, if it may.
fn conscripts(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
    purses: &mut [Expected],
    faults: &mut Diagnostics,
) {
    let mut calls = sheet.spending.budget.iter().filter(|item| item.is(&lines::conscripts::LINE));
    let Some(item) = calls.find(|item| item.says_yes()) else { return };
    if let Some(Err(refusal)) = purses.first_mut().map(|own| own.conscripted(book, known.common()))
    {
        let text = refusal.sentence();
        let fault = Diagnostic::fault("not-allowed", item.at.clone(), text).rule("NIA §12.1");
        faults.push(fault);
    }
}

fn comes_in(book: &Book, purse: &Expected) -> String {
    let who = book.people.title(&purse.owner);
    let account = purse.account();
    let saved = match purse.saved {
        0 => String::new(),
        saved => format!(", £{saved} of it saved"),
    };
    let doubt = match purse.income.doubts.is_empty() {
        true => "",
        false => ", as far as you can see",
    };
    format!(
        "{who} will have £{}{saved}{doubt}, and {} recruits, {} of them cavalry",
        account.pounds, account.recruits.steps, account.recruits.cavalry
    )
}

fn left(book: &Book, owner: &str, (pounds, keeps): (i32, bool), recruits: u16) -> String {
    let who = book.people.title(owner);
    let lost = match pounds > 0 && !keeps {
        true => "; money that is not spent is lost at the next spring",
        false => "",
    };
    format!("left to {who}: £{pounds} and {recruits} recruits{lost}")
}

/// One line: what it would do, and what stands in its way.
fn one(
    book: &Book,
    known: &Known,
    (lines, payments): (&mut Lines, &mut Payments<'_>),
    item: &Item,
    faults: &mut Diagnostics,
) -> String {
    let number = item.number;
    let words = in_words(book, item);
    let waits = item.condition.as_ref().map(|condition| {
        let account = lines.works.account();
        let scene = Senses { purse: Some((account.pounds, account.recruits)), ..Senses::default() };
        let eyes = Commander::new(book, known, None, Marker::WinterQuarters, 0).amid(scene);
        match condition.ask(&eyes) {
            Truth::Yes => ", whose `if:` holds as things stand",
            Truth::No | Truth::Unknown => ", if its `if:` holds then",
        }
    });
    let (done, stopped) = match item.kind.settled {
        Settled::Payment => lines::one(payments.pay(lines, item)),
        _ => lines.carry_out(item),
    };
    if let Some(why) = &stopped {
        let text = format!("`{words}`: {}", spending::reason(book, why));
        let remark = Diagnostic::remark(code(why), item.at.clone(), text).rule(item.kind.kind.rule);
        faults.push(remark);
    }
    let bill =
        done.iter().filter_map(SpendingEvent::bill).fold(Bill::default(), |sum, (_, one)| Bill {
            pounds: sum.pounds + one.pounds,
            recruits: sum.recruits + one.recruits,
            cavalry: sum.cavalry + one.cavalry,
        });
    let cost = match (done.is_empty(), stopped.is_some()) {
        _ if matches!(item.kind.settled, Settled::Deal) => {
            ", if the other's list says the same".to_owned()
        }
        (true, true) => ": not done".to_owned(),
        (true, false) if item.kind.nothing.is_some() => {
            format!(": {}", item.kind.nothing.unwrap_or_default())
        }
        (false, true) => format!("{}, in part", spending::cost(bill)),
        // A payment's own words say how much it is.
        (_, false) if bill == Bill::default() || matches!(item.kind.settled, Settled::Payment) => {
            String::new()
        }
        (_, false) => spending::cost(bill),
    };
    format!("{number}. {words}{}{cost}", waits.unwrap_or_default())
}

/// The word by which a script knows what stood in the way.
fn code(why: &Shortfall) -> &'static str {
    match why {
        Shortfall::Money { .. } => "too-little-money",
        Shortfall::Recruits { .. } | Shortfall::Cavalry { .. } => "too-few-recruits",
        Shortfall::Counters { .. } => "no-counter",
        Shortfall::NoSite { .. } | Shortfall::NoSites | Shortfall::NoYard { .. } => "no-site",
        Shortfall::NoRoom { .. } => "no-room",
        Shortfall::Limit { .. } | Shortfall::GiftLimit { .. } | Shortfall::Debt { .. } => {
            "too-much-given"
        }
        Shortfall::NotAllowed { .. } => "not-allowed",
        Shortfall::OutOfReach { .. }
        | Shortfall::Whole { .. }
        | Shortfall::NotThere { .. }
        | Shortfall::NotToArm { .. }
        | Shortfall::NoArmy { .. }
        | Shortfall::NotInPool { .. }
        | Shortfall::NotSo => "cannot-be-done",
    }
}
