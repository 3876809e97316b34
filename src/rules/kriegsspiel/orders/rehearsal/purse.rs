//! What becomes of the purse: what the budget sets aside, and what is left for the bank (§15.1, §16.5).
//!
//! It asks the function that the season asks, of what a power knows of its own; so all of it is sure, but for what is
//! set aside and turns out not to be needed.

use super::Paper;
use crate::march::movement::Roll;
use crate::money::bill;
use crate::money::budget::{Line, Whom};
use crate::money::spending::{self, Came, Means, Needs};
use crate::orders::Sheet;
use crate::view::money::points;
use play::{ReceiptLine, UnderstoodEntry};

impl Paper<'_> {
    /// Sets aside what the orders need, once the order of battle stands.
    pub(super) fn set_aside(&mut self, sheet: &Sheet) {
        let Some(purse) = self.known.money.purses.get(&self.known.power) else { return };
        let set = spending::set_aside(self.book, self.known, *purse, self.means(sheet));
        self.roll = Roll::new(set.action_points);
        self.set = Some(set);
    }

    fn means<'m>(&'m self, sheet: &'m Sheet) -> Means<'m> {
        Means {
            power: &self.known.power,
            formations: &self.formations,
            generals: &self.generals,
            entries: &sheet.entries,
            lines: &[],
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
        lines.extend(set.came.iter().map(|came| ReceiptLine::from(told(came))));
        let needs = spending::needs(self.book, known, self.means(sheet));
        lines.extend(self.unpaid(&needs).map(ReceiptLine::from));
        let left = set.left * economy.rates.money;
        let left = format!("{} left at least, which become ${left}", points(set.left));
        lines.push(ReceiptLine::sum(left));
        let heading = format!("Purse of {}", known.season);
        Some(UnderstoodEntry { heading, lines })
    }

    /// Who is not paid for if all who may be in the field are.
    fn unpaid(&self, needs: &Needs) -> Option<String> {
        let set = self.set.as_ref()?;
        let field = needs.field.iter().filter_map(|name| self.formations.get(name));
        let settled = bill::settle(self.book, &self.generals, &set.ration, field);
        let unpaid: Vec<String> = settled.unpaid.into_iter().collect();
        let who = unpaid.join(", ");
        (!unpaid.is_empty())
            .then(|| format!("not paid for, and out of supply if they are in the field: {who}"))
    }
}

/// A line of the budget and what it comes to.
fn told(came: &Came) -> String {
    let Came { line, wanted, got, points: cost, left } = came;
    let short = if got < wanted { format!(" of {wanted}") } else { String::new() };
    let what = match line {
        Line::Supply(Whom::Nobody) => "supply of nobody".to_owned(),
        Line::Supply(_) => format!("supply of {got}{short} that may be in the field"),
        Line::ActionPoints(_) => format!("action points {got}{short}"),
        Line::Keep(_) => return format!("${got}{short} is kept from the lines behind"),
    };
    format!("{what}: {}, and {left} left", points(*cost))
}
