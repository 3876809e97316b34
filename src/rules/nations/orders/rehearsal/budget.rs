//! What the receipt says of a budget and a muster: what each line would come to, and what is left.
//!
//! It reckons with the same works as the game, on what the author knows. Gifts of others, corsairs
//! and what fog hides are not in it.
//!
//! A line is sure if it comes to the same whatever becomes of the lines that depend on an `if:` or on
//! another power: the lists are reckoned as things stand, once with all of those lines done, and once
//! with none. In `--json` the budget counts as the entry after the last of the sheet, the muster as
//! the one after it, and their lines as steps.

use crate::book::Book;
use crate::book::spelling;
use crate::land::supply::Land;
use crate::money::cabinet::works::Account;
use crate::money::cabinet::{List, docks};
use crate::money::expected::{self, Expected};
use crate::money::lines::guerrilla::rising;
use crate::money::lines::payment::Payments;
use crate::money::lines::{self, Lines, Settled, deal, landwehr};
use crate::money::treasury::conscripts::may_call;
use crate::orders::Sheet;
use crate::orders::budget::{Item, Spending, in_words};
use crate::orders::causes::Cause;
use crate::orders::senses::{Commander, Scene as Senses};
use crate::position::Position;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::record::state::Marker;
use crate::sight::known::Known;
use crate::view::spending;
use kit::ground::Space;
use play::{Grade, ReceiptLine, UnderstoodEntry};
use sheet::condition::Truth;
use sheet::{Diagnostic, Diagnostics};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What becomes of a line that depends on its `if:` or on another power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// An `if:` is asked as things stand; nobody else agrees to anything.
    AsItStands,
    Done,
    NotDone,
    /// As things stand, without the doubtful income.
    Poor,
    /// As things stand, with all fortresses armed again by others of the side.
    Armed,
}

/// What a line comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Came {
    done: Vec<SpendingEvent>,
    stopped: Option<Shortfall>,
    /// What its `if:` comes to when its turn comes.
    asked: Option<Truth>,
}

impl Came {
    /// What it costs.
    fn bill(&self) -> Bill {
        let bills = self.done.iter().filter_map(SpendingEvent::bill);
        bills.fold(Bill::default(), |sum, (_, one)| Bill {
            pounds: sum.pounds + one.pounds,
            recruits: sum.recruits + one.recruits,
            cavalry: sum.cavalry + one.cavalry,
        })
    }

    /// Whether it is done, whole or in part, as another is.
    fn is_like(&self, other: &Came) -> bool {
        let how = |one: &Came| (one.done.is_empty(), one.stopped.is_some());
        how(self) == how(other)
    }
}

/// Both lists as they come out.
#[derive(Default)]
struct Outcome {
    budget: Vec<Came>,
    unasked: Vec<SpendingEvent>,
    /// What is left in each purse: whose, pounds, recruits.
    left: Vec<(String, i32, u16)>,
    muster: Vec<Came>,
    abroad: Vec<SpendingEvent>,
}

