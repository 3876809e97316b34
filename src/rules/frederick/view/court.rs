//! The court and the year in sentences.

#![deny(clippy::wildcard_enum_match_arm)]

use super::money;
use super::story::outcome_words;
use crate::book::Book;
use crate::book::tables::Balance;
use crate::record::event::{CourtEvent, Event, ForceEvent, OrderEvent, YearEvent};
use crate::record::state::{Promise, Standing, Vow};
use kit::ground::Space;
use kit::names::{listed, sentence};
use std::collections::BTreeMap;

fn bid_list(book: &Book, bids: &BTreeMap<String, u32>) -> String {
    let all = bids.iter().map(|(seat, bid)| format!("{} {bid}", book.seat_title(seat)));
    all.collect::<Vec<_>>().join(", ")
}

/// An event of the year in a sentence.
pub fn year(book: &Book, event: &YearEvent) -> String {
    match event {
        YearEvent::SeasonBegan { season } => format!("{season} begins."),
        YearEvent::OperationsEnded { year } => format!("The operations of {year} are over."),
        YearEvent::BalanceRolled { seat, year, dice, balance, again } => {
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            let again = if *again { ", which came already" } else { "" };
            format!(
                "Balance of power of {year}, {}: dice {}, {}{again}.",
                book.seat_title(seat),
                dice.join(" "),
                book.tables.event_words(*balance)
            )
        }
        YearEvent::EventWaits { balance, .. } => format!(
            "It leaves a choice to somebody, so it is carried out when the court begins, as the sheets \
             for the court say: {}.",
            balance.words()
        ),
        YearEvent::EventComes { seat, balance } => {
            let (who, what) = (book.seat_title(seat), book.tables.event_words(*balance));
            format!("What {who} rolled is carried out: {what}.")
        }
        YearEvent::Harvested { by } => {
            format!("The harvest changes the forage of every square by {by:+} this year.")
        }
        YearEvent::Voted { votes, seat } => {
            let all = bid_list(book, votes);
            let who = seat.as_ref().map_or("nobody has a majority".to_owned(), |seat| {
                format!("{} has a majority", book.seat_title(seat))
            });
            format!("The electorates vote: {all}; {who}.")
        }
        YearEvent::Provisioned { seat, at, units } => {
            let (of, at) = (if *units == 1 { "unit" } else { "units" }, book.atlas.name(*at));
            format!("{} feeds {units} {of} at {at} for thaler.", book.seat_title(seat))
        }
        YearEvent::VictoryChecked { standings } => {
            let all: Vec<String> = standings.iter().map(|one| standing(book, one)).collect();
            format!("Victory: {}.", all.join("; "))
        }
        YearEvent::YearEnded { year } => format!("The year {year} is over."),
        YearEvent::GameOver { outcome } => outcome_words(book, outcome),
        YearEvent::SeasonEnded { season, next, over } => match over {
            true => format!("{season} is over, and the game with it."),
            false => format!("{season} is over; {next} is next."),
        },
    }
}

/// What is said behind an event of the balance of power that changed nothing.
pub const NOTHING: &str =
    "It changed nothing of yours; whether it changed anything of others, you cannot see.";

/// The sentence for the umpire, who sees every change.
pub const NOTHING_AT_ALL: &str = "Nothing came of it.";

/// Whether an event of the balance of power was carried out, and nothing followed from it that the reader
/// saw: what comes next is another matter.
pub fn came_to_nothing(event: &Event, next: &[Event]) -> bool {
    let (Some(YearEvent::EventComes { balance: carried_out, .. })
    | Some(YearEvent::BalanceRolled { balance: carried_out, again: false, .. })) = event.of_year()
    else {
        return false;
    };
    let has_effect = |event: &Event| match event {
        Event::Year(event) => matches!(
            event,
            YearEvent::EventWaits { .. } | YearEvent::Harvested { .. } | YearEvent::Voted { .. }
        ),
        Event::Court(event) => !matches!(
            event,
            CourtEvent::InitiativeTaken { .. } | CourtEvent::InitiativeSeized { .. }
        ),
        Event::Order(_) => false,
        Event::Marker(_) | Event::Force(_) | Event::War(_) | Event::Sea(_) => true,
    };
    let first = next.iter().find(|event| !matches!(event, Event::Order(_)));
    !matches!(carried_out, Balance::NoEvent | Balance::Chaos) && !first.is_some_and(has_effect)
}

