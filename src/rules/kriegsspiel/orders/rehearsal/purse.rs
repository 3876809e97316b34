//! What becomes of the purse: what the budget sets aside, and what is left for the bank (§15.1, §16.5).
//!
//! It asks the function that the season asks, of what a power knows of its own; so all of it is sure, but for what is
//! set aside and turns out not to be needed.

use super::fed::Fed;
use super::{Paper, bought};
use crate::book::Book;
use crate::march::roll::Roll;
use crate::money::budget::Line;
use crate::money::spending::{self, Came, Means};
use crate::orders::Sheet;
use crate::orders::budget::Item;
use crate::record::money::Purse;
use crate::view::money::points;
use play::{ReceiptLine, UnderstoodEntry};
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;

impl Paper<'_> {
    /// Sets aside what the orders need, once the order of battle stands.
    pub(super) fn set_aside(&mut self, sheet: &Sheet, faults: &mut Diagnostics) {
        let Some(purse) = self.known.money.purses.get(&self.known.power) else { return };
        let now = (self.known.season, *purse);
        let set = spending::set_aside(self.book, self.known, now, self.means(sheet));
        let mut before = vec![];
        let of_line = |came: &Came| came.nth.and_then(|nth| sheet.budget.get(nth));
        for (item, came) in set.came.iter().filter_map(|came| Some((of_line(came)?, came))) {
            self.judged(item, came, &before).into_iter().for_each(|fault| faults.push(fault));
            // Behind a purchase there may be more to ask for.
            match item.line {
                Line::Buy(_) => before.retain(|one: &&Item| matches!(one.line, Line::Keep(_))),
                Line::NoPurchase => {}
                Line::Supply(_) | Line::ActionPoints(_) | Line::Keep(_) => before.push(item),
            }
        }
        self.roll = Roll::new(set.action_points);
        self.bring(&set);
        self.set = Some(set);
    }

    fn means<'m>(&'m self, sheet: &'m Sheet) -> Means<'m> {
        Means {
            power: &self.known.power,
            formations: &self.formations,
            generals: &self.generals,
            navy: &self.navy,
            sheet: Some(sheet),
            lines: &sheet.lines,
        }
    }

    /// The action points of the turn, added up.
    pub(super) fn account(&self) -> UnderstoodEntry {
        let Roll { spent, most, .. } = self.roll;
        let paid: Vec<String> = self
            .paid
            .iter()
            .map(|(who, price)| format!("{} {price}", self.book.given(who)))
            .collect();
        let sum = if paid.len() > 1 { format!("{} = ", paid.join(" + ")) } else { String::new() };
        let line = match self.set {
            Some(_) => format!("{sum}{spent} spent"),
            None => format!("{sum}{spent} of {most} spent; what is left is lost"),
        };
        let heading = "Action points".to_owned();
        UnderstoodEntry { heading, lines: vec![ReceiptLine::sum(line)] }
    }

    /// The purse, line by line.
    pub(super) fn purse(&self, sheet: &Sheet) -> Option<UnderstoodEntry> {
        let (set, known) = (self.set.as_ref()?, self.known);
        let purse = known.money.purses.get(&known.power)?;
        let economy = self.book.economy.as_ref()?;
        let Purse { points: left, manpower, bank } = *purse;
        let has = format!("{}, {manpower} manpower, ${bank} in the bank", points(left));
        let mut lines = vec![ReceiptLine::sum(has)];
        for came in &set.came {
            let item = came.nth.and_then(|nth| sheet.budget.get(nth));
            lines.push(self.line(item, came));
        }
        let listed = |who: Vec<&String>, what: &str| {
            let is_any = !who.is_empty();
            is_any.then(|| ReceiptLine::from(format!("{what}: {}", self.book.given_names(who))))
        };
        let reached = |name: &&String| {
            let one = self.formations.get(*name);
            one.is_some_and(|one| self.fed_by(one.at) != Fed::No)
        };
        let has_words =
            sheet.words.is_some() || sheet.entries.iter().any(|one| one.words.is_some());
        // Words may order more than the entries do.
        let surely_unpaid = if has_words { &BTreeSet::new() } else { &set.surely_unpaid };
        let surely = surely_unpaid.iter().filter(reached).collect();
        lines.extend(listed(surely, "not paid for, so out of supply"));
        let perhaps = set.unpaid.difference(surely_unpaid).collect();
        lines.extend(listed(perhaps, "not paid for, and out of supply if they are in the field"));
        let left = set.left * economy.rates.money;
        let bank = set.bank.saturating_add(left);
        let bought = set.came.iter().any(|came| matches!(came.deal, Some(Ok(_))));
        let bank = match bought {
            true => format!("; ${bank} with the bank, and {} manpower is lost", set.manpower),
            false => String::new(),
        };
        let least = if has_words { "as far as the words cost nothing" } else { "at least" };
        let left = format!("{} left {least}, which become ${left}{bank}", points(set.left));
        lines.push(ReceiptLine::sum(left));
        let heading = format!("Purse of {}", known.season);
        Some(UnderstoodEntry { heading, lines })
    }
}

