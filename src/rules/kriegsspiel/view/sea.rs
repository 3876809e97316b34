//! Ships in reports: the section on fleets, and what happens at sea in sentences.

use super::reasons::all_titles;
use super::{story, was_council};
use crate::book::Book;
use crate::orders::fleets::berth_told;
use crate::record::event::{
    Conduct, Encounter, Event, Flight, Modifier, Party, SeaDay, SeaDayMadeOut, SeaEvent, SeaHost,
    SeaHostMadeOut,
};
use crate::record::sea::{Fleet, Sail, ShipLosses, Ships, count};
use crate::sea::losses;
use crate::sight::known::Known;
use kit::names::listed;

/// The own fleets, then the sails of others, a line each; nothing where no fleets are played.
pub fn lines(book: &Book, known: &Known) -> Vec<String> {
    let Some(navies) = book.navies.as_ref().filter(|_| known.navy.played) else { return vec![] };
    let navy = &known.navy;
    let mut lines = vec![];
    for admiral in navy.admirals.values() {
        let led: Vec<&str> = navy.led(admiral).map(|one| book.given(&one.name)).collect();
        let with = if led.is_empty() { "no fleet".to_owned() } else { listed(&led) };
        let of = of_ally(book, known, &admiral.power);
        let (name, ratings) = (&admiral.name, admiral.ratings(&book.troops));
        lines
            .push(format!("{name}{of}, {}, with {with}: {ratings}", berth_told(book, &admiral.at)));
    }
    for fleet in navy.fleets.values() {
        let of = of_ally(book, known, &fleet.power);
        let mut told = navies.told(&fleet.ships);
        let cargo = &fleet.cargo;
        if !cargo.is_empty() {
            let generals = cargo.generals.iter().map(|one| &one.name);
            let all = generals.chain(cargo.formations.iter().map(|one| &one.name));
            told = format!("{told}; aboard: {}", book.given_names(all));
        }
        if !fleet.prizes.is_empty() {
            told = format!("{told}, with {} that were captured", navies.told(&fleet.prizes));
        }
        let (name, kind) = (book.given(&fleet.name), fleet.kind.word());
        let at = berth_told(book, &fleet.at);
        // What is called by what it is needs no second word for it.
        let kind =
            if name.to_lowercase().contains(kind) { String::new() } else { format!(", {kind}") };
        lines.push(format!("{name}{of}{kind}, {at}: {told}"));
    }
    let lost = navy.lost.iter().filter(|(power, ships)| **power == known.power && count(ships) > 0);
    lines.extend(lost.map(|(_, ships)| {
        format!(
            "ships lost since the start, without those that were captured: {}",
            navies.told(ships)
        )
    }));
    lines
}

fn of_ally(book: &Book, known: &Known, power: &str) -> String {
    if power == known.power { String::new() } else { format!(" ({})", book.title(power)) }
}

/// The sails of others, a line each; in a council nobody has looked anew.
pub fn sails(book: &Book, known: &Known) -> Vec<String> {
    let told = |sail: &Sail| {
        let (power, size) = (book.title(&sail.power), sail.size.word());
        let since = match sail.last {
            Some(last) => format!(", last seen in {last}"),
            None if was_council(known) => String::new(),
            None => ", in sight".to_owned(),
        };
        format!("{power}, a {size}, {}{since}", berth_told(book, &sail.at))
    };
    known.navy.sails.iter().map(told).collect()
}

