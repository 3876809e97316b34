//! The battles that a side fought, day by day, with every sum that can be checked.

use super::{estimate, story};
use crate::battle::table;
use crate::book::Book;
use crate::book::figures::Cell;
use crate::march::losses;
use crate::record::event::{Day, Event, Host, Losses, Modifier, WarEvent};
use crate::sight::known::Known;
use serde::Serialize;

/// One day of a battle.
#[derive(Debug, Serialize)]
pub struct BattleStory {
    /// `Ulm W3626, assault, day 1`.
    pub title: String,
    pub attacker: Side,
    pub defender: Side,
    /// The ratio, the column and the roll.
    pub sum: String,
    /// What the table said.
    pub verdict: String,
    pub rule: &'static str,
}

/// One side of it.
#[derive(Debug, Serialize)]
pub struct Side {
    pub name: String,
    pub strength: String,
    pub modifiers: String,
    pub lost: String,
}

/// All days of all battles that our side fought.
pub fn battles(book: &Book, known: &Known) -> Vec<BattleStory> {
    known
        .seen_events
        .iter()
        .filter_map(|seen_event| {
            if let Event::War(WarEvent::Fought(fought)) = seen_event {
                Some(day(book, fought))
            } else if let Event::War(WarEvent::MadeOut(fought)) = seen_event {
                Some(estimate::day(book, fought))
            } else {
                None
            }
        })
        .collect()
}

/// Tells a day of battle.
pub fn day(book: &Book, fought: &Day) -> BattleStory {
    let Day {
        at,
        kind,
        day,
        attacker,
        defender,
        ratio,
        column,
        dice,
        adjusted,
        total,
        result,
        pursuit,
        attacker_lost,
        defender_lost,
    } = fought;
    let shift = if ratio == column { String::new() } else { format!(", shifted to {column}") };
    // The last column is for all odds beyond it.
    let last = table(book, *kind).columns().last().map(ToString::to_string);
    let more = if last.as_deref() == Some(ratio.as_str()) { " or more" } else { "" };
    let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
    let adjusted = modifiers_in_words(adjusted);
    let adjusted = if adjusted.is_empty() { adjusted } else { format!(", {adjusted}") };
    let chase = if *pursuit > 0 { format!(", pursuit {pursuit} % more") } else { String::new() };
    let percent = |percent: u32, goes: bool| (percent + if goes { *pursuit } else { 0 }).min(100);
    let attackers = percent(result.attacker, result.attacker_retreats);
    let defenders = percent(result.defender, result.defender_retreats);
    BattleStory {
        title: format!("{}, {}, day {day}", book.atlas.place(*at), story::kind(*kind)),
        attacker: in_hits(
            side(book, attacker, attacker_lost),
            (attackers, attacker, attacker_lost),
        ),
        defender: in_hits(
            side(book, defender, defender_lost),
            (defenders, defender, defender_lost),
        ),
        sum: format!("odds {ratio}{more}{shift}; dice {}{adjusted} = {total}", faces.join("+")),
        verdict: format!("{result}{chase}: {}", meant(result, *pursuit)),
        rule: "§19.4",
    }
}

/// The same side with how a per cent of its units becomes hits (§10.5, §19.4).
fn in_hits(side: Side, (percent, host, lost): (u32, &Host, &Losses)) -> Side {
    let hits = losses::count(lost);
    if hits == 0 {
        return side;
    }
    let (unit, hit) = (counted(host.units, "unit"), counted(hits, "hit"));
    Side { lost: format!("{percent} % of {unit} is {hit}: {}", side.lost), ..side }
}

fn counted(number: u32, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// What a cell of the table says, in words.
fn meant(cell: &Cell, pursuit: u32) -> String {
    let side = |who: &str, percent: u32, goes: bool| {
        let percent = if goes { (percent + pursuit).min(100) } else { percent };
        let goes = if goes { " and must go" } else { "" };
        format!("the {who} loses {percent} %{goes}")
    };
    let attacker = side("attacker", cell.attacker, cell.attacker_retreats);
    let defender = side("defender", cell.defender, cell.defender_retreats);
    format!("{attacker}, {defender}")
}

fn modifiers_in_words(modifiers: &[Modifier]) -> String {
    let told = modifiers.iter().map(|one| format!("{:+} {}", one.by, one.what));
    told.collect::<Vec<_>>().join(", ")
}

/// One side, told exactly.
pub fn side(book: &Book, host: &Host, lost: &Losses) -> Side {
    let powers: Vec<&str> = host.powers.iter().map(|power| book.title(power)).collect();
    let over = if host.overcommand > 0 {
        format!(" ({} for overcommand)", -i64::from(host.overcommand))
    } else {
        String::new()
    };
    Side {
        name: match &host.commander {
            Some(general) => format!("{general} ({})", powers.join(", ")),
            None => powers.join(", "),
        },
        strength: format!(
            "combat value {}, {} units, morale {}, battle rating {}{over}",
            host.combat, host.units, host.morale, host.battle
        ),
        modifiers: modifiers_in_words(&host.modifiers),
        lost: story::lost(book, lost),
    }
}