impl Paper<'_> {
    /// The line of the receipt on a line of the budget, or on one that is not written.
    fn line(&self, item: Option<&Item>, came: &Came) -> ReceiptLine {
        match (item, &came.line, &came.deal) {
            (Some(item), Line::Buy(purchase), Some(deal)) => {
                self.bought(item.number, purchase, (deal, came.dollars))
            }
            (Some(Item { number, stands_in: true, .. }), ..) => format!(
                "in the place of line {number}, which has a fault: {}",
                told(self.book, came)
            )
            .into(),
            (Some(Item { number, .. }), ..) => {
                format!("line {number}: {}", told(self.book, came)).into()
            }
            (None, ..) => told(self.book, came).into(),
        }
    }

    /// What is to say of a line of the budget: that it says what one before it said, or comes to less than it asks
    /// for.
    fn judged(&self, item: &Item, came: &Came, before: &[&Item]) -> Option<Diagnostic> {
        match (&came.line, &came.deal) {
            (Line::Buy(purchase), Some(Err(why))) => Some(self.not_bought(item, purchase, why)),
            _ => judged(item, came, before),
        }
    }
}

/// A line of the budget and what it comes to.
fn told(book: &Book, came: &Came) -> String {
    let Came { line, wanted, got, points: cost, left, .. } = came;
    let short = if got < wanted { format!(" of {wanted}") } else { String::new() };
    let what = match line {
        Line::Supply(whom) if whom.is_nobody() => "supply of nobody".to_owned(),
        Line::Supply(_) => format!("supply of {got}{short} that may be in the field"),
        Line::ActionPoints(_) => format!("action points {got}{short}"),
        Line::Keep(money) if got < money => {
            return format!("${got} of ${money} is kept from the lines behind");
        }
        Line::Keep(_) => return format!("${got} is kept from the lines behind"),
        Line::Buy(purchase) => bought::what(book, purchase),
        Line::NoPurchase => return "nothing is bought".to_owned(),
    };
    format!("{what}: {}, and {left} left", points(*cost))
}

/// The same of all lines but purchases.
fn judged(item: &Item, came: &Came, before: &[&Item]) -> Option<Diagnostic> {
    let at = item.at.start..item.at.start + 1;
    let remark = |code, text: String| Diagnostic::remark(code, at.clone(), text);
    if let Some((what, number)) = twice(item, before) {
        let text = format!("{what} by line {number} of the budget already");
        return Some(remark("paid-twice", text).rule("K05 §16.5"));
    }
    let Came { line, wanted, got, left, .. } = came;
    match line {
        Line::Supply(_) if got < wanted => Some(
            remark(
                "budget-short",
                format!("{wanted} corps and brigades may be in the field, and the points feed {got} of them"),
            )
            .rule("K05 §15.1")
            .help("put first who must be fed: `supply: [GENERAL, FORMATION, all]`"),
        ),
        Line::ActionPoints(_) if got < wanted => Some(
            remark("budget-short", format!("{wanted} action points are asked for, and the points pay for {got}"))
                .rule("K05 §16.5"),
        ),
        Line::ActionPoints(Some(most)) if wanted < most => Some(remark(
            "more-than-needed",
            format!("your orders need {wanted} action points more here, so no more are had"),
        )),
        Line::Keep(money) if got < money => Some(
            remark("budget-short", format!("${got} is all that there is to keep, and {left} points are left"))
                .rule("K05 §16.6"),
        ),
        Line::Supply(_)
        | Line::ActionPoints(_)
        | Line::Keep(_)
        | Line::Buy(_)
        | Line::NoPurchase => None,
    }
}

/// What a line says that was said before, and the number of the line that said it.
fn twice(item: &Item, before: &[&Item]) -> Option<(String, u16)> {
    before.iter().find_map(|earlier| {
        let what = match (&item.line, &earlier.line) {
            (Line::Supply(_), Line::Supply(all)) if all.others => "all are fed".to_owned(),
            (Line::Supply(whom), Line::Supply(named)) => {
                let name = whom.first.iter().find(|name| named.first.contains(name))?;
                format!("{name} is fed")
            }
            (Line::ActionPoints(_), Line::ActionPoints(None)) => {
                "all action points that your orders need are had".to_owned()
            }
            (Line::Keep(money), Line::Keep(kept)) if money <= kept => {
                format!("${kept} is kept")
            }
            _ => return None,
        };
        Some((what, earlier.number))
    })
}