/// What an event at sea is to those to whom it is told; nothing of what stands elsewhere in the report.
pub fn own(book: &Book, event: &SeaEvent) -> Option<String> {
    Some(match event {
        SeaEvent::Commissioned { arrival: false, .. }
        | SeaEvent::Appointed { arrival: false, .. } => {
            return None;
        }
        SeaEvent::Commissioned { fleet, .. } => commissioned(book, fleet),
        SeaEvent::Enlarged { fleet } => format!("now {}", commissioned(book, fleet)),
        SeaEvent::Appointed { admiral, .. } => {
            format!("{} comes to {}", admiral.name, berth_told(book, &admiral.at))
        }
        SeaEvent::Sailed { who, to, areas, .. } => {
            let unit = if *areas == 1 { "area" } else { "areas" };
            let who = book.given(who);
            format!("{who} sailed to {} ({areas} {unit})", berth_told(book, to))
        }
        SeaEvent::AtSea { who, area, choice, failed, .. } => {
            let why = failed.as_ref().map(|failed| format!(": {}", failed.told()));
            let who = book.given(who);
            format!("{who} is to {} at {area}{}", choice.word(), why.unwrap_or_default())
        }
        SeaEvent::Met { area, first, second, dice, outcome } => {
            met(book, area, [first, second], dice, *outcome)
        }
        SeaEvent::FoughtAtSea(day) => fought(book, day),
        SeaEvent::MadeOutAtSea(day) => made_out(book, day),
        SeaEvent::FellBack { who, to, why, .. } => {
            let (why, rule) = match why {
                Flight::Beaten => ("was beaten, and goes to", "19.6"),
                Flight::Frigates => ("flees from the men of war to", "19.6"),
                Flight::HarbourLost => ("leaves the harbour, which the enemy has, for", "13.3"),
            };
            format!("{} {why} {} (§{rule})", book.given(who), berth_told(book, to))
        }
        SeaEvent::PrizesTaken { power, of, area, burnt, .. } => {
            let navies = book.navies.as_ref()?;
            let burnt = match count(burnt) {
                0 => String::new(),
                _ => format!("; {} had no escort and were burnt", navies.told(burnt)),
            };
            let of = of
                .iter()
                .map(|(power, ships)| format!("{} of {}", navies.told(ships), book.title(power)));
            let (power, of) = (book.title(power), of.collect::<Vec<_>>().join(", "));
            format!("{power} has captured {of} at {area}, and brings them home{burnt} (§19.6)")
        }
        SeaEvent::PrizesJoined { fleets, .. } => {
            let all: Vec<String> = fleets.iter().map(|one| commissioned(book, one)).collect();
            format!("captured ships are taken into service: {}", all.join("; "))
        }
        SeaEvent::Embarked { .. } | SeaEvent::Landed { .. } | SeaEvent::LostAboard { .. } => {
            return aboard(book, event);
        }
        SeaEvent::Stormed { who, area, dice, percent, lost, to, .. } => {
            let navies = book.navies.as_ref()?;
            let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
            let lost = match losses::sum(lost) {
                ships if ships.is_empty() => "no ship is lost".to_owned(),
                ships => format!("{percent} %: {} lost", navies.told(&ships)),
            };
            let to = to.as_ref().map(|to| format!("; driven to {}", berth_told(book, to)));
            format!(
                "storm upon {} at {area}, roll {sum}: {lost}{} (§13.8)",
                book.given(who),
                to.unwrap_or_default()
            )
        }
        SeaEvent::SeaBattleEnded { .. } | SeaEvent::AdmiralLost { .. } => return None,
    })
}

/// Who went aboard, landed, or was lost with the ships.
fn aboard(book: &Book, event: &SeaEvent) -> Option<String> {
    let all = |generals: &[String], formations: &[String]| {
        book.given_names(generals.iter().chain(formations))
    };
    if let SeaEvent::Embarked { who, at, formations, generals, .. } = event {
        let (all, at) = (all(generals, formations), book.atlas.place(*at));
        return Some(format!("{all}: aboard {} at {at} (§13.6)", book.given(who)));
    }
    if let SeaEvent::Landed { who, at, formations, generals, .. } = event {
        let (all, at) = (all(generals, formations), book.atlas.place(*at));
        return Some(format!("{all}: ashore from {} at {at} (§13.6)", book.given(who)));
    }
    let SeaEvent::LostAboard { who, percent, lost, generals, .. } = event else { return None };
    let generals = match generals.is_empty() {
        true => String::new(),
        false => format!("; lost with them: {}", listed(generals)),
    };
    let lost = story::lost(book, lost);
    Some(format!(
        "{percent} % of the troops aboard {} are lost with their ships: {lost}{generals} (§13.6)",
        book.given(who)
    ))
}

