//! Money in sentences: what came in and what was lost.

use crate::book::Book;
use crate::book::money::Recruits;
use crate::book::spelling::place;
use crate::book::units::Unit;
use crate::record::event::{CreditCause, Line, MoneyEvent, Revenue};
use kit::ground::Space;

/// A line of an income in words, without its pounds and with them.
pub fn part(line: &Line) -> (String, String) {
    let (of, pounds) = (&line.of, line.pounds);
    let what = match line.what {
        Revenue::Chart => "the budget of the chart".to_owned(),
        Revenue::Preset => "the income that the scenario sets".to_owned(),
        Revenue::Held => format!("{of} is in enemy hands"),
        Revenue::Won => format!("{of} was won"),
        Revenue::Ceded => format!("{of} was lost"),
        Revenue::Annexed => format!("{of} is part of your land"),
        Revenue::Indemnity => format!("indemnity, by the peace with {of}"),
        Revenue::Owed => "owed for troops that were not sent abroad".to_owned(),
        Revenue::Trade => format!("trade of {of}"),
        Revenue::Corsairs => format!("{of}, a corsair, takes from trade"),
        Revenue::Gold => "gold from the New World".to_owned(),
        Revenue::Card => format!("the event card {of}"),
        Revenue::Revolt => format!("{of} is in revolt"),
    };
    let sum = if pounds < 0 { format!("-£{}", -pounds) } else { format!("£{pounds}") };
    (what, sum)
}

/// A line of an income in words.
pub fn line_in_words(line: &Line) -> String {
    let (what, sum) = part(line);
    format!("{what}: {sum}")
}

/// An event in a sentence. Who does not spend the money hears the sum alone.
pub fn sentence(book: &Book, event: &MoneyEvent, whole: bool) -> String {
    match event {
        MoneyEvent::Forfeited { who, pounds, .. } => {
            format!("{} loses £{pounds} that was not spent (NIA §12).", book.people.title(who))
        }
        MoneyEvent::Decided { who, pounds, .. } => {
            let who = book.people.title(who);
            match pounds {
                0.. => format!("{who} gets £{pounds} by the umpire's decision."),
                _ => format!("{who} pays £{} by the umpire's decision.", -pounds),
            }
        }
        MoneyEvent::Collected { who, lines, pounds, recruits, .. } => {
            let who = book.people.title(who);
            let Recruits { steps, cavalry } = recruits;
            let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
            let of = match whole && !lines.is_empty() {
                true => format!(" ({})", lines.join(", ")),
                false => String::new(),
            };
            format!(
                "{who} has an income of £{pounds}{of} and may raise {steps} steps, {cavalry} of them \
                 cavalry (NIA §12.2)."
            )
        }
        MoneyEvent::Raided { corsair, throw, pounds } => {
            let total = throw.total;
            format!("{corsair} robs £{pounds} of British trade ({total}; NIA §12.2.3.1).")
        }
        MoneyEvent::FreeFleetTried { power, at, die, built } => {
            free_fleet(book, (power, *at), *die, *built)
        }
        MoneyEvent::WarBegan { .. }
        | MoneyEvent::WarTried { .. }
        | MoneyEvent::WarEnded { .. }
        | MoneyEvent::CameHome { .. } => abroad(book, event),
        MoneyEvent::CreditChanged { power, change, now, reason } => {
            let (power, cause) = (book.people.title(power), cause(reason));
            let moved = match change {
                0.. => format!("rises by {change} to {now}"),
                _ => format!("falls by {} to {now}", -change),
            };
            let ends = if *now == 0 { "; it makes peace at the end of the season" } else { "" };
            format!("The credit of {power} with its allies {moved}: {cause}{ends} (NIA §15.1).")
        }
        MoneyEvent::FavourBought { who, on, pounds } => {
            let [who, on] = [who, on].map(|one| book.people.title(one));
            format!("{who} spends £{pounds} to win {on} (NIA §11.2).")
        }
        MoneyEvent::CardNoted { who, card } => {
            let told = book.cards.get(card).map_or("", |card| &card.told);
            let who = book.people.title(who);
            format!("The card {card} counts in the next budget of {who}: {told} (NIA §11.1).")
        }
        MoneyEvent::Conscripted { who, pounds, recruits, last, .. } => {
            let who = book.people.title(who);
            let Recruits { steps, cavalry } = recruits;
            let less = match last {
                true => "; for the last time, and line corps of +2 count +1 from now on",
                false => "",
            };
            format!(
                "{who} calls conscripts: £{pounds} more, and {steps} steps may be raised, {cavalry} of \
                 them cavalry{less} (NIA §12.1)."
            )
        }
    }
}