/// What the lists are reckoned from.
struct Desk<'a> {
    book: &'a Book,
    known: &'a Known,
    sheet: &'a Sheet,
    land: Land<'a>,
    /// Without conscripts.
    purses: Vec<Expected>,
}

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
    let purses = expected::purses(book, known, &known.power);
    let desk = Desk { book, known, sheet, land, purses };
    desk.may_call(faults);
    let Some(outcome) = desk.reckon(Open::AsItStands) else { return vec![] };
    let spending = &sheet.spending;
    let others = desk.others(spending);
    // A cabinet has no entries.
    let last = if known.cabinet { 0 } else { sheet.last_entry() };
    let numbers = List::numbers(last);
    let mut tell = |item: &Item, list: u16, came: &Came, others: &[(Open, &Came)]| ReceiptLine {
        entry: Some(list),
        ..desk.told(item, came, others, faults)
    };
    let mut budget: Vec<ReceiptLine> = desk
        .purses(Open::AsItStands)
        .iter()
        .map(|purse| ReceiptLine::sum(comes_in(book, purse)))
        .collect();
    for (nth, item) in spending.budget.iter().enumerate() {
        let elsewhere: Vec<_> =
            others.iter().map(|(open, all)| (*open, &all.budget[nth])).collect();
        budget.push(tell(item, numbers[0], &outcome.budget[nth], &elsewhere));
    }
    if !outcome.unasked.is_empty() {
        budget.push("Without a line of yours, by default:".to_owned().into());
        let sentence = |event| spending::sentence(book, event, None).into();
        budget.extend(outcome.unasked.iter().map(sentence));
    }
    for (owner, pounds, recruits) in &outcome.left {
        let keeps = book.keeps_money(owner, known.season.year + 1);
        budget.push(ReceiptLine::sum(left(book, owner, (*pounds, keeps), *recruits)));
    }
    let mut told = vec![UnderstoodEntry { heading: "Budget".to_owned(), lines: budget }];
    let mut muster: Vec<ReceiptLine> = vec![];
    for (nth, item) in spending.muster.iter().enumerate() {
        let elsewhere: Vec<_> =
            others.iter().map(|(open, all)| (*open, &all.muster[nth])).collect();
        muster.push(tell(item, numbers[1], &outcome.muster[nth], &elsewhere));
    }
    if !outcome.abroad.is_empty() {
        muster.push("Without a line of yours, for wars abroad:".to_owned().into());
        let sentence = |event| spending::sentence(book, event, None).into();
        muster.extend(outcome.abroad.iter().map(sentence));
    }
    if !muster.is_empty() {
        told.push(UnderstoodEntry { heading: "Muster".to_owned(), lines: muster });
    }
    told
}

/// Whether a line depends on its `if:` or on another power's list.
fn is_open(item: &Item) -> bool {
    item.condition.is_some() || matches!(item.kind.settled, Settled::Deal)
}

