//! What becomes of the purse: what the budget sets aside, and what is left for the bank (§15.1, §16.5).
//!
//! It asks the function that the season asks, of what a power knows of its own; so all of it is sure, but for what is
//! set aside and turns out not to be needed.

use super::Paper;
use crate::march::movement::Roll;
use crate::money::bill;
use crate::money::budget::Line;
use crate::money::spending::{self, Came, Means};
use crate::orders::Sheet;
use crate::orders::budget::Item;
use crate::view::money::points;
use play::{ReceiptLine, UnderstoodEntry};
use sheet::{Diagnostic, Diagnostics};

impl Paper<'_> {
    /// Sets aside what the orders need, once the order of battle stands.
    pub(super) fn set_aside(&mut self, sheet: &Sheet, faults: &mut Diagnostics) {
        let Some(purse) = self.known.money.purses.get(&self.known.power) else { return };
        let set = spending::set_aside(self.book, self.known, *purse, self.means(sheet));
        let mut before = vec![];
        for (item, came) in sheet.budget.iter().zip(&set.came) {
            judged(item, came, &before).into_iter().for_each(|fault| faults.push(fault));
            before.push(item);
        }
        let needs = spending::needs(self.book, self.known, self.means(sheet));
        let field = needs.field.iter().filter_map(|name| self.formations.get(name));
        self.unpaid = bill::settle(self.book, &self.generals, &set.ration, field).unpaid;
        self.roll = Roll::new(set.action_points);
        self.set = Some(set);
    }

    fn means<'m>(&'m self, sheet: &'m Sheet) -> Means<'m> {
        Means {
            power: &self.known.power,
            formations: &self.formations,
            generals: &self.generals,
            entries: &sheet.entries,
            lines: &sheet.lines,
        }
    }

    /// The action points of the turn, added up.
    pub(super) fn account(&self) -> UnderstoodEntry {
        let Roll { spent, most, .. } = self.roll;
        let paid: Vec<String> =
            self.paid.iter().map(|(who, price)| format!("{who} {price}")).collect();
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
        let has = format!("{}, ${} in the bank", points(purse.points), purse.bank);
        let mut lines = vec![ReceiptLine::sum(has)];
        let numbers = sheet.budget.iter().map(|item| Some(item.number));
        let numbers = numbers.chain(std::iter::repeat(None));
        let each = numbers.zip(&set.came).map(|(number, came)| match number {
            Some(number) => format!("line {number}: {}", told(came)),
            None => told(came),
        });
        lines.extend(each.map(ReceiptLine::from));
        let who: Vec<&str> = self.unpaid.iter().map(String::as_str).collect();
        lines.extend((!who.is_empty()).then(|| {
            let who = who.join(", ");
            format!("not paid for, and out of supply if they are in the field: {who}").into()
        }));
        let left = set.left * economy.rates.money;
        let left = format!("{} left at least, which become ${left}", points(set.left));
        lines.push(ReceiptLine::sum(left));
        let heading = format!("Purse of {}", known.season);
        Some(UnderstoodEntry { heading, lines })
    }
}

/// A line of the budget and what it comes to.
fn told(came: &Came) -> String {
    let Came { line, wanted, got, points: cost, left } = came;
    let short = if got < wanted { format!(" of {wanted}") } else { String::new() };
    let what = match line {
        Line::Supply(whom) if whom.is_nobody() => "supply of nobody".to_owned(),
        Line::Supply(_) => format!("supply of {got}{short} that may be in the field"),
        Line::ActionPoints(_) => format!("action points {got}{short}"),
        Line::Keep(money) if got < money => {
            return format!("${got} of ${money} is kept from the lines behind");
        }
        Line::Keep(_) => return format!("${got} is kept from the lines behind"),
    };
    format!("{what}: {}, and {left} left", points(*cost))
}

/// What is to say of a line of the budget: that it says what one before it said, or comes to less than it asks for.
fn judged(item: &Item, came: &Came, before: &[&Item]) -> Option<Diagnostic> {
    let at = item.at.start..item.at.start + 1;
    let remark = |code, text: String| Diagnostic::remark(code, at.clone(), text);
    if let Some((what, number)) = twice(item, before) {
        let text = format!("{what} by line {number} of the budget already");
        return Some(Diagnostic::fault("paid-twice", at.clone(), text).rule("K05 §16.5"));
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
        Line::Supply(_) | Line::ActionPoints(_) | Line::Keep(_) => None,
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
            _ => return None,
        };
        Some((what, earlier.number))
    })
}