/// A die for a fleet that costs nothing, in a sentence.
fn free_fleet(book: &Book, (power, at): (&str, Space), die: u8, built: bool) -> String {
    let (power, at) = (book.people.title(power), place(book, at));
    let built = if built { "it is built" } else { "none is built" };
    format!("{power} rolls for a fleet at {at} that costs nothing: {die}; {built} (NIA §15.2).")
}

/// An event of a war outside the map in a sentence.
fn abroad(book: &Book, event: &MoneyEvent) -> String {
    match event {
        MoneyEvent::WarBegan { war, power, since, units, fleets } => {
            let (power, there) = (book.people.title(power), force(book, units, fleets));
            let there = if there.is_empty() { String::new() } else { format!(" with {there}") };
            format!("{power} is at war abroad since {since}: {war}{there} (NIA §14.1).")
        }
        MoneyEvent::WarTried { war, power, throw, needed, ends } => {
            let (power, total) = (book.people.title(power), throw.total);
            let ends = if *ends { "it is over" } else { "it goes on" };
            format!(
                "The war of {power} abroad, {war}: {total}, and {needed} ends it; {ends} (NIA §14.1)."
            )
        }
        MoneyEvent::WarEnded { war, steps, sunk, units, fleets, .. } => {
            let left = force(book, units, fleets);
            let left = match left.is_empty() {
                true => String::new(),
                false => format!("; in spring {left} come back"),
            };
            let cost = counted(*steps, *sunk);
            format!("The war abroad, {war}, is over and cost {cost}{left} (NIA §14.1).")
        }
        MoneyEvent::CameHome { war, power } => {
            format!(
                "The troops of {} are back from the war abroad, {war}.",
                book.people.title(power)
            )
        }
        MoneyEvent::Forfeited { .. }
        | MoneyEvent::Decided { .. }
        | MoneyEvent::FreeFleetTried { .. }
        | MoneyEvent::Collected { .. }
        | MoneyEvent::Raided { .. }
        | MoneyEvent::Conscripted { .. }
        | MoneyEvent::CardNoted { .. }
        | MoneyEvent::FavourBought { .. }
        | MoneyEvent::CreditChanged { .. } => String::new(), // They have sentences of their own.
    }
}

/// So many steps and fleets in words; `nobody`, if there are none.
pub fn counted(steps: u32, fleets: u32) -> String {
    let some = |count: u32, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        several => Some(format!("{several} {what}s")),
    };
    let both: Vec<String> = some(steps, "step").into_iter().chain(some(fleets, "fleet")).collect();
    if both.is_empty() { "nobody".to_owned() } else { both.join(" and ") }
}

/// Units and fleets in a row.
fn force(book: &Book, units: &[Unit], fleets: &[String]) -> String {
    let units = units.iter().map(|unit| book.units.write(unit));
    units.chain(fleets.iter().cloned()).collect::<Vec<_>>().join(", ")
}

fn cause(why: &CreditCause) -> String {
    match why {
        CreditCause::Joined => "it has joined a side".to_owned(),
        CreditCause::Decided => "the umpire decided it".to_owned(),
        CreditCause::Paid => "money was paid for it".to_owned(),
        CreditCause::PeaceRefused => "the enemy refused its offer of peace".to_owned(),
        CreditCause::MinorLost { country } => format!("the enemy took the capital of {country}"),
        CreditCause::CapitalLost => "the enemy took its capital".to_owned(),
        CreditCause::AllyLost { capital } => format!("the enemy took {capital}, an ally's capital"),
        CreditCause::CapitalTaken { capital } => format!("its troops took {capital}"),
        CreditCause::MinorTaken { country } => format!("its troops took the capital of {country}"),
        CreditCause::Disordered => "its troops lost a major battle and were demoralized".to_owned(),
        CreditCause::EnemyDisordered => {
            "its troops won a major battle and demoralized the enemy".to_owned()
        }
        CreditCause::WonByOthers => "its side won a major battle without it".to_owned(),
        CreditCause::LostByOthers => "its side lost a major battle without it".to_owned(),
        CreditCause::EnemyArmyLost => "an enemy army was lost in battle with its troops".to_owned(),
        CreditCause::ArmyLost => "an army with its troops was lost".to_owned(),
    }
}
