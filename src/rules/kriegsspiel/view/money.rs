//! Money in sentences: the purse of the turn to come, how it came about, and for the umpire each event.

use crate::book::Book;
use crate::money::income;
use crate::record::event::{Event, IncomeLine, MoneyEvent, Revenue, Ware};
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
        Revenue::Occupied => format!("{} (occupied)", line.of),
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
            let of = if parts.is_empty() { parts } else { format!(" ({parts})") };
            let (power, sum) = (title(power), points(*sum));
            format!("{power} collects {sum}{of}, manpower {manpower} (§16.1)")
        }
        MoneyEvent::Privateered { power, who, of, die, points: taken } => format!(
            "{} of {} takes {} of the trade of {}, die {die} (§16.4)",
            book.given(who),
            title(power),
            points(*taken),
            title(of)
        ),
        MoneyEvent::PaidMarches { power, points: paid, action_points } => {
            let unit = if *action_points == 1 { "action point" } else { "action points" };
            format!("{} pays {} for {action_points} {unit} (§16.5)", title(power), points(*paid))
        }
        MoneyEvent::PaidSupply { power, points: paid, paid: fed, unpaid } => {
            let (power, count) = (title(power), points(*paid));
            let of = match fed.len() {
                1 => "1 corps or brigade in the field".to_owned(),
                fed => format!("{fed} corps and brigades in the field"),
            };
            let not = match unpaid.is_empty() {
                true => String::new(),
                false => format!("; not paid for, and out of supply: {}", book.given_names(unpaid)),
            };
            format!("{power} pays {count} for the supply of {of}{not} (§15.1)")
        }
        MoneyEvent::Bought { power, .. } => {
            format!("{} buys {}", title(power), bought(book, event))
        }
        MoneyEvent::Banked { power, points: left, money } => {
            format!("{} turns what is left, {}, into ${money} (§16.5)", title(power), points(*left))
        }
        MoneyEvent::Given { power, to, money } => {
            format!("{} pays ${money} to {} (§16.8)", title(power), title(to))
        }
        MoneyEvent::TributePaid { power, to, points: paid, money, .. } => {
            let of = match paid {
                0 => String::new(),
                paid => format!(", {} of it", points(*paid)),
            };
            format!("{} pays ${money} to {} for its peace{of} (§20.1)", title(power), title(to))
        }
        MoneyEvent::Seized { power, by, money } => {
            format!("{} takes the bank of {}: ${money} (§16.7)", title(by), title(power))
        }
    }
}

/// What was bought, where it appeared, and what paid for it.
fn bought(book: &Book, event: &MoneyEvent) -> String {
    let MoneyEvent::Bought {
        ware,
        name,
        at,
        troops,
        count,
        points: turned,
        money,
        manpower,
        die,
        ..
    } = event
    else {
        return String::new();
    };
    let ships = book.navies.as_ref().map(|navies| navies.told(troops)).unwrap_or_default();
    let troops: Vec<String> =
        troops.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let (troops, at) = (troops.join(", "), at.map(|at| book.atlas.place(at)).unwrap_or_default());
    let name = book.given(name);
    let die = die.map(|die| format!(" (die {die})")).unwrap_or_default();
    let (what, rule) = match ware {
        Ware::Brigade | Ware::Levy => (format!("{name} of {troops} at {at}"), "§18"),
        Ware::Troops => (format!("{troops} for {name} at {at}"), "§18"),
        Ware::Depots if *count == 1 => ("1 depot".to_owned(), "§15.2"),
        Ware::Depots => (format!("{count} depots"), "§15.2"),
        Ware::Fleet => (format!("{name} of {ships} at {at}"), "§13.2"),
        Ware::Ships => (format!("{ships} for {name} at {at}"), "§13.2"),
        Ware::General => (format!("the services of {name} at {at}{die}"), "§19.7"),
    };
    let men = if *manpower > 0 { format!(" and {manpower} manpower") } else { String::new() };
    let of = match turned {
        0 => String::new(),
        turned => format!(", for which {} became money", points(*turned)),
    };
    format!("{what} for ${money}{men}{of} ({rule})")
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
                let of = if parts.is_empty() { "no province yields" } else { &parts };
                told.push(format!("for the turn to come, {of}: {} (§16.1)", points(*sum)));
            }
            MoneyEvent::PaidMarches { .. }
            | MoneyEvent::Privateered { .. }
            | MoneyEvent::Bought { .. }
            | MoneyEvent::PaidSupply { .. }
            | MoneyEvent::Given { .. }
            | MoneyEvent::TributePaid { .. }
            | MoneyEvent::Banked { .. }
            | MoneyEvent::Seized { .. } => {
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
    let mut told = vec![
        format!("{}, worth ${}; in the bank ${bank}", points(left), left * economy.rates.money),
        format!("manpower {manpower} for new troops"),
    ];
    // The season to come is the last one, or there is none.
    if known.season < book.scenario.last {
        let gold = &economy.gold;
        let comes = gold.nation == known.power && gold.season == known.season.quarter;
        let gold = if comes { format!(" and {} dice of gold", gold.dice) } else { String::new() };
        told.push(format!(
            "as things stand, the turn after it yields {} and {dice}{gold}",
            points(next.points())
        ));
    }
    told
}

/// Whether the supply of a formation was not paid for in the last turn.
pub fn is_unpaid(known: &Known, name: &str) -> bool {
    known.seen_events.iter().any(|event| {
        matches!(event, Event::Money(MoneyEvent::PaidSupply { unpaid, .. })
            if unpaid.iter().any(|one| one == name))
    })
}

/// What a power pays its marches with, in a sentence.
pub fn allowance(book: &Book, known: &Known) -> Option<String> {
    let purse = known.money.purses.get(&known.power)?;
    let rates = book.economy.as_ref()?.rates;
    let each = |count: u32, (one, more): (&str, &str)| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    Some(format!(
        "You have {}, {} manpower and ${} in the bank. A resource point pays for {} or for the supply of {} in the field; \
         what is left of them becomes ${} each.",
        points(purse.points),
        purse.manpower,
        purse.bank,
        each(rates.action_points, ("action point", "action points")),
        each(rates.supply, ("corps or brigade", "corps and brigades")),
        rates.money
    ))
}
