//! What the receipt says of deals and of what is done in a council (§6, §16.8).
//!
//! Whether a line can be done was asked when the sheet was read; what is left depends on the other power's sheet and on the banks.

use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::causes::{Cause, DEALS, POLITICS};
use crate::politics::council::Deed;
use crate::politics::deals::{Bond, Goods, Item, holds_from, lasts};
use crate::position::Position;
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::names::listed;
use play::{Grade, ReceiptLine, UnderstoodEntry};

/// The lines on `politics:` and on `deals:`.
pub fn told(book: &Book, known: &Known, sheet: &Sheet) -> Vec<UnderstoodEntry> {
    let from = holds_from(known.moment());
    let mut told = vec![];
    if !sheet.politics.is_empty() {
        let lines = sheet.politics.iter().map(|item| {
            let before = match &item.deed {
                Deed::DeclareWar { on } => {
                    format!(", and the two of you fight from {from} on{}", guests(book, known, on))
                }
                Deed::BreakAlliance { .. } => String::new(),
            };
            let words = format!("{}{before}", item.deed.words(book));
            let (entry, step) = (Some(POLITICS), Some(item.number));
            ReceiptLine { entry, step, words, ..ReceiptLine::default() }
        });
        let lines = lines.collect();
        told.push(UnderstoodEntry { heading: format!("Council of {}", from.year), lines });
    }
    if !sheet.deals.is_empty() {
        let lines = sheet.deals.iter().map(|item| deal(book, known, item)).collect();
        told.push(UnderstoodEntry { heading: "Deals".to_owned(), lines });
    }
    told
}

/// Own troops in the land of a power on which war is declared: they have the enemy around them.
fn guests(book: &Book, known: &Known, host: &str) -> String {
    let there = known.own().filter(|one| known.master(book, one.at) == Some(host));
    let names: Vec<String> = there.map(|one| book.given(&one.name).to_owned()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; in its land you have {}, who may find no way back", listed(&names)),
    }
}

/// The line on a deal.
fn deal(book: &Book, known: &Known, item: &Item) -> ReceiptLine {
    let (offer, other) = (&item.offer, book.title(&item.offer.to));
    let terms = &offer.terms;
    let goods = |power: &str| terms.gives.get(power).cloned().unwrap_or_default();
    let (ours, theirs) = (goods(&offer.from), goods(&offer.to));
    let passage = |who: String, (guest, host): (&str, &str), until: Season| {
        let until = match lasts(&known.common(), guest, host, until) {
            Some(longer) if longer > until => format!("until {longer}, as before"),
            Some(until) => format!("until {until}"),
            None => "without an end, as before".to_owned(),
        };
        format!("{who} through the land {until}")
    };
    let (own, its) = (offer.from.as_str(), offer.to.as_str());
    let mut parts = vec![];
    parts.extend((ours.money > 0).then(|| format!("you pay ${}", ours.money)));
    let to_them = |until| passage(format!("you let troops of {other}"), (its, own), until);
    parts.extend(ours.passage.map(to_them));
    let ceded = |goods: &Goods| {
        let all: Vec<String> = goods.provinces.iter().cloned().collect();
        (!all.is_empty()).then(|| listed(&all))
    };
    parts.extend(ceded(&ours).map(|all| format!("you cede {all}")));
    parts.extend(ceded(&theirs).map(|all| format!("{other} cedes {all}")));
    parts.extend((theirs.money > 0).then(|| format!("{other} pays ${}", theirs.money)));
    let to_us = |until| passage(format!("{other} lets your troops"), (own, its), until);
    parts.extend(theirs.passage.map(to_us));
    parts.extend(terms.both.map(|bond| match bond {
        Bond::Alliance => format!("{other} and you become allies"),
        Bond::Peace => format!("{other} and you make peace"),
    }));
    let money = |goods: &Goods| goods.money > 0;
    let in_bank = known.money.purses.get(own).map_or(0, |purse| purse.bank);
    let bank = match (money(&ours), money(&theirs)) {
        (true, _) if ours.money > in_bank => {
            format!(", and your bank has that much then: ${in_bank} is in it now")
        }
        (true, _) | (_, true) => ", and the bank of who pays reaches".to_owned(),
        (false, false) => String::new(),
    };
    let words = format!(
        "`{}` with {other}: {}; done when {} ends, if the sheet of {other} has the same deal{bank}",
        offer.name,
        listed(&parts),
        known.moment(),
    );
    let (entry, step) = (Some(DEALS), Some(item.number));
    let causes = vec![Cause::Deal.word()];
    ReceiptLine { entry, step, words, grade: Grade::If, causes, ..ReceiptLine::default() }
}
