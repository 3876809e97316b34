//! What mattered to one power this season, in one paragraph at the head of its report.

use super::{place, sea};
use crate::book::Book;
use crate::book::units::Unit;
use crate::record::event::{Fate, Party, Winner};
use crate::sight::all::UMPIRE;
use crate::sight::known::{Known, Who};
use crate::sight::news::{
    BattleNews, LandNews, LossNews, SeaBattleNews, SeaNews, SeenEvent, SiegeNews, TableNews,
    WarNews,
};

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 6;

/// What is gathered of a season.
#[derive(Default)]
struct Gathered {
    won: Vec<String>,
    lost: Vec<String>,
    taken: Vec<String>,
    fallen: Vec<String>,
    leaders: Vec<String>,
    destroyed: Vec<String>,
    end: Option<String>,
    our_steps: u32,
    their_steps: u32,
}

/// The sentences of the paragraph.
pub fn headline(book: &Book, known: &Known) -> Vec<String> {
    let mut all = Gathered::default();
    for seen_event in &known.seen_events {
        match seen_event {
            SeenEvent::War(WarNews::Land(news)) => land(book, known, news, &mut all),
            SeenEvent::War(WarNews::Sea(news)) => ships(book, known, news, &mut all),
            SeenEvent::Order(_) | SeenEvent::Sequence(_) | SeenEvent::Force(_) => {}
        }
    }
    sentences(all, known.power == UMPIRE)
}

/// Puts it into words; the umpire has no side.
fn sentences(all: Gathered, to_umpire: bool) -> Vec<String> {
    let mut told = vec![];
    let mut tell = |text: Option<String>| told.extend(text);
    tell(all.end);
    tell(list("Won", "battles are won", &all.won));
    tell(list("Lost", "battles are lost", &all.lost));
    tell(list("Taken", "places are taken", &all.taken));
    tell(list("Fallen to the enemy", "places have fallen to the enemy", &all.fallen));
    tell(list("No more", "forces are no more", &all.destroyed));
    tell(list("Leaders", "leaders were hit", &all.leaders));
    let steps =
        |count: u32| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
    match (all.our_steps, all.their_steps) {
        (0, 0) => {}
        (ours, theirs) if to_umpire => {
            told.push(format!("Lost in all: {}.", steps(ours + theirs)));
        }
        (0, theirs) => {
            told.push(format!("The enemy lost {} that we saw; we lost none.", steps(theirs)))
        }
        (ours, 0) => told.push(format!("Our side lost {}.", steps(ours))),
        (ours, theirs) => {
            told.push(format!(
                "Our side lost {}, the enemy {} that we saw.",
                steps(ours),
                steps(theirs)
            ));
        }
    }
    if told.is_empty() {
        let whose = if to_umpire { "" } else { " of ours" };
        told.push(format!("A quiet season: nobody{whose} fought, and no place changed hands."));
    }
    told
}

/// `Won: A over B at C; ...`, or how many there were.
fn list(label: &str, counted: &str, all: &[String]) -> Option<String> {
    match all.len() {
        0 => None,
        many if many > NAMED => {
            let first = all.first().map_or("", String::as_str);
            Some(format!("{many} {counted}, {first} first."))
        }
        _ => Some(format!("{label}: {}.", all.join("; "))),
    }
}

fn land(book: &Book, known: &Known, news: &LandNews, all: &mut Gathered) {
    match news {
        LandNews::Loss(news) => losses(book, known, news, all),
        LandNews::Battle(news) => battles(book, known, news, all),
        LandNews::Siege(SiegeNews::Captured { at, power, .. }) => {
            let (at, title) = (place(book, *at), book.people.title(power));
            if *power == known.power {
                all.taken.push(at);
            } else if known.is_ours(power) {
                all.taken.push(format!("{at} by {title}"));
            } else {
                all.fallen.push(format!("{at} to {title}"));
            }
        }
        LandNews::Table(TableNews::Scored { total, needed, winner, .. }) => {
            let verdict =
                winner.map_or("nobody wins".to_owned(), |bloc| format!("the {} wins", bloc.word()));
            all.end = Some(format!("The war is over: {total} of {needed} points, {verdict}."));
        }
        LandNews::Table(TableNews::GameDecided { winner, .. }) => {
            let verdict =
                winner.map_or("nobody wins".to_owned(), |bloc| format!("the {} wins", bloc.word()));
            all.end = Some(format!("The war is over: {verdict}."));
        }
        LandNews::Contact(_)
        | LandNews::Siege(_)
        | LandNews::Table(_)
        | LandNews::Money(_)
        | LandNews::Told(_) => {}
    }
}

