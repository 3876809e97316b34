//! What a player reads before their first orders, and the calendar of every mail.

use super::victory::{self, Row, Victory};
use crate::book::Book;
use crate::book::spelling::place;
use crate::book::withdrawal::Withdrawal;
use crate::land::orders_of_war;
use crate::politics::{alliance_length, sultans};
use crate::position::Position;
use crate::record::exchange::Exchange;
use crate::record::state::{Force, Marker};
use crate::season::initiative::{self, First};
use crate::season::withdrawals;
use crate::sight::known::{Known, Stack};
use kit::calendar::Season;
use kit::names::{capital, listed};
use play::Briefing;
use std::collections::BTreeMap;

/// How far away enemies are told, in hexes.
const NEAR: u16 = 4;
/// How many who come or are called away are named.
const NAMED: usize = 5;

/// The page for a power.
pub fn briefing(book: &Book, known: &Known) -> Briefing {
    let mut forces: Vec<&Force> = known.own().filter(|force| !force.units.is_empty()).collect();
    forces.sort_by_key(|force| (std::cmp::Reverse(force.steps()), force.id));
    let ships = known.squadrons.iter().filter(|squadron| squadron.power == known.power);
    let ships = ships.map(|squadron| squadron.fleets.len()).sum::<usize>();
    // Fleets first, so that the last of many forces are left out and not these.
    let fleets = (ships > 0).then(|| format!("{ships} fleet{}", if ships == 1 { "" } else { "s" }));
    let told = forces.iter().map(|force| in_short(book, force));
    let told = fleets.into_iter().chain(told).collect();
    let mut lines = vec![known.relations.told(&known.power, |power| book.people.title(power))];
    lines.extend(aim(book, victory::victory(book, known)));
    Briefing::new(lines, told, nearest(book, known))
}

fn in_short(book: &Book, force: &Force) -> String {
    let steps = force.steps();
    let plural = if steps == 1 { "" } else { "s" };
    let army = force.army.as_ref().map_or(String::new(), |army| format!("{army}, "));
    let name = force.name(&book.atlas, &book.units);
    format!("{name}: {army}{steps} step{plural}, {}", place(book, force.at))
}

/// How the war is won, and how the count stands.
fn aim(book: &Book, victory: Option<Victory>) -> Vec<String> {
    let Some(victory) = victory else {
        return vec![format!(
            "The scenario ends with {}; it counts no points.",
            book.scenario.last
        )];
    };
    let mut lines = vec![victory.terms.clone()];
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Row { what, points, .. } in &victory.rows {
        rows.entry(points).or_default().push(what);
    }
    lines.extend(rows.into_iter().map(|(points, what)| match what.as_slice() {
        [only] => format!("{points}: {only}"),
        several => format!("{points} each: {}", several.join(", ")),
    }));
    for way in &victory.ways {
        let terms: Vec<&str> = way.terms.iter().map(|line| line.what.as_str()).collect();
        lines.push(format!("{} {}.", way.wins, terms.join("; ")));
    }
    lines.extend([victory.total].into_iter().filter(|total| !total.is_empty()));
    lines
}

/// The enemies nearest to our troops.
fn nearest(book: &Book, known: &Known) -> Vec<String> {
    let troops = || known.own().filter(|force| !force.units.is_empty());
    let from = |stack: &Stack| {
        let far = |force: &Force| book.atlas.distance(force.at, stack.at);
        troops().min_by_key(|force| far(force)).map(|force| (far(force), force))
    };
    let foes = known.theirs.iter().filter(|stack| known.is_foe(&stack.power));
    let mut near: Vec<(u16, &Force, &Stack)> = foes
        .filter_map(|stack| from(stack).map(|(far, force)| (far, force, stack)))
        .filter(|(far, ..)| *far <= NEAR)
        .collect();
    near.sort_by_key(|(far, force, stack)| (*far, !stack.army, force.id));
    let told = |(far, force, stack): &(u16, &Force, &Stack)| {
        let who = match &stack.leader {
            Some(leader) => leader.clone(),
            None => format!("troops of {}", book.people.title(&stack.power)),
        };
        let army = if stack.army { " with an army" } else { "" };
        let name = force.name(&book.atlas, &book.units);
        let hexes = match far {
            0 => "in one hex with".to_owned(),
            1 => "next to".to_owned(),
            far => format!("{far} hexes from"),
        };
        format!("{who}{army} at {} is {hexes} {name}.", place(book, stack.at))
    };
    near.iter().map(told).collect()
}

