//! Battles in words, with their sums.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::book::Book;
use crate::operations::battle::storm;
use crate::record::event::{Battle, Host, Line, WarEvent};
use crate::record::unit::Force;

/// A deed of war in a sentence.
pub fn sentence(book: &Book, event: &WarEvent) -> String {
    let place = |at| book.atlas.name(at).to_owned();
    let title = |seat: &str| book.seat_title(seat);
    match event {
        WarEvent::HonoursTried {
            at,
            attacker,
            defender,
            attack_dice,
            defence_dice,
            succeeds,
            ..
        } => {
            let dice = |dice: &[u8]| {
                let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
                let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
                format!("{} = {sum}", dice.join("+"))
            };
            let result = if *succeeds { "goes with honours" } else { "holds out" };
            format!(
                "{} offers {} honours of war at {}: {} against {}; {} {result}.",
                title(attacker),
                title(defender),
                place(*at),
                dice(attack_dice),
                dice(defence_dice),
                title(defender)
            )
        }
        WarEvent::Fought(battle) => fought(book, battle),
        WarEvent::Retreated { force, from, to, squares } => {
            let who = named(book, force);
            let die = if *squares > 0 { format!(" (die {squares})") } else { String::new() };
            format!("{who} falls back from {} to {}{die}.", place(*from), place(*to))
        }
        WarEvent::Rewarded { winner, loser, strength, draws, loses } => {
            let markers = |count: u32| if count == 1 { "marker" } else { "markers" };
            format!(
                "{} beat a strength of {strength}: it may draw {draws} {}, and {} loses {loses}.",
                title(winner),
                markers(*draws),
                title(loser)
            )
        }
        WarEvent::Overran { force, at, loser, units, ours, theirs } => {
            let who = named(book, force);
            let units = if *units == 1 { "1 unit".to_owned() } else { format!("{units} units") };
            let sums = ours.map(|ours| format!(", {ours} against {theirs}")).unwrap_or_default();
            format!("{who} overruns {units} of {} at {}{sums}.", title(loser), place(*at))
        }
        WarEvent::SiegeBegan { at, seat, of } => {
            format!("{} besieges {} in {}.", title(seat), title(of), place(*at))
        }
        WarEvent::SiegeEnded { at, seat, of } => {
            format!(
                "The siege of {} by {} is over; it was held by {}.",
                place(*at),
                title(seat),
                title(of)
            )
        }
        WarEvent::LeaderDie { seat, die, needed } => {
            let comes = if die <= needed { "a leader comes" } else { "no leader comes" };
            format!("{}: die {die}, {needed} or less needed: {comes}.", title(seat))
        }
    }
}

/// The leader of a force, or whose it is.
fn named(book: &Book, force: &Force) -> String {
    let what = if force.fleet { "fleet" } else { "force" };
    let seat = || format!("A {what} of {}", book.seat_title(&force.seat));
    force.leader.clone().unwrap_or_else(seat)
}

fn fought(book: &Book, battle: &Battle) -> String {
    let kind = match battle.siege {
        true => "Siege",
        false if book.atlas.is_sea(battle.at) => "Sea battle",
        false => "Battle",
    };
    let winner = match &battle.winner {
        Some(seat) => format!("{} wins", book.seat_title(seat)),
        None if battle.siege && battle.verdict.is_victory() => {
            format!("not enough, since {}: nobody wins", needed(book, battle))
        }
        None => "nobody wins".to_owned(),
    };
    format!(
        "{kind} of {}: {} against {}, {}% ({}), die {}: {}, {}; {winner}.",
        book.atlas.name(battle.at),
        book.seat_title(&battle.attacker.seat),
        book.seat_title(&battle.defender.seat),
        battle.per_cent,
        battle.column,
        battle.die,
        battle.verdict.letters(),
        battle.verdict.words(),
    )
}

/// What was needed for a fortress to fall, as far as its reader knows how many were inside (§19.4).
fn needed(book: &Book, battle: &Battle) -> String {
    let all = "a fortress falls only when all inside are lost";
    // Only those who fought are told how many there were.
    if battle.defender.units == 0 {
        return all.to_owned();
    }
    let column = book.tables.combat.column(battle.per_cent);
    let units = (battle.attacker.units, battle.defender.units);
    let faces = storm::faces(book, battle.at, column, units);
    format!("{all} (at {}%, {})", battle.column, storm::on_a_die(&faces))
}

/// The sums of a battle, a line a side, as far as they are known.
pub fn sums(book: &Book, battle: &Battle) -> Vec<String> {
    [&battle.attacker, &battle.defender].into_iter().map(|host| side(book, host)).collect()
}

fn side(book: &Book, host: &Host) -> String {
    let mut words = vec![];
    if let Some(commander) = &host.commander {
        words.push(format!("under {commander}"));
    }
    if !host.markers.is_empty() {
        words.push(format!("with {}", host.markers.join(", ")));
    }
    if !host.decoys.is_empty() {
        words.push(format!("decoys {}", host.decoys.join(", ")));
    }
    if !host.lines.is_empty() {
        let lines: Vec<String> = host.lines.iter().map(line).collect();
        words.push(format!("{} = {}", lines.join(" + "), host.sum));
    }
    let title = book.seat_title(&host.seat);
    if words.is_empty() {
        format!("{title}: no markers")
    } else {
        format!("{title}: {}", words.join("; "))
    }
}

fn line(line: &Line) -> String {
    let count = if line.count == 1 { String::new() } else { format!("{} ", line.count) };
    let times = match line.times {
        1 => String::new(),
        times => format!(" x{times} ({})", line.by.join(", ")),
    };
    let each = match line.count {
        1 => line.strength.to_string(),
        count => format!("{count}x{}", line.strength),
    };
    format!("{count}{} {each}{times}", line.sort.words())
}
