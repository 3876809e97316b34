//! What a budget buys, on paper (§15.2, §18, §19.7).
//!
//! All that it asks is known to the buyer, so that what is bought is told for certain.

use super::{Paper, grades};
use crate::book::Book;
use crate::money::purchase::{Brings, Deal, Purchase};
use crate::money::spending::SetAside;
use crate::orders::budget::Item;
use crate::orders::causes::{BUDGET, Cause};
use crate::record::event::Reason;
use crate::view::reasons;
use play::{Grade, ReceiptLine};
use sheet::Diagnostic;

impl Paper<'_> {
    /// Puts what is bought on paper, so that entries can order it.
    pub(super) fn bring(&mut self, set: &SetAside) {
        for deal in set.came.iter().filter_map(|came| came.deal.as_ref()?.as_ref().ok()) {
            match &deal.brings {
                Brings::Formation(one) => {
                    self.formations.insert(one.name.clone(), one.clone());
                }
                Brings::Depots(count) => self.stores = self.stores.saturating_add(*count),
                // Nobody can name a general before the die has fallen.
                Brings::General => self.engaged.extend(deal.at),
                Brings::Fleet(one) => {
                    let fleets = &mut self.navy.to_mut().fleets;
                    fleets.insert(one.name.clone(), one.clone());
                }
            }
        }
    }

    /// The line of the receipt on a purchase.
    pub(super) fn bought(
        &self,
        number: u16,
        purchase: &Purchase,
        (deal, left): (&Result<Deal, Reason>, u32),
    ) -> ReceiptLine {
        let (words, grade, causes) = match deal {
            Ok(deal) => (self.price(purchase, deal, left), Grade::Sure, vec![]),
            Err(reason) => {
                let cause = Cause::of(reason, &self.known.power).word();
                (
                    format!("{}{}", what(self.book, purchase), grades::NOT_DONE),
                    Grade::Refused,
                    vec![cause],
                )
            }
        };
        let (entry, step) = (Some(BUDGET), Some(number));
        let words = format!("line {number}: {words}");
        ReceiptLine { entry, step, words, grade, causes, ..ReceiptLine::default() }
    }

    /// A purchase with the place where it appears, its price, and what is left.
    fn price(&self, purchase: &Purchase, deal: &Deal, left: u32) -> String {
        let what = what(self.book, purchase);
        let at = deal.at.map(|at| format!(" at {}", self.book.atlas.place(at))).unwrap_or_default();
        let manpower = match deal.manpower {
            0 => String::new(),
            manpower => format!(" and {manpower} manpower"),
        };
        format!("{what}{at}: ${}{manpower}, and ${left} left", deal.money)
    }

    /// What is to say of a purchase that is not made.
    pub(super) fn not_bought(&self, item: &Item, purchase: &Purchase, why: &Reason) -> Diagnostic {
        let text = format!("{}: {}", what(self.book, purchase), reasons::sentence(self.book, why));
        let at = item.at.start..item.at.start + 1;
        let fault = Diagnostic::fault("not-bought", at, text).rule(reasons::rule(why));
        fault.help("the other lines stand")
    }
}

/// What a line buys, in words.
pub fn what(book: &Book, purchase: &Purchase) -> String {
    let troops = purchase.units();
    let ships = book.navies.as_ref().map(|navies| navies.told(&troops)).unwrap_or_default();
    let troops: Vec<String> =
        troops.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let troops = troops.join(", ");
    match purchase {
        Purchase::New { name, kind, .. } => format!("{name}, a new {} of {troops}", kind.word()),
        Purchase::Into { formation, .. } => format!("{troops} for {formation}"),
        Purchase::Depots(1) => "1 depot".to_owned(),
        Purchase::Depots(count) => format!("{count} depots"),
        Purchase::General { .. } => "a general by a die".to_owned(),
        Purchase::Fleet { name, .. } => format!("{name}, new, of {ships}"),
        Purchase::Ships { fleet, .. } => format!("{ships} for {fleet}"),
    }
}
