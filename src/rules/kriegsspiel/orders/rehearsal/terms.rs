//! What the receipt says of the terms of a peace (§20.1).

use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::causes::{Cause, TERMS};
use crate::politics::submission::{self, Choice, Item};
use crate::record::event::Terms;
use crate::sight::known::Known;
use kit::names::listed;
use play::{Grade, ReceiptLine, UnderstoodEntry};

/// The lines on `terms:`.
pub fn told(book: &Book, known: &Known, sheet: &Sheet) -> Option<UnderstoodEntry> {
    if sheet.terms.is_empty() {
        return None;
    }
    let lines = sheet.terms.iter().map(|item| line(book, known, item)).collect();
    Some(UnderstoodEntry { heading: "Terms of peace".to_owned(), lines })
}

fn line(book: &Book, known: &Known, item: &Item) -> ReceiptLine {
    let other = book.title(item.choice.whom());
    let when = known.moment();
    let (words, sure) = match &item.choice {
        Choice::Take { of, .. } => {
            let (terms, provinces) = submission::taken(book, known, of, (Some(&item.choice), None));
            let until = submission::until(book, known, (&known.power, of), terms);
            let own = provinces.first().map_or("no province", |one| one.name.as_str());
            let said = match terms {
                Terms::TwoProvinces if provinces.len() < 2 => {
                    format!("{other} gives up {own}, and has no second province to give up")
                }
                Terms::TwoProvinces => {
                    format!("{other} gives up {own}, and a second province that it chooses")
                }
                Terms::OneProvince => format!("{other} gives up a province that it chooses"),
                Terms::Reparations => {
                    format!("{other} pays ${} a turn", submission::reparations(book, of))
                }
            };
            // Where several have beaten one power, another may have the province first.
            let alone = submission::open(known).filter(|one| one.loser == *of).count() == 1;
            let sure = alone && terms == Terms::Reparations;
            (format!("{said}, and has peace with you until {until}; done when {when} ends"), sure)
        }
        Choice::Cede { .. } => {
            let open = submission::may_cede(book, known, &known.power);
            let is_open = |name: &&String| open.iter().any(|one| one.name == **name);
            let named = item.choice.provinces().iter().filter(is_open);
            let named: Vec<String> = named.cloned().collect();
            let given = match named.as_slice() {
                [] => "the poorest province that you have then".to_owned(),
                [one] => format!("{one}, if you have it still"),
                all => format!("the first that you have still of {}", listed(all)),
            };
            let words = format!(
                "you give up {given}: if {other} takes a province that you choose; done when {when} ends"
            );
            (words, false)
        }
    };
    let grade = if sure { Grade::Sure } else { Grade::If };
    let causes = if sure { vec![] } else { vec![Cause::Deal.word()] };
    let (entry, step) = (Some(TERMS), Some(item.number));
    ReceiptLine { entry, step, words, grade, causes, ..ReceiptLine::default() }
}