fn commissioned(book: &Book, fleet: &Fleet) -> String {
    let ships = book.navies.as_ref().map(|navies| navies.told(&fleet.ships)).unwrap_or_default();
    format!("{} at {}, {ships}", book.given(&fleet.name), berth_told(book, &fleet.at))
}

fn met(book: &Book, area: &str, both: [&Party; 2], dice: &[u8], outcome: Encounter) -> String {
    let [one, other] = both.map(|party| {
        let (who, power) = (book.given(&party.who), book.title(&party.power));
        let does = match party.conduct {
            Conduct::Intercept => "intercepts",
            Conduct::Evade => "evades",
        };
        format!("{who} ({power}, a {}, {does})", party.size.word())
    });
    let dice = match dice {
        [first, second] => format!(", dice {first} and {second}"),
        _ => String::new(),
    };
    let end = match outcome {
        Encounter::Battle => "they fight",
        Encounter::Passed => "both avoid each other",
        Encounter::Escaped => "who evaded got away",
        Encounter::Fled => "the frigates are caught and flee",
    };
    format!("{one} meets {other} at {area}{dice}: {end} (§19.6)")
}

/// What is published of the sea.
pub fn published(book: &Book, event: &SeaEvent) -> Option<String> {
    if let SeaEvent::SeaBattleEnded { area, attacker, defender, winner } = event {
        let all = |powers: &[String]| all_titles(book, powers);
        let end = match winner.is_empty() {
            true => "nobody won".to_owned(),
            false => format!("{} won", all(winner)),
        };
        Some(format!(
            "battle at sea, {area}: {} against {}, {end} (§19.6)",
            all(attacker),
            all(defender)
        ))
    } else if let SeaEvent::AdmiralLost { admiral, power, area } = event {
        Some(format!("{admiral} ({}) was lost at {area}", book.title(power)))
    } else {
        None
    }
}

/// The headline of a battle at sea or of a lost admiral, with its weight.
pub fn headline(book: &Book, event: &SeaEvent) -> Option<(u8, String)> {
    let all = |powers: &[String]| all_titles(book, powers);
    if let SeaEvent::SeaBattleEnded { area, attacker, defender, winner } = event {
        let loser = if winner == attacker { defender } else { attacker };
        let told = match winner.is_empty() {
            true => format!(
                "{} and {} fight at sea, {area}, and neither wins",
                all(attacker),
                all(defender)
            ),
            false => format!("{} beats {} at sea, {area}", all(winner), all(loser)),
        };
        return Some((2, told));
    }
    let SeaEvent::AdmiralLost { admiral, power, .. } = event else { return None };
    Some((4, format!("{admiral} ({}) is lost at sea", book.title(power))))
}

fn names(all: &[Modifier]) -> String {
    let told: Vec<String> = all.iter().map(|one| format!("{:+} {}", one.by, one.what)).collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}

fn lost(book: &Book, lost: &ShipLosses) -> String {
    let ships: Ships = losses::sum(lost);
    match (&book.navies, ships.is_empty()) {
        (Some(navies), false) => navies.told(&ships),
        _ => "nothing".to_owned(),
    }
}

fn host(book: &Book, host: &SeaHost) -> String {
    let ships = book.navies.as_ref().map(|navies| navies.told(&host.ships)).unwrap_or_default();
    let name = host.commander.as_deref().unwrap_or_else(|| book.title(&host.power));
    format!(
        "{name} with {ships}, combat value {}, morale {}, advantages: {}",
        host.combat,
        host.morale,
        names(&host.modifiers)
    )
}