/// Which season of how many this is, how early it may end, what follows, and what silence costs.
pub fn calendar(book: &Book, known: &Known) -> Vec<String> {
    let (season, last) = (known.season, book.scenario.last);
    let all = |from: Season| std::iter::successors(Some(from), |one| Some(one.next()));
    let left = all(season).take_while(|one| *one <= last).count();
    let exchange = known.exchange();
    let when = match left {
        0 | 1 => format!("{} is the last season.", named(exchange)),
        2 => format!("{} and one more season: the last is {last}.", named(exchange)),
        left => format!("{} and {} more seasons: the last is {last}.", named(exchange), left - 1),
    };
    let mut lines = vec![when];
    if !exchange.is_cabinet() {
        lines.extend(first(book, known));
        lines.extend(early(book, season));
    }
    let spends = |one: &Season| book.has_cabinet_before(*one) || book.spends_with_orders(*one);
    let later = all(season).skip(usize::from(!exchange.is_cabinet()));
    let next = later.take_while(|one| *one <= last).find(spends).filter(|_| !exchange.is_cabinet());
    lines.extend(next.map(|spring| match book.has_cabinet_before(spring) {
        true => format!("Money is spent next in {}.", Exchange::Cabinet(spring.year)),
        false => format!("Money is spent next with the orders of {spring}."),
    }));
    lines.extend(diplomacy(book, season));
    lines.extend(sultans::foretold(book, known.common(), exchange));
    lines.extend(alliance_length::foretold(book, known.common(), exchange));
    lines.extend(coming(book, season, &known.power));
    let waits = if left > 1 { ", and what you could have taken waits a season" } else { "" };
    let bound = orders_of_war::of_armies(book, &known.begun).map(|(_, orders)| orders);
    let bound = bound.filter(|orders| orders.power == known.power);
    let bound: String = bound.map(|orders| format!(", but not the {}", orders.army)).collect();
    lines.push(match exchange.is_cabinet() {
        true => "Without a sheet nothing is bought before the next.".to_owned(),
        false => format!(
            "Without a sheet your standing orders are played; without those your forces stand still{bound}{waits}."
        ),
    });
    lines
}

/// Who of one's own is called away between this season and the next, and who comes.
fn coming(book: &Book, season: Season, power: &str) -> Option<String> {
    let next = season.next();
    let (end, begin) = (withdrawals::due(book, season, true), withdrawals::due(book, next, false));
    let leaves = end.into_iter().chain(begin).filter(|line| line.power == power);
    let leaves: Vec<String> = leaves.map(Withdrawal::words).collect();
    let comes = book.scenario.arrivals.iter();
    let comes = comes.filter(|entry| entry.power == power && entry.when == Some(next));
    let comes = comes.flat_map(|entry| entry.commander.iter().chain(&entry.leaders));
    let comes: Vec<String> = comes.cloned().collect();
    let few = |who: &[String]| match who.split_at_checked(NAMED) {
        Some((some, more)) if !more.is_empty() => {
            format!("{} and {} more", some.join(", "), more.len())
        }
        _ => listed(who),
    };
    let come = if comes.len() == 1 { "comes" } else { "come" };
    match (leaves.as_slice(), comes.as_slice()) {
        ([], []) => None,
        ([], comes) => Some(format!("When {next} begins, {} {come}.", few(comes))),
        (leaves, []) => Some(format!("When {next} begins, called away: {}.", few(leaves))),
        (leaves, comes) => Some(format!(
            "When {next} begins, called away: {}. Then {} {come}.",
            few(leaves),
            few(comes)
        )),
    }
}

/// When attempts and declarations of war begin, while that is still to come (NIA §21.B).
fn diplomacy(book: &Book, season: Season) -> Option<String> {
    let waits = book.scenario.track.is_some() && season == book.scenario.first;
    let with = if book.has_money() { ", for money" } else { "" };
    waits.then(|| {
        format!(
            "From {} on you may try for minor countries and neutral powers{with}, and declare war: `politics:`.",
            season.next()
        )
    })
}

/// Which marker comes first, or who chooses it, where that is known beforehand (§3.2).
fn first(book: &Book, known: &Known) -> Option<String> {
    Some(match initiative::first(book, known.season, |power| known.bloc(power)) {
        First::Drawn => return None,
        First::Fixed(marker) => format!("The first marker to be played is {marker}."),
        First::Chosen { by, default } if by == known.power => format!(
            "You have the initiative: `first marker:` names the marker that is played first, else it \
             is {default}."
        ),
        First::Chosen { by, default } => {
            let who = book.people.title(by);
            format!("{who} has the initiative and chooses the first marker, by default {default}.")
        }
    })
}

fn named(exchange: Exchange) -> String {
    capital(&exchange.to_string())
}

/// What ends the marches of a season early, and when that is to be expected (§3.1).
fn early(book: &Book, season: Season) -> Option<String> {
    let removed = &book.scenario.removed;
    let needed = initiative::winter_quarters_needed(season.quarter)
        .filter(|_| !removed.contains(&Marker::WinterQuarters.to_string()));
    let Some(needed) = needed else {
        return Some("Nothing ends the marches of this season early.".to_owned());
    };
    let times = match needed {
        1 => "as soon as winter quarters come out",
        2 => "when winter quarters come out twice",
        _ => "when winter quarters come out three times",
    };
    let marches = initiative::expected_marches(&initiative::pool(book, season), needed);
    Some(format!(
        "Its marches end {times}: on average after {marches:.0} of the 8 land markers, so put first \
         what matters most."
    ))
}