impl Desk<'_> {
    /// The lists as they come out where what is open goes another way.
    fn others(&self, spending: &Spending) -> Vec<(Open, Outcome)> {
        let mut worlds = vec![];
        if spending.budget.iter().chain(&spending.muster).any(is_open) {
            worlds.extend([Open::Done, Open::NotDone]);
        }
        if self.purses.iter().any(|purse| !purse.income.doubts.is_empty())
            || spending.budget.iter().any(|item| item.is(&lines::payment::GIFT))
        {
            worlds.push(Open::Poor);
        }
        let worlds = worlds.into_iter().filter_map(|open| Some((open, self.reckon(open)?)));
        let mut others: Vec<(Open, Outcome)> = worlds.collect();
        others.extend(self.armed_by_others().map(|outcome| (Open::Armed, outcome)));
        others
    }

    /// Carries out both lists; `None` in a scenario without money.
    fn reckon(&self, open: Open) -> Option<Outcome> {
        let Desk { book, known, sheet, land, .. } = self;
        let purses = self.purses(open);
        let mut works = expected::works(book, *known, &known.power, land, &purses)?;
        let mut docks = docks(book, *known, &known.power, land);
        let spending = &sheet.spending;
        if open == Open::Done {
            let bought = spending.budget.iter().map(deal::price).sum();
            works.pay(Bill { pounds: bought, ..Bill::default() });
        }
        let mut lines = Lines {
            works: &mut works,
            docks: &mut docks,
            land,
            rising: rising(book, &spending.muster),
            landwehr: landwehr::steps(book, known.common(), &known.power),
            lots: vec![],
        };
        let earned = |who: &str| {
            let income = expected::earned(book, *known, who)?;
            Some(if open == Open::Poor { income.at_least() } else { income.pounds })
        };
        let mut payments = Payments { book, money: &known.money, earned: &earned, given: vec![] };
        let mut list = |lines: &mut Lines<'_, '_, '_>, items: &[Item]| -> Vec<Came> {
            items.iter().map(|item| self.one(lines, &mut payments, item, open)).collect()
        };
        let budget = list(&mut lines, &spending.budget);
        let named = spending.budget.iter().map(|item| item.owner(&known.power).to_owned());
        let unasked = lines.by_default(&named.collect());
        let left = lines.owners().into_iter().map(|owner| {
            let account = lines.works.accounts.get(&owner).copied().unwrap_or_default();
            (owner, account.pounds + account.kept, account.recruits.steps)
        });
        let left = left.collect();
        let armed = budget.iter().flat_map(|came| &came.done).filter_map(|event| match event {
            SpendingEvent::FortressArmed { at, .. } => Some(*at),
            _ => None,
        });
        let then = self.with_armed(&armed.collect());
        let land = Land::of(book, then.as_ref(), &known.power);
        lines.works.look_again(&land);
        let mut lines = Lines { land: &land, ..lines };
        let muster = list(&mut lines, &spending.muster);
        let abroad = lines.rest_abroad();
        Some(Outcome { budget, unasked, left, muster, abroad })
    }

    /// What is known once these fortresses are armed again.
    fn with_armed(&self, armed: &BTreeSet<Space>) -> Cow<'_, Known> {
        if armed.is_empty() {
            return Cow::Borrowed(self.known);
        }
        let mut then = self.known.clone();
        then.forts.retain(|at, _| !armed.contains(at));
        Cow::Owned(then)
    }

    /// Both lists where others of the side spend first and arm what can be armed.
    fn armed_by_others(&self) -> Option<Outcome> {
        let Desk { book, known, sheet, .. } = self;
        let broken = docks(book, *known, &known.power, &self.land).broken;
        if broken.is_empty() || !self.friends_spend_first("") {
            return None;
        }
        let then = self.with_armed(&broken);
        let purses = self.purses.clone();
        let land = Land::of(book, then.as_ref(), &known.power);
        Desk { book, known: &then, sheet, land, purses }.reckon(Open::Armed)
    }

    /// What the `if:` of a line comes to with so much in the purse, and whether the line goes.
    fn asked(&self, item: &Item, account: Account, open: Open) -> (Option<Truth>, bool) {
        let asked = item.condition.as_ref().map(|condition| {
            let purse = Some((account.pounds, account.recruits));
            let scene = Senses { purse, ..Senses::default() };
            let marker = Marker::WinterQuarters;
            condition.ask(&Commander::new(self.book, self.known, None, marker, 0).amid(scene))
        });
        let goes = match open {
            Open::AsItStands | Open::Poor | Open::Armed => {
                asked.is_none_or(|truth| truth == Truth::Yes)
            }
            Open::Done => true,
            Open::NotDone => asked.is_none(),
        };
        (asked, goes)
    }

    /// The line that calls conscripts.
    fn call(&self) -> Option<&Item> {
        let mut calls = self.sheet.spending.budget.iter();
        calls.find(|item| item.is(&lines::conscripts::LINE) && item.says_yes())
    }

    /// Why conscripts cannot be called, if a line calls them (NIA §12.1).
    fn refusal(&self, item: &Item) -> Option<Shortfall> {
        let (power, common) = (&self.known.power, self.known.common());
        let refusal = may_call(self.book, common.money, power, common.season.year).err();
        let why = refusal.filter(|_| item.says_yes())?.sentence();
        Some(Shortfall::NotAllowed { why })
    }

    /// Says so, if the list calls conscripts and may not.
    fn may_call(&self, faults: &mut Diagnostics) {
        let call = self.call().and_then(|item| Some((item, self.refusal(item)?)));
        if let Some((item, why)) = call {
            let why = spending::reason(self.book, &why);
            let fault = Diagnostic::fault("not-allowed", item.at.clone(), why);
            faults.push(fault.rule("NIA §12.1"));
        }
    }

    /// The purses as they are when the lists are carried out.
    fn purses(&self, open: Open) -> Vec<Expected> {
        let mut purses = self.purses.clone();
        if open == Open::Poor {
            purses = purses.iter().map(Expected::at_least).collect();
        }
        if let (Some(item), Some(own)) = (self.call(), purses.first_mut()) {
            let goes = self.asked(item, own.account(), open).1;
            // Where they may not be called, `may_call` has said so.
            let _ = goes.then(|| own.conscripted(self.book, self.known.common()));
        }
        purses
    }

    /// Carries out one line.
    fn one(
        &self,
        lines: &mut Lines<'_, '_, '_>,
        payments: &mut Payments<'_>,
        item: &Item,
        open: Open,
    ) -> Came {
        // Conscripts are called before anything else.
        let account = match (item.kind.settled, self.purses.first()) {
            (Settled::First, Some(own)) => own.account(),
            _ => lines.works.account(),
        };
        let (asked, goes) = self.asked(item, account, open);
        if !goes {
            return Came { asked, ..Came::default() };
        }
        let (done, stopped) = match item.kind.settled {
            Settled::First => (vec![], self.refusal(item)),
            Settled::Payment => lines::one(payments.pay(lines, item)),
            Settled::Deal | Settled::InTurn(_) | Settled::LookedUp | Settled::AtCourt => {
                lines.carry_out(item)
            }
        };
        Came { done, stopped, asked }
    }

    /// A line in words, how certain it is, and what stands in its way.
    fn told(
        &self,
        item: &Item,
        came: &Came,
        others: &[(Open, &Came)],
        faults: &mut Diagnostics,
    ) -> ReceiptLine {
        let book = self.book;
        let number = item.number;
        let words = in_words(book, item);
        let stopped =
            came.stopped.as_ref().filter(|_| !matches!(item.kind.settled, Settled::First));
        if let Some(why) = stopped {
            let text = format!("`{words}`: {}", spending::reason(book, why));
            let rule = item.kind.kind.rule;
            faults.push(Diagnostic::remark(code(why), item.at.clone(), text).rule(rule));
        }
        let waits = match came.asked {
            None => "",
            Some(Truth::Yes) => ", whose `if:` holds as things stand",
            Some(Truth::No) => ", whose `if:` does not hold as things stand",
            Some(Truth::Unknown) => ", whose `if:` asks what is not known, so it is not done",
        };
        let ends = if waits.is_empty() || came.asked == Some(Truth::Yes) {
            comes_to(item, came)
        } else {
            String::new()
        };
        let (grade, causes) = self.grade(item, came, others);
        ReceiptLine {
            step: Some(number),
            words: format!("{number}. {words}{waits}{ends}"),
            grade,
            causes: causes.into_iter().map(Cause::word).collect(),
            ..ReceiptLine::default()
        }
    }

    /// How certain a line is, and on what it depends.
    fn grade(
        &self,
        item: &Item,
        came: &Came,
        others: &[(Open, &Came)],
    ) -> (Grade, BTreeSet<Cause>) {
        let mut causes = BTreeSet::new();
        let cause = |why: &Shortfall| Cause::of_line(item.kind.kind.key, why);
        let mut only_if = |depends: bool, cause: Cause| {
            causes.extend(depends.then_some(cause));
        };
        only_if(item.condition.is_some(), Cause::Condition);
        only_if(matches!(item.kind.settled, Settled::Deal), Cause::Deal);
        let poor = others.iter().find(|(open, _)| *open == Open::Poor);
        let unlike = |(_, other): &(Open, &Came)| !other.is_like(came);
        only_if(poor.is_some_and(unlike), Cause::Money);
        let armed = others.iter().find(|(open, _)| *open == Open::Armed);
        only_if(armed.is_some_and(unlike), Cause::Friends);
        let is_open = |open: &Open| matches!(open, Open::Done | Open::NotDone);
        only_if(others.iter().any(|one| is_open(&one.0) && unlike(one)), Cause::Earlier);
        // What stops it in one of the other outcomes is a cause as well.
        let stopped = others.iter().filter(|one| unlike(one));
        causes.extend(stopped.filter_map(|(_, other)| other.stopped.as_ref()).map(cause));
        let mut only_if = |depends: bool, cause: Cause| {
            causes.extend(depends.then_some(cause));
        };
        let receiver = item.name("to").unwrap_or_default();
        let is_gift = item.is(&lines::payment::GIFT);
        only_if(is_gift && self.friends_spend_first(receiver), Cause::Money);
        let is_shared = lines::SHARED.iter().any(|line| item.is(line));
        only_if(is_shared && self.friends_spend_first(""), Cause::Friends);
        let is_short = matches!(came.stopped, Some(Shortfall::Money { .. }));
        only_if(is_short && self.may_be_given(item), Cause::Money);
        // In part: as far as it goes.
        let in_part = came.stopped.as_ref().filter(|_| !came.done.is_empty());
        causes.extend(in_part.map(cause));
        let grade = match (&came.asked, &came.stopped) {
            (Some(Truth::Unknown), _) => Grade::NotKnown,
            (_, Some(_)) if causes.is_empty() => Grade::Refused,
            _ if causes.is_empty() => Grade::Sure,
            _ => Grade::If,
        };
        if let (Grade::Refused | Grade::If, Some(why)) = (grade, &came.stopped) {
            causes.insert(cause(why));
        }
        (grade, causes)
    }

    /// Whether somebody may give money to the purse that pays for a line.
    fn may_be_given(&self, item: &Item) -> bool {
        let (book, relations) = (self.book, &self.known.relations);
        let owner = item.owner(&self.known.power);
        let gets = book.scenario.money.as_ref().is_none_or(|terms| !terms.gets_no_other(owner));
        let mut others = relations.parties().filter(|one| *one != owner);
        gets && others.any(|one| relations.friends(one, owner))
    }

    /// Whether a power of one's own side spends before this one, and may take what both could have
    /// (NIA §12), or give it money.
    fn friends_spend_first(&self, than: &str) -> bool {
        let (people, relations) = (&self.book.people, &self.known.relations);
        let own = people.order(&self.known.power);
        let mut friends =
            relations.parties().filter(|one| relations.friends(one, &self.known.power));
        friends.any(|one| *one != self.known.power && one != than && people.order(one) < own)
    }
}