fn fought(book: &Book, day: &SeaDay) -> String {
    let roll: u32 = day.dice.iter().map(|die| u32::from(*die)).sum();
    let adjusted: String =
        day.adjusted.iter().map(|one| format!(" {:+} {}", one.by, one.what)).collect();
    let goes = |goes: bool| if goes { ", and leaves" } else { "" };
    let shifted = match day.ratio == day.column {
        true => String::new(),
        false => format!(", shifted to {}", day.column),
    };
    format!(
        "battle at {}: {} against {}; odds {}{shifted}; roll {roll}{adjusted}: {}. The attacker loses {}{}; the defender loses {}{} (§19.6)",
        day.area,
        host(book, &day.attacker),
        host(book, &day.defender),
        day.ratio,
        day.result,
        lost(book, &day.attacker.lost),
        goes(day.result.attacker_retreats),
        lost(book, &day.defender.lost),
        goes(day.result.defender_retreats),
    )
}

fn made_out(book: &Book, day: &SeaDayMadeOut) -> String {
    let side = |one: &SeaHostMadeOut| {
        let ships = match (&one.whole, one.ships) {
            (Some(whole), _) => host(book, whole),
            (None, Some(about)) => {
                let name = one.commander.as_deref().unwrap_or_else(|| book.title(&one.power));
                format!("{name} with {} ships", about.told())
            }
            (None, None) => book.title(&one.power).to_owned(),
        };
        let toll = match one.toll {
            Some(toll) => format!("losses {}", toll.word()),
            None => format!("loses {}", lost(book, &one.lost)),
        };
        format!("{ships}: {toll}{}", if one.goes { ", and leaves" } else { "" })
    };
    let [attacker, defender] = [side(&day.attacking), side(&day.defending)];
    format!(
        "battle at {}: {attacker}; against {defender}; the dice fell {} for the attacker (§19.6)",
        day.area,
        day.fell.word()
    )
}

/// The event in a sentence for the umpire, who sees all of it.
pub fn whole(book: &Book, event: &SeaEvent) -> Option<String> {
    let told = own(book, event).or_else(|| published(book, event));
    let placed = |power: &str, told: String| Some(format!("{}: {told}", book.title(power)));
    match event {
        SeaEvent::Commissioned { fleet, .. } | SeaEvent::Enlarged { fleet } => {
            placed(&fleet.power, commissioned(book, fleet))
        }
        SeaEvent::Appointed { admiral, .. } => {
            let at = berth_told(book, &admiral.at);
            placed(&admiral.power, format!("{} at {at}", admiral.name))
        }
        SeaEvent::Sailed { power, .. }
        | SeaEvent::AtSea { power, .. }
        | SeaEvent::FellBack { power, .. }
        | SeaEvent::Stormed { power, .. }
        | SeaEvent::Embarked { power, .. }
        | SeaEvent::Landed { power, .. }
        | SeaEvent::LostAboard { power, .. }
        | SeaEvent::PrizesJoined { power, .. } => told.and_then(|told| placed(power, told)),
        SeaEvent::Met { .. }
        | SeaEvent::FoughtAtSea(_)
        | SeaEvent::MadeOutAtSea(_)
        | SeaEvent::SeaBattleEnded { .. }
        | SeaEvent::PrizesTaken { .. }
        | SeaEvent::AdmiralLost { .. } => told,
    }
}

/// Whether an event is a part of a way at sea that goes on behind it, without a meeting between the two.
pub fn is_passed(event: &Event, later: &[Event]) -> bool {
    let Event::Sea(SeaEvent::Sailed { who, power, .. }) = event else { return false };
    for other in later {
        if let Event::Sea(SeaEvent::Met { first, second, .. }) = other
            && (first.who == *who || second.who == *who)
        {
            return false;
        }
        if let Event::Sea(SeaEvent::Sailed { who: then, power: of, .. }) = other
            && (then, of) == (who, power)
        {
            return true;
        }
    }
    false
}