fn losses(book: &Book, known: &Known, news: &LossNews, all: &mut Gathered) {
    match news {
        LossNews::Lost { who, units, .. } => count(who, units, all),
        LossNews::Destroyed { who, at, units, .. } => {
            count(who, units, all);
            let whose = if who.power == known.power {
                who.name.clone()
            } else {
                format!("{} ({})", who.name, book.people.title(&who.power))
            };
            all.destroyed.push(format!("{whose} at {}", place(book, *at)));
        }
        LossNews::Supply { .. } | LossNews::Attrition { .. } => {}
    }
}

fn battles(book: &Book, known: &Known, news: &BattleNews, all: &mut Gathered) {
    match news {
        BattleNews::BattleEnded { at, attacker, defender, winner, .. } => {
            battle(book, known, &place(book, *at), [attacker, defender], *winner, all);
        }
        BattleNews::LeaderChecked { leader, power, fate, back, .. } if known.is_ours(power) => {
            match (fate, back) {
                (Fate::Unharmed, _) => {}
                (Fate::Killed, _) => all.leaders.push(format!("{leader} fell")),
                (Fate::Wounded, Some(back)) => {
                    all.leaders.push(format!("{leader} is wounded until {back}"));
                }
                (Fate::Wounded, None) => all.leaders.push(format!("{leader} is wounded")),
            }
        }
        BattleNews::LeaderChecked { leader, power, fate: Fate::Killed, .. } => {
            all.leaders.push(format!("{leader} ({}) fell", book.people.title(power)));
        }
        BattleNews::LeaderChecked { .. }
        | BattleNews::Fought { .. }
        | BattleNews::Succeeded { .. }
        | BattleNews::Morale { .. }
        | BattleNews::Disordered { .. }
        | BattleNews::Pursued { .. }
        | BattleNews::Rallied { .. }
        | BattleNews::WentOn { .. } => {}
    }
}

fn count(who: &Who, units: &[Unit], all: &mut Gathered) {
    let steps: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
    let sum = if who.ours { &mut all.our_steps } else { &mut all.their_steps };
    *sum += steps;
}

fn ships(book: &Book, known: &Known, news: &SeaNews, all: &mut Gathered) {
    if let SeaNews::Battle(SeaBattleNews::Ended { at, attacker, defender, winner, .. }) = news {
        let at = sea::whereabouts(book, at);
        battle(book, known, &at, [attacker, defender], *winner, all);
    }
}

fn battle(
    book: &Book,
    known: &Known,
    at: &str,
    [attacker, defender]: [&Party; 2],
    winner: Winner,
    all: &mut Gathered,
) {
    let (won, beaten) = match winner {
        Winner::Attacker => (attacker, defender),
        Winner::Defender => (defender, attacker),
        Winner::Nobody => return,
    };
    let at = if at.starts_with("in ") || at.starts_with("at ") || at.starts_with("before ") {
        at.to_owned()
    } else {
        format!("at {at}")
    };
    let name = |party: &Party| {
        if party.power == known.power || party.name == book.people.title(&party.power) {
            return party.name.clone();
        }
        format!("{} ({})", party.name, book.people.title(&party.power))
    };
    if known.is_ours(&won.power) {
        all.won.push(format!("{} over {} {at}", name(won), name(beaten)));
    } else if known.is_ours(&beaten.power) {
        all.lost.push(format!("{} against {} {at}", name(beaten), name(won)));
    }
}