/// What a line comes to, in words: what it costs, or that it is not done.
fn comes_to(item: &Item, came: &Came) -> String {
    let bill = came.bill();
    match (came.done.is_empty(), came.stopped.is_some()) {
        _ if matches!(item.kind.settled, Settled::Deal) => {
            ", if the other's list says the same".to_owned()
        }
        (true, true) => ": not done".to_owned(),
        (true, false) if item.kind.nothing.is_some() => {
            format!(": {}", item.kind.nothing.unwrap_or_default())
        }
        (false, true) if bill == Bill::default() => ", in part".to_owned(),
        (false, true) => format!("{}, in part", spending::cost(bill)),
        // A payment's own words say how much it is.
        (_, false) if bill == Bill::default() || matches!(item.kind.settled, Settled::Payment) => {
            String::new()
        }
        (_, false) => spending::cost(bill),
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
        "{who} will have £{}{saved}{doubt}, and {}",
        account.pounds,
        spelling::recruits(account.recruits.steps, account.recruits.cavalry)
    )
}

fn left(book: &Book, owner: &str, (pounds, keeps): (i32, bool), recruits: u16) -> String {
    let who = book.people.title(owner);
    let lost = match pounds > 0 && !keeps {
        true => "; money that is not spent is lost at the next spring",
        false => "",
    };
    let some = if recruits == 1 { "recruit" } else { "recruits" };
    format!("left to {who}: £{pounds} and {recruits} {some}{lost}")
}

/// The word by which a script knows what stood in the way.
fn code(why: &Shortfall) -> &'static str {
    match why {
        Shortfall::Money { .. } | Shortfall::Bribes { .. } => "too-little-money",
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
