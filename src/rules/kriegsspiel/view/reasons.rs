//! Why something was not done or came to a stop, in sentences.

use crate::book::Book;
use crate::money::purchase::{HOME, HOME_PORT};
use crate::record::event::{Event, Halt, PublicEvent, Reason, WarEvent};
use kit::ground::Space;

/// Why an order was not carried out.
pub fn sentence(book: &Book, reason: &Reason) -> String {
    match reason {
        Reason::NoForce => "there is no such force of yours".to_owned(),
        Reason::NoPoints { needed, left } => no_points(*needed, *left),
        Reason::NotSo => "its condition did not hold".to_owned(),
        Reason::NotKnown => "whether its condition held was not known".to_owned(),
        Reason::Otherwise { known } => {
            let is = if *known { "was false" } else { "could not be told" };
            format!("its `if` {is}, so its `else` was done")
        }
        Reason::NoWay { to } => format!("no way was known to {}", book.atlas.place(*to)),
        Reason::Detour { to } => {
            let to = book.atlas.place(*to);
            format!("the way to {to} round the enemy was more than twice the direct one")
        }
        Reason::Shut { of } => format!("no way was open: {}", neutral(book, of)),
        Reason::ShutToDepots { of } => {
            format!("no depot can be put up there: {}", neutral(book, of))
        }
        Reason::Twice => "it had its orders by an entry before this one".to_owned(),
        Reason::NotSeen { whom } => format!("nobody knew where {whom} stood"),
        Reason::NoDepot => "no depot was left to deploy".to_owned(),
        Reason::HasDepot { of } => format!("a depot of {} stood there already", book.title(of)),
        Reason::NoTroops => "a general without troops cannot deploy a depot".to_owned(),
        Reason::Apart => "they do not stand in one hex".to_owned(),
        Reason::Command { rating } => {
            format!("the general commands no more than {rating} corps and brigades")
        }
        Reason::Bounds { why, .. } => why.clone(),
        Reason::NoCorps => "the nation does not form corps before its reform".to_owned(),
        Reason::NoMoney { needed, left } => format!("it costs ${needed}, and ${left} is left"),
        Reason::NoManpower { needed, left } => {
            format!("it needs {needed} manpower, and {left} is left")
        }
        Reason::NotHome { at } => format!("{} is not a home city: {HOME}", book.atlas.place(*at)),
        Reason::NoHome => format!("you have no home city now: {HOME}"),
        Reason::TooFew { kind, are: 0 } => format!("there are no {kind} in it"),
        Reason::TooFew { kind, are: 1 } => format!("there is only 1 {kind}"),
        Reason::TooFew { kind, are } => format!("there are only {are} {kind}"),
        Reason::AtWar { with } => format!("you are at war with {} already", book.title(with)),
        Reason::Allied { with } => {
            format!(
                "{} is your ally; `break alliance` in the same sheet comes first",
                book.title(with)
            )
        }
        Reason::NotAllied { with } => format!("{} is not your ally", book.title(with)),
        Reason::Gone { who } => format!("{} is conquered and out of the war", book.title(who)),
        Reason::Peace { with, until } => {
            format!(
                "one of you has submitted to the other: {} and you keep peace until {until}",
                book.title(with)
            )
        }
        Reason::NotInHarbour { .. }
        | Reason::NoRoom { .. }
        | Reason::Aboard
        | Reason::NobodyAboard
        | Reason::NotHomePort { .. }
        | Reason::NoHomePort
        | Reason::NoShips
        | Reason::NoSeaWay => at_sea(book, reason),
        Reason::Stopped => "the force had stopped before".to_owned(),
        Reason::Misread => "the order came too late".to_owned(),
        Reason::Overruled { by, .. } => {
            let by = book.given(by);
            format!("{by} commands there, and the stance of {by} counts for all")
        }
    }
}

/// That too few action points are left.
fn no_points(needed: u32, left: u32) -> String {
    let points = if needed == 1 { "point" } else { "points" };
    let are = if left == 1 { "is" } else { "are" };
    format!("this needs {needed} action {points}, and {left} {are} left")
}

/// Why ships, and those aboard, did not do something.
fn at_sea(book: &Book, reason: &Reason) -> String {
    if let Reason::NotInHarbour { who } = reason {
        let who = book.given(who);
        format!("{who} is not in the harbour where the transports lie when the turn begins")
    } else if let Reason::NoRoom { needed, room } = reason {
        format!("they need {needed} transports, and there are {room}; name fewer")
    } else if *reason == Reason::Aboard {
        "they go aboard, and do nothing else in this turn".to_owned()
    } else if let Reason::NotHomePort { at } = reason {
        format!("{} is not a home port: {HOME_PORT}", book.atlas.place(*at))
    } else if *reason == Reason::NoShips {
        "no fleet is with this admiral".to_owned()
    } else if *reason == Reason::NoHomePort {
        format!("new ships appear in a home port alone: {HOME_PORT}")
    } else if *reason == Reason::NobodyAboard {
        "nobody is aboard who could land".to_owned()
    } else {
        "no way over the sea leads there".to_owned()
    }
}