/// How many units a line of `mobilize` raised before it stopped. Those of an earlier line that was carried
/// out whole cannot be told apart from them, so only the first line, or one behind a line that stopped
/// too, says it.
pub fn came(of: &str, line: u16, before: &[Event]) -> Option<String> {
    let mut units = 0;
    let mut ends_at_a_line = false;
    for event in before.iter().rev() {
        match event {
            Event::Force(ForceEvent::Raised { seat, by, .. }) if seat == of && by == "thaler" => {
                units += 1;
            }
            Event::Court(CourtEvent::Spent { on, .. }) if on == "troops" => {}
            Event::Order(OrderEvent::NotDone { entry, step, .. }) if step == "mobilize" => {
                ends_at_a_line = entry + 1 == line;
                break;
            }
            Event::Year(_)
            | Event::Order(_)
            | Event::Court(_)
            | Event::Marker(_)
            | Event::Force(_)
            | Event::War(_)
            | Event::Sea(_) => break,
        }
    }
    let is_known = line == 1 || ends_at_a_line;
    (units > 0 && is_known).then(|| match units {
        1 => "one unit came, then ".to_owned(),
        units => format!("{units} units came, then "),
    })
}

/// How far a seat is from victory.
pub fn standing(book: &Book, one: &Standing) -> String {
    let special = if one.special { "its card is fulfilled" } else { "its card is not fulfilled" };
    format!(
        "{} holds {} of {} tax, and {special}",
        book.seat_title(&one.seat),
        money(one.tax),
        money(one.needed)
    )
}

/// A promise in words.
pub fn promise(book: &Book, one: &Promise) -> String {
    let (by, to) = (book.seat_title(&one.by), book.seat_title(&one.to));
    match &one.what {
        Vow::NoAttack => format!("{by} does not attack {to} until the end of {}", one.until),
        Vow::Leave { at } => {
            let place = book.atlas.name(*at);
            format!("{by} has left {place} by the end of {}", one.until)
        }
        Vow::Words { text } => format!("{by} promises {to} until the end of {}: {text}", one.until),
    }
}

fn promise_ended(book: &Book, one: &Promise, kept: bool) -> String {
    let how = if kept { "was kept" } else { "was broken" };
    let price = match kept {
        true => String::new(),
        false => format!(
            " For that {} loses half of its markers by lot, and each other seat draws as many as a die \
             shows.",
            book.seat_title(&one.by)
        ),
    };
    format!("A promise of the deal `{}` {how}: {}.{price}", one.deal, promise(book, one))
}

/// Those who bid most, if there are several.
fn tied(book: &Book, bids: &BTreeMap<String, u32>) -> Option<String> {
    let most = bids.values().max();
    let all =
        bids.iter().filter(|(_, bid)| Some(*bid) == most).map(|(seat, _)| book.seat_title(seat));
    let all: Vec<String> = all.collect();
    (all.len() > 1).then(|| listed(&all))
}

fn lot_bid(book: &Book, lot: u16, round: u16, bids: &BTreeMap<String, u32>) -> String {
    let again = if round > 1 { ", bid again" } else { "" };
    match bids.is_empty() {
        true => format!("Lot {lot}{again}: no bid."),
        false => {
            let tie = tied(book, bids).map_or(String::new(), |who| {
                format!("; {who} are tied: who bids on gets it, or a lot decides")
            });
            format!("Lot {lot}{again}: {}{tie}.", bid_list(book, bids))
        }
    }
}

fn terms(book: &Book, gives: &BTreeMap<String, String>, promises: &[Promise]) -> String {
    let gives = gives.iter().map(|(seat, what)| format!("{} gives {what}", book.seat_title(seat)));
    let all = gives.chain(promises.iter().map(|one| promise(book, one)));
    all.collect::<Vec<_>>().join("; ")
}

