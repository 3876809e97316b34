//! Money in sentences: the purse of the turn to come, how it came about, and for the umpire each event.

use crate::book::Book;
use crate::money::income;
use crate::record::event::{Event, IncomeLine, MoneyEvent, Revenue};
use crate::record::money::Purse;
use crate::sight::known::Known;

/// So many resource points.
pub fn points(count: u32) -> String {
    format!("{count} resource {}", if count == 1 { "point" } else { "points" })
}

/// A line of an income in words: `Tyrol 6`.
pub fn income_line(one: &IncomeLine) -> String {
    format!("{} {}", line(one), one.points)
}

/// A line of an income in words, without its points.
fn line(line: &IncomeLine) -> String {
    match line.what {
        Revenue::Own => line.of.clone(),
        Revenue::Occupied => format!("{}, occupied", line.of),
        Revenue::Trade => "trade".to_owned(),
        Revenue::Gold => "gold from the New World".to_owned(),
    }
}

/// The dice behind a sum, if some were rolled.
fn dice(faces: &[u8]) -> String {
    let all: Vec<String> = faces.iter().map(u8::to_string).collect();
    match faces.len() {
        0 => String::new(),
        1 => format!(" (die {})", all.join("")),
        _ => format!(" (dice {})", all.join(", ")),
    }
}

/// The lines of an income, each with its points, its dice, and what raids took.
fn lines(lines: &[IncomeLine], raided: u32, [trade, gold]: [&[u8]; 2]) -> Vec<String> {
    let tell = |one: &IncomeLine| {
        let rolled = match one.what {
            Revenue::Trade => dice(trade),
            Revenue::Gold => dice(gold),
            Revenue::Own | Revenue::Occupied => String::new(),
        };
        format!("{}{rolled}", income_line(one))
    };
    let raids = (raided > 0).then(|| format!("raids -{raided}"));
    lines.iter().map(tell).chain(raids).collect()
}

/// An event in a sentence.
pub fn sentence(book: &Book, event: &MoneyEvent) -> String {
    let title = |power: &str| book.title(power).to_owned();
    match event {
        MoneyEvent::Collected { power, lines: all, raided, points: sum, manpower, trade, gold } => {
            let parts = lines(all, *raided, [trade, gold]).join(", ");
            let (power, sum) = (title(power), points(*sum));
            format!("{power} collects {sum} ({parts}), manpower {manpower} (§16.1)")
        }
        MoneyEvent::Banked { power, points: left, money } => {
            format!("{} turns {} that are left into ${money} (§16.5)", title(power), points(*left))
        }
        MoneyEvent::Seized { power, by, money } => {
            format!("{} takes the bank of {}: ${money} (§16.7)", title(by), title(power))
        }
    }
}

/// The purse of the turn to come, and what became of the one before; nothing where money is not played.
pub fn purse(book: &Book, known: &Known) -> Vec<String> {
    let Some(purse) = known.money.purses.get(&known.power) else { return vec![] };
    let mut told: Vec<String> = vec![];
    for event in &known.seen_events {
        let Event::Money(event) = event else { continue };
        match event {
            MoneyEvent::Collected { power, .. } if *power != known.power => {}
            MoneyEvent::Collected { lines: all, raided, points: sum, trade, gold, .. } => {
                let parts = lines(all, *raided, [trade, gold]).join(", ");
                told.insert(0, format!("{parts}: {} (§16.1)", points(*sum)));
            }
            MoneyEvent::Banked { .. } | MoneyEvent::Seized { .. } => {
                told.push(sentence(book, event));
            }
        }
    }
    told.extend(at_hand(book, known, *purse));
    told
}

/// What is at hand for the sheet, and what provinces would yield after it as things stand.
fn at_hand(book: &Book, known: &Known, purse: Purse) -> Vec<String> {
    let Purse { points: left, manpower, bank } = purse;
    let Some(economy) = &book.economy else { return vec![] };
    let next = income::income(book, known, &known.power);
    let dice = match next.trade {
        0 => "no dice of trade".to_owned(),
        1 => "1 die of trade".to_owned(),
        dice => format!("{dice} dice of trade"),
    };
    vec![
        format!("{}, worth ${}; in the bank ${bank}", points(left), left * economy.rates.money),
        format!("manpower {manpower}; nothing is bought with it"),
        format!("as things stand, the turn after it yields {} and {dice}", points(next.points())),
    ]
}