/// The paragraph behind a reason.
pub fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoPoints { .. } => "K05 §17",
        Reason::NoDepot | Reason::HasDepot { .. } | Reason::NoTroops => "K05 §15.2",
        Reason::NoMoney { .. } => "K05 §16.5",
        Reason::NoManpower { .. } => "K05 §16.1",
        Reason::NotHome { .. } | Reason::NoHome => "K05 §18",
        Reason::NotHomePort { .. } | Reason::NoHomePort => "K05 §13.2",
        Reason::NoShips => "K05 §13.5",
        Reason::NoCorps => "K05 §10.2",
        Reason::Bounds { of, .. } => of.rule(),
        Reason::NoSeaWay => "K05 §13.3",
        Reason::NotInHarbour { .. }
        | Reason::NoRoom { .. }
        | Reason::Aboard
        | Reason::NobodyAboard => "K05 §13.6",
        Reason::TooFew { .. } => "K05 §10.3",
        Reason::NoWay { .. } | Reason::Detour { .. } | Reason::Stopped => "K05 §12",
        Reason::Shut { .. }
        | Reason::ShutToDepots { .. }
        | Reason::AtWar { .. }
        | Reason::Allied { .. }
        | Reason::NotAllied { .. } => "K05 §6",
        Reason::Peace { .. } => "K05 §20.1",
        Reason::Gone { .. } => "K05 §20.2",
        Reason::Twice => "K05 §12.2",
        Reason::Misread => "K05 §2",
        Reason::Overruled { .. } => "K05 §19.1",
        Reason::NoForce
        | Reason::NotSo
        | Reason::NotKnown
        | Reason::Otherwise { .. }
        | Reason::NotSeen { .. } => "K05 §3",
        Reason::Apart | Reason::Command { .. } => "K05 §10.1",
    }
}

/// Why a force stopped.
pub fn halt(book: &Book, halt: &Halt) -> String {
    match halt {
        Halt::Enemy => "it met the enemy".to_owned(),
        Halt::Held => "the enemy came upon it".to_owned(),
        Halt::Zone => "it is in the zone of a fortress".to_owned(),
        Halt::Barred { to } => format!("the way to {} is barred", book.atlas.place(*to)),
        Halt::Points { needed, left: 1 } => {
            format!("the next hex costs {needed}, and 1 point is left")
        }
        Halt::Points { needed, left } => {
            format!("the next hex costs {needed}, and {left} points are left")
        }
        Halt::AtSea => "it met the enemy at sea".to_owned(),
        Halt::Areas { pace } => format!("{pace} sea areas are the most in a turn"),
        Halt::Harbour { at } => {
            format!("the harbour of {} is shut to them", book.atlas.place(*at))
        }
        Halt::Misread => "its order was misunderstood".to_owned(),
        Halt::Unescorted { to } => {
            format!("the enemy holds {}, and no troops are with him", book.atlas.place(*to))
        }
        Halt::Border { to, of } => {
            format!("{} lies beyond the border: {}", book.atlas.place(*to), neutral(book, of))
        }
    }
}

/// Why a power's land is shut.
pub fn neutral(book: &Book, of: &str) -> String {
    format!("{} is neutral, and does not let these troops through its land", book.title(of))
}

/// Several powers in a sentence.
pub fn all_titles(book: &Book, powers: &[String]) -> String {
    powers.iter().map(|power| book.title(power)).collect::<Vec<_>>().join(" and ")
}

/// Whom a power met in a hex, if the events of the turn name them: in a battle, a siege or a stand-off.
pub fn met(book: &Book, events: &[Event], (power, at): (&String, Space)) -> Option<String> {
    let foes = |event: &Event| -> Vec<String> {
        if let Event::Public(PublicEvent::BattleEnded { at: there, attacker, defender, .. }) = event
            && *there == at
        {
            match (attacker.contains(power), defender.contains(power)) {
                (true, false) => defender.clone(),
                (false, true) => attacker.clone(),
                _ => vec![],
            }
        } else if let Event::War(WarEvent::Invested { at: there, by, of, .. }) = event
            && *there == at
        {
            if by == power { vec![of.clone()] } else { vec![] }
        } else {
            vec![]
        }
    };
    let mut all: Vec<String> = events.iter().flat_map(foes).collect();
    all.sort();
    all.dedup();
    let titles: Vec<&str> = all.iter().map(|power| book.title(power)).collect();
    (!titles.is_empty()).then(|| titles.join(" and "))
}
