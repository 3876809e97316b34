//! What the receipt says of deals and of what is done in a council (§6, §16.8).
//!
//! Whether a line can be done was asked when the sheet was read; what is left hangs on the other power's sheet alone.

use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::causes::{Cause, DEALS, POLITICS};
use crate::politics::council::Deed;
use crate::politics::deals::{Bond, Goods, Item, holds_from};
use crate::sight::known::Known;
use kit::names::listed;
use play::{Grade, ReceiptLine, UnderstoodEntry};

/// The lines on `politics:` and on `deals:`.
pub fn told(book: &Book, known: &Known, sheet: &Sheet) -> Vec<UnderstoodEntry> {
    let from = holds_from(known.moment());
    let mut told = vec![];
    if !sheet.politics.is_empty() {
        let lines = sheet.politics.iter().map(|item| {
            let before = match item.deed {
                Deed::DeclareWar { .. } => format!(", and the two of you fight from {from} on"),
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

/// The line on a deal.
fn deal(book: &Book, known: &Known, item: &Item) -> ReceiptLine {
    let (offer, other) = (&item.offer, book.title(&item.offer.to));
    let terms = &offer.terms;
    let goods = |power: &str| terms.gives.get(power).cloned().unwrap_or_default();
    let (ours, theirs) = (goods(&offer.from), goods(&offer.to));
    let until = terms.until;
    let passage = |who: String| format!("{who} through the land until {until}");
    let mut parts = vec![];
    parts.extend((ours.money > 0).then(|| format!("you pay ${}", ours.money)));
    parts.extend(ours.passage.then(|| passage(format!("you let troops of {other}"))));
    parts.extend((theirs.money > 0).then(|| format!("{other} pays ${}", theirs.money)));
    parts.extend(theirs.passage.then(|| passage(format!("{other} lets your troops"))));
    parts.extend(terms.both.map(|bond| match bond {
        Bond::Alliance => format!("{other} and you become allies"),
        Bond::Peace => format!("{other} and you make peace"),
    }));
    let money = |goods: &Goods| goods.money > 0;
    let bank =
        if money(&ours) || money(&theirs) { ", and the bank of who pays reaches" } else { "" };
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