/// What became of a minor power, and where units of it went with that, as far as its reader sees them.
fn control(
    book: &Book,
    minor: &str,
    (before, seat): (Option<&str>, Option<&str>),
    moved: &BTreeMap<String, Space>,
) -> String {
    let (minor, title) = (book.title(minor), |seat: &str| book.seat_title(seat));
    let mut going: BTreeMap<Space, usize> = BTreeMap::new();
    for to in moved.values() {
        *going.entry(*to).or_default() += 1;
    }
    let to = going.into_iter().map(|(to, units)| match units {
        1 => format!("a unit of it goes to {}", book.atlas.name(to)),
        units => format!("{units} units of it go to {}", book.atlas.name(to)),
    });
    let went: Vec<String> = to.collect();
    let went = if went.is_empty() { String::new() } else { format!("; {}", went.join(", ")) };
    match (before, seat) {
        (None, Some(seat)) => format!("{minor} joins {}{went}.", title(seat)),
        (Some(before), Some(seat)) => {
            format!("{minor} goes over from {} to {}{went}.", title(before), title(seat))
        }
        (_, None) => format!("{minor} is neutral again{went}."),
    }
}

/// An event of the court in a sentence.
pub fn court(book: &Book, event: &CourtEvent) -> String {
    let title = |seat: &String| book.seat_title(seat);
    match event {
        CourtEvent::InitiativeTaken { seat, bids, paid } => {
            let all = bid_list(book, bids);
            let lot =
                tied(book, bids).map_or(String::new(), |who| format!("; a lot between {who}"));
            format!("{} goes first this year for {paid} thaler ({all}{lot}).", title(seat))
        }
        CourtEvent::InitiativeSeized { seat } => {
            format!("{} goes first this year; nobody bids.", title(seat))
        }
        CourtEvent::Taxed { to, halves, cities, .. } => {
            let of = if *cities == 1 { "city" } else { "cities" };
            let areas: Vec<&str> = book
                .atlas
                .off_map()
                .filter(|(_, area)| area.power == *to)
                .map(|(_, area)| area.name.as_str())
                .collect();
            let and = if areas.is_empty() { "" } else { " and " };
            let (title, areas) = (book.title(to), listed(&areas));
            format!("{title} takes {} thaler from {cities} {of}{and}{areas}.", money(*halves))
        }
        CourtEvent::Spent { from, halves, on, .. } => {
            format!("{} pays {} thaler: {on}.", book.title(from), money(*halves))
        }
        CourtEvent::Gained { to, halves, on, .. } => {
            format!("{} gains {} thaler: {on}.", book.title(to), money(*halves))
        }
        CourtEvent::PillageCleared { seat, at } => {
            format!("{} restores {}.", title(seat), book.atlas.name(*at))
        }
        CourtEvent::LotBid { lot, round, bids } => lot_bid(book, *lot, *round, bids),
        CourtEvent::LotSold { lot, seat, paid } => {
            format!("Lot {lot} goes to {} for {paid} thaler.", title(seat))
        }
        CourtEvent::LotUnsold { lot } => format!("Lot {lot} goes back to the pool."),
        CourtEvent::DealMade { name, parties, gives, promises } => {
            let parties: Vec<String> = parties.iter().map(title).collect();
            let terms = terms(book, gives, promises);
            format!("{} make the deal `{name}`: {terms}.", parties.join(" and "))
        }
        CourtEvent::DealNotMade { words, .. } => sentence(words),
        CourtEvent::PromiseEnded { promise: one, kept } => promise_ended(book, one, *kept),
        CourtEvent::WarDeclared { seat, minor } => {
            format!("{} declares war on {}.", title(seat), book.title(minor))
        }
        CourtEvent::ControlChanged { minor, before, seat, moved } => {
            control(book, minor, (before.as_deref(), seat.as_deref()), moved)
        }
        CourtEvent::LevyCalled { major, dice, sum, .. } => {
            let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
            format!(
                "{} calls a general levy: dice {}, worth {sum} thaler.",
                book.title(major),
                dice.join(" ")
            )
        }
        CourtEvent::LevyOver { major, left, .. } => {
            format!("{left} thaler of the levy of {} are forfeit.", book.title(major))
        }
        CourtEvent::FieldworksBuilt { seat, at } => {
            format!("{} builds fieldworks at {}.", title(seat), book.atlas.name(*at))
        }
    }
}
